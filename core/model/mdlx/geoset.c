/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/geoset-skin.h"
#include "core/model/mdlx/geoset-text.h"
#include "core/model/mdlx/sections.h"
#include "core/model/mdlx/tables.h"
#include "core/model/mdlx/wow.h"

#include "core/schema/mdl.h"
#include "core/schema/wire.h"

#include <string.h>

/* GEOS: mdlx.md 5.7; the order of its parts is fixed. GNDX, MTGC and MATS are stored data, because real files have
 * them in orders that cannot be derived. */

MW_NAMES (selection_flags, TRUE, { 4, "unselectable", N_ ("Unselectable") });
MW_NAMES (wow_selection_flags, TRUE, { 1, "unselectable", N_ ("Unselectable") },
          { 0x10, "project_2d", N_ ("Projects in 2D"), .since = 1500 },
          { 0x20, "shader_skin", N_ ("Skinned by a shader"), .since = 1500 });

static const MwField uv_set_fields[] = {
  MW_FIELD_ARRAY (MwMdlxUvSet, uvs, MW_TYPE_F32, 2, "uvs", .role = MW_ROLE_UV, .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Texture coordinates"), .doc = N_ ("One pair per vertex, v down (MDL TVertices).")),
};
static const MwGroup uv_set_groups[] = {
  IN_TEXTURE ("uvs"),
};
static const MwWireRow uv_set_rows[] = { TAGGED_ARRAY ("uvs", "UVBS") };
static const MwMdlRow uv_set_mdl[] = { { .field = "uvs", .form = MW_MDL_ARRAY, .word = "TVertices" } };
const MwSchema mw_mdlx_uv_set_schema = { .name = "uv_set",
                                         .label = N_ ("UV set"),
                                         .doc = N_ ("Texture coordinates of a geoset."),
                                         .size = sizeof (MwMdlxUvSet),
                                         TABLE (uv_set),
                                         MDL_ROWS (uv_set) };

static const MwField geoset_extent_fields[] = {
  MW_FIELD_REF (MwMdlxGeosetExtent, sequence, "sequence", "sequences", .on_remove = MW_ON_REMOVE_CASCADE,
                .read_only = TRUE, .label = N_ ("Sequence"), .doc = N_ ("The sequence to which this extent applies.")),
  MW_BOUNDS_FIELDS (MwMdlxGeosetExtent),
};
static const MwGroup geoset_extent_groups[] = {
  IN_BOUNDS ("sequence bounds.radius bounds.min bounds.max"),
};
static const MwWireRow geoset_extent_rows[] = { MW_BOUNDS_ROWS };
static const MwMdlRow geoset_extent_mdl[] = { MDL_HEAD ("Anim"), MW_BOUNDS_MDL };
const MwSchema mw_mdlx_geoset_extent_schema = { .name = "geoset_extent",
                                                .label = N_ ("Sequence extent"),
                                                .doc = N_ ("A geoset's extent in one sequence (MDL Anim inside Geoset)."),
                                                .size = sizeof (MwMdlxGeosetExtent),
                                                TABLE (geoset_extent),
                                                MDL_ROWS (geoset_extent) };

/* The file does not name the sequence: the i-th extent belongs to the i-th sequence. */
static const MwField *
extents_field (void)
{
  return MW_FIELD (MwMdlxGeoset, extents);
}

static gboolean
read_extents (MwWireReader *reader, MwRecord *record, GError **error)
{
  if (!mw_wire_read_list (reader, record, extents_field (), &mw_mdlx_geoset_extent_schema, error))
    return FALSE;
  const MwList *list = mw_record_list (record, extents_field ());
  for (uint32_t i = 0; i < list->n; i++)
    ((MwMdlxGeosetExtent *) list->items[i])->sequence = (MwRef) { 0, i };
  return TRUE;
}

/* Writes the extents in sequence order, up to the last one present. A sequence without a record gets the geoset's
 * own extent. Real files may have more extents than sequences; those are written last, in their order. */
static void
write_extents (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  uint32_t n;
  g_autofree const MwMdlxGeosetExtent **extents = mw_mdlx_geoset_extents (mw_wire_writer_model (writer), geoset, &n);
  mw_wire_write_count (writer, record, extents_field (), n);
  for (uint32_t i = 0; i < n; i++)
    if (extents[i])
      mw_wire_write_record (writer, &extents[i]->record);
    else
      mw_wire_write_derived (writer, record, MW_FIELD (MwMdlxGeoset, bounds.radius),
                             &geoset->bounds, sizeof geoset->bounds);
}

const MwMdlxGeosetExtent **
mw_mdlx_geoset_extents (const MwModel *model, const MwMdlxGeoset *geoset, uint32_t *n)
{
  const uint32_t n_sequences = ((const MwMdlx *) model)->sequences.n;
  const MwMdlxGeosetExtent **places = g_new0 (const MwMdlxGeosetExtent *, (gsize) n_sequences + geoset->extents.n + 1);
  uint32_t last = 0, surplus = 0;
  for (uint32_t i = 0; i < geoset->extents.n; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) geoset->extents.items[i];
    const MwRecord *sequence = mw_model_resolve (model, extent->sequence);
    uint32_t place = sequence ? mw_record_index (sequence) : 0;
    /* A second extent for the same sequence is surplus too; nothing is dropped. */
    if (!sequence || places[place])
      place = n_sequences + surplus++;
    places[place] = extent;
    last = MAX (last, place + 1);
  }
  *n = last;
  return places;
}

