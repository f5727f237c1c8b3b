/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/convert/targets.h"

#include <string.h>

/* What `convert --to` takes. */

static const char *
say_evidence (const MwTargetGame *target)
{
  return target->sure ? "" : "  (no real file of it is known here)";
}

static void
print_targets (MwCli *cli, const MwTargetGame *targets, guint n, gboolean games, int width)
{
  mw_cli_print (cli, games ? "\nGames, with the version that a model is converted to:\n"
                           : "Formats (mdl instead of mdx: as text):\n");
  for (guint i = 0; i < n; i++)
    if (targets[i].game == games)
      mw_cli_print (cli, "  %-*s  %s%s\n", width, targets[i].id, targets[i].label,
                    games ? "" : say_evidence (&targets[i]));
}

static void
json_target (MwJson *json, const MwTargetGame *target)
{
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", target->id);
  mw_json_string (json, "label", target->label);
  mw_json_string (json, "kind", target->game ? "game" : "format");
  mw_json_string (json, "family", target->format.family == MW_FAMILY_MDX ? "Warcraft3" : "WorldOfWarcraft");
  mw_json_uint (json, "version", target->format.version);
  mw_json_bool (json, "real_files", target->sure);
  mw_json_end_object (json);
}

static void
run (MwCli *cli)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  gsize width = 0;
  if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_json_begin_array (json, "targets");
    for (guint i = 0; i < n; i++)
      json_target (json, &targets[i]);
    mw_json_end_array (json);
    mw_cli_object (cli, NULL, TRUE, json);
    return;
  }
  for (guint i = 0; i < n; i++)
    width = MAX (width, strlen (targets[i].id));
  print_targets (cli, targets, n, FALSE, (int) width);
  print_targets (cli, targets, n, TRUE, (int) width);
}

const MwCliVerb mw_verb_targets = {
  .name = "targets",
  .arguments = "",
  .summary = "the formats and games that convert --to takes",
  .about =
    "Prints the versions of the format that a model can be converted to, and the games that read them. A game stands for\n"
    "the newest version that it is known to read. Behind a version of which no real file is known here stands that: it is\n"
    "written by what others say of the format.\n",
  .examples = "targets\ntargets --json",
  .most = 0,
  .run = run,
};
