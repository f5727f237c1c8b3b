/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/io/place.h"
#include "app/cli/interrupt.h"

#include <string.h>

static const char *const model_suffixes[] = { ".mdx", ".mdl", ".m2" };

/* The kind of model by the suffix of a name (index into model_suffixes); -1: another suffix or none. */
static int
kind_of (const char *name)
{
  const char *dot = strrchr (name, '.');
  for (guint i = 0; dot && i < G_N_ELEMENTS (model_suffixes); i++)
    if (g_ascii_strcasecmp (dot, model_suffixes[i]) == 0)
      return (int) i;
  return -1;
}

/* The whole new path: a name without a folder stays in the file's folder, one without an extension gets the file's. NULL: the
 * name is invalid, which is reported. Free with g_free(). */
static char *
target_of (MwCli *cli, const char *file, const char *name)
{
  g_autofree char *base = g_path_get_basename (name), *old = g_path_get_basename (file);
  const char *extension = strrchr (old, '.');
  if (strcmp (file, "-") == 0)
    mw_cli_usage (cli, "standard input has no name that could be changed");
  else if (!*name || g_str_has_suffix (name, G_DIR_SEPARATOR_S) || *base == '.')
    mw_cli_usage (cli, "\"%s\" is not a valid name for a model", name);
  else if (kind_of (old) >= 0 && kind_of (base) >= 0 && kind_of (old) != kind_of (base))
    mw_cli_usage (cli, "%s: rename does not convert; the name must end in %s", name, extension);
  else {
    g_autofree char *full = extension && !strchr (base, '.') ? g_strconcat (name, extension, NULL) : g_strdup (name);
    char *target = strchr (full, G_DIR_SEPARATOR) ? g_strdup (full) : mw_file_beside (file, full);
    if (strcmp (target, file) != 0)
      return target;
    mw_cli_usage (cli, "%s already has this name", file);
    g_free (target);
  }
  return NULL;
}

static void
report_names (MwCli *cli, const char *file, const MwFileSet *set, const MwFileSet *placed, gboolean dry)
{
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (json) {
    mw_json_bool (json, "dry_run", dry);
    mw_json_begin_array (json, "renamed");
  }
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *was = set->parts->pdata[i], *now = mw_file_set_find (placed, was->role);
    if (strcmp (was->path, now->path) == 0)
      continue;
    if (json) {
      mw_json_begin_object (json, NULL);
      mw_json_string (json, "from", was->path);
      mw_json_string (json, "to", now->path);
      mw_json_end_object (json);
    } else if (!cli->quiet) {
      mw_cli_print (cli, "%s -> %s\n", was->path, now->path);
    }
  }
  if (json) {
    mw_json_end_array (json);
    mw_cli_object (cli, file, TRUE, json);
  }
}

/* The same parts with their new paths; NULL and an error on failure. */
static MwFileSet *
placed_at (const MwFileSet *set, const char *target, GError **error)
{
  g_autoptr (MwFileSet) placed = mw_file_set_new ();
  mw_file_set_add (placed, "model", NULL, mw_file_set_main (set)->bytes);
  return mw_io_place (placed, set, target, error) ? g_steal_pointer (&placed) : NULL;
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  gboolean dry = mw_cli_has (cli, "dry-run");
  MwSaveFlags flags = (cli->force ? MW_SAVE_OVERWRITE : 0) | (dry ? MW_SAVE_TRY : 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *target = target_of (cli, file, cli->args->pdata[1]);
  if (!target)
    return;
  g_autoptr (MwFileSet) set = mw_io_load (file, NULL, &error);
  if (!set) {
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
    return;
  }
  g_autoptr (MwFileSet) placed = placed_at (set, target, &error);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  for (guint i = 0; placed && i < set->parts->len; i++)
    g_ptr_array_add (paths, mw_file_set_find (placed, ((MwFilePart *) set->parts->pdata[i])->role)->path);
  /* A signal waits until the whole set has either its old or its new name. */
  mw_interrupt_begin_save ();
  gboolean ok = placed
                && mw_file_set_rename (set, cli->force ? NULL : set, (const char *const *) paths->pdata, flags, &error);
  if (ok)
    report_names (cli, file, set, placed, dry);
  else
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
  mw_interrupt_end_save ();
}

static const MwCliOption options[] = {
  { 'n', "dry-run", NULL, "rename nothing; only print what would be renamed" },
};

const MwCliVerb mw_verb_rename = {
  .name = "rename",
  .arguments = "FILE NEW",
  .summary = "rename a model and all files that belong to it",
  .about =
    "Renames a model and its companions (.skin, .anim, .bone, .phys of an M2 of 264 and later), which the game finds\n"
    "by the name of the model: all of them or none. Existing files are not overwritten without -f.\n"
    "NEW without a folder stays in the folder of FILE; without an extension it keeps that of FILE. The rest of a\n"
    "companion's name (\"00.SKIN\") keeps its spelling. The contents do not change, so the field name of the model\n"
    "stays too (see set).\n"
    "If the program is killed, the whole set has either its old or its new name. Files that another program has\n"
    "changed since they were read are not renamed without -f (exit code 4).\n",
  .examples = "rename bear.m2 polarbear.m2\nrename creature/bear.m2 old/bear.m2 --dry-run",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 2,
  .most = 2,
  .writes = TRUE,
  .run = run,
};
