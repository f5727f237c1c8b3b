/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/model/m2/layouts.h"

#include <string.h>

/* --- The offsets ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define N(at, path, bytes) { at, path, AT_NUMBERS, bytes }
#define R(at, path) { at, path, AT_INDEX, 2 }
#define T(at, path, of) { at, path ".track", AT_TRACK, of }
#define C(at, path, of) { at, path ".curve", AT_CURVE, of }

static const Place sequence_old[] = {
  N (0x00, "animation", 2), N (0x02, "variation", 2), N (0x04, "interval.start", 4), N (0x08, "interval.end", 4),
  N (0x0C, "move_speed", 4), N (0x10, "flags", 4), N (0x14, "frequency", 2), { 0x16, NULL, AT_ZERO, 2 },
  N (0x18, "replay", 8), N (0x20, "blend_time", 4), N (0x24, "bounds.min", 12), N (0x30, "bounds.max", 12),
  N (0x3C, "bounds.radius", 4), R (0x40, "next"), { 0x42, "alias", AT_INDEX, 2 },
};
static const Place sequence_new[] = {
  N (0x00, "animation", 2), N (0x02, "variation", 2), N (0x04, "duration", 4), N (0x08, "move_speed", 4),
  N (0x0C, "flags", 4), N (0x10, "frequency", 2), { 0x12, NULL, AT_ZERO, 2 }, N (0x14, "replay", 8),
  N (0x1C, "blend_time", 4), N (0x20, "bounds.min", 12), N (0x2C, "bounds.max", 12), N (0x38, "bounds.radius", 4),
  R (0x3C, "next"), R (0x3E, "alias"),
};
static const Place sequence_split[] = {
  N (0x00, "animation", 2), N (0x02, "variation", 2), N (0x04, "duration", 4), N (0x08, "move_speed", 4),
  N (0x0C, "flags", 4), N (0x10, "frequency", 2), { 0x12, NULL, AT_ZERO, 2 }, N (0x14, "replay", 8),
  N (0x1C, "blend_in", 2), N (0x1E, "blend_out", 2), N (0x20, "bounds.min", 12), N (0x2C, "bounds.max", 12),
  N (0x38, "bounds.radius", 4), R (0x3C, "next"), R (0x3E, "alias"),
};

static const Place bone_256[] = {
  N (0x00, "key_bone", 4), N (0x04, "flags", 4), R (0x08, "parent"), N (0x0A, "parent_distance", 2),
  T (0x0C, "translation", OF_V3), T (0x28, "rotation", OF_QUAT), T (0x44, "scaling", OF_V3), N (0x60, "pivot", 12),
};
static const Place bone_258[] = {
  N (0x00, "key_bone", 4), N (0x04, "flags", 4), R (0x08, "parent"), N (0x0A, "parent_distance", 2),
  N (0x0C, "descendant_distance", 2), N (0x0E, "z_ratio", 2), T (0x10, "translation", OF_V3),
  T (0x2C, "rotation", OF_CQUAT), T (0x48, "scaling", OF_V3), N (0x64, "pivot", 12),
};
static const Place bone_264[] = {
  N (0x00, "key_bone", 4), N (0x04, "flags", 4), R (0x08, "parent"), N (0x0A, "parent_distance", 2),
  N (0x0C, "name_crc", 4), T (0x10, "translation", OF_V3), T (0x24, "rotation", OF_CQUAT), T (0x38, "scaling", OF_V3),
  N (0x4C, "pivot", 12),
};

static const Place camera_256[] = {
  N (0x00, "type", 4), N (0x04, "field_of_view", 4), N (0x08, "far_clip", 4), N (0x0C, "near_clip", 4),
  T (0x10, "translation", OF_V3_KEY), N (0x2C, "position", 12), T (0x38, "target.translation", OF_V3_KEY),
  N (0x54, "target.position", 12), T (0x60, "rotation", OF_F32_KEY),
};
static const Place camera_264[] = {
  N (0x00, "type", 4), N (0x04, "field_of_view", 4), N (0x08, "far_clip", 4), N (0x0C, "near_clip", 4),
  T (0x10, "translation", OF_V3_KEY), N (0x24, "position", 12), T (0x30, "target.translation", OF_V3_KEY),
  N (0x44, "target.position", 12), T (0x50, "rotation", OF_F32_KEY),
};
static const Place camera_271[] = {
  N (0x00, "type", 4), N (0x04, "far_clip", 4), N (0x08, "near_clip", 4), T (0x0C, "translation", OF_V3_KEY),
  N (0x20, "position", 12), T (0x2C, "target.translation", OF_V3_KEY), N (0x40, "target.position", 12),
  T (0x4C, "rotation", OF_F32_KEY), T (0x60, "field_of_view", OF_F32_KEY),
};

static const Place particle_head[] = {
  N (0x00, "particle_id", 4), N (0x04, "flags", 4), N (0x08, "position", 12), R (0x14, "bone"),
  { 0x18, "geometry_model", AT_TEXT, 1 }, { 0x20, "recursion_model", AT_TEXT, 1 }, N (0x2E, "priority_plane", 2),
  N (0x30, "rows", 2), N (0x32, "columns", 2),
};
static const Place particle_one_texture[] = { R (0x16, "texture") };
static const Place particle_three_textures[] = { { 0x16, "texture", AT_TEXTURES, 2 } };
static const Place particle_words[] = { N (0x28, "blend_mode", 2), N (0x2A, "emitter_type", 2) };
static const Place particle_bytes[] = {
  { 0x28, "blend_mode", AT_BYTE, 1 }, { 0x29, "emitter_type", AT_BYTE, 1 }, N (0x2A, "color_index", 2),
};
static const Place particle_head_or_tail[] = { N (0x2C, "head_or_tail", 1), N (0x2D, "unknown_2d", 1) };
static const Place particle_scale[] = { { 0x2C, "texture_scale", AT_FP25, 2 } };
static const Place particle_old[] = {
  T (0x34, "speed", OF_F32), T (0x50, "variation", OF_F32), T (0x6C, "latitude", OF_F32), T (0x88, "longitude", OF_F32),
  T (0xA4, "gravity", OF_F32), T (0xC0, "life_span", OF_F32), T (0xDC, "emission_rate", OF_F32),
  T (0xF8, "length", OF_F32), T (0x114, "width", OF_F32), T (0x130, "z_source", OF_F32), N (0x14C, "time", 4),
  { 0x150, "color.start", AT_BGRA, 4 }, { 0x154, "color.middle", AT_BGRA, 4 }, { 0x158, "color.end", AT_BGRA, 4 },
  N (0x15C, "scaling", 12), N (0x168, "head_life", 6), N (0x16E, "head_decay", 6), N (0x174, "tail_life", 4),
  N (0x178, "tail_decay", 4), N (0x17C, "tail_length", 4), N (0x180, "twinkle_fps", 4), N (0x184, "twinkle_percent", 4),
  N (0x188, "twinkle_scale", 8), N (0x190, "inherit_velocity", 4), N (0x194, "drag", 4), N (0x198, "spin_turns", 4),
  N (0x19C, "tumble_min", 12), N (0x1A8, "tumble_max", 12), N (0x1B4, "wind", 12), N (0x1C0, "wind_time", 4),
  N (0x1C4, "follow_speed1", 4), N (0x1C8, "follow_scale1", 4), N (0x1CC, "follow_speed2", 4),
  N (0x1D0, "follow_scale2", 4), { 0x1D4, "spline", AT_POINTS, OF_V3 }, T (0x1DC, "visibility", OF_U8),
};
static const Place particle_new[] = {
  T (0x34, "speed", OF_F32), T (0x48, "variation", OF_F32), T (0x5C, "latitude", OF_F32), T (0x70, "longitude", OF_F32),
  T (0x98, "life_span", OF_F32), N (0xAC, "life_span_variation", 4), T (0xB0, "emission_rate", OF_F32),
  N (0xC4, "emission_rate_variation", 4), T (0xC8, "length", OF_F32), T (0xDC, "width", OF_F32),
  T (0xF0, "z_source", OF_F32), C (0x104, "color", OF_V3), C (0x114, "alpha", OF_FX16), C (0x124, "scaling", OF_V2),
  N (0x134, "scaling_variation", 8), C (0x13C, "head_cell", OF_U16), C (0x14C, "tail_cell", OF_U16),
  N (0x15C, "tail_length", 4), N (0x160, "twinkle_fps", 4), N (0x164, "twinkle_percent", 4), N (0x168, "twinkle_scale", 8),
  N (0x170, "inherit_velocity", 4), N (0x174, "drag", 4), N (0x178, "initial_spin", 4),
  N (0x17C, "initial_spin_variation", 4), N (0x180, "spin", 4), N (0x184, "spin_variation", 4), N (0x188, "tumble_min", 12),
  N (0x194, "tumble_max", 12), N (0x1A0, "wind", 12), N (0x1AC, "wind_time", 4), N (0x1B0, "follow_speed1", 4),
  N (0x1B4, "follow_scale1", 4), N (0x1B8, "follow_speed2", 4), N (0x1BC, "follow_scale2", 4),
  { 0x1C0, "spline", AT_POINTS, OF_V3 }, T (0x1C8, "visibility", OF_U8),
};
static const Place particle_gravity[] = { T (0x84, "gravity", OF_F32) };
static const Place particle_gravity_vector[] = { T (0x84, "gravity_vector", OF_GRAVITY) };
static const Place particle_scroll[] = { { 0x1DC, "scroll_middle", AT_FP69, 4 }, { 0x1E4, "scroll_range", AT_FP69, 4 } };
/* clang-format on */

