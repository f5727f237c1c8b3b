/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Records that describe what surfaces are drawn with: m2.md 5.7 to 5.11. */

/* clang-format off */
MW_NAMES (mw_m2_texture_flags, TRUE, { 0x1, "wrap_u", N_ ("Wrap U") }, { 0x2, "wrap_v", N_ ("Wrap V") });
MW_NAMES (mw_m2_material_flags, TRUE, { 0x1, "unlit", N_ ("Unlit") }, { 0x2, "unfogged", N_ ("Unfogged") },
          { 0x4, "two_sided", N_ ("Two sided") }, { 0x8, "no_depth_test", N_ ("No depth test") },
          { 0x10, "no_depth_set", N_ ("No depth write") },
          /* Seen in files of Wrath and later; named by the M2 wiki, where it has a name (m2.md 5.11). */
          { 0x40, "shadow_40", N_ ("Shadow 0x40") }, { 0x80, "shadow_80", N_ ("Shadow 0x80") },
          { 0x100, "unknown_100", N_ ("Unknown 0x100") }, { 0x200, "shadow_200", N_ ("Shadow 0x200") },
          { 0x400, "unknown_400", N_ ("Unknown 0x400") },
          { 0x800, "no_custom_alpha", N_ ("No alpha for custom elements") });
MW_NAMES (mw_m2_blend_modes, FALSE, { 0, "Opaque", N_ ("Opaque") }, { 1, "AlphaKey", N_ ("Alpha key") },
          { 2, "Alpha", N_ ("Alpha") }, { 3, "NoAlphaAdd", N_ ("Add without alpha") }, { 4, "Add", N_ ("Add") },
          { 5, "Mod", N_ ("Modulate") }, { 6, "Mod2x", N_ ("Modulate 2x") }, { 7, "BlendAdd", N_ ("Blend add"), .since = MW_M2_BLEND_ADD_SINCE });

static const MwField color_fields[] = {
  TRACK_FIELD (MwM2Color, color_track, "color.track", mw_m2_track_vec3_schema, .role = MW_ROLE_COLOUR,
               .neutral = MW_NEUTRAL_ONE_KEYLESS, .label = N_ ("Colour"), .doc = N_ ("Red, green, blue; multiplied with the textures.")),
  TRACK_FIELD (MwM2Color, alpha_track, "alpha.track", mw_m2_track_fixed16_schema, .role = MW_ROLE_ALPHA,
               .label = N_ ("Alpha"), .doc = N_ ("Opacity, in steps of 1/32767.")),
};
static const MwGroup color_groups[] = {
  IN_COLOUR ("color.track alpha.track"),
};
static const MwWireRow color_rows[] = {
  ROW ("color.track", M2_TRACK),
  ROW ("alpha.track", M2_TRACK, CODEC (FIXED16)),
};
SCHEMA (color, "color", N_ ("Colour"), N_ ("An animated colour for surfaces."), MwM2Color);

static const MwField texture_fields[] = {
  MW_FIELD_U32 (MwM2Texture, type, "type", .part = MW_PART_SUPPLIED, .catalogue = MW_CATALOGUE_TEXTURE_TYPE, .touches = MW_TOUCH_TEXTURE, .label = N_ ("Type"),
                .doc = N_ ("0: the file named here; others are filled in by the game.")),
  MW_FIELD_U32 (MwM2Texture, flags, "flags", .role = MW_ROLE_FLAGS, .names = &mw_m2_texture_flags,
                .touches = MW_TOUCH_TEXTURE, .label = N_ ("Flags"), .doc = N_ ("Whether it repeats.")),
  MW_FIELD_TEXT (MwM2Texture, path, 264, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXTURE, .label = N_ ("Path"),
                 .doc = N_ ("Path of the BLP file inside the game's data, for type 0.")),
  MW_FIELD_U32 (MwM2Texture, file_id, "file_id", OF_CHUNK, .touches = MW_TOUCH_TEXTURE, .label = N_ ("File id"),
                .doc = N_ ("Id of the image in the game's data, instead of its path; 0: none. In chunk TXID.")),
};
static const MwGroup texture_groups[] = {
  IN_GENERAL ("path file_id type flags"),
};
static const MwWireRow texture_rows[] = {
  ROW ("type", PLAIN),
  ROW ("flags", PLAIN),
  ROW ("path", M2_TEXT),
  CHUNK ("TXID"),
  ROW ("file_id", PLAIN, IN_CHUNK),
};
SCHEMA (texture, "texture", N_ ("Texture"), N_ ("An image that surfaces and emitters use."), MwM2Texture);

