/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/json.h"
#include "core/schema/value.h"

/* A value of a model for people and for JSON. */

/* The value as JSON: numbers as numbers, vectors and arrays as arrays, text as string; enums by name, flags as number,
 * references as `get` prints them. */
void mw_cli_json_value (MwJson *json, const char *key, const MwModel *model, const MwTarget *target);

/* One short line: the text of `get`, of long arrays the first elements and how many there are, long texts cut. Control
 * characters and bytes that are not UTF-8 are escaped, so that it is safe on a terminal. Free with g_free(). */
char *mw_cli_summary (const MwModel *model, const MwTarget *target);
/* The same escaping (and cutting beyond `most` bytes; 0: never) for any text. */
char *mw_cli_plain (const char *text, gsize most);

/* What a field holds, as a short word: "f32", "f32[3]", "u16 array", "text", "sequence list". Free with g_free(). */
char *mw_cli_type (const MwField *field);

/* The target that names a field of a record as a whole. */
MwTarget mw_cli_whole (MwRecord *record, const MwField *field);

/* Whether the format has what a target names. */
gboolean mw_cli_is_live (const MwTarget *target, MwFormat format);
/* Everything that a path names, some of which may not be live; an error (with the path as it was given) when it names nothing,
 * or only what the format does not have. Free with g_array_unref(). */
GArray *mw_cli_resolve (const MwModel *model, MwFormat format, const char *path, GError **error);
