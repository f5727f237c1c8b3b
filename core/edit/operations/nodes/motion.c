/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer-keys.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"
#include "core/pose/skeleton.h"

#include <math.h>
#include <string.h>

/* Let W be the world matrix of a node and L its local matrix (rendering.md 2.1): W(node) = W(parent) . L. Below a new
 * parent, L must therefore be inverse (W(new parent)) . W(node). */

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

/* FALSE if the matrix is singular. */
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

/* Decomposes a matrix: L = T(pivot + t) . R . S . T(-pivot). Not every matrix has such factors; mw_motion_is_kept()
 * finds those that do not. */
static void
decompose (const Matrix *matrix, const float pivot[3], MwMotionKey *key)
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

/* Interpolates between two keys as games do: linearly, and rotations along the shorter arc, or along its chord if
 * `chord` is set. */
static void
between (const MwMotionKey *a, const MwMotionKey *b, gboolean chord, double part, MwMotionKey *out)
{
  double dot = 0, length = 0;
  for (int k = 0; k < 3; k++) {
    out->t[k] = a->t[k] + (b->t[k] - a->t[k]) * part;
    out->s[k] = a->s[k] + (b->s[k] - a->s[k]) * part;
  }
  for (int k = 0; k < 4; k++)
    dot += a->q[k] * b->q[k];
  double sign = dot < 0 ? -1 : 1, angle = acos (MIN (fabs (dot), 1));
  gboolean arc = angle > 1e-6 && !chord;
  double x = arc ? sin ((1 - part) * angle) / sin (angle) : 1 - part, y = arc ? sin (part * angle) / sin (angle) : part;
  for (int k = 0; k < 4; k++) {
    out->q[k] = x * a->q[k] + sign * y * b->q[k];
    length += out->q[k] * out->q[k];
  }
  for (int k = 0; k < 4; k++)
    out->q[k] /= length > 0 ? sqrt (length) : 1;
}

/* The largest difference between two keys. Movements are measured as fractions of the radius. */
static double
difference (const MwMotionKey *a, const MwMotionKey *b, double radius)
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

/* --- Times ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  const MwModel *model;
  MwId node, parent; /* parent 0: none */
  const float *pivot;
  GPtrArray *tracks; /* const MwRecord: all that decide how the node moves relative to the parent */
  MwSkeleton *skeleton;
  MwClock clock;
  double radius, tolerance;
  gboolean chord; /* rotations are interpolated along chords */
  GArray *keys;   /* MwMotionKey */
  gboolean flat;  /* the new parent has a scale of 0 at some time */
} Sampling;

enum { MOST_KEYS = 100000 };

/* Adds the tracks that move a node. A track that follows a global sequence is refused. If `shared` is set, the node
 * moves both the old and the new parent, and such a track is left out instead. */
static gboolean
add_tracks_of (Sampling *s, const MwRecord *node, gboolean shared, GError **error)
{
  static const char *const names[] = { "translation.track", "rotation.track", "scaling.track" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const MwField *slot = mw_schema_field (node->schema, names[i]);
    MwRecord *track = slot ? *(MwRecord *const *) mw_field_at (node, slot) : NULL;
    const MwField *clock = track ? mw_schema_part (track->schema, MW_PART_CLOCK) : NULL;
    gboolean global = clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
    if (global && !shared)
      return mw_operation_refuse (track, error, "follows a global sequence, so the motion cannot be kept by keys");
    if (track && !global)
      g_ptr_array_add (s->tracks, track);
  }
  return TRUE;
}

static gboolean
is_above (const MwModel *model, const MwRecord *above, const MwRecord *node)
{
  guint left = model->n_ids;
  for (; node && left; node = mw_node_parent (model, node), left--)
    if (node == above)
      return TRUE;
  return FALSE;
}

/* Adds the tracks of a node and of all its ancestors. An ancestor that it shares with `other` moves both parents, so
 * its motion cancels out and may be of any kind, unless a node in between inherits only a part of it. */
static gboolean
add_tracks_above (Sampling *s, const MwRecord *node, const MwRecord *other, const MwMotion *motion, GError **error)
{
  guint left = s->model->n_ids;
  gboolean whole = TRUE, shared = FALSE;
  for (; node; node = mw_node_parent (s->model, node)) {
    if (!left--)
      return mw_operation_refuse (node, error, "is its own ancestor: the parents form a cycle");
    shared = shared || (whole && is_above (s->model, node, other));
    whole &= motion->inherits (node);
    if ((!shared && !motion->follows (node, error)) || !add_tracks_of (s, node, shared, error))
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

/* The times of the tracks' keys in the sequence of the clock, sorted. */
static GArray *
times_in (const Sampling *s)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < s->tracks->len; i++) {
    g_autoptr (MwKeySet)
      keys = mw_key_set_of (s->model, s->tracks->pdata[i], s->clock.sequence, (gint64) s->clock.end - s->clock.start);
    for (guint k = 0; keys && k < keys->times->len; k++) {
      gint32 time = s->clock.start + g_array_index (keys->times, gint32, k);
      g_array_append_val (times, time);
    }
  }
  g_array_sort (times, compare_times);
  return times;
}

