/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"
#include "core/model/m2/tables.h"

/* The root record of M2: m2.md 2. Its rows are the file's header after magic and version and, through its lists, the
 * whole file. */

/* clang-format off */
MW_NAMES (mw_m2_global_flags, TRUE, { 0x1, "tilt_x", N_ ("Tilt X") }, { 0x2, "tilt_y", N_ ("Tilt Y") },
          { 0x8, "texture_combiners", N_ ("Texture combiners") }, { 0x20, "physics", N_ ("Physics file") },
          { 0x80, "has_lod", N_ ("Levels of detail") }, { 0x100, "camera", N_ ("Camera related") },
          { 0x200, "new_particles", N_ ("New particle record") },
          { 0x800, "bone_sequences", N_ ("Texture transforms by bone sequence") },
          { 0x2000, "chunked_anim", N_ ("Chunked animation files") },
          { 0x20000, "ribbon_transforms", N_ ("Ribbon texture transforms") },
          /* Listed by the M2 wiki without a meaning. */
          { 0x40000, "unknown_40000", N_ ("Unknown 0x40000") }, { 0x80000, "unknown_80000", N_ ("Unknown 0x80000") },
          { 0x100000, "unknown_100000", N_ ("Unknown 0x100000") },
          { 0x200000, "format_24500", N_ ("Format of build 24500") });

#define LIST(member, of, label_, ...)                                                                                   \
  MW_FIELD_LIST (MwM2, member, #member, &mw_m2_##of##_schema, .label = label_, ##__VA_ARGS__)
#define VERTEX(member, path, type, n, label_, doc_, ...)                                                                \
  MW_FIELD_ARRAY (MwM2, member, type, n, "vertices." path, .parallel = TRUE, .touches = MW_TOUCH_GEOMETRY,              \
                  .label = label_, .doc = doc_, __VA_ARGS__)
#define BOUNDS(member, min_, max_, radius_)                                                                                          \
  MW_FIELD_VEC (MwM2, member.min, 3, #member ".min", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                    \
                .touches = MW_TOUCH_GEOMETRY, .label = min_, .doc = N_ ("Lowest corner of the box.")),                \
  MW_FIELD_VEC (MwM2, member.max, 3, #member ".max", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                    \
                .touches = MW_TOUCH_GEOMETRY, .label = max_, .doc = N_ ("Highest corner of the box.")),               \
  MW_FIELD_F32 (MwM2, member.radius, #member ".radius", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                 \
                .touches = MW_TOUCH_GEOMETRY, .label = radius_, .doc = N_ ("Radius of the sphere."))

static const MwField m2_fields[] = {
  MW_FIELD_U32 (MwM2, version, "version", .def = MW_M2_LANES_SINCE, .read_only = TRUE, .label = N_ ("Format version"),
                .doc = N_ ("Version of the file.")),
  MW_FIELD_TEXT (MwM2, name, 65535, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT, .label = N_ ("Name"),
                 .doc = N_ ("Name of the model; clients identify it by this too.")),
  MW_FIELD_U32 (MwM2, global_flags, "flags", .role = MW_ROLE_FLAGS, .names = &mw_m2_global_flags,
                .label = N_ ("Global flags"), .doc = N_ ("Flags of the model.")),
  LIST (global_sequences, global_sequence, N_ ("Global sequences")),
  LIST (sequences, sequence, N_ ("Sequences"), .part = MW_PART_SEQUENCES),
  MW_FIELD_ARRAY (MwM2, playable_animations, MW_TYPE_I16, 2, "playable_animations", .touches = MW_TOUCH_TIME,
                  .label = N_ ("Playable animations"),
                  .doc = N_ ("For each animation id the animation that is played instead, and how (0 forwards, 1 "
                             "backwards, 2 frame by frame, 3 held at its end); before version 264.")),
  LIST (bones, bone, N_ ("Bones")),
  VERTEX (positions, "position", MW_TYPE_F32, 3, N_ ("Positions"), N_ ("Where the vertices are."), .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH),
  VERTEX (bone_weights, "weights", MW_TYPE_U8, 4, N_ ("Weights"), N_ ("How far each bone moves the vertex; 255 "
                                                                      "together."), ),
  VERTEX (bone_indices, "bones", MW_TYPE_U8, 4, N_ ("Bones"), N_ ("Which bones move the vertex."), 
          .bulk = &(const MwBulkNames) { MW_BULK_PLACES, "bones", 4, "vertices.weights" }),
  VERTEX (normals, "normal", MW_TYPE_F32, 3, N_ ("Normals"), N_ ("Directions of the surface."), .role = MW_ROLE_NORMAL),
  VERTEX (uvs, "uv", MW_TYPE_F32, 2, N_ ("Texture coordinates"), N_ ("First set; v runs downwards."), .role = MW_ROLE_UV),
  VERTEX (uvs2, "uv2", MW_TYPE_F32, 2, N_ ("Second texture coordinates"), N_ ("Second set, zero where it is not used."),
          .role = MW_ROLE_UV),
  LIST (skins, skin, N_ ("Skin profiles")),
  LIST (colors, color, N_ ("Colours")),
  LIST (textures, texture, N_ ("Textures"), .part = MW_PART_TEXTURES),
  LIST (texture_weights, texture_weight, N_ ("Texture weights")),
  LIST (texture_flipbooks, flipbook, N_ ("Texture flipbooks")),
  LIST (texture_transforms, texture_transform, N_ ("Texture transforms")),
  LIST (materials, material, N_ ("Materials")),
  BOUNDS (bounds, N_ ("Minimum extent"), N_ ("Maximum extent"), N_ ("Bounds radius")),
  BOUNDS (collision_bounds, N_ ("Collision minimum"), N_ ("Collision maximum"), N_ ("Collision radius")),
  MW_FIELD_ARRAY (MwM2, collision_triangles, MW_TYPE_U16, 1, "collision_triangles", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Collision triangles"), .doc = N_ ("Indices of collision vertices, three for each "
                                                                  "triangle.")),
  MW_FIELD_ARRAY (MwM2, collision_vertices, MW_TYPE_F32, 3, "collision_vertices", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Collision vertices"), .doc = N_ (
        "Corners of the collision mesh.")),
  MW_FIELD_ARRAY (MwM2, collision_normals, MW_TYPE_F32, 3, "collision_normals", .role = MW_ROLE_NORMAL,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Collision normals"), .doc = N_ (
        "One for each collision triangle.")),
  LIST (attachments, attachment, N_ ("Attachments")),
  LIST (events, event, N_ ("Events")),
  LIST (lights, light, N_ ("Lights")),
  LIST (cameras, camera, N_ ("Cameras")),
  LIST (ribbons, ribbon, N_ ("Ribbons")),
  LIST (particles, particle, N_ ("Particles")),
  MW_FIELD_ARRAY (MwM2, texture_combiners, MW_TYPE_U16, 1, "texture_combiners", .touches = MW_TOUCH_MATERIAL,
                  .label = N_ ("Texture combiners"),
                  .doc = N_ ("How textures are combined; the shader of a batch is an index into it. With flag 0x8.")),
};

