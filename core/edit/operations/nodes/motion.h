/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Computes the keys that keep the motion of a node in every sequence when it gets another parent. */

/* A key of all three tracks: the node moves by t, turns by the unit quaternion q (x, y, z, w) and is scaled by s, about
 * its pivot. `world` is the world matrix of the node, which must not change. */
typedef struct {
  MwId sequence;
  gint32 time; /* on the clock of the sequence (MwClock) */
  double t[3], q[4], s[3];
  double world[16];
} MwMotionKey;

typedef struct {
  MwId node, parent; /* the new parent; 0: none */
  double tolerance;  /* how far the motion between keys may be off, as a fraction of the model's radius */
  gboolean chord;    /* the game interpolates rotations along the chord instead of the arc */
  /* Whether a node moves only by its own tracks and with its parent. A billboard, for example, does not. The error says
   * why not. */
  gboolean (*follows) (const MwRecord *node, GError **error);
  /* Whether it inherits all of its parent's motion. */
  gboolean (*inherits) (const MwRecord *node);
} MwMotion;

/* The keys (MwMotionKey), sequence by sequence and in the order of time; aliases that play the keys of others have none. Nodes above
 * both parents may move in any way. NULL and an error for motion that keys cannot keep. Free with g_array_unref(). */
GArray *mw_motion_sample (MwDocument *document, const MwMotion *motion, GError **error);
/* Returns the keys for a model whose sequences share one time line: sorted, with one key for each time. Free with
 * g_array_unref(). */
GArray *mw_motion_on_time_line (const GArray *keys);
/* Whether a node is where it was at every key. This fails if the new parent would shear it, because a node can only
 * move, turn and scale. */
gboolean mw_motion_is_kept (MwDocument *document, MwId node, const GArray *keys, GError **error);

/* Gives a node of MDLX, which may be a bone, another parent (or none) and keys of its own that keep its motion. */
gboolean mw_mdlx_keep_motion (MwDocument *document, MwId node, MwRef parent, double tolerance, GError **error);
/* The same for a bone of M2. A point of M2 has no keys with which it could move: it follows a helper bone from then on, which is
 * made below the new parent and has such keys. */
gboolean mw_m2_keep_motion (MwDocument *document, MwId node, MwRef parent, double tolerance, GError **error);
