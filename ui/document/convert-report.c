/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/convert-report.h"
#include "core/base/error.h"
#include "core/schema/loss-lines.h"
#include "ui/document/report-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

/* Why it was not converted. Free with g_free(). */
static char *
reason_of (const MwConversion *conversion)
{
  g_autofree char *plain = mw_error_describe (conversion->error, NULL);
  return mw_ui_text (plain);
}

char *
mw_convert_state_text (MwConvertItem *item)
{
  const MwConversion *conversion = mw_convert_item_get (item);
  switch (mw_convert_item_get_state (item)) {
  case MW_CONVERT_WAITING:
    if (conversion->error) {
      g_autofree char *why = reason_of (conversion);
      return g_strdup_printf (_ ("Cannot be converted: %s"), why);
    }
    return g_strdup (mw_convert_item_exists (item) ? _ ("The file exists") : "");
  case MW_CONVERT_SKIPPED:
    return g_strdup (_ ("Skipped: the file exists"));
  case MW_CONVERT_RUNNING:
    return g_strdup (_ ("Converting…"));
  case MW_CONVERT_DONE:
    break;
  }
  if (mw_convert_item_is_cancelled (item))
    return g_strdup (_ ("Cancelled"));
  if (conversion->error) {
    g_autofree char *why = reason_of (conversion);
    return g_strdup_printf (_ ("Failed: %s"), why);
  }
  const guint n = mw_conversion_n_losses (conversion);
  g_autofree char *count = mw_ui_count (n);
  if (conversion->refused)
    return g_strdup_printf (
      ngettext ("Not written: %s value would not be kept", "Not written: %s values would not be kept", n), count);
  if (n)
    return g_strdup_printf (ngettext ("Converted, %s value not kept", "Converted, %s values not kept", n), count);
  return g_strdup (_ ("Converted"));
}

/* --- All files ------------------------------------------------------------------------------------------------------ */

static void
add_sum (GString *text, const char *format, guint n)
{
  if (!n)
    return;
  g_autofree char *count = mw_ui_count (n), *part = mw_ui_fill_in (format, count, NULL);
  g_string_append_printf (text, "%s%s", text->len ? ", " : "", part);
}

char *
mw_convert_sums (GListModel *items)
{
  guint written = 0, lossy = 0, refused = 0, failed = 0, skipped = 0, cancelled = 0;
  const guint n = g_list_model_get_n_items (items);
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (items, i);
    const MwConversion *conversion = mw_convert_item_get (item);
    const MwConvertState state = mw_convert_item_get_state (item);
    written += mw_convert_item_is_written (item);
    lossy += mw_convert_item_is_written (item) && mw_conversion_n_losses (conversion) > 0;
    refused += state == MW_CONVERT_DONE && conversion->refused;
    failed += mw_convert_item_has_failed (item) || (state == MW_CONVERT_WAITING && conversion->error);
    skipped += state == MW_CONVERT_SKIPPED;
    cancelled += mw_convert_item_is_cancelled (item);
  }
  GString *text = g_string_new (NULL);
  g_autofree char *count = mw_ui_count (written);
  g_string_append_printf (text, ngettext ("%s file converted", "%s files converted", written), count);
  add_sum (text, ngettext ("%s of them with losses", "%s of them with losses", lossy), lossy);
  add_sum (text, ngettext ("%s not written", "%s not written", refused), refused);
  add_sum (text, ngettext ("%s skipped", "%s skipped", skipped), skipped);
  add_sum (text, ngettext ("%s failed", "%s failed", failed), failed);
  add_sum (text, ngettext ("%s cancelled", "%s cancelled", cancelled), cancelled);
  return g_string_free (text, FALSE);
}

/* Losses of all files that are alike. */
typedef struct {
  MwLossKind kind;
  const char *subject, *why; /* of the first line, to which they belong */
  guint n, files;
  guint harm;
  gconstpointer last; /* the conversion that was counted last */
} Alike;

static int
by_kind_and_number (gconstpointer a, gconstpointer b)
{
  const Alike *x = *(const Alike *const *) a, *y = *(const Alike *const *) b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->harm != y->harm)
    return x->harm < y->harm ? -1 : 1;
  return x->n == y->n ? strcmp (x->subject, y->subject) : x->n > y->n ? -1 : 1;
}

/* Reasons that differ only after a colon are alike. */
static int
clause_length (const char *why)
{
  return (int) strcspn (why, ":");
}

/* Alike of all files that were written or would have been, sorted. Free with g_ptr_array_unref(). */
static GPtrArray *
alike_of (GListModel *items)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint n = g_list_model_get_n_items (items);
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (items, i);
    const MwConversion *conversion = mw_convert_item_get (item);
    if (mw_convert_item_get_state (item) != MW_CONVERT_DONE || conversion->error || !conversion->lines)
      continue;
    for (guint k = 0; k < conversion->lines->len; k++) {
      const MwLossLine *line = conversion->lines->pdata[k];
      char *key = g_strdup_printf ("%d %s %.*s", line->kind, line->subject, clause_length (line->why), line->why);
      Alike *alike = g_hash_table_lookup (by_key, key);
      if (alike) {
        g_free (key);
      } else {
        alike = g_new0 (Alike, 1);
        alike->kind = line->kind;
        alike->subject = line->subject;
        alike->why = line->why;
        alike->harm = line->harm;
        g_ptr_array_add (all, alike);
        g_hash_table_insert (by_key, key, alike);
      }
      alike->n += line->n;
      alike->files += alike->last != conversion;
      alike->last = conversion;
    }
  }
  g_ptr_array_sort (all, by_kind_and_number);
  return all;
}