#define L(name, of, ...) LIST_ROW (name, mw_m2_##of##_schema, __VA_ARGS__)
static const MwGroup m2_groups[] = {
  IN_GENERAL ("name version flags"),
  IN_BOUNDS ("bounds.min bounds.max bounds.radius collision_bounds.min collision_bounds.max "
    "collision_bounds.radius"),
  IN_PARTS ("sequences global_sequences textures materials skins colors texture_weights texture_flipbooks "
    "texture_transforms bones attachments events lights cameras ribbons particles"),
  IN_DATA ("vertices.position vertices.normal vertices.uv vertices.uv2 vertices.bones vertices.weights "
    "playable_animations collision_vertices collision_triangles collision_normals texture_combiners"),
};
static const MwWireRow m2_rows[] = {
  ROW ("name", M2_TEXT),
  ROW ("flags", PLAIN),
  L ("global_sequences", global_sequence),
  L ("sequences", sequence),
  HAND_ROW (mw_m2_table_sequences),
  ROW ("playable_animations", M2_ARRAY, OLD),
  L ("bones", bone),
  HAND_ROW (mw_m2_table_key_bones),
  HAND_ROW (mw_m2_vertices),
  L ("skins", skin, OLD),
  HAND_ROW (mw_m2_skin_count, .field = "skins", NEW),
  L ("colors", color),
  L ("textures", texture),
  L ("texture_weights", texture_weight),
  L ("texture_flipbooks", flipbook, OLD),
  L ("texture_transforms", texture_transform),
  HAND_ROW (mw_m2_table_replaceable),
  L ("materials", material),
  HAND_ROW (mw_m2_table_bone_combos),
  HAND_ROW (mw_m2_table_texture_combos),
  HAND_ROW (mw_m2_table_coord_combos),
  HAND_ROW (mw_m2_table_weight_combos),
  HAND_ROW (mw_m2_table_transform_combos),
  ROW ("bounds.min", PLAIN),
  ROW ("bounds.max", PLAIN),
  ROW ("bounds.radius", PLAIN),
  ROW ("collision_bounds.min", PLAIN),
  ROW ("collision_bounds.max", PLAIN),
  ROW ("collision_bounds.radius", PLAIN),
  ROW ("collision_triangles", M2_ARRAY),
  ROW ("collision_vertices", M2_ARRAY),
  ROW ("collision_normals", M2_ARRAY),
  L ("attachments", attachment),
  HAND_ROW (mw_m2_table_attachments),
  L ("events", event),
  L ("lights", light),
  L ("cameras", camera),
  HAND_ROW (mw_m2_table_cameras),
  L ("ribbons", ribbon),
  L ("particles", particle),
  /* Below 264 the bit has no meaning: files that set it have padding here (m2.md 15.8). */
  ROW ("texture_combiners", M2_ARRAY, NEW, WHEN ("flags", 0x8, 0x8)),
};
const MwSchema mw_m2_schema = { .name = "m2", .label = N_ ("Model"), .doc = N_ ("A World of Warcraft model (M2)."),
                                .size = sizeof (MwM2), TABLE (m2), .note_field = mw_m2_model_note_field };
/* clang-format on */

MwM2 *
mw_m2_new (uint32_t version)
{
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  model->version = version;
  return model;
}
