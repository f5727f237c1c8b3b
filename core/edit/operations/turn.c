/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/turn.h"
#include <glib.h>
#include <math.h>
#include <string.h>

void
mw_turn_about (double matrix[3][3], unsigned axis, double degrees)
{
  const unsigned a = (axis + 1) % 3, b = (axis + 2) % 3;
  double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
  if (fmod (degrees, 90) == 0) {
    c = round (c);
    s = round (s);
  }
  for (unsigned k = 0; k < 3; k++) {
    double x = matrix[a][k], y = matrix[b][k];
    matrix[a][k] = c * x - s * y;
    matrix[b][k] = s * x + c * y;
  }
}

void
mw_turn_matrix (const float degrees[3], double matrix[3][3])
{
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < 3; k++)
      matrix[i][k] = i == k;
  for (unsigned i = 0; i < 3; i++)
    mw_turn_about (matrix, i, (double) degrees[i]);
}

void
mw_turn_of_axis (const float axis[3], double angle, float degrees[3])
{
  const double x = (double) axis[0], y = (double) axis[1], z = (double) axis[2], c = cos (angle), s = sin (angle),
               t = 1 - c;
  const double m[3][3] = { { t * x * x + c, t * x * y - s * z, t * x * z + s * y },
                           { t * x * y + s * z, t * y * y + c, t * y * z - s * x },
                           { t * x * z - s * y, t * y * z + s * x, t * z * z + c } };
  /* The matrix is Rz . Ry . Rx, so its last row is (-sin y, cos y sin x, cos y cos x). */
  const double level = hypot (m[2][1], m[2][2]);
  degrees[1] = (float) (atan2 (-m[2][0], level) * 180 / G_PI);
  if (level > 1e-9) {
    degrees[0] = (float) (atan2 (m[2][1], m[2][2]) * 180 / G_PI);
    degrees[2] = (float) (atan2 (m[1][0], m[0][0]) * 180 / G_PI);
  } else { /* x and z turn about the same line */
    degrees[0] = (float) (atan2 (-m[1][2], m[1][1]) * 180 / G_PI);
    degrees[2] = 0;
  }
}

void
mw_turn_to_axis (const float degrees[3], double axis[3], double *angle)
{
  /* As quaternions, q = qz . qy . qx. */
  double q[4] = { 0, 0, 0, 1 }, length;
  for (unsigned i = 0; i < 3; i++) {
    const double half = (double) degrees[i] * G_PI / 360, s = sin (half), c = cos (half);
    const unsigned a = (i + 1) % 3, b = (i + 2) % 3;
    double out[4];
    out[i] = c * q[i] + s * q[3];
    out[a] = c * q[a] - s * q[b];
    out[b] = c * q[b] + s * q[a];
    out[3] = c * q[3] - s * q[i];
    memcpy (q, out, sizeof q);
  }
  length = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const double sign = q[3] < 0 ? -1 : 1;
  for (unsigned i = 0; i < 3; i++)
    axis[i] = length > 1e-12 ? sign * q[i] / length : i == 2;
  *angle = 2 * atan2 (length, sign * q[3]);
}
