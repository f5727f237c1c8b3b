/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/diff-text.h"

#include <string.h>

static void
run (MwCli *cli)
{
  const char *file_a = cli->args->pdata[0], *file_b = cli->args->pdata[1];
  MwFormat format_a, format_b;
  if (strcmp (file_a, "-") == 0 && strcmp (file_b, "-") == 0) {
    mw_cli_usage (cli, "only one of the two can be standard input");
    return;
  }
  MwModel *a = mw_cli_load (cli, file_a, &format_a, NULL);
  MwModel *b = mw_cli_load (cli, file_b, &format_b, NULL);
  if (a && b && a->record.schema != b->record.schema) {
    mw_cli_usage (cli, "%s and %s are models of different families", file_a, file_b);
  } else if (a && b) {
    g_autoptr (GArray) entries = mw_model_diff_formats (a, format_a, b, format_b);
    if (entries->len)
      mw_cli_code (cli, MW_EXIT_FOUND);
    if (cli->json) {
      g_autoptr (MwJson) json = mw_json_new ();
      mw_json_string (json, "other", file_b);
      mw_json_bool (json, "same", entries->len == 0);
      mw_cli_json_diff (json, "differences", entries, a, b);
      mw_cli_object (cli, file_a, TRUE, json);
    } else if (!cli->quiet) {
      mw_cli_print_diff (cli, entries, a, format_a, b, format_b);
    }
  }
  g_clear_pointer (&a, mw_model_free);
  g_clear_pointer (&b, mw_model_free);
}

const MwCliVerb mw_verb_diff = {
  .name = "diff",
  .arguments = "A B",
  .summary = "compare the values of two models",
  .about =
    "Compares the values of two models, not their bytes: another spelling of the same value is not a difference.\n"
    "Lists are aligned by name, or else by equal elements. One line for each difference:\n"
    "  - PATH = NAME                 only A has this record (-v: with all its values)\n"
    "  + PATH = NAME                 only B has it\n"
    "  ~ PATH: OLD -> NEW            a value; for an array the first element that differs, and how many do\n"
    "Paths are those of A, for added records those of B. If the versions differ, only what both have is compared;\n"
    "keys of M2 models up to 263 are not compared with keys of later ones. Exit code 0: equal; 1: different. With -q\n"
    "nothing is printed.\n",
  .examples = "diff footman.mdx faster.mdx\ndiff --json a.mdx b.mdx",
  .least = 2,
  .most = 2,
  .run = run,
};
