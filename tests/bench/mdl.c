/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed of reading and writing MDL text: input in memory, allocation and release included, median of 9 rounds, on one core.
 * The two large models are those of the MDX benchmark, as the text that is written of them. Beside it, other programs on the
 * same texts. */
#define _GNU_SOURCE /* CPU affinity */
#include "core/io/mdl/mdl.h"
#include "core/io/mdx/mdx.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/others.h"
#include "tests/bench/timing.h"

#include <glib/gstdio.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, AIM = 250, LARGEST = 3 };

static MwMdlx *
read_text (const MwBuffer *text)
{
  GError *error = NULL;
  MwMdlx *model = mw_mdl_read_text (text->bytes, text->size, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  return model;
}

static MwBuffer
write_text (const MwMdlx *model)
{
  GError *error = NULL;
  MwBuffer out;
  mw_buffer_init (&out, 0);
  if (!mw_mdl_write_text (model, MW_MDL_COMMUNITY, &out, NULL, NULL, &error))
    bench_die ("writing", error);
  return out;
}

/* Small texts are processed several times per round, so that the time can be measured. */
static void
bench (const char *name, const MwBuffer *text)
{
  double reading[ROUNDS], writing[ROUNDS];
  guint repeats = (guint) CLAMP (20000000 / MAX (text->size, 1), 1, 1000);
  MwMdlx *model = read_text (text);
  MwBuffer first = write_text (model);
  double written = (double) first.size, wall = bench_now (), cpu = bench_cpu ();
  mw_buffer_clear (&first);
  for (int i = 0; i < ROUNDS; i++) {
    double start = bench_now ();
    for (guint k = 0; k < repeats; k++)
      mw_model_free (&read_text (text)->model);
    reading[i] = (bench_now () - start) / repeats;
    start = bench_now ();
    for (guint k = 0; k < repeats; k++) {
      MwBuffer out = write_text (model);
      mw_buffer_clear (&out);
    }
    writing[i] = (bench_now () - start) / repeats;
  }
  double share = (bench_cpu () - cpu) / (bench_now () - wall);
  double read_speed = (double) text->size / bench_median (reading, ROUNDS) / 1e6,
         write_speed = written / bench_median (writing, ROUNDS) / 1e6;
  g_print ("%-36.36s %7.1f MB  read %4.0f MB/s (%s)  write %4.0f MB/s (%s)%s\n", name, (double) text->size / 1e6,
           read_speed, read_speed >= AIM ? "met" : "MISSED", write_speed, write_speed >= AIM ? "met" : "MISSED",
           share < 0.95 ? "  the machine was busy" : "");
  mw_model_free (&model->model);
}

/* Writes the text into the folder and returns its path. */
static char *
bench_generated (const char *name, const char *folder, GBytes *bytes)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
  if (!model)
    bench_die (name, error);
  g_autofree char *title = g_strdup_printf ("%s (%.1f MB as MDX)", name, (double) size / 1e6);
  g_bytes_unref (bytes);
  MwBuffer text = write_text (model);
  mw_model_free (&model->model);
  bench (title, &text);
  g_autofree char *file = g_strconcat (name, ".mdl", NULL);
  char *path = g_build_filename (folder, file, NULL);
  if (!g_file_set_contents (path, (const char *) text.bytes, (gssize) text.size, &error))
    bench_die (path, error);
  mw_buffer_clear (&text);
  return path;
}

typedef struct {
  char *name;
  MwBuffer text;
} File;

static int
larger_first (gconstpointer a, gconstpointer b)
{
  const File *x = a, *y = b;
  return (x->text.size < y->text.size) - (x->text.size > y->text.size);
}

/* Appends the paths of the files that it measured. */
static void
bench_corpus (GPtrArray *measured)
{
  const char *root = g_getenv ("MODELWRIGHT_CORPUS"), *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT"), *name;
  g_autofree char *beside = g_build_filename (source ? source : ".", "..", "shared", "corpus", NULL);
  g_autofree char *folder = g_build_filename (root && *root ? root : beside, "mdl", NULL);
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (File));
  GDir *dir = g_dir_open (folder, 0, NULL);
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    char *data;
    gsize size;
    if (!g_file_get_contents (path, &data, &size, NULL))
      continue;
    MwMdlx *model = mw_mdl_read_text ((const uint8_t *) data, size, NULL, NULL);
    File file = { g_strdup (name), { (uint8_t *) data, size, size } };
    g_array_append_val (files, file);
    if (model)
      mw_model_free (&model->model);
    else
      g_array_index (files, File, files->len - 1).text.size = 0; /* another version */
  }
  if (dir)
    g_dir_close (dir);
  else
    g_print ("Real texts: not measured, there is no corpus\n");
  g_array_sort (files, larger_first);
  for (guint i = 0; i < files->len; i++) {
    File *file = &g_array_index (files, File, i);
    if (i < LARGEST && file->text.size) {
      bench (file->name, &file->text);
      g_ptr_array_add (measured, g_build_filename (folder, file->name, NULL));
    }
    mw_buffer_clear (&file->text);
    g_free (file->name);
  }
}

int
main (void)
{
  /* Line buffered, so that the output of other programs comes after ours. */
  setvbuf (stdout, NULL, _IOLBF, 0);
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET ((size_t) MAX (sched_getcpu (), 0), &one);
  if (sched_setaffinity (0, sizeof one, &one) != 0)
    g_print ("(not tied to one core)\n");
  g_print ("MDL text; allocation and release included, median of %d rounds, one core, aim %d MB/s\n", ROUNDS, AIM);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("mw-bench-XXXXXX", &error);
  if (!folder)
    bench_die ("temporary folder", error);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (paths, bench_generated ("mesh", folder, make_mdx_mesh ()));
  g_ptr_array_add (paths, bench_generated ("keys", folder, make_mdx_keys (1)));
  bench_corpus (paths);
  g_print ("\nOther programs, the text decoded before they get it\n");
  bench_others (paths);
  for (guint i = 0; i < 2; i++)
    g_unlink (paths->pdata[i]);
  g_rmdir (folder);
  return 0;
}
