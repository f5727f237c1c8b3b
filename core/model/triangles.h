/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Whether a triangle has a repeated vertex, or is at most a millionth as high as its longest edge is long: it is never visible.
 * `positions` has three floats for each of `n_vertices` vertices, `corners` the numbers of three vertices. A triangle with a vertex
 * that does not exist is not degenerate. */
gboolean mw_triangle_is_degenerate (const float *positions, guint32 n_vertices, const guint16 *corners);
