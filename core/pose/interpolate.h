/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Interpolation between two keys (rendering.md 1.1).
 *
 * `a` is the key before, `b` the one behind, t runs from 0 at `a` to 1 at `b`. Of the tangents, a's out-tangent and b's
 * in-tangent count; they may be NULL for kernels without tangents. `out` may be any of the inputs.
 * An interpolation that needs tangents falls back to the linear one where they are NULL; a stored number without a name
 * (above 3) is linear too. */

/* Component-wise, for n = 1 to 4 floats. `interpolation` is an MwInterpolation. */
void mw_interpolate (uint32_t interpolation, guint n, const float *a, const float *out_tan, const float *in_tan,
                     const float *b, float t, float *out);

/* Unit quaternions x, y, z, w: the nearer way round for linear, squad for Hermite and Bezier. The result is a unit
 * quaternion; inputs need not be. A zero or non-finite input counts as the identity. */
void mw_interpolate_quat (uint32_t interpolation, const float a[4], const float *out_tan, const float *in_tan,
                          const float b[4], float t, float out[4]);
/* Between two quaternions of any length the nearer way round, as a straight line that is made unit length (M2). */
void mw_interpolate_nlerp (const float a[4], const float b[4], float t, float out[4]);
