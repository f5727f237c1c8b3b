/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/geoset-skin.h"
#include "core/schema/wire.h"

#include <string.h>

/* Vertices that one bone alone moves. */

enum { WHOLE = 255, SLOTS = 4, MOST_GROUPS = 256, MOST_BONES = 256 };

typedef struct {
  MwRecord record;
  MwRef bone;
  char *vertices;
} WeightParams;

static const MwField weight_fields[] = {
  MW_FIELD_REF (WeightParams, bone, "bone", "nodes", .or_refers = "bones", .label = N_ ("Bone"),
                .doc = N_ ("The bone or helper that moves the vertices from now on.")),
  MW_FIELD_TEXT (WeightParams, vertices, MW_MESH_LIST_CAPACITY, "vertices", .label = N_ ("Vertices"),
                 .doc = N_ ("Numbers and ranges of vertices, separated by semicolons: 0-15;40. For several geosets one "
                            "list for each, separated by slashes. In M2 they are numbers of the model's vertices. "
                            "Default: all that the faces use.")),
};
static const MwSchema weight_params = { .name = "geoset-set-weights",
                                        .label = N_ ("Assign to Bone"),
                                        .size = sizeof (WeightParams),
                                        .fields = weight_fields,
                                        .n_fields = G_N_ELEMENTS (weight_fields) };
static const char *const weight_required[] = { "bone", NULL };

/* --- Geosets --------------------------------------------------------------------------------------------------------- */

/* Skin weights name a node by its object id, for which older versions have one byte. */
static gboolean
can_name (MwDocument *document, MwId bone, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwFormat format = mw_document_get_format (document);
  const guint most = mw_mdlx_skin_most (format);
  g_autofree uint32_t *numbers = mw_model_numbers (model);
  if (numbers[bone] <= most)
    return TRUE;
  const MwRecord *record = mw_model_find (model, bone);
  g_autofree char *reason = g_strdup_printf (
    "has the object id %u, and skin weights of this version hold ids up to %u: choose a bone with a lower id, or %s first",
    numbers[bone], most,
    record->schema == &mw_mdlx_bone_schema ? "move this one up in the list of nodes" : "make this helper a bone");
  return mw_operation_refuse (record, error, reason);
}

static gboolean
set_skin (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, MwRef bone, gboolean *changed,
          GError **error)
{
  /* A slot without weight must still refer to some node. */
  const MwRef refs[SLOTS] = { bone, bone, bone, bone };
  static const uint16_t weights[SLOTS] = { WHOLE };
  if (!can_name (document, bone.id, error))
    return FALSE;
  MwArray bones = mw_array_copy (geoset->skin_bones.data, geoset->skin_bones.n, sizeof refs),
          counts = mw_array_copy (geoset->skin_weights.data, geoset->skin_weights.n, sizeof weights);
  for (guint32 i = 0; i < bones.n && i < counts.n; i++) {
    MwRef *at = (MwRef *) bones.data + (gsize) SLOTS * i;
    uint16_t *weight = (uint16_t *) counts.data + (gsize) SLOTS * i;
    if (!marked[i] || (at[0].id == bone.id && memcmp (weight, weights, sizeof weights) == 0))
      continue;
    memcpy (at, refs, sizeof refs);
    memcpy (weight, weights, sizeof weights);
    *changed = TRUE;
  }
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, skin_bones), MW_FIELD (MwMdlxGeoset, skin_weights) };
  MwArray arrays[] = { bones, counts };
  return mw_document_swap_arrays (document, geoset->record.id, G_N_ELEMENTS (fields), fields, arrays, error);
}

/* The matrix group with only this bone; the number of groups if there is none. */
static guint32
group_with (const MwMdlxGeoset *geoset, MwRef bone)
{
  const MwRef *member = geoset->group_members.data;
  for (guint32 g = 0; g < geoset->group_sizes.n; g++) {
    const guint32 size = ((const guint32 *) geoset->group_sizes.data)[g];
    if (size == 1 && member->id == bone.id && g < MOST_GROUPS)
      return g;
    member += size;
  }
  return geoset->group_sizes.n;
}

