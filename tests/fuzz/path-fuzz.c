/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz path SECONDS. The input is PATH=VALUE, as for `mwright set`. It is tried on a model with an example of
 * most things that paths can select. */
#include "core/model/mdlx/mdlx.h"
#include "core/schema/value.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static MwRecord *
append (MwModel *model, MwRecord *owner, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (model, owner, mw_schema_field (owner->schema, list), record);
  return record;
}

static MwModel *
make_model (void)
{
  static const int32_t times[] = { 0, 100, 200 };
  static const float values[] = { 0, 0.5f, 1 };
  MwModel *model = &mw_mdlx_new ()->model;
  MwRecord *root = &model->record;
  for (int i = 0; i < 3; i++) {
    MwRecord *sequence = append (model, root, "sequences", &mw_mdlx_sequence_schema);
    mw_text_set (&((MwMdlxSequence *) sequence)->name, i ? "Walk" : "Stand", i ? 4 : 5);
    append (model, root, "textures", &mw_mdlx_texture_schema);
    MwMdlxNode *node = (MwMdlxNode *) append (model, root, "nodes", i ? &mw_mdlx_bone_schema : &mw_mdlx_light_schema);
    mw_text_set (&node->name, "Bone \"[x]\"", 10);
  }
  MwRecord *material = append (model, root, "materials", &mw_mdlx_material_schema);
  MwRecord *layer = append (model, material, "layers", &mw_mdlx_layer_schema);
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
  track->times = mw_array_copy (times, 3, 4);
  track->values = mw_array_copy (values, 3, 4);
  mw_child_set (model, layer, mw_schema_field (layer->schema, "alpha.track"), &track->record);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) append (model, root, "geosets", &mw_mdlx_geoset_schema);
  geoset->vertices = mw_array_copy (values, 1, 12);
  geoset->group_members = mw_array_new (2, sizeof (MwRef));
  for (int i = 0; i < 2; i++)
    ((MwRef *) geoset->group_members.data)[i] = MW_REF_NONE;
  return model;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static MwModel *model;
  if (!model)
    model = make_model ();
  const uint8_t *equals = size ? memchr (data, '=', size) : NULL;
  g_autofree char *path = g_strndup ((const char *) data, equals ? (gsize) (equals - data) : size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) targets = mw_path_resolve (model, path, &error);
  for (guint i = 0; targets && i < targets->len; i++) {
    const MwTarget *target = &g_array_index (targets, MwTarget, i);
    g_autofree char *canonical = mw_target_path (target), *printed = mw_value_print (model, target);
    MwTarget again;
    g_autoptr (GError) lost = NULL;
    if (!mw_path_resolve_one (model, canonical, &again, &lost) || again.record != target->record
        || again.field != target->field)
      g_error ("%s is not found again", canonical);
    if (equals) {
      g_auto (MwValue) value = { 0 };
      g_autoptr (GError) refused = NULL;
      mw_value_parse (model, target, (const char *) equals + 1, size - (size_t) (equals + 1 - data), &value, &refused);
    }
  }
  return 0;
}
