/* SPDX-License-Identifier: GPL-3.0-or-later */
/* After deletes, duplicates and moves a model must not have an error that it did not have before. Here some records
 * of each model are tried, chosen by a fixed seed; ./dev test --long sweep tries all. */
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/sweep.h"
#include "tests/core/io/mdlx-made.h"

enum { MOST = 24, LARGEST = 400 << 10, SEED = 17 };

static void
assert_clean (Sweep *sweep)
{
  for (guint i = 0; i < sweep->failures->len; i++)
    g_test_message ("%s", (const char *) sweep->failures->pdata[i]);
  g_test_message ("%u edits tried, %u done, %u refused", sweep->tried, sweep->done, sweep->refused);
  g_assert_cmpuint (sweep->done, >, 0);
  g_assert_cmpuint (sweep->refused, >, 0);
  g_assert_cmpuint (sweep->failures->len, ==, 0);
  sweep_clear (sweep);
}

/* Takes ownership of the set. */
static void
sweep_set (Sweep *sweep, MwFileSet *set, const char *name, guint most)
{
  MwDocument *document = m2_open (set);
  GRand *rand = g_rand_new_with_seed (SEED);
  sweep_document (sweep, document, name, MAX (most / work_fraction (), 1), rand);
  g_rand_free (rand);
  g_object_unref (document);
  mw_file_set_free (set);
}

static void
made (void)
{
  static const char *const wow[] = { "wow-1300", "wow-1400", "wow-1500" };
  Sweep sweep;
  sweep_init (&sweep);
  for (const guint *version = mdlx_versions (); *version; version++) {
    g_autofree char *name = g_strdup_printf ("made %u", *version);
    sweep_set (&sweep, mdlx_made_set (*version), name, MOST * 4);
  }
  for (guint i = 0; i < G_N_ELEMENTS (wow); i++) {
    g_autofree char *path = seed_path (wow[i]);
    sweep_set (&sweep, m2_set_load (path), wow[i], MOST * 4);
  }
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *name = g_strdup_printf ("made M2 %u", version);
    sweep_set (&sweep, m2_made_set (version, 0, 0), name, MOST * 4);
  }
  assert_clean (&sweep);
}

static void
corpus_mdx (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300", "mdl" };
  Sweep sweep;
  sweep_init (&sweep);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (!files)
      return sweep_clear (&sweep);
    for (guint k = 0; k < files->len; k++) {
      g_autofree char *name = g_path_get_basename (files->pdata[k]);
      MwFileSet *set = m2_set_load (files->pdata[k]);
      g_autoptr (GError) error = NULL;
      MwModel *model = m2_set_size (set) <= LARGEST ? mw_io_read (set, &(MwFormat) { 0 }, NULL, &error) : NULL;
      if (!model) { /* it must not be read, or is only for the long run */
        mw_file_set_free (set);
        continue;
      }
      mw_model_free (model);
      sweep_set (&sweep, set, name, MOST / 4);
    }
  }
  assert_clean (&sweep);
}

static void
corpus_m2 (void)
{
  Sweep sweep;
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  if (!sets)
    return;
  sweep_init (&sweep);
  for (guint i = 0; i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
    MwDocument *document = m2_open (set);
    GRand *rand = g_rand_new_with_seed (SEED + i);
    sweep_document (&sweep, document, name, MAX (MOST / 4 / work_fraction (), 1), rand);
    g_rand_free (rand);
    g_object_unref (document);
  }
  assert_clean (&sweep);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/sweep/edits of generated models cause no new error", made);
  g_test_add_func ("/edit/sweep/edits of real MDX and MDL files cause no new error", corpus_mdx);
  g_test_add_func ("/edit/sweep/edits of real M2 files cause no new error", corpus_m2);
  return g_test_run ();
}
