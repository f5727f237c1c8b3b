/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geoset-vertices.h"
#include "core/base/i18n.h"
#include "core/edit/operations/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/schema/path.h"

#include <math.h>
#include <string.h>

/* The vertices of geosets as a whole, and operations that remove some of them. */

/* --- Columns -------------------------------------------------------------------------------------------------------- */

enum { NO_SET = -1, MOST_GROUPS = 256 };

/* One array. */
typedef struct {
  const MwField *field;
  gint set; /* the number of the UV set that has it, or NO_SET: the geoset has it */
  gsize size;
  GByteArray *bytes;
} Column;

static Column *
column_at (const MwGeosetVertices *vertices, guint i)
{
  return &g_array_index (vertices->columns, Column, i);
}

static void
clear_column (gpointer column)
{
  g_byte_array_unref (((Column *) column)->bytes);
}

static MwGeosetVertices *
vertices_new (guint32 n)
{
  MwGeosetVertices *vertices = g_new0 (MwGeosetVertices, 1);
  vertices->n = n;
  vertices->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (vertices->columns, clear_column);
  return vertices;
}

void
mw_geoset_vertices_free (MwGeosetVertices *vertices)
{
  g_array_unref (vertices->columns);
  g_free (vertices);
}

static gboolean
is_in_group_order (const MwField *field)
{
  return field == MW_FIELD (MwMdlxGeoset, bone_indices) || field == MW_FIELD (MwMdlxGeoset, bone_weights);
}

/* The vertices in the order of their matrix groups; those of one group in their own order. Free with g_free(). */
static guint32 *
group_order (const guint8 *groups, guint32 n)
{
  guint32 starts[MOST_GROUPS + 1] = { 0 };
  guint32 *order = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    starts[groups[i] + 1]++;
  for (guint i = 0; i < MOST_GROUPS; i++)
    starts[i + 1] += starts[i];
  for (guint32 i = 0; i < n; i++)
    order[starts[groups[i]]++] = i;
  return order;
}

static gboolean
add_column (MwGeosetVertices *vertices, const MwRecord *record, const MwField *field, gint set, const guint32 *order,
            GError **error)
{
  const MwArray *array = mw_field_at (record, field);
  Column column = { field, set, mw_field_element_size (field), NULL };
  if (!array->n)
    return TRUE;
  if (array->n != vertices->n || (is_in_group_order (field) && !order)) {
    g_autofree char *reason = g_strdup_printf ("has %u elements in %s for %u vertices, so it is unknown which belong "
                                               "together",
                                               array->n, field->name, vertices->n);
    return mw_operation_refuse (record, error, reason);
  }
  column.bytes = g_byte_array_sized_new ((guint) (column.size * array->n));
  g_byte_array_append (column.bytes, array->data, (guint) (column.size * array->n));
  for (guint32 i = 0; is_in_group_order (field) && i < vertices->n; i++)
    memcpy (column.bytes->data + column.size * order[i], (const guint8 *) array->data + column.size * i, column.size);
  g_array_append_val (vertices->columns, column);
  return TRUE;
}

MwGeosetVertices *
mw_geoset_vertices_of (const MwMdlxGeoset *geoset, GError **error)
{
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, vertices),     MW_FIELD (MwMdlxGeoset, normals),
                                    MW_FIELD (MwMdlxGeoset, tangents),     MW_FIELD (MwMdlxGeoset, vertex_groups),
                                    MW_FIELD (MwMdlxGeoset, skin_bones),   MW_FIELD (MwMdlxGeoset, skin_weights),
                                    MW_FIELD (MwMdlxGeoset, bone_indices), MW_FIELD (MwMdlxGeoset, bone_weights) };
  const guint32 n = geoset->vertices.n;
  g_autoptr (MwGeosetVertices) vertices = vertices_new (n);
  g_autofree guint32 *order = geoset->vertex_groups.n == n ? group_order (geoset->vertex_groups.data, n) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!add_column (vertices, &geoset->record, fields[i], NO_SET, order, error))
      return NULL;
  for (guint32 i = 0; i < geoset->uv_sets.n; i++)
    if (!add_column (vertices, geoset->uv_sets.items[i], MW_FIELD (MwMdlxUvSet, uvs), (gint) i, NULL, error))
      return NULL;
  return g_steal_pointer (&vertices);
}

