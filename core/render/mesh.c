/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

#include <string.h>

void
mw_span_add (MwSpan *span, uint32_t first, uint32_t n)
{
  if (n == 0)
    return;
  uint32_t end = n > UINT32_MAX - first ? UINT32_MAX : first + n;
  if (span->first == span->end) {
    span->first = first;
    span->end = end;
  } else {
    span->first = MIN (span->first, first);
    span->end = MAX (span->end, end);
  }
}

/* --- Making --------------------------------------------------------------------------------------------------------- */

MwVertices *
mw_vertices_new (void)
{
  MwVertices *vertices = g_new0 (MwVertices, 1);
  vertices->uv_sets = g_array_new (FALSE, TRUE, sizeof (MwMeshUvs));
  mw_vertices_invalidate (vertices);
  return vertices;
}

void
mw_vertices_free (MwVertices *vertices, const MwGl *gl)
{
  if (!vertices)
    return;
  const GLuint buffers[] = { vertices->positions.buffer, vertices->normals.buffer, vertices->matrices.buffer,
                             vertices->weights.buffer, vertices->tangents.buffer };
  gl->DeleteBuffers (G_N_ELEMENTS (buffers), buffers); /* 0 is ignored */
  for (guint i = 0; i < vertices->uv_sets->len; i++)
    gl->DeleteBuffers (1, &g_array_index (vertices->uv_sets, MwMeshUvs, i).stream.buffer);
  g_array_unref (vertices->uv_sets);
  g_clear_pointer (&vertices->boxes, g_array_unref);
  g_free (vertices);
}

void
mw_vertices_invalidate (MwVertices *vertices)
{
  vertices->positions.span.all = vertices->normals.span.all = TRUE;
  vertices->matrices.span.all = vertices->weights.span.all = vertices->tangents.span.all = TRUE;
  vertices->uv_sets_stale = TRUE;
  for (guint i = 0; i < vertices->uv_sets->len; i++)
    g_array_index (vertices->uv_sets, MwMeshUvs, i).stream.span.all = TRUE;
}

MwMesh *
mw_mesh_new (MwId id, MwVertices *shared)
{
  MwMesh *mesh = g_new0 (MwMesh, 1);
  mesh->id = id;
  mesh->vertices = shared ? shared : mw_vertices_new ();
  mesh->shares = shared != NULL;
  mesh->bound_uvs[0] = mesh->bound_uvs[1] = MW_UVS_UNSET;
  mesh->faces_span.all = TRUE;
  return mesh;
}

void
mw_mesh_free (MwMesh *mesh, const MwGl *gl)
{
  const GLuint buffers[] = { mesh->faces, mesh->edges };
  gl->DeleteBuffers (G_N_ELEMENTS (buffers), buffers);
  gl->DeleteVertexArrays (1, &mesh->vertex_array);
  if (!mesh->shares)
    mw_vertices_free (mesh->vertices, gl);
  g_free (mesh);
}

void
mw_mesh_invalidate (MwMesh *mesh)
{
  mesh->faces_span.all = TRUE;
  if (!mesh->shares)
    mw_vertices_invalidate (mesh->vertices);
}

/* The vertex array stores which attributes are used. */
static void
drop_vertex_array (MwMesh *mesh, const MwGl *gl)
{
  gl->DeleteVertexArrays (1, &mesh->vertex_array);
  mesh->vertex_array = 0;
  mesh->bound_uvs[0] = mesh->bound_uvs[1] = MW_UVS_UNSET;
}

void
mw_mesh_set_weighted (MwMesh *mesh, const MwGl *gl, gboolean weighted)
{
  MwVertices *vertices = mesh->vertices;
  if (vertices->wide == weighted)
    return;
  vertices->wide = weighted;
  vertices->matrices.span.all = vertices->weights.span.all = TRUE;
  if (!weighted) {
    gl->DeleteBuffers (1, &vertices->weights.buffer);
    vertices->weights.buffer = 0;
  }
  drop_vertex_array (mesh, gl);
}

void
mw_mesh_flush_tangents (MwMesh *mesh, const MwGl *gl, const MwArray *tangents)
{
  MwVertices *vertices = mesh->vertices;
  MwStream *stream = &vertices->tangents;
  gboolean had = stream->buffer != 0;
  if (tangents->n > 0 && mw_stream_is_stale (stream, vertices->positions.n)) {
    mw_stream_flush (stream, gl, tangents, 4 * sizeof (float), vertices->positions.n);
  } else if (tangents->n == 0 && had) {
    gl->DeleteBuffers (1, &stream->buffer);
    *stream = (MwStream) { 0 };
  }
  if (had != (stream->buffer != 0))
    drop_vertex_array (mesh, gl);
}

