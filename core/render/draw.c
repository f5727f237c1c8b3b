/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/heat.h"
#include "core/render/render-private.h"

/* Draws a frame (rendering.md 3), in this order: the shadow on the ground; opaque batches; the grid; blended batches, sorted; overlays. The
 * scene of the model's family provides the batches. */

/* The texture unit of the first image of an HD layer; the others follow. */
#define FIRST_MAP 4
/* That of the first cube map of the surroundings. */
#define FIRST_SKY (FIRST_MAP + MW_HD_MAPS)

/* --- State ---------------------------------------------------------------------------------------------------------- */

/* On its first use in a frame, a program also gets the uniforms that are the same for the whole frame. */
const MwProgram *
mw_renderer_use_program (MwRenderer *renderer, unsigned bits, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  /* If the driver refuses a program, no error is reported here: mw_programs_new() has tried one of each kind. */
  MwProgram *program = mw_programs_get (renderer->programs, bits, NULL);
  if (!program)
    return NULL;
  if (program != renderer->used)
    gl->UseProgram (program->name);
  renderer->used = program;
  if (program->frame == renderer->frame_number)
    return program;
  program->frame = renderer->frame_number;
  /* In the space of the model, as normals are. */
  static const float towards[3] = { 0.5f, -0.3f, 0.8f };
  float light[3];
  for (int i = 0; i < 3; i++)
    light[i] = mw_vec_dot (renderer->place + 4 * i, towards);
  mw_vec_normalise (light);
  gl->UniformMatrix4fv (program->view, 1, GL_FALSE, renderer->view);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
  gl->Uniform3fv (program->light, 1, light);
  gl->Uniform1i (program->texture, 0);
  gl->Uniform1i (program->matrices, 1);
  gl->Uniform1i (program->texture2, 2);
  gl->Uniform1i (program->texture3, 3);
  gl->Uniform1i (program->texture4, 4);
  for (guint i = 0; i < MW_HD_MAPS; i++)
    gl->Uniform1i (program->maps[i], (GLint) (FIRST_MAP + i));
  gl->Uniform1i (program->shading, (GLint) frame->shading);
  gl->Uniform1i (program->heat, (GLint) renderer->heat);
  if (program->heat_colours >= 0)
    gl->Uniform3fv (program->heat_colours, MW_HEAT_STOPS, mw_heat_stops[0]);
  gl->Uniform1f (program->scale, 1);
  if (program->n_lights >= 0)
    mw_lights_set (gl, program, renderer->host ? renderer->host->lights : renderer->lights);
  return program;
}

