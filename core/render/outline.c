/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

#include <math.h>

/* Outlines of what is selected and of what the pointer is over. While the surfaces are drawn, they are marked in the stencil buffer, also
 * where something is in front of them. The marks become an image, and a line is drawn around what is marked in it. So an outline has
 * the same width everywhere, and costs as much for a large model as for a small one. */

/* The marks of a mesh; the first two are also bits of the stencil buffer. */
enum { SELECTED = 1, HOVERED = 2, DRAWN = 4 /* with the surfaces */ };

/* --- What has an outline -------------------------------------------------------------------------------------------- */

MwMesh *
mw_renderer_shown_mesh (const MwRenderer *renderer, const MwFrame *frame, MwId id)
{
  const MwRecord *record = mw_model_find (renderer->model, id);
  MwMesh *mesh = record ? renderer->scene->mesh_of (renderer, frame, record) : NULL;
  return mesh && !mw_ids_have (frame->hidden, frame->n_hidden, id)
             && !mw_ids_have (frame->hidden, frame->n_hidden, mesh->id)
           ? mesh
           : NULL;
}

static void
widen (MwOutlines *outlines, const float at[2])
{
  for (guint k = 0; k < 2; k++) {
    outlines->low[k] = MIN (outlines->low[k], at[k]);
    outlines->high[k] = MAX (outlines->high[k], at[k]);
  }
}

/* A corner of a box around some vertices of a mesh. What is behind the eye could be anywhere. */
static void
add_corner (const float at[3], gpointer data)
{
  MwRenderer *renderer = data;
  const float *view = renderer->view, *projection = renderer->projection;
  float seen[4] = { 0, 0, 0, 1 }, on[4];
  for (guint k = 0; k < 3; k++)
    seen[k] = view[k] * at[0] + view[4 + k] * at[1] + view[8 + k] * at[2] + view[12 + k];
  for (guint k = 0; k < 4; k++)
    on[k] = projection[k] * seen[0] + projection[4 + k] * seen[1] + projection[8 + k] * seen[2] + projection[12 + k];
  const float x = on[0] / on[3], y = on[1] / on[3];
  if (on[3] > 0 && isfinite (x) && isfinite (y)) {
    widen (&renderer->outlines, (float[2]) { x, y });
  } else {
    widen (&renderer->outlines, (float[2]) { -1, -1 });
    widen (&renderer->outlines, (float[2]) { 1, 1 });
  }
}

static void
mark_all (MwRenderer *renderer, const MwFrame *frame, const MwId *ids, guint n, uint8_t mark)
{
  for (guint i = 0; i < n; i++) {
    MwMesh *mesh = mw_renderer_shown_mesh (renderer, frame, ids[i]);
    if (!mesh)
      continue;
    mesh->marks |= mark;
    renderer->outlines.wanted |= mark;
    mw_boxes_corners (renderer, mesh, add_corner, renderer);
  }
}

static void
forget (MwRenderer *renderer)
{
  GHashTableIter iter;
  gpointer mesh;
  g_hash_table_iter_init (&iter, renderer->meshes);
  while (g_hash_table_iter_next (&iter, NULL, &mesh))
    ((MwMesh *) mesh)->marks = 0;
  renderer->outlines.wanted = 0;
}

void
mw_outlines_begin (MwRenderer *renderer, const MwFrame *frame)
{
  if (renderer->outlines.wanted)
    forget (renderer);
  for (guint k = 0; k < 2; k++) {
    renderer->outlines.low[k] = 1;
    renderer->outlines.high[k] = -1;
  }
  /* Where vertices or faces are marked, these marks are drawn in the place of the outlines. */
  if (!renderer->model || frame->marks)
    return;
  mark_all (renderer, frame, frame->selected, frame->n_selected, SELECTED);
  /* What is selected already is not highlighted. */
  if (frame->n_hovered && !mw_ids_have (frame->selected, frame->n_selected, frame->hovered[0]))
    mark_all (renderer, frame, frame->hovered, frame->n_hovered, HOVERED);
  for (guint i = 0; renderer->outlines.wanted && i < renderer->batches->len; i++) {
    MwMesh *mesh = g_array_index (renderer->batches, MwBatch, i).mesh;
    /* Of a wire frame only the edges are drawn. */
    if (mesh && mesh->marks && frame->shading != MW_SHADING_WIREFRAME)
      mesh->marks |= DRAWN;
  }
}

