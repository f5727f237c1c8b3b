/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/uses.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Operations on materials of both families. An M2 material is what a layer is in MDX models: flags and a blend mode. */

static const MwField *
materials_of (MwDocument *document)
{
  gboolean m2 = mw_document_get_format (document).family == MW_FAMILY_M2;
  return m2 ? MW_FIELD (MwM2, materials) : MW_FIELD (MwMdlx, materials);
}

static gboolean
has_materials (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (mw_record_list (&mw_document_get_model (document)->record, materials_of (document))->n)
    return TRUE;
  return mw_operation_nothing (error, "nothing to do: the model has no materials");
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

static gboolean
same_material (MwDocument *document, const MwRecord *a, const MwRecord *b)
{
  const MwModel *model = mw_document_get_model (document);
  return mw_record_equal (model, a, model, b, mw_document_get_format (document), NULL);
}

static gboolean
merge_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return mw_merge_same (document, materials_of (document), same_material, "materials", error);
}

const MwOperation mw_operation_material_merge = {
  .id = "material-merge",
  .label = N_ ("Merge Identical Materials"),
  .doc = N_ (
    "Merges materials that are equal in every value, with their layers and animations. Everything that used one of them "
    "then uses the first."),
  .aliases = "join duplicates combine render flags",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_MODEL,
  .applies = has_materials,
  .run = merge_run,
};

/* --- Remove unused -------------------------------------------------------------------------------------------------- */

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return mw_remove_unused (document, materials_of (document), "materials", error);
}

const MwOperation mw_operation_material_remove_unused = {
  .id = "material-remove-unused",
  .label = N_ ("Remove Unused Materials"),
  .doc = N_ (
    "Removes the materials that no geoset, surface or ribbon uses. A material is kept if a skin profile whose file "
    "is missing may use it."),
  .aliases = "clean purge delete render flags",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_MODEL,
  .applies = has_materials,
  .run = unused_run,
};

/* --- Flags ---------------------------------------------------------------------------------------------------------- */

static GArray *
chosen_layers (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  gboolean m2 = mw_document_get_format (document).family == MW_FAMILY_M2;
  return mw_chosen_records (document, ids, n, m2 ? &mw_m2_material_schema : &mw_mdlx_layer_schema,
                            m2 ? "material" : "layer", error);
}

static gboolean
on_layers (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) layers = chosen_layers (document, ids, n, error);
  return layers != NULL;
}

typedef struct {
  MwRecord record;
  char *flag;
  uint8_t on;
} FlagParams;

/* The names differ between games and versions, so the flag is a text that is read by the names of the model's own. */
static const MwField flag_fields[] = {
  MW_FIELD_TEXT (
    FlagParams, flag, 64, "flag", .label = N_ ("Flag"),
    .doc = N_ ("Its name, as in the path of the flag: unshaded, two_sided, unfogged; in M2 models also unlit.")),
  MW_FIELD_U8 (FlagParams, on, "on", .max = 1, .def = 1, .role = MW_ROLE_SWITCH, .label = N_ ("On"),
               .doc = N_ ("1: the flag is set; 0: it is cleared.")),
};
static const MwSchema flag_params = { .name = "layer-set-flags",
                                      .label = N_ ("Flag of Layers"),
                                      .size = sizeof (FlagParams),
                                      .fields = flag_fields,
                                      .n_fields = G_N_ELEMENTS (flag_fields) };
static const char *const flag_required[] = { "flag", NULL };

static gboolean
refuse_flag (const MwNames *names, const char *flag, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < names->n; i++)
    g_string_append_printf (all, "%s%s", i ? ", " : "", names->names[i].name);
  g_autofree char *reason = g_strdup_printf ("there is no flag \"%s\"; there are %s", flag, all->str);
  return mw_operation_refuse (NULL, error, reason);
}

/* Sets *changed if the record did not have the flag like that. */
static gboolean
set_flag (MwDocument *document, const MwRecord *record, const FlagParams *p, gboolean *changed, GError **error)
{
  gboolean m2 = record->schema == &mw_m2_material_schema;
  const MwField *field = m2 ? MW_FIELD (MwM2Material, flags) : MW_FIELD (MwMdlxLayer, flags);
  const MwNames *names = mw_record_names (record, field);
  const MwName *name = mw_names_find (names, mw_text (p->flag), strlen (mw_text (p->flag)));
  if (!name)
    return refuse_flag (names, mw_text (p->flag), error);
  uint32_t before = m2 ? ((const MwM2Material *) record)->flags : ((const MwMdlxLayer *) record)->flags;
  uint32_t flags = p->on ? before | name->value : before & ~name->value;
  uint16_t half = (uint16_t) flags;
  if (flags == before)
    return TRUE;
  *changed = TRUE;
  if (!m2)
    return mw_document_set_field (document, record->id, field, &flags, sizeof flags, error);
  return mw_document_set_field (document, record->id, field, &half, sizeof half, error)
         && mw_shadows_follow (document, (const MwM2Material *) record, name->value, error);
}

static gboolean
flag_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) layers = chosen_layers (document, ids, n, error);
  gboolean changed = FALSE;
  if (!layers)
    return FALSE;
  for (guint i = 0; i < layers->len; i++)
    if (!set_flag (document, mw_chosen_at (document, layers, i), (const FlagParams *) params, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the flag already has that value");
}

const MwOperation mw_operation_layer_set_flags = {
  .id = "layer-set-flags",
  .label = N_ ("Set or Clear a Flag"),
  .step = N_ ("Set a flag of %s"),
  .doc = N_ (
    "Sets or clears one flag of many layers, such as two_sided or unshaded; in M2 models, of many materials. "
    "Selecting a material means all its layers; selecting the model means all layers, or all materials of an M2 "
    "model."),
  .aliases = "render flags shading two-sided unlit unshaded fog depth culling",
  .domain = MW_DOMAIN_MATERIALS,
  .params = &flag_params,
  .required = flag_required,
  .applies = on_layers,
  .run = flag_run,
};
