/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mip levels that an image file has are those that are drawn; each has another colour here. */
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <epoxy/gl.h>

#include <string.h>

#define SIDE 64

static const guint8 level_colours[3][4] = { { 255, 0, 0, 255 }, { 0, 255, 0, 255 }, { 0, 0, 255, 255 } };

static MwImage *
new_level (guint number)
{
  MwImage *image = mw_image_new (SIDE >> number, SIDE >> number, "drawn", NULL);
  for (guint i = 0; i < image->width * image->height; i++)
    memcpy (image->rgba + i * 4, level_colours[number], 4);
  return image;
}

/* An MwTextureLoad: `data` is the number of levels (guint). */
static MwImage *
load (const char *path, gpointer data, GError **error)
{
  MwImage *image = new_level (0);
  guint n = *(guint *) data;
  if (n > 1)
    image->levels = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free);
  for (guint i = 1; i < n; i++)
    g_ptr_array_add (image->levels, new_level (i));
  return image;
}

static MwGl small_card;
static GLint most_side;

static void
tell_most_side (GLenum name, GLint *value)
{
  if (name == GL_MAX_TEXTURE_SIZE)
    *value = most_side;
  else
    glGetIntegerv (name, value);
}

/* Draws the image at a `part` of the height of the picture, with a card that takes at most `side` texels a side, and compares the
 * pixel in the middle. */
static void
check (gconstpointer es, guint n_levels, double part, int side, guint shown)
{
  Show show;
  mw_gl_init_epoxy (&small_card);
  small_card.GetIntegerv = tell_most_side;
  most_side = side;
  if (!show_open (&show, SIDE, es != NULL, &small_card))
    return;
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (model, material, 0, scene_add_texture (model, "levels", 0, 3));
  MwMdlxGeoset *quad = scene_add_quad (model, 0, material, NULL);
  float *positions = mw_array_make_writable (&quad->vertices, 12);
  for (guint i = 0; i < 12; i++)
    positions[i] *= (float) part;
  mw_renderer_set_model (show.renderer, &model->model, load, &n_levels);
  scene_frame (&show.frame, show.offscreen, SIDE);
  g_autoptr (MwImage) image = show_draw (&show);
  scene_assert_pixel (image, SIDE / 2, SIDE / 2, level_colours[shown][0], level_colours[shown][1],
                      level_colours[shown][2]);
  show_close (&show);
  mw_model_free (&model->model);
}

static void
test_stored (gconstpointer es)
{
  check (es, 3, 1, 16384, 0);
  check (es, 3, 0.5, 16384, 1);
  check (es, 3, 0.25, 16384, 2);
}

static void
test_made (gconstpointer es)
{
  check (es, 2, 0.125, 16384, 1); /* made from level 1 */
  check (es, 1, 0.25, 16384, 0);  /* made from the image */
}

static void
test_small_card (gconstpointer es)
{
  check (es, 3, 1, SIDE / 2, 1);
  check (es, 2, 1, SIDE / 4, 1);
  check (es, 1, 1, SIDE / 4, 0);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "an image is drawn smaller with the mip levels of its file", test_stored },
    { "levels that a file lacks are made from its smallest", test_made },
    { "a card for small textures gets the first level that fits", test_small_card },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("mip levels", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
