/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/geoset-parts.h"
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/geosets.h"
#include "core/model/mdlx/sections.h"
#include "core/model/triangles.h"

#include <string.h>

/* Operations on which faces there are, and on the part of a model that they belong to. */

/* --- Degenerate triangles ------------------------------------------------------------------------------------------- */

/* One flag for each triangle of a mesh: whether it is kept. *n_gone gets the number of the others. Free with g_free(). */
static guint8 *
sound_triangles (MwDocument *document, const MwRecord *mesh, guint *n_gone)
{
  const MwRecord *holder = mw_mesh_holder (mw_document_get_model (document), mesh);
  const MwArray *positions = mw_mesh_array (holder, mw_mesh_positions (holder)),
                *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
  guint8 *keep = g_new (guint8, triangles->n / 3 + 1);
  *n_gone = 0;
  for (uint32_t t = 0; t < triangles->n / 3; t++) {
    keep[t] = !mw_triangle_is_degenerate (positions->data, positions->n,
                                          (const guint16 *) triangles->data + 3 * (gsize) t);
    *n_gone += !keep[t];
  }
  return keep;
}

static gboolean
set_triangles (MwDocument *document, const MwM2Submesh *submesh, const guint8 *keep, GError **error)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, 2);
  for (uint32_t t = 0; t < submesh->triangles.n / 3; t++)
    if (keep[t])
      g_array_append_vals (left, (const guint16 *) submesh->triangles.data + 3 * (gsize) t, 3);
  return mw_document_swap_array (document, submesh->record.id, MW_FIELD (MwM2Submesh, triangles),
                                 mw_array_copy (left->data, left->len, 2), error);
}

static gboolean
clean_mesh (MwDocument *document, MwId id, guint *removed, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  guint n_gone;
  g_autofree guint8 *keep = sound_triangles (document, mesh, &n_gone);
  if (!n_gone)
    return TRUE;
  if (3 * n_gone == mw_mesh_array (mesh, mw_mesh_triangles (mesh))->n)
    return mw_operation_refuse (mesh, error,
                                "would have no triangles left: all of them are degenerate; delete it instead");
  *removed += n_gone;
  if (mesh->schema == &mw_m2_submesh_schema)
    return set_triangles (document, (const MwM2Submesh *) mesh, keep, error);
  MwFaces faces = mw_geoset_pick_faces ((const MwMdlxGeoset *) mesh, keep, NULL);
  return mw_geoset_set_faces (document, id, &faces, error);
}

static gboolean
degenerate_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  guint removed = 0;
  for (guint i = 0; i < groups->len; i++) {
    GArray *group = groups->pdata[i];
    mw_mesh_add_parts (document, group);
    for (guint k = 0; k < group->len; k++)
      if (!clean_mesh (document, g_array_index (group, MwId, k), &removed, error))
        return FALSE;
  }
  return removed || mw_operation_nothing (error, "nothing to remove: no triangle is degenerate");
}

const MwOperation mw_operation_geoset_remove_degenerate = {
  .id = "geoset-remove-degenerate",
  .label = N_ ("Remove Degenerate Triangles"),
  .step = N_ ("Remove the degenerate triangles of %s"),
  .doc = N_ (
    "Removes triangles that have a repeated vertex or no area, and so are never visible. Their vertices are kept. In "
    "M2 models this is done in every skin profile that shows the same surface."),
  .aliases = "geoset submesh mesh clean up zero area faces slivers",
  .domain = MW_DOMAIN_GEOSETS,
  .applies = mw_mesh_check,
  .run = degenerate_run,
};