/* --- Uploading ------------------------------------------------------------------------------------------------------ */

/* Buffers of all kinds are filled through GL_ARRAY_BUFFER: the element binding belongs to the vertex array. */
static void
upload_all (const MwGl *gl, GLuint *buffer, const void *data, size_t size)
{
  if (!*buffer)
    gl->GenBuffers (1, buffer);
  gl->BindBuffer (GL_ARRAY_BUFFER, *buffer);
  gl->BufferData (GL_ARRAY_BUFFER, (GLsizeiptr) size, data, GL_STATIC_DRAW);
}

gboolean
mw_stream_is_stale (const MwStream *stream, uint32_t n)
{
  return stream->span.all || stream->n != n || stream->span.first < MIN (stream->span.end, n);
}

void
mw_stream_flush (MwStream *stream, const MwGl *gl, const MwArray *array, size_t size, uint32_t n)
{
  MwSpan *span = &stream->span;
  stream->uploads += mw_stream_is_stale (stream, n);
  if (span->all || stream->n != n) {
    if (array->n >= n) {
      upload_all (gl, &stream->buffer, array->data, n * size);
    } else {
      g_autofree uint8_t *padded = g_malloc0_n (n, size);
      if (array->n)
        memcpy (padded, array->data, array->n * size);
      upload_all (gl, &stream->buffer, padded, n * size);
    }
    stream->n = n;
  } else {
    uint32_t end = MIN (span->end, MIN (n, array->n));
    if (span->first < end) {
      gl->BindBuffer (GL_ARRAY_BUFFER, stream->buffer);
      gl->BufferSubData (GL_ARRAY_BUFFER, (GLintptr) (span->first * size), (GLsizeiptr) ((end - span->first) * size),
                         (const uint8_t *) array->data + span->first * size);
    }
  }
  *span = (MwSpan) { 0 };
}

static gboolean
indices_fit (const uint16_t *indices, uint32_t n, uint32_t n_vertices)
{
  uint16_t largest = 0;
  for (uint32_t i = 0; i < n; i++)
    largest = MAX (largest, indices[i]);
  return n == 0 || largest < n_vertices;
}

static void
flush_faces (MwMesh *mesh, const MwGl *gl)
{
  MwSpan *span = &mesh->faces_span;
  const uint16_t *indices = mesh->source.faces->data;
  uint32_t n_vertices = mesh->vertices->positions.n, n = mesh->source.faces->n, end = MIN (span->end, n);
  gboolean all = span->all || n != mesh->n_faces || n_vertices != mesh->n_vertices;
  if (!all && span->first >= end)
    return;
  mesh->edges_stale = TRUE;
  mesh->n_vertices = n_vertices;
  if (!all && !mesh->faces_mended && indices_fit (indices + span->first, end - span->first, n_vertices)) {
    gl->BindBuffer (GL_ARRAY_BUFFER, mesh->faces);
    gl->BufferSubData (GL_ARRAY_BUFFER, (GLintptr) (span->first * sizeof *indices),
                       (GLsizeiptr) ((end - span->first) * sizeof *indices), indices + span->first);
  } else {
    mesh->faces_mended = !indices_fit (indices, n, n_vertices);
    g_autofree uint16_t *mended = NULL;
    if (mesh->faces_mended) {
      /* What GL reads for an index beyond the buffer is undefined, so such a triangle shrinks to a point. */
      mended = g_memdup2 (indices, n * sizeof *indices);
      for (uint32_t i = 0; i < n; i++)
        if (mended[i] >= n_vertices) {
          uint32_t corner = i - i % 3;
          for (uint32_t k = corner; k < MIN (corner + 3, n); k++)
            mended[k] = 0;
        }
    }
    upload_all (gl, &mesh->faces, mended ? mended : indices, n * sizeof *indices);
    mesh->n_faces = n;
  }
  *span = (MwSpan) { 0 };
}

void
mw_vertices_set_uv_sets (MwVertices *vertices, const MwGl *gl, const MwId *ids, guint n)
{
  GArray *old = vertices->uv_sets;
  vertices->uv_sets = g_array_new (FALSE, TRUE, sizeof (MwMeshUvs));
  for (guint i = 0; i < n; i++) {
    MwMeshUvs uvs = { .id = ids[i], .stream = { .span = { .all = TRUE } } };
    for (guint k = 0; k < old->len; k++)
      if (g_array_index (old, MwMeshUvs, k).id == uvs.id) {
        uvs = g_array_index (old, MwMeshUvs, k);
        g_array_remove_index_fast (old, k);
        break;
      }
    g_array_append_val (vertices->uv_sets, uvs);
  }
  for (guint k = 0; k < old->len; k++)
    gl->DeleteBuffers (1, &g_array_index (old, MwMeshUvs, k).stream.buffer);
  g_array_unref (old);
  vertices->uv_sets_stale = FALSE;
  vertices->uv_sets_made++;
}

