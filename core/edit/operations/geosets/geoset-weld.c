/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"

#include <math.h>
#include <string.h>

/* The operation that makes one vertex of several that are alike. */

typedef struct {
  MwRecord record;
  float distance, angle, uv_distance;
} WeldParams;

static const MwField weld_fields[] = {
  MW_FIELD_F32 (WeldParams, distance, "distance", .unit = MW_UNIT_LENGTH, .max = 1000, .label = N_ ("Distance"),
                .doc = N_ ("How far apart vertices may be to be merged. 0: only at the same position.")),
  MW_FIELD_F32 (WeldParams, angle, "angle", .unit = MW_UNIT_DEGREES, .def = 1, .max = 180, .label = N_ ("Angle"),
                .doc = N_ ("How far apart their normals, and their tangents, may be.")),
  MW_FIELD_F32 (WeldParams, uv_distance, "uv_distance", .def = 0.0001, .max = 1000, .label = N_ ("UV distance"),
                .doc = N_ ("How far apart their texture coordinates may be.")),
};
static const MwSchema weld_params = { .name = "geoset-weld",
                                      .label = N_ ("Weld Vertices"),
                                      .size = sizeof (WeldParams),
                                      .fields = weld_fields,
                                      .n_fields = G_N_ELEMENTS (weld_fields) };

static gboolean
is_near (const float *a, const float *b, guint n, double most)
{
  double square = 0;
  for (guint i = 0; i < n; i++)
    square += ((double) a[i] - (double) b[i]) * ((double) a[i] - (double) b[i]);
  return square <= most * most;
}

static gboolean
is_along (const float *a, const float *b, double degrees)
{
  double dot = 0, aa = 0, bb = 0;
  if (memcmp (a, b, 12) == 0)
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    dot += (double) a[i] * (double) b[i];
    aa += (double) a[i] * (double) a[i];
    bb += (double) b[i] * (double) b[i];
  }
  return aa > 0 && bb > 0 && dot >= cos (degrees * G_PI / 180) * sqrt (aa * bb);
}

/* Whether the values of two vertices in one array are as alike as the parameters ask for. */
static gboolean
is_alike (const MwVertexColumn *column, const WeldParams *p, guint32 a, guint32 b)
{
  const void *x = column->bytes->data + column->size * a, *y = column->bytes->data + column->size * b;
  const gboolean tangents = column->field->role == MW_ROLE_NORMAL && column->field->count == 4;
  switch (column->field->role) {
  case MW_ROLE_POSITION:
    return is_near (x, y, 3, (double) p->distance);
  case MW_ROLE_UV:
    return is_near (x, y, 2, (double) p->uv_distance);
  case MW_ROLE_NORMAL:
    return (!tangents || ((const float *) x)[3] == ((const float *) y)[3]) && is_along (x, y, (double) p->angle);
  default:
    return memcmp (x, y, column->size) == 0;
  }
}

static gboolean
are_alike (const MwGeosetVertices *vertices, const WeldParams *p, guint32 a, guint32 b)
{
  for (guint i = 0; i < vertices->columns->len; i++)
    if (!is_alike (&g_array_index (vertices->columns, MwVertexColumn, i), p, a, b))
      return FALSE;
  return TRUE;
}

/* Kept vertices by the cell of a grid in which they are. A cell is at least as wide as the distance, so a vertex that is near
 * enough is in the same cell or in one beside it. */
typedef struct {
  double width;
  const float *positions;
  GHashTable *last; /* gint64: three numbers of a cell, mixed -> 1 + the vertex that was added last */
  guint32 *next;    /* by vertex: 1 + the one that was added to its cell before it; 0: none */
} Grid;

static void
cell_of (const Grid *grid, const float *at, gint64 cell[3])
{
  const double most = 1e15;
  for (guint i = 0; i < 3; i++)
    cell[i] = (gint64) CLAMP (floor ((double) at[i] / grid->width), -most, most);
}

/* Different cells may get the same number; then more vertices are compared than needed. */
static gint64
cell_number (gint64 x, gint64 y, gint64 z)
{
  return (gint64) ((guint64) x * 73856093u ^ (guint64) y * 19349663u ^ (guint64) z * 83492791u);
}

