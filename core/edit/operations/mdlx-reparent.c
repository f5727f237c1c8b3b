/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/skeleton.h"
#include "core/schema/path.h"

#include <math.h>
#include <string.h>

/* Gives a node another parent and keeps its motion in the model: its tracks get new keys. With W for the matrix of a node in
 * the model and L for its own (rendering.md 2.1), W(node) = W(parent) . L, so the new L is inverse(W(new parent)) . W(node). */

typedef struct {
  MwRecord record;
  MwRef parent;
  float tolerance;
} ReparentParams;

static const MwField reparent_fields[] = {
  MW_FIELD_REF (ReparentParams, parent, "parent", "nodes", .label = N_ ("Parent"),
                .doc = N_ ("The new parent, or none.")),
  MW_FIELD_F32 (
    ReparentParams, tolerance, "tolerance", .def = 0.001, .min = 0.00001, .max = 0.1, .label = N_ ("Tolerance"),
    .doc = N_ ("How far the motion between keys may be off, as a part of the model's radius. Less needs more "
               "keys.")),
};
static const MwSchema reparent_params = { .name = "node-reparent-keep",
                                          .label = N_ ("Re-parent and keep motion"),
                                          .size = sizeof (ReparentParams),
                                          .fields = reparent_fields,
                                          .n_fields = G_N_ELEMENTS (reparent_fields) };
static const char *const reparent_required[] = { "parent", NULL };

/* --- Matrices: 16 numbers, column by column ------------------------------------------------------------------------- */

typedef struct {
  double m[16];
} Matrix;

static Matrix
product (const Matrix *a, const Matrix *b)
{
  Matrix c = { { 0 } };
  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 4; row++)
      for (int k = 0; k < 4; k++)
        c.m[4 * column + row] += a->m[4 * k + row] * b->m[4 * column + k];
  return c;
}

/* FALSE for a matrix that flattens space. */
static gboolean
invert (const Matrix *a, Matrix *out)
{
  const double *m = a->m;
  double cofactor[9], det;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      cofactor[3 * i + k] = m[4 * i1 + k1] * m[4 * i2 + k2] - m[4 * i1 + k2] * m[4 * i2 + k1];
    }
  det = m[0] * cofactor[0] + m[1] * cofactor[1] + m[2] * cofactor[2];
  if (!(fabs (det) > 1e-9))
    return FALSE;
  *out = (Matrix) { { 0 } };
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      out->m[4 * k + i] = cofactor[3 * i + k] / det;
  for (int row = 0; row < 3; row++)
    out->m[12 + row] = -(out->m[row] * m[12] + out->m[4 + row] * m[13] + out->m[8 + row] * m[14]);
  out->m[15] = 1;
  return TRUE;
}

/* --- Movement, rotation and scale ----------------------------------------------------------------------------------- */

typedef struct {
  gint32 time;
  double t[3], q[4], s[3];
} Key;

static void
quaternion_of (const double r[9], double q[4])
{
  double trace = r[0] + r[4] + r[8];
  int i = r[4] > r[0] ? 1 : 0;
  if (r[8] > r[4 * i])
    i = 2;
  if (trace > 0) {
    double w = sqrt (trace + 1) / 2;
    q[0] = (r[5] - r[7]) / (4 * w);
    q[1] = (r[6] - r[2]) / (4 * w);
    q[2] = (r[1] - r[3]) / (4 * w);
    q[3] = w;
    return;
  }
  int k = (i + 1) % 3, l = (i + 2) % 3;
  double root = sqrt (MAX (1 + r[4 * i] - r[4 * k] - r[4 * l], 0)) / 2;
  q[i] = root;
  q[k] = (r[3 * i + k] + r[3 * k + i]) / (4 * root);
  q[l] = (r[3 * i + l] + r[3 * l + i]) / (4 * root);
  q[3] = (r[3 * k + l] - r[3 * l + k]) / (4 * root);
}

