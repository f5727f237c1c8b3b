/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <string.h>

/* The light on surfaces that are not HD (rendering.md 5), worked out in double precision for the middle of a square that
 * faces +X. */

enum { SIDE = 16 };

static const char *const texel = "C0A080FF";

typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxLayer *layer;
} Stage;

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  stage->model = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (stage->model, "materials", &mw_mdlx_material_schema);
  stage->layer = scene_add_layer (stage->model, material, 0, scene_add_texture (stage->model, texel, 0, 3));
  stage->layer->flags = 0;
  scene_add_quad (stage->model, 0, material, NULL);
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

static MwMdlxLight *
add_light (Stage *stage, uint32_t type, const float colour[3], float ambient)
{
  MwMdlxLight *light = scene_add (stage->model, "nodes", &mw_mdlx_light_schema);
  light->type = type;
  light->intensity = 1;
  light->amb_intensity = ambient;
  for (int i = 0; i < 3; i++) {
    light->color[i] = colour[i];
    light->amb_color[i] = 1;
  }
  return light;
}

/* Draws the model; the light on it has to be that. */
static void
assert_light (Stage *stage, double r, double g, double b, const char *where)
{
  double rgba[4];
  const double light[3] = { r, g, b };
  scene_texel (texel, rgba);
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage->show);
  const uint8_t *pixel = scene_pixel (image, SIDE / 2, SIDE / 2);
  for (int i = 0; i < 3; i++)
    if (fabs (pixel[i] - rgba[i] * MIN (light[i], 1) * 255) > 2)
      g_error ("%s: component %d is %d, not %.1f", where, i, pixel[i], rgba[i] * MIN (light[i], 1) * 255);
}

#define ASSERT_LIGHT(stage, r, g, b) assert_light (stage, r, g, b, G_STRLOC)

static void
presets_light_by_their_suns (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  const double sun = 1 / sqrt (1 + 0.35 * 0.35 + 1.2 * 1.2);
  MwFrame *frame = &stage.show.frame;
  frame->lighting = MW_LIGHTING_PLAIN;
  ASSERT_LIGHT (&stage, 0.55 + 0.25 / sqrt (0.98), 0.55 + 0.25 / sqrt (0.98), 0.55 + 0.25 / sqrt (0.98));
  frame->lighting = MW_LIGHTING_GAME;
  ASSERT_LIGHT (&stage, 0.9 * sun + 0.3, 0.9 * sun + 0.3, 0.9 * sun + 0.3);
  frame->lighting = MW_LIGHTING_NIGHT;
  ASSERT_LIGHT (&stage, 0.22 * sun + 0.12, 0.27 * sun + 0.14, 0.45 * sun + 0.24);
  frame->lighting = MW_LIGHTING_STUDIO; /* the light from behind does not reach the front */
  const double key = 0.7 / sqrt (0.49 + 0.25 + 0.36), fill = 0.4 / sqrt (0.16 + 0.81 + 0.01);
  ASSERT_LIGHT (&stage, 0.8 * key + 0.25 * fill + 0.2, 0.76 * key + 0.29 * fill + 0.2, 0.7 * key + 0.35 * fill + 0.2);
  frame->lighting = MW_LIGHTING_MODEL;
  ASSERT_LIGHT (&stage, 0, 0, 0);
  stage.layer->flags = 1; /* unshaded */
  ASSERT_LIGHT (&stage, 1, 1, 1);
  stage.layer->flags = 0;
  stage.model->family = MW_FAMILY_MDX_WOW;
  stage.model->version = 1300;
  frame->lighting = MW_LIGHTING_GAME; /* the sun of the other game */
  const double other = 0.6 / sqrt (0.36 + 0.16 + 0.81);
  ASSERT_LIGHT (&stage, 0.85 * other + 0.4, 0.8 * other + 0.42, 0.7 * other + 0.48);
  stage_close (&stage);
}