#define ADD(list) g_array_append_vals (places, list, G_N_ELEMENTS (list))

Layout
layout_of (RecordKind kind, uint32_t version, uint32_t global_flags, uint32_t flags, gboolean bytes)
{
  static const MwSchema *const schemas[] = { &mw_m2_sequence_schema, &mw_m2_bone_schema, &mw_m2_camera_schema,
                                             &mw_m2_particle_schema };
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  Layout layout = { .schema = schemas[kind] };
  gboolean old = version <= 263;
  switch (kind) {
  case SEQUENCE:
    layout.size = old ? 0x44 : 0x40;
    if (old)
      ADD (sequence_old);
    else if (flags & 0x200)
      ADD (sequence_split);
    else
      ADD (sequence_new);
    break;
  case BONE:
    layout.size = version <= 257 ? 0x6C : old ? 0x70 : 0x58;
    if (version <= 257)
      ADD (bone_256);
    else if (old)
      ADD (bone_258);
    else
      ADD (bone_264);
    break;
  case CAMERA:
    layout.size = old ? 0x7C : version < 271 ? 0x64 : 0x74;
    if (old)
      ADD (camera_256);
    else if (version < 271)
      ADD (camera_264);
    else
      ADD (camera_271);
    break;
  case PARTICLE: {
    gboolean scroll = !old && (version > 271 || (global_flags & 0x200));
    layout.size = old ? 504 : scroll ? 492 : 476;
    ADD (particle_head);
    if (!old && (flags & 0x10000000))
      ADD (particle_three_textures);
    else
      ADD (particle_one_texture);
    if (version < 262 && !bytes)
      ADD (particle_words);
    else
      ADD (particle_bytes);
    if (version <= 264)
      ADD (particle_head_or_tail);
    else
      ADD (particle_scale);
    if (old) {
      ADD (particle_old);
      break;
    }
    ADD (particle_new);
    if (flags & 0x800000)
      ADD (particle_gravity_vector);
    else
      ADD (particle_gravity);
    if (scroll)
      ADD (particle_scroll);
    break;
  }
  }
  layout.n = places->len;
  layout.places = (const Place *) g_array_free (places, FALSE);
  return layout;
}

