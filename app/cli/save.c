/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "core/save/save.h"

#include <string.h>

/* How `set`, `do` and `recover` save a model: -o, -i, --backup, --remove-left-files and -f. */

gboolean
mw_cli_check_output (MwCli *cli)
{
  gboolean output = mw_cli_has (cli, "output"), in_place = mw_cli_has (cli, "in-place"),
           folder = mw_cli_has (cli, "out-dir");
  const char *file = cli->args->pdata[0];
  if (output + in_place + folder == 0)
    mw_cli_usage (cli, "no output given: use -o OUT, or -i to change the file itself");
  else if (output + in_place + folder > 1)
    mw_cli_usage (cli, folder ? "give only one of --out-dir, -o OUT and -i" : "give either -o OUT or -i, not both");
  else if (folder && !*mw_cli_option (cli, "out-dir"))
    mw_cli_usage (cli, "--out-dir needs the name of a folder");
  else if (output && !*mw_cli_option (cli, "output"))
    mw_cli_usage (cli, "-o needs the name of a file, or - for standard output; found an empty name");
  else if (in_place && strcmp (file, "-") == 0)
    mw_cli_usage (cli, "standard input cannot be changed in place; give -o OUT");
  else if (mw_cli_has (cli, "backup") && (!in_place || !*mw_cli_option (cli, "backup")))
    mw_cli_usage (cli, in_place ? "the suffix of a backup cannot be empty" : "--backup works only with -i");
  else if (mw_cli_has (cli, "backup") && strchr (mw_cli_option (cli, "backup"), G_DIR_SEPARATOR))
    mw_cli_usage (cli, "the suffix of a backup cannot lead to another folder");
  else if (mw_cli_has (cli, "remove-left-files") && !in_place)
    mw_cli_usage (cli, "--remove-left-files works only with -i");
  else if (output && cli->json && strcmp (mw_cli_option (cli, "output"), "-") == 0)
    mw_cli_usage (cli, "-o - and --json cannot both use standard output");
  else
    return TRUE;
  return FALSE;
}

