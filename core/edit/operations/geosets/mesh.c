/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/mesh.h"
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/kept.h"
#include "core/pose/mesh-places.h"
#include "core/schema/path.h"

#include <string.h>

enum { TRIANGLES = 4 }; /* a type of primitive group (mdlx.md 5.7) */

static gboolean
is_geoset (const MwRecord *record)
{
  return record->schema == &mw_mdlx_geoset_schema;
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

const MwRecord *
mw_mesh_holder (const MwModel *model, const MwRecord *mesh)
{
  return is_geoset (mesh) ? mesh : &model->record;
}

const MwRecord *
mw_mesh_group_holder (MwDocument *document, const GArray *group)
{
  const MwModel *model = mw_document_get_model (document);
  return mw_mesh_holder (model, mw_model_find (model, g_array_index (group, MwId, 0)));
}

const MwField *
mw_mesh_positions (const MwRecord *holder)
{
  return is_geoset (holder) ? MW_FIELD (MwMdlxGeoset, vertices) : MW_FIELD (MwM2, positions);
}

const MwField *
mw_mesh_normals (const MwRecord *holder)
{
  return is_geoset (holder) ? MW_FIELD (MwMdlxGeoset, normals) : MW_FIELD (MwM2, normals);
}

const MwField *
mw_mesh_tangents (const MwRecord *holder)
{
  return is_geoset (holder) ? MW_FIELD (MwMdlxGeoset, tangents) : NULL;
}

const MwField *
mw_mesh_triangles (const MwRecord *mesh)
{
  return is_geoset (mesh) ? MW_FIELD (MwMdlxGeoset, faces) : MW_FIELD (MwM2Submesh, triangles);
}

/* --- Checks --------------------------------------------------------------------------------------------------------- */

/* Whether a geoset draws triangles only, and its groups agree with its faces. Version 1500 of World of Warcraft has no
 * groups. */
static gboolean
has_whole_groups (const MwMdlxGeoset *geoset, GError **error)
{
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  guint64 sum = 0;
  if (!geoset->primitive_types.n && !geoset->primitive_sizes.n)
    return TRUE;
  if (geoset->primitive_types.n != geoset->primitive_sizes.n)
    return mw_operation_refuse (&geoset->record, error, "does not have as many primitive types as sizes");
  for (uint32_t i = 0; i < geoset->primitive_types.n; i++) {
    sum += sizes[i];
    if (types[i] != TRIANGLES)
      return mw_operation_refuse (&geoset->record, error, "has primitives that are not triangles");
    if (sizes[i] % 3)
      return mw_operation_refuse (&geoset->record, error, "has a primitive group with an incomplete triangle");
  }
  return sum == geoset->faces.n
         || mw_operation_refuse (&geoset->record, error, "has primitive groups that do not agree with its faces");
}

static gboolean
has_corners (const MwModel *model, const MwRecord *mesh, GError **error)
{
  const MwRecord *holder = mw_mesh_holder (model, mesh);
  const guint32 n = mw_mesh_array (holder, mw_mesh_positions (holder))->n;
  const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
  if (triangles->n % 3)
    return mw_operation_refuse (mesh, error, "has an incomplete triangle");
  for (uint32_t i = 0; i < triangles->n; i++)
    if (((const guint16 *) triangles->data)[i] >= n)
      return mw_operation_refuse (mesh, error, "has a triangle of vertices that do not exist");
  return TRUE;
}

static gboolean
check_one (const MwModel *model, const MwRecord *mesh, GError **error)
{
  if (!is_geoset (mesh) && mesh->schema != &mw_m2_submesh_schema)
    return mw_operation_refuse (mesh, error, "is not a geoset or submesh");
  const MwRecord *holder = mw_mesh_holder (model, mesh);
  const MwArray *positions = mw_mesh_array (holder, mw_mesh_positions (holder)),
                *normals = mw_mesh_array (holder, mw_mesh_normals (holder)),
                *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
  if (is_geoset (mesh) && !has_whole_groups ((const MwMdlxGeoset *) mesh, error))
    return FALSE;
  if (normals->n != positions->n)
    return mw_operation_refuse (mesh, error, "does not have as many normals as vertices");
  if (!triangles->n)
    return mw_operation_refuse (mesh, error, "has no triangles");
  return has_corners (model, mesh, error);
}

gboolean
mw_mesh_check (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++)
    if (!check_one (model, mw_model_find (model, ids[i]), error))
      return FALSE;
  return TRUE;
}

gboolean
mw_mesh_all_read (MwDocument *document, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (model->record.schema != &mw_m2_schema)
    return TRUE;
  const MwRecord *profile;
  g_autofree char *file = mw_m2_unread_profile ((const MwM2 *) model, NULL, &profile);
  if (!file)
    return TRUE;
  g_autofree char *reason = g_strdup_printf (
    "the file \"...%s\" is not loaded and has the same triangles; put it beside "
    "the model, or delete its profile first",
    file);
  return mw_operation_refuse (profile, error, reason);
}

