/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/data.h"
#include "core/vfs/extract.h"

#include <string.h>

/* Copies files out of an archive or a game. */

static gboolean
write_one (MwCli *cli, MwPlaces *places, const char *name, const char *target, GError **error)
{
  if (strcmp (target, "-") != 0)
    return mw_extract (places, name, target, cli->force, error);
  g_autoptr (GBytes) bytes = mw_places_read (places, name, MW_EXTRACT_MOST_BYTES, error);
  if (bytes)
    mw_cli_write (cli, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return bytes != NULL;
}

static void
extract_one (MwCli *cli, MwPlaces *places, const char *title, const char *name, const char *target)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = g_strconcat (title, ":", name, NULL);
  g_strdelimit (address, "\\", '/');
  if (!target) {
    mw_set_error (&error, MW_ERROR_REFUSED, -1, NULL,
                  "this name leads out of the output folder; -o FILE extracts it alone");
    mw_cli_fail (cli, address, error, MW_EXIT_OUTPUT);
  } else if (!write_one (cli, places, name, target, &error))
    mw_cli_fail_output (cli, address, target, error,
                        g_error_matches (error, MW_ERROR, MW_ERROR_EXISTS) ? MW_EXIT_OUTPUT : MW_EXIT_INPUT);
  else if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_json_string (json, "output", target);
    mw_cli_object (cli, address, TRUE, json);
  } else if (!cli->quiet && strcmp (target, "-") != 0)
    mw_cli_print (cli, "%s -> %s\n", address, target);
}

static void
run (MwCli *cli)
{
  const char *file = mw_cli_option (cli, "output"), *folder = mw_cli_option (cli, "out-dir");
  g_autoptr (GPtrArray) patterns = NULL;
  g_autofree char *title = NULL;
  if (!file == !folder) {
    mw_cli_usage (cli, "extract needs one of -o FILE and --out-dir DIR");
    return;
  }
  g_autoptr (MwPlaces) places = mw_cli_archive (cli, &patterns, &title);
  g_autoptr (GPtrArray) names = places ? mw_cli_archive_names (cli, places, patterns, title, NULL) : NULL;
  if (names && file && names->len > 1) {
    mw_cli_usage (cli, "-o is for one file, and %u fit; --out-dir DIR takes them all", names->len);
    return;
  }
  for (guint i = 0; names && i < names->len; i++) {
    g_autofree char *target = file ? g_strdup (file) : mw_extract_target (folder, names->pdata[i]);
    mw_cli_progress (cli, i, names->len, names->pdata[i]);
    extract_one (cli, places, title, names->pdata[i], target);
  }
  if (names && names->len > 1)
    mw_cli_progress (cli, names->len, names->len, NULL);
}

static const MwCliOption options[] = {
  { 'o', "output", "FILE", "write the one file that is named; - is standard output" },
  { 0, "out-dir", "DIR", "write all files below this folder, in the folders of their names" },
  { 0, "game", "NAME",
    "extract from this game (see mwright games), as its archives override each other; all arguments are PATTERNs" },
};

const MwCliVerb mw_verb_extract = {
  .name = "extract",
  .arguments = "ARCHIVE [PATTERN...]",
  .summary = "copy files out of an MPQ archive, a map or a game",
  .about =
    "Copies the files of an archive (.mpq, .w3m, .w3x, .w3n) whose names fit one of the patterns; without a pattern, all\n"
    "that it lists. In a pattern * is any text and ? any character; letters in any case, / and \\ are the same. A name\n"
    "without them is found even in a protected map that does not list its files. ARCHIVE:NAME is one file.\n"
    "Files that exist are only overwritten with -f.\n",
  .examples = "extract war3.mpq 'units/human/footman/*' --out-dir data\nextract map.w3x:war3map.w3i -o war3map.w3i\n"
              "extract --game wow-3.3.5 'creature/bear/*' --out-dir data",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = G_MAXUINT,
  .writes = TRUE,
  .run = run,
};
