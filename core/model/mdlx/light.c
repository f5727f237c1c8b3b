/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

/* LITE: MDX reference 5.11. */

MW_NAMES (light_types, FALSE, { 0, "Omnidirectional", N_ ("Omnidirectional") }, { 1, "Directional", N_ ("Directional") },
          { 2, "Ambient", N_ ("Ambient") });

#define T(member, path, schema, ...) TRACK_FIELD (MwMdlxLight, member, path, schema, __VA_ARGS__)

static const MwField light_fields[] = {
  MW_FIELD_U32 (MwMdlxLight, type, "type", .names = &light_types, .touches = MW_TOUCH_MATERIAL, .label = N_ ("Type"),
                .doc = N_ ("How it shines.")),
  MW_FIELD_F32 (MwMdlxLight, attenuation_start, "attenuation_start", .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_MATERIAL, .role = MW_ROLE_LENGTH, .label = N_ ("Attenuation start"),
                .doc = N_ ("Distance at which it begins to fade (MDL AttenuationStart).")),
  T (attenuation_start_track, "attenuation_start.track", mw_track_float_schema, .label = N_ ("Attenuation start"),
     .doc = N_ ("Over time (KLAS).")),
  MW_FIELD_F32 (MwMdlxLight, attenuation_end, "attenuation_end", .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_MATERIAL, .role = MW_ROLE_LENGTH, .label = N_ ("Attenuation end"),
                .doc = N_ ("Distance at which it has faded (MDL AttenuationEnd).")),
  T (attenuation_end_track, "attenuation_end.track", mw_track_float_schema, .label = N_ ("Attenuation end"),
     .doc = N_ ("Over time (KLAE).")),
  MW_FIELD_VEC (MwMdlxLight, color, 3, "color", .def = 1, .role = MW_ROLE_COLOUR, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Colour"), .doc = N_ ("MDL Color.")),
  T (color_track, "color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR, .label = N_ ("Colour"),
     .doc = N_ ("Over time (KLAC).")),
  MW_FIELD_F32 (MwMdlxLight, intensity, "intensity", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Intensity"),
                .doc = N_ ("MDL Intensity.")),
  T (intensity_track, "intensity.track", mw_track_float_schema, .label = N_ ("Intensity"), .doc = N_ ("Over time (KLAI).")),
  MW_FIELD_VEC (MwMdlxLight, amb_color, 3, "amb_color", .def = 1, .role = MW_ROLE_COLOUR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Ambient colour"), .doc = N_ ("MDL AmbColor.")),
  T (amb_color_track, "amb_color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR, .label = N_ ("Ambient colour"),
     .doc = N_ ("Over time (KLBC).")),
  MW_FIELD_F32 (MwMdlxLight, amb_intensity, "amb_intensity", .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Ambient intensity"), .doc = N_ ("MDL AmbIntensity.")),
  T (amb_intensity_track, "amb_intensity.track", mw_track_float_schema, .label = N_ ("Ambient intensity"),
     .doc = N_ ("Over time (KLBI).")),
  T (visibility_track, "visibility.track", mw_track_float_schema, .role = MW_ROLE_VISIBILITY,
     .label = N_ ("Visibility"), .doc = N_ ("Shines above 0 (KLAV).")),
  UNKNOWN_FIELD (MwMdlxLight),
};
static const MwWireRow light_rows[] = {
  SIZE,
  BASE,
  PLAIN ("type"),
  PLAIN ("attenuation_start"),
  PLAIN ("attenuation_end"),
  PLAIN ("color"),
  PLAIN ("intensity"),
  PLAIN ("amb_color"),
  PLAIN ("amb_intensity"),
  TRACK ("attenuation_start.track", "KLAS"),
  TRACK ("attenuation_end.track", "KLAE"),
  TRACK_BGR ("color.track", "KLAC"),
  TRACK ("intensity.track", "KLAI"),
  TRACK_BGR ("amb_color.track", "KLBC"),
  TRACK ("amb_intensity.track", "KLBI"),
  TRACK ("visibility.track", "KLAV"),
  UNKNOWN_TAIL,
};
static void
light_init (MwRecord *record)
{
  ((MwMdlxNode *) record)->flags = 0x200;
}
static const MwMdlRow light_mdl[] = {
  MDL_HEAD_NAMED ("Light"),
  MDL_BASE,
  MDL_NAME ("type"),
  MDL_ANIM ("attenuation_start", "AttenuationStart"),
  MDL_ANIM ("attenuation_end", "AttenuationEnd"),
  MDL_ANIM ("intensity", "Intensity"),
  MDL_ANIM_COLOR ("color", "Color"),
  MDL_ANIM ("amb_intensity", "AmbIntensity"),
  MDL_ANIM_COLOR ("amb_color", "AmbColor"),
  MDL_TRACK ("visibility.track", "Visibility"),
};
const MwSchema mw_mdlx_light_schema = { .name = "light",
                                        .plural = "lights",
                                        .label = N_ ("Light"),
                                        .doc = N_ ("A light source (LITE)."),
                                        .base = &mw_mdlx_node_schema,
                                        .size = sizeof (MwMdlxLight),
                                        .init = light_init,
                                        TABLE (light),
                                        MDL_ROWS (light) };
