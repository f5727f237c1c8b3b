/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/check/fixed.h"
#include "core/check/fix.h"
#include "core/check/rules.h"
#include "core/edit/operations/script.h"
#include "tests/core/edit/fixture.h"

#include <string.h>

/* How often each rule is broken. */
static void
count (MwDocument *document, guint n_of[MW_N_RULES])
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  memset (n_of, 0, MW_N_RULES * sizeof *n_of);
  for (guint i = 0; i < findings->len; i++)
    n_of[((const MwFinding *) findings->pdata[i])->rule - rules]++;
}

/* The fix of the first finding of a rule that has one; NULL: none has. */
static char *
next_fix (MwDocument *document, const char *rule)
{
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  char *fix = NULL;
  for (guint i = 0; !fix && i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (strcmp (finding->rule->id, rule) == 0)
      fix = mw_finding_fix (finding);
    g_assert_true (!fix || mw_rule_has_fix (finding->rule));
  }
  return fix;
}

/* Whether a fix may lead to more findings of another rule: something may have become useless, and the first sequence of a model is only
 * one of those that are wanted. */
static gboolean
may_follow (const MwRule *other, const char *rule)
{
  return strcmp (other->id, rule) != 0
         && (other->severity == MW_SEVERITY_UNUSED
             || (strcmp (rule, "sequences-none") == 0 && strcmp (other->id, "wc3-sequence-missing") == 0));
}

gboolean
assert_fixed (const MwModel *model, MwFormat format, const char *rule)
{
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model, TRUE), format);
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  guint n, before[MW_N_RULES], after[MW_N_RULES], steps = 0;
  const MwRule *rules = mw_rules (&n);
  count (document, before);
  for (char *fix; (fix = next_fix (document, rule)); g_free (fix)) {
    g_autoptr (GError) error = NULL;
    if (!mw_script_run_line (document, fix, NULL, &error))
      g_error ("%s: %s: %s", rule, fix, error->message);
    g_assert_cmpuint (++steps, <, 100);
  }
  count (document, after);
  for (guint i = 0; i < n; i++)
    if (after[i] > (steps && strcmp (rules[i].id, rule) == 0 ? 0 : before[i]) && !may_follow (&rules[i], rule))
      g_error ("the fix of %s leaves %u findings of %s", rule, after[i], rules[i].id);
  if (steps)
    fixture_assert_undo (document, first);
  mw_model_free (first);
  return steps > 0;
}

void
assert_fix_shown (const char *rule, GHashTable *fixed)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++)
    if (strcmp (rules[i].id, rule) == 0 && mw_rule_has_fix (&rules[i]) && !g_hash_table_contains (fixed, rule))
      g_error ("no row shows the fix of %s", rule);
}