/* --- Marks in the stencil buffer ------------------------------------------------------------------------------------ */

static void
mark_next (const MwGl *gl, uint8_t bits)
{
  gl->Enable (GL_STENCIL_TEST);
  gl->StencilFunc (GL_ALWAYS, bits, bits);
  gl->StencilOp (GL_KEEP, GL_REPLACE, GL_REPLACE);
  gl->StencilMask (bits);
}

void
mw_outlines_mark (const MwRenderer *renderer, const MwMesh *mesh)
{
  const uint8_t marks = mesh ? mesh->marks : 0;
  if (!renderer->outlines.wanted)
    return;
  if (marks & DRAWN)
    mark_next (&renderer->gl, marks & (SELECTED | HOVERED));
  else
    renderer->gl.Disable (GL_STENCIL_TEST);
}

/* Marks the shape of a surface that is not drawn, because it is invisible at this moment, or only its edges are. */
static void
mark_shape (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh)
{
  static const uint32_t no_uvs = 0;
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_program (renderer, mw_mesh_plain_program (mesh), frame);
  if (!program)
    return;
  mark_next (gl, mesh->marks);
  mesh->marks |= DRAWN;
  gl->ColorMask (GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  gl->DepthMask (GL_FALSE);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl->Uniform1i (program->first_matrix, (GLint) mesh->first_matrix);
  mw_mesh_draw (mesh, gl, &no_uvs, 1, 0, mw_mesh_n_triangles (mesh));
}

static void
mark_shapes (MwRenderer *renderer, const MwFrame *frame, const MwId *ids, guint n)
{
  for (guint i = 0; i < n; i++) {
    MwMesh *mesh = mw_renderer_shown_mesh (renderer, frame, ids[i]);
    if (mesh && mesh->marks && !(mesh->marks & DRAWN))
      mark_shape (renderer, frame, mesh);
  }
}

/* --- The image of the marks ----------------------------------------------------------------------------------------- */

static void
drop (MwOutlines *outlines, const MwGl *gl)
{
  gl->DeleteFramebuffers (1, &outlines->marks);
  gl->DeleteRenderbuffers (1, &outlines->pixels);
  gl->DeleteFramebuffers (1, &outlines->flat);
  gl->DeleteTextures (1, &outlines->image);
  outlines->marks = outlines->pixels = outlines->flat = outlines->image = 0;
}

void
mw_outlines_finish (MwOutlines *outlines, const MwGl *gl)
{
  drop (outlines, gl);
  gl->DeleteVertexArrays (1, &outlines->array);
  *outlines = (MwOutlines) { 0 };
}

static void
make (MwOutlines *outlines, const MwGl *gl, const MwFrame *frame)
{
  const guint samples = frame->samples > 1 ? frame->samples : 0;
  if (outlines->image && outlines->width == frame->width && outlines->height == frame->height
      && outlines->samples == samples)
    return;
  drop (outlines, gl);
  outlines->width = frame->width;
  outlines->height = frame->height;
  outlines->samples = samples;
  if (!outlines->array)
    gl->GenVertexArrays (1, &outlines->array);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->GenTextures (1, &outlines->image);
  gl->BindTexture (GL_TEXTURE_2D, outlines->image);
  gl->TexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, frame->width, frame->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl->GenFramebuffers (1, &outlines->flat);
  gl->BindFramebuffer (GL_FRAMEBUFFER, outlines->flat);
  gl->FramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, outlines->image, 0);
  if (!samples)
    return;
  gl->GenFramebuffers (1, &outlines->marks);
  gl->BindFramebuffer (GL_FRAMEBUFFER, outlines->marks);
  gl->GenRenderbuffers (1, &outlines->pixels);
  gl->BindRenderbuffer (GL_RENDERBUFFER, outlines->pixels);
  gl->RenderbufferStorageMultisample (GL_RENDERBUFFER, (GLsizei) samples, GL_RGBA8, frame->width, frame->height);
  gl->FramebufferRenderbuffer (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, outlines->pixels);
  gl->BindRenderbuffer (GL_RENDERBUFFER, 0);
}

static void
fill (const MwRenderer *renderer, const MwProgram *program, const float area[4])
{
  renderer->gl.BindVertexArray (renderer->outlines.array);
  renderer->gl.Uniform4fv (program->area, 1, area);
  renderer->gl.DrawArrays (GL_TRIANGLE_STRIP, 0, 4);
}