/* --- Selection group ------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  uint32_t group;
} GroupParams;

static const MwFamilyNames alpha_groups = { MW_FAMILY_MDX_WOW, NULL, MW_CATALOGUE_GEOSET_GROUP, mw_mdlx_section_names };
static const MwField group_fields[] = {
  MW_FIELD_U32 (
    GroupParams, group, "group",
    .family_names = &(const MwFamilyNames) { MW_FAMILY_M2, NULL, MW_CATALOGUE_GEOSET_GROUP, mw_m2_geoset_names,
                                             .more = &alpha_groups },
    .label = N_ ("Group"),
    .doc = N_ (
      "Selection group of geosets; in models of World of Warcraft the name or number of the mesh part: a hundred "
      "times the group plus the variant.")),
};
static const MwSchema group_params = { .name = "geoset-set-selection-group",
                                       .label = N_ ("Set Selection Group"),
                                       .size = sizeof (GroupParams),
                                       .fields = group_fields,
                                       .n_fields = G_N_ELEMENTS (group_fields) };
static const char *const group_required[] = { "group", NULL };

static gboolean
group_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (record->schema != &mw_mdlx_geoset_schema && record->schema != &mw_m2_submesh_schema)
      return mw_operation_refuse (record, error, "is not a geoset or submesh");
  }
  return mw_mesh_all_read (document, error);
}

static void
group_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  ((GroupParams *) params)->group = record->schema == &mw_m2_submesh_schema
                                      ? ((const MwM2Submesh *) record)->geoset
                                      : ((const MwMdlxGeoset *) record)->selection_group;
}

static gboolean
set_group (MwDocument *document, MwId id, uint32_t group, guint *changed, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  const uint16_t narrow = (uint16_t) group;
  if (mesh->schema == &mw_mdlx_geoset_schema) {
    *changed += ((const MwMdlxGeoset *) mesh)->selection_group != group;
    return mw_document_set_field (document, id, MW_FIELD (MwMdlxGeoset, selection_group), &group, sizeof group, error);
  }
  if (group > G_MAXUINT16)
    return mw_operation_refuse (mesh, error, "takes groups up to 65535");
  *changed += ((const MwM2Submesh *) mesh)->geoset != group;
  return mw_document_set_field (document, id, MW_FIELD (MwM2Submesh, geoset), &narrow, sizeof narrow, error);
}

static gboolean
group_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const uint32_t value = ((const GroupParams *) params)->group;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  guint changed = 0;
  for (guint i = 0; i < groups->len; i++) {
    GArray *group = groups->pdata[i];
    mw_mesh_add_parts (document, group);
    for (guint k = 0; k < group->len; k++)
      if (!set_group (document, g_array_index (group, MwId, k), value, &changed, error))
        return FALSE;
  }
  return changed || mw_operation_nothing (error, "nothing to set: that is already their selection group");
}

const MwOperation mw_operation_geoset_set_selection_group = {
  .id = "geoset-set-selection-group",
  .label = N_ ("Set Selection Group"),
  .step = N_ ("Set the selection group of %s"),
  .doc = N_ (
    "Gives geosets or submeshes a selection group, by which a game shows or hides parts. In M2 models the same "
    "surface gets it in every skin profile."),
  .aliases = "geoset submesh mesh part id hair beard cloak variant",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &group_params,
  .required = group_required,
  .preset = group_preset,
  .applies = group_applies,
  .run = group_run,
};

/* --- Chosen faces ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  char *faces, *vertices;
} FacesParams;

static const MwField faces_fields[] = {
  MW_FIELD_TEXT (FacesParams, faces, MW_MESH_LIST_CAPACITY, "faces", .label = N_ ("Faces"),
                 .doc = N_ ("Numbers and ranges of faces, counted from 0 and separated by semicolons: 0-15;40. For "
                            "several geosets one list for each, separated by slashes.")),
  MW_FIELD_TEXT (FacesParams, vertices, MW_MESH_LIST_CAPACITY, "vertices", .label = N_ ("Vertices"),
                 .doc = N_ ("Numbers and ranges of vertices in the same way, for the faces that use one of them. In M2 "
                            "they are numbers of the model's vertices.")),
};
static const MwSchema delete_params = { .name = "geoset-delete-faces",
                                        .label = N_ ("Delete Faces"),
                                        .size = sizeof (FacesParams),
                                        .fields = faces_fields,
                                        .n_fields = G_N_ELEMENTS (faces_fields) };
/* Detaching takes faces only: what would become of a face with one chosen vertex is not clear. */
static const MwSchema detach_params = { .name = "geoset-detach-faces",
                                        .label = N_ ("Detach Faces"),
                                        .size = sizeof (FacesParams),
                                        .fields = faces_fields,
                                        .n_fields = 1 };

static guint32
n_faces (const MwRecord *mesh)
{
  return mw_mesh_array (mesh, mw_mesh_triangles (mesh))->n / 3;
}

static guint32
count (const guint8 *flags, guint32 n)
{
  guint32 set = 0;
  for (guint32 i = 0; i < n; i++)
    set += flags[i] != 0;
  return set;
}

