/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MDL texts that were cut short. ./dev test --long cut does all cuts of all texts. */
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/cut.h"

static void
made (void)
{
  static const char *const names[] = { "everything.mdl", "dialects.mdl", "wc3-1800.mdl", "wow-1500.mdl",
                                       "side-channel.mdl" };
  guint n = 0, slices = 4 * work_fraction ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "tests", "fuzz", "seeds", "mdl",
                                              names[i], NULL);
    n += mdl_cut (path, i % slices, slices);
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 100);
}

static void
corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdl");
  guint n = 0, slices = 2000 * work_fraction ();
  for (guint i = 0; files && i < files->len; i++)
    n += mdl_cut (files->pdata[i], i % slices, slices);
  g_test_message ("%u cuts", n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/cut/a generated text that ends inside a block is refused", made);
  g_test_add_func ("/io/mdl/cut/a real text that ends inside a block is refused", corpus);
  return g_test_run ();
}
