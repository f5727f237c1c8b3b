/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"
#include "core/model/m2/stored.h"

#include <stdlib.h>
#include <string.h>

/* Sequences and the keys of tracks (m2.md 4 and 5.1). */

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

static const MwM2Sequence *
sequence_at (const MwM2 *model, uint32_t i)
{
  return (const MwM2Sequence *) model->sequences.items[i];
}

static void
check_twice (MwChecking *c, const MwM2 *model)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = sequence_at (model, i);
    if (!g_hash_table_add (seen, GUINT_TO_POINTER ((guint) sequence->animation << 16 | sequence->variation)))
      mw_check_find_in (c, MW_RULE_M2_SEQUENCE_TWICE, &sequence->record, NULL,
                        "an earlier one has animation %u and variation %u too", sequence->animation,
                        sequence->variation);
  }
}

/* Clients start at the first sequence of an animation. */
static void
check_reached (MwChecking *c, const MwM2 *model)
{
  enum { N_ANIMATIONS = 0x10000 };
  if (!mw_m2_has_lanes (model))
    return;
  g_autofree guint8 *begun = g_new0 (guint8, N_ANIMATIONS), *reached = g_new0 (guint8, model->sequences.n + 1);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = sequence_at (model, i);
    if (begun[sequence->animation])
      continue;
    begun[sequence->animation] = 1;
    while (sequence && !reached[mw_record_index (&sequence->record)]) {
      reached[mw_record_index (&sequence->record)] = 1;
      sequence = (const MwM2Sequence *) mw_model_resolve (&model->model, sequence->next);
    }
  }
  for (uint32_t i = 0; i < model->sequences.n; i++)
    if (!reached[i])
      mw_check_find_in (c, MW_RULE_M2_VARIATION_UNREACHED, &sequence_at (model, i)->record, NULL,
                        "it is variation %u of animation %u", sequence_at (model, i)->variation,
                        sequence_at (model, i)->animation);
}

static int
compare_starts (const void *a, const void *b)
{
  const MwM2Sequence *x = *(const MwM2Sequence *const *) a, *y = *(const MwM2Sequence *const *) b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->end < y->end ? -1 : x->end > y->end;
}

/* Variations that share their keys have the same interval. */
static void
check_overlap (MwChecking *c, const MwM2 *model)
{
  const uint32_t n = model->sequences.n;
  if (mw_m2_has_lanes (model) || n < 2)
    return;
  g_autofree const MwM2Sequence **order = g_new (const MwM2Sequence *, n);
  memcpy (order, model->sequences.items, n * sizeof *order);
  qsort (order, n, sizeof *order, compare_starts);
  const MwM2Sequence *last = order[0];
  for (uint32_t i = 1; i < n; i++) {
    const MwM2Sequence *sequence = order[i];
    if (sequence->start < last->end && (sequence->start != last->start || sequence->end != last->end))
      mw_check_find_in (c, MW_RULE_M2_SEQUENCE_OVERLAP, &sequence->record, NULL,
                        "it starts at %u, and sequences[%u] ends at %u", sequence->start,
                        mw_record_index (&last->record), last->end);
    last = sequence->end > last->end ? sequence : last;
  }
}

void
mw_check_m2_sequences (MwChecking *c, const MwM2 *model)
{
  check_twice (c, model);
  check_reached (c, model);
  check_overlap (c, model);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

static void
check_key_times (MwChecking *c, const MwRecord *holder)
{
  const MwField *field = mw_schema_part (holder->schema, MW_PART_TIMES),
                *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *array = mw_field_at (holder, field);
  const int32_t *times = array->data;
  if (values)
    mw_check_count (c, MW_RULE_TRACK_LENGTHS, holder, values, ((const MwArray *) mw_field_at (holder, values))->n,
                    array->n);
  for (uint32_t i = 1; i < array->n; i++)
    if (times[i] == times[i - 1]) {
      mw_check_find_at (c, MW_RULE_M2_KEY_TWICE, holder, field, i, "found %d twice", times[i]);
      return;
    }
}

/* A value is also interpolated towards the first key after the end. */
static void
check_end (MwChecking *c, const MwM2Lane *lane, const MwM2Sequence *sequence)
{
  const MwSchema *schema = lane->record.schema;
  const gboolean event = !mw_schema_part (schema, MW_PART_VALUES);
  const int32_t *times = lane->times.data;
  const int64_t end = sequence->duration;
  for (uint32_t i = event ? 0 : 1; i < lane->times.n; i++)
    if (times[i] > end && (event || times[i - 1] >= end)) {
      mw_check_find_at (c, event ? MW_RULE_M2_EVENT_BEYOND : MW_RULE_M2_KEY_BEYOND, &lane->record,
                        mw_schema_part (schema, MW_PART_TIMES), i, "found %d, but the sequence lasts only %u", times[i],
                        sequence->duration);
      return;
    }
}

/* How many sequences the file stores keys for, where that does not follow from the keys. */
static void
check_stored_lanes (MwChecking *c, const MwM2 *model, const MwM2Track *track)
{
  MwWireEntriesHead head;
  if (!mw_m2_stored_sets (track, &head) || head.n_times == MW_WIRE_AS_SPREAD)
    return;
  /* Sets of keys that were added since are written too. */
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwRecord *sequence = mw_model_resolve (&model->model, ((const MwM2Lane *) track->lanes.items[i])->sequence);
    if (sequence)
      head.n_times = MAX (head.n_times, mw_record_index (sequence) + 1);
  }
  if (head.n_times > model->sequences.n)
    mw_check_find_in (c, MW_RULE_M2_TRACK_LANES, &track->record, NULL, "found %u sets for %u sequences", head.n_times,
                      model->sequences.n);
  else if (head.n_times < model->sequences.n)
    mw_check_find_in (c, MW_RULE_M2_TRACK_LANES_FEW, &track->record, NULL, "found %u sets for %u sequences",
                      head.n_times, model->sequences.n);
}

