/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"
#include "core/model/m2/geosets.h"
#include "core/model/m2/tables.h"

/* Skin profiles: m2.md 6. */

/* clang-format off */
MW_NAMES (mw_m2_batch_flags, TRUE, { 0x1, "invert", N_ ("Invert") }, { 0x2, "transform", N_ ("Transform") },
          { 0x4, "projected", N_ ("Projected texture") }, { 0x10, "static", N_ ("Static texture transform") },
          { 0x40, "use_weights", N_ ("Use texture weights") });

static const MwField submesh_fields[] = {
  MW_FIELD_U16 (MwM2Submesh, geoset, "geoset",
                .family_names = &(const MwFamilyNames) { MW_FAMILY_M2, NULL, MW_CATALOGUE_GEOSET_GROUP, mw_m2_geoset_names },
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Geoset"),
                .doc = N_ ("Which part of a character it is: 100 times the group plus the variant; 0 is always shown.")),
  MW_FIELD_ARRAY (MwM2Submesh, triangles, MW_TYPE_U16, 1, "triangles", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Triangles"), .doc = N_ ("Indices of the model's vertices, three for each triangle.")),
  MW_FIELD_U16 (MwM2Submesh, influences, "influences", .def = 1, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Influences"),
                .doc = N_ ("Largest number of bones that move one of its vertices, 1 to 4.")),
  MW_FIELD_REF (MwM2Submesh, center_bone, "center_bone", "bones", .on_remove = MW_ON_REMOVE_PARENT,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Centre bone"), .doc = N_ ("The bone that its centre follows.")),
  MW_FIELD_VEC (MwM2Submesh, center, 3, "center", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Centre"), .doc = N_ ("Mean of its vertices.")),
  MW_FIELD_VEC (MwM2Submesh, sort_center, 3, "sort_center", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Sort centre"),
                .doc = N_ ("Point by which transparent surfaces are sorted, from version 258 on.")),
  MW_FIELD_F32 (MwM2Submesh, sort_radius, "sort_radius", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Sort radius"), .doc = N_ ("How far its vertices reach from that point.")),
};
static const MwGroup submesh_groups[] = {
  IN_GENERAL ("geoset"),
  IN_BOUNDS ("center sort_center sort_radius"),
  IN_BONES ("center_bone influences", "influences"),
  IN_DATA ("triangles"),
};
static const MwWireRow submesh_rows[] = {
  ROW ("geoset", PLAIN),
  { .field = "triangles", .wire = MW_WIRE_HAND, .hand = &mw_m2_submesh_runs },
  ROW ("influences", PLAIN),
  ROW ("center_bone", REF16),
  ROW ("center", PLAIN),
  ROW ("sort_center", PLAIN, .since = MW_M2_SORT_SPHERE_SINCE),
  ROW ("sort_radius", PLAIN, .since = MW_M2_SORT_SPHERE_SINCE),
};
SCHEMA (submesh, "submesh", N_ ("Submesh"), N_ ("A part of the geometry that shares bones and a geoset."), MwM2Submesh,
        .note_field = mw_m2_note_field);

/* Special shaders that use the weights of two and of three textures (m2.md 7, rendering.md 3.6). */
#define SHADERS_OF_TWO_WEIGHTS(EACH) EACH (10), EACH (13), EACH (14), EACH (15)
#define SHADERS_OF_THREE_WEIGHTS(EACH) EACH (3), EACH (17), EACH (18), EACH (22), EACH (24)
#define SPECIAL 0x8000

#define UNIT(member, path, label_, doc_, ...)                                                                           \
  MW_FIELD_ARRAY (MwM2Batch, member, MW_TYPE_REF, 1, "units." path, .parallel = TRUE, .touches = MW_TOUCH_MATERIAL,     \
                  .label = label_, .doc = doc_, __VA_ARGS__)
static const MwField batch_fields[] = {
  MW_FIELD_U8 (MwM2Batch, flags, "flags", .def = 0x10, .role = MW_ROLE_FLAGS, .names = &mw_m2_batch_flags,
               .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"), .doc = N_ ("How its textures are applied.")),
  MW_FIELD_I8 (MwM2Batch, priority_plane, "priority_plane", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Priority plane"),
               .doc = N_ ("Order among transparent surfaces.")),
  MW_FIELD_U16 (MwM2Batch, shader, "shader", .catalogue = MW_CATALOGUE_SHADER, .touches = MW_TOUCH_MATERIAL, .label = N_ ("Shader"),
                .doc = N_ ("How its textures are combined; with global flag 0x8 an index into the texture combiners.")),
  MW_FIELD_REF (MwM2Batch, submesh, "submesh", "submeshes", .on_remove = MW_ON_REMOVE_CASCADE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Submesh"), .doc = N_ ("What it draws.")),
  MW_FIELD_U16 (MwM2Batch, surface, "surface", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Surface"),
                .doc = N_ ("Number of the geoset before it was split for a profile's bone limit.")),
  MW_FIELD_REF (MwM2Batch, color, "color", "colors", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Colour"),
                .doc = N_ ("Animated colour; none: white.")),
  MW_FIELD_REF (MwM2Batch, material, "material", "materials", .on_remove = MW_ON_REMOVE_REFUSE, .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Material"), .doc = N_ ("How it is blended and lit.")),
  MW_FIELD_REF (MwM2Batch, weight, "weight", "texture_weights", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Texture weight"),
                .doc = N_ ("Animated opacity of its textures.")),
  MW_FIELD_REF (MwM2Batch, weight_2, "weight_2", "texture_weights", .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Weight of the second texture"),
                .doc = N_ ("How much of its second texture is seen; none: all. Only some special shaders use it.")),
  MW_FIELD_REF (MwM2Batch, weight_3, "weight_3", "texture_weights", .touches = MW_TOUCH_MATERIAL,
                .label = N_ ("Weight of the third texture"),
                .doc = N_ ("How much of its third texture is seen; none: all. Only some special shaders use it.")),
  MW_FIELD_U16 (MwM2Batch, layer, "layer", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Layer"),
                .doc = N_ ("Place among the batches that draw one submesh.")),
  UNIT (textures, "texture", N_ ("Textures"), N_ ("Texture of each unit."), .role = MW_ROLE_IMAGE, .refers = "textures", .on_remove = MW_ON_REMOVE_REFUSE),
  MW_FIELD_ARRAY (MwM2Batch, coords, MW_TYPE_U16, 1, "units.coord", .parallel = TRUE, .touches = MW_TOUCH_MATERIAL,
                  .label = N_ ("Coordinates"), .doc = N_ ("Which texture coordinates: 0, 1, or 65535 for the environment.")),
  UNIT (transforms, "transform", N_ ("Transforms"), N_ ("Texture transform of each unit; none: static."),
        .refers = "texture_transforms"),
};
#define STORED .since = MW_M2_SHADERS_STORED_SINCE
#define WEIGHT_2(n) ROW ("weight_2", ELSEWHERE, STORED, WHEN ("shader", 0xFFFF, SPECIAL | (n)))
#define WEIGHT_3(n) ROW ("weight_3", ELSEWHERE, STORED, WHEN ("shader", 0xFFFF, SPECIAL | (n)))
static const MwGroup batch_groups[] = {
  IN_MATERIAL ("material priority_plane layer flags"),
  IN_TEXTURE ("units.texture units.coord units.transform shader"),
  IN_VISIBILITY ("color weight weight_2 weight_3"),
  IN_DATA ("submesh surface"),
};
static const MwWireRow batch_rows[] = {
  ROW ("flags", PLAIN),
  ROW ("priority_plane", PLAIN),
  ROW ("shader", PLAIN),
  ROW ("submesh", REF16),
  ROW ("surface", PLAIN),
  ROW ("color", REF16),
  ROW ("material", REF16),
  ROW ("layer", PLAIN),
  HAND_ROW (mw_m2_batch_units),
  SHADERS_OF_TWO_WEIGHTS (WEIGHT_2),
  SHADERS_OF_THREE_WEIGHTS (WEIGHT_2),
  SHADERS_OF_THREE_WEIGHTS (WEIGHT_3),
};
SCHEMA (batch, "batch", N_ ("Batch"), N_ ("One drawing of a submesh: material, textures, colour."), MwM2Batch);

static const MwField shadow_batch_fields[] = {
  MW_FIELD_U8 (MwM2ShadowBatch, flags, "flags", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"),
               .doc = N_ ("Flags of the batch that casts the shadow.")),
  MW_FIELD_U8 (MwM2ShadowBatch, flags2, "flags2", .touches = MW_TOUCH_MATERIAL, .label = N_ ("More flags"),
               .doc = N_ ("1: two-sided, 2: opaque, 4 and 64: from the material.")),
  MW_FIELD_U16 (MwM2ShadowBatch, unknown_02, "unknown_02", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown"), .doc = N_ ("Zero.")),
  MW_FIELD_REF (MwM2ShadowBatch, submesh, "submesh", "submeshes", .on_remove = MW_ON_REMOVE_CASCADE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Submesh"), .doc = N_ ("What casts the shadow.")),
  MW_FIELD_REF (MwM2ShadowBatch, texture, "texture", "textures", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_REFUSE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Texture"), .doc = N_ ("Its first texture.")),
  MW_FIELD_REF (MwM2ShadowBatch, color, "color", "colors", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Colour"),
                .doc = N_ ("Its colour.")),
  MW_FIELD_REF (MwM2ShadowBatch, weight, "weight", "texture_weights", .touches = MW_TOUCH_MATERIAL, .label = N_ ("Weight"),
                .doc = N_ ("Its texture weight.")),
};
static const MwGroup shadow_batch_groups[] = {
  IN_GENERAL ("submesh texture color weight flags flags2"),
  IN_DATA ("unknown_02"),
};
static const MwWireRow shadow_batch_rows[] = {
  ROW ("flags", PLAIN),
  ROW ("flags2", PLAIN),
  ROW ("unknown_02", PLAIN),
  ROW ("submesh", REF16),
  ROW ("texture", REF16),
  ROW ("color", REF16),
  ROW ("weight", REF16),
};
SCHEMA (shadow_batch, "shadow_batch", N_ ("Shadow batch"), N_ ("How a batch casts its shadow."), MwM2ShadowBatch);

/* The content of a file that is not available can be neither shown nor edited. */
static gboolean
is_loaded (const MwRecord *record)
{
  return !((const MwM2Skin *) record)->not_loaded;
}

#define LIST(member, of, label_) MW_FIELD_LIST (MwM2Skin, member, #member, &mw_m2_##of##_schema, .label = label_)
static const MwField skin_fields[] = {
  MW_FIELD_U8 (MwM2Skin, not_loaded, "not_loaded", .read_only = TRUE, .hidden = TRUE, .touches = MW_TOUCH_GEOMETRY,
               .label = N_ ("Not loaded"), .doc = N_ ("Its file was not found.")),
  LIST (submeshes, submesh, N_ ("Submeshes")),
  LIST (batches, batch, N_ ("Batches")),
  MW_FIELD_U32 (MwM2Skin, bone_limit, "bone_limit", .live = is_loaded, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Bone limit"),
                .doc = N_ ("Largest number of bones that a submesh may use: 256, 75 or 64, 53, 21; 0 in later files.")),
  LIST (shadow_batches, shadow_batch, N_ ("Shadow batches")),
  MW_FIELD_U32 (MwM2Skin, file_id, "file_id", OF_CHUNK, .label = N_ ("File id"),
                .doc = N_ ("Id of the .skin file in the game's data; 0: none. In chunk SFID.")),
};
static const MwGroup skin_groups[] = {
  IN_GENERAL ("bone_limit file_id"),
  IN_PARTS ("submeshes batches shadow_batches"),
  IN_DATA ("not_loaded"),
};
static const MwWireRow skin_rows[] = {
  HAND_ROW (mw_m2_skin_vertices),
  HAND_ROW (mw_m2_skin_indices),
  HAND_ROW (mw_m2_skin_bones),
  LIST_ROW ("submeshes", mw_m2_submesh_schema),
  LIST_ROW ("batches", mw_m2_batch_schema),
  ROW ("bone_limit", PLAIN),
  LIST_ROW ("shadow_batches", mw_m2_shadow_batch_schema, .variants = 1 << MW_M2_SKIN_SHADOWS),
  CHUNK ("SFID"),
  ROW ("file_id", PLAIN, IN_CHUNK),
};
SCHEMA (skin, "skin", N_ ("Skin profile"), N_ ("The geometry for one bone limit."), MwM2Skin, .probe = mw_m2_skin_probe,
        .note_field = mw_m2_note_field);
/* clang-format on */

guint
mw_m2_batch_weights (uint32_t version, const MwM2Batch *batch)
{
#define NUMBER(n) n
  static const uint8_t two[] = { SHADERS_OF_TWO_WEIGHTS (NUMBER) }, three[] = { SHADERS_OF_THREE_WEIGHTS (NUMBER) };
  if (version < MW_M2_SHADERS_STORED_SINCE || !(batch->shader & SPECIAL))
    return 1;
  for (guint i = 0; i < sizeof two; i++)
    if (two[i] == (batch->shader & ~SPECIAL))
      return 2;
  for (guint i = 0; i < sizeof three; i++)
    if (three[i] == (batch->shader & ~SPECIAL))
      return 3;
  return 1;
}
