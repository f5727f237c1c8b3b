/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/skeleton.h"
#include "core/pose/fading.h"
#include "core/pose/family.h"
#include "core/pose/keys.h"
#include "core/pose/math.h"
#include "core/pose/evaluate.h"
#include "core/pose/tentative.h"

typedef struct {
  const MwRecord *node;
  const MwField *visibility; /* the visibility field of this kind of node, or NULL */
  int parent;
  gboolean visible;
  float world[16];
} Place;

struct _MwSkeleton {
  const MwModel *model;
  const MwPoseFamily *family;
  Place *places;
  guint n_places;
  int *place_of; /* by id; -1: not a node */
  guint n_ids;
};

/* The viewer's axes in model space. */
typedef struct {
  float right[3], up[3], towards[3];
} Viewer;

/* A sequence that fades out, and its part in the pose. */
typedef struct {
  MwClock clock;
  float part;
} Old;

/* --- Order ------------------------------------------------------------------------------------------------------------ */

enum { UNSEEN = -2 };

/* Fills depth[] with the number of ancestors of each node, and sets parent[] to -1 for all nodes of a cycle. */
static void
find_depths (int *parent, int *depth, guint n)
{
  g_autofree guint *path = g_new (guint, MAX (n, 1));
  g_autofree int *step = g_new (int, MAX (n, 1)); /* index of the node in the path of this walk, or -1 */

  for (guint i = 0; i < n; i++) {
    depth[i] = UNSEEN;
    step[i] = -1;
  }
  for (guint i = 0; i < n; i++) {
    guint length = 0;
    int node = (int) i;
    while (node >= 0 && depth[node] == UNSEEN && step[node] < 0) {
      step[node] = (int) length;
      path[length++] = (guint) node;
      node = parent[node];
    }
    if (node >= 0 && depth[node] == UNSEEN) {
      for (guint k = (guint) step[node]; k < length; k++) {
        parent[path[k]] = -1;
        depth[path[k]] = 0;
      }
    }
    while (length-- > 0) {
      guint k = path[length];
      step[k] = -1;
      if (depth[k] == UNSEEN)
        depth[k] = parent[k] < 0 ? 0 : depth[parent[k]] + 1;
    }
  }
}

static void
forget_pose (MwSkeleton *skeleton)
{
  for (guint i = 0; i < skeleton->n_places; i++) {
    memcpy (skeleton->places[i].world, mw_mat_identity, sizeof mw_mat_identity);
    skeleton->places[i].visible = TRUE;
  }
}