gboolean
mw_mesh_check_shared (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!mw_mesh_check (document, ids, n, error) || !mw_mesh_all_read (document, error))
    return FALSE;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  for (guint i = 0; i < groups->len; i++) {
    g_autoptr (GArray) alike = mw_mesh_alike (document, groups->pdata[i]);
    for (guint k = 0; k < alike->len; k++)
      if (!has_corners (model, mw_model_find (model, g_array_index (alike, MwId, k)), error))
        return FALSE;
  }
  return TRUE;
}

gboolean
mw_mesh_refuse_pair (const MwRecord *into, const MwRecord *from, const char *what, GError **error)
{
  g_autofree char *path = mw_record_path (into), *reason = g_strdup_printf ("cannot be merged with %s: %s", path, what);
  return mw_operation_refuse (from, error, reason);
}

/* --- Groups --------------------------------------------------------------------------------------------------------- */

static gboolean
has_id (const GArray *ids, MwId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return TRUE;
  return FALSE;
}

static const MwRecord *
mesh_at (MwDocument *document, const GArray *ids, guint i)
{
  return mw_model_find (mw_document_get_model (document), g_array_index (ids, MwId, i));
}

GPtrArray *
mw_mesh_groups (MwDocument *document, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < n; i++) {
    const MwRecord *holder = mw_mesh_holder (model, mw_model_find (model, ids[i]));
    GArray *group = NULL;
    for (guint k = 0; k < groups->len && !group; k++)
      if (mw_mesh_holder (model, mesh_at (document, groups->pdata[k], 0)) == holder)
        group = groups->pdata[k];
    if (!group) {
      group = g_array_new (FALSE, FALSE, sizeof (MwId));
      g_ptr_array_add (groups, group);
    }
    if (!has_id (group, ids[i]))
      g_array_append_val (group, ids[i]);
  }
  return groups;
}

guint8 *
mw_mesh_used (MwDocument *document, const GArray *group)
{
  const MwRecord *holder = mw_mesh_holder (mw_document_get_model (document), mesh_at (document, group, 0));
  guint8 *used = g_new0 (guint8, mw_mesh_array (holder, mw_mesh_positions (holder))->n + 1);
  for (guint i = 0; i < group->len; i++) {
    const MwRecord *mesh = mesh_at (document, group, i);
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    for (uint32_t k = 0; k < triangles->n; k++)
      used[((const guint16 *) triangles->data)[k]] = 1;
  }
  return used;
}

/* --- Triangles ------------------------------------------------------------------------------------------------------ */

guint64
mw_mesh_key (const guint16 *corners)
{
  guint first = 0;
  for (guint i = 1; i < 3; i++)
    if (corners[i] < corners[first])
      first = i;
  /* With equal corners there can be two such places; then the number that comes out lowest counts. */
  guint64 lowest = G_MAXUINT64;
  for (guint i = 0; i < 3; i++)
    if (corners[i] == corners[first])
      lowest = MIN (lowest, (guint64) corners[i] << 32 | (guint64) corners[(i + 1) % 3] << 16 | corners[(i + 2) % 3]);
  return lowest;
}

/* The keys of all triangles of a group, as gint64. Free with g_hash_table_unref(). */
static GHashTable *
keys_of (MwDocument *document, const GArray *group)
{
  GHashTable *keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < group->len; i++) {
    const MwRecord *mesh = mesh_at (document, group, i);
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    for (uint32_t k = 0; k + 3 <= triangles->n; k += 3) {
      guint64 key = mw_mesh_key ((const guint16 *) triangles->data + k);
      g_hash_table_add (keys, g_memdup2 (&key, sizeof key));
    }
  }
  return keys;
}

GArray *
mw_mesh_alike (MwDocument *document, const GArray *group)
{
  const MwModel *model = mw_document_get_model (document);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (model->record.schema != &mw_m2_schema) {
    g_array_append_vals (ids, group->data, group->len);
    return ids;
  }
  const MwList *skins = &((const MwM2 *) model)->skins;
  for (uint32_t i = 0; i < skins->n; i++) {
    const MwList *submeshes = &((const MwM2Skin *) skins->items[i])->submeshes;
    for (uint32_t k = 0; k < submeshes->n; k++)
      g_array_append_val (ids, submeshes->items[k]->id);
  }
  return ids;
}

gboolean
mw_mesh_forget_lists (MwDocument *document, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (model->record.schema != &mw_m2_schema)
    return TRUE;
  const MwList *skins = &((const MwM2 *) model)->skins;
  for (uint32_t i = 0; i < skins->n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) skins->items[i];
    if (mw_notes_find (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_indices_field)
        && !mw_document_forget (document, skin->record.id, MW_NOTE_LAYOUT, error))
      return FALSE;
    for (uint32_t k = 0; k < skin->submeshes.n; k++)
      if (mw_notes_find (skin->submeshes.items[k], MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field)
          && !mw_document_forget (document, skin->submeshes.items[k]->id, MW_NOTE_LAYOUT, error))
        return FALSE;
  }
  return TRUE;
}

