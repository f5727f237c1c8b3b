/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/material-text.h"
#include "core/model/mdlx/tables.h"
#include "core/model/mdlx/wow.h"

#include "core/schema/wire.h"

#include <string.h>

/* MTLS: mdlx.md 5.5. */

MW_NAMES (mw_mdlx_filter_modes, FALSE, { 0, "None", N_ ("None") }, { 1, "Transparent", N_ ("Transparent") },
          { 2, "Blend", N_ ("Blend") }, { 3, "Additive", N_ ("Additive") }, { 4, "AddAlpha", N_ ("Add alpha") },
          { 5, "Modulate", N_ ("Modulate") }, { 6, "Modulate2x", N_ ("Modulate 2x") });
MW_NAMES (layer_flags, TRUE, { 0x1, "unshaded", N_ ("Unshaded") }, { 0x2, "sphere_env_map", N_ ("Sphere env map") },
          { 0x4, "wrap_width", N_ ("Wrap width") }, { 0x8, "wrap_height", N_ ("Wrap height") },
          { 0x10, "two_sided", N_ ("Two-sided") }, { 0x20, "unfogged", N_ ("Unfogged") },
          { 0x40, "no_depth_test", N_ ("No depth test") }, { 0x80, "no_depth_set", N_ ("No depth set") },
          { 0x100, "unlit", N_ ("Unlit"), .since = 900 },
          { 0x200, "back_faces_for_shadows", N_ ("Back faces for shadows"), .since = 900 },
          /* Added by game 3.0. Its word is read and written in texts from 900 on, as other programs do. */
          { 0x400, "ambient_occlusion", N_ ("Ambient occlusion"), .since = 1700 });
MW_NAMES (wow_layer_flags, TRUE, { 0x1, "unshaded", N_ ("Unshaded") }, { 0x2, "sphere_env_map", N_ ("Sphere env map") },
          { 0x4, "wrap_width", N_ ("Wrap width") }, { 0x8, "wrap_height", N_ ("Wrap height") },
          { 0x10, "two_sided", N_ ("Two-sided") }, { 0x20, "unfogged", N_ ("Unfogged") },
          { 0x40, "no_depth_test", N_ ("No depth test") }, { 0x80, "no_depth_set", N_ ("No depth set") },
          { 0x100, "no_fallback", N_ ("No fallback"), .since = 1500 });
/* Only the first two are certain (mdlx.md 10.5); the others are the client's own. */
MW_NAMES (layer_shaders, FALSE, { 0, "Shader_SD_Legacy", N_ ("SD") }, { 1, "Shader_HD_DefaultUnit", N_ ("HD") },
          { 2, "SDOnHD", N_ ("SD texture in the HD pipeline") }, { 24, "HDCrystal", N_ ("HD crystal") });
MW_NAMES (texture_slots, FALSE, { 0, "Diffuse", N_ ("Diffuse") }, { 1, "Normal", N_ ("Normal") },
          { 2, "ORM", N_ ("ORM") }, { 3, "Emissive", N_ ("Emissive") },
          { 4, "TeamColor", N_ ("Team colour") }, { 5, "Environment", N_ ("Environment") });
MW_NAMES (material_flags, TRUE, { 0x1, "constant_color", N_ ("Constant colour") },
          { 0x2, "two_sided", N_ ("Two-sided"), .since = 900 },
          { 0x8, "sort_prims_near_z", N_ ("Sort primitives near Z") },
          { 0x10, "sort_prims_far_z", N_ ("Sort primitives far Z") },
          { 0x20, "full_resolution", N_ ("Full resolution") });

/* A test builds the editor with this row hidden, to prove that its script needs it. */
#ifndef MW_HIDE_FILTER_MODE
#define MW_HIDE_FILTER_MODE FALSE
#endif