/* --- Reading a place ------------------------------------------------------------------------------------------------ */

static uint32_t
u32_at (const uint8_t *bytes)
{
  uint32_t value;
  memcpy (&value, bytes, 4);
  return value;
}

static int32_t
i16_at (const uint8_t *bytes)
{
  return (int16_t) (bytes[0] | bytes[1] << 8);
}

static uint32_t
components (Of of)
{
  static const uint32_t n[] = { 3, 2, 4, 4, 1, 1, 1, 1, 3, 9, 3 };
  return n[of];
}

uint32_t
value_size (Of of)
{
  static const uint32_t n[] = { 12, 8, 16, 8, 4, 1, 2, 2, 4, 36, 12 };
  return n[of];
}

/* The bytes that memory should hold for one value of the file; returns how many. */
static uint32_t
expect (Of of, const uint8_t *bytes, uint8_t *to)
{
  float *f = (float *) to;
  switch (of) {
  case OF_CQUAT:
    for (guint i = 0; i < 4; i++)
      f[i] = (float) ((2.0 * (uint16_t) i16_at (bytes + 2 * i) - 65535.0) / 65535.0);
    return 16;
  case OF_FX16:
    f[0] = (float) (i16_at (bytes) / 32767.0);
    return 4;
  case OF_GRAVITY: {
    int16_t parts[3] = { (int8_t) bytes[0], (int8_t) bytes[1], (int16_t) i16_at (bytes + 2) };
    memcpy (to, parts, 6);
    return 6;
  }
  default:
    memcpy (to, bytes, value_size (of));
    return value_size (of);
  }
}

