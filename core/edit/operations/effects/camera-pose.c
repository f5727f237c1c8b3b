/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/effects/camera-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/key-put.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/turn.h"

#include <math.h>

/* Keys that move cameras, or what they look at, at one moment of one sequence. Their tracks are offsets in model space
 * (rendering.md 5), so where something shall be gives the value of the key at once. */

typedef struct {
  MwRecord record;
  MwRef sequence;
  int32_t time;
  uint8_t camera;
  float move[3], rotate[3], pivot[3];
} CameraPoseParams;

static const MwField camera_pose_fields[] = {
  MW_FIELD_REF (CameraPoseParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
                .doc = N_ ("The only sequence in which anything changes.")),
  MW_FIELD_I32 (CameraPoseParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
                .doc = N_ ("The time of the keys, in milliseconds from the start of the sequence.")),
  MW_FIELD_U8 (CameraPoseParams, camera, "camera", .names = &mw_camera_part_names, .label = N_ ("Of cameras"),
               .doc = N_ ("What of a camera moves: itself and its target, or one of them.")),
  MW_FIELD_VEC (CameraPoseParams, move, 3, "move", .unit = MW_UNIT_LENGTH, .label = N_ ("Move"),
                .doc = N_ ("How far along x, y and z, after the rotation.")),
  MW_FIELD_VEC (CameraPoseParams, rotate, 3, "rotate", .unit = MW_UNIT_DEGREES, .label = N_ ("Rotate"),
                .doc = N_ ("Around the x axis, then the y axis, then the z axis.")),
  MW_FIELD_VEC (CameraPoseParams, pivot, 3, "pivot", .unit = MW_UNIT_LENGTH, .label = N_ ("Around"),
                .doc = N_ ("The point that the rotation does not move.")),
};
static const MwSchema camera_pose_params = { .name = "camera-pose",
                                             .label = N_ ("Pose Camera"),
                                             .size = sizeof (CameraPoseParams),
                                             .fields = camera_pose_fields,
                                             .n_fields = G_N_ELEMENTS (camera_pose_fields) };
static const char *const camera_pose_required[] = { "sequence", NULL };

static gboolean
camera_pose_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++)
    if (!mw_is_camera (model, mw_model_find (model, ids[i])))
      return mw_operation_refuse (mw_model_find (model, ids[i]), error, "is not a camera");
  return TRUE;
}

/* Gives a track the key that takes a point to where it shall be. A point that stays gets none. */
static gboolean
key_part (MwDocument *document, MwId id, MwCameraPart part, const CameraPoseParams *p, const double matrix[3][3],
          const float at[3], GError **error)
{
  const MwRecord *camera = mw_model_find (mw_document_get_model (document), id);
  const float *rest = mw_field_at (camera, mw_camera_place_field (camera, part));
  float value[3];
  gboolean moves = FALSE;
  for (guint k = 0; k < 3; k++) {
    double to = (double) p->pivot[k] + (double) p->move[k];
    for (guint i = 0; i < 3; i++)
      to += matrix[k][i] * ((double) at[i] - (double) p->pivot[i]);
    moves |= fabs (to - (double) at[k]) > 1e-6 * (1 + fabs (to));
    value[k] = (float) (to - (double) rest[k]);
  }
  return !moves
         || mw_key_put (document, id, mw_camera_track_slot (camera, part), p->sequence.id, p->time, value, error);
}

static gboolean
is_finite (const CameraPoseParams *p)
{
  double sum = 0;
  for (guint k = 0; k < 3; k++)
    sum += (double) (p->move[k] + p->rotate[k] + p->pivot[k]);
  return isfinite (sum);
}

static gboolean
camera_pose_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CameraPoseParams *p = (const CameraPoseParams *) params;
  const MwModel *model = mw_document_get_model (document);
  MwClock clock = MW_CLOCK_REST;
  MwKeyRange range;
  double matrix[3][3];
  gboolean any = FALSE;
  for (guint k = 0; k < 3; k++)
    any |= p->move[k] != 0 || p->rotate[k] != 0;
  if (!is_finite (p))
    return mw_operation_refuse (NULL, error, "the parameters must be finite numbers");
  if (!any)
    return mw_operation_refuse (NULL, error, "nothing to pose: give a move or a rotation");
  if (!mw_model_resolve (model, p->sequence))
    return mw_operation_refuse (NULL, error, "the sequence is none of this model");
  if (!mw_key_range_of (document, p->sequence.id, &range, error))
    return FALSE;
  mw_turn_matrix (p->rotate, matrix);
  mw_clock_play (&clock, model, p->sequence.id);
  clock.time = (int32_t) (range.start + p->time);
  for (guint i = 0; i < n; i++) {
    MwCameraState state;
    mw_camera_evaluate (model, mw_model_find (model, ids[i]), &clock, &state);
    if (p->camera != MW_CAMERA_TARGET && !key_part (document, ids[i], MW_CAMERA_EYE, p, matrix, state.eye, error))
      return FALSE;
    if (p->camera != MW_CAMERA_EYE && !key_part (document, ids[i], MW_CAMERA_TARGET, p, matrix, state.target, error))
      return FALSE;
  }
  return TRUE;
}

const MwOperation mw_operation_camera_pose = {
  .id = "camera-pose",
  .label = N_ ("Pose Camera"),
  .step = N_ ("Pose %s"),
  .doc = N_ (
    "Moves or turns cameras, or only what they look at, at one time of one sequence by keys of exactly the tracks that change. The first "
    "key of a track in a sequence holds for the whole sequence. Other sequences show what they showed before."),
  .aliases = "key keyframe rotate move animate gizmo drag target",
  .domain = MW_DOMAIN_EFFECTS,
  .params = &camera_pose_params,
  .required = camera_pose_required,
  .applies = camera_pose_applies,
  .run = camera_pose_run,
};
