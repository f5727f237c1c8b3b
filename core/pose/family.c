/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/family.h"

static const MwPoseFamily *const families[] = { &mw_mdlx_pose, &mw_m2_pose };

const MwPoseFamily *
mw_pose_family (const MwModel *model)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->root == model->record.schema)
      return families[i];
  g_assert_not_reached ();
}
