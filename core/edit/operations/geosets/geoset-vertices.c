/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/schema/path.h"

#include <string.h>

/* The vertices of a geoset or of an M2 model as a whole, and the operation that removes those without faces. */

/* --- Columns -------------------------------------------------------------------------------------------------------- */

enum { NO_SET = -1, MOST_GROUPS = 256 };

typedef MwVertexColumn Column;

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

guint32 *
mw_geoset_group_order (const guint8 *groups, guint32 n)
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
  g_autofree guint32 *order = geoset->vertex_groups.n == n ? mw_geoset_group_order (geoset->vertex_groups.data, n)
                                                           : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!add_column (vertices, &geoset->record, fields[i], NO_SET, order, error))
      return NULL;
  for (guint32 i = 0; i < geoset->uv_sets.n; i++)
    if (!add_column (vertices, geoset->uv_sets.items[i], MW_FIELD (MwMdlxUvSet, uvs), (gint) i, NULL, error))
      return NULL;
  return g_steal_pointer (&vertices);
}

static MwGeosetVertices *
vertices_of_m2 (const MwM2 *model, GError **error)
{
  const MwField *const fields[] = { MW_FIELD (MwM2, positions),    MW_FIELD (MwM2, bone_weights),
                                    MW_FIELD (MwM2, bone_indices), MW_FIELD (MwM2, normals),
                                    MW_FIELD (MwM2, uvs),          MW_FIELD (MwM2, uvs2) };
  g_autoptr (MwGeosetVertices) vertices = vertices_new (mw_m2_n_vertices (model));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!add_column (vertices, &model->model.record, fields[i], NO_SET, NULL, error))
      return NULL;
  return g_steal_pointer (&vertices);
}

MwGeosetVertices *
mw_mesh_vertices_of (const MwRecord *holder, GError **error)
{
  return holder->schema == &mw_m2_schema ? vertices_of_m2 ((const MwM2 *) holder, error)
                                         : mw_geoset_vertices_of ((const MwMdlxGeoset *) holder, error);
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
  g_autofree guint32 *order = mw_geoset_group_order (groups, vertices->n);
  for (guint32 i = 0; i < vertices->n; i++)
    memcpy ((guint8 *) array.data + column->size * i, column->bytes->data + column->size * order[i], column->size);
  return array;
}

gboolean
mw_geoset_vertices_put (const MwGeosetVertices *vertices, MwDocument *document, MwId holder, GError **error)
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
  if (!mw_document_swap_arrays (document, holder, count, fields, arrays, error))
    return FALSE;
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  for (guint i = 0; i < n; i++) {
    const Column *column = column_at (vertices, i);
    if (column->set != NO_SET
        && !mw_document_swap_array (document, ((const MwMdlxGeoset *) record)->uv_sets.items[column->set]->id,
                                    column->field, array_of (vertices, column), error))
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

/* --- Fewer vertices ------------------------------------------------------------------------------------------------- */

/* Replaces each corner of the triangles of a mesh: vertex i becomes to[becomes[i]]. A submesh that has fewer vertices then has
 * another centre, which is their mean. */
static gboolean
renumber (MwDocument *document, MwId id, const guint32 *becomes, const guint32 *to, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = mw_mesh_triangles (mesh);
  const MwArray *old = mw_mesh_array (mesh, field);
  MwArray corners = mw_array_copy (old->data, old->n, 2);
  gboolean fewer = FALSE;
  guint changed = 0;
  for (guint32 i = 0; i < corners.n; i++) {
    guint16 *corner = (guint16 *) corners.data + i;
    fewer |= becomes[*corner] != *corner;
    *corner = (guint16) to[becomes[*corner]];
  }
  return mw_document_swap_array (document, id, field, corners, error)
         && (!fewer || mesh->schema != &mw_m2_submesh_schema || mw_submesh_bound (document, id, &changed, error));
}

gboolean
mw_mesh_vertices_reduce (MwDocument *document, const GArray *group, MwGeosetVertices *vertices, const guint32 *becomes,
                         guint *removed, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwId holder = mw_mesh_holder (model, mw_model_find (model, g_array_index (group, MwId, 0)))->id;
  const guint32 before = vertices->n;
  g_autofree guint8 *kept = g_new (guint8, before + 1);
  for (guint32 i = 0; i < before; i++)
    kept[i] = becomes[i] == i;
  g_autofree guint32 *to = mw_geoset_vertices_keep (vertices, kept);
  if (before == vertices->n)
    return TRUE;
  *removed += before - vertices->n;
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  if (!mw_mesh_forget_lists (document, error) || !mw_geoset_vertices_put (vertices, document, holder, error))
    return FALSE;
  for (guint i = 0; i < alike->len; i++)
    if (!renumber (document, g_array_index (alike, MwId, i), becomes, to, error))
      return FALSE;
  return TRUE;
}

/* --- Unused vertices ------------------------------------------------------------------------------------------------ */

static gboolean
drop_unused (MwDocument *document, const GArray *group, guint *removed, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwGeosetVertices) vertices = mw_mesh_vertices_of (
    mw_mesh_holder (model, mw_model_find (model, g_array_index (group, MwId, 0))), error);
  if (!vertices)
    return FALSE;
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  g_autofree guint8 *used = mw_mesh_used (document, alike);
  g_autofree guint32 *becomes = g_new (guint32, vertices->n + 1);
  for (guint32 i = 0; i < vertices->n; i++)
    becomes[i] = used[i] ? i : vertices->n;
  return mw_mesh_vertices_reduce (document, group, vertices, becomes, removed, error);
}

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  guint removed = 0;
  for (guint i = 0; i < groups->len; i++)
    if (!drop_unused (document, groups->pdata[i], &removed, error))
      return FALSE;
  return removed || mw_operation_nothing (error, "nothing to remove: faces use all vertices");
}

const MwOperation mw_operation_geoset_remove_unused_vertices = {
  .id = "geoset-remove-unused-vertices",
  .label = N_ ("Remove Unused Vertices"),
  .step = N_ ("Remove the unused vertices of %s"),
  .doc = N_ (
    "Removes vertices of geosets that no face uses, with their normals, texture coordinates and weights. All submeshes "
    "of an M2 model share its vertices: those that no submesh of any skin profile uses are removed."),
  .aliases = "submesh mesh clean up loose isolated points",
  .domain = MW_DOMAIN_GEOSETS,
  .applies = mw_mesh_check_shared,
  .run = unused_run,
};
