/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* Which records can hold references to which lists, worked out once from the schema tables of a root record.
 * Searching for references to a list then visits only records that can hold them. Each list has a bit: first the
 * lists of the root, then lists below it that something refers to (submeshes of a skin profile). */
typedef struct _MwReferences MwReferences;

MwReferences *mw_references_new (const MwSchema *root);
void mw_references_free (MwReferences *references);

/* The bit of a list; 0 for other fields and for a list that nothing refers to. */
guint64 mw_references_bit (const MwReferences *references, const MwField *list);
/* The bit of the list that a REF field, or array of REF, points into; 0 for other fields. */
guint64 mw_references_target (const MwReferences *references, const MwField *field);
/* The list of a bit. */
const MwField *mw_references_list (const MwReferences *references, guint64 bit);

/* Calls `func` for every REF field (n = 1) and REF array that points into one of `lists`, in `record` and below it,
 * in the order of the schema tables. `skip` is indexed by id (NULL: none): marked records and those below them are
 * left out. */
typedef void (*MwReferencesFunc) (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data);
void mw_references_foreach (const MwReferences *references, MwRecord *record, guint64 lists, const guint8 *skip,
                            MwReferencesFunc func, gpointer data);
