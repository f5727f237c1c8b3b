/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "app/cli/threads.h"
#include "core/base/number.h"
#include "core/convert/targets.h"
#include "core/save/conversion.h"

#include <string.h>

/* Converts between MDX and MDL and between versions. Notes (how the input stored its values) are dropped, unless a
 * side channel of the same version keeps them. What the output cannot represent is reported. Files are converted by
 * several threads and reported in the order of the inputs. */

typedef MwConversion Job;

typedef struct {
  MwCli *cli;
  GPtrArray *jobs; /* Job */
  GCancellable *cancellable;
  MwConversionTerms terms;
  gboolean many; /* --out-dir: folders are made */
} Batch;

static void
work (guint i, gpointer data)
{
  const Batch *batch = data;
  Job *job = batch->jobs->pdata[i];
  g_autoptr (MwFileSet) given = NULL;
  if (strcmp (job->in, "-") == 0 && !(given = mw_cli_set (job->in, &job->error)))
    job->unread = TRUE;
  else
    mw_conversion_run (job, given, &batch->terms, batch->cancellable);
}

static MwExit
code_of (const Job *job)
{
  return job->unread ? MW_EXIT_INPUT : MW_EXIT_OUTPUT;
}

/* --- Choosing the files --------------------------------------------------------------------------------------------- */

static const MwIoFormat *
format_of_word (const char *word)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++)
    if (g_ascii_strcasecmp (formats[i]->id, word) == 0)
      return formats[i];
  return NULL;
}

/* The end of the message for an unknown target: "; the nearest is WORD", or the choices if the word is a version number that
 * both games have. Free with g_free(). */
static char *
nearest_target (const char *word)
{
  guint n;
  const MwTargetGame *games = mw_target_games (&n);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++) {
    g_auto (GStrv) also = g_strsplit (games[i].also, " ", -1);
    if (*word && strspn (word, "0123456789") == strlen (word) && !games[i].game
        && g_str_has_prefix (games[i].id, "wow-mdx") && strcmp (games[i].id + strlen ("wow-mdx"), word) == 0)
      return g_strdup_printf ("; both games have a version %s: mdx%s or wow-mdx%s", word, word, word);
    g_ptr_array_add (words, g_strdup (games[i].id));
    for (guint k = 0; also[k]; k++)
      if (*also[k])
        g_ptr_array_add (words, g_strdup (also[k]));
  }
  for (guint i = 0; mw_target_short_word (i); i++)
    g_ptr_array_add (words, g_strdup (mw_target_short_word (i)));
  g_ptr_array_add (words, NULL);
  return mw_cli_nearest (word, (const char *const *) words->pdata);
}

/* Sets *to to the format that --to names, NULL if it is not given. FALSE: --to is invalid, which is reported. */
static gboolean
format_to (Batch *batch, const MwIoFormat **to)
{
  const char *word = mw_cli_option (batch->cli, "to");
  *to = word ? format_of_word (word) : NULL;
  if (!word || *to)
    return TRUE;
  if (g_ascii_strncasecmp (word, "m2", 2) == 0) {
    mw_cli_usage (batch->cli,
                  "--to=%s: no model can be converted to M2; an M2 model is saved in its own "
                  "version",
                  word);
    return FALSE;
  }
  batch->terms.has_target = mw_target_format (word, &batch->terms.target);
  *to = batch->terms.has_target ? mw_conversion_format (batch->terms.target) : NULL;
  if (!batch->terms.has_target) {
    g_autofree char *nearest = nearest_target (word);
    mw_cli_usage (batch->cli,
                  "--to=%s: expected mdl or mdx, also with a version (mdl800, mdx:1100), or a game%s; "
                  "see \"mwright targets\"",
                  word, nearest);
  } else if (!*to)
    mw_cli_usage (batch->cli, "--to=%s: files of this version are not written", word);
  return *to != NULL;
}

