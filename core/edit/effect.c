/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/step-private.h"

#include <string.h>

/* Counts what an open transaction has done so far. */

typedef struct {
  MwModel *model;
  MwEffect *effect;
  GHashTable *holders; /* id of a track, event track or lane -> how many of its keys are other ones now */
  GHashTable *records; /* ids of the other records that have changed */
} Counting;

/* Keys on the time line or in lanes, not those over the life of a particle. */
static guint
keys_of (const MwRecord *record)
{
  const MwField *times = mw_schema_has_timed_keys (record->schema) ? mw_schema_part (record->schema, MW_PART_TIMES)
                                                                   : NULL;
  const MwField *lanes = mw_schema_part (record->schema, MW_PART_LANES);
  const MwList *list = lanes ? mw_field_at (record, lanes) : NULL;
  guint n = times ? ((const MwArray *) mw_field_at (record, times))->n : 0;
  for (guint i = 0; list && i < list->n; i++)
    n += keys_of (list->items[i]);
  return n;
}

static void
add_keys (Counting *c, MwId holder, guint n)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (c->holders, GUINT_TO_POINTER (holder)));
  g_hash_table_insert (c->holders, GUINT_TO_POINTER (holder), GUINT_TO_POINTER (MAX (known, n)));
}

/* How many elements of two versions of an array differ. */
static guint
differing (const MwArray *a, const MwArray *b, gsize size)
{
  guint shared = MIN (a->n, b->n), n = MAX (a->n, b->n) - shared;
  for (guint i = 0; i < shared; i++)
    n += memcmp ((const guint8 *) a->data + i * size, (const guint8 *) b->data + i * size, size) != 0;
  return n;
}

static void
count_record (Counting *c, const MwStepChange *change)
{
  const MwRecord *image = change->kind == MW_STEP_INSERT ? change->record.after : change->record.before;
  if (mw_schema_has_timed_keys (image->schema))
    add_keys (c, change->id, keys_of (image));
  else if (change->kind == MW_STEP_INSERT)
    c->effect->added++;
  else
    c->effect->removed++;
}

static void
count_change (Counting *c, const MwStepChange *change)
{
  if (!mw_step_change_is_effective (change))
    return;
  if (change->kind == MW_STEP_INSERT || change->kind == MW_STEP_REMOVE)
    count_record (c, change);
  else if (change->kind == MW_STEP_FORGET || change->kind == MW_STEP_NOTES)
    return;
  else if (change->field && mw_schema_has_timed_keys (change->schema) && mw_field_is_of_keys (change->field))
    add_keys (c, change->id,
              change->kind == MW_STEP_SWAP
                ? differing (&change->array.before, &change->array.after, mw_field_element_size (change->field))
                : change->n);
  else
    g_hash_table_add (c->records, GUINT_TO_POINTER (change->id));
}

/* The track of a lane, or the holder itself, also where it was removed. */
static MwId
track_of (const Counting *c, MwId holder)
{
  const MwRecord *record = mw_model_find (c->model, holder);
  return record && record->schema->keys == MW_KEYS_LANE ? record->owner->id : holder;
}

void
mw_document_get_effect (MwDocument *self, MwEffect *effect)
{
  Counting c = { self->model, effect, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL) };
  g_autoptr (GHashTable) tracks = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer holder, n;
  *effect = (MwEffect) { 0 };
  for (guint i = 0; self->open && i < self->open->changes->len; i++)
    count_change (&c, mw_step_change_at (self->open, i));
  g_hash_table_iter_init (&iter, c.holders);
  while (g_hash_table_iter_next (&iter, &holder, &n)) {
    effect->keys += GPOINTER_TO_UINT (n);
    g_hash_table_add (tracks, GUINT_TO_POINTER (track_of (&c, GPOINTER_TO_UINT (holder))));
  }
  effect->tracks = g_hash_table_size (tracks);
  effect->changed = g_hash_table_size (c.records);
  g_hash_table_unref (c.holders);
  g_hash_table_unref (c.records);
}
