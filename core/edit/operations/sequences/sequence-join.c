/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Two sequences become one. Where sequences have lanes, the keys of the second are appended in the lanes of the first. On one time
 * line both are copied to an interval after everything. */

/* --- What a joined sequence needs ------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  uint32_t gap;
} JoinParams;

static const MwField join_fields[] = {
  MW_FIELD_U32 (JoinParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last used time and the new interval.")),
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
    for (guint k = 0; mw_holder_has_values (document, holder) && k < 2; k++)
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

/* Makes the bounds of a record, which are in its struct, large enough for those of another one. Bounds of zeros state nothing. */
static gboolean
widen (MwDocument *document, const MwRecord *record, const MwBounds *own, const MwBounds *other, GError **error)
{
  MwBounds wide = is_blank (own) ? *other : *own;
  for (guint i = 0; i < 3 && !is_blank (other); i++) {
    wide.min[i] = MIN (wide.min[i], other->min[i]);
    wide.max[i] = MAX (wide.max[i], other->max[i]);
  }
  wide.radius = MAX (wide.radius, other->radius);
  const struct {
    size_t member;
    const float *values;
    gsize size;
  } parts[] = { { offsetof (MwBounds, radius), &wide.radius, sizeof wide.radius },
                { offsetof (MwBounds, min), wide.min, sizeof wide.min },
                { offsetof (MwBounds, max), wide.max, sizeof wide.max } };
  const size_t at = (size_t) ((const char *) own - (const char *) record);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!mw_document_set_field (document, record->id, mw_schema_member (record->schema, at + parts[i].member),
                                parts[i].values, parts[i].size, error))
      return FALSE;
  return TRUE;
}

static gboolean
widen_all (MwDocument *document, MwId first, MwId second, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *a = mw_model_find (model, first), *b = mw_model_find (model, second);
  const MwAspects *aspects = mw_aspects_of (model);
  const MwMdlx *mdlx = (const MwMdlx *) model;
  for (uint32_t i = 0; aspects->extent && i < mdlx->geosets.n; i++) {
    const MwRecord *own = aspects->extent (mdlx->geosets.items[i], first),
                   *other = aspects->extent (mdlx->geosets.items[i], second);
    if (own && other
        && !widen (document, own, &((const MwMdlxGeosetExtent *) own)->bounds,
                   &((const MwMdlxGeosetExtent *) other)->bounds, error))
      return FALSE;
  }
  return widen (document, a, mw_sequence_aspect (model, a).bounds, mw_sequence_aspect (model, b).bounds, error);
}

/* --- Join lanes ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  const MwKeyRange *ranges; /* of both sequences */
  GArray *tracks;           /* MwId: tracks with a lane for one of them */
} Lanes;

/* The lane of a track for a sequence, or NULL. */
static const MwRecord *
lane_of (const MwRecord *track, MwId sequence)
{
  const MwList *lanes = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  for (uint32_t i = 0; i < lanes->n; i++) {
    const MwRecord *lane = lanes->items[i];
    if (((const MwRef *) mw_field_at (lane, mw_schema_part (lane->schema, MW_PART_SEQUENCE)))->id == sequence)
      return lane;
  }
  return NULL;
}

static void
gather_tracks (const Lanes *l)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint k = 0; k < 2; k++) {
    g_autoptr (GArray) holders = mw_key_range_holders (l->document, &l->ranges[k]);
    for (guint i = 0; i < holders->len; i++) {
      const MwId track =
        mw_holder_track (mw_model_find (mw_document_get_model (l->document), g_array_index (holders, MwId, i)))->id;
      if (g_hash_table_add (known, GUINT_TO_POINTER (track)))
        g_array_append_val (l->tracks, track);
    }
  }
}

/* Adds a lane without keys for a sequence. Returns its id; 0 and an error on failure. */
static MwId
add_lane (MwDocument *document, MwId track, MwId sequence, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), track);
  const MwField *lanes = mw_schema_part (record->schema, MW_PART_LANES);
  MwRecord *lane = mw_record_new (lanes->schema);
  *(MwRef *) mw_field_at (lane, mw_schema_part (lane->schema, MW_PART_SEQUENCE)) = (MwRef) { sequence, 0 };
  if (!mw_document_insert (document, track, lanes, mw_record_list (record, lanes)->n, lane, error))
    return 0;
  return lane_of (mw_model_find (mw_document_get_model (document), track), sequence)->id;
}

/* The lane of a track for one of both sequences, with keys at the times at which it meets the other one. Without keys it shows the
 * neutral value, which then needs keys at both ends. */
static MwId
closed_lane (const Lanes *l, MwId track, guint k, GError **error)
{
  const MwRecord *lane = lane_of (mw_model_find (mw_document_get_model (l->document), track), l->ranges[k].sequence);
  const gboolean empty = !lane || !mw_holder_times (l->document, lane)->n;
  const MwId id = lane ? lane->id : add_lane (l->document, track, l->ranges[k].sequence, error);
  if (!id || !mw_holder_has_values (l->document, id))
    return id;
  return ((k == 0 && !empty) || mw_key_add (l->document, id, 0, error))
             && ((k == 1 && !empty) || mw_key_add (l->document, id, (gint32) l->ranges[k].end, error))
           ? id
           : 0;
}

