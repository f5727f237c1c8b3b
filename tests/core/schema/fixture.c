/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/schema/fixture.h"

#include <string.h>

static MwRecord *
append (MwModel *model, MwRecord *owner, const char *list, const MwSchema *schema, const char *name)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (model, owner, mw_schema_field (owner->schema, list), record);
  for (guint i = 0; name && i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type == MW_TYPE_TEXT) {
      mw_text_set (mw_field_at (record, field), name, strlen (name));
      break;
    }
  }
  return record;
}

MwMdlx *
fixture_model (void)
{
  static const int32_t times[] = { 0, 100, -200 };
  static const float values[] = { 0, 0.5f, 1 }, tangents[] = { 1, 2, 3 };
  static const float vertices[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
  MwMdlx *mdlx = mw_mdlx_new ();
  MwModel *model = &mdlx->model;
  MwRecord *root = &model->record;
  append (model, root, "sequences", &mw_mdlx_sequence_schema, "Stand");
  append (model, root, "sequences", &mw_mdlx_sequence_schema, "Walk");
  append (model, root, "sequences", &mw_mdlx_sequence_schema, "walk");
  append (model, root, "textures", &mw_mdlx_texture_schema, "a.blp");
  append (model, root, "textures", &mw_mdlx_texture_schema, "b.blp");
  MwRecord *material = append (model, root, "materials", &mw_mdlx_material_schema, NULL);
  MwRecord *layer = append (model, material, "layers", &mw_mdlx_layer_schema, NULL);
  append (model, material, "layers", &mw_mdlx_layer_schema, NULL);
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
  track->interpolation = MW_INTERPOLATION_HERMITE;
  track->times = mw_array_copy (times, 3, 4);
  track->values = mw_array_copy (values, 3, 4);
  track->in_tans = mw_array_copy (tangents, 3, 4);
  track->out_tans = mw_array_copy (tangents, 3, 4);
  mw_child_set (model, layer, mw_schema_field (layer->schema, "alpha.track"), &track->record);
  append (model, root, "nodes", &mw_mdlx_helper_schema, "root");
  append (model, root, "nodes", &mw_mdlx_bone_schema, "arm \"left\"");
  append (model, root, "nodes", &mw_mdlx_bone_schema, "leg]");
  append (model, root, "nodes", &mw_mdlx_helper_schema, "root");
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) append (model, root, "geosets", &mw_mdlx_geoset_schema, NULL);
  geoset->vertices = mw_array_copy (vertices, 3, 12);
  geoset->group_members = mw_array_new (2, sizeof (MwRef));
  ((MwRef *) geoset->group_members.data)[0] = (MwRef) { mdlx->nodes.items[1]->id, 0 };
  ((MwRef *) geoset->group_members.data)[1] = (MwRef) { 0, 99 };
  return mdlx;
}
