/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

/* `mwright salvage`: saves what can be read of a broken file under another name. */

static void
print_entries (MwCli *cli, const char *file, const MwSalvage *salvage, gboolean to_stdout)
{
  for (guint i = 0; i < salvage->entries->len; i++) {
    g_autofree char *line = mw_salvage_describe (&g_array_index (salvage->entries, MwSalvageEntry, i));
    if (to_stdout)
      mw_cli_say (cli, "%s: %s", file, line);
    else
      mw_cli_print (cli, "%s\n", line);
  }
  g_autofree char *more = salvage->n > salvage->entries->len
                            ? g_strdup_printf (" (the first %u are listed)", salvage->entries->len)
                            : g_strdup ("");
  if (to_stdout || cli->quiet)
    return;
  if (salvage->n)
    mw_cli_print (cli, "%u dropped, %u guessed%s\n", salvage->n_dropped, salvage->n - salvage->n_dropped, more);
  else
    mw_cli_print (cli, "nothing was dropped or guessed: the file can be read as it is\n");
}

static void
json_entries (MwJson *json, const MwSalvage *salvage)
{
  mw_json_begin_array (json, "salvaged");
  for (guint i = 0; i < salvage->entries->len; i++) {
    const MwSalvageEntry *entry = &g_array_index (salvage->entries, MwSalvageEntry, i);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "kind", mw_salvage_kind_name (entry->kind));
    if (entry->line)
      mw_json_uint (json, "line", entry->line);
    else if (entry->offset >= 0)
      mw_json_uint (json, "offset", (guint64) entry->offset);
    if (entry->path)
      mw_json_string (json, "path", entry->path);
    mw_json_string (json, "what", entry->what);
    mw_json_string (json, "why", entry->why);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_json_uint (json, "dropped", salvage->n_dropped);
  mw_json_uint (json, "guessed", salvage->n - salvage->n_dropped);
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0], *output = mw_cli_option (cli, "output");
  g_autoptr (GError) error = NULL;
  MwFormat format;
  if (!output || !*output) {
    mw_cli_usage (cli, "no output given: use -o OUT, a name for what can be read");
    return;
  }
  if (cli->json && strcmp (output, "-") == 0) {
    mw_cli_usage (cli, "-o - and --json cannot both use standard output");
    return;
  }
  /* -f does not allow it either: the broken file may hold more than was salvaged. */
  if (mw_file_is_same (file, output)) {
    mw_cli_usage (cli, "%s is the broken file itself; give -o another name", output);
    return;
  }
  g_autoptr (MwSalvage) salvage = mw_salvage_new ();
  g_autoptr (MwFileSet) set = mw_cli_set (file, &error);
  g_autoptr (MwFileSet) files = set ? mw_io_salvage (set, &format, salvage, NULL, &error) : NULL;
  MwModel *model = files ? mw_io_read (files, &format, NULL, &error) : NULL;
  if (!model) {
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
    return;
  }
  g_autoptr (MwDocument) document = mw_document_new (model, format);
  mw_document_set_files (document, g_steal_pointer (&files));
  if (!mw_cli_save (cli, file, NULL, document))
    return;
  if (salvage->n)
    mw_cli_code (cli, MW_EXIT_FOUND);
  if (!cli->json) {
    print_entries (cli, file, salvage, strcmp (output, "-") == 0);
    return;
  }
  g_autoptr (MwJson) json = mw_json_new ();
  json_entries (json, salvage);
  mw_json_string (json, "output", output);
  mw_cli_object (cli, file, TRUE, json);
}

static const MwCliOption options[] = {
  { 'o', "output", "OUT", "write what was read there (- is standard output)" },
};

const MwCliVerb mw_verb_salvage = {
  .name = "salvage",
  .arguments = "FILE -o OUT",
  .summary = "save what can be read of a broken or protected model",
  .about =
    "Reads a file that the other verbs refuse, goes on after each error, and writes what it could read to OUT, in the\n"
    "same format. OUT is read back before it is saved, and the other verbs read it. OUT cannot be FILE itself.\n"
    "It prints what it dropped or guessed, with the place in FILE and the reason. A block whose size is wrong ends where\n"
    "its fields end. What cannot be read is dropped up to the end of the block around it, or of the chunk. A reference\n"
    "to something that was dropped becomes none. An M2 model loses the arrays that are not in the file, and a companion\n"
    "that cannot be read. Of MDL text, a statement with an error is dropped, with the braces that belong to it.\n"
    "The exit code is 1 if something was dropped or guessed, and 0 if OUT is the same as FILE. If nothing can be read,\n"
    "it is 3 and nothing is written. Look at the result with render or in the window: what was guessed may be wrong.\n",
  .examples = "salvage broken.mdx -o repaired.mdx\nsalvage cut.m2 -o whole.m2 --json",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .most = 1,
  .writes = TRUE,
  .run = run,
};
