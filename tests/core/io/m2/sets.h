/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "tests/m2/generate.h"

/* Sets of M2 files for the tests of readers and writers. Every part is a heap block of exactly its size, so that a
 * read past its end is noticed. */

/* Paths of all M2 models in the corpus, sorted by folder and name. NULL: there is no corpus, and the test was
 * skipped. Free with g_ptr_array_unref(). */
GPtrArray *m2_corpus (void);
/* The version in the model's header, and the size of all parts. */
guint m2_set_version (const MwFileSet *set);
gsize m2_set_size (const MwFileSet *set);

/* Loads a model from disk with its companions. */
MwFileSet *m2_set_load (const char *path);
/* A generated set, in the form that the reader expects. */
MwFileSet *m2_set_make (const M2GenerateOptions *options);
/* A copy of all parts in which the part `role` has other bytes (copied), or is left out if `bytes` is NULL. */
MwFileSet *m2_set_with (const MwFileSet *set, const char *role, const void *bytes, gsize size);

/* Asserts that every written part has the bytes that it was read from; the first difference ends the program with
 * its position. Parts that writers leave to mw_io_place() need not be there. */
void m2_assert_same (const MwFileSet *read, const MwFileSet *written, const char *what);

/* Asserts that reading the set fails with this error, at this offset, and says these words. */
void m2_assert_error (const MwFileSet *set, int code, gint64 offset, const char *words);

/* The forms of a version: the usual one, one for each form bit that has a meaning in it, and one with all of these;
 * *n is their number. Free with g_free(). */
guint *m2_forms (guint version, guint *n);
