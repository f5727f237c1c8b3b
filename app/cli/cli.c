/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "core/vfs/archive.h"
#include "core/vfs/places.h"
#include "core/check/fix.h"
#include "core/base/last-words.h"
#include "core/check/new-findings.h"
#include "core/convert/targets.h"
#include "core/schema/loss-lines.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MW_CLI_VERB(name) &mw_verb_##name,
const MwCliVerb *const mw_cli_verbs[] = {
#include "app/cli/verbs.h"
  NULL
};
#undef MW_CLI_VERB

/* --- Output --------------------------------------------------------------------------------------------------------- */

static const char *const colors_known[][2] = {
  { "0", "\033[0m" }, { "1", "\033[1m" }, { "31", "\033[31m" }, { "32", "\033[32m" }, { "33", "\033[33m" }
};

/* The length of the colour escape sequence at `text`; 0 if it is none of ours. */
static gsize
color_length (const char *text, gsize size)
{
  for (guint i = 0; i < G_N_ELEMENTS (colors_known); i++) {
    gsize n = strlen (colors_known[i][1]);
    if (n <= size && memcmp (text, colors_known[i][1], n) == 0)
      return n;
  }
  return 0;
}

void
mw_cli_code (MwCli *cli, MwExit code)
{
  cli->code = MAX (cli->code, code);
}

static void
clear_progress (MwCli *cli)
{
  if (cli->progress)
    fprintf (stderr, "\r%*s\r", (int) cli->progress, "");
  cli->progress = 0;
}

/* Text of a model must not control a terminal. Control characters become \xNN, and so do bytes that are not UTF-8, which some
 * terminals take for control characters. Line feeds, tabs and (with `colors`) our own colours stay. */
static char *
for_terminal (const char *text, gsize size, gboolean colors, gsize *length)
{
  GString *out = g_string_sized_new (size);
  const char *end = text + size;
  while (text < end) {
    gunichar c = g_utf8_get_char_validated (text, end - text);
    gsize n = c < 0x110000 ? (gsize) (g_utf8_next_char (text) - text) : 1;
    gsize color = colors && c == 0x1B ? color_length (text, (gsize) (end - text)) : 0;
    n = MAX (n, color);
    if (color || c == '\n' || c == '\t' || (c < 0x110000 && !g_unichar_iscntrl (c)))
      g_string_append_len (out, text, (gssize) n);
    else
      for (gsize i = 0; i < n; i++)
        g_string_append_printf (out, "\\x%02x", (guchar) text[i]);
    text += n;
  }
  *length = out->len;
  return g_string_free (out, FALSE);
}

/* Text that is kept until it can be printed. */
typedef struct {
  gboolean message; /* for standard error */
  gsize length;
  char *text;
} Held;

static void
held_free (gpointer data)
{
  Held *held = data;
  g_free (held->text);
  g_free (held);
}

/* Takes ownership of `text`. */
static void
hold (MwCli *cli, gboolean message, char *text, gsize length)
{
  Held *held = g_new (Held, 1);
  *held = (Held) { message, length, text };
  g_ptr_array_add (cli->held, held);
}

void
mw_cli_hold (const MwCli *cli, MwCli *own)
{
  *own = *cli;
  own->code = MW_EXIT_OK;
  own->out = g_string_new (NULL);
  own->held = g_ptr_array_new_with_free_func (held_free);
  own->progress = 0;
  own->remarks = own->findings = NULL;
  own->left = NULL;
}

void
mw_cli_release (MwCli *cli, MwCli *own)
{
  mw_cli_flush (own);
  for (guint i = 0; i < own->held->len; i++) {
    const Held *held = own->held->pdata[i];
    if (held->message)
      mw_cli_say (cli, "%s", held->text);
    else
      mw_cli_write (cli, held->text, held->length);
  }
  mw_cli_code (cli, own->code);
  g_ptr_array_unref (own->held);
  g_string_free (own->out, TRUE);
  g_clear_pointer (&own->remarks, mw_json_free);
  g_clear_pointer (&own->findings, mw_json_free);
  g_clear_pointer (&own->left, g_ptr_array_unref);
}

