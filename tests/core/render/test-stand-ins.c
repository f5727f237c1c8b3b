/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/missing.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <stdlib.h>

#define SIDE 64

/* What is drawn for missing textures of Warcraft III models (rendering.md 3.8). Each test is run with OpenGL and with OpenGL ES. */
typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxMaterial *material;
  MwMdlxLayer *layer; /* its first, whose texture is missing */
  MwMdlxGeoset *geoset;
} Stage;

static const double under[3] = { 0.25, 0.5, 0.75 };

static void
new_model (Stage *stage, uint32_t filter_mode)
{
  mw_renderer_set_model (stage->show.renderer, NULL, NULL, NULL);
  if (stage->model)
    mw_model_free (&stage->model->model);
  stage->model = mw_mdlx_new ();
  stage->material = scene_add (stage->model, "materials", &mw_mdlx_material_schema);
  stage->layer = scene_add_layer (stage->model, stage->material, filter_mode,
                                  scene_add_texture (stage->model, "Textures\\Nowhere.blp", 0, 3));
  stage->geoset = scene_add_quad (stage->model, 0, stage->material, NULL);
}

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  *stage = (Stage) { 0 };
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  for (int i = 0; i < 3; i++)
    stage->show.frame.background[i] = (float) under[i];
  new_model (stage, 0);
  return TRUE;
}

static MwImage *
stage_draw (Stage *stage)
{
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  return show_draw (&stage->show);
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

/* Makes four squares of the clay's sixteen as wide as the picture. */
static void
enlarge_clay (Stage *stage)
{
  MwMdlxUvSet *set = (MwMdlxUvSet *) stage->geoset->uv_sets.items[0];
  float *uvs = mw_array_make_writable (&set->uvs, 8);
  for (int i = 0; i < 8; i++)
    uvs[i] /= 4;
}

/* The middles of all squares, times `factor` (NULL: 1). */
static void
assert_clay (const MwImage *image, MwClay clay, const double *factor)
{
  uint8_t rgb[2][3];
  double wanted[2][3];
  scene_clay (clay, rgb);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++)
      wanted[i][k] = rgb[i][k] * scene_light () * (factor ? factor[k] : 1);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++) {
      const double *rgb_there = wanted[(x + y) % 2];
      scene_assert_pixel (image, 8 + 16 * x, 8 + 16 * y, rgb_there[0], rgb_there[1], rgb_there[2]);
    }
  /* No line is in the middle. */
  scene_assert_pixel (image, 33, 8, wanted[0][0], wanted[0][1], wanted[0][2]);
}

static void
assert_under (const MwImage *image, int x, int y)
{
  scene_assert_pixel (image, x, y, under[0] * 255, under[1] * 255, under[2] * 255);
}

static void
test_clay (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  enlarge_clay (&stage);
  /* A missing file, a reference to no texture, a reference that leads nowhere, and a replaceable id that only a map
   * provides. The layer is unshaded, and clay is lit nevertheless. */
  for (int i = 0; i < 4; i++) {
    if (i == 1)
      stage.layer->texture = MW_REF_NONE;
    if (i == 2)
      stage.layer->texture = (MwRef) { 0, 77 };
    if (i == 3)
      stage.layer->texture = scene_ref (scene_add_texture (stage.model, "", 21, 0));
    g_autoptr (MwImage) image = stage_draw (&stage);
    assert_clay (image, MW_CLAY_PLAIN, NULL);
  }
  /* With filter mode Transparent, Blend, or one that does not exist, too: clay has no holes. A sphere map has its own coordinates. */
  static const uint32_t modes[] = { 1, 2, 7 };
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    new_model (&stage, modes[i]);
    enlarge_clay (&stage);
    stage.layer->flags |= 0x2;
    g_autoptr (MwImage) image = stage_draw (&stage);
    assert_clay (image, MW_CLAY_PLAIN, NULL);
  }
  stage_close (&stage);
}

