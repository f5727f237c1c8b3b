/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window-private.h"
#include "ui/i18n.h"
#include "ui/document/page-view.h"

/* Reading a file again, because another program changed it or a companion was found. If possible, that is one more
 * step of the document. Otherwise a new page replaces the old one and shows the same place: see page-view.h. */

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  GCancellable *job;
  gboolean wanted; /* the user asked for it */
  gboolean agreed; /* the user agreed to discard the unsaved changes */
} Reloading;

static void
reloading_free (Reloading *reloading)
{
  g_object_unref (reloading->window);
  g_object_unref (reloading->page);
  g_free (reloading);
}

static gboolean
is_here (MwWindow *self, MwDocumentPage *page)
{
  return self->tabs && gtk_notebook_page_num (GTK_NOTEBOOK (self->tabs), GTK_WIDGET (page)) >= 0;
}

static void
replace_page (MwWindow *self, MwDocumentPage *old, MwLoaded *loaded)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  g_autoptr (MwPageView) view = mw_page_view_take (old);
  gboolean had_steps = mw_document_get_n_steps (mw_document_page_get_document (old)) > 0;
  int n = gtk_notebook_page_num (tabs, GTK_WIDGET (old));
  gboolean current = gtk_notebook_get_current_page (tabs) == n;
  MwDocumentPage *page = mw_window_insert_page (self, loaded, n + 1);
  mw_window_move_order (old, page);
  if (current)
    gtk_notebook_set_current_page (tabs, n + 1);
  mw_window_remove_page (self, old);
  mw_page_view_restore (view, page);
  g_autofree char *name = mw_document_page_get_name (page);
  g_autofree char *text =
    had_steps && loaded->no_step ? g_strdup_printf (
      _ ("%s was changed on disk and has been read again. The history starts over, because this cannot be undone: %s."),
      name, loaded->no_step)
                                 : g_strdup_printf (_ ("%s was changed on disk and has been read again."), name);
  mw_document_page_say (page, text);
}

static void
report_step (MwDocumentPage *page, const MwLoaded *loaded)
{
  g_autofree char *name = mw_document_page_get_name (page);
  g_autofree char *text = g_strdup_printf (loaded->reload->step
                                             ? _ ("%s was changed on disk and has been read again. Undo reverts this.")
                                             : _ ("%s has been read again. Its content is the same."),
                                           name);
  mw_document_page_say (page, text);
}

static void ask_to_give_up (MwWindow *self, MwDocumentPage *page, const char *why);

/* Changes that were made while the file was being read are not discarded without asking. */
static void
take_loaded (const Reloading *reloading, MwLoaded *done, const GError *error)
{
  MwDocumentPage *page = reloading->page;
  MwDocument *document = mw_document_page_get_document (page);
  gboolean untouched = mw_document_page_is_untouched (page);
  gboolean agreed = done && reloading->agreed && mw_document_get_generation (document) == done->generation
                    && !mw_document_is_open (document) && !mw_document_page_is_saving (page);
  if (done && (reloading->wanted || untouched) && mw_document_page_take_reload (page, done))
    report_step (page, done);
  else if (done && !done->reload && (agreed || untouched))
    replace_page (reloading->window, page, done);
  else if (done && !done->reload && reloading->wanted)
    ask_to_give_up (reloading->window, page, done->no_step);
  else
    mw_document_page_consider_disk (page, error);
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Reloading *reloading = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = NULL;
  g_autoptr (MwLoaded) done = mw_load_finish (result, &report, &error);
  mw_window_end_job (reloading->window, reloading->job);
  if (is_here (reloading->window, reloading->page)) {
    mw_document_page_set_reloading (reloading->page, FALSE);
    take_loaded (reloading, done, error);
  }
  reloading_free (reloading);
}

static void
reload (MwWindow *self, MwDocumentPage *page, gboolean wanted, gboolean agreed)
{
  if (!mw_document_page_get_path (page) || mw_document_page_is_reloading (page))
    return;
  g_autofree char *name = mw_document_page_get_name (page);
  g_autofree char *text = g_strdup_printf (_ ("Reading %s again…"), name);
  Reloading *reloading = g_new0 (Reloading, 1);
  reloading->window = g_object_ref (self);
  reloading->page = g_object_ref (page);
  reloading->wanted = wanted;
  reloading->agreed = agreed;
  reloading->job = mw_window_begin_job (self, text);
  mw_document_page_set_reloading (page, TRUE);
  mw_load_again_async (mw_document_page_get_document (page), reloading->job, loaded, reloading);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

static void
answered (GtkDialog *dialog, int response, MwWindow *self)
{
  g_autoptr (MwDocumentPage) page = g_object_ref (g_object_get_data (G_OBJECT (dialog), "page"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == GTK_RESPONSE_ACCEPT && is_here (self, page))
    reload (self, page, TRUE, TRUE);
}

static void
ask_to_give_up (MwWindow *self, MwDocumentPage *page, const char *why)
{
  g_autofree char *name = mw_document_page_get_name (page);
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE,
                                              _ ("Discard your changes to %s and read it again?"), name);
  gtk_message_dialog_format_secondary_text (
    GTK_MESSAGE_DIALOG (dialog),
    _ ("This cannot be undone: %s. Unsaved changes will be lost. To keep both, save under another name first."), why);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Reload"), GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "destructive-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  g_object_set_data_full (G_OBJECT (dialog), "page", g_object_ref (page), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
mw_window_reload_page (MwWindow *self, gboolean wanted, MwDocumentPage *page)
{
  if (wanted ? mw_document_page_commit_typing (page, _ ("Not read again")) : mw_document_page_is_untouched (page))
    reload (self, page, wanted, FALSE);
}

/* --- Looking -------------------------------------------------------------------------------------------------------- */

void
mw_window_look_at_disk (MwWindow *self)
{
  for (guint i = 0; self->tabs && i < mw_window_get_n_pages (self); i++) {
    MwDocumentPage *page = mw_window_get_nth_page (self, i);
    mw_disk_watch_look (mw_document_page_get_watch (page));
    mw_named_files_look (mw_document_page_get_named_files (page));
  }
}