static void
add_argument (Batch *batch, const char *argument, const char *folder, const MwIoFormat *to)
{
  const char *const names[] = { argument, NULL };
  g_autoptr (GPtrArray) files = mw_cli_expand (batch->cli, names);
  for (guint i = 0; i < files->len; i++) {
    g_autofree char *relative = mw_cli_relative (argument, files->pdata[i]),
                    *out = mw_conversion_place (relative, folder, to);
    g_ptr_array_add (batch->jobs, mw_conversion_new (files->pdata[i], out, to));
  }
}

/* Checks that no output or report would overwrite an input or another output. FALSE: reported. */
static gboolean
outputs_differ (Batch *batch)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new (), outputs = g_ptr_array_new ();
  for (guint i = 0; i < batch->jobs->len; i++) {
    const Job *job = batch->jobs->pdata[i];
    g_ptr_array_add (inputs, job->in);
    g_ptr_array_add (outputs, job->out);
  }
  if (!mw_cli_outputs_differ (batch->cli, inputs, outputs))
    return FALSE;
  const char *report = mw_cli_option (batch->cli, "report");
  g_autofree char *report_place = report ? g_canonicalize_filename (report, NULL) : NULL;
  for (guint i = 0; report && i < batch->jobs->len; i++) {
    const Job *job = batch->jobs->pdata[i];
    g_autofree char *in = g_canonicalize_filename (job->in, NULL), *out = g_canonicalize_filename (job->out, NULL);
    if (strcmp (report_place, out) == 0 || (strcmp (job->in, "-") != 0 && strcmp (report_place, in) == 0)) {
      mw_cli_usage (batch->cli, "%s cannot be the report: it is also an input or output", report);
      return FALSE;
    }
  }
  return TRUE;
}

/* If the report goes into the folder of the outputs, that folder may not exist yet. */
static void
make_folder_of_report (const MwCli *cli, const char *report)
{
  const char *folder = mw_cli_option (cli, "out-dir");
  g_autofree char *outputs = folder ? g_canonicalize_filename (folder, NULL) : NULL, *dir = g_path_get_dirname (report),
                  *place = g_canonicalize_filename (dir, NULL);
  /* A failure shows when the report is written. */
  if (g_strcmp0 (outputs, place) == 0)
    g_mkdir_with_parents (folder, 0777);
}

/* Checks before anything is read that the report and a single output can be written. FALSE: reported. */
static gboolean
can_be_written (Batch *batch)
{
  MwCli *cli = batch->cli;
  const char *report = mw_cli_option (cli, "report");
  const Job *only = batch->many ? NULL : batch->jobs->pdata[0];
  g_autoptr (GError) error = NULL;
  if (report)
    make_folder_of_report (cli, report);
  if (report && !mw_cli_can_write (cli, report, FALSE, &error))
    mw_cli_fail_output (cli, NULL, report, error, MW_EXIT_OUTPUT);
  else if (only && strcmp (only->out, "-") != 0 && !mw_cli_can_write (cli, only->out, FALSE, &error))
    mw_cli_fail_output (cli, only->in, only->out, error, MW_EXIT_OUTPUT);
  else
    return TRUE;
  return FALSE;
}

static gboolean
can_be_lossless (const Batch *batch, const MwIoFormat *to)
{
  if (!batch->terms.lossless || to->text)
    return TRUE;
  mw_cli_usage (batch->cli, "--lossless applies only to MDL text, where comments hold what text cannot express");
  return FALSE;
}

/* Whether --to names a game; that leaves open whether to write MDX or MDL. */
static gboolean
is_game (const char *word)
{
  g_autofree char *lower = g_ascii_strdown (word, -1);
  return !strstr (lower, "mdx") && !strstr (lower, "mdl");
}

