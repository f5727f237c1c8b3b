/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>

/* Operations on the time of sequences: retime, reverse, crop. */

/* The ids (MwId) without those of sequences that play the same keys as an earlier one: what is done to the keys is done once. Free with
 * g_array_unref(). */
static GArray *
distinct (MwDocument *document, const MwId *ids, guint n)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GArray) ranges = mw_time_line_ranges (document, ids, n);
  for (guint i = 0; i < ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (ranges, MwKeyRange, i);
    gboolean known = FALSE;
    for (guint k = 0; k < i && !known; k++) {
      const MwKeyRange *other = &g_array_index (ranges, MwKeyRange, k);
      known = range->sequence == other->sequence
              || (!range->lanes && range->start == other->start && range->end == other->end);
    }
    if (!known)
      g_array_append_val (chosen, range->sequence);
  }
  return chosen;
}

/* --- New times ------------------------------------------------------------------------------------------------------ */

/* A stretch of the time line that gets another length. Times before it do not change; times after it are shifted. With
 * lanes it is a whole sequence. */
typedef struct {
  MwKeyRange range;
  gint64 length; /* the new length in ms */
} Stretch;

static gint64
stretched (const Stretch *stretch, gint64 time)
{
  gint64 start = stretch->range.start, end = stretch->range.end;
  if (time <= start)
    return time;
  if (time >= end)
    return time + stretch->length - (end - start);
  return start + llround ((double) (time - start) * (double) stretch->length / (double) (end - start));
}

static gboolean
stretch_holder (MwDocument *document, MwId holder, const Stretch *stretch, GError **error)
{
  const MwArray *times = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, times->n);
  gboolean changed = FALSE;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    places[i] = (MwKeyPlace) { i, (gint32) stretched (stretch, time) };
    changed |= places[i].time != time;
  }
  return !changed || mw_holder_rearrange (document, holder, places, times->n, error);
}

static gboolean
stretch_intervals (MwDocument *document, const Stretch *stretch, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  if (stretch->range.lanes)
    return mw_lanes_set_length (document, stretch->range.sequence, stretch->length, error);
  for (uint32_t i = 0; i < sequences->n; i++) {
    MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (!mw_time_line_set (document, sequences->items[i]->id, stretched (stretch, aspect.start),
                           stretched (stretch, aspect.end), error))
      return FALSE;
  }
  return TRUE;
}

/* Everything from the start of the stretch on moves; with lanes only the sequence's own keys do. */
static gboolean
stretch_all (MwDocument *document, const Stretch *stretch, GError **error)
{
  MwKeyRange range = stretch->range;
  if (!range.lanes)
    range.end = G_MAXINT32;
  g_autoptr (GArray) holders = mw_key_range_holders (document, &range);
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++)
    if (!mw_progress_next (document, error)
        || !stretch_holder (document, g_array_index (holders, MwId, i), stretch, error))
      return FALSE;
  mw_progress_end (document);
  return stretch_intervals (document, stretch, error);
}

