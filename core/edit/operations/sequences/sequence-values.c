/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/sequence-values.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

#include <string.h>

enum { MOST_BYTES = MW_VALUE_MOST_NUMBERS * sizeof (float) };

/* --- Which sequences ------------------------------------------------------------------------------------------------- */

static gboolean
find_ranges (MwSequenceChoice *c, const char *names, GError **error)
{
  const MwModel *model = mw_document_get_model (c->document);
  const MwList *all = mw_model_sequences (model);
  g_autoptr (GPtrArray) chosen = mw_sequences_named (model, names, "this model", error);
  if (!chosen)
    return FALSE;
  for (uint32_t i = 0; i < all->n; i++) {
    gboolean is_chosen = g_ptr_array_find (chosen, all->items[i], NULL);
    MwKeyRange range;
    if (mw_key_range_of (c->document, all->items[i]->id, &range, is_chosen && !c->every ? error : NULL))
      g_array_append_val (is_chosen ? c->ranges : c->others, range);
    else if (is_chosen && !c->every)
      return FALSE;
  }
  return c->ranges->len
         || mw_operation_nothing (error, "nothing to do: the model has no sequences with keys of their own");
}

/* Keys that two sequences play cannot be set for only one of them. */
static gboolean
check_overlap (const MwSequenceChoice *c, GError **error)
{
  for (guint i = 0; i < c->ranges->len; i++)
    for (guint k = 0; k < c->others->len; k++) {
      const MwKeyRange *range = &g_array_index (c->ranges, MwKeyRange, i),
                       *other = &g_array_index (c->others, MwKeyRange, k);
      if (range->lanes || range->end < other->start || other->end < range->start)
        continue;
      const MwModel *model = mw_document_get_model (c->document);
      g_autofree char *path = mw_record_path (mw_model_find (model, other->sequence));
      g_autofree char *reason = g_strdup_printf ("shares times with %s, which was not chosen", path);
      return mw_operation_refuse (mw_model_find (model, range->sequence), error, reason);
    }
  return TRUE;
}

gboolean
mw_sequence_choice_open (MwSequenceChoice *choice, MwDocument *document, const char *names, GError **error)
{
  *choice = (MwSequenceChoice) { document, !*names, g_array_new (FALSE, FALSE, sizeof (MwKeyRange)),
                                 g_array_new (FALSE, FALSE, sizeof (MwKeyRange)) };
  return find_ranges (choice, names, error) && check_overlap (choice, error);
}

