/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* What one frame draws, and in which order (rendering reference, materials): opaque layers in the order of geosets and
 * layers; the ground; then whatever is blended, by priority plane and filter mode; then overlays. */

/* --- Drawing surfaces ----------------------------------------------------------------------------------------------- */

/* Makes it the current program; the first time in a frame it gets what all draws of the frame share. */
static const MwProgram *
use_program (MwRenderer *renderer, int which, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = &renderer->programs[which];
  if (which != renderer->used)
    gl->UseProgram (program->name);
  renderer->used = which;
  if (renderer->ready & 1u << which)
    return program;
  renderer->ready |= 1u << which;
  float light[3] = { 0.5f, -0.3f, 0.8f };
  mw_vec_normalise (light);
  gl->UniformMatrix4fv (program->view, 1, GL_FALSE, renderer->view);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
  gl->Uniform3fv (program->light, 1, light);
  gl->Uniform1i (program->texture, 0);
  gl->Uniform1i (program->matrices, 1);
  gl->Uniform1i (program->shading, (GLint) frame->shading);
  gl->Uniform1f (program->scale, 1);
  return program;
}

static void
set_blending (const MwGl *gl, uint32_t mode)
{
  if (mode < 2) {
    gl->Disable (GL_BLEND);
    return;
  }
  gl->Enable (GL_BLEND);
  switch (mode) {
  case 3:
  case 4:
    gl->BlendFunc (GL_SRC_ALPHA, GL_ONE);
    break;
  case 5:
    gl->BlendFunc (GL_ZERO, GL_SRC_COLOR);
    break;
  case 6:
    gl->BlendFunc (GL_DST_COLOR, GL_SRC_COLOR);
    break;
  default:
    gl->BlendFunc (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    break;
  }
}

static float
cut_of (uint32_t mode)
{
  return mode == 1 ? 0.75f : mode == 5 || mode == 6 ? 0.02f : -1;
}

static void
set_toggle (const MwGl *gl, GLenum capability, gboolean on)
{
  if (on)
    gl->Enable (capability);
  else
    gl->Disable (capability);
}

static void
set_uv (const MwGl *gl, const MwProgram *program, const float uv[6])
{
  const float rows[6] = { uv[0], uv[2], uv[4], uv[1], uv[3], uv[5] };
  gl->Uniform3fv (program->uv_rows, 2, rows);
}

static const float uv_identity[6] = { 1, 0, 0, 1, 0, 0 };

/* Sets everything that a layer says, in a program for sprites or for geosets; NULL if it cannot be seen. */
static const MwProgram *
set_layer (MwRenderer *renderer, gboolean sprite, const MwFrame *frame, const MwMdlxLayer *layer, const float rgb[3],
           float alpha)
{
  const MwGl *gl = &renderer->gl;
  MwLayerState state;
  mw_layer_evaluate (renderer->model, layer, &frame->clock, &state);
  if (!(state.alpha > MW_POSE_ALPHA_MIN))
    return NULL;
  float cut = cut_of (layer->filter_mode);
  int variant = (layer->flags & 0x1 ? 0 : MW_LAYER_LIT) | (layer->flags & 0x2 ? MW_LAYER_SPHERE : 0)
                | (cut > 0 ? MW_LAYER_CUT : 0);
  const MwProgram *program = use_program (renderer, sprite ? MW_PROGRAM_SPRITE : MW_PROGRAM_LAYER + variant, frame);
  set_blending (gl, layer->filter_mode);
  set_toggle (gl, GL_CULL_FACE, !(layer->flags & 0x10));
  set_toggle (gl, GL_DEPTH_TEST, !(layer->flags & 0x40));
  gl->DepthMask (layer->filter_mode < 2 && !(layer->flags & 0x80));
  gl->Uniform1f (program->cut, cut);
  gl->Uniform4fv (program->colour, 1, (float[4]) { rgb[0], rgb[1], rgb[2], alpha * state.alpha });
  set_uv (gl, program, state.moves_uv ? state.uv : uv_identity);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, mw_textures_name (renderer->textures, state.texture.id));
  return program;
}

static const MwMdlxMaterial *
material_of (const MwRenderer *renderer, MwRef ref)
{
  return (const MwMdlxMaterial *) mw_model_resolve (&renderer->model->model, ref);
}

