/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"

void
mw_clock_set_sequence (MwClock *clock, const MwMdlxSequence *sequence)
{
  clock->rest = sequence == NULL;
  clock->start = sequence ? sequence->interval[0] : 0;
  clock->end = sequence ? MAX (sequence->interval[0], sequence->interval[1]) : 0;
  clock->looping = sequence && !(sequence->flags & 1); /* mdlx.md 5.2: 1 is "not looping" */
  clock->time = clock->start;
  clock->sequence = sequence ? sequence->record.id : 0;
}

static int32_t
milliseconds (uint32_t time)
{
  return (int32_t) MIN (time, G_MAXINT32);
}

static void
play_m2 (MwClock *clock, const MwM2 *model, const MwM2Sequence *sequence)
{
  if (mw_m2_has_lanes (model)) {
    uint32_t target = mw_m2_sequence_target (model, mw_record_index (&sequence->record));
    sequence = (const MwM2Sequence *) model->sequences.items[target];
    clock->start = 0;
    clock->end = milliseconds (sequence->duration);
  } else {
    clock->start = milliseconds (sequence->start);
    clock->end = MAX (clock->start, milliseconds (sequence->end));
  }
  clock->rest = FALSE;
  clock->looping = !(sequence->flags & 1); /* m2.md 5.1: 1 is "one shot" */
  clock->time = clock->start;
  clock->sequence = sequence->record.id;
}

void
mw_clock_play (MwClock *clock, const MwModel *model, MwId sequence)
{
  const MwRecord *record = sequence ? mw_model_find (model, sequence) : NULL;
  if (record && record->schema == &mw_m2_sequence_schema && model->record.schema == &mw_m2_schema)
    play_m2 (clock, (const MwM2 *) model, (const MwM2Sequence *) record);
  else if (record && record->schema == &mw_mdlx_sequence_schema)
    mw_clock_set_sequence (clock, (const MwMdlxSequence *) record);
  else
    mw_clock_set_sequence (clock, NULL);
}

MwClock
mw_clock_started (const MwClock *clock, const MwModel *model)
{
  MwClock started = *clock;
  if (!clock->rest)
    return started;
  const MwList *sequences = mw_field_at (&model->record, mw_schema_field (model->record.schema, "sequences"));
  if (sequences->n)
    mw_clock_play (&started, model, sequences->items[0]->id);
  return started;
}

gboolean
mw_clock_advance (MwClock *clock, guint32 ms)
{
  clock->global_ms += ms;
  if (clock->rest)
    return FALSE;
  gint64 length = (gint64) clock->end - clock->start;
  gint64 time = CLAMP ((gint64) clock->time - clock->start, 0, MAX (length, 0)) + ms;
  gboolean reached = time >= length;
  if (length <= 0)
    time = 0;
  else if (reached)
    time = clock->looping ? time % length : length;
  clock->time = (int32_t) (clock->start + time);
  return reached;
}
