/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window-private.h"
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "core/io/registry.h"
#include "ui/document/compare-dialog.h"
#include "ui/document/disk-text.h"
#include "ui/i18n.h"
#include "ui/document/loss-dialog.h"
#include "ui/document/save-choice.h"
#include "ui/document/scale-dialog.h"

#include <string.h>

/* Saving, and the questions about it: what is lost or replaced, and what to do with unsaved changes. */

enum { RESPONSE_SAVE = 1, RESPONSE_DISCARD, RESPONSE_COMPARE };

/* --- Save: written in memory, a question if there is something to ask, then the files --------------------------------- */

typedef struct {
  MwWindow *window; /* a reference, but not while the question is open */
  MwDocumentPage *page;
  GCancellable *job; /* NULL while the question is open and nothing is being written */
  char *path;
  MwSave *save; /* the result of writing; NULL while it is written or the files are replaced */
  MwSaveOptions options;
  guint tries; /* number of times that another program changed the files before they were replaced */
  gboolean replaces;
  gboolean converted; /* the saved file is a new model, not that of the page */
  GtkWidget *dialog;  /* the question, while it is open */
  gboolean answered;  /* the user agreed while the text was being written again */
  MwWindowAfter after;
  gpointer data;
} Saving;

static void
end_saving (Saving *saving, gboolean ok)
{
  if (saving->job)
    mw_window_end_job (saving->window, saving->job);
  if (saving->after && saving->window->tabs)
    saving->after (saving->window, saving->page, ok, saving->data);
  g_object_unref (saving->window);
  g_object_unref (saving->page);
  g_clear_pointer (&saving->save, mw_save_free);
  g_free (saving->path);
  g_free (saving);
}

static void
begin_job (Saving *saving)
{
  g_autofree char *name = g_path_get_basename (saving->path);
  g_autofree char *text = g_strdup_printf (_ ("Saving %s…"), name);
  saving->job = mw_window_begin_job (saving->window, text);
}

static void written (GObject *source, GAsyncResult *result, gpointer data);

/* Another program wrote the files after they were compared: starts again, with all questions. FALSE: the save ends. */
static gboolean
ask_again (Saving *saving, const GError *error)
{
  enum { MOST_TRIES = 5 };
  if (!g_error_matches (error, MW_ERROR, MW_ERROR_CHANGED) || !saving->window->tabs)
    return FALSE;
  if (saving->tries++ == MOST_TRIES) {
    mw_document_page_show_message (
      saving->page,
      _ ("The file was not saved, because another program keeps changing it. Your changes are still open here."));
    return FALSE;
  }
  mw_document_page_write_async (saving->page, saving->path, &saving->options, saving->job, written, saving);
  return TRUE;
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_document_page_commit_finish (saving->page, result, &error); /* the page shows the error */
  if (ask_again (saving, error))
    return;
  if (ok && saving->converted && saving->window->tabs)
    mw_window_open (saving->window, saving->path);
  else if (ok && saving->window->tabs)
    mw_window_note_recent (saving->window, saving->path,
                           mw_document_get_format (mw_document_page_get_document (saving->page)));
  end_saving (saving, ok);
}

static void
put (Saving *saving)
{
  saving->converted = saving->save->converted;
  mw_document_page_commit_async (saving->page, g_steal_pointer (&saving->save), saving->job, saved, saving);
}

/* The user declined, or the dialog was closed together with its window, which it does not keep alive. */
static void
question_gone (gpointer data)
{
  Saving *saving = data;
  saving->dialog = NULL;
  if (saving->job) {
    /* The save ends when the write that is running does. */
    g_cancellable_cancel (saving->job);
    return;
  }
  g_object_ref (saving->window);
  if (saving->window->tabs)
    mw_document_page_give_up_save (saving->page);
  end_saving (saving, FALSE);
}

