/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-fix.h"
#include "app/cli/check-print.h"
#include "app/cli/check-rules.h"
#include "app/cli/check-sarif.h"
#include "app/cli/data.h"
#include "app/cli/many.h"
#include "app/cli/threads.h"

#include <string.h>

typedef struct {
  MwCliTerms *terms;
  GPtrArray *files; /* char * */
  GHashTable *fix;  /* of which rules; NULL: of all */
  gboolean sarif, baseline;
  GPtrArray *results; /* char *, by file: those for SARIF; NULL: it could not be read */
  GMutex lock;        /* of the sums */
  MwCliCounts counts;
  guint n_read;
} Checked;

/* Counts the findings of a file. Returns whether none of them is an error. */
static gboolean
add_up (Checked *self, MwCli *cli, const GPtrArray *judged)
{
  const MwCliCounts counts = mw_cli_count_findings (judged);
  const gboolean sound = counts.by_severity[MW_SEVERITY_ERROR] == 0;
  g_mutex_lock (&self->lock);
  mw_cli_add_counts (&self->counts, &counts);
  self->n_read++;
  g_mutex_unlock (&self->lock);
  if (!sound)
    mw_cli_code (cli, MW_EXIT_FOUND);
  return sound;
}

/* --- Checking ------------------------------------------------------------------------------------------------------- */

/* An MwCliEachFunc. */
static gboolean
check_file (MwCli *cli, guint i, gpointer data)
{
  Checked *self = data;
  const char *file = self->files->pdata[i];
  MwFormat format;
  g_autoptr (MwFileSet) set = NULL;
  MwModel *model = mw_cli_load (cli, file, &format, &set);
  if (!model)
    return FALSE;
  g_autoptr (GPtrArray) judged = mw_cli_terms_check (self->terms, file, model, format, !mw_file_set_main (set)->path);
  const gboolean sound = add_up (self, cli, judged);
  if (self->sarif) {
    self->results->pdata[i] = mw_cli_sarif_results (file, judged, self->baseline);
  } else if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_cli_json_findings (json, judged);
    mw_cli_object (cli, file, sound, json);
  } else {
    mw_cli_print_findings (cli, file, judged);
  }
  g_clear_pointer (&judged, g_ptr_array_unref); /* its findings refer to the model */
  mw_model_free (model);
  return TRUE;
}

static void
check_files (Checked *self, MwCli *cli)
{
  guint n_threads;
  if (!mw_cli_count_jobs (cli, &n_threads))
    return;
  self->files = mw_cli_files (cli);
  self->results = g_ptr_array_new_full (self->files->len, g_free);
  g_ptr_array_set_size (self->results, (gint) self->files->len);
  mw_cli_each (cli, self->files, n_threads, check_file, self);
  if (self->sarif)
    mw_cli_print_sarif (cli, self->files, self->results);
  else if (self->files->len > 1 && !cli->json && !cli->quiet)
    mw_cli_print_counts (cli, self->n_read, &self->counts);
}

/* --- Fixing --------------------------------------------------------------------------------------------------------- */

static void
report_fixed (MwCli *cli, const char *file, const GPtrArray *done, const GPtrArray *left, gboolean sound,
              const char *output)
{
  if (!cli->json) {
    for (guint i = 0; i < done->len; i++)
      mw_cli_print (cli, "%s: fixed: %s\n", file, (char *) done->pdata[i]);
    mw_cli_print_findings (cli, file, left);
    return;
  }
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_begin_array (json, "fixed");
  for (guint i = 0; i < done->len; i++)
    mw_json_string (json, NULL, done->pdata[i]);
  mw_json_end_array (json);
  mw_cli_json_findings (json, left);
  mw_json_string (json, "output", output);
  mw_cli_json_left (cli, json);
  mw_cli_object (cli, file, sound, json);
}

