/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/model/m2/m2.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

#include <string.h>

const MwArray *
mw_holder_times (MwDocument *document, const MwRecord *record)
{
  const MwField *times = mw_schema_has_timed_keys (record->schema) ? mw_schema_part (record->schema, MW_PART_TIMES)
                                                                   : NULL;
  return times && mw_field_is_live (record, times, mw_document_get_format (document)) ? mw_field_at (record, times)
                                                                                      : NULL;
}

const MwRecord *
mw_holder_track (const MwRecord *holder)
{
  return holder->schema->keys == MW_KEYS_LANE && holder->owner ? holder->owner : holder;
}

/* Whether the keys of a holder follow a global sequence, and so belong to no sequence. */
static gboolean
is_global (const MwRecord *holder)
{
  const MwRecord *track = mw_holder_track (holder);
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  return clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
}

gboolean
mw_holder_has_values (MwDocument *document, MwId holder)
{
  return mw_schema_part (mw_model_find (mw_document_get_model (document), holder)->schema, MW_PART_VALUES) != NULL;
}

gboolean
mw_holder_is_stepped (const MwRecord *holder)
{
  const MwRecord *track = mw_holder_track (holder);
  const MwField *interpolation = mw_schema_part (track->schema, MW_PART_INTERPOLATION), *slot = mw_record_slot (track);
  if (!mw_schema_part (holder->schema, MW_PART_VALUES) || !interpolation)
    return TRUE;
  /* The game does not interpolate visibility in MDLX (rendering.md 1.2). */
  return *(const uint32_t *) mw_field_at (track, interpolation) == MW_INTERPOLATION_NONE
         || (slot && mw_schema_is_track (track->schema) && slot->role == MW_ROLE_VISIBILITY);
}

gboolean
mw_key_range_of (MwDocument *document, MwId sequence, MwKeyRange *range, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, sequence);
  MwSequenceAspect aspect = mw_sequence_aspect (model, record);
  if (aspect.plays != record)
    return mw_operation_refuse (record, error, "is an alias: it has no keys of its own");
  if (aspect.not_loaded)
    return mw_operation_refuse (record, error, "has its keys in a file that was not found");
  if (aspect.end < aspect.start)
    return mw_operation_refuse (record, error, "ends before it starts");
  *range = (MwKeyRange) { sequence, !aspect.on_time_line, aspect.start, aspect.end };
  return TRUE;
}

MwId
mw_holder_sequence (const MwRecord *holder)
{
  const MwField *field = mw_schema_part (holder->schema, MW_PART_SEQUENCE);
  return field ? ((const MwRef *) mw_field_at (holder, field))->id : 0;
}

void
mw_holder_limits (MwDocument *document, const MwRecord *holder, gint64 *first, gint64 *last)
{
  const MwId sequence = mw_holder_sequence (holder);
  MwKeyRange range;
  *first = holder->schema->keys == MW_KEYS_LANE ? 0 : G_MININT32;
  *last = sequence && mw_key_range_of (document, sequence, &range, NULL) ? range.end : G_MAXINT32;
}

gboolean
mw_key_ranges_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    MwKeyRange range;
    if (record->schema != mw_aspects_of (model)->sequence)
      return mw_operation_refuse (record, error, "this is not a sequence");
    if (!mw_key_range_of (document, ids[i], &range, error))
      return FALSE;
  }
  return TRUE;
}

typedef struct {
  MwDocument *document;
  const MwKeyRange *range;
  GArray *holders;
} Gathering;

static gboolean
gather_holder (MwRecord *record, gpointer data)
{
  const Gathering *g = data;
  const MwArray *times = mw_holder_times (g->document, record);
  if (!times || !times->n || is_global (record))
    return TRUE;
  gboolean lane = record->schema->keys == MW_KEYS_LANE, found = FALSE;
  if (lane != g->range->lanes)
    return TRUE;
  if (lane)
    found = mw_holder_sequence (record) == g->range->sequence;
  for (uint32_t i = 0; i < times->n && !lane && !found; i++)
    found = mw_key_range_has (g->range, ((const gint32 *) times->data)[i]);
  if (found)
    g_array_append_val (g->holders, record->id);
  return TRUE;
}

GArray *
mw_key_range_holders (MwDocument *document, const MwKeyRange *range)
{
  Gathering g = { document, range, g_array_new (FALSE, FALSE, sizeof (MwId)) };
  mw_record_foreach (&mw_document_get_model (document)->record, gather_holder, &g);
  return g.holders;
}

gboolean
mw_holders_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (!mw_schema_has_timed_keys (record->schema))
      return mw_operation_refuse (record, error, "has no keys: give a track");
  }
  return TRUE;
}

static void
add_holder (GArray *holders, GHashTable *known, MwId id)
{
  if (g_hash_table_add (known, GUINT_TO_POINTER (id)))
    g_array_append_val (holders, id);
}

GArray *
mw_holders_of (MwDocument *document, const MwId *ids, guint n)
{
  GArray *holders = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwField *lanes = mw_schema_part (record->schema, MW_PART_LANES);
    if (mw_holder_times (document, record)) {
      add_holder (holders, known, ids[i]);
      continue;
    }
    const MwList *list = lanes ? mw_record_list (record, lanes) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      add_holder (holders, known, list->items[k]->id);
  }
  return holders;
}

gboolean
mw_lanes_set_length (MwDocument *document, MwId sequence, gint64 length, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *list = mw_model_sequences (model);
  const uint32_t value = (uint32_t) length;
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *record = list->items[i];
    if (mw_sequence_aspect (model, record).plays->id == sequence
        && !mw_document_set_field (document, record->id, mw_schema_part (record->schema, MW_PART_DURATION), &value,
                                   sizeof value, error))
      return FALSE;
  }
  return TRUE;
}

