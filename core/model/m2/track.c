/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Tracks, their lanes, and curves: m2.md 4. Each value type has one schema of each kind. */

/* clang-format off */
MW_NAMES (mw_m2_interpolations, FALSE, { 0, "DontInterp", N_ ("None (steps)") }, { 1, "Linear", N_ ("Linear") },
          { 2, "Bezier", N_ ("Bezier") }, { 3, "Hermite", N_ ("Hermite") });
MW_NAMES (mw_m2_spreads, FALSE, { MW_M2_SPREAD_NONE, "none", N_ ("No keys") },
          { MW_M2_SPREAD_ALL, "all", N_ ("One set for all sequences") },
          { MW_M2_SPREAD_SEQUENCES, "sequences", N_ ("One set for each sequence") });

#define TOUCHES (MW_TOUCH_POSE | MW_TOUCH_TIME)
/* clang-format on */

/* --- What a version stores, and what a file can distinguish --------------------------------------------------------- */

const MwM2 *
mw_m2_above (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  return record->schema == &mw_m2_schema ? (const MwM2 *) record : NULL;
}

static gboolean
has_lanes (const MwRecord *track)
{
  const MwM2 *model = mw_m2_above (track);
  return !model || model->version >= MW_M2_LANES_SINCE;
}

static gboolean
has_own_keys (const MwRecord *track)
{
  const MwM2 *model = mw_m2_above (track);
  return !model || model->version < MW_M2_LANES_SINCE;
}

/* With a single sequence, a file cannot distinguish its lane from one for all sequences. Without sequences there are
 * no lanes. */
static uint32_t
spread_of (const MwM2Track *track, const MwM2 *model)
{
  if (track->spread != MW_M2_SPREAD_SEQUENCES || !model || model->sequences.n > 1)
    return track->spread;
  return model->sequences.n ? MW_M2_SPREAD_ALL : MW_M2_SPREAD_NONE;
}

static gboolean
spreads_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b)
{
  return spread_of ((const MwM2Track *) a, (const MwM2 *) model_a) == spread_of ((const MwM2Track *) b, (const MwM2 *) model_b);
}

typedef struct {
  int64_t place; /* index of the sequence; -1: all of them */
  const MwM2Lane *lane;
} LanePlace;

static int
compare_lane_places (const void *a, const void *b)
{
  const LanePlace *x = a, *y = b;
  return x->place < y->place ? -1 : x->place > y->place;
}

static gboolean
lane_has_keys (const MwM2Lane *lane)
{
  return lane->times.n || lane->values.n;
}

/* Lanes with keys, sorted by sequence. A file stores neither the order of the list nor lanes without keys. */
static LanePlace *
order_lanes (const MwModel *model, const MwM2Track *track, uint32_t *n)
{
  LanePlace *lanes = g_new (LanePlace, track->lanes.n + 1);
  gboolean for_all = spread_of (track, (const MwM2 *) model) == MW_M2_SPREAD_ALL;
  *n = 0;
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    const MwRecord *sequence = mw_model_resolve (model, lane->sequence);
    if (lane_has_keys (lane))
      lanes[(*n)++] = (LanePlace) { for_all ? -1 : (int64_t) (sequence ? mw_record_index (sequence) : lane->sequence.raw), lane };
  }
  if (*n)
    qsort (lanes, *n, sizeof *lanes, compare_lane_places);
  return lanes;
}

static gboolean
keys_equal (const MwM2Lane *a, const MwM2Lane *b)
{
  const MwField *value = mw_schema_part (a->record.schema, MW_PART_VALUES);
  size_t size = value ? mw_field_element_size (value) : 1;
  return mw_array_equal (&a->times, &b->times, 4) && mw_array_equal (&a->values, &b->values, size)
         && mw_array_equal (&a->in_tans, &b->in_tans, size) && mw_array_equal (&a->out_tans, &b->out_tans, size);
}

static gboolean
lanes_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b)
{
  uint32_t n, n_b;
  g_autofree LanePlace *x = order_lanes (model_a, (const MwM2Track *) a, &n);
  g_autofree LanePlace *y = order_lanes (model_b, (const MwM2Track *) b, &n_b);
  gboolean equal = n == n_b;
  for (uint32_t i = 0; i < n && equal; i++)
    equal = x[i].place == y[i].place && keys_equal (x[i].lane, y[i].lane);
  return equal;
}