/* Takes a matrix apart: L = T(pivot + t) . R . S . T(-pivot). What no such parts give is found by the check of the result. */
static void
take_apart (const Matrix *matrix, const float pivot[3], Key *key)
{
  double r[9];
  const double *m = matrix->m;
  for (int row = 0; row < 3; row++)
    key->t[row] = m[row] * (double) pivot[0] + m[4 + row] * (double) pivot[1] + m[8 + row] * (double) pivot[2]
                  + m[12 + row] - (double) pivot[row];
  double mirrored = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8])
                    + m[2] * (m[4] * m[9] - m[5] * m[8]);
  for (int column = 0; column < 3; column++) {
    const double *c = m + 4 * column;
    double length = sqrt (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    key->s[column] = mirrored < 0 && column == 0 ? -length : length;
    for (int row = 0; row < 3; row++)
      r[3 * column + row] = length > 1e-9 ? c[row] / key->s[column] : row == column;
  }
  quaternion_of (r, key->q);
}

/* The value that games compute between two keys: straight lines, and the shorter arc of a rotation. */
static void
between (const Key *a, const Key *b, double part, Key *out)
{
  double dot = 0;
  for (int k = 0; k < 3; k++) {
    out->t[k] = a->t[k] + (b->t[k] - a->t[k]) * part;
    out->s[k] = a->s[k] + (b->s[k] - a->s[k]) * part;
  }
  for (int k = 0; k < 4; k++)
    dot += a->q[k] * b->q[k];
  double sign = dot < 0 ? -1 : 1, angle = acos (MIN (fabs (dot), 1));
  double x = angle > 1e-6 ? sin ((1 - part) * angle) / sin (angle) : 1 - part,
         y = angle > 1e-6 ? sin (part * angle) / sin (angle) : part;
  for (int k = 0; k < 4; k++)
    out->q[k] = x * a->q[k] + sign * y * b->q[k];
}

/* The largest difference of two keys: movements in parts of the radius. */
static double
difference (const Key *a, const Key *b, double radius)
{
  double most = 0, same = 0, opposite = 0;
  for (int k = 0; k < 3; k++)
    most = MAX (most, MAX (fabs (a->t[k] - b->t[k]) / radius, fabs (a->s[k] - b->s[k])));
  for (int k = 0; k < 4; k++) {
    same = MAX (same, fabs (a->q[k] - b->q[k]));
    opposite = MAX (opposite, fabs (a->q[k] + b->q[k]));
  }
  return MAX (most, MIN (same, opposite));
}

/* --- What can be kept ----------------------------------------------------------------------------------------------- */

enum {
  NOT_INHERITED = MW_MDLX_NODE_DONT_INHERIT_TRANSLATION | MW_MDLX_NODE_DONT_INHERIT_SCALING
                  | MW_MDLX_NODE_DONT_INHERIT_ROTATION,
  FACES_CAMERA = MW_MDLX_NODE_BILLBOARDED | MW_MDLX_NODE_BILLBOARDED_LOCK_X | MW_MDLX_NODE_BILLBOARDED_LOCK_Y
                 | MW_MDLX_NODE_BILLBOARDED_LOCK_Z | MW_MDLX_NODE_CAMERA_ANCHORED
};

static const MwMdlxNode *
parent_of (const MwModel *model, const MwMdlxNode *node)
{
  return (const MwMdlxNode *) mw_model_resolve (model, node->parent);
}

/* Adds the times of a node's keys; refused where its motion does not follow from the time of the sequence alone. */
static gboolean
add_times_of (const MwMdlxNode *node, uint32_t flags, GArray *times, GError **error)
{
  const MwTrack *const tracks[] = { node->translation_track, node->rotation_track, node->scaling_track };
  if (node->flags & flags)
    return mw_operation_refuse (&node->record, error,
                                "faces the camera or inherits only a part of its parent's motion, so the motion cannot "
                                "be kept by keys");
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++) {
    if (!tracks[i])
      continue;
    if (!mw_ref_is_none (tracks[i]->global_sequence))
      return mw_operation_refuse (&tracks[i]->record, error,
                                  "follows a global sequence, so the motion cannot be kept by keys");
    if (tracks[i]->times.n)
      g_array_append_vals (times, tracks[i]->times.data, tracks[i]->times.n);
  }
  return TRUE;
}

