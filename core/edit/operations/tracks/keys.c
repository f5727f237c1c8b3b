/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/tracks/keys.h"
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/aspects.h"
#include "core/pose/interpolate.h"
#include "core/pose/keys.h"

#include <string.h>

enum { MOST_COMPONENTS = 4, QUATERNION = 4 };

/* The keys of a track or lane, the same for every kind of track. */
typedef struct {
  const MwModel *model;
  MwRecord *record;
  MwTrackKeys played;          /* as the pose plays them */
  const MwField *values_field; /* NULL for events */
  const MwArray *times, *values, *in_tans, *out_tans;
  gboolean tangents; /* each key has tangents */
  gsize size;        /* of a value, in bytes */
  guint n_floats;    /* components of a value that is interpolated; 0: it is not */
  gboolean quaternion;
  uint32_t interpolation; /* MwInterpolation */
} Keys;

/* --- Access to keys ------------------------------------------------------------------------------------------------- */

static const MwField *
times_field (const MwRecord *record)
{
  return mw_schema_has_timed_keys (record->schema) ? mw_schema_part (record->schema, MW_PART_TIMES) : NULL;
}

/* The game does not interpolate visibility (rendering.md 1.2). M2 stores it in bytes. */
static gboolean
is_visibility (const MwRecord *track)
{
  const MwField *slot = mw_record_slot (track);
  return slot && mw_schema_is_track (track->schema) && slot->role == MW_ROLE_VISIBILITY;
}

static void
keys_open (Keys *keys, MwDocument *document, MwRecord *record)
{
  const MwRecord *track = mw_holder_track (record);
  const MwModel *model = mw_document_get_model (document);
  const MwField *values = mw_schema_part (record->schema, MW_PART_VALUES);
  *keys = (Keys) { .model = model, .record = record, .values_field = values };
  mw_track_keys_open (&keys->played, model, record, 0);
  keys->times = mw_field_at (record, times_field (record));
  keys->values = keys->played.values.values;
  keys->in_tans = keys->played.values.in_tans;
  keys->out_tans = keys->played.values.out_tans;
  if (!values)
    return;
  /* M2 tracks that can have tangents always have them. Without tangents they are interpolated linearly. */
  keys->tangents = mw_schema_part (record->schema, MW_PART_IN_TANS)
                   && (keys->played.m2 || mw_interpolation_has_tangents (keys->played.interpolation))
                   && keys->in_tans->n == keys->times->n && keys->out_tans->n == keys->times->n;
  keys->interpolation = keys->played.interpolation;
  if (keys->played.m2 && !keys->tangents && keys->interpolation != MW_INTERPOLATION_NONE)
    keys->interpolation = MW_INTERPOLATION_LINEAR;
  keys->size = mw_field_element_size (values);
  keys->n_floats = values->element == MW_TYPE_F32 && values->count <= MOST_COMPONENTS ? values->count : 0;
  keys->quaternion = keys->n_floats == QUATERNION;
  if (is_visibility (track))
    keys->interpolation = MW_INTERPOLATION_NONE;
}

static gint32
time_at (const Keys *keys, guint index)
{
  return ((const gint32 *) keys->times->data)[index];
}

gint
mw_key_find (const MwRecord *track, gint32 time)
{
  const MwField *field = times_field (track);
  const MwArray *times = field ? mw_field_at (track, field) : NULL;
  for (uint32_t i = 0; times && i < times->n; i++)
    if (((const gint32 *) times->data)[i] == time)
      return (gint) i;
  return -1;
}

/* The time within the loop of a global sequence. The loop shows its end as its start, but curves run up to the end,
 * so a key exactly at the end is kept. */
static gint32
time_in_loop (const Keys *keys, gint32 time)
{
  gint64 loop = keys->played.loop;
  if (!loop || (time >= 0 && time <= loop))
    return time;
  return (gint32) MIN ((time % loop + loop) % loop, G_MAXINT32);
}

/* The place for a key of this time. Unsorted keys, which some files have, stay where they are. */
static guint
place_for (const Keys *keys, gint32 time)
{
  guint place = 0;
  while (place < keys->times->n && time_at (keys, place) <= time)
    place++;
  return place;
}

/* --- The keys around a time ----------------------------------------------------------------------------------------- */

/* The keys around a new key, and what is shown at its time: a value without keys, the value of key a (b is the
 * same), or a value between a and b. On a curve the new key changes the out-tangent of a and the in-tangent of b,
 * unless such a key belongs to another sequence. */
typedef struct {
  gboolean keyless;
  guint a, b;
  double t;
  gboolean changes_out, changes_in;
} Span;

