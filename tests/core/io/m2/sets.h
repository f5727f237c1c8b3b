/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "tests/m2/generate.h"

/* Sets of M2 files for the tests of readers and writers. Every part is a heap block of exactly its size, so that a read past
 * its end is seen. */

/* Paths of all models of the corpus that are M2, in the order of folders and names; NULL: there is no corpus and the test was
 * skipped. Free with g_ptr_array_unref(). */
GPtrArray *m2_corpus (void);
/* The version in the model's head, and the size of all parts. */
guint m2_set_version (const MwFileSet *set);
gsize m2_set_size (const MwFileSet *set);

/* A model of the disk with its companions. */
MwFileSet *m2_set_load (const char *path);
/* A made set, as the reader wants it. */
MwFileSet *m2_set_make (const M2GenerateOptions *options);
/* All parts again, with one of them (by role) other bytes (NULL: it is left out); copies `size` bytes. */
MwFileSet *m2_set_with (const MwFileSet *set, const char *role, const void *bytes, gsize size);

/* Every part that was written has the bytes that it was read from. The first difference ends the program with its place.
 * Parts that a writer leaves to mw_io_place() need not be there. */
void m2_assert_same (const MwFileSet *read, const MwFileSet *written, const char *what);

/* The forms of a version: the usual one, with each form bit that means something in it, with all of these; *n of them. Free
 * with g_free(). */
guint *m2_forms (guint version, guint *n);
