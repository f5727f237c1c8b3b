/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/node-moments.h"
#include "core/pose/family.h"
#include "core/pose/keys.h"
#include "core/pose/math.h"

enum { TRANSLATION, ROTATION, SCALING, N_KINDS };
static const guint n_floats[N_KINDS] = { 3, 4, 3 };

/* A track that moves a node. */
typedef struct {
  const MwRecord *track; /* NULL: there is none that counts */
  MwTrackKeys keys;
  gboolean open; /* `keys` are those of the track in the sequence that was posed last */
} Mover;

typedef struct {
  gboolean wanted;
  gboolean moves; /* it has a mover */
  guint varying;  /* a bit for each kind: its value differs between the moments */
  gboolean equal; /* its matrix is the same at all moments, and only the first is stored */
  Mover movers[N_KINDS];
} Node;

struct _MwNodeMoments {
  const MwSkeleton *skeleton;
  const MwPoseFamily *family;
  Node *nodes; /* by place */
  guint n_nodes, n_most;
  MwId sequence;
  float *matrices; /* n_most for each place */
  float *values;   /* four floats for each kind and moment of the node that is posed */
};

static float *
matrix_at (const MwNodeMoments *self, guint place, guint moment)
{
  return self->matrices + 16 * ((gsize) place * self->n_most + moment);
}

/* As mw_evaluate_vec3() and mw_evaluate_quat() judge it. */
static gboolean
counts (const MwPoseFamily *family, const MwRecord *track, guint n)
{
  return track && track->schema->key_type == MW_TYPE_F32 && track->schema->key_count == n
         && (!family->has_keys || family->has_keys (track));
}

static void
find_movers (const MwNodeMoments *self, guint place)
{
  Node *node = &self->nodes[place];
  MwNodeTracks tracks = { 0 };
  if (!self->family->tracks (mw_skeleton_node_at (self->skeleton, place), &tracks))
    return;
  const gconstpointer all[N_KINDS] = { tracks.translation, tracks.rotation, tracks.scaling };
  for (guint i = 0; i < N_KINDS; i++)
    if (counts (self->family, all[i], n_floats[i])) {
      node->movers[i].track = all[i];
      node->moves = TRUE;
    }
}

MwNodeMoments *
mw_node_moments_new (const MwSkeleton *skeleton, const guint8 *wanted, guint n_most)
{
  MwNodeMoments *self = g_new0 (MwNodeMoments, 1);
  self->skeleton = skeleton;
  self->family = mw_pose_family (mw_skeleton_model (skeleton));
  self->n_nodes = mw_skeleton_n_nodes (skeleton);
  self->n_most = n_most;
  self->nodes = g_new0 (Node, self->n_nodes);
  self->matrices = g_new (float, 16 * (gsize) self->n_nodes * n_most);
  self->values = g_new (float, (gsize) 4 * N_KINDS * n_most);
  for (guint i = 0; i < self->n_nodes; i++) {
    self->nodes[i].wanted = wanted[i];
    if (wanted[i])
      find_movers (self, i);
  }
  return self;
}

void
mw_node_moments_free (MwNodeMoments *self)
{
  g_free (self->nodes);
  g_free (self->matrices);
  g_free (self->values);
  g_free (self);
}

/* --- One node ------------------------------------------------------------------------------------------------------- */

static float *
value_at (const MwNodeMoments *self, guint kind, guint moment)
{
  return self->values + 4 * (kind * (gsize) self->n_most + moment);
}

static void
evaluate_at (const Mover *mover, guint kind, const MwClock *clock, float out[4])
{
  static const float defaults[N_KINDS][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 } };
  MwKeySpan span;
  memcpy (out, defaults[kind], sizeof defaults[kind]);
  if (!mover->track)
    return;
  const MwKeyWindow window = mw_track_keys_window (&mover->keys, clock);
  if (!mw_track_keys_span (&mover->keys, &window, &span))
    return;
  if (kind == ROTATION)
    mw_track_keys_quat (&mover->keys, &span, out);
  else
    mw_track_keys_floats (&mover->keys, &span, 3, out);
}