void
mw_cli_flush (MwCli *cli)
{
  if (cli->held) {
    if (cli->out->len)
      hold (cli, FALSE, g_strndup (cli->out->str, cli->out->len), cli->out->len);
    g_string_truncate (cli->out, 0);
    return;
  }
  if (cli->terminal && cli->out->len) {
    gsize length;
    g_autofree char *text = for_terminal (cli->out->str, cli->out->len, cli->color, &length);
    g_string_truncate (cli->out, 0);
    g_string_append_len (cli->out, text, (gssize) length);
    clear_progress (cli);
  }
  if (!cli->broken && (fwrite (cli->out->str, 1, cli->out->len, stdout) != cli->out->len || fflush (stdout) != 0)) {
    int why = errno;
    cli->broken = TRUE;
    mw_cli_code (cli, MW_EXIT_OUTPUT);
    /* A reader that closes the pipe early (head) is not reported. */
    if (why != EPIPE)
      mw_cli_say (cli, "standard output: %s", g_strerror (why));
  }
  g_string_truncate (cli->out, 0);
}

void
mw_cli_write (MwCli *cli, const void *bytes, gsize n)
{
  g_string_append_len (cli->out, bytes, (gssize) n);
  if (cli->out->len >= 1 << 16)
    mw_cli_flush (cli);
}

void
mw_cli_print (MwCli *cli, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_string_append_vprintf (cli->out, format, args);
  va_end (args);
  if (cli->out->len >= 1 << 16)
    mw_cli_flush (cli);
}

void
mw_cli_say (MwCli *cli, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  if (cli->held) {
    mw_cli_flush (cli); /* keeps both outputs in order */
    hold (cli, TRUE, g_steal_pointer (&message), 0);
    return;
  }
  if (!cli->broken)
    mw_cli_flush (cli); /* keeps both outputs in order on a terminal */
  clear_progress (cli);
  if (isatty (STDERR_FILENO)) {
    gsize length;
    g_autofree char *shown = for_terminal (message, strlen (message), FALSE, &length);
    fprintf (stderr, "mwright: %s\n", shown);
  } else {
    fprintf (stderr, "mwright: %s\n", message);
  }
}

/* The estimated time left, as text for the progress line; "" in the first second and before the first file is done. */
static char *
time_left (gint64 since, guint done, guint n)
{
  gint64 passed = g_get_monotonic_time () - since;
  if (done == 0 || passed < G_TIME_SPAN_SECOND)
    return g_strdup ("");
  gint64 seconds = (passed * (n - done) / done + G_TIME_SPAN_SECOND - 1) / G_TIME_SPAN_SECOND;
  return seconds < 60 ? g_strdup_printf (", %d s left", (int) seconds)
                      : g_strdup_printf (", %d:%02d min left", (int) (seconds / 60), (int) (seconds % 60));
}

/* Replaces the progress line by "PREFIX  FILE". */
static void
show_progress (MwCli *cli, const char *prefix, const char *file)
{
  enum { MAX_NAME = 48 }; /* characters */
  cli->progress_shown = g_get_monotonic_time ();
  if (cli->terminal)
    mw_cli_flush (cli); /* the output so far appears above the line */
  clear_progress (cli);
  gsize length;
  g_autofree char *name = g_path_get_basename (file), *shown = for_terminal (name, strlen (name), FALSE, &length);
  g_autofree char *start = g_utf8_substring (shown, 0, MIN (g_utf8_strlen (shown, -1), MAX_NAME));
  g_autofree char *line = g_strdup_printf ("%s  %s", prefix, start);
  fputs (line, stderr);
  cli->progress = (guint) g_utf8_strlen (line, -1);
  fflush (stderr);
}

enum { PAUSE = 100000 }; /* µs between two lines, because terminals are slow */

void
mw_cli_progress (MwCli *cli, guint i, guint n, const char *file)
{
  gint64 now = g_get_monotonic_time ();
  if (n < 2 || cli->quiet || !isatty (STDERR_FILENO))
    return;
  if (i == n) {
    clear_progress (cli);
    return;
  }
  if (i == 0)
    cli->progress_since = now;
  else if (now - cli->progress_shown < PAUSE)
    return;
  g_autofree char *left = time_left (cli->progress_since, i, n), *prefix = g_strdup_printf ("%u/%u%s", i + 1, n, left);
  show_progress (cli, prefix, file);
}

