/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

#include "core/schema/mdl.h"

/* CAMS: mdlx.md 5.17. Cameras are not nodes. In the file the far clip comes before the near clip, and the high byte
 * of the size word is a variant (0 in all files up to 1100). */

static const MwField camera_fields[] = {
  MW_FIELD_TEXT (MwMdlxCamera, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT, .label = N_ ("Name"),
                 .doc = N_ ("Name of the camera.")),
  MW_FIELD_U8 (MwMdlxCamera, variant, "variant", .read_only = TRUE, .label = N_ ("Variant"),
               .doc = N_ ("Kind of camera record; 1 and 2 have twelve extra bytes.")),
  MW_FIELD_VEC (MwMdlxCamera, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Position"), .doc = N_ ("Where it is, in model space (MDL Position).")),
  TRACK_FIELD (MwMdlxCamera, translation_track, "translation.track", mw_track_vec3_schema, .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
               .label = N_ ("Translation"), .doc = N_ ("Added to the position over time (KCTR).")),
  MW_FIELD_F32 (MwMdlxCamera, field_of_view, "field_of_view", .def = 0.7853981852531433, .unit = MW_UNIT_RADIANS,
                .touches = MW_TOUCH_POSE, .label = N_ ("Field of view"), .doc = N_ ("Diagonal angle of view (MDL FieldOfView).")),
  MW_FIELD_F32 (MwMdlxCamera, far_clip, "far_clip", .def = 1000, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Far clip"), .doc = N_ ("Nothing beyond this distance is drawn (MDL FarClip).")),
  MW_FIELD_F32 (MwMdlxCamera, near_clip, "near_clip", .def = 8, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Near clip"), .doc = N_ ("Nothing closer than this distance is drawn (MDL NearClip).")),
  MW_FIELD_U8S (MwMdlxCamera, extra, 12, "extra", .role = MW_ROLE_UNKNOWN, .label = N_ ("Extra bytes"),
                .doc = N_ ("Twelve bytes that exist only with variant 1 or 2.")),
  MW_FIELD_VEC (MwMdlxCamera, target, 3, "target.position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Target"), .doc = N_ ("What it looks at, in model space (MDL Target Position).")),
  TRACK_FIELD (MwMdlxCamera, target_translation_track, "target.translation.track", mw_track_vec3_schema,
               .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .label = N_ ("Target translation"), .doc = N_ ("Added to the target over time (KTTR).")),
  TRACK_FIELD (MwMdlxCamera, rotation_track, "rotation.track", mw_track_float_schema, .label = N_ ("Roll"),
               .unit = MW_UNIT_RADIANS, .doc = N_ ("Roll about the line of sight over time (KCRL).")),
  TRACK_FIELD (MwMdlxCamera, visibility_track, "visibility.track", mw_track_float_schema, .role = MW_ROLE_VISIBILITY,
               .label = N_ ("Visibility"), .doc = N_ ("Over time (KCVS).")),
  TRACK_FIELD (MwMdlxCamera, focus_distance_track, "focus_distance.track", mw_track_float_schema, .unit = MW_UNIT_LENGTH,
               .label = N_ ("Focus distance"), .doc = N_ ("Over time (IDUF, MDL FocusDistanceKeys).")),
  TRACK_FIELD (MwMdlxCamera, focal_length_track, "focal_length.track", mw_track_float_schema,
               .label = N_ ("Focal length"), .doc = N_ ("Over time (ELAF, MDL FocalLengthKeys).")),
  TRACK_FIELD (MwMdlxCamera, f_stop_track, "f_stop.track", mw_track_float_schema, .label = N_ ("F-stop"),
               .doc = N_ ("Over time (PTSF, MDL FStopKeys).")),
  MW_FIELD_VEC (MwMdlxCamera, bind_pose, 12, "bind_pose", .unit = MW_UNIT_MATRIX, .touches = MW_TOUCH_POSE, .label = N_ ("Bind pose"),
                .doc = N_ ("Matrix of the bind pose, four rows of three numbers (BPOS).")),
  UNKNOWN_FIELD (MwMdlxCamera),
};
static const MwGroup camera_groups[] = {
  IN_GENERAL ("name"),
  IN_VIEW ("position translation.track target.position target.translation.track rotation.track "
    "field_of_view near_clip far_clip"),
  IN_LENS ("focus_distance.track focal_length.track f_stop.track"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("variant extra bind_pose unknown"),
};
static const MwWireRow camera_rows[] = {
  { .field = "variant", .wire = MW_WIRE_SIZE24, WC3 },
  { .wire = MW_WIRE_SIZE, WOW },
  CHARS ("name", 80),
  PLAIN ("position"),
  PLAIN ("field_of_view"),
  PLAIN ("far_clip"),
  PLAIN ("near_clip"),
  { .field = "extra", .wire = MW_WIRE_PLAIN, .when = { .field = "variant", .equals = 1 }, WC3 },
  { .field = "extra", .wire = MW_WIRE_PLAIN, .when = { .field = "variant", .equals = 2 }, WC3 },
  PLAIN ("target.position"),
  TRACK ("translation.track", "KCTR"),
  TRACK ("rotation.track", "KCRL"),
  TRACK ("target.translation.track", "KTTR"),
  TRACK ("visibility.track", "KCVS", WC3),
  TRACK ("visibility.track", "KVIS", WOW),
  /* Added by game 3.0.0, whose files are 1700 and 1800 (mdlx.md 1.2, 2.3); no file of an earlier version has them. */
  TRACK ("focus_distance.track", "IDUF", WC3, .since = 1700),
  TRACK ("focal_length.track", "ELAF", WC3, .since = 1700),
  TRACK ("f_stop.track", "PTSF", WC3, .since = 1700),
  ELSEWHERE ("bind_pose", WC3, .since = 900),
  UNKNOWN_TAIL,
};
/* A constant in the text is a track with a single key at time 0, because there is no static field (mdlx.md 10.6).
 * The game's own reader swaps the words FocalLength and FStop. Here they mean what they say, and they are always
 * written with keys. */
static gboolean
read_constant (MwMdlReader *reader, MwRecord *record, const MwField *field)
{
  int64_t stated;
  float value;
  static const int32_t start = 0;
  MwRecord **slot = mw_field_at (record, field);
  if (mw_mdl_is_animated (reader, &stated))
    return mw_mdl_track (reader, record, field, FALSE, stated);
  if (!mw_mdl_floats (reader, 1, &value))
    return FALSE;
  if (*slot) {
    mw_mdl_warn (reader, "there are already keys, so the single value is not kept");
    return TRUE;
  }
  MwTrack *track = (MwTrack *) mw_record_new (field->schema);
  track->times = mw_mdl_take (reader, &start, 1, 4);
  track->values = mw_mdl_take (reader, &value, 1, 4);
  mw_child_set (mw_mdl_reader_model (reader), record, field, &track->record);
  return TRUE;
}

#define CONSTANT(name)                                                                                            \
  static gboolean read_##name (MwMdlReader *reader, MwRecord *record)                                                  \
  {                                                                                                                    \
    return read_constant (reader, record, MW_FIELD (MwMdlxCamera, name##_track));                                                                       \
  }                                                                                                                    \
  static const MwMdlHand name##_text = { "one value as a key at time 0", read_##name, NULL };
CONSTANT (focus_distance)
CONSTANT (focal_length)
CONSTANT (f_stop)

static const MwMdlRow camera_target_mdl[] = {
  MDL_VALUE ("target.position", "Position"),
  MDL_TRACK ("target.translation.track", "Translation"),
};
static const MwMdlRow camera_mdl[] = {
  MDL_HEAD_NAMED ("Camera"),
  MDL_VALUE ("position", "Position"),
  MDL_TRACK ("translation.track", "Translation"),
  MDL_TRACK ("rotation.track", "Rotation"),
  MDL_VALUE ("field_of_view", "FieldOfView"),
  MDL_VALUE ("far_clip", "FarClip"),
  MDL_VALUE ("near_clip", "NearClip"),
  MDL_TRACK ("focus_distance.track", "FocusDistanceKeys"),
  MDL_TRACK ("focal_length.track", "FocalLengthKeys"),
  MDL_TRACK ("f_stop.track", "FStopKeys"),
  MDL_HAND ("DOFDistance", focus_distance_text, WC3, .since = 1700, .read_only = TRUE),
  MDL_HAND ("FocalLength", focal_length_text, WC3, .since = 1700, .read_only = TRUE),
  MDL_HAND ("FStop", f_stop_text, WC3, .since = 1700, .read_only = TRUE),
  MDL_BLOCK ("Target", camera_target_mdl),
  MDL_TRACK ("visibility.track", "Visibility"),
};
const MwSchema mw_mdlx_camera_schema = { .name = "camera",
                                         .label = N_ ("Camera"),
                                         .doc = N_ ("A view of the model, as used for portraits."),
                                         .size = sizeof (MwMdlxCamera),
                                         TABLE (camera),
                                         MDL_ROWS (camera) };
