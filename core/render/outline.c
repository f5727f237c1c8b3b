/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

/* Outlines of what is selected and of what the pointer is over. The surfaces are marked in the stencil buffer, and then drawn four times,
 * moved by some pixels, where they are not marked. So an outline has the same width everywhere, and is also seen where something is in front
 * of the surface. */

typedef struct {
  uint8_t bit; /* of the stencil buffer */
  float width; /* times the width of a thin line */
  float rgba[4];
} Line;

/* The dark line is wider than the bright one on it, so that it is readable on any ground. */
static const Line selected_lines[] = { { 1, 2, { 0, 0, 0, 0.55f } }, { 1, 1, { 1, 0.63f, 0.16f, 1 } } },
                  hovered_lines[] = { { 2, 1.6f, { 0, 0, 0, 0.4f } }, { 2, 0.8f, { 1, 1, 1, 0.9f } } };

/* Draws the shape of a surface in one colour, moved by (x, y) halves of the picture. */
static void
draw_shape (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh, const float rgba[4], float x, float y)
{
  static const uint32_t no_uvs = 0;
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_program (renderer, mw_mesh_plain_program (mesh), frame);
  if (!program)
    return;
  float moved[16];
  memcpy (moved, renderer->projection, sizeof moved);
  for (guint column = 0; column < 4; column++) {
    moved[4 * column] += x * moved[4 * column + 3];
    moved[4 * column + 1] += y * moved[4 * column + 3];
  }
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, moved);
  gl->Uniform1i (program->shading, MW_SHADING_WIREFRAME);
  gl->Uniform4fv (program->colour, 1, rgba);
  gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
  mw_mesh_draw (mesh, gl, &no_uvs, 1, 0, mw_mesh_n_triangles (mesh));
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
}

/* The surface that a record is drawn as, unless it is hidden; or NULL. */
static MwMesh *
mesh_of (const MwRenderer *renderer, const MwFrame *frame, MwId id)
{
  const MwRecord *record = mw_model_find (renderer->model, id);
  MwMesh *mesh = record ? renderer->scene->mesh_of (renderer, frame, record) : NULL;
  return mesh && !mw_ids_have (frame->hidden, frame->n_hidden, id)
             && !mw_ids_have (frame->hidden, frame->n_hidden, mesh->id)
           ? mesh
           : NULL;
}

static gboolean
any_is_drawn (const MwRenderer *renderer, const MwFrame *frame, const MwId *ids, guint n)
{
  for (guint i = 0; i < n; i++)
    if (mesh_of (renderer, frame, ids[i]))
      return TRUE;
  return FALSE;
}

static void
draw_all (MwRenderer *renderer, const MwFrame *frame, const MwId *ids, guint n, const float rgba[4], float x, float y)
{
  const MwMesh *before = NULL;
  for (guint i = 0; i < n; i++) {
    MwMesh *mesh = mesh_of (renderer, frame, ids[i]);
    /* The batches of a surface follow each other. */
    if (mesh && mesh != before)
      draw_shape (renderer, frame, mesh, rgba, x, y);
    before = mesh;
  }
}

static void
draw_outline (MwRenderer *renderer, const MwFrame *frame, const MwId *ids, guint n, const Line lines[2])
{
  static const float sides[4][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
  const MwGl *gl = &renderer->gl;
  const GLuint bit = lines[0].bit;
  /* On a dense screen it has more pixels. */
  const float thin = MAX (1.5f, (float) frame->height / 500);
  gl->ColorMask (GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  gl->StencilFunc (GL_ALWAYS, (GLint) bit, bit);
  gl->StencilOp (GL_KEEP, GL_KEEP, GL_REPLACE);
  gl->StencilMask (bit);
  draw_all (renderer, frame, ids, n, lines[0].rgba, 0, 0);
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  for (guint i = 0; i < 2; i++) {
    /* Each line is drawn once over a pixel, so that what is moved four times is not four times as dark. */
    const GLuint done = 4u << i << (bit == 1 ? 0 : 2);
    gl->StencilFunc (GL_EQUAL, 0, bit | done);
    gl->StencilOp (GL_KEEP, GL_KEEP, GL_INVERT);
    gl->StencilMask (done);
    for (guint side = 0; side < 4; side++)
      draw_all (renderer, frame, ids, n, lines[i].rgba,
                sides[side][0] * thin * lines[i].width * 2 / (float) MAX (frame->width, 1),
                sides[side][1] * thin * lines[i].width * 2 / (float) MAX (frame->height, 1));
  }
}

void
mw_renderer_draw_outlines (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  /* What is selected already is not highlighted. */
  const gboolean hovers = frame->n_hovered && !mw_ids_have (frame->selected, frame->n_selected, frame->hovered[0]);
  if (!(hovers && any_is_drawn (renderer, frame, frame->hovered, frame->n_hovered))
      && !any_is_drawn (renderer, frame, frame->selected, frame->n_selected))
    return;
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->Enable (GL_BLEND);
  gl->BlendFunc (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl->Enable (GL_STENCIL_TEST);
  gl->StencilMask (0xFF);
  gl->Clear (GL_STENCIL_BUFFER_BIT);
  if (hovers)
    draw_outline (renderer, frame, frame->hovered, frame->n_hovered, hovered_lines);
  draw_outline (renderer, frame, frame->selected, frame->n_selected, selected_lines);
  gl->Disable (GL_STENCIL_TEST);
  gl->StencilMask (0xFF);
}
