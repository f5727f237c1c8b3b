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
  MW_FIELD_U16 (MwM2Light, detail_flags, "detail.flags", OF_CHUNK, .touches = MW_TOUCH_POSE, .label = N_ ("Flags (DETL)"),
                .doc = N_ ("Flags of chunk DETL whose meaning is not known.")),
  MW_FIELD_F32 (MwM2Light, detail_scale, "detail.scale", OF_CHUNK, .touches = MW_TOUCH_POSE, .label = N_ ("Scale (DETL)"),
                .doc = N_ ("A scale of the light, in 16-bit floating point. In chunk DETL.")),
  MW_FIELD_F32 (MwM2Light, detail_diffuse_factor, "detail.diffuse_factor", OF_CHUNK, .touches = MW_TOUCH_POSE,
                .label = N_ ("Colour factor (DETL)"),
                .doc = N_ ("The light's colour is multiplied by it, in 16-bit floating point. In chunk DETL.")),
  MW_FIELD_U16 (MwM2Light, detail_unknown_06, "detail.unknown_06", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x06 (DETL)"),
                .doc = N_ ("A number of chunk DETL whose meaning is not known.")),
  MW_FIELD_U32 (MwM2Light, detail_unknown_08, "detail.unknown_08", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x08 (DETL)"),
                .doc = N_ ("A number of chunk DETL whose meaning is not known.")),
  MW_FIELD_U32 (MwM2Light, detail_unknown_0c, "detail.unknown_0c", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x0C (DETL)"),
                .doc = N_ ("A number of chunk DETL whose meaning is not known; some files have none.")),
};
static const MwGroup light_groups[] = {
  IN_GENERAL ("type bone"),
  IN_LIGHT ("color.track intensity.track ambient_color.track ambient_intensity.track"),
  IN_RANGE ("attenuation_start.track attenuation_end.track"),
  IN_TRANSFORM ("position"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("detail.flags detail.scale detail.diffuse_factor detail.unknown_06 detail.unknown_08 detail.unknown_0c"),
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
  CHUNK ("DETL"),
  ROW ("detail.flags", PLAIN, IN_CHUNK),
  ROW ("detail.scale", CODED, CODEC (HALF), IN_CHUNK),
  ROW ("detail.diffuse_factor", CODED, CODEC (HALF), IN_CHUNK),
  ROW ("detail.unknown_06", PLAIN, IN_CHUNK),
  ROW ("detail.unknown_08", PLAIN, IN_CHUNK),
  ROW ("detail.unknown_0c", ELSEWHERE, IN_CHUNK),
};
SCHEMA (light, "light", N_ ("Light"), N_ ("A light that the model carries."), MwM2Light);
/* clang-format on */
