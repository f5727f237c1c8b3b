/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/uses.h"

/* Operations that set what the batches of a surface state, in all skin profiles: a material of its own, the priority. */

/* --- Single user ---------------------------------------------------------------------------------------------------- */

/* A copy of a material at the end of the list. 0 and an error on failure. */
static MwId
copy_material (MwDocument *document, const MwM2Material *material, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  MwM2Material *made = (MwM2Material *) mw_record_new (&mw_m2_material_schema);
  made->flags = material->flags;
  made->blend_mode = material->blend_mode;
  return mw_document_insert (document, model->model.record.id, MW_FIELD (MwM2, materials), model->materials.n,
                             &made->record, error)
           ? made->record.id
           : 0;
}

static gboolean
use_material (MwDocument *document, const GPtrArray *surface, MwId material, GError **error)
{
  const MwRef to = { material, 0 };
  const MwField *field = MW_FIELD (MwM2Batch, material);
  for (guint i = 0; i < surface->len; i++)
    if (!mw_document_set_field (document, ((const MwRecord *) surface->pdata[i])->id, field, &to, sizeof to, error))
      return FALSE;
  return TRUE;
}

/* Ribbons count as users too. All batches of a surface have the same material. */
static gboolean
single_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, MW_FIELD (MwM2, materials));
  guint made = 0;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    MwRef used = ((const MwM2Batch *) surface->pdata[0])->material;
    const MwM2Material *material = (const MwM2Material *) mw_model_resolve (model, used);
    guint n_users = GPOINTER_TO_UINT (g_hash_table_lookup (uses, GUINT_TO_POINTER (used.id)));
    if (!material || n_users <= surface->len)
      continue;
    MwId copy = copy_material (document, material, error);
    if (!copy || !use_material (document, surface, copy, error))
      return FALSE;
    g_hash_table_insert (uses, GUINT_TO_POINTER (used.id), GUINT_TO_POINTER (n_users - surface->len));
    made++;
  }
  if (!made)
    return mw_operation_nothing (error, "nothing to copy: no material of these surfaces has another user");
  mw_document_notice (document, g_strdup_printf ("materials copied: %u", made));
  return TRUE;
}

const MwOperation mw_operation_surface_make_single_user = {
  .id = "surface-make-single-user",
  .label = N_ ("Make Surface Material Single User"),
  .step = N_ ("Give %s its own material"),
  .doc = N_ (
    "Gives each surface that shares its material its own copy, in all skin profiles. The material holds the render "
    "flags and the blend mode."),
  .aliases = "unshare unlink copy own separate render flags",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .applies = mw_surfaces_apply,
  .run = single_run,
};

/* --- Priority ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  int32_t priority;
  uint8_t relative;
} PriorityParams;

static const MwField priority_fields[] = {
  MW_FIELD_I32 (
    PriorityParams, priority, "priority", .min = -255, .max = 255, .label = N_ ("Priority"),
    .doc = N_ ("The priority plane, -128 to 127: translucent surfaces are drawn from the lowest plane up.")),
  MW_FIELD_U8 (PriorityParams, relative, "relative", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Relative"),
               .doc = N_ ("1: the number is added to the current planes, which keeps their order.")),
};
static const MwSchema priority_params = { .name = "surface-set-priority",
                                          .label = N_ ("Surface Priority"),
                                          .size = sizeof (PriorityParams),
                                          .fields = priority_fields,
                                          .n_fields = G_N_ELEMENTS (priority_fields) };
static const char *const priority_required[] = { "priority", NULL };

static gboolean
set_priority (MwDocument *document, const MwM2Batch *batch, const PriorityParams *p, gboolean *changed, GError **error)
{
  gint wanted = p->priority + (p->relative ? batch->priority_plane : 0);
  gint8 plane = (gint8) wanted;
  if (wanted != plane)
    return mw_operation_refuse (&batch->record, error, "would get a plane outside -128 to 127");
  *changed |= plane != batch->priority_plane;
  return mw_document_set_field (document, batch->record.id, MW_FIELD (MwM2Batch, priority_plane), &plane, sizeof plane,
                                error);
}

static gboolean
priority_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  gboolean changed = FALSE;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    for (guint i = 0; i < surface->len; i++)
      if (!set_priority (document, surface->pdata[i], (const PriorityParams *) params, &changed, error))
        return FALSE;
  }
  return changed || mw_operation_nothing (error, "nothing to change: the surfaces have these planes already");
}

const MwOperation mw_operation_surface_set_priority = {
  .id = "surface-set-priority",
  .label = N_ ("Set Surface Priority"),
  .step = N_ ("Set the priority of %s"),
  .doc = N_ ("Sets the priority plane of surfaces in all skin profiles, or shifts their planes by the same amount."),
  .aliases = "plane order sorting draw",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &priority_params,
  .required = priority_required,
  .applies = mw_surfaces_apply,
  .run = priority_run,
};
