/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev test --long cut: cuts every real and every made file wherever something begins or ends, and one byte before and after it, and
 * asserts verdict and place of the error (tests/core/io/mdx-cut.h, m2/cut.h, mdl/cut.h). By hand: long-cut mdx|m2|mdl SLICE SLICES
 * (MODELWRIGHT_SOURCE_ROOT, MODELWRIGHT_CORPUS). */
#include "tests/core/corpus.h"
#include "tests/core/io/m2/cut.h"
#include "tests/core/io/m2/sets.h"
#include "tests/core/io/mdl/cut.h"
#include "tests/core/io/mdx-cut.h"

#include <stdio.h>
#include <string.h>

/* Adds the files of a folder below the source. */
static void
add_folder (GPtrArray *paths, const char *inner, const char *suffix)
{
  g_autofree char *folder = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), inner, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    if (!suffix || g_str_has_suffix (name, suffix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
}

static void
add_corpus (GPtrArray *paths, const char *folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  for (guint i = 0; files && i < files->len; i++)
    g_ptr_array_add (paths, g_strdup (files->pdata[i]));
}

static guint
cut_binaries (guint slice, guint slices)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300" };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  add_folder (paths, "tests/fuzz/seeds/mdx", NULL);
  add_folder (paths, "data/samples", ".mdx");
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    add_corpus (paths, folders[i]);
  guint n = 0;
  for (guint i = 0; i < paths->len; i++)
    n += mdx_cut_places (paths->pdata[i], slice, slices);
  return n;
}

static guint
cut_texts (guint slice, guint slices)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  add_folder (paths, "tests/fuzz/seeds/mdl", ".mdl");
  add_folder (paths, "data/samples", ".mdl");
  add_corpus (paths, "mdl");
  guint n = 0;
  for (guint i = 0; i < paths->len; i++)
    n += mdl_cut (paths->pdata[i], slice, slices);
  return n;
}

static guint
cut_sets (guint slice, guint slices)
{
  guint n = 0;
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    guint n_forms;
    g_autofree guint *forms = m2_forms (version, &n_forms);
    for (guint i = 0; i < n_forms; i++) {
      g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[i] });
      g_autofree char *name = g_strdup_printf ("made %u (form %u)", version, forms[i]);
      n += cut_set (set, name, slice, slices);
    }
  }
  g_autoptr (GPtrArray) models = m2_corpus ();
  for (guint i = 0; models && i < models->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (models->pdata[i]);
    n += cut_set (set, models->pdata[i], slice, slices);
  }
  return n;
}

static const struct {
  const char *name;
  guint (*run) (guint slice, guint slices);
} kinds[] = { { "mdx", cut_binaries }, { "m2", cut_sets }, { "mdl", cut_texts } };

int
main (int argc, char **argv)
{
  guint64 slice, slices;
  if (argc != 4 || !g_ascii_string_to_unsigned (argv[3], 10, 1, 1000, &slices, NULL)
      || !g_ascii_string_to_unsigned (argv[2], 10, 0, slices - 1, &slice, NULL)) {
    fprintf (stderr, "usage: long-cut mdx|m2|mdl SLICE SLICES\n");
    return 2;
  }
  const char *kind = argv[1];
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, kind) == 0) {
      printf ("%s, slice %u of %u: %u cuts\n", kind, (guint) slice, (guint) slices,
              kinds[i].run ((guint) slice, (guint) slices));
      return 0;
    }
  fprintf (stderr, "long-cut: found \"%s\", expected mdx, m2 or mdl\n", kind);
  return 2;
}
