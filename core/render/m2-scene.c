/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/model/m2/m2.h"
#include "core/pose/m2-material.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* Draws M2 models: one set of vertices for the whole model, each with four weighted bones, and the submeshes and
 * batches of one skin profile that use them (rendering.md 3.5). */

/* A vertex refers to a bone by a byte; numbers beyond the model's bones have the identity. */
#define MATRICES 256u

static const MwM2 *
model_of (const MwRenderer *renderer)
{
  return (const MwM2 *) renderer->model;
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

/* Ids for the two sets of texture coordinates, which are not records. */
static const MwId uv_ids[] = { 1, 2 };

static void
note_vertices (MwRenderer *renderer, const MwChange *change)
{
  MwVertices *vertices = renderer->vertices;
  const MwField *field = change->field;
  if (!vertices)
    return;
  const struct {
    const MwField *field;
    MwSpan *span;
  } streams[] = { { MW_FIELD (MwM2, positions), &vertices->positions.span },
                  { MW_FIELD (MwM2, normals), &vertices->normals.span },
                  { MW_FIELD (MwM2, bone_indices), &vertices->matrices.span },
                  { MW_FIELD (MwM2, bone_weights), &vertices->weights.span } };
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    if (field == streams[i].field)
      mw_span_note (streams[i].span, change);
  for (guint i = 0; i < vertices->uv_sets->len; i++)
    if (field == (i ? MW_FIELD (MwM2, uvs2) : MW_FIELD (MwM2, uvs)))
      mw_span_note (&g_array_index (vertices->uv_sets, MwMeshUvs, i).stream.span, change);
}

static void
note (MwRenderer *renderer, const MwChange *change)
{
  gboolean value = change->kind == MW_CHANGE_SET || change->kind == MW_CHANGE_SWAP;
  MwMesh *mesh = change->schema == &mw_m2_submesh_schema ? mw_renderer_mesh (renderer, change->id) : NULL;
  if (value && change->schema == &mw_m2_schema)
    note_vertices (renderer, change);
  else if (value && mesh && change->field == MW_FIELD (MwM2Submesh, triangles))
    mw_span_note (&mesh->faces_span, change);
  /* A record that was removed and inserted again may have been edited in between. */
  if (!value && change->kind != MW_CHANGE_MOVE && mesh)
    mw_mesh_invalidate (mesh);
  if (!value && (change->schema == &mw_m2_submesh_schema || change->schema == &mw_m2_skin_schema))
    renderer->meshes_stale = TRUE;
  /* Poses are computed in each frame. The parents of nodes and the particles that are alive are not. */
  if (mw_m2_aspects.point (change->schema) != MW_POINT_NONE)
    renderer->skeleton_stale = TRUE;
  else if (change->field && change->field->touches & MW_TOUCH_TIME)
    renderer->simulation_stale = TRUE;
}

/* --- Bringing the card up to date ----------------------------------------------------------------------------------- */

static void
flush_vertices (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  const MwM2 *model = model_of (renderer);
  uint32_t n = mw_m2_n_vertices (model);
  if (!renderer->vertices)
    renderer->vertices = mw_vertices_new ();
  MwVertices *vertices = renderer->vertices;
  mw_stream_flush (&vertices->positions, gl, &model->positions, 3 * sizeof (float), n);
  mw_stream_flush (&vertices->normals, gl, &model->normals, 3 * sizeof (float), n);
  mw_stream_flush (&vertices->matrices, gl, &model->bone_indices, 4, n);
  mw_stream_flush (&vertices->weights, gl, &model->bone_weights, 4, n);
  if (vertices->uv_sets_stale)
    mw_vertices_set_uv_sets (vertices, gl, uv_ids, G_N_ELEMENTS (uv_ids));
  for (guint i = 0; i < vertices->uv_sets->len; i++)
    mw_stream_flush (&g_array_index (vertices->uv_sets, MwMeshUvs, i).stream, gl, i ? &model->uvs2 : &model->uvs,
                     2 * sizeof (float), n);
}

static void
flush_meshes (MwRenderer *renderer, const MwM2Skin *skin)
{
  if (renderer->meshes_stale)
    mw_renderer_drop_meshes (renderer, &mw_m2_submesh_schema);
  renderer->meshes_stale = FALSE;
  for (uint32_t i = 0; skin && i < skin->submeshes.n; i++) {
    const MwM2Submesh *submesh = (const MwM2Submesh *) skin->submeshes.items[i];
    const MwMeshSource source = { .faces = &submesh->triangles };
    mw_mesh_flush (mw_renderer_make_mesh (renderer, submesh->record.id, renderer->vertices), &renderer->gl, &source);
  }
}

static void
fill_matrices (MwRenderer *renderer)
{
  const MwM2 *model = model_of (renderer);
  float *out = mw_renderer_matrices (renderer, MATRICES);
  for (uint32_t i = 0; i < MATRICES; i++)
    out = mw_matrices_pack (
      out, i < model->bones.n ? mw_skeleton_matrix (renderer->skeleton, model->bones.items[i]->id) : mw_mat_identity,
      1);
}

static void
add_heat (const MwRenderer *renderer, const MwFrame *frame, float *out)
{
  const MwM2 *model = model_of (renderer);
  for (uint32_t i = 0; i < MIN (MATRICES, model->bones.n); i++)
    out[MW_MATRIX_FLOATS * i] = mw_ids_have (frame->selected, frame->n_selected, model->bones.items[i]->id);
}

/* All meshes have the same vertices. A vertex without weights does not move; it is left out, because a bone would move its box. */
static void
add_boxes (const MwRenderer *renderer, const MwMesh *mesh, GArray *boxes)
{
  const MwM2 *model = model_of (renderer);
  const float *at = model->positions.data;
  const uint8_t *bones = model->bone_indices.data, *weights = model->bone_weights.data;
  const uint32_t n = MIN (MIN (model->positions.n, model->bone_indices.n), model->bone_weights.n);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < 4; k++)
      if (weights[4 * i + k])
        mw_boxes_add (boxes, bones[4 * i + k], at + 3 * (gsize) i);
}

