/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/targets.h"
#include "core/schema/path.h"

/* Checks a model. A file that can be read but is wrong in meaning is not rejected by the readers; it is
 * reported here. */

/* Severities, as in other model checkers. */
typedef enum {
  MW_SEVERITY_ERROR,   /* a game or an editor refuses the model, or crashes */
  MW_SEVERITY_SEVERE,  /* it probably looks wrong */
  MW_SEVERITY_WARNING, /* it hardly matters */
  MW_SEVERITY_UNUSED   /* nothing refers to it */
} MwSeverity;
const char *mw_severity_name (MwSeverity severity);

typedef struct {
  const char *id; /* "faces-index": stable, never translated */
  MwSeverity severity;
  const char *text;   /* what is wrong, one sentence; marked for translation */
  const char *effect; /* what the game does then, or what is known of other programs; marked for translation */
  const char
    *source; /* how this is known: sections of docs/formats ("m2.md 5.1 and 14") or other programs, separated by "; ";
                         not translated */
  MwFamily families; /* whose models it is about: one bit or several */
  guint first, last; /* versions of their format that it is about, both included; 0 and G_MAXUINT: no limit */
} MwRule;

/* All rules, in the order in which the findings of a record are listed. */
const MwRule *mw_rules (guint *n);
/* The rule with this id; NULL: there is none. */
const MwRule *mw_rule (const char *id);

typedef struct {
  const MwRule *rule;
  MwTarget target; /* the place: a record, a field, or the first of several elements */
  char *message;   /* what was found and what was expected, in the language of mw_set_translator() */
  char *right;     /* the text that the place should have, where the check knows it; else NULL */
} MwFinding;

void mw_finding_free (MwFinding *finding);

/* Checks a whole model. Returns the findings (MwFinding) in the order of the model, one for each rule and field, not
 * for each element. Free with g_ptr_array_unref(). */
GPtrArray *mw_check (const MwModel *model, MwFormat format);
/* The findings of mw_check() for single fields of one record. Arrays, keys and lists are not checked, so it is
 * fast enough to be called while a form is shown. */
GPtrArray *mw_check_record (const MwModel *model, MwFormat format, const MwRecord *record);
/* The same as mw_check() for a model that this client shall read: rules that depend on the client go by it, and a model of a version that
 * it does not read is an error. NULL: for whatever reads the model's version. `alone`: the main file has no folder (standard input), so
 * missing companion files are not errors. */
GPtrArray *mw_check_for (const MwModel *model, MwFormat format, const MwTargetClient *client, gboolean alone);
