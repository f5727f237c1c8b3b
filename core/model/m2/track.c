/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Tracks, their lanes, and curves: M2 reference, section 4. One schema of each per type of value. */

/* clang-format off */
MW_NAMES (mw_m2_interpolations, FALSE, { 0, "DontInterp", N_ ("None (steps)") }, { 1, "Linear", N_ ("Linear") },
          { 2, "Bezier", N_ ("Bezier") }, { 3, "Hermite", N_ ("Hermite") });
MW_NAMES (mw_m2_spreads, FALSE, { MW_M2_SPREAD_NONE, "none", N_ ("No keys") },
          { MW_M2_SPREAD_ALL, "all", N_ ("One lane for all sequences") },
          { MW_M2_SPREAD_SEQUENCES, "sequences", N_ ("One lane per sequence") });

#define TOUCHES (MW_TOUCH_POSE | MW_TOUCH_TIME)

#define KEYS(Struct, member, path, type_, count_, label_, doc_, ...)                                                    \
  MW_FIELD_ARRAY (Struct, member, type_, count_, path, .parallel = TRUE, .touches = TOUCHES, .label = label_, .doc = doc_, \
                  __VA_ARGS__)
#define TIMES(Struct)                                                                                                   \
  KEYS (Struct, times, "keys.time", MW_TYPE_I32, 1, N_ ("Key times"),                                                   \
        N_ ("Times of the keys; unsorted ones are kept as they are."), .unit = MW_UNIT_MS, .role = MW_ROLE_TIME)
#define VALUES(Struct, type_, count_)                                                                                   \
  KEYS (Struct, values, "keys.value", type_, count_, N_ ("Key values"), N_ ("Values of the keys."), )
#define TANGENTS(Struct, type_, count_)                                                                                 \
  KEYS (Struct, in_tans, "keys.in_tan", type_, count_, N_ ("In-tangents"), N_ ("Tangents before the keys."), ),         \
      KEYS (Struct, out_tans, "keys.out_tan", type_, count_, N_ ("Out-tangents"), N_ ("Tangents behind the keys."), )

#define LANE_FIELDS                                                                                                     \
  MW_FIELD_REF (MwM2Lane, sequence, "sequence", "sequences", .on_remove = MW_ON_REMOVE_CASCADE, .read_only = TRUE,      \
                .touches = TOUCHES, .label = N_ ("Sequence"), .doc = N_ ("The sequence that plays these keys; none: all.")), \
      TIMES (MwM2Lane)
#define TRACK_FIELDS(lane)                                                                                              \
  MW_FIELD_U32 (MwM2Track, interpolation, "interpolation", .max = 65535, .names = &mw_m2_interpolations, .touches = TOUCHES,  \
                .label = N_ ("Interpolation"), .doc = N_ ("How values between two keys are found.")),                  \
      MW_FIELD_REF (MwM2Track, global_sequence, "global_sequence", "global_sequences",                                 \
                    .on_remove = MW_ON_REMOVE_REFUSE, .touches = TOUCHES, .label = N_ ("Global sequence"),             \
                    .doc = N_ ("The global sequence whose clock this track follows; none: that of the sequence.")),    \
      MW_FIELD_U32 (MwM2Track, spread, "spread", .read_only = TRUE, .names = &mw_m2_spreads, .touches = TOUCHES,             \
                    .label = N_ ("Lanes"), .doc = N_ ("Which lanes the track has, from version 264 on.")),             \
      TIMES (MwM2Track),                                                                                               \
      MW_FIELD_LIST (MwM2Track, lanes, "lanes", &lane, .label = N_ ("Lanes"), .doc = N_ ("Keys by sequence."))

#define SCHEMAS(name_, label_)                                                                                          \
  static const MwSchema lane_##name_ = { .name = "lane_" #name_, .label = N_ ("Lane"), .size = sizeof (MwM2Lane),      \
                                         .fields = lane_##name_##_fields,                                              \
                                         .n_fields = G_N_ELEMENTS (lane_##name_##_fields), .families = MW_FAMILY_M2 };  \
  const MwSchema mw_m2_track_##name_##_schema = { .name = "track_" #name_, .label = label_, .size = sizeof (MwM2Track), \
                                                  .fields = track_##name_##_fields,                                    \
                                                  .n_fields = G_N_ELEMENTS (track_##name_##_fields),                   \
                                                  .families = MW_FAMILY_M2 };
#define TRACK(name_, label_, type_, count_)                                                                             \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS, VALUES (MwM2Lane, type_, count_) };                    \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_), VALUES (MwM2Track, type_, count_) };  \
  SCHEMAS (name_, label_)
/* Keys with tangents. */
#define KEY_TRACK(name_, label_, type_, count_)                                                                         \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS, VALUES (MwM2Lane, type_, count_),                      \
                                                   TANGENTS (MwM2Lane, type_, count_) };                               \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_), VALUES (MwM2Track, type_, count_),    \
                                                    TANGENTS (MwM2Track, type_, count_) };                             \
  SCHEMAS (name_, label_)

/* Times alone. */
#define EVENT_TRACK(name_, label_)                                                                                      \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS };                                                      \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_) };                                     \
  SCHEMAS (name_, label_)

TRACK (float, N_ ("Track"), MW_TYPE_F32, 1)
TRACK (vec3, N_ ("Vector track"), MW_TYPE_F32, 3)
TRACK (quat, N_ ("Rotation track"), MW_TYPE_F32, 4)
TRACK (u8, N_ ("Switch track"), MW_TYPE_U8, 1)
TRACK (u16, N_ ("Number track"), MW_TYPE_U16, 1)
EVENT_TRACK (event, N_ ("Event track"))
/* Direction x and y, magnitude with the sign of z, as the three parts that are stored (M2 reference 5.17, flag 0x800000):
 * as a vector it could not be written back bit for bit. */
TRACK (gravity, N_ ("Compressed gravity track"), MW_TYPE_I16, 3)
KEY_TRACK (vec3_key, N_ ("Vector track with tangents"), MW_TYPE_F32, 3)
KEY_TRACK (float_key, N_ ("Track with tangents"), MW_TYPE_F32, 1)

#define CURVE(name_, type_, count_)                                                                                     \
  static const MwField curve_##name_##_fields[] = {                                                                    \
    KEYS (MwM2Curve, times, "keys.time", MW_TYPE_F32, 1, N_ ("Key times"),                                             \
          N_ ("Fractions of the particle's life, in steps of 1/32767."), .unit = MW_UNIT_FACTOR),                      \
    VALUES (MwM2Curve, type_, count_),                                                                                 \
  };                                                                                                                   \
  const MwSchema mw_m2_curve_##name_##_schema = { .name = "curve_" #name_, .label = N_ ("Curve"),                      \
                                                  .size = sizeof (MwM2Curve), .fields = curve_##name_##_fields,        \
                                                  .n_fields = G_N_ELEMENTS (curve_##name_##_fields),                   \
                                                  .families = MW_FAMILY_M2 };
CURVE (float, MW_TYPE_F32, 1)
CURVE (vec2, MW_TYPE_F32, 2)
CURVE (vec3, MW_TYPE_F32, 3)
CURVE (u16, MW_TYPE_U16, 1)
/* clang-format on */
