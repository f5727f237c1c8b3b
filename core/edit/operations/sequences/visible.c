/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/visible.h"
#include "core/edit/operations/sequences/sequence-values.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"
#include "core/pose/family.h"
#include "core/pose/keys.h"

/* --- The values of a track in a sequence ------------------------------------------------------------------------------ */

typedef struct {
  double least, most;
  gboolean keyed; /* a key of the sequence decides it */
  gboolean fixed; /* it is the same in all sequences */
} Span;

/* A track whose keys are found once for all sequences, where they are on one time line. */
typedef struct {
  const MwModel *model;
  const MwRecord *track;
  gboolean lanes, floats, stepped;
  MwTrackKeys keys;
} Reading;

static void
open_keys (Reading *r, MwId sequence)
{
  mw_track_keys_open (&r->keys, r->model, r->track, sequence);
  if (r->stepped && !r->keys.m2)
    r->keys.interpolation = MW_INTERPOLATION_NONE; /* rendering.md 1.1 */
}

static void
reading_open (Reading *r, const MwModel *model, const MwRecord *track, const MwField *slot)
{
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES), *values = mw_track_value_field (track->schema);
  const MwList *sequences = mw_model_sequences (model);
  *r = (Reading) { .model = model,
                   .track = track,
                   .lanes = lanes && sequences->n && !mw_sequence_aspect (model, sequences->items[0]).on_time_line,
                   .floats = values->element == MW_TYPE_F32,
                   .stepped = slot->role == MW_ROLE_VISIBILITY };
  if (!r->lanes)
    open_keys (r, 0);
}

static void
add_value (Span *span, double value)
{
  span->least = span->keyed ? MIN (span->least, value) : value;
  span->most = span->keyed ? MAX (span->most, value) : value;
  span->keyed = TRUE;
}

static double
value_of_key (const Reading *r, uint32_t i)
{
  const MwArray *values = r->keys.values.values;
  return r->floats ? (double) ((const float *) values->data)[i] : ((const guint8 *) values->data)[i];
}

/* The value at a moment, which may be between two keys. FALSE: no key counts there. */
static gboolean
add_at (const Reading *r, MwKeyWindow window, gint64 time, Span *span)
{
  MwKeySpan at;
  float value;
  window.time = time;
  if (!mw_track_keys_span (&r->keys, &window, &at))
    return FALSE;
  if (r->floats)
    mw_track_keys_floats (&r->keys, &at, 1, &value);
  add_value (span, r->floats ? (double) value : value_of_key (r, at.a));
  return TRUE;
}

/* The values at both ends and at all keys between them: between keys none is beyond those of the keys. */
static Span
span_in (Reading *r, const MwRecord *sequence)
{
  Span span = { 1, 1, FALSE, FALSE };
  MwClock clock = { 0 };
  mw_clock_play (&clock, r->model, sequence->id);
  if (r->lanes)
    open_keys (r, clock.sequence);
  const MwKeyWindow window = mw_track_keys_window (&r->keys, &clock);
  const gint64 start = r->keys.global ? window.start : clock.start, end = r->keys.global ? window.end : clock.end;
  const gint32 *times = r->keys.times->data;
  if (!r->keys.n || !add_at (r, window, start, &span))
    return span;
  add_at (r, window, end, &span);
  const uint32_t first = r->keys.sorted ? mw_times_not_before (times, r->keys.n, start) : 0;
  for (uint32_t i = first; i < r->keys.n && (!r->keys.sorted || times[i] <= end); i++)
    if (times[i] >= start && times[i] <= end)
      add_value (&span, value_of_key (r, i));
  return span;
}

/* --- Cells ------------------------------------------------------------------------------------------------------------ */

static const MwRecord *
track_of (const MwShownBy *by)
{
  return by->owner ? *(MwRecord *const *) mw_field_at (by->owner, by->slot) : NULL;
}

/* M2: a track without any key is none. */
static gboolean
has_keys (const MwModel *model, const MwRecord *track)
{
  const MwPoseFamily *family = mw_pose_family (model);
  return !family->has_keys || family->has_keys (track);
}

