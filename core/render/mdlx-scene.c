/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/pose/mdlx-material.h"
#include "core/pose/mdlx-skin.h"
#include "core/render/render-private.h"

/* Draws MDX and MDL models: geosets with their own vertices, materials made of layers, particles and ribbons
 * (rendering.md 3). */

static const MwMdlx *
model_of (const MwRenderer *renderer)
{
  return (const MwMdlx *) renderer->model;
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static void
note_geoset (MwRenderer *renderer, const MwChange *change)
{
  MwMesh *mesh = mw_renderer_mesh (renderer, change->id);
  if (!mesh)
    return;
  const MwField *field = change->field;
  if (field == MW_FIELD (MwMdlxGeoset, vertices))
    mw_span_note (&mesh->vertices->positions.span, change);
  else if (field == MW_FIELD (MwMdlxGeoset, normals))
    mw_span_note (&mesh->vertices->normals.span, change);
  else if (field == MW_FIELD (MwMdlxGeoset, tangents))
    mw_span_note (&mesh->vertices->tangents.span, change);
  else if (field == MW_FIELD (MwMdlxGeoset, faces))
    mw_span_note (&mesh->faces_span, change);
  else if (field == MW_FIELD (MwMdlxGeoset, vertex_groups))
    mw_span_note (&mesh->vertices->matrices.span, change);
  else if (field == MW_FIELD (MwMdlxGeoset, group_sizes) || field == MW_FIELD (MwMdlxGeoset, skin_bones)
           || field == MW_FIELD (MwMdlxGeoset, skin_weights))
    mesh->vertices->matrices.span.all = TRUE; /* group numbers out of range change, or all of them */
}

static void
note_uv_set (MwRenderer *renderer, const MwChange *change)
{
  const MwRecord *record = mw_model_find (renderer->model, change->id);
  MwMesh *mesh = record && record->owner ? mw_renderer_mesh (renderer, record->owner->id) : NULL;
  for (guint i = 0; mesh && i < mesh->vertices->uv_sets->len; i++) {
    MwMeshUvs *uvs = &g_array_index (mesh->vertices->uv_sets, MwMeshUvs, i);
    if (uvs->id == change->id)
      mw_span_note (&uvs->stream.span, change);
  }
}

static void
note_structure (MwRenderer *renderer, const MwChange *change)
{
  const MwSchema *schema = change->schema;
  MwMesh *mesh;
  if (schema == &mw_mdlx_geoset_schema) {
    renderer->meshes_stale = TRUE;
    /* A record that was removed and inserted again may have been edited in between. */
    if (change->kind != MW_CHANGE_MOVE && (mesh = mw_renderer_mesh (renderer, change->id)))
      mw_mesh_invalidate (mesh);
  } else if (schema == &mw_mdlx_uv_set_schema) {
    if ((mesh = mw_renderer_mesh (renderer, change->owner)))
      mesh->vertices->uv_sets_stale = TRUE;
  } else if (schema == &mw_mdlx_global_sequence_schema || mw_schema_is_a (schema, &mw_mdlx_node_schema)
             || mw_schema_is_track (schema)) {
    renderer->skeleton_stale = TRUE;
  }
}

static void
note_value (MwRenderer *renderer, const MwChange *change)
{
  const MwSchema *schema = change->schema;
  if (schema == &mw_mdlx_geoset_schema) {
    note_geoset (renderer, change);
  } else if (schema == &mw_mdlx_uv_set_schema) {
    note_uv_set (renderer, change);
  } else if (mw_schema_is_a (schema, &mw_mdlx_node_schema)) {
    if (change->field->role != MW_ROLE_NAME)
      renderer->skeleton_stale = TRUE;
    else if (schema == &mw_mdlx_event_object_schema)
      renderer->emitters_stale = TRUE; /* the name says what it leaves */
  } else if (mw_schema_is_track (schema) || schema == &mw_mdlx_sequence_schema
             || schema == &mw_mdlx_global_sequence_schema) {
    /* Poses are computed in each frame. The particles and ribbon edges that are alive are not. */
    if (change->field->role != MW_ROLE_NAME)
      renderer->simulation_stale = TRUE;
  }
}

static void
note (MwRenderer *renderer, const MwChange *change)
{
  if (change->kind == MW_CHANGE_SET || change->kind == MW_CHANGE_SWAP)
    note_value (renderer, change);
  else
    note_structure (renderer, change);
}

/* --- Bringing the card up to date ----------------------------------------------------------------------------------- */

static void
flush_matrix_numbers (MwVertices *vertices, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  uint32_t n = geoset->vertices.n;
  if (!mw_stream_is_stale (&vertices->matrices, n))
    return;
  g_autofree uint16_t *numbers = g_new (uint16_t, n);
  mw_skin_vertex_matrices (geoset, numbers);
  const MwArray array = { .data = numbers, .n = n };
  mw_stream_flush (&vertices->matrices, gl, &array, sizeof *numbers, n);
}

static void
flush_weights (MwRenderer *renderer, MwVertices *vertices, const MwMdlxGeoset *geoset)
{
  const MwGl *gl = &renderer->gl;
  uint32_t n = geoset->vertices.n;
  if (!mw_stream_is_stale (&vertices->matrices, n))
    return;
  g_autofree uint16_t *numbers = g_new (uint16_t, (gsize) 4 * n + 1);
  g_autofree uint8_t *weights = g_new (uint8_t, (gsize) 4 * n + 1);
  mw_skin_vertex_weights (geoset, renderer->skeleton, numbers, weights);
  const MwArray all_numbers = { .data = numbers, .n = n }, all_weights = { .data = weights, .n = n };
  vertices->weights.span.all = TRUE;
  mw_stream_flush (&vertices->matrices, gl, &all_numbers, 4 * sizeof *numbers, n);
  mw_stream_flush (&vertices->weights, gl, &all_weights, 4, n);
}

static void
find_range (MwMeshUvs *uvs, const MwArray *array)
{
  const float *at = array->data;
  for (guint k = 0; k < 2; k++) {
    uvs->low[k] = uvs->high[k] = array->n ? at[k] : 0;
    for (uint32_t i = 1; i < array->n; i++) {
      uvs->low[k] = MIN (uvs->low[k], at[2 * i + k]);
      uvs->high[k] = MAX (uvs->high[k], at[2 * i + k]);
    }
  }
}

static void
flush_uv_sets (MwVertices *vertices, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  uint32_t n = geoset->uv_sets.n;
  if (vertices->uv_sets_stale) {
    g_autofree MwId *ids = g_new (MwId, n + 1);
    for (uint32_t i = 0; i < n; i++)
      ids[i] = geoset->uv_sets.items[i]->id;
    mw_vertices_set_uv_sets (vertices, gl, ids, n);
  }
  for (guint i = 0; i < vertices->uv_sets->len; i++) {
    MwMeshUvs *uvs = &g_array_index (vertices->uv_sets, MwMeshUvs, i);
    const MwArray *array = &((const MwMdlxUvSet *) geoset->uv_sets.items[i])->uvs;
    if (mw_stream_is_stale (&uvs->stream, geoset->vertices.n))
      find_range (uvs, array);
    mw_stream_flush (&uvs->stream, gl, array, 2 * sizeof (float), geoset->vertices.n);
  }
}

/* `moved`: places of nodes in the skeleton may have changed. */
static void
flush_meshes (MwRenderer *renderer, gboolean moved)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlx *model = model_of (renderer);
  if (renderer->meshes_stale)
    mw_renderer_drop_meshes (renderer, &mw_mdlx_geoset_schema);
  renderer->meshes_stale = FALSE;
  /* World of Warcraft's 1500 has only triangles and does not store primitive types. */
  gboolean groups = model->family != MW_FAMILY_MDX_WOW || model->version < 1500;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwMesh *mesh = mw_renderer_make_mesh (renderer, geoset->record.id, NULL);
    MwVertices *vertices = mesh->vertices;
    const MwMeshSource source = { &geoset->faces, groups ? &geoset->primitive_types : NULL,
                                  groups ? &geoset->primitive_sizes : NULL };
    mw_stream_flush (&vertices->positions, gl, &geoset->vertices, 3 * sizeof (float), geoset->vertices.n);
    mw_stream_flush (&vertices->normals, gl, &geoset->normals, 3 * sizeof (float), geoset->vertices.n);
    mw_mesh_flush_tangents (mesh, gl, &geoset->tangents);
    gboolean weighted = mw_skin_is_weighted (geoset);
    mw_mesh_set_weighted (mesh, gl, weighted);
    vertices->matrices.span.all |= weighted && moved;
    if (weighted)
      flush_weights (renderer, vertices, geoset);
    else
      flush_matrix_numbers (vertices, gl, geoset);
    flush_uv_sets (vertices, gl, geoset);
    mw_mesh_flush (mesh, gl, &source);
  }
}