MwGeosetVertices *
mw_geoset_vertices_copy (const MwGeosetVertices *vertices)
{
  MwGeosetVertices *copy = vertices_new (vertices->n);
  for (guint i = 0; i < vertices->columns->len; i++) {
    Column column = *column_at (vertices, i);
    GByteArray *bytes = g_byte_array_new ();
    g_byte_array_append (bytes, column.bytes->data, column.bytes->len);
    column.bytes = bytes;
    g_array_append_val (copy->columns, column);
  }
  return copy;
}

/* Keeps n vertices in a new order: the i-th is vertex from[i] of before. */
static void
pick (MwGeosetVertices *vertices, const guint32 *from, guint32 n)
{
  for (guint c = 0; c < vertices->columns->len; c++) {
    Column *column = column_at (vertices, c);
    GByteArray *picked = g_byte_array_sized_new ((guint) (column->size * n));
    for (guint32 i = 0; i < n; i++)
      g_byte_array_append (picked, column->bytes->data + column->size * from[i], (guint) column->size);
    g_byte_array_unref (column->bytes);
    column->bytes = picked;
  }
  vertices->n = n;
}

guint32 *
mw_geoset_vertices_keep (MwGeosetVertices *vertices, const guint8 *marked)
{
  guint32 *to = g_new0 (guint32, vertices->n + 1), n = 0;
  g_autofree guint32 *from = g_new (guint32, vertices->n + 1);
  for (guint32 i = 0; i < vertices->n; i++)
    if (marked[i]) {
      to[i] = n;
      from[n++] = i;
    }
  pick (vertices, from, n);
  return to;
}

gboolean
mw_geoset_vertices_append (MwGeosetVertices *vertices, const MwGeosetVertices *more)
{
  if (vertices->columns->len != more->columns->len)
    return FALSE;
  for (guint i = 0; i < more->columns->len; i++)
    if (column_at (vertices, i)->field != column_at (more, i)->field
        || column_at (vertices, i)->set != column_at (more, i)->set)
      return FALSE;
  for (guint i = 0; i < more->columns->len; i++)
    g_byte_array_append (column_at (vertices, i)->bytes, column_at (more, i)->bytes->data,
                         column_at (more, i)->bytes->len);
  vertices->n += more->n;
  return TRUE;
}

gpointer
mw_geoset_vertices_data (const MwGeosetVertices *vertices, const MwField *field)
{
  for (guint i = 0; i < vertices->columns->len; i++)
    if (column_at (vertices, i)->field == field)
      return column_at (vertices, i)->bytes->data;
  return NULL;
}

/* The array of a column as a geoset has it. */
static MwArray
array_of (const MwGeosetVertices *vertices, const Column *column)
{
  MwArray array = mw_array_copy (column->bytes->data, vertices->n, column->size);
  const guint8 *groups = mw_geoset_vertices_data (vertices, MW_FIELD (MwMdlxGeoset, vertex_groups));
  if (!is_in_group_order (column->field) || !vertices->n)
    return array;
  g_autofree guint32 *order = group_order (groups, vertices->n);
  for (guint32 i = 0; i < vertices->n; i++)
    memcpy ((guint8 *) array.data + column->size * i, column->bytes->data + column->size * order[i], column->size);
  return array;
}

gboolean
mw_geoset_vertices_put (const MwGeosetVertices *vertices, MwDocument *document, MwId geoset, GError **error)
{
  const guint n = vertices->columns->len;
  g_autofree const MwField **fields = g_new (const MwField *, n + 1);
  g_autofree MwArray *arrays = g_new0 (MwArray, n + 1);
  guint count = 0;
  for (guint i = 0; i < n; i++) {
    const Column *column = column_at (vertices, i);
    if (column->set != NO_SET)
      continue;
    fields[count] = column->field;
    arrays[count++] = array_of (vertices, column);
  }
  if (!mw_document_swap_arrays (document, geoset, count, fields, arrays, error))
    return FALSE;
  const MwMdlxGeoset *record = (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), geoset);
  for (guint i = 0; i < n; i++) {
    const Column *column = column_at (vertices, i);
    if (column->set != NO_SET
        && !mw_document_swap_array (document, record->uv_sets.items[column->set]->id, column->field,
                                    array_of (vertices, column), error))
      return FALSE;
  }
  return TRUE;
}

