/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/geosets/mdlx-matrix-groups.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/geoset-skin.h"
#include "core/schema/wire.h"

#include <string.h>

/* The bones that move vertices. */

enum { MOST_BONES = 256 };

typedef struct {
  MwRecord record;
  MwRef bone, by;
  guint32 share;
  char *vertices;
} WeightParams;

#define VERTICES_FIELD                                                                                                 \
  MW_FIELD_TEXT (                                                                                                      \
    WeightParams, vertices, MW_MESH_LIST_CAPACITY, "vertices", .label = N_ ("Vertices"),                               \
    .doc = N_ ("Numbers and ranges of vertices, separated by semicolons: 0-15;40. For several geosets one "            \
               "list for each, separated by slashes. In M2 they are numbers of the model's vertices. "                 \
               "Default: all that the faces use."))
#define BONE_FIELD(field, name, ...)                                                                                   \
  MW_FIELD_REF (WeightParams, field, name, "nodes", .or_refers = "bones", __VA_ARGS__)
#define PARAMS(id, title, rows)                                                                                        \
  {                                                                                                                    \
    .name = id, .label = title, .size = sizeof (WeightParams), .fields = rows, .n_fields = G_N_ELEMENTS (rows)         \
  }

static const MwField weight_fields[] = {
  BONE_FIELD (bone, "bone", .label = N_ ("Bone"),
              .doc = N_ ("The bone or helper that moves the vertices from now on.")),
  VERTICES_FIELD,
};
static const MwSchema weight_params = PARAMS ("geoset-set-weights", N_ ("Assign to Bone"), weight_fields);

static const MwField add_fields[] = {
  BONE_FIELD (bone, "bone", .label = N_ ("Bone"), .doc = N_ ("The bone or helper that moves the vertices as well.")),
  MW_FIELD_U32 (
    WeightParams, share, "share", .min = 0, .max = 99, .label = N_ ("Share (%)"),
    .doc = N_ ("How much of a vertex it moves, in percent. 0: as much as the other bones on average. The bones of "
               "a matrix group all count equally.")),
  VERTICES_FIELD,
};
static const MwSchema add_params = PARAMS ("geoset-add-bone", N_ ("Add Bone to Vertices"), add_fields);

static const MwField remove_fields[] = {
  BONE_FIELD (bone, "bone", .label = N_ ("Bone"), .doc = N_ ("The bone that does not move the vertices any more.")),
  VERTICES_FIELD,
};
static const MwSchema remove_params = PARAMS ("geoset-remove-bone", N_ ("Remove Bone from Vertices"), remove_fields);

static const MwField replace_fields[] = {
  BONE_FIELD (bone, "bone", .label = N_ ("Bone"), .doc = N_ ("The bone that does not move the vertices any more.")),
  BONE_FIELD (by, "by", .label = N_ ("By"), .doc = N_ ("The bone or helper that gets its weight.")),
  VERTICES_FIELD,
};
static const MwSchema replace_params = PARAMS ("geoset-replace-bone", N_ ("Replace Bone of Vertices"), replace_fields);

static const char *const weight_required[] = { "bone", NULL }, *const replace_required[] = { "bone", "by", NULL };

enum { SLOTS = MW_BONE_SLOTS };

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

/* The bone that vertices get by the change; 0: they only lose one. */
static MwId
new_bone (const MwBonesChange *change)
{
  return change->what == MW_BONES_REMOVE ? 0 : change->what == MW_BONES_REPLACE ? change->by.id : change->bone.id;
}