/* Layers of the geoset's material, opaque ones or the others. */
static void
draw_geoset_layers (MwRenderer *renderer, const MwFrame *frame, const MwMdlxGeoset *geoset, MwMesh *mesh,
                    const MwGeosetState *state, gboolean opaque)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if ((layer->filter_mode < 2) != opaque)
      continue;
    const MwProgram *program = set_layer (renderer, FALSE, frame, layer, state->color, state->alpha);
    if (!program)
      continue;
    gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
    mw_mesh_draw (mesh, gl, geoset, layer->coord_id);
  }
}

/* Every shading but textured: each visible geoset once. Glows and the like are no shapes: only their wires are shown. */
static void
draw_geoset_plain (MwRenderer *renderer, const MwFrame *frame, const MwMdlxGeoset *geoset, MwMesh *mesh)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  const MwMdlxLayer *layer = material && material->layers.n ? (const MwMdlxLayer *) material->layers.items[0] : NULL;
  if (layer && layer->filter_mode > 2 && frame->shading != MW_SHADING_WIREFRAME)
    return;
  const MwProgram *program = use_program (renderer, MW_PROGRAM_PLAIN, frame);
  set_blending (gl, 0);
  set_toggle (gl, GL_CULL_FACE, !(layer && layer->flags & 0x10));
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_TRUE);
  gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
  set_uv (gl, program, uv_identity);
  if (frame->shading == MW_SHADING_WIREFRAME) {
    gl->Uniform4fv (program->colour, 1, (float[4]) { 0.8f, 0.85f, 0.9f, 1 });
    mw_mesh_draw_edges (mesh, gl, geoset);
  } else {
    mw_mesh_draw (mesh, gl, geoset, layer ? layer->coord_id : 0);
  }
}

static gint
compare_batches (gconstpointer a, gconstpointer b)
{
  const MwBatch *x = a, *y = b;
  if (x->plane != y->plane)
    return x->plane < y->plane ? -1 : 1;
  if (x->mode != y->mode)
    return x->mode < y->mode ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void
add_batch (MwRenderer *renderer, MwBatch batch)
{
  batch.order = renderer->batches->len;
  g_array_append_val (renderer->batches, batch);
}

/* The first layer that is blended sorts all those of its geoset, so that they stay together. */
static void
add_geoset_batch (MwRenderer *renderer, uint32_t index, MwMesh *mesh)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) renderer->model->geosets.items[index];
  const MwMdlxMaterial *material = material_of (renderer, geoset->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    uint32_t mode = ((const MwMdlxLayer *) material->layers.items[i])->filter_mode;
    if (mode >= 2) {
      MwBatch batch = { .plane = material->priority_plane, .mode = mode, .geoset = geoset, .mesh = mesh };
      batch.geoset_index = index;
      add_batch (renderer, batch);
      return;
    }
  }
}

/* Filter modes of particles as those of layers: blend, additive, modulate, modulate 2x, alpha key. */
static uint32_t
particle_mode (uint32_t filter_mode)
{
  static const uint8_t modes[] = { 2, 3, 5, 6, 2 };
  return filter_mode < G_N_ELEMENTS (modes) ? modes[filter_mode] : 2;
}

static void
add_emitter_batches (MwRenderer *renderer, const MwFrame *frame)
{
  g_array_set_size (renderer->sprites, 0);
  for (guint i = 0; i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    MwId id = emitter->node->record.id;
    if (mw_ids_have (frame->hidden, frame->n_hidden, id))
      continue;
    const float *world = mw_skeleton_matrix (renderer->skeleton, id);
    MwBatch batch = { .emitter = emitter, .first_quad = renderer->sprites->len / 4 };
    if (emitter->particles) {
      MwParticleMaterial material;
      mw_particles_material ((const MwMdlxParticleEmitter2 *) emitter->node, &material);
      batch.n_quads = mw_particles_append_quads (emitter->particles, world, renderer->view, renderer->sprites);
      batch.plane = material.priority_plane;
      batch.mode = particle_mode (material.filter_mode);
    } else {
      const MwMdlxMaterial *material = material_of (renderer, ((const MwMdlxRibbonEmitter *) emitter->node)->material);
      if (!material || material->layers.n == 0)
        continue;
      batch.n_quads = mw_ribbon_append_quads (emitter->ribbon, world, renderer->sprites);
      batch.plane = material->priority_plane;
      batch.mode = ((const MwMdlxLayer *) material->layers.items[0])->filter_mode;
    }
    if (batch.n_quads)
      add_batch (renderer, batch);
  }
  if (renderer->sprites->len) {
    renderer->gl.BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
    renderer->gl.BufferData (GL_ARRAY_BUFFER, renderer->sprites->len * (GLsizeiptr) sizeof (MwSpriteVertex),
                             renderer->sprites->data, GL_STREAM_DRAW);
  }
}