/* Appends the keys of the lane `from` to those of the lane `to`, later by `offset`. Keys after the ends are left out. */
static gboolean
append_lane (const Lanes *l, MwId to, MwId from, gint64 offset, GError **error)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwModel *model = mw_document_get_model (l->document);
  const MwRecord *lanes[] = { mw_model_find (model, to), mw_model_find (model, from) };
  const MwArray *times[] = { mw_holder_times (l->document, lanes[0]), mw_holder_times (l->document, lanes[1]) };
  if (!mw_holder_is_complete (lanes[0], error) || !mw_holder_is_complete (lanes[1], error))
    return FALSE;
  MwArray joined[4] = { mw_array_new (times[0]->n + times[1]->n, sizeof (gint32)) };
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    const MwField *field = mw_schema_part (lanes[0]->schema, parts[p]);
    const MwArray *array = field ? mw_field_at (lanes[times[0]->n ? 0 : 1], field) : NULL;
    if (array && array->n)
      joined[p + 1] = mw_array_new (times[0]->n + times[1]->n, mw_field_element_size (field));
  }
  uint32_t n = 0;
  for (guint k = 0; k < 2; k++)
    for (uint32_t i = 0; i < times[k]->n; i++) {
      const gint32 time = ((const gint32 *) times[k]->data)[i];
      if (time > l->ranges[k].end)
        continue;
      ((gint32 *) joined[0].data)[n] = (gint32) (time + (k ? offset : 0));
      for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
        const MwField *field = mw_schema_part (lanes[k]->schema, parts[p]);
        const gsize size = field ? mw_field_element_size (field) : 0;
        if (joined[p + 1].n)
          memcpy ((guint8 *) joined[p + 1].data + n * size,
                  (const guint8 *) ((const MwArray *) mw_field_at (lanes[k], field))->data + i * size, size);
      }
      n++;
    }
  for (guint p = 0; p < G_N_ELEMENTS (joined); p++)
    if (joined[p].n)
      joined[p].n = n;
  return mw_document_swap_keys (l->document, to, joined[0], joined[1], joined[2], joined[3], error);
}

static gboolean
join_lanes (MwDocument *document, const MwKeyRange ranges[2], GError **error)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  const Lanes l = { document, ranges, tracks };
  const gint64 offset = ranges[0].end + 1;
  if (offset + ranges[1].end > G_MAXINT32)
    return mw_operation_refuse (mw_model_find (mw_document_get_model (document), ranges[0].sequence), error,
                                "would end later than the last time that can be stored (2147483647 ms)");
  gather_tracks (&l);
  for (guint i = 0; i < tracks->len; i++) {
    const MwId track = g_array_index (tracks, MwId, i), to = closed_lane (&l, track, 0, error),
               from = to ? closed_lane (&l, track, 1, error) : 0;
    if (!from || !append_lane (&l, to, from, offset, error))
      return FALSE;
  }
  return mw_lanes_set_length (document, ranges[0].sequence, offset + ranges[1].end, error);
}

/* --- Join on one time line ------------------------------------------------------------------------------------------ */

/* The second begins a millisecond after the first has ended, because each of them has values of its own at its ends. */
static gboolean
join_line (MwDocument *document, const MwId ids[2], const MwKeyRange ranges[2], gint64 gap, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  const gint64 first = ranges[0].end - ranges[0].start, second = ranges[1].end - ranges[1].start,
               length = first + 1 + second;
  MwNewSequence at = mw_new_sequence (document, length);
  at.sequence = ids[0];
  const MwSequencePart parts[] = { { ids[0], 0 }, { ids[1], 0 } };
  g_autoptr (GArray) doomed = mw_time_line_ranges (document, ids, 2), others = mw_time_line_others (document, ids, 2);
  if (!mw_time_line_room (document, record, length, gap, &at.start, error))
    return FALSE;
  const gboolean copied = at.ranged ? mw_sequence_put_parts (&at, parts, 2, error)
                                    : key_the_ends (document, ranges, error)
                                        && mw_time_line_copy (document, &ranges[0], at.start - ranges[0].start, error)
                                        && mw_time_line_copy (document, &ranges[1],
                                                              at.start + first + 1 - ranges[1].start, error);
  return copied && mw_time_line_drop (document, doomed, others, error)
         && mw_time_line_set (document, ids[0], at.start, at.start + length, error);
}

/* --- Join ----------------------------------------------------------------------------------------------------------- */

static gboolean
join_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (n != 2 || ids[0] == ids[1])
    return mw_operation_refuse (NULL, error,
                                "exactly two sequences are joined: give the first, then the one that "
                                "follows it");
  return mw_key_ranges_apply (document, ids, n, error) && mw_time_line_is_alone (document, ids[0], error)
         && mw_time_line_is_alone (document, ids[1], error);
}

static gboolean
join_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  MwKeyRange ranges[2];
  return mw_key_range_of (document, ids[0], &ranges[0], error) && mw_key_range_of (document, ids[1], &ranges[1], error)
         && (ranges[0].lanes ? join_lanes (document, ranges, error)
                             : join_line (document, ids, ranges, ((const JoinParams *) params)->gap, error))
         && widen_all (document, ids[0], ids[1], error) && mw_document_remove (document, ids[1], error);
}

const MwOperation mw_operation_sequence_join = {
  .id = "sequence-join",
  .label = N_ ("Join"),
  .step = N_ ("Join %s"),
  .doc = N_ (
    "Appends a second sequence to the first and deletes the second. The first then plays both; on one time line it "
    "gets a new interval after everything else."),
  .aliases = "merge append combine concatenate animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &join_params,
  .applies = join_applies,
  .run = join_run,
};
