/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/report-text.h"
#include "core/check/check.h"
#include "core/schema/loss-lines.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

gboolean
mw_report_leaves_out (const MwReport *report)
{
  return report && report->n[MW_REMARK_UNKNOWN] + report->n[MW_REMARK_COMMENT] > 0;
}

char *
mw_report_summary (const MwReport *report)
{
  if (!report)
    return NULL;
  guint unknown = report->n[MW_REMARK_UNKNOWN], comments = report->n[MW_REMARK_COMMENT],
        warnings = report->n[MW_REMARK_WARNING];
  g_autofree char *statements = mw_ui_count (unknown), *remarks = mw_ui_count (comments), *odd = mw_ui_count (warnings);
  if (unknown && comments) {
    g_autofree char *first = g_strdup_printf (ngettext ("%s statement", "%s statements", unknown), statements);
    g_autofree char *second = g_strdup_printf (ngettext ("%s comment", "%s comments", comments), remarks);
    return g_strdup_printf (_ ("%s and %s in the text are not kept"), first, second);
  }
  if (unknown)
    return g_strdup_printf (
      ngettext ("%s statement in the text is not kept", "%s statements in the text are not kept", unknown), statements);
  if (comments)
    return g_strdup_printf (
      ngettext ("%s comment in the text is not kept", "%s comments in the text are not kept", comments), remarks);
  /* One remark is its own summary: "version 1900 is not known". */
  if (warnings == 1 && report->remarks->len == 1)
    return mw_ui_text (g_array_index (report->remarks, MwRemark, 0).text);
  return warnings ? g_strdup_printf (
           ngettext ("The file was read, with %s remark", "The file was read, with %s remarks", warnings), odd)
                  : NULL;
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const MwRemark *x = *(const MwRemark *const *) a, *y = *(const MwRemark *const *) b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->column == y->column ? 0 : x->column < y->column ? -1 : 1;
}

static const char *
kind_of_many (MwRemarkKind kind)
{
  switch (kind) {
  case MW_REMARK_ERROR:
    return _ ("errors");
  case MW_REMARK_UNKNOWN:
    return _ ("statements that are not kept");
  case MW_REMARK_COMMENT:
    return _ ("comments that are not kept");
  case MW_REMARK_WARNING:
    return _ ("remarks");
  }
  g_assert_not_reached ();
}

char *
mw_report_lines (const MwReport *report, gboolean errors)
{
  GString *lines = g_string_new (NULL);
  g_autoptr (GPtrArray) remarks = g_ptr_array_new ();
  const MwRemark *comment = NULL;
  for (guint i = 0; report && i < report->remarks->len; i++) {
    MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    /* All comments share one line, with the place of the first. */
    gboolean more = remark->kind == MW_REMARK_COMMENT && comment;
    if (remark->kind == MW_REMARK_COMMENT && !more)
      comment = remark;
    if (errors == (remark->kind == MW_REMARK_ERROR) && !more)
      g_ptr_array_add (remarks, remark);
  }
  g_ptr_array_sort (remarks, by_place);
  for (guint i = 0; i < remarks->len; i++) {
    const MwRemark *remark = remarks->pdata[i];
    g_autofree char *text = mw_ui_text (remark->text);
    if (remark->line)
      g_string_append_printf (lines, "%u:%u: ", remark->line, remark->column);
    if (remark == comment) {
      guint n = report->n[MW_REMARK_COMMENT];
      g_autofree char *count = mw_ui_count (n);
      if (n == 1)
        g_string_append_printf (lines, _ ("comment not kept: %s\n"), text);
      else
        g_string_append_printf (lines, _ ("%s comments not kept; the first: %s\n"), count, text);
    } else {
      g_string_append_printf (lines, "%s\n", text);
    }
  }
  for (guint kind = 0; report && kind < MW_N_REMARK_KINDS; kind++)
    if (report->n[kind] > MW_REPORT_KEPT && errors == (kind == MW_REMARK_ERROR) && kind != MW_REMARK_COMMENT) {
      g_autofree char *more = mw_ui_count (report->n[kind] - MW_REPORT_KEPT);
      g_string_append_printf (lines, _ ("and %s more of these: %s\n"), more, kind_of_many ((MwRemarkKind) kind));
    }
  return g_string_free (lines, FALSE);
}