static void
test_skin_and_colour (gconstpointer es)
{
  static const float colour[3] = { 1, 0.5f, 0.25f };
  static const double factor[3] = { 1, 0.5, 0.25 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  enlarge_clay (&stage);
  MwMdlxGeosetAnimation *animation = scene_add (stage.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (stage.geoset);
  animation->alpha = 1;
  animation->flags = 2;
  for (int i = 0; i < 3; i++)
    animation->color[i] = colour[i];
  g_autoptr (MwImage) coloured = stage_draw (&stage);
  assert_clay (coloured, MW_CLAY_PLAIN, factor);
  /* World of Warcraft's alpha: the game chooses the image by its tables. */
  for (guint i = 0; i < 2; i++) {
    new_model (&stage, 0);
    enlarge_clay (&stage);
    stage.model->family = MW_FAMILY_MDX_WOW;
    stage.model->version = 1300;
    stage.layer->texture = scene_ref (scene_add_texture (stage.model, "", i ? 6 : 11, 0));
    g_autoptr (MwImage) image = stage_draw (&stage);
    assert_clay (image, i ? MW_CLAY_HAIR : MW_CLAY_SKIN, NULL);
  }
  stage_close (&stage);
}

/* The coordinates of a cell of 0.1 by 0.2, which a texture animation would move over the image. */
static void
test_cell (gconstpointer es)
{
  static const float size[2] = { 0.1f, 0.2f }, corner[2] = { 0.73f, 0.35f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (guint wide = 0; wide < 3; wide++) {
    new_model (&stage, 3);
    float *uvs = mw_array_make_writable (&((MwMdlxUvSet *) stage.geoset->uv_sets.items[0])->uvs, 8);
    for (guint i = 0; i < 8; i++)
      uvs[i] = corner[i % 2] + uvs[i] * (wide == i % 2 + 1 ? 0.5f : size[i % 2]);
    g_autoptr (MwImage) image = stage_draw (&stage);
    const double middle = scene_pixel (image, SIDE / 2, SIDE / 2)[0];
    if (wide) {
      /* A part of the image that is larger than a cell in one direction shows what is there. */
      g_assert_cmpfloat (middle, <, under[0] * 255 + 90);
      continue;
    }
    scene_assert_pixel (image, SIDE / 2, SIDE / 2, under[0] * 255 + 102, under[1] * 255 + 102, 255);
    g_assert_cmpint (abs (scene_pixel (image, SIDE / 4, SIDE / 2)[0] - (int) (under[0] * 255 + 51)), <=, 4);
    g_assert_cmpint (abs (scene_pixel (image, SIDE / 2, SIDE / 4)[0] - (int) (under[0] * 255 + 51)), <=, 4);
    for (int i = 0; i < 4; i++)
      assert_under (image, i % 2 ? 1 : SIDE - 2, i / 2 ? 1 : SIDE - 2);
  }
  stage_close (&stage);
}

static void
test_glow (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (uint32_t mode = 3; mode <= 6; mode++) {
    new_model (&stage, mode);
    g_autoptr (MwImage) image = stage_draw (&stage);
    g_test_message ("filter mode %u", mode);
    for (int i = 0; i < 4; i++)
      assert_under (image, i % 2 ? 1 : SIDE - 2, i / 2 ? 1 : SIDE - 2);
    if (mode >= 5) {
      /* What only filters what it covers, filters nothing. */
      assert_under (image, SIDE / 2, SIDE / 2);
      continue;
    }
    /* 0.4 of white in the middle, and half of that at a quarter of the side. */
    scene_assert_pixel (image, SIDE / 2, SIDE / 2, under[0] * 255 + 102, under[1] * 255 + 102, 255);
    g_assert_cmpint (abs (scene_pixel (image, SIDE / 4, SIDE / 2)[0] - (int) (under[0] * 255 + 51)), <=, 4);
  }
  /* Over another layer there is no need for it. */
  new_model (&stage, 0);
  enlarge_clay (&stage);
  scene_add_layer (stage.model, stage.material, 3, scene_add_texture (stage.model, "nowhere", 0, 3));
  g_autoptr (MwImage) image = stage_draw (&stage);
  assert_clay (image, MW_CLAY_PLAIN, NULL);
  stage_close (&stage);
}

static void
test_marked (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.show.frame.shading = MW_SHADING_MISSING;
  for (guint typed = 0; typed < 2; typed++) {
    g_autoptr (MwImage) checker = typed ? mw_image_checker_of_type (11) : mw_image_checker ();
    g_assert_cmpint (checker->width, ==, SIDE);
    if (typed) {
      stage.model->family = MW_FAMILY_MDX_WOW;
      stage.model->version = 1300;
      stage.layer->texture = scene_ref (scene_add_texture (stage.model, "", 11, 0));
    }
    g_autoptr (MwImage) image = stage_draw (&stage);
    for (int y = 1; y < SIDE; y += 3)
      for (int x = 1; x < SIDE; x += 3) {
        const uint8_t *wanted = scene_pixel (checker, x, y);
        scene_assert_pixel (image, x, y, wanted[0], wanted[1], wanted[2]);
      }
  }
  /* Textures that are there look as always. */
  new_model (&stage, 3);
  stage.layer->texture = scene_ref (scene_add_texture (stage.model, "204010FF", 0, 3));
  g_autoptr (MwImage) image = stage_draw (&stage);
  scene_assert_pixel (image, 2, 2, under[0] * 255 + 0x20, under[1] * 255 + 0x40, under[2] * 255 + 0x10);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "a surface without its texture is of lit clay", test_clay },
    { "clay has the geoset's colour, and that of skin and hair", test_skin_and_colour },
    { "an additive surface without its texture is a faint spot", test_glow },
    { "one that shows a cell of it is a whole spot", test_cell },
    { "missing textures are marked on request", test_marked },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("stand-ins", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
