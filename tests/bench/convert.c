/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a batch scales: `mwright convert` of 1,000 made MDL texts to MDX on one core and on two, files and outputs in memory
 * (a tmpfs where there is one). The runs alternate, so that a busy moment of the machine meets both. The processor time that
 * both take says more than the ratio where other programs want the cores too: what threads cost each other shows in it. */
#include "core/io/mdl/mdl.h"
#include "tests/bench/make-model.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FILES = 1000, ROUNDS = 7, JOBS = 2 };

static void
die (const char *what, const GError *error)
{
  g_printerr ("%s: %s\n", what, error ? error->message : "failed");
  exit (1);
}

/* The texts are of several sizes, mixed; returns the bytes of all. */
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
    if (!mw_mdl_write_text (model, &text, NULL, NULL, &error)
        || !g_file_set_contents (path, (const char *) text.bytes, (gssize) text.size, &error))
      die (path, error);
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
  gint64 start = g_get_monotonic_time ();
  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    die ("mwright convert", error);
  return (double) (g_get_monotonic_time () - start) / 1e6;
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

static int
by_value (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

int
main (void)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : ".", "mwright", NULL);
  gboolean in_memory = access ("/dev/shm", W_OK) == 0;
  g_autofree char *place = g_build_filename (in_memory ? "/dev/shm" : g_get_tmp_dir (), "mw-bench-XXXXXX", NULL);
  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) || !g_mkdtemp (place))
    die (program, NULL);
  g_autofree char *in = g_build_filename (place, "in", NULL), *out = g_build_filename (place, "out", NULL);
  g_mkdir (in, 0700);
  gsize bytes = make_files (in);
  double seconds[2][ROUNDS], used[2][ROUNDS], ratios[ROUNDS], got = 0, wanted = 0;
  for (int i = -1; i < ROUNDS; i++) {
    double start = cpu_of_children (), one = convert (program, in, out, 1), between = cpu_of_children ();
    double two = convert (program, in, out, JOBS), end = cpu_of_children ();
    if (i < 0)
      continue;
    got += between - start;
    wanted += one;
    used[0][i] = between - start;
    used[1][i] = end - between;
    seconds[0][i] = one;
    seconds[1][i] = two;
    ratios[i] = one / two;
  }
  qsort (seconds[0], ROUNDS, sizeof (double), by_value);
  qsort (seconds[1], ROUNDS, sizeof (double), by_value);
  qsort (used[0], ROUNDS, sizeof (double), by_value);
  qsort (used[1], ROUNDS, sizeof (double), by_value);
  qsort (ratios, ROUNDS, sizeof (double), by_value);
  g_print ("mwright convert --to=mdx of %d texts, %.1f MB%s, median of %d rounds; %u cores here\n", FILES,
           (double) bytes / 1e6, in_memory ? " in memory" : "", ROUNDS, g_get_num_processors ());
  for (guint k = 0; k < 2; k++)
    g_print ("-j%u  %.3f s  %4.0f files/s  %4.0f MB/s  %.3f s of processor time\n", k ? JOBS : 1,
             seconds[k][ROUNDS / 2], FILES / seconds[k][ROUNDS / 2], (double) bytes / seconds[k][ROUNDS / 2] / 1e6,
             used[k][ROUNDS / 2]);
  g_print ("ratio  %.2f (%.2f to %.2f)%s\n", ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1],
           got < 0.9 * wanted ? "; the machine was busy: the highest says most" : "");
  remove_files (in, ".mdl");
  remove_files (out, ".mdx");
  g_rmdir (place);
  return 0;
}
