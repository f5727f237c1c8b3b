/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/titles.h"

/* Texts for the window: translated labels of the core's tables, and names of records as text that GTK can show. */

/* The translation of a label or doc of a core table; "" for NULL. */
const char *mw_ui_label (const char *text);
/* Text of a model as UTF-8. Bytes that are not UTF-8 are read in the encoding that is
 * chosen (ui/text-encoding.h). Free with g_free(). */
char *mw_ui_text (const char *bytes);
/* Typed text as bytes for a model whose stored text is `now`: in the chosen encoding if that is not UTF-8, else in
 * UTF-8. NULL, with an error, if the encoding does not have a letter. Free with g_free(). */
char *mw_ui_text_to_bytes (const char *typed, const char *now, GError **error);

/* The functions with which titles are built for the window. */
extern const MwTitleWords mw_ui_title_words;
/* "Stand", "Layer 2", "Footman.blp"; "Model" for the model without a name. Free with g_free(). */
char *mw_ui_record_title (const MwRecord *record);
/* The title with those of its owners, without the images that they show: "Layer 0 of Material 2". Free with g_free(). */
char *mw_ui_record_long_title (const MwRecord *record);
/* A short remark beside the title ("0 – 1,000 ms"), or NULL. Free with g_free(). */
char *mw_ui_record_info (const MwRecord *record);
/* Whether the record's content is in a file that was not found. */
gboolean mw_ui_is_not_loaded (const MwRecord *record);
/* The plural of a kind of record: "Bones". `list` is used for kinds without their own entry; it may be NULL. */
const char *mw_ui_plural (const MwSchema *schema, const MwField *list);
/* Several records of a kind: "3 bones". Free with g_free(). */
char *mw_ui_count_of (const MwSchema *schema, guint n);
/* The name of the symbolic icon of a kind. */
const char *mw_ui_icon (const MwSchema *schema);
/* "ms", "units", ... or NULL. */
const char *mw_ui_unit (MwUnit unit);
/* The tooltip of a field: its doc, the path name and what is known of its range. Free with g_free(). */
char *mw_ui_field_tooltip (const MwField *field);
/* A number with the locale's separators: "286,112". Free with g_free(). */
char *mw_ui_count (guint64 n);
/* The text with its first letter as a capital, in any alphabet. Free with g_free(). */
char *mw_ui_capitalized (const char *text);
/* Fills in a translated format with one or two "%s"; `second` may be NULL if there is only one. Free with g_free(). */
char *mw_ui_fill_in (const char *format, const char *first, const char *second);