/* Fills the matrices of all nodes, if any geoset has weights, and then those of each other geoset in turn. */
static void
fill_matrices (MwRenderer *renderer)
{
  const MwMdlx *model = model_of (renderer);
  uint32_t n = 0, n_nodes = 0;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    if (mw_skin_is_weighted (geoset))
      n_nodes = mw_skin_n_node_matrices (renderer->skeleton);
    else
      n += mw_skin_n_matrices (geoset);
  }
  float *out = mw_renderer_matrices (renderer, n_nodes + n);
  if (n_nodes) {
    g_autofree float *columns = g_new (float, (gsize) 16 * n_nodes);
    mw_skin_node_matrices (renderer->skeleton, columns);
    out = mw_matrices_pack (out, columns, n_nodes);
  }
  n = n_nodes;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    float columns[257 * 16]; /* 256 groups and the identity */
    if (mw_skin_is_weighted (geoset)) {
      mw_renderer_mesh (renderer, geoset->record.id)->first_matrix = 0;
      continue;
    }
    guint count = mw_skin_n_matrices (geoset);
    mw_skin_group_matrices (geoset, renderer->skeleton, columns);
    mw_renderer_mesh (renderer, geoset->record.id)->first_matrix = n;
    n += count;
    out = mw_matrices_pack (out, columns, count);
  }
}