/* The same for a node and all above it. */
static gboolean
add_times_above (const MwModel *model, const MwMdlxNode *node, GArray *times, GError **error)
{
  uint32_t left = ((const MwMdlx *) model)->nodes.n + 1;
  for (; node; node = parent_of (model, node)) {
    if (!left--)
      return mw_operation_refuse (&node->record, error, "is below itself: the parents form a circle");
    if (!add_times_of (node, FACES_CAMERA, times, error))
      return FALSE;
  }
  return TRUE;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint32 x = *(const gint32 *) a, y = *(const gint32 *) b;
  return (x > y) - (x < y);
}

/* --- Sampling ------------------------------------------------------------------------------------------------------- */

/* Where the node was at a moment, to check the result. */
typedef struct {
  MwId sequence;
  gint32 time;
  Matrix world;
} Moment;

typedef struct {
  const MwSkeleton *skeleton;
  MwId node, parent; /* parent 0: none */
  const float *pivot;
  MwClock clock;
  double radius, tolerance;
  GArray *keys;    /* Key, in the order of time within each sequence */
  GArray *moments; /* Moment, one for each key */
  gboolean flat;   /* the new parent has a scale of 0 at some time */
} Sampling;

enum { MOST_KEYS = 100000 };

static Matrix
world_at (const MwSkeleton *skeleton, MwId node, const MwClock *clock)
{
  float m[16];
  Matrix matrix;
  mw_skeleton_matrix_at_time (skeleton, node, clock, m);
  for (int i = 0; i < 16; i++)
    matrix.m[i] = (double) m[i];
  return matrix;
}

/* The value that the tracks need at a time. */
static Key
sample (Sampling *s, gint32 time, Matrix *world)
{
  Key key = { .time = time };
  Matrix inverse, local;
  s->clock.time = time;
  local = *world = world_at (s->skeleton, s->node, &s->clock);
  if (s->parent) {
    Matrix parent = world_at (s->skeleton, s->parent, &s->clock);
    if (!invert (&parent, &inverse))
      s->flat = TRUE;
    else
      local = product (&inverse, world);
  }
  take_apart (&local, s->pivot, &key);
  return key;
}

static void
add_key (Sampling *s, const Key *key, const Matrix *world)
{
  g_array_append_val (s->keys, *key);
  g_array_append_val (s->moments, ((Moment) { s->clock.sequence, key->time, *world }));
}

/* Adds keys between two that are known, until straight lines between them are near enough. */
static void
refine (Sampling *s, const Key *a, const Key *b)
{
  static const int quarters[] = { 2, 1, 3 };
  gint64 length = (gint64) b->time - a->time;
  if (length < 2 || s->keys->len > MOST_KEYS)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (quarters); i++) {
    Matrix world;
    Key line, at = sample (s, (gint32) (a->time + length * quarters[i] / 4), &world);
    between (a, b, (double) (at.time - a->time) / (double) length, &line);
    if (difference (&at, &line, s->radius) <= s->tolerance)
      continue;
    Key middle = sample (s, (gint32) (a->time + length / 2), &world);
    refine (s, a, &middle);
    add_key (s, &middle, &world);
    refine (s, &middle, b);
    return;
  }
}

static void
sample_sequence (Sampling *s, const GArray *times)
{
  Matrix world;
  Key last = sample (s, s->clock.start, &world);
  add_key (s, &last, &world);
  for (guint i = 0; i <= times->len; i++) {
    gint32 time = i < times->len ? g_array_index (times, gint32, i) : s->clock.end;
    if (time <= last.time || time > s->clock.end)
      continue;
    Key next = sample (s, time, &world);
    refine (s, &last, &next);
    next = sample (s, time, &world);
    add_key (s, &next, &world);
    last = next;
  }
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return compare_times (&((const Key *) a)->time, &((const Key *) b)->time);
}

