/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed and memory of reading and writing MDX: input in memory, allocation and release included, median of 9 rounds, on one
 * core. Generated files are compared with memcpy of the same bytes into fresh pages. */
#define _GNU_SOURCE /* CPU affinity */
#include "core/edit/document.h"
#include "core/io/mdx/mdx.h"
#include "core/model/track.h"
#include "core/schema/value.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/others.h"
#include "tests/bench/timing.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { ROUNDS = 9 };

/* Bytes of the file; a model read from it, for writing. */
typedef struct {
  GBytes *bytes;
  MwMdlx *model;
  guint repeats; /* of a small file within one round */
} Subject;

typedef void (*Work) (const Subject *subject);

/* Prints which share of the time since `wall` and `cpu` the process had its core; on a busy machine the figures mean little. */
static void
print_if_busy (double wall, double cpu)
{
  double share = (bench_cpu () - cpu) / (bench_now () - wall);
  if (share < 0.95 && bench_now () - wall > 0.1)
    g_print ("(Busy machine: the core was ours %.0f %% of the time. Measure again.)\n", share * 100);
}

static void
read_once (const Subject *subject)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (subject->bytes, &size);
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  mw_model_free (&model->model);
}

static void
write_once (const Subject *subject)
{
  GError *error = NULL;
  MwBuffer out;
  mw_buffer_init (&out, 0);
  if (!mw_mdx_write (subject->model, &out, NULL, &error))
    bench_die ("writing", error);
  if (out.size != g_bytes_get_size (subject->bytes))
    bench_die ("writing: another size than was read", NULL);
  mw_buffer_clear (&out);
}

/* memcpy into a fresh mapping. */
static void
copy_once (const Subject *subject, double *copying, double *with_mapping)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (subject->bytes, &size);
  double start = bench_now ();
  void *pages = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    bench_die ("mmap", NULL);
  double mapped = bench_now ();
  memcpy (pages, bytes, size);
  *copying = bench_now () - mapped;
  munmap (pages, size);
  *with_mapping = bench_now () - start;
}

static double
time_of (Work work, const Subject *subject)
{
  double start = bench_now ();
  for (guint i = 0; i < subject->repeats; i++)
    work (subject);
  return (bench_now () - start) / subject->repeats;
}

typedef struct {
  double copying, with_mapping, reading, writing; /* seconds */
} Times;

/* The rounds of everything that is compared alternate, so that other load affects all of them, after one round each that does
 * not count. */
static Times
measure (const Subject *subject, gboolean with_copy)
{
  double copying[ROUNDS] = { 0 }, with_mapping[ROUNDS] = { 0 }, reading[ROUNDS], writing[ROUNDS];
  for (int i = -1; i < ROUNDS; i++) {
    int at = MAX (i, 0);
    if (with_copy)
      copy_once (subject, &copying[at], &with_mapping[at]);
    reading[at] = time_of (read_once, subject);
    writing[at] = time_of (write_once, subject);
  }
  return (Times) { bench_median (copying, ROUNDS), bench_median (with_mapping, ROUNDS), bench_median (reading, ROUNDS),
                   bench_median (writing, ROUNDS) };
}

static Subject
subject_new (GBytes *bytes)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  Subject subject = { bytes, mw_mdx_read (data, size, NULL, &error), 1 };
  if (!subject.model)
    bench_die ("reading", error);
  subject.repeats = (guint) CLAMP (20000000 / size, 1, 1000);
  return subject;
}

static void
subject_clear (Subject *subject)
{
  g_bytes_unref (subject->bytes);
  mw_model_free (&subject->model->model);
}

/* --- Generated files ------------------------------------------------------------------------------------------------ */