static void
add_heat (const MwRenderer *renderer, const MwFrame *frame, float *out)
{
  const MwMdlx *model = model_of (renderer);
  /* The matrices of nodes come first, if they are used. */
  gboolean by_node = FALSE;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    float shares[257];
    if (mw_skin_is_weighted (geoset)) {
      by_node = TRUE;
      continue;
    }
    const uint32_t first = mw_renderer_mesh (renderer, geoset->record.id)->first_matrix;
    mw_skin_group_shares (geoset, renderer->skeleton, frame->selected, frame->n_selected, shares);
    for (guint g = 0; g < mw_skin_n_matrices (geoset); g++)
      out[(gsize) MW_MATRIX_FLOATS * (first + g)] = shares[g];
  }
  for (guint place = 0; by_node && place + 1 < mw_skin_n_node_matrices (renderer->skeleton); place++)
    out[(gsize) MW_MATRIX_FLOATS * place] = mw_ids_have (frame->selected, frame->n_selected,
                                                         mw_skeleton_node_at (renderer->skeleton, place)->id);
}

static void
add_boxes (const MwRenderer *renderer, const MwMesh *mesh, GArray *boxes)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_model_find (renderer->model, mesh->id);
  const float *at = geoset->vertices.data;
  const uint32_t n = geoset->vertices.n;
  const gboolean weighted = mw_skin_is_weighted (geoset);
  const guint each = weighted ? 4 : 1;
  g_autofree uint16_t *numbers = g_new (uint16_t, (gsize) each * n + 1);
  g_autofree uint8_t *weights = weighted ? g_new (uint8_t, (gsize) 4 * n + 1) : NULL;
  if (weighted)
    mw_skin_vertex_weights (geoset, renderer->skeleton, numbers, weights);
  else
    mw_skin_vertex_matrices (geoset, numbers);
  for (uint32_t i = 0; i < n; i++) {
    guint sum = 0;
    for (guint k = 0; k < each; k++) {
      if (weighted && weights[4 * i + k] == 0)
        continue;
      sum++;
      mw_boxes_add (boxes, numbers[each * i + k], at + 3 * (gsize) i);
    }
    if (sum == 0) /* it does not move, like the last matrix */
      mw_boxes_add (boxes, mw_skin_n_node_matrices (renderer->skeleton) - 1, at + 3 * (gsize) i);
  }
}

static void
flush (MwRenderer *renderer, const MwFrame *frame)
{
  gboolean moved = renderer->skeleton_stale || !renderer->skeleton;
  mw_renderer_flush_pose (renderer, frame, (const MwList *[]) { &model_of (renderer)->nodes }, 1);
  flush_meshes (renderer, moved);
  fill_matrices (renderer);
}

/* --- What a frame draws --------------------------------------------------------------------------------------------- */

static MwBlend
blend_of (uint32_t filter_mode)
{
  static const uint8_t blends[] = { MW_BLEND_NONE, MW_BLEND_NONE,     MW_BLEND_ALPHA,     MW_BLEND_ADD,
                                    MW_BLEND_ADD,  MW_BLEND_MODULATE, MW_BLEND_MODULATE2X };
  return filter_mode < G_N_ELEMENTS (blends) ? (MwBlend) blends[filter_mode] : MW_BLEND_ALPHA;
}

