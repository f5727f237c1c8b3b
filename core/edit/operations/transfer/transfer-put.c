/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/track.h"

#include <string.h>

enum { MOST_BYTES = 16 };

gboolean
mw_track_is_shared (const MwModel *model, const MwRecord *track)
{
  return mw_track_follows_global (track)
         || (model->record.schema == &mw_m2_schema && mw_m2_has_lanes ((const MwM2 *) model)
             && ((const MwM2Track *) track)->spread == MW_M2_SPREAD_ALL);
}

static gboolean
is_bone_track (const MwField *slot)
{
  return slot->role == MW_ROLE_POSITION || slot->role == MW_ROLE_ROTATION || slot->role == MW_ROLE_SCALE;
}

/* A new track of M2 would show its default in all other sequences. */
gboolean
mw_track_takes_keys (MwDocument *document, const MwRecord *record, const MwField *slot)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *track = *(MwRecord *const *) mw_field_at (record, slot);
  if (!mw_field_is_live (record, slot, mw_document_get_format (document)))
    return FALSE;
  if (track)
    return !mw_track_is_shared (model, track);
  return model->record.schema != &mw_m2_schema || (mw_transfer_is_bone (model, record) && is_bone_track (slot));
}

gboolean
mw_track_stores_tangents (const MwModel *model, const MwField *slot, uint32_t interpolation)
{
  return mw_schema_part (slot->schema, MW_PART_IN_TANS)
         && (model->record.schema == &mw_m2_schema || mw_interpolation_has_tangents (interpolation));
}

gboolean
mw_keys_reach_outside (const MwModel *model)
{
  return model->record.schema == &mw_m2_schema && !mw_m2_has_lanes ((const MwM2 *) model);
}

/* Puts another record in the place of a track. Takes it. */
static gboolean
replace_track (MwDocument *document, const MwRecord *track, MwRecord *with, GError **error)
{
  const MwField *slot = mw_record_slot (track);
  const MwId owner = track->owner->id;
  if (mw_document_remove (document, track->id, error))
    return mw_document_insert (document, owner, slot, 0, with, error);
  mw_record_free (with);
  return FALSE;
}

gboolean
mw_track_keep_lane (MwDocument *document, const MwRecord *lane, MwRef sequence, MwRef clock, GError **error)
{
  const MwRecord *track = lane->owner;
  const uint32_t kept = mw_record_index (lane);
  const MwField *field = mw_schema_part (track->schema, MW_PART_LANES);
  MwM2Track *made = (MwM2Track *) mw_record_copy (track, FALSE);
  mw_record_forget_ids (&made->record);
  for (uint32_t i = made->lanes.n; i-- > 0;)
    if (i != kept)
      mw_record_free (mw_list_take (NULL, &made->record, field, i));
  ((MwM2Lane *) made->lanes.items[0])->sequence = sequence;
  made->spread = mw_ref_is_none (sequence) ? MW_M2_SPREAD_ALL : MW_M2_SPREAD_SEQUENCES;
  made->global_sequence = clock;
  return replace_track (document, track, &made->record, error);
}

gboolean
mw_track_spread_out (MwDocument *document, const MwRecord *track, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *field = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *sequences = &((const MwM2 *) model)->sequences;
  g_autoptr (MwRecord) spread = mw_record_copy (track, FALSE);
  const MwList *lanes = mw_record_list (spread, field);
  MwM2Lane *last = lanes->n ? (MwM2Lane *) lanes->items[0] : NULL;
  gboolean first = TRUE;
  for (uint32_t i = 0; last && i < sequences->n; i++) {
    if (mw_sequence_aspect (model, sequences->items[i]).is_alias)
      continue;
    if (!first) {
      last = (MwM2Lane *) mw_record_copy (&last->record, FALSE);
      mw_list_append (NULL, spread, field, &last->record);
    }
    last->sequence = (MwRef) { sequences->items[i]->id, 0 };
    first = FALSE;
  }
  ((MwM2Track *) spread)->spread = MW_M2_SPREAD_SEQUENCES;
  return replace_track (document, track, g_steal_pointer (&spread), error);
}

static gboolean
is_emission (const MwField *slot)
{
  return slot == MW_FIELD (MwMdlxParticleEmitter, emission_rate_track)
         || slot == MW_FIELD (MwMdlxParticleEmitter2, emission_rate_track)
         || slot == MW_FIELD (MwMdlxPopcornEmitter, emission_rate_track)
         || slot == MW_FIELD (MwM2Particle, emission_rate_track);
}

