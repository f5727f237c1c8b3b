/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/path.h"

/* Structural invariants of a model, looked at apart from reading: what is wrong in meaning but readable is read, shown and
 * reported here, not refused. */

/* As users of model checkers know them. */
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
/* What is wrong with the values of one record of the model, by themselves and beside those of others: the findings of
 * mw_validate() at its single fields. What takes a look at arrays, keys or lists is left out, so that this is done at once. */
GPtrArray *mw_validate_record (const MwModel *model, MwFormat format, const MwRecord *record);
/* The same of a main file that stands nowhere (standard input), so that nobody looked for its companions: that they are
 * missing is no error of it. */
GPtrArray *mw_validate_alone (const MwModel *model, MwFormat format);
