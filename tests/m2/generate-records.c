/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

/* The records of docs/formats/m2.md 5 and 6, and the names of their fields in paths. */

/* clang-format off */
#define WORDS(name, ...) static const char *const name[] = { __VA_ARGS__, NULL }
WORDS (to_sequences, "sequences");
WORDS (to_bones, "bones");
WORDS (to_textures, "textures");
WORDS (to_materials, "materials");
WORDS (to_colors, "colors");
WORDS (to_texture_weights, "texture_weights");
WORDS (camera_types, "Portrait", "CharacterInfo");
WORDS (emitter_types, "0", "plane", "sphere", "spline", "bone");
WORDS (head_or_tail, "Head", "Tail", "Both");

WORDS (blend_modes, "Opaque", "AlphaKey", "Alpha", "NoAlphaAdd", "Add", "Mod", "Mod2x", "BlendAdd");
WORDS (light_types, "Directional", "Point");

/* Values without names in the program are printed as numbers. Replace NULL by a list of names when they get some. */
#define texture_types NULL

#define TWO(a, b) { a, b, -1 }
#define RECORD(name, list, ...)                                                                                        \
  const M2Record m2_record_##name = { .path = list, .rows = name##_rows, .n_rows = G_N_ELEMENTS (name##_rows),         \
                                      .size = { __VA_ARGS__ } }

/* 5.1; layouts: up to 263, from 264 on. */
static const M2Row sequence_rows[] = {
  { "id", "animation", M2_U16, .at = TWO (0x00, 0x00) },
  { "variation", "variation", M2_U16, .at = TWO (0x02, 0x02) },
  { "start", "interval.start", M2_U32, .at = TWO (0x04, -1) },
  { "end", "interval.end", M2_U32, .at = TWO (0x08, -1) },
  { "duration", "duration", M2_U32, .at = TWO (-1, 0x04) },
  { "move speed", "move_speed", M2_F32, .at = TWO (0x0C, 0x08) },
  { "flags", "flags", M2_HEX32, .at = TWO (0x10, 0x0C) },
  { "frequency", "frequency", M2_I16, .at = TWO (0x14, 0x10) },
  { "replay", "replay", M2_U32, .n = 2, .at = TWO (0x18, 0x14) },
  { "blend", "blend_time", M2_U32, .when = M2_WHEN_ONE_BLEND, .at = TWO (0x20, 0x1C) },
  { "blend in", "blend_in", M2_U16, .when = M2_WHEN_TWO_BLENDS, .at = TWO (-1, 0x1C) },
  { "blend out", "blend_out", M2_U16, .when = M2_WHEN_TWO_BLENDS, .at = TWO (-1, 0x1E) },
  { "min", "bounds.min", M2_F32, .n = 3, .at = TWO (0x24, 0x20) },
  { "max", "bounds.max", M2_F32, .n = 3, .at = TWO (0x30, 0x2C) },
  { "radius", "bounds.radius", M2_F32, .at = TWO (0x3C, 0x38) },
  { "next", "next", M2_REF16, .words = to_sequences, .at = TWO (0x40, 0x3C) },
  { "alias", "alias", M2_REF16, .words = to_sequences, .at = TWO (0x42, 0x3E) },
};
RECORD (sequence, "sequences", 0x44, 0x40);

/* 5.4; layouts: up to 257, up to 263, from 264 on. */
static const M2Row bone_rows[] = {
  { "key", "key_bone", M2_I32, .at = { 0x00, 0x00, 0x00 } },
  { "flags", "flags", M2_HEX32, .at = { 0x04, 0x04, 0x04 } },
  { "parent", "parent", M2_REF16, .words = to_bones, .at = { 0x08, 0x08, 0x08 } },
  { "to parent", "parent_distance", M2_U16, .at = { 0x0A, 0x0A, 0x0A } },
  { "to descendant", "descendant_distance", M2_U16, .at = { -1, 0x0C, -1 } },
  { "z ratio", "z_ratio", M2_U16, .at = { -1, 0x0E, -1 } },
  { "crc", "name_crc", M2_U32, .at = { -1, -1, 0x0C } },
  { "translation", "translation.track", M2_TRACK, .element = M2_OF_V3, .at = { 0x0C, 0x10, 0x10 } },
  { "rotation", "rotation.track", M2_TRACK, .element = M2_OF_BONE_QUAT, .at = { 0x28, 0x2C, 0x24 } },
  { "scale", "scaling.track", M2_TRACK, .element = M2_OF_V3, .at = { 0x44, 0x48, 0x38 } },
  { "pivot", "pivot", M2_F32, .n = 3, .at = { 0x60, 0x64, 0x4C } },
};
RECORD (bone, "bones", 0x6C, 0x70, 0x58);

