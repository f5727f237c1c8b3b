/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/array.h"

/* Vertices that hang together. A vertex of a model has one normal and one pair of texture coordinates, so at a seam or a sharp edge
 * there are several vertices at the same position. */

/* For each vertex the number of the first one at exactly the same position (three floats each). Free with g_free(). */
guint32 *mw_mesh_same_places (const MwArray *positions);

/* Sets of numbers: above[i] is another number of the same set, or i in exactly one number of each set, its root. */
guint32 mw_mesh_root (guint32 *above, guint32 i);
/* Makes one set of the sets of two numbers. Its root is the lower of both roots. */
void mw_mesh_join (guint32 *above, guint32 a, guint32 b);