/* Sorted by time, each time once, and rotations without jumps between a quaternion and its opposite. */
static void
tidy_keys (GArray *keys)
{
  guint n = 0;
  g_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++) {
    Key key = g_array_index (keys, Key, i);
    const Key *last = n ? &g_array_index (keys, Key, n - 1) : NULL;
    if (last && last->time == key.time)
      continue;
    double dot = 0;
    for (int k = 0; last && k < 4; k++)
      dot += last->q[k] * key.q[k];
    for (int k = 0; dot < 0 && k < 4; k++)
      key.q[k] = -key.q[k];
    g_array_index (keys, Key, n++) = key;
  }
  g_array_set_size (keys, n);
}

/* Writes three or four numbers of each key, which begin at `offset` of the key. A track that would change nothing is not made. */
static gboolean
write_track (MwDocument *document, MwId id, const MwField *slot, const GArray *keys, gsize offset, double rest,
             GError **error)
{
  const MwRecord *node = mw_model_find (mw_document_get_model (document), id);
  MwTrack *old = *(MwTrack *const *) mw_field_at (node, slot);
  const guint n = slot->schema->key_count;
  static const uint32_t linear = MW_INTERPOLATION_LINEAR;
  g_autofree gint32 *times = g_new (gint32, keys->len);
  g_autofree float *values = g_new (float, (gsize) keys->len *n);
  gboolean any = old != NULL;
  for (guint i = 0; i < keys->len; i++) {
    const Key *key = &g_array_index (keys, Key, i);
    const double *numbers = (const double *) ((const char *) key + offset);
    times[i] = key->time;
    for (guint k = 0; k < n; k++) {
      values[i * n + k] = (float) numbers[k];
      any |= fabs (numbers[k] - (k == 3 ? 1 : rest)) > 1e-6;
    }
  }
  if (!any)
    return TRUE;
  MwArray time_array = mw_array_copy (times, keys->len, sizeof *times),
          value_array = mw_array_copy (values, keys->len, n * sizeof *values);
  if (!old) {
    MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
    track->interpolation = linear;
    track->times = time_array;
    track->values = value_array;
    return mw_document_insert (document, id, slot, 0, &track->record, error);
  }
  const MwId track = old->record.id;
  const MwField *interpolation = MW_FIELD_IN (slot->schema, MwTrack, interpolation);
  if (!mw_document_set_field (document, track, interpolation, &linear, sizeof linear, error)) {
    mw_array_clear (&time_array);
    mw_array_clear (&value_array);
    return FALSE;
  }
  return mw_document_swap_keys (document, track, time_array, value_array, (MwArray) { 0 }, (MwArray) { 0 }, error);
}

static gboolean
write_tracks (MwDocument *document, MwId id, const GArray *keys, GError **error)
{
  return write_track (document, id, MW_FIELD (MwMdlxNode, translation_track), keys, offsetof (Key, t), 0, error)
         && write_track (document, id, MW_FIELD (MwMdlxNode, rotation_track), keys, offsetof (Key, q), 0, error)
         && write_track (document, id, MW_FIELD (MwMdlxNode, scaling_track), keys, offsetof (Key, s), 1, error);
}

/* Whether the node is where it was, at every key. It is not where the new parent would shear it, because a node can only
 * move, turn and scale. */
static gboolean
is_kept (MwDocument *document, const Sampling *s, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, s->node);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  const float *p = ((const MwMdlxNode *) record)->pivot;
  for (guint i = 0; i < s->moments->len; i++) {
    const Moment *moment = &g_array_index (s->moments, Moment, i);
    MwClock clock = { 0 };
    mw_clock_play (&clock, model, moment->sequence);
    clock.time = moment->time;
    Matrix now = world_at (skeleton, s->node, &clock);
    gboolean same = TRUE;
    for (int row = 0; row < 3; row++) {
      double moved = 0;
      for (int column = 0; column < 4; column++) {
        double change = now.m[4 * column + row] - moment->world.m[4 * column + row];
        moved += change * (column < 3 ? (double) p[column] : 1);
        same &= column == 3 || fabs (change) <= 1e-3;
      }
      same &= fabs (moved) <= 1e-4 * s->radius;
    }
    if (same)
      continue;
    g_autofree char *reason = g_strdup_printf (
      "its motion cannot be kept at %d ms: no movement, rotation and scale below "
      "the new parent give it",
      moment->time);
    return mw_operation_refuse (record, error, reason);
  }
  return TRUE;
}