static gboolean
change_skin (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, const MwBonesChange *change,
             gboolean *changed, GError **error)
{
  const MwId new = new_bone (change);
  if (new && !can_name (document, new, error))
    return FALSE;
  MwArray bones = mw_array_copy (geoset->skin_bones.data, geoset->skin_bones.n, SLOTS * sizeof (MwRef)),
          counts = mw_array_copy (geoset->skin_weights.data, geoset->skin_weights.n, SLOTS * sizeof (uint16_t));
  for (guint32 i = 0; i < bones.n && i < counts.n; i++) {
    MwRef *at = (MwRef *) bones.data + (gsize) SLOTS * i;
    uint16_t *weight = (uint16_t *) counts.data + (gsize) SLOTS * i;
    const MwRef *old = (const MwRef *) geoset->skin_bones.data + (gsize) SLOTS * i;
    MwBoneSlots slots;
    for (guint k = 0; k < SLOTS; k++) {
      slots.bones[k] = at[k].id;
      slots.weights[k] = weight[k];
    }
    /* A slot without weight must still refer to some node: the first one. */
    const MwBonesResult result = marked[i] ? mw_bone_slots_change (&slots, change, change->bone.id, change->by.id, TRUE)
                                           : MW_BONES_SAME;
    if (result >= MW_BONES_ALONE) {
      mw_array_clear (&bones);
      mw_array_clear (&counts);
      return mw_bone_slots_refuse (&geoset->record, result, i, error);
    }
    for (guint k = 0; result == MW_BONES_CHANGED && k < SLOTS; k++) {
      guint from = 0;
      while (from < SLOTS && old[from].id != slots.bones[k])
        from++;
      at[k] = from < SLOTS ? old[from] : (MwRef) { slots.bones[k], 0 };
      weight[k] = (uint16_t) slots.weights[k];
    }
    *changed |= result == MW_BONES_CHANGED;
  }
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, skin_bones), MW_FIELD (MwMdlxGeoset, skin_weights) };
  MwArray arrays[] = { bones, counts };
  return mw_document_swap_arrays (document, geoset->record.id, G_N_ELEMENTS (fields), fields, arrays, error);
}

static gboolean
change_geoset (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, const MwBonesChange *change,
               gboolean *changed, GError **error)
{
  /* If a geoset has skin weights, its matrix groups are not used (mdlx.md 5.7). */
  if (geoset->skin_bones.n)
    return change_skin (document, geoset, marked, change, changed, error);
  if (change->share && !geoset->bone_indices.n)
    return mw_operation_refuse (&geoset->record, error,
                                "has matrix groups, whose bones all count equally: leave the share at 0");
  return mw_matrix_groups_change (document, geoset, marked, change, changed, error);
}

/* --- Submeshes ------------------------------------------------------------------------------------------------------- */

static gboolean
change_model (MwDocument *document, const MwM2 *model, const guint8 *marked, const MwBonesChange *change,
              gboolean *changed, GError **error)
{
  const MwRecord *bone = mw_model_find (&model->model, change->bone.id),
                 *by = mw_model_find (&model->model, change->by.id),
                 *new = mw_model_find (&model->model, new_bone (change));
  if (new &&mw_record_index (new) >= MOST_BONES)
    return mw_operation_refuse (new, error, "is bone 256 or later, and vertices store bone numbers up to 255");
  MwArray bones = mw_array_copy (model->bone_indices.data, model->bone_indices.n, SLOTS),
          weights = mw_array_copy (model->bone_weights.data, model->bone_weights.n, SLOTS);
  g_autofree guint8 *touched = g_new0 (guint8, bones.n + 1);
  for (guint32 i = 0; i < bones.n && i < weights.n; i++) {
    guint8 *at = (guint8 *) bones.data + (gsize) SLOTS * i, *weight = (guint8 *) weights.data + (gsize) SLOTS * i;
    MwBoneSlots slots;
    for (guint k = 0; k < SLOTS; k++) {
      slots.bones[k] = at[k];
      slots.weights[k] = weight[k];
    }
    const MwBonesResult result = marked[i] ? mw_bone_slots_change (&slots, change, mw_record_index (bone),
                                                                   by ? mw_record_index (by) : 0, FALSE)
                                           : MW_BONES_SAME;
    if (result >= MW_BONES_ALONE) {
      mw_array_clear (&bones);
      mw_array_clear (&weights);
      return mw_bone_slots_refuse (&model->model.record, result, i, error);
    }
    for (guint k = 0; result == MW_BONES_CHANGED && k < SLOTS; k++) {
      at[k] = (guint8) slots.bones[k];
      weight[k] = (guint8) slots.weights[k];
    }
    touched[i] = result == MW_BONES_CHANGED;
    *changed |= touched[i];
  }
  return mw_submesh_put_weights (document, bones, weights, touched, error);
}

/* --- The operations -------------------------------------------------------------------------------------------------- */

static gboolean
can_move (const MwRecord *bone, GError **error)
{
  if (!bone)
    return mw_operation_refuse (NULL, error, "needs a bone of the model");
  return bone->schema == &mw_mdlx_bone_schema || bone->schema == &mw_mdlx_helper_schema
         || bone->schema == &mw_m2_bone_schema
         || mw_operation_refuse (bone, error, "is not a bone or a helper, so it cannot move vertices");
}

