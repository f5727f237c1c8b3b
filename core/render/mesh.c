/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"
#include "core/pose/skin.h"

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

MwMesh *
mw_mesh_new (MwId id)
{
  MwMesh *mesh = g_new0 (MwMesh, 1);
  mesh->id = id;
  mesh->uv_sets = g_array_new (FALSE, TRUE, sizeof (MwMeshUvs));
  mesh->bound_uvs = -1;
  mw_mesh_invalidate (mesh);
  return mesh;
}

void
mw_mesh_free (MwMesh *mesh, const MwGl *gl)
{
  const GLuint buffers[] = { mesh->vertices, mesh->normals, mesh->matrices, mesh->faces, mesh->edges };
  gl->DeleteBuffers (G_N_ELEMENTS (buffers), buffers); /* 0 is passed over */
  for (guint i = 0; i < mesh->uv_sets->len; i++)
    gl->DeleteBuffers (1, &g_array_index (mesh->uv_sets, MwMeshUvs, i).buffer);
  gl->DeleteVertexArrays (1, &mesh->vertex_array);
  g_array_unref (mesh->uv_sets);
  g_free (mesh);
}

void
mw_mesh_invalidate (MwMesh *mesh)
{
  mesh->vertices_span.all = mesh->normals_span.all = mesh->matrices_span.all = mesh->faces_span.all = TRUE;
  mesh->uv_sets_stale = TRUE;
  for (guint i = 0; i < mesh->uv_sets->len; i++)
    g_array_index (mesh->uv_sets, MwMeshUvs, i).span.all = TRUE;
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

/* Makes the buffer hold n elements of the array, zeros where the array is shorter (hostile files). */
static void
flush_attribute (const MwGl *gl, GLuint *buffer, uint32_t *n_uploaded, MwSpan *span, const MwArray *array, size_t size,
                 uint32_t n)
{
  if (span->all || *n_uploaded != n) {
    if (array->n >= n) {
      upload_all (gl, buffer, array->data, n * size);
    } else {
      g_autofree uint8_t *padded = g_malloc0_n (n, size);
      if (array->n)
        memcpy (padded, array->data, array->n * size);
      upload_all (gl, buffer, padded, n * size);
    }
    *n_uploaded = n;
  } else {
    uint32_t end = MIN (span->end, MIN (n, array->n));
    if (span->first < end) {
      gl->BindBuffer (GL_ARRAY_BUFFER, *buffer);
      gl->BufferSubData (GL_ARRAY_BUFFER, (GLintptr) (span->first * size), (GLsizeiptr) ((end - span->first) * size),
                         (const uint8_t *) array->data + span->first * size);
    }
  }
  *span = (MwSpan) { 0 };
}

static void
flush_matrix_numbers (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset, gboolean new_size)
{
  MwSpan *span = &mesh->matrices_span;
  uint32_t n = geoset->vertices.n, end = MIN (span->end, n);
  if (!span->all && !new_size && span->first >= end)
    return;
  g_autofree uint16_t *numbers = g_new (uint16_t, n);
  mw_skin_vertex_matrices (geoset, numbers);
  if (span->all || new_size) {
    upload_all (gl, &mesh->matrices, numbers, n * sizeof *numbers);
  } else {
    gl->BindBuffer (GL_ARRAY_BUFFER, mesh->matrices);
    gl->BufferSubData (GL_ARRAY_BUFFER, (GLintptr) (span->first * sizeof *numbers),
                       (GLsizeiptr) ((end - span->first) * sizeof *numbers), numbers + span->first);
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
flush_faces (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset, gboolean new_vertices)
{
  MwSpan *span = &mesh->faces_span;
  const uint16_t *indices = geoset->faces.data;
  uint32_t n = geoset->faces.n, end = MIN (span->end, n);
  gboolean all = span->all || n != mesh->n_faces || new_vertices;
  if (!all && span->first >= end)
    return;
  mesh->edges_stale = TRUE;
  if (!all && !mesh->faces_mended && indices_fit (indices + span->first, end - span->first, geoset->vertices.n)) {
    gl->BindBuffer (GL_ARRAY_BUFFER, mesh->faces);
    gl->BufferSubData (GL_ARRAY_BUFFER, (GLintptr) (span->first * sizeof *indices),
                       (GLsizeiptr) ((end - span->first) * sizeof *indices), indices + span->first);
  } else {
    mesh->faces_mended = !indices_fit (indices, n, geoset->vertices.n);
    g_autofree uint16_t *mended = NULL;
    if (mesh->faces_mended) {
      /* GL does not say what an index beyond the buffer reads: such a triangle shrinks to a point. */
      mended = g_memdup2 (indices, n * sizeof *indices);
      for (uint32_t i = 0; i < n; i++)
        if (mended[i] >= geoset->vertices.n) {
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

/* Brings the list of UV buffers into the geoset's order; buffers follow their set by identity. */
static void
reconcile_uv_sets (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  GArray *old = mesh->uv_sets;
  mesh->uv_sets = g_array_new (FALSE, TRUE, sizeof (MwMeshUvs));
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++) {
    MwMeshUvs uvs = { .id = geoset->uv_sets.items[i]->id, .span = { .all = TRUE } };
    for (guint k = 0; k < old->len; k++)
      if (g_array_index (old, MwMeshUvs, k).id == uvs.id) {
        uvs = g_array_index (old, MwMeshUvs, k);
        g_array_remove_index_fast (old, k);
        break;
      }
    g_array_append_val (mesh->uv_sets, uvs);
  }
  for (guint k = 0; k < old->len; k++)
    gl->DeleteBuffers (1, &g_array_index (old, MwMeshUvs, k).buffer);
  g_array_unref (old);
  mesh->bound_uvs = -1;
  mesh->uv_sets_stale = FALSE;
}

static void
make_vertex_array (MwMesh *mesh, const MwGl *gl)
{
  gl->GenVertexArrays (1, &mesh->vertex_array);
  gl->BindVertexArray (mesh->vertex_array);
  gl->BindBuffer (GL_ARRAY_BUFFER, mesh->vertices);
  gl->VertexAttribPointer (MW_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0, NULL);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_POSITION);
  gl->BindBuffer (GL_ARRAY_BUFFER, mesh->normals);
  gl->VertexAttribPointer (MW_ATTRIBUTE_NORMAL, 3, GL_FLOAT, GL_FALSE, 0, NULL);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_NORMAL);
  gl->BindBuffer (GL_ARRAY_BUFFER, mesh->matrices);
  gl->VertexAttribIPointer (MW_ATTRIBUTE_MATRIX, 1, GL_UNSIGNED_SHORT, 0, NULL);
  gl->EnableVertexAttribArray (MW_ATTRIBUTE_MATRIX);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->faces);
  gl->BindVertexArray (0);
}

void
mw_mesh_flush (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  uint32_t n = geoset->vertices.n;
  gboolean new_size = n != mesh->n_vertices;
  flush_attribute (gl, &mesh->vertices, &mesh->n_vertices, &mesh->vertices_span, &geoset->vertices, 3 * sizeof (float),
                   n);
  flush_attribute (gl, &mesh->normals, &mesh->n_normals, &mesh->normals_span, &geoset->normals, 3 * sizeof (float), n);
  flush_matrix_numbers (mesh, gl, geoset, new_size);
  flush_faces (mesh, gl, geoset, new_size);
  if (mesh->uv_sets_stale)
    reconcile_uv_sets (mesh, gl, geoset);
  for (guint i = 0; i < mesh->uv_sets->len; i++) {
    MwMeshUvs *uvs = &g_array_index (mesh->uv_sets, MwMeshUvs, i);
    const MwMdlxUvSet *set = (const MwMdlxUvSet *) geoset->uv_sets.items[i];
    flush_attribute (gl, &uvs->buffer, &uvs->n, &uvs->span, &set->uvs, 2 * sizeof (float), n);
  }
  if (!mesh->vertex_array)
    make_vertex_array (mesh, gl);
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

/* MDX counts primitive kinds as GL does: 0 points to 6 triangle fan. Real files have triangles only; quads and polygons, 7
 * to 9, have no such call in core GL and are left out. */
static void
draw_primitives (const MwGl *gl, const MwMdlxGeoset *geoset, uint32_t n_faces)
{
  uint32_t first = 0, n_ranges = MIN (geoset->primitive_types.n, geoset->primitive_sizes.n);
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  if (n_ranges == 0)
    gl->DrawElements (GL_TRIANGLES, (GLsizei) (n_faces - n_faces % 3), GL_UNSIGNED_SHORT, NULL);
  for (uint32_t i = 0; i < n_ranges && first < n_faces; i++) {
    /* Neighbours of one kind become one call: some old models have a group per triangle. */
    uint32_t type = types[i], n = MIN (sizes[i], n_faces - first);
    while (type == GL_TRIANGLES && n % 3 == 0 && i + 1 < n_ranges && types[i + 1] == type && n < n_faces - first)
      n += MIN (sizes[++i], n_faces - first - n);
    if (type <= GL_TRIANGLE_FAN && n)
      gl->DrawElements (type, (GLsizei) n, GL_UNSIGNED_SHORT, (const void *) (first * sizeof (uint16_t)));
    first += n;
  }
}

void
mw_mesh_draw (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset, uint32_t uv_set)
{
  if (mesh->n_vertices == 0 || mesh->n_faces == 0)
    return;
  gl->BindVertexArray (mesh->vertex_array);
  int wanted = uv_set < mesh->uv_sets->len ? (int) uv_set : -2;
  if (wanted != mesh->bound_uvs) {
    if (wanted >= 0) {
      gl->BindBuffer (GL_ARRAY_BUFFER, g_array_index (mesh->uv_sets, MwMeshUvs, wanted).buffer);
      gl->VertexAttribPointer (MW_ATTRIBUTE_UV, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      gl->EnableVertexAttribArray (MW_ATTRIBUTE_UV);
    } else {
      gl->DisableVertexAttribArray (MW_ATTRIBUTE_UV); /* all vertices then read (0, 0) */
    }
    mesh->bound_uvs = wanted;
  }
  draw_primitives (gl, geoset, mesh->n_faces);
}

static gint
compare_edges (gconstpointer a, gconstpointer b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

static void
flush_edges (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  const uint16_t *faces = geoset->faces.data;
  uint32_t n = geoset->faces.n - geoset->faces.n % 3;
  /* An edge between two triangles is drawn once: as one number, smaller vertex first, they sort together. */
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
mw_mesh_draw_edges (MwMesh *mesh, const MwGl *gl, const MwMdlxGeoset *geoset)
{
  if (mesh->n_vertices == 0 || mesh->n_faces == 0)
    return;
  if (mesh->edges_stale)
    flush_edges (mesh, gl, geoset);
  gl->BindVertexArray (mesh->vertex_array);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->edges);
  gl->DrawElements (GL_LINES, (GLsizei) mesh->n_edges, GL_UNSIGNED_SHORT, NULL);
  gl->BindBuffer (GL_ELEMENT_ARRAY_BUFFER, mesh->faces);
}
