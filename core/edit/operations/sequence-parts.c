/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/duplicate.h"
#include "core/edit/operations/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/time-line.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* One sequence becomes two, and two become one, on models with one time line. M2 before 264 is left out: there values are
 * interpolated across the ends of a sequence, up to the next key of another one. */

/* Refuses a sequence whose interval meets that of another one: keys added at its ends would belong to both. */
static gboolean
is_alone (MwDocument *document, MwId sequence, const GArray *others, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, sequence);
  MwKeyRange range;
  if (!mw_key_range_of (document, sequence, &range, error))
    return FALSE;
  for (guint i = 0; i < others->len; i++) {
    const MwKeyRange *other = &g_array_index (others, MwKeyRange, i);
    if (other->start > range.end || other->end < range.start)
      continue;
    g_autofree char *path = mw_record_path (mw_model_find (model, other->sequence)),
                    *reason = g_strdup_printf ("shares times with %s: pack the sequences first, so that each has an "
                                               "interval of its own",
                                               path);
    return mw_operation_refuse (record, error, reason);
  }
  return TRUE;
}

static gboolean
has_values (MwDocument *document, MwId holder)
{
  return mw_schema_part (mw_model_find (mw_document_get_model (document), holder)->schema, MW_PART_VALUES) != NULL;
}

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
                .doc = N_ ("Milliseconds between the last time in use and the interval of the second part.")),
};
static const MwSchema split_params = { .name = "sequence-split",
                                       .label = N_ ("Split"),
                                       .size = sizeof (SplitParams),
                                       .fields = split_fields,
                                       .n_fields = G_N_ELEMENTS (split_fields) };
static const char *const split_required[] = { "time", NULL };

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
  if (!has_values (document, holder))
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
  gint64 last = has_values (document, holder) ? split->cut : split->cut - 1;
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

static gboolean
split_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (n != 1)
    return mw_operation_refuse (NULL, error, "only one sequence is split at a time");
  if (!mw_time_line_has (document, ids, n, error))
    return FALSE;
  g_autoptr (GArray) others = mw_time_line_others (document, ids, n);
  return is_alone (document, ids[0], others, error);
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
  split.cut = split.range.start + p->time;
  if (p->time <= 0 || split.cut >= split.range.end) {
    g_autofree char *reason = g_strdup_printf ("can be split between 0 and %" G_GINT64_FORMAT " ms; found %d ms",
                                               split.range.end - split.range.start, p->time);
    return mw_operation_refuse (record, error, reason);
  }
  gint64 length = split.range.end - split.cut;
  if (!mw_time_line_room (document, record, length, p->gap, &split.start, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_key_range_holders (document, &split.range);
  for (guint i = 0; i < holders->len; i++)
    if (!key_the_cut (document, g_array_index (holders, MwId, i), &split, error)
        || !move_second_part (document, g_array_index (holders, MwId, i), &split, error))
      return FALSE;
  MwId second = mw_duplicate_sequence (document, ids[0], error);
  return second && mw_time_line_set (document, second, split.start, split.start + length, error)
         && mw_time_line_set (document, ids[0], split.range.start, split.cut, error);
}

const MwOperation mw_operation_sequence_split = {
  .id = "sequence-split",
  .label = N_ ("Split"),
  .step = N_ ("Split %s"),
  .doc = N_ (
    "Divides a sequence at a time. The part after it becomes a new sequence after everything on the time line, "
    "and both play as before. Only rotations with tangents may differ slightly near the cut."),
  .aliases = "cut divide two animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &split_params,
  .required = split_required,
  .applies = split_applies,
  .run = split_run,
};

/* --- Join ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint32_t gap;
} JoinParams;

static const MwField join_fields[] = {
  MW_FIELD_U32 (JoinParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last time in use and the new interval.")),
};
static const MwSchema join_params = { .name = "sequence-join",
                                      .label = N_ ("Join"),
                                      .size = sizeof (JoinParams),
                                      .fields = join_fields,
                                      .n_fields = G_N_ELEMENTS (join_fields) };

/* Keys at both ends of both sequences in every track that has keys in one of them, so that the last key of the first and
 * the first key of the second are not interpolated with each other. */
static gboolean
key_the_ends (MwDocument *document, const MwKeyRange ranges[2], GError **error)
{
  g_autoptr (GArray) first = mw_key_range_holders (document, &ranges[0]),
                     second = mw_key_range_holders (document, &ranges[1]);
  g_array_append_vals (first, second->data, second->len);
  for (guint i = 0; i < first->len; i++) {
    MwId holder = g_array_index (first, MwId, i);
    for (guint k = 0; has_values (document, holder) && k < 2; k++)
      if (!mw_key_add (document, holder, (gint32) ranges[k].start, error)
          || !mw_key_add (document, holder, (gint32) ranges[k].end, error))
        return FALSE;
  }
  return TRUE;
}

static gboolean
is_blank (const MwBounds *bounds)
{
  static const MwBounds blank;
  return memcmp (bounds, &blank, sizeof blank) == 0;
}

/* Makes the bounds of a record large enough for another record of the same kind. Bounds of zeros state nothing. */
static gboolean
widen (MwDocument *document, const MwRecord *record, const MwBounds *own, const MwBounds *other, const MwField *radius,
       const MwField *min, const MwField *max, GError **error)
{
  MwBounds wide = is_blank (own) ? *other : *own;
  for (guint i = 0; i < 3 && !is_blank (other); i++) {
    wide.min[i] = MIN (wide.min[i], other->min[i]);
    wide.max[i] = MAX (wide.max[i], other->max[i]);
  }
  wide.radius = MAX (wide.radius, other->radius);
  return mw_document_set_field (document, record->id, radius, &wide.radius, sizeof wide.radius, error)
         && mw_document_set_field (document, record->id, min, wide.min, sizeof wide.min, error)
         && mw_document_set_field (document, record->id, max, wide.max, sizeof wide.max, error);
}
#define WIDEN(document, Struct, one, other, error)                                                                     \
  widen (document, &(one)->record, &(one)->bounds, &(other)->bounds, MW_FIELD (Struct, bounds.radius),                 \
         MW_FIELD (Struct, bounds.min), MW_FIELD (Struct, bounds.max), error)

static const MwMdlxGeosetExtent *
extent_of (const MwMdlxGeoset *geoset, MwId sequence)
{
  for (uint32_t i = 0; i < geoset->extents.n; i++)
    if (((const MwMdlxGeosetExtent *) geoset->extents.items[i])->sequence.id == sequence)
      return (const MwMdlxGeosetExtent *) geoset->extents.items[i];
  return NULL;
}

static gboolean
widen_all (MwDocument *document, MwId first, MwId second, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const MwMdlxSequence *a = (const MwMdlxSequence *) mw_model_find (&model->model, first),
                       *b = (const MwMdlxSequence *) mw_model_find (&model->model, second);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwMdlxGeosetExtent *own = extent_of (geoset, first), *other = extent_of (geoset, second);
    if (own && other && !WIDEN (document, MwMdlxGeosetExtent, own, other, error))
      return FALSE;
  }
  return WIDEN (document, MwMdlxSequence, a, b, error);
}