/* An MwCliFileFunc. A model with nothing to fix is not saved over itself. */
static gboolean
fix_file (MwCli *cli, const char *file, const char *target, gconstpointer data)
{
  Checked *self = (Checked *) data;
  g_autoptr (MwDocument) document = mw_cli_open (cli, file);
  if (!document)
    return FALSE;
  const char *output = target ? target : mw_cli_has (cli, "output") ? mw_cli_option (cli, "output") : file;
  const gboolean alone = !mw_file_set_main (mw_document_get_files (document))->path;
  g_autoptr (GPtrArray) done = mw_cli_fix (cli, self->terms, self->fix, file, document);
  const gboolean save = done->len || !mw_cli_has (cli, "in-place");
  g_autoptr (GPtrArray) left = mw_cli_terms_check (self->terms, file, mw_document_get_model (document),
                                                   mw_document_get_format (document), alone);
  if (save && !mw_cli_save (cli, file, target, document))
    return FALSE;
  const gboolean sound = add_up (self, cli, left);
  if (strcmp (output, "-") != 0)
    report_fixed (cli, file, done, left, sound, save ? output : NULL);
  return TRUE;
}

static gboolean
may_fix (const Checked *self, MwCli *cli)
{
  if (self->sarif)
    mw_cli_usage (cli, "--fix and --sarif cannot be combined; check the result in a second run");
  else
    return mw_cli_check_output (cli);
  return FALSE;
}

static gboolean
wants_output (MwCli *cli)
{
  static const char *const options[] = { "output", "in-place", "out-dir", "backup", "remove-left-files" };
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (mw_cli_has (cli, options[i])) {
      mw_cli_usage (cli, "--%s works only with --fix", options[i]);
      return TRUE;
    }
  return FALSE;
}

/* --- The verb ------------------------------------------------------------------------------------------------------- */

static void
run_on_files (MwCli *cli)
{
  gboolean ok;
  Checked self = { .sarif = mw_cli_has (cli, "sarif"), .baseline = mw_cli_has (cli, "baseline") };
  const gboolean fixes = mw_cli_has (cli, "fix");
  if (self.sarif && cli->json) {
    mw_cli_usage (cli, "give either --json or --sarif, not both");
    return;
  }
  if (fixes ? !may_fix (&self, cli) : wants_output (cli))
    return;
  self.fix = mw_cli_fix_rules (cli, &ok);
  self.terms = ok ? mw_cli_terms_new (cli) : NULL;
  g_mutex_init (&self.lock);
  if (self.terms && fixes)
    mw_cli_change_files (cli, cli->args, fix_file, &self);
  else if (self.terms)
    check_files (&self, cli);
  if (self.terms)
    mw_cli_terms_say_switches (cli, self.terms);
  g_mutex_clear (&self.lock);
  g_clear_pointer (&self.fix, g_hash_table_unref);
  g_clear_pointer (&self.files, g_ptr_array_unref);
  g_clear_pointer (&self.results, g_ptr_array_unref);
  g_clear_pointer (&self.terms, mw_cli_terms_free);
}

/* Whether something was given that is about models. */
static gboolean
wants_models (MwCli *cli)
{
  const char *const option = mw_cli_has (cli, "explain") ? "explain" : "rules";
  if (cli->args->len == 0 && !mw_cli_has (cli, "only") && !mw_cli_has (cli, "except"))
    return FALSE;
  mw_cli_usage (cli, "--%s checks no file, and takes no --only or --except", option);
  return TRUE;
}

static void
run (MwCli *cli)
{
  const gboolean lists = mw_cli_has (cli, "rules") || mw_cli_has (cli, "markdown") || mw_cli_has (cli, "explain");
  if (lists && wants_models (cli))
    return;
  if (mw_cli_has (cli, "rules") || mw_cli_has (cli, "markdown"))
    mw_cli_print_rules (cli, mw_cli_has (cli, "markdown"));
  else if (mw_cli_has (cli, "explain"))
    mw_cli_explain_rule (cli, mw_cli_option (cli, "explain"));
  else if (cli->args->len == 0)
    mw_cli_usage (cli, "usage: mwright check %s", mw_verb_check.arguments);
  else
    run_on_files (cli);
}

