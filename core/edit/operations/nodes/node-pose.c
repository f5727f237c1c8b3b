/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/key-put.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/turn.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"
#include "core/pose/evaluate.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/skeleton.h"

#include <math.h>

/* Keys that move, turn and scale nodes at one moment of one sequence, given in model space as it is seen.
 *
 * With P the matrix of what a node inherits, its own matrix is P . T(pivot + t) . R . S . T(-pivot) (rendering.md 2.1). So a movement m
 * of model space adds P^-1 m to t; a turn about an axis n multiplies R on the left by a turn about P^-1 n, backwards if P mirrors;
 * and S, which comes first, is along the node's own axes. */

typedef struct {
  MwRecord record;
  MwRef sequence;
  int32_t time;
  float move[3], rotate[3], scale[3], towards[3];
} PoseParams;

static const MwField pose_fields[] = {
  MW_FIELD_REF (PoseParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
                .doc = N_ ("The only sequence in which anything changes.")),
  MW_FIELD_I32 (PoseParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("Time"),
                .doc = N_ ("The time of the keys, in milliseconds from the start of the sequence.")),
  MW_FIELD_VEC (PoseParams, move, 3, "move", .unit = MW_UNIT_LENGTH, .label = N_ ("Move"),
                .doc = N_ ("How far, along the axes of the model. Keys the translation.")),
  MW_FIELD_VEC (
    PoseParams, rotate, 3, "rotate", .unit = MW_UNIT_DEGREES, .label = N_ ("Rotate"),
    .doc = N_ ("Around the x axis, then the y axis, then the z axis of the model, about the node's pivot. Keys the "
               "rotation.")),
  MW_FIELD_VEC (PoseParams, scale, 3, "scale", .unit = MW_UNIT_FACTOR, .def = 1, .min = -1000, .max = 1000,
                .label = N_ ("Scale"), .doc = N_ ("Along the node's own axes, about its pivot. Keys the scaling.")),
  MW_FIELD_VEC (
    PoseParams, towards, 3, "towards", .label = N_ ("Towards the viewer"),
    .doc = N_ ("The direction to the viewer, to whom billboards turn. 0, 0, 0: they are as if they did not turn.")),
};
static const MwSchema pose_params = { .name = "node-pose",
                                      .label = N_ ("Pose"),
                                      .size = sizeof (PoseParams),
                                      .fields = pose_fields,
                                      .n_fields = G_N_ELEMENTS (pose_fields) };
static const char *const pose_required[] = { "sequence", NULL };

/* What a node's keys are set from. */
typedef struct {
  MwDocument *document;
  const PoseParams *p;
  const MwId *ids; /* all of them */
  guint n;
  MwClock clock;
  MwSkeleton *skeleton;
  float right[3], up[3], towards[3];
  gboolean seen;
  double axis[3], angle;
} Pose;

static const MwField *
slot_of (const MwRecord *node, MwRole role)
{
  return mw_schema_field_of_role (node->schema, role, MW_TYPE_CHILD);
}

static gboolean
pose_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!mw_node_place_field (model, record))
      return mw_operation_refuse (record, error, "has no place in the skeleton: it is not a node");
    if (!slot_of (record, MW_ROLE_ROTATION))
      return mw_operation_refuse (record, error,
                                  "has no tracks that move it. Insert a bone above it, and key that (bone-insert)");
  }
  return TRUE;
}

/* --- One node -------------------------------------------------------------------------------------------------------- */

static double
determinant (const float m[16])
{
  float cross[3];
  mw_vec_cross (m, m + 4, cross);
  return (double) mw_vec_dot (cross, m + 8);
}

/* out = inverse (m) . v, for the upper 3x3 of m. */
static void
solve (const float m[16], double det, const double v[3], double out[3])
{
  for (int i = 0; i < 3; i++) {
    float row[3];
    mw_vec_cross (m + 4 * ((i + 1) % 3), m + 4 * ((i + 2) % 3), row);
    out[i] = ((double) row[0] * v[0] + (double) row[1] * v[1] + (double) row[2] * v[2]) / det;
  }
}

