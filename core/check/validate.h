/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/path.h"

/* Checks of a model. What is readable but wrong in meaning is not refused when it is read; it is reported here. */

/* The levels that other model checkers use. */
typedef enum {
  MW_SEVERITY_ERROR,   /* a game or an editor does not load the model, or crashes */
  MW_SEVERITY_SEVERE,  /* it probably looks wrong */
  MW_SEVERITY_WARNING, /* it hardly matters */
  MW_SEVERITY_UNUSED   /* nothing refers to it */
} MwSeverity;
const char *mw_severity_name (MwSeverity severity);

typedef struct {
  const char *id; /* "faces-index": stable, never translated */
  MwSeverity severity;
  const char *text; /* one sentence, marked for translation */
} MwRule;

/* All rules, in the order in which findings of one record come. */
const MwRule *mw_rules (guint *n);
const MwRule *mw_rule_find (const char *id);

typedef struct {
  const MwRule *rule;
  MwTarget target; /* what is wrong: a record, a field, or the first element of several */
  char *message;   /* what was found and what was expected */
} MwFinding;

void mw_finding_free (MwFinding *finding);

/* Everything that is wrong, in the order of the model; one finding for each rule and field, not for each element. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_validate (const MwModel *model, MwFormat format);
/* The findings of mw_validate() at the single fields of one record. Checks of arrays, keys and lists are left out, so that this is
 * fast enough to be called while a form is shown. */
GPtrArray *mw_validate_record (const MwModel *model, MwFormat format, const MwRecord *record);
/* mw_validate() for a main file without a folder (standard input): that its companions are missing is no error. */
GPtrArray *mw_validate_alone (const MwModel *model, MwFormat format);