/* --- The question --------------------------------------------------------------------------------------------------- */

void
mw_loss_question_free (MwLossQuestion *question)
{
  if (!question)
    return;
  g_free (question->title);
  g_free (question->heading);
  g_free (question->text);
  g_free (question->list);
  g_ptr_array_unref (question->rows);
  g_free (question->accept);
  g_free (question);
}

static void
add_sentence (GString *text, const char *sentence)
{
  if (text->len)
    g_string_append (text, "\n\n");
  g_string_append (text, sentence);
}

static const char *
heading_of_kind (MwLossKind kind)
{
  switch (kind) {
  case MW_LOSS_GONE:
    return _ ("Lost in %s:\n");
  case MW_LOSS_ROUNDED:
    return _ ("Rounded in %s:\n");
  case MW_LOSS_REORDERED:
    return _ ("Reordered in %s:\n");
  case MW_LOSS_RESTATED:
    return _ ("Stored in another way in %s that means the same:\n");
  }
  g_assert_not_reached ();
}

static void
row_free (gpointer data)
{
  MwLossRow *row = data;
  g_free (row->text);
  g_free (row);
}

char *
mw_report_plain_words (const char *what)
{
  g_autoptr (GString) words = g_string_new (what);
  g_string_replace (words, ".track.keys.value", " keys", 0);
  g_string_replace (words, ".track.keys.in_tan", " in-tangents", 0);
  g_string_replace (words, ".track.keys.out_tan", " out-tangents", 0);
  g_string_replace (words, " that have it", " that have them", 0);
  g_string_replace (words, ".track.", " keys: ", 0);
  g_string_replace (words, ".track", " keys", 0);
  g_string_replace (words, "_", " ", 0);
  g_string_replace (words, "emitters2", "emitters 2", 0);
  g_autofree char *text = mw_ui_text (words->str);
  return mw_ui_capitalized (text);
}

static void
add_rows (MwLossQuestion *question, const GPtrArray *lost)
{
  for (guint i = 0; i < lost->len; i++) {
    const MwLossLine *line = lost->pdata[i];
    MwLossRow *row = g_new0 (MwLossRow, 1);
    g_autofree char *what = mw_report_plain_words (line->what), *why = mw_ui_text (line->why);
    row->kind = line->kind;
    row->n = line->n;
    row->text = *why ? g_strdup_printf (_ ("%s: %s"), what, why) : g_strdup (what);
    g_ptr_array_add (question->rows, row);
  }
}

static void
add_remarks (GString *list, const MwReport *report)
{
  g_autofree char *lines = mw_report_lines (report, FALSE);
  g_string_append (list, lines);
}

char *
mw_report_kind_heading (MwLossKind kind, guint n)
{
  g_autofree char *count = mw_ui_count (n);
  switch (kind) {
  case MW_LOSS_GONE:
    return g_strdup_printf (_ ("Lost (%s)"), count);
  case MW_LOSS_ROUNDED:
    return g_strdup_printf (_ ("Rounded (%s)"), count);
  case MW_LOSS_REORDERED:
    return g_strdup_printf (_ ("In another order (%s)"), count);
  case MW_LOSS_RESTATED:
    return g_strdup_printf (_ ("Stored in another way that means the same (%s)"), count);
  }
  g_assert_not_reached ();
}

void
mw_report_add_losses (GString *list, const MwSave *save)
{
  mw_report_add_lines (list, save->format, save->lost, save->conversion, save->writing);
}

