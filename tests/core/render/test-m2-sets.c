/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/companions.h"
#include "core/io/m2/m2.h"
#include "core/io/registry.h"
#include "core/pose/m2-material.h"
#include "core/vfs/lookup.h"
#include "tests/core/corpus.h"
#include "tests/core/render/show.h"
#include "tests/m2/generate.h"

#include <string.h>

/* Whole sets of files, drawn as the window draws them. */
#define SIDE 64

/* The number of pixels that the model changes at the clock's time. */
static guint
n_shown (Show *show, const MwModel *model, MwLookup *lookup)
{
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  g_autoptr (MwImage) empty = show_draw (show);
  mw_renderer_set_model (show->renderer, model, lookup ? mw_texture_load_found : NULL, lookup);
  g_autoptr (MwImage) image = show_draw (show);
  return n_other_pixels (empty, image);
}

/* --- Sets of the generator -------------------------------------------------------------------------------------------- */

static MwM2 *
read_generated (const M2GenerateOptions *options, GError **error)
{
  g_autoptr (GPtrArray) files = m2_generate (options);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *role = i ? mw_m2_companion_role (file->name + strlen ("Sample")) : g_strdup ("model");
    g_assert_nonnull (role);
    mw_file_set_add (set, role, NULL, file->bytes);
  }
  return mw_m2_read (set, error);
}

static void
draw_everything (Show *show, const MwM2 *model)
{
  mw_renderer_set_model (show->renderer, &model->model, NULL, NULL);
  mw_frame_init (&show->frame, mw_offscreen_framebuffer (show->offscreen), SIDE, SIDE, &model->model);
  show->frame.overlays = ~0u;
  mw_image_free (show_draw (show));
  const uint32_t n_played = work_fraction () > 1 ? 1 : 2;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    mw_clock_play (&show->frame.clock, &model->model, model->sequences.items[i]->id);
    g_assert_false (show->frame.clock.rest);
    /* Emitters with generated numbers reach their limits, and each new sequence simulates their past; so only a few
     * are played. */
    for (int part = 0; part < (i < n_played ? 3 : 0); part++) {
      mw_image_free (show_draw (show));
      mw_clock_advance (&show->frame.clock, 170);
    }
  }
  for (uint32_t i = 0; i < model->skins.n; i++) {
    show->frame.profile = model->skins.items[i]->id;
    show->frame.shading = (MwShading) (i % (MW_SHADING_UV + 1));
    mw_image_free (show_draw (show));
  }
}

static void
test_generated (void)
{
  Show show;
  guint n = 0;
  if (!show_open (&show, SIDE, FALSE, NULL))
    return;
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++)
    for (guint bits = 0; bits <= M2_FORM_ALL; bits = version == 264 ? bits * 2 + 1 : bits + M2_FORM_ALL) {
      g_autoptr (GError) error = NULL;
      if (n++ % work_fraction () != 0)
        continue;
      /* The reader supports cameras of 265 to 271 in one form only. */
      guint form = bits & ~(guint) M2_FORM_OTHER_CAMERA;
      MwM2 *model = read_generated (&(M2GenerateOptions) { version, version + form, form }, &error);
      g_assert_no_error (error);
      draw_everything (&show, model);
      mw_renderer_set_model (show.renderer, NULL, NULL, NULL);
      mw_model_free (&model->model);
    }
  g_test_message ("%u sets, 1 in %u drawn", n, work_fraction ());
  show_close (&show);
}

/* --- Real sets -------------------------------------------------------------------------------------------------------- */

/* Whether any batch of the profile is visible at the clock's time and has triangles that are not all in one point. */
static gboolean
should_show (const MwM2 *model, const MwClock *clock)
{
  const MwM2Skin *skin = mw_m2_skin_shown (model, 0);
  for (uint32_t i = 0; skin && i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    const MwRecord *submesh = mw_model_resolve (&model->model, batch->submesh);
    MwM2BatchState state;
    mw_m2_batch_evaluate (model, batch, clock, &state);
    if (submesh && ((const MwM2Submesh *) submesh)->triangles.n && state.visible && state.alpha > 0.1f
        && state.blend < 3)
      return TRUE;
  }
  return FALSE;
}

static void
draw_file (Show *show, const char *path, guint *n, guint *n_solid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  const MwM2 *m2 = (const MwM2 *) model;
  g_autoptr (MwLookup) lookup = mw_lookup_new (path, NULL, NULL);
  mw_frame_init (&show->frame, mw_offscreen_framebuffer (show->offscreen), SIDE, SIDE, model);
  guint most = 0, rest = n_shown (show, model, lookup);
  gboolean solid = should_show (m2, &show->frame.clock);
  for (uint32_t k = 0; k < MIN (m2->sequences.n, MAX (8 / work_fraction (), 1)); k++) {
    mw_clock_play (&show->frame.clock, model, m2->sequences.items[k]->id);
    mw_clock_advance (&show->frame.clock, 130);
    most = MAX (most, n_shown (show, model, lookup));
  }
  g_autoptr (MwImage) last = show_draw (show);
  g_autofree char *name = g_path_get_basename (path);
  show_keep (last, name);
  g_test_message ("%s: %u pixels at rest, up to %u in %u sequences%s", path, rest, most, m2->sequences.n,
                  solid ? "" : ", nothing solid");
  if (solid)
    g_assert_cmpuint (rest, >, 20);
  *n += 1;
  *n_solid += solid;
  mw_renderer_set_model (show->renderer, NULL, NULL, NULL);
  mw_model_free (model);
}

static void
test_corpus (gconstpointer folder)
{
  g_autoptr (GPtrArray) sets = corpus_files (folder);
  Show show;
  guint n = 0, n_solid = 0;
  if (!sets || !show_open (&show, SIDE, FALSE, NULL))
    return;
  for (guint i = 0; i < sets->len; i++) {
    g_autoptr (GDir) files = g_dir_open (sets->pdata[i], 0, NULL);
    for (const char *name; files && (name = g_dir_read_name (files));) {
      g_autofree char *path = g_build_filename (sets->pdata[i], name, NULL);
      if (g_ascii_strcasecmp (name + MAX (strlen (name), 3) - 3, ".m2") == 0)
        draw_file (&show, path, &n, &n_solid);
    }
  }
  g_test_message ("%u models, %u of them with something solid", n, n_solid);
  g_assert_cmpuint (n, >, 0);
  show_close (&show);
}

int
main (int argc, char **argv)
{
  static const char *const folders[] = { "m2-256", "m2-260", "m2-262", "m2-263", "m2-264", "m2-272" };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/m2-sets/sets of every version and form are drawn", test_generated);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *path = g_strdup_printf ("/render/m2-sets/models of %s are seen", folders[i]);
    g_test_add_data_func (path, folders[i], test_corpus);
  }
  return g_test_run ();
}
