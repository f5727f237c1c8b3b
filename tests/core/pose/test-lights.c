/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/lights.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <math.h>

/* How much of a point light arrives, as MwLight describes it. */
static float
fade_of (const MwLight *light, float far)
{
  float fade = expf (-light->damping * far * far) / (1 + light->linear * far + light->quadratic * far * far);
  return light->end > light->start ? fade * (1 - CLAMP ((far - light->start) / (light->end - light->start), 0, 1))
                                   : fade;
}

/* The lights of the model at the clock's time (MwLight). */
static GArray *
lights_at (const MwModel *model, const MwClock *clock)
{
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  GArray *lights = g_array_new (FALSE, TRUE, sizeof (MwLight));
  mw_skeleton_update (skeleton, clock, NULL);
  mw_lights_append (skeleton, clock, lights);
  return lights;
}

static MwMdlxLight *
add_light (MwMdlx *model, uint32_t type)
{
  MwMdlxLight *light = add_node (model, &mw_mdlx_light_schema, NULL, 1, 2, 3);
  light->type = type;
  light->intensity = 2;
  light->amb_intensity = 0.5f;
  light->attenuation_start = 10;
  light->attenuation_end = 20;
  for (int i = 0; i < 3; i++) {
    light->color[i] = 0.25f * (float) (i + 1);
    light->amb_color[i] = 1;
  }
  return light;
}

static void
lights_of_warcraft_have_place_colour_and_falloff (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwClock clock = clock_at (0, 100, TRUE, 50);
  set_translation (model, add_light (model, 0), 10, 0, 0);
  set_rotation (model, add_light (model, 1), 1, 0, 0, 90);
  add_light (model, 2);
  g_autoptr (GArray) lights = lights_at (&model->model, &clock);
  g_assert_cmpuint (lights->len, ==, 3);
  const MwLight *point = &g_array_index (lights, MwLight, 0), *sun = point + 1, *ambient = point + 2;
  g_assert_cmpint (point->kind, ==, MW_LIGHT_POINT);
  ASSERT_FLOATS (point->at, 1e-5f, 11, 2, 3);
  ASSERT_FLOATS (point->colour, 1e-6f, 0.5f, 1, 1.5f);
  ASSERT_FLOATS (point->ambient, 1e-6f, 0.5f, 0.5f, 0.5f);
  g_assert_cmpint (sun->kind, ==, MW_LIGHT_DIRECTIONAL);
  ASSERT_FLOATS (sun->at, 1e-5f, 0, -1, 0); /* its Z axis, turned about X */
  g_assert_cmpint (ambient->kind, ==, MW_LIGHT_AMBIENT);
  ASSERT_FLOATS (ambient->colour, 0, 0, 0, 0);
  ASSERT_FLOATS (ambient->ambient, 1e-6f, 0.5f, 0.5f, 0.5f);
  const float fades[] = { fade_of (point, 0), fade_of (point, 30) };
  ASSERT_FLOATS (fades, 1e-6f, 1, 1 / (1 + 0.0005f * 900));
  mw_model_free (&model->model);
}

static void
falloff_follows_its_three_numbers (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwClock clock = clock_at (0, 100, TRUE, 50);
  MwMdlxLight *light = add_light (model, 0);
  model->version = 1600;
  light->quadratic_falloff = 0.25f;
  light->linear_falloff = 0.5f;
  light->damping = 0.125f;
  g_autoptr (GArray) lights = lights_at (&model->model, &clock);
  float fade = fade_of (&g_array_index (lights, MwLight, 0), 2);
  ASSERT_FLOATS (&fade, 1e-6f, expf (-0.5f) / (1 + 1 + 1));
  mw_model_free (&model->model);
}

