/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/euler.h"
#include "core/pose/math.h"

static const double DEGREE = G_PI / 180;

void
mw_euler_from_quat (const float q[4], double angles[3])
{
  float unit[4];
  memcpy (unit, q, sizeof unit);
  mw_quat_normalise (unit);
  const double x = (double) unit[0], y = (double) unit[1], z = (double) unit[2], w = (double) unit[3];
  const double sine = 2 * (w * y - z * x);
  if (fabs (sine) > 0.9999999) {
    angles[0] = 2 * atan2 (x, w) / DEGREE;
    angles[1] = sine > 0 ? 90 : -90;
    angles[2] = 0;
    angles[0] -= 360 * round (angles[0] / 360);
    return;
  }
  angles[0] = atan2 (2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) / DEGREE;
  angles[1] = asin (sine) / DEGREE;
  angles[2] = atan2 (2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) / DEGREE;
}

void
mw_euler_to_quat (const double angles[3], float q[4])
{
  double s[3], c[3];
  for (guint i = 0; i < 3; i++) {
    s[i] = sin (angles[i] * DEGREE / 2);
    c[i] = cos (angles[i] * DEGREE / 2);
  }
  q[0] = (float) (s[0] * c[1] * c[2] - c[0] * s[1] * s[2]);
  q[1] = (float) (c[0] * s[1] * c[2] + s[0] * c[1] * s[2]);
  q[2] = (float) (c[0] * c[1] * s[2] - s[0] * s[1] * c[2]);
  q[3] = (float) (c[0] * c[1] * c[2] + s[0] * s[1] * s[2]);
}

gboolean
mw_euler_is_locked (const double angles[3])
{
  return fabs (fabs (angles[1]) - 90) < 0.02;
}

/* Turns each angle by whole turns to the nearest one, and returns how far they are then. */
static double
turn_near (double angles[3], const double near[3])
{
  double far = 0;
  for (guint i = 0; i < 3; i++) {
    angles[i] -= 360 * round ((angles[i] - near[i]) / 360);
    far += (angles[i] - near[i]) * (angles[i] - near[i]);
  }
  return far;
}

void
mw_euler_bring_near (double angles[3], const double near[3])
{
  double other[3] = { angles[0] + 180, 180 - angles[1], angles[2] + 180 };
  if (mw_euler_is_locked (angles)) {
    /* X and Z turn about the same axis here, so what one of them has can be moved to the other one. */
    const double by = near[2] - angles[2];
    angles[2] += by;
    angles[0] += angles[1] > 0 ? by : -by;
    turn_near (angles, near);
    return;
  }
  if (turn_near (other, near) < turn_near (angles, near))
    memcpy (angles, other, sizeof other);
}

void
mw_axis_from_quat (const float q[4], double axis[3], double *angle)
{
  float unit[4];
  memcpy (unit, q, sizeof unit);
  mw_quat_normalise (unit);
  const double sign = unit[3] < 0 ? -1 : 1;
  double length = 0;
  for (guint i = 0; i < 3; i++) {
    axis[i] = sign * (double) unit[i];
    length += axis[i] * axis[i];
  }
  length = sqrt (length);
  *angle = 2 * atan2 (length, sign * (double) unit[3]) / DEGREE;
  for (guint i = 0; i < 3; i++)
    axis[i] = length > 0 ? axis[i] / length : i == 2;
}

gboolean
mw_axis_to_quat (const double axis[3], double angle, float q[4])
{
  const double length = sqrt (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0) || !isfinite (length) || !isfinite (angle))
    return FALSE;
  const double sine = sin (angle * DEGREE / 2);
  for (guint i = 0; i < 3; i++)
    q[i] = (float) (axis[i] / length * sine);
  q[3] = (float) cos (angle * DEGREE / 2);
  return TRUE;
}
