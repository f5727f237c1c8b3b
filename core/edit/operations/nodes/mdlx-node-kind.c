/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"

/* Makes a bone a helper, or a helper a bone. M2 has only bones. */

typedef enum { TO_BONE, TO_HELPER } To;

typedef struct {
  MwRecord record;
  uint8_t kind; /* To */
} KindParams;

MW_NAMES (node_kinds_to, FALSE, { TO_BONE, "bone", N_ ("Bone") }, { TO_HELPER, "helper", N_ ("Helper") });
static const MwField kind_fields[] = {
  MW_FIELD_U8 (KindParams, kind, "kind", .names = &node_kinds_to, .label = N_ ("Kind"),
               .doc = N_ ("What the nodes become: bone (it can move vertices) or helper (it moves only other nodes).")),
};
static const MwSchema kind_params = { .name = "node-change-kind",
                                      .label = N_ ("Change kind"),
                                      .size = sizeof (KindParams),
                                      .fields = kind_fields,
                                      .n_fields = G_N_ELEMENTS (kind_fields) };
static const char *const kind_required[] = { "kind", NULL };

static gboolean
kind_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (record->schema != &mw_mdlx_bone_schema && record->schema != &mw_mdlx_helper_schema)
      return mw_operation_refuse (record, error, "is neither a bone nor a helper");
  }
  return TRUE;
}

static void
kind_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwRecord *first = mw_model_find (mw_document_get_model (document), ids[0]);
  ((KindParams *) params)->kind = first->schema == &mw_mdlx_bone_schema ? TO_HELPER : TO_BONE;
}

/* Games find what moves a vertex among the bones only. */
static gboolean
moves_nothing (MwDocument *document, const MwRecord *bone, GError **error)
{
  g_autoptr (GArray) users = mw_document_find_referrers (document, bone->id);
  for (guint i = 0; i < users->len; i++) {
    const MwTarget *user = &g_array_index (users, MwTarget, i);
    if (user->record->schema != &mw_mdlx_geoset_schema)
      continue;
    g_autofree char *path = mw_record_path (user->record),
                    *reason = g_strdup_printf ("moves vertices of %s, so it must stay a bone", path);
    return mw_operation_refuse (bone, error, reason);
  }
  return TRUE;
}

static gboolean
change_kind (MwDocument *document, MwId id, const MwSchema *kind, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  const MwMdlxBone *bone = (const MwMdlxBone *) record;
  if (record->schema == &mw_mdlx_bone_schema) {
    if (!moves_nothing (document, record, error))
      return FALSE;
    if (bone->geoset.id || bone->geoset_animation.id) {
      g_autofree char *path = mw_record_path (record);
      mw_document_notice (document, g_strdup_printf ("%s: a helper has no geoset and no geoset animation, so those of "
                                                     "the bone are dropped",
                                                     path));
    }
  }
  return mw_document_replace_record (document, id, mw_record_convert_kind (record, kind), error);
}

static gboolean
kind_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwSchema *kind = ((const KindParams *) params)->kind == TO_HELPER ? &mw_mdlx_helper_schema
                                                                          : &mw_mdlx_bone_schema;
  g_autoptr (GArray) nodes = mw_nodes_with_those_below (document, ids, n, FALSE);
  guint changed = 0;
  mw_progress_begin (document, nodes->len);
  for (guint i = 0; i < nodes->len; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    MwId id = g_array_index (nodes, MwId, i);
    if (mw_model_find (mw_document_get_model (document), id)->schema == kind)
      continue;
    if (!change_kind (document, id, kind, error))
      return FALSE;
    changed++;
  }
  mw_progress_end (document);
  return changed || mw_operation_nothing (error, "nothing to change: they are of this kind already");
}

const MwOperation mw_operation_node_change_kind = {
  .id = "node-change-kind",
  .label = N_ ("Change Kind"),
  .step = N_ ("Change the kind of %s"),
  .doc = N_ (
    "Turns bones into helpers or helpers into bones. Name, parent, tracks and all references to them are kept. A bone "
    "that moves vertices must stay a bone."),
  .aliases = "convert helper bone turn into",
  .domain = MW_DOMAIN_NODES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &kind_params,
  .required = kind_required,
  .preset = kind_preset,
  .applies = kind_applies,
  .run = kind_run,
};
