/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/values.h"
#include "core/check/fix.h"

static void
list_rules (MwCli *cli)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  mw_cli_print (cli, "\nrules (fix: the window and --json offer a line for `mwright do` that repairs it):\n");
  for (guint i = 0; i < n; i++)
    mw_cli_print (cli, "  %-22s %-8s %s%s\n", rules[i].id, mw_severity_name (rules[i].severity), rules[i].text,
                  mw_rule_has_fix (&rules[i]) ? " (fix)" : "");
}

static void
json_findings (MwCli *cli, const char *file, const GPtrArray *findings, gboolean ok)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_begin_array (json, "findings");
  for (guint i = 0; i < findings->len; i++)
    mw_cli_json_finding (json, findings->pdata[i]);
  mw_json_end_array (json);
  mw_cli_object (cli, file, ok, json);
}

static void
print_findings (MwCli *cli, const char *file, const GPtrArray *findings)
{
  static const char *const colors[] = { "31", "33", "0", "0" };
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    mw_cli_print (cli, "%s: %s%s%s: %s: %s %s [%s]\n", file, mw_cli_color (cli, colors[finding->rule->severity]),
                  mw_severity_name (finding->rule->severity), mw_cli_color (cli, "0"), *path ? path : "(model)",
                  finding->rule->text, finding->message, finding->rule->id);
  }
  if (findings->len == 0 && !cli->quiet)
    mw_cli_print (cli, "%s: nothing found\n", file);
}

static void
run (MwCli *cli)
{
  g_autoptr (GPtrArray) files = mw_cli_files (cli);
  for (guint i = 0; i < files->len; i++) {
    MwFormat format;
    g_autoptr (MwFileSet) set = NULL;
    mw_cli_progress (cli, i, files->len, files->pdata[i]);
    MwModel *model = mw_cli_load (cli, files->pdata[i], &format, &set);
    if (!model)
      continue;
    g_autoptr (GPtrArray) findings = mw_file_set_main (set)->path ? mw_check (model, format)
                                                                  : mw_check_alone (model, format);
    gboolean ok = TRUE;
    for (guint k = 0; k < findings->len; k++)
      ok &= ((MwFinding *) findings->pdata[k])->rule->severity != MW_SEVERITY_ERROR;
    if (!ok)
      mw_cli_code (cli, MW_EXIT_FOUND);
    if (cli->json)
      json_findings (cli, files->pdata[i], findings, ok);
    else
      print_findings (cli, files->pdata[i], findings);
    mw_model_free (model);
  }
}

const MwCliVerb mw_verb_check = {
  .name = "check",
  .arguments = "FILE...",
  .summary = "check the structure of models",
  .about =
    "Checks the structure of each model. A model that can be read can still be wrong. Severities: error (a game or an\n"
    "editor does not load it, or crashes), severe (it probably looks wrong), warning (it hardly matters), unused. If\n"
    "any finding is an error, the exit code is 1. For a folder, all models in it and its subfolders are checked.\n",
  .examples = "check footman.mdx\ncheck --json units/",
  .least = 1,
  .run = run,
  .more_help = list_rules,
};