static void
bench_generated (const char *name, GBytes *bytes, double read_aim, double write_aim)
{
  Subject subject = subject_new (g_bytes_ref (bytes));
  double size = (double) g_bytes_get_size (subject.bytes);
  Times times = measure (&subject, TRUE);
  g_print ("%-10s %7.1f MB  memcpy %6.0f MB/s (with mmap and munmap %6.0f)\n", name, size / 1e6,
           size / times.copying / 1e6, size / times.with_mapping / 1e6);
  struct {
    const char *what;
    double seconds, aim;
  } rows[] = { { "read", times.reading, read_aim }, { "write", times.writing, write_aim } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    double ratio = times.copying / rows[i].seconds;
    g_print ("%-10s %-5s %6.0f MB/s  %5.1f ms  %3.0f %% of memcpy (aim %2.0f: %s), %3.0f %% of memcpy with mapping\n",
             "", rows[i].what, size / rows[i].seconds / 1e6, rows[i].seconds * 1e3, ratio * 100, rows[i].aim * 100,
             ratio >= rows[i].aim ? "met" : "MISSED", times.with_mapping / rows[i].seconds * 100);
  }
  subject_clear (&subject);
}

/* --- Corpus --------------------------------------------------------------------------------------------------------- */

typedef struct {
  char *path;
  GBytes *bytes;
  gsize mesh, keys; /* bytes */
} Candidate;

static gboolean
count_bytes (MwRecord *record, gpointer data)
{
  Candidate *c = data;
  gsize *sum = NULL;
  if (mw_schema_is_track (record->schema))
    sum = &c->keys;
  else if (record->schema == &mw_mdlx_geoset_schema || record->schema == &mw_mdlx_uv_set_schema)
    sum = &c->mesh;
  for (guint i = 0; sum && i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_ARRAY)
      *sum += ((MwArray *) mw_field_at (record, field))->n * mw_field_element_size (field);
  }
  return TRUE;
}

static void
candidate_free (gpointer data)
{
  Candidate *c = data;
  g_free (c->path);
  g_bytes_unref (c->bytes);
  g_free (c);
}

static GPtrArray *
load_corpus (void)
{
  const char *root = g_getenv ("MODELWRIGHT_CORPUS"), *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *beside = g_build_filename (source ? source : ".", "..", "shared", "corpus", NULL);
  g_autofree char *folder = g_build_filename (root && *root ? root : beside, "mdx800", NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (candidate_free);
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    Candidate c = { .path = g_build_filename (folder, name, NULL) };
    char *data;
    gsize size;
    MwMdlx *model = NULL;
    if (g_file_get_contents (c.path, &data, &size, NULL)) {
      c.bytes = g_bytes_new_take (data, size);
      model = mw_mdx_read ((const uint8_t *) data, size, NULL, NULL);
    }
    if (!model) {
      g_clear_pointer (&c.bytes, g_bytes_unref);
      g_free (c.path);
      continue;
    }
    mw_record_foreach (&model->model.record, count_bytes, &c);
    mw_model_free (&model->model);
    g_ptr_array_add (found, g_memdup2 (&c, sizeof c));
  }
  if (dir)
    g_dir_close (dir);
  return found;
}

/* The two largest files of which more than half is meshes, and the two largest of which more than half is keys. */
static void
choose (const GPtrArray *all, GPtrArray *chosen)
{
  for (int keys = 0; keys < 2; keys++)
    for (int n = 0; n < 2; n++) {
      Candidate *best = NULL;
      for (guint i = 0; i < all->len; i++) {
        Candidate *c = all->pdata[i];
        gsize part = keys ? c->keys : c->mesh;
        if (part * 2 > g_bytes_get_size (c->bytes) && (!best || part > (keys ? best->keys : best->mesh))
            && !g_ptr_array_find (chosen, c, NULL))
          best = c;
      }
      if (best)
        g_ptr_array_add (chosen, best);
    }
}

