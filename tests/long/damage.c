/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev test --long damage: reads each file of up to 200 KB with 1,000 truncations and 10,000 changed bytes, in
 * slices with one seed each. The files are MDX and MDL of the samples and the corpus, and each part of generated and
 * real M2 sets. By hand: long-damage mdx|mdl|m2 SLICE SLICES (MODELWRIGHT_SOURCE_ROOT, MODELWRIGHT_CORPUS). */
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/m2/sets.h"

#include <stdio.h>
#include <string.h>

/* The distance between the seeds of two slices; each file adds 1. */
#define APART 1000

static guint
damage_sets (guint32 seed, guint cuts, guint changes)
{
  g_autoptr (GPtrArray) models = m2_corpus ();
  guint sets = 0;
  for (guint i = 0; models && i < models->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (models->pdata[i]);
    sets += damage_set (set, models->pdata[i], seed + i, cuts, changes);
  }
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *name = g_strdup_printf ("made %u", version);
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version });
    sets += damage_set (set, name, seed + version, cuts, changes);
  }
  return sets;
}

static guint
damage_binaries (guint32 seed, guint cuts, guint changes)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  return damage_models (files, seed, cuts, changes);
}

static guint
damage_mdl (guint32 seed, guint cuts, guint changes)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdl"), binaries = corpus_files ("mdx800");
  for (guint i = 0; files && binaries && i < binaries->len; i++)
    g_ptr_array_add (files, g_strdup (binaries->pdata[i]));
  return damage_texts (files, seed, cuts, changes);
}

static const struct {
  const char *name;
  guint (*run) (guint32 seed, guint cuts, guint changes);
} kinds[] = { { "mdx", damage_binaries }, { "mdl", damage_mdl }, { "m2", damage_sets } };

int
main (int argc, char **argv)
{
  guint64 slice, slices;
  if (argc != 4 || !g_ascii_string_to_unsigned (argv[3], 10, 1, 1000, &slices, NULL)
      || !g_ascii_string_to_unsigned (argv[2], 10, 0, slices - 1, &slice, NULL)) {
    fprintf (stderr, "usage: long-damage mdx|mdl|m2 SLICE SLICES\n");
    return 2;
  }
  const char *kind = argv[1];
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, kind) == 0) {
      guint cuts = (guint) (1000 / slices), changes = (guint) (10000 / slices),
            n = kinds[i].run ((guint32) (slice + 1) * APART, cuts, changes);
      printf ("%s, slice %u of %u: %u models, %u truncations and %u changed bytes for each of their files\n", kind,
              (guint) slice, (guint) slices, n, cuts, changes);
      return 0;
    }
  fprintf (stderr, "long-damage: found \"%s\", expected mdx, mdl or m2\n", kind);
  return 2;
}
