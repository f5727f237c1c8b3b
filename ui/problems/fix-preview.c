/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/fix-preview.h"
#include "core/edit/adopt.h"
#include "core/edit/operations/repairs.h"
#include "core/edit/progress.h"
#include "ui/document/compare-rows.h"
#include "ui/i18n.h"

typedef struct {
  MwModel *before;
  MwDocument *copy;
  GStrv fixes;
  MwId record; /* whose changes come first; 0: no matter */
  const MwField *field;
  guint most; /* lines */
} Preview;

static void
preview_clear (Preview *preview)
{
  g_clear_pointer (&preview->before, mw_model_free);
  g_clear_object (&preview->copy);
  g_clear_pointer (&preview->fixes, g_strfreev);
}

static void
preview_free (gpointer data)
{
  preview_clear (data);
  g_free (data);
}

static void
add_line (GString *text, MwCompareRow *row)
{
  const char *field = mw_compare_row_get (row, MW_COMPARE_FIELD);
  g_string_append_printf (text, "%s%s%s%s: %s → %s", text->len ? "\n" : "",
                          mw_compare_row_get (row, MW_COMPARE_ELEMENT), *field ? " · " : "", field,
                          mw_compare_row_get (row, MW_COMPARE_DISK), mw_compare_row_get (row, MW_COMPARE_HERE));
}

/* 0 for what the problem is about, and more for what only follows from its repair. */
static guint
distance_of (const Preview *preview, MwCompareRow *row)
{
  if (!preview->record || mw_compare_row_is_at (row, preview->record, preview->field))
    return 0;
  return mw_compare_row_is_at (row, preview->record, NULL) ? 1 : 2;
}

/* Adds the lines of the rows at this distance, as long as there are fewer than the most. */
static void
add_lines (GString *text, guint *lines, const Preview *preview, GListModel *rows, guint distance)
{
  const guint n = g_list_model_get_n_items (rows);
  for (guint i = 0; i < n && *lines < preview->most; i++) {
    g_autoptr (MwCompareRow) row = g_list_model_get_item (rows, i);
    if (distance_of (preview, row) != distance)
      continue;
    add_line (text, row);
    ++*lines;
  }
}

static gboolean
goes_on (double fraction, gpointer cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

/* Free with g_free(); NULL: an error. */
static char *
make_text (Preview *preview, GCancellable *cancellable, GError **error)
{
  guint n, lines = 0;
  GError *refused = NULL;
  mw_document_set_progress (preview->copy, &(MwProgress) { goes_on, cancellable });
  preview->before = mw_document_snapshot (preview->copy, NULL);
  if (!mw_repairs_run (preview->copy, (const char *const *) preview->fixes, g_strv_length (preview->fixes), &refused)) {
    g_propagate_error (error, refused);
    return NULL;
  }
  g_clear_error (&refused);
  const MwFormat format = mw_document_get_format (preview->copy);
  g_autoptr (GListStore)
    rows = mw_compare_rows_of_states (preview->before, mw_document_get_model (preview->copy), format, &n);
  GString *text = g_string_new (NULL);
  for (guint distance = 0; distance <= 2; distance++)
    add_lines (text, &lines, preview, G_LIST_MODEL (rows), distance);
  if (n == 0)
    g_string_append (text, _ ("No values differ; only the way in which the file stores them does."));
  if (n > preview->most)
    g_string_append_printf (text, ngettext ("\n%u more", "\n%u more", n - preview->most), n - preview->most);
  return g_string_free (text, FALSE);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Preview *preview = data;
  GError *error = NULL;
  char *text = make_text (preview, cancellable, &error);
  /* They are large, so that the main thread would notice that they are freed. */
  preview_clear (preview);
  if (text)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

void
mw_fix_preview_run (MwDocument *document, const char *const *fixes, guint n, MwId record, const MwField *field,
                    guint most, GCancellable *cancellable, GAsyncReadyCallback done, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done, data);
  Preview *preview = g_new0 (Preview, 1);
  preview->copy = mw_document_copy (document);
  preview->record = record;
  preview->field = field;
  preview->most = most;
  preview->fixes = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    preview->fixes[i] = g_strdup (fixes[i]);
  g_task_set_task_data (task, preview, preview_free);
  g_task_run_in_thread (task, run);
}

char *
mw_fix_preview_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