/* --- Retime --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float factor;
  uint32_t length;
  uint8_t speed;
} RetimeParams;

static const MwField retime_fields[] = {
  MW_FIELD_F32 (
    RetimeParams, factor, "factor", .unit = MW_UNIT_FACTOR, .def = 1, .min = 0.001, .max = 1000, .label = N_ ("Factor"),
    .doc = N_ ("What the length is multiplied by: 2 plays at half the speed. Ignored if a length is given.")),
  MW_FIELD_U32 (RetimeParams, length, "length", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Length"),
                .doc = N_ ("The new length in milliseconds; 0: use the factor.")),
  MW_FIELD_U8 (RetimeParams, speed, "move_speed", .role = MW_ROLE_SWITCH, .def = 1, .label = N_ ("Adapt move speed"),
               .doc = N_ ("1: adapts the move speed too, so that the feet do not start to slide.")),
};
static const MwSchema retime_params = { .name = "sequence-retime",
                                        .label = N_ ("Retime"),
                                        .size = sizeof (RetimeParams),
                                        .fields = retime_fields,
                                        .n_fields = G_N_ELEMENTS (retime_fields) };

static gboolean
adapt_speed (MwDocument *document, MwId sequence, double factor, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), sequence);
  const MwField *field = mw_schema_part (record->schema, MW_PART_MOVE_SPEED);
  float speed = (float) ((double) *(const float *) mw_field_at (record, field) / factor);
  return mw_document_set_field (document, sequence, field, &speed, sizeof speed, error);
}

static gboolean
retime (MwDocument *document, MwId sequence, const RetimeParams *params, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), sequence);
  Stretch stretch;
  if (!mw_key_range_of (document, sequence, &stretch.range, error))
    return FALSE;
  gint64 length = stretch.range.end - stretch.range.start;
  if (length == 0)
    return mw_operation_refuse (record, error, "has no length that could be changed");
  stretch.length = params->length ? params->length : llround ((double) length * (double) params->factor);
  gint64 last = stretch.range.lanes ? stretch.range.end : mw_time_line_end (document);
  if (last + stretch.length - length > G_MAXINT32)
    return mw_operation_refuse (record, error, "would end later than the last time that can be stored (2147483647 ms)");
  if (stretch.length < 1)
    return mw_operation_refuse (record, error, "would become shorter than a millisecond");
  return stretch_all (document, &stretch, error)
         && (!params->speed || adapt_speed (document, sequence, (double) stretch.length / (double) length, error));
}

static gboolean
retime_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) sequences = distinct (document, ids, n);
  mw_progress_begin (document, sequences->len);
  for (guint i = 0; i < sequences->len; i++)
    if (!mw_progress_next (document, error)
        || !retime (document, g_array_index (sequences, MwId, i), (const RetimeParams *) params, error))
      return FALSE;
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_sequence_retime = {
  .id = "sequence-retime",
  .label = N_ ("Retime"),
  .step = N_ ("Retime %s"),
  .doc = N_ (
    "Makes sequences longer or shorter, with their keys and events. In a model with one time line, everything after "
    "the sequence is shifted."),
  .aliases = "speed slow faster stretch scale length duration animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &retime_params,
  .applies = mw_key_ranges_apply,
  .run = retime_run,
};

/* --- Reverse -------------------------------------------------------------------------------------------------------- */

/* A value that holds until the next key begins, played backwards, where it ended before. */
static gint32
reversed_time (const MwKeyRange *range, const gint32 *times, const guint *inside, guint n, guint k, gboolean stepped)
{
  gint64 sum = range->start + range->end;
  if (!stepped)
    return (gint32) (sum - times[inside[k]]);
  return k + 1 < n ? (gint32) (sum - times[inside[k + 1]]) : (gint32) range->start;
}

static gboolean
reverse_holder (MwDocument *document, MwId holder, const MwKeyRange *range, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwArray *array = mw_holder_times (document, record);
  const gint32 *times = array->data;
  gboolean stepped = mw_schema_part (record->schema, MW_PART_VALUES) && mw_holder_is_stepped (record);
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, array->n);
  g_autofree guint *inside = g_new (guint, array->n);
  guint n = 0, first = 0;
  for (guint i = 0; i < array->n; i++) {
    places[i] = (MwKeyPlace) { i, times[i] };
    if (mw_key_range_has (range, times[i]))
      inside[n++] = i;
  }
  first = inside[0];
  for (guint k = 0; k < n; k++) {
    guint from = n - 1 - k;
    places[inside[k]] = (MwKeyPlace) { inside[from], reversed_time (range, times, inside, n, from, stepped) };
  }
  gboolean together = inside[n - 1] - first + 1 == n;
  if (!together)
    return mw_operation_refuse (record, error, "has keys that are not in the order of their times");
  return mw_holder_rearrange (document, holder, places, array->n, error)
         && mw_holder_swap_tangents (document, holder, first, n, error);
}

static gboolean
reverse_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) sequences = distinct (document, ids, n);
  mw_progress_begin (document, sequences->len);
  for (guint i = 0; i < sequences->len; i++) {
    MwKeyRange range;
    if (!mw_progress_next (document, error)
        || !mw_key_range_of (document, g_array_index (sequences, MwId, i), &range, error))
      return FALSE;
    g_autoptr (GArray) holders = mw_key_range_holders (document, &range);
    mw_progress_begin (document, holders->len);
    for (guint k = 0; k < holders->len; k++)
      if (!mw_progress_next (document, error)
          || !reverse_holder (document, g_array_index (holders, MwId, k), &range, error))
        return FALSE;
    mw_progress_end (document);
  }
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_sequence_reverse = {
  .id = "sequence-reverse",
  .label = N_ ("Reverse"),
  .step = N_ ("Reverse %s"),
  .doc = N_ ("Plays sequences backwards: the keys and events of each are mirrored in time."),
  .aliases = "backwards mirror invert animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .applies = mw_key_ranges_apply,
  .run = reverse_run,
};