static const MwArray *
array_of (const MwRecord *record, const char *name)
{
  return mw_field_at (record, mw_schema_field (record->schema, name));
}

static char *
check_times (const uint8_t *file, uint32_t count, uint32_t offset, const MwArray *times, const char *what)
{
  if (times->n != count)
    return g_strdup_printf ("%s has %u times, expected %u", what, times->n, count);
  if (count && memcmp (times->data, file + offset, 4 * (size_t) count))
    return g_strdup_printf ("%s: the times differ", what);
  return NULL;
}

static char *
check_values (const uint8_t *file, uint32_t count, uint32_t offset, Of of, const MwRecord *owner, const char *what)
{
  gboolean spline = of == OF_V3_KEY || of == OF_F32_KEY;
  static const char *const names[] = { "keys.value", "keys.in_tan", "keys.out_tan" };
  for (guint part = 0; part < (spline ? 3 : 1); part++) {
    const MwArray *array = array_of (owner, names[part]);
    if (array->n != count)
      return g_strdup_printf ("%s has %u values, expected %u", what, array->n, count);
    for (uint32_t i = 0; i < count; i++) {
      uint8_t wanted[40] __attribute__ ((aligned (8)));
      const uint8_t *bytes = file + offset + (size_t) i * value_size (of);
      uint32_t n = spline ? expect (components (of) == 9 ? OF_V3 : OF_F32, bytes + part * value_size (of) / 3, wanted)
                          : expect (of, bytes, wanted);
      if (memcmp (wanted, (const uint8_t *) array->data + (size_t) i * n, n))
        return g_strdup_printf ("%s: %s of key %u differs", what, names[part], i);
    }
  }
  return NULL;
}

static char *
check_track (const uint8_t *file, uint32_t at, const Place *place, const MwRecord *track, uint32_t version,
             const MwWireSequence *sequences, guint n_sequences)
{
  gboolean old = version <= 263;
  const uint8_t *bytes = file + at;
  if (!track) {
    for (guint i = 0; i < (old ? 28u : 20u); i++)
      if (bytes[i] != (i == 2 || i == 3 ? 0xFF : 0))
        return g_strdup ("there is no track");
    return NULL;
  }
  const MwM2Track *t = (const MwM2Track *) track;
  if (t->interpolation != (uint16_t) i16_at (bytes))
    return g_strdup ("the interpolation differs");
  if (t->global_sequence.id || (int32_t) t->global_sequence.raw != i16_at (bytes + 2))
    return g_strdup ("the global sequence differs");
  if (old) {
    char *wrong = check_times (file, u32_at (bytes + 12), u32_at (bytes + 16), &t->times, "the track");
    return wrong ? wrong : check_values (file, u32_at (bytes + 20), u32_at (bytes + 24), place->of, track, "the track");
  }
  uint32_t n = u32_at (bytes + 4), times = u32_at (bytes + 8), values = u32_at (bytes + 16), lanes = 0;
  if (n != u32_at (bytes + 12))
    return g_strdup ("the file has another number of times than of values");
  for (uint32_t i = 0; i < n; i++) {
    uint32_t n_times = u32_at (file + times + 8 * i), n_values = u32_at (file + values + 8 * i);
    gboolean each = n > 1 && i < n_sequences;
    if ((!n_times && !n_values)
        || (each && (sequences[i].target != i || (sequences[i].away && i16_at (bytes + 2) == -1))))
      continue;
    if (lanes >= t->lanes.n)
      return g_strdup_printf ("there are only %u lanes", t->lanes.n);
    const MwM2Lane *lane = (const MwM2Lane *) t->lanes.items[lanes++];
    if (lane->sequence.id != (each ? sequences[i].id : 0))
      return g_strdup_printf ("lane %u is of another sequence", lanes - 1);
    char *wrong = check_times (file, n_times, u32_at (file + times + 8 * i + 4), &lane->times, "a lane");
    if (!wrong)
      wrong = check_values (file, n_values, u32_at (file + values + 8 * i + 4), place->of, &lane->record, "a lane");
    if (wrong)
      return wrong;
  }
  return lanes == t->lanes.n ? NULL : g_strdup_printf ("there are %u lanes, expected %u", t->lanes.n, lanes);
}

