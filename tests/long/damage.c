/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev test --long damage: 1,000 truncations and 10,000 changed bytes for each sample, corpus file and part of an M2 set,
 * in slices with a seed each. By hand: long-damage SLICE SLICES (MODELWRIGHT_SOURCE_ROOT, MODELWRIGHT_CORPUS). */
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/m2/sets.h"

#include <stdio.h>

int
main (int argc, char **argv)
{
  if (argc != 3) {
    fprintf (stderr, "usage: long-damage SLICE SLICES\n");
    return 2;
  }
  guint slice = (guint) g_ascii_strtoull (argv[1], NULL, 10), slices = (guint) g_ascii_strtoull (argv[2], NULL, 10);
  g_test_init (&argc, &argv, NULL);
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  damage_models (files, slice + 1, 1000 / slices, 10000 / slices);
  g_autoptr (GPtrArray) models = m2_corpus ();
  guint sets = 0;
  for (guint i = 0; models && i < models->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (models->pdata[i]);
    sets += damage_set (set, models->pdata[i], slice * 1000 + i, 1000 / slices, 10000 / slices);
  }
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *name = g_strdup_printf ("made %u", version);
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version });
    sets += damage_set (set, name, slice * 1000 + version, 1000 / slices, 10000 / slices);
  }
  printf (
    "slice %u of %u: %u corpus files, 3 samples and %u M2 sets, %u truncations and %u changed bytes for each part\n",
    slice, slices, files ? files->len : 0, sets, 1000 / slices, 10000 / slices);
  return 0;
}