/* The time span whose keys are played together with one at `time`. M2: all keys. MDX: the keys of the sequence at
 * that time. Between two sequences it is the gap, which is never shown; then returns FALSE, unless the model has no
 * sequences. */
static gboolean
find_window (const Keys *keys, gint32 time, MwKeyWindow *window)
{
  const MwList *sequences = mw_model_sequences (keys->model);
  *window = (MwKeyWindow) { G_MININT32, G_MAXINT32, time, FALSE };
  if (keys->played.m2)
    return TRUE;
  if (keys->played.global) {
    *window = (MwKeyWindow) { 0, keys->played.loop, time, TRUE };
    return time >= 0 && time <= window->end;
  }
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect sequence = mw_sequence_aspect (keys->model, sequences->items[i]);
    gint64 start = sequence.start, end = MAX (start, sequence.end);
    if (time >= start && time <= end) {
      *window = (MwKeyWindow) { start, end, time, sequence.looping };
      return TRUE;
    }
    if (end < time)
      window->start = MAX (window->start, end + 1);
    else
      window->end = MIN (window->end, start - 1);
  }
  return sequences->n == 0;
}

static Span
find_span (const Keys *keys, guint place, gint32 time)
{
  MwKeyWindow window;
  MwKeySpan at;
  gboolean seen = find_window (keys, time, &window);
  if (mw_track_keys_span (&keys->played, &window, &at))
    return (Span) { FALSE, at.a, at.b, at.t, at.before, at.after };
  guint held = place ? place - 1 : 0;
  return keys->played.n == 0 || seen ? (Span) { .keyless = TRUE } : (Span) { .a = held, .b = held };
}

/* --- The curve through a new key ------------------------------------------------------------------------------------ */

/* A value or tangent of any type. */
typedef union {
  float floats[MOST_COMPONENTS];
  MwRef ref;
  guint8 bytes[sizeof (float) * MOST_COMPONENTS];
} Element;

/* A new key, and the new tangents of its neighbours on the side of the key. */
typedef struct {
  Element value, in_tan, out_tan, before_out, after_in;
} NewKey;

static const void *
element (const Keys *keys, const MwArray *array, guint index)
{
  return (const guint8 *) array->data + index * keys->size;
}

