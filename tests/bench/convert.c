/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a batch scales: `mwright convert` of 1,000 generated MDL texts to MDX with 1, 2, 4, ... jobs, up to the number of
 * processors; inputs and outputs are in memory (a tmpfs if there is one). The runs alternate, so that other load on the machine
 * affects all of them. If other programs use the cores too, the processor time says more than the ratio: it shows what the
 * threads cost each other. */
#include "core/io/mdl/mdl.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FILES = 1000, ROUNDS = 7 };
enum { MOST_STEPS = 16 }; /* of the number of jobs */

/* Writes texts of several sizes, mixed; returns the sum of their sizes. */
static gsize
make_files (const char *folder)
{
  GError *error = NULL;
  gsize all = 0;
  for (guint i = 0; i < FILES; i++) {
    g_autofree char *path = g_strdup_printf ("%s/m%04u.mdl", folder, i);
    MwMdlx *model = make_model_many_nodes (20 + i * 37 % 180, 60 + i * 111 % 540);
    MwBuffer text;
    mw_buffer_init (&text, 0);
    if (!mw_mdl_write_text (model, MW_MDL_COMMUNITY, &text, NULL, NULL, &error)
        || !g_file_set_contents (path, (const char *) text.bytes, (gssize) text.size, &error))
      bench_die (path, error);
    all += text.size;
    mw_buffer_clear (&text);
    mw_model_free (&model->model);
  }
  return all;
}

static double
cpu_of_children (void)
{
  struct rusage used;
  getrusage (RUSAGE_CHILDREN, &used);
  return (double) (used.ru_utime.tv_sec + used.ru_stime.tv_sec)
         + (double) (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static double
convert (const char *program, const char *in, const char *out, guint jobs)
{
  g_autofree char *threads = g_strdup_printf ("-j%u", jobs), *to = g_strconcat ("--out-dir=", out, NULL);
  char *argv[] = {
    (char *) program, (char *) "convert", (char *) "-qf", (char *) "--to=mdx", threads, to, (char *) in, NULL
  };
  GError *error = NULL;
  int status;
  double start = bench_now ();
  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    bench_die ("mwright convert", error);
  return bench_now () - start;
}

static void
remove_files (const char *folder, const char *suffix)
{
  for (guint i = 0; i < FILES; i++) {
    g_autofree char *path = g_strdup_printf ("%s/m%04u%s", folder, i, suffix);
    g_unlink (path);
  }
  g_rmdir (folder);
}

typedef struct {
  guint jobs;
  double seconds[ROUNDS], used[ROUNDS], ratios[ROUNDS]; /* ratios: to one job in the same round */
} Row;

/* Makes rows for 1, 2, 4, ... jobs and the number of processors; two jobs even on one processor, to show what a second thread
 * costs. */
static guint
make_rows (Row *rows)
{
  guint n = 0, processors = MAX (g_get_num_processors (), 2);
  for (guint jobs = 1; jobs < processors && n + 1 < MOST_STEPS; jobs *= 2)
    rows[n++].jobs = jobs;
  rows[n++].jobs = processors;
  return n;
}

static void
print_row (Row *row, gsize bytes)
{
  double seconds = bench_median (row->seconds, ROUNDS), ratio = bench_median (row->ratios, ROUNDS);
  g_print ("-j%-3u %7.3f s  %5.0f files/s  %5.0f MB/s  %7.3f s of processor time  ratio %.2f (%.2f to %.2f)\n",
           row->jobs, seconds, FILES / seconds, (double) bytes / seconds / 1e6, bench_median (row->used, ROUNDS), ratio,
           row->ratios[0], row->ratios[ROUNDS - 1]);
}

int
main (void)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : ".", "mwright", NULL);
  gboolean in_memory = access ("/dev/shm", W_OK) == 0;
  g_autofree char *place = g_build_filename (in_memory ? "/dev/shm" : g_get_tmp_dir (), "mw-bench-XXXXXX", NULL);
  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) || !g_mkdtemp (place))
    bench_die (program, NULL);
  g_autofree char *in = g_build_filename (place, "in", NULL), *out = g_build_filename (place, "out", NULL);
  g_mkdir (in, 0700);
  gsize bytes = make_files (in);
  Row rows[MOST_STEPS] = { 0 };
  guint n = make_rows (rows);
  double got = 0, wanted = 0; /* processor time and time of the runs with one job: less of it is a busy machine */
  for (int i = -1; i < ROUNDS; i++) {
    for (guint k = 0; k < n; k++) {
      double start = cpu_of_children (), seconds = convert (program, in, out, rows[k].jobs);
      if (i < 0)
        continue;
      rows[k].seconds[i] = seconds;
      rows[k].used[i] = cpu_of_children () - start;
      rows[k].ratios[i] = rows[0].seconds[i] / seconds;
    }
    if (i >= 0) {
      got += rows[0].used[i];
      wanted += rows[0].seconds[i];
    }
  }
  g_print ("mwright convert --to=mdx of %d texts, %.1f MB%s, median of %d rounds; %u cores here\n", FILES,
           (double) bytes / 1e6, in_memory ? " in memory" : "", ROUNDS, g_get_num_processors ());
  for (guint k = 0; k < n; k++)
    print_row (&rows[k], bytes);
  if (got < 0.9 * wanted)
    g_print ("the machine was busy: the highest ratio says most\n");
  remove_files (in, ".mdl");
  remove_files (out, ".mdx");
  g_rmdir (place);
  return 0;
}
