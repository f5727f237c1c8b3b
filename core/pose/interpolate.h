/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Interpolation between two keys (rendering.md 1.1).
 *
 * `a` is the value of the earlier key, `b` that of the later one; t runs from 0 at `a` to 1 at `b`. `out_tan` is the
 * out-tangent of a, `in_tan` the in-tangent of b; both may be NULL if the interpolation needs none. If it needs them
 * and they are NULL, the interpolation is linear, as is one with an unknown number (above 3). `out` may be any of
 * the inputs. */

/* Interpolates n = 1 to 4 floats component by component. `interpolation` is an MwInterpolation. */
void mw_interpolate (uint32_t interpolation, guint n, const float *a, const float *out_tan, const float *in_tan,
                     const float *b, float t, float *out);

/* Interpolates quaternions x, y, z, w: along the shorter way if linear, squad for Hermite and Bezier. The result is
 * a unit quaternion; the inputs need not be. An input that is zero or not finite counts as the identity. */
void mw_interpolate_quat (uint32_t interpolation, const float a[4], const float *out_tan, const float *in_tan,
                          const float b[4], float t, float out[4]);
/* Interpolates quaternions of any length linearly along the shorter way, and normalises the result (M2). */
void mw_interpolate_nlerp (const float a[4], const float b[4], float t, float out[4]);
