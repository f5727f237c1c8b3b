/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* The shadow of the model on the ground. What casts it is drawn from where the light comes, flat onto the ground, into the alpha of a small
 * image. That is spread a little, and laid on the ground before anything else is drawn. */

/* The side of the image. It is enough, because the shadow's edge is soft, and a software renderer draws it in a few milliseconds. */
#define SIDE 256
/* How many texels apart the places are that are mixed for the soft edge. */
#define SOFT 2.4f
/* Texels that the soft edge needs beside the shadow. */
#define MARGIN 8
/* How much of the light that the shadow takes away is missing in it: some comes from all around. */
#define DARKEST 0.75f
/* The height of a light (the sine of its elevation) from which its shadow is whole, and from which there is one. Below, it would be many
 * times as long as the model is high. */
#define WHOLE_FROM 0.25f
#define NONE_TO 0.1f

/* --- Where it falls ------------------------------------------------------------------------------------------------- */

static float
bright (const float rgb[3])
{
  return (rgb[0] + rgb[1] + rgb[2]) / 3;
}

/* The direction to the light, in model space; the sun comes first in a frame. 0: none casts a shadow. Else the part of the ground's light that
 * the shadow takes away. */
static float
find_sun (const MwRenderer *renderer, float towards[3])
{
  float whole = 0, taken = 0;
  for (guint i = 0; i < renderer->lights->len; i++) {
    const MwLight *light = &g_array_index (renderer->lights, MwLight, i);
    float up = 0;
    if (light->kind == MW_LIGHT_DIRECTIONAL)
      up = MAX (mw_vec_dot (renderer->view + 8, light->at), 0);
    whole += bright (light->ambient) + up * bright (light->colour);
    if (i > 0 || light->kind != MW_LIGHT_DIRECTIONAL)
      continue;
    for (guint k = 0; k < 3; k++)
      towards[k] = mw_vec_dot (renderer->view + 4 * k, light->at);
    taken = up * bright (light->colour) * CLAMP ((up - NONE_TO) / (WHOLE_FROM - NONE_TO), 0, 1);
  }
  return taken > 0 && whole > 0 ? taken / whole : 0;
}

typedef struct {
  float slope[2]; /* how far the shadow of a point moves as it goes up by 1 */
  float low[2], high[2], top;
  const float *place; /* of the model that is added */
} Ground;

/* A box may reach below the ground, where nothing casts a shadow, so what is right above each corner counts too. */
static void
add_corner (const float corner[3], gpointer data)
{
  Ground *ground = data;
  float at[3];
  mw_mat_point (ground->place, corner, at);
  const float up = MAX (at[2], 0);
  ground->top = MAX (ground->top, up);
  for (guint k = 0; k < 2; k++) {
    const float falls = at[k] - ground->slope[k] * up;
    ground->low[k] = MIN (ground->low[k], MIN (at[k], falls));
    ground->high[k] = MAX (ground->high[k], MAX (at[k], falls));
  }
}

/* Surfaces that only add light cast no shadow, and one is enough for all passes over a surface. */
gboolean
mw_shade_takes (const MwBatch *batch)
{
  const MwBlend blend = batch->pass.blend;
  return batch->mesh && !batch->above
         && (blend == MW_BLEND_NONE || blend == MW_BLEND_ALPHA || blend == MW_BLEND_PREMULTIPLIED);
}

static gboolean
is_above_ground (const MwCamera *camera)
{
  float right[3], up[3], back[3], eye[3];
  mw_camera_axes (camera, right, up, back);
  mw_camera_eye (camera, eye);
  return camera->ortho ? back[2] > 0 : eye[2] > 0;
}

/* The matrix that projects what is above the ground along the light to the square on the ground. What is below is before its near plane. */
static void
set_matrix (MwShade *shade, const Ground *ground)
{
  const float half = shade->area[2], slack = 0.01f * ground->top;
  float *m = shade->matrix;
  memset (m, 0, sizeof shade->matrix);
  for (guint k = 0; k < 2; k++) {
    m[5 * k] = 1 / half;
    m[8 + k] = -ground->slope[k] / half;
    m[12 + k] = -shade->area[k] / half;
  }
  m[10] = 1 / ground->top;
  m[14] = slack / ground->top - 1;
  m[15] = 1;
}

