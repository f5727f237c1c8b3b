/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/rotation-keys.h"
#include "core/pose/euler.h"

enum { QUATERNION = 4, ANGLES = 3 };

double *
mw_rotation_keys_angles (const float *quaternions, guint n)
{
  double *angles = g_new0 (double, (gsize) n *ANGLES + ANGLES);
  for (guint i = 0; i < n; i++) {
    double *at = angles + (gsize) i * ANGLES;
    mw_euler_from_quat (quaternions + (gsize) i * QUATERNION, at);
    if (i > 0)
      mw_euler_bring_near (at, at - ANGLES);
  }
  return angles;
}
