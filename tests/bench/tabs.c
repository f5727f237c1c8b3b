/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/ui/fixture.h"
#include "tests/ui/own-memory.h"
#include "ui/window/window-private.h"

/* What stays in memory after 50 real models were opened in tabs of one window and all were closed. What exists once per program
 * (fonts, icons, names, each kind of widget) is made by opening a sample before; all rounds together must come back to where that ended. */

enum { TABS = 50, ROUNDS = 3, ALLOWED_PERCENT = 10 };

/* Up to TABS models from all parts of the corpus, a quarter of each kind. NULL: there is none. */
static GPtrArray *
choose_models (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdl" };
  GPtrArray *models = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (!files)
      continue;
    guint wanted = TABS / G_N_ELEMENTS (folders) + (i == 0 ? TABS % G_N_ELEMENTS (folders) : 0);
    for (guint k = 0; k < wanted && k < files->len; k++) {
      const char *path = files->pdata[(guint64) k * files->len / MIN (wanted, files->len)];
      if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (models, g_strdup (path));
    }
  }
  return models;
}

static void
close_all (MwWindow *window)
{
  while (mw_window_get_n_pages (window))
    mw_window_remove_page (window, mw_window_get_nth_page (window, 0));
  fixture_settle ();
}

int
main (int argc, char **argv)
{
  own_memory_begin (argv);
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  gtk_init ();
  g_autoptr (GPtrArray) models = choose_models ();
  if (!models->len) {
    g_print ("not measured: there are no real models (MODELWRIGHT_CORPUS)\n");
    return 0;
  }
  MwWindow *window = fixture_window ();
  g_autofree char *small = fixture_sample ("everything.mdx");
  fixture_open (window, small);
  own_memory_find_driver ();
  close_all (window);
  gsize first = own_memory_in_use (), before = first, after = first;
  for (guint round = 0; round < ROUNDS; round++) {
    before = after;
    for (guint i = 0; i < models->len; i++)
      fixture_open (window, models->pdata[i]);
    guint open = mw_window_get_n_pages (window);
    gsize most = own_memory_in_use ();
    close_all (window);
    after = own_memory_in_use ();
    g_print (
      "round %u: %u tabs of %u models; memory in use: %.1f MB before, %.1f MB with all open, %.1f MB after (%+.1f %%)\n",
      round + 1, open, models->len, (double) before / 1e6, (double) most / 1e6, (double) after / 1e6,
      100.0 * ((double) after - (double) before) / (double) before);
  }
  fixture_end (window);
  return after > first + first / 100 * ALLOWED_PERCENT;
}