/* Checks that the suffix of the output's name is not that of another format than the model's. */
static gboolean
suffix_fits (const char *target, MwFormat format, GError **error)
{
  const char *suffix = strrchr (target, '.');
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; suffix && i < n; i++) {
    MwFormat promised = { format.family, format.version, formats[i]->text };
    gboolean converts = formats[i]->supports (promised);
    if (g_ascii_strcasecmp (suffix, formats[i]->suffix) != 0 || (converts && formats[i]->text == format.text))
      continue;
    g_autofree char *title = mw_format_title (format);
    mw_set_error (error, MW_ERROR_USAGE, -1, target, "the model is %s%s",
                  converts ? format.text ? "MDL text" : "binary MDX" : title,
                  converts ? "; use mwright convert to change between them"
                           : ", which cannot be saved under this name");
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_cli_can_write (const MwCli *cli, const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
  return mw_save_allows (path, error)
         && mw_file_save (path, nothing, MW_SAVE_TRY | (cli->force || overwrite ? MW_SAVE_OVERWRITE : 0), error);
}

gboolean
mw_cli_outputs_differ (MwCli *cli, const GPtrArray *inputs, const GPtrArray *outputs)
{
  g_autoptr (GHashTable) by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < outputs->len; i++) {
    char *place = g_canonicalize_filename (outputs->pdata[i], NULL);
    const char *other = g_hash_table_lookup (by_place, place);
    if (other) {
      mw_cli_usage (cli, "%s and %s would both become %s", other, (char *) inputs->pdata[i],
                    (char *) outputs->pdata[i]);
      g_free (place);
      return FALSE;
    }
    g_hash_table_insert (by_place, place, inputs->pdata[i]);
  }
  for (guint i = 0; i < inputs->len; i++) {
    g_autofree char *place = g_canonicalize_filename (inputs->pdata[i], NULL);
    if (strcmp (inputs->pdata[i], "-") != 0 && g_hash_table_contains (by_place, place)) {
      mw_cli_usage (cli, "%s is both an input and an output", (char *) inputs->pdata[i]);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
print_model (MwCli *cli, const MwFileSet *set, const char *file)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const void *data = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  if (set->parts->len > 1) {
    mw_set_error (&error, MW_ERROR_USAGE, -1, file,
                  "the model has %u files, and standard output takes one; give -o OUT", set->parts->len);
    mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
    return FALSE;
  }
  mw_cli_write (cli, data, size);
  mw_cli_flush (cli);
  return !cli->broken;
}

/* After a save: prints which files the model no longer names and whether they were removed. */
static void
report_left (MwCli *cli, const char *target, const MwSave *save)
{
  const GPtrArray *left = save->left, *kept = save->kept;
  g_clear_pointer (&cli->left, g_ptr_array_unref); /* that of the file before */
  cli->left = g_ptr_array_new_with_free_func (g_free);
  cli->left_removed = mw_cli_has (cli, "remove-left-files");
  for (guint i = 0; i < kept->len; i++) {
    g_autofree char *why = mw_error_describe (kept->pdata[i], NULL);
    mw_cli_say (cli, "%s: saved, but an unneeded file could not be removed: %s", target, why);
    mw_cli_code (cli, MW_EXIT_OUTPUT);
  }
  for (guint i = 0; i < left->len; i++) {
    const char *path = ((const MwFilePart *) left->pdata[i])->path;
    gboolean stays = FALSE;
    for (guint k = 0; k < kept->len && !stays; k++)
      stays = g_strcmp0 (mw_error_path (kept->pdata[k]), path) == 0;
    if (!stays)
      g_ptr_array_add (cli->left, g_strdup (path));
    if (!stays && !cli->quiet)
      mw_cli_say (cli,
                  cli->left_removed ? "%s: removed; the model no longer refers to it"
                                    : "%s: the model no longer refers to it (--remove-left-files removes it)",
                  path);
  }
}

void
mw_cli_json_left (MwCli *cli, MwJson *json)
{
  if (!cli->left || !cli->left->len)
    return;
  mw_json_begin_array (json, cli->left_removed ? "removed_files" : "left_files");
  for (guint i = 0; i < cli->left->len; i++)
    mw_json_string (json, NULL, cli->left->pdata[i]);
  mw_json_end_array (json);
}

MwDocument *
mw_cli_open (MwCli *cli, const char *file)
{
  MwFormat format;
  g_autoptr (MwFileSet) files = NULL;
  MwModel *model = mw_cli_load (cli, file, &format, &files);
  if (!model)
    return NULL;
  MwDocument *document = mw_document_new (model, format);
  mw_document_set_files (document, g_steal_pointer (&files));
  return document;
}

/* Puts a placed save on the disk. */
static gboolean
replace_files (MwCli *cli, MwSave *save, const MwFileSet *was, GError **error)
{
  gboolean in_place = mw_cli_has (cli, "in-place");
  const MwSaveTerms terms = {
    .flags = cli->force ? MW_SAVE_OVERWRITE : 0,
    .seen = in_place && !cli->force ? was : NULL,
    .backup = mw_cli_option (cli, "backup"),
    .left = mw_cli_has (cli, "remove-left-files") ? MW_LEFT_REMOVED : MW_LEFT_UNTOUCHED,
  };
  GCancellable *cancellable = mw_interrupt_begin_save ();
  gboolean ok = mw_save_commit (save, &terms, cancellable, error);
  mw_interrupt_end_save ();
  return ok;
}

gboolean
mw_cli_save (MwCli *cli, const char *file, const char *target, MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  gboolean in_place = mw_cli_has (cli, "in-place");
  if (!target)
    target = in_place ? file : mw_cli_option (cli, "output");
  gboolean to_stdout = strcmp (target, "-") == 0;
  const MwFileSet *was = mw_document_get_files (document);
  /* A file that is changed in place keeps its name even if the suffix is wrong: some .mdl files hold MDX. */
  if (!in_place && !suffix_fits (target, mw_document_get_format (document), &error)) {
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_USAGE);
    return FALSE;
  }
  if (!to_stdout && !mw_cli_can_write (cli, target, cli->force || in_place, &error)) {
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
    return FALSE;
  }
  g_autoptr (MwSave) save = mw_save_of_document (document);
  const MwSaveOptions options = mw_save_options (document);
  gboolean ok = mw_save_write (save, &options, NULL, &error);
  if (ok) {
    mw_cli_report_losses (cli, target, save->writing, save->lost);
    mw_cli_report_findings (cli, to_stdout ? file : target, was, save->model, save->format);
  }
  if (ok && to_stdout)
    return print_model (cli, save->files, file);
  ok = ok && mw_save_place (save, target, &error) && replace_files (cli, save, was, &error);
  if (ok && in_place)
    report_left (cli, target, save);
  if (!ok)
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
  return ok;
}
