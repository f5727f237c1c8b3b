/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/tentative.h"

gboolean
mw_camera_evaluate (const MwModel *model, const MwRecord *camera, const MwClock *clock, MwCameraState *out)
{
  const MwPoseFamily *family = mw_pose_family (model);
  if (camera->schema != family->camera_kind)
    return FALSE;
  family->camera (model, camera, clock, out);
  const MwTentative *tentative = mw_tentative_find (clock, camera->id);
  if (tentative) {
    memcpy (out->eye, tentative->eye, sizeof out->eye);
    memcpy (out->target, tentative->target, sizeof out->target);
  }
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
  /* Looking straight up or down, any up direction would do; the front of the model, +x, is used. */
  if (mw_vec_length (right) < 1e-5f)
    mw_vec_cross (x, towards, right);
  mw_vec_normalise (right);
  mw_vec_cross (towards, right, up);

  float cosine = cosf (camera->roll), sine = sinf (camera->roll);
  for (int k = 0; k < 3; k++) {
    /* A positive roll turns up towards the right, as in the later client (rendering.md 5). */
    view[4 * k] = cosine * right[k] - sine * up[k];
    view[4 * k + 1] = cosine * up[k] + sine * right[k];
    view[4 * k + 2] = towards[k];
  }
  for (int row = 0; row < 3; row++)
    view[12 + row] = -(view[row] * camera->eye[0] + view[4 + row] * camera->eye[1] + view[8 + row] * camera->eye[2]);
  return TRUE;
}
