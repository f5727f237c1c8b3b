/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/evaluate.h"
#include "core/pose/family.h"

#include <string.h>

/* Whether the track counts: it is present, not at rest, has values of this type, and has keys. */
static gboolean
plays (const MwModel *model, const MwRecord *track, const MwClock *clock, MwType type, guint count)
{
  if (!track || clock->rest || track->schema->key_type != type || track->schema->key_count != count)
    return FALSE;
  const MwPoseFamily *family = mw_pose_family (model);
  return !family->has_keys || family->has_keys (track);
}

/* The keys of a track, and the two around the moment. */
typedef struct {
  MwTrackKeys here;
  const MwTrackKeys *keys;
  MwKeySpan span;
} Found;

/* FALSE if no key is visible. */
static gboolean
find (Found *found, const MwModel *model, const MwRecord *track, const MwClock *clock)
{
  found->keys = mw_track_keys_at (model, track, clock, &found->here);
  const MwKeyWindow window = mw_track_keys_window (found->keys, clock);
  return mw_track_keys_span (found->keys, &window, &found->span);
}

static void
evaluate_floats (const MwModel *model, const MwRecord *track, const MwClock *clock, guint n, const float *keyless,
                 float *out)
{
  Found found;
  if (find (&found, model, track, clock))
    mw_track_keys_floats (found.keys, &found.span, n, out);
  else
    memmove (out, keyless, n * sizeof (float));
}

float
mw_evaluate_float (const MwModel *model, gconstpointer track, const MwClock *clock, float fixed, float keyless)
{
  float value = fixed;
  if (plays (model, track, clock, MW_TYPE_F32, 1))
    evaluate_floats (model, track, clock, 1, &keyless, &value);
  return value;
}

void
mw_evaluate_vec3 (const MwModel *model, gconstpointer track, const MwClock *clock, const float fixed[3],
                  const float keyless[3], float out[3])
{
  if (plays (model, track, clock, MW_TYPE_F32, 3))
    evaluate_floats (model, track, clock, 3, keyless, out);
  else
    memmove (out, fixed, 3 * sizeof (float));
}

void
mw_evaluate_quat (const MwModel *model, gconstpointer track, const MwClock *clock, float out[4])
{
  Found found;
  out[0] = out[1] = out[2] = 0;
  out[3] = 1;
  if (plays (model, track, clock, MW_TYPE_F32, 4) && find (&found, model, track, clock))
    mw_track_keys_quat (found.keys, &found.span, out);
}

static uint32_t
number_at (const Found *found, MwType type, uint32_t key)
{
  const void *values = found->keys->values.values->data;
  return type == MW_TYPE_U8    ? ((const uint8_t *) values)[key]
         : type == MW_TYPE_U16 ? ((const uint16_t *) values)[key]
                               : ((const uint32_t *) values)[key];
}

uint32_t
mw_evaluate_u32 (const MwModel *model, gconstpointer data, const MwClock *clock, uint32_t fixed, uint32_t keyless)
{
  const MwRecord *track = data;
  const MwType type = track ? track->schema->key_type : MW_TYPE_F32;
  Found found;
  if ((type != MW_TYPE_U8 && type != MW_TYPE_U16 && type != MW_TYPE_U32) || !plays (model, track, clock, type, 1))
    return fixed;
  if (!find (&found, model, track, clock))
    return keyless;
  uint32_t a = number_at (&found, type, found.span.a), b = number_at (&found, type, found.span.b);
  if (!found.keys->m2 || found.keys->interpolation == MW_INTERPOLATION_NONE)
    return a;
  return (uint32_t) ((float) a + (float) found.span.t * ((float) b - (float) a));
}

gboolean
mw_evaluate_held (const MwModel *model, gconstpointer track, const MwClock *clock, MwType type, guint count,
                  const void **value)
{
  Found found;
  if (!plays (model, track, clock, type, count))
    return FALSE;
  *value = find (&found, model, track, clock)
             ? (const uint8_t *) found.keys->values.values->data + found.span.a * mw_type_size (type) * count
             : NULL;
  return TRUE;
}

MwRef
mw_evaluate_ref (const MwModel *model, gconstpointer track, const MwClock *clock, MwRef fixed, MwRef keyless)
{
  const void *value;
  if (!mw_evaluate_held (model, track, clock, MW_TYPE_REF, 1, &value))
    return fixed;
  return value ? *(const MwRef *) value : keyless;
}

/* MDX stores floats here, M2 whole numbers. */
gboolean
mw_evaluate_visibility (const MwModel *model, gconstpointer data, const MwClock *clock)
{
  const MwRecord *track = data;
  const void *value;
  if (!track || !mw_schema_is_track (track->schema))
    return mw_evaluate_u32 (model, track, clock, 1, 1) > 0;
  return !mw_evaluate_held (model, track, clock, MW_TYPE_F32, 1, &value) || !value || *(const float *) value > 0;
}

int
mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock)
{
  MwTrackKeys here;
  if (!track || clock->rest)
    return -1;
  const MwTrackKeys *keys = mw_track_keys_at (model, &track->record, clock, &here);
  const MwKeyWindow window = mw_track_keys_window (keys, clock);
  return mw_track_keys_before (keys, &window);
}
