/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/progress.h"
#include "core/model/track.h"

#include <string.h>

/* Tracks with a key every few milliseconds, and tracks with the keys of another one. */

/* --- Bake ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  uint32_t every;
} BakeParams;

static const MwField bake_fields[] = {
  MW_FIELD_U32 (BakeParams, every, "every", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 33, .min = 1, .max = 60000,
                .label = N_ ("Every"),
                .doc = N_ ("Milliseconds from one key to the next, counted from the start of each sequence.")),
};
static const MwSchema bake_params = { .name = "track-bake",
                                      .label = N_ ("Bake"),
                                      .size = sizeof (BakeParams),
                                      .fields = bake_fields,
                                      .n_fields = G_N_ELEMENTS (bake_fields) };

static void
drop_repeated (GArray *keys)
{
  guint kept = 0;
  for (guint i = 0; i < keys->len; i++)
    if (!kept || g_array_index (keys, MwCurveKey, kept - 1).time != g_array_index (keys, MwCurveKey, i).time)
      g_array_index (keys, MwCurveKey, kept++) = g_array_index (keys, MwCurveKey, i);
  g_array_set_size (keys, kept);
}

/* The own keys of the curve, and one every few milliseconds. NULL: they would be too many. */
static GArray *
bake (const MwCurve *curve, uint32_t every)
{
  g_autoptr (GArray) keys = mw_curve_keys (curve);
  const gint32 first = keys->len ? g_array_index (keys, MwCurveKey, 0).time : 0,
               last = keys->len ? g_array_index (keys, MwCurveKey, keys->len - 1).time : -1;
  for (guint i = 0; i < curve->windows->len; i++) {
    const MwKeyWindow *window = &g_array_index (curve->windows, MwKeyWindow, i);
    /* Without an interval of its own a curve holds its first and last value outside its keys. */
    gboolean open = window->start == G_MININT32;
    const gint64 start = open ? first : window->start, end = open ? last : window->end;
    for (gint64 time = start; time <= end; time = time < end ? MIN (time + every, end) : end + 1) {
      MwCurveKey key = { .time = (gint32) time };
      if (!mw_curve_at (curve, window, time, key.value))
        break;
      memcpy (key.in_tan, key.value, sizeof key.value);
      memcpy (key.out_tan, key.value, sizeof key.value);
      g_array_append_val (keys, key);
      if (keys->len > MW_CURVE_MOST_KEYS)
        return NULL;
    }
  }
  g_array_sort (keys, mw_curve_compare_keys);
  drop_repeated (keys);
  mw_curve_turn_keys (curve, keys);
  return g_steal_pointer (&keys);
}

static gboolean
bake_holder (MwDocument *document, MwId id, uint32_t every, guint *added, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  g_auto (MwCurve) curve = { 0 };
  mw_curve_open (&curve, document, holder);
  const guint before = curve.own.times.n;
  g_autoptr (GArray) keys = bake (&curve, every);
  if (!keys)
    return mw_operation_refuse (holder, error,
                                "would need more than 100,000 keys: choose more milliseconds between keys");
  *added += keys->len - MIN (keys->len, before);
  return mw_curve_set_interpolation (document, mw_holder_track (holder)->id, MW_INTERPOLATION_LINEAR, error)
         && mw_curve_write (document, id, keys, error);
}

static gboolean
bake_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const uint32_t every = ((const BakeParams *) params)->every;
  g_autoptr (GArray) holders = mw_holders_of_tracks (document, ids, n);
  guint added = 0;
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    if (mw_holder_is_stepped (holder))
      return mw_operation_refuse (mw_holder_track (holder), error,
                                  "is not interpolated: between its keys nothing changes");
  }
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++)
    if (!mw_progress_next (document, error)
        || !bake_holder (document, g_array_index (holders, MwId, i), every, &added, error))
      return FALSE;
  mw_progress_end (document);
  return added || mw_operation_nothing (error, "nothing to bake: the tracks have these keys already");
}

const MwOperation mw_operation_track_bake = {
  .id = "track-bake",
  .label = N_ ("Bake"),
  .step = N_ ("Bake %s"),
  .doc = N_ (
    "Gives tracks a key every few milliseconds in every sequence, with the value that they show there, and interpolates them "
    "linearly. Their own keys stay."),
  .aliases = "sample resample frames keyframes linear",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &bake_params,
  .applies = mw_curves_apply,
  .run = bake_run,
};

/* --- Copy ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  MwRef to;
} CopyParams;

static const MwField copy_fields[] = {
  MW_FIELD_REF (
    CopyParams, to, "to", "nodes", .or_refers = "bones", .label = N_ ("To"),
    .doc = N_ ("The node or bone that gets the tracks. Tracks of the same names that it has are replaced.")),
};
static const MwSchema copy_params = { .name = "track-copy",
                                      .label = N_ ("Copy to Another Node"),
                                      .size = sizeof (CopyParams),
                                      .fields = copy_fields,
                                      .n_fields = G_N_ELEMENTS (copy_fields) };
static const char *const copy_required[] = { "to", NULL };

static gboolean
copy_track (MwDocument *document, MwId id, MwId to, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *track = mw_holder_track (mw_model_find (model, id)), *target = mw_model_find (model, to);
  const MwField *own = mw_record_slot (track), *slot = mw_schema_field (target->schema, own->name);
  if (track->owner == target)
    return mw_operation_refuse (track, error, "belongs to that node already");
  if (!slot || slot->type != MW_TYPE_CHILD || slot->schema != own->schema
      || !mw_field_is_live (target, slot, mw_document_get_format (document))) {
    g_autofree char *reason = g_strdup_printf ("has no %s", own->name);
    return mw_operation_refuse (target, error, reason);
  }
  if (!mw_track_is_loaded (document, track, error))
    return FALSE;
  MwRecord *copy = mw_record_copy (track, FALSE);
  const MwRecord *replaced = *(MwRecord *const *) mw_field_at (target, slot);
  if (replaced && !mw_document_remove (document, replaced->id, error)) {
    mw_record_free (copy);
    return FALSE;
  }
  return mw_document_insert (document, to, slot, 0, copy, error);
}

static gboolean
copy_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwRecord *target = mw_model_resolve (mw_document_get_model (document), ((const CopyParams *) params)->to);
  if (!target)
    return mw_operation_refuse (NULL, error, "there is nothing to copy to: give a node or bone");
  for (guint i = 0; i < n; i++)
    if (!copy_track (document, ids[i], target->id, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_track_copy = {
  .id = "track-copy",
  .label = N_ ("Copy to Another Node"),
  .step = N_ ("Copy %s to another node"),
  .doc = N_ (
    "Copies tracks with all their keys to another node or bone, so that it moves, turns or is shown in the same way."),
  .aliases = "duplicate paste keys animation transfer",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &copy_params,
  .required = copy_required,
  .applies = mw_holders_apply,
  .run = copy_run,
};
