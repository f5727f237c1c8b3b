/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Vectors (3 floats), quaternions (x, y, z, w) and matrices (16 floats, column-major, for column vectors), as plain
 * unaligned arrays. Unless a comment says otherwise, an output must not be an input. */

static const float mw_mat_identity[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };

static inline float
mw_vec_dot (const float a[3], const float b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline float
mw_vec_length (const float a[3])
{
  return sqrtf (mw_vec_dot (a, a));
}

static inline void
mw_vec_cross (const float a[3], const float b[3], float out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Normalises the vector and returns the length that it had. If that is almost 0 or not finite, the vector is
 * unchanged and 0 is returned. */
static inline float
mw_vec_normalise (float a[3])
{
  float length = mw_vec_length (a);
  if (!(length > 1e-12f) || !isfinite (length))
    return 0;
  for (int i = 0; i < 3; i++)
    a[i] /= length;
  return length;
}

/* Normalises the quaternion. If its length is almost 0 or not finite, it becomes the identity. */
static inline void
mw_quat_normalise (float q[4])
{
  float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(square > 1e-20f) || !isfinite (square)) {
    q[0] = q[1] = q[2] = 0;
    q[3] = 1;
    return;
  }
  float factor = 1 / sqrtf (square);
  for (int i = 0; i < 4; i++)
    q[i] *= factor;
}

/* out = a . b, for affine matrices. */
static inline void
mw_mat_multiply (const float a[16], const float b[16], float out[16])
{
  for (int column = 0; column < 4; column++) {
    const float *c = b + 4 * column;
    for (int row = 0; row < 3; row++)
      out[4 * column + row] = a[row] * c[0] + a[4 + row] * c[1] + a[8 + row] * c[2] + (column == 3 ? a[12 + row] : 0);
    out[4 * column + 3] = column == 3;
  }
}

/* Transforms the point p. `out` may be p. */
static inline void
mw_mat_point (const float m[16], const float p[3], float out[3])
{
  float x = p[0], y = p[1], z = p[2];
  for (int row = 0; row < 3; row++)
    out[row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row];
}

/* Transforms the point p by four of the matrices, each times its weight of 255. If all weights are 0, the point does
 * not move. `out` must not be p. */
static inline void
mw_mat_point_weighted (const float *matrices, const uint16_t numbers[4], const uint8_t weights[4], const float p[3],
                       float out[3])
{
  guint sum = 0;
  out[0] = out[1] = out[2] = 0;
  for (int k = 0; k < 4; k++) {
    if (!weights[k])
      continue;
    float moved[3], weight = (float) weights[k] / 255;
    mw_mat_point (matrices + (gsize) 16 * numbers[k], p, moved);
    for (int i = 0; i < 3; i++)
      out[i] += weight * moved[i];
    sum += weights[k];
  }
  if (!sum)
    memcpy (out, p, 3 * sizeof (float));
}

/* Transforms the direction d, without the translation. `out` may be d. */
static inline void
mw_mat_direction (const float m[16], const float d[3], float out[3])
{
  float x = d[0], y = d[1], z = d[2];
  for (int row = 0; row < 3; row++)
    out[row] = m[row] * x + m[4 + row] * y + m[8 + row] * z;
}

/* The direction that the matrix turns into d. FALSE, and *out unchanged, if there is none. `out` may be d. */
static inline gboolean
mw_mat_direction_back (const float m[16], const float d[3], float out[3])
{
  float sides[3][3];
  mw_vec_cross (m + 4, m + 8, sides[0]);
  mw_vec_cross (m + 8, m, sides[1]);
  mw_vec_cross (m, m + 4, sides[2]);
  const float determinant = mw_vec_dot (m, sides[0]);
  if (!(fabsf (determinant) > 1e-12f))
    return FALSE;
  const float back[3] = { mw_vec_dot (sides[0], d), mw_vec_dot (sides[1], d), mw_vec_dot (sides[2], d) };
  for (int i = 0; i < 3; i++)
    out[i] = back[i] / determinant;
  return TRUE;
}

/* The same for the point that the matrix moves to p. */
static inline gboolean
mw_mat_point_back (const float m[16], const float p[3], float out[3])
{
  const float d[3] = { p[0] - m[12], p[1] - m[13], p[2] - m[14] };
  return mw_mat_direction_back (m, d, out);
}

/* Fills the upper 3x3 of m with the rotation of a unit quaternion; each column is multiplied by its scale. */
static inline void
mw_mat_set_rotation_scale (float m[16], const float q[4], const float scale[3])
{
  float x = q[0], y = q[1], z = q[2], w = q[3];
  m[0] = (1 - 2 * (y * y + z * z)) * scale[0];
  m[1] = 2 * (x * y + z * w) * scale[0];
  m[2] = 2 * (x * z - y * w) * scale[0];
  m[4] = 2 * (x * y - z * w) * scale[1];
  m[5] = (1 - 2 * (x * x + z * z)) * scale[1];
  m[6] = 2 * (y * z + x * w) * scale[1];
  m[8] = 2 * (x * z + y * w) * scale[2];
  m[9] = 2 * (y * z - x * w) * scale[2];
  m[10] = (1 - 2 * (x * x + y * y)) * scale[2];
}

/* Sets the translation of m so that `point` is moved to `place`. */
static inline void
mw_mat_anchor (float m[16], const float point[3], const float place[3])
{
  float turned[3];
  mw_mat_direction (m, point, turned);
  for (int i = 0; i < 3; i++)
    m[12 + i] = place[i] - turned[i];
}

/* Whether the matrix turns left into right. */
static inline gboolean
mw_mat_mirrors (const float m[16])
{
  float cross[3];
  mw_vec_cross (m, m + 4, cross);
  return mw_vec_dot (cross, m + 8) < 0;
}

/* The axes of the viewer in model space, of unit length: right, up, and towards the viewer. */
static inline void
mw_view_axes (const float view[16], float right[3], float up[3], float towards[3])
{
  float *axes[3] = { right, up, towards };
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++)
      axes[row][column] = view[4 * column + row];
    mw_vec_normalise (axes[row]);
  }
}
