/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/interpolate.h"
#include "core/model/track.h"
#include "core/pose/math.h"

void
mw_interpolate (uint32_t interpolation, guint n, const float *a, const float *out_tan, const float *in_tan,
                const float *b, float t, float *out)
{
  float u = 1 - t;
  gboolean tangents = out_tan && in_tan;

  if (interpolation == MW_INTERPOLATION_NONE) {
    memmove (out, a, n * sizeof (float));
  } else if (interpolation == MW_INTERPOLATION_HERMITE && tangents) {
    float t2 = t * t, t3 = t2 * t;
    float ka = 2 * t3 - 3 * t2 + 1, ko = t3 - 2 * t2 + t, ki = t3 - t2, kb = 3 * t2 - 2 * t3;
    for (guint i = 0; i < n; i++)
      out[i] = a[i] * ka + out_tan[i] * ko + in_tan[i] * ki + b[i] * kb;
  } else if (interpolation == MW_INTERPOLATION_BEZIER && tangents) {
    float ka = u * u * u, ko = 3 * t * u * u, ki = 3 * t * t * u, kb = t * t * t;
    for (guint i = 0; i < n; i++)
      out[i] = a[i] * ka + out_tan[i] * ko + in_tan[i] * ki + b[i] * kb;
  } else {
    for (guint i = 0; i < n; i++)
      out[i] = a[i] + t * (b[i] - a[i]);
  }
}

/* Spherical interpolation between two unit quaternions, along the shorter arc. */
static void
slerp (const float a[4], const float b[4], float t, float out[4])
{
  float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  float sign = dot < 0 ? -1 : 1;
  float ka = 1 - t, kb = t;

  dot *= sign;
  /* For nearly equal quaternions the sine of the angle is too small to divide by; there linear interpolation is as
   * good. */
  if (dot < 0.9995f) {
    float angle = acosf (dot), sine = sinf (angle);
    ka = sinf ((1 - t) * angle) / sine;
    kb = sinf (t * angle) / sine;
  }
  for (int i = 0; i < 4; i++)
    out[i] = ka * a[i] + kb * sign * b[i];
  mw_quat_normalise (out);
}

void
mw_interpolate_quat (uint32_t interpolation, const float a[4], const float *out_tan, const float *in_tan,
                     const float b[4], float t, float out[4])
{
  float qa[4], qb[4];
  memcpy (qa, a, sizeof qa);
  mw_quat_normalise (qa);
  if (interpolation == MW_INTERPOLATION_NONE) {
    memcpy (out, qa, sizeof qa);
    return;
  }
  memcpy (qb, b, sizeof qb);
  mw_quat_normalise (qb);
  if ((interpolation == MW_INTERPOLATION_HERMITE || interpolation == MW_INTERPOLATION_BEZIER) && out_tan && in_tan) {
    float qo[4], qi[4], outer[4], inner[4];
    memcpy (qo, out_tan, sizeof qo);
    memcpy (qi, in_tan, sizeof qi);
    mw_quat_normalise (qo);
    mw_quat_normalise (qi);
    slerp (qa, qb, t, outer);
    slerp (qo, qi, t, inner);
    slerp (outer, inner, 2 * t * (1 - t), out);
  } else {
    slerp (qa, qb, t, out);
  }
}

void
mw_interpolate_nlerp (const float a[4], const float b[4], float t, float out[4])
{
  float qa[4], qb[4];
  memcpy (qa, a, sizeof qa);
  memcpy (qb, b, sizeof qb);
  mw_quat_normalise (qa);
  mw_quat_normalise (qb);
  float sign = qa[0] * qb[0] + qa[1] * qb[1] + qa[2] * qb[2] + qa[3] * qb[3] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++)
    out[i] = (1 - t) * qa[i] + t * sign * qb[i];
  mw_quat_normalise (out);
}
