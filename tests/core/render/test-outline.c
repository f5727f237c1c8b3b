/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/picture.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <string.h>

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

/* The draws of surfaces, or of their edges. */
static guint n_draws;
static void (*draw_elements) (GLenum mode, GLsizei n, GLenum type, const void *offset);

static void
count_draw (GLenum mode, GLsizei n, GLenum type, const void *offset)
{
  n_draws++;
  draw_elements (mode, n, type, offset);
}

static gboolean
stage_open (Stage *stage, gboolean es)
{
  MwGl gl;
  mw_gl_init_epoxy (&gl);
  draw_elements = gl.DrawElements;
  gl.DrawElements = count_draw;
  if (!show_open (&stage->show, SIDE, es, &gl))
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

static guint
count_draws (Stage *stage)
{
  n_draws = 0;
  g_autoptr (MwImage) image = show_draw (&stage->show);
  return n_draws;
}

static void
test_cost (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  const MwId ids[] = { stage.front->record.id, stage.behind->record.id };
  stage.show.frame.selected = ids;
  stage.show.frame.hovered = ids + 1;
  stage.show.frame.n_hovered = 1;
  const guint without = count_draws (&stage);
  for (guint n = 0; n <= 2; n++) {
    stage.show.frame.n_selected = n;
    g_assert_cmpuint (count_draws (&stage), ==, without);
  }
  /* Of a wire frame the surfaces are not drawn otherwise. */
  stage.show.frame.shading = MW_SHADING_WIREFRAME;
  stage.show.frame.n_hovered = stage.show.frame.n_selected = 0;
  const guint edges = count_draws (&stage);
  stage.show.frame.n_selected = 2;
  g_assert_cmpuint (count_draws (&stage), ==, edges + 2);
  stage_close (&stage);
}

/* The line beside the squares, on the left and above. */
static void
assert_line (const MwImage *image, const double *colour)
{
  scene_assert_pixel (image, 14, 30, colour[0], colour[1], colour[2]);
  scene_assert_pixel (image, 30, 14, colour[0], colour[1], colour[2]);
  scene_assert_pixel (image, 30, 45, colour[0], colour[1], colour[2]);
}

static void
test_invisible (gconstpointer es)
{
  static const double none[3] = { 0 };
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  MwMdlxGeosetAnimation *animation = scene_add (stage.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = (MwRef) { .id = stage.front->record.id };
  animation->alpha = 0;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  stage.show.frame.selected = &stage.front->record.id;
  stage.show.frame.n_selected = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  assert_line (image, orange);
  scene_assert_pixel (image, 30, 30, 255, 0, 0);
  stage.show.frame.shading = MW_SHADING_WIREFRAME;
  g_autoptr (MwImage) wire = show_draw (&stage.show);
  assert_line (wire, orange);
  stage.show.frame.shading = MW_SHADING_TEXTURED;
  stage.show.frame.n_selected = 0;
  g_autoptr (MwImage) without = show_draw (&stage.show);
  assert_line (without, none);
  stage_close (&stage);
}

/* A larger square that is drawn first, and covers the other. */
static void
test_larger (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  float *corners = mw_array_make_writable (&stage.behind->vertices, 12);
  for (guint i = 0; i < 12; i++)
    corners[i] = i % 3 ? corners[i] * 1.5f : 2;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  const MwId ids[] = { stage.behind->record.id, stage.front->record.id };
  MwFrame *frame = &stage.show.frame;
  static const double white_on_red[] = { 245, 230, 230 };
  frame->selected = ids + 1;
  frame->n_selected = 1;
  g_autoptr (MwImage) covered = show_draw (&stage.show);
  assert_line (covered, orange);
  scene_assert_pixel (covered, 10, 30, 255, 0, 0);
  /* Around both, with the corners of the last one inside. */
  frame->selected = ids;
  frame->n_selected = 2;
  g_autoptr (MwImage) both = show_draw (&stage.show);
  scene_assert_pixel (both, 6, 30, orange[0], orange[1], orange[2]);
  scene_assert_pixel (both, 53, 30, orange[0], orange[1], orange[2]);
  scene_assert_pixel (both, 30, 6, orange[0], orange[1], orange[2]);
  scene_assert_pixel (both, 30, 53, orange[0], orange[1], orange[2]);
  /* Nothing is left of the marks of the last frame. */
  frame->n_selected = 1;
  frame->hovered = ids + 1;
  frame->n_hovered = 1;
  g_autoptr (MwImage) two = show_draw (&stage.show);
  assert_line (two, white_on_red);
  frame->selected = ids + 1;
  g_autoptr (MwImage) again = show_draw (&stage.show);
  assert_line (again, orange);
  /* What is drawn after it has none: the grid, which is seen from the side as a line. */
  frame->overlays = MW_OVERLAY_GRID;
  g_autoptr (MwImage) grid = show_draw (&stage.show);
  assert_line (grid, orange);
  scene_assert_pixel (grid, 3, 28, 0, 0, 0);
  scene_assert_pixel (grid, 3, 32, 0, 0, 0);
  stage_close (&stage);
}

/* With four samples of a pixel, in pictures of several sizes. */
static void
test_samples (gconstpointer es)
{
  Stage stage;
  GError *error = NULL;
  MwGl gl;
  if (!stage_open (&stage, es != NULL))
    return;
  mw_gl_init_epoxy (&gl);
  MwPicture *picture = mw_picture_new (&gl);
  stage.show.frame.selected = &stage.front->record.id;
  stage.show.frame.n_selected = 1;
  for (guint i = 0; i < 5; i++) {
    stage.show.frame.samples = i == 1 ? 0 : 4;
    stage.show.frame.width = i == 2 || i == 3 ? 2 * SIDE : SIDE;
    stage.show.frame.height = i == 2 ? 2 * SIDE : SIDE;
    mw_picture_begin (picture, stage.show.renderer, &stage.show.frame);
    g_assert_true (mw_picture_go_on (picture, stage.show.renderer, -1));
    g_autoptr (MwImage) image = mw_picture_read (picture, &error);
    g_assert_no_error (error);
    const int scale = stage.show.frame.height / SIDE, x = stage.show.frame.width / 2;
    scene_assert_pixel (image, x - 15 * scale - 1, 30 * scale, orange[0], orange[1], orange[2]);
    scene_assert_pixel (image, x, 45 * scale, orange[0], orange[1], orange[2]);
    scene_assert_pixel (image, x, 30 * scale, 0, 255, 0);
    scene_assert_pixel (image, x - 21 * scale, 30 * scale, 0, 0, 0);
  }
  mw_picture_free (picture);
  stage_close (&stage);
}

/* A surface that reaches from before the eye to behind it is seen up to the edge of the picture. */
static void
test_around_the_eye (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es != NULL))
    return;
  /* A floor, seen along its length. */
  static const float floor[12] = { -8, -1, -1, -8, 1, -1, 20, 1, -1, 20, -1, -1 };
  memcpy (mw_array_make_writable (&stage.front->vertices, 12), floor, sizeof floor);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  MwFrame *frame = &stage.show.frame;
  frame->camera.ortho = FALSE;
  frame->camera.distance = 4;
  frame->camera.centre[0] = 6;
  frame->camera.radius = 16;
  frame->selected = &stage.front->record.id;
  frame->hidden = &stage.behind->record.id;
  frame->n_selected = frame->n_hidden = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  guint n = 0;
  for (int x = 0; x < SIDE; x++) {
    const uint8_t *at = scene_pixel (image, x, SIDE - 3);
    n += at[0] > 200 && at[1] > 100 && at[1] < 200;
  }
  g_assert_cmpuint (n, >, 0);
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
    { "surfaces that are drawn are not drawn once more", test_cost },
    { "what is invisible, or only edges, has one too", test_invisible },
    { "one that is covered has one, and nothing else", test_larger },
    { "lines are as wide with several samples, and in larger pictures", test_samples },
    { "a surface around the eye has one up to the edge of the picture", test_around_the_eye },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("outline", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