static void
set_blending (const MwGl *gl, MwBlend blend)
{
  static const struct {
    GLenum source, destination;
  } factors[] = {
    [MW_BLEND_ALPHA] = { GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA },
    [MW_BLEND_ADD] = { GL_SRC_ALPHA, GL_ONE },
    [MW_BLEND_ADD_WHOLE] = { GL_ONE, GL_ONE },
    [MW_BLEND_MODULATE] = { GL_ZERO, GL_SRC_COLOR },
    [MW_BLEND_MODULATE2X] = { GL_DST_COLOR, GL_SRC_COLOR },
    [MW_BLEND_PREMULTIPLIED] = { GL_ONE, GL_ONE_MINUS_SRC_ALPHA },
  };
  if (blend == MW_BLEND_NONE) {
    gl->Disable (GL_BLEND);
    return;
  }
  gl->Enable (GL_BLEND);
  gl->BlendFunc (factors[blend].source, factors[blend].destination);
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
set_uv (const MwGl *gl, GLint location, const float uv[6])
{
  const float rows[6] = { uv[0], uv[2], uv[4], uv[1], uv[3], uv[5] };
  gl->Uniform3fv (location, 2, rows);
}

static const float uv_identity[6] = { 1, 0, 0, 1, 0, 0 };

void
mw_pass_init (MwPass *pass)
{
  memset (pass, 0, sizeof *pass);
  for (int i = 0; i < 4; i++)
    pass->colour[i] = 1;
  pass->depth_test = pass->depth_write = TRUE;
  pass->opacity = MW_OPACITY_A;
  pass->n_units = 1;
  for (guint i = 0; i < G_N_ELEMENTS (pass->weights); i++)
    pass->weights[i] = 1;
  for (guint i = 0; i < G_N_ELEMENTS (pass->units); i++)
    memcpy (pass->units[i].uv, uv_identity, sizeof uv_identity);
}

void
mw_pass_set_texture (MwPass *pass, guint unit, const MwTextures *textures, MwId id)
{
  pass->units[unit].texture = mw_textures_name (textures, id, &pass->units[unit].type);
}

gboolean
mw_shading_is_textured (MwShading shading)
{
  return shading == MW_SHADING_TEXTURED || shading == MW_SHADING_MISSING;
}

/* Whether the edges that an alpha limit cuts are smoothed by the samples of a pixel. What blends has soft edges anyway. */
static gboolean
is_covering (const MwPass *pass, const MwFrame *frame)
{
  return frame->samples > 1 && pass->cut > 0 && pass->blend == MW_BLEND_NONE;
}

static unsigned
program_of (const MwBatch *batch, const MwFrame *frame)
{
  const MwPass *pass = &batch->pass;
  unsigned bits = batch->mesh ? MW_PROGRAM_LAYER : MW_PROGRAM_SPRITE;
  bits |= pass->lit ? MW_PROGRAM_LIT : 0;
  bits |= pass->lit && frame->lighting != MW_LIGHTING_PLAIN ? MW_PROGRAM_LIGHTS : 0;
  bits |= frame->fog.on && pass->fog != MW_FOG_NONE ? MW_PROGRAM_FOG : 0;
  bits |= pass->hd ? MW_PROGRAM_HD | (pass->crystal ? MW_PROGRAM_CRYSTAL : 0) : 0;
  bits |= pass->hd && pass->lit && mw_skies_shine (batch->of->host ? batch->of->host : batch->of, frame)
            ? MW_PROGRAM_SKIES
            : 0;
  bits |= pass->hd && pass->sd_on_hd ? MW_PROGRAM_SD_ON_HD : 0;
  bits |= pass->units[0].sphere ? MW_PROGRAM_SPHERE : 0;
  bits |= pass->cut > 0 ? MW_PROGRAM_CUT : 0;
  bits |= is_covering (pass, frame) ? MW_PROGRAM_COVER : 0;
  bits |= pass->cut > 0 && pass->keyed ? MW_PROGRAM_KEYED : 0;
  bits |= batch->mesh && batch->mesh->vertices->weights.buffer ? MW_PROGRAM_WEIGHTED : 0;
  bits |= (unsigned) pass->opacity << MW_PROGRAM_OPACITY_SHIFT;
  if (pass->n_units > 1)
    bits |= MW_PROGRAM_TWO_UNITS | (pass->units[1].sphere ? MW_PROGRAM_SPHERE2 : 0)
            | (unsigned) pass->diffuse << MW_PROGRAM_DIFFUSE_SHIFT
            | (unsigned) pass->specular << MW_PROGRAM_SPECULAR_SHIFT;
  if (pass->n_units > 2)
    bits |= MW_PROGRAM_THREE_UNITS | (pass->n_units > 3 ? MW_PROGRAM_FOUR_UNITS : 0)
            | (pass->third_by_uv2 ? MW_PROGRAM_THIRD_BY_UV2 : 0);
  return bits;
}

static void
set_fog (const MwGl *gl, const MwProgram *program, const MwFrame *frame, const MwPass *pass)
{
  static const float same[] = { [MW_FOG_BLACK] = 0, [MW_FOG_WHITE] = 1, [MW_FOG_GREY] = 0.5f };
  float colour[4] = { 0, 0, 0, pass->fog_bends };
  if (!frame->fog.on || pass->fog == MW_FOG_NONE)
    return;
  for (guint i = 0; i < 3; i++)
    colour[i] = pass->fog == MW_FOG_SCENE ? frame->fog.rgb[i] : same[pass->fog];
  gl->Uniform4fv (program->fog, 1, colour);
  gl->Uniform3fv (program->fog_range, 1, (float[3]) { frame->fog.start, frame->fog.end, mw_fog_density (&frame->fog) });
}

static void
set_maps (const MwGl *gl, const MwProgram *program, const MwPass *pass)
{
  gl->Uniform1f (program->gain, pass->gain);
  gl->Uniform1f (program->masked, pass->masked ? 1 : 0);
  gl->Uniform4fv (program->fresnel, 1, pass->fresnel);
  gl->Uniform1f (program->fresnel_team, pass->fresnel_team);
  for (guint i = 0; i < MW_HD_MAPS; i++) {
    gl->ActiveTexture (GL_TEXTURE0 + FIRST_MAP + i);
    gl->BindTexture (GL_TEXTURE_2D, i == MW_HD_DIFFUSE ? pass->units[0].texture : pass->maps[i]);
  }
}

const MwProgram *
mw_renderer_use_pass (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch)
{
  static const GLenum places[] = { GL_TEXTURE0, GL_TEXTURE2, GL_TEXTURE3, GL_TEXTURE4 };
  const MwGl *gl = &renderer->gl;
  const MwPass *pass = &batch->pass;
  const MwProgram *program = mw_renderer_use_program (renderer, program_of (batch, frame), frame);
  if (!program)
    return NULL;
  set_blending (gl, pass->blend);
  set_toggle (gl, GL_CULL_FACE, !pass->two_sided);
  set_toggle (gl, GL_DEPTH_TEST, pass->depth_test);
  set_toggle (gl, GL_SAMPLE_ALPHA_TO_COVERAGE, is_covering (pass, frame));
  gl->DepthMask (pass->depth_write);
  gl->Uniform1f (program->cut, pass->cut);
  gl->Uniform3fv (program->texture_weights, 1, pass->weights);
  gl->Uniform4fv (program->colour, 1, pass->colour);
  set_fog (gl, program, frame, pass);
  set_uv (gl, program->uv_rows, pass->units[0].uv);
  if (pass->n_units > 1)
    set_uv (gl, program->uv2_rows, pass->units[1].uv);
  if (pass->hd) {
    set_maps (gl, program, pass);
    if (program->night >= 0)
      mw_skies_bind (renderer->host ? renderer->host : renderer, program, frame, FIRST_SKY);
    return program;
  }
  for (guint i = 0; i < pass->n_units; i++) {
    gl->ActiveTexture (places[i]);
    gl->BindTexture (GL_TEXTURE_2D, pass->units[i].texture);
  }
  return program;
}

/* --- Batches -------------------------------------------------------------------------------------------------------- */

/* Gives a surface of a model inside another one its colour. One that becomes translucent by it is drawn before those that are so anyway, and
 * blended (rendering.md 3.5). */
static void
tint (const MwRenderer *renderer, MwBatch *batch)
{
  const float *rgba = renderer->tint;
  for (int i = 0; i < 4; i++)
    batch->pass.colour[i] *= rgba[i];
  if (rgba[3] >= 0.99999f || !batch->mesh)
    return;
  if (batch->pass.keyed || batch->pass.blend == MW_BLEND_NONE)
    batch->pass.cut *= rgba[3]; /* a mask keeps its edge */
  if (!batch->translucent)
    batch->depth = INFINITY;
  if (batch->pass.blend == MW_BLEND_NONE)
    batch->pass.blend = MW_BLEND_ALPHA;
  batch->translucent = TRUE;
}

void
mw_renderer_add_batch (MwRenderer *renderer, MwBatch batch)
{
  MwRenderer *drawn = renderer->host ? renderer->host : renderer;
  MwShading shading = drawn->drawing.frame.shading;
  if (mw_shading_is_textured (shading))
    tint (renderer, &batch);
  if (mw_shading_is_textured (shading) && !mw_stand_in (renderer->textures, shading == MW_SHADING_MISSING, &batch))
    return;
  batch.of = renderer;
  batch.away = mw_vec_length (renderer->view + 12);
  batch.order = drawn->batches->len;
  g_array_append_val (drawn->batches, batch);
}

static gint
compare_batches (gconstpointer a, gconstpointer b)
{
  const MwBatch *x = a, *y = b;
  if (x->translucent != y->translucent)
    return x->translucent ? 1 : -1;
  if (x->translucent && x->away != y->away)
    return x->away > y->away ? -1 : 1;
  if (x->plane != y->plane)
    return x->plane < y->plane ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  if (x->mode != y->mode)
    return x->mode < y->mode ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void
draw_quads (MwRenderer *renderer, uint32_t first, uint32_t n)
{
  static const struct {
    GLuint attribute;
    GLint n;
    size_t offset;
  } parts[] = {
    { MW_ATTRIBUTE_POSITION, 3, offsetof (MwSpriteVertex, position) },
    { MW_ATTRIBUTE_UV, 2, offsetof (MwSpriteVertex, uv) },
    { MW_ATTRIBUTE_COLOUR, 4, offsetof (MwSpriteVertex, rgba) },
    { MW_ATTRIBUTE_UV2, 2, offsetof (MwSpriteVertex, more_uvs[0]) },
    { MW_ATTRIBUTE_UV3, 2, offsetof (MwSpriteVertex, more_uvs[1]) },
  };
  const MwGl *gl = &renderer->gl;
  gl->BindVertexArray (renderer->sprite_array);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
  for (uint32_t done = 0; done < n; done += MW_CALL_QUADS) {
    size_t at = (size_t) (first + done) * 4 * sizeof (MwSpriteVertex);
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
      gl->VertexAttribPointer (parts[i].attribute, parts[i].n, GL_FLOAT, GL_FALSE, sizeof (MwSpriteVertex),
                               (const void *) (at + parts[i].offset));
    gl->DrawElements (GL_TRIANGLES, (GLsizei) (MIN (n - done, MW_CALL_QUADS) * 6), GL_UNSIGNED_SHORT, NULL);
  }
}

/* `n` triangles of a mesh, or quads, from `first` on. */
typedef struct {
  uint32_t first, n;
} Range;

static void
draw_batch (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch, Range range)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_pass (renderer, frame, batch);
  if (!program)
    return;
  if (!batch->mesh) {
    draw_quads (renderer, batch->first_quad + range.first, range.n);
    return;
  }
  const uint32_t uv_sets[2] = { batch->pass.units[0].uv_set, batch->pass.units[1].uv_set };
  gl->Uniform1i (program->first_matrix, (GLint) batch->mesh->first_matrix);
  mw_mesh_draw (batch->mesh, gl, uv_sets, MIN (batch->pass.n_units, 2), range.first, range.n);
}

unsigned
mw_mesh_plain_program (const MwMesh *mesh)
{
  return MW_PROGRAM_PLAIN | (mesh->vertices->weights.buffer ? MW_PROGRAM_WEIGHTED : 0);
}

static void
draw_plain (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch, Range range)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_program (renderer, mw_mesh_plain_program (batch->mesh), frame);
  if (!program)
    return;
  set_blending (gl, MW_BLEND_NONE);
  set_toggle (gl, GL_CULL_FACE, !batch->pass.two_sided);
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_TRUE);
  gl->Uniform1i (program->first_matrix, (GLint) batch->mesh->first_matrix);
  set_uv (gl, program->uv_rows, uv_identity);
  if (frame->shading == MW_SHADING_WIREFRAME) {
    gl->Uniform4fv (program->colour, 1, (float[4]) { 0.8f, 0.85f, 0.9f, 1 });
    mw_mesh_draw_edges (batch->mesh, gl);
  } else {
    mw_mesh_draw (batch->mesh, gl, &batch->pass.units[0].uv_set, 1, range.first, range.n);
  }
}