/* The first kept vertex that is like this one; the vertex itself if none is. */
static guint32
first_alike (const Grid *grid, const MwGeosetVertices *vertices, const WeldParams *p, guint32 vertex)
{
  gint64 cell[3];
  guint32 found = vertex;
  cell_of (grid, grid->positions + 3 * (gsize) vertex, cell);
  for (guint i = 0; i < 27; i++) {
    gint64 number = cell_number (cell[0] + i % 3 - 1, cell[1] + i / 3 % 3 - 1, cell[2] + i / 9 - 1);
    guint32 at = GPOINTER_TO_UINT (g_hash_table_lookup (grid->last, &number));
    for (; at; at = grid->next[at - 1])
      if (at - 1 < found && are_alike (vertices, p, at - 1, vertex))
        found = at - 1;
  }
  return found;
}

static void
add_to_grid (Grid *grid, guint32 vertex)
{
  gint64 cell[3];
  cell_of (grid, grid->positions + 3 * (gsize) vertex, cell);
  gint64 number = cell_number (cell[0], cell[1], cell[2]);
  grid->next[vertex] = GPOINTER_TO_UINT (g_hash_table_lookup (grid->last, &number));
  g_hash_table_insert (grid->last, g_memdup2 (&number, sizeof number), GUINT_TO_POINTER (vertex + 1));
}

static gboolean
is_finite (const float *at)
{
  return isfinite (at[0]) && isfinite (at[1]) && isfinite (at[2]);
}

/* For each vertex the one that it becomes: itself, or a kept one before it. Only those that the mesh uses become others if
 * the mesh shares its vertices. Free with g_free(). NULL and an error: it was stopped. */
static guint32 *
find_alike (MwDocument *document, const MwGeosetVertices *vertices, const MwRecord *mesh, const WeldParams *p,
            GError **error)
{
  const MwRecord *holder = mw_mesh_holder (mw_document_get_model (document), mesh);
  const float *positions = mw_geoset_vertices_data (vertices, mw_mesh_positions (holder));
  g_autoptr (GArray) only = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_val (only, mesh->id);
  g_autofree guint8 *used = mw_mesh_used (document, only);
  g_autofree guint32 *becomes = g_new (guint32, vertices->n + 1);
  g_autofree guint32 *next = g_new0 (guint32, vertices->n + 1);
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Grid grid = { MAX ((double) p->distance, 1e-4), positions, last, next };
  mw_progress_begin (document, vertices->n);
  for (guint32 i = 0; i < vertices->n; i++) {
    if (!mw_progress_next (document, error))
      return NULL;
    gboolean may = is_finite (positions + 3 * (gsize) i) && (used[i] || holder == mesh);
    becomes[i] = may ? first_alike (&grid, vertices, p, i) : i;
    if (may && becomes[i] == i)
      add_to_grid (&grid, i);
  }
  mw_progress_end (document);
  return g_steal_pointer (&becomes);
}

static gboolean
weld (MwDocument *document, const GArray *group, guint i, const WeldParams *p, guint *removed, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *mesh = mw_model_find (model, g_array_index (group, MwId, i));
  g_autoptr (MwGeosetVertices) vertices = mw_mesh_vertices_of (mw_mesh_holder (model, mesh), error);
  g_autofree guint32 *becomes = vertices ? find_alike (document, vertices, mesh, p, error) : NULL;
  return becomes && mw_mesh_vertices_reduce (document, group, vertices, becomes, removed, error);
}

static gboolean
weld_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  guint removed = 0, all = 0;
  for (guint i = 0; i < groups->len; i++)
    all += ((const GArray *) groups->pdata[i])->len;
  mw_progress_begin (document, all);
  for (guint i = 0; i < groups->len; i++)
    for (guint k = 0; k < ((const GArray *) groups->pdata[i])->len; k++)
      if (!mw_progress_next (document, error)
          || !weld (document, groups->pdata[i], k, (const WeldParams *) params, &removed, error))
        return FALSE;
  mw_progress_end (document);
  return removed || mw_operation_nothing (error, "nothing to weld: no two vertices are alike");
}

const MwOperation mw_operation_geoset_weld = {
  .id = "geoset-weld",
  .label = N_ ("Weld Vertices"),
  .step = N_ ("Weld the vertices of %s"),
  .doc = N_ (
    "Merges vertices that have the same position, normal, texture coordinates and weights. The first of them does "
    "not change. Triangles that lose their area can be removed with geoset-remove-degenerate. In M2 models, vertices "
    "of one submesh are merged in every skin profile and for every submesh that uses them, and the centres of these "
    "submeshes are computed again."),
  .aliases = "submesh mesh merge by distance remove doubles duplicates",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &weld_params,
  .applies = mw_mesh_check_shared,
  .run = weld_run,
};