static const MwCliOption options[] = {
  { 0, "to", "TARGET", "check for this game or version (mwright targets lists them), not for whatever reads the file" },
  { 0, "only", "ID,...", "look only for what breaks these rules" },
  { 0, "except", "ID,...", "do not look for what breaks these rules" },
  MW_CLI_DATA_OPTIONS,
  { 0, "baseline", "FILE", "do not count findings that are in FILE, which an earlier check --json wrote" },
  { 0, "sarif", NULL, "write one SARIF 2.1.0 document" },
  { 0, "fix", "ID,...", "repair what has a fix (of these rules), and save with -o, -i or --out-dir", "" },
  { 'o', "output", "OUT", "with --fix: write the repaired model there (- is standard output)" },
  { 'i', "in-place", NULL, "with --fix: repair the files themselves" },
  { 0, "out-dir", "DIR", "with --fix: write the repaired models of many files to DIR, with the same subfolders" },
  { 0, "backup", "SUFFIX", "with -i: keep each old file as NAMESUFFIX (NAME.bak), overwriting older backups", ".bak" },
  { 0, "remove-left-files", NULL, "with -i: after the save, remove companions that the model no longer refers to" },
  { 0, "jobs", "N", "work on N files at the same time (default: one per core)" },
  { 0, "rules", NULL, "list the rules; --json has all that is known of them" },
  { 0, "markdown", NULL, "with --rules: as the page of help about them" },
  { 0, "explain", "ID", "say what breaks a rule, what follows, and how that is known" },
};

const MwCliVerb mw_verb_check = {
  .name = "check",
  .arguments = "FILE... [--to=TARGET] [--fix[=ID,...] (-o OUT | -i | --out-dir=DIR)]",
  .summary = "find what is wrong with models, and repair it",
  .about =
    "Finds what is wrong in models that can be read. Severities: error (a game or an editor does not load it, or\n"
    "crashes), severe (it probably looks wrong), warning (it hardly matters), unused. If any finding is an error, the\n"
    "exit code is 1. For a folder, all models in it and its subfolders are checked; ARCHIVE:NAME is a file in an\n"
    "archive.\n"
    "Some rules depend on the client: 4.3.4 refuses a blend mode that 5.4.8 has, and Warcraft III before Reforged\n"
    "reads no .dds. --to names the client, and a version that it does not read is an error.\n"
    "The files that a model names are looked for as by mwright deps: beside the model and above it, in the folders of\n"
    "--data, and in a game. Those that are missing or have their name in other letter case are reported, and textures\n"
    "that cannot be read or that the game does not take. Without a game that reads the model, a file in a folder that\n"
    "ships with the game (Textures, Units\\Human, Creature ...) is not reported as missing. The same holds for a game\n"
    "some archive of which cannot be opened, and for folders with extracted files, which need not have all.\n"
    "--fix repairs what needs no decision, one finding after the other, and prints what it did and what is left. Each\n"
    "repair is a step of `mwright do`.\n"
    "To look only at what is new, write a baseline once, and give it from then on. A finding of the same rule at the\n"
    "same path of the same file does not count. Names of files count from the current folder.\n"
    "A file .mwcheck beside models switches rules off, for them and the folders below. Each line is\n"
    "  RULE [PATTERN]  # REASON\n"
    "where PATTERN, with * and ?, is the path of a model from that folder, or without a slash its name. Lines that are\n"
    "wrong are reported (exit code 2), and so are those that switch nothing off while the whole folder is checked.\n"
    "The files of folders that are given, and of the folders between them and a model, are used; for a model that is\n"
    "given by name, only that of its folder.\n",
  .examples = "check footman.mdx\ncheck units/ --to wow-3.3.5\ncheck --json units/ > baseline.json\n"
              "check units/ --baseline=baseline.json\ncheck --fix footman.mdx -o fixed.mdx\n"
              "check --fix=track-unsorted,node-name-empty units/ -i --backup\ncheck --explain m2-alias-endless\n"
              "check --sarif units/ > check.sarif",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = G_MAXUINT,
  .writes = TRUE,
  .run = run,
};
