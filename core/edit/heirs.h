/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/bulk-names.h"

/* Which records take over the vertices that removed bones or nodes moved (their heirs). Private to core/edit. */

/* For each removed record of a list, finds the remaining record whose pivot is nearest; only records with a "pivot"
 * can be found. Returns a map from the id of the removed record to that of the other, for mw_nearest_heir(); empty
 * if no record remains. `kinds` (NULL-terminated) are tried in order: a later kind is used only if no record of the
 * earlier ones remains. NULL: any kind. `doomed` is indexed by id and marks the removed records. Takes about n log n
 * time. Free with g_hash_table_unref(). */
GHashTable *mw_nearest_heirs (const MwList *list, const MwSchema *const *kinds, const guint8 *doomed);
static inline MwRef
mw_nearest_heir (GHashTable *heirs, MwId id)
{
  gpointer to = heirs ? g_hash_table_lookup (heirs, GUINT_TO_POINTER (id)) : NULL;
  return to ? (MwRef) { GPOINTER_TO_UINT (to), 0 } : MW_REF_NONE;
}

/* For each removed record of a list, finds the nearest remaining ancestor, by its field with the role PARENT.
 * Returns an array of ids, indexed by id: 0 where there is no such ancestor (also in a circle of parents), and for
 * records that remain. Takes time in proportion to the number of records. Free with g_free(). */
MwId *mw_surviving_ancestors (const MwModel *model, const MwList *list, const guint8 *doomed);

/* How ids of a list's records change in bulk arrays when the marked ones are removed: a removed id becomes that of
 * its heir, chosen by the weights option of the current removal; all others are unchanged. Where there is no heir,
 * the first remaining record takes over, in the order in which writers number them (0 if none remains). Free with
 * g_free(). */
MwNameMap *mw_heirs_new (MwDocument *self, const MwField *list, const guint8 *doomed);
