/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdx/mdx.h"
#include "core/vfs/lookup.h"
#include "tests/core/corpus.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <string.h>

#define SIDE 256

/* Whole models drawn as the window draws them. */
typedef struct {
  Show show;
  MwMdlx *model;
  MwLookup *lookup;
} Stage;

static MwMdlx *
read_model (const char *path, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize size;
  if (!g_file_get_contents (path, &bytes, &size, error))
    return NULL;
  return mw_mdx_read ((const uint8_t *) bytes, size, NULL, error);
}

static char *
sample (const char *name)
{
  const char *root = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  return g_build_filename (root ? root : ".", "data", "samples", name, NULL);
}

static gboolean
stage_open (Stage *stage, int side, gboolean es)
{
  memset (stage, 0, sizeof *stage);
  return show_open (&stage->show, side, es, NULL);
}

static void
stage_show (Stage *stage, const char *path, MwMdlx *model, int side)
{
  Show *show = &stage->show;
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  g_clear_pointer (&stage->lookup, mw_lookup_free);
  if (stage->model)
    mw_model_free (&stage->model->model);
  stage->model = model;
  stage->lookup = mw_lookup_new (path, NULL, NULL);
  mw_renderer_set_model (show->renderer, &model->model, mw_texture_load_found, stage->lookup);
  mw_frame_init (&show->frame, mw_offscreen_framebuffer (show->offscreen), side, side, model ? &model->model : NULL);
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_lookup_free (stage->lookup);
  if (stage->model)
    mw_model_free (&stage->model->model);
}

/* The magenta of the checker that marks missing textures, which no texture of the samples has. */
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
test_samples (gconstpointer es)
{
  static const struct {
    const char *name;
    /* Whether enough is visible, and moves. "everything" has generated numbers and is not meant to be looked at. */
    gboolean shows, moves;
  } samples[] = { { "figure.mdx", TRUE, TRUE }, { "effect.mdx", TRUE, TRUE }, { "everything.mdx", FALSE, FALSE } };
  Stage stage;
  g_autoptr (GError) error = NULL;
  if (!stage_open (&stage, SIDE, es != NULL))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample (samples[i].name);
    MwMdlx *model = read_model (path, &error);
    g_assert_no_error (error);
    stage_show (&stage, path, model, SIDE);
    stage.show.frame.overlays = MW_OVERLAY_GRID | MW_OVERLAY_AXES;
    stage.show.frame.shading = MW_SHADING_MISSING;
    mw_renderer_set_model (stage.show.renderer, NULL, NULL, NULL);
    g_autoptr (MwImage) empty = show_draw (&stage.show);
    mw_renderer_set_model (stage.show.renderer, &model->model, mw_texture_load_found, stage.lookup);
    for (uint32_t k = 0; k < model->sequences.n; k++) {
      const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[k];
      guint moved = 0, shown = 0;
      g_autoptr (MwImage) before = NULL;
      mw_clock_play (&stage.show.frame.clock, &model->model, sequence->record.id);
      for (int part = 0; part < 4; part++) {
        MwImage *image = show_draw (&stage.show);
        shown = MAX (shown, n_other_pixels (empty, image));
        moved = MAX (moved, before ? n_other_pixels (before, image) : 0);
        if (samples[i].shows)
          g_assert_cmpuint (n_magenta_pixels (image), ==, 0);
        g_autofree char *name = g_strdup_printf ("%s-%u-%d%s", samples[i].name, k, part, es ? "-es" : "");
        show_keep (image, name);
        g_clear_pointer (&before, mw_image_free);
        before = image;
        mw_clock_advance (&stage.show.frame.clock, (guint32) (sequence->interval[1] - sequence->interval[0]) / 4);
      }
      g_test_message ("%s, %s: %u pixels shown, %u moved", samples[i].name, mw_text (sequence->name), shown, moved);
      if (samples[i].shows)
        g_assert_cmpuint (shown, >, 500);
      if (samples[i].moves)
        g_assert_cmpuint (moved, >, 100);
    }
  }
  stage_close (&stage);
}

/* A model of World of Warcraft's alpha: the client provides its skin, so it is drawn in clay. It moves. */
static void
test_alpha (gconstpointer es)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  Stage stage;
  g_autoptr (GError) error = NULL;
  if (!files || !stage_open (&stage, SIDE, es != NULL))
    return;
  for (guint i = 0; i < files->len; i++) {
    MwMdlx *model = read_model (files->pdata[i], &error);
    g_assert_no_error (error);
    stage_show (&stage, files->pdata[i], model, SIDE);
    g_autoptr (MwImage) rest = show_draw (&stage.show);
    show_keep (rest, "alpha-rest");
    for (uint32_t k = 0; k < model->sequences.n; k++) {
      const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[k];
      mw_clock_play (&stage.show.frame.clock, &model->model, sequence->record.id);
      g_autoptr (MwImage) first = show_draw (&stage.show);
      mw_clock_advance (&stage.show.frame.clock, (guint32) (sequence->interval[1] - sequence->interval[0]) / 3);
      g_autoptr (MwImage) later = show_draw (&stage.show);
      g_autofree char *name = g_strdup_printf ("alpha-%u%s", k, es ? "-es" : "");
      show_keep (later, name);
      g_test_message ("%s: %u pixels moved", mw_text (sequence->name), n_other_pixels (first, later));
      g_assert_cmpuint (n_other_pixels (first, later), >, 100);
    }
    /* Hit-test shapes and the collision mesh add lines of their own. */
    MwImage *plain = show_draw (&stage.show);
    stage.show.frame.overlays = MW_OVERLAY_COLLISION;
    MwImage *marked = show_draw (&stage.show);
    g_assert_cmpuint (n_other_pixels (plain, marked), >, 100);
    stage.show.frame.overlays = 0;
    mw_image_free (plain);
    mw_image_free (marked);
  }
  stage_close (&stage);
}

