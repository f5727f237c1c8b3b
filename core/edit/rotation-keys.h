/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Rotations of keys as angles in degrees (core/pose/euler.h). */

/* Three angles for each of n quaternions. Each key has the angles that are nearest to those of the key before it, so that they go on
 * without jumps. Free with g_free(). */
double *mw_rotation_keys_angles (const float *quaternions, guint n);