/* The axes in which a billboard's own rotation counts: towards the viewer, to the right and up. */
static void
billboard_axes (const Pose *pose, float out[16])
{
  memcpy (out, mw_mat_identity, sizeof mw_mat_identity);
  memcpy (out, pose->towards, 3 * sizeof *out);
  memcpy (out + 4, pose->right, 3 * sizeof *out);
  memcpy (out + 8, pose->up, 3 * sizeof *out);
}

static gboolean
put (const Pose *pose, MwId id, MwRole role, const float *value, GError **error)
{
  const MwRecord *node = mw_model_find (mw_document_get_model (pose->document), id);
  return mw_key_put (pose->document, id, slot_of (node, role), pose->p->sequence.id, pose->p->time, value, error);
}

static gconstpointer
track_in (const MwRecord *node, MwRole role)
{
  return *(MwRecord *const *) mw_field_at (node, slot_of (node, role));
}

static gboolean
move_node (const Pose *pose, MwId id, const float inherited[16], double det, GError **error)
{
  static const float zeros[3] = { 0, 0, 0 };
  const MwModel *model = mw_document_get_model (pose->document);
  const double by[3] = { (double) pose->p->move[0], (double) pose->p->move[1], (double) pose->p->move[2] };
  double local[3];
  float value[3];
  mw_evaluate_vec3 (model, track_in (mw_model_find (model, id), MW_ROLE_POSITION), &pose->clock, zeros, zeros, value);
  solve (inherited, det, by, local);
  for (guint k = 0; k < 3; k++)
    value[k] = (float) ((double) value[k] + local[k]);
  return put (pose, id, MW_ROLE_POSITION, value, error);
}