static void
question_answered (GtkDialog *dialog, int response, gpointer unused)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    Saving *saving = g_object_steal_data (G_OBJECT (dialog), "saving");
    saving->dialog = NULL;
    saving->answered = TRUE;
    if (!saving->job) {
      g_object_ref (saving->window);
      begin_job (saving);
      put (saving);
    }
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The text was written again with the other answer about the side channel, so what it loses is different. */
static void
written_again (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  saving->save = mw_document_page_write_finish (saving->page, result, NULL); /* the page shows the error */
  if (saving->answered && saving->save && saving->window->tabs) {
    put (saving);
    return;
  }
  GtkWidget *dialog = saving->dialog;
  if (!dialog || !saving->save || !saving->window->tabs) {
    if (saving->save && saving->window->tabs)
      mw_document_page_give_up_save (saving->page);
    if (dialog) {
      g_object_steal_data (G_OBJECT (dialog), "saving");
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
    end_saving (saving, FALSE);
    return;
  }
  g_autoptr (MwLossQuestion) question = mw_document_page_question (saving->page, saving->save, saving->replaces, TRUE);
  mw_window_end_job (saving->window, g_steal_pointer (&saving->job));
  mw_loss_dialog_set_question (dialog, question);
  /* This may be the last reference: the window and the dialog may be freed now. */
  g_object_unref (saving->window);
}

static void
side_channel_toggled (GtkCheckButton *button, GtkWidget *dialog)
{
  Saving *saving = g_object_get_data (G_OBJECT (dialog), "saving");
  gboolean side_channel = gtk_check_button_get_active (button);
  if (!saving || saving->job || side_channel == saving->save->side_channel)
    return;
  g_clear_pointer (&saving->save, mw_save_free);
  saving->options.side_channel = side_channel;
  mw_loss_dialog_wait (dialog);
  g_object_ref (saving->window);
  begin_job (saving);
  mw_document_page_write_async (saving->page, saving->path, &saving->options, saving->job, written_again, saving);
}

/* Asks the user if necessary, and saves. */
static void
go_on (Saving *saving)
{
  g_autoptr (MwLossQuestion) question = mw_document_page_question (saving->page, saving->save, saving->replaces, FALSE);
  if (!question) {
    put (saving);
    return;
  }
  mw_window_end_job (saving->window, g_steal_pointer (&saving->job));
  GtkWidget *dialog = saving->dialog = mw_loss_dialog_new (GTK_WINDOW (saving->window), question);
  g_object_set_data_full (G_OBJECT (dialog), "saving", saving, question_gone);
  g_object_unref (saving->window);
  g_signal_connect (dialog, "response", G_CALLBACK (question_answered), NULL);
  if (mw_loss_dialog_get_side_channel (dialog))
    g_signal_connect (mw_loss_dialog_get_side_channel (dialog), "toggled", G_CALLBACK (side_channel_toggled), dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
replace_answered (GtkDialog *dialog, int response, gpointer unused)
{
  Saving *saving = g_object_get_data (G_OBJECT (dialog), "saving");
  if (response == RESPONSE_COMPARE) {
    mw_window_compare (saving->window, saving->page, saving->save->now, GTK_WINDOW (dialog));
    return;
  }
  if (response == GTK_RESPONSE_ACCEPT) {
    g_object_steal_data (G_OBJECT (dialog), "saving");
    saving->dialog = NULL;
    g_object_ref (saving->window);
    begin_job (saving);
    mw_disk_watch_acknowledge (mw_document_page_get_watch (saving->page), saving->save->now);
    go_on (saving);
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Another program changed the files that would be replaced, and the user does not know this yet. */
static void
ask_to_replace (Saving *saving)
{
  MwDiskWatch *watch = mw_document_page_get_watch (saving->page);
  g_autoptr (GPtrArray) changes = mw_file_set_compare (mw_disk_watch_known (watch), saving->save->now);
  g_autofree char *what = mw_disk_changes_text (changes, saving->path);
  gboolean gone = mw_disk_changes_gone (changes);
  mw_window_end_job (saving->window, g_steal_pointer (&saving->job));
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (saving->window),
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_WARNING,
                                              GTK_BUTTONS_NONE, "%s", what);
  gtk_message_dialog_format_secondary_text (
    GTK_MESSAGE_DIALOG (dialog), "%s",
    gone ? _ ("Saving writes it again under its old name.")
         : _ ("Saving replaces the other program's version with the one that is open here."));
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  if (!gone)
    gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_ompare…"), RESPONSE_COMPARE);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), gone ? _ ("_Save") : _ ("_Replace"),
                                             GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, gone ? "suggested-action" : "destructive-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  saving->dialog = dialog;
  g_object_set_data_full (G_OBJECT (dialog), "saving", saving, question_gone);
  g_object_unref (saving->window);
  g_signal_connect (dialog, "response", G_CALLBACK (replace_answered), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  saving->save = mw_document_page_write_finish (saving->page, result, NULL); /* the page shows the error */
  if (!saving->save || !saving->window->tabs)
    end_saving (saving, FALSE);
  else if (saving->save->now)
    ask_to_replace (saving);
  else
    go_on (saving);
}

static void
begin_saving (Saving *saving)
{
  begin_job (saving);
  mw_document_page_write_async (saving->page, saving->path, &saving->options, saving->job, written, saving);
}

static void
scale_answered (GtkDialog *dialog, int response, gpointer unused)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    Saving *saving = g_object_steal_data (G_OBJECT (dialog), "saving");
    saving->dialog = NULL;
    saving->options.converting.scale = mw_scale_dialog_get_scale (GTK_WIDGET (dialog));
    g_object_ref (saving->window);
    begin_saving (saving);
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The games use different units, and no file stores how to convert them. */
static void
ask_for_scale (Saving *saving)
{
  saving->dialog = mw_scale_dialog_new (GTK_WINDOW (saving->window), saving->options.format);
  g_object_set_data_full (G_OBJECT (saving->dialog), "saving", saving, question_gone);
  g_object_unref (saving->window);
  g_signal_connect (saving->dialog, "response", G_CALLBACK (scale_answered), NULL);
  gtk_window_present (GTK_WINDOW (saving->dialog));
}

static void
save_as (MwWindow *self, MwDocumentPage *page, const char *path, MwSaveOptions options, gboolean replaces,
         MwWindowAfter after, gpointer data)
{
  const char *broken = mw_document_page_get_broken (page);
  if (broken && mw_file_is_same (path, broken)) {
    g_autofree char *name = g_path_get_basename (broken),
                    *text = g_strdup_printf (
                      _ ("Not saved: %s is the broken file, which may hold more than could be read. Choose "
                         "another name."),
                      name);
    mw_document_page_show_message (page, text);
    if (after)
      after (self, page, FALSE, data);
    return;
  }
  Saving *saving = g_new0 (Saving, 1);
  saving->window = g_object_ref (self);
  saving->page = g_object_ref (page);
  saving->path = g_strdup (path);
  saving->replaces = replaces;
  saving->options = options;
  saving->after = after;
  saving->data = data;
  if (options.format.family != mw_document_get_format (mw_document_page_get_document (page)).family)
    ask_for_scale (saving);
  else
    begin_saving (saving);
}

/* The path for saving as another version. It never is the page's own file, because that model stays open: in this
 * case the version is added to the name, as in golem-mdx800.mdx. Free with g_free(). */
static char *
beside_own_file (MwDocumentPage *page, const char *path, MwFormat format)
{
  MwFormat now = mw_document_get_format (mw_document_page_get_document (page));
  const char *own = mw_document_page_get_path (page);
  if ((format.family == now.family && format.version == now.version) || g_strcmp0 (path, own) != 0)
    return g_strdup (path);
  g_autofree char *stem = mw_name_without_suffix (path);
  return g_strdup_printf ("%s-%s%u%s", stem, format.family == MW_FAMILY_MDX_WOW ? "wow" : "mdx", format.version,
                          path + strlen (stem));
}

void
mw_window_save_chosen (MwWindow *self, MwDocumentPage *page, const char *asked, const char *path, MwSaveOptions options,
                       MwWindowAfter after, gpointer data)
{
  g_autofree char *target = beside_own_file (page, path, options.format);
  gboolean replaces = strcmp (target, asked) != 0 && g_file_test (target, G_FILE_TEST_EXISTS);
  save_as (self, page, target, options, replaces, after, data);
}

void
mw_window_save_page (MwWindow *self, MwDocumentPage *page, const char *path, MwWindowAfter after, gpointer data)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwSaveOptions options = mw_save_options (document);
  if (!path && (mw_document_page_get_origin (page) || !mw_document_page_get_path (page))) {
    mw_window_ask_save_as (self, page, after, data);
    return;
  }
  /* A file that was opened keeps its format, whatever its name is. */
  if (path && g_strcmp0 (path, mw_document_page_get_path (page)) != 0)
    mw_format_of_name (path, &options.format);
  save_as (self, page, path ? path : mw_document_page_get_path (page), options, FALSE, after, data);
}

void
mw_window_save_page_for (MwWindow *self, MwDocumentPage *page, const char *path, const char *target)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwSaveOptions options = mw_save_options (document);
  if (!mw_target_format (target, &options.format)
      || !mw_convert_supports (mw_document_get_format (document), options.format))
    return;
  g_autofree char *target_path = beside_own_file (page, path, options.format);
  save_as (self, page, target_path, options, g_file_test (target_path, G_FILE_TEST_EXISTS), NULL, NULL);
}

/* --- Close ---------------------------------------------------------------------------------------------------------- */

static GtkWidget *
ask (MwWindow *self, const char *question, const char *names)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", question);
  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), _ ("Unsaved changes will be lost.\n%s"),
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
  else if (response == RESPONSE_SAVE && mw_document_page_commit_typing (page, _ ("Not saved")))
    mw_window_save_page (self, page, NULL, close_when_saved, NULL);
}

void
mw_window_close_page (MwWindow *self, MwDocumentPage *page)
{
  if (!mw_document_page_has_unsaved (page)) {
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
  for (guint i = 0; i < mw_window_get_n_pages (self); i++) {
    MwDocumentPage *page = mw_window_get_nth_page (self, i);
    if (!mw_document_page_has_unsaved (page))
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

/* Saves the pages one after the other. After an error it stops, and the window stays open. */
static void
save_next (MwWindow *self, MwDocumentPage *page, gboolean ok, gpointer unused)
{
  MwDocumentPage *next = ok ? first_unsaved (self, NULL, NULL) : NULL;
  if (next) {
    if (mw_document_page_commit_typing (next, _ ("Not saved")))
      mw_window_save_page (self, next, NULL, save_next, NULL);
    else
      gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs),
                                     gtk_notebook_page_num (GTK_NOTEBOOK (self->tabs), GTK_WIDGET (next)));
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
