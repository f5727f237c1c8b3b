/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/bare-model.h"

#include <string.h>

gpointer
bare_add (MwMdlx *model, MwRecord *owner, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&model->model, owner, fixture_field (owner, list), record);
  return record;
}

MwMdlxGeoset *
bare_geoset (MwMdlx *model, const float *vertices, guint n, const guint16 *faces, guint n_faces)
{
  MwMdlxGeoset *geoset = bare_add (model, &model->model.record, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxUvSet *set = bare_add (model, &geoset->record, "uv_sets", &mw_mdlx_uv_set_schema);
  const MwRef bone = { model->nodes.items[0]->id, 0 };
  const guint32 triangles = 4, one = 1;
  geoset->vertices = mw_array_copy (vertices, n, 12);
  geoset->normals = mw_array_new (n, 12);
  geoset->vertex_groups = mw_array_new (n, 1);
  set->uvs = mw_array_new (n, 8);
  for (guint i = 0; i < n; i++) {
    memcpy ((float *) geoset->normals.data + 3 * i, (const float[]) { 0, 0, 1 }, 12);
    memcpy ((float *) set->uvs.data + 2 * i, (const float[]) { vertices[3 * i], vertices[3 * i + 1] }, 8);
    ((guint8 *) geoset->vertex_groups.data)[i] = 0;
  }
  geoset->faces = mw_array_copy (faces, n_faces, 2);
  geoset->primitive_types = mw_array_copy (&triangles, 1, 4);
  geoset->primitive_sizes = mw_array_copy (&n_faces, 1, 4);
  geoset->group_sizes = mw_array_copy (&one, 1, 4);
  geoset->group_members = mw_array_copy (&bone, 1, sizeof bone);
  geoset->material = (MwRef) { model->materials.items[0]->id, 0 };
  return geoset;
}

MwMdlx *
bare_model (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxMaterial *material = bare_add (model, &model->model.record, "materials", &mw_mdlx_material_schema);
  bare_add (model, &model->model.record, "textures", &mw_mdlx_texture_schema);
  bare_add (model, &material->record, "layers", &mw_mdlx_layer_schema);
  bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  return model;
}

MwDocument *
bare_open (MwMdlx *model)
{
  return mw_document_new (&model->model, FIXTURE_FORMAT);
}

const MwMdlxGeoset *
bare_geoset_at (MwDocument *document, guint i)
{
  return (const MwMdlxGeoset *) ((const MwMdlx *) mw_document_get_model (document))->geosets.items[i];
}

void
bare_refused (MwDocument *document, const char *line, const char *words)
{
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autofree char *message = m2_refusal (document, line);
  if (!strstr (message, words))
    g_error ("%s: found \"%s\", expected it to say \"%s\"", line, message, words);
  fixture_assert_same (mw_document_get_model (document), before);
  mw_model_free (before);
}
