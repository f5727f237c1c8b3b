/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-print.h"

MwCliCounts
mw_cli_count_findings (const GPtrArray *judged)
{
  MwCliCounts counts = { 0 };
  for (guint i = 0; i < judged->len; i++) {
    const MwCliJudged *one = judged->pdata[i];
    if (one->standing == MW_CLI_COUNTS)
      counts.by_severity[one->finding->rule->severity]++;
    else if (one->standing == MW_CLI_SWITCHED_OFF)
      counts.switched_off++;
    else
      counts.in_baseline++;
  }
  return counts;
}

void
mw_cli_add_counts (MwCliCounts *sum, const MwCliCounts *counts)
{
  for (guint i = 0; i < G_N_ELEMENTS (sum->by_severity); i++)
    sum->by_severity[i] += counts->by_severity[i];
  sum->switched_off += counts->switched_off;
  sum->in_baseline += counts->in_baseline;
}

static void
print_finding (MwCli *cli, const char *file, const MwCliJudged *judged)
{
  static const char *const colors[] = { "31", "33", "0", "0" };
  const MwFinding *finding = judged->finding;
  const gboolean counts = judged->standing == MW_CLI_COUNTS;
  g_autofree char *path = mw_target_path (&finding->target);
  g_autofree char *why = counts ? g_strdup ("")
                         : judged->standing == MW_CLI_SWITCHED_OFF
                           ? g_strdup_printf (" (switched off: %s)", judged->reason)
                           : g_strdup (" (in the baseline)");
  mw_cli_print (cli, "%s: %s%s%s: %s: %s %s [%s]%s\n", file,
                mw_cli_color (cli, counts ? colors[finding->rule->severity] : "0"),
                mw_severity_name (finding->rule->severity), mw_cli_color (cli, "0"), *path ? path : "(model)",
                finding->rule->text, finding->message, finding->rule->id, why);
}

void
mw_cli_print_findings (MwCli *cli, const char *file, const GPtrArray *judged)
{
  guint n = 0;
  for (guint i = 0; i < judged->len; i++) {
    const MwCliJudged *one = judged->pdata[i];
    n += one->standing == MW_CLI_COUNTS;
    if (one->standing == MW_CLI_COUNTS || cli->verbose)
      print_finding (cli, file, one);
  }
  if (n == 0 && !cli->quiet)
    mw_cli_print (cli, "%s: nothing found\n", file);
}

void
mw_cli_json_findings (MwJson *json, const GPtrArray *judged)
{
  const MwCliCounts counts = mw_cli_count_findings (judged);
  mw_json_begin_array (json, "findings");
  for (guint i = 0; i < judged->len; i++) {
    const MwCliJudged *one = judged->pdata[i];
    if (one->standing == MW_CLI_COUNTS)
      mw_cli_json_finding (json, one->finding);
  }
  mw_json_end_array (json);
  mw_json_uint (json, "switched_off", counts.switched_off);
  mw_json_uint (json, "in_baseline", counts.in_baseline);
}

void
mw_cli_print_counts (MwCli *cli, guint n_files, const MwCliCounts *counts)
{
  const guint *by = counts->by_severity;
  mw_cli_print (cli, "%u files: %u errors, %u severe, %u warnings, %u unused", n_files, by[MW_SEVERITY_ERROR],
                by[MW_SEVERITY_SEVERE], by[MW_SEVERITY_WARNING], by[MW_SEVERITY_UNUSED]);
  if (counts->switched_off)
    mw_cli_print (cli, "; %u switched off", counts->switched_off);
  if (counts->in_baseline)
    mw_cli_print (cli, "; %u in the baseline", counts->in_baseline);
  mw_cli_print (cli, "\n");
}