/* The keys of the chosen triangles of a mesh. Free with g_hash_table_unref(). */
static GHashTable *
keys_of (const MwRecord *mesh, const guint8 *chosen)
{
  GHashTable *keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const guint16 *corners = mw_mesh_array (mesh, mw_mesh_triangles (mesh))->data;
  for (guint32 t = 0; t < n_faces (mesh); t++)
    if (chosen[t]) {
      const guint64 key = mw_mesh_key (corners + 3 * (gsize) t);
      g_hash_table_add (keys, g_memdup2 (&key, sizeof key));
    }
  return keys;
}

/* --- Delete --------------------------------------------------------------------------------------------------------- */

static gboolean
refuse_empty (const MwRecord *mesh, GError **error)
{
  return mw_operation_refuse (mesh, error, "would have no faces left: delete it instead");
}

static gboolean
cut_geoset (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *chosen, GError **error)
{
  const guint32 n = geoset->faces.n / 3;
  g_autofree guint8 *keep = g_new (guint8, n + 1);
  for (guint32 t = 0; t < n; t++)
    keep[t] = !chosen[t];
  if (!count (keep, n))
    return refuse_empty (&geoset->record, error);
  MwFaces faces = mw_geoset_pick_faces (geoset, keep, NULL);
  return mw_geoset_set_faces (document, geoset->record.id, &faces, error);
}

/* Removes the triangles with these keys from a submesh. */
static gboolean
cut_submesh (MwDocument *document, MwId id, GHashTable *keys, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Submesh *submesh = (const MwM2Submesh *) mw_model_find (&model->model, id);
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, 2);
  for (guint32 i = 0; i + 3 <= submesh->triangles.n; i += 3) {
    const guint16 *corners = (const guint16 *) submesh->triangles.data + i;
    const guint64 key = mw_mesh_key (corners);
    if (!g_hash_table_contains (keys, &key))
      g_array_append_vals (left, corners, 3);
  }
  guint changed = 0;
  if (left->len == submesh->triangles.n)
    return TRUE;
  if (!left->len)
    return refuse_empty (&submesh->record, error);
  const MwArray triangles = mw_array_copy (left->data, left->len, 2);
  const uint16_t influences = MIN (mw_submesh_influences (model, &triangles), submesh->influences);
  return mw_document_swap_array (document, id, MW_FIELD (MwM2Submesh, triangles), triangles, error)
         && mw_document_set_field (document, id, MW_FIELD (MwM2Submesh, influences), &influences, sizeof influences,
                                   error)
         && mw_submesh_bound (document, id, &changed, error);
}

/* Removes the vertices that a face used before and none uses any more. `before`: one flag for each vertex of the holder of the group. */
static gboolean
drop_vertices (MwDocument *document, const GArray *group, const guint8 *before, GError **error)
{
  g_autoptr (MwGeosetVertices) vertices = mw_mesh_vertices_of (mw_mesh_group_holder (document, group), error);
  if (!vertices)
    return FALSE;
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  g_autofree guint8 *used = mw_mesh_used (document, alike);
  g_autofree guint32 *becomes = g_new (guint32, vertices->n + 1);
  guint removed = 0;
  for (guint32 i = 0; i < vertices->n; i++)
    becomes[i] = before[i] && !used[i] ? vertices->n : i;
  return mw_mesh_vertices_reduce (document, group, vertices, becomes, &removed, error);
}

/* Deletes the chosen faces of one mesh, in all profiles. */
static gboolean
cut (MwDocument *document, MwId id, const guint8 *chosen, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  if (mesh->schema == &mw_mdlx_geoset_schema)
    return cut_geoset (document, (const MwMdlxGeoset *) mesh, chosen, error);
  g_autoptr (GArray) group = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) keys = keys_of (mesh, chosen);
  g_array_append_val (group, id);
  mw_mesh_add_parts (document, group);
  for (guint i = 0; i < group->len; i++)
    if (!cut_submesh (document, g_array_index (group, MwId, i), keys, error))
      return FALSE;
  return TRUE;
}