static gboolean
plan (Batch *batch)
{
  MwCli *cli = batch->cli;
  const char *folder = mw_cli_option (cli, "out-dir"), *report = mw_cli_option (cli, "report");
  const MwIoFormat *to;
  if (!format_to (batch, &to))
    return FALSE;
  if (report && (!*report || strcmp (report, "-") == 0)) {
    mw_cli_usage (cli, "--report needs the name of a file");
    return FALSE;
  }
  batch->many = folder != NULL;
  if (folder) {
    if (!to || !*folder) {
      mw_cli_usage (cli, to ? "--out-dir needs the name of a folder" : "--out-dir needs --to=mdl or --to=mdx");
      return FALSE;
    }
    if (!can_be_lossless (batch, to))
      return FALSE;
    for (guint i = 0; i < cli->args->len; i++) {
      if (strcmp (cli->args->pdata[i], "-") == 0) {
        mw_cli_usage (cli, "standard input has no file name to use in %s; give the input as a file", folder);
        return FALSE;
      }
      add_argument (batch, cli->args->pdata[i], folder, to);
    }
    if (batch->jobs->len == 0 && cli->code == MW_EXIT_OK)
      mw_cli_say_empty (cli);
    return outputs_differ (batch);
  }
  if (cli->args->len != 2) {
    mw_cli_usage (cli, "give one IN and one OUT, or --to and --out-dir");
    return FALSE;
  }
  const char *out = cli->args->pdata[1], *dot = strrchr (out, '.');
  /* Without --to, or for a game, the suffix of OUT chooses MDX or MDL. */
  gboolean either = !to || (batch->terms.has_target && is_game (mw_cli_option (cli, "to")));
  const MwIoFormat *named = either && strcmp (out, "-") != 0 && dot ? format_of_word (dot + 1) : NULL;
  if (named && (!to || (either && named->root == to->root)))
    to = named;
  named = strcmp (out, "-") != 0 && dot ? format_of_word (dot + 1) : NULL;
  if (to && named && named != to) {
    mw_cli_usage (cli, "--to=%s writes %s, which does not match the suffix of %s", mw_cli_option (cli, "to"), to->label,
                  out);
    return FALSE;
  }
  if (!to) {
    mw_cli_usage (cli, "the format of \"%s\" is unknown: give it the suffix .mdl or .mdx, or use --to", out);
    return FALSE;
  }
  if (!can_be_lossless (batch, to))
    return FALSE;
  if (strcmp (out, "-") == 0 && cli->json) {
    mw_cli_usage (cli, "the output - and --json cannot both use standard output");
    return FALSE;
  }
  g_ptr_array_add (batch->jobs, mw_conversion_new (cli->args->pdata[0], out, to));
  return outputs_differ (batch);
}

/* --- Reporting ------------------------------------------------------------------------------------------------------ */

static void
json_losses (MwJson *json, const MwReport *report)
{
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "kind", mw_loss_kind_name (loss->kind));
    mw_json_string (json, "path", loss->path);
    mw_json_string (json, "why", loss->why);
    mw_json_end_object (json);
  }
}

static void
json_job (MwJson *json, const Job *job)
{
  mw_json_string (json, "output", job->out);
  mw_json_string (json, "to", job->to->id);
  if (job->source.version)
    mw_cli_json_format (json, "source", job->source);
  if (job->target.version)
    mw_cli_json_format (json, "target", job->target);
  if (job->target.version)
    mw_json_double (json, "scale", job->scale);
  mw_json_bool (json, "written", !job->error && !job->refused);
  mw_json_uint (json, "bytes", job->size);
  mw_json_uint (json, "notes", job->notes);
  if (job->to->text) {
    mw_json_begin_object (json, "side_channel");
    mw_json_uint (json, "lines", job->side_lines);
    mw_json_uint (json, "bytes", job->side_bytes);
    mw_json_end_object (json);
  }
  mw_json_begin_array (json, "losses");
  json_losses (json, job->converted);
  json_losses (json, job->written);
  mw_json_end_array (json);
}

