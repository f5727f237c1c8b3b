/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* Where references stand, worked out once from the tables of a root schema, so that finding who refers to a list visits
 * only records that can. Lists are bits: those of the root first, then lists below it that something refers to (submeshes of a
 * skin profile). */
typedef struct _MwReferences MwReferences;

MwReferences *mw_references_new (const MwSchema *root);
void mw_references_free (MwReferences *references);

/* The bit of a list; 0 for a list that nothing refers to and for other fields. */
guint64 mw_references_bit (const MwReferences *references, const MwField *list);
/* The bit of the list that a REF field, or array of REF, points into; 0 for other fields. */
guint64 mw_references_target (const MwReferences *references, const MwField *field);
/* The list of a bit. */
const MwField *mw_references_list (const MwReferences *references, guint64 bit);

/* Calls for every REF field (n = 1) and array of REF that points into one of the lists, in `record` and below it, in the order
 * of the tables. Records whose id is marked in `skip` (by id, NULL for none) are left out with what is below them. */
typedef void (*MwReferencesFunc) (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data);
void mw_references_foreach (const MwReferences *references, MwRecord *record, guint64 lists, const guint8 *skip,
                            MwReferencesFunc func, gpointer data);
