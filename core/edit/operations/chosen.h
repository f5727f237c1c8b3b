/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Which records of one kind an operation on elements is for, where users may also select what contains them. */

/* The ids (MwId) of the records of `schema` that are given, or are below a given record: a material means all its layers, and
 * the model for all. Each is there once, in the order of the given records. Refused if a given record is not of that
 * kind and has none below it; `what` names the kind in the message ("texture"). Free with g_array_unref(). */
GArray *mw_chosen_records (MwDocument *document, const MwId *ids, guint n, const MwSchema *schema, const char *what,
                           GError **error);
/* The record with the i-th of these ids. */
static inline MwRecord *
mw_chosen_at (MwDocument *document, const GArray *chosen, guint i)
{
  return mw_model_find (mw_document_get_model (document), g_array_index (chosen, MwId, i));
}

/* Refused unless all records are sequences. Operations on nothing but sequences use it as `applies`. */
gboolean mw_chosen_are_sequences (MwDocument *document, const MwId *ids, guint n, GError **error);
