/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/key-edit.h"
#include "core/base/error.h"
#include "core/model/track.h"
#include "core/pose/interpolate.h"
#include "core/schema/notes.h"
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
mw_ui_next_key_time (const MwRecord *track, guint last)
{
  guint n = mw_ui_n_keys (track);
  if (n == 0)
    return 0;
  last = MIN (last, n - 1);
  gint64 time = mw_ui_key_time (track, last), gap = last ? time - mw_ui_key_time (track, last - 1) : GAP_MS;
  return (gint32) CLAMP (time + (gap > 0 ? gap : GAP_MS), G_MININT32, G_MAXINT32);
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

static const MwArray *
array_of (const MwRecord *track, const char *name)
{
  const MwField *field = mw_schema_field (track->schema, name);
  return field ? mw_field_at (track, field) : NULL;
}

/* The interpolation as kernels know it. M2 has the two with tangents the other way round, and only tracks that store tangents
 * know them (M2 reference 4.1); a lane has that of its track. */
static uint32_t
interpolation_of (const MwRecord *track)
{
  const MwField *field = mw_schema_field (track->schema, "interpolation");
  if (!field && track->owner)
    return interpolation_of (track->owner);
  uint32_t stored = field ? *(const uint32_t *) mw_field_at (track, field) : MW_INTERPOLATION_NONE;
  if (track->schema->families != MW_FAMILY_M2 || !mw_interpolation_has_tangents (stored))
    return stored;
  if (!mw_schema_field (track->schema, "keys.in_tan"))
    return MW_INTERPOLATION_LINEAR;
  return stored == MW_INTERPOLATION_HERMITE ? MW_INTERPOLATION_BEZIER : MW_INTERPOLATION_HERMITE;
}

static gboolean
is_rotation (const MwRecord *track, const MwField *values)
{
  return values->count == 4 && (values->role == MW_ROLE_ROTATION || track->schema->families == MW_FAMILY_M2);
}

/* The value between the neighbours, by the track's own kernel; that of the one neighbour at the ends. */
static void
value_at (const MwRecord *track, const MwField *values, guint place, gint32 time, guint8 *value)
{
  gsize size = mw_field_element_size (values);
  const MwArray *array = mw_field_at (track, values), *outs = array_of (track, "keys.out_tan"),
                *ins = array_of (track, "keys.in_tan");
  uint32_t interpolation = interpolation_of (track);
  guint n = array->n, before = place ? place - 1 : 0;
  if (before >= n)
    return;
  const guint8 *data = array->data;
  memcpy (value, data + before * size, size);
  if (place == 0 || place >= n || values->element != MW_TYPE_F32 || values->count > 4
      || interpolation == MW_INTERPOLATION_NONE)
    return;
  float a[4], b[4], out_tan[4], in_tan[4], out[4];
  memcpy (a, data + before * size, size);
  memcpy (b, data + place * size, size);
  gboolean tangents = mw_interpolation_has_tangents (interpolation) && outs && ins && outs->n == n && ins->n == n;
  if (tangents) {
    memcpy (out_tan, (const guint8 *) outs->data + before * size, size);
    memcpy (in_tan, (const guint8 *) ins->data + place * size, size);
  }
  double from = mw_ui_key_time (track, before), to = mw_ui_key_time (track, place);
  float t = to > from ? (float) ((time - from) / (to - from)) : 0;
  if (is_rotation (track, values) && track->schema->families == MW_FAMILY_M2)
    mw_interpolate_nlerp (a, b, t, out);
  else if (is_rotation (track, values))
    mw_interpolate_quat (interpolation, a, tangents ? out_tan : NULL, tangents ? in_tan : NULL, b, t, out);
  else
    mw_interpolate (interpolation, values->count, a, tangents ? out_tan : NULL, tangents ? in_tan : NULL, b, t, out);
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

/* Files exist in which a track has more times than values; which belong together nobody knows. */
static gboolean
lengths_agree (const MwRecord *track, GError **error)
{
  guint n = mw_ui_n_keys (track);
  for (guint i = 0; i < mw_schema_n_fields (track->schema); i++) {
    const MwField *field = mw_schema_field_at (track->schema, i);
    const MwArray *array = mw_field_at (track, field);
    if (field->type != MW_TYPE_ARRAY || !field->parallel || array->n == n || array->n == 0)
      continue;
    g_autofree char *path = mw_record_path (track);
    mw_set_error (error, MW_ERROR_REFUSED, -1, path, _ ("has %u times and %u of %s: keys can neither come nor go"), n,
                  array->n, mw_ui_label (field->label));
    return FALSE;
  }
  return TRUE;
}

/* All parallel arrays of the track at once. `time` NULL: the key at `place` goes. */
static gboolean
change_keys (MwDocument *document, const MwRecord *track, guint place, const gint32 *time, GError **error)
{
  const MwField *fields[MOST_ARRAYS];
  MwArray arrays[MOST_ARRAYS];
  guint n = 0;
  if (!lengths_agree (track, error))
    return FALSE;
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
      const MwField *values = mw_schema_field (track->schema, "keys.value");
      if (field == values || interpolation_of (track) != MW_INTERPOLATION_HERMITE || is_rotation (track, field))
        value_at (track, values, place, *time, element);
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

/* A lane takes its track along if it was the last one, unless keys of that stand in files that are not at hand: a note on it
 * knows where. */
static gboolean
remove_track (MwDocument *document, const MwRecord *track, GError **error)
{
  const MwField *slot = mw_record_slot (track);
  const MwRecord *owner = track->owner;
  gboolean last = slot->type == MW_TYPE_LIST && mw_record_list (owner, slot)->n == 1
                  && !mw_notes_find (owner, MW_NOTE_LAYOUT, slot);
  return mw_document_remove (document, last ? owner->id : track->id, error);
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
    gboolean ok = mw_ui_n_keys (track) == 1 ? remove_track (document, track, error)
                                            : change_keys (document, track, (guint) place, NULL, error);
    if (!ok) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}