static void
collect_emitters (MwRenderer *renderer, const MwFrame *frame)
{
  for (guint i = 0; i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    MwId id = emitter->node->id;
    const float *world = mw_skeleton_matrix (renderer->skeleton, id);
    MwBatch batch = { .translucent = TRUE, .first_quad = renderer->sprites->len / 4 };
    if (mw_ids_have (frame->hidden, frame->n_hidden, id))
      continue;
    if (emitter->spawns || (emitter->particles && mw_particles_model (renderer->model, emitter->node)))
      continue; /* they are models: see inner.c */
    if (emitter->particles)
      renderer->scene->add_particles (renderer, emitter, world, batch);
    else if (emitter->splats)
      renderer->scene->add_splats (renderer, emitter, batch);
    else
      renderer->scene->add_ribbon (renderer, frame, emitter, world, batch);
  }
}

static void
upload_sprites (MwRenderer *renderer)
{
  if (renderer->sprites->len == 0)
    return;
  renderer->gl.BindBuffer (GL_ARRAY_BUFFER, renderer->sprite_buffer);
  renderer->gl.BufferData (GL_ARRAY_BUFFER, renderer->sprites->len * (GLsizeiptr) sizeof (MwSpriteVertex),
                           renderer->sprites->data, GL_STREAM_DRAW);
}

