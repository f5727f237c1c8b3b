/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/chunks.h"
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

/* Fields of a chunk: a number, some numbers, bytes whose meaning is not known, ids of files. */
#define C_U16(member, path, label_, doc_, ...) MW_FIELD_U16 (MwM2, member, path, OF_CHUNK, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define C_U32(member, path, label_, doc_, ...) MW_FIELD_U32 (MwM2, member, path, OF_CHUNK, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define C_F32(member, path, label_, doc_, ...) MW_FIELD_F32 (MwM2, member, path, OF_CHUNK, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define C_VEC(member, n, path, label_, doc_, ...) MW_FIELD_VEC (MwM2, member, n, path, OF_CHUNK, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define C_BYTES(member, path, label_, doc_)                                                                             \
  MW_FIELD_ARRAY (MwM2, member, MW_TYPE_U8, 1, path, OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = label_, .doc = doc_)
#define C_IDS(member, type, label_, doc_, ...)                                                                          \
  MW_FIELD_ARRAY (MwM2, member, type, 1, #member, OF_CHUNK, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define C_LIST(member, of, label_, doc_) LIST (member, of, label_, OF_CHUNK, .doc = doc_)

static gboolean
may_be_chunked (const MwRecord *record)
{
  return ((const MwM2 *) record)->version >= MW_M2_CHUNKS_SINCE;
}

static const MwField m2_fields[] = {
  MW_FIELD_U32 (MwM2, version, "version", .def = MW_M2_LANES_SINCE, .read_only = TRUE, .label = N_ ("Format version"),
                .doc = N_ ("Version of the file.")),
  MW_FIELD_U8 (MwM2, chunked, "chunked", .read_only = TRUE, .role = MW_ROLE_SWITCH, .live = may_be_chunked, .label = N_ ("In chunks"),
               .doc = N_ ("Whether the file is a stream of chunks (MD21), as since Legion, and not one block (MD20).")),
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
  C_U32 (physics_file, "physics_file", N_ ("File id of the physics"), N_ ("Id of the .phys file; 0: none. In chunk PFID.")),
  C_IDS (lod_skin_files, MW_TYPE_U32, N_ ("File ids of level-of-detail skins"),
         N_ ("Ids of the .skin files for a distance, after those of the profiles; 0: none. In chunk SFID.")),
  C_LIST (anim_files, anim_file, N_ ("Animation files"), N_ ("Which file has the keys of each animation that is not in the model. In chunk AFID.")),
  C_IDS (bone_files, MW_TYPE_U32, N_ ("File ids of facial bones"), N_ ("Ids of the .bone files. In chunk BFID.")),
  C_IDS (parent_animations, MW_TYPE_U16, N_ ("Animations of its own"),
         N_ ("Animations for which the skeleton's own sequences are used and not those of its parent. In chunk PABC.")),
  C_LIST (parent_texture_weights, texture_weight, N_ ("Texture weights over the parent's"), N_ ("They replace those of the parent. In chunk PADC.")),
  C_LIST (parent_bounds, parent_bounds, N_ ("Bounds over the parent's"), N_ ("They replace those of the parent's sequences. In chunk PSBC.")),
  C_LIST (parent_events, parent_event, N_ ("Events over the parent's"), N_ ("They replace those of the parent. In chunk PEDC.")),
  C_U32 (skeleton_file, "skeleton_file", N_ ("File id of the skeleton"), N_ ("Id of the .skel file; 0: none. In chunk SKID.")),
  C_U16 (lod_unknown_00, "lod.unknown_00", N_ ("Unknown 0x00 (LDV1)"), N_ ("A number of chunk LDV1 whose meaning is not known."),
         .role = MW_ROLE_UNKNOWN),
  C_U16 (lod_count, "lod.count", N_ ("Levels of detail"), N_ ("The highest level of detail, plus one. In chunk LDV1.")),
  C_F32 (lod_distance, "lod.distance", N_ ("Level-of-detail distance"), N_ ("Distances are multiplied by 740 / it, within 0.5 and 5. In chunk LDV1.")),
  MW_FIELD_U8S (MwM2, lod_particle_bones, 4, "lod.particle_bones", OF_CHUNK, .label = N_ ("Particle bones by level"),
                .doc = N_ ("For each level of detail the bone flag that stops emitters, counted from 0x10000. In chunk LDV1."),
                .components = (const char *const[]) { N_ ("Level 0"), N_ ("Level 1"), N_ ("Level 2"), N_ ("Level 3") }),
  C_U32 (lod_unknown_0c, "lod.unknown_0c", N_ ("Unknown 0x0C (LDV1)"), N_ ("A number of chunk LDV1 whose meaning is not known."),
         .role = MW_ROLE_UNKNOWN),
  C_F32 (wfv1_bump_scale, "wfv1.bump_scale", N_ ("Bump scale (WFV1)"), N_ ("Strength of the ripples of a waterfall. In chunk WFV1.")),
  C_BYTES (wfv1_rest, "wfv1.rest", N_ ("Rest of WFV1"), N_ ("Bytes of chunk WFV1 whose meaning is not known.")),
  C_BYTES (wfv2_bytes, "wfv2.bytes", N_ ("WFV2"), N_ ("What chunk WFV2 has; its meaning is not known.")),
  C_F32 (wfv3_bump_scale, "wfv3.bump_scale", N_ ("Bump scale (WFV3)"), N_ ("Strength of the ripples of a waterfall. In chunk WFV3.")),
  C_VEC (wfv3_values, 10, "wfv3.values", N_ ("Values (WFV3)"), N_ ("Ten numbers for the shader of a waterfall. In chunk WFV3."),
         .components = (const char *const[]) { N_ ("v0.x"), N_ ("v0.y"), N_ ("v0.z"), N_ ("v1.w"), N_ ("v0.w"), N_ ("v1.x"),
                                               N_ ("v1.y"), N_ ("v2.w"), N_ ("v3.y"), N_ ("v3.x") }),
  MW_FIELD_U8S (MwM2, wfv3_color, 4, "wfv3.color", OF_CHUNK, .role = MW_ROLE_COLOUR, .label = N_ ("Base colour (WFV3)"),
                .doc = N_ ("Red, green, blue and alpha of a waterfall. In chunk WFV3.")),
  C_U16 (wfv3_flags, "wfv3.flags", N_ ("Flags (WFV3)"), N_ ("Flags of chunk WFV3 whose meaning is not known.")),
  C_U16 (wfv3_unknown_32, "wfv3.unknown_32", N_ ("Unknown 0x32 (WFV3)"), N_ ("A number of chunk WFV3 whose meaning is not known."),
         .role = MW_ROLE_UNKNOWN),
  C_VEC (wfv3_more_values, 3, "wfv3.more_values", N_ ("More values (WFV3)"), N_ ("Three numbers for the shader of a waterfall. In chunk WFV3."),
         .components = (const char *const[]) { N_ ("v3.w"), N_ ("v3.z"), N_ ("v4.y") }),
  MW_FIELD_U32S (MwM2, wfv3_unknown_40, 4, "wfv3.unknown_40", OF_CHUNK, .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x40 (WFV3)"),
                 .doc = N_ ("Four numbers of chunk WFV3 whose meaning is not known.")),
  C_BYTES (physics_bytes, "physics", N_ ("Physics"), N_ ("A physics file inside the model. In chunk PFDC.")),
  C_LIST (edge_fades, edge_fade, N_ ("Edge fades"), N_ ("How edges fade that are seen from the side. In chunk EDGF.")),
  C_VEC (near_fade, 2, "near_fade", N_ ("Fading by radius"),
         N_ ("Two squared radii: the model is opaque at the second and gone at the first. In chunk NERF."),
         .components = (const char *const[]) { N_ ("Gone"), N_ ("Opaque") }),
  C_LIST (dboc, dboc, N_ ("DBOC entries"), N_ ("Entries of chunk DBOC, whose meaning is not known.")),
  C_BYTES (afra_bytes, "afra", N_ ("AFRA"), N_ ("What chunk AFRA has; its meaning is not known.")),
  C_LIST (unknown_chunks, unknown_chunk, N_ ("Unknown chunks"), N_ ("Chunks of unknown kinds, and those that their kind does not explain.")),
};

#define L(name, of, ...) LIST_ROW (name, mw_m2_##of##_schema, __VA_ARGS__)
static const MwGroup m2_groups[] = {
  IN_GENERAL ("name version chunked flags"),
  IN_BOUNDS ("bounds.min bounds.max bounds.radius collision_bounds.min collision_bounds.max "
    "collision_bounds.radius"),
  IN_PARTS ("sequences global_sequences textures materials skins colors texture_weights texture_flipbooks "
    "texture_transforms bones attachments events lights cameras ribbons particles anim_files parent_texture_weights "
    "parent_bounds parent_events edge_fades dboc unknown_chunks physics_file skeleton_file"),
  IN_DETAIL ("lod.count lod.distance lod.particle_bones lod_skin_files near_fade"),
  IN_DATA ("vertices.position vertices.normal vertices.uv vertices.uv2 vertices.bones vertices.weights "
    "playable_animations collision_vertices collision_triangles collision_normals texture_combiners "
    "bone_files parent_animations lod.unknown_00 lod.unknown_0c wfv1.bump_scale wfv1.rest wfv2.bytes wfv3.bump_scale "
    "wfv3.values wfv3.color wfv3.flags wfv3.unknown_32 wfv3.more_values wfv3.unknown_40 physics afra"),
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
  /* Chunks that are not about the records of one list, or that are about each of its records (m2.md 12). The order is that of
   * the reference. */
  CHUNK ("PFID"), ROW ("physics_file", PLAIN, IN_CHUNK),
  CHUNK ("SFID"), HAND_ROW (mw_m2_column_sfid, IN_CHUNK), ROW ("lod_skin_files", TAIL, IN_CHUNK),
  CHUNK ("AFID"), ROW ("anim_files", ITEMS, .element = &mw_m2_anim_file_schema, IN_CHUNK),
  CHUNK ("BFID"), ROW ("bone_files", TAIL, IN_CHUNK),
  CHUNK ("TXAC"), HAND_ROW (mw_m2_column_txac, IN_CHUNK),
  CHUNK ("EXPT"), HAND_ROW (mw_m2_column_expt, IN_CHUNK),
  CHUNK ("EXP2"), HAND_ROW (mw_m2_column_exp2, IN_CHUNK),
  CHUNK ("PABC"), ROW ("parent_animations", M2_ARRAY, IN_CHUNK),
  CHUNK ("PADC"), L ("parent_texture_weights", texture_weight, IN_CHUNK),
  CHUNK ("PSBC"), L ("parent_bounds", parent_bounds, IN_CHUNK),
  CHUNK ("PEDC"), L ("parent_events", parent_event, IN_CHUNK),
  CHUNK ("SKID"), ROW ("skeleton_file", PLAIN, IN_CHUNK),
  CHUNK ("TXID"), HAND_ROW (mw_m2_column_txid, IN_CHUNK),
  CHUNK ("LDV1"), ROW ("lod.unknown_00", PLAIN, IN_CHUNK), ROW ("lod.count", PLAIN, IN_CHUNK), ROW ("lod.distance", PLAIN, IN_CHUNK),
  ROW ("lod.particle_bones", PLAIN, IN_CHUNK), ROW ("lod.unknown_0c", PLAIN, IN_CHUNK),
  CHUNK ("RPID"), HAND_ROW (mw_m2_column_rpid, IN_CHUNK),
  CHUNK ("GPID"), HAND_ROW (mw_m2_column_gpid, IN_CHUNK),
  CHUNK ("WFV1"), ROW ("wfv1.bump_scale", PLAIN, IN_CHUNK), ROW ("wfv1.rest", TAIL, IN_CHUNK),
  CHUNK ("WFV2"), ROW ("wfv2.bytes", TAIL, IN_CHUNK),
  CHUNK ("PGD1"), HAND_ROW (mw_m2_column_pgd1, IN_CHUNK),
  CHUNK ("WFV3"), ROW ("wfv3.bump_scale", PLAIN, IN_CHUNK), ROW ("wfv3.values", PLAIN, IN_CHUNK), ROW ("wfv3.color", PLAIN, IN_CHUNK),
  ROW ("wfv3.flags", PLAIN, IN_CHUNK), ROW ("wfv3.unknown_32", PLAIN, IN_CHUNK), ROW ("wfv3.more_values", PLAIN, IN_CHUNK),
  ROW ("wfv3.unknown_40", PLAIN, IN_CHUNK),
  CHUNK ("PFDC"), ROW ("physics", TAIL, IN_CHUNK),
  CHUNK ("EDGF"), ROW ("edge_fades", ITEMS, .element = &mw_m2_edge_fade_schema, IN_CHUNK),
  CHUNK ("NERF"), ROW ("near_fade", PLAIN, IN_CHUNK),
  CHUNK ("DETL"), HAND_ROW (mw_m2_column_detl, IN_CHUNK),
  CHUNK ("DBOC"), ROW ("dboc", ITEMS, .element = &mw_m2_dboc_schema, IN_CHUNK),
  CHUNK ("AFRA"), ROW ("afra", TAIL, IN_CHUNK),
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
