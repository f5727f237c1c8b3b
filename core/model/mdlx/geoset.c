/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

#include "core/schema/wire.h"

#include <string.h>

/* GEOS: MDX reference 5.7; the order of its parts is fixed. GNDX, MTGC and MATS are truth (real files are not in a
 * derivable order). */

MW_NAMES (selection_flags, TRUE, { 4, "unselectable", N_ ("Unselectable") });

static const MwField uv_set_fields[] = {
  MW_FIELD_ARRAY (MwMdlxUvSet, uvs, MW_TYPE_F32, 2, "uvs", .role = MW_ROLE_UV, .touches = MW_TOUCH_GEOMETRY,
                  .label = N_ ("Texture coordinates"), .doc = N_ ("One pair per vertex, v down (MDL TVertices).")),
};
static const MwWireRow uv_set_rows[] = { TAGGED_ARRAY ("uvs", "UVBS") };
const MwSchema mw_mdlx_uv_set_schema = { .name = "uv_set",
                                         .label = N_ ("UV set"),
                                         .doc = N_ ("Texture coordinates of a geoset."),
                                         .size = sizeof (MwMdlxUvSet),
                                         TABLE (uv_set) };

static const MwField geoset_extent_fields[] = {
  MW_FIELD_REF (MwMdlxGeosetExtent, sequence, "sequence", "sequences", .on_remove = MW_ON_REMOVE_CASCADE,
                .read_only = TRUE, .label = N_ ("Sequence"), .doc = N_ ("The sequence in which this extent holds.")),
  MW_BOUNDS_FIELDS (MwMdlxGeosetExtent),
};
static const MwWireRow geoset_extent_rows[] = { MW_BOUNDS_ROWS };
const MwSchema mw_mdlx_geoset_extent_schema = { .name = "geoset_extent",
                                                .label = N_ ("Sequence extent"),
                                                .doc = N_ ("A geoset's extent in one sequence (MDL Anim inside Geoset)."),
                                                .size = sizeof (MwMdlxGeosetExtent),
                                                TABLE (geoset_extent) };

/* The file has no sequence in the record: the i-th extent belongs to the i-th sequence. */
static const MwField *
extents_field (void)
{
  return mw_schema_field (&mw_mdlx_geoset_schema, "extents");
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

/* Written in sequence order up to the last one present; a sequence without a record gets the geoset's own extent. More
 * records than sequences (real files have that) stand behind those of all sequences, in their order. */
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
      mw_wire_write_derived (writer, record, mw_schema_field (&mw_mdlx_geoset_schema, "bounds.radius"),
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
    /* A second one for the same sequence is surplus too: nothing is dropped. */
    if (!sequence || places[place])
      place = n_sequences + surplus++;
    places[place] = extent;
    last = MAX (last, place + 1);
  }
  *n = last;
  return places;
}

