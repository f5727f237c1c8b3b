/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"

/* Gives nodes another parent and keeps their motion in the model. */

typedef struct {
  MwRecord record;
  MwRef parent;
  float tolerance;
} ReparentParams;

static const MwField reparent_fields[] = {
  MW_FIELD_REF (ReparentParams, parent, "parent", "nodes", .or_refers = "bones", .label = N_ ("Parent"),
                .doc = N_ ("The new parent, or none.")),
  MW_FIELD_F32 (
    ReparentParams, tolerance, "tolerance", .def = 0.001, .min = 0.00001, .max = 0.1, .label = N_ ("Tolerance"),
    .doc = N_ ("How far the motion between keys may be off, as a fraction of the model's radius. A smaller tolerance "
               "needs more keys.")),
};
static const MwSchema reparent_params = { .name = "node-reparent-keep",
                                          .label = N_ ("Re-parent and keep motion"),
                                          .size = sizeof (ReparentParams),
                                          .fields = reparent_fields,
                                          .n_fields = G_N_ELEMENTS (reparent_fields) };
static const char *const reparent_required[] = { "parent", NULL };

static gboolean
reparent_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ReparentParams *p = (const ReparentParams *) params;
  const MwModel *model = mw_document_get_model (document);
  mw_progress_begin (document, n);
  for (guint i = 0; i < n; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    const MwRecord *node = mw_model_find (model, ids[i]), *parent = mw_model_resolve (model, p->parent);
    if (mw_node_parent (model, node) == parent)
      return mw_operation_nothing (error, "nothing to do: this is its parent already");
    if (!mw_node_move_after (document, ids[i], parent, error)
        || !mw_new_elements (document)->keep_motion (document, ids[i], p->parent, (double) p->tolerance, error))
      return FALSE;
  }
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_node_reparent_keep = {
  .id = "node-reparent-keep",
  .label = N_ ("Re-parent and Keep Motion"),
  .step = N_ ("Re-parent %s and keep its motion"),
  .doc = N_ (
    "Gives nodes another parent; in every sequence they still move as before, because their tracks get new keys. "
    "The motion is exact at each key, and within the tolerance between keys. Keys outside all sequences are dropped. "
    "A point of an M2 model has no such tracks: it follows a new helper bone below the parent."),
  .aliases = "parent bake constraint keep world transform attach reparent animated",
  .domain = MW_DOMAIN_NODES,
  .params = &reparent_params,
  .required = reparent_required,
  .applies = mw_nodes_apply,
  .run = reparent_run,
};