static const MwField layer_texture_fields[] = {
  MW_FIELD_REF (MwMdlxLayerTexture, texture, "texture", "textures", .on_remove = MW_ON_REMOVE_REFUSE, .role = MW_ROLE_IMAGE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Texture"), .aliases = "texture unit",
                .doc = N_ ("The image (MDL TextureID); not used while the texture is animated.")),
  TRACK_FIELD (MwMdlxLayerTexture, texture_track, "texture.track", mw_track_texture_schema, .role = MW_ROLE_IMAGE, .label = N_ ("Texture"),
               .doc = N_ ("Which texture at which time (KMTF).")),
  MW_FIELD_U32 (MwMdlxLayerTexture, slot, "slot", .names = &texture_slots, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Slot"), .doc = N_ ("What the shader uses the image for; ORM is occlusion, roughness and metallic.")),
};
/* Each entry's track, if any, follows it directly (mdlx.md 5.5). */
static const MwGroup layer_texture_groups[] = {
  IN_GENERAL ("texture slot"),
};
static const MwWireRow layer_texture_rows[] = { REF32 ("texture"), PLAIN ("slot"), TRACK ("texture.track", "KMTF") };
/* These rows describe the entry alone; in a file the layer reads and writes it (material-text.c). */
static const MwMdlRow layer_texture_mdl[] = { MDL_ANIM ("texture", "TextureID"), MDL_VALUE ("slot", "Slot") };
const MwSchema mw_mdlx_layer_texture_schema = { .name = "layer_texture",
                                                .label = N_ ("Texture of a layer"),
                                                .doc = N_ ("One of the images of a layer, by slot."),
                                                .size = sizeof (MwMdlxLayerTexture),
                                                .purpose = offsetof (MwMdlxLayerTexture, slot),
                                                .purpose_of = offsetof (MwMdlxLayerTexture, texture),
                                                TABLE (layer_texture),
                                                MDL_ROWS (layer_texture) };

static const MwField layer_fields[] = {
  MW_FIELD_U32 (MwMdlxLayer, filter_mode, "filter_mode", .names = &mw_mdlx_filter_modes, .touches = MW_TOUCH_MATERIAL,
                .hidden = MW_HIDE_FILTER_MODE, .label = N_ ("Filter mode"), .aliases = "blend mode",
                .doc = N_ ("How the layer is blended with what is behind it (MDL FilterMode).")),
  MW_FIELD_U32 (MwMdlxLayer, flags, "flags", .names = &layer_flags, WOW_NAMES (wow_layer_flags), .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Shading flags"), .aliases = "render flags",
                .doc = N_ ("Lighting, culling, depth and wrapping of the layer.")),
  MW_FIELD_REF (MwMdlxLayer, texture, "texture", "textures", .on_remove = MW_ON_REMOVE_REFUSE, .role = MW_ROLE_IMAGE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Texture"), .aliases = "texture unit",
                .doc = N_ ("The image (MDL TextureID); not used while the texture is animated.")),
  TRACK_FIELD (MwMdlxLayer, texture_track, "texture.track", mw_track_texture_schema, .role = MW_ROLE_IMAGE, .label = N_ ("Texture"),
               .doc = N_ ("Which texture at which time (KMTF).")),
  MW_FIELD_U32 (MwMdlxLayer, texture_word, "texture_word", .role = MW_ROLE_UNKNOWN, .label = N_ ("Former texture"),
                .doc = N_ ("Where the texture was before version 1100; 0 in all known files.")),
  MW_FIELD_REF (MwMdlxLayer, texture_animation, "texture_animation", "texture_animations",
                .on_remove = MW_ON_REMOVE_NONE, .touches = MW_TOUCH_MATERIAL, .label = N_ ("Texture animation"),
                .aliases = "uv animation", .doc = N_ ("What moves the texture coordinates (MDL TVertexAnimId).")),
  MW_FIELD_U32 (MwMdlxLayer, coord_id, "coord_id", .touches = MW_TOUCH_MATERIAL, .label = N_ ("UV set"),
                .doc = N_ ("Which of the geoset's UV sets is used (MDL CoordId).")),
  MW_FIELD_F32 (MwMdlxLayer, alpha, "alpha", .def = 1, .role = MW_ROLE_ALPHA, .touches = MW_TOUCH_MATERIAL,
                .unit = MW_UNIT_FACTOR, .label = N_ ("Alpha"), .aliases = "transparency opacity",
                .doc = N_ ("Opacity, 0 to 1; not used while it is animated (MDL Alpha).")),
  TRACK_FIELD (MwMdlxLayer, alpha_track, "alpha.track", mw_track_float_schema, .role = MW_ROLE_ALPHA,
               .label = N_ ("Alpha"), .doc = N_ ("Opacity over time (KMTA).")),
  MW_FIELD_F32 (MwMdlxLayer, emissive_gain, "emissive_gain", .def = 1, .touches = MW_TOUCH_MATERIAL,
                .unit = MW_UNIT_FACTOR, .label = N_ ("Emissive gain"), .doc = N_ ("How strongly it glows (MDL EmissiveGain).")),
  TRACK_FIELD (MwMdlxLayer, emissive_gain_track, "emissive_gain.track", mw_track_float_schema,
               .label = N_ ("Emissive gain"), .doc = N_ ("Over time (KMTE).")),
  MW_FIELD_VEC (MwMdlxLayer, fresnel_color, 3, "fresnel_color", .def = 1, .role = MW_ROLE_COLOUR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Fresnel colour"),
                .doc = N_ ("Colour of the rim light (MDL FresnelColor).")),
  TRACK_FIELD (MwMdlxLayer, fresnel_color_track, "fresnel_color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR,
               .label = N_ ("Fresnel colour"), .doc = N_ ("Over time (KFC3).")),
  MW_FIELD_F32 (MwMdlxLayer, fresnel_opacity, "fresnel_opacity", .touches = MW_TOUCH_MATERIAL, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Fresnel opacity"), .doc = N_ ("Strength of the rim light (MDL FresnelOpacity).")),
  TRACK_FIELD (MwMdlxLayer, fresnel_opacity_track, "fresnel_opacity.track", mw_track_float_schema,
               .label = N_ ("Fresnel opacity"), .doc = N_ ("Over time (KFCA).")),
  MW_FIELD_F32 (MwMdlxLayer, fresnel_team_color, "fresnel_team_color", .touches = MW_TOUCH_MATERIAL,
                .unit = MW_UNIT_FACTOR, .label = N_ ("Fresnel team colour"),
                .doc = N_ ("How much of the rim light is the team's colour (MDL FresnelTeamColor).")),
  TRACK_FIELD (MwMdlxLayer, fresnel_team_color_track, "fresnel_team_color.track", mw_track_float_schema,
               .label = N_ ("Fresnel team colour"), .doc = N_ ("Over time (KFTC).")),
  MW_FIELD_U32 (MwMdlxLayer, shader, "shader", .names = &layer_shaders, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Shader"), .doc = N_ ("Which of the game's shaders draws it (MDL Shader, ShaderTypeId).")),
  MW_FIELD_LIST (MwMdlxLayer, textures, "textures", &mw_mdlx_layer_texture_schema, .role = MW_ROLE_IMAGE, .label = N_ ("Textures"),
                 .doc = N_ ("The images that the shader uses, one per slot.")),
  UNKNOWN_FIELD (MwMdlxLayer),
};
/* In version 900, real tools of the beta write only the emissive gain, others also the fresnel values (mdlx.md 13,
 * T5). */
enum { EMISSIVE, FRESNEL };
static const MwGroup layer_groups[] = {
  IN_LOOK ("filter_mode texture alpha flags"),
  IN_TEXTURE ("coord_id texture_animation"),
  IN_HD ("shader textures emissive_gain fresnel_color fresnel_opacity fresnel_team_color"),
  IN_DATA ("texture_word unknown"),
};
static const MwWireRow layer_rows[] = {
  SIZE,
  PLAIN ("filter_mode"),
  PLAIN ("flags"),
  REF32 ("texture", WC3, .until = 1099),
  REF32 ("texture", WOW),
  PLAIN ("texture_word", WC3, .since = 1100),
  REF32 ("texture_animation"),
  PLAIN ("coord_id"),
  PLAIN ("alpha"),
  PLAIN ("emissive_gain", WC3, .since = 900),
  PLAIN ("fresnel_color", WC3, .since = 900, .until = 999, .variants = 1 << FRESNEL),
  PLAIN ("fresnel_opacity", WC3, .since = 900, .until = 999, .variants = 1 << FRESNEL),
  PLAIN ("fresnel_team_color", WC3, .since = 900, .until = 999, .variants = 1 << FRESNEL),
  PLAIN ("fresnel_color", WC3, .since = 1000),
  PLAIN ("fresnel_opacity", WC3, .since = 1000),
  PLAIN ("fresnel_team_color", WC3, .since = 1000),
  PLAIN ("shader", WC3, .since = 1100),
  { .field = "textures", .wire = MW_WIRE_LIST, .element = &mw_mdlx_layer_texture_schema, WC3, .since = 1100 },
  TRACK ("texture.track", "KMTF", WC3, .until = 1099),
  TRACK ("alpha.track", "KMTA"),
  TRACK ("emissive_gain.track", "KMTE", WC3, .since = 900),
  TRACK ("fresnel_color.track", "KFC3", WC3, .since = 900),
  TRACK ("fresnel_opacity.track", "KFCA", WC3, .since = 900),
  TRACK ("fresnel_team_color.track", "KFTC", WC3, .since = 900),
  { .field = "texture.track", .wire = MW_WIRE_SIMPLE_TRACK, .tag = "KMTF", WOW, .variants = 1 << MW_MDLX_SIMPLE_TRACK },
  TRACK ("texture.track", "KMTF", WOW, .variants = 1 << MW_MDLX_FULL_TRACK),
  UNKNOWN_TAIL,
};
static gboolean
is_layer_track (const uint8_t *tag)
{
  static const char *const tags[] = { "KMTF", "KMTA", "KMTE", "KFC3", "KFCA", "KFTC" };
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (memcmp (tag, tags[i], 4) == 0)
      return TRUE;
  return FALSE;
}

/* Chooses the layout (T5) by the bytes between the fixed part of 28 bytes and the first track or the end: 4 or 24. */
static uint8_t
probe_layer (const MwWireReader *reader)
{
  static const MwMdlxTrackSize wow_tracks[] = { { "KMTA", 4 }, { "" } };
  MwFormat format = mw_wire_reader_format (reader);
  if (format.family == MW_FAMILY_MDX_WOW)
    return mw_mdlx_probe_item (reader, 28, "KMTF", wow_tracks);
  if (format.family != MW_FAMILY_MDX || format.version < 900 || format.version >= 1000)
    return EMISSIVE;
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  uint32_t size = 0;
  if (left >= 4)
    memcpy (&size, bytes, 4);
  if (size > left || size < 28 + 24)
    return EMISSIVE;
  if (size >= 32 + 4 && is_layer_track (bytes + 32))
    return EMISSIVE;
  return size == 28 + 24 || (size >= 52 + 4 && is_layer_track (bytes + 52)) ? FRESNEL : EMISSIVE;
}

/* Written in every layer of a material if any of its layers has one other than 0, else in none (mdlx.md 10.7). */
static gboolean
states_coord_id (const MwRecord *record)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) record->owner;
  for (uint32_t i = 0; material && i < material->layers.n; i++)
    if (((const MwMdlxLayer *) material->layers.items[i])->coord_id != 0)
      return TRUE;
  return ((const MwMdlxLayer *) record)->coord_id != 0;
}

static const MwMdlRow layer_mdl[] = {
  MDL_HEAD ("Layer"),
  { .field = "filter_mode", .form = MW_MDL_ENUM, .word = "FilterMode" },
  MDL_FLAG ("flags", 0x1, "Unshaded"),
  MDL_FLAG ("flags", 0x2, "SphereEnvMap", .aliases = "SphereEnvironmentMap"),
  MDL_FLAG ("flags", 0x10, "TwoSided"),
  MDL_FLAG ("flags", 0x20, "Unfogged"),
  MDL_FLAG ("flags", 0x40, "NoDepthTest"),
  MDL_FLAG ("flags", 0x80, "NoDepthSet"),
  MDL_FLAG ("flags", 0x4, "WrapWidth"),
  MDL_FLAG ("flags", 0x8, "WrapHeight"),
  MDL_FLAG ("flags", 0x100, "Unlit", .since = 900),
  MDL_FLAG ("flags", 0x200, "BackFacesForShadows", .since = 900),
  MDL_FLAG ("flags", 0x400, "AmbientOcclusion", .since = 900),
  MDL_VALUE ("flags", "LayerFlags", WOW, .omit = TRUE),
  MDL_HAND ("ShaderTypeId", mw_mdlx_layer_shader_number, .also = "shader"),
  MDL_HAND ("Shader", mw_mdlx_layer_shader_name, .read_only = TRUE),
  MDL_HAND ("TextureID", mw_mdlx_layer_textures, .also = "texture texture.track textures"),
  MDL_HAND ("NormalTextureID", mw_mdlx_layer_texture_normal, WC3, .since = 1100, .read_only = TRUE),
  MDL_HAND ("ORMTextureID", mw_mdlx_layer_texture_orm, WC3, .since = 1100, .read_only = TRUE),
  MDL_HAND ("EmissiveTextureID", mw_mdlx_layer_texture_emissive, WC3, .since = 1100, .read_only = TRUE),
  MDL_HAND ("TeamColorTextureID", mw_mdlx_layer_texture_team_color, WC3, .since = 1100, .read_only = TRUE),
  MDL_HAND ("ReflectionsTextureID", mw_mdlx_layer_texture_reflections, WC3, .since = 1100, .read_only = TRUE),
  MDL_VALUE ("texture_animation", "TVertexAnimId", .omit = TRUE),
  MDL_VALUE ("coord_id", "CoordId", .holds = states_coord_id),
  MDL_ANIM ("alpha", "Alpha"),
  MDL_ANIM ("emissive_gain", "EmissiveGain", .omit = TRUE, .aliases = "Emissive"),
  MDL_ANIM_RIM ("fresnel_color", "FresnelColor", .omit = TRUE),
  MDL_ANIM ("fresnel_opacity", "FresnelOpacity", .omit = TRUE),
  MDL_ANIM ("fresnel_team_color", "FresnelTeamColor", .omit = TRUE),
};
/* A layer of 900 has fresnel values in its text exactly when it uses the longer layout; tracks do not matter. */
static uint8_t
layer_text_variant (const MwRecord *record, MwFormat format)
{
  if (format.family == MW_FAMILY_MDX_WOW)
    return mw_mdlx_text_track_form (record, format, ((const MwMdlxLayer *) record)->texture_track);
  static const float white[3] = { 1, 1, 1 };
  const MwMdlxLayer *layer = (const MwMdlxLayer *) record;
  static const float zero;
  gboolean color = !layer->fresnel_color_track && memcmp (layer->fresnel_color, white, sizeof white) != 0;
  gboolean opacity = !layer->fresnel_opacity_track && memcmp (&layer->fresnel_opacity, &zero, 4) != 0;
  gboolean team_color = !layer->fresnel_team_color_track && memcmp (&layer->fresnel_team_color, &zero, 4) != 0;
  return format.version >= 900 && format.version < 1000 && (color || opacity || team_color) ? FRESNEL : EMISSIVE;
}

/* The six layers of an HD material of 900 and 1000 are the images of one layer, in the order of the slots (mdlx.md
 * 5.5). */
static const MwName *
layer_purpose (const MwRecord *record)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) record->owner;
  const MwMdlx *model = material ? (const MwMdlx *) material->record.owner : NULL;
  return model && mw_mdlx_layers_are_images (material, mw_mdlx_format (model))
           ? mw_names_find_value (&texture_slots, mw_record_index (record))
           : NULL;
}

