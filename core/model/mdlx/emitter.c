/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/emitter-fields.h"
#include "core/model/mdlx/node-flags.h"
#include "core/model/mdlx/wow.h"

#include <string.h>

/* PREM, PRE2 and RIBB: mdlx.md 5.14, 5.15, 5.16. */

#define F EMITTER_F32
#define U EMITTER_U32
#define T(Struct, member, label_, doc_, ...)                                                                            \
  EMITTER_TRACK (Struct, member, mw_track_float_schema, label_, doc_, ##__VA_ARGS__)
#define VISIBILITY EMITTER_VISIBILITY

/* --- ParticleEmitter ------------------------------------------------------------------------------------------------ */

MW_NAMES (particle_emitter_flags, TRUE, MW_MDLX_NODE_FLAG_NAMES, { 0x8000, "emitter_uses_mdl", N_ ("Emits models") },
          { 0x10000, "emitter_uses_tga", N_ ("Emits images") });

MW_NAMES (wow_particle_emitter_flags, TRUE, MW_MDLX_WOW_NODE_FLAG_NAMES, { 0x8000, "emitter_uses_tga", N_ ("Emits images") },
          { 0x10000, "emitter_uses_mdl", N_ ("Emits models") });

static const MwField particle_emitter_fields[] = {
  F (MwMdlxParticleEmitter, emission_rate, N_ ("Emission rate"), N_ ("Particles per second (MDL EmissionRate)."),
     .unit = MW_UNIT_PER_SECOND),
  T (MwMdlxParticleEmitter, emission_rate, N_ ("Emission rate"), N_ ("Over time (KPEE)."), .unit = MW_UNIT_PER_SECOND),
  F (MwMdlxParticleEmitter, gravity, N_ ("Gravity"), N_ ("Downward acceleration (MDL Gravity)."),
     .unit = MW_UNIT_ACCELERATION),
  T (MwMdlxParticleEmitter, gravity, N_ ("Gravity"), N_ ("Over time (KPEG)."), .unit = MW_UNIT_ACCELERATION),
  F (MwMdlxParticleEmitter, longitude, N_ ("Longitude"), N_ ("Spread about the vertical axis (MDL Longitude).")),
  T (MwMdlxParticleEmitter, longitude, N_ ("Longitude"), N_ ("Over time (KPLN).")),
  F (MwMdlxParticleEmitter, latitude, N_ ("Latitude"), N_ ("Spread from the vertical axis (MDL Latitude).")),
  T (MwMdlxParticleEmitter, latitude, N_ ("Latitude"), N_ ("Over time (KPLT).")),
  MW_FIELD_TEXT (MwMdlxParticleEmitter, path, 260, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Path"), .doc = N_ ("Model or image that is emitted (MDL Path).")),
  F (MwMdlxParticleEmitter, life_span, N_ ("Life span"), N_ ("Life of a particle (MDL LifeSpan)."),
     .unit = MW_UNIT_SECONDS),
  T (MwMdlxParticleEmitter, life_span, N_ ("Life span"), N_ ("Over time (KPEL)."), .unit = MW_UNIT_SECONDS),
  F (MwMdlxParticleEmitter, init_velocity, N_ ("Initial velocity"), N_ ("Speed at birth (MDL InitVelocity)."),
     .unit = MW_UNIT_SPEED),
  T (MwMdlxParticleEmitter, init_velocity, N_ ("Initial velocity"), N_ ("Over time (KPES)."), .unit = MW_UNIT_SPEED),
  VISIBILITY (MwMdlxParticleEmitter, N_ ("Emits above 0 (KPEV).")),
  UNKNOWN_FIELD (MwMdlxParticleEmitter),
};
static const MwGroup particle_emitter_groups[] = {
  IN_EMISSION ("path emission_rate life_span init_velocity gravity latitude longitude"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("unknown"),
};
static const MwWireRow particle_emitter_rows[] = {
  SIZE,
  BASE,
  PLAIN ("emission_rate"),
  PLAIN ("gravity"),
  PLAIN ("longitude"),
  PLAIN ("latitude"),
  CHARS ("path", 260),
  PLAIN ("life_span"),
  PLAIN ("init_velocity"),
  TRACK ("emission_rate.track", "KPEE"),
  TRACK ("gravity.track", "KPEG"),
  TRACK ("longitude.track", "KPLN"),
  TRACK ("latitude.track", "KPLT"),
  TRACK ("life_span.track", "KPEL"),
  TRACK ("init_velocity.track", "KPES"),
  TRACK ("visibility.track", "KPEV", WC3),
  TRACK ("visibility.track", "KVIS", WOW),
  UNKNOWN_TAIL,
};
static const MwMdlRow particle_mdl[] = {
  MDL_ANIM ("life_span", "LifeSpan"),
  MDL_ANIM ("init_velocity", "InitVelocity"),
  MDL_VALUE ("path", "Path", .omit = TRUE),
};
static const MwMdlRow particle_emitter_mdl[] = {
  MDL_HEAD_NAMED ("ParticleEmitter"),
  MDL_BASE,
  MDL_FLAG ("flags", 0x8000, "EmitterUsesMDL"),
  MDL_FLAG ("flags", 0x10000, "EmitterUsesTGA"),
  MDL_ANIM ("emission_rate", "EmissionRate"),
  MDL_ANIM ("gravity", "Gravity"),
  MDL_ANIM ("longitude", "Longitude"),
  MDL_ANIM ("latitude", "Latitude"),
  MDL_TRACK ("visibility.track", "Visibility"),
  MDL_BLOCK ("Particle", particle_mdl),
};
const MwSchema mw_mdlx_particle_emitter_schema = { .name = "particle_emitter",
                                                   .plural = "particle_emitters",
                                                   .label = N_ ("Particle emitter"),
                                                   .doc = N_ ("Emits whole models (PREM)."),
                                                   .base = &mw_mdlx_node_schema,
                                                   .size = sizeof (MwMdlxParticleEmitter),
                                                   .flag_names = &particle_emitter_flags,
                                                   WOW_FLAG_NAMES (wow_particle_emitter_flags),
                                                   .init = mw_mdlx_init_node,
                                                   .init_for_family = mw_mdlx_init_node_for_family,
                                                   TABLE (particle_emitter),
                                                   MDL_ROWS (particle_emitter) };

/* --- ParticleEmitter2 ----------------------------------------------------------------------------------------------- */

MW_NAMES (particle_emitter2_flags, TRUE, MW_MDLX_NODE_FLAG_NAMES, { 0x8000, "unshaded", N_ ("Unshaded") },
          { 0x10000, "sort_prims_far_z", N_ ("Sort far Z") }, { 0x20000, "line_emitter", N_ ("Line emitter") },
          { 0x40000, "unfogged", N_ ("Unfogged") }, { 0x80000, "model_space", N_ ("Model space") },
          { 0x100000, "xy_quad", N_ ("XY quad") });
MW_NAMES (wow_particle_emitter2_flags, TRUE, MW_MDLX_WOW_NODE_FLAG_NAMES, { 0x8000, "unshaded", N_ ("Unshaded") },
          { 0x10000, "sort_prims_far_z", N_ ("Sort far Z") }, { 0x20000, "line_emitter", N_ ("Line emitter") },
          { 0x40000, "unfogged", N_ ("Unfogged") }, { 0x80000, "model_space", N_ ("Model space") },
          { 0x100000, "inherit_scale", N_ ("Inherits scale") },
          { 0x200000, "instant_velocity_linear", N_ ("Instant velocity, linear") },
          { 0x400000, "kill_at_once", N_ ("Sphere: dies in the middle") },
          { 0x800000, "z_velocity_only", N_ ("Sphere: flies up") }, { 0x1000000, "tumbler", N_ ("Tumbler") },
          { 0x2000000, "tail_grows", N_ ("Tail grows") }, { 0x4000000, "extrude", N_ ("Extrude") },
          { 0x8000000, "xy_quads", N_ ("XY quads") }, { 0x10000000, "project_particles", N_ ("Projects particles") },
          { 0x20000000, "follow", N_ ("Follow each other") });
MW_NAMES (particle_filter_modes, FALSE, { 0, "Blend", N_ ("Blend") }, { 1, "Additive", N_ ("Additive") },
          { 2, "Modulate", N_ ("Modulate") }, { 3, "Modulate2x", N_ ("Modulate 2x") },
          { 4, "AlphaKey", N_ ("Alpha key") });
MW_NAMES (head_or_tail, FALSE, { 0, "Head", N_ ("Head") }, { 1, "Tail", N_ ("Tail") }, { 2, "Both", N_ ("Both") });

MW_NAMES (emitter_types, FALSE, { 0, "Base", N_ ("Base") }, { 1, "Plane", N_ ("Plane") }, { 2, "Sphere", N_ ("Sphere") },
          { 3, "Spline", N_ ("Spline") });

#define P2 MwMdlxParticleEmitter2
#define SEGMENT_COLOUR(i, path, label_)                                                                                 \
  MW_FIELD_VEC (P2, segment_color[i], 3, path, .def = 1, .role = MW_ROLE_COLOUR, .touches = MW_TOUCH_POSE,              \
                .label = label_, .doc = N_ ("Colour at this point of a particle's life (MDL SegmentColor)."))
#define CELLS(member, label_, doc_)                                                                                     \
  MW_FIELD_U32S (P2, member, 3, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_,                        \
                 .components = (const char *const[]) { N_ ("Start"), N_ ("End"), N_ ("Repeat") })
#define MODEL(member, label_, doc_)                                                                                     \
  MW_FIELD_TEXT (P2, member, 260, #member, .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT, .label = label_, .doc = doc_)
#define RANGE(member, label_, doc_)                                                                                     \
  MW_FIELD_VEC (P2, member, 2, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_,                         \
                .components = (const char *const[]) { N_ ("Minimum"), N_ ("Maximum") })
/* Names for the three points in a particle's life. */
#define LIFE (const char *const[]) { N_ ("Birth"), N_ ("Middle"), N_ ("End") }

/* For an emitter that follows a spline, length and width are two positions along the curve, from 0 to 1
 * (rendering.md 4.4). */
enum { SPLINE = 3 };

static gboolean
is_no_spline (const MwRecord *record)
{
  return ((const P2 *) record)->emitter_type != SPLINE;
}

static const MwField particle_emitter2_fields[] = {
  F (P2, speed, N_ ("Speed"), N_ ("Speed at birth (MDL Speed)."), .unit = MW_UNIT_SPEED),
  T (P2, speed, N_ ("Speed"), N_ ("Over time (KP2S)."), .unit = MW_UNIT_SPEED),
  F (P2, variation, N_ ("Variation"), N_ ("Random part of the speed, as a fraction (MDL Variation)."), .unit = MW_UNIT_FACTOR),
  T (P2, variation, N_ ("Variation"), N_ ("Over time (KP2R)."), .unit = MW_UNIT_FACTOR),
  F (P2, latitude, N_ ("Latitude"), N_ ("Largest angle from the node's Z axis (MDL Latitude); radians in World of Warcraft."),
     .unit = MW_UNIT_DEGREES, WOW_UNIT (MW_UNIT_RADIANS)),
  T (P2, latitude, N_ ("Latitude"), N_ ("Over time (KP2L).")),
  F (P2, gravity, N_ ("Gravity"), N_ ("Downward acceleration (MDL Gravity)."), .unit = MW_UNIT_ACCELERATION),
  T (P2, gravity, N_ ("Gravity"), N_ ("Over time (KP2G)."), .unit = MW_UNIT_ACCELERATION),
  F (P2, life_span, N_ ("Life span"), N_ ("Life of a particle (MDL LifeSpan)."), .unit = MW_UNIT_SECONDS),
  F (P2, emission_rate, N_ ("Emission rate"), N_ ("Particles per second (MDL EmissionRate)."), .unit = MW_UNIT_PER_SECOND),
  T (P2, emission_rate, N_ ("Emission rate"), N_ ("Over time (KP2E)."), .unit = MW_UNIT_PER_SECOND),
  F (P2, length, N_ ("Length"),
     N_ ("First size of the emitting area (MDL Length). Some writers pair this slot with the Width track."), .unit = MW_UNIT_LENGTH,
     .unit_holds = is_no_spline),
  T (P2, length, N_ ("Length"), N_ ("Over time (KP2N)."), .unit = MW_UNIT_LENGTH, .unit_holds = is_no_spline),
  F (P2, width, N_ ("Width"), N_ ("Second size of the emitting area (MDL Width)."), .unit = MW_UNIT_LENGTH,
     .unit_holds = is_no_spline),
  T (P2, width, N_ ("Width"), N_ ("Over time (KP2W)."), .unit = MW_UNIT_LENGTH, .unit_holds = is_no_spline),
  U (P2, filter_mode, N_ ("Filter mode"), N_ ("How particles are blended with what is behind them."), .names = &particle_filter_modes,
     .aliases = "blend mode"),
  U (P2, rows, N_ ("Rows"), N_ ("Rows of cells in the texture (MDL Rows)."), .def = 1),
  U (P2, columns, N_ ("Columns"), N_ ("Columns of cells in the texture (MDL Columns)."), .def = 1),
  U (P2, head_or_tail, N_ ("Head or tail"), N_ ("Which quads a particle shows (MDL Head, Tail, Both)."), .names = &head_or_tail),
  F (P2, tail_length, N_ ("Tail length"), N_ ("How many seconds of motion the tail covers (MDL "
                                              "TailLength)."), .unit = MW_UNIT_SECONDS),
  F (P2, time, N_ ("Middle time"), N_ ("Fraction of the life at which the second segment begins (MDL Time)."), .unit = MW_UNIT_FACTOR),
  SEGMENT_COLOUR (0, "segment_color.start", N_ ("Colour at birth")),
  SEGMENT_COLOUR (1, "segment_color.middle", N_ ("Colour in the middle")),
  SEGMENT_COLOUR (2, "segment_color.end", N_ ("Colour at the end")),
  MW_FIELD_U8S (P2, segment_alpha, 3, "segment_alpha", .def = 255, .role = MW_ROLE_ALPHA, .touches = MW_TOUCH_POSE, .components = LIFE,
                .label = N_ ("Segment alpha"), .doc = N_ ("Opacity at birth, middle and end, 0 to 255 (MDL Alpha).")),
  MW_FIELD_VEC (P2, segment_scaling, 3, "segment_scaling", .def = 1, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE, .components = LIFE,
                .label = N_ ("Segment scaling"), .doc = N_ ("Half size at birth, middle and end (MDL ParticleScaling).")),
  CELLS (head_life, N_ ("Head life cells"), N_ ("Start, end, repeat before the middle (MDL LifeSpanUVAnim).")),
  CELLS (head_decay, N_ ("Head decay cells"), N_ ("Start, end, repeat after the middle (MDL DecayUVAnim).")),
  CELLS (tail_life, N_ ("Tail life cells"), N_ ("Start, end, repeat before the middle (MDL TailUVAnim).")),
  CELLS (tail_decay, N_ ("Tail decay cells"), N_ ("Start, end, repeat after the middle (MDL TailDecayUVAnim).")),
  MW_FIELD_REF (P2, texture, "texture", "textures", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Texture"), .doc = N_ ("Image of the particles (MDL TextureID).")),
  U (P2, squirt, N_ ("Squirt"), N_ ("1: emits bursts at the keys of the emission rate (MDL Squirt)."), .role = MW_ROLE_SWITCH),
  MW_FIELD_I32 (P2, priority_plane, "priority_plane", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Priority plane"),
                .doc = N_ ("Order among translucent things (MDL PriorityPlane).")),
  U (P2, replaceable_id, N_ ("Replaceable ID"), N_ ("1 team colour, 2 team glow instead of the texture (MDL ReplaceableId)."),
     .names = &mw_mdlx_replaceable_names, WOW_CATALOGUE (MW_CATALOGUE_TEXTURE_TYPE)),
  VISIBILITY (P2, N_ ("Emits above 0 (KP2V).")),
  U (P2, emitter_type, N_ ("Emitter type"), N_ ("Shape that emits the particles."), .names = &emitter_types),
  F (P2, longitude, N_ ("Longitude"), N_ ("Largest angle about the node's Z axis."), .unit = MW_UNIT_RADIANS),
  T (P2, longitude, N_ ("Longitude"), N_ ("Over time (KPLN)."), .unit = MW_UNIT_RADIANS),
  F (P2, z_source, N_ ("Z source"), N_ ("Height of a point from which particles fly away; 0: "
                                        "none."), .unit = MW_UNIT_LENGTH),
  T (P2, z_source, N_ ("Z source"), N_ ("Over time (KP2Z)."), .unit = MW_UNIT_LENGTH),
  T (P2, life_span, N_ ("Life span"), N_ ("Over time (KLIF)."), .unit = MW_UNIT_SECONDS),
  MODEL (geometry_model, N_ ("Geometry model"), N_ ("Model that is shown instead of quads.")),
  MODEL (recursion_model, N_ ("Recursion model"), N_ ("Model whose emitters each particle carries.")),
  F (P2, twinkle_fps, N_ ("Twinkle rate"), N_ ("Changes of size per second."), .unit = MW_UNIT_PER_SECOND),
  F (P2, twinkle_on_off, N_ ("Twinkle share"), N_ ("Fraction of the particles that are shown at a time."), .unit = MW_UNIT_FACTOR),
  F (P2, twinkle_min, N_ ("Minimum twinkle"), N_ ("Smallest factor of the size."), .unit = MW_UNIT_FACTOR),
  F (P2, twinkle_max, N_ ("Maximum twinkle"), N_ ("Largest factor of the size."), .unit = MW_UNIT_FACTOR),
  F (P2, inherit_velocity, N_ ("Inherited velocity"), N_ ("How much of the emitter's own speed they take."), .unit = MW_UNIT_FACTOR),
  RANGE (tumble_x, N_ ("Tumble X"), N_ ("Smallest and largest spin about X.")),
  RANGE (tumble_y, N_ ("Tumble Y"), N_ ("Smallest and largest spin about Y.")),
  RANGE (tumble_z, N_ ("Tumble Z"), N_ ("Smallest and largest spin about Z.")),
  F (P2, drag, N_ ("Drag"), N_ ("How fast particles lose speed.")),
  F (P2, spin, N_ ("Spin"), N_ ("Rotation of the quads.")),
  MW_FIELD_VEC (P2, wind, 3, "wind", .unit = MW_UNIT_ACCELERATION, .touches = MW_TOUCH_POSE, .label = N_ ("Wind"), .doc = N_ ("Acceleration by wind.")),
  F (P2, wind_time, N_ ("Wind time"), N_ ("How long the wind blows."), .unit = MW_UNIT_SECONDS),
  F (P2, follow_speed1, N_ ("First follow speed"), N_ ("Emitter speed at which the first scale applies."), .unit = MW_UNIT_SPEED),
  F (P2, follow_scale1, N_ ("First follow scale"), N_ ("How much particles follow the emitter at that speed."), .unit = MW_UNIT_FACTOR),
  F (P2, follow_speed2, N_ ("Second follow speed"), N_ ("Emitter speed at which the second scale applies."), .unit = MW_UNIT_SPEED),
  F (P2, follow_scale2, N_ ("Second follow scale"), N_ ("How much particles follow the emitter at that speed."), .unit = MW_UNIT_FACTOR),
  MW_FIELD_ARRAY (P2, spline, MW_TYPE_F32, 3, "spline", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                  .touches = MW_TOUCH_POSE, .label = N_ ("Spline"), .doc = N_ ("Points of the curve that a spline emitter follows.")),
  UNKNOWN_FIELD (P2),
};
static const MwGroup particle_emitter2_groups[] = {
  IN_EMISSION ("emission_rate life_span speed variation latitude longitude gravity width length z_source "
    "emitter_type squirt"),
  IN_LOOK ("texture filter_mode rows columns head_or_tail tail_length replaceable_id priority_plane "
    "geometry_model recursion_model"),
  IN_LIFE ("time segment_color.start segment_color.middle segment_color.end segment_alpha segment_scaling "
    "head_life head_decay tail_life tail_decay twinkle_fps twinkle_on_off twinkle_min twinkle_max"),
  IN_MOVEMENT ("inherit_velocity drag spin tumble_x tumble_y tumble_z wind wind_time follow_speed1 "
    "follow_scale1 follow_speed2 follow_scale2"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("spline unknown"),
};
static const MwWireRow particle_emitter2_rows[] = {
  SIZE,
  BASE,
  PLAIN ("speed", WC3),
  PLAIN ("variation", WC3),
  PLAIN ("latitude", WC3),
  PLAIN ("gravity", WC3),
  PLAIN ("life_span", WC3),
  PLAIN ("emission_rate", WC3),
  PLAIN ("length", WC3),
  PLAIN ("width", WC3),
  PLAIN ("filter_mode", WC3),
  PLAIN ("rows", WC3),
  PLAIN ("columns", WC3),
  PLAIN ("head_or_tail", WC3),
  PLAIN ("tail_length", WC3),
  PLAIN ("time", WC3),
  PLAIN ("segment_color.start", WC3),
  PLAIN ("segment_color.middle", WC3),
  PLAIN ("segment_color.end", WC3),
  PLAIN ("segment_alpha", WC3),
  PLAIN ("segment_scaling", WC3),
  PLAIN ("head_life", WC3),
  PLAIN ("head_decay", WC3),
  PLAIN ("tail_life", WC3),
  PLAIN ("tail_decay", WC3),
  REF32 ("texture", WC3),
  PLAIN ("squirt", WC3),
  PLAIN ("priority_plane", WC3),
  PLAIN ("replaceable_id", WC3),
  TRACK ("speed.track", "KP2S", WC3),
  TRACK ("variation.track", "KP2R", WC3),
  TRACK ("latitude.track", "KP2L", WC3),
  TRACK ("gravity.track", "KP2G", WC3),
  TRACK ("emission_rate.track", "KP2E", WC3),
  TRACK ("length.track", "KP2N", WC3),
  TRACK ("width.track", "KP2W", WC3),
  TRACK ("visibility.track", "KP2V", WC3),
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_particle_size_hand, WOW },
  PLAIN ("emitter_type", WOW),
  PLAIN ("speed", WOW),
  PLAIN ("variation", WOW),
  PLAIN ("latitude", WOW),
  PLAIN ("longitude", WOW),
  PLAIN ("gravity", WOW),
  PLAIN ("z_source", WOW),
  PLAIN ("life_span", WOW),
  PLAIN ("emission_rate", WOW),
  PLAIN ("length", WOW),
  PLAIN ("width", WOW),
  PLAIN ("rows", WOW),
  PLAIN ("columns", WOW),
  PLAIN ("head_or_tail", WOW),
  PLAIN ("tail_length", WOW),
  PLAIN ("time", WOW),
  BGR ("segment_color.start", WOW),
  BGR ("segment_color.middle", WOW),
  BGR ("segment_color.end", WOW),
  PLAIN ("segment_alpha", WOW),
  PLAIN ("segment_scaling", WOW),
  PLAIN ("head_life", WOW),
  PLAIN ("head_decay", WOW),
  PLAIN ("tail_life", WOW),
  PLAIN ("tail_decay", WOW),
  PLAIN ("filter_mode", WOW),
  REF32 ("texture", WOW),
  PLAIN ("priority_plane", WOW),
  PLAIN ("replaceable_id", WOW),
  CHARS ("geometry_model", 260, WOW),
  CHARS ("recursion_model", 260, WOW),
  PLAIN ("twinkle_fps", WOW),
  PLAIN ("twinkle_on_off", WOW),
  PLAIN ("twinkle_min", WOW),
  PLAIN ("twinkle_max", WOW),
  PLAIN ("inherit_velocity", WOW),
  PLAIN ("tumble_x", WOW),
  PLAIN ("tumble_y", WOW),
  PLAIN ("tumble_z", WOW),
  PLAIN ("drag", WOW),
  PLAIN ("spin", WOW),
  PLAIN ("wind", WOW),
  PLAIN ("wind_time", WOW),
  PLAIN ("follow_speed1", WOW),
  PLAIN ("follow_scale1", WOW),
  PLAIN ("follow_speed2", WOW),
  PLAIN ("follow_scale2", WOW),
  { .field = "spline", .wire = MW_WIRE_ARRAY, WOW },
  PLAIN ("squirt", WOW),
  TRACK ("visibility.track", "KVIS", WOW),
  TRACK ("speed.track", "KP2S", WOW),
  TRACK ("variation.track", "KP2R", WOW),
  TRACK ("latitude.track", "KP2L", WOW),
  TRACK ("longitude.track", "KPLN", WOW),
  TRACK ("gravity.track", "KP2G", WOW),
  TRACK ("life_span.track", "KLIF", WOW),
  TRACK ("emission_rate.track", "KP2E", WOW),
  TRACK ("width.track", "KP2W", WOW),
  TRACK ("length.track", "KP2N", WOW),
  TRACK ("z_source.track", "KP2Z", WOW),
  UNKNOWN_TAIL,
};
static const MwMdlRow segment_color_mdl[] = {
  MDL_COLOR ("segment_color.start", "Color"),
  MDL_COLOR ("segment_color.middle", "Color"),
  MDL_COLOR ("segment_color.end", "Color"),
};
static const MwMdlRow particle_emitter2_mdl[] = {
  MDL_HEAD_NAMED ("ParticleEmitter2"),
  MDL_BASE,
  MDL_FLAG ("flags", 0x10000, "SortPrimsFarZ", .aliases = "SortPrimitives"),
  MDL_FLAG ("flags", 0x8000, "Unshaded"),
  MDL_FLAG ("flags", 0x20000, "LineEmitter"),
  MDL_FLAG ("flags", 0x40000, "Unfogged"),
  MDL_FLAG ("flags", 0x80000, "ModelSpace"),
  MDL_FLAG ("flags", 0x100000, "XYQuad"),
  MDL_FLAG ("squirt", 1, "Squirt"),
  MDL_ANIM ("speed", "Speed"),
  MDL_ANIM ("variation", "Variation"),
  MDL_ANIM ("latitude", "Latitude"),
  MDL_ANIM ("gravity", "Gravity"),
  MDL_TRACK ("visibility.track", "Visibility"),
  MDL_VALUE ("squirt", "Squirts", WOW, .omit = TRUE),
  MDL_VALUE ("life_span", "LifeSpan", WC3),
  MDL_ANIM ("life_span", "LifeSpan", WOW),
  MDL_ANIM ("emission_rate", "EmissionRate"),
  MDL_ANIM ("longitude", "Longitude", .omit = TRUE),
  MDL_ANIM ("z_source", "ZSource", .omit = TRUE),
  MDL_ANIM ("width", "Width"),
  MDL_ANIM ("length", "Length"),
  MDL_NAME_OR ("filter_mode", "ParticleFilterMode"),
  MDL_VALUE ("rows", "Rows"),
  MDL_VALUE ("columns", "Columns"),
  MDL_NAME_OR ("head_or_tail", "HeadOrTail"),
  MDL_VALUE ("tail_length", "TailLength"),
  MDL_VALUE ("time", "Time"),
  MDL_BLOCK ("SegmentColor", segment_color_mdl),
  MDL_VALUE ("segment_alpha", "Alpha"),
  MDL_VALUE ("segment_scaling", "ParticleScaling"),
  MDL_VALUE ("head_life", "LifeSpanUVAnim"),
  MDL_VALUE ("head_decay", "DecayUVAnim"),
  MDL_VALUE ("tail_life", "TailUVAnim"),
  MDL_VALUE ("tail_decay", "TailDecayUVAnim"),
  MDL_VALUE ("texture", "TextureID"),
  MDL_VALUE ("replaceable_id", "ReplaceableId", .omit = TRUE),
  MDL_VALUE ("priority_plane", "PriorityPlane", .omit = TRUE),
  { .field = "emitter_type", .form = MW_MDL_ENUM, .word = "EmitterType" },
  MDL_VALUE ("geometry_model", "GeometryModel", .omit = TRUE),
  MDL_VALUE ("recursion_model", "RecursionModel", .omit = TRUE),
  MDL_VALUE ("twinkle_fps", "TwinkleFPS", .omit = TRUE),
  MDL_VALUE ("twinkle_on_off", "TwinkleOnOff", .omit = TRUE),
  MDL_VALUE ("twinkle_min", "TwinkleMin", .omit = TRUE),
  MDL_VALUE ("twinkle_max", "TwinkleMax", .omit = TRUE),
  MDL_VALUE ("inherit_velocity", "InheritVelocity", .omit = TRUE),
  MDL_VALUE ("tumble_x", "TumbleX", .omit = TRUE),
  MDL_VALUE ("tumble_y", "TumbleY", .omit = TRUE),
  MDL_VALUE ("tumble_z", "TumbleZ", .omit = TRUE),
  MDL_VALUE ("drag", "Drag", .omit = TRUE),
  MDL_VALUE ("spin", "Spin", .omit = TRUE),
  MDL_VALUE ("wind", "Wind", .omit = TRUE),
  MDL_VALUE ("wind_time", "WindTime", .omit = TRUE),
  MDL_VALUE ("follow_speed1", "FollowSpeed1", .omit = TRUE),
  MDL_VALUE ("follow_scale1", "FollowScale1", .omit = TRUE),
  MDL_VALUE ("follow_speed2", "FollowSpeed2", .omit = TRUE),
  MDL_VALUE ("follow_scale2", "FollowScale2", .omit = TRUE),
  MDL_ARRAY ("spline", "Spline", .omit = TRUE),
};
const MwSchema mw_mdlx_particle_emitter2_schema = { .name = "particle_emitter2",
                                                    .plural = "particle_emitters2",
                                                    .label = N_ ("Particle emitter 2"),
                                                    .doc = N_ ("Emits textured quads (PRE2)."),
                                                    .base = &mw_mdlx_node_schema,
                                                    .size = sizeof (MwMdlxParticleEmitter2),
                                                    .flag_names = &particle_emitter2_flags,
                                                    WOW_FLAG_NAMES (wow_particle_emitter2_flags),
                                                    .init = mw_mdlx_init_node,
                                                    .init_for_family = mw_mdlx_init_node_for_family,
                                                    TABLE (particle_emitter2),
                                                    MDL_ROWS (particle_emitter2) };

/* --- RibbonEmitter -------------------------------------------------------------------------------------------------- */

#define RB MwMdlxRibbonEmitter
static const MwField ribbon_emitter_fields[] = {
  F (RB, height_above, N_ ("Height above"), N_ ("Edge above the pivot, along local Y (MDL HeightAbove)."), .unit = MW_UNIT_LENGTH),
  T (RB, height_above, N_ ("Height above"), N_ ("Over time (KRHA)."), .unit = MW_UNIT_LENGTH),
  F (RB, height_below, N_ ("Height below"), N_ ("Edge below the pivot, along local Y (MDL HeightBelow)."), .unit = MW_UNIT_LENGTH),
  T (RB, height_below, N_ ("Height below"), N_ ("Over time (KRHB)."), .unit = MW_UNIT_LENGTH),
  F (RB, alpha, N_ ("Alpha"), N_ ("Opacity of the whole ribbon (MDL Alpha)."), .def = 1, .role = MW_ROLE_ALPHA, .unit = MW_UNIT_FACTOR),
  T (RB, alpha, N_ ("Alpha"), N_ ("Over time (KRAL)."), .unit = MW_UNIT_FACTOR, .neutral = MW_NEUTRAL_ONE),
  MW_FIELD_VEC (RB, color, 3, "color", .def = 1, .role = MW_ROLE_COLOUR, .touches = MW_TOUCH_POSE, .label = N_ ("Colour"),
                .doc = N_ ("Tint of the ribbon (MDL Color).")),
  TRACK_FIELD (RB, color_track, "color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR, .label = N_ ("Colour"),
               .doc = N_ ("Over time (KRCO).")),
  F (RB, life_span, N_ ("Life span"), N_ ("Life of an edge (MDL LifeSpan)."), .unit = MW_UNIT_SECONDS),
  U (RB, texture_slot, N_ ("Texture slot"), N_ ("Cell of the texture (MDL TextureSlot).")),
  TRACK_FIELD (RB, texture_slot_track, "texture_slot.track", mw_track_u32_schema, .label = N_ ("Texture slot"),
               .doc = N_ ("Over time (KRTX).")),
  U (RB, emission_rate, N_ ("Emission rate"), N_ ("Edges per second (MDL EmissionRate)."), .unit = MW_UNIT_PER_SECOND),
  U (RB, rows, N_ ("Rows"), N_ ("Rows of cells in the texture (MDL Rows)."), .def = 1),
  U (RB, columns, N_ ("Columns"), N_ ("Columns of cells in the texture (MDL Columns)."), .def = 1),
  MW_FIELD_REF (RB, material, "material", "materials", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Material"), .doc = N_ ("How it is drawn (MDL MaterialID).")),
  F (RB, gravity, N_ ("Gravity"), N_ ("Gravity that acts on the edges (MDL Gravity)."), .unit = MW_UNIT_ACCELERATION),
  VISIBILITY (RB, N_ ("Emits above 0 (KRVS).")),
  UNKNOWN_FIELD (RB),
};
static const MwGroup ribbon_emitter_groups[] = {
  IN_LOOK ("material color alpha texture_slot rows columns"),
  IN_EMISSION ("height_above height_below life_span emission_rate gravity"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("unknown"),
};
static const MwWireRow ribbon_emitter_rows[] = {
  SIZE,
  BASE,
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_ribbon_size_hand, WOW },
  PLAIN ("height_above"),
  PLAIN ("height_below"),
  PLAIN ("alpha"),
  PLAIN ("color", WC3),
  BGR ("color", WOW),
  PLAIN ("life_span"),
  PLAIN ("texture_slot"),
  PLAIN ("emission_rate"),
  PLAIN ("rows"),
  PLAIN ("columns"),
  REF32 ("material"),
  PLAIN ("gravity"),
  TRACK ("height_above.track", "KRHA"),
  TRACK ("height_below.track", "KRHB"),
  TRACK ("alpha.track", "KRAL"),
  TRACK_BGR ("color.track", "KRCO"),
  TRACK ("texture_slot.track", "KRTX", WC3),
  { .field = "texture_slot.track", .wire = MW_WIRE_SIMPLE_TRACK, .tag = "KRTX", WOW, .variants = 1 << MW_MDLX_SIMPLE_TRACK },
  TRACK ("texture_slot.track", "KRTX", WOW, .variants = 1 << MW_MDLX_FULL_TRACK),
  TRACK ("visibility.track", "KRVS", WC3),
  TRACK ("visibility.track", "KVIS", WOW),
  UNKNOWN_TAIL,
};
static uint8_t
probe_ribbon (const MwWireReader *reader)
{
  static const MwMdlxTrackSize tracks[] = { { "KRHA", 4 }, { "KRHB", 4 }, { "KRAL", 4 }, { "KRCO", 12 }, { "KVIS", 4 }, { "" } };
  size_t left;
  uint32_t node = 0;
  const uint8_t *at = mw_wire_peek (reader, &left);
  if (mw_wire_reader_format (reader).family != MW_FAMILY_MDX_WOW)
    return 0;
  if (left >= 8)
    memcpy (&node, at + 4, 4);
  return mw_mdlx_probe_item (reader, 4 + (size_t) node + 56, "KRTX", tracks);
}

static uint8_t
ribbon_text_variant (const MwRecord *record, MwFormat format)
{
  return mw_mdlx_text_track_form (record, format, ((const RB *) record)->texture_slot_track);
}
static const MwMdlRow ribbon_emitter_mdl[] = {
  MDL_HEAD_NAMED ("RibbonEmitter"),
  MDL_BASE,
  MDL_ANIM ("height_above", "HeightAbove"),
  MDL_ANIM ("height_below", "HeightBelow"),
  MDL_ANIM ("alpha", "Alpha"),
  MDL_ANIM_COLOR ("color", "Color"),
  MDL_ANIM ("texture_slot", "TextureSlot"),
  MDL_TRACK ("visibility.track", "Visibility"),
  MDL_VALUE ("emission_rate", "EmissionRate"),
  MDL_VALUE ("life_span", "LifeSpan"),
  MDL_VALUE ("gravity", "Gravity", .omit = TRUE),
  MDL_VALUE ("rows", "Rows"),
  MDL_VALUE ("columns", "Columns"),
  MDL_VALUE ("material", "MaterialID"),
};
const MwSchema mw_mdlx_ribbon_emitter_schema = { .name = "ribbon_emitter",
                                                 .plural = "ribbon_emitters",
                                                 .label = N_ ("Ribbon emitter"),
                                                 .doc = N_ ("Draws a band behind a moving node (RIBB)."),
                                                 .base = &mw_mdlx_node_schema,
                                                 .size = sizeof (MwMdlxRibbonEmitter),
                                                 .text_variant = ribbon_text_variant,
                                                 .probe = probe_ribbon,
                                                 .init = mw_mdlx_init_node,
                                                 .init_for_family = mw_mdlx_init_node_for_family,
                                                 TABLE (ribbon_emitter),
                                                 MDL_ROWS (ribbon_emitter) };