static gboolean
is_global (const MwM2Track *track)
{
  return track->global_sequence.id || track->global_sequence.raw != MW_REF_NONE.raw;
}

/* A lane, or a track of a version without lanes. */
static void
check_holder (MwChecking *c, const MwRecord *record, gconstpointer data)
{
  check_key_times (c, record);
  if (mw_m2_is_track (record))
    return;
  const MwM2Lane *lane = (const MwM2Lane *) record;
  const MwM2Sequence *sequence = (const MwM2Sequence *) mw_model_resolve (c->model, lane->sequence);
  if (sequence && !is_global ((const MwM2Track *) record->owner))
    check_end (c, lane, sequence);
}

static gboolean
check_keys (MwRecord *record, gpointer data)
{
  MwChecking *c = data;
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Track *track = (const MwM2Track *) record;
  if (record->schema->keys == MW_KEYS_LANE)
    mw_check_ask (c, record, MW_READS_LOOPS, check_holder, NULL);
  if (!mw_m2_is_track (record))
    return TRUE;
  mw_check_m2_track (c, record);
  if (!mw_m2_has_lanes (model))
    mw_check_ask (c, record, 0, check_holder, NULL);
  else if (!is_global (track))
    check_stored_lanes (c, model, track);
  else if (track->lanes.n > 1)
    mw_check_find_in (c, MW_RULE_M2_GLOBAL_LANES, track->lanes.items[1], NULL, "there are %u sets", track->lanes.n);
  return TRUE;
}

void
mw_check_m2_keys (MwChecking *c, const MwM2 *model)
{
  mw_record_foreach ((MwRecord *) &model->model.record, check_keys, c);
}

void
mw_check_m2_track (MwChecking *c, const MwRecord *record)
{
  const MwM2Track *track = (const MwM2Track *) record;
  const MwField *field = MW_FIELD_IN (record->schema, MwM2Track, interpolation);
  enum { BEZIER = 2, HERMITE = 3 };
  if ((track->interpolation == BEZIER || track->interpolation == HERMITE)
      && !mw_schema_part (record->schema, MW_PART_IN_TANS))
    mw_check_find_in (c, MW_RULE_M2_INTERPOLATION, record, field, "found %s",
                      track->interpolation == BEZIER ? "Bezier" : "Hermite");
}

/* --- Bones ---------------------------------------------------------------------------------------------------------- */

static gboolean
has_keys (const MwM2Track *track)
{
  for (uint32_t i = 0; track && i < track->lanes.n; i++)
    if (((const MwM2Lane *) track->lanes.items[i])->times.n)
      return TRUE;
  return track && track->times.n;
}

static void
check_bone (MwChecking *c, const MwRecord *record)
{
  const MwM2Bone *bone = (const MwM2Bone *) record;
  enum { ANIMATED = 0x80, TRANSFORMED = 0x200 };
  if (!(bone->flags & (ANIMATED | TRANSFORMED))
      && (has_keys (bone->translation_track) || has_keys (bone->rotation_track) || has_keys (bone->scaling_track)))
    mw_check_find_in (c, MW_RULE_M2_BONE_STILL, record, MW_FIELD (MwM2Bone, flags),
                      "found 0x%X, expected the flag 0x200", bone->flags);
}

const MwRecordCheck mw_m2_track_checks[] = { { &mw_m2_bone_schema, check_bone }, { 0 } };