void
mw_shade_begin (MwRenderer *renderer, const MwFrame *frame)
{
  MwShade *shade = &renderer->shade;
  float towards[3] = { 0 };
  shade->falls = FALSE;
  if (!frame->shadow || !renderer->model || frame->shading == MW_SHADING_WIREFRAME || !is_above_ground (&frame->camera)
      || !(shade->area[3] = DARKEST * find_sun (renderer, towards)))
    return;
  Ground ground = { .slope = { towards[0] / towards[2], towards[1] / towards[2] },
                    .low = { INFINITY, INFINITY },
                    .high = { -INFINITY, -INFINITY } };
  const MwBatch *before = NULL;
  for (guint i = 0; i < renderer->batches->len; i++) {
    const MwBatch *batch = &g_array_index (renderer->batches, MwBatch, i);
    if (!mw_shade_takes (batch)
        || (before && before->of == batch->of && before->mesh->vertices == batch->mesh->vertices))
      continue;
    before = batch;
    ground.place = batch->of->place;
    mw_boxes_corners (batch->of, batch->mesh, add_corner, &ground);
  }
  const float wide = MAX (ground.high[0] - ground.low[0], ground.high[1] - ground.low[1]) / 2;
  for (guint k = 0; k < 2; k++)
    shade->area[k] = (ground.low[k] + ground.high[k]) / 2;
  shade->area[2] = wide * SIDE / (SIDE - 2 * MARGIN);
  shade->falls = ground.top > 0 && wide > 0 && isfinite (shade->area[2]) && isfinite (shade->area[0])
                 && isfinite (shade->area[1]) && isfinite (ground.top);
  if (shade->falls)
    set_matrix (shade, &ground);
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

static void
make (MwShade *shade, const MwGl *gl)
{
  gl->GenVertexArrays (1, &shade->array);
  gl->GenTextures (2, shade->textures);
  gl->GenFramebuffers (2, shade->framebuffers);
  gl->ActiveTexture (GL_TEXTURE0);
  for (guint i = 0; i < 2; i++) {
    gl->BindTexture (GL_TEXTURE_2D, shade->textures[i]);
    gl->TexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->BindFramebuffer (GL_FRAMEBUFFER, shade->framebuffers[i]);
    gl->FramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, shade->textures[i], 0);
  }
}

void
mw_shade_finish (MwShade *shade, const MwGl *gl)
{
  gl->DeleteVertexArrays (1, &shade->array);
  gl->DeleteFramebuffers (2, shade->framebuffers);
  gl->DeleteTextures (2, shade->textures);
  *shade = (MwShade) { 0 };
}

void
mw_shade_bind (MwRenderer *renderer, gboolean clear)
{
  const MwGl *gl = &renderer->gl;
  MwShade *shade = &renderer->shade;
  if (!shade->array)
    make (shade, gl);
  gl->BindFramebuffer (GL_FRAMEBUFFER, shade->framebuffers[0]);
  gl->Viewport (0, 0, SIDE, SIDE);
  gl->ColorMask (GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
  if (!clear)
    return;
  gl->ClearColor (0, 0, 0, 0);
  gl->Clear (GL_COLOR_BUFFER_BIT);
}

void
mw_shade_draw (MwRenderer *renderer, const MwBatch *batch, uint32_t first, uint32_t n)
{
  const MwGl *gl = &renderer->gl;
  MwRenderer *of = batch->of;
  const MwFrame *frame = &renderer->drawing.frame;
  const MwPass *pass = &batch->pass;
  float matrix[16];
  mw_mat_multiply (renderer->shade.matrix, of->place, matrix);
  const gboolean whole = pass->blend == MW_BLEND_NONE && !(pass->cut > 0);
  const MwProgram *program = whole ? mw_renderer_use_program (of, mw_mesh_plain_program (batch->mesh), frame)
                                   : mw_renderer_use_pass (of, frame, batch);
  if (!program)
    return;
  if (whole) {
    gl->Uniform1i (program->shading, MW_SHADING_WIREFRAME);
    gl->Uniform4fv (program->colour, 1, (float[4]) { 0, 0, 0, 1 });
  }
  gl->UniformMatrix4fv (program->view, 1, GL_FALSE, matrix);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, mw_mat_identity);
  gl->Uniform1i (program->first_matrix, (GLint) batch->mesh->first_matrix);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->Enable (GL_BLEND);
  gl->BlendFunc (GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  const uint32_t uv_sets[2] = { pass->units[0].uv_set, pass->units[1].uv_set };
  mw_mesh_draw (batch->mesh, gl, uv_sets, whole ? 1 : MIN (pass->n_units, 2), first, n);
  gl->Uniform1i (program->shading, (GLint) frame->shading);
  gl->UniformMatrix4fv (program->view, 1, GL_FALSE, of->view);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, of->projection);
}

static void
draw_square (const MwRenderer *renderer, const MwProgram *program, GLuint texture, const float area[4])
{
  const MwGl *gl = &renderer->gl;
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, texture);
  gl->BindVertexArray (renderer->shade.array);
  gl->Uniform4fv (program->area, 1, area);
  gl->DrawArrays (GL_TRIANGLE_STRIP, 0, 4);
}

void
mw_shade_spread (MwRenderer *renderer)
{
  static const float along[2][4] = { { SOFT / SIDE, 0 }, { 0, SOFT / SIDE } };
  const MwGl *gl = &renderer->gl;
  const MwShade *shade = &renderer->shade;
  const MwProgram *program = mw_renderer_use_program (renderer, MW_PROGRAM_LINE | MW_PROGRAM_SPREAD,
                                                      &renderer->drawing.frame);
  gl->Disable (GL_BLEND);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_CULL_FACE);
  for (guint i = 0; program && i < 2; i++) {
    gl->BindFramebuffer (GL_FRAMEBUFFER, shade->framebuffers[1 - i]);
    draw_square (renderer, program, shade->textures[i], along[i]);
  }
}

void
mw_shade_lay (MwRenderer *renderer)
{
  const MwGl *gl = &renderer->gl;
  const MwShade *shade = &renderer->shade;
  const MwProgram *program = mw_renderer_use_program (renderer, MW_PROGRAM_LINE | MW_PROGRAM_SHADE,
                                                      &renderer->drawing.frame);
  if (!program)
    return;
  gl->Enable (GL_BLEND);
  gl->BlendFunc (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_CULL_FACE);
  draw_square (renderer, program, shade->textures[0], shade->area);
}
