/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/euler.h"

#include <math.h>

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 2e-3)

static void
assert_angles (const double got[3], double x, double y, double z)
{
  assert_near (got[0], x);
  assert_near (got[1], y);
  assert_near (got[2], z);
}

/* Whether two quaternions are the same rotation. */
static gboolean
is_same (const float a[4], const float b[4])
{
  double dot = 0;
  for (guint k = 0; k < 4; k++)
    dot += (double) a[k] * (double) b[k];
  return fabs (fabs (dot) - 1) < 1e-6;
}

static void
test_order (void)
{
  float q[4];
  double angles[3];
  const double half = sqrt (0.5);
  mw_euler_to_quat ((const double[]) { 90, 0, 0 }, q);
  assert_near ((double) q[0], half);
  mw_euler_to_quat ((const double[]) { 0, 0, -90 }, q);
  assert_near ((double) q[2], -half);
  /* About X first, and then about Z of the parent: Z . X, whose y is positive. */
  mw_euler_to_quat ((const double[]) { 90, 0, 90 }, q);
  for (guint k = 0; k < 4; k++)
    assert_near ((double) q[k], 0.5);
  mw_euler_from_quat ((const float[]) { 0, 0, 0, 0 }, angles);
  assert_angles (angles, 0, 0, 0);
  mw_euler_from_quat ((const float[]) { 0, 3, 0, 3 }, angles);
  assert_angles (angles, 0, 90, 0);
  mw_euler_from_quat ((const float[]) { 0, -3, 0, 3 }, angles);
  assert_angles (angles, 0, -90, 0);
}

static void
test_round (void)
{
  for (int x = -170; x <= 180; x += 35)
    for (int y = -85; y <= 85; y += 17)
      for (int z = -170; z <= 180; z += 50) {
        const double in[3] = { x, y, z };
        double out[3];
        float q[4];
        mw_euler_to_quat (in, q);
        mw_euler_from_quat (q, out);
        mw_euler_bring_near (out, in);
        for (guint k = 0; k < 3; k++)
          g_assert_cmpfloat_with_epsilon (out[k], in[k], 0.02);
      }
}

static void
test_near (void)
{
  double angles[3] = { 0, 0, -20 };
  mw_euler_bring_near (angles, (const double[]) { 0, 0, 330 });
  assert_angles (angles, 0, 0, 340);
  /* The other angles of the same rotation. */
  double flipped[3] = { 180, 80, 180 };
  mw_euler_bring_near (flipped, (const double[]) { 0, 95, 5 });
  assert_angles (flipped, 0, 100, 0);
  /* At 90 degrees about Y, X and Z turn about one axis. */
  for (int side = -1; side <= 1; side += 2) {
    double pole[3] = { 30, 90.0 * side, 0 };
    float before[4], after[4];
    mw_euler_to_quat (pole, before);
    mw_euler_bring_near (pole, (const double[]) { 0, 85.0 * side, 40 });
    mw_euler_to_quat (pole, after);
    assert_near (pole[2], 40);
    g_assert_true (is_same (before, after));
  }
}

static void
test_axis (void)
{
  double axis[3], angle;
  float q[4];
  mw_axis_from_quat ((const float[]) { 0, 0, 0, 1 }, axis, &angle);
  g_assert_cmpfloat (angle, ==, 0);
  g_assert_cmpfloat (axis[2], ==, 1);
  /* The angle is at most 180: the other sign of a quaternion is the same turn. */
  mw_axis_from_quat ((const float[]) { 0, -3, 0, -4 }, axis, &angle);
  g_assert_cmpfloat_with_epsilon (angle, 73.7397953, 1e-5);
  g_assert_cmpfloat_with_epsilon (axis[1], 1, 1e-9);
  g_assert_true (mw_axis_to_quat ((const double[]) { 0, 0, -5 }, 90, q));
  g_assert_cmpfloat_with_epsilon (q[2], (float) -G_SQRT2 / 2, 1e-7f);
  g_assert_cmpfloat_with_epsilon (q[3], (float) G_SQRT2 / 2, 1e-7f);
  static const float cases[][4] = { { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.1f, -0.7f, 0.7f, 0.1f }, { -0.6f, 0, 0.8f, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    float back[4];
    mw_axis_from_quat (cases[i], axis, &angle);
    g_assert_true (mw_axis_to_quat (axis, angle, back));
    float dot = 0;
    for (guint k = 0; k < 4; k++)
      dot += cases[i][k] * back[k];
    g_assert_cmpfloat_with_epsilon (fabsf (dot), 1, 1e-6f);
  }
  /* No axis. */
  g_assert_false (mw_axis_to_quat ((const double[]) { 0, 0, 0 }, 90, q));
  g_assert_false (mw_axis_to_quat ((const double[]) { 0, INFINITY, 0 }, 90, q));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/euler/turns-about-x-then-y-then-z", test_order);
  g_test_add_func ("/euler/goes-to-quaternions-and-back", test_round);
  g_test_add_func ("/euler/goes-on-from-the-angles-before", test_near);
  g_test_add_func ("/euler/an axis and an angle are a rotation", test_axis);
  return g_test_run ();
}
