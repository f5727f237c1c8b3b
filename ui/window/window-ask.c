/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/io/registry.h"
#include "ui/error-bar.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/document/project.h"
#include "ui/document/save-choice.h"
#include "ui/window/window-private.h"

#include <string.h>

/* The questions which file to open, and where to save a model and for which game. */

/* --- Open ----------------------------------------------------------------------------------------------------------- */

void
mw_window_add_model_filters (GtkFileChooser *chooser, gboolean archives)
{
  static const char *const archive_suffixes[] = { "mpq", "w3m", "w3x", "w3n" };
  g_autoptr (GtkFileFilter) models = gtk_file_filter_new (), all = gtk_file_filter_new ();
  gtk_file_filter_set_name (models, archives ? _ ("Models and archives") : _ ("Models"));
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++)
    gtk_file_filter_add_suffix (models, formats[i]->suffix + 1);
  for (guint i = 0; archives && i < G_N_ELEMENTS (archive_suffixes); i++)
    gtk_file_filter_add_suffix (models, archive_suffixes[i]);
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, models);
  gtk_file_chooser_add_filter (chooser, all);
}

void
mw_window_begin_beside (GtkFileChooser *chooser, MwDocumentPage *page)
{
  const char *own = page ? mw_document_page_get_path (page) : NULL;
  if (page && !own)
    own = mw_document_page_get_broken (page);
  if (!own)
    return;
  if (mw_document_page_get_origin (page)) {
    mw_project_begin_chooser (chooser);
    return;
  }
  g_autofree char *folder = g_path_get_dirname (own);
  g_autoptr (GFile) at = g_file_new_for_path (folder);
  gtk_file_chooser_set_current_folder (chooser, at, NULL);
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
  mw_window_add_model_filters (GTK_FILE_CHOOSER (dialog), TRUE);
  mw_window_begin_beside (GTK_FILE_CHOOSER (dialog), mw_window_get_page (self));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (open_answered), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- Save As -------------------------------------------------------------------------------------------------------- */

/* Which page is to be saved, and who wants to know about it. Belongs to the dialog. */
typedef struct {
  MwDocumentPage *page;
  MwWindowAfter after; /* or NULL */
  gpointer data;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;
  g_object_unref (asking->page);
  g_free (asking);
}

static void
set_asking (gpointer dialog, MwDocumentPage *page, MwWindowAfter after, gpointer data)
{
  Asking *asking = g_new0 (Asking, 1);
  asking->page = g_object_ref (page);
  asking->after = after;
  asking->data = data;
  g_object_set_data_full (dialog, "asking", asking, asking_free);
}

static void
not_saved (MwWindow *self, const Asking *asking)
{
  if (asking->after)
    asking->after (self, asking->page, FALSE, asking->data);
}

/* Adds a choice with these rows to the file chooser; the first row is chosen. */
static void
add_choice (GtkNativeDialog *dialog, const char *id, const char *label, GPtrArray *ids, GPtrArray *titles)
{
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), id, label, (const char **) ids->pdata,
                               (const char **) titles->pdata);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), id, ids->pdata[0]);
}

static void
add_choices (GtkNativeDialog *dialog, MwDocument *document)
{
  MwFormat now = mw_document_get_format (document);
  g_autoptr (GPtrArray) games = g_ptr_array_new (), game_titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) kinds = g_ptr_array_new (), kind_titles = g_ptr_array_new_with_free_func (g_free);
  mw_save_games (now, games, game_titles);
  mw_save_kinds (now, mw_document_has_side_channel (document), kinds, kind_titles);
  add_choice (dialog, "game", _ ("For"), games, game_titles);
  add_choice (dialog, "kind", _ ("As"), kinds, kind_titles);
}

/* The name and the list of kinds contradict each other, and GTK tells us only now what was typed and chosen. */
typedef struct {
  char *asked;
  char *paths[2]; /* by the list, and by the name */
  MwSaveOptions options[2];
} Contradiction;

enum { AS_CHOSEN, AS_TYPED };

static void
contradiction_free (gpointer data)
{
  Contradiction *contradiction = data;
  g_free (contradiction->asked);
  g_free (contradiction->paths[AS_CHOSEN]);
  g_free (contradiction->paths[AS_TYPED]);
  g_free (contradiction);
}