static void
bench_corpus (const GPtrArray *chosen)
{
  for (guint i = 0; i < chosen->len; i++) {
    const Candidate *c = chosen->pdata[i];
    Subject subject = subject_new (g_bytes_ref (c->bytes));
    double size = (double) g_bytes_get_size (subject.bytes);
    Times times = measure (&subject, FALSE);
    g_autofree char *name = g_path_get_basename (c->path);
    g_print ("%-44s %5.0f kB, %2.0f %% mesh, %2.0f %% keys: read %5.0f MB/s, write %5.0f MB/s\n", name, size / 1e3,
             (double) c->mesh / size * 100, (double) c->keys / size * 100, size / times.reading / 1e6,
             size / times.writing / 1e6);
    subject_clear (&subject);
  }
}

/* --- Memory of verify ----------------------------------------------------------------------------------------------- */

static void
bench_verify (const char *name, const char *path, gsize size)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : ".", "mwright", NULL);
  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)) {
    g_print ("%-10s verify: not measured, there is no %s\n", name, program);
    return;
  }
  char *argv[] = { program, (char *) "verify", (char *) "-q", (char *) "--", (char *) path, NULL };
  GPid pid;
  GError *error = NULL;
  double start = bench_now ();
  if (!g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid,
                      &error))
    bench_die (program, error);
  int status;
  struct rusage used;
  while (wait4 (pid, &status, 0, &used) < 0)
    if (errno != EINTR)
      bench_die ("wait4", NULL);
  double seconds = bench_now () - start;
  if (!g_spawn_check_wait_status (status, &error))
    bench_die ("mwright verify", error);
  double multiple = (double) used.ru_maxrss * 1024 / (double) size;
  g_print ("%-10s mwright verify: peak %.0f MB, %.2f times the file (aim 4: %s), %.2f s\n", name,
           (double) used.ru_maxrss * 1024 / 1e6, multiple, multiple <= 4 ? "met" : "MISSED", seconds);
}

/* --- Undo ----------------------------------------------------------------------------------------------------------- */

static gboolean
collect_arrays (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_ARRAY)
      g_ptr_array_add (data, ((MwArray *) mw_field_at (record, field))->data);
  }
  return TRUE;
}

static GPtrArray *
arrays_of (const MwModel *model)
{
  GPtrArray *arrays = g_ptr_array_new ();
  mw_record_foreach ((MwRecord *) &model->record, collect_arrays, arrays);
  return arrays;
}

static void
check_arrays (const char *name, const MwModel *model, const GPtrArray *before)
{
  g_autoptr (GPtrArray) after = arrays_of (model);
  guint copied = 0;
  for (guint i = 0; i < MIN (before->len, after->len); i++)
    copied += before->pdata[i] != after->pdata[i];
  g_print ("%-10s arrays copied: %u of %u (aim 0: %s)\n", name, copied, before->len,
           copied == 0 && before->len == after->len ? "met" : "MISSED");
}

static void
bench_undo (const char *name, GBytes *bytes)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  g_autoptr (GPtrArray) before = arrays_of (&model->model);
  static const struct {
    const char *path, *value;
  } edits[] = { { "bones[40].pivot", "{1.5, 2.5, 3.5}" },
                { "bones[40].name", "Renamed" },
                { "bones[41].parent", "none" },
                { "materials[0].layers[0].filter_mode", "Blend" } };
  for (guint e = 0; e < G_N_ELEMENTS (edits); e++) {
    double committing[ROUNDS], undoing[ROUNDS], redoing[ROUNDS];
    MwTarget target;
    if (!mw_path_resolve_one (&model->model, edits[e].path, &target, &error))
      bench_die (edits[e].path, error);
    g_autofree char *old_value = mw_value_print (&model->model, &target);
    for (int i = 0; i < ROUNDS; i++) {
      double start = bench_now ();
      mw_document_begin (document, "Edit");
      if (!mw_document_set_text (document, &target, edits[e].value, strlen (edits[e].value), &error))
        bench_die (edits[e].path, error);
      mw_document_commit (document);
      committing[i] = bench_now () - start;
      start = bench_now ();
      mw_document_undo (document);
      undoing[i] = bench_now () - start;
      start = bench_now ();
      mw_document_redo (document);
      redoing[i] = bench_now () - start;
      g_autofree char *new_value = mw_value_print (&model->model, &target);
      mw_document_undo (document);
      g_autofree char *again = mw_value_print (&model->model, &target);
      if (strcmp (old_value, new_value) == 0 || strcmp (old_value, again) != 0)
        bench_die ("undo: the value did not change, or did not come back", NULL);
    }
    double undo = bench_median (undoing, ROUNDS);
    g_print ("%-10s %-34s edit %.4f ms, undo %.4f ms (aim 0.1: %s), redo %.4f ms\n", name, edits[e].path,
             bench_median (committing, ROUNDS) * 1e3, undo * 1e3, undo < 1e-4 ? "met" : "MISSED",
             bench_median (redoing, ROUNDS) * 1e3);
  }
  check_arrays (name, &model->model, before);
}