/* A particle that covers the picture faces the viewer at +X, and is lit as ground whose normal is +Z. */
static void
particles_are_lit_from_above (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  const double sun = 1.2 / sqrt (1 + 0.35 * 0.35 + 1.2 * 1.2), plain = 0.55 + 0.4 / sqrt (0.98);
  MwFrame *frame = &stage.show.frame;
  frame->clock = (MwClock) { .end = 1000, .time = 100 };
  MwMdlxParticleEmitter2 *e = scene_add (stage.model, "nodes", &mw_mdlx_particle_emitter2_schema);
  e->node.pivot[0] = 1; /* before the square */
  e->squirt = 1;
  e->emission_rate = e->life_span = 1;
  e->speed = e->variation = e->gravity = e->length = e->width = 0;
  e->rows = e->columns = 1;
  e->filter_mode = 0;
  e->texture = scene_ref (stage.model->textures.items[0]);
  for (guint i = 0; i < 3; i++) {
    e->segment_scaling[i] = 4;
    e->segment_alpha[i] = 255;
    for (guint c = 0; c < 3; c++)
      e->segment_color[i][c] = 1;
  }
  e->node.flags = 0;
  frame->lighting = MW_LIGHTING_PLAIN;
  ASSERT_LIGHT (&stage, plain, plain, plain);
  frame->lighting = MW_LIGHTING_NIGHT;
  ASSERT_LIGHT (&stage, 0.22 * sun + 0.12, 0.27 * sun + 0.14, 0.45 * sun + 0.24);
  /* A quad that lies in the plane of its node, whose back the viewer sees. */
  scene_add_track (stage.model, e, "rotation.track", MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 },
                   (float[]) { 0, -0.70710678f, 0, 0.70710678f });
  e->node.flags = 0x1A0000;
  e->latitude = 90;
  e->speed = 0.5f;
  ASSERT_LIGHT (&stage, 0.22 * sun + 0.12, 0.27 * sun + 0.14, 0.45 * sun + 0.24);
  e->node.flags = 0x8000;
  ASSERT_LIGHT (&stage, 1, 1, 1);
  stage_close (&stage);
}

static void
lights_can_be_turned (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwFrame *frame = &stage.show.frame;
  const double azimuth = atan2 (0.35, 1), elevation = asin (1.2 / sqrt (1 + 0.35 * 0.35 + 1.2 * 1.2));
  frame->lighting = MW_LIGHTING_NIGHT;
  frame->light_turn[0] = (float) -azimuth;
  double facing = cos (elevation);
  ASSERT_LIGHT (&stage, 0.22 * facing + 0.12, 0.27 * facing + 0.14, 0.45 * facing + 0.24);
  frame->light_turn[1] = (float) -elevation;
  ASSERT_LIGHT (&stage, 0.22 + 0.12, 0.27 + 0.14, 0.45 + 0.24);
  frame->light_turn[1] = 3; /* from straight above, and not from behind */
  ASSERT_LIGHT (&stage, 0.12, 0.14, 0.24);
  frame->light_turn[0] = (float) (G_PI / 2 - azimuth);
  frame->light_turn[1] = 0;
  ASSERT_LIGHT (&stage, 0.12, 0.14, 0.24);
  stage_close (&stage);
}

/* The sun of an hour is that of the frame, and can be turned as the others. Without one it is a day. */
static void
the_hour_has_the_sun_of_the_frame (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwFrame *frame = &stage.show.frame;
  const double sun = 1 / sqrt (1 + 0.35 * 0.35 + 1.2 * 1.2);
  frame->lighting = MW_LIGHTING_HOUR;
  ASSERT_LIGHT (&stage, 0.9 * sun + 0.3, 0.9 * sun + 0.3, 0.9 * sun + 0.3);
  frame->sun = (MwSun) { TRUE, { 0, 0.8f, 0.6f }, { 0.5f, 0.4f, 0.3f }, { 0.1f, 0.2f, 0.3f } };
  ASSERT_LIGHT (&stage, 0.1, 0.2, 0.3);
  frame->light_turn[0] = (float) -G_PI_2;
  ASSERT_LIGHT (&stage, 0.1 + 0.5 * 0.8, 0.2 + 0.4 * 0.8, 0.3 + 0.3 * 0.8);
  frame->lighting = MW_LIGHTING_NIGHT; /* no other light has it */
  frame->light_turn[0] = 0;
  ASSERT_LIGHT (&stage, 0.22 * sun + 0.12, 0.27 * sun + 0.14, 0.45 * sun + 0.24);
  for (guint i = 0; i < MW_LIGHTING_COUNT; i++)
    g_assert_true (mw_lighting_is_of (i, &stage.model->model));
  stage.model->family = MW_FAMILY_MDX_WOW;
  for (guint i = 0; i < MW_LIGHTING_COUNT; i++)
    g_assert_cmpint (mw_lighting_is_of (i, &stage.model->model), ==, i != MW_LIGHTING_HOUR);
  stage_close (&stage);
}

