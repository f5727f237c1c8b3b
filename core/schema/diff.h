/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What differs between two models of one family, by record and field.
 *
 * Lists are aligned first: records by what they are called (name, else file, else the sequence or other record that they
 * stand for) where that is unique in both lists; the rest by the longest common subsequence of equal records, and what
 * then stands between the same neighbours in order. A reference is the same when it names records that are aligned, so a
 * record inserted in front changes nothing behind it. Like mw_model_equal() this looks at live fields only, at no ids and
 * no notes; there are no differences exactly when that says equal. */
typedef enum {
  MW_DIFF_REMOVED, /* a record that only the first has */
  MW_DIFF_ADDED,   /* a record that only the second has */
  MW_DIFF_MOVED,   /* a record that stands at another place among those that both have */
  MW_DIFF_CHANGED  /* a field with another value */
} MwDiffKind;

typedef struct {
  MwDiffKind kind;
  MwRecord *a, *b;      /* of the first and of the second model; NULL where it has none */
  const MwField *field; /* CHANGED: which one; NULL: the variant of the record's layout */
  uint32_t first, n;    /* CHANGED arrays: the first element that differs, and how many do (those that one lacks too) */
} MwDiffEntry;

/* The differences, in the order of the first model; what was added comes behind the rest of its list. Both models must
 * have the same root schema. Free with g_array_unref(). */
GArray *mw_model_diff (const MwModel *a, const MwModel *b, MwFormat format);
/* The same for models of two formats: only what both have counts, so that a version by itself differs in nothing but its number.
 * Keys of M2 tracks on one time line (up to 263) are not compared with keys in lanes. */
GArray *mw_model_diff_formats (const MwModel *a, MwFormat format_a, const MwModel *b, MwFormat format_b);
/* The same for two models of one format whose records are aligned already: partners[id] of a record of the first is the id of
 * the one in the second that it is, or 0. Partners of two kinds are two records, which references take for one. What a
 * record of the first says in a field that its partner, being laid out otherwise, cannot have is a difference too. */
GArray *mw_model_diff_aligned (const MwModel *a, const MwModel *b, MwFormat format, const MwId *partners);

/* How the records of two models of one format are aligned for mw_model_diff(): the id in `b` of each record of `a`, by its id; 0: it
 * has no counterpart. Counterparts are of one kind, and their owners are counterparts. Free with g_free(). */
MwId *mw_model_align (const MwModel *a, const MwModel *b, MwFormat format);

/* Which of n things, in the order that they had, stand in another order now: all that are not in one longest run of increasing
 * places. */
void mw_diff_moved (const guint *places, guint n, gboolean *moved);