gboolean
mw_track_opens (const MwRecord *track)
{
  const MwField *slot = mw_record_slot (track);
  return mw_schema_part (track->schema, MW_PART_VALUES)
         && (slot->role == MW_ROLE_VISIBILITY || slot->role == MW_ROLE_ALPHA || slot->role == MW_ROLE_COLOUR
             || track->schema == &mw_track_texture_schema || is_emission (slot));
}

/* --- Values that the keys of other sequences need -------------------------------------------------------------------- */

/* What the slot shows without a track, as a key's value; returns whether that is also what a track without keys in a sequence
 * shows. */
static gboolean
still_value (const MwRecord *owner, const MwField *slot, guint8 *value)
{
  const MwField *still = mw_schema_static_of (owner->schema, slot),
                *values = mw_schema_part (slot->schema, MW_PART_VALUES);
  const float one = mw_schema_is_one_without_keys (slot), neutral[4] = { one, one, one, values->count == 4 ? 1 : one };
  gsize size = mw_field_element_size (values);
  memset (value, 0, MOST_BYTES);
  if (values->element == MW_TYPE_F32)
    memcpy (value, neutral, size);
  if (!still || still->type != values->element || mw_field_storage_size (still) != size)
    return TRUE;
  gboolean same = still->type == MW_TYPE_F32 && memcmp (value, mw_field_at (owner, still), size) == 0;
  memcpy (value, mw_field_at (owner, still), size);
  return same;
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  gint32 x = *(const gint32 *) a, y = *(const gint32 *) b;
  return x < y ? -1 : x > y;
}

/* Times at which a new track states what the other sequences showed without it. */
static GArray *
other_times (const MwNewSequence *at, gboolean neutral)
{
  const MwModel *model = mw_document_get_model (at->document);
  const MwList *sequences = mw_model_sequences (model);
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint32));
  if (at->ranged) {
    gint32 ends[] = { 0, (gint32) at->line_end };
    g_array_append_vals (times, ends, at->line_end > 0 ? 2 : 1);
    return times;
  }
  for (uint32_t i = 0; !neutral && i < sequences->n; i++) {
    MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    gint32 start = (gint32) aspect.start;
    if (sequences->items[i]->id != at->sequence && aspect.end >= aspect.start)
      g_array_append_val (times, start);
  }
  g_array_sort (times, by_time);
  for (guint i = times->len; i-- > 1;)
    if (g_array_index (times, gint32, i) == g_array_index (times, gint32, i - 1))
      g_array_remove_index (times, i);
  return times;
}

/* --- Keys in place --------------------------------------------------------------------------------------------------- */

/* In M2 before 264 the keys of a sequence reach from its start to its end, so that no other key has an effect on it. */
static void
frame (MwKeySet *keys, gint64 length)
{
  gsize size = mw_field_element_size (keys->values);
  guint8 value[MOST_BYTES];
  while (keys->times->len > 1 && g_array_index (keys->times, gint32, keys->times->len - 1) > length) {
    g_array_set_size (keys->times, keys->times->len - 1);
    GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
    for (guint i = 0; i < G_N_ELEMENTS (all); i++)
      if (all[i]->len)
        g_byte_array_set_size (all[i], (guint) (keys->times->len * size));
  }
  memcpy (value, keys->value->data, size);
  if (g_array_index (keys->times, gint32, 0) > 0)
    mw_key_set_add (keys, 0, 0, value);
  guint n = keys->times->len;
  memcpy (value, keys->value->data + (n - 1) * size, size);
  if (g_array_index (keys->times, gint32, n - 1) < length)
    mw_key_set_add (keys, n, (gint32) length, value);
}

static MwArray
joined (const MwArray *old, const void *bytes, guint n, gsize size)
{
  MwArray array = mw_array_new ((old ? old->n : 0) + n, size);
  gsize before = (old ? old->n : 0) * size;
  if (before)
    memcpy (array.data, old->data, before);
  if (n)
    memcpy ((guint8 *) array.data + before, bytes, n * size);
  return array;
}

/* Keys on the time line as arrays; `record` has those that come before them. */
static gboolean
append_to (const MwNewSequence *at, const MwRecord *record, const MwKeySet *keys, MwArray out[4])
{
  static const MwPart parts[] = { MW_PART_TIMES, MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const GByteArray *bytes[] = { NULL, keys->value, keys->in_tan, keys->out_tan };
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < keys->times->len; i++) {
    gint32 time = (gint32) (at->start + g_array_index (keys->times, gint32, i));
    g_array_append_val (times, time);
  }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (record->schema, parts[i]);
    out[i] = (MwArray) { 0 };
    if (!field || (i > 1 && !bytes[i]->len))
      continue;
    out[i] = joined (mw_field_at (record, field), i ? bytes[i]->data : (guint8 *) times->data, keys->times->len,
                     mw_field_element_size (field));
  }
  return TRUE;
}