/* The matrix groups that vertices use, and the new one at the end if `added`; the others are dropped. */
static void
pack_groups (const MwMdlxGeoset *geoset, MwArray *of_vertex, gboolean added, MwRef bone, MwArray *sizes,
             MwArray *members)
{
  const guint32 n = geoset->group_sizes.n + added;
  const MwRef *member = geoset->group_members.data;
  g_autofree guint8 *used = g_new0 (guint8, MAX (n, MOST_GROUPS) + 1);
  g_autofree guint32 *to = g_new0 (guint32, MAX (n, MOST_GROUPS) + 1);
  guint8 *groups = of_vertex->data;
  guint32 kept = 0, n_members = 0;
  for (guint32 i = 0; i < of_vertex->n; i++)
    used[groups[i]] = 1;
  *sizes = mw_array_new (n, sizeof (guint32));
  *members = mw_array_new (geoset->group_members.n + added, sizeof (MwRef));
  for (guint32 g = 0; g < n; g++) {
    const gboolean last = g == geoset->group_sizes.n;
    const guint32 size = last ? 1 : ((const guint32 *) geoset->group_sizes.data)[g];
    if (used[g]) {
      memcpy ((MwRef *) members->data + n_members, last ? &bone : member, size * sizeof (MwRef));
      ((guint32 *) sizes->data)[kept] = size;
      n_members += size;
      to[g] = kept++;
    }
    member += last ? 0 : size;
  }
  sizes->n = kept;
  members->n = n_members;
  for (guint32 i = 0; i < of_vertex->n; i++)
    groups[i] = (guint8) to[groups[i]];
}

static gboolean
groups_are_sound (const MwMdlxGeoset *geoset, GError **error)
{
  guint64 sum = 0;
  for (guint32 g = 0; g < geoset->group_sizes.n; g++)
    sum += ((const guint32 *) geoset->group_sizes.data)[g];
  gboolean sound = sum == geoset->group_members.n && geoset->vertex_groups.n == geoset->vertices.n;
  for (guint32 i = 0; sound && i < geoset->vertex_groups.n; i++)
    sound = ((const guint8 *) geoset->vertex_groups.data)[i] < geoset->group_sizes.n;
  return sound
         || mw_operation_refuse (&geoset->record, error,
                                 "has matrix groups that do not match its vertices or members: repair them first");
}

static gboolean
set_group (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, MwRef bone, gboolean *changed,
           GError **error)
{
  const guint32 group = group_with (geoset, bone);
  gboolean any = FALSE;
  if (!groups_are_sound (geoset, error))
    return FALSE;
  for (guint32 i = 0; i < geoset->vertices.n; i++)
    any |= marked[i] && ((const guint8 *) geoset->vertex_groups.data)[i] != group;
  if (!any)
    return TRUE;
  if (group >= MOST_GROUPS)
    return mw_operation_refuse (&geoset->record, error,
                                "has 256 matrix groups already, the most that vertices can refer to");
  MwArray of_vertex = mw_array_copy (geoset->vertex_groups.data, geoset->vertex_groups.n, 1), sizes, members;
  for (guint32 i = 0; i < of_vertex.n; i++)
    if (marked[i])
      ((guint8 *) of_vertex.data)[i] = (guint8) group;
  pack_groups (geoset, &of_vertex, group == geoset->group_sizes.n, bone, &sizes, &members);
  *changed = TRUE;
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, vertex_groups), MW_FIELD (MwMdlxGeoset, group_sizes),
                                    MW_FIELD (MwMdlxGeoset, group_members) };
  MwArray arrays[] = { of_vertex, sizes, members };
  return mw_document_swap_arrays (document, geoset->record.id, G_N_ELEMENTS (fields), fields, arrays, error);
}

static gboolean
set_in_geoset (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, MwRef bone, gboolean *changed,
               GError **error)
{
  if (geoset->bone_indices.n || geoset->bone_weights.n)
    return mw_operation_refuse (&geoset->record, error,
                                "has weights of World of Warcraft's alpha, which depend on the order of its matrix "
                                "groups and cannot be assigned");
  /* If a geoset has skin weights, its matrix groups are not used (mdlx.md 5.7). */
  return geoset->skin_bones.n ? set_skin (document, geoset, marked, bone, changed, error)
                              : set_group (document, geoset, marked, bone, changed, error);
}