const MwSchema mw_mdlx_layer_schema = { .name = "layer",
                                        .label = N_ ("Layer"),
                                        .doc = N_ ("One pass of a material."),
                                        .size = sizeof (MwMdlxLayer),
                                        .text_variant = layer_text_variant,
                                        .probe = probe_layer,
                                        .purpose_by_place = layer_purpose,
                                        .purpose_of = offsetof (MwMdlxLayer, texture),
                                        TABLE (layer),
                                        MDL_ROWS (layer) };

static const MwField material_fields[] = {
  MW_FIELD_I32 (MwMdlxMaterial, priority_plane, "priority_plane", .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Priority plane"), .doc = N_ ("Translucent things are drawn from the lowest plane up (MDL PriorityPlane).")),
  MW_FIELD_U32 (MwMdlxMaterial, flags, "flags", .names = &material_flags, .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"), .doc = N_ ("Colour and sorting of the material.")),
  MW_FIELD_TEXT (MwMdlxMaterial, shader, 80, "shader", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Shader"),
                 .doc = N_ ("Shader_HD_DefaultUnit where the six layers are the six images of one HD layer; otherwise empty (MDL Shader).")),
  MW_FIELD_LIST (MwMdlxMaterial, layers, "layers", &mw_mdlx_layer_schema, .role = MW_ROLE_IMAGE, .label = N_ ("Layers"),
                 .doc = N_ ("Drawn one over the other, starting with the first.")),
  UNKNOWN_FIELD (MwMdlxMaterial),
};
static const MwGroup material_groups[] = {
  IN_GENERAL ("priority_plane flags shader"),
  IN_PARTS ("layers"),
  IN_DATA ("unknown"),
};
static const MwWireRow material_rows[] = {
  SIZE,
  PLAIN ("priority_plane"),
  PLAIN ("flags", WC3),
  CHARS ("shader", 80, WC3, .since = 900, .until = 1099),
  { .field = "layers", .wire = MW_WIRE_LIST, .tag = "LAYS", .element = &mw_mdlx_layer_schema, WC3 },
  { .field = "layers", .wire = MW_WIRE_LIST, .element = &mw_mdlx_layer_schema, WOW },
  UNKNOWN_TAIL,
};
static const MwMdlRow material_mdl[] = {
  MDL_HEAD ("Material"),
  MDL_VALUE ("shader", "Shader", .omit = TRUE, .until = 1099),
  MDL_HAND ("Shader", mw_mdlx_material_shader_of_layers, WC3, .since = 1100, .read_only = TRUE),
  MDL_FLAG ("flags", 0x1, "ConstantColor"),
  MDL_FLAG ("flags", 0x2, "TwoSided", .since = 900),
  MDL_FLAG ("flags", 0x8, "SortPrimsNearZ"),
  MDL_FLAG ("flags", 0x10, "SortPrimsFarZ", .aliases = "SortPrimitives"),
  MDL_FLAG ("flags", 0x20, "FullResolution"),
  MDL_VALUE ("flags", "RenderMode", .read_only = TRUE),
  MDL_VALUE ("priority_plane", "PriorityPlane", .omit = TRUE),
  MDL_ITEMS ("layers", mw_mdlx_layer_schema),
};
const MwSchema mw_mdlx_material_schema = { .name = "material",
                                           .label = N_ ("Material"),
                                           .doc = N_ ("How a geoset or ribbon is drawn."),
                                           .size = sizeof (MwMdlxMaterial),
                                           TABLE (material),
                                           MDL_ROWS (material) };

/* --- HD --------------------------------------------------------------------------------------------------------------- */

gboolean
mw_mdlx_is_hd_shader (uint32_t shader)
{
  return shader == MW_MDLX_SHADER_HD_UNIT || shader == MW_MDLX_SHADER_CRYSTAL;
}

gboolean
mw_mdlx_is_hd_shader_name (const char *name)
{
  return g_ascii_strcasecmp (name, "Shader_HD_DefaultUnit") == 0;
}

gboolean
mw_mdlx_material_is_hd (const MwMdlxMaterial *material, MwFormat format)
{
  if (format.family != MW_FAMILY_MDX || format.version < 900)
    return FALSE;
  if (format.version < 1100)
    return mw_mdlx_is_hd_shader_name (mw_text (material->shader));
  for (uint32_t i = 0; i < material->layers.n; i++)
    if (mw_mdlx_is_hd_shader (((const MwMdlxLayer *) material->layers.items[i])->shader))
      return TRUE;
  return FALSE;
}

gboolean
mw_mdlx_layers_are_images (const MwMdlxMaterial *material, MwFormat format)
{
  enum { SLOTS = 6 };
  return format.version < 1100 && material->layers.n == SLOTS && mw_mdlx_material_is_hd (material, format);
}