void
mw_cli_progress_of (MwCli *cli, const char *file, double fraction)
{
  enum { DELAY = 500000 }; /* µs before the first line, so that short work shows none */
  gint64 now = g_get_monotonic_time ();
  /* A worker thread shows no progress of its own: mw_cli_progress() counts the files of all threads. */
  if (cli->held || cli->quiet || !isatty (STDERR_FILENO))
    return;
  if (fraction < 0)
    cli->progress_since = now;
  else if (fraction >= 1)
    clear_progress (cli);
  else if (now - cli->progress_since > DELAY && now - cli->progress_shown > PAUSE) {
    g_autofree char *prefix = g_strdup_printf ("%d %%", (int) (fraction * 100));
    show_progress (cli, prefix, file);
  }
}

const char *
mw_cli_color (const MwCli *cli, const char *code)
{
  for (guint i = 0; cli->color && i < G_N_ELEMENTS (colors_known); i++)
    if (strcmp (colors_known[i][0], code) == 0)
      return colors_known[i][1];
  return "";
}

/* Names the option that gets around an error, for the end of its message; "" if there is none. It is added here because the
 * core does not know the options. */
static const char *
hint_for (const GError *error)
{
  /* "version" is the format of the file and cannot be set like a value. */
  if (g_error_matches (error, MW_ERROR, MW_ERROR_REFUSED) && g_strcmp0 (mw_error_path (error), "version") == 0)
    return "; mwright convert --to=VERSION makes a model of another version";
  return g_error_matches (error, MW_ERROR, MW_ERROR_EXISTS)    ? "; -f overwrites it"
         : g_error_matches (error, MW_ERROR, MW_ERROR_CHANGED) ? "; -f overwrites it anyway"
         : g_error_matches (error, MW_ERROR, MW_ERROR_ENDLESS) ? "; --max-size=SIZE reads more"
                                                               : "";
}

void
mw_cli_json_error (MwJson *json, const char *file, const char *output, const GError *error)
{
  const char *path = mw_error_path (error);
  g_autofree char *message = g_strconcat (error->message, hint_for (error), NULL);
  mw_json_begin_object (json, "error");
  mw_json_string (json, "kind", mw_error_kind (error));
  mw_json_string (json, "message", message);
  if (mw_error_offset (error) >= 0)
    mw_json_int (json, "offset", mw_error_offset (error));
  if (mw_error_line (error))
    mw_json_uint (json, "line", mw_error_line (error));
  if (mw_error_column (error))
    mw_json_uint (json, "column", mw_error_column (error));
  /* The path of an error is a path in the model or, for file errors, that of a file such as a companion. */
  gboolean of_disk = g_error_matches (error, MW_ERROR, MW_ERROR_IO)
                     || g_error_matches (error, MW_ERROR, MW_ERROR_EXISTS)
                     || g_error_matches (error, MW_ERROR, MW_ERROR_ENDLESS);
  if (path && g_strcmp0 (path, file) != 0 && g_strcmp0 (path, output) != 0)
    mw_json_string (json, of_disk ? "file" : "path", path);
  mw_json_end_object (json);
}

/* Closes and writes an array that was collected for the current object, if there is one. */
static void
write_array (MwCli *cli, MwJson **open)
{
  if (!*open)
    return;
  mw_json_end_array (*open);
  mw_cli_print (cli, ", ");
  mw_cli_write (cli, mw_json_text (*open), strlen (mw_json_text (*open)));
  g_clear_pointer (open, mw_json_free);
}

void
mw_cli_object (MwCli *cli, const char *file, gboolean ok, const MwJson *body)
{
  g_autoptr (MwJson) head = mw_json_new ();
  g_autofree char *schema = g_strdup_printf ("mwright.%s/1", cli->verb ? cli->verb->name : "error");
  mw_json_string (head, "schema", schema);
  if (file)
    mw_json_string (head, "file", file);
  mw_json_bool (head, "ok", ok);
  const char *rest = body ? mw_json_text (body) : "";
  mw_cli_print (cli, "{%s%s", mw_json_text (head), *rest ? ", " : "");
  mw_cli_write (cli, rest, strlen (rest));
  write_array (cli, &cli->findings);
  write_array (cli, &cli->remarks);
  mw_cli_print (cli, "}\n");
}

