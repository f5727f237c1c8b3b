/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/aspects.h"
#include "core/pose/keys.h"

#include <string.h>

/* Operations on all keys of tracks, or on those of one sequence: their times and values. */

enum { QUATERNION = 4 };

/* --- Move ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t by;
  MwRef sequence;
} MoveParams;

static const MwField move_fields[] = {
  MW_FIELD_I32 (MoveParams, by, "by", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("By"),
                .doc = N_ ("How many milliseconds later; a negative number moves the keys to earlier times.")),
  MW_FIELD_REF (MoveParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
                .doc = N_ ("Moves only the keys of this sequence; none: all keys.")),
};
static const MwSchema move_params = { .name = "keys-move",
                                      .label = N_ ("Move Keys"),
                                      .size = sizeof (MoveParams),
                                      .fields = move_fields,
                                      .n_fields = G_N_ELEMENTS (move_fields) };
static const char *const move_required[] = { "by", NULL };

/* Which keys are moved, and how far. */
typedef struct {
  MwKeyRange range; /* the keys of a sequence; ignored if `all` */
  gboolean all;
  gint64 by;
} Move;

static gboolean
is_moved (const Move *move, const MwRecord *holder, gint32 time)
{
  if (move->all)
    return TRUE;
  gboolean lane = holder->schema->keys == MW_KEYS_LANE;
  return lane == move->range.lanes
         && (lane ? mw_holder_sequence (holder) == move->range.sequence : mw_key_range_has (&move->range, time));
}

/* The times between which moved keys of a holder must stay. */
static void
limits_of (MwDocument *document, const Move *move, const MwRecord *holder, gint64 *first, gint64 *last)
{
  mw_holder_limits (document, holder, first, last);
  if (!move->all) {
    *first = move->range.lanes ? 0 : move->range.start;
    *last = move->range.end;
  }
}

/* All keys of a sequence move together and stay in it, so none passes another one. */
static gboolean
move_holder (MwDocument *document, MwId id, const Move *move, gboolean *changed, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const MwArray *array = mw_holder_times (document, holder);
  const gint32 *times = array->data;
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, array->n + 1);
  gint64 first, last;
  gboolean any = FALSE;
  limits_of (document, move, holder, &first, &last);
  for (uint32_t i = 0; i < array->n; i++) {
    gboolean moved = is_moved (move, holder, times[i]);
    gint64 time = times[i] + (moved ? move->by : 0);
    any |= moved;
    if (moved && (time < first || time > last)) {
      g_autofree char *reason = g_strdup_printf ("the key at %d ms would leave its sequence", times[i]);
      return mw_operation_refuse (holder, error, reason);
    }
    places[i] = (MwKeyPlace) { i, (gint32) time };
  }
  *changed |= any;
  return !any || mw_holder_rearrange (document, id, places, array->n, error);
}

