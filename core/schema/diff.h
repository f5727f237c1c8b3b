/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The differences between two models of one family, by record and field.
 *
 * Lists are aligned first. Records are paired by what identifies them (the name, else the file, else the sequence or
 * other record that they belong to) where that is unique in both lists. The rest are paired by the longest common
 * subsequence of equal records; what remains between the same neighbours is paired in order. Two references are equal
 * when the records that they refer to are paired, so inserting a record at the front of a list does not change the
 * references to those after it.
 *
 * Like mw_model_equal() this compares live fields only, and neither ids nor notes. There are no differences exactly
 * when mw_model_equal() returns TRUE. */
typedef enum {
  MW_DIFF_REMOVED, /* a record that only the first has */
  MW_DIFF_ADDED,   /* a record that only the second has */
  MW_DIFF_MOVED,   /* a record of both models, at another position among those that both have */
  MW_DIFF_CHANGED  /* a field with another value */
} MwDiffKind;

typedef struct {
  MwDiffKind kind;
  MwRecord *a, *b;      /* the record in the first and in the second model; NULL where that model has none */
  const MwField *field; /* CHANGED: the field; NULL: the variant of the record's layout */
  uint32_t first,
    n; /* CHANGED arrays: the first element that differs, and how many differ (including those that one array lacks) */
} MwDiffEntry;

/* Returns the differences (MwDiffEntry) in the order of the first model; added records come after the others of
 * their list. Both models must have the same root schema. Free with g_array_unref(). */
GArray *mw_model_diff (const MwModel *a, const MwModel *b, MwFormat format);
/* The same for models of two formats. Only fields that both formats have are compared, so between two versions the
 * version number itself is the only difference that is always there. Keys of M2 tracks on one time line (up to
 * version 263) are not compared with keys in lanes. */
GArray *mw_model_diff_formats (const MwModel *a, MwFormat format_a, const MwModel *b, MwFormat format_b);
/* The same for two models of one format whose records are paired already: partners[id of a record of the first] is
 * the id of its partner in the second, or 0. Partners of different kinds are reported as one record removed and one
 * added, but references to them count as equal. A field that a record of the first has and its partner cannot have,
 * because it has another layout variant, is reported as changed. */
GArray *mw_model_diff_aligned (const MwModel *a, const MwModel *b, MwFormat format, const MwId *partners);

/* For two states of one model: records are partners if they have the same id and are in the same list. Returns what mw_model_diff_aligned()
 * takes. Free with g_free(). */
MwId *mw_model_pair_by_id (const MwModel *a, const MwModel *b);

/* Pairs the records of two models of one format as mw_model_diff() does. Returns an array, indexed by id in `a`, of
 * the id of the partner in `b`, or 0 if there is none. Partners have the same kind, and their owners are partners.
 * Free with g_free(). */
MwId *mw_model_align (const MwModel *a, const MwModel *b, MwFormat format);

/* places[i] is the new position of thing i. Sets moved[i] for the things that have to be moved to get from the old
 * order to the new: all that are not in one longest increasing run of positions. */
void mw_diff_moved (const guint *places, guint n, gboolean *moved);
