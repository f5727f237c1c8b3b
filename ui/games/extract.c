/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/extract.h"
#include "core/base/error.h"
#include "core/vfs/extract.h"
#include "ui/error-bar.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/progress.h"
#include "ui/document/project.h"
#include "ui/window/window-private.h"

/* The most errors that a banner lists. */
enum { LISTED_MAX = 40 };

typedef struct {
  MwWindow *window;
  GCancellable *job;
  MwPlaces *places;
  GPtrArray *names;
  char *from, *folder;
  gboolean replaces;
  guint copied, kept; /* those that existed */
  GPtrArray *errors;  /* GError * */
} Extraction;

static void
extraction_free (gpointer data)
{
  Extraction *e = data;
  g_object_unref (e->window);
  mw_places_unref (e->places);
  g_ptr_array_unref (e->names);
  g_ptr_array_unref (e->errors);
  g_free (e->from);
  g_free (e->folder);
  g_free (e);
}

/* --- The work ------------------------------------------------------------------------------------------------------- */

static void
extract_one (Extraction *e, const char *name)
{
  GError *error = NULL;
  g_autofree char *target = mw_extract_target (e->folder, name);
  if (!target)
    mw_set_error (&error, MW_ERROR_REFUSED, -1, name, "this name leads out of the folder");
  else if (mw_extract (e->places, name, target, e->replaces, &error))
    e->copied++;
  else if (g_error_matches (error, MW_ERROR, MW_ERROR_EXISTS)) {
    e->kept++;
    g_clear_error (&error);
  }
  if (error)
    g_ptr_array_add (e->errors, error);
}

static void
extract_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Extraction *e = data;
  for (guint i = 0; i < e->names->len && !g_cancellable_is_cancelled (e->job); i++) {
    extract_one (e, e->names->pdata[i]);
    mw_progress_set (e->job, (double) (i + 1) / e->names->len);
  }
  g_task_return_boolean (task, TRUE);
}

static void
show_errors (const Extraction *e)
{
  g_autoptr (GString) more = g_string_new (NULL);
  for (guint i = 1; i < MIN (e->errors->len, LISTED_MAX); i++) {
    g_autofree char *line = mw_error_describe (e->errors->pdata[i], NULL);
    g_string_append_printf (more, "%s\n", line);
  }
  g_autofree char *what = g_strdup_printf (
    ngettext ("%u file of %s could not be extracted.", "%u files of %s could not be extracted.", e->errors->len),
    e->errors->len, e->from);
  mw_error_bar_show_errors (MW_ERROR_BAR (e->window->errors), what, e->errors->pdata[0], NULL, more->str);
}

static void
extracted (GObject *source, GAsyncResult *result, gpointer unused)
{
  Extraction *e = g_task_get_task_data (G_TASK (result));
  gboolean cancelled = g_cancellable_is_cancelled (e->job);
  g_autofree char *shown = g_filename_display_name (e->folder);
  g_autoptr (GString) text = g_string_new (NULL);
  mw_window_end_job (e->window, e->job);
  if (!e->window->tabs)
    return; /* the window was closed in the meantime */
  g_string_append_printf (text, ngettext ("Extracted %u file to %s.", "Extracted %u files to %s.", e->copied),
                          e->copied, shown);
  if (e->kept)
    g_string_append_printf (text, ngettext (" %u that exists was kept.", " %u that exist were kept.", e->kept),
                            e->kept);
  if (cancelled)
    g_string_append (text, _ (" The rest was cancelled."));
  mw_window_set_status (e->window, text->str);
  if (e->errors->len)
    show_errors (e);
}

void
mw_extract_to (MwWindow *window, MwPlaces *places, const char *from, GPtrArray *names, const char *folder,
               gboolean replaces)
{
  Extraction *e = g_new0 (Extraction, 1);
  g_autofree char *text = g_strdup_printf (_ ("Extracting from %s…"), from);
  e->window = g_object_ref (window);
  e->places = mw_places_ref (places);
  e->names = g_ptr_array_ref (names);
  e->from = g_strdup (from);
  e->folder = g_strdup (folder);
  e->replaces = replaces;
  e->errors = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  e->job = mw_window_begin_job (window, text);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, extracted, NULL);
  g_task_set_task_data (task, e, extraction_free);
  g_task_run_in_thread (task, extract_thread);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

/* What is asked about. Freed with the dialog. */
typedef struct {
  MwWindow *window; /* weak */
  MwPlaces *places;
  GPtrArray *names;
  char *from, *folder;
} Question;

static void
question_free (gpointer data)
{
  Question *q = data;
  g_clear_weak_pointer (&q->window);
  mw_places_unref (q->places);
  g_ptr_array_unref (q->names);
  g_free (q->from);
  g_free (q->folder);
  g_free (q);
}

static guint
count_existing (const Question *q)
{
  guint n = 0;
  for (guint i = 0; i < q->names->len; i++) {
    g_autofree char *target = mw_extract_target (q->folder, q->names->pdata[i]);
    n += target && g_file_test (target, G_FILE_TEST_EXISTS);
  }
  return n;
}

enum { RESPONSE_KEEP = 1, RESPONSE_REPLACE };

static void
existing_answered (GtkDialog *dialog, int response, Question *q)
{
  if (q->window && q->window->tabs && response > 0)
    mw_extract_to (q->window, q->places, q->from, q->names, q->folder, response == RESPONSE_REPLACE);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Takes the question. */
static void
ask_about_existing (Question *q, guint n)
{
  g_autofree char *shown = g_filename_display_name (q->folder);
  GtkWidget *dialog = gtk_message_dialog_new (
    GTK_WINDOW (q->window), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
    ngettext ("%u of the files exists in %s", "%u of the files exist in %s", n), n, shown);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Keep Existing"), RESPONSE_KEEP);
  GtkWidget *replace = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Replace"), RESPONSE_REPLACE);
  gtk_widget_add_css_class (replace, "destructive-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), RESPONSE_KEEP);
  g_object_set_data_full (G_OBJECT (dialog), "question", q, question_free);
  g_signal_connect (dialog, "response", G_CALLBACK (existing_answered), q);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
folder_chosen (GtkNativeDialog *chooser, int response, gpointer data)
{
  Question *q = data;
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
  q->folder = file ? g_file_get_path (file) : NULL;
  g_object_unref (chooser);
  guint n = q->folder ? count_existing (q) : 0;
  if (n && q->window && q->window->tabs) {
    ask_about_existing (q, n);
    return;
  }
  if (q->folder && q->window && q->window->tabs)
    mw_extract_to (q->window, q->places, q->from, q->names, q->folder, FALSE);
  question_free (q);
}

void
mw_ask_extract (MwWindow *window, GtkWindow *dialog, MwPlaces *places, const char *from, GPtrArray *names)
{
  Question *q = g_new0 (Question, 1);
  g_set_weak_pointer (&q->window, window);
  q->places = mw_places_ref (places);
  q->names = g_ptr_array_ref (names);
  q->from = g_strdup (from);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _ ("Extract into a Folder"), dialog, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Extract"), _ ("_Cancel"));
  mw_project_begin_chooser (GTK_FILE_CHOOSER (chooser));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (folder_chosen), q);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