/* Before its first key after the last one, a track of M2 before 264 gets a key that holds what was shown there. */
static void
hold_before (const MwNewSequence *at, const MwRecord *track, MwKeySet *keys)
{
  const MwField *values = keys->values;
  const MwArray *times = mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)),
                *array = mw_field_at (track, values);
  gsize size = mw_field_element_size (values);
  if (!times->n || array->n < times->n)
    return;
  const gint32 last = ((const gint32 *) times->data)[times->n - 1];
  const guint8 *value = (const guint8 *) array->data + (times->n - 1) * size;
  if (last < at->line_end)
    mw_key_set_add (keys, 0, (gint32) (at->line_end - at->start), value);
  /* The out-tangent of the last key has no effect beyond one millisecond. */
  if (keys->in_tan->len && last + 1 < at->line_end)
    mw_key_set_add (keys, 0, (gint32) (last + 1 - at->start), value);
}

/* Whether a track of M2 before 264 with one key, which counts in all sequences, shows just these keys. */
static gboolean
shows_anyway (const MwRecord *track, const MwKeySet *keys)
{
  const MwArray *values = mw_field_at (track, keys->values);
  const gsize size = mw_field_element_size (keys->values);
  for (guint i = 0; i < keys->times->len && values->n == 1; i++)
    if (memcmp (values->data, keys->value->data + i * size, size) != 0)
      return FALSE;
  return values->n == 1;
}

static gboolean
put_on_line (const MwNewSequence *at, MwId owner, const MwField *slot, MwKeySet *keys, GError **error)
{
  const MwModel *model = mw_document_get_model (at->document);
  const MwRecord *holder = mw_model_find (model, owner);
  MwRecord *track = *(MwRecord *const *) mw_field_at (holder, slot);
  MwArray arrays[4];
  if (keys->values && at->ranged)
    frame (keys, at->length);
  if (track) {
    if (!mw_holder_is_complete (track, error))
      return FALSE;
    if (keys->values && at->ranged && shows_anyway (track, keys))
      return TRUE;
    if (keys->values && at->ranged)
      hold_before (at, track, keys);
    append_to (at, track, keys, arrays);
    return mw_document_swap_keys (at->document, track->id, arrays[0], arrays[1], arrays[2], arrays[3], error);
  }
  track = mw_record_new (slot->schema);
  const MwField *interpolation = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  if (keys->values) {
    guint8 value[MOST_BYTES];
    g_autoptr (GArray) others = other_times (at, still_value (holder, slot, value));
    for (guint i = 0; i < others->len; i++)
      mw_key_set_add (keys, i, (gint32) (g_array_index (others, gint32, i) - at->start), value);
    *(uint32_t *) mw_field_at (track, interpolation) = mw_interpolation_stored (model, keys->interpolation);
  }
  append_to (at, track, keys, arrays);
  static const MwPart parts[] = { MW_PART_TIMES, MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (track->schema, parts[i]);
    if (field && arrays[i].n)
      *(MwArray *) mw_field_at (track, field) = arrays[i];
    else
      mw_array_clear (&arrays[i]);
  }
  return mw_document_insert (at->document, owner, slot, 0, track, error);
}

static gboolean
put_in_lane (const MwNewSequence *at, MwId owner, const MwField *slot, MwKeySet *keys, GError **error)
{
  const MwModel *model = mw_document_get_model (at->document);
  MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  if (!track) {
    MwM2Track *made = (MwM2Track *) mw_record_new (slot->schema);
    made->interpolation = mw_interpolation_stored (model, keys->interpolation);
    made->spread = MW_M2_SPREAD_SEQUENCES;
    if (!mw_document_insert (at->document, owner, slot, 0, &made->record, error))
      return FALSE;
    track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  }
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes->schema);
  gsize size = keys->values ? mw_field_element_size (keys->values) : 0;
  lane->sequence = (MwRef) { at->sequence, 0 };
  lane->times = mw_array_copy (keys->times->data, keys->times->len, sizeof (gint32));
  if (keys->values)
    lane->values = mw_array_copy (keys->value->data, keys->times->len, size);
  if (keys->values && keys->in_tan->len) {
    lane->in_tans = mw_array_copy (keys->in_tan->data, keys->times->len, size);
    lane->out_tans = mw_array_copy (keys->out_tan->data, keys->times->len, size);
  }
  return mw_document_insert (at->document, track->id, lanes, mw_record_list (track, lanes)->n, &lane->record, error);
}

gboolean
mw_put_keys (const MwNewSequence *at, MwId owner, const MwField *slot, MwKeySet *keys, GError **error)
{
  return (at->lanes ? put_in_lane : put_on_line) (at, owner, slot, keys, error);
}