static char *
check_curve (const uint8_t *file, uint32_t at, const Place *place, const MwRecord *curve)
{
  uint32_t n_times = u32_at (file + at), times = u32_at (file + at + 4), n_values = u32_at (file + at + 8);
  if (!curve)
    return n_times || n_values ? g_strdup ("there is no curve") : NULL;
  const MwM2Curve *c = (const MwM2Curve *) curve;
  if (c->times.n != n_times)
    return g_strdup ("the curve has another number of times");
  for (uint32_t i = 0; i < n_times; i++)
    if (((float *) c->times.data)[i] != (float) (i16_at (file + times + 2 * i) / 32767.0))
      return g_strdup ("the times of the curve differ");
  return check_values (file, n_values, u32_at (file + at + 12), place->of, curve, "the curve");
}

char *
check_place (const uint8_t *file, size_t size, uint32_t record_at, const Place *place, const MwRecord *record,
             uint32_t version, const MwWireSequence *sequences, guint n_sequences)
{
  const uint8_t *bytes = file + record_at + place->at;
  if (place->kind == AT_ZERO)
    return NULL;
  const MwField *field = mw_schema_field (record->schema, place->path);
  if (!field)
    return g_strdup ("there is no such field");
  const void *value = mw_field_at (record, field);
  const float *f = value;
  gboolean same = TRUE;
  switch (place->kind) {
  case AT_NUMBERS:
    same = mw_field_storage_size (field) == place->of && memcmp (value, bytes, place->of) == 0;
    break;
  case AT_INDEX: {
    /* References are either not resolved yet or refer to an element of a list. */
    const MwRef *ref = value;
    same = ref->id != 0 || (uint16_t) ref->raw == (uint16_t) i16_at (bytes);
    break;
  }
  case AT_BYTE:
    same = *(const uint16_t *) value == *bytes;
    break;
  case AT_BGRA: {
    const uint8_t *rgba = value;
    same = rgba[0] == bytes[2] && rgba[1] == bytes[1] && rgba[2] == bytes[0] && rgba[3] == bytes[3];
    break;
  }
  case AT_FP25:
    for (guint i = 0; i < place->of; i++)
      same = same && f[i] == (float) (bytes[i] & 0x7F) / 32 * (bytes[i] & 0x80 ? -1 : 1);
    break;
  case AT_FP69:
    for (guint i = 0; i < place->of; i++)
      same = same && f[i] == (float) (i16_at (bytes + 2 * i) & 0x7FFF) / 512 * (bytes[2 * i + 1] & 0x80 ? -1 : 1);
    break;
  case AT_TEXT: {
    const char *text = mw_text (*(char *const *) value);
    uint32_t n = u32_at (bytes);
    same = strlen (text) == (n ? strnlen ((const char *) file + u32_at (bytes + 4), n) : 0)
           && (n == 0 || memcmp (text, file + u32_at (bytes + 4), strlen (text)) == 0);
    break;
  }
  case AT_POINTS: {
    const MwArray *array = value;
    uint32_t n = u32_at (bytes);
    same = array->n == n && (n == 0 || memcmp (array->data, file + u32_at (bytes + 4), 12 * (size_t) n) == 0);
    break;
  }
  case AT_TRACK: {
    g_autofree char *wrong = check_track (file, record_at + place->at, place, *(MwRecord *const *) value, version,
                                          sequences, n_sequences);
    return wrong ? g_strdup_printf ("%s: %s", place->path, wrong) : NULL;
  }
  case AT_CURVE: {
    g_autofree char *wrong = check_curve (file, record_at + place->at, place, *(MwRecord *const *) value);
    return wrong ? g_strdup_printf ("%s: %s", place->path, wrong) : NULL;
  }
  case AT_ZERO:
    break;
  case AT_TEXTURES: {
    const MwM2Particle *emitter = (const MwM2Particle *) record;
    guint word = bytes[0] | (guint) bytes[1] << 8;
    same = emitter->texture.raw == word % 32 && emitter->texture_2.raw == word / 32 % 32
           && emitter->texture_3.raw == word / 1024 % 32 && emitter->texture_bit == word / 32768;
    break;
  }
  }
  return same ? NULL : g_strdup_printf ("%s is not what is at +0x%X", place->path, place->at);
}