void
mw_sequence_choice_clear (MwSequenceChoice *choice)
{
  g_clear_pointer (&choice->ranges, g_array_unref);
  g_clear_pointer (&choice->others, g_array_unref);
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

struct _MwValueKeys {
  MwKeySet *keys;
  gint64 start; /* of the sequence, on the time line or 0 */
};

static void
put_numbers (const MwField *values, const double *numbers, guint8 *out)
{
  memset (out, 0, MOST_BYTES);
  for (guint i = 0; i < MIN (MAX (values->count, 1), MW_VALUE_MOST_NUMBERS); i++)
    if (values->element == MW_TYPE_F32)
      ((float *) (gpointer) out)[i] = (float) numbers[i];
    else
      out[i] = (guint8) numbers[i];
}

/* Adds a key in the order of time; one at that time is replaced. */
static void
add_key (MwKeySet *keys, gint64 time, const guint8 *value)
{
  guint at = 0;
  while (at < keys->times->len && g_array_index (keys->times, gint32, at) < time)
    at++;
  if (at < keys->times->len && g_array_index (keys->times, gint32, at) == time) {
    gsize size = mw_field_element_size (keys->values);
    GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
    for (guint i = 0; i < G_N_ELEMENTS (all); i++)
      if (all[i]->len)
        memcpy (all[i]->data + at * size, value, size);
    return;
  }
  mw_key_set_add (keys, at, (gint32) time, value);
}

void
mw_value_keys_add (MwValueKeys *keys, gint64 time, const double *numbers)
{
  _Alignas(float) guint8 value[MOST_BYTES];
  put_numbers (keys->keys->values, numbers, value);
  add_key (keys->keys, keys->start + time, value);
}

static MwKeySet *
key_set_new (const MwField *values)
{
  const guint8 none[MOST_BYTES] = { 0 };
  MwKeySet *keys = mw_key_set_single (values, none);
  g_array_set_size (keys->times, 0);
  g_byte_array_set_size (keys->value, 0);
  return keys;
}

/* The keys of a track, without those in the chosen sequences. */
static MwKeySet *
kept_keys (const MwSequenceChoice *c, const MwRecord *track, const MwField *values)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  MwKeySet *keys = key_set_new (values);
  GByteArray *const bytes[] = { keys->value, keys->in_tan, keys->out_tan };
  const MwArray *times = track ? mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)) : NULL;
  const gsize size = mw_field_element_size (values);
  for (guint i = 0; times && i < times->n; i++) {
    const gint32 time = ((const gint32 *) times->data)[i];
    gboolean inside = FALSE;
    for (guint k = 0; k < c->ranges->len && !inside; k++)
      inside = mw_key_range_has (&g_array_index (c->ranges, MwKeyRange, k), time);
    if (inside)
      continue;
    g_array_append_val (keys->times, time);
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++) {
      const MwField *field = mw_schema_part (track->schema, parts[k]);
      const MwArray *array = field ? mw_field_at (track, field) : NULL;
      if (array && array->n == times->n)
        g_byte_array_append (bytes[k], (const guint8 *) array->data + i * size, (guint) size);
    }
  }
  return keys;
}

static MwArray
array_of (const GByteArray *bytes, gsize size)
{
  return bytes->len ? mw_array_copy (bytes->data, (guint) (bytes->len / size), size) : (MwArray) { 0 };
}

/* --- On the time line ------------------------------------------------------------------------------------------------ */

static gboolean
has_time (const MwKeySet *keys, gint64 time)
{
  for (guint i = 0; i < keys->times->len; i++)
    if (g_array_index (keys->times, gint32, i) == time)
      return TRUE;
  return FALSE;
}

/* A key at a time of a sequence that shows there what the track showed before. */
static void
keep_at (const MwSequenceChoice *c, const MwRecord *track, MwKeySet *keys, const MwKeyRange *range, gint64 time,
         const double *still)
{
  _Alignas(float) guint8 value[MOST_BYTES] = { 0 };
  if (has_time (keys, range->start + time))
    return;
  if (!track || !mw_track_sample (mw_document_get_model (c->document), track, range->sequence, time, value))
    put_numbers (keys->values, still, value);
  add_key (keys, range->start + time, value);
}

/* Keys with which other sequences show what they showed before: at their starts, and at their ends where values change evenly on to the
 * next key outside. */
static void
keep_others (const MwSequenceChoice *c, const MwRecord *track, MwKeySet *keys, gboolean even, const double *still)
{
  const gboolean outside = mw_keys_reach_outside (mw_document_get_model (c->document));
  gboolean neutral = TRUE;
  for (guint i = 0; i < MAX (keys->values->count, 1); i++)
    neutral &= still[i] == 1;
  for (guint i = 0; i < c->others->len; i++) {
    const MwKeyRange *other = &g_array_index (c->others, MwKeyRange, i);
    if (!outside && (track || neutral))
      continue;
    keep_at (c, track, keys, other, 0, still);
    if (outside && even)
      keep_at (c, track, keys, other, other->end - other->start, still);
  }
}

/* Where values change evenly on to the next key outside, the last one in the range holds until its end. */
static void
hold_to_end (MwKeySet *keys, const MwKeyRange *range)
{
  const gsize size = mw_field_element_size (keys->values);
  _Alignas(float) guint8 value[MOST_BYTES] = { 0 };
  guint last = keys->times->len;
  while (last && g_array_index (keys->times, gint32, last - 1) > range->end)
    last--;
  if (!last || g_array_index (keys->times, gint32, last - 1) == range->end)
    return;
  memcpy (value, keys->value->data + (last - 1) * size, size);
  add_key (keys, range->end, value);
}

