/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>

/* Operations on the place of nodes: retarget, move pivot. */

/* --- Retarget ------------------------------------------------------------------------------------------------------- */

typedef enum { KEEP_PLACE, KEEP_OFFSET, KEEP_MOTION } Keep;

typedef struct {
  MwRecord record;
  MwRef bone;
  uint8_t keep; /* Keep */
  float tolerance;
} RetargetParams;

MW_NAMES (retarget_keep, FALSE, { KEEP_PLACE, "rest", N_ ("Place at rest") },
          { KEEP_OFFSET, "local", N_ ("Offset from the bone") },
          { KEEP_MOTION, "motion", N_ ("Motion in every sequence") });
static const MwField retarget_fields[] = {
  MW_FIELD_REF (RetargetParams, bone, "bone", "nodes", .or_refers = "bones", .label = N_ ("Bone"),
                .doc = N_ ("The bone or helper to follow.")),
  MW_FIELD_U8 (
    RetargetParams, keep, "keep", .names = &retarget_keep, .label = N_ ("Keep"),
    .doc = N_ ("rest: the point stays where it is at rest. local: it keeps its offset from the pivot of its bone. It "
               "therefore moves by the distance between the two pivots, with everything that follows it. motion: it "
               "moves as before in every sequence; it gets keys, or in M2 a new helper bone with keys.")),
  MW_FIELD_F32 (
    RetargetParams, tolerance, "tolerance", .def = 0.001, .min = 0.00001, .max = 0.1, .label = N_ ("Tolerance"),
    .doc = N_ ("With motion: how far it may be off between keys, as a fraction of the model's radius. A smaller "
               "tolerance needs more keys.")),
};
static const MwSchema retarget_params = { .name = "node-retarget",
                                          .label = N_ ("Retarget"),
                                          .size = sizeof (RetargetParams),
                                          .fields = retarget_fields,
                                          .n_fields = G_N_ELEMENTS (retarget_fields) };
static const char *const retarget_required[] = { "bone", NULL };

static gboolean
retarget_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_nodes_check (document, ids, n, FALSE, error);
}

/* Moves a point, and what follows it, as far as its new bone is from its old one. */
static gboolean
keep_offset (MwDocument *document, MwId id, const MwRecord *bone, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id), *old = mw_node_parent (model, record);
  if (!old)
    return mw_operation_refuse (record, error, "follows no bone, so it has no offset from one that could be kept");
  double by[3];
  for (guint k = 0; k < 3; k++)
    by[k] = (double) mw_node_place (model, bone)[k] - (double) mw_node_place (model, old)[k];
  g_autoptr (GArray) moved = mw_nodes_with_those_below (document, &id, 1, TRUE);
  for (guint i = 0; i < moved->len; i++)
    if (!mw_node_move (document, g_array_index (moved, MwId, i), by, MW_NODE_MOVE_SHAPE, error))
      return FALSE;
  return TRUE;
}

static gboolean
retarget_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const RetargetParams *p = (const RetargetParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *bone = mw_model_resolve (model, p->bone);
  guint changed = 0;
  if (!bone || !mw_node_carries (model, bone))
    return mw_operation_refuse (bone, error, "nothing to follow: the new bone must be a bone or helper");
  mw_progress_begin (document, n);
  for (guint i = 0; i < n; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    const MwRecord *record = mw_model_find (model, ids[i]);
    MwRef to = { bone->id, 0 };
    if (mw_node_parent (model, record) == bone)
      continue;
    changed++;
    if (p->keep == KEEP_MOTION) {
      if (!mw_new_elements (document)->keep_motion (document, ids[i], to, (double) p->tolerance, error))
        return FALSE;
      continue;
    }
    if (p->keep == KEEP_OFFSET && !keep_offset (document, ids[i], bone, error))
      return FALSE;
    if (!mw_document_set_field (document, ids[i], mw_node_parent_field (record), &to, sizeof to, error))
      return FALSE;
  }
  mw_progress_end (document);
  mw_document_select (document, ids, n);
  return changed || mw_operation_nothing (error, "nothing to retarget: they already follow this bone");
}

const MwOperation mw_operation_node_retarget = {
  .id = "node-retarget",
  .label = N_ ("Retarget"),
  .step = N_ ("Retarget %s"),
  .doc = N_ (
    "Makes attachments, events, lights, emitters and collision shapes follow another bone. They stay where they are at "
    "rest, or keep their offset from the bone's pivot, or move as before in every sequence."),
  .aliases = "attach bone parent move weapon hand reattach",
  .domain = MW_DOMAIN_NODES,
  .params = &retarget_params,
  .required = retarget_required,
  .applies = retarget_applies,
  .run = retarget_run,
};

/* --- Move pivot ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float by[3];
  uint8_t below;
} PivotParams;

static const MwField pivot_fields[] = {
  MW_FIELD_VEC (PivotParams, by, 3, "by", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_POSITION, .label = N_ ("By"),
                .doc = N_ ("How far, along the axes of the model.")),
  MW_FIELD_U8 (PivotParams, below, "below", .role = MW_ROLE_SWITCH, .label = N_ ("All below"),
               .doc = N_ ("Also moves the pivots of all nodes and points below them.")),
};
static const MwSchema pivot_params = { .name = "pivot-move",
                                       .label = N_ ("Move pivot"),
                                       .size = sizeof (PivotParams),
                                       .fields = pivot_fields,
                                       .n_fields = G_N_ELEMENTS (pivot_fields) };
static const char *const pivot_required[] = { "by", NULL };

static gboolean
pivot_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PivotParams *p = (const PivotParams *) params;
  const double by[3] = { (double) p->by[0], (double) p->by[1], (double) p->by[2] };
  if (by[0] == 0 && by[1] == 0 && by[2] == 0)
    return mw_operation_refuse (NULL, error, "nothing to move: the offset is 0");
  if (!isfinite (by[0]) || !isfinite (by[1]) || !isfinite (by[2]))
    return mw_operation_refuse (NULL, error, "the offset must be three finite numbers");
  g_autoptr (GArray) moved = mw_nodes_with_those_below (document, ids, n, p->below != 0);
  mw_progress_begin (document, moved->len);
  for (guint i = 0; i < moved->len; i++)
    if (!mw_progress_next (document, error)
        || !mw_node_move (document, g_array_index (moved, MwId, i), by, MW_NODE_MOVE_PIVOT, error))
      return FALSE;
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_pivot_move = {
  .id = "pivot-move",
  .label = N_ ("Move Pivot"),
  .step = N_ ("Move the pivot of %s"),
  .doc = N_ (
    "Moves the points about which nodes turn and scale. At rest the model looks the same; rotation and scaling "
    "tracks then work about the new point."),
  .aliases = "origin centre center joint offset translate position",
  .domain = MW_DOMAIN_NODES,
  .params = &pivot_params,
  .required = pivot_required,
  .applies = mw_nodes_apply,
  .run = pivot_run,
};
