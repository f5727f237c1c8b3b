/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/lights.h"
#include "core/pose/family.h"

#include <math.h>

static gboolean
is_black (const MwLight *light)
{
  for (int i = 0; i < 3; i++)
    if (light->colour[i] > 0 || light->ambient[i] > 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_finite (const MwLight *light)
{
  float sum = light->quadratic + light->linear + light->damping + light->start + light->end;
  for (int i = 0; i < 3; i++)
    sum += light->at[i] + light->colour[i] + light->ambient[i];
  return isfinite (sum);
}

void
mw_lights_append (const MwSkeleton *skeleton, const MwClock *clock, GArray *lights)
{
  const MwModel *model = mw_skeleton_model (skeleton);
  const MwPoseFamily *family = mw_pose_family (model);
  for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++) {
    const MwRecord *node = mw_skeleton_node_at (skeleton, i);
    MwLight light = { .id = node->id };
    if (node->schema != family->light_kind || !mw_skeleton_visible_at (skeleton, i))
      continue;
    family->light (model, node, mw_skeleton_matrix_at (skeleton, i), clock, &light);
    if (light.kind == MW_LIGHT_POINT)
      mw_skeleton_position_at (skeleton, i, light.at);
    if (!is_black (&light) && is_finite (&light))
      g_array_append_val (lights, light);
  }
}