/* --- What belongs to a record --------------------------------------------------------------------------------------- */

static void
claim_pair (const uint8_t *pair, uint32_t size, Claim claim, gpointer data)
{
  if (u32_at (pair))
    claim (u32_at (pair + 4), u32_at (pair) * size, data);
}

void
claim_place (const uint8_t *file, uint32_t record_at, const Place *place, uint32_t version,
             const MwWireSequence *sequences, guint n_sequences, Claim claim, gpointer data)
{
  const uint8_t *bytes = file + record_at + place->at;
  switch (place->kind) {
  case AT_TEXT:
  case AT_POINTS:
    claim_pair (bytes, place->kind == AT_TEXT ? 1 : 12, claim, data);
    return;
  case AT_CURVE:
    claim_pair (bytes, 2, claim, data);
    claim_pair (bytes + 8, value_size (place->of), claim, data);
    return;
  case AT_TRACK:
    break;
  default:
    return;
  }
  if (version <= 263) {
    claim_pair (bytes + 4, 8, claim, data);
    claim_pair (bytes + 12, 4, claim, data);
    claim_pair (bytes + 20, value_size (place->of), claim, data);
    return;
  }
  claim_pair (bytes + 4, 8, claim, data);
  claim_pair (bytes + 12, 8, claim, data);
  for (guint k = 0; k < 2; k++) {
    uint32_t n = u32_at (bytes + 4 + 8 * k), outer = u32_at (bytes + 8 + 8 * k);
    for (uint32_t i = 0; i < n; i++)
      if (n == 1 || i >= n_sequences || (sequences[i].target == i && (!sequences[i].away || i16_at (bytes + 2) != -1)))
        claim_pair (file + outer + 8 * i, k ? value_size (place->of) : 4, claim, data);
  }
}

/* --- Made-up records ------------------------------------------------------------------------------------------------ */

/* Keys in the model, alias of 0, keys elsewhere, no keys, alias of 0 with an empty entry. */
const uint32_t sample_sequence_flags[SAMPLE_SEQUENCES] = { 0x20, 0x60, 0x01, 0x20, 0x40 };
const uint16_t sample_sequence_alias[SAMPLE_SEQUENCES] = { 1, 4, 2, 3, 0 };

static void
set_u32 (GByteArray *bytes, uint32_t at, uint32_t value)
{
  memcpy (bytes->data + at, &value, 4);
}

static void
set_u16 (GByteArray *bytes, uint32_t at, uint32_t value)
{
  uint16_t word = (uint16_t) value;
  memcpy (bytes->data + at, &word, 2);
}

/* Appends n zero bytes at the next multiple of 16; returns where. */
static uint32_t
room (GByteArray *bytes, uint32_t n)
{
  uint32_t end = bytes->len, at = (end + 15) & ~15u;
  g_byte_array_set_size (bytes, at + n);
  memset (bytes->data + end, 0, at + n - end);
  return at;
}

static void
fill (GByteArray *bytes, uint32_t at, uint32_t n, uint32_t seed)
{
  for (uint32_t i = 0; i < n; i++)
    bytes->data[at + i] = (uint8_t) ((seed + i) * 0x9E3779B1u >> 22);
}

static void
make_array (GByteArray *bytes, uint32_t pair_at, uint32_t count, uint32_t size, uint32_t seed)
{
  uint32_t at = count ? room (bytes, count * size) : 0;
  fill (bytes, at, count * size, seed);
  set_u32 (bytes, pair_at, count);
  set_u32 (bytes, pair_at + 4, at);
}

static void
make_times (GByteArray *bytes, uint32_t pair_at, uint32_t count, uint32_t seed)
{
  make_array (bytes, pair_at, count, 4, seed);
  for (uint32_t i = 0; i < count; i++)
    set_u32 (bytes, u32_at (bytes->data + pair_at + 4) + 4 * i, i * 33 + seed % 29);
}