void
mw_report_add_lines (GString *list, MwFormat format, const GPtrArray *lines, const MwReport *conversion,
                     const MwReport *writing)
{
  g_autofree char *title = mw_format_title (format);
  for (guint i = 0; i < lines->len; i++) { /* by kind */
    const MwLossLine *line = lines->pdata[i];
    g_autofree char *plain = mw_loss_line_text (line), *text = mw_ui_text (plain);
    if (i == 0 || ((const MwLossLine *) lines->pdata[i - 1])->kind != line->kind) {
      g_autoptr (GString) heading = g_string_new (heading_of_kind (line->kind));
      g_string_replace (heading, "%s", title, 1);
      g_string_append_printf (list, "%s%s", list->len ? "\n" : "", heading->str);
    }
    g_string_append_printf (list, "%s\n", text);
  }
  if (conversion->n[MW_REMARK_WARNING] > 0)
    add_remarks (list, conversion);
  if (writing->n[MW_REMARK_WARNING] > 0)
    add_remarks (list, writing);
}

static char *
wrong_heading (guint n)
{
  g_autofree char *count = mw_ui_count (n);
  return g_strdup_printf (ngettext ("The model has %s problem because of which a game may not load it",
                                    "The model has %s problems because of which a game may not load it", n),
                          count);
}

/* Adds what clients do not load (MwFinding). `with_count`: the heading of the question is about something else, so the text says how
 * many there are. */
static void
add_wrong (GString *text, GString *list, const GPtrArray *wrong, gboolean with_count)
{
  if (with_count) {
    g_autofree char *heading = wrong_heading (wrong->len), *sentence = g_strconcat (heading, ".", NULL);
    add_sentence (text, sentence);
  }
  add_sentence (text, _ ("This is new since the model was opened or last saved. The model can be saved anyway."));
  if (list->len)
    g_string_append_c (list, '\n');
  g_string_append (list, _ ("A game may not load the model, or may show it wrongly:\n"));
  for (guint i = 0; i < wrong->len; i++) {
    const MwFinding *finding = wrong->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target), *shown = mw_ui_text (path),
                    *message = mw_ui_text (finding->message);
    g_string_append_printf (list, "%s%s%s %s\n", shown, *shown ? ": " : "", gettext (finding->rule->text), message);
  }
}

static void
add_scale (GString *text, double scale)
{
  if (scale == 0 || scale == MW_CONVERT_SCALE_DEFAULT) {
    add_sentence (text, _ ("Sizes stay the same (scale 1.0)."));
    return;
  }
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *sentence = g_strdup_printf (_ ("Lengths, speeds and accelerations are multiplied by %s."),
                                               g_ascii_formatd (number, sizeof number, "%.9g", scale));
  add_sentence (text, sentence);
}