/* Adds the submeshes that have a triangle of the group; in other profiles these are parts of the same surface. Returns how
 * many it added. */
static guint
add_sharers (MwDocument *document, GArray *group)
{
  g_autoptr (GHashTable) keys = keys_of (document, group);
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  const guint before = group->len;
  for (guint i = 0; i < alike->len; i++) {
    const MwId id = g_array_index (alike, MwId, i);
    const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    gboolean shares = FALSE, known = FALSE;
    for (guint k = 0; k < before && !known; k++)
      known = g_array_index (group, MwId, k) == id;
    for (uint32_t k = 0; k + 3 <= triangles->n && !shares && !known; k += 3) {
      guint64 key = mw_mesh_key ((const guint16 *) triangles->data + k);
      shares = g_hash_table_contains (keys, &key);
    }
    if (shares)
      g_array_append_val (group, id);
  }
  return group->len - before;
}

/* A large profile may show in one piece what a small one splits, so the parts of parts are added too. */
void
mw_mesh_add_parts (MwDocument *document, GArray *group)
{
  while (add_sharers (document, group))
    continue;
}

/* --- Loose parts ---------------------------------------------------------------------------------------------------- */

guint32 *
mw_mesh_parts (MwDocument *document, const GArray *group, gboolean by_place, guint32 *n_parts)
{
  const MwRecord *holder = mw_mesh_holder (mw_document_get_model (document), mesh_at (document, group, 0));
  const MwArray *positions = mw_mesh_array (holder, mw_mesh_positions (holder));
  const guint32 n = positions->n;
  guint32 *above = by_place ? mw_mesh_same_places (positions) : g_new (guint32, n + 1);
  g_autofree guint32 *number = g_new0 (guint32, n + 1);
  g_autofree guint8 *used = mw_mesh_used (document, group);
  for (guint32 i = 0; i < n && !by_place; i++)
    above[i] = i;
  for (guint k = 0; k < group->len; k++) {
    const MwRecord *mesh = mesh_at (document, group, k);
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    const guint16 *corners = triangles->data;
    for (guint32 i = 0; i < triangles->n; i++)
      mw_mesh_join (above, corners[i], corners[i - i % 3]);
  }
  *n_parts = 0;
  for (guint32 i = 0; i < n; i++)
    if (used[i] && !number[mw_mesh_root (above, i)])
      number[mw_mesh_root (above, i)] = ++*n_parts;
  guint32 *part = g_new0 (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    part[i] = used[i] ? number[mw_mesh_root (above, i)] - 1 : 0;
  g_free (above);
  return part;
}

/* --- Faces of a geoset ---------------------------------------------------------------------------------------------- */

MwFaces
mw_geoset_pick_faces (const MwMdlxGeoset *geoset, const guint8 *keep, const guint32 *to)
{
  g_autoptr (GArray) faces = g_array_new (FALSE, FALSE, 2), types = g_array_new (FALSE, FALSE, 4),
                     sizes = g_array_new (FALSE, FALSE, 4);
  const uint32_t n_groups = geoset->primitive_sizes.n;
  uint32_t at = 0;
  for (uint32_t g = 0; g < MAX (n_groups, 1); g++) {
    uint32_t end = n_groups ? at + ((const uint32_t *) geoset->primitive_sizes.data)[g] : geoset->faces.n;
    guint before = faces->len;
    for (; at < end; at += 3)
      for (guint k = 0; keep[at / 3] && k < 3; k++) {
        guint16 corner = ((const guint16 *) geoset->faces.data)[at + k];
        if (to)
          corner = (guint16) to[corner];
        g_array_append_val (faces, corner);
      }
    guint32 size = faces->len - before;
    if (n_groups && size) {
      g_array_append_vals (types, (const guint32 *) geoset->primitive_types.data + g, 1);
      g_array_append_val (sizes, size);
    }
  }
  return (MwFaces) { mw_array_copy (faces->data, faces->len, 2), mw_array_copy (types->data, types->len, 4),
                     mw_array_copy (sizes->data, sizes->len, 4) };
}

gboolean
mw_geoset_set_faces (MwDocument *document, MwId geoset, MwFaces *faces, GError **error)
{
  const MwField *fields[] = { MW_FIELD (MwMdlxGeoset, faces), MW_FIELD (MwMdlxGeoset, primitive_types),
                              MW_FIELD (MwMdlxGeoset, primitive_sizes) };
  MwArray arrays[] = { faces->faces, faces->types, faces->sizes };
  return mw_document_swap_arrays (document, geoset, G_N_ELEMENTS (fields), fields, arrays, error);
}