/* The keys of the sequence. */
static void
open_keys (const MwNodeMoments *self, Mover *mover, MwId sequence)
{
  if (mover->open && (!mover->keys.of_sequence || self->sequence == sequence))
    return;
  mw_track_keys_open (&mover->keys, mw_skeleton_model (self->skeleton), mover->track, sequence);
  mover->open = TRUE;
}

/* Evaluates what moves the node by itself. */
static void
evaluate (MwNodeMoments *self, Node *node, const MwClock *clocks, guint n)
{
  node->varying = 0;
  for (guint kind = 0; kind < N_KINDS; kind++) {
    Mover *mover = &node->movers[kind];
    if (mover->track) {
      open_keys (self, mover, clocks->sequence);
      const MwKeyWindow window = mw_track_keys_window (&mover->keys, clocks);
      if (n > 1 && mw_track_keys_vary (&mover->keys, &window, n_floats[kind]))
        node->varying |= 1u << kind;
    }
    for (guint i = 0; i < (node->varying & 1u << kind ? n : 1); i++)
      evaluate_at (mover, kind, &clocks[i], value_at (self, kind, i));
  }
}

static const float *
value_of (const MwNodeMoments *self, const Node *node, guint kind, guint moment)
{
  return value_at (self, kind, node->varying & 1u << kind ? moment : 0);
}

static void
set_local (const MwNodeMoments *self, const Node *node, const float *pivot, guint moment, float local[16])
{
  const float *translation = value_of (self, node, TRANSLATION, moment);
  float place[3];
  memcpy (local, mw_mat_identity, sizeof mw_mat_identity);
  mw_mat_set_rotation_scale (local, value_of (self, node, ROTATION, moment), value_of (self, node, SCALING, moment));
  for (guint i = 0; i < 3; i++)
    place[i] = pivot[i] + translation[i];
  mw_mat_anchor (local, pivot, place);
}

static void
pose (MwNodeMoments *self, guint at, const MwClock *clocks, guint n)
{
  Node *node = &self->nodes[at];
  const MwRecord *record = mw_skeleton_node_at (self->skeleton, at);
  const int parent = mw_skeleton_parent_at (self->skeleton, at);
  const float *pivot = self->family->pivot (record);
  const uint32_t flags = self->family->flags (record);
  const gboolean parent_varies = parent >= 0 && !self->nodes[parent].equal;
  float local[16], inherited[16];
  if (node->moves)
    evaluate (self, node, clocks, n);
  node->equal = !node->varying && !parent_varies;
  for (guint i = 0; i < (node->equal ? 1 : n); i++) {
    const float *above = parent < 0 ? mw_mat_identity : matrix_at (self, (guint) parent, parent_varies ? i : 0);
    float *world = matrix_at (self, at, i);
    if (parent >= 0)
      above = mw_node_inherit (above, flags, pivot, inherited);
    if (!node->moves) {
      memcpy (world, above, sizeof mw_mat_identity);
      continue;
    }
    if (i == 0 || node->varying)
      set_local (self, node, pivot, i, local);
    mw_mat_multiply (above, local, world);
  }
}

void
mw_node_moments_pose (MwNodeMoments *self, const MwClock *clocks, guint n)
{
  g_return_if_fail (n > 0 && n <= self->n_most);
  for (guint i = 0; i < self->n_nodes; i++)
    if (self->nodes[i].wanted && clocks->rest) {
      memcpy (matrix_at (self, i, 0), mw_mat_identity, sizeof mw_mat_identity);
      self->nodes[i].equal = TRUE;
    } else if (self->nodes[i].wanted) {
      pose (self, i, clocks, n);
    }
  self->sequence = clocks->sequence;
}

gboolean
mw_node_moments_are_equal (const MwNodeMoments *self, guint place)
{
  return self->nodes[place].equal;
}

const float *
mw_node_moments_matrix (const MwNodeMoments *self, guint place, guint moment)
{
  return matrix_at (self, place, self->nodes[place].equal ? 0 : moment);
}
