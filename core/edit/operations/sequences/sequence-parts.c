/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/duplicate.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <string.h>

/* One sequence becomes two. Where sequences have lanes, the keys of the lanes are divided. On one time line the second part goes
 * to an interval after everything. On that of M2, values are interpolated across the ends of a sequence, up to the next key of
 * another one; so there the second part gets keys at its ends, and keys that other sequences reach stay. */

/* --- Split ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t time;
  uint32_t gap;
} SplitParams;

static const MwField split_fields[] = {
  MW_FIELD_I32 (SplitParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
                .doc = N_ ("Where the second part begins, in milliseconds from the start of the sequence.")),
  MW_FIELD_U32 (SplitParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = 1000000, .label = N_ ("Gap"),
                .doc = N_ ("Milliseconds between the last used time and the interval of the second part.")),
};
static const MwSchema split_params = { .name = "sequence-split",
                                       .label = N_ ("Split"),
                                       .size = sizeof (SplitParams),
                                       .fields = split_fields,
                                       .n_fields = G_N_ELEMENTS (split_fields) };
static const char *const split_required[] = { "time", NULL };

static void
split_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  if (n == 1 && !view->clock.rest && view->clock.sequence == ids[0])
    ((SplitParams *) params)->time = view->clock.time - view->clock.start;
}

/* What a split does to the time line: the times after `cut` go to a new interval from `start` on. */
typedef struct {
  MwKeyRange range;
  gint64 cut, start;
  gboolean looping;
} Split;

/* Keys at the cut, and, where values are interpolated over the end of a loop, at both ends. So neither part needs a key of
 * the other. */
static gboolean
key_the_cut (MwDocument *document, MwId holder, const Split *split, GError **error)
{
  if (!mw_holder_has_values (document, holder))
    return TRUE;
  return (!split->looping
          || (mw_key_add (document, holder, (gint32) split->range.start, error)
              && mw_key_add (document, holder, (gint32) split->range.end, error)))
         && mw_key_add (document, holder, (gint32) split->cut, error);
}

/* The key at the cut belongs to both parts, but an event at the cut happens only in the second. */
static gboolean
move_second_part (MwDocument *document, MwId holder, const Split *split, GError **error)
{
  const MwArray *times = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  gint64 last = mw_holder_has_values (document, holder) ? split->cut : split->cut - 1;
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, 2 * (gsize) times->n);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (time <= last || time > split->range.end)
      places[n++] = (MwKeyPlace) { i, time };
  }
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (time >= split->cut && time <= split->range.end)
      places[n++] = (MwKeyPlace) { i, (gint32) (time - split->cut + split->start) };
  }
  return mw_holder_rearrange (document, holder, places, n, error);
}

/* In M2 the first part plays up to the first key that is not before the cut, and keys that other sequences reach stay too. */
static gboolean
keep_first_part (MwDocument *document, MwId holder, const Split *split, const GArray *others, GError **error)
{
  const MwKeyRange gone = { split->range.sequence, FALSE, split->cut, split->range.end },
                   kept = { split->range.sequence, FALSE, split->range.start, split->cut };
  g_autoptr (GArray) doomed = g_array_new (FALSE, FALSE, sizeof (MwKeyRange)),
                     players = g_array_copy ((GArray *) others);
  g_array_append_val (doomed, gone);
  if (mw_holder_has_values (document, holder))
    g_array_append_val (players, kept);
  return mw_time_line_drop_from (document, holder, doomed, players, error);
}

/* Whether the values of a holder follow a curve with tangents, which a key at the cut must divide. */
static gboolean
has_tangents (MwDocument *document, MwId holder)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwField *field = mw_schema_part (record->schema, MW_PART_IN_TANS);
  return field && ((const MwArray *) mw_field_at (record, field))->n > 0;
}

/* Each part has a lane of its own. The key at the cut belongs to both, an event only to the second. */
static gboolean
keep_lane_part (MwDocument *document, MwId holder, gint64 from, gint64 to, GError **error)
{
  const MwArray *times = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, times->n);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (time >= from && time <= to)
      places[n++] = (MwKeyPlace) { i, (gint32) (time - from) };
  }
  return mw_holder_rearrange (document, holder, places, n, error);
}

