/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/m2-evaluate.h"
#include "core/pose/math.h"

static const float zeros[3] = { 0, 0, 0 };

void
mw_camera_evaluate (const MwMdlx *model, const MwMdlxCamera *camera, const MwClock *clock, MwCameraState *out)
{
  float eye[3], target[3];

  mw_evaluate_vec3 (&model->model, camera->translation_track, clock, zeros, zeros, eye);
  mw_evaluate_vec3 (&model->model, camera->target_translation_track, clock, zeros, zeros, target);
  for (int i = 0; i < 3; i++) {
    out->eye[i] = camera->position[i] + eye[i];
    out->target[i] = camera->target[i] + target[i];
  }
  out->roll = mw_evaluate_float (&model->model, camera->rotation_track, clock, 0, 0);
  out->field_of_view = camera->field_of_view;
  out->near_clip = camera->near_clip;
  out->far_clip = camera->far_clip;
  out->visible = mw_evaluate_visibility (&model->model, camera->visibility_track, clock);
}

/* m2.md 5.15: the field of view is a number before 271 and a track from then on; which of the two a file has, the record
 * knows by what it holds. */
static void
evaluate_m2 (const MwM2 *model, const MwM2Camera *camera, const MwClock *clock, MwCameraState *out)
{
  const MwClock started = mw_clock_started (clock, &model->model);
  float eye[3], target[3];

  clock = &started;
  mw_m2_evaluate_vec3 (model, camera->translation_track, clock, zeros, zeros, eye);
  mw_m2_evaluate_vec3 (model, camera->target_translation_track, clock, zeros, zeros, target);
  for (int i = 0; i < 3; i++) {
    out->eye[i] = camera->position[i] + eye[i];
    out->target[i] = camera->target[i] + target[i];
  }
  out->roll = mw_m2_evaluate_float (model, camera->rotation_track, clock, 0, 0);
  out->field_of_view = mw_m2_evaluate_float (model, camera->field_of_view_track, clock, camera->field_of_view,
                                             camera->field_of_view);
  out->near_clip = camera->near_clip;
  out->far_clip = camera->far_clip;
  out->visible = TRUE;
}

gboolean
mw_camera_evaluate_record (const MwModel *model, const MwRecord *camera, const MwClock *clock, MwCameraState *out)
{
  if (camera->schema == &mw_m2_camera_schema)
    evaluate_m2 ((const MwM2 *) model, (const MwM2Camera *) camera, clock, out);
  else if (camera->schema == &mw_mdlx_camera_schema)
    mw_camera_evaluate ((const MwMdlx *) model, (const MwMdlxCamera *) camera, clock, out);
  else
    return FALSE;
  return TRUE;
}

float
mw_camera_vertical_fov (float diagonal_fov, float aspect)
{
  return diagonal_fov / sqrtf (1 + aspect * aspect);
}

gboolean
mw_camera_view (const MwCameraState *camera, float view[16])
{
  static const float z[3] = { 0, 0, 1 }, x[3] = { 1, 0, 0 };
  float towards[3], right[3], up[3];

  memcpy (view, mw_mat_identity, sizeof mw_mat_identity);
  for (int i = 0; i < 3; i++)
    towards[i] = camera->eye[i] - camera->target[i];
  if (mw_vec_normalise (towards) == 0)
    return FALSE;
  mw_vec_cross (z, towards, right);
  /* Straight up or down: any direction will do for up; the model's front is at +x. */
  if (mw_vec_length (right) < 1e-5f)
    mw_vec_cross (x, towards, right);
  mw_vec_normalise (right);
  mw_vec_cross (towards, right, up);

  float cosine = cosf (camera->roll), sine = sinf (camera->roll);
  for (int k = 0; k < 3; k++) {
    /* Rolling leans up to the right, as the later client has it (rendering.md 5). */
    view[4 * k] = cosine * right[k] - sine * up[k];
    view[4 * k + 1] = cosine * up[k] + sine * right[k];
    view[4 * k + 2] = towards[k];
  }
  for (int row = 0; row < 3; row++)
    view[12 + row] = -(view[row] * camera->eye[0] + view[4 + row] * camera->eye[1] + view[8 + row] * camera->eye[2]);
  return TRUE;
}

void
mw_light_evaluate (const MwSkeleton *skeleton, const MwMdlxLight *light, const MwClock *clock, MwLightState *out)
{
  const MwModel *model = mw_skeleton_model (skeleton);
  const float *world = mw_skeleton_matrix (skeleton, light->node.record.id);
  static const float z[3] = { 0, 0, 1 };

  mw_mat_point (world, light->node.pivot, out->position);
  mw_mat_direction (world, z, out->direction);
  if (mw_vec_normalise (out->direction) == 0)
    memcpy (out->direction, z, sizeof z);
  mw_evaluate_vec3 (model, light->color_track, clock, light->color, zeros, out->color);
  mw_evaluate_vec3 (model, light->amb_color_track, clock, light->amb_color, zeros, out->amb_color);
  out->intensity = mw_evaluate_float (model, light->intensity_track, clock, light->intensity, 0);
  out->amb_intensity = mw_evaluate_float (model, light->amb_intensity_track, clock, light->amb_intensity, 0);
  out->attenuation_start = mw_evaluate_float (model, light->attenuation_start_track, clock, light->attenuation_start,
                                              0);
  out->attenuation_end = mw_evaluate_float (model, light->attenuation_end_track, clock, light->attenuation_end, 0);
  out->visible = mw_skeleton_visible (skeleton, light->node.record.id);
}
