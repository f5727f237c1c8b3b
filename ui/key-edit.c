/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/key-edit.h"
#include "core/model/track.h"
#include "core/pose/interpolate.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

/* Behind a single key. */
enum { GAP_MS = 100, MOST_ARRAYS = 8 };

static const MwArray *
times_of (const MwRecord *track)
{
  const MwField *field = mw_schema_field (track->schema, "keys.time");
  return field && field->element == MW_TYPE_I32 ? mw_field_at (track, field) : NULL;
}

guint
mw_ui_n_keys (const MwRecord *track)
{
  const MwArray *times = times_of (track);
  return times ? times->n : 0;
}

gint32
mw_ui_key_time (const MwRecord *track, guint index)
{
  const MwArray *times = times_of (track);
  return times && index < times->n ? ((const gint32 *) times->data)[index] : 0;
}

gint
mw_ui_find_key (const MwRecord *track, gint32 time)
{
  for (guint i = 0; i < mw_ui_n_keys (track); i++)
    if (mw_ui_key_time (track, i) == time)
      return (gint) i;
  return -1;
}

gint32
mw_ui_next_key_time (const MwRecord *track)
{
  guint n = mw_ui_n_keys (track);
  if (n == 0)
    return 0;
  gint64 last = mw_ui_key_time (track, n - 1), gap = n > 1 ? last - mw_ui_key_time (track, n - 2) : GAP_MS;
  return (gint32) CLAMP (last + (gap > 0 ? gap : GAP_MS), G_MININT32, G_MAXINT32);
}

/* Where a key of this time belongs; files may have unsorted ones, which stay where they are. */
static guint
place_for (const MwRecord *track, gint32 time)
{
  guint n = mw_ui_n_keys (track), place = 0;
  while (place < n && mw_ui_key_time (track, place) <= time)
    place++;
  return place;
}

/* The value between the neighbours, by the track's own kernel; that of the one neighbour at the ends. */
static void
value_at (const MwTrack *track, const MwField *values, guint place, gint32 time, guint8 *value)
{
  gsize size = mw_field_element_size (values);
  guint n = track->values.n, before = place ? place - 1 : 0;
  const guint8 *data = track->values.data;
  memcpy (value, data + before * size, size);
  if (place == 0 || place == n || values->element != MW_TYPE_F32 || values->count > 4
      || track->interpolation == MW_INTERPOLATION_NONE)
    return;
  float a[4], b[4], out_tan[4], in_tan[4], out[4];
  memcpy (a, data + before * size, size);
  memcpy (b, data + place * size, size);
  gboolean tangents = mw_interpolation_has_tangents (track->interpolation) && track->out_tans.n == n
                      && track->in_tans.n == n;
  if (tangents) {
    memcpy (out_tan, (const guint8 *) track->out_tans.data + before * size, size);
    memcpy (in_tan, (const guint8 *) track->in_tans.data + place * size, size);
  }
  double from = mw_ui_key_time (&track->record, before), to = mw_ui_key_time (&track->record, place);
  float t = to > from ? (float) ((time - from) / (to - from)) : 0;
  if (values->role == MW_ROLE_ROTATION && values->count == 4)
    mw_interpolate_quat (track->interpolation, a, tangents ? out_tan : NULL, tangents ? in_tan : NULL, b, t, out);
  else
    mw_interpolate (track->interpolation, values->count, a, tangents ? out_tan : NULL, tangents ? in_tan : NULL, b, t,
                    out);
  memcpy (value, out, size);
}

/* An array with one element more (`element`) or, where that is NULL, one less. */
static MwArray
changed (const MwArray *array, gsize size, guint place, const void *element)
{
  guint n = element ? array->n + 1 : array->n - 1;
  MwArray result = mw_array_new (n, size);
  guint8 *to = result.data;
  const guint8 *from = array->data;
  if (place)
    memcpy (to, from, place * size);
  if (element) {
    memcpy (to + place * size, element, size);
    if (place < array->n)
      memcpy (to + (place + 1) * size, from + place * size, (array->n - place) * size);
  } else if (place < n) {
    memcpy (to + place * size, from + (place + 1) * size, (n - place) * size);
  }
  return result;
}

/* All parallel arrays of the track at once. `time` NULL: the key at `place` goes. */
static gboolean
change_keys (MwDocument *document, const MwRecord *track, guint place, const gint32 *time, GError **error)
{
  const MwField *fields[MOST_ARRAYS];
  MwArray arrays[MOST_ARRAYS];
  guint n = 0;
  for (guint i = 0; i < mw_schema_n_fields (track->schema) && n < MOST_ARRAYS; i++) {
    const MwField *field = mw_schema_field_at (track->schema, i);
    const MwArray *array = mw_field_at (track, field);
    if (field->type != MW_TYPE_ARRAY || !field->parallel)
      continue;
    fields[n] = field;
    gsize size = mw_field_element_size (field);
    g_autofree guint8 *element = time ? g_malloc0 (size) : NULL;
    if (time && field->role == MW_ROLE_TIME)
      memcpy (element, time, sizeof *time);
    else if (time && array->n) {
      /* Flat: a Bezier's and a squad's control point lies on the key, a Hermite slope is zero. */
      const MwTrack *keys = (const MwTrack *) track;
      gboolean value = strcmp (field->name, "keys.value") == 0;
      if (value || keys->interpolation != MW_INTERPOLATION_HERMITE || field->role == MW_ROLE_ROTATION)
        value_at (keys, mw_track_value_field (track->schema), place, *time, element);
    }
    /* Tangents that are not there stay so. */
    arrays[n++] = array->n == 0 && field->role != MW_ROLE_TIME ? mw_array_share (array)
                                                               : changed (array, size, place, element);
  }
  return mw_document_swap_arrays (document, track->id, n, fields, arrays, error);
}

static char *
title_of (MwDocument *document, const MwId *tracks, guint n)
{
  const MwRecord *first = n ? mw_model_find (mw_document_get_model (document), tracks[0]) : NULL;
  if (n == 1 && first)
    return mw_ui_record_long_title (first);
  return g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
}

gboolean
mw_ui_add_key (MwDocument *document, const MwId *tracks, guint n, gint32 time, GError **error)
{
  g_autofree char *title = title_of (document, tracks, n);
  g_autofree char *label = g_strdup_printf (_ ("Add a key at %d ms to %s"), time, title);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_model_find (mw_document_get_model (document), tracks[i]);
    if (!track || !times_of (track) || mw_ui_find_key (track, time) >= 0)
      continue;
    if (!change_keys (document, track, place_for (track, time), &time, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}

gboolean
mw_ui_remove_key (MwDocument *document, const MwId *tracks, guint n, guint index, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  const MwRecord *first = n ? mw_model_find (model, tracks[0]) : NULL;
  if (!first || index >= mw_ui_n_keys (first))
    return TRUE;
  gint32 time = mw_ui_key_time (first, index);
  g_autofree char *title = title_of (document, tracks, n);
  g_autofree char *label = g_strdup_printf (_ ("Remove the key at %d ms of %s"), time, title);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_model_find (model, tracks[i]);
    gint place = !track ? -1 : i == 0 ? (gint) index : mw_ui_find_key (track, time);
    if (place < 0)
      continue;
    gboolean ok = mw_ui_n_keys (track) == 1 ? mw_document_remove (document, track->id, error)
                                            : change_keys (document, track, (guint) place, NULL, error);
    if (!ok) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}
