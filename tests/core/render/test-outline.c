/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

enum { SIDE = 60 };

/* A red square of half size 1 and a green one in front of it, which covers it; the picture shows two units in each direction, so that they
 * cover the pixels 15 to 44. */
typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxGeoset *behind, *front;
} Stage;

static MwMdlxGeoset *
add_square (MwMdlx *model, float x, const char *colour)
{
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (model, material, 0, scene_add_texture (model, colour, 0, 3))->flags = 0x1;
  return scene_add_quad (model, x, material, NULL);
}

static gboolean
stage_open (Stage *stage, gboolean es)
{
  if (!show_open (&stage->show, SIDE, es, NULL))
    return FALSE;
  stage->model = mw_mdlx_new ();
  stage->behind = add_square (stage->model, 0, "FF0000FF");
  stage->front = add_square (stage->model, 1, "00FF00FF");
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  stage->show.frame.camera.distance *= 2;
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

static const double orange[] = { 255, 161, 41 }, white[] = { 229, 229, 229 };

/* Whether the lines beside the squares have this colour (NULL: none), and nothing else has changed. */
static void
assert_outline (Stage *stage, const double *colour)
{
  static const double none[3] = { 0 };
  g_autoptr (MwImage) image = show_draw (&stage->show);
  const double *line = colour ? colour : none;
  for (int at = 20; at < 40; at++) {
    scene_assert_pixel (image, 14, at, line[0], line[1], line[2]);
    scene_assert_pixel (image, 45, at, line[0], line[1], line[2]);
    scene_assert_pixel (image, at, 14, line[0], line[1], line[2]);
    scene_assert_pixel (image, at, 45, line[0], line[1], line[2]);
    scene_assert_pixel (image, 15, at, 0, 255, 0);
    scene_assert_pixel (image, 44, at, 0, 255, 0);
    scene_assert_pixel (image, 30, at, 0, 255, 0);
    scene_assert_pixel (image, 9, at, 0, 0, 0);
    scene_assert_pixel (image, at, 50, 0, 0, 0);
  }
}

static void
test_selected (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  assert_outline (&stage, NULL);
  const MwId ids[] = { stage.front->record.id, stage.behind->record.id };
  stage.show.frame.selected = ids;
  for (guint i = 0; i < 2; i++) {
    /* One that is covered has it, too; and two have one. */
    stage.show.frame.selected = ids + i;
    stage.show.frame.n_selected = 1;
    assert_outline (&stage, orange);
  }
  stage.show.frame.selected = ids;
  stage.show.frame.n_selected = 2;
  assert_outline (&stage, orange);
  /* It is drawn in each frame alike, and in all shadings. */
  assert_outline (&stage, orange);
  stage.show.frame.n_selected = 1;
  stage.show.frame.hovered = ids;
  stage.show.frame.n_hovered = 1;
  assert_outline (&stage, orange);
  stage_close (&stage);
}

static void
test_hovered (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  const MwId id = stage.behind->record.id, other = stage.front->record.id, gone = 12345, both[] = { gone, id };
  stage.show.frame.hovered = &id;
  stage.show.frame.n_hovered = 1;
  assert_outline (&stage, white);
  stage.show.frame.hovered = both;
  stage.show.frame.n_hovered = 2;
  assert_outline (&stage, white);
  stage.show.frame.n_hovered = 1;
  stage.show.frame.hidden = &other;
  stage.show.frame.n_hidden = 1;
  stage.show.frame.hovered = &other;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 14, 30, 0, 0, 0);
  scene_assert_pixel (image, 30, 30, 255, 0, 0);
  /* A record that is no surface, or is gone. */
  stage.show.frame.hovered = &stage.model->model.record.id;
  stage.show.frame.n_hidden = 0;
  assert_outline (&stage, NULL);
  stage.show.frame.hovered = &gone;
  assert_outline (&stage, NULL);
  stage_close (&stage);
}

/* It is also seen where something larger covers the surface. */
static void
test_covered (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  const MwId id = stage.behind->record.id;
  float *corners = mw_array_make_writable (&stage.front->vertices, 12);
  for (guint i = 0; i < 12; i++)
    corners[i] *= i % 3 ? 1.5f : 1;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  stage.show.frame.selected = &id;
  stage.show.frame.n_selected = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 14, 30, orange[0], orange[1], orange[2]);
  scene_assert_pixel (image, 30, 30, 0, 255, 0);
  scene_assert_pixel (image, 10, 30, 0, 255, 0);
  stage_close (&stage);
}

/* Black on white, and bright on black. */
static void
test_ground (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  const MwId id = stage.front->record.id;
  stage.show.frame.selected = &id;
  stage.show.frame.n_selected = 1;
  for (guint i = 0; i < 4; i++)
    stage.show.frame.background[i] = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 14, 30, orange[0], orange[1], orange[2]);
  scene_assert_pixel (image, 12, 30, 115, 115, 115);
  scene_assert_pixel (image, 10, 30, 255, 255, 255);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "what is selected has an outline that nothing covers", test_selected },
    { "what the pointer is over has a white one", test_hovered },
    { "what covers the surface does not cover its outline", test_covered },
    { "a dark line is around the bright one", test_ground },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("outline", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
