/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/rules.h"

/* Private to core/check: what checks share. validate.c has those of any record; those of a family are in validate-mdlx.c and
 * validate-m2.c, and of World of Warcraft's alpha in validate-wow.c. */

typedef struct _MwCheckRules MwCheckRules;

typedef struct {
  const MwModel *model;
  MwFormat format;
  const MwCheckRules *rules;
  gboolean alone; /* nobody looked for companions */
  gboolean one;   /* of one record alone, and nothing that takes long: arrays, keys and lists are not looked at */
  GPtrArray *findings;
} MwChecking;

/* The checks of a family, listed in validate.c. */
struct _MwCheckRules {
  const MwSchema *root; /* of the family's models */
  /* Checks all of c->model, in the order of the findings. */
  void (*model) (MwChecking *c);
  /* Checks one record, for its own values and those of the records that it refers to. */
  void (*record) (MwChecking *c, const MwRecord *record);
  /* The rule that a reference to nothing breaks; MW_N_RULES: none. NULL: always the same one. */
  MwRuleNumber (*dangling) (const MwRecord *record, const MwField *field, MwFormat format);
};
extern const MwCheckRules mw_mdlx_checks, mw_m2_checks;

void mw_check_find (MwChecking *c, MwRuleNumber number, const MwTarget *target, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* A finding at a whole field (NULL: at the record), or at an element of an array. */
void mw_check_find_in (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field,
                       const char *format, ...) G_GNUC_PRINTF (5, 6);
void mw_check_find_at (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field, uint32_t index,
                       const char *format, ...) G_GNUC_PRINTF (6, 7);
/* Finds a field whose number of elements is not the expected one. */
void mw_check_count (MwChecking *c, MwRuleNumber rule, const MwRecord *record, const MwField *field, uint32_t found,
                     uint32_t expected);

/* The check of the records of a schema, or of those based on it. */
typedef struct {
  const MwSchema *schema;
  void (*check) (MwChecking *c, const MwRecord *record);
} MwRecordCheck;
/* Applies the checks of a table, which ends with one without a schema, to a record, and to all records of a list. */
void mw_check_one (MwChecking *c, const MwRecordCheck *checks, const MwRecord *record);
void mw_check_each (MwChecking *c, const MwRecordCheck *checks, const MwList *list);