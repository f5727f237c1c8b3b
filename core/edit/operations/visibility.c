/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequence-names.h"
#include "core/edit/operations/timed-keys.h"
#include "core/edit/operations/transfer-put.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

#include <string.h>

/* Which elements are shown in which sequences. */

enum { STATE_SHOWN, STATE_HIDDEN, STATE_FADE_IN, STATE_FADE_OUT };
enum { MOST_BYTES = 16 };

typedef struct {
  MwRecord record;
  char *sequences;
  uint8_t state;
  uint32_t fade;
} VisibilityParams;

MW_NAMES (state_names, FALSE, { STATE_SHOWN, "shown", N_ ("Shown") }, { STATE_HIDDEN, "hidden", N_ ("Hidden") },
          { STATE_FADE_IN, "fade_in", N_ ("Fades in") }, { STATE_FADE_OUT, "fade_out", N_ ("Fades out") });
static const MwField visibility_fields[] = {
  MW_FIELD_TEXT (
    VisibilityParams, sequences, 4096, "sequences", .label = N_ ("Sequences"),
    .doc = N_ (
      "Their names or numbers, separated by semicolons; * and ? match any characters. Without any, it is set in all "
      "sequences.")),
  MW_FIELD_U8 (
    VisibilityParams, state, "state", .names = &state_names, .label = N_ ("State"),
    .doc = N_ ("What is seen in these sequences. Only alpha can fade: that of geosets, their animations, and layers.")),
  MW_FIELD_U32 (
    VisibilityParams, fade, "fade", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 500, .min = 1, .max = 1000000,
    .label = N_ ("Fade"),
    .doc = N_ ("How long it takes to fade in from the start, or to fade out until the end, in milliseconds.")),
};
static const MwSchema visibility_params = { .name = "visibility-set",
                                            .label = N_ ("Set Visibility"),
                                            .size = sizeof (VisibilityParams),
                                            .fields = visibility_fields,
                                            .n_fields = G_N_ELEMENTS (visibility_fields) };
static const char *const visibility_required[] = { "state", NULL };

typedef struct {
  MwDocument *document;
  const VisibilityParams *params;
  GArray *ranges; /* MwKeyRange: the chosen sequences */
  GArray *others; /* MwKeyRange: all other sequences, with keys of their own */
  GError **error;
} Setting;

/* --- Which sequences ------------------------------------------------------------------------------------------------- */

/* Aliases play what another sequence shows: they are passed over when all sequences are meant, and refused by name. */
static gboolean
find_ranges (Setting *s)
{
  const MwModel *model = mw_document_get_model (s->document);
  const MwList *all = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_SEQUENCES));
  const gboolean every = !*mw_text (s->params->sequences);
  g_autoptr (GPtrArray) chosen = mw_sequences_named (model, s->params->sequences, "this model", s->error);
  if (!chosen)
    return FALSE;
  for (uint32_t i = 0; i < all->n; i++) {
    gboolean is_chosen = g_ptr_array_find (chosen, all->items[i], NULL);
    MwKeyRange range;
    if (mw_key_range_of (s->document, all->items[i]->id, &range, is_chosen && !every ? s->error : NULL))
      g_array_append_val (is_chosen ? s->ranges : s->others, range);
    else if (is_chosen && !every)
      return FALSE;
  }
  return s->ranges->len
         || mw_operation_nothing (s->error, "nothing to do: the model has no sequences with keys of their own");
}

