/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/save-picture.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/image/png-write.h"
#include "ui/error-bar.h"
#include "ui/file-editor.h"
#include "ui/i18n.h"
#include "ui/picture-dialog.h"
#include "ui/project.h"
#include "ui/window-private.h"

#include <string.h>

#define SUFFIX ".png"

typedef struct {
  MwWindow *window;
  GCancellable *job;
  MwImage *image;
  char *path;
  gboolean replaces;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;
  g_clear_pointer (&saving->image, mw_image_free);
  g_object_unref (saving->window);
  g_free (saving->path);
  g_free (saving);
}

/* --- The work ------------------------------------------------------------------------------------------------------- */

/* Shows the result; `error` is NULL if the file was written. */
static void
show_end (Saving *saving, const GError *error)
{
  MwWindow *window = saving->window;
  g_autofree char *name = g_filename_display_basename (saving->path), *text = NULL;
  mw_window_end_job (window, g_steal_pointer (&saving->job));
  if (!window->tabs)
    return; /* the window was closed in the meantime */
  if (g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED)) {
    text = g_strdup_printf (_ ("%s was not saved."), name);
    mw_window_set_status (window, text);
  } else if (error) {
    text = g_strdup_printf (_ ("The picture %s could not be saved."), name);
    mw_error_bar_show_error (MW_ERROR_BAR (window->errors), text, error, saving->path);
  } else {
    text = g_strdup_printf (_ ("Saved the picture %s: %u × %u pixels."), name, saving->image->width,
                            saving->image->height);
    mw_window_set_status (window, text);
  }
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;
  g_autoptr (GBytes) png = mw_png_write (saving->image, NULL, 0, &error);
  if (png && g_cancellable_is_cancelled (saving->job))
    mw_set_error (&error, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
  if (!error && mw_file_save (saving->path, png, saving->replaces ? MW_SAVE_OVERWRITE : 0, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written (GObject *source, GAsyncResult *result, gpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_task_propagate_boolean (G_TASK (result), &error);
  show_end (g_task_get_task_data (G_TASK (result)), error);
}

static void
taken (MwImage *image, const GError *error, gpointer data)
{
  Saving *saving = data;
  saving->image = image;
  if (!image) {
    show_end (saving, error);
    saving_free (saving);
    return;
  }
  g_autoptr (GTask) task = g_task_new (NULL, NULL, written, NULL);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, write_thread);
}

void
mw_save_picture_to (MwWindow *window, MwViewport *viewport, const MwShotWish *wish, const char *path, gboolean replaces)
{
  Saving *saving = g_new0 (Saving, 1);
  g_autofree char *name = g_filename_display_basename (path), *text = g_strdup_printf (_ ("Saving %s…"), name);
  saving->window = g_object_ref (window);
  saving->path = g_strdup (path);
  saving->replaces = replaces;
  saving->job = mw_window_begin_job (window, text);
  mw_viewport_shoot (viewport, wish, saving->job, taken, saving);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

#define VIEWPORT "picture-viewport"

/* The file chooser asks before a file of the name that was typed is replaced, but not about the one with the suffix. */
static void
file_chosen (gpointer dialog, const char *path)
{
  MwWindow *window = MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  MwViewport *viewport = g_object_get_data (G_OBJECT (dialog), VIEWPORT);
  const gsize length = strlen (path), suffix = strlen (SUFFIX);
  const gboolean whole = length >= suffix && g_ascii_strcasecmp (path + length - suffix, SUFFIX) == 0;
  g_autofree char *target = g_strconcat (path, whole ? "" : SUFFIX, NULL);
  MwShotWish wish;
  mw_picture_dialog_get_wish (dialog, &wish);
  mw_save_picture_to (window, viewport, &wish, target, whole);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The dialog stays until a file is chosen, so that one may go back to it. */
static void
answered (GtkDialog *dialog, int response, gpointer unused)
{
  MwWindow *window = MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  MwDocumentPage *page = mw_window_get_page (window);
  if (response != GTK_RESPONSE_ACCEPT || !page) {
    gtk_window_destroy (GTK_WINDOW (dialog));
    return;
  }
  const char *path = mw_document_page_get_path (page);
  g_autofree char *own = path ? g_path_get_basename (path) : g_strdup (_ ("Picture")), *folder = mw_project_folder ();
  char *dot = strrchr (own, '.');
  if (path && dot && dot > own)
    *dot = 0;
  g_autofree char *name = g_strconcat (own, SUFFIX, NULL);
  mw_file_choose (GTK_WIDGET (dialog), _ ("Save Picture"), name, folder, file_chosen, dialog);
}

void
mw_save_picture (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (!page)
    return;
  MwShotWish wish;
  MwViewport *viewport = mw_document_page_get_viewport (page);
  mw_shot_wish_init (&wish, viewport);
  GtkWidget *dialog = mw_picture_dialog_new (GTK_WINDOW (widget), &wish);
  g_object_set_data_full (G_OBJECT (dialog), VIEWPORT, g_object_ref (viewport), g_object_unref);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}