void
mw_renderer_collect (MwRenderer *renderer, const MwFrame *frame)
{
  g_array_set_size (renderer->sprites, 0);
  renderer->scene->collect (renderer, frame);
  if (mw_shading_is_textured (frame->shading) && !frame->no_effects)
    collect_emitters (renderer, frame);
  upload_sprites (renderer);
}

void
mw_renderer_collect_carried (MwRenderer *renderer, MwParticles *carriers, const float world[16])
{
  float own[16];
  const MwRecord *node;
  mw_particles_carried_world (carriers, world, own);
  g_array_set_size (renderer->sprites, 0);
  for (guint i = 0;; i++) {
    MwParticles *carried = mw_particles_carried (carriers, i, &node);
    if (!carried)
      break;
    /* Models as particles of particles are left out. */
    const MwEmitter emitter = { .node = node, .particles = carried };
    const MwBatch batch = { .translucent = TRUE, .first_quad = renderer->sprites->len / 4 };
    if (!mw_particles_model (renderer->model, node))
      renderer->scene->add_particles (renderer, &emitter, own, batch);
  }
  upload_sprites (renderer);
}

/* Makes the state of GL that depends on a model that of the one of `of`: the renderer's own, or one inside it. */
static void
show_model (MwRenderer *renderer, MwRenderer *of)
{
  const MwGl *gl = &renderer->gl;
  if (renderer->drawing.shown == of)
    return;
  renderer->drawing.shown = of;
  of->used = NULL;
  gl->ActiveTexture (GL_TEXTURE1);
  gl->BindTexture (GL_TEXTURE_2D, of->matrix_texture);
  gl->FrontFace (mw_mat_mirrors (of->place) ? GL_CW : GL_CCW);
}