/* Equal when a file of both has the same extents: a sequence without a record counts as the geoset's own extent. */
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
  MW_FIELD_REF (MwMdlxGeoset, material, "material", "materials", .on_remove = MW_ON_REMOVE_REFUSE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Material"), .doc = N_ ("How it is drawn (MDL MaterialID).")),
  MW_FIELD_U32 (MwMdlxGeoset, selection_group, "selection_group", .label = N_ ("Selection group"),
                .doc = N_ ("MDL SelectionGroup.")),
  MW_FIELD_U32 (MwMdlxGeoset, selection_flags, "selection_flags", .names = &selection_flags, .role = MW_ROLE_FLAGS,
                .label = N_ ("Selection flags"), .doc = N_ ("4: a click in the game goes through it (MDL Unselectable).")),
  MW_BOUNDS_FIELDS (MwMdlxGeoset),
  MW_FIELD_LIST (MwMdlxGeoset, extents, "extents", &mw_mdlx_geoset_extent_schema, .equal = extents_equal,
                 .label = N_ ("Sequence extents"),
                 .doc = N_ ("Extents of this geoset, one per sequence; often fewer in real files.")),
  MW_FIELD_LIST (MwMdlxGeoset, uv_sets, "uv_sets", &mw_mdlx_uv_set_schema, .label = N_ ("UV sets"),
                 .doc = N_ ("Texture coordinates; layers pick one by number (UVAS).")),
  UNKNOWN_FIELD (MwMdlxGeoset),
};
static const MwWireRow geoset_rows[] = {
  SIZE,
  TAGGED_ARRAY ("vertices", "VRTX"),
  TAGGED_ARRAY ("normals", "NRMS"),
  TAGGED_ARRAY ("primitive_types", "PTYP"),
  TAGGED_ARRAY ("primitive_sizes", "PCNT"),
  TAGGED_ARRAY ("faces", "PVTX"),
  TAGGED_ARRAY ("vertex_groups", "GNDX"),
  TAGGED_ARRAY ("group_sizes", "MTGC"),
  TAGGED_ARRAY ("group_members", "MATS"),
  REF32 ("material"),
  PLAIN ("selection_group"),
  PLAIN ("selection_flags"),
  MW_BOUNDS_ROWS,
  { .field = "extents", .wire = MW_WIRE_HAND, .element = &mw_mdlx_geoset_extent_schema, .hand = &extents_hand },
  { .field = "uv_sets", .wire = MW_WIRE_LIST, .tag = "UVAS", .element = &mw_mdlx_uv_set_schema },
  UNKNOWN_TAIL,
};
const MwSchema mw_mdlx_geoset_schema = { .name = "geoset",
                                         .label = N_ ("Geoset"),
                                         .doc = N_ ("A mesh with one material."),
                                         .size = sizeof (MwMdlxGeoset),
                                         TABLE (geoset) };

/* GEOA: MDX reference 5.8. */
MW_NAMES (geoset_animation_flags, TRUE, { 1, "drop_shadow", N_ ("Drop shadow") }, { 2, "use_color", N_ ("Use colour") });

static const MwField geoset_animation_fields[] = {
  MW_FIELD_F32 (MwMdlxGeosetAnimation, alpha, "alpha", .def = 1, .role = MW_ROLE_ALPHA, .unit = MW_UNIT_FACTOR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Alpha"), .aliases = "visibility transparency",
                .doc = N_ ("Opacity of the geoset; not used while it is animated (MDL Alpha).")),
  TRACK_FIELD (MwMdlxGeosetAnimation, alpha_track, "alpha.track", mw_track_float_schema, .role = MW_ROLE_ALPHA,
               .label = N_ ("Alpha"), .doc = N_ ("Opacity over time (KGAO).")),
  MW_FIELD_U32 (MwMdlxGeosetAnimation, flags, "flags", .names = &geoset_animation_flags, .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Flags"), .doc = N_ ("1 drop shadow, 2 the colour counts.")),
  MW_FIELD_VEC (MwMdlxGeosetAnimation, color, 3, "color", .def = 1, .role = MW_ROLE_COLOUR,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Colour"), .doc = N_ ("Tint of the geoset (MDL Color).")),
  TRACK_FIELD (MwMdlxGeosetAnimation, color_track, "color.track", mw_track_colour_schema, .role = MW_ROLE_COLOUR,
               .label = N_ ("Colour"), .doc = N_ ("Tint over time (KGAC).")),
  MW_FIELD_REF (MwMdlxGeosetAnimation, geoset, "geoset", "geosets", .on_remove = MW_ON_REMOVE_CASCADE,
                .touches = MW_TOUCH_MATERIAL, .label = N_ ("Geoset"), .doc = N_ ("What it animates (MDL GeosetId).")),
  UNKNOWN_FIELD (MwMdlxGeosetAnimation),
};
static const MwWireRow geoset_animation_rows[] = {
  SIZE,
  PLAIN ("alpha"),
  PLAIN ("flags"),
  PLAIN ("color"),
  REF32 ("geoset"),
  TRACK ("alpha.track", "KGAO"),
  TRACK_BGR ("color.track", "KGAC"),
  UNKNOWN_TAIL,
};
const MwSchema mw_mdlx_geoset_animation_schema = { .name = "geoset_animation",
                                                   .label = N_ ("Geoset animation"),
                                                   .doc = N_ ("Colour and visibility of a geoset."),
                                                   .size = sizeof (MwMdlxGeosetAnimation),
                                                   TABLE (geoset_animation) };
