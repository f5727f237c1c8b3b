/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-fix.h"
#include "app/cli/check-rules.h"
#include "core/check/fix.h"
#include "core/edit/operations/script.h"

#include <string.h>

/* A fix may cause findings that have fixes too. Real models need a few hundred; two fixes that undo each other must end. */
#define MOST_STEPS 10000

GHashTable *
mw_cli_fix_rules (MwCli *cli, gboolean *ok)
{
  g_autoptr (GPtrArray) values = mw_cli_options (cli, "fix");
  GHashTable *rules = NULL;
  *ok = TRUE;
  for (guint i = 0; i < values->len && *ok; i++) {
    g_auto (GStrv) ids = g_strsplit (values->pdata[i], ",", -1);
    for (guint k = 0; ids[k] && *ok; k++) {
      const MwRule *rule = mw_cli_find_rule (cli, "fix", g_strstrip (ids[k]));
      *ok = rule != NULL;
      if (rule && !mw_rule_has_fix (rule)) {
        mw_cli_usage (cli, "--fix: %s has no fix; only you can decide what is right", rule->id);
        *ok = FALSE;
      }
      if (!rules)
        rules = g_hash_table_new (NULL, NULL);
      g_hash_table_add (rules, (gpointer) rule);
    }
  }
  return rules;
}

/* The place of a finding, whatever its numbers are. Records keep their ids when others are deleted. Free with g_free(). */
static char *
key_of (const MwFinding *finding)
{
  const MwTarget *target = &finding->target;
  return g_strdup_printf ("%s %u %s %u", finding->rule->id, (guint) target->record->id,
                          target->field ? target->field->name : "", target->one ? target->first : 0);
}

/* The next finding with a fix that was not tried. NULL: there is none. *fix: free with g_free(). */
static const MwFinding *
next_to_fix (const GPtrArray *judged, GHashTable *rules, GHashTable *tried, char **fix)
{
  for (guint i = 0; i < judged->len; i++) {
    const MwCliJudged *one = judged->pdata[i];
    g_autofree char *key = key_of (one->finding);
    if (one->standing != MW_CLI_COUNTS || (rules && !g_hash_table_contains (rules, one->finding->rule))
        || g_hash_table_contains (tried, key))
      continue;
    *fix = mw_finding_fix (one->finding);
    if (*fix)
      return one->finding;
  }
  return NULL;
}

GPtrArray *
mw_cli_fix (MwCli *cli, MwCliTerms *terms, GHashTable *rules, const char *file, MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  const gboolean alone = !mw_file_set_main (mw_document_get_files (document))->path;
  GPtrArray *done = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  while (g_hash_table_size (tried) < MOST_STEPS) {
    g_autoptr (GError) error = NULL;
    g_autofree char *fix = NULL;
    g_autoptr (GPtrArray) judged = mw_cli_terms_check (terms, file, model, mw_document_get_format (document), alone);
    const MwFinding *finding = next_to_fix (judged, rules, tried, &fix);
    if (!finding)
      return done;
    g_autofree char *path = mw_target_path (&finding->target);
    g_hash_table_add (tried, key_of (finding));
    if (mw_script_run_line (document, fix, NULL, &error))
      g_ptr_array_add (done, g_strdup_printf ("%s %s: %s", finding->rule->id, *path ? path : "(model)", fix));
    else if (!cli->quiet)
      mw_cli_say (cli, "%s: not fixed: %s: %s: %s", file, *path ? path : "(model)", fix, error->message);
  }
  mw_cli_say (cli, "%s: stopped after %u fixes; run it again for the rest", file, MOST_STEPS);
  return done;
}