/* Equal if both would be written as the same extents: a sequence without a record counts as having the geoset's own
 * extent. */
static gboolean
extents_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b)
{
  const MwMdlxGeoset *x = (const MwMdlxGeoset *) a, *y = (const MwMdlxGeoset *) b;
  uint32_t n, m;
  g_autofree const MwMdlxGeosetExtent **p = mw_mdlx_geoset_extents (model_a, x, &n);
  g_autofree const MwMdlxGeosetExtent **q = mw_mdlx_geoset_extents (model_b, y, &m);
  gboolean equal = n == m;
  for (uint32_t i = 0; equal && i < n; i++)
    equal = memcmp (p[i] ? &p[i]->bounds : &x->bounds, q[i] ? &q[i]->bounds : &y->bounds, sizeof (MwBounds)) == 0;
  return equal;
}

static const MwHand extents_hand = { "extents in sequence order", read_extents, write_extents };

static const MwField geoset_fields[] = {
  MW_FIELD_ARRAY (MwMdlxGeoset, vertices, MW_TYPE_F32, 3, "vertices", .role = MW_ROLE_POSITION,
                  .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Vertices"),
                  .doc = N_ ("Positions in the rest pose (VRTX).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, normals, MW_TYPE_F32, 3, "normals", .role = MW_ROLE_NORMAL,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Normals"), .doc = N_ ("One per vertex (NRMS).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, primitive_types, MW_TYPE_U32, 1, "primitive_types", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Primitive types"), .doc = N_ ("Kind of each primitive group; 4 is triangles (PTYP).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, primitive_sizes, MW_TYPE_U32, 1, "primitive_sizes", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Primitive sizes"), .doc = N_ ("Vertex indices in each primitive group (PCNT).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, faces, MW_TYPE_U16, 1, "faces", .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Faces"),
                  .aliases = "triangles indices", .doc = N_ ("Vertex indices of all primitive groups (PVTX).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, vertex_groups, MW_TYPE_U8, 1, "vertex_groups", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Vertex groups"), .doc = N_ ("Matrix group of each vertex (GNDX, MDL VertexGroup).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, group_sizes, MW_TYPE_U32, 1, "group_sizes", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Matrix group sizes"), .doc = N_ ("Members of each matrix group (MTGC, MDL Groups).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, group_members, MW_TYPE_REF, 1, "group_members", .refers = "nodes",
                  .on_remove = MW_ON_REMOVE_PARENT, .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Matrix group members"),
                  .doc = N_ ("Nodes that move the vertices, group after group (MATS, MDL Matrices).")),
  MW_FIELD_REF (MwMdlxGeoset, material, "material", "materials", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_REFUSE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Material"), .doc = N_ ("How it is drawn (MDL MaterialID).")),
  MW_FIELD_U32 (MwMdlxGeoset, selection_group, "selection_group",
                .family_names = &(const MwFamilyNames) { MW_FAMILY_MDX_WOW, NULL, MW_CATALOGUE_GEOSET_GROUP,
                                                         mw_mdlx_section_names },
                .label = N_ ("Selection group"),
                .doc = N_ ("MDL SelectionGroup.")),
  MW_FIELD_U32 (MwMdlxGeoset, selection_flags, "selection_flags", .names = &selection_flags, WOW_NAMES (wow_selection_flags), .role = MW_ROLE_FLAGS,
                .label = N_ ("Selection flags"), .doc = N_ ("4: a click in the game goes through it (MDL Unselectable).")),
  MW_BOUNDS_FIELDS (MwMdlxGeoset),
  MW_FIELD_I32 (MwMdlxGeoset, level_of_detail, "level_of_detail", .touches = MW_TOUCH_GEOMETRY,
                .label = N_ ("Level of detail"), .aliases = "lod",
                .doc = N_ ("0 is shown close up, higher levels from farther away (MDL LevelOfDetail).")),
  MW_FIELD_TEXT (MwMdlxGeoset, level_of_detail_name, 80, "level_of_detail_name", .role = MW_ROLE_NAME,
                 .touches = MW_TOUCH_TEXT, .label = N_ ("Name"), .aliases = "lod name",
                 .doc = N_ ("Name of the geoset (MDL Name).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, tangents, MW_TYPE_F32, 4, "tangents", .role = MW_ROLE_NORMAL, .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Tangents"), .doc = N_ ("One per vertex: direction, and 1 or -1 for the handedness (TANG).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, skin_bones, MW_TYPE_REF, 4, "skin.bones", .parallel = TRUE, .refers = "nodes",
                  .on_remove = MW_ON_REMOVE_PARENT, 
                  .bulk = &(const MwBulkNames) { MW_BULK_REFERENCES, "nodes", 4, "skin.weights", .most = mw_mdlx_skin_most }, .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Skin bones"), .doc = N_ ("The four nodes that move each vertex (SKIN, MDL SkinWeights).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, skin_weights, MW_TYPE_U16, 4, "skin.weights", .parallel = TRUE,
                  .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Skin weights"),
                  .doc = N_ ("How much each of them counts; 255 in all (SKIN, MDL SkinWeights).")),
  MW_FIELD_ARRAY (MwMdlxGeoset, bone_indices, MW_TYPE_U32, 1, "bone_indices", .touches = MW_TOUCH_GEOMETRY,
                  .bulk = &(const MwBulkNames) { MW_BULK_OBJECT_IDS, "nodes", 4, "bone_weights", .weights_reversed = TRUE },
                  .label = N_ ("Bone indices"),
                  .doc = N_ ("Four object ids in each number, one number for a vertex, vertices in the order of their "
                             "matrix groups (BIDX). They follow the bones and the operations on bones of vertices.")),
  MW_FIELD_ARRAY (MwMdlxGeoset, bone_weights, MW_TYPE_U32, 1, "bone_weights", .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Bone weights"),
                  .doc = N_ ("Four weights in each number, the last byte for the first bone (BWGT).")),
  MW_FIELD_VEC (MwMdlxGeoset, center, 3, "center", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Centre"), .doc = N_ ("Centre of the bounding sphere.")),
  /* When the geoset it names is removed, it names itself: core/edit/wow-rules.c. */
  MW_FIELD_REF (MwMdlxGeoset, geoset_index, "geoset_index", "geosets", .on_remove = MW_ON_REMOVE_NONE,
                .label = N_ ("Geoset index"),
                .doc = N_ ("Number of a geoset, usually of this one (header of version 1500). If another geoset that "
                           "it names is removed, it becomes the number of this one.")),
  MW_FIELD_LIST (MwMdlxGeoset, extents, "extents", &mw_mdlx_geoset_extent_schema, .equal = extents_equal,
                 .label = N_ ("Sequence extents"),
                 .doc = N_ ("Extents of this geoset, one per sequence; often fewer in real files.")),
  MW_FIELD_LIST (MwMdlxGeoset, uv_sets, "uv_sets", &mw_mdlx_uv_set_schema, .label = N_ ("UV sets"),
                 .doc = N_ ("Texture coordinates; layers pick one by number (UVAS).")),
  UNKNOWN_FIELD (MwMdlxGeoset),
};
/* The layouts of World of Warcraft: mdlx.md 7.3 and 7.4. */
#define ALPHA WOW, .until = 1499
#define BETA WOW, .since = 1500
#define BOUNDS(...)                                                                                                     \
  PLAIN ("bounds.radius", __VA_ARGS__), PLAIN ("bounds.min", __VA_ARGS__), PLAIN ("bounds.max", __VA_ARGS__)
#define EXTENTS(...)                                                                                                    \
  { .field = "extents", .wire = MW_WIRE_HAND, .element = &mw_mdlx_geoset_extent_schema, .hand = &extents_hand, __VA_ARGS__ }
static const MwGroup geoset_groups[] = {
  IN_MATERIAL ("material"),
  { .label = N_ ("Visibility"), .fields = "", .users = "geoset_animations", .users_add = "geoset-animation-add" },
  IN_DETAIL ("level_of_detail_name level_of_detail"),
  IN_SELECTION ("selection_group selection_flags"),
  IN_BONES ("", "group_members"),
  IN_BOUNDS ("bounds.radius bounds.min bounds.max center extents"),
  IN_PARTS ("uv_sets"),
  IN_DATA ("geoset_index vertices normals tangents faces vertex_groups group_sizes group_members skin.bones skin.weights "
    "bone_indices bone_weights primitive_types primitive_sizes unknown"),
};
static const MwWireRow geoset_rows[] = {
  { .wire = MW_WIRE_SIZE, WC3 },
  TAGGED_ARRAY ("vertices", "VRTX", WC3),
  TAGGED_ARRAY ("normals", "NRMS", WC3),
  TAGGED_ARRAY ("primitive_types", "PTYP", WC3),
  TAGGED_ARRAY ("primitive_sizes", "PCNT", WC3),
  TAGGED_ARRAY ("faces", "PVTX", WC3),
  TAGGED_ARRAY ("vertex_groups", "GNDX", WC3),
  TAGGED_ARRAY ("group_sizes", "MTGC", WC3),
  TAGGED_ARRAY ("group_members", "MATS", WC3),
  REF32 ("material", WC3),
  PLAIN ("selection_group", WC3),
  PLAIN ("selection_flags", WC3),
  PLAIN ("level_of_detail", WC3, .since = 900),
  CHARS ("level_of_detail_name", 80, WC3, .since = 900),
  BOUNDS (WC3),
  EXTENTS (WC3),
  { .field = "tangents", .wire = MW_WIRE_HAND, .hand = &mw_mdlx_tangents_hand, WC3, .since = 900 },
  { .field = "skin.bones", .wire = MW_WIRE_HAND, .hand = &mw_mdlx_skin_hand, WC3, .since = 900 },
  ELSEWHERE ("skin.weights", WC3, .since = 900),
  { .field = "uv_sets", .wire = MW_WIRE_LIST, .tag = "UVAS", .element = &mw_mdlx_uv_set_schema, WC3 },
  /* World of Warcraft, 1300 and 1400. */
  { .wire = MW_WIRE_SIZE, ALPHA },
  TAGGED_ARRAY ("vertices", "VRTX", ALPHA),
  TAGGED_ARRAY ("normals", "NRMS", ALPHA),
  { .field = "uv_sets", .wire = MW_WIRE_HAND, .element = &mw_mdlx_uv_set_schema, .hand = &mw_mdlx_wow_uv_sets_hand, ALPHA },
  TAGGED_ARRAY ("primitive_types", "PTYP", ALPHA, .codec = MW_CODEC_U8),
  TAGGED_ARRAY ("primitive_sizes", "PCNT", ALPHA),
  TAGGED_ARRAY ("faces", "PVTX", ALPHA),
  TAGGED_ARRAY ("vertex_groups", "GNDX", ALPHA),
  TAGGED_ARRAY ("group_sizes", "MTGC", ALPHA),
  TAGGED_ARRAY ("group_members", "MATS", ALPHA),
  TAGGED_ARRAY ("bone_indices", "BIDX", ALPHA),
  TAGGED_ARRAY ("bone_weights", "BWGT", ALPHA),
  REF32 ("material", ALPHA),
  PLAIN ("selection_group", ALPHA),
  PLAIN ("selection_flags", ALPHA),
  BOUNDS (ALPHA),
  EXTENTS (ALPHA),
  /* 1500: a header. The rest of each geoset follows all headers (see the chunk). */
  REF32 ("material", BETA),
  PLAIN ("center", BETA),
  PLAIN ("bounds.radius", BETA),
  PLAIN ("selection_group", BETA),
  REF32 ("geoset_index", BETA),
  PLAIN ("selection_flags", BETA),
  { .wire = MW_WIRE_HAND, .hand = &mw_mdlx_batch_counts_hand, BETA },
  ELSEWHERE ("vertices", BETA),
  ELSEWHERE ("normals", BETA),
  ELSEWHERE ("uv_sets", BETA),
  ELSEWHERE ("skin.bones", BETA),
  ELSEWHERE ("skin.weights", BETA, .codec = MW_CODEC_U8),
  ELSEWHERE ("faces", BETA),
  { .field = "unknown", .wire = MW_WIRE_TAIL, WC3 },
  { .field = "unknown", .wire = MW_WIRE_TAIL, ALPHA },
};
/* --- Text ----------------------------------------------------------------------------------------------------------- */

static const MwMdlRow geoset_mdl[] = {
  MDL_HEAD ("Geoset"),
  MDL_ARRAY ("vertices", "Vertices"),
  MDL_ARRAY ("normals", "Normals", .omit = TRUE),
  MDL_ITEMS ("uv_sets", mw_mdlx_uv_set_schema),
  { .field = "vertex_groups", .form = MW_MDL_BARE_ARRAY, .word = "VertexGroup" },
  MDL_ARRAY ("tangents", "Tangents", .omit = TRUE),
  { .field = "skin.bones", .form = MW_MDL_HAND, .word = "SkinWeights", .also = "skin.weights", .hand = &mw_mdlx_skin_text },
  { .field = "faces", .form = MW_MDL_HAND, .word = "Faces", .also = "primitive_types primitive_sizes", .hand = &mw_mdlx_faces_text },
  { .field = "group_sizes", .form = MW_MDL_HAND, .word = "Groups", .also = "group_members", .hand = &mw_mdlx_groups_text },
  MW_BOUNDS_MDL,
  { .field = "extents", .form = MW_MDL_HAND, .word = "Anim", .hand = &mw_mdlx_extents_text },
  MDL_VALUE ("material", "MaterialID"),
  MDL_VALUE ("selection_group", "SelectionGroup"),
  { .field = "selection_flags", .form = MW_MDL_FLAG, .mask = 4, .word = "Unselectable",
    .when = { .field = "selection_flags", .equals = 4 } },
  MDL_VALUE ("selection_flags", "SelectionFlags", WOW, .omit = TRUE),
  MDL_VALUE ("selection_flags", "SelectionFlags", WC3, .omit = TRUE,
             .when = { .field = "selection_flags", .equals = 4, .otherwise = TRUE }),
  MDL_ARRAY ("bone_indices", "BoneIndices", .omit = TRUE),
  MDL_ARRAY ("bone_weights", "BoneWeights", .omit = TRUE),
  MDL_ARRAY ("primitive_types", "PrimitiveTypes", WOW, .holds = mw_mdlx_are_odd_faces),
  MDL_ARRAY ("primitive_sizes", "PrimitiveSizes", WOW, .holds = mw_mdlx_are_odd_faces),
  MDL_ARRAY ("faces", "FaceIndices", WOW, .until = 1499, .holds = mw_mdlx_are_odd_faces),
  MDL_ARRAY ("group_sizes", "GroupSizes", WOW, .holds = mw_mdlx_are_odd_groups),
  MDL_ARRAY ("group_members", "GroupMembers", WOW, .holds = mw_mdlx_are_odd_groups),
  MDL_VALUE ("center", "Center"),
  MDL_VALUE ("geoset_index", "GeosetIndex"),
  MDL_VALUE ("level_of_detail", "LevelOfDetail"),
  MDL_VALUE ("level_of_detail_name", "Name", .omit = TRUE, .aliases = "LevelOfDetailName"),
};
const MwSchema mw_mdlx_geoset_schema = { .name = "geoset",
                                         .label = N_ ("Geoset"),
                                         .doc = N_ ("A mesh with one material."),
                                         .size = sizeof (MwMdlxGeoset),
                                         TABLE (geoset),
                                         MDL_ROWS (geoset) };

/* GEOA: mdlx.md 5.8. */
MW_NAMES (geoset_animation_flags, TRUE, { 1, "drop_shadow", N_ ("Drop shadow") }, { 2, "use_color", N_ ("Use colour") });
MW_NAMES (wow_geoset_animation_flags, TRUE, { 1, "use_color", N_ ("Use colour") });

static const MwField geoset_animation_fields[] = {
  MW_FIELD_F32 (MwMdlxGeosetAnimation, alpha, "alpha", .def = 1, .role = MW_ROLE_ALPHA, .unit = MW_UNIT_FACTOR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Alpha"), .aliases = "visibility transparency",
                .doc = N_ ("Opacity of the geoset; not used while it is animated (MDL Alpha).")),
  TRACK_FIELD (MwMdlxGeosetAnimation, alpha_track, "alpha.track", mw_track_float_schema, .role = MW_ROLE_ALPHA,
               .label = N_ ("Alpha"), .doc = N_ ("Opacity over time (KGAO).")),
  MW_FIELD_U32 (MwMdlxGeosetAnimation, flags, "flags", .names = &geoset_animation_flags, WOW_NAMES (wow_geoset_animation_flags), .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"), .doc = N_ ("1: drop shadow, 2: the colour is used.")),
  MW_FIELD_VEC (MwMdlxGeosetAnimation, color, 3, "color", .def = 1, .role = MW_ROLE_COLOUR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Colour"), .doc = N_ ("Tint of the geoset (MDL Color).")),
  TRACK_FIELD (MwMdlxGeosetAnimation, color_track, "color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR,
               .neutral = MW_NEUTRAL_ONE, .label = N_ ("Colour"), .doc = N_ ("Tint over time (KGAC).")),
  MW_FIELD_REF (MwMdlxGeosetAnimation, geoset, "geoset", "geosets", .role = MW_ROLE_IMAGE, .on_remove = MW_ON_REMOVE_CASCADE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Geoset"), .doc = N_ ("What it animates (MDL GeosetId).")),
  UNKNOWN_FIELD (MwMdlxGeosetAnimation),
};
static const MwGroup geoset_animation_groups[] = {
  IN_VISIBILITY ("alpha geoset"),
  IN_COLOUR ("color flags"),
  IN_DATA ("unknown"),
};
static const MwWireRow geoset_animation_rows[] = {
  SIZE,
  REF32 ("geoset", WOW),
  PLAIN ("alpha"),
  PLAIN ("flags", WC3),
  PLAIN ("color", WC3),
  REF32 ("geoset", WC3),
  BGR ("color", WOW),
  PLAIN ("flags", WOW),
  TRACK ("alpha.track", "KGAO"),
  TRACK_BGR ("color.track", "KGAC"),
  UNKNOWN_TAIL,
};
/* No word states this bit: it is set exactly when a colour other than white is stated (mdlx.md 10.7). */
static gboolean
uses_colour (const MwRecord *record)
{
  static const float white[3] = { 1, 1, 1 };
  const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) record;
  return animation->color_track || memcmp (animation->color, white, sizeof white) != 0;
}

static const MwMdlRow geoset_animation_mdl[] = {
  MDL_HEAD ("GeosetAnim"),
  MDL_FLAG ("flags", 1, "DropShadow"),
  MDL_ANIM ("alpha", "Alpha"),
  MDL_ANIM_COLOR ("color", "Color", .omit = TRUE),
  { .field = "flags", .form = MW_MDL_DERIVED, .mask = 2, .holds = uses_colour },
  MDL_VALUE ("flags", "GeosetAnimFlags", WOW, .omit = TRUE),
  MDL_VALUE ("geoset", "GeosetId"),
};
const MwSchema mw_mdlx_geoset_animation_schema = { .name = "geoset_animation",
                                                   .label = N_ ("Geoset animation"),
                                                   .doc = N_ ("Colour and visibility of a geoset."),
                                                   .size = sizeof (MwMdlxGeosetAnimation),
                                                   TABLE (geoset_animation),
                                                   MDL_ROWS (geoset_animation) };
