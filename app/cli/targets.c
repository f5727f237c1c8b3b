/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/convert/targets.h"

#include <string.h>

/* Lists the targets of `convert --to`, and the formats that can only be saved in the version they have. */

static const char *
say_evidence (gboolean sure)
{
  return sure ? "" : "  (untested: no real file is known)";
}

/* "wc3-1.26 ... wc3-1.31": the id of a target and the last of its other ids. Free with g_free(). */
static char *
ids_of (const MwTargetGame *target)
{
  const char *last = strrchr (target->also, ' ');
  if (!*target->also)
    return g_strdup (target->id);
  return g_strdup_printf ("%s ... %s", target->id, last ? last + 1 : target->also);
}

static void
print_targets (MwCli *cli, gboolean games)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  gsize width = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++) {
      g_autofree char *ids = ids_of (&targets[i]);
      if (pass == 0)
        width = MAX (width, strlen (ids));
      else if (targets[i].game == games)
        mw_cli_print (cli, "  %-*s  %s%s\n", (int) width, ids, targets[i].label, say_evidence (targets[i].sure));
    }
}

static void
print_kept (MwCli *cli)
{
  guint n;
  const MwTargetKept *kept = mw_targets_kept (&n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *versions = kept[i].first == kept[i].last
                                  ? g_strdup_printf ("m2 %u", kept[i].first)
                                  : g_strdup_printf ("m2 %u to %u", kept[i].first, kept[i].last);
    mw_cli_print (cli, "  %-9s  %-14s  %s\n", kept[i].id, versions, kept[i].label);
  }
}

static void
json_target (MwJson *json, const MwTargetGame *target)
{
  g_auto (GStrv) also = g_strsplit (target->also, " ", -1);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", target->id);
  mw_json_begin_array (json, "also");
  for (guint i = 0; also[i]; i++)
    mw_json_string (json, NULL, also[i]);
  mw_json_end_array (json);
  mw_json_string (json, "label", target->label);
  mw_json_string (json, "kind", target->game ? "game" : "format");
  mw_json_string (json, "family", target->format.family == MW_FAMILY_MDX ? "Warcraft3" : "WorldOfWarcraft");
  mw_json_uint (json, "version", target->format.version);
  mw_json_bool (json, "real_files", target->sure);
  mw_json_end_object (json);
}

static void
json_kept (MwJson *json, const MwTargetKept *kept)
{
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", kept->id);
  mw_json_string (json, "format", "m2");
  mw_json_string (json, "family", "WorldOfWarcraft");
  mw_json_uint (json, "first_version", kept->first);
  mw_json_uint (json, "last_version", kept->last);
  mw_json_string (json, "label", kept->label);
  mw_json_bool (json, "real_files", kept->sure);
  mw_json_end_object (json);
}

static void
print_json (MwCli *cli)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_begin_array (json, "targets");
  for (guint i = 0; i < n; i++)
    json_target (json, &targets[i]);
  mw_json_end_array (json);
  const MwTargetKept *kept = mw_targets_kept (&n);
  mw_json_begin_array (json, "kept");
  for (guint i = 0; i < n; i++)
    json_kept (json, &kept[i]);
  mw_json_end_array (json);
  mw_cli_object (cli, NULL, TRUE, json);
}

static void
run (MwCli *cli)
{
  if (cli->json) {
    print_json (cli);
    return;
  }
  mw_cli_print (cli, "Formats, from any MDX or MDL (mdl instead of mdx: as text):\n");
  print_targets (cli, FALSE);
  mw_cli_print (cli, "\nGames, with the version that a model is converted to, from any MDX or MDL:\n");
  print_targets (cli, TRUE);
  mw_cli_print (cli, "\nSaved in the version that the model has; nothing is converted to or from them:\n");
  print_kept (cli);
}

const MwCliVerb mw_verb_targets = {
  .name = "targets",
  .arguments = "",
  .summary = "list the formats and games that convert --to takes",
  .about =
    "Prints the versions of the format that a model can be converted to, and the games that read them. The name of a\n"
    "game means the version that all its patches read. Where ... is between two ids, the ids between them can be\n"
    "given too; --json lists all of them (\"also\"). Formats that are known only from descriptions are marked as\n"
    "untested.\n"
    "M2 models are changed and saved in their own version; no model is converted to or from M2, or between its\n"
    "versions (\"kept\" in --json). check --to takes the ids of their clients too.\n",
  .examples = "targets\ntargets --json",
  .most = 0,
  .run = run,
};
