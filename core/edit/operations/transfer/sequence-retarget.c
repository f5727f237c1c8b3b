/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/sequence-retarget.h"
#include "core/edit/operations/nodes/node-places.h"

#include <math.h>
#include <string.h>

/* Let S be the rotation of a bone of the source in model space, and C the rotation that takes the direction of that bone at
 * rest to that of the matched bone. The matched bone points the same way if its rotation in model space is S C'. (C' is the
 * reverse of C.) With that, the local rotation R of the source becomes Cp R C', where Cp is the C of the parent, and a translation
 * t becomes Cp t. */

enum { QUATERNION = 4 };

typedef struct {
  double scale;            /* of translations */
  float turn[4], above[4]; /* C of the bone, and of its parent */
} Fit;

struct _MwRetarget {
  const MwTransfer *transfer;
  gboolean lengths, rest;
  gboolean any_rest; /* also if the user says so of one bone */
  double ratio;
  GHashTable *fits; /* id of a bone of the source -> Fit */
};

static const float identity[4] = { 0, 0, 0, 1 };

static void
multiply (const float a[4], const float b[4], float out[4])
{
  const float r[4] = { a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                       a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                       a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                       a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2] };
  memcpy (out, r, sizeof r);
}

static void
reversed (const float q[4], float out[4])
{
  for (guint i = 0; i < 3; i++)
    out[i] = -q[i];
  out[3] = q[3];
}

static void
turn_vector (const float q[4], float v[3])
{
  float back[4], as[4] = { v[0], v[1], v[2], 0 }, out[4];
  reversed (q, back);
  multiply (q, as, out);
  multiply (out, back, out);
  memcpy (v, out, 3 * sizeof (float));
}

static double
way (const float *a, const float *b, double out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = (double) b[i] - (double) a[i];
  return sqrt (out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

/* The shortest rotation from one direction to another. */
static void
rotation_between (const double a[3], double length_a, const double b[3], double length_b, float out[4])
{
  double dot = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (length_a * length_b);
  double axis[3] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
  double w = 1 + dot;
  if (w > 2 - 1e-12) {
    memcpy (out, identity, sizeof identity);
    return;
  }
  if (w < 1e-9) { /* the opposite direction: half a turn about any axis at right angles */
    guint least = fabs (a[0]) < fabs (a[1]) ? (fabs (a[0]) < fabs (a[2]) ? 0 : 2) : fabs (a[1]) < fabs (a[2]) ? 1 : 2;
    guint p = (least + 1) % 3, q = (least + 2) % 3;
    axis[least] = 0;
    axis[p] = -a[q];
    axis[q] = a[p];
    w = 0;
  } else
    for (guint i = 0; i < 3; i++)
      axis[i] /= length_a * length_b;
  double length = sqrt (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2] + w * w);
  for (guint i = 0; i < 3; i++)
    out[i] = (float) (axis[i] / length);
  out[3] = (float) (w / length);
}

/* --- Fits ------------------------------------------------------------------------------------------------------------ */

/* The nearest bone above one of the source that has a match. */
static const MwRecord *
matched_above (const MwTransfer *t, const MwRecord *bone)
{
  guint limit = t->source->n_ids;
  for (bone = mw_node_parent (t->source, bone); bone && limit--; bone = mw_node_parent (t->source, bone))
    if (mw_transfer_to (t, bone))
      return bone;
  return NULL;
}

/* The lengths of a bone of the source and of its match, from the nearest matched bones above them. */
static gboolean
lengths_of (const MwTransfer *t, const MwRecord *bone, double *from, double *to)
{
  const MwModel *model = mw_document_get_model (t->document);
  const MwRecord *above = matched_above (t, bone);
  double unused[3];
  if (!above)
    return FALSE;
  *from = way (mw_node_place (t->source, above), mw_node_place (t->source, bone), unused);
  *to = way (mw_node_place (model, mw_transfer_to (t, above)), mw_node_place (model, mw_transfer_to (t, bone)), unused);
  return TRUE;
}

static gboolean
has_place (const MwModel *model, const MwRecord *record)
{
  return mw_node_place_field (model, record) != NULL;
}

static void
find_ratio (MwRetarget *r)
{
  GHashTableIter iter;
  gpointer key;
  double all_from = 0, all_to = 0;
  g_hash_table_iter_init (&iter, r->transfer->to);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    const MwRecord *bone = mw_model_find (r->transfer->source, GPOINTER_TO_UINT (key));
    double from, to;
    if (has_place (r->transfer->source, bone) && mw_transfer_to (r->transfer, bone)
        && mw_transfer_is_bone (r->transfer->source, bone) && lengths_of (r->transfer, bone, &from, &to)) {
      all_from += from;
      all_to += to;
    }
  }
  if (all_from > 1e-6 && all_to > 1e-6)
    r->ratio = all_to / all_from;
}

