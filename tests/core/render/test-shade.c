/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <string.h>

/* The shadow on the ground. A square of half side 1, parallel to the ground, is seen from above with a parallel projection. The sun moves its
 * shadow by (-x, -y) / z of the direction to it, times its height. */

enum { SIDE = 256 };

/* Half the picture, in units of the model. */
#define REACH 5.0f

/* The direction to the sun of the day, and how much of the ground's light comes from it. */
static const double sun[3] = { 1, 0.35, 1.2 };

typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxLayer *layer;
  MwMdlxBone *bone;
  MwMdlxGeoset *square;
} Stage;

static void
place (MwMdlxGeoset *square, float y, float height)
{
  const float at[12] = { -1, y - 1, height, 1, y - 1, height, 1, y + 1, height, -1, y + 1, height };
  mw_array_clear (&square->vertices);
  square->vertices = mw_array_copy (at, 4, 12);
}

static void
lift (Stage *stage, float height)
{
  place (stage->square, 0, height);
}

static gboolean
stage_open (Stage *stage, gconstpointer es, const char *texture)
{
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  stage->model = mw_mdlx_new ();
  stage->model->version = 1000;
  MwMdlxMaterial *material = scene_add (stage->model, "materials", &mw_mdlx_material_schema);
  stage->layer = scene_add_layer (stage->model, material, 0, scene_add_texture (stage->model, texture, 0, 3));
  stage->layer->flags = 0x11; /* unshaded, two-sided */
  stage->bone = scene_add (stage->model, "nodes", &mw_mdlx_bone_schema);
  /* The matrices of another geoset come before those of the square; it is not drawn. */
  scene_add_quad (stage->model, 0, material, NULL)->material = MW_REF_NONE;
  stage->square = scene_add_quad (stage->model, 0, material, stage->bone);
  lift (stage, 2.4f); /* the shadow is 2 and 0.7 beside it */
  MwFrame *frame = &stage->show.frame;
  scene_frame (frame, stage->show.offscreen, SIDE);
  mw_camera_set_view (&frame->camera, MW_VIEW_TOP);
  frame->camera.distance *= REACH;
  frame->background[0] = frame->background[1] = frame->background[2] = 1;
  frame->lighting = MW_LIGHTING_GAME;
  frame->shadow = TRUE;
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

static MwImage *
draw (Stage *stage)
{
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  return show_draw (&stage->show);
}

/* How dark the picture is where a place on the ground is seen: 0 without a shadow. */
static double
dark (const Stage *stage, const MwImage *image, double x, double y)
{
  float pixel[3];
  const float at[3] = { (float) x, (float) y, 0 };
  g_assert_true (mw_camera_project (&stage->show.frame.camera, at, SIDE, SIDE, pixel));
  return 1 - scene_pixel (image, (int) pixel[0], (int) pixel[1])[0] / 255.0;
}

static double
share (double sun_light, double all_around)
{
  const double up = sun[2] / sqrt (sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]) * sun_light;
  return 0.75 * up / (up + all_around);
}

/* Checks that a square of half side 1 about (x, y) is as dark as that, and the ground beside it is not dark. */
static void
assert_square (Stage *stage, double x, double y, double wanted, const char *where)
{
  g_autoptr (MwImage) image = draw (stage);
  static const double sides[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  for (guint i = 0; i < 4; i++)
    for (double away = 0; away < 1.3; away += 0.42) {
      const double is = dark (stage, image, x + sides[i][0] * away, y + sides[i][1] * away);
      if (fabs (is - (away < 1 ? wanted : 0)) > 0.012)
        g_error ("%s: %.2f from the middle, on side %u, it is %.3f dark, not %.3f", where, away, i, is, wanted);
    }
}

#define ASSERT_SQUARE(stage, x, y, wanted) assert_square (stage, x, y, wanted, G_STRLOC)

static void
assert_none (Stage *stage, const char *where)
{
  g_autoptr (MwImage) image = draw (stage);
  stage->show.frame.shadow = FALSE;
  g_autoptr (MwImage) without = draw (stage);
  stage->show.frame.shadow = TRUE;
  if (n_other_pixels (image, without))
    g_error ("%s: there is a shadow", where);
}

#define ASSERT_NONE(stage) assert_none (stage, G_STRLOC)

static void
the_sun_throws_it (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  stage.square->material = MW_REF_NONE; /* nothing covers its own shadow, as what is not drawn casts none */
  ASSERT_NONE (&stage);
  stage.square->material = scene_ref (stage.model->materials.items[0]);
  MwFrame *frame = &stage.show.frame;
  lift (&stage, 3.6f);
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3));
  lift (&stage, 4.2f);
  ASSERT_SQUARE (&stage, -3.5, -1.225, share (0.9, 0.3));
  lift (&stage, 3.6f);
  frame->light_turn[0] = (float) G_PI;
  ASSERT_SQUARE (&stage, 3, 1.05, share (0.9, 0.3));
  frame->light_turn[0] = 0;
  frame->lighting = MW_LIGHTING_NIGHT;
  ASSERT_SQUARE (&stage, -3, -1.05, share ((0.22 + 0.27 + 0.45) / 3, 0.5 / 3));
  /* A pose moves what casts it: the square comes down, and to the left by 3. */
  frame->clock = (MwClock) { .end = 100 };
  scene_add_track (stage.model, stage.bone, "translation.track", MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 },
                   (float[]) { 0, 3, -1.2f });
  ASSERT_SQUARE (&stage, -2, 2.3, share ((0.22 + 0.27 + 0.45) / 3, 0.5 / 3));
  /* Of several suns the first, but the others shine into its shadow. */
  frame->lighting = MW_LIGHTING_STUDIO;
  frame->clock = MW_CLOCK_REST;
  lift (&stage, 2.4f);
  const double key = 0.6 / sqrt (0.49 + 0.25 + 0.36) * (0.8 + 0.76 + 0.7) / 3,
               fill = 0.1 / sqrt (0.16 + 0.81 + 0.01) * (0.25 + 0.29 + 0.35) / 3,
               behind = 0.5 / sqrt (0.81 + 0.04 + 0.25) * (0.5 + 0.52 + 0.6) / 3;
  ASSERT_SQUARE (&stage, -2.8, 2, 0.75 * key / (key + fill + behind + 0.2));
  stage_close (&stage);
}

