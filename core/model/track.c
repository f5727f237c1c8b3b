/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/track.h"
#include "core/base/i18n.h"

MW_NAMES (mw_interpolation_names, FALSE, { MW_INTERPOLATION_NONE, "DontInterp", N_ ("None (steps)") },
          { MW_INTERPOLATION_LINEAR, "Linear", N_ ("Linear") }, { MW_INTERPOLATION_HERMITE, "Hermite", N_ ("Hermite") },
          { MW_INTERPOLATION_BEZIER, "Bezier", N_ ("Bezier") });

static gboolean
has_tangents (const MwRecord *record)
{
  return mw_interpolation_has_tangents (((const MwTrack *) record)->interpolation);
}

#define TOUCHES (MW_TOUCH_POSE | MW_TOUCH_TIME)

#define GLOBAL_SEQUENCE(Struct)                                                                                        \
  MW_FIELD_REF (Struct, global_sequence, "global_sequence", "global_sequences", .part = MW_PART_CLOCK, .on_remove = MW_ON_REMOVE_REFUSE,      \
                .touches = TOUCHES, .label = N_ ("Global sequence"),                                                   \
                .doc = N_ ("The global sequence whose clock this track follows; none: the model's time line."))

#define TIMES(Struct)                                                                                                  \
  MW_FIELD_ARRAY (Struct, times, MW_TYPE_I32, 1, "keys.time", .part = MW_PART_TIMES, .parallel = TRUE, .unit = MW_UNIT_MS,                    \
                  .role = MW_ROLE_TIME, .touches = TOUCHES, .label = N_ ("Key time"),                                 \
                  .doc = N_ ("Times of the keys; negative, repeated and unsorted ones are kept as they are."))

/* A track schema. The schemas differ only in the type of a value. */
#define TRACK(identifier, schema_name, schema_label, type_, count_, ...)                                               \
  static const MwField identifier##_fields[] = {                                                                       \
    MW_FIELD_U32 (MwTrack, interpolation, "interpolation", .part = MW_PART_INTERPOLATION, .names = &mw_interpolation_names, .touches = TOUCHES,       \
                  .label = N_ ("Interpolation"), .doc = N_ ("How values between two keys are found.")),                \
    GLOBAL_SEQUENCE (MwTrack),                                                                                         \
    TIMES (MwTrack),                                                                                                   \
    MW_FIELD_ARRAY (MwTrack, values, type_, count_, "keys.value", .part = MW_PART_VALUES, .parallel = TRUE, .touches = TOUCHES,                \
                    .label = N_ ("Key value"), .doc = N_ ("Values of the keys."), __VA_ARGS__),                       \
    MW_FIELD_ARRAY (MwTrack, in_tans, type_, count_, "keys.in_tan", .part = MW_PART_IN_TANS, .parallel = TRUE, .live = has_tangents,            \
                    .touches = TOUCHES, .label = N_ ("In-tangent"),                                                   \
                    .doc = N_ ("Tangents before the keys (Hermite, Bezier only)."), __VA_ARGS__),                      \
    MW_FIELD_ARRAY (MwTrack, out_tans, type_, count_, "keys.out_tan", .part = MW_PART_OUT_TANS, .parallel = TRUE, .live = has_tangents,          \
                    .touches = TOUCHES, .label = N_ ("Out-tangent"),                                                  \
                    .doc = N_ ("Tangents after the keys (Hermite, Bezier only)."), __VA_ARGS__),                      \
  };                                                                                                                   \
  const MwSchema identifier##_schema = { .name = schema_name,                                                          \
                                         .label = schema_label,                                                        \
                                         .size = sizeof (MwTrack),                                                     \
                                         .fields = identifier##_fields,                                                \
                                         .n_fields = G_N_ELEMENTS (identifier##_fields),                               \
                                         .keys = MW_KEYS_TRACK,                                                        \
                                         .key_type = type_,                                                            \
                                         .key_count = count_,                                                          \
                                         .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2 }

TRACK (mw_track_float, "track_float", N_ ("Track"), MW_TYPE_F32, 1, );
TRACK (mw_track_vec3, "track_vec3", N_ ("Vector track"), MW_TYPE_F32, 3, );
TRACK (mw_track_quat, "track_quat", N_ ("Rotation track"), MW_TYPE_F32, 4, .role = MW_ROLE_ROTATION);
TRACK (mw_track_colour, "track_color", N_ ("Colour track"), MW_TYPE_F32, 3, .role = MW_ROLE_COLOUR);
TRACK (mw_track_u32, "track_u32", N_ ("Number track"), MW_TYPE_U32, 1, );
TRACK (mw_track_texture, "track_texture", N_ ("Texture track"), MW_TYPE_REF, 1, .refers = "textures",
       .on_remove = MW_ON_REMOVE_REFUSE);

static const MwField event_fields[] = { GLOBAL_SEQUENCE (MwEventTrack), TIMES (MwEventTrack) };
const MwSchema mw_event_track_schema = { .name = "event_track",
                                         .label = N_ ("Event track"),
                                         .size = sizeof (MwEventTrack),
                                         .fields = event_fields,
                                         .n_fields = G_N_ELEMENTS (event_fields),
                                         .keys = MW_KEYS_EVENTS,
                                         .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW };

const MwField *
mw_track_value_field (const MwSchema *schema)
{
  return mw_schema_part (schema, MW_PART_VALUES);
}

guint
mw_times_not_before (const gint32 *times, guint n, gint64 time)
{
  guint low = 0, high = n;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (times[middle] < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