/* The bone that a bone points to: the first one below it, in file order, whose match is below its match. FALSE: none. */
static gboolean
find_turn (const MwRetarget *r, const MwRecord *bone, float out[4])
{
  const MwTransfer *t = r->transfer;
  const MwModel *model = mw_document_get_model (t->document);
  const MwRecord *match = mw_transfer_to (t, bone);
  for (MwId id = 1; id < t->source->n_ids; id++) {
    const MwRecord *child = mw_model_find (t->source, id);
    const MwRecord *other = child && has_place (t->source, child) && mw_transfer_is_bone (t->source, child)
                                && mw_node_parent (t->source, child) == bone
                              ? mw_transfer_to (t, child)
                              : NULL;
    double from[3], to[3];
    if (!other || mw_node_parent (model, other) != match)
      continue;
    double length_from = way (mw_node_place (t->source, bone), mw_node_place (t->source, child), from),
           length_to = way (mw_node_place (model, match), mw_node_place (model, other), to);
    if (length_from > 1e-4 && length_to > 1e-4) {
      rotation_between (from, length_from, to, length_to, out);
      return TRUE;
    }
  }
  return FALSE;
}

/* What the user says of the bone, or else of all. */
static gboolean
is_corrected (const MwRetarget *r, const MwRecord *bone)
{
  const guint said = GPOINTER_TO_UINT (g_hash_table_lookup (r->transfer->rest, GUINT_TO_POINTER (bone->id)));
  return said ? said == 1 : r->rest;
}

/* A bone that points to none is turned like its parent. */
static const Fit *
fit_of (const MwRetarget *r, const MwRecord *bone, guint depth)
{
  enum { DEEPEST = 512 };
  Fit *fit = g_hash_table_lookup (r->fits, GUINT_TO_POINTER (bone->id));
  if (fit)
    return fit;
  const MwRecord *above = depth < DEEPEST ? matched_above (r->transfer, bone) : NULL;
  const Fit *parent = above && r->any_rest ? fit_of (r, above, depth + 1) : NULL;
  double from, to;
  fit = g_new0 (Fit, 1);
  fit->scale = r->lengths ? r->ratio : 1;
  if (r->lengths && lengths_of (r->transfer, bone, &from, &to) && from > 1e-4 && to > 1e-4)
    fit->scale = to / from;
  memcpy (fit->above, parent ? parent->turn : identity, sizeof fit->above);
  /* A bone that is not corrected is turned in the model as in the source. What is no bone follows the one above it. */
  const gboolean is_bone = mw_transfer_is_bone (r->transfer->source, bone), corrected = is_corrected (r, bone);
  memcpy (fit->turn, corrected || !is_bone ? fit->above : identity, sizeof fit->turn);
  if (corrected && is_bone)
    find_turn (r, bone, fit->turn);
  g_hash_table_insert (r->fits, GUINT_TO_POINTER (bone->id), fit);
  return fit;
}

MwRetarget *
mw_retarget_new (const MwTransfer *transfer, gboolean lengths, gboolean rest)
{
  MwRetarget *r = g_new0 (MwRetarget, 1);
  *r = (MwRetarget) { transfer, lengths, rest, rest, 1, g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  GHashTableIter iter;
  gpointer said;
  g_hash_table_iter_init (&iter, transfer->rest);
  while (g_hash_table_iter_next (&iter, NULL, &said))
    r->any_rest |= GPOINTER_TO_UINT (said) == 1;
  if (lengths)
    find_ratio (r);
  return r;
}

void
mw_retarget_free (MwRetarget *r)
{
  g_hash_table_unref (r->fits);
  g_free (r);
}

double
mw_retarget_ratio (const MwRetarget *r)
{
  return r->ratio;
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_identity (const float q[4])
{
  return memcmp (q, identity, sizeof identity) == 0;
}

static void
fit_vectors (const Fit *fit, GByteArray *values)
{
  float *v = (float *) (gpointer) values->data;
  for (guint i = 0; i + 3 <= values->len / sizeof (float); i += 3) {
    if (!is_identity (fit->above))
      turn_vector (fit->above, v + i);
    for (guint c = 0; c < 3; c++)
      v[i + c] = (float) ((double) v[i + c] * fit->scale);
  }
}

static void
fit_rotations (const Fit *fit, GByteArray *values)
{
  float *q = (float *) (gpointer) values->data, back[4];
  if (is_identity (fit->above) && is_identity (fit->turn))
    return;
  reversed (fit->turn, back);
  for (guint i = 0; i + QUATERNION <= values->len / sizeof (float); i += QUATERNION) {
    multiply (fit->above, q + i, q + i);
    multiply (q + i, back, q + i);
  }
}

void
mw_retarget_keys (const MwRetarget *r, const MwRecord *bone, const MwField *slot, MwKeySet *keys)
{
  if (!keys->values || keys->values->element != MW_TYPE_F32 || !has_place (r->transfer->source, bone))
    return;
  GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
  const Fit *fit = fit_of (r, bone, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (keys->values->count == QUATERNION)
      fit_rotations (fit, all[i]);
    else if (slot->role == MW_ROLE_POSITION)
      fit_vectors (fit, all[i]);
}

gboolean
mw_retarget_rest (const MwRetarget *r, const MwRecord *bone, float rotation[4])
{
  if (!has_place (r->transfer->source, bone))
    return FALSE;
  const Fit *fit = fit_of (r, bone, 0);
  float back[4];
  reversed (fit->turn, back);
  multiply (fit->above, back, rotation);
  return fabsf (rotation[0]) + fabsf (rotation[1]) + fabsf (rotation[2]) > 1e-6f;
}
