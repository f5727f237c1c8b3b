/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

/* TEXS (268 bytes each) and TXAN: mdlx.md 5.4, 5.6. */

MW_NAMES (texture_flags, TRUE, { 1, "wrap_width", N_ ("Wrap width") }, { 2, "wrap_height", N_ ("Wrap height") });
MW_NAMES (mw_mdlx_replaceable_names, FALSE, { 0, "None", N_ ("None") }, { 1, "TeamColor", N_ ("Team colour") },
          { 2, "TeamGlow", N_ ("Team glow") }, { 11, "Cliff", N_ ("Cliff") }, { 21, "Cursor", N_ ("Cursor") },
          { 31, "LordaeronTree", N_ ("Lordaeron tree") }, { 32, "AshenvaleTree", N_ ("Ashenvale tree") },
          { 33, "BarrensTree", N_ ("Barrens tree") }, { 34, "NorthrendTree", N_ ("Northrend tree") },
          { 35, "Mushroom", N_ ("Mushroom tree") }, { 36, "RuinsTree", N_ ("Ruins tree") },
          { 37, "OutlandMushroomTree", N_ ("Outland mushroom tree") });

static const MwField texture_fields[] = {
  MW_FIELD_U32 (MwMdlxTexture, replaceable_id, "replaceable_id", .part = MW_PART_SUPPLIED, .names = &mw_mdlx_replaceable_names,
                WOW_CATALOGUE (MW_CATALOGUE_TEXTURE_TYPE),
                .touches = MW_TOUCH_TEXTURE, .label = N_ ("Replaceable ID"), .aliases = "team colour color glow",
                .doc = N_ ("Texture that the game fills in (team colour, glow, tree ...); 0: the file at the path is used.")),
  MW_FIELD_TEXT (MwMdlxTexture, path, 260, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXTURE,
                 .label = N_ ("Path"), .aliases = "image file bitmap",
                 .doc = N_ ("Path of the image inside the game's archives or beside the model (MDL Image).")),
  MW_FIELD_U32 (MwMdlxTexture, flags, "flags", .names = &texture_flags, .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"),
                .doc = N_ ("Whether the image repeats beyond its edges (MDL WrapWidth, WrapHeight).")),
};
static const MwGroup texture_groups[] = {
  IN_GENERAL ("path replaceable_id flags"),
};
static const MwWireRow texture_rows[] = { PLAIN ("replaceable_id"), CHARS ("path", 260), PLAIN ("flags") };
static const MwMdlRow texture_mdl[] = {
  MDL_HEAD ("Bitmap"),
  MDL_VALUE ("path", "Image"),
  MDL_VALUE ("replaceable_id", "ReplaceableId", .omit = TRUE),
  MDL_FLAG ("flags", 1, "WrapWidth"),
  MDL_FLAG ("flags", 2, "WrapHeight"),
  MDL_VALUE ("flags", "TextureFlags", WOW, .omit = TRUE),
};
const MwSchema mw_mdlx_texture_schema = { .name = "texture",
                                          .label = N_ ("Texture"),
                                          .doc = N_ ("An image, or a place for one that the game fills in."),
                                          .size = sizeof (MwMdlxTexture),
                                          TABLE (texture),
                                          MDL_ROWS (texture) };

static const MwField texture_animation_fields[] = {
  TRACK_FIELD (MwMdlxTextureAnimation, translation_track, "translation.track", mw_track_vec3_schema,
               .role = MW_ROLE_POSITION, .label = N_ ("Translation"), .doc = N_ ("Moves texture coordinates (KTAT).")),
  TRACK_FIELD (MwMdlxTextureAnimation, rotation_track, "rotation.track", mw_track_quat_schema,
               .role = MW_ROLE_ROTATION, .label = N_ ("Rotation"),
               .doc = N_ ("Turns texture coordinates about (0.5, 0.5) (KTAR).")),
  TRACK_FIELD (MwMdlxTextureAnimation, scaling_track, "scaling.track", mw_track_vec3_schema, .role = MW_ROLE_SCALE,
               .label = N_ ("Scaling"), .doc = N_ ("Scales texture coordinates about (0.5, 0.5) (KTAS).")),
  UNKNOWN_FIELD (MwMdlxTextureAnimation),
};
static const MwGroup texture_animation_groups[] = {
  IN_TRANSFORM ("translation.track rotation.track scaling.track"),
  IN_DATA ("unknown"),
};
static const MwWireRow texture_animation_rows[] = {
  SIZE, TRACK ("translation.track", "KTAT"), TRACK_QUAT ("rotation.track", "KTAR"), TRACK ("scaling.track", "KTAS"),
  UNKNOWN_TAIL,
};
static const MwMdlRow texture_animation_mdl[] = {
  MDL_HEAD ("TVertexAnim"),
  MDL_TRACK ("translation.track", "Translation"),
  MDL_TRACK ("rotation.track", "Rotation"),
  MDL_TRACK ("scaling.track", "Scaling"),
};
const MwSchema mw_mdlx_texture_animation_schema = { .name = "texture_animation",
                                                    .label = N_ ("Texture animation"),
                                                    .doc = N_ ("Moves the texture coordinates of layers."),
                                                    .size = sizeof (MwMdlxTextureAnimation),
                                                    TABLE (texture_animation),
                                                    MDL_ROWS (texture_animation) };