/* Returns the number of steps (triangles or quads) in which a batch can be drawn; *weight is set to the work of one
 * step, in triangles. */
static uint32_t
steps_of (const MwFrame *frame, const MwBatch *batch, guint64 *weight)
{
  enum { QUAD = 16 }; /* particles are usually larger than the triangles of a model */
  if (!batch->mesh) {
    *weight = QUAD;
    return batch->n_quads;
  }
  uint32_t triangles = mw_mesh_n_triangles (batch->mesh);
  gboolean edges = frame->shading == MW_SHADING_WIREFRAME;
  gboolean divides = !edges && mw_mesh_divides (batch->mesh);
  *weight = divides ? 1 : MAX (triangles, 1);
  return divides ? triangles : 1;
}

/* The stages of a frame, in drawing order. */
enum { SHADE, SOLID, GROUND, TRANSLUCENT, OUTLINES, OVERLAYS, WHOLE };

static gboolean
is_of_stage (const MwBatch *batch, guint stage)
{
  return stage == SHADE ? mw_shade_takes (batch) : batch->translucent == (stage == TRANSLUCENT);
}

static void
draw_range (MwRenderer *renderer, const MwFrame *frame, const MwBatch *batch, Range range)
{
  if (renderer->drawing.stage == SHADE) {
    mw_shade_draw (renderer, batch, range.first, range.n);
    return;
  }
  mw_outlines_mark (renderer, batch->mesh);
  if (mw_shading_is_textured (frame->shading))
    draw_batch (batch->of, frame, batch, range);
  else
    draw_plain (batch->of, frame, batch, range);
}

/* Continues with the batches of the current stage, for `work` triangles. Returns the work that is left. */
static guint64
draw_batches (MwRenderer *renderer, guint64 work)
{
  MwDrawing *drawing = &renderer->drawing;
  const MwFrame *frame = &drawing->frame;
  for (; drawing->batch < renderer->batches->len; drawing->batch++, drawing->step = 0) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, drawing->batch);
    if (!is_of_stage (batch, drawing->stage))
      continue;
    guint64 weight;
    uint32_t steps = steps_of (frame, batch, &weight);
    while (drawing->step < steps) {
      if (work == 0)
        return 0;
      Range range = { drawing->step, (uint32_t) CLAMP (work / weight, 1, steps - drawing->step) };
      show_model (renderer, batch->of);
      draw_range (renderer, frame, batch, range);
      drawing->step += range.n;
      work -= MIN (work, range.n * weight);
    }
  }
  mw_outlines_mark (renderer, NULL);
  drawing->batch = 0;
  drawing->stage++;
  return work;
}

/* --- Drawing a frame ------------------------------------------------------------------------------------------------ */

