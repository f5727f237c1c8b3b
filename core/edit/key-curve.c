/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-curve.h"
#include "core/edit/key-sheet-private.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/rotation-keys.h"
#include "core/model/aspects.h"
#include "core/model/track.h"
#include "core/pose/euler.h"
#include "core/pose/keys.h"

#include <math.h>
#include <string.h>

enum { QUATERNION = 4, ANGLES = 3 };

/* Times that are played together. */
typedef struct {
  gint64 start, end; /* both inclusive, as they are shown */
  MwClock clock;
} Window;

struct _MwKeyCurve {
  MwId track;
  MwKeyCurveKind kind;
  guint count;    /* components */
  guint stored;   /* numbers of a value */
  MwType element; /* their type */
  gboolean stepped, editable;
  guint32 interpolation;
  gint64 offset;
  MwTrackKeys keys; /* of the document; `times` and `values` point to the arrays below */
  MwCurveArrays own;
  double *angles;   /* ANGLES: three for each key of the holder */
  GArray *windows;  /* Window, by start */
  guint n;          /* keys in the row ... */
  guint32 *numbers; /* ... and their numbers in the holder */
  double *shown;    /* `count` numbers for each of them */
};

/* --- Opening -------------------------------------------------------------------------------------------------------- */

static int
compare_windows (gconstpointer a, gconstpointer b)
{
  const Window *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* A global sequence is shown once, from the start of the sequence on; at which of its times that sequence begins is chance. */
static void
add_windows (MwKeyCurve *curve, const MwModel *model, const MwSheetScope *scope)
{
  const MwList *sequences = mw_model_sequences (model);
  curve->windows = g_array_new (FALSE, FALSE, sizeof (Window));
  if (curve->keys.global) {
    const Window window = { curve->offset, curve->offset + curve->keys.loop, { 0 } };
    g_array_append_val (curve->windows, window);
    return;
  }
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (aspect.plays != sequences->items[i] || (scope->sequence && scope->sequence != sequences->items[i]->id))
      continue;
    Window window = { aspect.start, MAX (aspect.start, aspect.end), { 0 } };
    mw_clock_play (&window.clock, model, sequences->items[i]->id);
    g_array_append_val (curve->windows, window);
  }
  g_array_sort (curve->windows, compare_windows);
}

static gboolean
has_numbers (MwType element)
{
  return element == MW_TYPE_F32 || element == MW_TYPE_U8 || element == MW_TYPE_U16 || element == MW_TYPE_I16
         || element == MW_TYPE_U32;
}

static double
number_at (const MwKeyCurve *curve, const MwArray *array, gsize i)
{
  switch (curve->element) {
  case MW_TYPE_U8:
    return ((const guint8 *) array->data)[i];
  case MW_TYPE_U16:
    return ((const guint16 *) array->data)[i];
  case MW_TYPE_I16:
    return ((const gint16 *) array->data)[i];
  case MW_TYPE_U32:
    return ((const guint32 *) array->data)[i];
  default:
    return (double) ((const float *) array->data)[i];
  }
}

/* The keys that are shown, and their values. A time without a value, which some files have, is not a number. */
static void
read_keys (MwKeyCurve *curve, const Row *row)
{
  curve->n = row->shown.n;
  curve->numbers = g_new (guint32, curve->n + 1);
  curve->shown = g_new (double, (gsize) curve->n * curve->count + 1);
  for (guint i = 0; i < curve->n; i++) {
    const guint32 key = curve->numbers[i] = row->order ? row->order[i] : row->first + i;
    for (guint c = 0; c < curve->count; c++) {
      double *shown = &curve->shown[(gsize) i * curve->count + c];
      if (key >= curve->keys.n)
        *shown = (double) NAN;
      else if (curve->angles)
        *shown = curve->angles[(gsize) key * ANGLES + c];
      else
        *shown = number_at (curve, &curve->own.values, (gsize) key * curve->stored + c);
    }
  }
}

static MwKeyCurveKind
kind_of (const MwRecord *track, const MwField *values, gboolean raw)
{
  const MwField *slot = mw_record_slot (track);
  if (values->element == MW_TYPE_F32 && values->count == QUATERNION)
    return raw ? MW_KEY_CURVE_RAW : MW_KEY_CURVE_ANGLES;
  return values->role == MW_ROLE_COLOUR || (slot && slot->role == MW_ROLE_COLOUR) ? MW_KEY_CURVE_COLOUR
                                                                                  : MW_KEY_CURVE_NUMBERS;
}

