/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Draws random edits over everything that the schema tables of a model have. */

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

/* One primitive on one field of one kind of record. */
typedef struct {
  DrawKind kind;
  const MwSchema *schema; /* of the record with the field */
  const MwField *field;
  guint done; /* how often it had an effect */
  guint tried;
} DrawAction;

typedef struct {
  const MwSchema *root;
  MwFormat format;
  GArray *actions; /* DrawAction: one for every field of the format and every primitive that suits it */
} Draw;

Draw *draw_new (const MwSchema *root, MwFormat format);
void draw_free (Draw *draw);
const char *draw_kind_name (DrawKind kind);

/* Makes one step: a transaction of a few primitives, sometimes with a rewind, with a nested part that is cancelled,
 * or followed by undo and redo. Prefers actions that are not covered yet. */
void draw_step (Draw *draw, MwDocument *document, GRand *rand);
/* Returns for how many actions of the format, not counting those in `seen`, the model has something in the field,
 * and adds them to `seen`. Serves to choose files. */
guint draw_richness (const Draw *draw, MwModel *model, GHashTable *seen);