MwLossQuestion *
mw_loss_question (const char *name, const MwSave *save, const MwAcknowledged *acknowledged, gboolean replaces,
                  gboolean again)
{
  MwFormat from = save->from, to = save->format;
  const MwReport *reading = mw_acknowledged_get_reading (acknowledged);
  g_autoptr (GPtrArray) wrong = mw_acknowledged_new_findings (acknowledged, save);
  gboolean other = save->converted || from.text != to.text;
  gboolean asks = other || again || mw_acknowledged_has_new_losses (acknowledged, save);
  guint n = asks ? save->conversion->losses->len + save->writing->losses->len : 0;
  guint n_lost = asks ? mw_report_n_lost (save->conversion) + mw_report_n_lost (save->writing) : 0;
  gboolean left_out = mw_report_leaves_out (reading);
  guint n_taken = save->taken->len, n_wrong = wrong->len;
  if (!other && !left_out && n == 0 && !replaces && n_taken == 0 && n_wrong == 0 && !again)
    return NULL;
  g_autofree char *format = mw_format_title (to), *was = mw_format_title (from);
  g_autofree char *summary = left_out ? mw_report_summary (reading) : NULL, *count = mw_ui_count (n_lost);
  GString *text = g_string_new (NULL), *list = g_string_new (NULL);
  MwLossQuestion *question = g_new0 (MwLossQuestion, 1);
  question->rows = g_ptr_array_new_with_free_func (row_free);
  question->list_says_more = left_out || n_wrong > 0 || n_taken > 0;
  question->title = other ? g_strdup_printf (_ ("Save %s as %s?"), name, format)
                          : g_strdup_printf (_ ("Save %s?"), name);
  if (n_lost > 0)
    question->heading = g_strdup_printf (ngettext ("%s value of the model is not kept exactly in %s",
                                                   "%s values of the model are not kept exactly in %s", n_lost),
                                         count, format);
  else if (left_out)
    question->heading = g_strdup (summary);
  else if (n_wrong > 0)
    question->heading = wrong_heading (n_wrong);
  else if (other || (again && n_taken == 0))
    question->heading = g_strdup_printf (_ ("Nothing is lost in %s"), format);
  else if (n_taken > 0)
    question->heading = g_strdup_printf (
      ngettext ("%u file of another model is in the folder to which this one is saved",
                "%u files of another model are in the folder to which this one is saved", n_taken),
      n_taken);
  else
    question->heading = g_strdup_printf (_ ("%s exists already"), name);
  if (save->converted)
    add_sentence (text, _ ("The new file opens in another tab; this model stays unchanged."));
  if (from.family != to.family)
    add_scale (text, save->scale);
  if (n_lost > 0)
    add_sentence (text, _ ("The file will not contain them. They stay in this window until the model is closed."));
  if (n > 0) {
    add_rows (question, save->lost);
    mw_report_add_losses (list, save);
  }
  if (save->converted && n == 0) {
    add_remarks (list, save->conversion);
    add_remarks (list, save->writing);
  }
  if (left_out) {
    if (n > 0) {
      g_autofree char *sentence = g_strconcat (summary, ".", NULL);
      add_sentence (text, sentence);
    }
    add_sentence (text, _ ("They were left out when the text was opened, and will not be in the new file."));
    g_autofree char *lines = mw_report_lines (reading, FALSE);
    if (list->len)
      g_string_append_c (list, '\n');
    g_string_append_printf (list, _ ("Not kept from the text that was opened:\n%s"), lines);
  }
  if (n_wrong > 0)
    add_wrong (text, list, wrong, n > 0 || left_out);
  if (other && n == 0 && !left_out)
    add_sentence (text, _ ("The format changes, and this tab will show the new file."));
  if (other && save->notes > 0) {
    g_autofree char *many = mw_ui_count (save->notes);
    g_autofree char *sentence = g_strdup_printf (
      ngettext (
        "%s detail of the bytes of the %s file, such as bytes after the end of a name, cannot be stored in text.",
        "%s details of the bytes of the %s file, such as bytes after the end of a name, cannot be stored in text.",
        save->notes),
      many, was);
    add_sentence (text, sentence);
  }
  if (n_taken > 0) {
    add_sentence (
      text,
      _ ("Their names make them part of the model that is saved. Files that the model has itself replace them; the "
         "others become part of the model."));
    if (list->len)
      g_string_append_c (list, '\n');
    for (guint i = 0; i < n_taken; i++) {
      g_autofree char *shown = mw_ui_text (save->taken->pdata[i]);
      g_string_append_printf (list, "%s\n", shown);
    }
  }
  if (replaces && !other && n == 0 && !left_out && n_taken == 0 && n_wrong == 0) {
    add_sentence (text, _ ("Saving replaces its content."));
  } else if (replaces) {
    g_autofree char *sentence = g_strdup_printf (_ ("%s exists already and will be replaced."), name);
    add_sentence (text, sentence);
  }
  question->accept = g_strdup (n > 0 || n_wrong > 0      ? _ ("_Save Anyway")
                               : replaces || n_taken > 0 ? _ ("_Replace")
                                                         : _ ("_Save"));
  question->list_name = n_wrong > 0 && n == 0 && !left_out ? _ ("What is wrong with the model") : _ ("Not in the file");
  question->side_channel = save->side_channel;
  question->offers_side_channel = save->side_channel || save->notes || (to.text && save->writing->losses->len);
  question->text = g_string_free (text, FALSE);
  question->list = g_string_free (list, FALSE);
  return question;
}
