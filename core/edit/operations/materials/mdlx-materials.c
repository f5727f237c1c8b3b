/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/uses.h"
#include "core/model/mdlx/mdlx.h"

/* Operations on the materials of MDX models: which geoset uses which, and their priority. */

static GArray *
chosen_geosets (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_chosen_records (document, ids, n, &mw_mdlx_geoset_schema, "geoset", error);
}

static gboolean
on_geosets (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) geosets = chosen_geosets (document, ids, n, error);
  return geosets != NULL;
}

static gboolean
assign (MwDocument *document, const MwMdlxGeoset *geoset, MwRef material, GError **error)
{
  return mw_document_set_field (document, geoset->record.id, MW_FIELD (MwMdlxGeoset, material), &material,
                                sizeof material, error);
}

/* Refuses a material with a layer that uses a UV set which the geoset does not have. In World of Warcraft, -1 means that a
 * layer has no texture coordinates. */
static gboolean
check_uv_sets (const MwMdlxGeoset *geoset, const MwMdlxMaterial *material, GError **error)
{
  for (uint32_t i = 0; i < material->layers.n; i++) {
    uint32_t set = ((const MwMdlxLayer *) material->layers.items[i])->coord_id;
    if (set < geoset->uv_sets.n || set == G_MAXUINT32)
      continue;
    g_autofree char *reason = g_strdup_printf ("has %u UV sets, but layer %u of the material uses number %u",
                                               geoset->uv_sets.n, i, set);
    return mw_operation_refuse (&geoset->record, error, reason);
  }
  return TRUE;
}

/* --- Single user ---------------------------------------------------------------------------------------------------- */

/* A copy of a material at the end of the list, so that the others keep their numbers. 0 and an error on failure. */
static MwId
copy_material (MwDocument *document, const MwRecord *material, GError **error)
{
  const MwField *list = MW_FIELD (MwMdlx, materials);
  const MwRecord *root = &mw_document_get_model (document)->record;
  MwRecord *copy = mw_record_copy (material, FALSE);
  mw_record_forget_ids (copy);
  return mw_document_insert (document, root->id, list, mw_record_list (root, list)->n, copy, error) ? copy->id : 0;
}

static gboolean
single_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) geosets = chosen_geosets (document, ids, n, error);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, MW_FIELD (MwMdlx, materials));
  guint made = 0;
  for (guint i = 0; geosets && i < geosets->len; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_chosen_at (document, geosets, i);
    gpointer key = GUINT_TO_POINTER (geoset->material.id);
    guint users = GPOINTER_TO_UINT (g_hash_table_lookup (uses, key));
    if (users < 2)
      continue;
    g_hash_table_insert (uses, key, GUINT_TO_POINTER (users - 1));
    const MwRecord *material = mw_model_resolve (model, geoset->material);
    MwId copy = check_uv_sets (geoset, (const MwMdlxMaterial *) material, error)
                  ? copy_material (document, material, error)
                  : 0;
    if (!copy || !assign (document, geoset, (MwRef) { copy, 0 }, error))
      return FALSE;
    made++;
  }
  if (!geosets)
    return FALSE;
  if (!made)
    return mw_operation_nothing (error, "nothing to copy: no material of these geosets has another user");
  mw_document_notice (document, g_strdup_printf ("materials copied: %u", made));
  return TRUE;
}

const MwOperation mw_operation_material_make_single_user = {
  .id = "material-make-single-user",
  .label = N_ ("Make Material Single User"),
  .step = N_ ("Give %s its own material"),
  .doc = N_ (
    "Gives each geoset that shares its material with others its own copy, so that it can be changed separately."),
  .aliases = "unshare unlink copy own separate",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .applies = on_geosets,
  .run = single_run,
};