/* --- Crop ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t start, end;
} CropParams;

static const MwField crop_fields[] = {
  MW_FIELD_I32 (CropParams, start, "start", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("From"),
                .doc = N_ ("The first millisecond to keep, counted from the start of the sequence.")),
  MW_FIELD_I32 (CropParams, end, "end", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("To"),
                .doc = N_ ("The last millisecond to keep, counted from the start of the sequence.")),
};
static const MwSchema crop_params = { .name = "sequence-crop",
                                      .label = N_ ("Crop"),
                                      .size = sizeof (CropParams),
                                      .fields = crop_fields,
                                      .n_fields = G_N_ELEMENTS (crop_fields) };
static const char *const crop_required[] = { "start", "end", NULL };

static gboolean
crop_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (n != 1)
    return mw_operation_refuse (NULL, error, "only one sequence is cropped at a time");
  return mw_key_ranges_apply (document, ids, n, error);
}

static void
crop_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  MwKeyRange range;
  if (mw_key_range_of (document, ids[0], &range, NULL))
    ((CropParams *) params)->end = (int32_t) (range.end - range.start);
}

/* Adds keys at the new ends, so that what is kept plays as before. */
static gboolean
key_the_ends (MwDocument *document, MwId holder, const MwKeyRange *range, const MwKeyRange *kept, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwArray *times = mw_holder_times (document, record);
  gboolean before = FALSE, after = FALSE;
  if (!mw_schema_part (record->schema, MW_PART_VALUES))
    return TRUE;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    before |= mw_key_range_has (range, time) && time < kept->start;
    after |= mw_key_range_has (range, time) && time > kept->end;
  }
  return (!before || mw_key_add (document, holder, (gint32) kept->start, error))
         && (!after || mw_key_add (document, holder, (gint32) kept->end, error));
}

/* Keys outside the kept part go, except those that other sequences play: in M2 these reach to the nearest keys outside their
 * intervals. */
static gboolean
crop_on_line (MwDocument *document, MwId holder, const MwKeyRange *range, const MwKeyRange *kept, const GArray *others,
              GError **error)
{
  MwKeyRange before = *range, after = *range;
  before.end = kept->start - 1;
  after.start = kept->end + 1;
  g_autoptr (GArray) doomed = g_array_new (FALSE, FALSE, sizeof (MwKeyRange));
  g_array_append_val (doomed, before);
  g_array_append_val (doomed, after);
  return mw_time_line_drop_from (document, holder, doomed, others, error);
}

static gboolean
crop_lane (MwDocument *document, MwId holder, const MwKeyRange *kept, GError **error)
{
  const MwArray *times = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, times->n);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (time >= kept->start && time <= kept->end)
      places[n++] = (MwKeyPlace) { i, (gint32) (time - kept->start) };
  }
  return mw_holder_rearrange (document, holder, places, n, error);
}

static gboolean
crop_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CropParams *p = (const CropParams *) params;
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  MwKeyRange range, kept;
  if (!mw_key_range_of (document, ids[0], &range, error))
    return FALSE;
  kept = range;
  kept.start = range.start + p->start;
  kept.end = range.start + p->end;
  if (p->start < 0 || kept.end > range.end || p->end <= p->start) {
    g_autofree char *reason = g_strdup_printf ("can be cropped to a part of 0 to %" G_GINT64_FORMAT
                                               " ms; found %d to %d ms",
                                               range.end - range.start, p->start, p->end);
    return mw_operation_refuse (record, error, reason);
  }
  g_autoptr (GArray) holders = mw_key_range_holders (document, &range), others = mw_time_line_others (document, ids, 1);
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++) {
    const MwId holder = g_array_index (holders, MwId, i);
    if (!mw_progress_next (document, error) || !key_the_ends (document, holder, &range, &kept, error)
        || !(range.lanes ? crop_lane (document, holder, &kept, error)
                         : crop_on_line (document, holder, &range, &kept, others, error)))
      return FALSE;
  }
  mw_progress_end (document);
  if (range.lanes)
    return mw_lanes_set_length (document, ids[0], kept.end - kept.start, error);
  return mw_time_line_set (document, ids[0], kept.start, kept.end, error);
}

const MwOperation mw_operation_sequence_crop = {
  .id = "sequence-crop",
  .label = N_ ("Crop"),
  .step = N_ ("Crop %s"),
  .doc = N_ (
    "Keeps a part of a sequence. Keys outside the part are removed unless another sequence plays them. Keys are "
    "added at the new ends, so that the part plays as before."),
  .aliases = "trim cut shorten animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &crop_params,
  .required = crop_required,
  .preset = crop_preset,
  .applies = crop_applies,
  .run = crop_run,
};
