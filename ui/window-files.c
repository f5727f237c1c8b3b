/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window-private.h"
#include "ui/i18n.h"

/* Asking: which file to open or save to, and what becomes of unsaved changes. */

/* --- File choosers -------------------------------------------------------------------------------------------------- */

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) models = gtk_file_filter_new (), all = gtk_file_filter_new ();
  gtk_file_filter_set_name (models, _ ("Models"));
  gtk_file_filter_add_suffix (models, "mdx");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, models);
  gtk_file_chooser_add_filter (chooser, all);
}

static void
open_answered (GtkNativeDialog *dialog, int response, MwWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
    for (guint i = 0; i < g_list_model_get_n_items (files); i++) {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);
      if (path)
        mw_window_open (self, path);
    }
  }
  g_object_unref (dialog);
}

void
mw_window_ask_open (MwWindow *self)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ ("Open Models"), GTK_WINDOW (self),
                                                              GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filters (GTK_FILE_CHOOSER (dialog));
  MwDocumentPage *page = mw_window_get_page (self);
  if (page && mw_document_page_get_path (page)) {
    g_autofree char *folder = g_path_get_dirname (mw_document_page_get_path (page));
    g_autoptr (GFile) at = g_file_new_for_path (folder);
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (open_answered), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
save_answered (GtkNativeDialog *dialog, int response, MwWindow *self)
{
  MwDocumentPage *page = g_object_get_data (G_OBJECT (dialog), "page");
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path)
    mw_window_save_page (self, page, path, NULL, NULL);
  g_object_unref (dialog);
}

void
mw_window_ask_save_as (MwWindow *self, MwDocumentPage *page)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ ("Save Model As"), GTK_WINDOW (self),
                                                              GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  add_filters (GTK_FILE_CHOOSER (dialog));
  g_autofree char *name = mw_document_page_get_name (page);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  if (mw_document_page_get_path (page)) {
    g_autofree char *folder = g_path_get_dirname (mw_document_page_get_path (page));
    g_autoptr (GFile) at = g_file_new_for_path (folder);
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_object_set_data_full (G_OBJECT (dialog), "page", g_object_ref (page), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (save_answered), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- Save ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwWindow *window;
  GCancellable *job;
  MwWindowAfter after;
  gpointer data;
} Saving;

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  MwDocumentPage *page = MW_DOCUMENT_PAGE (source);
  gboolean ok = mw_document_page_save_finish (page, result, NULL); /* the page shows the error */
  mw_window_end_job (saving->window, saving->job);
  if (saving->after && saving->window->tabs)
    saving->after (saving->window, page, ok, saving->data);
  g_object_unref (saving->window);
  g_free (saving);
}

void
mw_window_save_page (MwWindow *self, MwDocumentPage *page, const char *path, MwWindowAfter after, gpointer data)
{
  g_autofree char *name = path ? g_path_get_basename (path) : mw_document_page_get_name (page);
  g_autofree char *text = g_strdup_printf (_ ("Saving %s…"), name);
  Saving *saving = g_new0 (Saving, 1);
  saving->window = g_object_ref (self);
  saving->after = after;
  saving->data = data;
  saving->job = mw_window_begin_job (self, text);
  mw_document_page_save_async (page, path, saving->job, saved, saving);
}

/* --- Close ---------------------------------------------------------------------------------------------------------- */

enum { RESPONSE_SAVE = 1, RESPONSE_DISCARD };

static GtkWidget *
ask (MwWindow *self, const char *question, const char *names)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", question);
  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), _ ("What is not saved will be lost.\n%s"),
                                            names);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *discard = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Discard"), RESPONSE_DISCARD);
  GtkWidget *save = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Save"), RESPONSE_SAVE);
  gtk_widget_add_css_class (discard, "destructive-action");
  gtk_widget_add_css_class (save, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), RESPONSE_SAVE);
  return dialog;
}

static void
close_when_saved (MwWindow *self, MwDocumentPage *page, gboolean ok, gpointer unused)
{
  if (ok)
    mw_window_remove_page (self, page);
}

static void
page_answered (GtkDialog *dialog, int response, MwWindow *self)
{
  g_autoptr (MwDocumentPage) page = g_object_ref (g_object_get_data (G_OBJECT (dialog), "page"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == RESPONSE_DISCARD)
    mw_window_remove_page (self, page);
  else if (response == RESPONSE_SAVE)
    mw_window_save_page (self, page, NULL, close_when_saved, NULL);
}

void
mw_window_close_page (MwWindow *self, MwDocumentPage *page)
{
  if (mw_document_is_clean (mw_document_page_get_document (page))) {
    mw_window_remove_page (self, page);
    return;
  }
  g_autofree char *name = mw_document_page_get_name (page);
  g_autofree char *question = g_strdup_printf (_ ("Save the changes to %s?"), name);
  GtkWidget *dialog = ask (self, question, mw_document_page_get_path (page) ? mw_document_page_get_path (page) : "");
  g_object_set_data_full (G_OBJECT (dialog), "page", g_object_ref (page), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (page_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static MwDocumentPage *
first_unsaved (MwWindow *self, GString *names, guint *n)
{
  MwDocumentPage *first = NULL;
  for (int i = 0; i < gtk_notebook_get_n_pages (GTK_NOTEBOOK (self->tabs)); i++) {
    MwDocumentPage *page = MW_DOCUMENT_PAGE (gtk_notebook_get_nth_page (GTK_NOTEBOOK (self->tabs), i));
    if (mw_document_is_clean (mw_document_page_get_document (page)))
      continue;
    first = first ? first : page;
    if (names) {
      g_autofree char *name = mw_document_page_get_name (page);
      g_string_append_printf (names, "%s%s", names->len ? "\n" : "", name);
      (*n)++;
    }
  }
  return first;
}

/* One after the other; an error stops, and the window stays. */
static void
save_next (MwWindow *self, MwDocumentPage *page, gboolean ok, gpointer unused)
{
  MwDocumentPage *next = ok ? first_unsaved (self, NULL, NULL) : NULL;
  if (next) {
    mw_window_save_page (self, next, NULL, save_next, NULL);
  } else if (ok) {
    self->closing = TRUE;
    gtk_window_close (GTK_WINDOW (self));
  }
}

static void
window_answered (GtkDialog *dialog, int response, MwWindow *self)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == RESPONSE_DISCARD) {
    self->closing = TRUE;
    gtk_window_close (GTK_WINDOW (self));
  } else if (response == RESPONSE_SAVE) {
    save_next (self, NULL, TRUE, NULL);
  }
}

gboolean
mw_window_may_close (MwWindow *self)
{
  guint n = 0;
  GString *names = g_string_new (NULL);
  gboolean unsaved = first_unsaved (self, names, &n) != NULL;
  if (unsaved) {
    g_autofree char *question = g_strdup_printf (
      ngettext ("Save the changes to %u model?", "Save the changes to %u models?", n), n);
    GtkWidget *dialog = ask (self, question, names->str);
    g_signal_connect_object (dialog, "response", G_CALLBACK (window_answered), self, 0);
    gtk_window_present (GTK_WINDOW (dialog));
  }
  g_string_free (names, TRUE);
  return !unsaved;
}
