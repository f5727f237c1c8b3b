/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/geosets.h"
#include "core/model/mdlx/sections.h"

#include <string.h>

/* Operations on which faces there are, and on the part of a model that they belong to. */

/* --- Degenerate triangles ------------------------------------------------------------------------------------------- */

/* Whether a triangle has a repeated vertex, or is at most a millionth as high as its longest edge is long. */
static gboolean
is_degenerate (const float *positions, guint32 n_vertices, const guint16 *corners)
{
  const double least = 1e-6;
  double edges[3][3], longest = 0, area = 0;
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    const guint from = corners[i], to = corners[(i + 1) % 3];
    double square = 0;
    if (from >= n_vertices || to >= n_vertices)
      return FALSE;
    for (guint k = 0; k < 3; k++) {
      edges[i][k] = (double) positions[3 * (gsize) to + k] - (double) positions[3 * (gsize) from + k];
      square += edges[i][k] * edges[i][k];
    }
    longest = MAX (longest, square);
  }
  for (guint i = 0; i < 3; i++) {
    const guint j = (i + 1) % 3, k = (i + 2) % 3;
    double part = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
    area += part * part;
  }
  /* Both sides are squared: the area is that of the parallelogram, edge times height. */
  return area <= least * least * longest * longest;
}

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
    keep[t] = !is_degenerate (positions->data, positions->n, (const guint16 *) triangles->data + 3 * (gsize) t);
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
