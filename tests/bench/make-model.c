/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/make-model.h"

#include <string.h>

enum { SEQUENCES = 40, TEXTURES = 60, MATERIALS = 200, KEYS = 8 };

static MwRecord *
append (MwMdlx *model, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  return record;
}

static void
name (char **slot, const char *word, guint number)
{
  g_autofree char *text = g_strdup_printf ("%s_%05u", word, number);
  mw_text_set (slot, text, strlen (text));
}

static void
add_track (MwMdlx *model, MwRecord *owner, const MwField *slot, guint seed)
{
  MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
  const MwField *values = mw_track_value_field (slot->schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_new (KEYS, sizeof (gint32));
  track->values = mw_array_new (KEYS, mw_field_element_size (values));
  for (guint i = 0; i < KEYS; i++) {
    ((gint32 *) track->times.data)[i] = (gint32) (i * 500);
    for (guint k = 0; k < values->count; k++)
      ((float *) track->values.data)[i * values->count + k] = values->count == 4 ? k == 3
                                                                                 : (float) ((seed + i + k) % 17);
  }
  mw_child_set (&model->model, owner, slot, (MwRecord *) track);
}

/* The tracks of one node, until there are enough. */
static void
add_tracks (MwMdlx *model, MwRecord *node, guint *left, guint share)
{
  for (guint i = 0; i < mw_schema_n_fields (node->schema) && *left && share; i++) {
    const MwField *field = mw_schema_field_at (node->schema, i);
    if (field->type != MW_TYPE_CHILD || !mw_schema_is_track (field->schema)
        || mw_track_value_field (field->schema)->element != MW_TYPE_F32)
      continue;
    add_track (model, node, field, *left);
    (*left)--;
    share--;
  }
}

MwMdlx *
make_model_many_nodes (guint nodes, guint tracks)
{
  static const struct {
    const MwSchema *schema;
    const char *word;
  } kinds[] = { { &mw_mdlx_bone_schema, "Bone" },
                { &mw_mdlx_bone_schema, "Bone" },
                { &mw_mdlx_bone_schema, "Bone" },
                { &mw_mdlx_helper_schema, "Helper" },
                { &mw_mdlx_attachment_schema, "Attachment Ref" },
                { &mw_mdlx_light_schema, "Omni" },
                { &mw_mdlx_particle_emitter2_schema, "BlizParticle" },
                { &mw_mdlx_collision_shape_schema, "Collision" } };
  MwMdlx *model = mw_mdlx_new ();
  name (&model->name, "Large", nodes);
  for (guint i = 0; i < SEQUENCES; i++) {
    MwMdlxSequence *sequence = (MwMdlxSequence *) append (model, "sequences", &mw_mdlx_sequence_schema);
    name (&sequence->name, "Stand", i);
    sequence->interval[0] = (gint32) i * 4000;
    sequence->interval[1] = (gint32) i * 4000 + 3500;
  }
  for (guint i = 0; i < TEXTURES; i++)
    name (&((MwMdlxTexture *) append (model, "textures", &mw_mdlx_texture_schema))->path, "Textures\\Part", i);
  for (guint i = 0; i < MATERIALS; i++) {
    MwRecord *material = append (model, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
    layer->texture = (MwRef) { model->textures.items[i % TEXTURES]->id, 0 };
    mw_list_append (&model->model, material, mw_schema_field (material->schema, "layers"), (MwRecord *) layer);
  }
  guint left = tracks;
  for (guint i = 0; i < nodes; i++) {
    guint kind = i % G_N_ELEMENTS (kinds);
    MwRecord *record = append (model, "nodes", kinds[kind].schema);
    MwMdlxNode *node = (MwMdlxNode *) record;
    name (&node->name, kinds[kind].word, i);
    if (i > 0)
      node->parent = (MwRef) { model->nodes.items[(i - 1) / 4]->id, 0 };
    node->pivot[2] = (float) (i % 300);
    /* Evenly, rounded up, so that all are given out by the last node. */
    add_tracks (model, record, &left, (left + (nodes - i) - 1) / (nodes - i));
  }
  return model;
}