/* Draws only where outlines can be, which reach some pixels beyond the surfaces. */
static void
limit (const MwRenderer *renderer, const MwFrame *frame, float reach)
{
  const float sides[2] = { (float) frame->width, (float) frame->height };
  const MwOutlines *outlines = &renderer->outlines;
  GLint from[2], to[2];
  for (guint k = 0; k < 2; k++) {
    from[k] = (GLint) floorf ((CLAMP (outlines->low[k], -1, 1) + 1) / 2 * sides[k] - reach);
    to[k] = (GLint) ceilf ((CLAMP (outlines->high[k], -1, 1) + 1) / 2 * sides[k] + reach);
  }
  renderer->gl.Scissor (from[0], from[1], MAX (to[0] - from[0], 0), MAX (to[1] - from[1], 0));
  renderer->gl.Enable (GL_SCISSOR_TEST);
}

/* Makes the image of the bits in the frame's stencil buffer. */
static void
make_image (MwRenderer *renderer, const MwFrame *frame, const MwProgram *program)
{
  static const float all[4] = { 0 };
  const MwGl *gl = &renderer->gl;
  MwOutlines *outlines = &renderer->outlines;
  const int w = frame->width, h = frame->height;
  GLint stencil = 0;
  gl->BindFramebuffer (GL_FRAMEBUFFER, frame->framebuffer);
  gl->GetFramebufferAttachmentParameteriv (GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT,
                                           GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &stencil);
  make (outlines, gl, frame);
  gl->BindFramebuffer (GL_FRAMEBUFFER, outlines->samples ? outlines->marks : outlines->flat);
  gl->FramebufferRenderbuffer (GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, (GLuint) stencil);
  gl->ColorMask (GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->ClearColor (0, 0, 0, 0);
  gl->Clear (GL_COLOR_BUFFER_BIT);
  limit (renderer, frame, 0);
  gl->Disable (GL_BLEND);
  gl->Enable (GL_STENCIL_TEST);
  gl->StencilOp (GL_KEEP, GL_KEEP, GL_KEEP);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, 0); /* it is drawn into */
  for (GLint bit = SELECTED; bit <= HOVERED; bit *= 2) {
    if (!(outlines->wanted & (unsigned) bit))
      continue;
    gl->ColorMask (bit == SELECTED, bit == HOVERED, GL_FALSE, GL_FALSE);
    gl->StencilFunc (GL_EQUAL, bit, (GLuint) bit);
    fill (renderer, program, all);
  }
  gl->Disable (GL_SCISSOR_TEST);
  /* The frame may be freed before the next one. */
  gl->FramebufferRenderbuffer (GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
  if (!outlines->samples)
    return;
  gl->BindFramebuffer (GL_DRAW_FRAMEBUFFER, outlines->flat);
  gl->BlitFramebuffer (0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void
mw_outlines_draw (MwRenderer *renderer, const MwFrame *frame)
{
  const MwGl *gl = &renderer->gl;
  /* On a dense screen it has more pixels. */
  const float thin = MAX (1.5f, (float) frame->height / 500), w = (float) frame->width, h = (float) frame->height,
              reach[4] = { roundf (thin) / w, roundf (thin) / h, roundf (2 * thin) / w, roundf (2 * thin) / h };
  if (!renderer->outlines.wanted)
    return;
  mark_shapes (renderer, frame, frame->selected, frame->n_selected);
  mark_shapes (renderer, frame, frame->hovered, frame->n_hovered);
  const MwProgram *program = mw_renderer_use_program (renderer, MW_PROGRAM_LINE | MW_PROGRAM_OUTLINE, frame);
  gl->Disable (GL_CULL_FACE);
  gl->Disable (GL_DEPTH_TEST);
  gl->Disable (GL_SAMPLE_ALPHA_TO_COVERAGE);
  if (program)
    make_image (renderer, frame, program);
  mw_renderer_set_target (renderer);
  program = mw_renderer_use_program (renderer, MW_PROGRAM_LINE | MW_PROGRAM_OUTLINE, frame);
  if (!program)
    return;
  limit (renderer, frame, roundf (2 * thin));
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, renderer->outlines.image);
  gl->Enable (GL_BLEND);
  gl->BlendFunc (GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  fill (renderer, program, reach);
  gl->Disable (GL_SCISSOR_TEST);
}