/* --- Submeshes ------------------------------------------------------------------------------------------------------- */

static gboolean
set_in_model (MwDocument *document, const MwM2 *model, const guint8 *marked, MwRef bone, gboolean *changed,
              GError **error)
{
  static const guint8 whole[SLOTS] = { WHOLE };
  const MwRecord *record = mw_model_find (&model->model, bone.id);
  const guint32 index = mw_record_index (record);
  if (index >= MOST_BONES)
    return mw_operation_refuse (record, error, "is bone 256 or later, and vertices store bone numbers up to 255");
  const guint8 bones_of[SLOTS] = { (guint8) index };
  MwArray bones = mw_array_copy (model->bone_indices.data, model->bone_indices.n, SLOTS),
          weights = mw_array_copy (model->bone_weights.data, model->bone_weights.n, SLOTS);
  g_autofree guint8 *touched = g_new0 (guint8, bones.n + 1);
  for (guint32 i = 0; i < bones.n && i < weights.n; i++) {
    guint8 *at = (guint8 *) bones.data + (gsize) SLOTS * i, *weight = (guint8 *) weights.data + (gsize) SLOTS * i;
    if (!marked[i] || (at[0] == index && memcmp (weight, whole, SLOTS) == 0))
      continue;
    memcpy (at, bones_of, SLOTS);
    memcpy (weight, whole, SLOTS);
    touched[i] = 1;
    *changed = TRUE;
  }
  return mw_submesh_put_weights (document, bones, weights, touched, error);
}

/* --- The operation --------------------------------------------------------------------------------------------------- */

static gboolean
weights_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const WeightParams *p = (const WeightParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *bone = mw_model_resolve (model, p->bone);
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  gboolean changed = FALSE;
  if (!bone)
    return mw_operation_refuse (NULL, error, "needs a bone of the model");
  if (bone->schema != &mw_mdlx_bone_schema && bone->schema != &mw_mdlx_helper_schema
      && bone->schema != &mw_m2_bone_schema)
    return mw_operation_refuse (bone, error, "is not a bone or a helper, so it cannot move vertices");
  g_autoptr (GPtrArray) flags = mw_mesh_list_flags (document, MW_MARKS_VERTICES, mw_text (p->vertices), ids, n, error);
  for (guint i = 0; flags && i < groups->len; i++) {
    const MwRecord *holder = mw_mesh_group_holder (document, groups->pdata[i]);
    g_autofree guint8 *marked = mw_mesh_list_union (document, holder, flags, ids, n);
    if (!(holder->schema == &mw_mdlx_geoset_schema
            ? set_in_geoset (document, (const MwMdlxGeoset *) holder, marked, p->bone, &changed, error)
            : set_in_model (document, (const MwM2 *) holder, marked, p->bone, &changed, error)))
      return FALSE;
  }
  if (!flags)
    return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: only that bone already moves the vertices");
}

static void
weights_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  mw_mesh_list_from_view (document, MW_MARKS_VERTICES, ids, n, view, &((WeightParams *) params)->vertices);
}

const MwOperation mw_operation_geoset_set_weights = {
  .id = "geoset-set-weights",
  .label = N_ ("Assign to Bone"),
  .step = N_ ("Assign %s to a bone"),
  .doc = N_ (
    "Makes a single bone move all or some of the vertices of geosets or submeshes. In M2, other submeshes that share "
    "these vertices change too, and the numbers of influences of submeshes are updated in all skin profiles. In "
    "World of Warcraft's alpha it works from version 1500 on, because weights of earlier versions depend on the "
    "order of matrix groups."),
  .aliases = "rigid skin weights vertex group matrix attach bind rigging",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &weight_params,
  .required = weight_required,
  .from_view = weights_from_view,
  .applies = mw_mesh_check_shared,
  .run = weights_run,
};
