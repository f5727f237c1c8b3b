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

/* Looks up what --to names. FALSE: it is unknown, which is reported. */
static gboolean
find_client (MwCli *cli, const char *word, MwTargetClient *client)
{
  if (mw_target_client (word, client))
    return TRUE;
  g_autofree char *known = mw_target_clients_text ();
  mw_cli_usage (cli, "--to=%s: expected a game (%s) or a version of the format (mdx1000, m2-264)", word, known);
  return FALSE;
}

static void
run (MwCli *cli)
{
  MwTargetClient client;
  const char *target = mw_cli_option (cli, "to");
  if (target && !find_client (cli, target, &client))
    return;
  g_autoptr (GPtrArray) files = mw_cli_files (cli);
  for (guint i = 0; i < files->len; i++) {
    MwFormat format;
    g_autoptr (MwFileSet) set = NULL;
    mw_cli_progress (cli, i, files->len, files->pdata[i]);
    MwModel *model = mw_cli_load (cli, files->pdata[i], &format, &set);
    if (!model)
      continue;
    const gboolean alone = !mw_file_set_main (set)->path;
    g_autoptr (GPtrArray) findings = mw_check_for (model, format, target ? &client : NULL, alone);
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

static const MwCliOption options[] = {
  { 0, "to", "TARGET", "check for this game or version (mwright targets lists them), not for whatever reads the file" },
};

const MwCliVerb mw_verb_check = {
  .name = "check",
  .arguments = "FILE...",
  .summary = "check the structure of models",
  .about =
    "Checks the structure of each model. A model that can be read can still be wrong. Severities: error (a game or an\n"
    "editor does not load it, or crashes), severe (it probably looks wrong), warning (it hardly matters), unused. If\n"
    "any finding is an error, the exit code is 1. For a folder, all models in it and its subfolders are checked.\n"
    "Some rules depend on the client: 4.3.4 refuses a blend mode that 5.4.8 has, and Warcraft III before Reforged\n"
    "reads no .dds. --to names the client, and a version that it does not read is an error.\n",
  .examples = "check footman.mdx\ncheck --to wow-3.3.5 bear.m2\ncheck --json units/",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .run = run,
  .more_help = list_rules,
};