static void
draw_coloured (MwRenderer *renderer, GLenum kind, GLuint array, uint32_t first, uint32_t n, float scale, gboolean depth)
{
  const MwGl *gl = &renderer->gl;
  if (n == 0)
    return;
  set_blending (gl, MW_BLEND_ALPHA);
  set_toggle (gl, GL_DEPTH_TEST, depth);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->DepthMask (GL_FALSE);
  gl->Uniform1f (renderer->used->scale, scale);
  /* Only the grid is hidden by what is in front of it; it fades, so that it has no edge. */
  gl->Uniform1f (renderer->used->fade, depth ? MW_GRID_REACH : 0);
  gl->BindVertexArray (array);
  gl->DrawArrays (kind, (GLint) first, (GLsizei) n);
}

/* Chooses the scale of the ground grid. Squares of 32 units suit a scene with a radius of 8 to 512 units (M2:
 * squares of 1 unit, and 1/4 to 16); beyond that the scale changes in factors of four. */
static float
grid_scale (const MwScene *scene, float radius)
{
  float scale = scene ? scene->grid_scale : 1;
  while (radius > 512 * scale && scale < 1e6f)
    scale *= 4;
  while (radius < 8 * scale && scale > 1e-6f)
    scale /= 4;
  return scale;
}

static gboolean
is_light (const MwFrame *frame)
{
  return frame->background[0] + frame->background[1] + frame->background[2] > 1;
}

static void
draw_ground (MwRenderer *renderer, const MwFrame *frame)
{
  if (!(frame->overlays & MW_OVERLAY_GRID))
    return;
  if (!mw_renderer_use_program (renderer, MW_PROGRAM_LINE, frame))
    return;
  draw_coloured (renderer, GL_LINES, renderer->grid_array, is_light (frame) ? renderer->n_grid : 0, renderer->n_grid,
                 grid_scale (renderer->scene, frame->camera.radius), TRUE);
}

static void
add_emitters (MwRenderer *renderer, const MwFrame *frame)
{
  for (guint i = 0; (frame->overlays & MW_OVERLAY_EMITTERS) && i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    const float *world = mw_skeleton_matrix (renderer->skeleton, emitter->node->id);
    float at[3];
    mw_skeleton_position (renderer->skeleton, emitter->node->id, at);
    if (emitter->particles) {
      const MwEmitterShape shape = mw_particles_shape (emitter->particles, &frame->clock);
      mw_figures_add_emitter (renderer->lines, &shape, world, at, frame);
    } else if (emitter->ribbon) {
      mw_figures_add_ribbon (renderer->lines, emitter->ribbon, world, renderer->sprites);
    }
  }
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
  if (renderer->model) {
    mw_lines_add_model (lines, renderer->model, renderer->skeleton, frame);
    add_emitters (renderer, frame);
  }
  if (lines->len == 0 || !mw_renderer_use_program (renderer, MW_PROGRAM_LINE, frame))
    return;
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->line_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, lines->len * (GLsizeiptr) sizeof (MwLineVertex), lines->data, GL_STREAM_DRAW);
  draw_coloured (renderer, GL_LINES, renderer->line_array, 0, lines->len, 1, FALSE);
}

static void
draw_gizmo (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  GArray *triangles = renderer->lines;
  g_array_set_size (triangles, 0);
  mw_gizmo_add (triangles, &frame->gizmo, &frame->camera, (float) frame->height);
  if (triangles->len == 0 || !mw_renderer_use_program (renderer, MW_PROGRAM_LINE, frame))
    return;
  set_toggle (gl, GL_CULL_FACE, FALSE);
  gl->BindBuffer (GL_ARRAY_BUFFER, renderer->line_buffer);
  gl->BufferData (GL_ARRAY_BUFFER, triangles->len * (GLsizeiptr) sizeof (MwLineVertex), triangles->data,
                  GL_STREAM_DRAW);
  draw_coloured (renderer, GL_TRIANGLES, renderer->line_array, 0, triangles->len, 1, FALSE);
}

const MwProgram *
mw_renderer_use_lines (MwRenderer *renderer, const MwFrame *frame, const MwMesh *mesh, unsigned features,
                       const float rgba[4])
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_program (renderer, mw_mesh_plain_program (mesh) | features, frame);
  if (!program)
    return NULL;
  gl->Uniform1i (program->shading, MW_SHADING_WIREFRAME);
  set_blending (gl, MW_BLEND_ALPHA);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->Enable (GL_DEPTH_TEST);
  gl->DepthMask (GL_FALSE);
  gl->Uniform4fv (program->colour, 1, rgba);
  gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
  return program;
}

