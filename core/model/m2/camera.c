/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* M2 reference 5.15: 0x7C bytes up to 263, 0x64 up to 270, 0x74 from 271 on, where the field of view is a track. */

MW_NAMES (mw_m2_camera_types, FALSE, { 0, "Portrait", N_ ("Portrait") }, { 1, "CharacterInfo", N_ ("Character info") },
          { 0xFFFFFFFF, "Flyby", N_ ("Fly-by") });

#define CM MwM2Camera
/* clang-format off */
static const MwField camera_fields[] = {
  MW_FIELD_I32 (CM, type, "type", .names = &mw_m2_camera_types, .touches = MW_TOUCH_POSE, .label = N_ ("Type"),
                .doc = N_ ("What the camera is used for.")),
  MW_FIELD_F32 (CM, field_of_view, "field_of_view", .def = 0.95, .unit = MW_UNIT_RADIANS, .touches = MW_TOUCH_POSE,
                .label = N_ ("Field of view"), .doc = N_ ("Diagonal angle of view, before version 271.")),
  MW_FIELD_F32 (CM, far_clip, "far_clip", .def = 27.77777862548828, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Far clip"), .doc = N_ ("Nothing beyond this distance is drawn.")),
  MW_FIELD_F32 (CM, near_clip, "near_clip", .def = 0.2222222238779068, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Near clip"), .doc = N_ ("Nothing before this distance is drawn.")),
  TRACK_FIELD (CM, translation_track, "translation.track", mw_m2_track_vec3_key_schema, .role = MW_ROLE_POSITION,
               .label = N_ ("Translation"), .doc = N_ ("Added to the position over time.")),
  MW_FIELD_VEC (CM, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Position"), .doc = N_ ("Where it stands, in model space.")),
  TRACK_FIELD (CM, target_translation_track, "target.translation.track", mw_m2_track_vec3_key_schema,
               .role = MW_ROLE_POSITION, .label = N_ ("Target translation"), .doc = N_ ("Added to the target over time.")),
  MW_FIELD_VEC (CM, target, 3, "target.position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Target"), .doc = N_ ("What it looks at, in model space.")),
  TRACK_FIELD (CM, rotation_track, "rotation.track", mw_m2_track_float_key_schema, .unit = MW_UNIT_RADIANS,
               .label = N_ ("Roll"), .doc = N_ ("Roll about the line of sight.")),
  TRACK_FIELD (CM, field_of_view_track, "field_of_view.track", mw_m2_track_float_key_schema, .unit = MW_UNIT_RADIANS,
               .label = N_ ("Field of view"), .doc = N_ ("Diagonal angle of view, from version 271 on.")),
};
/* clang-format on */
/* clang-format off */
static const MwWireRow camera_rows[] = {
  ROW ("type", PLAIN),
  ROW ("field_of_view", PLAIN, .until = 270),
  ROW ("far_clip", PLAIN),
  ROW ("near_clip", PLAIN),
  ROW ("translation.track", M2_TRACK),
  ROW ("position", PLAIN),
  ROW ("target.translation.track", M2_TRACK),
  ROW ("target.position", PLAIN),
  ROW ("rotation.track", M2_TRACK),
  ROW ("field_of_view.track", M2_TRACK, .since = 271),
};
/* clang-format on */
const MwSchema mw_m2_camera_schema = { .name = "camera",
                                       .label = N_ ("Camera"),
                                       .doc = N_ ("A view of the model, as used for portraits."),
                                       .size = sizeof (MwM2Camera),
                                       TABLE (camera) };
