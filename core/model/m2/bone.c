/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"
#include "core/model/m2/tables.h"

#include <math.h>

/* m2.md 5.4: 0x6C bytes up to 257, 0x70 up to 263, 0x58 from 264 on. */

/* clang-format off */
MW_NAMES (mw_m2_bone_flags, TRUE, { 0x1, "ignore_parent_translate", N_ ("Ignore parent translation") },
          { 0x2, "ignore_parent_scale", N_ ("Ignore parent scale") },
          { 0x4, "ignore_parent_rotation", N_ ("Ignore parent rotation") },
          { 0x8, "spherical_billboard", N_ ("Spherical billboard") },
          { 0x10, "cylindrical_billboard_lock_x", N_ ("Billboard locked to X") },
          { 0x20, "cylindrical_billboard_lock_y", N_ ("Billboard locked to Y") },
          { 0x40, "cylindrical_billboard_lock_z", N_ ("Billboard locked to Z") },
          { 0x200, "transformed", N_ ("Transformed") }, { 0x400, "physics", N_ ("Physics") },
          { 0x1000, "helmet_scaling", N_ ("Helmet scaling") },
          /* The M2 wiki lists it up to Battle for Azeroth, with a question mark. */
          { 0x2000, "sequence_id", N_ ("Parent and submesh are a sequence id") });
/* clang-format on */

#define BN MwM2Bone
/* clang-format off */
static const MwField bone_fields[] = {
  MW_FIELD_I32 (BN, key_bone, "key_bone", .def = -1, .catalogue = MW_CATALOGUE_KEY_BONE, .touches = MW_TOUCH_POSE,
                .label = N_ ("Key bone"),
                .doc = N_ ("Id by which clients know the bone; -1: none.")),
  MW_FIELD_U32 (BN, flags, "flags", .role = MW_ROLE_FLAGS, .names = &mw_m2_bone_flags, .touches = MW_TOUCH_POSE,
                .label = N_ ("Flags"), .doc = N_ ("How the bone follows its parent and the camera.")),
  MW_FIELD_REF (BN, parent, "parent", "bones", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT,
                .touches = MW_TOUCH_POSE | MW_TOUCH_STRUCTURE, .label = N_ ("Parent"), .doc = N_ ("The bone that it follows.")),
  MW_FIELD_U16 (BN, parent_distance, "parent_distance", .label = N_ ("Distance to parent"),
                .doc = N_ ("36 times the distance between the pivots, as a whole number.")),
  MW_FIELD_U16 (BN, descendant_distance, "descendant_distance", .label = N_ ("Distance to the furthest descendant"),
                .doc = N_ ("The longest sum of distances below it, versions 258 to 263.")),
  MW_FIELD_U16 (BN, z_ratio, "z_ratio", .label = N_ ("Height of the chain"),
                .doc = N_ ("Lowest pivot below it in percent of the model's height, versions 258 to 263.")),
  MW_FIELD_U32 (BN, name_crc, "name_crc", .catalogue = MW_CATALOGUE_BONE_NAME, .label = N_ ("CRC of the name"),
                .doc = N_ ("CRC-32 of the bone's name, the only name it has; from version 264 on.")),
  TRACK_FIELD (BN, translation_track, "translation.track", mw_m2_track_vec3_schema, .role = MW_ROLE_POSITION,
               .unit = MW_UNIT_LENGTH,
               .label = N_ ("Translation"), .doc = N_ ("Movement from the rest pose.")),
  TRACK_FIELD (BN, rotation_track, "rotation.track", mw_m2_track_quat_schema, .role = MW_ROLE_ROTATION,
               .label = N_ ("Rotation"), .doc = N_ ("Quaternions x, y, z, w.")),
  TRACK_FIELD (BN, scaling_track, "scaling.track", mw_m2_track_vec3_schema, .role = MW_ROLE_SCALE,
               .label = N_ ("Scaling"), .doc = N_ ("Factors along the axes.")),
  MW_FIELD_VEC (BN, pivot, 3, "pivot", .part = MW_PART_PIVOT, .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Pivot"), .doc = N_ ("The point about which it turns, in model space.")),
};
/* clang-format on */
/* clang-format off */
static const MwGroup bone_groups[] = {
  IN_GENERAL ("key_bone name_crc parent"),
  IN_TRANSFORM ("pivot translation.track rotation.track scaling.track"),
  IN_BEHAVIOUR ("flags"),
  IN_DATA ("parent_distance descendant_distance z_ratio"),
};
static const MwWireRow bone_rows[] = {
  ROW ("key_bone", PLAIN),
  ROW ("flags", PLAIN),
  ROW ("parent", REF16),
  ROW ("parent_distance", PLAIN),
  ROW ("descendant_distance", PLAIN, .since = MW_M2_BONE_DISTANCES_SINCE, OLD),
  ROW ("z_ratio", PLAIN, .since = MW_M2_BONE_DISTANCES_SINCE, OLD),
  ROW ("name_crc", PLAIN, NEW),
  ROW ("translation.track", M2_TRACK),
  ROW ("rotation.track", M2_TRACK, .until = MW_M2_QUAT16_SINCE - 1),
  ROW ("rotation.track", M2_TRACK, .since = MW_M2_QUAT16_SINCE, CODEC (QUAT16)),
  ROW ("scaling.track", M2_TRACK),
  ROW ("pivot", PLAIN),
};
/* clang-format on */
const MwSchema mw_m2_bone_schema = {
  .name = "bone", .label = N_ ("Bone"), .doc = N_ ("A joint of the skeleton."), .size = sizeof (MwM2Bone), TABLE (bone)
};

/* In single precision. */
uint16_t
mw_m2_bone_distance (const MwM2Bone *bone, const MwM2Bone *parent)
{
  const float x = bone->pivot[0] - parent->pivot[0], y = bone->pivot[1] - parent->pivot[1],
              z = bone->pivot[2] - parent->pivot[2], distance = floorf (36.f * sqrtf (x * x + y * y + z * z));
  return distance > 0 ? (uint16_t) MIN (distance, 65535) : 0;
}