void
mw_geoset_vertices_put_detached (const MwGeosetVertices *vertices, MwMdlxGeoset *geoset)
{
  for (guint i = 0; i < vertices->columns->len; i++) {
    const Column *column = column_at (vertices, i);
    MwRecord *record = column->set == NO_SET ? &geoset->record : geoset->uv_sets.items[column->set];
    MwArray *array = mw_field_at (record, column->field);
    mw_array_clear (array);
    *array = array_of (vertices, column);
  }
}

/* --- What both operations do ---------------------------------------------------------------------------------------- */

static gboolean
on_geosets (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (record->schema != &mw_mdlx_geoset_schema)
      return mw_operation_refuse (record, error, "is not a geoset");
  }
  return mw_mesh_check (document, ids, n, error);
}

/* Replaces each corner of the geoset's faces: vertex i becomes to[i]. */
static gboolean
renumber (MwDocument *document, MwId geoset, const guint32 *to, GError **error)
{
  const MwMdlxGeoset *record = (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), geoset);
  MwArray faces = mw_array_copy (record->faces.data, record->faces.n, 2);
  for (guint32 i = 0; i < faces.n; i++)
    ((guint16 *) faces.data)[i] = (guint16) to[((guint16 *) faces.data)[i]];
  return mw_document_swap_array (document, geoset, MW_FIELD (MwMdlxGeoset, faces), faces, error);
}

/* --- Unused vertices ------------------------------------------------------------------------------------------------ */

static gboolean
drop_unused (MwDocument *document, const GArray *geoset, guint *removed, GError **error)
{
  const MwId id = g_array_index (geoset, MwId, 0);
  g_autoptr (MwGeosetVertices) vertices = mw_geoset_vertices_of (
    (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), id), error);
  if (!vertices)
    return FALSE;
  g_autofree guint8 *used = mw_mesh_used (document, geoset);
  const guint32 before = vertices->n;
  g_autofree guint32 *to = mw_geoset_vertices_keep (vertices, used);
  *removed += before - vertices->n;
  return before == vertices->n
         || (mw_geoset_vertices_put (vertices, document, id, error) && renumber (document, id, to, error));
}

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) geosets = mw_mesh_groups (document, ids, n);
  guint removed = 0;
  for (guint i = 0; i < geosets->len; i++)
    if (!drop_unused (document, geosets->pdata[i], &removed, error))
      return FALSE;
  return removed || mw_operation_nothing (error, "nothing to remove: faces use all vertices");
}

const MwOperation mw_operation_geoset_remove_unused_vertices = {
  .id = "geoset-remove-unused-vertices",
  .label = N_ ("Remove Unused Vertices"),
  .step = N_ ("Remove the unused vertices of %s"),
  .doc = N_ ("Removes vertices of geosets that no face uses, with their normals, texture coordinates and weights."),
  .aliases = "mesh clean up loose isolated points",
  .domain = MW_DOMAIN_GEOSETS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW, /* vertices of M2 belong to all submeshes */
  .applies = on_geosets,
  .run = unused_run,
};

/* --- Weld ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float distance, angle, uv_distance;
} WeldParams;

static const MwField weld_fields[] = {
  MW_FIELD_F32 (WeldParams, distance, "distance", .unit = MW_UNIT_LENGTH, .max = 1000, .label = N_ ("Distance"),
                .doc = N_ ("How far apart vertices may be that become one. 0: at the same position.")),
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
is_alike (const Column *column, const WeldParams *p, guint32 a, guint32 b)
{
  const void *x = column->bytes->data + column->size * a, *y = column->bytes->data + column->size * b;
  if (column->field == MW_FIELD (MwMdlxGeoset, vertices))
    return is_near (x, y, 3, (double) p->distance);
  if (column->field == MW_FIELD (MwMdlxUvSet, uvs))
    return is_near (x, y, 2, (double) p->uv_distance);
  if (column->field == MW_FIELD (MwMdlxGeoset, normals))
    return is_along (x, y, (double) p->angle);
  if (column->field == MW_FIELD (MwMdlxGeoset, tangents))
    return ((const float *) x)[3] == ((const float *) y)[3] && is_along (x, y, (double) p->angle);
  return memcmp (x, y, column->size) == 0;
}

static gboolean
are_alike (const MwGeosetVertices *vertices, const WeldParams *p, guint32 a, guint32 b)
{
  for (guint i = 0; i < vertices->columns->len; i++)
    if (!is_alike (column_at (vertices, i), p, a, b))
      return FALSE;
  return TRUE;
}

/* Kept vertices by the cell of a grid in which they are. A cell is at least as wide as the distance, so a vertex that is near
 * enough is in the same cell or in one beside it. */