/* No keys, no interpolation, no global sequence: stored as all zeros. */
static gboolean
track_is_blank (const MwRecord *record)
{
  const MwM2Track *track = (const MwM2Track *) record;
  const MwM2 *model = mw_m2_above (record);
  if (track->interpolation || track->global_sequence.id || track->global_sequence.raw != MW_REF_NONE.raw)
    return FALSE;
  if (!has_lanes (record))
    return track->times.n == 0 && track->values.n == 0;
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (lane_has_keys ((const MwM2Lane *) track->lanes.items[i]))
      return FALSE;
  /* An event track's lanes have no meaning without keys. */
  return !mw_schema_part (record->schema, MW_PART_VALUES) || spread_of (track, model) == MW_M2_SPREAD_NONE;
}

static gboolean
curve_is_blank (const MwRecord *record)
{
  const MwM2Curve *curve = (const MwM2Curve *) record;
  return curve->times.n == 0 && curve->values.n == 0;
}

/* --- Tables --------------------------------------------------------------------------------------------------------- */

/* clang-format off */

#define KEYS(Struct, member, part_, path, type_, count_, label_, doc_, ...)                                                    \
  MW_FIELD_ARRAY (Struct, member, type_, count_, path, .part = MW_PART_##part_, .parallel = TRUE, .touches = TOUCHES, .label = label_, .doc = doc_, \
                  __VA_ARGS__)
#define TIMES(Struct, ...)                                                                                              \
  KEYS (Struct, times, TIMES, "keys.time", MW_TYPE_I32, 1, N_ ("Key times"),                                                   \
        N_ ("Times of the keys; unsorted ones are kept as they are."), .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, __VA_ARGS__)
#define VALUES(Struct, type_, count_, ...)                                                                              \
  KEYS (Struct, values, VALUES, "keys.value", type_, count_, N_ ("Key values"), N_ ("Values of the keys."), __VA_ARGS__)
#define TANGENTS(Struct, type_, count_, ...)                                                                            \
  KEYS (Struct, in_tans, IN_TANS, "keys.in_tan", type_, count_, N_ ("In-tangents"), N_ ("Tangents before the keys."), __VA_ARGS__), \
      KEYS (Struct, out_tans, OUT_TANS, "keys.out_tan", type_, count_, N_ ("Out-tangents"), N_ ("Tangents after the keys."), __VA_ARGS__)
/* For keys in the track itself, before 264. */
#define OWN .live = has_own_keys
/* The range of 16 bits in steps of 1/32767; a value beyond would be clamped when saved. */
#define FIXED16_RANGE .min = -32768 / 32767.0, .max = 1

#define LANE_FIELDS                                                                                                     \
  MW_FIELD_REF (MwM2Lane, sequence, "sequence", "sequences", .part = MW_PART_SEQUENCE, .on_remove = MW_ON_REMOVE_CASCADE, .read_only = TRUE,      \
                .touches = TOUCHES, .label = N_ ("Sequence"), .doc = N_ ("The sequence that plays these keys; none: all.")), \
      TIMES (MwM2Lane, )
#define TRACK_FIELDS(lane)                                                                                              \
  MW_FIELD_U32 (MwM2Track, interpolation, "interpolation", .part = MW_PART_INTERPOLATION, .max = 65535, .names = &mw_m2_interpolations, .touches = TOUCHES,  \
                .label = N_ ("Interpolation"), .doc = N_ ("How values between two keys are found.")),                  \
      MW_FIELD_REF (MwM2Track, global_sequence, "global_sequence", "global_sequences", .part = MW_PART_CLOCK,                                 \
                    .on_remove = MW_ON_REMOVE_REFUSE, .touches = TOUCHES, .label = N_ ("Global sequence"),             \
                    .doc = N_ ("The global sequence whose clock this track follows; none: that of the sequence.")),    \
      MW_FIELD_U32 (MwM2Track, spread, "spread", .part = MW_PART_SPREAD, .read_only = TRUE, .names = &mw_m2_spreads, .touches = TOUCHES,             \
                    .live = has_lanes, .equal = spreads_equal, .label = N_ ("Sets of keys"), .doc = N_ ("Whether the sequences share their keys, from version 264 on.")),             \
      TIMES (MwM2Track, OWN),                                                                                          \
      MW_FIELD_LIST (MwM2Track, lanes, "lanes", &lane, .part = MW_PART_LANES, .live = has_lanes, .equal = lanes_equal, .label = N_ ("Keys by sequence"), .doc = N_ ("Keys by sequence."))

