/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/path.h"

/* What people call a record. These functions are the one answer for reports, the command line and the window. (How a path
 * addresses it is in core/schema/path.h.) */

/* How a window shows text. */
typedef struct {
  /* The translation of a text that is marked for translation: a label, or a format for printf(). */
  const char *(*label) (const char *text) G_GNUC_FORMAT (1);
  /* Bytes of a model as text that can be shown. Free with g_free(). */
  char *(*text) (const char *bytes);
} MwTitleWords;

/* The title for reports and the command line, untranslated: its name, what a path calls it ("Stand/0"), what it is for
 * ("Diffuse: Foot.blp"), its file, what a catalogue calls it, or else its kind and number, with the image that it shows ("Layer 2 · Foot.blp").
 * Free with g_free(). */
char *mw_record_title (const MwRecord *record);
/* The title for a window, with everything that is known: "Stand (0) v1", "Submesh 3: Hair 2", "Material 2 · Foot.blp". Free with g_free(). */
char *mw_record_title_in (const MwRecord *record, const MwTitleWords *words);
/* The same without the image that it shows: "Material 2". Free with g_free(). */
char *mw_record_plain_title_in (const MwRecord *record, const MwTitleWords *words);
/* "Surface 2 · Foot.blp" from "Surface 2" and the texture; `plain` is taken. `texture` may be NULL. Free with g_free(). */
char *mw_title_with_image (char *plain, const MwRecord *texture, const MwTitleWords *words);
/* Whether titles of records of this kind contain those of others, and so change with them. */
gboolean mw_title_depends_on_others (const MwSchema *schema);
/* One short word: the record's name (which may be empty), or else what a catalogue calls its number; NULL: neither. */
const char *mw_record_short_name (const MwRecord *record);
/* What a window calls the blend mode of an M2 material. Free with g_free(). */
char *mw_blend_mode_title (const MwRecord *material, const MwTitleWords *words);
