/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Private to core/schema: the MDL rows of a schema, compiled for one format. The rows of base schemas are inlined,
 * rows that do not apply are left out, and names are resolved. */
typedef struct _MwMdlPlan MwMdlPlan;

typedef struct {
  const MwMdlRow *row;
  MwMdlForm form;
  const char *word;
  size_t length; /* of `word` */
  const MwField *field, *track, *when;
  const MwNames *names;    /* ENUM, NAME */
  const MwMdlPlan *nested; /* BLOCK, BITS */
  const MwSchema *element;
  gboolean conditional; /* whether the field is live depends on the record */
  uint16_t since;       /* in `later`: the first version that has the row */
} MwMdlOp;

/* A number some of whose bits have words of their own. */
typedef struct {
  const MwField *field;
  uint32_t stated;  /* bits that have a word */
  uint32_t derived; /* bits that are computed from something else */
} MwMdlBits;

#define MW_MDL_MOST_OPS 128
struct _MwMdlPlan {
  const MwSchema *schema;
  MwFormat format;
  const MwMdlOp *head; /* NULL: the record has no head */
  guint n_ops;
  MwMdlOp ops[MW_MDL_MOST_OPS];
  /* MwMdlOp: rows of later versions of the family. Never written; they are recognised in texts to be reported. */
  GArray *later;
  guint n_bits;
  MwMdlBits bits[4];
  GPtrArray *unspelled;  /* MwField: fields that have no row */
  const MwRecord *fresh; /* a record with the values that a block without any statement has */
};

/* Returns the plan, compiled on first use. It is never freed. May be called from any thread. The member `text` of
 * the format is ignored. */
const MwMdlPlan *mw_mdl_plan_get (const MwSchema *schema, MwFormat format);
/* Whether the field has the value that a block without a statement for it gives it, so that the statement can be
 * left out. */
gboolean mw_mdl_plan_is_default (const MwMdlPlan *plan, const MwRecord *record, const MwField *field);
/* Compares two words, ignoring case. */
gboolean mw_mdl_word_equal (const char *word, size_t length, const char *expected, size_t expected_length);
/* Whether `word` is one of the blank-separated words. */
gboolean mw_mdl_word_among (const char *word, size_t length, const char *words);
