/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The keys with which a node moves below another parent as it does now, in every sequence. */

/* A key of all three tracks: the node moves by t, turns by the unit quaternion q (x, y, z, w) and is scaled by s, about its pivot.
 * `world` is the matrix of the node in the model, which must stay. */
typedef struct {
  MwId sequence;
  gint32 time; /* on the clock of the sequence (MwClock) */
  double t[3], q[4], s[3];
  double world[16];
} MwMotionKey;

typedef struct {
  MwId node, parent; /* the new parent; 0: none */
  double tolerance;  /* how far the motion between keys may be off, as a part of the model's radius */
  gboolean chord;    /* the game interpolates rotations along the chord, and not the arc */
  /* Whether a node moves only by its own tracks and with its parent: not towards the camera, for example. The error says why not. */
  gboolean (*follows) (const MwRecord *node, GError **error);
  /* Whether it inherits all of its parent's motion. */
  gboolean (*inherits) (const MwRecord *node);
} MwMotion;

/* The keys (MwMotionKey), sequence by sequence and in the order of time; aliases that play the keys of others have none. Nodes above
 * both parents may move in any way. NULL and an error for motion that keys cannot keep. Free with g_array_unref(). */
GArray *mw_motion_sample (MwDocument *document, const MwMotion *motion, GError **error);
/* The keys of models whose sequences share one time line: sorted, each time once. Free with g_array_unref(). */
GArray *mw_motion_on_time_line (const GArray *keys);
/* Whether a node is at every key where it was. It is not where the new parent shears it, because a node can only move, turn and
 * scale. */
gboolean mw_motion_is_kept (MwDocument *document, MwId node, const GArray *keys, GError **error);

/* Gives a node of MDLX, which may be a bone, another parent (or none) and keys of its own that keep its motion. */
gboolean mw_mdlx_keep_motion (MwDocument *document, MwId node, MwRef parent, double tolerance, GError **error);
/* The same for a bone of M2. A point of M2 has no keys with which it could move: it follows a helper bone from then on, which is
 * made below the new parent and has such keys. */
gboolean mw_m2_keep_motion (MwDocument *document, MwId node, MwRef parent, double tolerance, GError **error);
