/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/bulk-names.h"

/* Who takes over what removed bones or nodes moved. Private to core/edit. */

/* For each removed record of a list that has positions ("pivot") the one that stays whose pivot is nearest to its own: id of the
 * removed one -> MwRef, MW_REF_NONE where none stays. `kinds` (NULL-terminated) are preferred in their order: another kind is
 * taken only where none of those before it stays; NULL: all are alike. `doomed` is indexed by id. Takes about n log n.
 * Free with g_hash_table_unref(). */
GHashTable *mw_nearest_heirs (const MwList *list, const MwSchema *const *kinds, const guint8 *doomed);
static inline MwRef
mw_nearest_heir (GHashTable *heirs, MwId id)
{
  gpointer to = heirs ? g_hash_table_lookup (heirs, GUINT_TO_POINTER (id)) : NULL;
  return to ? (MwRef) { GPOINTER_TO_UINT (to), 0 } : MW_REF_NONE;
}

/* For each removed record of a list the nearest ancestor (by its field of the role PARENT) that stays, indexed by id: 0 where there
 * is none, and for records that stay. Each is climbed from once; those of a circle have none. Free with g_free(). */
MwId *mw_surviving_ancestors (const MwModel *model, const MwList *list, const guint8 *doomed);

/* What identities of a list's records become in bulk arrays: those of removed ones that of the heir, by what the removal that is
 * going on says (parents, or the nearest as remembered); all others stay. The record that takes over where there is no heir is
 * the first that stays, as writers count; with nobody left nobody (0). Free with g_free(). */
MwNameMap *mw_heirs_new (MwDocument *self, const MwField *list, const guint8 *doomed);
