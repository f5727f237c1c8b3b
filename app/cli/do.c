/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/diff-text.h"
#include "app/cli/do-list.h"
#include "app/cli/many.h"
#include "app/cli/threads.h"
#include "app/cli/values.h"
#include "core/edit/operations/script.h"
#include "core/edit/progress.h"

#include <string.h>

/* The steps to run on each file. */
typedef struct {
  /* MwCliText: those of --script. NULL: there is one model, and they are read after it, so that a change of its file in
   * the meantime is noticed. */
  GArray *scripts;
  GPtrArray *steps; /* char *: those of -e, which run after the scripts */
} Steps;

/* Runs the scripts, then the steps, each in the order given. Messages about steps that have nothing to do are added to
 * `idle`. */
static gboolean
run_steps (const Steps *steps, MwDocument *document, GPtrArray *idle, GError **error)
{
  for (guint i = 0; i < steps->scripts->len; i++) {
    const MwCliText *script = &g_array_index (steps->scripts, MwCliText, i);
    gsize size;
    const char *text = g_bytes_get_data (script->bytes, &size);
    if (size && !mw_script_run (document, text, size, NULL, idle, error)) {
      g_prefix_error (error, "%s:%u:%u: ", script->name, mw_error_line (*error), mw_error_column (*error));
      return FALSE;
    }
  }
  for (guint i = 0; i < steps->steps->len; i++)
    if (!mw_script_run_line (document, steps->steps->pdata[i], idle, error)) {
      g_prefix_error (error, "step \"%s\": ", (const char *) steps->steps->pdata[i]);
      return FALSE;
    }
  return TRUE;
}

/* Each step is one commit, and the document keeps only the notices of the last commit. */
static void
collect_notices (MwDocument *document, GPtrArray *all)
{
  const char *const *notices = mw_document_get_notices (document);
  for (guint i = 0; notices && notices[i]; i++)
    g_ptr_array_add (all, g_strdup (notices[i]));
}

static gboolean
is_blank (const char *step)
{
  return step[strspn (step, " \t\r\n")] == '\0';
}

static void
report (MwCli *cli, const char *file, const MwModel *before, const MwModel *after, MwFormat format, const char *output,
        const GPtrArray *notices)
{
  g_autoptr (GArray) entries = mw_model_diff (before, after, format);
  if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_cli_json_diff (json, "changes", entries, before, after);
    mw_json_begin_array (json, "notices");
    for (guint i = 0; i < notices->len; i++)
      mw_json_string (json, NULL, notices->pdata[i]);
    mw_json_end_array (json);
    mw_json_string (json, "output", output);
    mw_cli_json_left (cli, json);
    mw_cli_object (cli, file, TRUE, json);
  } else if ((cli->verbose || !output) && g_strcmp0 (output, "-") != 0) {
    mw_cli_print_diff (cli, entries, before, format, after, format);
  }
}

typedef struct {
  MwCli *cli;
  const char *file;
} Shown;

static gboolean
show_progress (double fraction, gpointer data)
{
  const Shown *shown = data;
  mw_cli_progress_of (shown->cli, shown->file, fraction);
  return TRUE;
}

/* An MwCliFileFunc: runs the steps (Steps) on one file. */
static gboolean
run_on_file (MwCli *cli, const char *file, const char *target, gconstpointer steps)
{
  gboolean dry = mw_cli_has (cli, "dry-run"), ok = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = mw_cli_open (cli, file);
  if (!document)
    return FALSE;
  const MwModel *model = mw_document_get_model (document);
  MwFormat format = mw_document_get_format (document);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  MwModel *before = mw_model_copy (model, FALSE);
  g_signal_connect (document, "history-changed", G_CALLBACK (collect_notices), notices);
  const Steps *all = steps;
  g_autoptr (GArray) own = all->scripts ? NULL : mw_cli_texts (cli, "script");
  if (!all->scripts && !own) {
    mw_model_free (before);
    return FALSE;
  }
  Shown shown = { cli, file };
  mw_cli_progress_of (cli, file, -1);
  mw_document_set_progress (document, &(MwProgress) { show_progress, &shown });
  if (!run_steps (&(Steps) { own ? own : all->scripts, all->steps }, document, notices, &error)) {
    mw_cli_fail (cli, file, error, g_error_matches (error, MW_ERROR, MW_ERROR_IO) ? MW_EXIT_INPUT : MW_EXIT_USAGE);
  } else {
    for (guint i = 0; i < notices->len && !cli->quiet; i++)
      mw_cli_say (cli, "%s: %s", file, (const char *) notices->pdata[i]);
    const char *output = dry                          ? NULL
                         : target                     ? target
                         : mw_cli_has (cli, "output") ? mw_cli_option (cli, "output")
                                                      : file;
    if (dry)
      mw_cli_report_findings (cli, file, mw_document_get_files (document), model, format);
    ok = dry || mw_cli_save (cli, file, target, document);
    if (ok)
      report (cli, file, before, model, format, output, notices);
  }
  mw_model_free (before);
  return ok;
}