int
main (void)
{
  /* Line buffered, so that the output of other programs comes in the right place. */
  setvbuf (stdout, NULL, _IOLBF, 0);
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET ((size_t) MAX (sched_getcpu (), 0), &one);
  if (sched_setaffinity (0, sizeof one, &one) != 0)
    g_print ("(not tied to one core: %s)\n", g_strerror (errno));

  struct {
    const char *name;
    GBytes *bytes;
    double read_aim;
    char *path;
  } generated[] = { { "mesh", make_mdx_mesh (), 0.6, NULL }, { "keys", make_mdx_keys (1), 0.3, NULL } };
  GError *error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("mw-bench-XXXXXX", &error);
  if (!folder)
    bench_die ("temporary folder", error);

  g_print (
    "Generated: %d geosets; %d tracks. Allocation and release included, median of %d rounds, one core. memcpy goes\n"
    "into a fresh mapping each round; mapping and unmapping are not in its time unless it says so.\n",
    MAKE_MDX_GEOSETS, MAKE_MDX_TRACKS, ROUNDS);
  double wall = bench_now (), cpu = bench_cpu ();
  for (guint i = 0; i < G_N_ELEMENTS (generated); i++)
    bench_generated (generated[i].name, generated[i].bytes, generated[i].read_aim, 0.5);
  print_if_busy (wall, cpu);

  g_print ("\nUndo of one field in them\n");
  for (guint i = 0; i < G_N_ELEMENTS (generated); i++)
    bench_undo (generated[i].name, generated[i].bytes);

  g_print ("\nMemory of mwright verify\n");
  for (guint i = 0; i < G_N_ELEMENTS (generated); i++) {
    g_autofree char *name = g_strdup_printf ("%s.mdx", generated[i].name);
    generated[i].path = g_build_filename (folder, name, NULL);
    gsize size;
    const char *data = g_bytes_get_data (generated[i].bytes, &size);
    if (!g_file_set_contents (generated[i].path, data, (gssize) size, &error))
      bench_die (generated[i].path, error);
    bench_verify (generated[i].name, generated[i].path, size);
  }

  g_autoptr (GPtrArray) corpus = load_corpus ();
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  choose (corpus, chosen);
  g_print ("\nReal files%s\n", chosen->len ? "" : ": not measured, there is no corpus");
  wall = bench_now ();
  cpu = bench_cpu ();
  bench_corpus (chosen);
  print_if_busy (wall, cpu);

  g_print ("\nOther programs\n");
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (generated); i++)
    g_ptr_array_add (paths, generated[i].path);
  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (paths, ((Candidate *) chosen->pdata[i])->path);
  bench_others (paths);

  for (guint i = 0; i < G_N_ELEMENTS (generated); i++) {
    g_unlink (generated[i].path);
    g_free (generated[i].path);
    g_bytes_unref (generated[i].bytes);
  }
  g_rmdir (folder);
  return 0;
}
