/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Adding a record to a list (behind the others), or to an empty child slot. */

/* A value for a field of the new record, as `set` takes it. */
typedef struct {
  const char *field; /* a path below the record */
  const char *text;
  gsize length;
} MwNewValue;

/* Inside an open transaction: makes a record with its defaults, completes it with what its family wants of every such record,
 * sets the values, and selects it. Returns its id; 0 and an error where it is refused (the caller then cancels). `kind`: the
 * kind in a list of several; NULL: the list has one only. */
MwId mw_operation_add (MwDocument *document, MwRecord *owner, const MwField *list, const MwSchema *kind,
                       const MwNewValue *values, guint n, GError **error);

/* add-m2.c: a new record of an M2 model, before it is inserted; and a sequence behind it, that has its animation now. */
void mw_m2_complete_new (MwDocument *document, MwRecord *record);
/* Hangs a new sequence behind the last variation of its animation, and makes it no alias of anything where it is none. */
gboolean mw_m2_join_sequence (MwDocument *document, MwId id, GError **error);