/* --- The operation -------------------------------------------------------------------------------------------------- */

static double
radius_of (const MwModel *model)
{
  const MwMdlx *mdlx = (const MwMdlx *) model;
  double radius = mdlx->bounds.radius > 0 && isfinite (mdlx->bounds.radius) ? (double) mdlx->bounds.radius : 0;
  for (uint32_t i = 0; i < mdlx->nodes.n && radius == 0; i++)
    for (int k = 0; k < 3; k++)
      radius = MAX (radius, fabs ((double) ((const MwMdlxNode *) mdlx->nodes.items[i])->pivot[k]));
  return radius > 0 ? radius : 1;
}

static void
sample_all (const MwModel *model, Sampling *s, const GArray *times)
{
  const MwList *sequences = &((const MwMdlx *) model)->sequences;
  for (uint32_t i = 0; i < sequences->n && s->keys->len <= MOST_KEYS; i++) {
    s->clock = (MwClock) { 0 };
    mw_clock_play (&s->clock, model, sequences->items[i]->id);
    sample_sequence (s, times);
  }
}

static gboolean
reparent (MwDocument *document, MwId id, MwRef to, double tolerance, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwMdlxNode *node = (const MwMdlxNode *) mw_model_find (model, id),
                   *parent = (const MwMdlxNode *) mw_model_resolve (model, to);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint32)),
                     keys = g_array_new (FALSE, FALSE, sizeof (Key)),
                     moments = g_array_new (FALSE, FALSE, sizeof (Moment));
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  Sampling s = { .skeleton = skeleton,
                 .node = id,
                 .parent = to.id,
                 .pivot = node->pivot,
                 .radius = radius_of (model),
                 .tolerance = tolerance,
                 .keys = keys,
                 .moments = moments };
  if (parent_of (model, node) == parent)
    return mw_operation_nothing (error, "nothing to do: this is its parent already");
  if (!add_times_of (node, NOT_INHERITED | FACES_CAMERA, times, error)
      || !add_times_above (model, parent_of (model, node), times, error)
      || !add_times_above (model, parent, times, error))
    return FALSE;
  g_array_sort (times, compare_times);
  sample_all (model, &s, times);
  if (s.flat)
    return mw_operation_refuse (&parent->record, error, "has a scale of 0 at some time, so nothing can move below it");
  if (keys->len > MOST_KEYS)
    return mw_operation_refuse (&node->record, error, "would need more than 100000 keys: give a larger tolerance");
  tidy_keys (keys);
  return mw_document_set_field (document, id, MW_FIELD (MwMdlxNode, parent), &to, sizeof to, error)
         && (!keys->len || write_tracks (document, id, keys, error)) && is_kept (document, &s, error);
}

static gboolean
reparent_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_nodes_check (document, ids, n, TRUE, error);
}

static gboolean
reparent_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ReparentParams *p = (const ReparentParams *) params;
  for (guint i = 0; i < n; i++)
    if (!reparent (document, ids[i], p->parent, (double) p->tolerance, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_node_reparent_keep = {
  .id = "node-reparent-keep",
  .label = N_ ("Re-parent and Keep Motion"),
  .step = N_ ("Re-parent %s and keep its motion"),
  .doc = N_ (
    "Gives nodes another parent; in every sequence they still move as before, because their tracks get new keys. "
    "At each key they are where they were, and between keys within the tolerance. Keys outside all sequences are "
    "dropped."),
  .aliases = "parent bake constraint keep world transform attach reparent animated",
  .domain = MW_DOMAIN_NODES,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &reparent_params,
  .required = reparent_required,
  .applies = reparent_applies,
  .run = reparent_run,
};
