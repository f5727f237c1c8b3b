/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev test --long sweep: deletes, duplicates and moves every record of every model of the corpus and of the
 * generated models. An operation must be refused or must not cause a new finding that is an error. By hand:
 * long-sweep mdx|m2 SLICE SLICES (MODELWRIGHT_SOURCE_ROOT, MODELWRIGHT_CORPUS). A slice has every SLICES-th model. */
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/sweep.h"
#include "tests/core/io/m2/sets.h"
#include "tests/core/io/mdlx-made.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  Sweep sweep;
  guint64 slice, slices;
  guint seen, models;
  gboolean ours; /* the model belongs to this slice */
} Run;

static void
sweep_set (Run *run, MwFileSet *set, const char *name)
{
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, NULL);
  if (model) {
    MwDocument *document = mw_document_new (model, format);
    gint64 start = g_get_monotonic_time ();
    sweep_document (&run->sweep, document, name, G_MAXUINT, NULL);
    g_object_unref (document);
    run->models++;
    printf ("%s: %.1f s\n", name, (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  }
  mw_file_set_free (set);
}

static gboolean
is_ours (Run *run)
{
  return run->seen++ % run->slices == run->slice;
}

static void
sweep_mdx (Run *run)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300", "mdl" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    for (guint k = 0; files && k < files->len; k++) {
      g_autofree char *name = g_path_get_basename (files->pdata[k]);
      MwFileSet *set = is_ours (run) ? m2_set_load (files->pdata[k]) : NULL;
      if (set)
        sweep_set (run, set, name);
    }
  }
  for (const guint *version = mdlx_versions (); *version; version++) {
    g_autofree char *name = g_strdup_printf ("made %u", *version);
    if (is_ours (run))
      sweep_set (run, mdlx_made_set (*version), name);
  }
}

static void
sweep_m2 (Run *run)
{
  g_autoptr (GPtrArray) models = m2_corpus ();
  for (guint i = 0; models && i < models->len; i++) {
    g_autofree char *name = g_path_get_basename (models->pdata[i]);
    if (is_ours (run))
      sweep_set (run, m2_set_load (models->pdata[i]), name);
  }
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *name = g_strdup_printf ("made %u", version);
    if (is_ours (run))
      sweep_set (run, m2_set_make (&(M2GenerateOptions) { .version = version }), name);
  }
}

int
main (int argc, char **argv)
{
  Run run = { 0 };
  if (argc != 4 || !g_ascii_string_to_unsigned (argv[3], 10, 1, 1000, &run.slices, NULL)
      || !g_ascii_string_to_unsigned (argv[2], 10, 0, run.slices - 1, &run.slice, NULL)
      || (strcmp (argv[1], "mdx") != 0 && strcmp (argv[1], "m2") != 0)) {
    fprintf (stderr, "usage: long-sweep mdx|m2 SLICE SLICES\n");
    return 2;
  }
  g_test_init (&argc, &argv, NULL);
  sweep_init (&run.sweep);
  (strcmp (argv[1], "m2") == 0 ? sweep_m2 : sweep_mdx) (&run);
  for (guint i = 0; i < run.sweep.failures->len; i++)
    fprintf (stderr, "%s\n", (const char *) run.sweep.failures->pdata[i]);
  printf ("%s, slice %u of %u: %u models, %u edits tried, %u done, %u refused, %u with a new error\n", argv[1],
          (guint) run.slice, (guint) run.slices, run.models, run.sweep.tried, run.sweep.done, run.sweep.refused,
          run.sweep.failures->len);
  gboolean failed = run.sweep.failures->len > 0;
  sweep_clear (&run.sweep);
  return failed;
}