static void
flush (MwRenderer *renderer, const MwFrame *frame)
{
  const MwM2 *model = model_of (renderer);
  flush_vertices (renderer);
  flush_meshes (renderer, mw_m2_skin_shown (model, frame->profile));
  mw_renderer_flush_pose (renderer, frame, (const MwList *[]) { &model->particles, &model->ribbons }, 2);
  fill_matrices (renderer);
}

/* --- What a frame draws --------------------------------------------------------------------------------------------- */

static MwBlend
blend_of (uint32_t mode)
{
  static const uint8_t blends[] = { MW_BLEND_NONE, MW_BLEND_NONE,     MW_BLEND_ALPHA,      MW_BLEND_ADD_WHOLE,
                                    MW_BLEND_ADD,  MW_BLEND_MODULATE, MW_BLEND_MODULATE2X, MW_BLEND_PREMULTIPLIED };
  return mode < G_N_ELEMENTS (blends) ? (MwBlend) blends[mode] : MW_BLEND_ADD;
}

/* By the table in rendering.md 3.5. */
static MwFogColour
fog_of (uint32_t mode, gboolean unfogged)
{
  static const uint8_t colours[] = { MW_FOG_SCENE, MW_FOG_SCENE, MW_FOG_SCENE, MW_FOG_BLACK,
                                     MW_FOG_BLACK, MW_FOG_WHITE, MW_FOG_GREY,  MW_FOG_GREY };
  return unfogged ? MW_FOG_NONE : mode < G_N_ELEMENTS (colours) ? (MwFogColour) colours[mode] : MW_FOG_BLACK;
}

static void
set_blend (MwPass *pass, const MwM2BatchState *state)
{
  pass->fog = fog_of (state->blend, !state->fogged);
  pass->blend = blend_of (state->blend);
  if (state->blend < 2 && state->alpha < 0.99999f)
    pass->blend = MW_BLEND_ALPHA;
  /* Just below the threshold (rendering.md 3.5), so that texels equal to it are kept. */
  if (state->blend == 1) {
    pass->cut = MW_M2_KEYED_MIN * state->alpha;
    pass->keyed = TRUE;
  } else if (state->blend > 1) {
    pass->cut = 0.99f / 255;
  }
  pass->opacity = state->blend == 0 ? MW_OPACITY_ONE : state->shader.opacity;
}

static void
set_pass (const MwRenderer *renderer, const MwM2BatchState *state, MwPass *pass)
{
  mw_pass_init (pass);
  pass->lit = state->lit;
  pass->two_sided = state->two_sided;
  pass->depth_test = state->depth_test;
  pass->depth_write = state->depth_write;
  memcpy (pass->colour, state->color, sizeof state->color);
  pass->colour[3] = state->alpha;
  set_blend (pass, state);
  pass->diffuse = state->shader.diffuse;
  pass->specular = state->shader.specular;
  pass->n_units = state->shader.n_units;
  memcpy (pass->weights, state->weights, sizeof state->weights);
  for (guint i = 0; i < pass->n_units; i++) {
    mw_pass_set_texture (pass, i, renderer->textures, state->units[i].texture.id);
    pass->units[i].sphere = state->shader.coords[i] == MW_M2_COORD_ENVIRONMENT;
    pass->units[i].uv_set = state->shader.coords[i] == MW_M2_COORD_UV2;
    memcpy (pass->units[i].uv, state->units[i].uv, sizeof pass->units[i].uv);
  }
  /* The environment takes no coordinates from the vertices, so that the place of the second unit is free. */
  pass->third_by_uv2 = pass->n_units > 2 && pass->units[2].uv_set;
  if (pass->third_by_uv2) {
    pass->units[1].uv_set = 1;
    memcpy (pass->units[1].uv, state->units[2].uv, sizeof pass->units[1].uv);
  }
}

