/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Deletes, duplicates and moves the records of a model one by one. Whatever an operation does not refuse must leave no error
 * finding that the model did not have before; undo takes it back each time. */

typedef struct {
  guint tried, done, refused;
  GPtrArray *failures; /* char *: "FILE: OPERATION PATH: RULE at PATH: MESSAGE" */
} Sweep;

void sweep_init (Sweep *sweep);
void sweep_clear (Sweep *sweep);
/* At most `most` records of the model, drawn with `rand` when it has more. */
void sweep_document (Sweep *sweep, MwDocument *document, const char *name, guint most, GRand *rand);
