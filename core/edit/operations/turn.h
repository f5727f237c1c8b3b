/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rotations in parameters of operations: degrees around the x axis, then the y axis, then the z axis of the model. */

/* The rotation as a matrix, row by row. Right angles are exact. */
void mw_turn_matrix (const float degrees[3], double matrix[3][3]);
/* Multiplies a rotation around one axis (0 to 2) to the left of a matrix. */
void mw_turn_about (double matrix[3][3], unsigned axis, double degrees);
/* The degrees of a rotation by `angle` (radians) about a unit vector. */
void mw_turn_of_axis (const float axis[3], double angle, float degrees[3]);
/* The unit vector and the angle (radians, 0 to pi) of a rotation. Without a rotation the angle is 0 and the vector is z. */
void mw_turn_to_axis (const float degrees[3], double axis[3], double *angle);