static gboolean
delete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const FacesParams *p = (const FacesParams *) params;
  g_autoptr (GPtrArray)
    chosen = mw_mesh_list_faces (document, mw_text (p->faces), mw_text (p->vertices), FALSE, ids, n, error);
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n), before = g_ptr_array_new_with_free_func (g_free);
  guint32 n_chosen = 0;
  if (!chosen)
    return FALSE;
  for (guint i = 0; i < groups->len; i++) {
    g_autoptr (GArray) alike = mw_mesh_alike (document, groups->pdata[i]);
    g_ptr_array_add (before, mw_mesh_used (document, alike));
  }
  for (guint i = 0; i < n; i++) {
    const guint32 in_mesh = count (chosen->pdata[i],
                                   n_faces (mw_model_find (mw_document_get_model (document), ids[i])));
    n_chosen += in_mesh;
    if (in_mesh && !cut (document, ids[i], chosen->pdata[i], error))
      return FALSE;
  }
  if (!n_chosen)
    return mw_operation_nothing (error, "nothing to delete: no face is chosen");
  for (guint i = 0; i < groups->len; i++)
    if (!drop_vertices (document, groups->pdata[i], before->pdata[i], error))
      return FALSE;
  return TRUE;
}

static void
faces_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  FacesParams *p = (FacesParams *) params;
  if (!view->marks)
    return;
  /* Where vertices are marked, deleting them takes all faces at them. */
  const gboolean vertices = view->marks->kind == MW_MARKS_VERTICES && params->schema == &delete_params;
  mw_mesh_list_from_view (document, vertices ? MW_MARKS_VERTICES : MW_MARKS_FACES, ids, n, view,
                          vertices ? &p->vertices : &p->faces);
}

const MwOperation mw_operation_geoset_delete_faces = {
  .id = "geoset-delete-faces",
  .label = N_ ("Delete Faces"),
  .step = N_ ("Delete faces of %s"),
  .doc = N_ (
    "Deletes the chosen faces of geosets or submeshes, and the vertices that no face uses any more. In M2 models the "
    "same faces are deleted in every skin profile. At least one face must be left."),
  .aliases = "submesh mesh remove triangles polygons vertices cut hole",
  .domain = MW_DOMAIN_GEOSETS,
  .ask = MW_ASK_NOT,
  .params = &delete_params,
  .from_view = faces_from_view,
  .applies = mw_mesh_check_shared,
  .run = delete_run,
};

/* --- Detach --------------------------------------------------------------------------------------------------------- */

static gboolean
detach (MwDocument *document, MwId id, const guint8 *chosen, GArray *made, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (MwId));
  const guint32 n = n_faces (mesh), n_chosen = count (chosen, n);
  if (!n_chosen)
    return TRUE;
  if (n_chosen == n)
    return mw_operation_refuse (mesh, error, "would have no faces left: all of them are chosen");
  if (mesh->schema == &mw_m2_submesh_schema) {
    g_autoptr (GHashTable) keys = keys_of (mesh, chosen);
    if (!mw_submesh_detach (document, id, keys, parts, error))
      return FALSE;
  } else {
    g_autofree guint32 *part_of = g_new (guint32, n + 1);
    for (guint32 t = 0; t < n; t++)
      part_of[t] = chosen[t];
    if (!mw_geoset_split (document, id, part_of, 2, parts, error))
      return FALSE;
  }
  if (parts->len < 2)
    return mw_operation_refuse (mesh, error, "has each of these faces twice, so they cannot be told apart");
  g_array_append_val (made, g_array_index (parts, MwId, 1));
  return TRUE;
}

static gboolean
detach_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const FacesParams *p = (const FacesParams *) params;
  g_autoptr (GPtrArray) chosen = mw_mesh_list_faces (document, mw_text (p->faces), "", TRUE, ids, n, error);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; chosen && i < n; i++)
    if (!detach (document, ids[i], chosen->pdata[i], made, error))
      return FALSE;
  if (!chosen)
    return FALSE;
  if (!made->len)
    return mw_operation_nothing (error, "nothing to detach: no face is chosen");
  mw_document_select (document, (const MwId *) (const void *) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_geoset_detach_faces = {
  .id = "geoset-detach-faces",
  .label = N_ ("Detach Faces"),
  .step = N_ ("Detach faces of %s"),
  .doc = N_ (
    "Makes the chosen faces of a geoset a geoset of their own, with the same material, bounds and animations. "
    "Vertices that both need are copied. A submesh of an M2 model is divided in every skin profile that shows its "
    "triangles; both parts are drawn by the same batches."),
  .aliases = "submesh mesh separate split extract triangles new part",
  .domain = MW_DOMAIN_GEOSETS,
  .ask = MW_ASK_NOT,
  .params = &detach_params,
  .from_view = faces_from_view,
  .applies = mw_mesh_check_shared,
  .run = detach_run,
};
