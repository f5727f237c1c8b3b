/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Real files for the tests: MODELWRIGHT_CORPUS, or ../shared/corpus beside the source. They are never part of the
 * repository. */

/* Paths of the files in a corpus folder ("mdx800"), sorted by name. NULL when there is no corpus; the running test
 * has then been skipped with a message. Free with g_ptr_array_unref(). */
GPtrArray *corpus_files (const char *folder);

/* Path of one of our sample files: data/samples/NAME. Free with g_free(). */
char *sample_path (const char *name);

/* Path of a made MDX model: tests/fuzz/seeds/mdx/NAME. Those of a dialect ("wow-1300") contain every field, list and
 * track of it (written by tests/mdx/strict_write.py). Free with g_free(). */
char *seed_path (const char *name);

/* All bytes of a file in a heap buffer of exactly that size, so that a read past its end is noticed. Free with
 * g_free(). */
uint8_t *load_exactly (const char *path, gsize *size);

/* How much of a sweep to do: one part in this many, always the same part. From MODELWRIGHT_FRACTION (default 1,
 * everything): ./dev test does a part of each sweep, ./dev sanitize a smaller part, and ./dev test --long
 * everything. */
guint work_fraction (void);

/* Removes all but one in work_fraction() of the items, always the same ones and from everywhere in the list, and leaves at
 * least `least` of them. */
void work_part (GPtrArray *items, guint least);

/* Random numbers, for all 32 bits or from `begin` up to but not including `end`. A test that does a part of a sweep draws
 * the same numbers in every run, so that what fails in CI fails again here. The whole sweep (work_fraction() is 1)
 * draws others in each run, from the seed that g_test_init() prints. */
guint32 work_random (void);
gint32 work_random_range (gint32 begin, gint32 end);