static void
contradiction_answered (GtkDialog *dialog, int response, MwWindow *self)
{
  const Asking *asking = g_object_get_data (G_OBJECT (dialog), "asking");
  const Contradiction *contradiction = g_object_get_data (G_OBJECT (dialog), "contradiction");
  if ((response == AS_CHOSEN || response == AS_TYPED) && !mw_document_page_is_saving (asking->page))
    mw_window_save_chosen (self, asking->page, contradiction->asked, contradiction->paths[response],
                           contradiction->options[response], asking->after, asking->data);
  else
    not_saved (self, asking);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
ask_which_kind (MwWindow *self, const Asking *asking, Contradiction *contradiction)
{
  const char *question = _ ("Save as which kind of file?"),
             *typed = mw_format_suffix (contradiction->options[AS_TYPED].format),
             *chosen = mw_format_suffix (contradiction->options[AS_CHOSEN].format);
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", question);
  gtk_window_set_title (GTK_WINDOW (dialog), question);
  /* Translators: the extensions of two kinds of files, ".mdx" and ".mdl". */
  gtk_message_dialog_format_secondary_text (
    GTK_MESSAGE_DIALOG (dialog), _ ("The name ends in %s, but the kind that was chosen has %s."), typed, chosen);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  static const int answers[] = { AS_TYPED, AS_CHOSEN };
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autofree char *name = g_path_get_basename (contradiction->paths[answers[i]]), *text = mw_ui_text (name),
                    *label = g_strdup_printf (_ ("Save %s"), text);
    GtkWidget *button = gtk_dialog_add_button (GTK_DIALOG (dialog), label, answers[i]);
    gtk_button_set_use_underline (GTK_BUTTON (button), FALSE); /* those of the name are its own */
  }
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), AS_CHOSEN);
  set_asking (dialog, asking->page, asking->after, asking->data);
  g_object_set_data_full (G_OBJECT (dialog), "contradiction", contradiction, contradiction_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (contradiction_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
save_as_chosen (MwWindow *self, const Asking *asking, const char *path, MwSaveOptions options)
{
  MwDocument *document = mw_document_page_get_document (asking->page);
  MwFormat now = mw_document_get_format (document);
  MwSaveOptions by_name = options;
  g_autofree char *typed = mw_save_target_by_name (path, now, options.format, &by_name.format);
  g_autofree char *target = mw_save_target (path, now, options.format, &options.format);
  if (!typed) {
    mw_window_save_chosen (self, asking->page, path, target, options, asking->after, asking->data);
    return;
  }
  by_name.side_channel = by_name.format.text && mw_document_has_side_channel (document);
  Contradiction *contradiction = g_new0 (Contradiction, 1);
  contradiction->asked = g_strdup (path);
  contradiction->paths[AS_CHOSEN] = g_steal_pointer (&target);
  contradiction->paths[AS_TYPED] = g_steal_pointer (&typed);
  contradiction->options[AS_CHOSEN] = options;
  contradiction->options[AS_TYPED] = by_name;
  ask_which_kind (self, asking, contradiction);
}

static void
save_answered (GtkNativeDialog *dialog, int response, MwWindow *self)
{
  const Asking *asking = g_object_get_data (G_OBJECT (dialog), "asking");
  MwDocumentPage *page = asking->page;
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path && !mw_document_page_is_saving (page)) {
    MwDocument *document = mw_document_page_get_document (page);
    MwFormat now = mw_document_get_format (document);
    MwSaveOptions options = mw_save_choice (now, mw_document_has_side_channel (document),
                                            gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), "game"),
                                            gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), "kind"));
    save_as_chosen (self, asking, path, options);
  } else
    not_saved (self, asking);
  g_object_unref (dialog);
}

static void
ask_anywhere (MwWindow *self, MwDocumentPage *page, MwWindowAfter after, gpointer data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ ("Save Model As"), GTK_WINDOW (self),
                                                              GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  mw_window_add_model_filters (GTK_FILE_CHOOSER (dialog), FALSE);
  add_choices (GTK_NATIVE_DIALOG (dialog), mw_document_page_get_document (page));
  /* The name without suffix, because the chosen format adds it; with the old suffix the file chooser would ask about
   * replacing the old file. */
  g_autofree char *name = mw_document_page_get_name (page), *stem = mw_name_without_suffix (name);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), stem);
  mw_window_begin_beside (GTK_FILE_CHOOSER (dialog), page);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  set_asking (dialog, page, after, data);
  g_signal_connect_object (dialog, "response", G_CALLBACK (save_answered), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- Models of games ------------------------------------------------------------------------------------------------ */

static void
save_in_project (MwWindow *self, const Asking *asking, GtkWidget *dialog)
{
  g_autofree char *folder = mw_project_dialog_get_folder (dialog), *target = mw_project_dialog_get_target (dialog);
  g_autoptr (GError) error = NULL;
  MwSaveOptions options = mw_save_options (mw_document_page_get_document (asking->page));
  if (!mw_file_make_folder_of (target, &error)) {
    mw_error_bar_show_error (MW_ERROR_BAR (self->errors), _ ("The model was not saved."), error, target);
    not_saved (self, asking);
    return;
  }
  mw_project_set_folder (folder);
  /* The dialog has said whether a file is replaced. */
  mw_window_save_chosen (self, asking->page, target, target, options, asking->after, asking->data);
}

static void
project_answered (GtkDialog *dialog, int response, MwWindow *self)
{
  const Asking *asking = g_object_get_data (G_OBJECT (dialog), "asking");
  if (response == GTK_RESPONSE_ACCEPT && !mw_document_page_is_saving (asking->page))
    save_in_project (self, asking, GTK_WIDGET (dialog));
  else if (response == MW_PROJECT_ELSEWHERE)
    ask_anywhere (self, asking->page, asking->after, asking->data);
  else
    not_saved (self, asking);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

void
mw_window_ask_save_as (MwWindow *self, MwDocumentPage *page, MwWindowAfter after, gpointer data)
{
  const MwOrigin *origin = mw_document_page_get_origin (page);
  if (!origin) {
    ask_anywhere (self, page, after, data);
    return;
  }
  GtkWidget *dialog = mw_project_dialog_new (GTK_WINDOW (self), origin);
  set_asking (dialog, page, after, data);
  g_signal_connect_object (dialog, "response", G_CALLBACK (project_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