static gboolean
change_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, MwBonesWhat what, gboolean *changed,
            GError **error)
{
  const WeightParams *p = (const WeightParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwBonesChange change = { what, p->bone, what == MW_BONES_REPLACE ? p->by : MW_REF_NONE, p->share };
  if (!mw_model_resolve (model, p->bone))
    return mw_operation_refuse (NULL, error, "needs a bone of the model");
  /* What goes may be of any kind; files have such vertices. */
  if (new_bone (&change) && !can_move (mw_model_find (model, new_bone (&change)), error))
    return FALSE;
  if (what == MW_BONES_REPLACE && !new_bone (&change))
    return can_move (NULL, error);
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  g_autoptr (GPtrArray) flags = mw_mesh_list_flags (document, MW_MARKS_VERTICES, mw_text (p->vertices), ids, n, error);
  for (guint i = 0; flags && i < groups->len; i++) {
    const MwRecord *holder = mw_mesh_group_holder (document, groups->pdata[i]);
    g_autofree guint8 *marked = mw_mesh_list_union (document, holder, flags, ids, n);
    if (!(holder->schema == &mw_mdlx_geoset_schema
            ? change_geoset (document, (const MwMdlxGeoset *) holder, marked, &change, changed, error)
            : change_model (document, (const MwM2 *) holder, marked, &change, changed, error)))
      return FALSE;
  }
  return flags != NULL;
}

static gboolean
weights_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  return change_run (document, ids, n, params, MW_BONES_ASSIGN, &changed, error)
         && (changed || mw_operation_nothing (error, "nothing to change: only that bone already moves the vertices"));
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  return change_run (document, ids, n, params, MW_BONES_ADD, &changed, error)
         && (changed || mw_operation_nothing (error, "nothing to change: that bone already moves the vertices"));
}

static gboolean
remove_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  return change_run (document, ids, n, params, MW_BONES_REMOVE, &changed, error)
         && (changed || mw_operation_nothing (error, "nothing to change: that bone moves none of the vertices"));
}

static gboolean
replace_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  return change_run (document, ids, n, params, MW_BONES_REPLACE, &changed, error)
         && (changed || mw_operation_nothing (error, "nothing to change: that bone moves none of the vertices"));
}

static void
vertices_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  mw_mesh_list_from_view (document, MW_MARKS_VERTICES, ids, n, view, &((WeightParams *) params)->vertices);
}

#define ON_VERTICES .domain = MW_DOMAIN_GEOSETS, .from_view = vertices_from_view, .applies = mw_mesh_check_shared

const MwOperation mw_operation_geoset_set_weights = {
  .id = "geoset-set-weights",
  .label = N_ ("Assign to Bone"),
  .step = N_ ("Assign %s to a bone"),
  .doc = N_ (
    "Makes a single bone move all or some of the vertices of geosets or submeshes. In M2, other submeshes that share "
    "these vertices change too, and the numbers of influences of submeshes are updated in all skin profiles."),
  .aliases = "rigid skin weights vertex group matrix attach bind rigging",
  .params = &weight_params,
  .required = weight_required,
  .run = weights_run,
  ON_VERTICES,
};

const MwOperation mw_operation_geoset_add_bone = {
  .id = "geoset-add-bone",
  .label = N_ ("Add Bone to Vertices"),
  .step = N_ ("Add a bone to vertices of %s"),
  .doc = N_ (
    "Makes a bone move all or some of the vertices of geosets or submeshes as well. A geoset with matrix groups gets a "
    "group with this bone for them. Where vertices have weights, at most four bones move one."),
  .aliases = "skin weights vertex group matrix rigging influence",
  .params = &add_params,
  .required = weight_required,
  .run = add_run,
  ON_VERTICES,
};

const MwOperation mw_operation_geoset_remove_bone = {
  .id = "geoset-remove-bone",
  .label = N_ ("Remove Bone from Vertices"),
  .step = N_ ("Remove a bone from vertices of %s"),
  .doc = N_ (
    "Makes a bone no longer move all or some of the vertices of geosets or submeshes. Their other bones get its weight, "
    "in proportion to theirs. Refused if nothing else moves one of the vertices."),
  .aliases = "skin weights vertex group matrix rigging influence",
  .params = &remove_params,
  .required = weight_required,
  .run = remove_run,
  ON_VERTICES,
};

const MwOperation mw_operation_geoset_replace_bone = {
  .id = "geoset-replace-bone",
  .label = N_ ("Replace Bone of Vertices"),
  .step = N_ ("Replace a bone of vertices of %s"),
  .doc = N_ (
    "Makes another bone move what a bone moves of the vertices of geosets or submeshes, with the same weight. If the "
    "other one moves them already, its weight grows."),
  .aliases = "skin weights vertex group matrix rigging influence swap",
  .params = &replace_params,
  .required = replace_required,
  .run = replace_run,
  ON_VERTICES,
};