/* Keys that two sequences play cannot be set for only one of them. */
static gboolean
check_overlap (Setting *s)
{
  for (guint i = 0; i < s->ranges->len; i++)
    for (guint k = 0; k < s->others->len; k++) {
      const MwKeyRange *range = &g_array_index (s->ranges, MwKeyRange, i),
                       *other = &g_array_index (s->others, MwKeyRange, k);
      if (range->lanes || range->end < other->start || other->end < range->start)
        continue;
      const MwModel *model = mw_document_get_model (s->document);
      g_autofree char *path = mw_record_path (mw_model_find (model, other->sequence));
      g_autofree char *reason = g_strdup_printf ("shares times with %s, which was not chosen", path);
      return mw_operation_refuse (mw_model_find (model, range->sequence), s->error, reason);
    }
  return TRUE;
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

static void
put_number (const MwField *values, double number, guint8 *out)
{
  memset (out, 0, MOST_BYTES);
  if (values->element == MW_TYPE_F32) {
    float value = (float) number;
    memcpy (out, &value, sizeof value);
  } else {
    out[0] = (guint8) number;
  }
}

/* Adds a key in the order of time; one at that time is replaced. */
static void
add_key (MwKeySet *keys, gint64 time, double number)
{
  guint8 value[MOST_BYTES];
  guint at = 0;
  put_number (keys->values, number, value);
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

/* The keys of one chosen sequence. A loop shows its first key after its last, so both ends have one where something fades. */
static void
add_state (const Setting *s, MwKeySet *keys, gint64 start, gint64 end, double shown)
{
  const gint64 fade = MIN ((gint64) s->params->fade, end - start);
  const guint state = s->params->state;
  add_key (keys, start, state == STATE_HIDDEN || state == STATE_FADE_IN ? 0 : shown);
  if (state == STATE_FADE_IN) {
    add_key (keys, start + fade, shown);
    add_key (keys, end, shown);
  } else if (state == STATE_FADE_OUT) {
    add_key (keys, end - fade, shown);
    add_key (keys, end, 0);
  }
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
kept_keys (const Setting *s, const MwRecord *track, const MwField *values)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  MwKeySet *keys = key_set_new (values);
  GByteArray *const bytes[] = { keys->value, keys->in_tan, keys->out_tan };
  const MwArray *times = track ? mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)) : NULL;
  const gsize size = mw_field_element_size (values);
  for (guint i = 0; times && i < times->n; i++) {
    const gint32 time = ((const gint32 *) times->data)[i];
    gboolean inside = FALSE;
    for (guint k = 0; k < s->ranges->len && !inside; k++)
      inside = mw_key_range_has (&g_array_index (s->ranges, MwKeyRange, k), time);
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

/* --- On the time line ------------------------------------------------------------------------------------------------ */

/* Keys at the starts of other sequences that show there what they showed before. */
static void
keep_others (const Setting *s, const MwRecord *track, MwKeySet *keys, double still)
{
  const MwModel *model = mw_document_get_model (s->document);
  const gboolean outside = mw_keys_reach_outside (model);
  for (guint i = 0; i < s->others->len; i++) {
    const MwKeyRange *other = &g_array_index (s->others, MwKeyRange, i);
    guint8 value[MOST_BYTES] = { 0 };
    float number;
    gboolean there = FALSE;
    for (guint k = 0; k < keys->times->len; k++)
      there |= g_array_index (keys->times, gint32, k) == other->start;
    if (there || (!outside && (track || still == 1)))
      continue;
    if (!track || !mw_track_sample (model, track, other->sequence, 0, value)) {
      add_key (keys, other->start, still);
      continue;
    }
    memcpy (&number, value, sizeof number);
    add_key (keys, other->start, keys->values->element == MW_TYPE_F32 ? (double) number : value[0]);
  }
}

static MwArray
array_of (const GByteArray *bytes, gsize size)
{
  return bytes->len ? mw_array_copy (bytes->data, (guint) (bytes->len / size), size) : (MwArray) { 0 };
}

static gboolean
put_on_line (Setting *s, MwId owner, const MwField *slot, double shown, double still)
{
  const MwModel *model = mw_document_get_model (s->document);
  MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  const MwField *values = mw_schema_part (slot->schema, MW_PART_VALUES);
  const gsize size = mw_field_element_size (values);
  if (track && !mw_holder_is_complete (track, s->error))
    return FALSE;
  g_autoptr (MwKeySet) keys = kept_keys (s, track, values);
  keep_others (s, track, keys, still);
  for (guint i = 0; i < s->ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (s->ranges, MwKeyRange, i);
    add_state (s, keys, range->start, range->end, shown);
  }
  MwArray times = mw_array_copy (keys->times->data, keys->times->len, sizeof (gint32));
  if (track)
    return mw_document_swap_keys (s->document, track->id, times, array_of (keys->value, size),
                                  array_of (keys->in_tan, size), array_of (keys->out_tan, size), s->error);
  track = mw_record_new (slot->schema);
  uint32_t smooth = slot->role == MW_ROLE_VISIBILITY ? MW_INTERPOLATION_NONE : MW_INTERPOLATION_LINEAR;
  *(uint32_t *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_INTERPOLATION)) = mw_interpolation_stored (
    model, smooth);
  *(MwArray *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)) = times;
  *(MwArray *) mw_field_at (track, values) = array_of (keys->value, size);
  return mw_document_insert (s->document, owner, slot, 0, track, s->error);
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
put_in_lanes (Setting *s, MwId owner, const MwField *slot)
{
  const MwModel *model = mw_document_get_model (s->document);
  for (guint i = 0; i < s->ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (s->ranges, MwKeyRange, i);
    const MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot),
                   *lane = track ? lane_of (track, range->sequence) : NULL;
    const MwField *lanes = mw_schema_part (slot->schema, MW_PART_LANES),
                  *values = mw_schema_part (lanes->schema, MW_PART_VALUES);
    g_autoptr (MwKeySet) keys = key_set_new (values);
    add_state (s, keys, 0, range->end, 1);
    const MwNewSequence at = { .document = s->document, .sequence = range->sequence, .lanes = TRUE };
    gboolean ok = lane ? mw_document_swap_keys (
                    s->document, lane->id, mw_array_copy (keys->times->data, keys->times->len, sizeof (gint32)),
                    array_of (keys->value, mw_field_element_size (values)), (MwArray) { 0 }, (MwArray) { 0 }, s->error)
                       : mw_put_keys (&at, owner, slot, keys, s->error);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

/* --- One element ----------------------------------------------------------------------------------------------------- */

static gboolean
set_element (Setting *s, MwId element)
{
  const MwModel *model = mw_document_get_model (s->document);
  const gboolean fades = s->params->state == STATE_FADE_IN || s->params->state == STATE_FADE_OUT;
  MwId owner;
  const MwField *slot = mw_new_elements (s->document)->shown_by (s->document, element, &owner, s->error);
  if (!slot)
    return FALSE;
  const MwRecord *holder = mw_model_find (model, owner), *track = *(MwRecord *const *) mw_field_at (holder, slot);
  const MwField *clock = mw_schema_part (slot->schema, MW_PART_CLOCK),
                *still_field = mw_schema_static_of (holder->schema, slot);
  if (fades && slot->role != MW_ROLE_ALPHA)
    return mw_operation_refuse (holder, s->error, "cannot fade: it is either shown or hidden");
  if (track && clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock)))
    return mw_operation_refuse (track, s->error,
                                "follows a global sequence; track-release-global gives it keys in sequences");
  if (track && fades && mw_track_interpolation (model, track) != MW_INTERPOLATION_LINEAR)
    return mw_operation_refuse (
      track, s->error, "is not interpolated linearly, so nothing can fade; track-set-interpolation changes that");
  if (track && mw_track_is_shared (model, track) && !mw_track_spread_out (s->document, track, s->error))
    return FALSE;
  const double still = still_field ? (double) *(const float *) mw_field_at (holder, still_field) : 1;
  return g_array_index (s->ranges, MwKeyRange, 0).lanes
           ? put_in_lanes (s, owner, slot)
           : put_on_line (s, owner, slot, track || still <= 0 ? 1 : still, still);
}

static gboolean
visibility_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (MwKeyRange)),
                     others = g_array_new (FALSE, FALSE, sizeof (MwKeyRange));
  Setting s = { document, (const VisibilityParams *) params, ranges, others, error };
  if (!find_ranges (&s) || !check_overlap (&s))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!set_element (&s, ids[i]))
      return FALSE;
  return TRUE;
}

static gboolean
visibility_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!mw_new_elements (document)->shown_by (document, ids[i], NULL, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_visibility_set = {
  .id = "visibility-set",
  .label = N_ ("Set Visibility"),
  .step = N_ ("Set the visibility of %s"),
  .doc = N_ (
    "Shows, hides or fades geosets, layers, emitters, ribbons, lights and attachments in sequences. What they show in other "
    "sequences stays; all their keys in these sequences are replaced."),
  .aliases = "show hide fade visible invisible alpha geoset animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &visibility_params,
  .required = visibility_required,
  .applies = visibility_applies,
  .run = visibility_run,
};