static void
run_on_files (MwCli *cli)
{
  g_autoptr (GPtrArray) steps = mw_cli_options (cli, "execute");
  if (!mw_cli_has (cli, "dry-run") && !mw_cli_check_output (cli))
    return;
  if (!steps->len && !mw_cli_has (cli, "script")) {
    mw_cli_usage (cli, "no step given: use -e STEP or --script=SCRIPT (mwright do --list shows the operations)");
    return;
  }
  for (guint i = 0; i < steps->len; i++)
    if (is_blank (steps->pdata[i])) {
      mw_cli_usage (cli, "-e needs a step; found an empty one (mwright do --list shows the operations)");
      return;
    }
  gboolean many = mw_cli_is_many (cli, cli->args);
  g_autoptr (GArray) scripts = many ? mw_cli_texts (cli, "script") : NULL;
  if (scripts || !many)
    mw_cli_change_files (cli, cli->args, run_on_file, &(Steps) { scripts, steps });
}

static void
run (MwCli *cli)
{
  if (mw_cli_has (cli, "list"))
    mw_cli_list_operations (cli);
  else if (mw_cli_has (cli, "page"))
    mw_cli_print_operations_page (cli, mw_cli_option (cli, "page"));
  else if (cli->args->len == 0)
    mw_cli_usage (cli, "usage: mwright do %s", mw_verb_do.arguments);
  else
    run_on_files (cli);
}

static const MwCliOption options[] = {
  { 'e', "execute", "STEP", "run this step; can be given several times" },
  { 0, "script", "SCRIPT", "run the steps of a file, one per line (- is standard input), before those of -e" },
  { 'o', "output", "OUT", "write the changed model there (- is standard output)" },
  { 'i', "in-place", NULL, "change the files themselves" },
  { 0, "out-dir", "DIR", "write the changed models of many files to DIR, with the same subfolders" },
  MW_CLI_JOBS,
  { 0, "backup", "SUFFIX", "with -i: keep each old file as NAMESUFFIX (NAME.bak), overwriting older backups", ".bak" },
  { 0, "remove-left-files", NULL, "with -i: after the save, remove companions that the model no longer refers to" },
  { 'n', "dry-run", NULL, "write nothing; only print what would change" },
  { 0, "list", NULL, "list the operations, one per line, grouped by what they work on" },
  { 0, "page", "DOMAIN", "print the help page about the operations on DOMAIN (sequences, nodes ...), as Markdown" },
};

const MwCliVerb mw_verb_do = {
  .name = "do",
  .arguments = "[-e STEP]... [--script=SCRIPT] FILE... (-o OUT | -i [--backup[=SUFFIX]] | --out-dir=DIR | --dry-run)",
  .summary = "run operations and scripts on one model or many",
  .about =
    "Does the steps in order and saves. If one fails, the model is not written (exit code 2). A step is\n"
    "  OPERATION PATH[,PATH]... [PARAMETER=VALUE]...\n"
    "  select PATH[,PATH]...         what later steps without a PATH work on; select none: nothing\n"
    "  set PATH=VALUE\n"
    "  add LIST [FIELD=VALUE]...     a new record, which later steps without a PATH work on\n"
    "mwright do --list shows the operations, mwright do --help OPERATION shows one of them. -v and --dry-run print\n"
    "what changed, as diff does. Errors and severe findings of check that these steps cause are reported on\n"
    "standard error, but the file is still written.\n"
    "When a sequence or a profile was removed, its .anim or .skin stays beside the model. --remove-left-files removes\n"
    "these files after the save (with --backup it renames them). It removes only files that the model referred to\n"
    "when it was read, and none that another program has changed.\n"
    "A step that has nothing to do in a model is reported, and the following steps still run.\n"
    "With -i, --out-dir or --dry-run you can give many files and folders. The steps run on each file. A file that fails\n"
    "does not stop the others, and the last line counts both. Here -j means --jobs, so JSON is --json.\n"
    "A PATH may select by name, bones[/^Hand/i], or by a value, bones[*].name=/Hand/: the text between slashes is a\n"
    "regular expression, and an i after it ignores case.\n"
    "If another program has changed the file since it was read, -i writes nothing and reports it (exit code 4). -f\n"
    "replaces the file anyway.\n",
  .examples = "do -e 'delete sequences[Death]' footman.mdx -o no-death.mdx\n"
              "do -e 'add textures path=\"fur.blp\"' -e 'duplicate sequences[60/0]' bear.m2 -i --backup\n"
              "do -e 'duplicate materials[0]' -e 'set materials[1].layers[0].alpha=0.5' footman.mdx --dry-run\n"
              "do -e 'texture-merge' -e 'texture-remove-unused' models/ --out-dir=smaller\n"
              "do -e 'delete bones[/^Dummy/]' models/ -i -j 4\n"
              "do --list\ndo --help rename",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = G_MAXUINT,
  .writes = TRUE,
  .run = run,
  .help_on = mw_cli_help_on_operations,
};