static void
lights_of_the_alpha_fade_between_two_distances (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwClock clock = clock_at (0, 100, TRUE, 50);
  model->family = MW_FAMILY_MDX_WOW;
  model->version = 1300;
  add_light (model, 0);
  g_autoptr (GArray) lights = lights_at (&model->model, &clock);
  const MwLight *light = &g_array_index (lights, MwLight, 0);
  const float fades[] = { fade_of (light, 5), fade_of (light, 12.5f), fade_of (light, 25) };
  ASSERT_FLOATS (fades, 1e-6f, 1, 0.75f, 0);
  mw_model_free (&model->model);
}

static void
dark_and_hidden_lights_are_left_out (void)
{
  static const int32_t times[] = { 0, 100 };
  MwMdlx *model = mw_mdlx_new ();
  MwClock clock = clock_at (0, 100, TRUE, 50), rest = MW_CLOCK_REST;
  MwMdlxLight *dark = add_light (model, 0), *hidden = add_light (model, 0), *broken = add_light (model, 0),
              *black = add_light (model, 2);
  set_track (model, dark, "intensity.track",
             new_track (&mw_track_float_schema, 1, 2, times, (float[]) { 0, 0 }, NULL, NULL));
  dark->amb_intensity = 0;
  set_track (model, hidden, "visibility.track",
             new_track (&mw_track_float_schema, 0, 2, times, (float[]) { 0, 0 }, NULL, NULL));
  broken->intensity = NAN;
  black->amb_intensity = 0;
  g_autoptr (GArray) lights = lights_at (&model->model, &clock), at_rest = lights_at (&model->model, &rest);
  g_assert_cmpuint (lights->len, ==, 0);
  g_assert_cmpuint (at_rest->len, ==, 2);
  mw_model_free (&model->model);
}

static void
lights_of_m2_follow_their_bone (void)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Sequence *sequence = m2_add_sequence (model, 0, 1000, 0);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  m2_set_constant (model, bone, "translation.track", (float[]) { 0, 0, 7 });
  for (guint i = 0; i < 2; i++) {
    MwM2Light *light = m2_add (model, "lights", &mw_m2_light_schema);
    light->type = (uint16_t) i;
    light->bone = m2_ref (bone);
    light->position[0] = 1;
    m2_set_constant (model, light, "color.track", (float[]) { 1, 0.5f, 0.25f });
    m2_set_constant (model, light, "intensity.track", (float[]) { 2 });
    m2_set_constant (model, light, "attenuation_start.track", (float[]) { 1 });
    m2_set_constant (model, light, "attenuation_end.track", (float[]) { 5 });
  }
  MwClock clock = m2_clock (model, sequence, 100);
  g_autoptr (GArray) lights = lights_at (&model->model, &clock);
  g_assert_cmpuint (lights->len, ==, 2);
  const MwLight *sun = &g_array_index (lights, MwLight, 0), *point = sun + 1;
  g_assert_cmpint (sun->kind, ==, MW_LIGHT_DIRECTIONAL);
  ASSERT_FLOATS (sun->at, 1e-6f, 0, 0, 1);
  g_assert_cmpint (point->kind, ==, MW_LIGHT_POINT);
  ASSERT_FLOATS (point->at, 1e-5f, 1, 0, 7);
  ASSERT_FLOATS (point->colour, 1e-6f, 2, 1, 0.5f);
  ASSERT_FLOATS (point->ambient, 0, 0, 0, 0);
  const float fades[] = { fade_of (point, 1), fade_of (point, 4), fade_of (point, 6) };
  ASSERT_FLOATS (fades, 1e-6f, 1, 0.25f, 0);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/lights/those of Warcraft III have place, colour and falloff",
                   lights_of_warcraft_have_place_colour_and_falloff);
  g_test_add_func ("/pose/lights/falloff follows its three numbers", falloff_follows_its_three_numbers);
  g_test_add_func ("/pose/lights/those of the alpha fade between two distances",
                   lights_of_the_alpha_fade_between_two_distances);
  g_test_add_func ("/pose/lights/dark and hidden ones are left out", dark_and_hidden_lights_are_left_out);
  g_test_add_func ("/pose/lights/those of M2 follow their bone", lights_of_m2_follow_their_bone);
  return g_test_run ();
}
