/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/operations.h"
#include "core/pose/clock.h"

/* Edits by the panels. Each is one named undo step. */

/* Sets a field of all records in `ids` from text; records without the field are skipped. `target` picks what is set
 * within the field (component, bit, element); its record is not used. */
gboolean mw_ui_set_text (MwDocument *document, const MwId *ids, guint n, const MwTarget *target, const char *text,
                         GError **error);
/* mw_operation_run() as a step whose name includes the records: "Delete Walk". A slow operation shows a window with its progress
 * (ui/operations/trial.h). */
gboolean mw_ui_run_operation (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                              const MwRecord *params, GError **error);
/* The name of that step. Free with g_free(). */
char *mw_ui_operation_label (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n);
/* The message of a refusal for the window: paths of elements and fields are replaced by their titles. Free with
 * g_free(). */
char *mw_ui_refusal (MwDocument *document, const GError *error);
/* The titles of the other elements in the list of `record`. `ids` is emptied and gets their ids. Free with
 * g_strfreev(). */
GStrv mw_ui_siblings (MwDocument *document, const MwRecord *record, GArray *ids);
/* The titles of the records that a reference field may refer to, after "None". `ids` is emptied and gets their ids.
 * Free with g_strfreev(). */
GStrv mw_ui_candidates (MwDocument *document, const MwRecord *record, const MwField *field, GArray *ids);
/* The target of a whole field. */
MwTarget mw_ui_target (MwRecord *record, const MwField *field);
/* Inside an open transaction: gives an empty track field a track with one key at the clock's time, with the current
 * value. If keys are stored per sequence, the key belongs to the clock's sequence. */
gboolean mw_ui_animate_one (MwDocument *document, const MwRecord *record, const MwField *slot, const MwField *fixed,
                            const MwClock *clock, GError **error);
/* Removes the tracks with all their keys, as one named step. */
gboolean mw_ui_remove_all_keys (MwDocument *document, const MwId *ids, guint n, const MwField *track, GError **error);
/* The value of the first key of a track in `slot`, as an element of `values`: the static value (`fixed`, may be
 * NULL), or else a value that does not change the element at rest. Free with g_free(). */
guint8 *mw_ui_first_value (const MwRecord *record, const MwField *slot, const MwField *fixed, const MwField *values);
/* The field of the static value of a track ("alpha" for "alpha.track"), or NULL. */
const MwField *mw_ui_fixed_field (const MwSchema *schema, const MwField *track);
