/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing M2 sets in memory: two generated sets of about 50 MB, as a ratio to memcpy of the same bytes into fresh
 * pages; and the largest sets of the corpus, where those of version 264 are compared with another program. */
#define _GNU_SOURCE
#include "core/io/m2/m2.h"
#include "core/io/registry.h"
#include "tests/bench/others.h"
#include "tests/bench/timing.h"
#include "tests/core/io/m2/sets.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 9, VERTICES = 1000000, BONES = 1000, SEQUENCES = 100 };
/* The number of sets of the corpus, and the version that the other program reads. */
enum { LARGEST = 6, OTHERS_VERSION = 264 };

/* --- Made sets -------------------------------------------------------------------------------------------------------- */

static void
fill (MwArray *array, uint32_t n, size_t size, GRand *random)
{
  *array = mw_array_new (n, size);
  for (size_t i = 0; i < n * size / 4; i++)
    ((float *) array->data)[i] = (float) g_rand_double (random);
}

static void
add_vertices (MwM2 *model, GRand *random)
{
  MwArray *const arrays[] = { &model->positions, &model->normals,      &model->uvs,
                              &model->uvs2,      &model->bone_weights, &model->bone_indices };
  static const guint sizes[] = { 12, 12, 8, 8, 4, 4 };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++) {
    mw_array_clear (arrays[i]);
    fill (arrays[i], VERTICES, sizes[i], random);
  }
  memset (model->bone_indices.data, 0, 4 * VERTICES);
}

/* 2 to 20 keys for each bone in each sequence. */
static void
add_lanes (MwM2 *model, MwRecord *bone, const char *word, guint width, GRand *random)
{
  const MwField *field = mw_schema_field (bone->schema, word);
  MwM2Track *track = (MwM2Track *) mw_record_new (field->schema);
  mw_child_set (&model->model, bone, field, &track->record);
  track->interpolation = 1;
  track->spread = MW_M2_SPREAD_SEQUENCES;
  track->global_sequence = MW_REF_NONE;
  const MwField *lanes = mw_schema_field (track->record.schema, "lanes");
  for (guint i = 0; i < SEQUENCES; i++) {
    guint n = (guint) g_rand_int_range (random, 2, 21);
    MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes->schema);
    mw_list_append (&model->model, &track->record, lanes, &lane->record);
    lane->sequence = (MwRef) { model->sequences.items[i]->id, 0 };
    fill (&lane->times, n, 4, random);
    for (guint k = 0; k < n; k++)
      ((int32_t *) lane->times.data)[k] = (int32_t) (33 * k);
    fill (&lane->values, n, width, random);
  }
}

static void
add_tracks (MwM2 *model, GRand *random)
{
  for (guint i = 0; i < SEQUENCES; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) mw_record_new (&mw_m2_sequence_schema);
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "sequences"),
                    &sequence->record);
    sequence->animation = (uint16_t) i;
    sequence->flags = 0x20;
    sequence->next = sequence->alias = MW_REF_NONE;
  }
  for (guint i = 0; i < BONES; i++) {
    MwM2Bone *bone = (MwM2Bone *) mw_record_new (&mw_m2_bone_schema);
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "bones"), &bone->record);
    bone->parent = MW_REF_NONE;
    add_lanes (model, &bone->record, "translation.track", 12, random);
    add_lanes (model, &bone->record, "rotation.track", 16, random);
    add_lanes (model, &bone->record, "scaling.track", 12, random);
  }
}

static MwFileSet *
make (void (*add) (MwM2 *model, GRand *random), gboolean chunked)
{
  GError *error = NULL;
  GRand *random = g_rand_new_with_seed (20261121);
  MwM2 *model = mw_m2_new (chunked ? MW_M2_CHUNKS_SINCE : 264);
  model->chunked = chunked;
  add (model, random);
  g_rand_free (random);
  MwFileSet *set = mw_file_set_new ();
  if (!mw_m2_write (model, set, NULL, &error))
    bench_die ("making", error);
  mw_model_free (&model->model);
  return set;
}

/* --- Measuring -------------------------------------------------------------------------------------------------------- */

typedef struct {
  double copying, reading, writing; /* seconds */
} Times;