/* Texels with too little alpha for Transparent are discarded, and those below 4/255 by everything that blends. Half a step less keeps
 * rounding out. */
static float
cut_of (uint32_t mode)
{
  return mode == 0 ? -1 : mode == 1 ? MW_POSE_TRANSPARENT_MIN : MW_POSE_BLENDED_MIN;
}

/* The game fogs only what covers what is behind it (rendering.md 3.9). */
static void
set_fog (MwPass *pass, uint32_t mode, gboolean unfogged)
{
  pass->fog = mode <= 2 && !unfogged ? MW_FOG_SCENE : MW_FOG_NONE;
  pass->fog_bends = TRUE;
}

/* The images and numbers of an HD layer. */
static void
set_hd (const MwRenderer *renderer, const MwFrame *frame, const MwMdlxMaterial *material, const MwMdlxLayer *layer,
        MwPass *pass)
{
  MwHdState state;
  mw_hd_evaluate (model_of (renderer), material, layer, &frame->clock, &state);
  pass->hd = TRUE;
  for (guint slot = MW_HD_DIFFUSE + 1; slot < MW_HD_MAPS; slot++) {
    gboolean found;
    pass->maps[slot] = mw_textures_of_slot (renderer->textures, state.textures[slot].id, slot, &found);
    if (slot == MW_HD_TEAM_COLOUR)
      pass->masked = found;
  }
  pass->crystal = state.crystal;
  pass->sd_on_hd = state.sd_on_hd;
  pass->gain = state.emissive_gain;
  memcpy (pass->fresnel, state.fresnel_color, sizeof state.fresnel_color);
  pass->fresnel[3] = state.fresnel_opacity;
  pass->fresnel_team = state.fresnel_team_color;
}

/* Fills the pass for a layer. FALSE if the layer is invisible. */
static gboolean
layer_pass (const MwRenderer *renderer, const MwFrame *frame, const MwMdlxLayer *layer, const float rgb[3], float alpha,
            MwPass *pass)
{
  MwLayerState state;
  mw_layer_evaluate (model_of (renderer), layer, &frame->clock, &state);
  if (!(state.alpha > MW_POSE_ALPHA_MIN))
    return FALSE;
  mw_pass_init (pass);
  pass->blend = blend_of (layer->filter_mode);
  set_fog (pass, layer->filter_mode, (layer->flags & 0x20) != 0);
  pass->lit = !(layer->flags & 0x1);
  pass->two_sided = (layer->flags & 0x10) != 0;
  pass->depth_test = !(layer->flags & 0x40);
  pass->depth_write = layer->filter_mode < 2 && !(layer->flags & 0x80);
  pass->cut = cut_of (layer->filter_mode);
  memcpy (pass->colour, rgb, 3 * sizeof *rgb);
  pass->colour[3] = alpha * state.alpha;
  pass->units[0].sphere = (layer->flags & 0x2) != 0;
  pass->units[0].uv_set = layer->coord_id;
  if (state.moves_uv)
    memcpy (pass->units[0].uv, state.uv, sizeof state.uv);
  mw_pass_set_texture (pass, 0, renderer->textures, state.texture.id);
  return TRUE;
}

static const MwMdlxMaterial *
material_of (const MwRenderer *renderer, MwRef ref)
{
  return (const MwMdlxMaterial *) mw_model_resolve (renderer->model, ref);
}

static const MwMdlxLayer *
layer_at (const MwMdlxMaterial *material, uint32_t index)
{
  return (const MwMdlxLayer *) material->layers.items[index];
}

/* Adds a batch for each layer. All blended layers of a geoset are sorted by the mode of the first of them, so that
 * they stay together. */
static void
add_layers (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh, const MwMdlxMaterial *material,
            const MwGeosetState *state)
{
  const MwMdlxLayer *first = NULL;
  guint n = material ? mw_material_n_drawn (model_of (renderer), material) : 0;
  for (uint32_t i = 0; i < n; i++) {
    const MwMdlxLayer *layer = layer_at (material, i);
    MwBatch batch = { .mesh = mesh, .translucent = layer->filter_mode >= 2, .above = i > 0 };
    if (batch.translucent) {
      first = first ? first : layer;
      batch.plane = material->priority_plane;
      batch.mode = first->filter_mode;
    }
    if (!layer_pass (renderer, frame, layer, state->color, state->alpha, &batch.pass))
      continue;
    if (mw_layer_is_hd (model_of (renderer), material, layer))
      set_hd (renderer, frame, material, layer, &batch.pass);
    mw_renderer_add_batch (renderer, batch);
  }
}