/* What a batch is the first of: of those that draw its mesh, or a mesh with its vertices (meshes of M2 share theirs). */
typedef enum { OF_MESH, OF_VERTICES } MwFirst;

static gboolean
is_first (const MwRenderer *renderer, guint at, MwFirst of)
{
  const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, at);
  const MwMesh *mesh = batch->mesh;
  for (guint i = 0; mesh && i < at; i++) {
    const MwMesh *other = g_array_index (renderer->batches, MwBatch, i).mesh;
    if (other && g_array_index (renderer->batches, MwBatch, i).of == batch->of
        && (of == OF_MESH ? other == mesh : other->vertices == mesh->vertices))
      return FALSE;
  }
  return mesh != NULL;
}

/* Draws the edges of all surfaces that are drawn. */
static void
draw_wire (MwRenderer *renderer, const MwFrame *frame)
{
  static const float dark[] = { 0, 0, 0, 0.4f }, bright[] = { 0.8f, 0.9f, 1, 0.4f };
  for (guint i = 0; i < renderer->batches->len; i++) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, i);
    if (!is_first (renderer, i, OF_MESH))
      continue;
    show_model (renderer, batch->of);
    if (mw_renderer_use_lines (batch->of, frame, batch->mesh, 0, is_light (frame) ? dark : bright))
      mw_mesh_draw_edges (batch->mesh, &renderer->gl);
  }
}

/* Draws a line along the normal of each vertex. */
static void
draw_normals (MwRenderer *renderer, const MwFrame *frame)
{
  static const float colour[] = { 0.35f, 0.75f, 1, 0.9f };
  const MwGl *gl = &renderer->gl;
  for (guint i = 0; i < renderer->batches->len; i++) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, i);
    if (!is_first (renderer, i, OF_VERTICES))
      continue;
    show_model (renderer, batch->of);
    const MwProgram *program = mw_renderer_use_lines (batch->of, frame, batch->mesh, MW_PROGRAM_NORMAL_LINES, colour);
    if (!program)
      return;
    gl->Uniform1f (program->scale, frame->camera.radius * MW_NORMAL_LENGTH);
    mw_mesh_draw_normals (batch->mesh, gl);
  }
}

void
mw_renderer_set_target (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  const MwFrame *frame = &renderer->drawing.frame;
  renderer->drawing.shown = NULL;
  show_model (renderer, renderer);
  gl->BindFramebuffer (GL_FRAMEBUFFER, frame->framebuffer);
  gl->Viewport (0, 0, frame->width, frame->height);
  gl->Disable (GL_SCISSOR_TEST);
  gl->Disable (GL_STENCIL_TEST);
  gl->Disable (GL_DITHER);
  /* A window composites the picture by its alpha, so alpha must not be changed by blending: it would make holes. */
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  gl->DepthFunc (GL_LEQUAL);
}

/* Continues with the shadow on the ground. */
static guint64
draw_shade (MwRenderer *renderer, guint64 work)
{
  MwDrawing *drawing = &renderer->drawing;
  if (!renderer->shade.falls) {
    drawing->stage++;
    return work;
  }
  mw_shade_bind (renderer, drawing->batch == 0 && drawing->step == 0);
  work = draw_batches (renderer, work);
  show_model (renderer, renderer);
  if (drawing->stage != SHADE)
    mw_shade_spread (renderer);
  mw_renderer_set_target (renderer);
  if (drawing->stage != SHADE)
    mw_shade_lay (renderer);
  return work;
}

/* Continues with the current stage for `work` triangles. Returns the work that is left. */
static guint64
go_on (MwRenderer *renderer, guint64 work)
{
  enum { LINES = 500 }; /* triangles that take about as long */
  MwDrawing *drawing = &renderer->drawing;
  switch (drawing->stage) {
  case SHADE:
    return draw_shade (renderer, work);
  case SOLID:
  case TRANSLUCENT:
    return draw_batches (renderer, work);
  case GROUND:
    show_model (renderer, renderer);
    draw_ground (renderer, &drawing->frame);
    break;
  case OUTLINES:
    if (renderer->model && (drawing->frame.overlays & MW_OVERLAY_WIRE))
      draw_wire (renderer, &drawing->frame);
    if (renderer->model && (drawing->frame.overlays & MW_OVERLAY_NORMALS))
      draw_normals (renderer, &drawing->frame);
    show_model (renderer, renderer);
    if (renderer->model && drawing->frame.marks)
      mw_renderer_draw_marks (renderer, &drawing->frame);
    else if (renderer->model)
      mw_outlines_draw (renderer, &drawing->frame);
    break;
  default:
    show_model (renderer, renderer);
    draw_overlays (renderer, &drawing->frame);
    draw_gizmo (renderer, &drawing->frame);
  }
  drawing->stage++;
  return work - MIN (work, LINES);
}