static void
make_track (GByteArray *bytes, uint32_t at, const Place *place, uint32_t version)
{
  uint32_t seed = place->at * 7u + version, count = 1 + place->at / 4 % 4, size = value_size (place->of);
  set_u16 (bytes, at, place->at / 4 % 3);
  if (version <= 263) {
    set_u16 (bytes, at + 2, place->at % 8 ? 0xFFFF : place->at / 4);
    make_array (bytes, at + 4, place->at % 8 ? 3 : 0, 8, seed + 1);
    make_times (bytes, at + 12, count, seed + 2);
    make_array (bytes, at + 20, count, size, seed + 3);
    return;
  }
  gboolean each = place->at / 4 % 2 == 0;
  uint32_t n = each ? SAMPLE_SEQUENCES : 1;
  set_u16 (bytes, at + 2, each ? 0xFFFF : place->at / 4);
  uint32_t times = room (bytes, 8 * n), values = room (bytes, 8 * n);
  set_u32 (bytes, at + 4, n);
  set_u32 (bytes, at + 8, times);
  set_u32 (bytes, at + 12, n);
  set_u32 (bytes, at + 16, values);
  make_times (bytes, times, count, seed + 2);
  make_array (bytes, values, count, size, seed + 3);
  if (!each)
    return;
  memcpy (bytes->data + times + 8, bytes->data + times, 8);
  memcpy (bytes->data + values + 8, bytes->data + values, 8);
  set_u32 (bytes, times + 16, 100 + count); /* far beyond this file's end: an offset in the other file */
  set_u32 (bytes, times + 20, 0x10000000);
  set_u32 (bytes, values + 16, 100 + count);
  set_u32 (bytes, values + 20, 0x20000000);
}

Sample
sample_make (RecordKind kind, uint32_t version, uint32_t global_flags, uint32_t flags, gboolean as_bytes)
{
  Sample sample = { g_byte_array_new (), 0, layout_of (kind, version, global_flags, flags, as_bytes) };
  GByteArray *bytes = sample.bytes;
  room (bytes, 0x20);
  sample.at = room (bytes, sample.layout.size);
  for (guint i = 0; i < sample.layout.n; i++) {
    const Place *place = &sample.layout.places[i];
    uint32_t at = sample.at + place->at;
    switch (place->kind) {
    case AT_NUMBERS:
      if (place->path && strcmp (place->path, "flags") == 0)
        set_u32 (bytes, at, flags);
      else
        fill (bytes, at, place->of, place->at * 13u + version);
      /* Words below 8, otherwise they would be taken for single bytes. */
      if (strcmp (place->path, "blend_mode") == 0 || strcmp (place->path, "emitter_type") == 0)
        set_u16 (bytes, at, place->at % 7);
      break;
    case AT_INDEX:
    case AT_TEXTURES:
    case AT_BYTE:
    case AT_BGRA:
    case AT_FP25:
      fill (bytes, at, place->of, place->at * 13u + version);
      if (place->kind == AT_BYTE)
        bytes->data[at] |= 1;
      break;
    case AT_FP69:
      fill (bytes, at, 2u * place->of, place->at * 13u + version);
      break;
    case AT_ZERO:
      bytes->data[at + 1] = 7;
      break;
    case AT_TEXT: {
      g_autofree char *text = g_strdup_printf ("Made\\Up%u.mdx", place->at);
      uint32_t n = (uint32_t) strlen (text) + 1;
      make_array (bytes, at, n, 1, 0);
      memcpy (bytes->data + u32_at (bytes->data + at + 4), text, n);
      break;
    }
    case AT_POINTS:
      make_array (bytes, at, 3, 12, place->at);
      break;
    case AT_TRACK:
      make_track (bytes, at, place, version);
      break;
    case AT_CURVE:
      make_array (bytes, at, 2 + place->at / 4 % 3, 2, place->at * 3u);
      make_array (bytes, at + 8, 2 + place->at / 4 % 3, value_size (place->of), place->at * 5u);
      break;
    }
  }
  return sample;
}

void
sample_clear (Sample *sample)
{
  g_byte_array_unref (sample->bytes);
  g_free ((gpointer) sample->layout.places);
}