MwKeyCurve *
mw_key_curve_new (const MwKeySheet *sheet, guint place, gboolean raw)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  const Row *row = mw_sheet_row_at (sheet, g_array_index (sheet->listed, guint, place));
  const MwRecord *track = row->shown.kind == MW_SHEET_TRACK ? mw_model_find (model, row->shown.record) : NULL,
                 *holder = track ? mw_model_find (model, row->shown.holder) : NULL;
  const MwField *values = holder ? mw_schema_part (holder->schema, MW_PART_VALUES) : NULL;
  if (!values || !has_numbers (values->element) || values->count > MW_KEY_CURVE_MOST)
    return NULL;
  MwKeyCurve *curve = g_new0 (MwKeyCurve, 1);
  curve->track = track->id;
  curve->kind = kind_of (track, values, raw);
  curve->stored = values->count;
  curve->element = values->element;
  curve->count = curve->kind == MW_KEY_CURVE_ANGLES ? ANGLES : values->count;
  curve->offset = row->shown.offset;
  curve->stepped = mw_holder_is_stepped (holder) || values->element != MW_TYPE_F32;
  curve->editable = values->element == MW_TYPE_F32 && curve->kind != MW_KEY_CURVE_RAW
                    && !mw_curve_is_visibility (holder);
  curve->interpolation = curve->stepped ? MW_INTERPOLATION_NONE : mw_curve_interpolation_of (sheet->document, holder);
  mw_track_keys_open (&curve->keys, model, holder, sheet->scope.sequence);
  MwTrackKeys *keys = &curve->keys;
  keys->interpolation = curve->interpolation;
  mw_curve_arrays_keep (&curve->own, keys);
  if (curve->kind == MW_KEY_CURVE_ANGLES)
    curve->angles = mw_rotation_keys_angles (curve->own.values.data, keys->n);
  add_windows (curve, model, &sheet->scope);
  read_keys (curve, row);
  return curve;
}

void
mw_key_curve_free (MwKeyCurve *curve)
{
  if (!curve)
    return;
  mw_curve_arrays_clear (&curve->own);
  g_array_unref (curve->windows);
  g_free (curve->angles);
  g_free (curve->numbers);
  g_free (curve->shown);
  g_free (curve);
}

MwKeyCurveKind
mw_key_curve_kind (const MwKeyCurve *curve)
{
  return curve->kind;
}

guint
mw_key_curve_n_components (const MwKeyCurve *curve)
{
  return curve->count;
}

MwId
mw_key_curve_track (const MwKeyCurve *curve)
{
  return curve->track;
}

gboolean
mw_key_curve_is_editable (const MwKeyCurve *curve)
{
  return curve->editable;
}

gboolean
mw_key_curve_is_stepped (const MwKeyCurve *curve)
{
  return curve->interpolation == MW_INTERPOLATION_NONE;
}