static void
lights_of_the_model_add_up (gconstpointer es)
{
  static const float red[3] = { 0.5f, 0, 0 }, blue[3] = { 0, 0.25f, 0.5f }, none[3] = { 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwFrame *frame = &stage.show.frame;
  frame->lighting = MW_LIGHTING_MODEL;
  MwMdlxLight *lamp = add_light (&stage, 0, red, 0);
  lamp->node.pivot[0] = 30;
  lamp->node.pivot[1] = 40;
  double fade = 1 / (1 + 0.0005 * 2500);
  ASSERT_LIGHT (&stage, 0.5 * 0.6 * fade, 0, 0);
  lamp->amb_intensity = 0.25f;
  ASSERT_LIGHT (&stage, (0.5 * 0.6 + 0.25) * fade, 0.25 * fade, 0.25 * fade);
  add_light (&stage, 2, none, 0.125f);
  ASSERT_LIGHT (&stage, (0.5 * 0.6 + 0.25) * fade + 0.125, 0.25 * fade + 0.125, 0.25 * fade + 0.125);
  MwMdlxLight *sun = add_light (&stage, 1, blue, 0); /* along Z, beside the square */
  ASSERT_LIGHT (&stage, (0.5 * 0.6 + 0.25) * fade + 0.125, 0.25 * fade + 0.125, 0.25 * fade + 0.125);
  const float half = sqrtf (0.5f);
  scene_add_track (stage.model, sun, "rotation.track", 0, 1, (int32_t[]) { 0 }, (float[]) { 0, half, 0, half });
  frame->clock = (MwClock) { .start = 0, .end = 100, .time = 0 };
  ASSERT_LIGHT (&stage, (0.5 * 0.6 + 0.25) * fade + 0.125, 0.25 * fade + 0.375, 0.25 * fade + 0.625);
  /* With another lighting only if that is asked for. */
  const double day = 0.9 / sqrt (1 + 0.35 * 0.35 + 1.2 * 1.2) + 0.3, night = (day - 0.3) / 0.9 * 0.22 + 0.12;
  frame->lighting = MW_LIGHTING_NIGHT;
  ASSERT_LIGHT (&stage, night, (day - 0.3) / 0.9 * 0.27 + 0.14, (day - 0.3) / 0.9 * 0.45 + 0.24);
  frame->model_lights = TRUE;
  ASSERT_LIGHT (&stage, night + (0.5 * 0.6 + 0.25) * fade + 0.125,
                (day - 0.3) / 0.9 * 0.27 + 0.14 + 0.25 * fade + 0.375,
                (day - 0.3) / 0.9 * 0.45 + 0.24 + 0.25 * fade + 0.625);
  /* One that is hidden does not shine. */
  frame->lighting = MW_LIGHTING_MODEL;
  frame->hidden = &lamp->node.record.id;
  frame->n_hidden = 1;
  ASSERT_LIGHT (&stage, 0.125, 0.375, 0.625);
  stage_close (&stage);
}

static void
eight_lights_are_shown (gconstpointer es)
{
  static const float none[3] = { 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.show.frame.lighting = MW_LIGHTING_MODEL;
  for (guint i = 0; i < 12; i++)
    add_light (&stage, 2, none, 0.0625f);
  ASSERT_LIGHT (&stage, 0.5, 0.5, 0.5);
  stage_close (&stage);
}

static void
each_lighting_has_a_word_and_a_name (void)
{
  for (guint i = 0; i < MW_LIGHTING_COUNT; i++) {
    g_assert_cmpuint (strlen (mw_lighting_name ((MwLighting) i)), >, 0);
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (mw_lighting_word ((MwLighting) i), !=, mw_lighting_word ((MwLighting) k));
  }
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "presets light by their suns", presets_light_by_their_suns },
    { "particles are lit from above", particles_are_lit_from_above },
    { "lights can be turned", lights_can_be_turned },
    { "the hour has the sun of the frame", the_hour_has_the_sun_of_the_frame },
    { "lights of the model add up", lights_of_the_model_add_up },
    { "eight lights are shown", eight_lights_are_shown },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("lighting", tests, G_N_ELEMENTS (tests));
  g_test_add_func ("/render/lighting/each has a word and a name", each_lighting_has_a_word_and_a_name);
  return g_test_run ();
}