static void
draw_quads (MwRenderer *renderer, uint32_t first, uint32_t n)
{
  const MwGl *gl = &renderer->gl;
  gl->BindVertexArray (renderer->sprite_array);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
  for (uint32_t done = 0; done < n; done += MW_CALL_QUADS) {
    size_t at = (size_t) (first + done) * 4 * sizeof (MwSpriteVertex);
    gl->VertexAttribPointer (MW_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, position)));
    gl->VertexAttribPointer (MW_ATTRIBUTE_UV, 2, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, uv)));
    gl->VertexAttribPointer (MW_ATTRIBUTE_COLOUR, 4, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                             (const void *) (at + offsetof (MwSpriteVertex, rgba)));
    gl->DrawElements (GL_TRIANGLES, (GLsizei) (MIN (n - done, MW_CALL_QUADS) * 6), GL_UNSIGNED_SHORT, NULL);
  }
}

static void
draw_particles (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = use_program (renderer, MW_PROGRAM_SPRITE, frame);
  MwParticleMaterial material;
  mw_particles_material ((const MwMdlxParticleEmitter2 *) batch->emitter->node, &material);
  set_blending (gl, batch->mode);
  gl->Disable (GL_CULL_FACE);
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_FALSE);
  gl->Uniform1f (program->cut, material.filter_mode == 4 ? 0.75f : cut_of (batch->mode));
  gl->Uniform4fv (program->colour, 1, (float[4]) { 1, 1, 1, 1 });
  set_uv (gl, program, uv_identity);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, material.replaceable_id
                                    ? mw_textures_replaceable (renderer->textures, material.replaceable_id)
                                    : mw_textures_name (renderer->textures, material.texture.id));
  draw_quads (renderer, batch->first_quad, batch->n_quads);
}

static void
draw_ribbon (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch)
{
  const MwGl *gl = &renderer->gl;
  const MwMdlxMaterial *material = material_of (renderer,
                                                ((const MwMdlxRibbonEmitter *) batch->emitter->node)->material);
  for (uint32_t i = 0; material && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if (!set_layer (renderer, TRUE, frame, layer, (float[3]) { 1, 1, 1 }, 1))
      continue;
    gl->Disable (GL_CULL_FACE);
    gl->DepthMask (GL_FALSE);
    draw_quads (renderer, batch->first_quad, batch->n_quads);
  }
}

static void
draw_translucent (MwRenderer *renderer, const MwFrame *frame)
{
  g_array_sort (renderer->batches, compare_batches);
  for (guint i = 0; i < renderer->batches->len; i++) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, i);
    if (batch->geoset)
      draw_geoset_layers (renderer, frame, batch->geoset, batch->mesh,
                          &g_array_index (renderer->geoset_states, MwGeosetState, batch->geoset_index), FALSE);
    else if (batch->emitter->particles)
      draw_particles (renderer, frame, batch);
    else
      draw_ribbon (renderer, frame, batch);
  }
}

/* --- Drawing a frame ------------------------------------------------------------------------------------------------ */

static void
draw_lines (MwRenderer *renderer, GLuint array, uint32_t first, uint32_t n, float scale, gboolean depth)
{
  const MwGl *gl = &renderer->gl;
  if (n == 0)
    return;
  set_blending (gl, 2);
  set_toggle (gl, GL_DEPTH_TEST, depth);
  gl->DepthMask (GL_FALSE);
  gl->Uniform1f (renderer->programs[MW_PROGRAM_LINE].scale, scale);
  gl->BindVertexArray (array);
  gl->DrawArrays (GL_LINES, (GLint) first, (GLsizei) n);
}

/* Meshes of 32 units suit a scene of 8 to 512 units; beyond that they grow or shrink by fours. */
static float
grid_scale (float radius)
{
  float scale = 1;
  while (radius > 512 * scale && scale < 1e6f)
    scale *= 4;
  while (radius < 8 * scale && scale > 1e-6f)
    scale /= 4;
  return scale;
}

static void
draw_ground (MwRenderer *renderer, const MwFrame *frame)
{
  if (!(frame->overlays & MW_OVERLAY_GRID))
    return;
  use_program (renderer, MW_PROGRAM_LINE, frame);
  const float *background = frame->background;
  gboolean light = background[0] + background[1] + background[2] > 1;
  draw_lines (renderer, renderer->grid_array, light ? renderer->n_grid : 0, renderer->n_grid,
              grid_scale (frame->camera.radius), TRUE);
}