static void
report_job (MwCli *cli, const Job *job)
{
  if (job->error && job->unread) {
    mw_cli_fail_in_text (cli, job->in, job->error, job->read, code_of (job));
    return;
  }
  mw_cli_report_remarks (cli, job->in, job->read);
  mw_cli_report_remarks (cli, job->in, job->converted);
  mw_cli_report_remarks (cli, job->out, job->written);
  if (job->error) {
    mw_cli_fail_output (cli, job->in, job->out, job->error, code_of (job));
    return;
  }
  if (!cli->json && job->lines)
    mw_cli_say_losses (cli, job->in, job->lines, job->converted, job->written);
  if (job->notes && !cli->quiet)
    mw_cli_say (
      cli, "%s: %u details of the file's layout are not kept (padding, bytes after the end of names, order of chunks)",
      job->in, job->notes);
  if (job->refused) {
    mw_cli_code (cli, MW_EXIT_FOUND);
    mw_cli_say (cli, "%s: not written because of %u losses (--strict)", job->in, mw_conversion_n_losses (job));
  }
  if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    json_job (json, job);
    mw_cli_object (cli, job->in, !job->refused, json);
  } else if (job->bytes) {
    gsize size;
    const void *data = g_bytes_get_data (job->bytes, &size);
    mw_cli_write (cli, data, size);
  } else if (!job->refused && !cli->quiet) {
    mw_cli_print (cli, "%s -> %s\n", job->in, job->out);
  }
}

typedef struct {
  guint written, lossy, refused, failed;
} Sums;

static void
add_to_report (MwJson *json, const Job *job)
{
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "file", job->in);
  json_job (json, job);
  mw_json_begin_array (json, "remarks");
  for (guint i = 0; i < job->read->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (job->read->remarks, MwRemark, i);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "kind", mw_remark_kind_name (remark->kind));
    mw_json_uint (json, "line", remark->line);
    mw_json_uint (json, "column", remark->column);
    mw_json_string (json, "text", remark->text);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  if (job->error)
    mw_cli_json_error (json, job->in, job->out, job->error);
  mw_json_end_object (json);
}

static void
json_sums (MwJson *json, const Sums *sums)
{
  mw_json_begin_object (json, "summary");
  mw_json_uint (json, "written", sums->written);
  mw_json_uint (json, "with_losses", sums->lossy);
  mw_json_uint (json, "refused", sums->refused);
  mw_json_uint (json, "failed", sums->failed);
  mw_json_end_object (json);
}

static void
save_report (MwCli *cli, const char *path, MwJson *json, const Sums *sums)
{
  g_autoptr (GError) error = NULL;
  mw_json_end_array (json);
  json_sums (json, sums);
  char *text = g_strdup_printf ("{%s}\n", mw_json_text (json));
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  if (!mw_file_save (path, bytes, cli->force ? MW_SAVE_OVERWRITE : 0, &error))
    mw_cli_fail_output (cli, NULL, path, error, MW_EXIT_OUTPUT);
}

/* --- The verb ------------------------------------------------------------------------------------------------------- */

