/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast `mwright check` is on many files: 1,000 models of the corpus, each as often as its turn comes, one after the other on one core.
 * Each is loaded with its companions, read, checked and freed. Checking is compared with loading and reading the same files in the same
 * run. */
#include "core/check/check.h"
#include "core/io/registry.h"
#include "tests/bench/timing.h"

enum { MODELS = 1000, ROUNDS = 5 };
#define AIM 200.0 /* MB/s of files */

typedef struct {
  double loading, reading, checking, freeing; /* seconds of processor time */
  guint64 bytes, findings;
  guint n;
} Sum;

static guint64
size_of (const MwFileSet *set)
{
  guint64 size = 0;
  for (guint i = 0; i < set->parts->len; i++)
    size += g_bytes_get_size (((MwFilePart *) set->parts->pdata[i])->bytes);
  return size;
}

static void
add_model (Sum *sum, const char *path)
{
  GError *error = NULL;
  MwFormat format;
  double start = bench_cpu ();
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  double loaded = bench_cpu ();
  MwModel *model = set ? mw_io_read (set, &format, NULL, &error) : NULL;
  double read = bench_cpu ();
  if (!model)
    bench_die (path, error);
  g_autoptr (GPtrArray) findings = mw_check (model, format);
  double checked = bench_cpu ();
  sum->findings += findings->len;
  g_clear_pointer (&findings, g_ptr_array_unref);
  mw_model_free (model);
  sum->bytes += size_of (set);
  sum->loading += loaded - start;
  sum->reading += read - loaded;
  sum->checking += checked - read;
  sum->freeing += bench_cpu () - checked;
  sum->n++;
}

/* Whether a file can be read; the corpus has patches and others under the names of models. */
static gboolean
is_model (const char *path)
{
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, NULL);
  MwModel *model = set ? mw_io_read (set, &format, NULL, NULL) : NULL;
  if (model)
    mw_model_free (model);
  return model != NULL;
}

/* Those of M2 are in folders of their own, with their companions. */
static void
add_folder (GPtrArray *models, const char *corpus, const char *name)
{
  g_autofree char *folder = g_build_filename (corpus, name, NULL);
  const char *const names[] = { folder, NULL };
  g_autoptr (GPtrArray) files = mw_files_expand (names, NULL);
  for (guint i = 0; i < files->len; i++)
    if (is_model (files->pdata[i]))
      g_ptr_array_add (models, g_strdup (files->pdata[i]));
  if (!models->len)
    bench_die (folder, NULL);
}

static Sum
run (const GPtrArray *models)
{
  Sum sum = { 0 };
  for (guint i = 0; i < MODELS; i++)
    add_model (&sum, models->pdata[i % models->len]);
  return sum;
}

/* Returns the MB/s of the whole. */
static double
report (const char *name, const GPtrArray *models)
{
  double rates[ROUNDS], checking[ROUNDS], ratios[ROUNDS];
  Sum sum = { 0 };
  for (int i = -1; i < ROUNDS; i++) {
    int at = MAX (i, 0);
    sum = run (models);
    double all = sum.loading + sum.reading + sum.checking + sum.freeing;
    rates[at] = (double) sum.bytes / 1e6 / all;
    checking[at] = (double) sum.bytes / 1e6 / sum.checking;
    ratios[at] = sum.checking / (sum.loading + sum.reading);
  }
  double rate = bench_median (rates, ROUNDS);
  g_print ("%-9s %4u models, %7.1f MB, %6" G_GUINT64_FORMAT
           " findings: all %5.0f MB/s, checking alone %5.0f MB/s, %.2f times loading and reading\n",
           name, models->len, (double) sum.bytes / 1e6, sum.findings, rate, bench_median (checking, ROUNDS),
           bench_median (ratios, ROUNDS));
  return rate;
}

int
main (void)
{
  static const char *const folders[] = {
    "mdx800", "mdx1000", "mdx1100", "mdl", "m2-256", "m2-260", "m2-264", "m2-272"
  };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  const char *corpus = g_getenv ("MODELWRIGHT_CORPUS");
  if (!corpus)
    bench_die ("there is no corpus: set MODELWRIGHT_CORPUS", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func (g_free);
    add_folder (models, corpus, folders[i]);
    report (folders[i], models);
    for (guint k = 0; k < models->len; k++)
      g_ptr_array_add (all, g_strdup (models->pdata[k]));
  }
  double rate = report ("all", all);
  if (rate < AIM)
    g_print ("The aim is %.0f MB/s.\n", AIM);
  return rate < AIM;
}
