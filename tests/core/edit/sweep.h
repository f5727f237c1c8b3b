/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Deletes, duplicates and moves the records of a model one by one. After an operation that was not refused, the
 * model must not have an error that it did not have before. Each operation is undone. */

typedef struct {
  guint tried, done, refused;
  GPtrArray *failures; /* char *: "FILE: OPERATION PATH: RULE at PATH: MESSAGE" */
} Sweep;

void sweep_init (Sweep *sweep);
void sweep_clear (Sweep *sweep);
/* Tries at most `most` records of the model, chosen with `rand` if it has more. */
void sweep_document (Sweep *sweep, MwDocument *document, const char *name, guint most, GRand *rand);
