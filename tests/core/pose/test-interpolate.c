/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/interpolate.h"
#include "tests/core/pose/models.h"
#include <math.h>

static void
none_holds_the_key_before (void)
{
  const float a[3] = { 1, -2, 3 }, b[3] = { 5, 6, 7 };
  float out[3];
  mw_interpolate (MW_INTERPOLATION_NONE, 3, a, NULL, NULL, b, 0.99f, out);
  ASSERT_FLOATS (out, 0, 1, -2, 3);
}

static void
linear_divides_the_way (void)
{
  const float a[4] = { 0, 10, -4, 1 }, b[4] = { 8, 20, 4, 1 };
  float out[4];
  for (guint n = 1; n <= 4; n++) {
    out[3] = 77;
    mw_interpolate (MW_INTERPOLATION_LINEAR, n, a, NULL, NULL, b, 0.25f, out);
    g_assert_cmpfloat (out[0], ==, 2);
    if (n < 4)
      g_assert_cmpfloat (out[3], ==, 77); /* no component beyond n is written */
  }
  ASSERT_FLOATS (out, 0, 2, 12.5f, -2, 1);
}

/* At t = 1/2 the kernels are 1/2, 1/8, -1/8, 1/2; at t = 1/4 they are 27/32, 9/64, -3/64, 5/32. */
static void
hermite_uses_the_tangents_as_derivatives (void)
{
  const float a = 2, b = 10, out_tan = 16, in_tan = -8;
  float out;
  mw_interpolate (MW_INTERPOLATION_HERMITE, 1, &a, &out_tan, &in_tan, &b, 0.5f, &out);
  ASSERT_FLOATS (&out, 1e-6f, 1 + 2 + 1 + 5);
  mw_interpolate (MW_INTERPOLATION_HERMITE, 1, &a, &out_tan, &in_tan, &b, 0.25f, &out);
  ASSERT_FLOATS (&out, 1e-6f, 2 * 27 / 32.0f + 16 * 9 / 64.0f + 8 * 3 / 64.0f + 10 * 5 / 32.0f);
  mw_interpolate (MW_INTERPOLATION_HERMITE, 1, &a, &out_tan, &in_tan, &b, 0, &out);
  ASSERT_FLOATS (&out, 0, 2);
  mw_interpolate (MW_INTERPOLATION_HERMITE, 1, &a, &out_tan, &in_tan, &b, 1, &out);
  ASSERT_FLOATS (&out, 0, 10);
}

/* At t = 1/2 the weights are 1/8, 3/8, 3/8, 1/8; at t = 1/4 they are 27/64, 27/64, 9/64, 1/64. */
static void
bezier_uses_the_tangents_as_points (void)
{
  const float a[3] = { 0, 8, 64 }, b[3] = { 8, 0, 64 }, out_tan[3] = { 8, 16, 0 }, in_tan[3] = { 16, 8, 0 };
  float out[3];
  mw_interpolate (MW_INTERPOLATION_BEZIER, 3, a, out_tan, in_tan, b, 0.5f, out);
  ASSERT_FLOATS (out, 1e-6f, 3 + 6 + 1, 1 + 6 + 3, 16);
  mw_interpolate (MW_INTERPOLATION_BEZIER, 3, a, out_tan, in_tan, b, 0.25f, out);
  ASSERT_FLOATS (out, 1e-5f, 27 / 8.0f + 9 / 4.0f + 1 / 8.0f, 27 / 8.0f + 27 / 4.0f + 9 / 8.0f, 28);
}

static void
without_tangents_it_is_linear (void)
{
  const float a = 0, b = 8, tan = 100;
  float out;
  mw_interpolate (MW_INTERPOLATION_HERMITE, 1, &a, NULL, &tan, &b, 0.5f, &out);
  ASSERT_FLOATS (&out, 0, 4);
  mw_interpolate (MW_INTERPOLATION_BEZIER, 1, &a, &tan, NULL, &b, 0.5f, &out);
  ASSERT_FLOATS (&out, 0, 4);
  mw_interpolate (4000000000u, 1, &a, &tan, &tan, &b, 0.5f, &out);
  ASSERT_FLOATS (&out, 0, 4);
}

