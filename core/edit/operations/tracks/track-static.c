/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/track.h"

#include <string.h>

/* Tracks that become static values. */

/* The static field that a track animates, if it holds values of the same kind; or NULL. */
static const MwField *
still_of (const MwRecord *owner, const MwField *slot, const MwSchema *track)
{
  const MwField *still = mw_schema_static_of (owner->schema, slot), *values = mw_schema_part (track, MW_PART_VALUES);
  return still && values && still->type == values->element && still->count == MAX (values->count, 1) ? still : NULL;
}

/* --- Make static ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t time;
} TimeParams;

static const MwField static_fields[] = {
  MW_FIELD_I32 (
    TimeParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
    .doc = N_ ("The time on the track's own clock at which its value is taken, in milliseconds; in a lane from the "
               "start of its sequence.")),
};
static const MwSchema static_params = { .name = "track-make-static",
                                        .label = N_ ("Make Static"),
                                        .size = sizeof (TimeParams),
                                        .fields = static_fields,
                                        .n_fields = G_N_ELEMENTS (static_fields) };
static const char *const time_required[] = { "time", NULL };

static void
static_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  ((TimeParams *) params)->time = view->clock.rest ? 0 : view->clock.time;
}

/* The keys of which one becomes the value: a track, a lane, or the only lane of a track. NULL and an error: there is none. */
static const MwRecord *
holder_of (MwDocument *document, const MwRecord *record, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) holders = mw_holders_of (document, &record->id, 1);
  const MwRecord *holder = holders->len == 1 ? mw_model_find (model, g_array_index (holders, MwId, 0)) : NULL;
  if (holders->len > 1)
    mw_operation_refuse (record, error,
                         "has separate keys for each sequence: give one of its lanes, as in lanes[0] below it");
  else if (!holder || !mw_holder_times (document, holder)->n)
    mw_operation_refuse (record, error, "has no keys");
  else if (mw_holder_is_complete (holder, error))
    return holder;
  return NULL;
}

/* Whether a track has a static value that could take its place. Without one, some families still have tracks with one key. */
static gboolean
can_be_static (MwDocument *document, const MwRecord *track, GError **error)
{
  const MwField *still;
  if (mw_new_elements (document)->constant)
    return mw_schema_part (track->schema, MW_PART_VALUES)
             ? mw_track_is_loaded (document, track, error)
             : mw_operation_refuse (track, error, "has the times of an event, which has no value");
  if (!mw_schema_is_track (track->schema))
    return mw_operation_refuse (track, error, "is not a track");
  still = still_of (track->owner, mw_record_slot (track), track->schema);
  return (still && mw_field_is_live (track->owner, still, mw_document_get_format (document)))
         || mw_operation_refuse (track, error, "has no static value that could take its place");
}

static gboolean
static_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (!mw_schema_has_timed_keys (record->schema))
      return mw_operation_refuse (record, error, "is not a track");
    if (!can_be_static (document, mw_holder_track (record), error) || !holder_of (document, record, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether a track with these keys shows one value always, and is no track that has to become a field. */
static gboolean
is_constant (MwDocument *document, const MwRecord *holder)
{
  const MwRecord *track = mw_holder_track (holder);
  const MwField *of = track == holder ? NULL : mw_schema_part (holder->schema, MW_PART_SEQUENCE);
  return mw_new_elements (document)->constant && mw_holder_times (document, holder)->n == 1
         && mw_ref_is_none (*(const MwRef *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_CLOCK)))
         && (!of || mw_ref_is_none (*(const MwRef *) mw_field_at (holder, of)));
}

static gboolean
make_static (MwDocument *document, const MwRecord *holder, gint32 time, GError **error)
{
  const MwRecord *track = mw_holder_track (holder);
  const MwField *slot = mw_record_slot (track), *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwId owner = track->owner->id;
  /* The key that is added has the value at that time. On a loop its time may be an earlier one. */
  if (!mw_key_add (document, holder->id, time, error))
    return FALSE;
  gint index = mw_key_find (holder, mw_key_time (document, holder->id, time));
  g_assert (index >= 0);
  gsize size = mw_field_element_size (values);
  g_autofree guint8 *value = g_memdup2 (
    (const guint8 *) ((const MwArray *) mw_field_at (holder, values))->data + (gsize) index * size, size);
  if (mw_new_elements (document)->constant)
    return mw_new_elements (document)->constant (document, owner, slot, value, error);
  return mw_document_set_field (document, owner, still_of (track->owner, slot, track->schema), value, size, error)
         && mw_document_remove (document, track->id, error);
}

static gboolean
static_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  for (guint i = 0; i < n; i++) {
    /* Two lanes of one track may be given: the first decides. */
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwRecord *holder = record ? holder_of (document, record, error) : NULL;
    if (!record || (holder && is_constant (document, holder)))
      continue;
    if (!holder || !make_static (document, holder, ((const TimeParams *) params)->time, error))
      return FALSE;
    changed = TRUE;
  }
  return changed || mw_operation_nothing (error, "nothing to change: the tracks always show one value");
}

const MwOperation mw_operation_track_make_static = {
  .id = "track-make-static",
  .label = N_ ("Make Static"),
  .step = N_ ("Make %s static"),
  .doc = N_ (
    "Removes tracks, and keeps the value that each has at a given time as the static value. M2 has only tracks for "
    "such values: there, one key that all sequences play remains."),
  .aliases = "freeze unanimate constant fixed bake remove animation",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &static_params,
  .required = time_required,
  .applies = static_applies,
  .from_view = static_from_view,
  .run = static_run,
};