/* Prints an error of a file (NULL: of no file). `line_of_file`: the error's line number is a line of that file. */
static void
say_error (MwCli *cli, const char *file, const GError *error, gboolean line_of_file)
{
  gboolean own_path = file && g_strcmp0 (mw_error_path (error), file) == 0;
  gboolean whole = line_of_file && mw_error_line (error);
  /* Otherwise a line number belongs to a script or list, which the message names. */
  g_autofree char *text = whole                           ? mw_error_describe (error, file)
                          : file && mw_error_line (error) ? g_strdup_printf ("%s: %s", file, error->message)
                                                          : mw_error_describe (error, own_path ? NULL : file);
  mw_cli_say (cli, "%s%s", text, hint_for (error));
}

static void
json_failure (MwCli *cli, const char *file, const char *output, const GError *error)
{
  if (!cli->json)
    return;
  g_autoptr (MwJson) body = mw_json_new ();
  if (output)
    mw_json_string (body, "output", output);
  mw_cli_json_error (body, file, output, error);
  mw_cli_object (cli, file, FALSE, body);
}

void
mw_cli_fail (MwCli *cli, const char *file, const GError *error, MwExit code)
{
  mw_cli_code (cli, code);
  say_error (cli, file, error, FALSE);
  json_failure (cli, file, NULL, error);
}

void
mw_cli_fail_output (MwCli *cli, const char *file, const char *output, const GError *error, MwExit code)
{
  gboolean of_output = g_error_matches (error, MW_ERROR, MW_ERROR_IO)
                       || g_error_matches (error, MW_ERROR, MW_ERROR_EXISTS)
                       || g_strcmp0 (mw_error_path (error), output) == 0;
  mw_cli_code (cli, code);
  say_error (cli, of_output && output ? output : file, error, FALSE);
  json_failure (cli, file, output, error);
}

void
mw_cli_fail_in_text (MwCli *cli, const char *file, const GError *error, const MwReport *report, MwExit code)
{
  mw_cli_code (cli, code);
  say_error (cli, file, error, TRUE);
  if (report)
    mw_cli_report_remarks (cli, file, report);
  json_failure (cli, file, NULL, error);
}

static MwJson *
open_remarks (MwCli *cli)
{
  if (!cli->remarks) {
    cli->remarks = mw_json_new ();
    mw_json_begin_array (cli->remarks, "remarks");
  }
  return cli->remarks;
}

/* Prints one line for all lost comments, with the place of the first. With --verbose each has a line of its own instead. */
static void
report_comments (MwCli *cli, const char *file, const MwReport *report)
{
  guint n = report->n[MW_REMARK_COMMENT];
  for (guint i = 0; i < report->remarks->len && n && !cli->quiet; i++) {
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    if (remark->kind != MW_REMARK_COMMENT)
      continue;
    if (n == 1)
      mw_cli_say (cli, "%s:%u:%u: comment not kept: %s", file, remark->line, remark->column, remark->text);
    else
      mw_cli_say (cli, "%s:%u:%u: %u comments not kept; the first: %s", file, remark->line, remark->column, n,
                  remark->text);
    return;
  }
}

void
mw_cli_report_remarks (MwCli *cli, const char *file, const MwReport *report)
{
  static const char *const words[] = { "", "", "comment not kept: ", "" };
  G_STATIC_ASSERT (G_N_ELEMENTS (words) == MW_N_REMARK_KINDS);
  gboolean first_error = TRUE;
  if (!cli->verbose)
    report_comments (cli, file, report);
  for (guint i = 0; i < report->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    g_autofree char *place = remark->line ? g_strdup_printf ("%u:%u: ", remark->line, remark->column) : g_strdup ("");
    /* The first error is also the GError of the reader, which the caller has printed. */
    gboolean skip = (remark->kind == MW_REMARK_ERROR && first_error)
                    || (remark->kind == MW_REMARK_COMMENT && !cli->verbose);
    first_error &= remark->kind != MW_REMARK_ERROR;
    if (!skip && (!cli->quiet || remark->kind == MW_REMARK_ERROR))
      mw_cli_say (cli, "%s:%s%s%s%s", file, *place ? "" : " ", place, words[remark->kind], remark->text);
    if (!cli->json)
      continue;
    MwJson *json = open_remarks (cli);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "file", file);
    mw_json_string (json, "kind", mw_remark_kind_name (remark->kind));
    if (remark->line) {
      mw_json_uint (json, "line", remark->line);
      mw_json_uint (json, "column", remark->column);
    }
    mw_json_string (json, "text", remark->text);
    mw_json_end_object (json);
  }
  for (guint kind = 0; kind < MW_N_REMARK_KINDS; kind++)
    if (report->n[kind] > MW_REPORT_KEPT && !cli->quiet && (kind != MW_REMARK_COMMENT || cli->verbose))
      mw_cli_say (cli, "%s: %u more of these: %s", file, report->n[kind] - MW_REPORT_KEPT,
                  mw_remark_kind_name ((MwRemarkKind) kind));
}

