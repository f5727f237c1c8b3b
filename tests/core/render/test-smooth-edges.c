/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/picture.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <string.h>

/* Edges that are smoothed by several samples of a pixel: of shapes, and those that an alpha limit cuts out of an image. */

enum { SIDE = 32 };

typedef struct {
  Show show;
  MwGl gl;
  MwPicture *picture;
  MwMdlx *model;
  MwMdlxLayer *layer;
} Stage;

/* Opaque on the left and transparent on the right, with a ramp between. */
static MwImage *
load (const char *path, gpointer unused, GError **error)
{
  if (strcmp (path, "ramp") != 0)
    return scene_load (path, NULL, error);
  MwImage *image = mw_image_new (8, 8, "test", error);
  for (uint32_t i = 0; i < 64; i++)
    memcpy (image->rgba + 4 * i, (uint8_t[]) { 255, 255, 255, (uint8_t) (i % 8 < 4 ? 255 : 0) }, 4);
  mw_image_update_has_alpha (image);
  return image;
}

static gboolean
stage_open (Stage *stage, gconstpointer es, const char *texture, uint32_t filter_mode)
{
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  mw_gl_init_epoxy (&stage->gl);
  stage->picture = mw_picture_new (&stage->gl);
  stage->model = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (stage->model, "materials", &mw_mdlx_material_schema);
  stage->layer = scene_add_layer (stage->model, material, filter_mode, scene_add_texture (stage->model, texture, 0, 3));
  stage->layer->flags = 1;
  scene_add_quad (stage->model, 0, material, NULL);
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  stage->show.frame.camera.roll = 0.3f; /* so that edges do not follow the rows of pixels */
  stage->show.frame.camera.distance *= 2;
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, load, NULL);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  mw_picture_free (stage->picture);
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

static MwImage *
draw (Stage *stage, guint samples)
{
  GError *error = NULL;
  MwFrame frame = stage->show.frame;
  frame.samples = samples;
  mw_picture_begin (stage->picture, stage->show.renderer, &frame);
  g_assert_true (mw_picture_go_on (stage->picture, stage->show.renderer, -1));
  g_assert_true (mw_picture_show (stage->picture, frame.framebuffer, SIDE, SIDE));
  MwImage *image = mw_offscreen_read (stage->show.offscreen, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stage->gl.GetError (), ==, 0);
  return image;
}

/* The pixels that are neither black nor as bright as a pixel of the surface. */
static guint
n_between (const MwImage *image)
{
  guint n = 0;
  for (uint32_t i = 0; i < image->width * image->height; i++)
    n += image->rgba[4 * i] > 8 && image->rgba[4 * i] < 247;
  return n;
}

static void
edges_of_shapes_are_smooth (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "FFFFFFFF", 0))
    return;
  g_autoptr (MwImage) hard = draw (&stage, 0), smooth = draw (&stage, 4), again = draw (&stage, 1),
                      most = draw (&stage, 1000);
  g_assert_cmpuint (n_between (hard), ==, 0);
  g_assert_cmpuint (n_between (smooth), >, SIDE);
  g_assert_cmpuint (n_other_pixels (hard, again), ==, 0);
  g_assert_cmpuint (n_between (most), >, SIDE);
  stage_close (&stage);
}

static void
edges_that_alpha_cuts_are_smooth (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, "ramp", 1))
    return;
  stage.show.frame.camera.distance /= 8; /* only the cut edge is in the picture */
  g_autoptr (MwImage) hard = draw (&stage, 0), smooth = draw (&stage, 4);
  g_assert_cmpuint (n_between (hard), ==, 0);
  g_assert_cmpuint (n_between (smooth), >, SIDE / 4);
  g_assert_cmpuint (n_other_pixels (hard, smooth), <, SIDE * 6); /* nothing but the edge has changed */
  stage_close (&stage);
}

/* What is wholly below or above the limit is cut or drawn whole, also with several samples; and a layer that blends after one
 * that is cut is not cut. */
static void
alpha_without_an_edge_is_whole_or_nothing (gconstpointer es)
{
  static const struct {
    const char *texture;
    uint32_t mode;
    uint8_t wanted;
  } cases[] = { { "FFFFFFC0", 1, 255 }, { "FFFFFFBE", 1, 0 }, { "FFFFFF80", 2, 128 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stage stage;
    if (!stage_open (&stage, es, cases[i].texture, cases[i].mode))
      return;
    g_autoptr (MwImage) image = draw (&stage, 4);
    g_assert_cmpint (ABS (scene_pixel (image, SIDE / 2, SIDE / 2)[0] - cases[i].wanted), <=, 1);
    stage_close (&stage);
  }
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "edges of shapes are smooth", edges_of_shapes_are_smooth },
    { "edges that alpha cuts are smooth", edges_that_alpha_cuts_are_smooth },
    { "alpha without an edge is whole or nothing", alpha_without_an_edge_is_whole_or_nothing },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("smooth-edges", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
