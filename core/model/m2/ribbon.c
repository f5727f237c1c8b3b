/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* m2.md 5.16: 0xDC bytes up to 263, 0xB0 from 264 on. No file with a ribbon has been seen. */

/* clang-format off */
#define RB MwM2Ribbon
#define F(member, kind, label_, doc_, ...)                                                                              \
  MW_FIELD_##kind (RB, member, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
#define T(member, of, label_, doc_, ...)                                                                                \
  TRACK_FIELD (RB, member##_track, #member ".track", of, .label = label_, .doc = doc_, __VA_ARGS__)
static const MwField ribbon_fields[] = {
  F (ribbon_id, U32, N_ ("Id"), N_ ("4294967295 in nearly all files."), .def = 0xFFFFFFFF),
  MW_FIELD_REF (RB, bone, "bone", "bones", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT,
                .touches = MW_TOUCH_POSE, .label = N_ ("Bone"), .doc = N_ ("The bone that it follows.")),
  MW_FIELD_VEC (RB, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Position"), .doc = N_ ("Where it is, in model space.")),
  MW_FIELD_ARRAY (RB, textures, MW_TYPE_REF, 1, "textures", .role = MW_ROLE_IMAGE, .refers = "textures", .on_remove = MW_ON_REMOVE_REFUSE,
                  .touches = MW_TOUCH_MATERIAL, .label = N_ ("Textures"), .doc = N_ ("Textures of the trail.")),
  MW_FIELD_ARRAY (RB, materials, MW_TYPE_REF, 1, "materials", .refers = "materials", .on_remove = MW_ON_REMOVE_REFUSE,
                  .touches = MW_TOUCH_MATERIAL, .label = N_ ("Materials"), .doc = N_ ("How the textures are blended.")),
  T (color, mw_m2_track_vec3_schema, N_ ("Colour"), N_ ("Colour of the trail."), .role = MW_ROLE_COLOUR, .neutral = MW_NEUTRAL_ONE_KEYLESS),
  T (alpha, mw_m2_track_fixed16_schema, N_ ("Alpha"), N_ ("Opacity of the trail."), .role = MW_ROLE_ALPHA),
  T (height_above, mw_m2_track_float_schema, N_ ("Height above"), N_ ("How far it reaches above its point."), .unit = MW_UNIT_LENGTH),
  T (height_below, mw_m2_track_float_schema, N_ ("Height below"), N_ ("How far it reaches below its point."), .unit = MW_UNIT_LENGTH),
  F (emission_rate, F32, N_ ("Emission rate"), N_ ("Edges per second."), .unit = MW_UNIT_PER_SECOND),
  F (life_span, F32, N_ ("Life span"), N_ ("How long an edge lives."), .unit = MW_UNIT_SECONDS),
  F (gravity, F32, N_ ("Gravity"), N_ ("Pulls edges down."), .unit = MW_UNIT_ACCELERATION),
  F (rows, U16, N_ ("Rows"), N_ ("Rows of cells of the texture."), .def = 1),
  F (columns, U16, N_ ("Columns"), N_ ("Columns of cells of the texture."), .def = 1),
  T (texture_slot, mw_m2_track_u16_schema, N_ ("Texture slot"), N_ ("Which cell is shown."), ),
  T (visibility, mw_m2_track_u8_schema, N_ ("Visibility"), N_ ("Whether it leaves a trail."), .role = MW_ROLE_VISIBILITY),
  F (priority_plane, I16, N_ ("Priority plane"), N_ ("Order among transparent surfaces, from version 264 on.")),
  MW_FIELD_I8 (RB, color_index, "color_index", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Colour index"),
               .doc = N_ ("Which ribbon colour of the client, from version 264 on.")),
  MW_FIELD_I8 (RB, texture_transform_index, "texture_transform_index", .touches = MW_TOUCH_MATERIAL,
               .label = N_ ("Texture transform index"), .doc = N_ ("Entry of the transform lookup, with global flag 0x20000.")),
};
static const MwGroup ribbon_groups[] = {
  IN_GENERAL ("bone ribbon_id"),
  IN_LOOK ("textures materials color.track alpha.track texture_slot.track rows columns priority_plane"),
  IN_EMISSION ("height_above.track height_below.track life_span emission_rate gravity"),
  IN_TRANSFORM ("position"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("color_index texture_transform_index"),
};
static const MwWireRow ribbon_rows[] = {
  ROW ("ribbon_id", PLAIN),
  ROW ("bone", REF32),
  ROW ("position", PLAIN),
  ROW ("textures", M2_ARRAY),
  ROW ("materials", M2_ARRAY),
  ROW ("color.track", M2_TRACK),
  ROW ("alpha.track", M2_TRACK, CODEC (FIXED16)),
  ROW ("height_above.track", M2_TRACK),
  ROW ("height_below.track", M2_TRACK),
  ROW ("emission_rate", PLAIN),
  ROW ("life_span", PLAIN),
  ROW ("gravity", PLAIN),
  ROW ("rows", PLAIN),
  ROW ("columns", PLAIN),
  ROW ("texture_slot.track", M2_TRACK),
  ROW ("visibility.track", M2_TRACK),
  ROW ("priority_plane", PLAIN, NEW),
  ROW ("color_index", PLAIN, NEW),
  ROW ("texture_transform_index", PLAIN, NEW),
};
SCHEMA (ribbon, "ribbon", N_ ("Ribbon"), N_ ("A trail behind a moving bone."), MwM2Ribbon);
/* clang-format on */
