/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/json.h"
#include "core/schema/value.h"

/* Values of a model as JSON and as short text, and the resolution of paths for a format. */

/* Writes the value as JSON: vectors and arrays as arrays, text as a string, enums by name, flags as a number, references as
 * `get` prints them (a stored index that points nowhere: as a number). */
void mw_cli_json_value (MwJson *json, const char *key, const MwModel *model, const MwTarget *target);

/* The value as one short line: the text of `get`, but long arrays as their first elements and the number of all, and long
 * text cut. Safe on a terminal: control characters and bytes that are not UTF-8 are escaped. Free with g_free(). */
char *mw_cli_summary (const MwModel *model, const MwTarget *target);
/* Escapes any text in the same way and cuts it after `most` bytes (0: never). Free with g_free(). */
char *mw_cli_plain (const char *text, gsize most);

/* The type of a field in words: "f32", "f32[3]", "u16 array", "text", "sequence list". Free with g_free(). */
char *mw_cli_type (const MwField *field);

/* The families of a mask in words, with blanks between them: "mdx mdx-wow m2". Free with g_free(). */
char *mw_cli_families (unsigned families);
/* The same in words for people, with "; " between them. Free with g_free(). */
char *mw_cli_family_titles (unsigned families);

/* The target for the whole of a field: all elements of an array, all components of a vector. */
MwTarget mw_cli_whole (MwRecord *record, const MwField *field);

/* Whether what a target names exists in the format, and its condition holds. */
gboolean mw_cli_is_live (const MwTarget *target, MwFormat format);
/* The MwTargets that a path names; some may not be live (mw_cli_is_live()). NULL and an error with the path as given if it
 * names nothing, or only what the format does not have. Free with g_array_unref(). */
GArray *mw_cli_resolve (const MwModel *model, MwFormat format, const char *path, GError **error);