static gboolean
join_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (n != 2 || ids[0] == ids[1])
    return mw_operation_refuse (NULL, error, "two sequences are joined: name the first, then the one that follows it");
  if (!mw_time_line_has (document, ids, n, error))
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GArray) others = mw_time_line_others (document, &ids[i], 1);
    if (!is_alone (document, ids[i], others, error))
      return FALSE;
  }
  return TRUE;
}

/* The second begins a millisecond after the first has ended, because each of them has values of its own at its ends. */
static gboolean
join_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  MwKeyRange ranges[2];
  gint64 start;
  if (!mw_key_range_of (document, ids[0], &ranges[0], error) || !mw_key_range_of (document, ids[1], &ranges[1], error))
    return FALSE;
  gint64 first = ranges[0].end - ranges[0].start, length = first + 1 + ranges[1].end - ranges[1].start;
  g_autoptr (GArray) doomed = mw_time_line_ranges (document, ids, 2), others = mw_time_line_others (document, ids, 2);
  return mw_time_line_room (document, record, length, ((const JoinParams *) params)->gap, &start, error)
         && key_the_ends (document, ranges, error)
         && mw_time_line_copy (document, &ranges[0], start - ranges[0].start, error)
         && mw_time_line_copy (document, &ranges[1], start + first + 1 - ranges[1].start, error)
         && mw_time_line_drop (document, doomed, others, error)
         && mw_time_line_set (document, ids[0], start, start + length, error)
         && widen_all (document, ids[0], ids[1], error) && mw_document_remove (document, ids[1], error);
}

const MwOperation mw_operation_sequence_join = {
  .id = "sequence-join",
  .label = N_ ("Join"),
  .step = N_ ("Join %s"),
  .doc = N_ (
    "Appends a second sequence to the first, in a new interval after everything on the time line. The first then "
    "plays both, and the second is deleted."),
  .aliases = "merge append combine concatenate animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &join_params,
  .applies = join_applies,
  .run = join_run,
};