/* --- Sampling ------------------------------------------------------------------------------------------------------- */

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
static MwMotionKey
sample (Sampling *s, gint32 time)
{
  MwMotionKey key = { .sequence = s->clock.sequence, .time = time };
  Matrix world, inverse, local;
  s->clock.time = time;
  local = world = world_at (s->skeleton, s->node, &s->clock);
  if (s->parent) {
    Matrix parent = world_at (s->skeleton, s->parent, &s->clock);
    if (!invert (&parent, &inverse))
      s->flat = TRUE;
    else
      local = product (&inverse, &world);
  }
  decompose (&local, s->pivot, &key);
  memcpy (key.world, world.m, sizeof key.world);
  return key;
}

/* Adds keys between two known ones until linear interpolation is within the tolerance. A long sequence may need very many, so each
 * halving is a loop of two rounds. */
static gboolean
refine (Sampling *s, const MwMotionKey *a, const MwMotionKey *b, GError **error)
{
  static const int quarters[] = { 2, 1, 3 };
  gint64 length = (gint64) b->time - a->time;
  MwMotionKey middle;
  if (length < 2 || s->keys->len > MOST_KEYS)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (quarters); i++) {
    MwMotionKey line, at = sample (s, (gint32) (a->time + length * quarters[i] / 4));
    if (i == 0)
      middle = at;
    between (a, b, s->chord, (double) (at.time - a->time) / (double) length, &line);
    if (difference (&at, &line, s->radius) <= s->tolerance)
      continue;
    mw_progress_begin (s->document, 2);
    if (!mw_progress_next (s->document, error) || !refine (s, a, &middle, error))
      return FALSE;
    g_array_append_val (s->keys, middle);
    if (!mw_progress_next (s->document, error) || !refine (s, &middle, b, error))
      return FALSE;
    mw_progress_end (s->document);
    return TRUE;
  }
  return TRUE;
}

static gboolean
sample_sequence (Sampling *s, GError **error)
{
  g_autoptr (GArray) times = times_in (s);
  MwMotionKey last = sample (s, s->clock.start);
  g_array_append_val (s->keys, last);
  mw_progress_begin (s->document, times->len + 1);
  for (guint i = 0; i <= times->len; i++) {
    if (!mw_progress_next (s->document, error))
      return FALSE;
    gint32 time = i < times->len ? g_array_index (times, gint32, i) : s->clock.end;
    if (time <= last.time || time > s->clock.end)
      continue;
    MwMotionKey next = sample (s, time);
    if (!refine (s, &last, &next, error))
      return FALSE;
    g_array_append_val (s->keys, next);
    last = next;
  }
  mw_progress_end (s->document);
  return TRUE;
}

/* Sequences whose intervals overlap share keys, so each sequence is sampled at the times of the others too. */
static gboolean
sample_shared_times (Sampling *s, const MwList *sequences, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < s->keys->len; i++)
    g_array_append_val (times, g_array_index (s->keys, MwMotionKey, i).time);
  g_array_sort (times, compare_times);
  g_array_set_size (s->keys, 0);
  mw_progress_begin (s->document, sequences->n);
  for (uint32_t i = 0; i < sequences->n; i++) {
    if (!mw_progress_next (s->document, error))
      return FALSE;
    s->clock = (MwClock) { 0 };
    mw_clock_play (&s->clock, s->model, sequences->items[i]->id);
    for (guint k = 0; k < times->len && s->keys->len <= MOST_KEYS; k++) {
      gint32 time = g_array_index (times, gint32, k);
      gboolean again = k > 0 && time == g_array_index (times, gint32, k - 1);
      if (again || time < s->clock.start || time > s->clock.end)
        continue;
      MwMotionKey key = sample (s, time);
      g_array_append_val (s->keys, key);
    }
  }
  mw_progress_end (s->document);
  return TRUE;
}

static gboolean
sample_all (Sampling *s, GError **error)
{
  const MwList *sequences = mw_model_sequences (s->model);
  gboolean on_time_line = FALSE;
  mw_progress_begin (s->document, sequences->n);
  for (uint32_t i = 0; i < sequences->n && s->keys->len <= MOST_KEYS; i++) {
    if (!mw_progress_next (s->document, error))
      return FALSE;
    MwSequenceAspect sequence = mw_sequence_aspect (s->model, sequences->items[i]);
    on_time_line |= sequence.on_time_line;
    /* On a time line an alias has an interval and may have keys of its own. */
    if (sequence.is_alias && !sequence.on_time_line)
      continue;
    if (sequence.not_loaded)
      return mw_operation_refuse (sequences->items[i], error,
                                  "has its keys in a file that is not loaded, so its motion is not known");
    s->clock = (MwClock) { 0 };
    mw_clock_play (&s->clock, s->model, sequences->items[i]->id);
    if (!sample_sequence (s, error))
      return FALSE;
  }
  mw_progress_end (s->document);
  return !on_time_line || sample_shared_times (s, sequences, error);
}