/* A rotation about x. */
static void
about_x (float degrees, float out[4])
{
  float half = degrees * (float) G_PI / 360;
  out[0] = sinf (half);
  out[1] = out[2] = 0;
  out[3] = cosf (half);
}

static void
linear_quaternions_turn_evenly (void)
{
  float a[4], b[4], out[4], should_be[4];
  about_x (20, a);
  about_x (120, b);
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, b, 0.3f, out);
  about_x (50, should_be);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
  mw_interpolate_quat (MW_INTERPOLATION_NONE, a, NULL, NULL, b, 0.3f, out);
  assert_floats (out, a, 4, 1e-6f, G_STRLOC);
}

static void
quaternions_take_the_nearer_way (void)
{
  float a[4], b[4], out[4], should_be[4];
  about_x (10, a);
  about_x (50, b);
  for (int i = 0; i < 4; i++)
    b[i] = -b[i]; /* the same rotation, with the other sign */
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, b, 0.5f, out);
  about_x (30, should_be);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
}

static void
near_quaternions_do_not_divide_by_nothing (void)
{
  float a[4], b[4], out[4], should_be[4];
  about_x (10, a);
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, a, 0.5f, out);
  assert_floats (out, a, 4, 1e-6f, G_STRLOC);
  about_x (10.5f, b);
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, b, 0.5f, out);
  about_x (10.25f, should_be);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
}

/* For rotations about the same axis: between = slerp (a, b, t), tangents = slerp (out, in, t), and the result is
 * 2t(1-t) of the way from the first to the second. */
static void
splined_quaternions_are_squads (void)
{
  float a[4], b[4], out_tan[4], in_tan[4], out[4], should_be[4];
  about_x (0, a);
  about_x (40, b);
  about_x (20, out_tan);
  about_x (100, in_tan);
  /* t = 1/4: 10 and 40, 3/8 of the way: 10 + 30 * 0.375 */
  about_x (21.25f, should_be);
  mw_interpolate_quat (MW_INTERPOLATION_HERMITE, a, out_tan, in_tan, b, 0.25f, out);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
  mw_interpolate_quat (MW_INTERPOLATION_BEZIER, a, out_tan, in_tan, b, 0.25f, out);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
  about_x (10, should_be);
  mw_interpolate_quat (MW_INTERPOLATION_BEZIER, a, NULL, NULL, b, 0.25f, out);
  assert_floats (out, should_be, 4, 1e-6f, G_STRLOC);
}

static void
bad_quaternions_become_turns (void)
{
  const float zero[4] = { 0, 0, 0, 0 }, nan[4] = { NAN, 0, 0, 1 }, twice[4] = { 0, 0, 2, 0 };
  float out[4];
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, zero, NULL, NULL, nan, 0.5f, out);
  ASSERT_FLOATS (out, 0, 0, 0, 0, 1);
  mw_interpolate_quat (MW_INTERPOLATION_NONE, twice, NULL, NULL, twice, 0.5f, out);
  ASSERT_FLOATS (out, 1e-6f, 0, 0, 1, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/interpolate/none holds the key before", none_holds_the_key_before);
  g_test_add_func ("/pose/interpolate/linear interpolates evenly", linear_divides_the_way);
  g_test_add_func ("/pose/interpolate/hermite takes tangents as derivatives", hermite_uses_the_tangents_as_derivatives);
  g_test_add_func ("/pose/interpolate/bezier takes tangents as points", bezier_uses_the_tangents_as_points);
  g_test_add_func ("/pose/interpolate/without tangents splines are linear", without_tangents_it_is_linear);
  g_test_add_func ("/pose/interpolate/linear quaternions turn evenly", linear_quaternions_turn_evenly);
  g_test_add_func ("/pose/interpolate/quaternions take the shorter way", quaternions_take_the_nearer_way);
  g_test_add_func ("/pose/interpolate/nearly equal quaternions stay finite", near_quaternions_do_not_divide_by_nothing);
  g_test_add_func ("/pose/interpolate/splined quaternions are squads", splined_quaternions_are_squads);
  g_test_add_func ("/pose/interpolate/invalid quaternions become rotations", bad_quaternions_become_turns);
  return g_test_run ();
}