static void
say_each_loss (MwCli *cli, const char *file, const MwReport *report, MwLossKind kind)
{
  for (guint i = 0; report && i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    if (loss->kind == kind)
      mw_cli_say (cli, "%s: %s: %s (%s)", file, mw_loss_kind_label (kind), loss->path, loss->why);
  }
}

void
mw_cli_say_losses (MwCli *cli, const char *file, const GPtrArray *lines, const MwReport *first, const MwReport *second)
{
  if (cli->quiet || !lines->len)
    return;
  if (lines->len > 1) {
    g_autofree char *summary = mw_loss_lines_summary (lines);
    mw_cli_say (cli, "%s: %s", file, summary);
  }
  for (guint kind = 0; cli->verbose && kind < MW_N_LOSS_KINDS; kind++) {
    say_each_loss (cli, file, first, (MwLossKind) kind);
    say_each_loss (cli, file, second, (MwLossKind) kind);
  }
  for (guint i = 0; !cli->verbose && i < lines->len; i++) {
    const MwLossLine *line = lines->pdata[i];
    g_autofree char *text = mw_loss_line_text (line);
    mw_cli_say (cli, "%s: %s: %s", file, mw_loss_kind_label (line->kind), text);
  }
}

void
mw_cli_report_losses (MwCli *cli, const char *file, const MwReport *report, const GPtrArray *lines)
{
  mw_cli_say_losses (cli, file, lines, report, NULL);
  for (guint i = 0; cli->json && i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    MwJson *json = open_remarks (cli);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "file", file);
    mw_json_string (json, "kind", mw_loss_kind_name (loss->kind));
    mw_json_string (json, "path", loss->path);
    mw_json_string (json, "text", loss->why);
    mw_json_end_object (json);
  }
}

void
mw_cli_json_format (MwJson *json, const char *key, MwFormat format)
{
  g_autofree char *label = mw_target_title (format);
  mw_json_begin_object (json, key);
  mw_json_string (json, "format", format.family == MW_FAMILY_M2 ? "m2" : format.text ? "mdl" : "mdx");
  mw_json_string (json, "family", format.family == MW_FAMILY_MDX ? "Warcraft3" : "WorldOfWarcraft");
  mw_json_uint (json, "version", format.version);
  mw_json_string (json, "label", label);
  mw_json_end_object (json);
}

void
mw_cli_json_finding (MwJson *json, const MwFinding *finding)
{
  g_autofree char *path = mw_target_path (&finding->target), *fix = mw_finding_fix (finding);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "rule", finding->rule->id);
  mw_json_string (json, "severity", mw_severity_name (finding->rule->severity));
  mw_json_string (json, "path", path);
  mw_json_string (json, "message", finding->message);
  if (fix)
    mw_json_string (json, "fix", fix);
  mw_json_end_object (json);
}

void
mw_cli_report_findings (MwCli *cli, const char *file, const MwFileSet *was, const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) findings = mw_findings_since (was, model, format);
  if (cli->json && !cli->findings) {
    cli->findings = mw_json_new ();
    mw_json_begin_array (cli->findings, "findings");
  }
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    if (!cli->quiet || finding->rule->severity == MW_SEVERITY_ERROR)
      mw_cli_say (cli, "%s: %s: %s: %s %s [%s]", file, mw_severity_name (finding->rule->severity),
                  *path ? path : "(model)", finding->rule->text, finding->message, finding->rule->id);
    if (cli->json)
      mw_cli_json_finding (cli->findings, finding);
  }
}