/* The radius that the model states; if it states none, that of its points at rest. */
static double
radius_of (const MwModel *model, const MwSkeleton *at_rest)
{
  const MwBounds *bounds = mw_model_member (model, mw_aspects_of (model)->bounds);
  gboolean stated = bounds && bounds->radius > 0 && isfinite (bounds->radius);
  double radius = stated ? (double) bounds->radius : 0;
  for (guint i = 0; i < mw_skeleton_n_nodes (at_rest) && !stated; i++) {
    float place[3];
    mw_skeleton_position_at (at_rest, i, place);
    for (int k = 0; k < 3; k++)
      radius = MAX (radius, fabs ((double) place[k]));
  }
  return radius > 0 ? radius : 1;
}

/* Changes signs so that no quaternion is followed by one in the opposite hemisphere. */
static void
turn_keys (GArray *keys)
{
  for (guint i = 1; i < keys->len; i++) {
    const MwMotionKey *last = &g_array_index (keys, MwMotionKey, i - 1);
    MwMotionKey *key = &g_array_index (keys, MwMotionKey, i);
    double dot = 0;
    for (int k = 0; k < 4; k++)
      dot += last->q[k] * key->q[k];
    for (int k = 0; dot < 0 && k < 4; k++)
      key->q[k] = -key->q[k];
  }
}

GArray *
mw_motion_sample (MwDocument *document, const MwMotion *motion, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *node = mw_model_find (model, motion->node), *parent = mw_model_find (model, motion->parent),
                 *old = mw_node_parent (model, node);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (MwMotionKey));
  g_autoptr (GPtrArray) tracks = g_ptr_array_new ();
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  Sampling s = { .document = document,
                 .model = model,
                 .node = motion->node,
                 .parent = motion->parent,
                 .pivot = mw_node_place (model, node),
                 .tracks = tracks,
                 .skeleton = skeleton,
                 .radius = radius_of (model, skeleton),
                 .tolerance = motion->tolerance,
                 .chord = motion->chord,
                 .keys = keys };
  if (!add_tracks_of (&s, node, FALSE, error) || !add_tracks_above (&s, old, parent, motion, error)
      || !add_tracks_above (&s, parent, old, motion, error) || !sample_all (&s, error))
    return NULL;
  if (s.flat)
    return mw_operation_refuse (parent, error, "has a scale of 0 at some time, so motion below it cannot be kept"),
           NULL;
  if (keys->len > MOST_KEYS)
    return mw_operation_refuse (node, error, "would need more than 100000 keys: give a larger tolerance"), NULL;
  turn_keys (keys);
  return g_steal_pointer (&keys);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  gint32 x = ((const MwMotionKey *) a)->time, y = ((const MwMotionKey *) b)->time;
  return (x > y) - (x < y);
}

GArray *
mw_motion_on_time_line (const GArray *keys)
{
  GArray *line = g_array_copy ((GArray *) keys);
  guint n = 0;
  g_array_sort (line, compare_keys);
  for (guint i = 0; i < line->len; i++)
    if (!n || g_array_index (line, MwMotionKey, n - 1).time != g_array_index (line, MwMotionKey, i).time)
      g_array_index (line, MwMotionKey, n++) = g_array_index (line, MwMotionKey, i);
  g_array_set_size (line, n);
  return line;
}

gboolean
mw_motion_is_kept (MwDocument *document, MwId id, const GArray *keys, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  const float *p = mw_node_place (model, record);
  const double radius = radius_of (model, skeleton);
  for (guint i = 0; i < keys->len; i++) {
    const MwMotionKey *key = &g_array_index (keys, MwMotionKey, i);
    MwClock clock = { 0 };
    mw_clock_play (&clock, model, key->sequence);
    clock.time = key->time;
    Matrix now = world_at (skeleton, id, &clock);
    gboolean same = TRUE;
    for (int row = 0; row < 3; row++) {
      double moved = 0;
      for (int column = 0; column < 4; column++) {
        double change = now.m[4 * column + row] - key->world[4 * column + row];
        moved += change * (column < 3 ? (double) p[column] : 1);
        same &= column == 3 || fabs (change) <= 1e-3;
      }
      same &= fabs (moved) <= 1e-4 * radius;
    }
    if (same)
      continue;
    g_autofree char *reason = g_strdup_printf (
      "its motion cannot be kept at %d ms: no combination of movement, rotation and scale below the new parent gives it",
      key->time);
    return mw_operation_refuse (record, error, reason);
  }
  return TRUE;
}
