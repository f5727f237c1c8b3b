/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

#include <math.h>
#include <string.h>

/* m2.md 5.17: 504 bytes up to 263; from 264 on 476, or 492 with the texture scroll words. */

#define COMPRESSED_GRAVITY MW_M2_PARTICLE_COMPRESSED_GRAVITY
#define MULTITEXTURE MW_M2_PARTICLE_MULTITEXTURE

/* clang-format off */
MW_NAMES (mw_m2_particle_flags, TRUE, { 0x1, "unshaded", N_ ("Unshaded") }, { 0x2, "sort_prims_far_z", N_ ("Sort far Z") },
          { 0x4, "line_emitter", N_ ("Line emitter") }, { 0x8, "unfogged", N_ ("Unfogged") },
          { 0x10, "model_space", N_ ("Model space") }, { 0x20, "inherit_scale", N_ ("Inherit scale") },
          { 0x40, "burst", N_ ("Burst") }, { 0x80, "zero_x_kill", N_ ("Sphere: dies in the middle") },
          { 0x100, "z_velocity_only", N_ ("Sphere: flies up") }, { 0x200, "tumbler", N_ ("Tumbler") },
          { 0x400, "tail_grows", N_ ("Tail grows") }, { 0x800, "extrude", N_ ("Extrude") },
          { 0x1000, "xy_quad", N_ ("XY quads") }, { 0x2000, "project", N_ ("Project") },
          { 0x4000, "follow", N_ ("Follow") }, { 0x8000, "squirt", N_ ("Squirt") },
          { 0x10000, "random_head_cell", N_ ("Random head cell") }, { 0x20000, "head", N_ ("Draw head") },
          { 0x40000, "tail", N_ ("Draw tail") }, { 0x80000, "independent_scale", N_ ("Independent scale variation") },
          { 0x100000, "refraction", N_ ("Refraction") }, { 0x200000, "random_start", N_ ("Random cell offset") },
          { 0x400000, "ignore_distance", N_ ("Ignores distance") },
          { COMPRESSED_GRAVITY, "compressed_gravity", N_ ("Compressed gravity") },
          { 0x1000000, "bone_generator", N_ ("Along bones") },
          { 0x4000000, "no_distance_throttle", N_ ("No distance throttle") },
          { MULTITEXTURE, "multitexture", N_ ("Multitexture") },
          { 0x20000000, "multitexture_times_4", N_ ("Multitexture: alpha times 4") },
          { 0x40000000, "multitexture_three_colors", N_ ("Multitexture: three colors") });
MW_NAMES (mw_m2_emitter_types, FALSE, { 1, "plane", N_ ("Plane") }, { 2, "sphere", N_ ("Sphere") }, { 3, "spline", N_ ("Spline") },
          { 4, "bone", N_ ("Bone") });
MW_NAMES (mw_m2_head_or_tail, FALSE, { 0, "Head", N_ ("Head") }, { 1, "Tail", N_ ("Tail") }, { 2, "Both", N_ ("Both") });

