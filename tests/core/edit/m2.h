/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"
#include "tests/m2/generate.h"
#include "tests/m2/structure.h"

/* M2 sets as documents. */

/* A made set, in memory. Free with mw_file_set_free(). */
MwFileSet *m2_made_set (guint version, guint seed, guint form);
/* All sets of the corpus folders of M2 with at most `largest` bytes, companions included; NULL when there is no corpus (the
 * running test is skipped then). MwFileSet. Free with g_ptr_array_unref(). */
GPtrArray *m2_corpus_sets (gsize largest);

MwDocument *m2_open (const MwFileSet *set);
/* The set as it is saved; fails the test when it cannot be, or when what is read back is another model. */
MwFileSet *m2_saved (MwDocument *document);
/* The rules that the structural checker finds broken, each once: a set of static words. Free with g_hash_table_unref(). */
GHashTable *m2_broken_rules (const MwFileSet *set);
/* The saved set is read back equal, and the checker finds no rule broken but those in `before`. Gives the saved set. */
MwFileSet *m2_assert_sound (MwDocument *document, GHashTable *before, const char *what);
/* All parts of `a` are in `b`, which may have more that are carried along. */
void m2_assert_same_set (const MwFileSet *a, const MwFileSet *b);

/* One line of a script; fails the test when it is refused. */
void m2_do (MwDocument *document, const char *line);
/* The sentence with which it is refused; fails the test when it is not. Free with g_free(). */
char *m2_refusal (MwDocument *document, const char *line);
