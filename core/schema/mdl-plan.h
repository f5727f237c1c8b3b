/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Private to core/schema: MDL rows compiled for one schema and format. Base rows are flattened in, rows that do not apply
 * are left out, names are resolved. */
typedef struct _MwMdlPlan MwMdlPlan;

typedef struct {
  const MwMdlRow *row;
  MwMdlForm form;
  const char *word;
  size_t length; /* of the word */
  const MwField *field, *track, *when;
  const MwNames *names;    /* ENUM, NAME */
  const MwMdlPlan *nested; /* BLOCK, BITS */
  const MwSchema *element;
  gboolean conditional; /* whether the field is live depends on the record */
  uint16_t since;       /* of `later`: the version that it comes with */
} MwMdlOp;

/* A number of which single bits have words. */
typedef struct {
  const MwField *field;
  uint32_t stated;  /* bits that have a word */
  uint32_t derived; /* bits that follow from something else */
} MwMdlBits;

#define MW_MDL_MOST_OPS 128
struct _MwMdlPlan {
  const MwSchema *schema;
  MwFormat format;
  const MwMdlOp *head; /* NULL: has none */
  guint n_ops;
  MwMdlOp ops[MW_MDL_MOST_OPS];
  GArray *later; /* MwMdlOp: what later versions of the family have; never written, and read to tell of it */
  guint n_bits;
  MwMdlBits bits[4];
  GPtrArray *unspelled;  /* MwField: without a row */
  const MwRecord *fresh; /* what a block without a statement means */
};

/* Never freed; safe from any thread. The format's `text` counts for nothing. */
const MwMdlPlan *mw_mdl_plan_get (const MwSchema *schema, MwFormat format);
/* Whether a field says what a block without a statement of it means. */
gboolean mw_mdl_plan_says_nothing (const MwMdlPlan *plan, const MwRecord *record, const MwField *field);
/* Compares without case. */
gboolean mw_mdl_word_equal (const char *word, size_t length, const char *expected, size_t expected_length);
/* Whether `word` is one of the blank-separated words. */
gboolean mw_mdl_word_among (const char *word, size_t length, const char *words);
