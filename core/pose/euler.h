/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Rotations as people read them: as an axis and an angle in degrees, or as three angles in degrees, about the X axis of the parent,
 * then about its Y axis, then about its Z axis. */

/* The angles of a quaternion x, y, z, w of any length: those about X and Z from -180 to 180, that about Y from -90 to 90. Where
 * Y is 90 or -90, the angles about X and Z do the same, and that about Z is 0. Zero and what is not finite counts as no turn. */
void mw_euler_from_quat (const float q[4], double angles[3]);
/* The unit quaternion of three angles. */
void mw_euler_to_quat (const double angles[3], float q[4]);
/* Replaces the angles by the nearest to `near` of those that are the same rotation. So angles stay together along a curve. */
void mw_euler_bring_near (double angles[3], const double near[3]);
/* Whether three angles as mw_euler_from_quat() gives them have Y so near to 90 or -90 that X and Z turn about the same axis. */
gboolean mw_euler_is_locked (const double angles[3]);

/* The axis of a quaternion, of length 1, and the angle about it, from 0 to 180. No turn: the Z axis and 0. */
void mw_axis_from_quat (const float q[4], double axis[3], double *angle);
/* The unit quaternion of a turn by any angle about an axis of any length. FALSE: the axis has no length, or is not finite. */
gboolean mw_axis_to_quat (const double axis[3], double angle, float q[4]);