/* For all shadings but textured: adds each visible geoset once. Glows and the like have no solid shape: they are
 * shown in wireframe only. */
static void
add_shape (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh, const MwMdlxMaterial *material)
{
  const MwMdlxLayer *layer = material && material->layers.n ? layer_at (material, 0) : NULL;
  if (layer && layer->filter_mode > 2 && frame->shading != MW_SHADING_WIREFRAME)
    return;
  MwBatch batch = { .mesh = mesh };
  mw_pass_init (&batch.pass);
  batch.pass.two_sided = layer && layer->flags & 0x10;
  batch.pass.units[0].uv_set = layer ? layer->coord_id : 0;
  mw_renderer_add_batch (renderer, batch);
}

/* The filter mode of a layer for each filter mode of particles (blend, additive, modulate, modulate 2x, alpha key). */
static uint32_t
particle_mode (uint32_t filter_mode)
{
  static const uint8_t modes[] = { 2, 3, 5, 6, 2 };
  return filter_mode < G_N_ELEMENTS (modes) ? modes[filter_mode] : 2;
}

/* Sets how quads are drawn with a filter mode of particles. */
static void
set_quads (MwBatch *batch, uint32_t filter_mode)
{
  batch->mode = particle_mode (filter_mode);
  mw_pass_init (&batch->pass);
  batch->pass.blend = blend_of (batch->mode);
  set_fog (&batch->pass, batch->mode, FALSE);
  batch->pass.two_sided = TRUE;
  batch->pass.depth_write = FALSE;
  batch->pass.cut = cut_of (filter_mode == 4 ? 1 : batch->mode);
}

static void
add_particles (MwRenderer *renderer, const MwEmitter *emitter, const float *world, MwBatch batch)
{
  const MwMdlxParticleEmitter2 *particles = (const MwMdlxParticleEmitter2 *) emitter->node;
  MwParticleMaterial material;
  mw_particles_material (particles, &material);
  batch.n_quads = mw_particles_append_quads (emitter->particles, world, renderer->view, renderer->sprites);
  batch.rows = particles->rows;
  batch.columns = particles->columns;
  batch.plane = material.priority_plane;
  set_quads (&batch, material.filter_mode);
  batch.pass.lit = material.lit;
  set_fog (&batch.pass, batch.mode, !material.fogged);
  if (material.replaceable_id)
    batch.pass.units[0].texture = mw_textures_replaceable (renderer->textures, material.replaceable_id);
  else
    mw_pass_set_texture (&batch.pass, 0, renderer->textures, material.texture.id);
  if (batch.n_quads)
    mw_renderer_add_batch (renderer, batch);
}

static void
add_ribbon (MwRenderer *renderer, const MwFrame *frame, const MwEmitter *emitter, const float *world, MwBatch batch)
{
  static const float white[3] = { 1, 1, 1 };
  const MwMdlxRibbonEmitter *ribbon = (const MwMdlxRibbonEmitter *) emitter->node;
  const MwMdlxMaterial *material = material_of (renderer, ribbon->material);
  if (!material || material->layers.n == 0)
    return;
  batch.n_quads = mw_ribbon_append_quads (emitter->ribbon, world, renderer->sprites);
  batch.rows = ribbon->rows;
  batch.columns = ribbon->columns;
  batch.plane = material->priority_plane;
  batch.mode = layer_at (material, 0)->filter_mode;
  for (uint32_t i = 0; batch.n_quads && i < MIN (material->layers.n, MW_RIBBON_LAYERS_MAX); i++) {
    if (!layer_pass (renderer, frame, layer_at (material, i), white, 1, &batch.pass))
      continue;
    /* Quads have no normals. */
    batch.pass.lit = batch.pass.units[0].sphere = FALSE;
    batch.pass.two_sided = TRUE;
    batch.pass.depth_write = FALSE;
    mw_renderer_add_batch (renderer, batch);
  }
}

static void
add_splats (MwRenderer *renderer, const MwEmitter *emitter, MwBatch batch)
{
  const MwSplatKind *kind = mw_splats_kind (emitter->splats);
  batch.n_quads = mw_splats_append_quads (emitter->splats, renderer->sprites);
  batch.rows = kind->rows;
  batch.columns = kind->columns;
  batch.plane = G_MININT32; /* they are part of the ground */
  set_quads (&batch, kind->filter_mode);
  if (batch.n_quads == 0)
    return;
  if (kind->image)
    batch.pass.units[0].texture = mw_textures_of_path (renderer->textures, kind->image);
  mw_renderer_add_batch (renderer, batch);
}