/* Vertices with weights. What has none stays where it is. */
static void
weights_move_it (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  MwRef bones[16], none = MW_REF_NONE, bone = scene_ref (stage.bone);
  uint16_t weights[16];
  for (guint i = 0; i < 16; i++) {
    bones[i] = i % 4 == 2 ? bone : none;
    weights[i] = i % 4 == 2 ? 255 : 0;
  }
  stage.square->skin_bones = mw_array_copy (bones, 4, 4 * sizeof (MwRef));
  stage.square->skin_weights = mw_array_copy (weights, 4, 4 * sizeof (uint16_t));
  stage.show.frame.clock = (MwClock) { .end = 100 };
  scene_add_track (stage.model, stage.bone, "translation.track", MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 },
                   (float[]) { 0, 0, 1.2f });
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3));
  mw_array_clear (&stage.square->skin_bones);
  mw_array_clear (&stage.square->skin_weights);
  memset (weights, 0, sizeof weights);
  lift (&stage, 3.6f);
  stage.square->skin_bones = mw_array_copy (bones, 4, 4 * sizeof (MwRef));
  stage.square->skin_weights = mw_array_copy (weights, 4, 4 * sizeof (uint16_t));
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3));
  stage_close (&stage);
}

static void
its_edge_is_soft (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  const double whole = share (0.9, 0.3);
  g_autoptr (MwImage) image = draw (&stage);
  double before = whole + 0.01;
  guint between = 0;
  for (double x = -2.8; x > -3.2; x -= 2 * (double) REACH / SIDE) {
    const double is = dark (&stage, image, x, -0.7);
    g_assert_cmpfloat (is, <=, before);
    between += is > 0.1 * whole && is < 0.9 * whole;
    before = is;
  }
  g_assert_cmpuint (between, >=, 2);
  g_assert_cmpuint (between, <=, 5);
  stage_close (&stage);
}

static void
textures_cut_it (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "mask"))
    return;
  const double whole = share (0.9, 0.3);
  stage.layer->filter_mode = 1;
  stage.layer->flags = 1; /* it faces down, and is not seen from above */
  g_autoptr (MwImage) cut = draw (&stage);
  /* The square hides what is above -1; only its half with x < 0 is opaque. */
  g_assert_cmpfloat_with_epsilon (dark (&stage, cut, -2.5, -0.7), whole, 0.01);
  g_assert_cmpfloat_with_epsilon (dark (&stage, cut, -1.5, -0.7), 0, 0.01);
  stage.layer->filter_mode = 2;
  stage.layer->alpha = 0.5f;
  g_autoptr (MwImage) blended = draw (&stage);
  g_assert_cmpfloat_with_epsilon (dark (&stage, blended, -2.5, -0.7), whole / 2, 0.01);
  g_assert_cmpfloat_with_epsilon (dark (&stage, blended, -1.5, -0.7), 0, 0.01);
  /* In other shadings there is only the shape. */
  stage.show.frame.shading = MW_SHADING_SOLID;
  g_autoptr (MwImage) solid = draw (&stage);
  g_assert_cmpfloat_with_epsilon (dark (&stage, solid, -1.5, -0.7), whole, 0.01);
  stage_close (&stage);
}