static void
add_alike (GString *text, const Alike *alike)
{
  g_autofree char *what = mw_report_plain_words (alike->subject),
                  *why = g_strndup (alike->why, (gsize) clause_length (alike->why)), *reason = mw_ui_text (why),
                  *count = mw_ui_count (alike->n), *files = mw_ui_count (alike->files),
                  *where = g_strdup_printf (ngettext ("%s in %s file", "%s in %s files", alike->files), count, files);
  g_string_append_printf (text, "  %s%s%s  (%s)\n", what, *reason ? ": " : "", reason, where);
}

static void
add_losses (GString *text, GListModel *items)
{
  g_autoptr (GPtrArray) all = alike_of (items);
  for (guint i = 0; i < all->len; i++) {
    const Alike *alike = all->pdata[i];
    if (i == 0 || ((const Alike *) all->pdata[i - 1])->kind != alike->kind) {
      guint n = 0;
      for (guint k = i; k < all->len && ((const Alike *) all->pdata[k])->kind == alike->kind; k++)
        n += ((const Alike *) all->pdata[k])->n;
      g_autofree char *heading = mw_report_kind_heading (alike->kind, n);
      g_string_append_printf (text, "\n%s\n", heading);
    }
    add_alike (text, alike);
  }
}

static void
add_not_converted (GString *text, GListModel *items)
{
  const guint n = g_list_model_get_n_items (items);
  const gsize begin = text->len;
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (items, i);
    if (mw_convert_item_is_written (item) || mw_convert_item_get_state (item) == MW_CONVERT_RUNNING)
      continue;
    g_autofree char *state = mw_convert_state_text (item);
    if (text->len == begin)
      g_string_append_printf (text, "\n%s\n", _ ("Not converted"));
    g_string_append_printf (text, "  %s: %s\n", mw_convert_item_get_name (item), state);
  }
}

char *
mw_convert_summary (GListModel *items)
{
  g_autofree char *sums = mw_convert_sums (items);
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%s\n", sums);
  add_losses (text, items);
  add_not_converted (text, items);
  return g_string_free (text, FALSE);
}

/* --- One file ------------------------------------------------------------------------------------------------------- */

static void
add_result (GString *text, const MwConversion *conversion)
{
  if (mw_report_leaves_out (conversion->read) || conversion->read->n[MW_REMARK_WARNING]) {
    g_autofree char *summary = mw_report_summary (conversion->read), *lines = mw_report_lines (conversion->read, FALSE);
    g_string_append_printf (text, "\n%s:\n%s", summary, lines);
  }
  if (!conversion->lines)
    return;
  g_autoptr (GString) losses = g_string_new (NULL);
  mw_report_add_lines (losses, conversion->target, conversion->lines, conversion->converted, conversion->written);
  if (losses->len)
    g_string_append_printf (text, "\n%s", losses->str);
}

char *
mw_convert_report (MwConvertItem *item)
{
  const MwConversion *conversion = mw_convert_item_get (item);
  g_autofree char *state = mw_convert_state_text (item), *in = g_filename_display_name (conversion->in),
                  *out = g_filename_display_name (conversion->out ? conversion->out : "");
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%s\n%s%s\n", in, *out ? "→ " : "", out);
  if (mw_convert_item_get_state (item) == MW_CONVERT_RUNNING) /* its results belong to the worker */
    return g_string_free (text, FALSE);
  if (conversion->source.version && conversion->target.version) {
    g_autofree char *source = mw_format_title (conversion->source), *target = mw_format_title (conversion->target);
    g_string_append_printf (text, "%s → %s\n", source, target);
  }
  if (mw_convert_item_is_written (item)) {
    g_autofree char *name = g_path_get_basename (conversion->out), *shown = mw_ui_text (name),
                    *size = mw_ui_count (conversion->size);
    g_string_append_printf (text, _ ("Saved and verified as %s, %s bytes"), shown, size);
    g_string_append_c (text, '\n');
  } else if (*state) {
    g_string_append_printf (text, "%s\n", state);
  }
  if (conversion->unread && conversion->read->n[MW_REMARK_ERROR]) {
    g_autofree char *errors = mw_report_lines (conversion->read, TRUE);
    g_string_append (text, errors);
  }
  if (mw_convert_item_get_state (item) == MW_CONVERT_DONE)
    add_result (text, conversion);
  return g_string_free (text, FALSE);
}

char *
mw_convert_whole_report (GListModel *items)
{
  g_autofree char *summary = mw_convert_summary (items);
  GString *text = g_string_new (summary);
  const guint n = g_list_model_get_n_items (items);
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (items, i);
    g_autofree char *report = mw_convert_report (item);
    g_string_append_printf (text, "\n%s", report);
  }
  return g_string_free (text, FALSE);
}
