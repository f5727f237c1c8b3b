/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/step-private.h"

guint64
mw_step_get_serial (const MwStep *step)
{
  return step->serial;
}

/* Counts keys on the time line, not keys over the life of a particle (whose times are no I32). */
static guint
keys_here (const MwRecord *record)
{
  const MwField *times = mw_schema_part (record->schema, MW_PART_TIMES);
  return times && times->element == MW_TYPE_I32 ? ((const MwArray *) mw_field_at (record, times))->n : 0;
}

static guint
count_keys (const MwRecord *track)
{
  guint n = keys_here (track);
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *list = lanes && lanes->type == MW_TYPE_LIST ? mw_field_at (track, lanes) : NULL;
  for (guint i = 0; list && i < list->n; i++)
    n += keys_here (list->items[i]);
  return n;
}

/* Counts n lost keys of `id`, a track or lane that is or was in `slot` of `owner`. A lane counts as its track. */
static void
add_keys (MwRemoved *removed, MwModel *model, GHashTable *tracks, MwId id, MwId owner, const MwField *slot, guint n)
{
  if (slot && slot->type == MW_TYPE_LIST) {
    const MwRecord *track = mw_model_find (model, owner);
    id = owner;
    owner = track && track->owner ? track->owner->id : 0;
    slot = track ? mw_record_slot (track) : NULL;
  }
  removed->n_keys += n;
  if (!g_hash_table_add (tracks, GUINT_TO_POINTER (id)))
    return;
  if (removed->n_tracks++)
    return;
  removed->track = id;
  removed->track_owner = owner;
  removed->track_slot = slot;
}

static void
add_record (MwRemoved *removed, const MwStepChange *change, gboolean selected)
{
  const MwRecord *image = change->record.before;
  removed->n_records++;
  for (guint i = 0; i < removed->kinds->len; i++) {
    MwRemovedKind *kind = &g_array_index (removed->kinds, MwRemovedKind, i);
    if (kind->schema == image->schema) {
      kind->n++;
      return;
    }
  }
  MwRemovedKind kind = { image->schema, 1, image, change->field, change->first };
  if (selected)
    g_array_prepend_val (removed->kinds, kind);
  else
    g_array_append_val (removed->kinds, kind);
}

static gboolean
contains (const GArray *ids, MwId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return TRUE;
  return FALSE;
}

MwRemoved *
mw_step_get_removed (MwModel *model, const MwStep *step)
{
  MwRemoved *removed = g_new0 (MwRemoved, 1);
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL), tracks = g_hash_table_new (NULL, NULL);
  removed->kinds = g_array_new (FALSE, FALSE, sizeof (MwRemovedKind));
  for (guint i = 0; i < step->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    if (change->kind == MW_STEP_INSERT)
      g_hash_table_add (there, GUINT_TO_POINTER (change->id));
  }
  for (guint i = 0; i < step->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    if (change->kind == MW_STEP_SWAP && change->field->part == MW_PART_TIMES
        && change->array.after.n < change->array.before.n) {
      const MwRecord *record = mw_model_find (model, change->id);
      if (mw_schema_has_timed_keys (change->schema))
        add_keys (removed, model, tracks, change->id, record && record->owner ? record->owner->id : 0,
                  record ? mw_record_slot (record) : NULL, change->array.before.n - change->array.after.n);
    } else if (change->kind == MW_STEP_REMOVE && !g_hash_table_contains (there, GUINT_TO_POINTER (change->id))) {
      if (mw_schema_has_timed_keys (change->record.before->schema))
        add_keys (removed, model, tracks, change->id, change->owner, change->field, count_keys (change->record.before));
      else
        add_record (removed, change, contains (step->selection_before, change->id));
    }
  }
  return removed;
}

void
mw_removed_free (MwRemoved *removed)
{
  if (!removed)
    return;
  g_array_unref (removed->kinds);
  g_free (removed);
}