#define PT MwM2Particle
/* clang-format on */
/* clang-format off */
#define F(member, label_, doc_, ...)                                                                                    \
  MW_FIELD_F32 (PT, member, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
#define V(member, n, label_, doc_, ...)                                                                                 \
  MW_FIELD_VEC (PT, member, n, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
#define U16(member, label_, doc_, ...)                                                                                  \
  MW_FIELD_U16 (PT, member, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
#define T(member, label_, doc_, ...)                                                                                    \
  TRACK_FIELD (PT, member##_track, #member ".track", mw_m2_track_float_schema, .label = label_, .doc = doc_, __VA_ARGS__)
#define C(member, of, label_, doc_, ...)                                                                                \
  MW_FIELD_CHILD (PT, member##_curve, MwM2Curve *, #member ".curve", &of, .touches = MW_TOUCH_POSE, .label = label_,   \
                  .doc = doc_, __VA_ARGS__)
#define COLOUR(part, label_)                                                                                            \
  MW_FIELD_U8S (PT, color_##part, 4, "color." #part, .def = 255, .role = MW_ROLE_COLOUR, .touches = MW_TOUCH_POSE,      \
                .label = label_, .doc = N_ ("Red, green, blue and alpha at this point of a particle's life."))

/* Cells of the texture; tails use only the first two. */
#define CELLS3 (const char *const[]) { N_ ("Start"), N_ ("End"), N_ ("Repeat") }

/* For an emitter that follows a spline, length and width are two positions along the curve, from 0 to 1
 * (rendering.md 4.4). */
enum { SPLINE = 3 };

static gboolean
is_no_spline (const MwRecord *record)
{
  return ((const PT *) record)->emitter_type != SPLINE;
}

static const MwField particle_fields[] = {
  MW_FIELD_U32 (PT, particle_id, "particle_id", .def = 0xFFFFFFFF, .label = N_ ("Id"),
                .doc = N_ ("4294967295 (-1) in nearly all files; its purpose is unknown.")),
  MW_FIELD_U32 (PT, flags, "flags", .role = MW_ROLE_FLAGS, .names = &mw_m2_particle_flags, .touches = MW_TOUCH_POSE,
                .label = N_ ("Flags"), .doc = N_ ("How particles are born, move and are drawn.")),
  V (position, 3, N_ ("Position"), N_ ("Where it is, in model space."), .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH),
  MW_FIELD_REF (PT, bone, "bone", "bones", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT, .touches = MW_TOUCH_POSE, .label = N_ ("Bone"),
                .doc = N_ ("The bone that it follows.")),
  MW_FIELD_REF (PT, texture, "texture", "textures", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Texture"), .doc = N_ ("Image of the particles.")),
  MW_FIELD_REF (PT, texture_2, "texture_2", "textures", .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Second texture"), .doc = N_ ("Used with the multitexture flag. All three must be among "
                                                           "textures 0 to 31.")),
  MW_FIELD_REF (PT, texture_3, "texture_3", "textures", .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Third texture"), .doc = N_ ("Used with the multitexture flag. All three must be among "
                                                          "textures 0 to 31.")),
  MW_FIELD_U8 (PT, texture_bit, "texture_bit", .max = 1, .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown bit of the textures"),
               .doc = N_ ("The highest bit of the word that holds the three textures of a multitexture emitter; 0 in "
                          "every "
                          "known file.")),
  MW_FIELD_TEXT (PT, geometry_model, 264, "geometry_model", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Geometry model"), .doc = N_ ("A model that is emitted instead of quads.")),
  MW_FIELD_TEXT (PT, recursion_model, 264, "recursion_model", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Recursion model"), .doc = N_ ("A model whose emitters each particle carries.")),
  U16 (blend_mode, N_ ("Blend mode"), N_ ("How particles are blended with what is behind them."),
       .catalogue = MW_CATALOGUE_BLEND_MODE),
  U16 (emitter_type, N_ ("Emitter type"), N_ ("Where particles are born."), .names = &mw_m2_emitter_types),
  U16 (color_index, N_ ("Colour index"), N_ ("11, 12 or 13: the first, second or third set of colours in the client's table that replaces those of the emitter; from version 262 on.")),
  MW_FIELD_U8 (PT, head_or_tail, "head_or_tail", .names = &mw_m2_head_or_tail, .touches = MW_TOUCH_POSE,
               .label = N_ ("Head or tail"), .doc = N_ ("Which quads a particle has; from version 264 on the flags "
                                                        "decide.")),
  MW_FIELD_U8 (PT, unknown_2d, "unknown_2d", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unused"),
               .doc = N_ ("0 in every known file.")),
  V (texture_scale, 2, N_ ("Texture scale"), N_ ("Scale of the second and third texture, after version 264.")),
  MW_FIELD_I16 (PT, priority_plane, "priority_plane", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Priority plane"),
                .doc = N_ ("Order among translucent things.")),
  U16 (rows, N_ ("Rows"), N_ ("Rows of cells in the texture."), .def = 1),
  U16 (columns, N_ ("Columns"), N_ ("Columns of cells in the texture."), .def = 1),
  T (speed, N_ ("Speed"), N_ ("Speed at birth."), .unit = MW_UNIT_SPEED),
  T (variation, N_ ("Variation"), N_ ("Random part of the speed, as a fraction."), .unit = MW_UNIT_FACTOR),
  T (latitude, N_ ("Latitude"), N_ ("Largest angle from the vertical."), .unit = MW_UNIT_RADIANS),
  T (longitude, N_ ("Longitude"), N_ ("Spread about the vertical."), .unit = MW_UNIT_RADIANS),
  T (gravity, N_ ("Gravity"), N_ ("Downward acceleration."), .unit = MW_UNIT_ACCELERATION),
  TRACK_FIELD (PT, gravity_vector_track, "gravity_vector.track", mw_m2_track_gravity_schema, .unit = MW_UNIT_ACCELERATION, .label = N_ ("Gravity vector"),
               .doc = N_ ("With the flag for compressed gravity: direction x and y in 1/128, magnitude in steps of "
                          "0.04238648 "
                          "with the sign of z.")),
  T (life_span, N_ ("Life span"), N_ ("Life of a particle."), .unit = MW_UNIT_SECONDS),
  T (emission_rate, N_ ("Emission rate"), N_ ("Particles per second."), .unit = MW_UNIT_PER_SECOND),
  T (length, N_ ("Length"), N_ ("First size of the emitting "
                                "area."), .unit = MW_UNIT_LENGTH, .unit_holds = is_no_spline),
  T (width, N_ ("Width"), N_ ("Second size of the emitting area."), .unit = MW_UNIT_LENGTH, .unit_holds = is_no_spline),
  T (z_source, N_ ("Z source"), N_ ("Height of the point from which particles fly away; 0: "
                                    "off."), .unit = MW_UNIT_LENGTH),
  TRACK_FIELD (PT, visibility_track, "visibility.track", mw_m2_track_u8_schema, .role = MW_ROLE_VISIBILITY,
               .label = N_ ("Enabled"), .doc = N_ ("Emits unless 0.")),
  F (time, N_ ("Middle time"), N_ ("Fraction of the life at which the second half begins."), .unit = MW_UNIT_FACTOR),
  COLOUR (start, N_ ("Colour at birth")),
  COLOUR (middle, N_ ("Colour in the middle")),
  COLOUR (end, N_ ("Colour at the end")),
  V (scaling, 3, N_ ("Scaling"), N_ ("Half size at birth, middle and end."), .def = 1, .unit = MW_UNIT_LENGTH,
     .components = (const char *const[]) { N_ ("Birth"), N_ ("Middle"), N_ ("End") }),
  MW_FIELD_U16S (PT, head_life, 3, "head_life", .touches = MW_TOUCH_POSE, .label = N_ ("Head life cells"),
                 .doc = N_ ("Start, end, repeat before the middle."), .components = CELLS3),
  MW_FIELD_U16S (PT, head_decay, 3, "head_decay", .touches = MW_TOUCH_POSE, .label = N_ ("Head decay cells"),
                 .doc = N_ ("Start, end, repeat after the middle."), .components = CELLS3),
  MW_FIELD_I16S (PT, tail_life, 2, "tail_life", .touches = MW_TOUCH_POSE, .label = N_ ("Tail life cells"),
                 .doc = N_ ("Start and end before the middle."), .components = CELLS3),
  MW_FIELD_I16S (PT, tail_decay, 2, "tail_decay", .touches = MW_TOUCH_POSE, .label = N_ ("Tail decay cells"),
                 .doc = N_ ("Start and end after the middle."), .components = CELLS3),
  F (spin_turns, N_ ("Turns"), N_ ("Turns over the whole life, before version 264.")),
  F (life_span_variation, N_ ("Life span variation"), N_ ("Random part of the life."), .unit = MW_UNIT_SECONDS),
  F (emission_rate_variation, N_ ("Emission rate variation"), N_ ("Random part of the rate."), .unit = MW_UNIT_PER_SECOND),
  C (color, mw_m2_curve_vec3_schema, N_ ("Colour"), N_ ("Red, green and blue, 0 to 255, over the "
                                                        "life."), .role = MW_ROLE_COLOUR),
  C (alpha, mw_m2_curve_fixed16_schema, N_ ("Alpha"), N_ ("Opacity over the life."), .role = MW_ROLE_ALPHA),
  C (scaling, mw_m2_curve_vec2_schema, N_ ("Scaling"), N_ ("Half size over the life."), .unit = MW_UNIT_LENGTH),
  C (head_cell, mw_m2_curve_u16_schema, N_ ("Head cells"), N_ ("Cell of the head over the life.")),
  C (tail_cell, mw_m2_curve_u16_schema, N_ ("Tail cells"), N_ ("Cell of the tail over the life.")),
  V (scaling_variation, 2, N_ ("Scaling variation"), N_ ("Random part of the size, as a "
                                                         "fraction."), .unit = MW_UNIT_FACTOR),
  F (initial_spin, N_ ("Initial spin"), N_ ("Angle at birth."), .unit = MW_UNIT_RADIANS),
  F (initial_spin_variation, N_ ("Initial spin variation"), N_ ("Random part of it."), .unit = MW_UNIT_RADIANS),
  F (spin, N_ ("Spin"), N_ ("Radians per second.")),
  F (spin_variation, N_ ("Spin variation"), N_ ("Random part of the spin.")),
  F (tail_length, N_ ("Tail length"), N_ ("How many seconds of motion the tail covers."), .unit = MW_UNIT_SECONDS),
  F (twinkle_fps, N_ ("Twinkle rate"), N_ ("Twinkles per second."), .unit = MW_UNIT_PER_SECOND),
  F (twinkle_percent, N_ ("Twinkle part"), N_ ("Fraction of the time for which a particle is "
                                               "visible."), .unit = MW_UNIT_FACTOR, .def = 1),
  V (twinkle_scale, 2, N_ ("Twinkle scale"), N_ ("Smallest and largest size."), .def = 1),
  F (inherit_velocity, N_ ("Inherited velocity"), N_ ("Part of the emitter's velocity that particles take "
                                                      "over."), .unit = MW_UNIT_FACTOR),
  F (drag, N_ ("Drag"), N_ ("Loss of speed.")),
  V (tumble_min, 3, N_ ("Minimum tumble"), N_ ("Turning of an emitted model.")),
  V (tumble_max, 3, N_ ("Maximum tumble"), N_ ("Turning of an emitted model.")),
  V (wind, 3, N_ ("Wind"), N_ ("Velocity of the wind."), .unit = MW_UNIT_SPEED),
  F (wind_time, N_ ("Wind time"), N_ ("How long it blows."), .unit = MW_UNIT_SECONDS),
  F (follow_speed1, N_ ("Follow speed 1"), N_ ("Emitter speed at which the first scale "
                                               "applies."), .unit = MW_UNIT_SPEED),
  F (follow_scale1, N_ ("Follow scale 1"), N_ ("How much particles follow at the first speed.")),
  F (follow_speed2, N_ ("Follow speed 2"), N_ ("Emitter speed at which the second scale "
                                               "applies."), .unit = MW_UNIT_SPEED),
  F (follow_scale2, N_ ("Follow scale 2"), N_ ("How much particles follow at the second speed.")),
  MW_FIELD_ARRAY (PT, spline, MW_TYPE_F32, 3, "spline", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                  .label = N_ ("Spline"), .doc = N_ ("Points of the path that a spline emitter follows.")),
  V (scroll_middle, 4, N_ ("Texture scroll"), N_ ("Movement of the second and third texture, u and v each.")),
  V (scroll_range, 4, N_ ("Texture scroll range"), N_ ("Random part of it.")),
  F (exp2_z_source, N_ ("Z source (EXP2)"), N_ ("Height of the point from which particles fly away, instead of the track. In chunk EXP2."),
     .unit = MW_UNIT_LENGTH, OF_CHUNK),
  F (exp2_color_factor, N_ ("Colour factor (EXP2)"), N_ ("The colours are multiplied by it. In chunk EXP2."), .def = 1, OF_CHUNK),
  F (exp2_alpha_factor, N_ ("Alpha factor (EXP2)"), N_ ("The opacity is multiplied by it. In chunk EXP2."), .def = 1, OF_CHUNK),
  C (exp2_alpha_cutoff, mw_m2_curve_fixed16_schema, N_ ("Alpha cutoff (EXP2)"),
     N_ ("Least opacity of a pixel that is drawn, over the life. In chunk EXP2."), .role = MW_ROLE_ALPHA, OF_CHUNK),
  F (expt_z_source, N_ ("Z source (EXPT)"), N_ ("As in EXP2, for files without that chunk. In chunk EXPT."),
     .unit = MW_UNIT_LENGTH, OF_CHUNK),
  F (expt_color_factor, N_ ("Colour factor (EXPT)"), N_ ("As in EXP2, for files without that chunk. In chunk EXPT."), .def = 1, OF_CHUNK),
  F (expt_alpha_factor, N_ ("Alpha factor (EXPT)"), N_ ("As in EXP2, for files without that chunk. In chunk EXPT."), .def = 1, OF_CHUNK),
  MW_FIELD_U32 (PT, recursion_file, "recursion_file", OF_CHUNK, .label = N_ ("File id of the recursion model"),
                .doc = N_ ("Id of the model whose emitters each particle carries; 0: none. In chunk RPID.")),
  MW_FIELD_U32 (PT, geometry_file, "geometry_file", OF_CHUNK, .label = N_ ("File id of the geometry model"),
                .doc = N_ ("Id of the model that is emitted instead of quads; 0: none. In chunk GPID.")),
  MW_FIELD_U16 (PT, geoset, "geoset", OF_CHUNK, .touches = MW_TOUCH_POSE, .label = N_ ("Geoset"),
                .doc = N_ ("The emitter is shown and hidden with this geoset. In chunk PGD1.")),
  MW_FIELD_U8S (PT, txac, 2, "txac", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("TXAC bytes"),
                .doc = N_ ("Two bytes of chunk TXAC. The client uses them to choose a vertex format; their meaning is not known.")),
};
/* clang-format on */

/* clang-format off */
#define PLAIN_OR_SCROLLING .variants = 1 << MW_M2_PARTICLE_PLAIN | 1 << MW_M2_PARTICLE_SCROLLING
#define AS_BYTES .variants = 1 << MW_M2_PARTICLE_BYTES
#define TRACK(name, ...) ROW (name ".track", M2_TRACK, __VA_ARGS__)

/* The three textures of a multitexture emitter: five bits each, and one bit left over. */
enum { BITS = 5, MASK = 31, LEFT = 15 };

static gboolean
read_textures (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwM2Particle *emitter = (MwM2Particle *) record;
  MwRef *const refs[] = { &emitter->texture, &emitter->texture_2, &emitter->texture_3 };
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  uint16_t word = 0;
  if (left >= sizeof word)
    memcpy (&word, bytes, sizeof word);
  for (guint i = 0; i < G_N_ELEMENTS (refs); i++)
    *refs[i] = (MwRef) { 0, (uint32_t) word >> (BITS * i) & MASK };
  emitter->texture_bit = (uint8_t) (word >> LEFT);
  return mw_wire_skip (reader, sizeof word, error);
}

static void
write_textures (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2Particle *emitter = (const MwM2Particle *) record;
  const MwRef refs[] = { emitter->texture, emitter->texture_2, emitter->texture_3 };
  const MwField *const fields[] = { MW_FIELD (MwM2Particle, texture), MW_FIELD (MwM2Particle, texture_2),
                                    MW_FIELD (MwM2Particle, texture_3) };
  uint16_t word = (uint16_t) (emitter->texture_bit << LEFT);
  for (guint i = 0; i < G_N_ELEMENTS (refs); i++) {
    uint32_t number = mw_wire_writer_number (writer, refs[i]);
    const MwField *field = fields[i];
    if (number == MW_REF_NONE.raw)
      mw_wire_writer_refuse (writer, record, field, "refers to no texture, but an emitter with the flag multitexture "
                                                    "has three");
    else if (number > MASK)
      mw_wire_writer_refuse (writer, record, field, "refers to textures[%u], but an emitter with the flag "
                                                    "multitexture can refer only to textures[0] to "
                                                    "textures[%d]", number, MASK);
    word = (uint16_t) (word | (number & MASK) << (BITS * i));
  }
  /* In the byte map each byte has one owner: the first texture. */
  mw_wire_write_bytes (writer, record, fields[0], &word, sizeof word);
}

static const MwHand textures_hand = { "textures, five bits each", read_textures, write_textures };

static const MwGroup particle_groups[] = {
  IN_GENERAL ("bone particle_id"),
  IN_EMISSION ("emission_rate.track emission_rate_variation life_span.track life_span_variation speed.track "
    "variation.track latitude.track longitude.track gravity.track gravity_vector.track width.track "
    "length.track z_source.track emitter_type"),
  IN_LOOK ("texture texture_2 texture_3 blend_mode rows columns head_or_tail tail_length priority_plane "
    "color_index texture_scale scroll_middle scroll_range geometry_model geometry_file recursion_model recursion_file "
    "exp2_z_source exp2_color_factor exp2_alpha_factor expt_z_source expt_color_factor expt_alpha_factor"),
  IN_LIFE ("time color.start color.middle color.end color.curve alpha.curve scaling scaling.curve "
    "scaling_variation head_life head_decay tail_life tail_decay head_cell.curve tail_cell.curve "
    "exp2_alpha_cutoff.curve twinkle_fps twinkle_percent twinkle_scale"),
  IN_MOVEMENT ("spin_turns initial_spin initial_spin_variation spin spin_variation inherit_velocity drag "
    "tumble_min tumble_max wind wind_time follow_speed1 follow_scale1 follow_speed2 follow_scale2"),
  IN_TRANSFORM ("position"),
  IN_VISIBILITY ("visibility.track geoset"),
  IN_BEHAVIOUR ("flags"),
  IN_DATA ("texture_bit unknown_2d spline txac"),
};
static const MwWireRow particle_rows[] = {
  ROW ("particle_id", PLAIN),
  ROW ("flags", PLAIN),
  ROW ("position", PLAIN),
  ROW ("bone", REF16),
  ROW ("texture", REF16, OLD),
  ROW ("texture", REF16, NEW, WHEN ("flags", MULTITEXTURE, 0)),
  ROW ("texture", HAND, .hand = &textures_hand, NEW, WHEN ("flags", MULTITEXTURE, MULTITEXTURE)),
  ROW ("texture_2", ELSEWHERE, NEW, WHEN ("flags", MULTITEXTURE, MULTITEXTURE)),
  ROW ("texture_3", ELSEWHERE, NEW, WHEN ("flags", MULTITEXTURE, MULTITEXTURE)),
  ROW ("texture_bit", ELSEWHERE, NEW, WHEN ("flags", MULTITEXTURE, MULTITEXTURE)),
  ROW ("geometry_model", M2_TEXT),
  ROW ("recursion_model", M2_TEXT),
  ROW ("blend_mode", PLAIN, .until = MW_M2_EMITTER_BYTES_SINCE - 1, PLAIN_OR_SCROLLING),
  ROW ("emitter_type", PLAIN, .until = MW_M2_EMITTER_BYTES_SINCE - 1, PLAIN_OR_SCROLLING),
  ROW ("blend_mode", CODED, CODEC (U8), .until = MW_M2_EMITTER_BYTES_SINCE - 1, AS_BYTES),
  ROW ("emitter_type", CODED, CODEC (U8), .until = MW_M2_EMITTER_BYTES_SINCE - 1, AS_BYTES),
  ROW ("color_index", PLAIN, .until = MW_M2_EMITTER_BYTES_SINCE - 1, AS_BYTES),
  ROW ("blend_mode", CODED, CODEC (U8), .since = MW_M2_EMITTER_BYTES_SINCE),
  ROW ("emitter_type", CODED, CODEC (U8), .since = MW_M2_EMITTER_BYTES_SINCE),
  ROW ("color_index", PLAIN, .since = MW_M2_EMITTER_BYTES_SINCE),
  ROW ("head_or_tail", PLAIN, .until = MW_M2_EMITTER_TEXTURE_SCALE_SINCE - 1),
  ROW ("unknown_2d", PLAIN, .until = MW_M2_EMITTER_TEXTURE_SCALE_SINCE - 1),
  ROW ("texture_scale", CODED, CODEC (FIXED25), .since = MW_M2_EMITTER_TEXTURE_SCALE_SINCE),
  ROW ("priority_plane", PLAIN),
  ROW ("rows", PLAIN),
  ROW ("columns", PLAIN),
  TRACK ("speed"),
  TRACK ("variation"),
  TRACK ("latitude"),
  TRACK ("longitude"),
  TRACK ("gravity", OLD),
  TRACK ("gravity", NEW, WHEN ("flags", COMPRESSED_GRAVITY, 0)),
  TRACK ("gravity_vector", NEW, WHEN ("flags", COMPRESSED_GRAVITY, COMPRESSED_GRAVITY), CODEC (GRAVITY)),
  TRACK ("life_span"),
  ROW ("life_span_variation", PLAIN, NEW),
  TRACK ("emission_rate"),
  ROW ("emission_rate_variation", PLAIN, NEW),
  TRACK ("length"),
  TRACK ("width"),
  TRACK ("z_source"),
  ROW ("time", PLAIN, OLD),
  ROW ("color.start", CODED, CODEC (BGRA), OLD),
  ROW ("color.middle", CODED, CODEC (BGRA), OLD),
  ROW ("color.end", CODED, CODEC (BGRA), OLD),
  ROW ("scaling", PLAIN, OLD),
  ROW ("head_life", PLAIN, OLD),
  ROW ("head_decay", PLAIN, OLD),
  ROW ("tail_life", PLAIN, OLD),
  ROW ("tail_decay", PLAIN, OLD),
  ROW ("color.curve", M2_CURVE, NEW),
  ROW ("alpha.curve", M2_CURVE, NEW, CODEC (FIXED16)),
  ROW ("scaling.curve", M2_CURVE, NEW),
  ROW ("scaling_variation", PLAIN, NEW),
  ROW ("head_cell.curve", M2_CURVE, NEW),
  ROW ("tail_cell.curve", M2_CURVE, NEW),
  ROW ("tail_length", PLAIN),
  ROW ("twinkle_fps", PLAIN),
  ROW ("twinkle_percent", PLAIN),
  ROW ("twinkle_scale", PLAIN),
  ROW ("inherit_velocity", PLAIN),
  ROW ("drag", PLAIN),
  ROW ("spin_turns", PLAIN, OLD),
  ROW ("initial_spin", PLAIN, NEW),
  ROW ("initial_spin_variation", PLAIN, NEW),
  ROW ("spin", PLAIN, NEW),
  ROW ("spin_variation", PLAIN, NEW),
  ROW ("tumble_min", PLAIN),
  ROW ("tumble_max", PLAIN),
  ROW ("wind", PLAIN),
  ROW ("wind_time", PLAIN),
  ROW ("follow_speed1", PLAIN),
  ROW ("follow_scale1", PLAIN),
  ROW ("follow_speed2", PLAIN),
  ROW ("follow_scale2", PLAIN),
  ROW ("spline", M2_ARRAY),
  TRACK ("visibility"),
  ROW ("scroll_middle", CODED, CODEC (FIXED69), NEW, .variants = 1 << MW_M2_PARTICLE_SCROLLING),
  ROW ("scroll_range", CODED, CODEC (FIXED69), NEW, .variants = 1 << MW_M2_PARTICLE_SCROLLING),
  CHUNK ("TXAC"),
  ROW ("txac", PLAIN, IN_CHUNK),
  CHUNK ("EXPT"),
  ROW ("expt_z_source", PLAIN, IN_CHUNK),
  ROW ("expt_color_factor", PLAIN, IN_CHUNK),
  ROW ("expt_alpha_factor", PLAIN, IN_CHUNK),
  CHUNK ("EXP2"),
  ROW ("exp2_z_source", PLAIN, IN_CHUNK),
  ROW ("exp2_color_factor", PLAIN, IN_CHUNK),
  ROW ("exp2_alpha_factor", PLAIN, IN_CHUNK),
  ROW ("exp2_alpha_cutoff.curve", M2_CURVE, IN_CHUNK, CODEC (FIXED16)),
  CHUNK ("RPID"),
  ROW ("recursion_file", PLAIN, IN_CHUNK),
  CHUNK ("GPID"),
  ROW ("geometry_file", PLAIN, IN_CHUNK),
  CHUNK ("PGD1"),
  ROW ("geoset", PLAIN, IN_CHUNK),
};
/* clang-format on */

/* Blend modes end at 7; below 262, a larger word means that blend mode and emitter type are one byte each (m2.md
 * 15.2). */
static uint8_t
particle_probe (const MwWireReader *reader)
{
  const MwM2 *model = (const MwM2 *) mw_wire_reader_model (reader);
  if (mw_m2_emitters_scroll (model->version, model->global_flags))
    return MW_M2_PARTICLE_SCROLLING;
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (model->version < MW_M2_EMITTER_BYTES_SINCE && left >= 0x2C && bytes[0x29] != 0)
    return MW_M2_PARTICLE_BYTES;
  return MW_M2_PARTICLE_PLAIN;
}

const MwSchema mw_m2_particle_schema = { .name = "particle",
                                         .label = N_ ("Particle emitter"),
                                         .doc = N_ ("Emits textured quads."),
                                         .size = sizeof (MwM2Particle),
                                         .probe = particle_probe,
                                         TABLE (particle) };

void
mw_m2_expand_gravity (const int16_t parts[3], float out[3])
{
  double x = parts[0] / 128., y = parts[1] / 128., size = parts[2] * MW_M2_GRAVITY_STEP;
  out[0] = (float) (x * fabs (size));
  out[1] = (float) (y * fabs (size));
  out[2] = (float) (sqrt (MAX (0, 1 - x * x - y * y)) * size);
}
