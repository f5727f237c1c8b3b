/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/make-model.h"

#include <math.h>
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
    /* Distributed evenly, rounded up, so that none is left after the last node. */
    add_tracks (model, record, &left, (left + (nodes - i) - 1) / (nodes - i));
  }
  return model;
}

/* --- Many triangles -------------------------------------------------------------------------------------------------- */

enum { GEOSET_TRIANGLES = 20000, LENGTH = 2000 };

static void
add_turning (MwMdlx *model, MwMdlxNode *bone, guint seed)
{
  const MwField *slot = mw_schema_field (bone->record.schema, "rotation.track");
  MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_new (KEYS, sizeof (gint32));
  track->values = mw_array_new (KEYS, 4 * sizeof (float));
  for (guint i = 0; i < KEYS; i++) {
    double angle = 0.2 * sin ((double) seed + 2 * G_PI * i / (KEYS - 1));
    float *value = (float *) track->values.data + i * 4;
    ((gint32 *) track->times.data)[i] = (gint32) (i * LENGTH / (KEYS - 1));
    memset (value, 0, 3 * sizeof *value);
    value[seed % 3] = (float) sin (angle);
    value[3] = (float) cos (angle);
  }
  mw_child_set (&model->model, &bone->record, slot, (MwRecord *) track);
}

/* A sphere of `rings` x `rings` vertices, two triangles between each four. */
static void
add_sphere (MwMdlx *model, guint triangles, float radius)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) append (model, "geosets", &mw_mdlx_geoset_schema);
  guint rings = (guint) ceil (sqrt (triangles / 2.0)) + 1, n = rings * rings, bones = model->nodes.n;
  geoset->vertices = mw_array_new (n, 3 * sizeof (float));
  geoset->normals = mw_array_new (n, 3 * sizeof (float));
  geoset->vertex_groups = mw_array_new (n, 1);
  MwMdlxUvSet *uvs = (MwMdlxUvSet *) mw_record_new (&mw_mdlx_uv_set_schema);
  uvs->uvs = mw_array_new (n, 2 * sizeof (float));
  for (guint i = 0; i < n; i++) {
    double u = (double) (i % rings) / (rings - 1), v = (double) (i / rings) / (rings - 1);
    const double normal[3] = { sin (G_PI * v) * cos (2 * G_PI * u), sin (G_PI * v) * sin (2 * G_PI * u),
                               cos (G_PI * v) };
    for (guint k = 0; k < 3; k++) {
      ((float *) geoset->normals.data)[i * 3 + k] = (float) normal[k];
      ((float *) geoset->vertices.data)[i * 3 + k] = (float) normal[k] * radius;
    }
    ((float *) uvs->uvs.data)[i * 2] = (float) u;
    ((float *) uvs->uvs.data)[i * 2 + 1] = (float) v;
    ((uint8_t *) geoset->vertex_groups.data)[i] = (uint8_t) (i / rings * MIN (bones, 255) / rings);
  }
  geoset->faces = mw_array_new (triangles * 3, sizeof (uint16_t));
  for (guint i = 0; i < triangles; i++) {
    guint quad = i / 2, at = quad / (rings - 1) * rings + quad % (rings - 1);
    const guint corners[2][3] = { { at, at + rings, at + 1 }, { at + 1, at + rings, at + rings + 1 } };
    for (guint k = 0; k < 3; k++)
      ((uint16_t *) geoset->faces.data)[i * 3 + k] = (uint16_t) corners[i % 2][k];
  }
  geoset->primitive_types = mw_array_new (1, sizeof (uint32_t));
  *(uint32_t *) geoset->primitive_types.data = 4;
  geoset->primitive_sizes = mw_array_new (1, sizeof (uint32_t));
  *(uint32_t *) geoset->primitive_sizes.data = triangles * 3;
  guint groups = MIN (bones, 255);
  geoset->group_sizes = mw_array_new (groups, sizeof (uint32_t));
  geoset->group_members = mw_array_new (groups * 2, sizeof (MwRef));
  for (guint i = 0; i < groups; i++) {
    ((uint32_t *) geoset->group_sizes.data)[i] = 2;
    for (guint k = 0; k < 2; k++)
      ((MwRef *) geoset->group_members.data)[i * 2 + k] = (MwRef) { model->nodes.items[(i + k) % bones]->id, 0 };
  }
  geoset->material = (MwRef) { model->materials.items[0]->id, 0 };
  geoset->bounds.radius = radius;
  for (guint k = 0; k < 3; k++) {
    geoset->bounds.min[k] = -radius;
    geoset->bounds.max[k] = radius;
  }
  mw_list_append (&model->model, &geoset->record, mw_schema_field (geoset->record.schema, "uv_sets"), &uvs->record);
}

MwMdlx *
make_model_many_triangles (guint triangles, guint bones)
{
  MwMdlx *model = mw_mdlx_new ();
  name (&model->name, "Dense", triangles);
  MwMdlxSequence *sequence = (MwMdlxSequence *) append (model, "sequences", &mw_mdlx_sequence_schema);
  name (&sequence->name, "Stand", 0);
  sequence->interval[1] = LENGTH;
  name (&((MwMdlxTexture *) append (model, "textures", &mw_mdlx_texture_schema))->path, "Textures\\Part", 0);
  MwRecord *material = append (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  layer->texture = (MwRef) { model->textures.items[0]->id, 0 };
  mw_list_append (&model->model, material, mw_schema_field (material->schema, "layers"), (MwRecord *) layer);
  for (guint i = 0; i < bones; i++) {
    MwMdlxNode *bone = (MwMdlxNode *) append (model, "nodes", &mw_mdlx_bone_schema);
    name (&bone->name, "Bone", i);
    if (i > 0)
      bone->parent = (MwRef) { model->nodes.items[(i - 1) / 4]->id, 0 };
    add_turning (model, bone, i);
  }
  float radius = 100;
  for (guint left = triangles; left; radius *= 0.97f) {
    guint n = MIN (left, GEOSET_TRIANGLES);
    add_sphere (model, n, radius);
    left -= n;
  }
  return model;
}