void
mw_skeleton_refresh (MwSkeleton *skeleton)
{
  const MwPoseFamily *family = skeleton->family;
  g_autoptr (GPtrArray) records = g_ptr_array_new ();
  family->list (skeleton->model, records);
  MwRecord *const *items = (MwRecord *const *) records->pdata;
  guint n = records->len, n_ids = skeleton->model->n_ids;

  g_free (skeleton->places);
  g_free (skeleton->place_of);
  skeleton->places = g_new0 (Place, MAX (n, 1));
  skeleton->n_places = n;
  skeleton->place_of = g_new (int, MAX (n_ids, 1));
  skeleton->n_ids = n_ids;

  /* First the places in the list, then those in the order of depth (a counting sort, which keeps the order of the
   * list for equal depths). */
  int *place_of = skeleton->place_of;
  g_autofree int *parent = g_new (int, MAX (n, 1));
  g_autofree int *depth = g_new (int, MAX (n, 1));
  g_autofree guint *start = g_new0 (guint, (gsize) n + 2);
  for (guint i = 0; i < n_ids; i++)
    place_of[i] = -1;
  for (guint i = 0; i < n; i++)
    if (items[i]->id < n_ids)
      place_of[items[i]->id] = (int) i;
  for (guint i = 0; i < n; i++) {
    MwRef ref = family->parent (items[i]);
    parent[i] = ref.id && ref.id < n_ids ? place_of[ref.id] : -1;
  }
  find_depths (parent, depth, n);
  for (guint i = 0; i < n; i++)
    start[depth[i] + 1]++;
  for (guint d = 1; d <= n; d++)
    start[d] += start[d - 1];

  g_autofree int *new_place = g_new (int, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    new_place[i] = (int) start[depth[i]]++;
  for (guint i = 0; i < n; i++) {
    Place *place = &skeleton->places[new_place[i]];
    place->node = items[i];
    place->parent = parent[i] < 0 ? -1 : new_place[parent[i]];
    place->visibility = mw_schema_field_of_role (place->node->schema, MW_ROLE_VISIBILITY, MW_TYPE_CHILD);
    if (place->node->id < n_ids)
      place_of[place->node->id] = new_place[i];
  }
  forget_pose (skeleton);
}

MwSkeleton *
mw_skeleton_new (const MwModel *model)
{
  MwSkeleton *skeleton = g_new0 (MwSkeleton, 1);
  skeleton->model = model;
  skeleton->family = mw_pose_family (model);
  mw_skeleton_refresh (skeleton);
  return skeleton;
}

void
mw_skeleton_free (MwSkeleton *skeleton)
{
  if (!skeleton)
    return;
  g_free (skeleton->places);
  g_free (skeleton->place_of);
  g_free (skeleton);
}

/* --- One node --------------------------------------------------------------------------------------------------------- */

enum { INHERITS = MW_NODE_DONT_INHERIT_TRANSLATION | MW_NODE_DONT_INHERIT_SCALING | MW_NODE_DONT_INHERIT_ROTATION };

const float *
mw_node_inherit (const float parent[16], uint32_t flags, const float pivot[3], float out[16])
{
  if (!(flags & INHERITS))
    return parent;
  gboolean no_translation = flags & MW_NODE_DONT_INHERIT_TRANSLATION;
  gboolean no_scaling = flags & MW_NODE_DONT_INHERIT_SCALING;
  gboolean no_rotation = flags & MW_NODE_DONT_INHERIT_ROTATION;
  float place[3];

  mw_mat_point (parent, pivot, place);
  memcpy (out, parent, 16 * sizeof (float));
  for (int i = 0; i < 3 && (no_scaling || no_rotation); i++) {
    float *column = out + 4 * i;
    float length = mw_vec_length (column);
    gboolean flat = !(length > 1e-12f); /* scaled to zero: no direction is left */
    if (no_rotation || flat) {
      for (int k = 0; k < 3; k++)
        column[k] = k != i ? 0 : no_scaling ? 1 : length;
    } else {
      mw_vec_normalise (column);
    }
  }
  /* The pivot follows the parent even where rotation and scaling are not inherited. */
  if (no_translation)
    out[12] = out[13] = out[14] = 0;
  else if (no_scaling || no_rotation)
    mw_mat_anchor (out, pivot, place);
  return out;
}

/* Turns the node's axes to the viewer. Its scale and the position of its pivot stay. */
static void
face_viewer (const MwPoseFamily *family, float world[16], uint32_t flags, const float pivot[3], const float rotation[4],
             const float scale[3], const Viewer *viewer)
{
  float place[3], axes[3][3], lengths[3];

  mw_mat_point (world, pivot, place);
  for (int i = 0; i < 3; i++) {
    memcpy (axes[i], world + 4 * i, 3 * sizeof (float));
    lengths[i] = copysignf (mw_vec_normalise (axes[i]), scale[i]);
    if (scale[i] < 0)
      for (int k = 0; k < 3; k++)
        axes[i][k] = -axes[i][k];
  }

  if (flags & MW_NODE_BILLBOARDED) {
    static const float ones[3] = { 1, 1, 1 };
    float own[16];
    mw_mat_set_rotation_scale (own, rotation, ones);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        axes[i][k] = viewer->towards[k] * own[4 * i] + viewer->right[k] * own[4 * i + 1]
                     + viewer->up[k] * own[4 * i + 2];
  } else {
    int locked = flags & MW_NODE_BILLBOARDED_LOCK_X ? 0 : flags & MW_NODE_BILLBOARDED_LOCK_Y ? 1 : 2;
    int mirrored;
    /* If the viewer looks along the locked axis, there is nothing to turn to. */
    if (!family->turn_locked (axes, locked, viewer->towards, &mirrored))
      return;
    if (mirrored >= 0)
      lengths[mirrored] = -lengths[mirrored];
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      world[4 * i + k] = axes[i][k] * lengths[i];
  mw_mat_anchor (world, pivot, place);
}

#define BILLBOARDS                                                                                                     \
  (MW_NODE_BILLBOARDED | MW_NODE_BILLBOARDED_LOCK_X | MW_NODE_BILLBOARDED_LOCK_Y | MW_NODE_BILLBOARDED_LOCK_Z)

static void
evaluate_tracks (const MwModel *model, const MwNodeTracks *tracks, const MwClock *clock, float translation[3],
                 float rotation[4], float scale[3])
{
  static const float zeros[3] = { 0, 0, 0 }, ones[3] = { 1, 1, 1 };
  mw_evaluate_vec3 (model, tracks->translation, clock, zeros, zeros, translation);
  mw_evaluate_quat (model, tracks->rotation, clock, rotation);
  mw_evaluate_vec3 (model, tracks->scaling, clock, ones, ones, scale);
}

/* FALSE if the node does not move by itself. `old` is NULL if nothing fades. */
static gboolean
evaluate_moves (const MwSkeleton *skeleton, const MwRecord *node, const MwClock *clock, const Old *old,
                float translation[3], float rotation[4], float scale[3])
{
  MwNodeTracks tracks;
  const MwTentative *tentative = clock->tentative ? mw_tentative_find (clock, node->id) : NULL;
  if (tentative) {
    memcpy (translation, tentative->translation, sizeof tentative->translation);
    memcpy (rotation, tentative->rotation, sizeof tentative->rotation);
    memcpy (scale, tentative->scale, sizeof tentative->scale);
    return TRUE;
  }
  if (!skeleton->family->tracks (node, &tracks) || (!tracks.translation && !tracks.rotation && !tracks.scaling))
    return FALSE;
  evaluate_tracks (skeleton->model, &tracks, clock, translation, rotation, scale);
  if (!old)
    return TRUE;
  float was_at[3], turned[4], scaled[3];
  evaluate_tracks (skeleton->model, &tracks, &old->clock, was_at, turned, scaled);
  for (int i = 0; i < 3; i++) {
    translation[i] += old->part * (was_at[i] - translation[i]);
    scale[i] += old->part * (scaled[i] - scale[i]);
  }
  skeleton->family->fade->mix (rotation, turned, old->part, rotation);
  return TRUE;
}

static gboolean
shows (const MwSkeleton *skeleton, const Place *place, const MwClock *clock)
{
  if (place->visibility)
    return mw_evaluate_visibility (skeleton->model, *(MwRecord *const *) mw_field_at (place->node, place->visibility),
                                   clock);
  return !skeleton->family->shows || skeleton->family->shows (skeleton->model, place->node, clock);
}

static void
evaluate_node (const MwSkeleton *skeleton, const MwRecord *node, const float *parent, const MwClock *clock,
               const Old *old, const Viewer *viewer, float world[16])
{
  const MwPoseFamily *family = skeleton->family;
  const float *pivot = family->pivot (node);
  uint32_t flags = family->flags (node);
  float translation[3] = { 0, 0, 0 }, rotation[4] = { 0, 0, 0, 1 }, scale[3] = { 1, 1, 1 }, inherited[16];

  parent = parent ? mw_node_inherit (parent, flags, pivot, inherited) : mw_mat_identity;
  gboolean moves = evaluate_moves (skeleton, node, clock, old, translation, rotation, scale);
  if (!moves && !(viewer && (flags & BILLBOARDS))) {
    memcpy (world, parent, 16 * sizeof (float));
    return;
  }

  float local[16], place[3];
  memcpy (local, mw_mat_identity, sizeof local);
  mw_mat_set_rotation_scale (local, rotation, scale);
  for (int i = 0; i < 3; i++)
    place[i] = pivot[i] + translation[i];
  mw_mat_anchor (local, pivot, place);
  mw_mat_multiply (parent, local, world);
  if (viewer && (flags & BILLBOARDS))
    face_viewer (family, world, flags, pivot, rotation, scale, viewer);
}

void
mw_skeleton_update (MwSkeleton *skeleton, const MwClock *clock, const float view[16])
{
  Viewer viewer;
  Old old;

  if (clock->rest) {
    forget_pose (skeleton);
    return;
  }
  if (view)
    mw_view_axes (view, viewer.right, viewer.up, viewer.towards);
  old.part = mw_clock_faded (clock, skeleton->model, &old.clock);
  for (guint i = 0; i < skeleton->n_places; i++) {
    Place *place = &skeleton->places[i];
    const Place *parent = place->parent < 0 ? NULL : &skeleton->places[place->parent];
    evaluate_node (skeleton, place->node, parent ? parent->world : NULL, clock, old.part > 0 ? &old : NULL,
                   view ? &viewer : NULL, place->world);
    place->visible = (!parent || parent->visible) && shows (skeleton, place, clock);
  }
}

void
mw_skeleton_set_matrix (MwSkeleton *skeleton, guint place, const float matrix[16])
{
  g_return_if_fail (place < skeleton->n_places);
  memcpy (skeleton->places[place].world, matrix, sizeof mw_mat_identity);
}

/* Whether nothing moves a node or any of its ancestors, so that its matrix is always the identity. Simulations need
 * one node in every step, and chains of ancestors may be long, so the answer is kept in `run`. */
static gboolean
is_still (const MwSkeleton *skeleton, int place, MwKeysRun *run)
{
  if (run && run->skeleton == skeleton && run->place == place)
    return run->still;
  gboolean still = TRUE;
  for (int i = place; i >= 0 && still; i = skeleton->places[i].parent) {
    const MwRecord *node = skeleton->places[i].node;
    MwNodeTracks tracks;
    still = !(skeleton->family->flags (node) & INHERITS)
            && (!skeleton->family->tracks (node, &tracks)
                || (!tracks.translation && !tracks.rotation && !tracks.scaling));
  }
  if (run) {
    run->skeleton = skeleton;
    run->place = place;
    run->still = still;
  }
  return still;
}

void
mw_skeleton_matrix_at_time (const MwSkeleton *skeleton, MwId node, const MwClock *clock, float out[16])
{
  guint few[32];
  g_autofree guint *many = NULL;
  guint *chain = few, n = 0;
  float world[16];

  memcpy (out, mw_mat_identity, sizeof mw_mat_identity);
  if (clock->rest)
    return;
  int place = mw_skeleton_place (skeleton, node);
  if (place < 0 || (!clock->tentative && is_still (skeleton, place, clock->run)))
    return;
  for (int i = place; i >= 0; i = skeleton->places[i].parent)
    n++;
  if (n > G_N_ELEMENTS (few))
    chain = many = g_new (guint, n);
  guint k = n;
  for (int i = place; i >= 0; i = skeleton->places[i].parent)
    chain[--k] = (guint) i;
  for (k = 0; k < n; k++) {
    evaluate_node (skeleton, skeleton->places[chain[k]].node, k ? out : NULL, clock, NULL, NULL, world);
    memcpy (out, world, sizeof world);
  }
}

/* --- Asking ----------------------------------------------------------------------------------------------------------- */

const MwModel *
mw_skeleton_model (const MwSkeleton *skeleton)
{
  return skeleton->model;
}

guint
mw_skeleton_n_nodes (const MwSkeleton *skeleton)
{
  return skeleton->n_places;
}

int
mw_skeleton_place (const MwSkeleton *skeleton, MwId node)
{
  return node && node < skeleton->n_ids ? skeleton->place_of[node] : -1;
}

const MwRecord *
mw_skeleton_node_at (const MwSkeleton *skeleton, guint place)
{
  g_return_val_if_fail (place < skeleton->n_places, NULL);
  return skeleton->places[place].node;
}

int
mw_skeleton_parent_at (const MwSkeleton *skeleton, guint place)
{
  g_return_val_if_fail (place < skeleton->n_places, -1);
  return skeleton->places[place].parent;
}

const float *
mw_skeleton_matrix_at (const MwSkeleton *skeleton, guint place)
{
  g_return_val_if_fail (place < skeleton->n_places, mw_mat_identity);
  return skeleton->places[place].world;
}

void
mw_skeleton_inherited (const MwSkeleton *skeleton, guint place, float out[16])
{
  g_return_if_fail (place < skeleton->n_places);
  const MwRecord *node = skeleton->places[place].node;
  const int parent = skeleton->places[place].parent;
  const float *above = parent < 0 ? mw_mat_identity
                                  : mw_node_inherit (skeleton->places[parent].world, skeleton->family->flags (node),
                                                     skeleton->family->pivot (node), out);
  if (above != out)
    memcpy (out, above, sizeof mw_mat_identity);
}

void
mw_skeleton_position_at (const MwSkeleton *skeleton, guint place, float out[3])
{
  out[0] = out[1] = out[2] = 0;
  g_return_if_fail (place < skeleton->n_places);
  mw_mat_point (skeleton->places[place].world, skeleton->family->pivot (skeleton->places[place].node), out);
}

gboolean
mw_skeleton_visible_at (const MwSkeleton *skeleton, guint place)
{
  g_return_val_if_fail (place < skeleton->n_places, TRUE);
  return skeleton->places[place].visible;
}

const float *
mw_skeleton_matrix (const MwSkeleton *skeleton, MwId node)
{
  int place = mw_skeleton_place (skeleton, node);
  return place < 0 ? mw_mat_identity : skeleton->places[place].world;
}

void
mw_skeleton_position (const MwSkeleton *skeleton, MwId node, float out[3])
{
  int place = mw_skeleton_place (skeleton, node);
  if (place < 0)
    out[0] = out[1] = out[2] = 0;
  else
    mw_skeleton_position_at (skeleton, (guint) place, out);
}
