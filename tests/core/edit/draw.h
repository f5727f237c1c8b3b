/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Draws edits at random over everything that the tables of a model have. */

typedef enum {
  DRAW_SET,
  DRAW_SPAN,
  DRAW_SWAP,
  DRAW_INSERT,
  DRAW_REMOVE,
  DRAW_MOVE,
  DRAW_REPLACE,
  DRAW_N_KINDS
} DrawKind;

/* One primitive on one row of one kind of record. */
typedef struct {
  DrawKind kind;
  const MwSchema *schema; /* of the record that has the field */
  const MwField *field;
  guint done; /* how often it had an effect */
  guint tried;
} DrawAction;

typedef struct {
  const MwSchema *root;
  MwFormat format;
  GArray *actions; /* DrawAction: every one that the format has a row for */
} Draw;

Draw *draw_new (const MwSchema *root, MwFormat format);
void draw_free (Draw *draw);
const char *draw_kind_name (DrawKind kind);

/* One step: a transaction of a few primitives, sometimes with a rewind, a nested part that is cancelled, or an undo and redo
 * behind it. What is not covered yet is preferred. */
void draw_step (Draw *draw, MwDocument *document, GRand *rand);
/* How many rows of the format the model holds something for: what makes a file worth drawing on. `seen` collects them. */
guint draw_richness (const Draw *draw, MwModel *model, GHashTable *seen);