/* --- New keys ------------------------------------------------------------------------------------------------------- */

static const MwPart value_parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };

gboolean
mw_track_is_loaded (MwDocument *document, const MwRecord *record, GError **error)
{
  const MwM2Sequence *missing = mw_schema_part (record->schema, MW_PART_LANES) ? mw_m2_missing_keys_of (
                                  (const MwM2 *) mw_document_get_model (document), record, NULL)
                                                                               : NULL;
  return !missing || mw_m2_refuse_not_loaded (error, record, NULL, missing);
}

gboolean
mw_holder_is_complete (const MwRecord *holder, GError **error)
{
  static const char *const names[] = { "values", "in-tangents", "out-tangents" };
  uint32_t n = ((const MwArray *) mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES)))->n;
  for (guint i = 0; i < G_N_ELEMENTS (value_parts); i++) {
    const MwField *field = mw_schema_part (holder->schema, value_parts[i]);
    const MwArray *array = field ? mw_field_at (holder, field) : NULL;
    if (!array || array->n == n || (i > 0 && array->n == 0))
      continue;
    g_autofree char *path = mw_record_path (holder);
    mw_set_error (error, MW_ERROR_REFUSED, -1, path, "has %u times but %u %s: keys cannot be added or removed", n,
                  array->n, names[i]);
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_track_stays (const MwRecord *track)
{
  return mw_record_slot (track)->type == MW_TYPE_CHILD && !mw_schema_part (track->schema, MW_PART_VALUES);
}

gboolean
mw_holder_remove (MwDocument *document, MwId holder, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder), *owner = record->owner;
  const MwField *slot = mw_record_slot (record);
  if (mw_track_stays (record))
    return mw_document_swap_keys (document, holder, (MwArray) { 0 }, (MwArray) { 0 }, (MwArray) { 0 }, (MwArray) { 0 },
                                  error);
  gboolean last = slot->type == MW_TYPE_LIST && mw_record_list (owner, slot)->n == 1
                  && !mw_notes_find (owner, MW_NOTE_LAYOUT, slot);
  return mw_document_remove (document, last ? owner->id : holder, error);
}

/* The array of values or tangents with one element for each place. */
static MwArray
rearranged (const MwArray *array, gsize size, const MwKeyPlace *places, guint n)
{
  MwArray result = mw_array_new (n, size);
  for (guint i = 0; i < n; i++)
    memcpy ((guint8 *) result.data + i * size, (const guint8 *) array->data + places[i].from * size, size);
  return result;
}

gboolean
mw_holder_rearrange (MwDocument *document, MwId holder, const MwKeyPlace *places, guint n, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwArray *times = mw_holder_times (document, record);
  MwArray arrays[G_N_ELEMENTS (value_parts)] = { { 0 } };
  if (!mw_holder_is_complete (record, error))
    return FALSE;
  if (n == 0)
    return mw_holder_remove (document, holder, error);
  for (guint i = 0; i < n; i++)
    g_assert (places[i].from < times->n);
  MwArray moved = mw_array_new (n, sizeof (gint32));
  for (guint i = 0; i < n; i++)
    ((gint32 *) moved.data)[i] = places[i].time;
  for (guint i = 0; i < G_N_ELEMENTS (value_parts); i++) {
    const MwField *field = mw_schema_part (record->schema, value_parts[i]);
    const MwArray *array = field ? mw_field_at (record, field) : NULL;
    if (array && array->n)
      arrays[i] = rearranged (array, mw_field_element_size (field), places, n);
  }
  return mw_document_swap_keys (document, holder, moved, arrays[0], arrays[1], arrays[2], error);
}

/* Whether tangents are slopes, whose sign depends on the direction of time. Those of rotations are control values
 * (mdlx.md 2.3). */
static gboolean
has_slopes (MwDocument *document, const MwRecord *holder)
{
  enum { QUATERNION = 4 };
  return mw_curve_interpolation_of (document, holder) == MW_INTERPOLATION_HERMITE
         && mw_schema_part (holder->schema, MW_PART_VALUES)->count < QUATERNION;
}

gboolean
mw_holder_swap_tangents (MwDocument *document, MwId holder, guint first, guint n, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwField *in = mw_schema_part (record->schema, MW_PART_IN_TANS),
                *out = mw_schema_part (record->schema, MW_PART_OUT_TANS);
  const MwArray *in_tans = in ? mw_field_at (record, in) : NULL, *out_tans = out ? mw_field_at (record, out) : NULL;
  if (!in_tans || !in_tans->n)
    return TRUE;
  gsize size = mw_field_element_size (in);
  g_assert (first + n <= in_tans->n && first + n <= out_tans->n);
  g_autofree guint8 *new_in = g_memdup2 ((const guint8 *) out_tans->data + first * size, n * size),
                    *new_out = g_memdup2 ((const guint8 *) in_tans->data + first * size, n * size);
  if (in->element == MW_TYPE_F32 && has_slopes (document, record))
    for (guint i = 0; i < n * in->count; i++) {
      ((float *) new_in)[i] = -((float *) new_in)[i];
      ((float *) new_out)[i] = -((float *) new_out)[i];
    }
  return mw_document_replace_span (document, holder, in, first, n, new_in, error)
         && mw_document_replace_span (document, holder, out, first, n, new_out, error);
}

GArray *
mw_holders_of_tracks (MwDocument *document, const MwId *ids, guint n)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++)
    g_array_append_val (tracks, mw_holder_track (mw_model_find (mw_document_get_model (document), ids[i]))->id);
  return mw_holders_of (document, (const MwId *) (void *) tracks->data, tracks->len);
}
