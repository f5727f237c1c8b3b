/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/emitter-fields.h"
#include "core/model/mdlx/node-flags.h"

/* CORN: mdlx.md 5.20. */

MW_NAMES (popcorn_emitter_flags, TRUE, MW_MDLX_NODE_FLAG_NAMES, { 0x8000, "unshaded", N_ ("Unshaded") },
          { 0x10000, "sort_prims_far_z", N_ ("Sort far Z") }, { 0x20000, "unfogged", N_ ("Unfogged") },
          { 0x40000, "popcorn_scaling", N_ ("Popcorn scaling") });

#define PC MwMdlxPopcornEmitter
/* All are factors applied to the effect's own values. */
#define F(member, label_, doc_, ...) EMITTER_F32 (PC, member, label_, doc_, .def = 1, __VA_ARGS__)
#define T(member, of, label_, ...) EMITTER_TRACK (PC, member, of, label_, __VA_ARGS__)

static const MwField popcorn_emitter_fields[] = {
  F (life_span, N_ ("Life span"), N_ ("Factor of the effect's life (MDL LifeSpan)."), .unit = MW_UNIT_FACTOR),
  T (life_span, mw_track_float_schema, N_ ("Life span"), N_ ("Over time (KPPL).")),
  F (emission_rate, N_ ("Emission rate"), N_ ("Factor of the effect's rate (MDL EmissionRate)."), .unit = MW_UNIT_FACTOR),
  T (emission_rate, mw_track_float_schema, N_ ("Emission rate"), N_ ("Over time (KPPE).")),
  F (speed, N_ ("Speed"), N_ ("Factor of the effect's speed (MDL Speed)."), .unit = MW_UNIT_FACTOR),
  T (speed, mw_track_float_schema, N_ ("Speed"), N_ ("Over time (KPPS).")),
  MW_FIELD_VEC (PC, color, 3, "color", .def = 1, .role = MW_ROLE_COLOUR, .touches = MW_TOUCH_POSE,
                .label = N_ ("Colour"), .doc = N_ ("Tint of the effect (MDL Color).")),
  T (color, mw_track_colour_schema, N_ ("Colour"), N_ ("Over time (KPPC)."), .role = MW_ROLE_COLOUR),
  F (alpha, N_ ("Alpha"), N_ ("Opacity of the effect (MDL Alpha)."), .role = MW_ROLE_ALPHA, .unit = MW_UNIT_FACTOR),
  T (alpha, mw_track_float_schema, N_ ("Alpha"), N_ ("Over time (KPPA)."), .role = MW_ROLE_ALPHA),
  MW_FIELD_U32 (PC, replaceable_id, "replaceable_id", .names = &mw_mdlx_replaceable_names, .touches = MW_TOUCH_POSE,
                .label = N_ ("Replaceable ID"), .doc = N_ ("1 team colour, 2 team glow (MDL ReplaceableId).")),
  MW_FIELD_TEXT (PC, path, 260, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT, .label = N_ ("Path"),
                 .doc = N_ ("The effect, a .pkb file (MDL Path).")),
  MW_FIELD_TEXT (PC, anim_visibility_guide, 260, "anim_visibility_guide", .touches = MW_TOUCH_TEXT | MW_TOUCH_POSE,
                 .label = N_ ("Visibility by sequence"), .aliases = "flag string",
                 .doc = N_ ("In which sequences it runs: \"Always=on, Birth=off\" (MDL AnimVisibilityGuide).")),
  EMITTER_VISIBILITY (PC, N_ ("Runs above 0 (KPPV).")),
  UNKNOWN_FIELD (PC),
};
static const MwGroup popcorn_emitter_groups[] = {
  IN_LOOK ("path anim_visibility_guide color alpha replaceable_id"),
  IN_EMISSION ("emission_rate life_span speed"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("unknown"),
};
static const MwWireRow popcorn_emitter_rows[] = {
  SIZE,
  BASE,
  PLAIN ("life_span"),
  PLAIN ("emission_rate"),
  PLAIN ("speed"),
  PLAIN ("color"),
  PLAIN ("alpha"),
  PLAIN ("replaceable_id"),
  CHARS ("path", 260),
  CHARS ("anim_visibility_guide", 260),
  TRACK ("alpha.track", "KPPA"),
  TRACK ("color.track", "KPPC"),
  TRACK ("emission_rate.track", "KPPE"),
  TRACK ("life_span.track", "KPPL"),
  TRACK ("speed.track", "KPPS"),
  TRACK ("visibility.track", "KPPV"),
  UNKNOWN_TAIL,
};
/* Colours in text are red first, as in the binary format of this chunk (mdlx.md 2.6). */
static const MwMdlRow popcorn_emitter_mdl[] = {
  MDL_HEAD_NAMED ("ParticleEmitterPopcorn"),
  MDL_BASE,
  MDL_FLAG ("flags", 0x10000, "SortPrimsFarZ", .aliases = "SortPrimitives"),
  MDL_FLAG ("flags", 0x8000, "Unshaded"),
  MDL_FLAG ("flags", 0x20000, "Unfogged"),
  MDL_FLAG ("flags", 0x40000, "PopcornScaling"),
  MDL_ANIM ("life_span", "LifeSpan"),
  MDL_ANIM ("emission_rate", "EmissionRate"),
  MDL_ANIM ("speed", "Speed"),
  MDL_ANIM ("color", "Color"),
  MDL_ANIM ("alpha", "Alpha"),
  MDL_TRACK ("visibility.track", "Visibility"),
  MDL_VALUE ("replaceable_id", "ReplaceableId", .omit = TRUE),
  MDL_VALUE ("path", "Path", .omit = TRUE),
  MDL_VALUE ("anim_visibility_guide", "AnimVisibilityGuide", .omit = TRUE, .aliases = "FlagString"),
};
const MwSchema mw_mdlx_popcorn_emitter_schema = { .name = "popcorn_emitter",
                                                  .plural = "popcorn_emitters",
                                                  .label = N_ ("Popcorn emitter"),
                                                  .doc = N_ ("Runs an effect of the PopcornFX engine (CORN)."),
                                                  .base = &mw_mdlx_node_schema,
                                                  .size = sizeof (PC),
                                                  .flag_names = &popcorn_emitter_flags,
                                                  .init = mw_mdlx_init_node,
                                                  .init_for_family = mw_mdlx_init_node_for_family,
                                                  TABLE (popcorn_emitter),
                                                  MDL_ROWS (popcorn_emitter) };