typedef struct {
  MwId owner;
  const MwField *slot;
  MwRecord *track; /* or NULL */
  const double *still;
  MwValueFunc func;
  gconstpointer data;
} Setting;

static gboolean
put_on_line (const MwSequenceChoice *c, Setting *s, GError **error)
{
  const MwModel *model = mw_document_get_model (c->document);
  const MwField *values = mw_schema_part (s->slot->schema, MW_PART_VALUES);
  const gsize size = mw_field_element_size (values);
  const uint32_t smooth = s->slot->role == MW_ROLE_VISIBILITY ? MW_INTERPOLATION_NONE : MW_INTERPOLATION_LINEAR;
  const gboolean even = (s->track ? mw_track_interpolation (model, s->track) : smooth) != MW_INTERPOLATION_NONE;
  if (s->track && !mw_holder_is_complete (s->track, error))
    return FALSE;
  g_autoptr (MwKeySet) keys = kept_keys (c, s->track, values);
  keep_others (c, s->track, keys, even, s->still);
  for (guint i = 0; i < c->ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (c->ranges, MwKeyRange, i);
    MwValueKeys made = { keys, range->start };
    s->func (&made, range->end - range->start, s->data);
    if (even && mw_keys_reach_outside (model))
      hold_to_end (keys, range);
  }
  MwArray times = mw_array_copy (keys->times->data, keys->times->len, sizeof (gint32));
  if (s->track)
    return mw_document_swap_keys (c->document, s->track->id, times, array_of (keys->value, size),
                                  array_of (keys->in_tan, size), array_of (keys->out_tan, size), error);
  MwRecord *track = mw_record_new (s->slot->schema);
  *(uint32_t *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_INTERPOLATION)) = mw_interpolation_stored (
    model, smooth);
  *(MwArray *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)) = times;
  *(MwArray *) mw_field_at (track, values) = array_of (keys->value, size);
  return mw_document_insert (c->document, s->owner, s->slot, 0, track, error);
}

/* --- In lanes -------------------------------------------------------------------------------------------------------- */

static const MwRecord *
lane_of (const MwRecord *track, MwId sequence)
{
  const MwList *lanes = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  for (uint32_t i = 0; i < lanes->n; i++) {
    const MwRef *of = mw_field_at (lanes->items[i], mw_schema_part (lanes->items[i]->schema, MW_PART_SEQUENCE));
    if (of->id == sequence)
      return lanes->items[i];
  }
  return NULL;
}

static gboolean
put_in_lanes (const MwSequenceChoice *c, const Setting *s, GError **error)
{
  const MwModel *model = mw_document_get_model (c->document);
  for (guint i = 0; i < c->ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (c->ranges, MwKeyRange, i);
    const MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, s->owner), s->slot),
                   *lane = track ? lane_of (track, range->sequence) : NULL;
    const MwField *lanes = mw_schema_part (s->slot->schema, MW_PART_LANES),
                  *values = mw_schema_part (lanes->schema, MW_PART_VALUES);
    g_autoptr (MwKeySet) keys = key_set_new (values);
    MwValueKeys made = { keys, 0 };
    s->func (&made, range->end, s->data);
    const MwNewSequence at = { .document = c->document, .sequence = range->sequence, .lanes = TRUE };
    gboolean ok = lane ? mw_document_swap_keys (
                    c->document, lane->id, mw_array_copy (keys->times->data, keys->times->len, sizeof (gint32)),
                    array_of (keys->value, mw_field_element_size (values)), (MwArray) { 0 }, (MwArray) { 0 }, error)
                       : mw_put_keys (&at, s->owner, s->slot, keys, error);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

gboolean
mw_sequence_values_may_set (const MwRecord *track, GError **error)
{
  return !mw_track_follows_global (track)
         || mw_operation_refuse (track, error,
                                 "follows a global sequence; track-release-global gives it keys in sequences");
}

