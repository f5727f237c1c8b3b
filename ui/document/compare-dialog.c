/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/compare-dialog.h"
#include "core/io/registry.h"
#include "ui/document/compare-rows.h"
#include "ui/document/compare-table.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/window/window-private.h"

enum { RESPONSE_COPY = 1 };

/* --- The comparison ------------------------------------------------------------------------------------------------- */

typedef struct {
  MwFileSet *files;
  MwModel *here;
  MwFormat format;
  GListStore *rows;
  guint n;
} Comparing;

static void
comparing_free (Comparing *comparing)
{
  g_clear_pointer (&comparing->files, mw_file_set_free);
  g_clear_pointer (&comparing->here, mw_model_free);
  g_clear_object (&comparing->rows);
  g_free (comparing);
}

/* The files of a reading that exist; those that do not are parts without bytes there. */
static MwFileSet *
files_there (const MwFileSet *now)
{
  MwFileSet *there = mw_file_set_new ();
  for (guint i = 0; i < now->parts->len; i++) {
    const MwFilePart *part = now->parts->pdata[i];
    if (part->bytes)
      mw_file_set_add_companion (there, part->role, part->path, part->suffix, part->bytes);
  }
  return there;
}

static void
compare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Comparing *comparing = data;
  GError *error = NULL;
  MwFormat format;
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *disk = mw_io_read (comparing->files, &format, &(MwIoOptions) { .report = report }, &error);
  if (disk && disk->record.schema != comparing->here->record.schema) {
    g_autofree char *title = mw_format_title (format);
    mw_set_error (&error, MW_ERROR_UNSUPPORTED, -1, NULL,
                  "the file is now a model of %s, which cannot be compared with this one", title);
  }
  if (!error)
    comparing->rows = mw_compare_rows (disk, format, comparing->here, comparing->format, &comparing->n);
  g_clear_pointer (&disk, mw_model_free);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* --- The dialog ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_table (GListStore *rows)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (rows))));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (
    GTK_SCROLLED_WINDOW (scrolled),
    mw_compare_table_new (selection, _ ("Differences"), _ ("On Disk"), _ ("In the Editor")));
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static void
responded (GtkDialog *dialog, int response, GListModel *rows)
{
  if (response != RESPONSE_COPY) {
    gtk_window_destroy (GTK_WINDOW (dialog));
    return;
  }
  g_autofree char *text = mw_compare_table_text (rows);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (dialog)), text);
}

static char *
heading_of (const Comparing *comparing)
{
  if (comparing->n == 0)
    return g_strdup (_ ("No values differ; only the way in which the file stores them does."));
  g_autofree char *all = mw_ui_count (comparing->n), *most = mw_ui_count (MW_COMPARE_MOST);
  if (comparing->n > MW_COMPARE_MOST)
    return g_strdup_printf (_ ("%s differences; the first %s are listed"), all, most);
  return g_strdup_printf (ngettext ("%s difference", "%s differences", comparing->n), all);
}

static void
show (GtkWindow *parent, const char *name, const Comparing *comparing)
{
  g_autofree char *title = g_strdup_printf (_ ("%s: On Disk and in the Editor"), name),
                  *heading = heading_of (comparing);
  GtkWidget *dialog = gtk_dialog_new_with_buttons (title, parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                                   NULL, NULL);
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (dialog)), *label = gtk_label_new (heading);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (dialog, "loss-dialog");
  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_vexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (comparing->n)
    gtk_box_append (GTK_BOX (box), make_table (comparing->rows));
  gtk_box_append (GTK_BOX (content), box);
  if (comparing->n)
    gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_opy List"), RESPONSE_COPY);
  GtkWidget *close = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Close"), GTK_RESPONSE_CLOSE);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_CLOSE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (responded), comparing->rows, 0);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 860, comparing->n ? 440 : -1);
  gtk_window_set_focus (GTK_WINDOW (dialog), close);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Asking for it -------------------------------------------------------------------------------------------------- */

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  GtkWindow *parent; /* weak */
  GCancellable *job;
} Asked;

static void
compared (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  g_autoptr (GError) error = NULL;
  gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);
  mw_window_end_job (asked->window, asked->job);
  if (asked->window->tabs && asked->parent) {
    g_autofree char *name = mw_document_page_get_name (asked->page), *shown = mw_ui_text (name);
    if (ok)
      show (asked->parent, shown, g_task_get_task_data (G_TASK (result)));
    else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
      g_autofree char *why = mw_error_describe (error, name);
      mw_document_page_show_message (asked->page, why);
    }
  }
  g_clear_weak_pointer (&asked->parent);
  g_object_unref (asked->page);
  g_object_unref (asked->window);
  g_free (asked);
}

void
mw_window_compare (MwWindow *self, MwDocumentPage *page, const MwFileSet *now, GtkWindow *parent)
{
  const MwFileSet *files = now ? now : mw_disk_watch_now (mw_document_page_get_watch (page));
  MwDocument *document = mw_document_page_get_document (page);
  if (!files || !mw_file_set_main (files)->bytes)
    return;
  Asked *asked = g_new0 (Asked, 1);
  asked->window = g_object_ref (self);
  asked->page = g_object_ref (page);
  g_set_weak_pointer (&asked->parent, parent);
  asked->job = mw_window_begin_job (self, _ ("Comparing…"));
  Comparing *comparing = g_new0 (Comparing, 1);
  comparing->files = files_there (files);
  comparing->here = mw_document_snapshot (document, NULL);
  comparing->format = mw_document_get_format (document);
  g_autoptr (GTask) task = g_task_new (NULL, asked->job, compared, asked);
  g_task_set_task_data (task, comparing, (GDestroyNotify) comparing_free);
  g_task_run_in_thread (task, compare_thread);
}