static gboolean
turn_node (const Pose *pose, MwId id, const float inherited[16], double det, GError **error)
{
  const MwModel *model = mw_document_get_model (pose->document);
  double n[3], length;
  float value[4], out[4];
  solve (inherited, det, pose->axis, n);
  length = sqrt (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const double half = (det < 0 ? -pose->angle : pose->angle) / 2, s = sin (half) / length, c = cos (half);
  const float a[4] = { (float) (n[0] * s), (float) (n[1] * s), (float) (n[2] * s), (float) c };
  mw_evaluate_quat (model, track_in (mw_model_find (model, id), MW_ROLE_ROTATION), &pose->clock, value);
  out[0] = a[3] * value[0] + a[0] * value[3] + a[1] * value[2] - a[2] * value[1];
  out[1] = a[3] * value[1] + a[1] * value[3] + a[2] * value[0] - a[0] * value[2];
  out[2] = a[3] * value[2] + a[2] * value[3] + a[0] * value[1] - a[1] * value[0];
  out[3] = a[3] * value[3] - a[0] * value[0] - a[1] * value[1] - a[2] * value[2];
  mw_quat_normalise (out);
  return put (pose, id, MW_ROLE_ROTATION, out, error);
}

static gboolean
scale_node (const Pose *pose, MwId id, GError **error)
{
  static const float ones[3] = { 1, 1, 1 };
  const MwModel *model = mw_document_get_model (pose->document);
  float value[3];
  mw_evaluate_vec3 (model, track_in (mw_model_find (model, id), MW_ROLE_SCALE), &pose->clock, ones, ones, value);
  for (guint k = 0; k < 3; k++)
    value[k] *= pose->p->scale[k];
  return put (pose, id, MW_ROLE_SCALE, value, error);
}

static gboolean
is_carried (const Pose *pose, const MwRecord *node, MwRole role)
{
  return mw_node_is_carried (mw_document_get_model (pose->document), node, pose->ids, pose->n, role, pose->seen);
}

static gboolean
pose_one (const Pose *pose, MwId id, GError **error)
{
  const PoseParams *p = pose->p;
  const MwRecord *node = mw_model_find (mw_document_get_model (pose->document), id);
  const gboolean moves = (p->move[0] != 0 || p->move[1] != 0 || p->move[2] != 0)
                         && !is_carried (pose, node, MW_ROLE_POSITION),
                 turns = pose->angle != 0 && !is_carried (pose, node, MW_ROLE_ROTATION),
                 scales = (p->scale[0] != 1 || p->scale[1] != 1 || p->scale[2] != 1)
                          && !is_carried (pose, node, MW_ROLE_SCALE);
  float inherited[16];
  mw_skeleton_inherited (pose->skeleton, (guint) mw_skeleton_place (pose->skeleton, id), inherited);
  const double det = determinant (inherited);
  if ((moves || turns) && !(fabs (det) > 1e-12))
    return mw_operation_refuse (node, error, "is below a node that is scaled to 0 here, so there is no way to move it");
  if (moves && !move_node (pose, id, inherited, det, error))
    return FALSE;
  if (turns) {
    const gboolean billboard = pose->seen
                               && (mw_pose_family (mw_document_get_model (pose->document))->flags (node)
                                   & MW_NODE_BILLBOARDED);
    if (billboard)
      billboard_axes (pose, inherited);
    if (!turn_node (pose, id, inherited, billboard ? 1 : det, error))
      return FALSE;
  }
  return !scales || scale_node (pose, id, error);
}

/* --- All of them ----------------------------------------------------------------------------------------------------- */

/* A matrix to a view space whose z axis is this direction, with z of the model up. */
static gboolean
view_of (const float direction[3], float view[16])
{
  float towards[3] = { direction[0], direction[1], direction[2] }, right[3], up[3];
  if (mw_vec_normalise (towards) <= 0)
    return FALSE;
  const gboolean vertical = fabsf (towards[2]) > 0.99999f;
  mw_vec_cross (vertical ? (const float[3]) { 1, 0, 0 } : (const float[3]) { 0, 0, 1 }, towards, right);
  mw_vec_normalise (right);
  mw_vec_cross (towards, right, up);
  memcpy (view, mw_mat_identity, sizeof mw_mat_identity);
  for (int k = 0; k < 3; k++) {
    view[4 * k] = right[k];
    view[4 * k + 1] = up[k];
    view[4 * k + 2] = towards[k];
  }
  return TRUE;
}

static gboolean
is_finite (const PoseParams *p)
{
  double sum = 0;
  for (guint k = 0; k < 3; k++)
    sum += (double) (p->move[k] + p->rotate[k] + p->scale[k] + p->towards[k]);
  return isfinite (sum);
}

static gboolean
pose_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PoseParams *p = (const PoseParams *) params;
  const MwModel *model = mw_document_get_model (document);
  Pose pose = { .document = document, .p = p, .ids = ids, .n = n };
  MwKeyRange range;
  float view[16];
  if (!is_finite (p))
    return mw_operation_refuse (NULL, error, "the parameters must be finite numbers");
  mw_turn_to_axis (p->rotate, pose.axis, &pose.angle);
  if (p->move[0] == 0 && p->move[1] == 0 && p->move[2] == 0 && pose.angle == 0 && p->scale[0] == 1 && p->scale[1] == 1
      && p->scale[2] == 1)
    return mw_operation_refuse (NULL, error, "nothing to pose: give a move, a rotation or a scale");
  if (!mw_model_resolve (model, p->sequence))
    return mw_operation_refuse (NULL, error, "the sequence is none of this model");
  if (!mw_key_range_of (document, p->sequence.id, &range, error))
    return FALSE;
  mw_clock_play (&pose.clock, model, p->sequence.id);
  pose.clock.time = (int32_t) (range.start + p->time);
  pose.seen = view_of (p->towards, view);
  if (pose.seen)
    mw_view_axes (view, pose.right, pose.up, pose.towards);
  g_autoptr (GArray) nodes = mw_nodes_with_those_below (document, ids, n, FALSE);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  pose.skeleton = skeleton;
  mw_skeleton_update (skeleton, &pose.clock, pose.seen ? view : NULL);
  for (guint i = 0; i < nodes->len; i++)
    if (!pose_one (&pose, g_array_index (nodes, MwId, i), error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_node_pose = {
  .id = "node-pose",
  .label = N_ ("Pose"),
  .step = N_ ("Pose %s"),
  .doc = N_ (
    "Moves, turns or scales nodes at one time of one sequence by keys of exactly the tracks that change. Each turns and is scaled about "
    "its own pivot. A node that follows another one of them gets no key, because it is carried along. The first key of a track in a "
    "sequence holds for the whole sequence. Other sequences show what they showed before."),
  .aliases = "key keyframe rotate move scale animate gizmo drag",
  .domain = MW_DOMAIN_NODES,
  .params = &pose_params,
  .required = pose_required,
  .applies = pose_applies,
  .run = pose_run,
};
