/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/data.h"
#include "app/cli/values.h"
#include "core/io/place.h"
#include "core/model/aspects.h"
#include "core/schema/path.h"
#include "core/vfs/lookup.h"
#include "core/vfs/stock.h"

#include <string.h>

/* Lists the files that a model needs besides its own. Fields that name files have the role MW_ROLE_FILE, so one walk serves
 * both families. */

typedef struct {
  MwCli *cli;
  const char *file;
  const MwModel *model;
  MwFamily family;
  MwLookup *lookup;
  char *place; /* absolute path of the model's folder */
  MwJson *json;
  guint missing;
} Deps;

/* Prints one dependency. `at` is the path of the record that needs it, or the role of a companion; `found` is where the file is
 * (NULL: not found); `by_game`: the game supplies it; `stock` is the folder of the game that its name begins with, or NULL. */
static void
print_dependency (Deps *d, const char *kind, const char *at, const char *name, const char *found, gboolean by_game,
                  const char *stock)
{
  const char *status = by_game ? "game" : found ? "found" : stock ? "stock" : "missing";
  gboolean missing = !by_game && !found && !stock;
  d->missing += missing;
  if (d->json) {
    mw_json_begin_object (d->json, NULL);
    mw_json_string (d->json, "kind", kind);
    mw_json_string (d->json, "path", at);
    mw_json_string (d->json, "name", name);
    mw_json_string (d->json, "status", status);
    if (found)
      mw_json_string (d->json, "found", found);
    else if (stock)
      mw_json_string (d->json, "folder", stock);
    mw_json_end_object (d->json);
  } else if (missing || !d->cli->quiet) {
    g_autofree char *plain = mw_cli_plain (name, 0);
    mw_cli_print (d->cli, "%s: %s %s: %s%s%s\n", d->file, at, plain, missing ? mw_cli_color (d->cli, "31") : "",
                  by_game ? "supplied by the game"
                  : found ? found
                  : stock ? "in the game, by its folder"
                          : "missing",
                  missing ? mw_cli_color (d->cli, "0") : "");
  }
}

/* Makes the path of a file below the model's folder relative in the same way as the model's path was given. Takes `found`. */
static char *
as_given (const Deps *d, char *found)
{
  gsize length = strlen (d->place);
  if (!found || strncmp (found, d->place, length) != 0 || found[length] != G_DIR_SEPARATOR)
    return found;
  char *path = mw_file_beside (d->file, found + length + 1);
  g_free (found);
  return path;
}

/* The field of a texture that says what the game supplies; NULL if the texture's path is used. */
static const MwField *
filled_in (const MwRecord *record)
{
  const MwField *field = mw_schema_part (record->schema, MW_PART_SUPPLIED);
  return field && *(const uint32_t *) mw_field_at (record, field) ? field : NULL;
}

static gboolean
add_record (MwRecord *record, gpointer data)
{
  Deps *d = data;
  const MwField *game = filled_in (record);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->role != MW_ROLE_FILE || field->type != MW_TYPE_TEXT)
      continue;
    const char *name = mw_text (*(char *const *) mw_field_at (record, field));
    g_autofree char *at = record->owner ? mw_record_path (record) : g_strdup (field->name);
    if (game) {
      MwTarget target = mw_cli_whole (record, game);
      g_autofree char *value = mw_value_print (d->model, &target),
                      *words = g_strdup_printf ("%s %s", game->name, value);
      print_dependency (d, record->schema->name, at, words, NULL, TRUE, NULL);
    } else if (*name) {
      g_autofree char *found = as_given (d, mw_lookup_find_model (d->lookup, name));
      print_dependency (d, record->schema == mw_aspects_of (d->model)->texture ? "texture" : "file", at, name, found,
                        FALSE, found ? NULL : mw_stock_folder (d->family, name));
    }
  }
  return TRUE;
}

/* Prints the companions that were found and those that the model says it has but are missing. */
static void
add_companions (Deps *d, const MwFileSet *set)
{
  /* Standard input has no name. */
  g_autofree char *stem = strcmp (d->file, "-") == 0 ? g_strdup ("...") : mw_file_stem (d->file);
  for (guint i = 1; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    g_autofree char *name = g_path_get_basename (part->path);
    print_dependency (d, "companion", part->role, name, part->path, FALSE, NULL);
  }
  g_autoptr (GPtrArray) expected = mw_io_expected_roles (set);
  for (guint i = 0; i < expected->len; i++)
    if (!mw_file_set_find (set, expected->pdata[i])) {
      g_autofree char *suffix = mw_io_companion_suffix (set, expected->pdata[i]),
                      *name = g_strconcat (stem, suffix, NULL);
      print_dependency (d, "companion", expected->pdata[i], name, NULL, FALSE, NULL);
    }
}

static void
list (MwCli *cli, const char *file, MwFolders *folders, MwCliData *data)
{
  g_autoptr (MwFileSet) set = NULL;
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, &set);
  if (!model)
    return;
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  g_autofree char *given = g_path_get_dirname (file), *place = g_canonicalize_filename (given, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, folders, mw_cli_data_places (data, format));
  Deps deps = { cli, file, model, format.family, lookup, place, json, 0 };
  if (json)
    mw_json_begin_array (json, "dependencies");
  add_companions (&deps, set);
  mw_record_foreach (&model->record, add_record, &deps);
  if (deps.missing)
    mw_cli_code (cli, MW_EXIT_FOUND);
  if (json) {
    mw_json_end_array (json);
    mw_json_uint (json, "missing", deps.missing);
    mw_cli_object (cli, file, deps.missing == 0, json);
  }
  mw_model_free (model);
}

static void
run (MwCli *cli)
{
  g_autoptr (MwCliData) data = mw_cli_data_new (cli);
  g_autoptr (GPtrArray) files = data ? mw_cli_files (cli) : NULL;
  g_autoptr (MwFolders) folders = mw_folders_new ();
  for (guint i = 0; files && i < files->len; i++) {
    mw_cli_progress (cli, i, files->len, files->pdata[i]);
    list (cli, files->pdata[i], folders, data);
  }
}

static const MwCliOption options[] = { MW_CLI_DATA_OPTIONS };

const MwCliVerb mw_verb_deps = {
  .name = "deps",
  .arguments = "FILE...",
  .summary = "list the textures and companions of a model, and where they are",
  .about =
    "Lists what each model needs besides its own file: textures, other models, and the companions of an M2 model\n"
    "(.skin, .anim), each with the place where it was found, or as missing (exit code 1).\n"
    "They are looked for in the folder of the model and in the folders above it, up to your home folder: with and\n"
    "without the folders in their names, in upper or lower case, and with the extension of any format of images that\n"
    "can be shown, such as .blp and .tga. Then they are looked for in the folders of --data, and in the archives of a\n"
    "game (see mwright games). What the game supplies (team colours, skins of characters) is never missing. If a file\n"
    "is not found but its name begins with a folder that ships with the game (Textures, Units\\Human, Creature ...),\n"
    "it is \"in the game, by its folder\" (status \"stock\" in --json): it is not certain that the game has this file.\n"
    "With -q only what is missing is listed. For a folder, all models in it and its subfolders are listed.\n",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .examples = "deps footman.mdx\ndeps --game wow-3.3.5 bear.m2\ndeps -q creature/\ndeps --json bear.m2",
  .least = 1,
  .run = run,
};