static void
test_same_again (void)
{
  Stage stage;
  g_autoptr (GError) error = NULL;
  if (!stage_open (&stage, SIDE, FALSE))
    return;
  g_autofree char *path = sample ("effect.mdx");
  MwMdlx *model = read_model (path, &error);
  g_assert_no_error (error);
  stage_show (&stage, path, model, SIDE);
  mw_clock_play (&stage.show.frame.clock, &model->model, model->sequences.items[0]->id);
  mw_clock_advance (&stage.show.frame.clock, 700);
  g_autoptr (MwImage) first = show_draw (&stage.show);
  g_autoptr (MwImage) second = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (first, second), ==, 0);
  /* The same moment, reached by playing, by a jump, and in a new renderer. */
  for (int ms = 0; ms < 300; ms += 30)
    mw_image_free (show_draw (&stage.show)), mw_clock_advance (&stage.show.frame.clock, 30);
  mw_clock_play (&stage.show.frame.clock, &model->model, model->sequences.items[0]->id);
  stage.show.frame.clock.global_ms = 0;
  mw_clock_advance (&stage.show.frame.clock, 700);
  g_autoptr (MwImage) third = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (first, third), ==, 0);
  /* And after a while without effects. */
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).particles, >, 0);
  stage.show.frame.no_effects = TRUE;
  g_autoptr (MwImage) bare = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (first, bare), >, 100);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).particles, ==, 0);
  mw_clock_advance (&stage.show.frame.clock, 60);
  mw_image_free (show_draw (&stage.show));
  stage.show.frame.no_effects = FALSE;
  mw_clock_play (&stage.show.frame.clock, &model->model, model->sequences.items[0]->id);
  stage.show.frame.clock.global_ms = 0;
  mw_clock_advance (&stage.show.frame.clock, 700);
  g_autoptr (MwImage) fourth = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (first, fourth), ==, 0);
  stage_close (&stage);
}

static void
test_labels (void)
{
  Stage stage;
  g_autoptr (GError) error = NULL;
  if (!stage_open (&stage, SIDE, FALSE))
    return;
  g_autofree char *path = sample ("figure.mdx");
  MwMdlx *model = read_model (path, &error);
  g_assert_no_error (error);
  stage_show (&stage, path, model, SIDE);
  stage.show.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_autoptr (MwImage) marked = show_draw (&stage.show);
  stage.show.frame.overlays = 0;
  g_autoptr (MwImage) plain = show_draw (&stage.show);
  stage.show.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (MwLabel));
  mw_renderer_labels (stage.show.renderer, &stage.show.frame, labels);
  guint n_attachments = 0;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    n_attachments += model->nodes.items[i]->schema == &mw_mdlx_attachment_schema;
  g_assert_cmpuint (n_attachments, >, 0);
  g_assert_cmpuint (labels->len, ==, n_attachments);
  for (guint i = 0; i < labels->len; i++) {
    const MwLabel *label = &g_array_index (labels, MwLabel, i);
    const MwMdlxNode *node = (const MwMdlxNode *) mw_model_find (&model->model, label->id);
    g_assert_cmpstr (label->name, ==, node->name);
    /* The marker is drawn at the position of its label: at rest that is the pivot. */
    float screen[3];
    g_assert_true (mw_camera_project (&stage.show.frame.camera, node->pivot, SIDE, SIDE, screen));
    g_assert_cmpfloat_with_epsilon (label->x, screen[0], 0.01);
    g_assert_cmpfloat_with_epsilon (label->y, screen[1], 0.01);
    guint n = 0;
    for (int y = MAX ((int) label->y - 5, 0); y < MIN ((int) label->y + 6, SIDE); y++)
      for (int x = MAX ((int) label->x - 5, 0); x < MIN ((int) label->x + 6, SIDE); x++)
        n += memcmp (scene_pixel (marked, x, y), scene_pixel (plain, x, y), 4) != 0;
    g_assert_cmpuint (n, >, 8);
  }
  stage.show.frame.overlays = 0;
  g_array_set_size (labels, 0);
  mw_renderer_labels (stage.show.renderer, &stage.show.frame, labels);
  g_assert_cmpuint (labels->len, ==, 0);
  stage.show.frame.selected = &model->nodes.items[0]->id;
  stage.show.frame.n_selected = 1;
  mw_renderer_labels (stage.show.renderer, &stage.show.frame, labels);
  g_assert_cmpuint (labels->len, ==, 1);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/render/samples/OpenGL draws the samples and they move", NULL, test_samples);
  g_test_add_data_func ("/render/samples/OpenGL ES draws the samples and they move", GINT_TO_POINTER (1), test_samples);
  g_test_add_data_func ("/render/samples/OpenGL draws a model of World of Warcraft's alpha and it moves", NULL,
                        test_alpha);
  g_test_add_data_func ("/render/samples/OpenGL ES draws a model of World of Warcraft's alpha and it moves",
                        GINT_TO_POINTER (1), test_alpha);
  g_test_add_func ("/render/samples/a moment always looks the same", test_same_again);
  g_test_add_func ("/render/samples/labels are drawn at the markers", test_labels);
  return g_test_run ();
}