static double
still_of (const MwShownBy *by)
{
  const MwField *field = by->owner ? mw_schema_static_of (by->owner->schema, by->slot) : NULL;
  return field ? (double) *(const float *) mw_field_at (by->owner, field) : 1;
}

/* What one of the deciding slots says for each sequence; only for those whose place is `only` unless that is negative. */
static Span *
spans_of (MwDocument *document, const MwShownBy *by, gint only)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  const MwRecord *track = track_of (by);
  const double still = still_of (by);
  Span *spans = g_new0 (Span, sequences->n + 1);
  Reading reading;
  const gboolean keys = track && has_keys (model, track);
  if (keys)
    reading_open (&reading, model, track, by->slot);
  for (uint32_t i = 0; i < sequences->n; i++)
    if (!keys)
      spans[i] = (Span) { still, still, FALSE, TRUE };
    else if (only < 0 || only == (gint) i)
      spans[i] = span_in (&reading, sequences->items[i]);
  for (uint32_t i = 0; keys && mw_track_is_shared (model, track) && i < sequences->n; i++)
    spans[i].fixed = TRUE;
  return spans;
}

static MwVisible
seen_of (const Span *spans, guint n, MwVisibleCell *cell)
{
  gboolean fades = FALSE, keyed = FALSE, fixed = TRUE;
  double least = 1, most = 1;
  for (guint i = 0; i < n; i++) {
    least *= MAX (spans[i].least, 0);
    most *= MAX (spans[i].most, 0);
    fades |= spans[i].least < spans[i].most;
    keyed |= spans[i].keyed;
    fixed &= spans[i].fixed;
  }
  cell->least = (float) least;
  cell->most = (float) most;
  cell->fixed = fixed;
  return most <= 0        ? MW_VISIBLE_HIDDEN
         : fades          ? MW_VISIBLE_FADES
         : keyed || fixed ? MW_VISIBLE_SHOWN
                          : MW_VISIBLE_NO_KEY;
}

gboolean
mw_visible_in_sequences (MwDocument *document, MwId element, MwVisibleCell *cells)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  const MwRecord *record = mw_model_find (model, element);
  MwShownBy by[MW_SHOWN_BY_MOST];
  const guint n = record ? mw_new_elements (document)->shown_by (document, record, by, NULL) : 0;
  Span *spans[MW_SHOWN_BY_MOST];
  for (guint k = 0; k < n; k++)
    spans[k] = spans_of (document, &by[k], -1);
  for (uint32_t i = 0; i < sequences->n; i++) {
    Span each[MW_SHOWN_BY_MOST];
    gboolean per_sequence = !n;
    for (guint k = 0; k < n; k++) {
      const MwRecord *track = track_of (&by[k]);
      each[k] = spans[k][i];
      per_sequence |= track && !mw_track_is_shared (model, track);
    }
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    cells[i] = (MwVisibleCell) { .seen = MW_VISIBLE_UNKNOWN,
                                 .locked = !mw_visible_may_set (document, element, sequences->items[i]->id, NULL) };
    if (n && !(per_sequence && mw_sequence_aspect (model, aspect.plays).not_loaded))
      cells[i].seen = seen_of (each, n, &cells[i]);
  }
  for (guint k = 0; k < n; k++)
    g_free (spans[k]);
  return n > 0;
}

gboolean
mw_visible_hides (MwDocument *document, const MwShownBy *by, MwId sequence)
{
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document));
  for (uint32_t i = 0; i < sequences->n; i++)
    if (sequences->items[i]->id == sequence) {
      g_autofree Span *spans = spans_of (document, by, (gint) i);
      return spans[i].least <= 0;
    }
  return FALSE;
}

gboolean
mw_visible_may_set (MwDocument *document, MwId element, MwId sequence, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), element);
  MwShownBy by[MW_SHOWN_BY_MOST];
  MwKeyRange range;
  if (!record || !mw_new_elements (document)->shown_by (document, record, by, error)
      || !mw_key_range_of (document, sequence, &range, error))
    return FALSE;
  const MwRecord *track = track_of (&by[0]);
  return !track || mw_sequence_values_may_set (track, error);
}
