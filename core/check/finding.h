/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/image-facts.h"
#include "core/check/rules.h"

/* Private to core/check: what the checks share. check.c has those for all records, check-mdlx.c and
 * check-m2*.c those of a family, check-mdlx-wc3.c those of Warcraft III, and check-wow.c those of World of Warcraft's alpha. */

typedef struct _MwCheckRules MwCheckRules;
typedef struct _MwCheckMemory MwCheckMemory;

typedef struct {
  const MwModel *model;
  MwFormat format;
  const MwCheckRules *rules;
  const MwTargetClient *client; /* what the model is checked for; NULL: whatever reads its version */
  gboolean alone;               /* companion files were not searched for */
  gboolean one;                 /* check a single record, and only quickly: arrays, keys and lists are skipped */
  GPtrArray *findings;
  MwCheckMemory *memory; /* answers mw_check_ask(); NULL: nothing is remembered */
} MwChecking;

/* What else than a record itself a check reads of the model, so that an edit of it makes the check run again. */
typedef enum {
  MW_READS_LOOPS = 1 << 0, /* sequences and global sequences */
  MW_READS_ARRAYS = 1 << 1 /* the arrays of the root, such as the vertices of M2 */
} MwCheckReads;

/* A check of one record; `data` is what the caller of mw_check_ask() gives it. */
typedef void (*MwCheckOne) (MwChecking *c, const MwRecord *record, gconstpointer data);

/* What an earlier check of the model has found. */
struct _MwCheckMemory {
  void (*ask) (MwCheckMemory *self, const MwRecord *record, MwCheckReads reads, MwCheckOne check, gconstpointer data);
};

/* The checks of a family, listed in check.c. */
struct _MwCheckRules {
  const MwSchema *root; /* of the family's models */
  /* Checks the whole model; findings come in the order of the model. */
  void (*model) (MwChecking *c);
  /* Checks one record: its own values and those of the records that it refers to. */
  void (*record) (MwChecking *c, const MwRecord *record);
  /* The rule that a dangling reference breaks; MW_N_RULES: none. NULL: the same one for all references. */
  MwRuleNumber (*dangling) (const MwRecord *record, const MwField *field, MwFormat format);
  /* Checks an image file that could be read, for the record and field that name it. */
  void (*image) (MwChecking *c, const MwRecord *record, const MwField *field, const char *name,
                 const MwImageFacts *facts);
};
extern const MwCheckRules mw_mdlx_checks, mw_m2_checks;

/* A check of a model with no findings yet but those of the client (see mw_check_for()). */
MwChecking mw_checking_new (const MwModel *model, MwFormat format, const MwTargetClient *client, gboolean alone);
/* The rules for any record. What they find depends only on the record itself, on the records that it is in, on those that it directly contains, on single
 * values of the root and, for keys, on how long the loop lasts that plays them. core/check/live.c relies on that. */
void mw_check_values (MwChecking *c, const MwRecord *record);
void mw_check_keys (MwChecking *c, const MwRecord *record);
/* For the rules of a family that take long: adds what `check` finds at a record, or what is remembered of it if nothing was edited that the
 * check may read. That is what mw_check_values() may read, and what `reads` says. All that it finds must be
 * at this record, and one check of a family may ask for a record in this way. Notes are not edited with a change set, so the check may not
 * read any. */
void mw_check_ask (MwChecking *c, const MwRecord *record, MwCheckReads reads, MwCheckOne check, gconstpointer data);

/* Adds a finding at a whole field (NULL: at the record), or at an element of an array. */
void mw_check_find_in (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field,
                       const char *format, ...) G_GNUC_PRINTF (5, 6);
void mw_check_find_at (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field, uint32_t index,
                       const char *format, ...) G_GNUC_PRINTF (6, 7);
/* Adds a finding if the number of elements of a field is not the expected one. */
void mw_check_count (MwChecking *c, MwRuleNumber rule, const MwRecord *record, const MwField *field, uint32_t found,
                     uint32_t expected);

/* Whether the model is checked for a client that is older than `release` (see MwTargetClient). */
gboolean mw_check_is_for_older (const MwChecking *c, guint release);

/* A check for records of a schema and of those derived from it. */
typedef struct {
  const MwSchema *schema;
  void (*check) (MwChecking *c, const MwRecord *record);
} MwRecordCheck;
/* Applies the checks of a table, which ends with an entry without a schema, to a record or to all records of a list. */
void mw_check_one (MwChecking *c, const MwRecordCheck *checks, const MwRecord *record);
void mw_check_each (MwChecking *c, const MwRecordCheck *checks, const MwList *list);