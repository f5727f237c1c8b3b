/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/loss-dialog.h"
#include "ui/document/test-copies-dialog.h"
#include "ui/document/test-copies.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/window/window-private.h"

/* Save Test Copies: asks, saves in a worker, and shows what was lost. */

enum { RESPONSE_COPY = 1 };

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  GCancellable *job;
} Saving;

static void
responded (GtkDialog *dialog, int response, gpointer unused)
{
  if (response == RESPONSE_COPY)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (dialog)),
                            g_object_get_data (G_OBJECT (dialog), "copied"));
  else
    gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
show_report (MwWindow *self, const char *heading, const GPtrArray *copies)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (_ ("Test Copies"), GTK_WINDOW (self),
                                                   GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, NULL, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *label = gtk_label_new (heading),
            *view = mw_lines_view_new (_ ("Test copies"));
  g_autofree char *text = mw_test_copies_text (copies);
  gtk_widget_add_css_class (dialog, "loss-dialog");
  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  mw_lines_view_set_text (view, text);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (view), 160);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), box);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_opy List"), RESPONSE_COPY);
  GtkWidget *close = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Close"), GTK_RESPONSE_CLOSE);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_CLOSE);
  g_object_set_data_full (G_OBJECT (dialog), "copied", g_steal_pointer (&text), g_free);
  g_signal_connect (dialog, "response", G_CALLBACK (responded), NULL);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 720, -1);
  gtk_window_set_focus (GTK_WINDOW (dialog), close);
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
heading_of (const GPtrArray *copies)
{
  const guint n = mw_test_copies_n_saved (copies);
  g_autofree char *folder = g_path_get_dirname (((const MwTestCopy *) copies->pdata[0])->path),
                  *shown = g_filename_display_name (folder);
  return n == copies->len ? g_strdup_printf (
           ngettext ("%u test copy was saved and verified in %s", "%u test copies were saved and verified in %s", n), n,
           shown)
                          : g_strdup_printf (ngettext ("%u of %u test copy was saved in %s",
                                                       "%u of %u test copies were saved in %s", copies->len),
                                             n, copies->len, shown);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  const GPtrArray *copies = mw_test_copies_save_finish (result);
  mw_window_end_job (saving->window, saving->job);
  if (saving->window->tabs) {
    g_autofree char *heading = heading_of (copies);
    if (mw_document_page_get_document (saving->page))
      mw_document_page_say (saving->page, heading);
    if (mw_test_copies_have_news (copies))
      show_report (saving->window, heading, copies);
  }
  g_object_unref (saving->page);
  g_object_unref (saving->window);
  g_free (saving);
}

static void
answered (GtkDialog *dialog, int response, MwDocumentPage *page)
{
  MwWindow *self = MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  if (response == GTK_RESPONSE_ACCEPT && mw_document_page_get_document (page)) {
    g_autoptr (GPtrArray) copies = mw_test_copies_dialog_take (GTK_WIDGET (dialog));
    GSettings *settings = mw_places_settings ();
    Saving *saving = g_new0 (Saving, 1);
    saving->window = g_object_ref (self);
    saving->page = g_object_ref (page);
    saving->job = mw_window_begin_job (self, _ ("Saving test copies…"));
    mw_test_copies_save_async (mw_document_page_get_document (page), copies, mw_document_page_get_broken (page),
                               settings && g_settings_get_boolean (settings, "keep-backup"), saving->job, saved,
                               saving);
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

void
mw_window_save_test_copies (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  if (!page || !mw_document_page_commit_typing (page, _ ("Not saved")))
    return;
  GtkWidget *dialog = mw_test_copies_dialog_new (GTK_WINDOW (self), page);
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), page, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