/* Waits for each job in turn, reports it and frees its output. */
static Sums
report_all (Batch *batch, MwCliThreads *threads, MwJson *report)
{
  Sums sums = { 0, 0, 0, 0 };
  for (guint i = 0; i < batch->jobs->len; i++) {
    Job *job = batch->jobs->pdata[i];
    mw_cli_progress (batch->cli, i, batch->jobs->len, job->in);
    mw_cli_threads_wait (threads, i);
    sums.failed += job->error != NULL;
    sums.refused += job->refused;
    sums.written += !job->error && !job->refused;
    sums.lossy += !job->error && mw_conversion_n_losses (job) > 0;
    if (!g_error_matches (job->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
        && !g_error_matches (job->error, MW_ERROR, MW_ERROR_CANCELLED))
      report_job (batch->cli, job);
    if (report)
      add_to_report (report, job);
    g_clear_pointer (&job->bytes, g_bytes_unref);
  }
  mw_cli_progress (batch->cli, batch->jobs->len, batch->jobs->len, "");
  return sums;
}

static gboolean
level_of (MwCli *cli, uint32_t *level)
{
  const char *text = mw_cli_option (cli, "lod");
  int64_t n = 0;
  gsize used;
  if (text && !(mw_int_from_text (text, strlen (text), &used, 0, G_MAXINT32, &n) && used == strlen (text))) {
    mw_cli_usage (cli, "--lod=%s: expected a number of at least 0", text);
    return FALSE;
  }
  *level = (uint32_t) n;
  return TRUE;
}

/* FALSE: --scale is not a valid factor, which is reported. */
static gboolean
scale_of (MwCli *cli, double *scale)
{
  const char *text = mw_cli_option (cli, "scale");
  *scale = MW_CONVERT_SCALE_DEFAULT;
  if (!text || mw_convert_scale_from_text (text, scale))
    return TRUE;
  mw_cli_usage (cli, "--scale=%s: expected a number above 0, such as 0.03 or 30", text);
  return FALSE;
}

/* FALSE: --spelling is invalid, which is reported. */
static gboolean
spelling_of (MwCli *cli, MwMdlSpelling *spelling)
{
  const char *word = mw_cli_option (cli, "spelling");
  *spelling = word && strcmp (word, "engine") == 0 ? MW_MDL_ENGINE : MW_MDL_COMMUNITY;
  if (!word || *spelling == MW_MDL_ENGINE || strcmp (word, "community") == 0)
    return TRUE;
  mw_cli_usage (cli, "--spelling=%s: expected community or engine", word);
  return FALSE;
}

static gboolean
spelling_suits (const Batch *batch)
{
  const Job *first = batch->jobs->len ? batch->jobs->pdata[0] : NULL;
  if (!first || first->to->text || !mw_cli_has (batch->cli, "spelling"))
    return TRUE;
  mw_cli_usage (batch->cli, "--spelling applies only to MDL text");
  return FALSE;
}

static void
run (MwCli *cli)
{
  Batch batch = { .cli = cli,
                  .terms = { .strict = mw_cli_has (cli, "strict"), .lossless = mw_cli_has (cli, "lossless") } };
  const char *report_path = mw_cli_option (cli, "report");
  g_autoptr (MwJson) report = report_path ? mw_json_new () : NULL;
  guint n_threads;
  batch.jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_conversion_free);
  if (mw_cli_count_jobs (cli, &n_threads) && level_of (cli, &batch.terms.converting.lod)
      && scale_of (cli, &batch.terms.converting.scale) && spelling_of (cli, &batch.terms.spelling) && plan (&batch)
      && spelling_suits (&batch) && can_be_written (&batch)) {
    if (report) {
      mw_json_string (report, "schema", "mwright.convert-report/1");
      mw_json_begin_array (report, "files");
    }
    batch.terms.makes_folders = batch.many;
    batch.terms.saving.flags = (cli->force ? MW_SAVE_OVERWRITE : 0) | (batch.many ? MW_SAVE_NO_SYNC_FOLDER : 0);
    /* From here on a signal cancels the batch: a file that is being saved is completed or removed. */
    batch.cancellable = mw_interrupt_begin_save ();
    MwCliThreads *threads = mw_cli_threads_start (batch.jobs->len, n_threads, work, &batch);
    Sums sums = report_all (&batch, threads, report);
    mw_cli_threads_join (threads);
    if (batch.many)
      mw_conversions_sync_folders (batch.jobs);
    if (report)
      save_report (cli, report_path, report, &sums);
    mw_interrupt_end_save ();
    if (batch.many && cli->json) {
      g_autoptr (MwJson) json = mw_json_new ();
      json_sums (json, &sums);
      mw_cli_object (cli, NULL, sums.failed + sums.refused == 0, json);
    } else if (batch.many) {
      mw_cli_print (cli, "%u written, %u with losses, %u refused, %u failed\n", sums.written, sums.lossy, sums.refused,
                    sums.failed);
    }
  }
  g_ptr_array_unref (batch.jobs);
}