static void
bind_attribute (const MwGl *gl, GLuint buffer, GLuint attribute, GLint n, GLenum type)
{
  gl->BindBuffer (GL_ARRAY_BUFFER, buffer);
  if (attribute == MW_ATTRIBUTE_MATRIX)
    gl->VertexAttribIPointer (attribute, n, type, 0, NULL);
  else
    gl->VertexAttribPointer (attribute, n, type, type == GL_UNSIGNED_BYTE, 0, NULL);
  gl->EnableVertexAttribArray (attribute);
}

static void
make_vertex_array (MwMesh *mesh, const MwGl *gl)
{
  const MwVertices *vertices = mesh->vertices;
  gboolean weighted = vertices->weights.buffer != 0;
  gl->GenVertexArrays (1, &mesh->vertex_array);
  gl->BindVertexArray (mesh->vertex_array);
  bind_attribute (gl, vertices->positions.buffer, MW_ATTRIBUTE_POSITION, 3, GL_FLOAT);
  bind_attribute (gl, vertices->normals.buffer, MW_ATTRIBUTE_NORMAL, 3, GL_FLOAT);
  bind_attribute (gl, vertices->matrices.buffer, MW_ATTRIBUTE_MATRIX, weighted ? 4 : 1,
                  weighted && !vertices->wide ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT);
  if (weighted)
    bind_attribute (gl, vertices->weights.buffer, MW_ATTRIBUTE_WEIGHTS, 4, GL_UNSIGNED_BYTE);
  if (vertices->tangents.buffer)
    bind_attribute (gl, vertices->tangents.buffer, MW_ATTRIBUTE_TANGENT, 4, GL_FLOAT);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->faces);
  gl->BindVertexArray (0);
}

