/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"
#include "tests/m2/generate.h"
#include "tests/m2/structure.h"

/* Tests of M2 sets as documents. */

/* A made set, in memory. Free with mw_file_set_free(). */
MwFileSet *m2_made_set (guint version, guint seed, guint form);
/* All sets in the M2 folders of the corpus with at most `largest` bytes, companions included: MwFileSet. NULL if
 * there is no corpus; then the running test is skipped. Free with g_ptr_array_unref(). */
GPtrArray *m2_corpus_sets (gsize largest);

MwDocument *m2_open (const MwFileSet *set);
/* The first made set of a version, with one file form, as a document. */
MwDocument *m2_open_made (guint version);
/* The model of a document. */
MwM2 *m2_model (MwDocument *document);
/* A list of the model, by name, and the ids of its records (MwId; free with g_array_unref()). */
const MwList *m2_list (MwDocument *document, const char *name);
GArray *m2_ids (MwDocument *document, const char *name);
/* The set as it is saved. Fails the test if it cannot be saved, or if another model is read back. */
MwFileSet *m2_saved (MwDocument *document);
/* The rules that the structural checker finds broken, without duplicates: a set of static words. Free with
 * g_hash_table_unref(). */
GHashTable *m2_broken_rules (const MwFileSet *set);
/* Checks that the saved set is read back equal and that the checker finds only rules broken that are in `before`.
 * Returns the saved set. */
MwFileSet *m2_assert_sound (MwDocument *document, GHashTable *before, const char *what);
/* Checks that all parts of `a` are in `b`. `b` may also have parts that are carried along. */
void m2_assert_same_set (const MwFileSet *a, const MwFileSet *b);

/* Runs one line of a script. Fails the test if it is refused. */
void m2_do (MwDocument *document, const char *line);
/* The message with which the line is refused. Fails the test if it is not. Free with g_free(). */
char *m2_refusal (MwDocument *document, const char *line);