#define SCHEMAS(name_, label_, ...)                                                                                          \
  static const MwSchema lane_##name_ = { .name = "lane_" #name_, .label = N_ ("Keys of a sequence"), .size = sizeof (MwM2Lane),      \
                                         .fields = lane_##name_##_fields,                                              \
                                         .n_fields = G_N_ELEMENTS (lane_##name_##_fields), .families = MW_FAMILY_M2, .keys = MW_KEYS_LANE, __VA_ARGS__ };  \
  const MwSchema mw_m2_track_##name_##_schema = { .name = "track_" #name_, .label = label_, .size = sizeof (MwM2Track), \
                                                  .fields = track_##name_##_fields,                                    \
                                                  .n_fields = G_N_ELEMENTS (track_##name_##_fields),                   \
                                                  .blank = track_is_blank, .families = MW_FAMILY_M2, .keys = MW_KEYS_M2_TRACK, __VA_ARGS__ };
#define TRACK(name_, label_, type_, count_, ...)                                                                        \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS, VALUES (MwM2Lane, type_, count_, __VA_ARGS__) };         \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_),                                         \
                                                    VALUES (MwM2Track, type_, count_, OWN, __VA_ARGS__) };                \
  SCHEMAS (name_, label_, .key_type = type_, .key_count = count_)
/* Keys with tangents. */
#define KEY_TRACK(name_, label_, type_, count_)                                                                         \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS, VALUES (MwM2Lane, type_, count_, ),                      \
                                                   TANGENTS (MwM2Lane, type_, count_, ) };                               \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_), VALUES (MwM2Track, type_, count_, OWN),    \
                                                    TANGENTS (MwM2Track, type_, count_, OWN) };                             \
  SCHEMAS (name_, label_, .key_type = type_, .key_count = count_)

/* Keys with times only. */
#define EVENT_TRACK(name_, label_)                                                                                      \
  static const MwSchema lane_##name_;                                                                                  \
  static const MwField lane_##name_##_fields[] = { LANE_FIELDS };                                                      \
  static const MwField track_##name_##_fields[] = { TRACK_FIELDS (lane_##name_) };                                     \
  SCHEMAS (name_, label_, )

TRACK (float, N_ ("Track"), MW_TYPE_F32, 1, )
TRACK (fixed16, N_ ("Track"), MW_TYPE_F32, 1, FIXED16_RANGE)
TRACK (vec3, N_ ("Vector track"), MW_TYPE_F32, 3, )
TRACK (quat, N_ ("Rotation track"), MW_TYPE_F32, 4, )
TRACK (u8, N_ ("On/off track"), MW_TYPE_U8, 1, )
TRACK (u16, N_ ("Number track"), MW_TYPE_U16, 1, )
EVENT_TRACK (event, N_ ("Event track"))
/* Direction x and y, and the magnitude with the sign of z, in the three parts as stored (m2.md 5.17, flag 0x800000).
 * Converted to a vector they could not be written back bit for bit. */
TRACK (gravity, N_ ("Compressed gravity track"), MW_TYPE_I16, 3, )
KEY_TRACK (vec3_key, N_ ("Vector track with tangents"), MW_TYPE_F32, 3)
KEY_TRACK (float_key, N_ ("Track with tangents"), MW_TYPE_F32, 1)

#define CURVE(name_, type_, count_, ...)                                                                                \
  static const MwField curve_##name_##_fields[] = {                                                                    \
    KEYS (MwM2Curve, times, TIMES, "keys.time", MW_TYPE_F32, 1, N_ ("Key times"),                                             \
          N_ ("Fractions of the particle's life, in steps of 1/32767."), .unit = MW_UNIT_FACTOR, FIXED16_RANGE),       \
    VALUES (MwM2Curve, type_, count_, __VA_ARGS__),                                                                      \
  };                                                                                                                   \
  const MwSchema mw_m2_curve_##name_##_schema = { .name = "curve_" #name_, .label = N_ ("Curve"),                      \
                                                  .size = sizeof (MwM2Curve), .fields = curve_##name_##_fields,        \
                                                  .n_fields = G_N_ELEMENTS (curve_##name_##_fields),                   \
                                                  .blank = curve_is_blank, .families = MW_FAMILY_M2, .keys = MW_KEYS_CURVE };
CURVE (fixed16, MW_TYPE_F32, 1, FIXED16_RANGE)
CURVE (vec2, MW_TYPE_F32, 2, )
CURVE (vec3, MW_TYPE_F32, 3, )
CURVE (u16, MW_TYPE_U16, 1, )
/* clang-format on */