static gboolean
move_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MoveParams *p = (const MoveParams *) params;
  const MwRecord *sequence = mw_model_resolve (mw_document_get_model (document), p->sequence);
  Move move = { .all = !sequence, .by = p->by };
  gboolean changed = FALSE;
  if (p->by == 0)
    return mw_operation_refuse (NULL, error, "nothing to move: the keys would stay at their times");
  if (sequence && !mw_key_range_of (document, sequence->id, &move.range, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++)
    if (!move_holder (document, g_array_index (holders, MwId, i), &move, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to move: there are no such keys");
}

const MwOperation mw_operation_keys_move = {
  .id = "keys-move",
  .label = N_ ("Move Keys"),
  .step = N_ ("Move the keys of %s"),
  .doc = N_ ("Moves keys of tracks in time: all of them, or those of one sequence. They must stay in their "
             "sequence."),
  .aliases = "shift offset time delay earlier later keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &move_params,
  .required = move_required,
  .applies = mw_holders_apply,
  .run = move_run,
};

/* --- Scale values --------------------------------------------------------------------------------------------------- */

enum { ABOUT_ZERO, ABOUT_FIRST };
typedef struct {
  MwRecord record;
  float factor;
  uint8_t about;
} ScaleParams;

MW_NAMES (about_names, FALSE, { ABOUT_ZERO, "zero", N_ ("Zero") }, { ABOUT_FIRST, "first", N_ ("The first key") });
static const MwField scale_fields[] = {
  MW_FIELD_F32 (ScaleParams, factor, "factor", .unit = MW_UNIT_FACTOR, .def = 1, .min = -1000, .max = 1000,
                .label = N_ ("Factor"),
                .doc = N_ ("What the distance of each value from zero, or from the first "
                           "key, is multiplied by.")),
  MW_FIELD_U8 (ScaleParams, about, "about", .names = &about_names, .label = N_ ("About"),
               .doc = N_ ("The value that does not change: zero, or that of the first key of each track or lane.")),
};
static const MwSchema scale_params = { .name = "keys-scale-values",
                                       .label = N_ ("Scale Values"),
                                       .size = sizeof (ScaleParams),
                                       .fields = scale_fields,
                                       .n_fields = G_N_ELEMENTS (scale_fields) };
static const char *const scale_required[] = { "factor", NULL };

static gboolean
scale_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!mw_holders_apply (document, ids, n, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
    if (!values || values->element != MW_TYPE_F32 || values->count >= QUATERNION || mw_curve_is_visibility (holder))
      return mw_operation_refuse (holder, error,
                                  "has no values that can be scaled: events, rotations, visibility and "
                                  "whole numbers cannot");
    if (!mw_holder_is_complete (holder, error))
      return FALSE;
  }
  return TRUE;
}

/* Scales one of the arrays of keys about a value, or about zero without one. */
static gboolean
scale_array (MwDocument *document, MwId id, MwPart part, float factor, const float *about, gboolean *changed,
             GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = mw_schema_part (holder->schema, part);
  const MwArray *array = field ? mw_field_at (holder, field) : NULL;
  if (!array || !array->n)
    return TRUE;
  gsize size = array->n * mw_field_element_size (field);
  g_autofree float *scaled = g_memdup2 (array->data, size);
  for (guint i = 0; i < array->n * field->count; i++) {
    float from = about ? about[i % field->count] : 0;
    scaled[i] = from + (scaled[i] - from) * factor;
  }
  if (memcmp (scaled, array->data, size) == 0)
    return TRUE;
  *changed = TRUE;
  return mw_document_replace_span (document, id, field, 0, array->n, scaled, error);
}

/* Hermite tangents are slopes, so only the factor counts. Those of Bezier curves are values like those of the keys. */
static gboolean
scale_holder (MwDocument *document, MwId id, const ScaleParams *p, gboolean *changed, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *holder = mw_model_find (model, id);
  const MwField *field = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *values = mw_field_at (holder, field);
  float about[QUATERNION] = { 0 };
  MwTrackKeys keys;
  mw_track_keys_open (&keys, model, holder, 0);
  gboolean slopes = keys.interpolation == MW_INTERPOLATION_HERMITE;
  if (p->about == ABOUT_FIRST && values->n)
    memcpy (about, values->data, mw_field_element_size (field));
  return scale_array (document, id, MW_PART_VALUES, p->factor, about, changed, error)
         && scale_array (document, id, MW_PART_IN_TANS, p->factor, slopes ? NULL : about, changed, error)
         && scale_array (document, id, MW_PART_OUT_TANS, p->factor, slopes ? NULL : about, changed, error);
}

static gboolean
scale_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++)
    if (!scale_holder (document, g_array_index (holders, MwId, i), (const ScaleParams *) params, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to scale: all values would stay the same");
}

const MwOperation mw_operation_keys_scale_values = {
  .id = "keys-scale-values",
  .label = N_ ("Scale Values"),
  .step = N_ ("Scale the values of %s"),
  .doc = N_ ("Multiplies the values of the keys of tracks, with their tangents, about zero or about the first key. The "
             "times stay."),
  .aliases = "multiply stronger weaker amplitude amplify damp exaggerate",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &scale_params,
  .required = scale_required,
  .applies = scale_applies,
  .run = scale_run,
};

/* --- Hemisphere ----------------------------------------------------------------------------------------------------- */

static double
dot (const float *a, const float *b)
{
  double sum = 0;
  for (guint i = 0; i < QUATERNION; i++)
    sum += (double) a[i] * (double) b[i];
  return sum;
}

/* Turns each quaternion of an array to the side of another one: that of the same index in `to`, or, without `to`, the one
 * before it. */
static gboolean
turn_array (MwDocument *document, MwId id, MwPart part, const float *to, gboolean *changed, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = mw_schema_part (holder->schema, part);
  const MwArray *array = field ? mw_field_at (holder, field) : NULL;
  if (!array || !array->n)
    return TRUE;
  g_autofree float *turned = g_memdup2 (array->data, array->n * mw_field_element_size (field));
  gboolean any = FALSE;
  for (guint i = to ? 0 : 1; i < array->n; i++) {
    float *q = turned + i * QUATERNION;
    if (dot (q, to ? to + i * QUATERNION : q - QUATERNION) >= 0)
      continue;
    any = TRUE;
    for (guint k = 0; k < QUATERNION; k++)
      q[k] = -q[k];
  }
  *changed |= any;
  return !any || mw_document_replace_span (document, id, field, 0, array->n, turned, error);
}

static gboolean
turn_holder (MwDocument *document, MwId id, gboolean *changed, GError **error)
{
  if (!turn_array (document, id, MW_PART_VALUES, NULL, changed, error))
    return FALSE;
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const MwArray *values = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_VALUES));
  return turn_array (document, id, MW_PART_IN_TANS, values->data, changed, error)
         && turn_array (document, id, MW_PART_OUT_TANS, values->data, changed, error);
}

static gboolean
hemisphere_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!mw_holders_apply (document, ids, n, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
    if (!values || values->element != MW_TYPE_F32 || values->count != QUATERNION)
      return mw_operation_refuse (holder, error, "has no rotations");
    if (!mw_holder_is_complete (holder, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
hemisphere_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++)
    if (!turn_holder (document, g_array_index (holders, MwId, i), &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to fix: all rotations are already in the same hemisphere");
}

/* World of Warcraft's alpha stores no sign (mdlx.md 8). */
const MwOperation mw_operation_track_fix_hemisphere = {
  .id = "track-fix-hemisphere",
  .label = N_ ("Fix Hemisphere"),
  .step = N_ ("Fix the hemisphere of %s"),
  .doc = N_ (
    "Changes the sign of quaternions, so that each is in the same hemisphere as the one before it. Poses stay the "
    "same. Programs that do not choose the shorter arc then show no sudden turns."),
  .aliases = "quaternion rotation flip sign jump spin shortest",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .families = MW_FAMILY_MDX | MW_FAMILY_M2,
  .applies = hemisphere_applies,
  .run = hemisphere_run,
};