static const MwCliOption options[] = {
  { 0, "to", "TARGET",
    "format, version or game, such as mdl, 900, wow-mdx:1300, reforged (default: the format of OUT's suffix)" },
  { 0, "out-dir", "DIR", "convert many inputs and write the outputs to DIR, with the same subfolders" },
  MW_CLI_JOBS,
  { 0, "report", "FILE", "write a report of all losses to FILE, as JSON" },
  { 0, "lossless", NULL, "to MDL: store what text cannot express in comments at its end (//@mdlx)" },
  { 0, "spelling", "NAME",
    "to MDL: where programs spell a word differently, use the spelling of community (default) or engine (the game)" },
  { 0, "lod", "N", "the level of detail to keep if the target draws all levels at once (default 0, the finest)" },
  { 0, "scale", "FACTOR", "multiply every length by FACTOR: points, sizes, bounds, motion, speeds (default 1)" },
  { 0, "strict", NULL, "write no output for an input that would lose something" },
};

const MwCliVerb mw_verb_convert = {
  .name = "convert",
  .arguments = "IN OUT | --to=TARGET --out-dir=DIR IN...",
  .summary = "convert between MDX and MDL text, and between versions and games",
  .about =
    "Writes each input in the other format, or in the version or for the game that --to names; without --to the\n"
    "version stays the same. \"mwright targets\" lists the possible targets. Every output is read back and compared\n"
    "before it is saved. - is standard input or output. The suffix of OUT must match --to.\n"
    "Standard error lists what the new version or the output cannot express and would lose, with its path in the\n"
    "input; what is not kept from a text (comments, unknown statements); and in how many places the input had bytes\n"
    "without a meaning, such as those after the end of a name. Nothing else changes.\n"
    "The list begins with how many values are lost, rounded, reordered, or stored in another way that means the same\n"
    "(such as weights that became matrix groups). The most harmful losses come first, and losses of the same kind in\n"
    "many records share one line; -v and --json list each. In JSON, \"source\" and \"target\" have the format (mdx,\n"
    "mdl), family (Warcraft3, WorldOfWarcraft) and version of input and output, and \"losses\" has one entry (kind,\n"
    "path and why) for each field of each record. --strict refuses to write if there are any, except values that are\n"
    "only stored in another way.\n"
    "--scale=FACTOR makes the model larger or smaller, even if the version stays the same: every length, speed and\n"
    "acceleration (unit units, units/s, units/s2 or matrix in \"mwright schema\") is multiplied by FACTOR. A tile of\n"
    "Warcraft III is 128 units wide, and a unit of World of Warcraft is a yard, but no file states how large a model\n"
    "of one game should be in the other. Other files that the model shows keep their size.\n"
    "With --lossless, comments at the end of a text (//@mdlx lines: a side channel) hold what text cannot express, so\n"
    "that an MDX file made from it is identical to the original, byte for byte. If you change such a text by hand,\n"
    "only what you changed differs: a comment that contradicts the text is reported and not used. If such a text is\n"
    "written again, its comments are kept.\n"
    "With --out-dir there can be many inputs, and folders; a bad file does not stop the others. Here -j means --jobs,\n"
    "so JSON is --json.\n",
  .examples = "convert footman.mdx footman.mdl\n"
              "convert --to=mdx --out-dir=built -j 4 texts/\n"
              "convert --to=wc3-1.26 hero.mdx hero-tft.mdx\n"
              "convert --to=wow-mdx1300 --scale=0.03 hero.mdx hero-wow.mdx\nconvert --to mdl footman.mdx -",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .writes = TRUE,
  .run = run,
};