/* A second layer blends over the first: the shadow is that of the first alone. */
static void
passes_over_a_surface_cast_one (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF000080"))
    return;
  MwMdlxMaterial *material = (MwMdlxMaterial *) stage.model->materials.items[0];
  stage.layer->filter_mode = 2;
  lift (&stage, 3.6f);
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3) * 128 / 255);
  scene_add_layer (stage.model, material, 2, (MwMdlxTexture *) stage.model->textures.items[0]);
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3) * 128 / 255);
  /* Another surface takes half of what the first has left, or has a shadow elsewhere. */
  MwMdlxGeoset *other = scene_add_quad (stage.model, 0, material, NULL);
  place (other, 0, 3.6f);
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3) * (1 - 127.0 / 255 * 127 / 255));
  place (other, 4, 3.6f);
  ASSERT_SQUARE (&stage, -3, -1.05, share (0.9, 0.3) * 128 / 255);
  ASSERT_SQUARE (&stage, -3, 2.95, share (0.9, 0.3) * 128 / 255);
  stage_close (&stage);
}

static void
it_is_off_where_it_makes_no_sense (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  MwFrame *frame = &stage.show.frame;
  const MwFrame usual = *frame;
  for (guint mode = 3; mode <= 6; mode++) { /* what only adds or takes light */
    stage.layer->filter_mode = mode;
    ASSERT_NONE (&stage);
  }
  stage.layer->filter_mode = 0;
  frame->shading = MW_SHADING_WIREFRAME;
  ASSERT_NONE (&stage);
  *frame = usual;
  frame->lighting = MW_LIGHTING_MODEL;
  ASSERT_NONE (&stage);
  *frame = usual;
  frame->light_turn[1] = -1.2f; /* the sun is below the ground */
  ASSERT_NONE (&stage);
  *frame = usual;
  mw_camera_set_view (&frame->camera, MW_VIEW_BOTTOM);
  ASSERT_NONE (&stage);
  *frame = usual;
  frame->camera.ortho = FALSE;
  mw_camera_set_view (&frame->camera, MW_VIEW_BOTTOM);
  ASSERT_NONE (&stage);
  *frame = usual;
  MwId hidden = stage.square->record.id;
  frame->hidden = &hidden;
  frame->n_hidden = 1;
  ASSERT_NONE (&stage);
  *frame = usual;
  lift (&stage, -1); /* below the ground */
  ASSERT_NONE (&stage);
  lift (&stage, INFINITY);
  ASSERT_NONE (&stage);
  stage_close (&stage);
}

/* The lower half of a wall reaches below the ground, where it casts no shadow. */
static void
what_is_below_the_ground_casts_none (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  const float wall[12] = { 0, -1, 2, 0, 1, 2, 0, 1, -2, 0, -1, -2 };
  mw_array_clear (&stage.square->vertices);
  stage.square->vertices = mw_array_copy (wall, 4, 12);
  g_autoptr (MwImage) image = draw (&stage);
  g_assert_cmpfloat_with_epsilon (dark (&stage, image, -0.8, -0.3), share (0.9, 0.3), 0.01);
  g_assert_cmpfloat_with_epsilon (dark (&stage, image, 0.8, 0.3), 0, 0.01);
  stage_close (&stage);
}

/* A low sun makes it long, and weaker the lower it is. */
static void
a_low_sun_makes_it_fade (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FF0000FF"))
    return;
  MwFrame *frame = &stage.show.frame;
  const double elevation = asin (sun[2] / sqrt (sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]));
  static const double heights[] = { 0.3, 0.2, 0.15, 0.09 };
  lift (&stage, 0.3f);
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++) {
    const double up = heights[i], long_ = 0.3 * sqrt (1 - up * up) / up, way = sqrt (1 + 0.35 * 0.35);
    const double fade = CLAMP ((up - 0.1) / 0.15, 0, 1);
    frame->light_turn[1] = (float) (asin (up) - elevation);
    g_autoptr (MwImage) image = draw (&stage);
    g_assert_cmpfloat_with_epsilon (dark (&stage, image, -long_ / way - 0.6, -0.35 * long_ / way),
                                    0.75 * fade * 0.9 * up / (0.9 * up + 0.3), 0.012);
  }
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "the sun throws it", the_sun_throws_it },
    { "weights move it", weights_move_it },
    { "its edge is soft", its_edge_is_soft },
    { "textures cut it", textures_cut_it },
    { "passes over a surface cast one", passes_over_a_surface_cast_one },
    { "it is off where it makes no sense", it_is_off_where_it_makes_no_sense },
    { "what is below the ground casts none", what_is_below_the_ground_casts_none },
    { "a low sun makes it fade", a_low_sun_makes_it_fade },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("shade", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