/* The distance of the submesh from the eye. M2Batch.flags may move it to the near or far side of the sort sphere. */
static float
depth_of (const MwRenderer *renderer, const MwM2Submesh *submesh, const MwM2Batch *batch)
{
  float at[3];
  gboolean sorted = model_of (renderer)->version >= MW_M2_SORT_SPHERE_SINCE;
  mw_mat_point (mw_skeleton_matrix (renderer->skeleton, submesh->center_bone.id),
                sorted ? submesh->sort_center : submesh->center, at);
  mw_mat_point (renderer->view, at, at);
  float depth = mw_vec_length (at), radius = sorted ? submesh->sort_radius : 0;
  depth += batch->flags & 0x1 ? -radius : batch->flags & 0x2 ? radius : 0;
  return isfinite (depth) ? depth : 0;
}

static const MwM2Submesh *
submesh_of (const MwRenderer *renderer, const MwM2Skin *skin, const MwM2Batch *batch)
{
  const MwRecord *record = mw_model_resolve (renderer->model, batch->submesh);
  /* A submesh of another profile has no mesh here. */
  return record && record->schema == &mw_m2_submesh_schema && record->owner == &skin->record
           ? (const MwM2Submesh *) record
           : NULL;
}

static void
add_batch (MwRenderer *renderer, const MwFrame *frame, const MwM2Submesh *submesh, const MwM2Batch *source)
{
  MwM2BatchState state;
  mw_m2_batch_evaluate (model_of (renderer), source, &frame->clock, &state);
  MwMesh *mesh = mw_renderer_mesh (renderer, submesh->record.id);
  if (!state.visible || !mesh)
    return;
  MwBatch batch = { .mesh = mesh, .translucent = state.transparent, .mode = state.layer, .above = state.layer > 0 };
  if (state.transparent) {
    batch.plane = state.priority_plane;
    batch.depth = depth_of (renderer, submesh, source);
  }
  set_pass (renderer, &state, &batch.pass);
  mw_renderer_add_batch (renderer, batch);
}

/* For all shadings but textured: adds each submesh once. `source` is its first batch, or NULL. */
static void
add_shape (MwRenderer *renderer, const MwFrame *frame, const MwM2Submesh *submesh, const MwM2Batch *source)
{
  const MwRecord *record = source ? mw_model_resolve (renderer->model, source->material) : NULL;
  const MwM2Material *material = record && record->schema == &mw_m2_material_schema ? (const MwM2Material *) record
                                                                                    : NULL;
  MwMesh *mesh = mw_renderer_mesh (renderer, submesh->record.id);
  if (!mesh || (material && material->blend_mode > 2 && frame->shading != MW_SHADING_WIREFRAME))
    return;
  MwBatch batch = { .mesh = mesh };
  mw_pass_init (&batch.pass);
  batch.pass.two_sided = material && material->flags & 0x4;
  mw_renderer_add_batch (renderer, batch);
}

static float
distance (const MwRenderer *renderer, const float world[16], const float pivot[3])
{
  float at[3];
  mw_mat_point (world, pivot, at);
  mw_mat_point (renderer->view, at, at);
  float depth = mw_vec_length (at);
  return isfinite (depth) ? depth : 0;
}

/* The materials of particles and ribbons: rendering.md 3.7. */
static void
add_particles (MwRenderer *renderer, const MwEmitter *emitter, const float *world, MwBatch batch)
{
  const MwM2Particle *particle = (const MwM2Particle *) emitter->node;
  MwM2ParticleMaterial material;
  mw_m2_particle_material (model_of (renderer), particle, &material);
  batch.plane = particle->priority_plane;
  batch.depth = distance (renderer, world, particle->position);
  batch.n_quads = mw_particles_append_quads (emitter->particles, world, renderer->view, renderer->sprites);
  batch.rows = particle->rows;
  batch.columns = particle->columns;
  mw_pass_init (&batch.pass);
  batch.pass.blend = blend_of (particle->blend_mode);
  batch.pass.fog = fog_of (particle->blend_mode, (particle->flags & 0x8) != 0);
  batch.pass.two_sided = TRUE;
  batch.pass.lit = material.lit;
  batch.pass.depth_write = particle->blend_mode <= 1;
  batch.pass.cut = particle->blend_mode == 0 ? 0 : particle->blend_mode == 1 ? 127.9f / 255 : 0.99f / 255;
  batch.pass.n_units = material.n_textures;
  for (guint i = 0; i < batch.pass.n_units; i++)
    mw_pass_set_texture (&batch.pass, i, renderer->textures, material.textures[i].id);
  batch.pass.diffuse = material.diffuse;
  batch.pass.opacity = material.opacity;
  if (batch.n_quads)
    mw_renderer_add_batch (renderer, batch);
}