/* Whether no part of a track has two keys, so that its interpolation does not matter. */
static gboolean
is_single (MwDocument *document, const MwRecord *track)
{
  g_autoptr (GArray) holders = mw_holders_of (document, &track->id, 1);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    if (mw_holder_times (document, holder)->n > 1)
      return FALSE;
  }
  return TRUE;
}

/* Whether values of a track can change evenly, which those of a track with single keys can be made to. */
static gboolean
make_even (MwDocument *document, const MwRecord *track, GError **error)
{
  if (mw_track_interpolation (mw_document_get_model (document), track) == MW_INTERPOLATION_LINEAR)
    return TRUE;
  if (is_single (document, track))
    return mw_curve_set_interpolation (document, track->id, MW_INTERPOLATION_LINEAR, error);
  return mw_operation_refuse (
    track, error, "is not interpolated linearly, so nothing can fade; track-set-interpolation changes that");
}

/* The track in a slot, which does not follow a global sequence and has a lane for each sequence. NULL without an error: there is none. */
static MwRecord *
own_track (const MwSequenceChoice *c, MwId owner, const MwField *slot, GError **error)
{
  const MwModel *model = mw_document_get_model (c->document);
  MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  if (!track)
    return NULL;
  if (!mw_sequence_values_may_set (track, error)
      || (mw_track_is_shared (model, track) && !mw_track_spread_out (c->document, track, error)))
    return NULL;
  return *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
}

gboolean
mw_sequence_values_set (const MwSequenceChoice *choice, MwId owner, const MwField *slot, gboolean ramps,
                        const double *still, MwValueFunc func, gconstpointer data, GError **error)
{
  g_autoptr (GError) refused = NULL;
  MwRecord *track = own_track (choice, owner, slot, &refused);
  if (refused) {
    g_propagate_error (error, g_steal_pointer (&refused));
    return FALSE;
  }
  if (track && ramps && !make_even (choice->document, track, error))
    return FALSE;
  Setting s = { owner, slot, track, still, func, data };
  return g_array_index (choice->ranges, MwKeyRange, 0).lanes ? put_in_lanes (choice, &s, error)
                                                             : put_on_line (choice, &s, error);
}

/* --- No keys --------------------------------------------------------------------------------------------------------- */

static gboolean
clear_line (const MwSequenceChoice *c, const MwRecord *track, GError **error)
{
  const MwField *values = mw_schema_part (track->schema, MW_PART_VALUES);
  g_autoptr (MwKeySet) kept = kept_keys (c, track, values);
  if (mw_keys_reach_outside (mw_document_get_model (c->document)))
    return mw_operation_refuse (track, error,
                                "cannot be without keys in a sequence, which then plays the keys beside it");
  return mw_holder_is_complete (track, error)
         && (kept->times->len || mw_track_keep_neutral (c->document, track->id, error))
         && mw_time_line_drop_from (c->document, track->id, c->ranges, c->others, error);
}

gboolean
mw_sequence_values_clear (const MwSequenceChoice *choice, MwId owner, const MwField *slot, GError **error)
{
  g_autoptr (GError) refused = NULL;
  MwRecord *track = own_track (choice, owner, slot, &refused);
  if (refused) {
    g_propagate_error (error, g_steal_pointer (&refused));
    return FALSE;
  }
  if (track && !g_array_index (choice->ranges, MwKeyRange, 0).lanes)
    return clear_line (choice, track, error);
  for (guint i = 0; track && i < choice->ranges->len; i++) {
    const MwRecord *lane = lane_of (track, g_array_index (choice->ranges, MwKeyRange, i).sequence);
    if (lane && !mw_holder_remove (choice->document, lane->id, error))
      return FALSE;
    track = *(MwRecord *const *) mw_field_at (mw_model_find (mw_document_get_model (choice->document), owner), slot);
  }
  return TRUE;
}
