/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev test --long damage: 1,000 truncations and 10,000 changed bytes for each sample and corpus file, in slices with a
 * seed each. By hand: long-damage SLICE SLICES (MODELWRIGHT_SOURCE_ROOT, MODELWRIGHT_CORPUS). */
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"

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
  printf ("slice %u of %u: %u corpus files and 3 samples, %u truncations and %u changed bytes each\n", slice, slices,
          files ? files->len : 0, 1000 / slices, 10000 / slices);
  return 0;
}