void
mw_cli_usage (MwCli *cli, const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_set_error (&error, MW_ERROR_USAGE, -1, NULL, "%s", message);
  mw_cli_fail (cli, NULL, error, MW_EXIT_USAGE);
}

/* --- Input ---------------------------------------------------------------------------------------------------------- */

/* The largest file of an archive that is read whole. Those of the games are smaller. */
#define MOST_BYTES_OF_ARCHIVE ((gsize) 256 * 1024 * 1024)

GBytes *
mw_cli_bytes (const char *file, GError **error)
{
  g_autofree char *archive = NULL, *name = NULL;
  if (strcmp (file, "-") == 0)
    return mw_file_read_standard_input (error);
  return mw_archive_split (file, &archive, &name) ? mw_places_read_address (file, MOST_BYTES_OF_ARCHIVE, error)
                                                  : mw_file_read (file, NULL, error);
}

MwFileSet *
mw_cli_set (const char *file, GError **error)
{
  if (strcmp (file, "-") != 0)
    return mw_io_load (file, NULL, error);
  g_autoptr (GBytes) bytes = mw_file_read_standard_input (error);
  if (!bytes)
    return NULL;
  return mw_file_set_of_bytes (bytes);
}

MwModel *
mw_cli_load (MwCli *cli, const char *file, MwFormat *format, MwFileSet **set)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) read = mw_cli_set (file, &error);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = read ? mw_io_read (read, format, &(MwIoOptions) { .report = report }, &error) : NULL;
  if (!model)
    mw_cli_fail_in_text (cli, file, error, report, MW_EXIT_INPUT);
  else
    mw_cli_report_remarks (cli, file, report);
  if (model && set)
    *set = g_steal_pointer (&read);
  return model;
}

GPtrArray *
mw_cli_expand (MwCli *cli, const char *const *names)
{
  g_autoptr (GPtrArray) unread = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  GPtrArray *files = mw_files_expand (names, unread);
  for (guint i = 0; i < unread->len; i++)
    mw_cli_fail (cli, mw_error_path (unread->pdata[i]), unread->pdata[i], MW_EXIT_INPUT);
  return files;
}

char *
mw_cli_relative (const char *argument, const char *file)
{
  g_autofree char *archive = NULL, *name = NULL;
  if (mw_archive_split (file, &archive, &name))
    return g_path_get_basename (g_strdelimit (name, "\\", '/'));
  if (!g_file_test (argument, G_FILE_TEST_IS_DIR) || !g_str_has_prefix (file, argument))
    return g_path_get_basename (file);
  const char *relative = file + strlen (argument);
  while (*relative == G_DIR_SEPARATOR)
    relative++;
  return g_strdup (relative);
}

GPtrArray *
mw_cli_files (MwCli *cli)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < cli->args->len; i++)
    g_ptr_array_add (names, cli->args->pdata[i]);
  g_ptr_array_add (names, NULL);
  GPtrArray *files = mw_cli_expand (cli, (const char *const *) names->pdata);
  if (files->len == 0 && cli->code == MW_EXIT_OK)
    mw_cli_say_empty (cli);
  return files;
}

void
mw_cli_say_empty (MwCli *cli)
{
  mw_cli_say (cli, "no model files (.mdx, .mdl, .m2) found");
}

/* --- Main ----------------------------------------------------------------------------------------------------------- */

static const MwCliVerb *
find_verb (const char *name)
{
  for (guint i = 0; mw_cli_verbs[i]; i++)
    if (strcmp (mw_cli_verbs[i]->name, name) == 0)
      return mw_cli_verbs[i];
  return NULL;
}

static void
unknown_verb (MwCli *cli, const char *word)
{
  const char *names[G_N_ELEMENTS (mw_cli_verbs)];
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = mw_cli_verbs[i] ? mw_cli_verbs[i]->name : NULL;
  g_autofree char *nearest = mw_cli_nearest (word, names);
  mw_cli_usage (cli, "there is no verb \"%s\"%s (mwright --help lists them)", word, nearest);
}

static guint
most_of (const MwCliVerb *verb)
{
  return verb->most || !verb->least ? verb->most : G_MAXUINT;
}