static void
collect (MwRenderer *renderer, const MwFrame *frame)
{
  const MwMdlx *model = model_of (renderer);
  gboolean textured = mw_shading_is_textured (frame->shading);
  g_byte_array_set_size (renderer->scratch, (guint) (model->geosets.n * sizeof (MwGeosetState)));
  MwGeosetState *states = (MwGeosetState *) (void *) renderer->scratch->data;
  mw_geosets_evaluate (model, &frame->clock, states);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwGeosetState *state = &states[i];
    if (!state->visible || mw_ids_have (frame->hidden, frame->n_hidden, geoset->record.id))
      continue;
    MwMesh *mesh = mw_renderer_mesh (renderer, geoset->record.id);
    const MwMdlxMaterial *material = material_of (renderer, geoset->material);
    if (textured)
      add_layers (renderer, frame, mesh, material, state);
    else
      add_shape (renderer, frame, mesh, material);
  }
}

static MwMesh *
mesh_of (const MwRenderer *renderer, const MwFrame *frame, const MwRecord *record)
{
  return record->schema == &mw_mdlx_geoset_schema ? mw_renderer_mesh (renderer, record->id) : NULL;
}

/* What is not drawn as the game draws a material; NULL: nothing. */
static const char *
remark_of (const MwMdlxMaterial *material, MwFormat format)
{
  if (format.version < 1100)
    return mw_mdlx_material_is_hd (material, format) && !mw_mdlx_layers_are_images (material, format)
             ? N_ ("HD material without its six images: shown as SD")
             : NULL;
  for (uint32_t i = 0; i < material->layers.n; i++) {
    const uint32_t shader = layer_at (material, i)->shader, flags = layer_at (material, i)->flags;
    if (shader == MW_MDLX_SHADER_SD_ON_HD && flags & 0x2)
      return N_ ("SD-on-HD layer with a sphere map: shown without it");
    if (shader != MW_MDLX_SHADER_SD && shader != MW_MDLX_SHADER_SD_ON_HD && !mw_mdlx_is_hd_shader (shader))
      return N_ ("Layer with an unknown shader: shown as SD");
  }
  return NULL;
}

/* What of a node is not drawn at all; NULL: nothing. Models that are missing are said where they are looked for. */
static const char *
remark_of_node (const MwModel *model, const MwRecord *node)
{
  if (node->schema == &mw_mdlx_particle_emitter_schema && !mw_particles_model (model, node))
    return N_ ("Particle emitters without a model are not drawn");
  if (node->schema == &mw_mdlx_popcorn_emitter_schema)
    return N_ ("Popcorn effects are not drawn");
  return NULL;
}

static void
add_remark (GPtrArray *out, const char *remark)
{
  if (remark)
    g_ptr_array_add (out, (gpointer) remark);
}

static void
remarks (const MwModel *root, GPtrArray *out)
{
  const MwMdlx *model = (const MwMdlx *) root;
  MwFormat format = mw_mdlx_format (model);
  for (uint32_t i = 0; format.family == MW_FAMILY_MDX && i < model->materials.n; i++)
    add_remark (out, remark_of ((const MwMdlxMaterial *) model->materials.items[i], format));
  for (uint32_t i = 0; i < model->nodes.n; i++)
    add_remark (out, remark_of_node (root, model->nodes.items[i]));
}

static gboolean
mirrors (const MwModel *root)
{
  const MwMdlx *model = (const MwMdlx *) root;
  for (uint32_t i = 0; i < model->materials.n; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[i];
    for (uint32_t k = 0; k < material->layers.n; k++)
      if (mw_layer_is_hd (model, material, (const MwMdlxLayer *) material->layers.items[k]))
        return TRUE;
  }
  return FALSE;
}

static MwWorld
world_of (const MwModel *model)
{
  return ((const MwMdlx *) model)->family == MW_FAMILY_MDX_WOW ? MW_WORLD_OF_WARCRAFT : MW_WORLD_WARCRAFT_III;
}

const MwScene mw_mdlx_scene = { &mw_mdlx_schema, 1,       note,    flush,    collect,  add_particles, add_ribbon,
                                add_splats,      mesh_of, remarks, world_of, add_heat, mirrors,       add_boxes };