static void
draw_overlays (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  GArray *lines = renderer->lines;
  g_array_set_size (lines, 0);
  if (frame->overlays & MW_OVERLAY_AXES) {
    float length = frame->camera.radius * 0.4f;
    for (int i = 0; i < 3; i++) {
      float tip[3] = { 0 };
      tip[i] = length;
      mw_lines_add (lines, (float[3]) { 0, 0, 0 }, tip, i == 0 ? 0xE85A5AFFu : i == 1 ? 0x63C55FFFu : 0x5F8CF0FFu);
    }
  }
  if (renderer->model)
    mw_lines_add_model (lines, renderer->model, renderer->skeleton, frame);
  if (lines->len == 0)
    return;
  use_program (renderer, MW_PROGRAM_LINE, frame);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->line_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, lines->len * (GLsizeiptr) sizeof (MwLineVertex), lines->data, GL_STREAM_DRAW);
  draw_lines (renderer, renderer->line_array, 0, lines->len, 1, FALSE);
}

/* The edges of selected geosets, over everything that does not hide them. */
static void
draw_selected_edges (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = NULL;
  for (guint i = 0; i < frame->n_selected; i++) {
    MwMesh *mesh = mw_renderer_mesh (renderer, frame->selected[i]);
    const MwRecord *geoset = mesh ? mw_model_find (&renderer->model->model, mesh->id) : NULL;
    if (!geoset || mw_ids_have (frame->hidden, frame->n_hidden, mesh->id))
      continue;
    if (!program) {
      program = use_program (renderer, MW_PROGRAM_PLAIN, frame);
      gl->Uniform1i (program->shading, MW_SHADING_WIREFRAME);
      set_blending (gl, 2);
      gl->Enable (GL_DEPTH_TEST);
      gl->DepthMask (GL_FALSE);
      gl->Uniform4fv (program->colour, 1, (float[4]) { 1, 0.63f, 0.16f, 0.7f });
    }
    gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
    mw_mesh_draw_edges (mesh, gl, (const MwMdlxGeoset *) geoset);
  }
}

static void
draw_surfaces (MwRenderer *renderer, const MwFrame *frame)
{
  const MwMdlx *model = renderer->model;
  gboolean textured = frame->shading == MW_SHADING_TEXTURED;
  g_array_set_size (renderer->batches, 0);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwGeosetState *state = &g_array_index (renderer->geoset_states, MwGeosetState, i);
    if (!state->visible || mw_ids_have (frame->hidden, frame->n_hidden, geoset->record.id))
      continue;
    MwMesh *mesh = mw_renderer_mesh (renderer, geoset->record.id);
    if (!textured) {
      draw_geoset_plain (renderer, frame, geoset, mesh);
      continue;
    }
    draw_geoset_layers (renderer, frame, geoset, mesh, state, TRUE);
    add_geoset_batch (renderer, i, mesh);
  }
  if (textured)
    add_emitter_batches (renderer, frame);
}

void
mw_renderer_draw (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  mw_camera_view_matrix (&frame->camera, renderer->view);
  mw_camera_projection_matrix (&frame->camera, (float) frame->width / (float) MAX (frame->height, 1),
                               renderer->projection);
  renderer->used = -1;
  renderer->ready = 0;

  mw_renderer_flush (renderer, frame);
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, renderer->matrix_texture);

  const float *background = frame->background;
  gl->BindFramebuffer (GL_FRAMEBUFFER, frame->framebuffer);
  gl->Viewport (0, 0, frame->width, frame->height);
  gl->Disable (GL_SCISSOR_TEST);
  gl->Disable (GL_STENCIL_TEST);
  gl->Disable (GL_DITHER);
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->ClearColor (background[0], background[1], background[2], background[3]);
  gl->Clear (GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  /* A window lays the picture over what is behind it by its alpha, and blending would leave holes there. */
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  gl->DepthFunc (GL_LEQUAL);
  gl->FrontFace (GL_CCW);

  if (renderer->model)
    draw_surfaces (renderer, frame);
  draw_ground (renderer, frame);
  if (renderer->model) {
    draw_translucent (renderer, frame);
    draw_selected_edges (renderer, frame);
  }
  draw_overlays (renderer, frame);

  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->Disable (GL_BLEND);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->BindVertexArray (0);
  gl->BindBuffer (GL_ARRAY_BUFFER, 0);
  gl->UseProgram (0);
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, 0);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, 0);
}
