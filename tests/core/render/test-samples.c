/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdx/mdx.h"
#include "core/vfs/folder.h"
#include "tests/core/render/scene.h"

#include <epoxy/gl.h>
#include <glib/gstdio.h>
#include <string.h>

#define SIDE 256

/* Whole models drawn as the window draws them. */
typedef struct {
  MwOffscreen *offscreen;
  MwRenderer *renderer;
  MwMdlx *model;
  MwFolder *folder;
  MwFrame frame;
} Show;

static MwMdlx *
read_model (const char *path, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize size;
  if (!g_file_get_contents (path, &bytes, &size, error))
    return NULL;
  return mw_mdx_read ((const uint8_t *) bytes, size, error);
}

static char *
sample (const char *name)
{
  const char *root = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  return g_build_filename (root ? root : ".", "data", "samples", name, NULL);
}

static gboolean
show_open (Show *show, guint side, gboolean es)
{
  g_autoptr (GError) error = NULL;
  MwGl gl;
  memset (show, 0, sizeof *show);
  show->offscreen = mw_offscreen_new (side, side, es, &error);
  if (!show->offscreen) {
    g_test_skip (error->message);
    return FALSE;
  }
  mw_gl_init_epoxy (&gl);
  show->renderer = mw_renderer_new (&gl, es, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
show_model (Show *show, const char *path, MwMdlx *model, int side)
{
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  g_clear_pointer (&show->folder, mw_folder_free);
  if (show->model)
    mw_model_free (&show->model->model);
  show->model = model;
  show->folder = mw_folder_new_for_file (path);
  mw_renderer_set_model (show->renderer, &model->model, mw_texture_load_from_folder, show->folder);
  mw_frame_init (&show->frame, mw_offscreen_framebuffer (show->offscreen), side, side, model ? &model->model : NULL);
}

static void
show_close (Show *show)
{
  mw_renderer_free (show->renderer);
  mw_offscreen_free (show->offscreen);
  mw_folder_free (show->folder);
  if (show->model)
    mw_model_free (&show->model->model);
}

static MwImage *
show_draw (Show *show)
{
  g_autoptr (GError) error = NULL;
  mw_renderer_draw (show->renderer, &show->frame);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  MwImage *image = mw_offscreen_read (show->offscreen, &error);
  g_assert_no_error (error);
  return image;
}

static guint
n_other_pixels (const MwImage *a, const MwImage *b)
{
  guint n = 0;
  for (size_t i = 0; i < (size_t) a->width * a->height; i++)
    n += memcmp (a->rgba + i * 4, b->rgba + i * 4, 4) != 0;
  return n;
}

/* The checker's magenta, which no texture of the samples has. */
static guint
n_magenta_pixels (const MwImage *image)
{
  guint n = 0;
  for (size_t i = 0; i < (size_t) image->width * image->height; i++) {
    const uint8_t *pixel = image->rgba + i * 4;
    n += pixel[0] > 120 && pixel[1] < 30 && pixel[2] > 120;
  }
  return n;
}

static void
write_png (const MwImage *image, const char *folder, const char *name)
{
  g_autoptr (GByteArray) png = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_assert_true (mw_image_encode_png (image, png, &error));
  g_assert_true (g_file_set_contents (path, (const char *) png->data, (gssize) png->len, &error));
}

static void
test_samples (gconstpointer es)
{
  static const struct {
    const char *name;
    gboolean shows, moves; /* enough to be seen; "everything" is made of numbers, not for the eye */
  } samples[] = { { "figure.mdx", TRUE, TRUE }, { "effect.mdx", TRUE, TRUE }, { "everything.mdx", FALSE, FALSE } };
  Show show;
  g_autoptr (GError) error = NULL;
  if (!show_open (&show, SIDE, es != NULL))
    return;
  /* Kept for the eye when a folder is given. */
  const char *keep = g_getenv ("MODELWRIGHT_PICTURES");
  g_autofree char *folder = keep ? g_strdup (keep) : g_dir_make_tmp ("modelwright-render-XXXXXX", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample (samples[i].name);
    MwMdlx *model = read_model (path, &error);
    g_assert_no_error (error);
    show_model (&show, path, model, SIDE);
    show.frame.overlays = MW_OVERLAY_GRID | MW_OVERLAY_AXES;
    mw_renderer_set_model (show.renderer, NULL, NULL, NULL);
    g_autoptr (MwImage) empty = show_draw (&show);
    mw_renderer_set_model (show.renderer, &model->model, mw_texture_load_from_folder, show.folder);
    for (uint32_t k = 0; k < model->sequences.n; k++) {
      const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[k];
      guint moved = 0, shown = 0;
      g_autoptr (MwImage) before = NULL;
      mw_clock_set_sequence (&show.frame.clock, sequence);
      for (int part = 0; part < 4; part++) {
        MwImage *image = show_draw (&show);
        shown = MAX (shown, n_other_pixels (empty, image));
        moved = MAX (moved, before ? n_other_pixels (before, image) : 0);
        if (samples[i].shows)
          g_assert_cmpuint (n_magenta_pixels (image), ==, 0);
        g_autofree char *name = g_strdup_printf ("%s-%u-%d%s.png", samples[i].name, k, part, es ? "-es" : "");
        write_png (image, folder, name);
        if (!keep) {
          g_autofree char *file = g_build_filename (folder, name, NULL);
          g_remove (file);
        }
        g_clear_pointer (&before, mw_image_free);
        before = image;
        mw_clock_advance (&show.frame.clock, (guint32) (sequence->interval[1] - sequence->interval[0]) / 4);
      }
      g_test_message ("%s, %s: %u pixels shown, %u moved", samples[i].name, mw_text (sequence->name), shown, moved);
      if (samples[i].shows)
        g_assert_cmpuint (shown, >, 500);
      if (samples[i].moves)
        g_assert_cmpuint (moved, >, 100);
    }
  }
  if (!keep)
    g_rmdir (folder);
  show_close (&show);
}

static void
test_same_again (void)
{
  Show show;
  g_autoptr (GError) error = NULL;
  if (!show_open (&show, SIDE, FALSE))
    return;
  g_autofree char *path = sample ("effect.mdx");
  MwMdlx *model = read_model (path, &error);
  g_assert_no_error (error);
  show_model (&show, path, model, SIDE);
  mw_clock_set_sequence (&show.frame.clock, (const MwMdlxSequence *) model->sequences.items[0]);
  mw_clock_advance (&show.frame.clock, 700);
  g_autoptr (MwImage) first = show_draw (&show);
  g_autoptr (MwImage) second = show_draw (&show);
  g_assert_cmpuint (n_other_pixels (first, second), ==, 0);
  /* Reached by playing, by a jump, and in a renderer that never saw anything else. */
  for (int ms = 0; ms < 300; ms += 30)
    mw_image_free (show_draw (&show)), mw_clock_advance (&show.frame.clock, 30);
  mw_clock_set_sequence (&show.frame.clock, (const MwMdlxSequence *) model->sequences.items[0]);
  show.frame.clock.global_ms = 0;
  mw_clock_advance (&show.frame.clock, 700);
  g_autoptr (MwImage) third = show_draw (&show);
  g_assert_cmpuint (n_other_pixels (first, third), ==, 0);
  show_close (&show);
}

static void
test_labels (void)
{
  Show show;
  g_autoptr (GError) error = NULL;
  if (!show_open (&show, SIDE, FALSE))
    return;
  g_autofree char *path = sample ("figure.mdx");
  MwMdlx *model = read_model (path, &error);
  g_assert_no_error (error);
  show_model (&show, path, model, SIDE);
  show.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_autoptr (MwImage) marked = show_draw (&show);
  show.frame.overlays = 0;
  g_autoptr (MwImage) plain = show_draw (&show);
  show.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (MwLabel));
  mw_renderer_labels (show.renderer, &show.frame, labels);
  guint n_attachments = 0;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    n_attachments += model->nodes.items[i]->schema == &mw_mdlx_attachment_schema;
  g_assert_cmpuint (n_attachments, >, 0);
  g_assert_cmpuint (labels->len, ==, n_attachments);
  for (guint i = 0; i < labels->len; i++) {
    const MwLabel *label = &g_array_index (labels, MwLabel, i);
    const MwMdlxNode *node = (const MwMdlxNode *) mw_model_find (&model->model, label->id);
    g_assert_cmpstr (label->name, ==, node->name);
    /* A marker is drawn where the label points: at rest that is the pivot. */
    float screen[3];
    g_assert_true (mw_camera_project (&show.frame.camera, node->pivot, SIDE, SIDE, screen));
    g_assert_cmpfloat_with_epsilon (label->x, screen[0], 0.01);
    g_assert_cmpfloat_with_epsilon (label->y, screen[1], 0.01);
    guint n = 0;
    for (int y = MAX ((int) label->y - 5, 0); y < MIN ((int) label->y + 6, SIDE); y++)
      for (int x = MAX ((int) label->x - 5, 0); x < MIN ((int) label->x + 6, SIDE); x++)
        n += memcmp (scene_pixel (marked, x, y), scene_pixel (plain, x, y), 4) != 0;
    g_assert_cmpuint (n, >, 8);
  }
  show.frame.overlays = 0;
  g_array_set_size (labels, 0);
  mw_renderer_labels (show.renderer, &show.frame, labels);
  g_assert_cmpuint (labels->len, ==, 0);
  show.frame.selected = &model->nodes.items[0]->id;
  show.frame.n_selected = 1;
  mw_renderer_labels (show.renderer, &show.frame, labels);
  g_assert_cmpuint (labels->len, ==, 1);
  show_close (&show);
}

static void
test_corpus (void)
{
  const char *given = g_getenv ("MODELWRIGHT_CORPUS");
  g_autofree char *folder = g_build_filename (given ? given : "../shared/corpus", "mdx800", NULL);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  Show show;
  guint n = 0;
  if (!files) {
    g_test_skip ("no corpus: MODELWRIGHT_CORPUS names its folder");
    return;
  }
  if (!show_open (&show, 64, FALSE))
    return;
  for (const char *name; (name = g_dir_read_name (files));) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GError) error = NULL;
    MwMdlx *model = read_model (path, &error);
    if (!model)
      continue; /* the reader's tests look at why */
    show_model (&show, path, model, 64);
    show.frame.overlays = ~0u;
    show.frame.shading = (MwShading) (n++ % (MW_SHADING_UV + 1));
    if (model->sequences.n) {
      mw_clock_set_sequence (&show.frame.clock, (const MwMdlxSequence *) model->sequences.items[0]);
      mw_clock_advance (&show.frame.clock, 300);
    }
    mw_image_free (show_draw (&show));
    show.frame.shading = MW_SHADING_TEXTURED;
    mw_image_free (show_draw (&show));
  }
  g_test_message ("%u models drawn", n);
  g_assert_cmpuint (n, >, 0);
  show_close (&show);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/render/samples/OpenGL draws the samples and they move", NULL, test_samples);
  g_test_add_data_func ("/render/samples/OpenGL ES draws the samples and they move", GINT_TO_POINTER (1), test_samples);
  g_test_add_func ("/render/samples/a moment always looks the same", test_same_again);
  g_test_add_func ("/render/samples/labels stand at the markers", test_labels);
  g_test_add_func ("/render/samples/every corpus model is drawn without an error of GL", test_corpus);
  return g_test_run ();
}
