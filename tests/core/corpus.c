/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"

#include <string.h>

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
corpus_files (const char *folder)
{
  const char *root = g_getenv ("MODELWRIGHT_CORPUS"), *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT"), *name;
  g_autofree char *beside = g_build_filename (source ? source : ".", "..", "shared", "corpus", NULL);
  g_autofree char *path = g_build_filename (root ? root : beside, folder, NULL);
  GDir *dir = g_dir_open (path, 0, NULL);
  if (!dir) {
    g_test_skip ("the corpus of real files is not here (MODELWRIGHT_CORPUS)");
    return NULL;
  }
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (files, g_build_filename (path, name, NULL));
  g_dir_close (dir);
  g_ptr_array_sort (files, by_name);
  return files;
}

char *
sample_path (const char *name)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  return g_build_filename (source ? source : ".", "data", "samples", name, NULL);
}

char *
seed_path (const char *name)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  return g_build_filename (source ? source : ".", "tests", "fuzz", "seeds", "mdx", name, NULL);
}

uint8_t *
load_exactly (const char *path, gsize *size)
{
  char *read;
  GError *error = NULL;
  if (!g_file_get_contents (path, &read, size, &error))
    g_error ("%s", error->message);
  uint8_t *exact = g_malloc (MAX (*size, 1));
  memcpy (exact, read, *size);
  g_free (read);
  return exact;
}

guint
work_fraction (void)
{
  const char *text = g_getenv ("MODELWRIGHT_FRACTION");
  guint64 value = text ? g_ascii_strtoull (text, NULL, 10) : 1;
  return (guint) CLAMP (value, 1, 1000);
}

void
work_part (GPtrArray *items, guint least)
{
  const guint n = items->len, kept = MIN (n, MAX (n / work_fraction (), least));
  for (guint i = n; i-- > 0;)
    if ((guint64) i * kept / n == (guint64) (i + 1) * kept / n)
      g_ptr_array_remove_index (items, i);
}

static GRand *
test_random (void)
{
  static GRand *rand;
  static char *path;
  if (!rand || strcmp (path, g_test_get_path ()) != 0) {
    g_free (path);
    path = g_strdup (g_test_get_path ());
    g_clear_pointer (&rand, g_rand_free);
    rand = g_rand_new_with_seed (work_fraction () > 1 ? g_str_hash (path) : (guint32) g_test_rand_int ());
  }
  return rand;
}

guint32
work_random (void)
{
  return g_rand_int (test_random ());
}

gint32
work_random_range (gint32 begin, gint32 end)
{
  return g_rand_int_range (test_random (), begin, end);
}