/* Applies --max-size: a number of bytes, or of KiB, MiB or GiB with the suffix K, M or G. */
static gboolean
take_max_size (MwCli *cli, GError **error)
{
  const char *text = mw_cli_option (cli, "max-size"), *end = NULL;
  if (!text)
    return TRUE;
  guint64 n = g_ascii_isdigit (*text) ? g_ascii_strtoull (text, (char **) &end, 10) : 0;
  guint shift = !end                         ? 0
                : *end == 'K' || *end == 'k' ? 10
                : *end == 'M' || *end == 'm' ? 20
                : *end == 'G' || *end == 'g' ? 30
                                             : 0;
  if (n == 0 || n > G_MAXUINT64 >> shift || n << shift > (guint64) 4 << 30 || end[shift != 0]) {
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL,
                  "--max-size needs a number of bytes from 1 to 4G, such as 500000, 64M or 1G; found \"%s\"", text);
    return FALSE;
  }
  mw_file_set_stream_limit (n << shift);
  return TRUE;
}

static void
run_verb (MwCli *cli, const char *const *args)
{
  const MwCliVerb *verb = cli->verb;
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  if (!mw_cli_parse (cli, args, &help, &error)) {
    /* Parsing stopped at the error, but a --json after it applies too. */
    cli->json |= g_strv_contains (args, "--json") || g_strv_contains (args, "-j");
    mw_cli_fail (cli, NULL, error, MW_EXIT_USAGE);
  } else if (help && verb->help_on && cli->args->len) {
    verb->help_on (cli);
  } else if (help) {
    mw_cli_help (cli);
  } else if (cli->args->len < verb->least || cli->args->len > most_of (verb)) {
    mw_cli_usage (cli, "usage: mwright %s%s%s", verb->name, *verb->arguments ? " " : "", verb->arguments);
  } else if (!take_max_size (cli, &error)) {
    mw_cli_fail (cli, NULL, error, MW_EXIT_USAGE);
  } else {
    verb->run (cli);
  }
}

/* The verb is the first word that is not an option; common options may come before it. */
static void
run (MwCli *cli, char **argv)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  const char *verb = NULL;
  for (guint i = 1; argv[i]; i++) {
    if (!verb && (argv[i][0] != '-' || !argv[i][1]))
      verb = argv[i];
    else
      g_ptr_array_add (args, argv[i]);
  }
  g_ptr_array_add (args, NULL);
  const char *const *rest = (const char *const *) args->pdata;
  cli->json = g_strv_contains (rest, "--json") || g_strv_contains (rest, "-j");
  if (!verb && g_strv_contains (rest, "--version")) {
    mw_cli_print (cli, "mwright %s\n", MW_VERSION);
  } else if (!verb && (g_strv_contains (rest, "--help") || g_strv_contains (rest, "-h"))) {
    mw_cli_help (cli);
  } else if (!verb) {
    mw_cli_usage (cli, "no verb given (mwright --help lists them)");
  } else if (strcmp (verb, "help") == 0) {
    cli->verb = rest[0] ? find_verb (rest[0]) : NULL;
    if (rest[0] && !cli->verb)
      unknown_verb (cli, rest[0]);
    else
      mw_cli_help (cli);
  } else {
    cli->verb = find_verb (verb);
    if (!cli->verb) {
      unknown_verb (cli, verb);
      return;
    }
    cli->json = FALSE;
    run_verb (cli, rest);
  }
}

int
mw_cli_main (int argc, char **argv)
{
  mw_last_words_init ("mwright");
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  mw_interrupt_init ();
  MwCli cli = { .args = g_ptr_array_new_with_free_func (g_free),
                .given = g_ptr_array_new (),
                .out = g_string_new (NULL) };
  const char *no_color = g_getenv ("NO_COLOR"), *term = g_getenv ("TERM");
  cli.terminal = isatty (STDOUT_FILENO);
  cli.color = cli.terminal && !(no_color && *no_color) && term && strcmp (term, "dumb") != 0;
  run (&cli, argv);
  mw_cli_flush (&cli);
  clear_progress (&cli);
  g_ptr_array_unref (cli.args);
  g_ptr_array_unref (cli.given);
  g_string_free (cli.out, TRUE);
  g_clear_pointer (&cli.remarks, mw_json_free);
  g_clear_pointer (&cli.left, g_ptr_array_unref);
  g_clear_pointer (&cli.findings, mw_json_free);
  return (int) cli.code;
}