/* Leaves GL in the state that mw_renderer_part() promises. */
static void
reset_state (const MwGl *gl)
{
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->FrontFace (GL_CCW);
  gl->Disable (GL_BLEND);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_STENCIL_TEST);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->BindVertexArray (0);
  gl->BindBuffer (GL_ARRAY_BUFFER, 0);
  gl->UseProgram (0);
  for (guint i = 0; i < 2 * MW_SKY_CUBES; i++) {
    gl->ActiveTexture (GL_TEXTURE0 + FIRST_SKY + i);
    gl->BindTexture (GL_TEXTURE_CUBE_MAP, 0);
  }
  for (guint i = FIRST_MAP + MW_HD_MAPS; i-- > 0;) {
    gl->ActiveTexture (GL_TEXTURE0 + i);
    gl->BindTexture (GL_TEXTURE_2D, 0);
  }
}

void
mw_renderer_begin (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  const float *background = frame->background;
  mw_camera_view_matrix (&frame->camera, renderer->view);
  mw_camera_projection_matrix (&frame->camera, (float) frame->width / (float) MAX (frame->height, 1),
                               renderer->projection);
  renderer->frame_number = mw_programs_begin_frame (renderer->programs);
  renderer->drawing = (MwDrawing) { .frame = *frame, .begun = TRUE };
  mw_renderer_flush (renderer, frame);
  g_array_set_size (renderer->batches, 0);
  if (renderer->model) {
    mw_renderer_collect (renderer, frame);
    mw_renderer_add_inner (renderer, frame);
    g_array_sort (renderer->batches, compare_batches);
  }
  mw_shade_begin (renderer, frame);
  mw_outlines_begin (renderer, frame);
  mw_renderer_set_target (renderer);
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->DepthMask (GL_TRUE);
  gl->StencilMask (0xFF);
  gl->ClearColor (background[0], background[1], background[2], background[3]);
  gl->Clear (GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  reset_state (gl);
}

gboolean
mw_renderer_part (MwRenderer *renderer, guint triangles)
{
  MwDrawing *drawing = &renderer->drawing;
  if (!drawing->begun)
    return FALSE;
  mw_renderer_set_target (renderer);
  guint64 work = MAX (triangles, 1);
  while (drawing->stage != WHOLE && work > 0)
    work = go_on (renderer, work);
  reset_state (&renderer->gl);
  drawing->begun = drawing->stage != WHOLE;
  return drawing->begun;
}

gboolean
mw_renderer_is_drawing (const MwRenderer *renderer)
{
  return renderer->drawing.begun;
}

MwRenderCounts
mw_renderer_count (const MwRenderer *renderer)
{
  MwRenderCounts counts = { 0 };
  for (guint i = 0; i < renderer->batches->len; i++) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, i);
    counts.draw_calls += batch->mesh || batch->n_quads;
    if (is_first (renderer, i, OF_MESH))
      counts.triangles += mw_mesh_n_triangles (batch->mesh);
    if (is_first (renderer, i, OF_VERTICES))
      counts.vertices += batch->mesh->vertices->positions.n;
  }
  for (guint i = 0; !renderer->simulation_stale && i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    counts.particles += emitter->particles ? mw_particles_n (emitter->particles) : 0;
    const MwRecord *node;
    for (guint k = 0; emitter->particles && mw_particles_carried (emitter->particles, k, &node); k++)
      counts.particles += mw_particles_n (mw_particles_carried (emitter->particles, k, &node));
  }
  counts.particles += mw_inners_n_particles (renderer->inners);
  counts.left_out = mw_inners_n_left_out (renderer->inners);
  return counts;
}

void
mw_renderer_break_off (MwRenderer *renderer)
{
  renderer->drawing.begun = FALSE;
}