guint32
mw_key_curve_interpolation (const MwKeyCurve *curve)
{
  return curve->interpolation;
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static const Window *
window_at (const MwKeyCurve *curve, gint64 time)
{
  for (guint i = 0; i < curve->windows->len; i++) {
    const Window *window = &g_array_index (curve->windows, Window, i);
    if (time >= window->start && time <= window->end)
      return window;
  }
  return NULL;
}

/* Angles that go on from those of the keys around them. */
static void
angles_between (const MwKeyCurve *curve, const MwKeySpan *span, double out[ANGLES])
{
  const double *a = curve->angles + (gsize) span->a * ANGLES;
  double to[ANGLES], near[ANGLES];
  float q[QUATERNION];
  memcpy (to, curve->angles + (gsize) span->b * ANGLES, sizeof to);
  mw_euler_bring_near (to, a);
  for (guint c = 0; c < ANGLES; c++)
    near[c] = a[c] + span->t * (to[c] - a[c]);
  mw_track_keys_quat (&curve->keys, span, q);
  mw_euler_from_quat (q, out);
  mw_euler_bring_near (out, near);
}

static gboolean
value_at (const MwKeyCurve *curve, const Window *window, gint64 time, double out[MW_KEY_CURVE_MOST])
{
  MwKeyWindow at;
  MwKeySpan span;
  if (curve->keys.global) {
    const gint64 end = curve->keys.m2 ? G_MAXINT32 : curve->keys.loop;
    at = (MwKeyWindow) { curve->keys.m2 ? G_MININT32 : 0, end, time - curve->offset, !curve->keys.m2 };
  } else {
    MwClock clock = window->clock;
    clock.time = (int32_t) time;
    at = mw_track_keys_window (&curve->keys, &clock);
  }
  if (!mw_track_keys_span (&curve->keys, &at, &span))
    return FALSE;
  if (curve->angles) {
    angles_between (curve, &span, out);
  } else if (curve->element != MW_TYPE_F32) {
    for (guint c = 0; c < curve->count; c++)
      out[c] = number_at (curve, &curve->own.values, (gsize) span.a * curve->stored + c);
  } else {
    float value[QUATERNION];
    if (curve->kind == MW_KEY_CURVE_RAW)
      mw_track_keys_quat (&curve->keys, &span, value);
    else
      mw_track_keys_floats (&curve->keys, &span, curve->count, value);
    for (guint c = 0; c < curve->count; c++)
      out[c] = (double) value[c];
  }
  return TRUE;
}

/* Games play whole ms. Between those a line is as good as any, but a step stays a step. */
static gboolean
value_in (const MwKeyCurve *curve, const Window *window, double time, double out[MW_KEY_CURVE_MOST])
{
  const gint64 whole = (gint64) floor (time);
  const double rest = time - (double) whole;
  double next[MW_KEY_CURVE_MOST];
  if (!value_at (curve, window, whole, out))
    return FALSE;
  if (rest > 0 && !mw_key_curve_is_stepped (curve) && whole < window->end && value_at (curve, window, whole + 1, next))
    for (guint c = 0; c < curve->count; c++)
      out[c] += rest * (next[c] - out[c]);
  return TRUE;
}

gboolean
mw_key_curve_at (const MwKeyCurve *curve, double time, double out[MW_KEY_CURVE_MOST])
{
  const Window *window = window_at (curve, (gint64) floor (time));
  return window && value_in (curve, window, time, out);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

guint
mw_key_curve_n_keys (const MwKeyCurve *curve)
{
  return curve->n;
}

guint
mw_key_curve_number (const MwKeyCurve *curve, guint key)
{
  return curve->numbers[key];
}

gint64
mw_key_curve_key_time (const MwKeyCurve *curve, guint key)
{
  return ((const gint32 *) curve->own.times.data)[curve->numbers[key]] + curve->offset;
}

const double *
mw_key_curve_key (const MwKeyCurve *curve, guint key)
{
  return curve->shown + (gsize) key * curve->count;
}

/* The first key that is not before a time. */
static guint
first_key (const MwKeyCurve *curve, double time)
{
  guint low = 0, high = curve->n;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if ((double) mw_key_curve_key_time (curve, middle) < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

gint
mw_key_curve_near (const MwKeyCurve *curve, double time, double value, double within_ms, double within_value,
                   guint shown, guint *component)
{
  double least = 1;
  gint found = -1;
  for (guint i = first_key (curve, time - within_ms); i < curve->n; i++) {
    const double across = ((double) mw_key_curve_key_time (curve, i) - time) / within_ms;
    if (across > 1)
      break;
    for (guint c = 0; c < curve->count; c++) {
      const double up = (mw_key_curve_key (curve, i)[c] - value) / within_value, far = across * across + up * up;
      if (!(shown & (1u << c)) || !(found < 0 ? far <= least : far < least))
        continue;
      least = far;
      found = (gint) i;
      *component = c;
    }
  }
  return found;
}

/* --- Tangents ------------------------------------------------------------------------------------------------------- */

static gboolean
has_handles (const MwKeyCurve *curve)
{
  return mw_interpolation_has_tangents (curve->interpolation) && !curve->angles && curve->kind != MW_KEY_CURVE_RAW;
}

/* The time of the key on one side, which over the end of a loop is one of the next or the last pass. FALSE: the window has none. */
static gboolean
neighbour (const MwKeyCurve *curve, const Window *window, guint key, gboolean out, gint64 *time)
{
  const guint first = first_key (curve, (double) window->start), end = first_key (curve, (double) window->end + 1);
  const gint64 length = window->end - window->start;
  if (out ? key + 1 < end : key > first)
    *time = mw_key_curve_key_time (curve, out ? key + 1 : key - 1);
  else if (curve->keys.m2 || !(curve->keys.global || window->clock.looping))
    return FALSE;
  else
    *time = out ? mw_key_curve_key_time (curve, first) + length : mw_key_curve_key_time (curve, end - 1) - length;
  return end - first > 1 && *time != mw_key_curve_key_time (curve, key);
}

gboolean
mw_key_curve_handle (const MwKeyCurve *curve, guint key, guint component, gboolean out, double *time, double *value)
{
  gint64 to;
  if (!has_handles (curve))
    return FALSE;
  const gint64 from = mw_key_curve_key_time (curve, key);
  const Window *window = window_at (curve, from);
  const guint32 number = curve->numbers[key];
  if (number >= curve->keys.n || !window || !neighbour (curve, window, key, out, &to))
    return FALSE;
  const double at = mw_key_curve_key (curve, key)[component],
               tangent = number_at (curve, out ? &curve->own.out_tans : &curve->own.in_tans,
                                    (gsize) number * curve->stored + component);
  *time = (double) from + (double) (to - from) / 3;
  *value = curve->interpolation == MW_INTERPOLATION_BEZIER ? tangent : out ? at + tangent / 3 : at - tangent / 3;
  return TRUE;
}

float
mw_key_curve_tangent (const MwKeyCurve *curve, guint key, guint component, gboolean out, double value)
{
  const double at = mw_key_curve_key (curve, key)[component];
  return (float) (curve->interpolation == MW_INTERPOLATION_BEZIER ? value : out ? 3 * (value - at) : 3 * (at - value));
}

gboolean
mw_key_curve_is_smooth (const MwKeyCurve *curve, guint key, guint component)
{
  double before, after, low, high;
  if (!mw_key_curve_handle (curve, key, component, FALSE, &before, &low)
      || !mw_key_curve_handle (curve, key, component, TRUE, &after, &high))
    return FALSE;
  const double time = (double) mw_key_curve_key_time (curve, key), at = mw_key_curve_key (curve, key)[component],
               in = (at - low) / (time - before), out = (high - at) / (after - time);
  return fabs (in - out) <= 1e-3 * (fabs (in) + fabs (out)) + 1e-9;
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

static void
take (const MwKeyCurve *curve, MwCurveStretch *stretch, const double *value)
{
  for (guint c = 0; c < curve->count; c++) {
    stretch->least[c] = MIN (stretch->least[c], (float) value[c]);
    stretch->most[c] = MAX (stretch->most[c], (float) value[c]);
  }
}

void
mw_key_curve_stretches (const MwKeyCurve *curve, double from, double ms, guint n, MwCurveStretch *out)
{
  const Window *window = NULL;
  guint key = first_key (curve, from);
  for (guint i = 0; i < n; i++) {
    const double time = from + i * ms;
    const gint64 whole = (gint64) floor (time);
    double value[MW_KEY_CURVE_MOST];
    out[i].there = FALSE;
    if (!window || whole < window->start || whole > window->end)
      window = window_at (curve, whole);
    if (window && value_in (curve, window, time, value)) {
      out[i].there = TRUE;
      for (guint c = 0; c < curve->count; c++)
        out[i].first[c] = out[i].least[c] = out[i].most[c] = (float) value[c];
    }
    for (; key < curve->n && (double) mw_key_curve_key_time (curve, key) < time + ms; key++)
      if (out[i].there && !isnan (mw_key_curve_key (curve, key)[0]))
        take (curve, &out[i], mw_key_curve_key (curve, key));
  }
}

void
mw_key_curve_range (const MwKeyCurve *curve, double from, double to, guint shown, double *least, double *most)
{
  enum { SAMPLES = 512 };
  const double ms = (to - from) / SAMPLES;
  g_autofree MwCurveStretch *stretches = g_new (MwCurveStretch, SAMPLES + 1);
  mw_key_curve_stretches (curve, from, MAX (ms, 1e-3), SAMPLES + 1, stretches);
  for (guint i = 0; i <= SAMPLES; i++)
    for (guint c = 0; stretches[i].there && c < curve->count; c++)
      if (shown & (1u << c)) {
        *least = MIN (*least, (double) stretches[i].least[c]);
        *most = MAX (*most, (double) stretches[i].most[c]);
      }
}