static gboolean
split_lanes (MwDocument *document, const Split *split, GError **error)
{
  g_autoptr (GArray) first = mw_key_range_holders (document, &split->range);
  for (guint i = 0; i < first->len; i++)
    if (!key_the_cut (document, g_array_index (first, MwId, i), split, error))
      return FALSE;
  MwKeyRange range = split->range;
  range.sequence = mw_duplicate_sequence (document, split->range.sequence, error);
  if (!range.sequence)
    return FALSE;
  g_autoptr (GArray) second = mw_key_range_holders (document, &range);
  mw_progress_begin (document, first->len);
  for (guint i = 0; i < first->len; i++) {
    const MwId holder = g_array_index (first, MwId, i);
    if (!mw_progress_next (document, error)
        || !keep_lane_part (document, holder, 0, split->cut - !mw_holder_has_values (document, holder), error))
      return FALSE;
  }
  mw_progress_end (document);
  for (guint i = 0; i < second->len; i++)
    if (!keep_lane_part (document, g_array_index (second, MwId, i), split->cut, range.end, error))
      return FALSE;
  return mw_lanes_set_length (document, range.sequence, range.end - split->cut, error)
         && mw_lanes_set_length (document, split->range.sequence, split->cut, error);
}

static gboolean
split_line (MwDocument *document, Split *split, gint64 gap, GError **error)
{
  const MwId id = split->range.sequence;
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  const gint64 length = split->range.end - split->cut;
  MwNewSequence at = mw_new_sequence (document, length);
  if (!mw_time_line_room (document, record, length, gap, &at.start, error))
    return FALSE;
  split->start = at.start;
  g_autoptr (GArray) holders = mw_key_range_holders (document, &split->range),
                     others = mw_time_line_others (document, &id, 1);
  for (guint i = 0; i < holders->len; i++) {
    const MwId holder = g_array_index (holders, MwId, i);
    if ((!at.ranged || has_tangents (document, holder)) && !key_the_cut (document, holder, split, error))
      return FALSE;
  }
  const MwSequencePart part = { id, split->cut - split->range.start };
  if (at.ranged && !mw_sequence_put_parts (&at, &part, 1, error))
    return FALSE;
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++) {
    const MwId holder = g_array_index (holders, MwId, i);
    if (!mw_progress_next (document, error))
      return FALSE;
    if (!(at.ranged ? keep_first_part (document, holder, split, others, error)
                    : move_second_part (document, holder, split, error)))
      return FALSE;
  }
  mw_progress_end (document);
  MwId second = mw_duplicate_sequence (document, id, error);
  return second && mw_time_line_set (document, second, split->start, split->start + length, error)
         && mw_time_line_set (document, id, split->range.start, split->cut, error);
}

static gboolean
split_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (n != 1)
    return mw_operation_refuse (NULL, error, "only one sequence is split at a time");
  return mw_key_ranges_apply (document, ids, n, error) && mw_time_line_is_alone (document, ids[0], error);
}

static gboolean
split_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const SplitParams *p = (const SplitParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, ids[0]);
  Split split = { .looping = mw_sequence_aspect (model, record).looping };
  if (!mw_key_range_of (document, ids[0], &split.range, error))
    return FALSE;
  /* Only Warcraft III interpolates from the end of a loop to its start. */
  split.looping &= !split.range.lanes && !mw_keys_reach_outside (model);
  split.cut = split.range.start + p->time;
  if (p->time <= 0 || split.cut >= split.range.end) {
    g_autofree char *reason = g_strdup_printf ("can be split between 0 and %" G_GINT64_FORMAT " ms; found %d ms",
                                               split.range.end - split.range.start, p->time);
    return mw_operation_refuse (record, error, reason);
  }
  return split.range.lanes ? split_lanes (document, &split, error) : split_line (document, &split, p->gap, error);
}

const MwOperation mw_operation_sequence_split = {
  .id = "sequence-split",
  .label = N_ ("Split"),
  .step = N_ ("Split %s"),
  .doc = N_ (
    "Splits a sequence in two. The second part becomes a new sequence; on one time line it comes after everything "
    "else. Both parts play as before, except that rotations with tangents, and all rotations of M2, may differ "
    "slightly near the cut."),
  .aliases = "cut divide two animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &split_params,
  .required = split_required,
  .applies = split_applies,
  .from_view = split_from_view,
  .run = split_run,
};
