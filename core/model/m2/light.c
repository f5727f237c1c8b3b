/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* m2.md 5.14: 0xD4 bytes up to 263, 0x9C from 264 on. */

/* clang-format off */
MW_NAMES (mw_m2_light_types, FALSE, { 0, "Directional", N_ ("Directional") }, { 1, "Point", N_ ("Point") });

#define T(member, path, of, label_, doc_, ...)                                                                          \
  TRACK_FIELD (MwM2Light, member, path, of, .label = label_, .doc = doc_, __VA_ARGS__)
static const MwField light_fields[] = {
  MW_FIELD_U16 (MwM2Light, type, "type", .def = 1, .names = &mw_m2_light_types, .touches = MW_TOUCH_POSE,
                .label = N_ ("Type"), .doc = N_ ("Directional lights act in login screens only.")),
  MW_FIELD_REF (MwM2Light, bone, "bone", "bones", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT,
                .touches = MW_TOUCH_POSE, .label = N_ ("Bone"), .doc = N_ ("The bone that it follows.")),
  MW_FIELD_VEC (MwM2Light, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Position"), .doc = N_ ("Where it is, in model space.")),
  T (ambient_color_track, "ambient_color.track", mw_m2_track_vec3_schema, N_ ("Ambient colour"),
     N_ ("Light from everywhere."), .role = MW_ROLE_COLOUR, .neutral = MW_NEUTRAL_ONE_KEYLESS),
  T (ambient_intensity_track, "ambient_intensity.track", mw_m2_track_float_schema, N_ ("Ambient intensity"),
     N_ ("Strength of the light from everywhere."), .neutral = MW_NEUTRAL_ONE_KEYLESS),
  T (color_track, "color.track", mw_m2_track_vec3_schema, N_ ("Colour"), N_ ("Colour of the light."), .role = MW_ROLE_COLOUR, .neutral = MW_NEUTRAL_ONE_KEYLESS),
  T (intensity_track, "intensity.track", mw_m2_track_float_schema, N_ ("Intensity"), N_ ("Strength of the light."), .neutral = MW_NEUTRAL_ONE_KEYLESS),
  T (attenuation_start_track, "attenuation_start.track", mw_m2_track_float_schema, N_ ("Attenuation start"),
     N_ ("Distance from which it gets weaker."), .unit = MW_UNIT_LENGTH),
  T (attenuation_end_track, "attenuation_end.track", mw_m2_track_float_schema, N_ ("Attenuation end"),
     N_ ("Distance at which it ends."), .unit = MW_UNIT_LENGTH),
  T (visibility_track, "visibility.track", mw_m2_track_u8_schema, N_ ("Visibility"), N_ ("Whether it shines."),
     .role = MW_ROLE_VISIBILITY),
};
static const MwGroup light_groups[] = {
  IN_GENERAL ("type bone"),
  IN_LIGHT ("color.track intensity.track ambient_color.track ambient_intensity.track"),
  IN_RANGE ("attenuation_start.track attenuation_end.track"),
  IN_TRANSFORM ("position"),
  IN_VISIBILITY ("visibility.track"),
};
static const MwWireRow light_rows[] = {
  ROW ("type", PLAIN),
  ROW ("bone", REF16),
  ROW ("position", PLAIN),
  ROW ("ambient_color.track", M2_TRACK),
  ROW ("ambient_intensity.track", M2_TRACK),
  ROW ("color.track", M2_TRACK),
  ROW ("intensity.track", M2_TRACK),
  ROW ("attenuation_start.track", M2_TRACK),
  ROW ("attenuation_end.track", M2_TRACK),
  ROW ("visibility.track", M2_TRACK),
};
SCHEMA (light, "light", N_ ("Light"), N_ ("A light that the model carries."), MwM2Light);
/* clang-format on */
