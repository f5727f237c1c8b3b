/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

/* Values that are shown always, and become tracks. */

typedef struct {
  MwRecord record;
  char *field;
  int32_t time;
} AnimatedParams;

static const MwField animated_fields[] = {
  MW_FIELD_TEXT (AnimatedParams, field, 64, "field", .label = N_ ("Field"),
                 .doc = N_ ("The name of the value, such as alpha, color or rotation.")),
  MW_FIELD_I32 (
    AnimatedParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
    .doc = N_ ("The time of the key on the model's time line, in milliseconds. Where each sequence has keys of its "
               "own, they get the key at this time from their start.")),
};
static const MwSchema animated_params = { .name = "track-make-animated",
                                          .label = N_ ("Make Animated"),
                                          .size = sizeof (AnimatedParams),
                                          .fields = animated_fields,
                                          .n_fields = G_N_ELEMENTS (animated_fields) };
static const char *const animated_required[] = { "field", "time", NULL };

static void
animated_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  ((AnimatedParams *) params)->time = view->clock.rest ? 0 : view->clock.time;
}

/* --- Which values ---------------------------------------------------------------------------------------------------- */

/* The field with the values of the tracks in a slot; NULL: it has none. */
static const MwField *
values_of (const MwField *slot)
{
  const MwField *lanes = mw_schema_part (slot->schema, MW_PART_LANES);
  return mw_schema_part (lanes ? lanes->schema : slot->schema, MW_PART_VALUES);
}

/* Whether a slot is for tracks of values that change with time, and the key of such a track can say what is shown without it. */
static gboolean
can_animate (MwDocument *document, const MwRecord *record, const MwField *slot)
{
  if (slot->type != MW_TYPE_CHILD || !mw_schema_part (slot->schema, MW_PART_CLOCK) || !values_of (slot)
      || mw_field_element_size (values_of (slot)) > MW_KEY_MOST_BYTES
      || !mw_field_is_live (record, slot, mw_document_get_format (document)))
    return FALSE;
  const MwField *still = mw_schema_static_of (record->schema, slot);
  return !still || still->type == values_of (slot)->element;
}

static gboolean
animated_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    gboolean any = FALSE;
    for (guint k = 0; k < mw_schema_n_fields (record->schema) && !any; k++)
      any = can_animate (document, record, mw_schema_field_at (record->schema, k));
    if (!any)
      return mw_operation_refuse (record, error, "has no value that could be animated");
  }
  return TRUE;
}

/* The slot for the track of a value with this name, which may be that of a static value; NULL: there is none. */
static const MwField *
slot_named (MwDocument *document, const MwRecord *record, const char *name)
{
  g_autofree char *track = g_strdup_printf ("%s.track", name);
  const MwField *field = mw_schema_field (record->schema, name), *slot = field;
  if (field && field->type != MW_TYPE_CHILD)
    slot = mw_schema_track_of (record->schema, field);
  if (!field)
    slot = mw_schema_field (record->schema, track);
  return slot && can_animate (document, record, slot) ? slot : NULL;
}

/* --- Tracks ---------------------------------------------------------------------------------------------------------- */

static gboolean
set_time (MwDocument *document, const MwRecord *holder, gint32 time, GError **error)
{
  return mw_document_replace_span (document, holder->id, mw_schema_part (holder->schema, MW_PART_TIMES), 0, 1, &time,
                                   error);
}

/* Gives each sequence the only key of a track, at this time. */
static gboolean
spread (MwDocument *document, MwId owner, const MwField *slot, gint32 time, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  if (mw_track_is_shared (model, track) && !mw_track_spread_out (document, track, error))
    return FALSE;
  track = *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
  const MwList *lanes = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  for (uint32_t i = 0; i < lanes->n; i++) {
    const MwRecord *lane = lanes->items[i];
    const MwRef *of = mw_field_at (lane, mw_schema_part (lane->schema, MW_PART_SEQUENCE));
    const MwRecord *sequence = mw_model_resolve (model, *of);
    const gint64 length = sequence
                            ? mw_sequence_aspect (model, sequence).end - mw_sequence_aspect (model, sequence).start
                            : 0;
    if (sequence && (time < 0 || time > length))
      return mw_operation_refuse (sequence, error, "does not last until this time, so it would have no key");
    if (!set_time (document, lane, time, error))
      return FALSE;
  }
  return lanes->n || set_time (document, track, time, error);
}

static gboolean
set_interpolation (MwDocument *document, const MwRecord *track, uint32_t interpolation, GError **error)
{
  const uint32_t stored = mw_interpolation_stored (mw_document_get_model (document), interpolation);
  const MwField *field = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  return mw_document_set_field (document, track->id, field, &stored, mw_field_storage_size (field), error);
}

static gboolean
insert_track (MwDocument *document, MwId id, const MwField *slot, gint32 time, const void *value, GError **error)
{
  MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
  track->global_sequence = MW_REF_NONE;
  track->times = mw_array_copy (&time, 1, sizeof time);
  track->values = mw_array_copy (value, 1, mw_field_element_size (values_of (slot)));
  return mw_document_insert (document, id, slot, 0, &track->record, error);
}

static gboolean
refuse_field (const MwRecord *record, const char *name, const char *why, GError **error)
{
  g_autofree char *reason = g_strdup_printf ("\"%s\" %s", name, why);
  return mw_operation_refuse (record, error, reason);
}

static gboolean
make_animated (MwDocument *document, MwId id, const char *name, gint32 time, gboolean *had_still, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  const MwField *slot = slot_named (document, record, name);
  if (!slot)
    return refuse_field (record, name, "is not a value that could be animated", error);
  if (*(MwRecord **) mw_field_at (record, slot))
    return refuse_field (record, name, "is animated already: add keys to its track", error);
  const MwField *values = values_of (slot);
  _Alignas(8) guint8 value[MW_KEY_MOST_BYTES] = { 0 };
  const gboolean smooth = values->element == MW_TYPE_F32 && slot->role != MW_ROLE_VISIBILITY;
  mw_slot_value (model, record, slot, values, value);
  *had_still |= mw_schema_static_of (record->schema, slot) != NULL;
  const gboolean constant = mw_new_elements (document)->constant != NULL;
  if (!(constant ? mw_new_elements (document)->constant (document, id, slot, value, error)
                     && spread (document, id, slot, time, error)
                 : insert_track (document, id, slot, time, value, error)))
    return FALSE;
  const MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, id), slot);
  return set_interpolation (document, track, smooth ? MW_INTERPOLATION_LINEAR : MW_INTERPOLATION_NONE, error);
}

static gboolean
animated_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AnimatedParams *p = (const AnimatedParams *) params;
  gboolean had_still = FALSE;
  for (guint i = 0; i < n; i++)
    if (!make_animated (document, ids[i], mw_text (p->field), p->time, &had_still, error))
      return FALSE;
  if (had_still)
    mw_document_notice (document,
                        g_strdup ("sequences that have no key in the new track show its neutral value, not the "
                                  "static one: add keys to those"));
  return TRUE;
}

const MwOperation mw_operation_track_make_animated = {
  .id = "track-make-animated",
  .label = N_ ("Make Animated"),
  .step = N_ ("Animate %s"),
  .doc = N_ (
    "Gives a value of elements that has no track, such as the alpha of a layer or the rotation of a bone, a track with one "
    "key that has this value. In M2 every sequence gets the key."),
  .aliases = "animate keyframe add track new",
  .domain = MW_DOMAIN_TRACKS,
  .params = &animated_params,
  .required = animated_required,
  .applies = animated_applies,
  .from_view = animated_from_view,
  .run = animated_run,
};
