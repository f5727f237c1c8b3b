/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/tentative.h"
#include "core/pose/camera.h"
#include "core/pose/evaluate.h"
#include "core/pose/family.h"

#include <string.h>

const MwTentative *
mw_tentative_find (const MwClock *clock, MwId id)
{
  for (guint i = 0; clock->tentative && i < clock->tentative->len; i++)
    if (g_array_index (clock->tentative, MwTentative, i).id == id)
      return &g_array_index (clock->tentative, MwTentative, i);
  return NULL;
}

gboolean
mw_tentative_append (GArray *list, const MwModel *model, MwId id, const MwClock *clock)
{
  static const float zeros[3] = { 0, 0, 0 }, ones[3] = { 1, 1, 1 };
  const MwPoseFamily *family = mw_pose_family (model);
  const MwRecord *record = mw_model_find (model, id);
  MwTentative is = { .id = id };
  MwClock keys = *clock;
  MwCameraState camera;
  MwNodeTracks tracks;
  keys.tentative = NULL;
  if (!record)
    return FALSE;
  if (mw_camera_evaluate (model, record, &keys, &camera)) {
    memcpy (is.eye, camera.eye, sizeof is.eye);
    memcpy (is.target, camera.target, sizeof is.target);
  } else if (mw_schema_field_of_role (record->schema, MW_ROLE_ROTATION, MW_TYPE_CHILD)
             && family->tracks (record, &tracks)) {
    mw_evaluate_vec3 (model, tracks.translation, &keys, zeros, zeros, is.translation);
    mw_evaluate_quat (model, tracks.rotation, &keys, is.rotation);
    mw_evaluate_vec3 (model, tracks.scaling, &keys, ones, ones, is.scale);
  } else {
    return FALSE;
  }
  g_array_append_val (list, is);
  return TRUE;
}