static const MwField texture_weight_fields[] = {
  TRACK_FIELD (MwM2TextureWeight, weight_track, "weight.track", mw_m2_track_fixed16_schema, .role = MW_ROLE_ALPHA,
               .label = N_ ("Weight"), .doc = N_ ("Opacity of a texture, in steps of 1/32767.")),
};
static const MwGroup texture_weight_groups[] = {
  IN_VISIBILITY ("weight.track"),
};
static const MwWireRow texture_weight_rows[] = { ROW ("weight.track", M2_TRACK, CODEC (FIXED16)) };
SCHEMA (texture_weight, "texture_weight", N_ ("Texture weight"), N_ ("An animated opacity for textures."), MwM2TextureWeight);

/* 28 bytes, read as a track; no file with one has been seen (m2.md 2). */
static const MwField flipbook_fields[] = {
  TRACK_FIELD (MwM2Flipbook, track, "track", mw_m2_track_u16_schema, .label = N_ ("Track"),
               .doc = N_ ("Texture over time; no known file has one.")),
};
static const MwGroup flipbook_groups[] = {
  IN_TEXTURE ("track"),
};
static const MwWireRow flipbook_rows[] = { ROW ("track", M2_TRACK) };
SCHEMA (flipbook, "texture_flipbook", N_ ("Texture flipbook"), N_ ("A texture that changes over time."), MwM2Flipbook);

static const MwField texture_transform_fields[] = {
  TRACK_FIELD (MwM2TextureTransform, translation_track, "translation.track", mw_m2_track_vec3_schema,
               .role = MW_ROLE_UV, .label = N_ ("Translation"), .doc = N_ ("Movement of texture coordinates.")),
  TRACK_FIELD (MwM2TextureTransform, rotation_track, "rotation.track", mw_m2_track_quat_schema, .role = MW_ROLE_UV,
               .label = N_ ("Rotation"), .doc = N_ ("Quaternions about the centre of the texture.")),
  TRACK_FIELD (MwM2TextureTransform, scaling_track, "scaling.track", mw_m2_track_vec3_schema, .role = MW_ROLE_UV,
               .neutral = MW_NEUTRAL_ONE, .label = N_ ("Scaling"), .doc = N_ ("Factors about the centre of the texture.")),
};
/* Rotations are four floats in every version (m2.md 15.3). */
static const MwGroup texture_transform_groups[] = {
  IN_TRANSFORM ("translation.track rotation.track scaling.track"),
};
static const MwWireRow texture_transform_rows[] = {
  ROW ("translation.track", M2_TRACK),
  ROW ("rotation.track", M2_TRACK),
  ROW ("scaling.track", M2_TRACK),
};
SCHEMA (texture_transform, "texture_transform", N_ ("Texture transform"), N_ ("Moves texture coordinates."),
        MwM2TextureTransform);

static const MwField material_fields[] = {
  MW_FIELD_U16 (MwM2Material, flags, "flags", .role = MW_ROLE_FLAGS, .names = &mw_m2_material_flags,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"), .doc = N_ ("Lighting, fog, sides and depth.")),
  MW_FIELD_U16 (MwM2Material, blend_mode, "blend_mode", .names = &mw_m2_blend_modes, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Blend mode"), .doc = N_ ("How it is blended with what is behind it.")),
  MW_FIELD_U8S (MwM2Material, txac, 2, "txac", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("TXAC bytes"),
                .doc = N_ ("Two bytes of chunk TXAC. The client uses them to choose a vertex format; their meaning is not known.")),
};
static const MwGroup material_groups[] = {
  IN_LOOK ("blend_mode flags"),
  IN_DATA ("txac"),
};
static const MwWireRow material_rows[] = {
  ROW ("flags", PLAIN),
  ROW ("blend_mode", PLAIN),
  CHUNK ("TXAC"),
  ROW ("txac", PLAIN, IN_CHUNK),
};
SCHEMA (material, "material", N_ ("Material"), N_ ("How a surface is blended and lit (render flags)."), MwM2Material);
/* clang-format on */
