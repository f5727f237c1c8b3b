/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/models.h"
#include "tests/core/convert/round-trip.h"

#include <string.h>

MwMdlx *
new_model (MwFormat format)
{
  MwMdlx *model = mw_mdlx_new ();
  model->family = format.family;
  model->version = format.version;
  return model;
}

gpointer
add_record (MwMdlx *model, gpointer owner, const char *list, const MwSchema *schema)
{
  MwRecord *of = owner ? owner : &model->model.record, *record = mw_record_new (schema);
  mw_list_append (&model->model, of, mw_schema_field (of->schema, list), record);
  return record;
}

void
set_text (char **slot, const char *text)
{
  mw_text_set (slot, text, strlen (text));
}

MwRef
ref_to (gconstpointer record)
{
  return record ? (MwRef) { ((const MwRecord *) record)->id, 0 } : MW_REF_NONE;
}

gpointer
add_node (MwMdlx *model, const MwSchema *kind, const char *name, gpointer parent)
{
  MwMdlxNode *node = add_record (model, NULL, "nodes", kind);
  set_text (&node->name, name);
  node->parent = ref_to (parent);
  return node;
}

MwMdlxTexture *
add_texture (MwMdlx *model, uint32_t replaceable_id, const char *path)
{
  MwMdlxTexture *texture = add_record (model, NULL, "textures", &mw_mdlx_texture_schema);
  texture->replaceable_id = replaceable_id;
  set_text (&texture->path, path);
  return texture;
}

MwMdlxGeoset *
add_square (MwMdlx *model)
{
  static const float vertices[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
  static const float normals[4][3] = { { 0, 0, 1 }, { 0, 0, 1 }, { 0, 0, 1 }, { 0, 0, 1 } };
  static const float uvs[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
  static const uint16_t faces[6] = { 0, 1, 2, 0, 2, 3 };
  static const uint32_t type = 4, size = 6;
  MwMdlxGeoset *geoset = add_record (model, NULL, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxUvSet *set = add_record (model, geoset, "uv_sets", &mw_mdlx_uv_set_schema);
  geoset->vertices = mw_array_copy (vertices, 4, 12);
  geoset->normals = mw_array_copy (normals, 4, 12);
  geoset->faces = mw_array_copy (faces, 6, 2);
  geoset->primitive_types = mw_array_copy (&type, 1, 4);
  geoset->primitive_sizes = mw_array_copy (&size, 1, 4);
  set->uvs = mw_array_copy (uvs, 4, 8);
  return geoset;
}

void
set_skin (MwMdlxGeoset *geoset, const MwRef *bones, const uint16_t *weights, uint32_t n)
{
  geoset->skin_bones = mw_array_copy (bones, n, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_copy (weights, n, 8);
}

MwMdlx *
convert_losing (const MwMdlx *model, MwFormat to, const char *rows)
{
  g_autoptr (GError) error = NULL;
  MwFormat from = mw_mdlx_format (model);
  g_autoptr (RoundTrip) trip = round_trip (&model->model, from, to, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) reported = reported_rows (trip);
  g_ptr_array_add (reported, NULL);
  g_autofree char *named = g_strjoinv ("\n", (char **) reported->pdata),
                  *wrong = what_is_wrong (&model->model, from, trip);
  g_assert_cmpstr (named, ==, rows);
  g_assert_cmpstr (wrong, ==, NULL);
  return (MwMdlx *) g_steal_pointer (&trip->there);
}
