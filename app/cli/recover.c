/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/edit/recovery.h"

#include <string.h>

/* The id of a journal, which is the name of its folder. Free with g_free(). */
static char *
id_of (const MwLeftJournal *left)
{
  g_autofree char *folder = g_path_get_dirname (left->journal);
  return g_path_get_basename (folder);
}

/* The time of a journal in UTC, so that it reads the same everywhere. Free with g_free(). */
static char *
time_of (const MwLeftJournal *left)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (left->time);
  return time ? g_date_time_format_iso8601 (time) : g_strdup ("");
}

static const MwLeftJournal *
find (MwCli *cli, const GPtrArray *all, const char *id)
{
  for (guint i = 0; i < all->len; i++) {
    g_autofree char *own = id_of (all->pdata[i]);
    if (strcmp (own, id) == 0)
      return all->pdata[i];
  }
  mw_cli_usage (cli, "there is no journal \"%s\" that can be recovered (mwright recover lists them)", id);
  return NULL;
}

static void
print_left (MwCli *cli, const MwLeftJournal *left)
{
  g_autofree char *id = id_of (left), *time = time_of (left);
  g_autofree char *format = left->recoverable ? mw_format_title (left->format) : g_strdup ("unreadable");
  if (!cli->json) {
    mw_cli_print (cli, "%s  %s  %s  %u unsaved, %u in all  %s\n", id, time, format, left->n_unsaved, left->n_steps,
                  left->path ? left->path : "(never saved)");
    if (left->damage && !left->cut_short)
      mw_cli_say (cli, "%s: %s", id, left->damage);
    return;
  }
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_string (json, "journal", id);
  mw_json_string (json, "time", time);
  if (left->recoverable)
    mw_cli_json_format (json, "format", left->format);
  mw_json_bool (json, "recoverable", left->recoverable);
  mw_json_uint (json, "unsaved_steps", left->n_unsaved);
  mw_json_uint (json, "steps", left->n_steps);
  if (left->damage)
    mw_json_string (json, "damage", left->damage);
  mw_cli_object (cli, left->path, left->recoverable, json);
}

static void
write_out (MwCli *cli, const MwLeftJournal *left)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = id_of (left);
  const char *name = left->path ? left->path : id, *output = mw_cli_option (cli, "output");
  g_autoptr (MwRecovered) recovered = mw_recovery_read (left->journal, NULL, &error);
  if (!recovered) {
    mw_cli_fail (cli, name, error, MW_EXIT_INPUT);
    return;
  }
  if (recovered->damage) {
    mw_cli_say (cli, "%s: only %u steps could be recovered: %s", name, recovered->n_steps, recovered->damage);
    mw_cli_code (cli, MW_EXIT_FOUND);
  }
  if (recovered->changed && !cli->quiet)
    mw_cli_say (cli, "%s: its files have changed since the editor last read or wrote them", name);
  if (!mw_cli_save (cli, name, NULL, recovered->document))
    return;
  if (!cli->quiet)
    mw_cli_say (cli, "%s: %u steps; the journal is kept until mwright recover --discard %s", output, recovered->n_steps,
                id);
  if (!cli->json)
    return;
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_string (json, "journal", id);
  mw_json_string (json, "output", output);
  mw_json_uint (json, "steps", recovered->n_steps);
  mw_json_bool (json, "changed", recovered->changed);
  if (recovered->damage)
    mw_json_string (json, "damage", recovered->damage);
  mw_cli_object (cli, left->path, TRUE, json);
}

static void
discard (MwCli *cli, const MwLeftJournal *left)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = id_of (left);
  if (!mw_recovery_discard (left->journal, &error)) {
    mw_cli_fail (cli, id, error, MW_EXIT_OUTPUT);
    return;
  }
  if (!cli->json)
    return;
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_string (json, "discarded", id);
  mw_cli_object (cli, left->path, TRUE, json);
}

static void
run (MwCli *cli)
{
  gboolean discards = mw_cli_has (cli, "discard"), writes = mw_cli_has (cli, "output");
  if (discards && writes) {
    mw_cli_usage (cli, "recover takes -o or --discard, not both");
    return;
  }
  if (writes ? cli->args->len != 1 : discards ? cli->args->len == 0 : cli->args->len > 0) {
    mw_cli_usage (cli, writes ? "recover -o OUT takes one JOURNAL"
                              : "give JOURNALs only with --discard (one or more) or -o (one)");
    return;
  }
  g_autoptr (GPtrArray) all = mw_recovery_list (NULL);
  for (guint i = 0; !discards && !writes && i < all->len; i++)
    print_left (cli, all->pdata[i]);
  for (guint i = 0; i < cli->args->len; i++) {
    const MwLeftJournal *left = find (cli, all, cli->args->pdata[i]);
    if (left && discards)
      discard (cli, left);
    else if (left)
      write_out (cli, left);
  }
}

static const MwCliOption options[] = {
  { 'o', "output", "OUT",
    "write the model of a JOURNAL there, as it was when the editor ended (- is standard output)" },
  { 0, "discard", NULL, "remove these JOURNALs" },
};

const MwCliVerb mw_verb_recover = {
  .name = "recover",
  .arguments = "[JOURNAL -o OUT | --discard JOURNAL...]",
  .summary = "recover what the editor had not saved when it crashed",
  .about =
    "While a model is edited in the window, a journal in the user's state folder\n"
    "(~/.local/state/modelwright/journals) holds its files as they were read, and every step. After a crash the next\n"
    "start of the editor offers these models; this verb does the same without a display.\n"
    "Without arguments it lists the journals that no editor has open, the latest first: name, time, format, the\n"
    "number of unsaved steps and of all steps, and the path of the model. -o repeats the steps and writes the model\n"
    "(an M2 with its companions); the journal stays. If a journal is damaged, the steps before the damage are\n"
    "recovered and a message says so (exit code 1).\n"
    "Journals are removed by --discard, when the model is recovered in the window and closed there, and at a start of\n"
    "the editor if nothing was unsaved, after 30 days, or the oldest ones if all are larger than 4 GiB.\n",
  .examples = "recover\nrecover 6f1d02a9c4b07e35 -o footman.mdx\nrecover --discard 6f1d02a9c4b07e35",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 0,
  .most = 1000,
  .writes = TRUE,
  .run = run,
};