/* 5.7 to 5.11. */
static const M2Row color_rows[] = {
  { "rgb", "color.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x00, 0x00) },
  { "alpha", "alpha.track", M2_TRACK, .element = M2_OF_FX16, .at = TWO (0x1C, 0x14) },
};
RECORD (color, "colors", 0x38, 0x28);
static const M2Row texture_rows[] = {
  { "type", "type", M2_U32, .words = texture_types, .at = TWO (0x00, 0x00) },
  { "flags", "flags", M2_HEX32, .at = TWO (0x04, 0x04) },
  { "name", "path", M2_TEXT, .at = TWO (0x08, 0x08) },
};
RECORD (texture, "textures", 0x10, 0x10);
static const M2Row texture_weight_rows[] = {
  { "weight", "weight.track", M2_TRACK, .element = M2_OF_FX16, .at = TWO (0x00, 0x00) },
};
RECORD (texture_weight, "texture_weights", 0x1C, 0x14);
static const M2Row texture_transform_rows[] = {
  { "translation", "translation.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x00, 0x00) },
  { "rotation", "rotation.track", M2_TRACK, .element = M2_OF_QUAT, .at = TWO (0x1C, 0x14) },
  { "scale", "scaling.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x38, 0x28) },
};
RECORD (texture_transform, "texture_transforms", 0x54, 0x3C);
static const M2Row material_rows[] = {
  { "flags", "flags", M2_HEX16, .at = TWO (0x00, 0x00) },
  { "blend", "blend_mode", M2_U16, .words = blend_modes, .at = TWO (0x02, 0x02) },
};
RECORD (material, "materials", 0x04, 0x04);

/* 5.12 to 5.14. */
static const M2Row attachment_rows[] = {
  { "id", "attachment_id", M2_U32, .at = TWO (0x00, 0x00) },
  { "bone", "bone", M2_REF16, .words = to_bones, .at = TWO (0x04, 0x04) },
  { "position", "position", M2_F32, .n = 3, .at = TWO (0x08, 0x08) },
  { "visible", "visibility.track", M2_TRACK, .element = M2_OF_U8, .at = TWO (0x14, 0x14) },
};
RECORD (attachment, "attachments", 0x30, 0x28);
static const M2Row event_rows[] = {
  { "id", "identifier", M2_ID4, .at = TWO (0x00, 0x00) },
  { "data", "data", M2_U32, .at = TWO (0x04, 0x04) },
  { "bone", "bone", M2_REF32, .words = to_bones, .at = TWO (0x08, 0x08) },
  { "position", "position", M2_F32, .n = 3, .at = TWO (0x0C, 0x0C) },
  { "times", "track", M2_TRACK, .element = M2_OF_NOTHING, .at = TWO (0x18, 0x18) },
};
RECORD (event, "events", 0x2C, 0x24);
static const M2Row light_rows[] = {
  { "type", "type", M2_U16, .words = light_types, .at = TWO (0x00, 0x00) },
  { "bone", "bone", M2_REF16, .words = to_bones, .at = TWO (0x02, 0x02) },
  { "position", "position", M2_F32, .n = 3, .at = TWO (0x04, 0x04) },
  { "ambient", "ambient_color.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x10, 0x10) },
  { "ambient intensity", "ambient_intensity.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x2C, 0x24) },
  { "diffuse", "color.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x48, 0x38) },
  { "diffuse intensity", "intensity.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x64, 0x4C) },
  { "start", "attenuation_start.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x80, 0x60) },
  { "end", "attenuation_end.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x9C, 0x74) },
  { "visible", "visibility.track", M2_TRACK, .element = M2_OF_U8, .at = TWO (0xB8, 0x88) },
};
RECORD (light, "lights", 0xD4, 0x9C);

/* 5.15; layouts: up to 263, 264, field of view as a track. */
static const M2Row camera_rows[] = {
  { "type", "type", M2_I32, .words = camera_types, .at = { 0x00, 0x00, 0x00 } },
  { "fov", "field_of_view", M2_F32, .at = { 0x04, 0x04, -1 } },
  { "far", "far_clip", M2_F32, .at = { 0x08, 0x08, 0x04 } },
  { "near", "near_clip", M2_F32, .at = { 0x0C, 0x0C, 0x08 } },
  { "position", "translation.track", M2_TRACK, .element = M2_OF_V3_KEY, .at = { 0x10, 0x10, 0x0C } },
  { "position base", "position", M2_F32, .n = 3, .at = { 0x2C, 0x24, 0x20 } },
  { "target", "target.translation.track", M2_TRACK, .element = M2_OF_V3_KEY, .at = { 0x38, 0x30, 0x2C } },
  { "target base", "target.position", M2_F32, .n = 3, .at = { 0x54, 0x44, 0x40 } },
  { "roll", "rotation.track", M2_TRACK, .element = M2_OF_F32_KEY, .at = { 0x60, 0x50, 0x4C } },
  { "fov track", "field_of_view.track", M2_TRACK, .element = M2_OF_F32_KEY, .at = { -1, -1, 0x60 } },
};
RECORD (camera, "cameras", 0x7C, 0x64, 0x74);

/* 5.16. */
static const M2Row ribbon_rows[] = {
  { "id", "ribbon_id", M2_U32, .at = TWO (0x00, 0x00) },
  { "bone", "bone", M2_REF32, .words = to_bones, .at = TWO (0x04, 0x04) },
  { "position", "position", M2_F32, .n = 3, .at = TWO (0x08, 0x08) },
  { "textures", "textures", M2_REFS, .words = to_textures, .at = TWO (0x14, 0x14) },
  { "materials", "materials", M2_REFS, .words = to_materials, .at = TWO (0x1C, 0x1C) },
  { "colour", "color.track", M2_TRACK, .element = M2_OF_V3, .at = TWO (0x24, 0x24) },
  { "alpha", "alpha.track", M2_TRACK, .element = M2_OF_FX16, .at = TWO (0x40, 0x38) },
  { "above", "height_above.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x5C, 0x4C) },
  { "below", "height_below.track", M2_TRACK, .element = M2_OF_F32, .at = TWO (0x78, 0x60) },
  { "edges", "emission_rate", M2_F32, .at = TWO (0x94, 0x74) },
  { "edge life", "life_span", M2_F32, .at = TWO (0x98, 0x78) },
  { "gravity", "gravity", M2_F32, .at = TWO (0x9C, 0x7C) },
  { "rows", "rows", M2_U16, .at = TWO (0xA0, 0x80) },
  { "columns", "columns", M2_U16, .at = TWO (0xA2, 0x82) },
  { "slot", "texture_slot.track", M2_TRACK, .element = M2_OF_U16, .at = TWO (0xA4, 0x84) },
  { "visible", "visibility.track", M2_TRACK, .element = M2_OF_U8, .at = TWO (0xC0, 0x98) },
  { "plane", "priority_plane", M2_I16, .at = TWO (-1, 0xAC) },
  { "colour index", "color_index", M2_I8, .at = TWO (-1, 0xAE) },
  { "transform index", "texture_transform_index", M2_I8, .at = TWO (-1, 0xAF) },
};
RECORD (ribbon, "ribbons", 0xDC, 0xB0);

/* 5.17; layouts: up to 263, from 264 on, the latter with 16 bytes more. */
#define THREE(a, b) { a, b, b }
#define F(key, path, a, b) { key, path, M2_F32, .at = THREE (a, b) }
#define T(key, path, a, b) { key, path ".track", M2_TRACK, .element = M2_OF_F32, .at = THREE (a, b) }
#define C(key, path, of, b) { key, path ".curve", M2_CURVE, .element = of, .at = THREE (-1, b) }
static const M2Row particle_rows[] = {
  { "id", "particle_id", M2_U32, .at = THREE (0x00, 0x00) },
  { "flags", "flags", M2_HEX32, .at = THREE (0x04, 0x04) },
  { "position", "position", M2_F32, .n = 3, .at = THREE (0x08, 0x08) },
  { "bone", "bone", M2_REF16, .words = to_bones, .at = THREE (0x14, 0x14) },
  { "texture", "texture", M2_REF16, .words = to_textures, .when = M2_WHEN_ONE_TEXTURE, .at = THREE (0x16, 0x16) },
  { "textures", "textures", M2_U16, .when = M2_WHEN_TEXTURES, .at = THREE (-1, 0x16) },
  { "geometry", "geometry_model", M2_TEXT, .at = THREE (0x18, 0x18) },
  { "recursion", "recursion_model", M2_TEXT, .at = THREE (0x20, 0x20) },
  { "blend", "blend_mode", M2_U16, .when = M2_WHEN_WORDS, .at = THREE (0x28, -1) },
  { "emitter", "emitter_type", M2_U16, .words = emitter_types, .when = M2_WHEN_WORDS, .at = THREE (0x2A, -1) },
  { "blend", "blend_mode", M2_U8, .when = M2_WHEN_BYTES, .at = THREE (0x28, 0x28) },
  { "emitter", "emitter_type", M2_U8, .words = emitter_types, .when = M2_WHEN_BYTES, .at = THREE (0x29, 0x29) },
  { "colour index", "color_index", M2_U16, .when = M2_WHEN_BYTES, .at = THREE (0x2A, 0x2A) },
  { "head or tail", "head_or_tail", M2_U8, .words = head_or_tail, .when = M2_WHEN_HEAD_OR_TAIL,
    .at = THREE (0x2C, 0x2C) },
  { "2d", "unknown_2d", M2_U8, .when = M2_WHEN_HEAD_OR_TAIL, .at = THREE (0x2D, 0x2D) },
  { "scale", "texture_scale", M2_FP25, .n = 2, .when = M2_WHEN_SCALE, .at = THREE (-1, 0x2C) },
  { "plane", "priority_plane", M2_I16, .at = THREE (0x2E, 0x2E) },
  { "rows", "rows", M2_U16, .at = THREE (0x30, 0x30) },
  { "columns", "columns", M2_U16, .at = THREE (0x32, 0x32) },
  T ("speed", "speed", 0x34, 0x34),
  T ("variation", "variation", 0x50, 0x48),
  T ("latitude", "latitude", 0x6C, 0x5C),
  T ("longitude", "longitude", 0x88, 0x70),
  { "gravity", "gravity.track", M2_TRACK, .element = M2_OF_F32, .when = M2_WHEN_GRAVITY, .at = THREE (0xA4, 0x84) },
  { "gravity vector", "gravity_vector.track", M2_TRACK, .element = M2_OF_GRAVITY, .when = M2_WHEN_GRAVITY_VECTOR,
    .at = THREE (-1, 0x84) },
  T ("life", "life_span", 0xC0, 0x98),
  F ("life variation", "life_span_variation", -1, 0xAC),
  T ("rate", "emission_rate", 0xDC, 0xB0),
  F ("rate variation", "emission_rate_variation", -1, 0xC4),
  T ("length", "length", 0xF8, 0xC8),
  T ("width", "width", 0x114, 0xDC),
  T ("z source", "z_source", 0x130, 0xF0),
  F ("midpoint", "time", 0x14C, -1),
  { "start colour", "color.start", M2_BGRA, .at = THREE (0x150, -1) },
  { "mid colour", "color.middle", M2_BGRA, .at = THREE (0x154, -1) },
  { "end colour", "color.end", M2_BGRA, .at = THREE (0x158, -1) },
  { "sizes", "scaling", M2_F32, .n = 3, .at = THREE (0x15C, -1) },
  { "head life", "head_life", M2_U16, .n = 3, .at = THREE (0x168, -1) },
  { "head decay", "head_decay", M2_U16, .n = 3, .at = THREE (0x16E, -1) },
  { "tail life", "tail_life", M2_I16, .n = 2, .at = THREE (0x174, -1) },
  { "tail decay", "tail_decay", M2_I16, .n = 2, .at = THREE (0x178, -1) },
  C ("colour", "color", M2_OF_COLOUR, 0x104),
  C ("alpha", "alpha", M2_OF_FX16, 0x114),
  C ("size", "scaling", M2_OF_V2, 0x124),
  { "size variation", "scaling_variation", M2_F32, .n = 2, .at = THREE (-1, 0x134) },
  C ("head cells", "head_cell", M2_OF_U16, 0x13C),
  C ("tail cells", "tail_cell", M2_OF_U16, 0x14C),
  F ("tail length", "tail_length", 0x17C, 0x15C),
  F ("twinkle fps", "twinkle_fps", 0x180, 0x160),
  F ("twinkle", "twinkle_percent", 0x184, 0x164),
  { "twinkle scale", "twinkle_scale", M2_F32, .n = 2, .at = THREE (0x188, 0x168) },
  F ("inherit", "inherit_velocity", 0x190, 0x170),
  F ("drag", "drag", 0x194, 0x174),
  F ("turns", "spin_turns", 0x198, -1),
  F ("initial spin", "initial_spin", -1, 0x178),
  F ("initial spin variation", "initial_spin_variation", -1, 0x17C),
  F ("spin", "spin", -1, 0x180),
  F ("spin variation", "spin_variation", -1, 0x184),
  { "tumble min", "tumble_min", M2_F32, .n = 3, .at = THREE (0x19C, 0x188) },
  { "tumble max", "tumble_max", M2_F32, .n = 3, .at = THREE (0x1A8, 0x194) },
  { "wind", "wind", M2_F32, .n = 3, .at = THREE (0x1B4, 0x1A0) },
  F ("wind time", "wind_time", 0x1C0, 0x1AC),
  F ("follow speed 1", "follow_speed1", 0x1C4, 0x1B0),
  F ("follow scale 1", "follow_scale1", 0x1C8, 0x1B4),
  F ("follow speed 2", "follow_speed2", 0x1CC, 0x1B8),
  F ("follow scale 2", "follow_scale2", 0x1D0, 0x1BC),
  { "spline", "spline", M2_POINTS, .at = THREE (0x1D4, 0x1C0) },
  { "enabled", "visibility.track", M2_TRACK, .element = M2_OF_U8, .at = THREE (0x1DC, 0x1C8) },
  { "scroll mid", "scroll_middle", M2_FP69, .n = 4, .at = { -1, -1, 0x1DC } },
  { "scroll range", "scroll_range", M2_FP69, .n = 4, .at = { -1, -1, 0x1E4 } },
};
RECORD (particle, "particles", 504, 476, 492);

/* 6.1; layouts: up to 257, from 258 on. generate-skin.c fills in the derived fields. */
static const M2Row submesh_rows[] = {
  { "id", "geoset", M2_U16, .at = TWO (0x00, 0x00) },
  { "level", NULL, M2_U16, .at = TWO (0x02, 0x02) },
  { "influences", "influences", M2_U16, .at = TWO (0x10, 0x10) },
  { "center bone", "center_bone", M2_REF16, .words = to_bones, .at = TWO (0x12, 0x12) },
  { "center", "center", M2_F32, .n = 3, .at = TWO (0x14, 0x14) },
  { "sort center", "sort_center", M2_F32, .n = 3, .at = TWO (-1, 0x20) },
  { "sort radius", "sort_radius", M2_F32, .at = TWO (-1, 0x2C) },
};
RECORD (submesh, "submeshes", 32, 48);

/* 6.2 and 6.3. The section is a reference within the profile; generate-skin.c fills it in. */
static const M2Row batch_rows[] = {
  { "flags", "flags", M2_HEX8, .at = TWO (0x00, 0x00) },
  { "plane", "priority_plane", M2_I8, .at = TWO (0x01, 0x01) },
  { "shader", "shader", M2_U16, .at = TWO (0x02, 0x02) },
  { "geoset", "surface", M2_U16, .at = TWO (0x06, 0x06) },
  { "color", "color", M2_REF16, .words = to_colors, .at = TWO (0x08, 0x08) },
  { "material", "material", M2_REF16, .words = to_materials, .at = TWO (0x0A, 0x0A) },
  { "layer", "layer", M2_U16, .at = TWO (0x0C, 0x0C) },
};
RECORD (batch, "batches", 24, 24);
static const M2Row shadow_batch_rows[] = {
  { "flags", "flags", M2_U8, .at = TWO (0x00, 0x00) },
  { "flags2", "flags2", M2_U8, .at = TWO (0x01, 0x01) },
  { "texture", "texture", M2_REF16, .words = to_textures, .at = TWO (0x06, 0x06) },
  { "color", "color", M2_REF16, .words = to_colors, .at = TWO (0x08, 0x08) },
  { "weight", "weight", M2_REF16, .words = to_texture_weights, .at = TWO (0x0A, 0x0A) },
};
RECORD (shadow_batch, "shadow_batches", 12, 12);

const char *const m2_words[M2_N_WORDS] = {
  [M2_WORD_VERSION] = "version",
  [M2_WORD_NAME] = "name",
  [M2_WORD_GLOBAL_FLAGS] = "flags",
  [M2_WORD_BOUNDS_MIN] = "bounds.min",
  [M2_WORD_BOUNDS_MAX] = "bounds.max",
  [M2_WORD_BOUNDS_RADIUS] = "bounds.radius",
  [M2_WORD_COLLISION_MIN] = "collision_bounds.min",
  [M2_WORD_COLLISION_MAX] = "collision_bounds.max",
  [M2_WORD_COLLISION_RADIUS] = "collision_bounds.radius",
  [M2_WORD_GLOBAL_SEQUENCES] = "global_sequences",
  [M2_WORD_DURATION] = "duration",
  [M2_WORD_PLAYABLE] = "playable_animations",
  [M2_WORD_VERTICES] = "vertices",
  [M2_WORD_POSITION] = "position",
  [M2_WORD_VERTEX_WEIGHTS] = "weights",
  [M2_WORD_VERTEX_BONES] = "bones",
  [M2_WORD_NORMAL] = "normal",
  [M2_WORD_UV] = "uv",
  [M2_WORD_UV2] = "uv2",
  [M2_WORD_COLLISION_TRIANGLES] = "collision_triangles",
  [M2_WORD_COLLISION_VERTICES] = "collision_vertices",
  [M2_WORD_COLLISION_NORMALS] = "collision_normals",
  [M2_WORD_SKINS] = "skins",
  [M2_WORD_BONE_LIMIT] = "bone_limit",
  [M2_WORD_TRIANGLES] = "triangles",
  [M2_WORD_UNITS] = "units",
  [M2_WORD_UNIT_TEXTURE] = "texture",
  [M2_WORD_UNIT_COORD] = "coord",
  [M2_WORD_UNIT_TRANSFORM] = "transform",
  [M2_WORD_BATCH_WEIGHT] = "weight",
  [M2_WORD_BATCH_WEIGHT_2] = "weight_2",
  [M2_WORD_BATCH_WEIGHT_3] = "weight_3",
  [M2_WORD_INTERPOLATION] = "interpolation",
  [M2_WORD_GLOBAL_SEQUENCE] = "global_sequence",
  [M2_WORD_SPREAD] = "spread",
  [M2_WORD_LANES] = "lanes",
  [M2_WORD_LANE_SEQUENCE] = "sequence",
  [M2_WORD_KEYS] = "keys",
  [M2_WORD_TIME] = "time",
  [M2_WORD_VALUE] = "value",
  [M2_WORD_IN_TAN] = "in_tan",
  [M2_WORD_OUT_TAN] = "out_tan",
};
/* clang-format on */
