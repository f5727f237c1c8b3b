/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

/* The vertices and faces that are marked in the view: the edges of the meshes in which something can be marked, and on them a dot for each
 * vertex, or a tint over the faces that are marked. */

/* Sizes of dots in pixels of a picture that is not dense. A light dot is on a dark one, so that it is seen on any ground. */
typedef struct {
  gboolean marked;
  float size, rgba[4];
} Dot;

static const Dot dots[] = { { FALSE, 4, { 0, 0, 0, 0.75f } },
                            { FALSE, 2.4f, { 0.85f, 0.9f, 1, 0.9f } },
                            { TRUE, 7.5f, { 0, 0, 0, 0.85f } },
                            { TRUE, 5.5f, { 1, 0.63f, 0.16f, 1 } } };
static const float edges[] = { 0, 0, 0, 0.35f }, tint[] = { 1, 0.5f, 0, 0.55f };

/* What is drawn is moved toward the eye by this part of the scene's size, so that the surface that it is on does not hide it. */
static const float NEARER = 0.002f;

/* The projection with which everything is a little nearer. */
static void
nearer_projection (const MwRenderer *renderer, const MwFrame *frame, float out[16])
{
  const MwCamera *camera = &frame->camera;
  const float by = NEARER * camera->radius, depth = camera->distance;
  float near_plane, far_plane;
  mw_camera_clip (camera, &near_plane, &far_plane);
  const float range = MAX (far_plane - near_plane, 1e-6f);
  /* How much the depth in the picture, from -1 to 1, changes over that distance at the point that the camera looks at. */
  const float moved = camera->ortho ? 2 * by / range : 2 * far_plane * near_plane / range * by / (depth * depth);
  memcpy (out, renderer->projection, 16 * sizeof (float));
  for (guint column = 0; column < 4; column++)
    out[4 * column + 2] -= moved * out[4 * column + 3];
}

/* Draws a part of a mesh: the indices are those of renderer->mark_indices. */
static void
draw_part (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh, unsigned features, GLenum kind, float size,
           const float rgba[4])
{
  const MwGl *gl = &renderer->gl;
  const GArray *indices = renderer->mark_indices;
  float projection[16];
  const MwProgram *program = indices->len ? mw_renderer_use_lines (renderer, frame, mesh, features, rgba) : NULL;
  if (!program)
    return;
  nearer_projection (renderer, frame, projection);
  gl->Disable (GL_CULL_FACE);
  if (frame->marks_through)
    gl->Disable (GL_DEPTH_TEST);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, projection);
  gl->Uniform1f (program->scale, size);
  gl->BindVertexArray (mesh->vertex_array);
  if (!renderer->mark_buffer)
    gl->GenBuffers (1, &renderer->mark_buffer);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, renderer->mark_buffer);
  gl->BufferData (GL_ELEMENT_ARRAY_BUFFER, indices->len * (GLsizeiptr) sizeof (guint16), indices->data, GL_STREAM_DRAW);
  gl->DrawElements (kind, (GLsizei) indices->len, GL_UNSIGNED_SHORT, NULL);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->faces);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
}

/* Fills the indices with the vertices that are marked, or those that are not. */
static void
fill_vertices (GArray *indices, const MwMarkedMesh *marked, gboolean which, guint32 n_vertices)
{
  g_array_set_size (indices, 0);
  for (guint32 i = 0; i < MIN (marked->n, n_vertices); i++)
    if (marked->used[i] && !marked->marked[i] == !which) {
      const guint16 number = (guint16) i;
      g_array_append_val (indices, number);
    }
}

static void
fill_faces (GArray *indices, const MwMarkedMesh *marked, const MwMesh *mesh)
{
  const MwArray *faces = mesh->source.faces;
  g_array_set_size (indices, 0);
  for (guint32 i = 0; i < marked->n && 3 * (gsize) i + 3 <= faces->n; i++)
    if (marked->marked[i])
      g_array_append_vals (indices, (const guint16 *) faces->data + 3 * (gsize) i, 3);
}

static void
draw_edges (MwRenderer *renderer, const MwFrame *frame, MwMesh *mesh)
{
  const MwGl *gl = &renderer->gl;
  const MwProgram *program = mw_renderer_use_lines (renderer, frame, mesh, 0, edges);
  float projection[16];
  if (!program)
    return;
  nearer_projection (renderer, frame, projection);
  if (frame->marks_through)
    gl->Disable (GL_DEPTH_TEST);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, projection);
  mw_mesh_draw_edges (mesh, gl);
  gl->UniformMatrix4fv (program->projection, 1, GL_FALSE, renderer->projection);
}

void
mw_renderer_draw_marks (MwRenderer *renderer, const MwFrame *frame)
{
  const MwMeshMarks *marks = frame->marks;
  /* On a dense screen a dot has more pixels. */
  const float dense = MAX (1, (float) frame->height / 900);
  if (!renderer->es)
    renderer->gl.Enable (GL_PROGRAM_POINT_SIZE);
  for (guint i = 0; i < marks->meshes->len; i++) {
    const MwMarkedMesh *marked = &g_array_index (marks->meshes, MwMarkedMesh, i);
    MwMesh *mesh = mw_renderer_shown_mesh (renderer, frame, marked->id);
    if (!mesh || !mesh->n_faces || !mesh->source.faces)
      continue;
    draw_edges (renderer, frame, mesh);
    if (marks->kind == MW_MARKS_FACES) {
      fill_faces (renderer->mark_indices, marked, mesh);
      draw_part (renderer, frame, mesh, 0, GL_TRIANGLES, 0, tint);
    }
    for (guint k = 0; marks->kind == MW_MARKS_VERTICES && k < G_N_ELEMENTS (dots); k++) {
      fill_vertices (renderer->mark_indices, marked, dots[k].marked, mesh->n_vertices);
      draw_part (renderer, frame, mesh, MW_PROGRAM_DOTS, GL_POINTS, dots[k].size * dense, dots[k].rgba);
    }
  }
  if (!renderer->es)
    renderer->gl.Disable (GL_PROGRAM_POINT_SIZE);
}