void
mw_mesh_flush (MwMesh *mesh, const MwGl *gl, const MwMeshSource *source)
{
  mesh->source = *source;
  flush_faces (mesh, gl);
  if (mesh->uv_sets_made != mesh->vertices->uv_sets_made) {
    mesh->uv_sets_made = mesh->vertices->uv_sets_made;
    mesh->bound_uvs[0] = mesh->bound_uvs[1] = MW_UVS_UNSET;
  }
  if (!mesh->vertex_array)
    make_vertex_array (mesh, gl);
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

static uint32_t
n_ranges_of (const MwMeshSource *source)
{
  return source->types ? MIN (source->types->n, source->sizes->n) : 0;
}

uint32_t
mw_mesh_n_triangles (const MwMesh *mesh)
{
  return mesh->n_faces / 3;
}

gboolean
mw_mesh_divides (const MwMesh *mesh)
{
  uint32_t n_ranges = n_ranges_of (&mesh->source);
  const uint32_t *types = n_ranges ? mesh->source.types->data : NULL,
                 *sizes = n_ranges ? mesh->source.sizes->data : NULL;
  uint64_t n = 0;
  for (uint32_t i = 0; i < n_ranges; i++) {
    if (types[i] != GL_TRIANGLES || sizes[i] % 3 != 0)
      return FALSE;
    n += sizes[i];
  }
  /* Faces outside all ranges are not drawn. */
  return n_ranges == 0 || n >= mesh->n_faces;
}

/* MDX numbers primitive types as GL does, from 0 (points) to 6 (triangle fan). Real files have only triangles. Quads
 * and polygons (7 to 9) do not exist in core GL and are left out. */
static void
draw_primitives (const MwGl *gl, const MwMeshSource *source, uint32_t n_faces)
{
  uint32_t first = 0, n_ranges = n_ranges_of (source);
  const uint32_t *types = source->types->data, *sizes = source->sizes->data;
  for (uint32_t i = 0; i < n_ranges && first < n_faces; i++) {
    /* Neighbouring ranges of triangles are drawn with one call: some old models have a range per triangle. */
    uint32_t type = types[i], n = MIN (sizes[i], n_faces - first);
    while (type == GL_TRIANGLES && n % 3 == 0 && i + 1 < n_ranges && types[i + 1] == type && n < n_faces - first)
      n += MIN (sizes[++i], n_faces - first - n);
    if (type <= GL_TRIANGLE_FAN && n)
      gl->DrawElements (type, (GLsizei) n, GL_UNSIGNED_SHORT, (const void *) (first * sizeof (uint16_t)));
    first += n;
  }
}

static void
bind_uvs (MwMesh *mesh, const MwGl *gl, guint unit, uint32_t uv_set)
{
  static const GLuint attributes[] = { MW_ATTRIBUTE_UV, MW_ATTRIBUTE_UV2 };
  GArray *sets = mesh->vertices->uv_sets;
  int wanted = uv_set < sets->len ? (int) uv_set : MW_UVS_NONE;
  if (wanted == mesh->bound_uvs[unit])
    return;
  if (wanted >= 0)
    bind_attribute (gl, g_array_index (sets, MwMeshUvs, wanted).stream.buffer, attributes[unit], 2, GL_FLOAT);
  else
    gl->DisableVertexAttribArray (attributes[unit]); /* all vertices then read (0, 0) */
  mesh->bound_uvs[unit] = wanted;
}

static gboolean
is_empty (const MwMesh *mesh)
{
  return mesh->n_vertices == 0 || mesh->n_faces == 0;
}

void
mw_mesh_draw (MwMesh *mesh, const MwGl *gl, const uint32_t *uv_sets, guint n_units, uint32_t first, uint32_t n)
{
  if (is_empty (mesh))
    return;
  gl->BindVertexArray (mesh->vertex_array);
  for (guint i = 0; i < n_units; i++)
    bind_uvs (mesh, gl, i, uv_sets[i]);
  if (mw_mesh_divides (mesh))
    gl->DrawElements (GL_TRIANGLES, (GLsizei) n * 3, GL_UNSIGNED_SHORT, (const void *) (first * 3 * sizeof (uint16_t)));
  else
    draw_primitives (gl, &mesh->source, mesh->n_faces);
}

static gint
compare_edges (gconstpointer a, gconstpointer b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

static void
flush_edges (MwMesh *mesh, const MwGl *gl)
{
  const uint16_t *faces = mesh->source.faces->data;
  uint32_t n = mesh->source.faces->n - mesh->source.faces->n % 3;
  /* An edge shared by two triangles is drawn once. As a single number, with the smaller vertex first, equal edges
   * are adjacent after sorting. */
  g_autoptr (GArray) edges = g_array_sized_new (FALSE, FALSE, sizeof (uint32_t), n);
  for (uint32_t i = 0; i < n; i += 3)
    for (uint32_t k = 0; k < 3 && indices_fit (faces + i, 3, mesh->n_vertices); k++) {
      uint16_t a = faces[i + k], b = faces[i + (k + 1) % 3];
      uint32_t edge = (uint32_t) MIN (a, b) << 16 | MAX (a, b);
      g_array_append_val (edges, edge);
    }
  g_array_sort (edges, compare_edges);
  g_autofree uint16_t *ends = g_new (uint16_t, edges->len * 2);
  mesh->n_edges = 0;
  for (guint i = 0; i < edges->len; i++) {
    uint32_t edge = g_array_index (edges, uint32_t, i);
    if (i && edge == g_array_index (edges, uint32_t, i - 1))
      continue;
    ends[mesh->n_edges++] = (uint16_t) (edge >> 16);
    ends[mesh->n_edges++] = (uint16_t) edge;
  }
  upload_all (gl, &mesh->edges, ends, mesh->n_edges * sizeof *ends);
  mesh->edges_stale = FALSE;
}

void
mw_mesh_draw_edges (MwMesh *mesh, const MwGl *gl)
{
  if (is_empty (mesh))
    return;
  if (mesh->edges_stale)
    flush_edges (mesh, gl);
  gl->BindVertexArray (mesh->vertex_array);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->edges);
  gl->DrawElements (GL_LINES, (GLsizei) mesh->n_edges, GL_UNSIGNED_SHORT, NULL);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->faces);
}

void
mw_mesh_draw_normals (MwMesh *mesh, const MwGl *gl)
{
  if (is_empty (mesh))
    return;
  gl->BindVertexArray (mesh->vertex_array);
  for (guint i = MW_ATTRIBUTE_POSITION; i <= MW_ATTRIBUTE_TANGENT; i++)
    gl->VertexAttribDivisor (i, 1);
  gl->DrawArraysInstanced (GL_LINES, 0, 2, (GLsizei) mesh->n_vertices);
  for (guint i = MW_ATTRIBUTE_POSITION; i <= MW_ATTRIBUTE_TANGENT; i++)
    gl->VertexAttribDivisor (i, 0);
}