typedef struct {
  double width;
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
  const float *positions = mw_geoset_vertices_data (vertices, MW_FIELD (MwMdlxGeoset, vertices));
  gint64 cell[3];
  guint32 found = vertex;
  cell_of (grid, positions + 3 * (gsize) vertex, cell);
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
add_to_grid (Grid *grid, const float *positions, guint32 vertex)
{
  gint64 cell[3];
  cell_of (grid, positions + 3 * (gsize) vertex, cell);
  gint64 number = cell_number (cell[0], cell[1], cell[2]);
  grid->next[vertex] = GPOINTER_TO_UINT (g_hash_table_lookup (grid->last, &number));
  g_hash_table_insert (grid->last, g_memdup2 (&number, sizeof number), GUINT_TO_POINTER (vertex + 1));
}

static gboolean
is_finite (const float *at)
{
  return isfinite (at[0]) && isfinite (at[1]) && isfinite (at[2]);
}

/* For each vertex the one that it becomes: itself, or a kept one before it. Free with g_free(). NULL and an error: it was stopped. */
static guint32 *
find_alike (MwDocument *document, const MwGeosetVertices *vertices, const WeldParams *p, GError **error)
{
  const float *positions = mw_geoset_vertices_data (vertices, MW_FIELD (MwMdlxGeoset, vertices));
  g_autofree guint32 *becomes = g_new (guint32, vertices->n + 1);
  g_autofree guint32 *next = g_new0 (guint32, vertices->n + 1);
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Grid grid = { MAX ((double) p->distance, 1e-4), last, next };
  mw_progress_begin (document, vertices->n);
  for (guint32 i = 0; i < vertices->n; i++) {
    if (!mw_progress_next (document, error))
      return NULL;
    gboolean finite = is_finite (positions + 3 * (gsize) i);
    becomes[i] = finite ? first_alike (&grid, vertices, p, i) : i;
    if (finite && becomes[i] == i)
      add_to_grid (&grid, positions, i);
  }
  mw_progress_end (document);
  return g_steal_pointer (&becomes);
}

static gboolean
weld (MwDocument *document, MwId id, const WeldParams *p, guint *removed, GError **error)
{
  g_autoptr (MwGeosetVertices) vertices = mw_geoset_vertices_of (
    (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), id), error);
  if (!vertices)
    return FALSE;
  const guint32 before = vertices->n;
  g_autofree guint32 *becomes = find_alike (document, vertices, p, error);
  if (!becomes)
    return FALSE;
  g_autofree guint8 *kept = g_new (guint8, before + 1);
  for (guint32 i = 0; i < before; i++)
    kept[i] = becomes[i] == i;
  g_autofree guint32 *to = mw_geoset_vertices_keep (vertices, kept);
  for (guint32 i = 0; i < before; i++)
    to[i] = to[becomes[i]];
  *removed += before - vertices->n;
  return before == vertices->n
         || (mw_geoset_vertices_put (vertices, document, id, error) && renumber (document, id, to, error));
}

static gboolean
weld_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) geosets = mw_mesh_groups (document, ids, n);
  guint removed = 0;
  mw_progress_begin (document, geosets->len);
  for (guint i = 0; i < geosets->len; i++)
    if (!mw_progress_next (document, error)
        || !weld (document, g_array_index ((GArray *) geosets->pdata[i], MwId, 0), (const WeldParams *) params,
                  &removed, error))
      return FALSE;
  mw_progress_end (document);
  return removed || mw_operation_nothing (error, "nothing to weld: no two vertices are alike");
}

const MwOperation mw_operation_geoset_weld = {
  .id = "geoset-weld",
  .label = N_ ("Weld Vertices"),
  .step = N_ ("Weld the vertices of %s"),
  .doc = N_ (
    "Makes one vertex of several at the same position with the same normal, texture coordinates and weights. The "
    "first of them stays as it is. Triangles that lose their area can be removed with "
    "geoset-remove-degenerate."),
  .aliases = "mesh merge by distance remove doubles duplicates",
  .domain = MW_DOMAIN_GEOSETS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW, /* vertices of M2 belong to all submeshes */
  .params = &weld_params,
  .applies = on_geosets,
  .run = weld_run,
};