/* --- Assign --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef material;
} AssignParams;

static const MwField assign_fields[] = {
  MW_FIELD_REF (AssignParams, material, "material", "materials", .label = N_ ("Material"),
                .doc = N_ ("The material that the geosets then use.")),
};
static const MwSchema assign_params = { .name = "material-assign",
                                        .label = N_ ("Assign Material"),
                                        .size = sizeof (AssignParams),
                                        .fields = assign_fields,
                                        .n_fields = G_N_ELEMENTS (assign_fields) };
static const char *const assign_required[] = { "material", NULL };

/* Tells how many materials that had users have none any more. */
static void
notice_left (MwDocument *document, GHashTable *before)
{
  g_autoptr (GHashTable) after = mw_uses_of_list (document, MW_FIELD (MwMdlx, materials));
  GHashTableIter iter;
  gpointer id;
  guint left = 0;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    left += !g_hash_table_contains (after, id);
  if (left)
    mw_document_notice (document, g_strdup_printf ("materials that nothing uses any more: %u", left));
}

static gboolean
assign_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  MwRef to = ((const AssignParams *) params)->material;
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (mw_document_get_model (document), to);
  g_autoptr (GArray) geosets = chosen_geosets (document, ids, n, error);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, MW_FIELD (MwMdlx, materials));
  guint changed = 0;
  if (!geosets)
    return FALSE;
  if (!material)
    return mw_operation_refuse (NULL, error, "a geoset needs a material");
  for (guint i = 0; i < geosets->len; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_chosen_at (document, geosets, i);
    if (geoset->material.id == to.id)
      continue;
    if (!check_uv_sets (geoset, material, error) || !assign (document, geoset, to, error))
      return FALSE;
    changed++;
  }
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the geosets use that material already");
  notice_left (document, uses);
  return TRUE;
}

const MwOperation mw_operation_material_assign = {
  .id = "material-assign",
  .label = N_ ("Assign Material"),
  .step = N_ ("Set the material of %s"),
  .doc = N_ ("Makes geosets use another material. Selecting the model means all its geosets."),
  .aliases = "set use replace skin",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &assign_params,
  .required = assign_required,
  .applies = on_geosets,
  .run = assign_run,
};

/* --- Priority ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t priority;
  uint8_t relative;
} PriorityParams;

static const MwField priority_fields[] = {
  MW_FIELD_I32 (PriorityParams, priority, "priority", .label = N_ ("Priority"),
                .doc = N_ ("The priority plane: translucent things are drawn from the lowest plane up.")),
  MW_FIELD_U8 (PriorityParams, relative, "relative", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Relative"),
               .doc = N_ ("1: the number is added to the current planes, which keeps their order.")),
};
static const MwSchema priority_params = { .name = "material-set-priority",
                                          .label = N_ ("Priority of Materials"),
                                          .size = sizeof (PriorityParams),
                                          .fields = priority_fields,
                                          .n_fields = G_N_ELEMENTS (priority_fields) };
static const char *const priority_required[] = { "priority", NULL };

static GArray *
chosen_materials (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_chosen_records (document, ids, n, &mw_mdlx_material_schema, "material", error);
}

static gboolean
on_materials (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) materials = chosen_materials (document, ids, n, error);
  return materials != NULL;
}

static gboolean
priority_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PriorityParams *p = (const PriorityParams *) params;
  g_autoptr (GArray) materials = chosen_materials (document, ids, n, error);
  gboolean changed = FALSE;
  for (guint i = 0; materials && i < materials->len; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_chosen_at (document, materials, i);
    gint64 wanted = (gint64) p->priority + (p->relative ? material->priority_plane : 0);
    gint32 plane = (gint32) wanted;
    if (wanted != plane)
      return mw_operation_refuse (&material->record, error, "would get a plane that cannot be stored");
    changed |= plane != material->priority_plane;
    if (plane != material->priority_plane
        && !mw_document_set_field (document, material->record.id, MW_FIELD (MwMdlxMaterial, priority_plane), &plane,
                                   sizeof plane, error))
      return FALSE;
  }
  if (!materials)
    return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the materials have these planes already");
}

const MwOperation mw_operation_material_set_priority = {
  .id = "material-set-priority",
  .label = N_ ("Set Priority of Materials"),
  .step = N_ ("Set the priority of %s"),
  .doc = N_ (
    "Sets the priority plane of many materials, or shifts their planes by the same amount. Selecting the model means "
    "all its materials."),
  .aliases = "plane order sorting draw",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &priority_params,
  .required = priority_required,
  .applies = on_materials,
  .run = priority_run,
};
