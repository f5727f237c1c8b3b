/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/pose/seen.h"
#include "core/render/framing.h"
#include "core/render/studio.h"
#include "tests/core/corpus.h"

#include <string.h>

/* Real models are drawn, framed by what is seen of them. */

enum { SIDE = 96 };

static MwImage *
load_grey (const char *path, gpointer data, GError **error)
{
  MwImage *image = mw_image_new (2, 2, "made", error);
  memset (image->rgba, 200, 16);
  for (guint i = 3; i < 16; i += 4)
    image->rgba[i] = 255;
  return image;
}

/* The larger of the parts of width and height in which the picture is not transparent. */
static double
coverage (const MwImage *image)
{
  guint left = SIDE, right = 0, top = SIDE, bottom = 0;
  for (guint y = 0; y < SIDE; y++)
    for (guint x = 0; x < SIDE; x++)
      if (image->rgba[(y * SIDE + x) * 4 + 3]) {
        left = MIN (left, x);
        right = MAX (right, x + 1);
        top = MIN (top, y);
        bottom = MAX (bottom, y + 1);
      }
  return right > left ? (double) MAX (right - left, bottom - top) / SIDE : 0;
}

static void
check_model (MwStudio *studio, const MwModel *model, const char *file)
{
  g_autoptr (GError) error = NULL;
  MwFrame frame;
  mw_renderer_set_model (mw_studio_renderer (studio), model, load_grey, NULL);
  mw_studio_frame (studio, &frame, model);
  memset (frame.background, 0, sizeof frame.background);
  frame.clock = mw_framing_moment (model, &frame);
  const gboolean seen = mw_framing_fit (&frame, model, &frame.clock, 1);
  g_autoptr (MwImage) image = mw_studio_draw (studio, &frame, &error);
  g_assert_no_error (error);
  const double part = coverage (image);
  /* Effects fade out toward their edges, so less of them is seen than they take up. */
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  const gboolean surfaces = mw_seen_points (model, &(MwSeen) { .clock = &frame.clock }, points) > 0;
  if (seen && part < (surfaces ? 1 / 3.0 : 0.01))
    g_test_message ("%s: covers %.2f of the picture", file, part);
  g_assert_true (!seen || part >= (surfaces ? 1 / 3.0 : 0.01));
  /* Every way of drawing, without an error of GL. */
  frame.overlays = ~0u;
  frame.background[3] = 1;
  frame.shading = (MwShading) (g_str_hash (file) % (MW_SHADING_UV + 1));
  g_autoptr (MwImage) other = mw_studio_draw (studio, &frame, &error);
  g_assert_no_error (error);
  mw_renderer_set_model (mw_studio_renderer (studio), NULL, NULL, NULL);
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_models (const char *path, GPtrArray *files)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, by_name);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i], *suffix = strrchr (name, '.');
    if (g_file_test (name, G_FILE_TEST_IS_DIR))
      add_models (name, files);
    else if (suffix
             && (g_ascii_strcasecmp (suffix, ".mdx") == 0 || g_ascii_strcasecmp (suffix, ".mdl") == 0
                 || g_ascii_strcasecmp (suffix, ".m2") == 0))
      g_ptr_array_add (files, g_strdup (name));
  }
}

static void
every_model_covers_a_third_of_its_picture (void)
{
  g_autoptr (GPtrArray) top = corpus_files ("."), files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  if (!top)
    return;
  for (guint i = 0; i < top->len; i++)
    add_models (top->pdata[i], files);
  g_autoptr (MwStudio) studio = mw_studio_new (SIDE, SIDE, &error);
  if (!studio) {
    g_test_skip (error->message);
    return;
  }
  g_assert_true (mw_studio_enter (studio, NULL));
  guint n = 0;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    MwFormat format;
    g_autoptr (MwFileSet) set = mw_io_load (files->pdata[i], NULL, NULL);
    MwModel *model = set ? mw_io_read (set, &format, NULL, NULL) : NULL;
    if (!model)
      continue; /* the readers' tests find out why */
    check_model (studio, model, files->pdata[i]);
    mw_model_free (model);
    n++;
  }
  g_test_message ("%u models drawn", n);
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/corpus/every model covers a third of its picture",
                   every_model_covers_a_third_of_its_picture);
  return g_test_run ();
}
