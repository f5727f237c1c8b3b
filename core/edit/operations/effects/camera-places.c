/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/effects/camera-places.h"
#include "core/base/i18n.h"
#include "core/pose/family.h"

MW_NAMES (mw_camera_part_names, FALSE, { MW_CAMERA_WHOLE, "both", N_ ("Position and target") },
          { MW_CAMERA_EYE, "position", N_ ("Position") }, { MW_CAMERA_TARGET, "target", N_ ("Target") });

gboolean
mw_is_camera (const MwModel *model, const MwRecord *record)
{
  return record->schema == mw_pose_family (model)->camera_kind;
}

/* In the tables of cameras the position comes before the target. */
static const MwField *
field_of_part (const MwRecord *camera, MwType type, MwCameraPart part)
{
  guint n = MW_CAMERA_WHOLE;
  for (guint i = 0; i < mw_schema_n_fields (camera->schema); i++) {
    const MwField *field = mw_schema_field_at (camera->schema, i);
    if (field->type == type && field->role == MW_ROLE_POSITION && ++n == part)
      return field;
  }
  g_return_val_if_reached (NULL);
}

const MwField *
mw_camera_place_field (const MwRecord *camera, MwCameraPart part)
{
  return field_of_part (camera, MW_TYPE_F32, part);
}

const MwField *
mw_camera_track_slot (const MwRecord *camera, MwCameraPart part)
{
  return field_of_part (camera, MW_TYPE_CHILD, part);
}