/* Draws the strip once for each texture, with the material at the same index. */
static void
add_ribbon (MwRenderer *renderer, const MwFrame *frame, const MwEmitter *emitter, const float *world, MwBatch batch)
{
  const MwM2Ribbon *ribbon = (const MwM2Ribbon *) emitter->node;
  batch.plane = ribbon->priority_plane;
  batch.depth = distance (renderer, world, ribbon->position);
  batch.n_quads = mw_ribbon_append_quads (emitter->ribbon, world, renderer->sprites);
  batch.rows = ribbon->rows;
  batch.columns = ribbon->columns;
  uint32_t n = MIN (MIN (ribbon->textures.n, ribbon->materials.n), MW_RIBBON_LAYERS_MAX);
  for (uint32_t i = 0; batch.n_quads && i < n; i++) {
    const MwRecord *record = mw_model_resolve (renderer->model, ((const MwRef *) ribbon->materials.data)[i]);
    const MwM2Material *material = record && record->schema == &mw_m2_material_schema ? (const MwM2Material *) record
                                                                                      : NULL;
    uint32_t flags = material ? material->flags : 0, blend = material ? material->blend_mode : 0;
    mw_pass_init (&batch.pass);
    batch.pass.blend = blend_of (blend == 0 ? 2 : blend);
    batch.pass.fog = fog_of (blend, (flags & 0x2) != 0);
    batch.pass.cut = blend == 1 ? MW_M2_KEYED_MIN : 0.99f / 255;
    batch.pass.two_sided = (flags & 0x4) != 0;
    batch.pass.depth_test = !(flags & 0x8);
    batch.pass.depth_write = !(flags & 0x10);
    mw_pass_set_texture (&batch.pass, 0, renderer->textures, ((const MwRef *) ribbon->textures.data)[i].id);
    mw_m2_ribbon_uv (model_of (renderer), ribbon, i, &frame->clock, batch.pass.units[0].uv);
    batch.mode = i;
    mw_renderer_add_batch (renderer, batch);
  }
}

static void
collect (MwRenderer *renderer, const MwFrame *frame)
{
  const MwM2Skin *skin = mw_m2_skin_shown (model_of (renderer), frame->profile);
  gboolean textured = mw_shading_is_textured (frame->shading);
  g_autoptr (GHashTable) shown = textured || !skin ? NULL : g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; skin && i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    const MwM2Submesh *submesh = submesh_of (renderer, skin, batch);
    if (!submesh || mw_ids_have (frame->hidden, frame->n_hidden, submesh->record.id)
        || mw_ids_have (frame->hidden, frame->n_hidden, batch->record.id))
      continue;
    if (textured)
      add_batch (renderer, frame, submesh, batch);
    else if (g_hash_table_add (shown, (gpointer) submesh))
      add_shape (renderer, frame, submesh, batch);
  }
}

static MwMesh *
mesh_of (const MwRenderer *renderer, const MwFrame *frame, const MwRecord *record)
{
  const MwM2Skin *skin = mw_m2_skin_shown (model_of (renderer), frame->profile);
  if (skin && record->schema == &mw_m2_batch_schema) {
    const MwM2Submesh *submesh = submesh_of (renderer, skin, (const MwM2Batch *) record);
    record = submesh ? &submesh->record : record;
  }
  return skin && record->schema == &mw_m2_submesh_schema && record->owner == &skin->record
           ? mw_renderer_mesh (renderer, record->id)
           : NULL;
}

static void
remarks (const MwModel *root, GPtrArray *out)
{
  const MwM2 *model = (const MwM2 *) root;
  for (uint32_t i = 0; i < model->particles.n; i++) {
    const MwM2Particle *e = (const MwM2Particle *) model->particles.items[i];
    MwM2ParticleMaterial material;
    mw_m2_particle_material (model, e, &material);
    if (material.refracts)
      g_ptr_array_add (out, (gpointer) N_ ("Particles that refract are drawn as plain ones"));
  }
}

static MwWorld
world_of (const MwModel *model)
{
  return MW_WORLD_OF_WARCRAFT;
}

const MwScene mw_m2_scene = { &mw_m2_schema, 1.0f / 32, note,    flush,    collect,  add_particles, add_ribbon,
                              NULL,          mesh_of,   remarks, world_of, add_heat, NULL,          add_boxes };
