/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/operations.h"
#include "core/pose/clock.h"

/* Edits that the panels make, each as one named step. */

/* Sets the field of every record of ids (records without that field are left out) from text; what is picked inside the field
 * (component, bit, element) is taken from `target`, whose record is not used. */
gboolean mw_ui_set_text (MwDocument *document, const MwId *ids, guint n, const MwTarget *target, const char *text,
                         GError **error);
/* mw_operation_run() under a label that names what it is done to: "Delete Walk". */
gboolean mw_ui_run_operation (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                              const MwRecord *params, GError **error);
/* A refusal in the words of the window: elements and fields that the core names by their paths have their titles. Free with
 * g_free(). */
char *mw_ui_refusal (MwDocument *document, const GError *error);
/* The titles of other elements of the list of one, and their ids beside them in `ids`, which is emptied before. Free with
 * g_strfreev(). */
GStrv mw_ui_siblings (MwDocument *document, const MwRecord *record, GArray *ids);
/* The titles of what a reference field of a record may point to, "None" first, and their ids beside them in `ids`, which is
 * emptied before. Free with g_strfreev(). */
GStrv mw_ui_candidates (MwDocument *document, const MwRecord *record, const MwField *field, GArray *ids);
/* The target of a whole field. */
MwTarget mw_ui_target (MwRecord *record, const MwField *field);
/* The text of a target as the core prints it. Free with g_free(). */
char *mw_ui_print (MwDocument *document, MwId id, const MwTarget *target);
/* Gives a track's empty slot a track with one key at the clock's moment that holds the value now, inside an open transaction.
 * Where each sequence has its keys for itself it is a key of the clock's. */
gboolean mw_ui_animate_one (MwDocument *document, const MwRecord *record, const MwField *slot, const MwField *fixed,
                            const MwClock *clock, GError **error);
/* Removes the tracks with all their keys, as one named step. */
gboolean mw_ui_remove_all_keys (MwDocument *document, const MwId *ids, guint n, const MwField *track, GError **error);
/* What the first key of a track in `slot` holds, as an element of `values`: the static value (`fixed`, may be NULL), or what
 * leaves the element as it is at rest. Free with g_free(). */
guint8 *mw_ui_first_value (const MwRecord *record, const MwField *slot, const MwField *fixed, const MwField *values);
/* The field of the static value of a track ("alpha" for "alpha.track"), or NULL. */
const MwField *mw_ui_fixed_field (const MwSchema *schema, const MwField *track);
