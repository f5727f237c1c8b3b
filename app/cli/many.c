/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/many.h"
#include "app/cli/threads.h"

#include <string.h>

static void
text_clear (gpointer text)
{
  g_bytes_unref (((MwCliText *) text)->bytes);
}

GArray *
mw_cli_texts (MwCli *cli, const char *option)
{
  g_autoptr (GPtrArray) names = mw_cli_options (cli, option);
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (MwCliText));
  g_array_set_clear_func (texts, text_clear);
  for (guint i = 0; i < names->len; i++) {
    g_autoptr (GError) error = NULL;
    MwCliText text = { names->pdata[i], mw_cli_bytes (names->pdata[i], &error) };
    if (!text.bytes) {
      mw_cli_fail (cli, text.name, error, MW_EXIT_INPUT);
      return NULL;
    }
    g_array_append_val (texts, text);
  }
  return g_steal_pointer (&texts);
}

typedef struct {
  const MwCli *cli;
  MwCliEachFunc func;
  gpointer data;
  MwCli *own;   /* of each file: what it prints */
  gboolean *ok; /* of each file */
} Each;

typedef struct {
  MwCliFileFunc func;
  gconstpointer data;
  const char *suffix;         /* of the targets; NULL: that of the file */
  GPtrArray *files, *targets; /* char *; targets is empty without --out-dir */
} Batch;

/* The files of an argument, which may be a folder, and with --out-dir their places below that. */
static void
add_files (MwCli *cli, const char *argument, Batch *batch)
{
  const char *const names[] = { argument, NULL }, *folder = mw_cli_option (cli, "out-dir");
  if (strcmp (argument, "-") == 0) {
    mw_cli_usage (cli, "standard input cannot be one of several files; save it to a file first");
    return;
  }
  g_autoptr (GPtrArray) found = mw_cli_expand (cli, names);
  for (guint i = 0; i < found->len; i++) {
    g_autofree char *relative = mw_cli_relative (argument, found->pdata[i]);
    if (batch->suffix) {
      char *dot = strrchr (relative, '.');
      if (dot && !strchr (dot, G_DIR_SEPARATOR))
        *dot = '\0';
      char *other = g_strconcat (relative, batch->suffix, NULL);
      g_free (relative);
      relative = other;
    }
    g_ptr_array_add (batch->files, g_strdup (found->pdata[i]));
    if (folder)
      g_ptr_array_add (batch->targets, g_build_filename (folder, relative, NULL));
  }
}

/* Two threads must not change one file. FALSE: reported. */
static gboolean
inputs_differ (MwCli *cli, const GPtrArray *files)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < files->len; i++)
    if (!g_hash_table_add (places, g_canonicalize_filename (files->pdata[i], NULL))) {
      mw_cli_usage (cli, "%s is given twice; give each file once", (char *) files->pdata[i]);
      return FALSE;
    }
  return TRUE;
}

static void
do_one (guint i, gpointer data)
{
  Each *each = data;
  mw_cli_hold (each->cli, &each->own[i]);
  each->ok[i] = each->func (&each->own[i], i, each->data);
}

guint
mw_cli_each (MwCli *cli, const GPtrArray *files, guint n_threads, MwCliEachFunc func, gpointer data)
{
  guint n = files->len, next = 0, done = 0;
  g_autofree MwCli *own = g_new0 (MwCli, MAX (n, 1));
  g_autofree gboolean *ok = g_new0 (gboolean, MAX (n, 1));
  Each each = { cli, func, data, own, ok };
  MwCliThreads *threads = mw_cli_threads_start (n, n_threads, do_one, &each);
  for (; next < n && !cli->broken; next++) {
    mw_cli_progress (cli, next, n, files->pdata[next]);
    mw_cli_threads_wait (threads, next);
    mw_cli_release (cli, &own[next]);
  }
  mw_cli_progress (cli, n, n, "");
  mw_cli_threads_stop (threads);
  mw_cli_threads_join (threads);
  for (; next < n; next++)
    if (own[next].held)
      mw_cli_release (cli, &own[next]);
  for (guint i = 0; i < n; i++)
    done += ok[i];
  return done;
}

static gboolean
change_one (MwCli *cli, guint i, gpointer data)
{
  const Batch *batch = data;
  const char *file = batch->files->pdata[i], *target = batch->targets->len ? batch->targets->pdata[i] : NULL;
  g_autoptr (GError) error = NULL;
  if (!target || mw_cli_has (cli, "dry-run") || mw_file_make_folder_of (target, &error))
    return batch->func (cli, file, target, batch->data);
  mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
  return FALSE;
}

static void
change_many (MwCli *cli, const GPtrArray *arguments, const char *suffix, MwCliFileFunc func, gconstpointer data)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free),
                        targets = g_ptr_array_new_with_free_func (g_free);
  Batch batch = { .func = func, .data = data, .suffix = suffix, .files = files, .targets = targets };
  guint n_threads, done;
  for (guint i = 0; i < arguments->len; i++)
    add_files (cli, arguments->pdata[i], &batch);
  if (files->len == 0 && cli->code == MW_EXIT_OK)
    mw_cli_say_empty (cli);
  if (cli->code == MW_EXIT_USAGE || !mw_cli_count_jobs (cli, &n_threads)
      || !(targets->len ? mw_cli_outputs_differ (cli, files, targets) : inputs_differ (cli, files)))
    return;
  done = mw_cli_each (cli, files, n_threads, change_one, &batch);
  if (!cli->quiet)
    mw_cli_say (cli,
                mw_cli_has (cli, "dry-run") ? "%u of %u files done, %u failed; nothing was written"
                                            : "%u of %u files saved, %u failed",
                done, files->len, files->len - done);
}

gboolean
mw_cli_is_many (const MwCli *cli, const GPtrArray *arguments)
{
  return arguments->len > 1 || mw_cli_has (cli, "out-dir") || g_file_test (arguments->pdata[0], G_FILE_TEST_IS_DIR);
}

void
mw_cli_make_files (MwCli *cli, const GPtrArray *arguments, const char *suffix, MwCliFileFunc func, gconstpointer data)
{
  gboolean many = mw_cli_is_many (cli, arguments);
  if (many && mw_cli_has (cli, "output"))
    mw_cli_usage (cli, suffix ? "-o takes one file; for several files and folders use --out-dir=DIR"
                              : "-o takes one file; for several files and folders use --out-dir=DIR, or -i");
  else if (many)
    change_many (cli, arguments, suffix, func, data);
  else
    func (cli, arguments->pdata[0], NULL, data);
}

void
mw_cli_change_files (MwCli *cli, const GPtrArray *arguments, MwCliFileFunc func, gconstpointer data)
{
  mw_cli_make_files (cli, arguments, NULL, func, data);
}
