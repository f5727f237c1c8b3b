/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Adds a record to a list (at the end or where the rules of its family put it) or to an empty child slot. */

/* A value for a field of the new record, as `set` takes it. */
typedef struct {
  const char *field; /* a path below the record */
  const char *text;
  gsize length;
} MwNewValue;

/* Inside an open transaction: creates a record with its defaults, completes it as its family requires, sets the
 * values, inserts and selects it. `kind` is the kind of record for a list of several kinds; NULL for a list of only
 * one. Returns the id, or 0 and an error, in which case the caller cancels the transaction. */
MwId mw_operation_add (MwDocument *document, MwRecord *owner, const MwField *list, const MwSchema *kind,
                       const MwNewValue *values, guint n, GError **error);