/* Whether a track, or a lane of it, has any key. */
static gboolean
has_keys (const MwRecord *track)
{
  const MwField *times = mw_schema_part (track->schema, MW_PART_TIMES),
                *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *list = lanes ? mw_field_at (track, lanes) : NULL;
  if (times && ((const MwArray *) mw_field_at (track, times))->n)
    return TRUE;
  for (uint32_t i = 0; list && i < list->n; i++)
    if (has_keys (list->items[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_one (const MwRecord *track, const MwField *slot)
{
  return slot->neutral == MW_NEUTRAL_ONE_KEYLESS ? !has_keys (track) : mw_schema_is_one_without_keys (slot);
}

/* What is shown where no key counts: `still`, if it has the type of the keys, else 1 or 0 and no rotation. */
static void
put_keyless (const MwModel *model, const MwRecord *owner, const MwField *still, const MwField *values, gboolean one,
             Element *value)
{
  const guint n_floats = values->element == MW_TYPE_F32 && values->count <= MOST_COMPONENTS ? values->count : 0;
  if (still && still->type == values->element && still->count == MAX (values->count, 1)) {
    memcpy (value, mw_field_at (owner, still), mw_field_element_size (values));
    return;
  }
  if (values->element == MW_TYPE_U8)
    value->bytes[0] = one;
  if (values->element == MW_TYPE_REF) {
    /* Number 0 is the first texture. */
    const MwList *textures = mw_field_at (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
    value->ref = textures->n ? (MwRef) { textures->items[0]->id, 0 } : MW_REF_NONE;
  }
  for (guint i = 0; i < n_floats; i++)
    value->floats[i] = one || (n_floats == QUATERNION && i + 1 == QUATERNION);
}

/* The value shown without keys: the static value if the track has no keys at all, otherwise the neutral value. */
static void
keyless_value (const Keys *keys, NewKey *key)
{
  const MwRecord *track = mw_holder_track (keys->record);
  const MwField *slot = mw_record_slot (track), *still = NULL;
  if (slot && !has_keys (track))
    still = mw_schema_static_of (track->owner->schema, slot);
  put_keyless (keys->model, track->owner, still, keys->values_field, slot && is_one (track, slot), &key->value);
}

void
mw_slot_value (const MwModel *model, const MwRecord *owner, const MwField *slot, const MwField *values, gpointer value)
{
  Element element = { 0 };
  put_keyless (model, owner, mw_schema_static_of (owner->schema, slot), values,
               slot->neutral == MW_NEUTRAL_ONE_KEYLESS || mw_schema_is_one_without_keys (slot), &element);
  memcpy (value, &element, mw_field_element_size (values));
}

gboolean
mw_track_keep_neutral (MwDocument *document, MwId track, GError **error)
{
  MwRecord *record = mw_model_find (mw_document_get_model (document), track);
  const MwField *slot = mw_record_slot (record), *values = mw_schema_part (record->schema, MW_PART_VALUES);
  const MwField *still = slot && values && slot->type == MW_TYPE_CHILD
                           ? mw_schema_static_of (record->owner->schema, slot)
                           : NULL;
  Keys keys;
  NewKey key = { 0 };
  if (!still || still->type != values->element || still->count != MAX (values->count, 1))
    return TRUE;
  keys_open (&keys, document, record);
  keyless_value (&keys, &key);
  return memcmp (mw_field_at (record->owner, still), &key.value, keys.size) == 0
         || mw_document_set_field (document, record->owner->id, still, &key.value, keys.size, error);
}

/* Before the first key, after the last, or where values jump: the new key gets the neighbour's value, and tangents
 * with which the curve rests. Hermite tangents are slopes; those of Bezier curves and quaternions are control values
 * (mdlx.md 2.3). */
static void
rest (const Keys *keys, const Span *span, NewKey *key)
{
  gboolean slope = keys->interpolation == MW_INTERPOLATION_HERMITE && !keys->quaternion && keys->n_floats;
  if (span->keyless)
    keyless_value (keys, key);
  else
    memcpy (&key->value, element (keys, keys->values, span->a), keys->size);
  if (!slope)
    key->in_tan = key->out_tan = key->before_out = key->after_in = key->value;
}

/* Whole numbers of M2 are interpolated too, and truncated (mw_evaluate_u32()). */
static void
cut (const Keys *keys, const Span *span, NewKey *key)
{
  const void *a = element (keys, keys->values, span->a), *b = element (keys, keys->values, span->b);
  uint16_t from = 0, to = 0;
  if (keys->size == sizeof (uint8_t)) {
    from = *(const uint8_t *) a;
    to = *(const uint8_t *) b;
  } else {
    memcpy (&from, a, sizeof from);
    memcpy (&to, b, sizeof to);
  }
  uint16_t value = (uint16_t) ((float) from + (float) span->t * ((float) to - (float) from));
  if (keys->size == sizeof (uint8_t))
    key->value.bytes[0] = (uint8_t) value;
  else
    memcpy (&key->value, &value, sizeof value);
}

/* Splits a Hermite segment at t. Slopes refer to the length of the whole segment, so each part gets its share of
 * them. */
static void
split_hermite (double a, double out_tan, double in_tan, double b, double t, float *parts)
{
  double slope = (6 * t * t - 6 * t) * (a - b) + (3 * t * t - 4 * t + 1) * out_tan + (3 * t * t - 2 * t) * in_tan;
  parts[0] = (float) (out_tan * t);
  parts[1] = (float) (slope * t);
  parts[2] = (float) (slope * (1 - t));
  parts[3] = (float) (in_tan * (1 - t));
}

/* Splits a Bezier segment at t, by De Casteljau's algorithm. */
static void
split_bezier (double a, double out_tan, double in_tan, double b, double t, float *parts)
{
  double first = a + t * (out_tan - a), middle = out_tan + t * (in_tan - out_tan), last = in_tan + t * (b - in_tan);
  parts[0] = (float) first;
  parts[1] = (float) (first + t * (middle - first));
  parts[2] = (float) (middle + t * (last - middle));
  parts[3] = (float) last;
}

static void
split_tangents (const Keys *keys, const float *a, const float *out_tan, const float *in_tan, const float *b, double t,
                NewKey *key)
{
  Element *const to[] = { &key->before_out, &key->in_tan, &key->out_tan, &key->after_in };
  for (guint i = 0; i < keys->n_floats; i++) {
    float parts[G_N_ELEMENTS (to)];
    (keys->interpolation == MW_INTERPOLATION_HERMITE ? split_hermite : split_bezier) (
      (double) a[i], (double) out_tan[i], (double) in_tan[i], (double) b[i], t, parts);
    for (guint k = 0; k < G_N_ELEMENTS (to); k++)
      to[k]->floats[i] = parts[k];
  }
}

/* A new key between two others, where the value is interpolated. */
static void
divide (const Keys *keys, const Span *span, NewKey *key)
{
  float a[MOST_COMPONENTS], b[MOST_COMPONENTS], out_tan[MOST_COMPONENTS] = { 0 }, in_tan[MOST_COMPONENTS] = { 0 };
  double t = span->t;
  gboolean curved = keys->tangents && mw_interpolation_has_tangents (keys->interpolation);
  memcpy (a, element (keys, keys->values, span->a), keys->size);
  memcpy (b, element (keys, keys->values, span->b), keys->size);
  if (keys->tangents) {
    memcpy (out_tan, element (keys, keys->out_tans, span->a), keys->size);
    memcpy (in_tan, element (keys, keys->in_tans, span->b), keys->size);
  }
  if (keys->quaternion && !keys->played.m2)
    mw_interpolate_quat (keys->interpolation, a, curved ? out_tan : NULL, curved ? in_tan : NULL, b, (float) t,
                         key->value.floats);
  else if (keys->quaternion)
    mw_interpolate_nlerp (a, b, (float) t, key->value.floats);
  else
    mw_interpolate (keys->interpolation, keys->n_floats, a, curved ? out_tan : NULL, curved ? in_tan : NULL, b,
                    (float) t, key->value.floats);
  memcpy (&key->before_out, out_tan, keys->size);
  memcpy (&key->after_in, in_tan, keys->size);
  if (curved && keys->quaternion) {
    /* The inner of the two interpolations of a squad goes through the control values. The neighbours keep theirs. */
    mw_interpolate_quat (MW_INTERPOLATION_LINEAR, out_tan, NULL, NULL, in_tan, (float) t, key->in_tan.floats);
    key->out_tan = key->in_tan;
  } else if (curved) {
    split_tangents (keys, a, out_tan, in_tan, b, t, key);
  } else {
    key->in_tan = key->out_tan = key->value;
  }
}

/* --- Arrays --------------------------------------------------------------------------------------------------------- */

/* A copy of the array with `value` inserted at `place`, or, if `value` is NULL, without the element at `place`. */
static MwArray
changed (const MwArray *array, gsize size, guint place, const void *value)
{
  guint n = value ? array->n + 1 : array->n - 1;
  MwArray result = mw_array_new (n, size);
  guint8 *to = result.data;
  const guint8 *from = array->data;
  guint after = array->n - place - (value ? 0 : 1);
  if (place)
    memcpy (to, from, place * size);
  if (value)
    memcpy (to + place * size, value, size);
  if (after)
    memcpy (to + (place + (value ? 1 : 0)) * size, from + (place + (value ? 0 : 1)) * size, after * size);
  return result;
}

static MwArray
changed_tangents (const Keys *keys, const MwArray *array, guint place, const void *value)
{
  return keys->tangents ? changed (array, keys->size, place, value) : mw_array_share (array);
}

gboolean
mw_key_add (MwDocument *document, MwId track, gint32 time, GError **error)
{
  MwRecord *record = mw_model_find (mw_document_get_model (document), track);
  Keys keys;
  NewKey key = { 0 };
  keys_open (&keys, document, record);
  time = time_in_loop (&keys, time);
  if (mw_key_find (record, time) >= 0)
    return TRUE;
  if (!mw_holder_is_complete (record, error))
    return FALSE;
  guint place = place_for (&keys, time);
  MwArray times = changed (keys.times, sizeof time, place, &time), none = { 0 };
  if (!keys.values_field)
    return mw_document_swap_keys (document, track, times, none, none, none, error);
  Span span = find_span (&keys, place, time);
  if (span.a != span.b && keys.n_floats && keys.interpolation != MW_INTERPOLATION_NONE)
    divide (&keys, &span, &key);
  else
    rest (&keys, &span, &key);
  MwType type = keys.values_field->element;
  if (span.a != span.b && keys.interpolation != MW_INTERPOLATION_NONE && keys.values_field->count <= 1
      && (type == MW_TYPE_U8 || type == MW_TYPE_U16))
    cut (&keys, &span, &key);
  MwArray values = changed (keys.values, keys.size, place, &key.value);
  MwArray in_tans = changed_tangents (&keys, keys.in_tans, place, &key.in_tan);
  MwArray out_tans = changed_tangents (&keys, keys.out_tans, place, &key.out_tan);
  if (keys.tangents && span.changes_out)
    memcpy ((guint8 *) out_tans.data + (span.a + (span.a >= place)) * keys.size, &key.before_out, keys.size);
  if (keys.tangents && span.changes_in)
    memcpy ((guint8 *) in_tans.data + (span.b + (span.b >= place)) * keys.size, &key.after_in, keys.size);
  return mw_document_swap_keys (document, track, times, values, in_tans, out_tans, error);
}

gint32
mw_key_time (MwDocument *document, MwId track, gint32 time)
{
  Keys keys;
  keys_open (&keys, document, mw_model_find (mw_document_get_model (document), track));
  return time_in_loop (&keys, time);
}

gboolean
mw_key_remove (MwDocument *document, MwId track, guint index, GError **error)
{
  MwRecord *record = mw_model_find (mw_document_get_model (document), track);
  Keys keys;
  keys_open (&keys, document, record);
  if (index >= keys.times->n) {
    g_autofree char *path = mw_record_path (record);
    mw_set_error (error, MW_ERROR_REFUSED, -1, path, "has %u keys; there is no key %u", keys.times->n, index);
    return FALSE;
  }
  if (!mw_holder_is_complete (record, error))
    return FALSE;
  if (keys.times->n == 1)
    return mw_holder_remove (document, track, error);
  MwArray times = changed (keys.times, sizeof (gint32), index, NULL), none = { 0 };
  if (!keys.values_field)
    return mw_document_swap_keys (document, track, times, none, none, none, error);
  return mw_document_swap_keys (document, track, times, changed (keys.values, keys.size, index, NULL),
                                changed_tangents (&keys, keys.in_tans, index, NULL),
                                changed_tangents (&keys, keys.out_tans, index, NULL), error);
}

gboolean
mw_keys_remove_all (MwDocument *document, MwId id, GError **error)
{
  const MwRecord *track = mw_holder_track (mw_model_find (mw_document_get_model (document), id));
  return mw_holder_times (document, track) ? mw_holder_remove (document, track->id, error)
                                           : mw_document_remove (document, track->id, error);
}

/* --- Operations ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t time;
} TimeParams;

static const MwField time_fields[] = {
  MW_FIELD_I32 (TimeParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
                .doc = N_ ("Time of the key in milliseconds, as it is stored in the track.")),
};
static const MwSchema time_params = { .name = "key-time",
                                      .label = N_ ("Key Time"),
                                      .size = sizeof (TimeParams),
                                      .fields = time_fields,
                                      .n_fields = G_N_ELEMENTS (time_fields) };
static const char *const time_required[] = { "time", NULL };

static gboolean
on_keys (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwField *field = times_field (record);
    if (!field)
      return mw_operation_refuse (record, error, "has no keys: give a track");
    if (!mw_field_is_live (record, field, mw_document_get_format (document)))
      return mw_operation_refuse (record, error,
                                  "has its keys in lanes: give one of them, as in lanes[0] below it, or add one to its "
                                  "lanes with sequence=SEQUENCE");
  }
  return TRUE;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!mw_key_add (document, ids[i], ((const TimeParams *) params)->time, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_key_add = {
  .id = "key-add",
  .label = N_ ("Add Key"),
  .doc = N_ (
    "Adds a key to tracks that have none at that time, with the value that the track has there, so that the curve "
    "stays "
    "the same."),
  .aliases = "insert keyframe",
  .params = &time_params,
  .required = time_required,
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .applies = on_keys,
  .run = add_run,
};

static gboolean
remove_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gint32 time = ((const TimeParams *) params)->time;
  guint removed = 0;
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    /* The same track may be given twice, and was removed with its last key. */
    gint index = record ? mw_key_find (record, time) : -1;
    if (index >= 0 && !mw_key_remove (document, ids[i], (guint) index, error))
      return FALSE;
    removed += index >= 0;
  }
  return removed
         || mw_operation_refuse (mw_model_find (mw_document_get_model (document), ids[0]), error,
                                 "has no key at that time");
}

const MwOperation mw_operation_key_remove = {
  .id = "key-remove",
  .label = N_ ("Remove Key"),
  .doc = N_ ("Removes the key at that time from tracks that have one. A track that has no keys left is removed."),
  .aliases = "delete keyframe",
  .params = &time_params,
  .required = time_required,
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .applies = on_keys,
  .run = remove_run,
};

/* Accepts also tracks whose keys are in lanes. */
static gboolean
on_tracks (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (!times_field (record))
      return mw_operation_refuse (record, error, "has no keys: give a track");
  }
  return TRUE;
}

static gboolean
remove_all_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (mw_model_find (mw_document_get_model (document), ids[i]) && !mw_keys_remove_all (document, ids[i], error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_key_remove_all = {
  .id = "key-remove-all",
  .label = N_ ("Remove All Keys"),
  .doc = N_ ("Removes tracks with the keys of all sequences, so that the value no longer changes with time."),
  .aliases = "delete animation static unanimate clear",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .applies = on_tracks,
  .run = remove_all_run,
};