static double
copy_once (const MwFileSet *set)
{
  double sum = 0;
  for (guint i = 0; i < set->parts->len; i++) {
    gsize size;
    const uint8_t *bytes = g_bytes_get_data (((const MwFilePart *) set->parts->pdata[i])->bytes, &size);
    void *pages = mmap (NULL, MAX (size, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      bench_die ("mmap", NULL);
    double start = bench_now ();
    memcpy (pages, bytes, size);
    sum += bench_now () - start;
    munmap (pages, MAX (size, 1));
  }
  return sum;
}

static void
read_once (const MwFileSet *set)
{
  GError *error = NULL;
  MwM2 *model = mw_m2_read (set, &error);
  if (!model)
    bench_die ("reading", error);
  mw_model_free (&model->model);
}

static void
write_once (const MwM2 *model)
{
  GError *error = NULL;
  g_autoptr (MwFileSet) out = mw_file_set_new ();
  if (!mw_m2_write (model, out, NULL, &error))
    bench_die ("writing", error);
}

/* The rounds of everything that is compared alternate, after one round each that does not count. */
static Times
measure (const MwFileSet *set)
{
  GError *error = NULL;
  double copying[ROUNDS], reading[ROUNDS], writing[ROUNDS];
  MwM2 *model = mw_m2_read (set, &error);
  if (!model)
    bench_die ("reading", error);
  guint repeats = (guint) CLAMP (5000000 / m2_set_size (set), 1, 1000);
  for (int i = -1; i < ROUNDS; i++) {
    int at = MAX (i, 0);
    copying[at] = copy_once (set);
    double start = bench_now ();
    for (guint k = 0; k < repeats; k++)
      read_once (set);
    reading[at] = (bench_now () - start) / repeats;
    start = bench_now ();
    for (guint k = 0; k < repeats; k++)
      write_once (model);
    writing[at] = (bench_now () - start) / repeats;
  }
  mw_model_free (&model->model);
  return (Times) { bench_median (copying, ROUNDS), bench_median (reading, ROUNDS), bench_median (writing, ROUNDS) };
}

/* The same model in chunks and, of the same version, without: reading and writing should take as long. */
static void
bench_chunked (void (*add) (MwM2 *model, GRand *random))
{
  GError *error = NULL;
  g_autoptr (MwFileSet) chunked = make (add, TRUE);
  MwM2 *model = mw_m2_read (chunked, &error);
  if (!model)
    bench_die ("reading", error);
  g_autoptr (MwFileSet) plain = mw_file_set_new ();
  model->chunked = FALSE;
  if (!mw_m2_write (model, plain, NULL, &error))
    bench_die ("writing", error);
  mw_model_free (&model->model);
  Times a = measure (chunked), b = measure (plain);
  g_print ("%-10s read %.1f ms, without chunks %.1f ms: %+.1f %% (aim 10: %s); write %.1f ms, %.1f ms: %+.1f %%\n",
           "in chunks", a.reading * 1e3, b.reading * 1e3, (a.reading / b.reading - 1) * 100,
           a.reading <= 1.1 * b.reading ? "met" : "MISSED", a.writing * 1e3, b.writing * 1e3,
           (a.writing / b.writing - 1) * 100);
}

static void
bench_made (const char *name, MwFileSet *set, double read_aim, double write_aim)
{
  Times times = measure (set);
  double size = (double) m2_set_size (set);
  g_print ("%-10s %5.1f MB  memcpy %6.0f MB/s\n", name, size / 1e6, size / times.copying / 1e6);
  struct {
    const char *what;
    double seconds, aim;
  } rows[] = { { "read", times.reading, read_aim }, { "write", times.writing, write_aim } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    double ratio = times.copying / rows[i].seconds;
    g_print ("%-10s %-5s %6.0f MB/s  %6.1f ms  %3.0f %% of memcpy (aim %2.0f: %s)\n", "", rows[i].what,
             size / rows[i].seconds / 1e6, rows[i].seconds * 1e3, ratio * 100, rows[i].aim * 100,
             ratio >= rows[i].aim ? "met" : "MISSED");
  }
  mw_file_set_free (set);
}

static int
by_size (gconstpointer a, gconstpointer b)
{
  gsize x = m2_set_size (*(MwFileSet *const *) a), y = m2_set_size (*(MwFileSet *const *) b);
  return x > y ? -1 : x < y;
}

static void
bench_real (const MwFileSet *set)
{
  Times times = measure (set);
  double size = (double) m2_set_size (set);
  g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
  g_print ("%-28s %u %5.0f kB: read %5.0f MB/s, write %5.0f MB/s\n", name, m2_set_version (set), size / 1e3,
           size / times.reading / 1e6, size / times.writing / 1e6);
}

/* The largest of all versions, and the largest that the other program reads too. */
static void
bench_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus (), sets = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_set_free);
  for (guint i = 0; paths && i < paths->len; i++)
    g_ptr_array_add (sets, m2_set_load (paths->pdata[i]));
  g_ptr_array_sort (sets, by_size);
  g_print ("\nReal sets%s\n", sets->len ? "" : ": not measured, there is no corpus");
  g_autoptr (GPtrArray) shared = g_ptr_array_new ();
  for (guint i = 0; i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    gboolean is_shared = m2_set_version (set) == OTHERS_VERSION && shared->len < LARGEST;
    if (is_shared)
      g_ptr_array_add (shared, mw_file_set_main (set)->path);
    if (is_shared || i < LARGEST)
      bench_real (set);
  }
  if (shared->len) {
    g_print (
      "\nAnother program on those of version %d. It reads the model and its profiles; vertices, most particles,\n"
      "ribbons, events, lights and cameras stay bytes or are read past\n",
      OTHERS_VERSION);
    bench_others (shared);
  }
}

int
main (int argc, char **argv)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  g_test_init (&argc, &argv, NULL);
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET ((size_t) MAX (sched_getcpu (), 0), &one);
  if (sched_setaffinity (0, sizeof one, &one) != 0)
    g_print ("(not tied to one core: %s)\n", g_strerror (errno));
  g_print (
    "Made: %d vertices; %d bones with %d lanes of 2 to 20 keys each. Allocation and release included, median of %d\n"
    "rounds, one core. memcpy goes into a fresh mapping each round.\n",
    VERTICES, BONES, 3 * SEQUENCES, ROUNDS);
  /* By hand: one of the four alone. */
  const char *only = argc > 1 ? argv[1] : "";
  if (!*only || strcmp (only, "vertices") == 0)
    bench_made ("vertices", make (add_vertices, FALSE), 0.4, 0.2);
  if (!*only || strcmp (only, "tracks") == 0)
    bench_made ("tracks", make (add_tracks, FALSE), 0.2, 0.2);
  if (!*only || strcmp (only, "chunks") == 0)
    bench_chunked (add_tracks);
  if (!*only || strcmp (only, "corpus") == 0)
    bench_corpus ();
  return 0;
}
