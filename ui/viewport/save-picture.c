/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/save-picture.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/model/titles.h"
#include "ui/error-bar.h"
#include "ui/inspector/file-editor.h"
#include "ui/i18n.h"
#include "ui/progress.h"
#include "ui/document/project.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  MwWindow *window;
  MwViewport *viewport;
  MwPictureWish wish;
  GCancellable *job;
  MwFilmWriter *writer;
  MwImage *image; /* the last one that was drawn */
  guint taken;    /* pictures */
  char *path;
  gboolean replaces;
} Saving;

static void
saving_free (Saving *saving)
{
  mw_image_free (saving->image);
  mw_film_writer_free (saving->writer);
  g_object_unref (saving->viewport);
  g_object_unref (saving->window);
  g_free (saving->path);
  g_free (saving);
}

/* --- The end -------------------------------------------------------------------------------------------------------- */

/* "Saved ...". Free with g_free(). */
static char *
say_saved (const Saving *saving, const char *name)
{
  const MwShotWish *shot = &saving->wish.shot;
  const guint n = shot->film.n, files = mw_film_writer_n_files (saving->writer);
  if (n == 1)
    return g_strdup_printf (_ ("Saved the picture %s: %u × %u pixels."), name, shot->width, shot->height);
  if (files == 1)
    return g_strdup_printf (
      ngettext ("Saved %s: %u picture of %u × %u pixels.", "Saved %s: %u pictures of %u × %u pixels.", n), name, n,
      shot->width, shot->height);
  g_autofree char *first = g_filename_display_basename (mw_film_writer_name (saving->writer, 0)),
                  *last = g_filename_display_basename (mw_film_writer_name (saving->writer, files - 1));
  return g_strdup_printf (_ ("Saved the pictures %s to %s: %u × %u pixels."), first, last, shot->width, shot->height);
}

/* Shows the result and ends it; `error` is NULL if the files were written. */
static void
finish (Saving *saving, const GError *error)
{
  MwWindow *window = saving->window;
  g_autofree char *name = g_filename_display_basename (saving->path), *text = NULL;
  mw_window_end_job (window, g_steal_pointer (&saving->job));
  if (!window->tabs)
    ; /* the window was closed in the meantime */
  else if (g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED)) {
    text = g_strdup_printf (_ ("%s was not saved."), name);
    mw_window_set_status (window, text);
  } else if (error) {
    text = g_strdup_printf (_ ("The picture %s could not be saved."), name);
    mw_error_bar_show_error (MW_ERROR_BAR (window->errors), text, error, saving->path);
  } else {
    text = say_saved (saving, name);
    mw_window_set_status (window, text);
  }
  saving_free (saving);
}

/* --- The work ------------------------------------------------------------------------------------------------------- */

static gboolean
is_cancelled (const Saving *saving, GError **error)
{
  if (g_cancellable_is_cancelled (saving->job))
    mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
  return g_cancellable_is_cancelled (saving->job);
}

/* Writes all files. Those that are new are removed when one cannot be written. */
static gboolean
write_files (const Saving *saving, GError **error)
{
  const guint n = mw_film_writer_n_files (saving->writer);
  for (guint i = 0; i < n; i++) {
    if (!is_cancelled (saving, error)
        && mw_file_save (mw_film_writer_name (saving->writer, i), mw_film_writer_bytes (saving->writer, i),
                         saving->replaces ? MW_SAVE_OVERWRITE : 0, error))
      continue;
    while (i-- > 0 && !saving->replaces)
      g_unlink (mw_film_writer_name (saving->writer, i));
    return FALSE;
  }
  return TRUE;
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;
  gboolean ok = mw_film_writer_add (saving->writer, saving->image, &error);
  if (ok && saving->taken == saving->wish.shot.film.n)
    ok = mw_film_writer_end (saving->writer, &error) && write_files (saving, &error);
  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  g_autoptr (GError) error = NULL;
  g_clear_pointer (&saving->image, mw_image_free);
  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    mw_viewport_shoot_stop (saving->viewport);
    finish (saving, error);
  } else if (saving->taken == saving->wish.shot.film.n) {
    finish (saving, NULL);
  } else if (!mw_viewport_shoot_next (saving->viewport)) {
    mw_set_error (&error, MW_ERROR_CANCELLED, -1, NULL, "the view was closed");
    finish (saving, error);
  }
}

static void
taken (MwImage *image, const GError *error, gpointer data)
{
  Saving *saving = data;
  if (!image) {
    finish (saving, error);
    return;
  }
  saving->image = image;
  saving->taken++;
  if (saving->wish.shot.film.n > 1)
    mw_progress_set (saving->job, (double) saving->taken / saving->wish.shot.film.n);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, written, saving);
  g_task_set_task_data (task, saving, NULL);
  g_task_run_in_thread (task, write_thread);
}

/* Whether no file is in the way, before the work of drawing is done. */
static gboolean
are_free (const Saving *saving, GError **error)
{
  for (guint i = 0; i < mw_film_writer_n_files (saving->writer) && !saving->replaces; i++) {
    const char *name = mw_film_writer_name (saving->writer, i);
    if (!g_file_test (name, G_FILE_TEST_EXISTS))
      continue;
    mw_set_error (error, MW_ERROR_IO, -1, NULL, _ ("the file %s exists; choose another name"), name);
    return FALSE;
  }
  return TRUE;
}

void
mw_save_picture_to (MwWindow *window, MwViewport *viewport, const MwPictureWish *wish, const char *path,
                    gboolean replaces)
{
  Saving *saving = g_new0 (Saving, 1);
  g_autofree char *name = g_filename_display_basename (path), *text = g_strdup_printf (_ ("Saving %s…"), name);
  g_autoptr (GError) error = NULL;
  const MwShotWish *shot = &wish->shot;
  saving->window = g_object_ref (window);
  saving->viewport = g_object_ref (viewport);
  saving->wish = *wish;
  saving->path = g_strdup (path);
  saving->job = mw_window_begin_job (window, text);
  saving->writer = mw_film_writer_new (wish->form, path, shot->film.n, shot->width, shot->height,
                                       mw_film_ms (&shot->film, &shot->clock, wish->seconds), &error);
  /* That the file of this name may be replaced says nothing about those with numbers. */
  saving->replaces = replaces && saving->writer && mw_film_writer_n_files (saving->writer) == 1;
  if (saving->writer && are_free (saving, &error))
    mw_viewport_shoot (viewport, shot, saving->job, taken, saving);
  else
    finish (saving, error);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

#define VIEWPORT "picture-viewport"

static const char *
suffix_of (const MwPictureWish *wish)
{
  return wish->form == MW_FILM_ANIMATED ? ".webp" : ".png";
}

/* The file chooser asks before a file of the name that was typed is replaced, but not about the one with the suffix. */
static void
file_chosen (gpointer dialog, const char *path)
{
  MwWindow *window = MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  MwViewport *viewport = g_object_get_data (G_OBJECT (dialog), VIEWPORT);
  MwPictureWish wish;
  mw_picture_dialog_get_wish (dialog, &wish);
  const char *suffix = suffix_of (&wish);
  const gsize length = strlen (path), end = strlen (suffix);
  const gboolean whole = length >= end && g_ascii_strcasecmp (path + length - end, suffix) == 0;
  g_autofree char *target = g_strconcat (path, whole ? "" : suffix, NULL);
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
  MwPictureWish wish;
  mw_picture_dialog_get_wish (GTK_WIDGET (dialog), &wish);
  g_autofree char *name = g_strconcat (own, suffix_of (&wish), NULL);
  mw_file_choose (GTK_WIDGET (dialog), _ ("Save Picture"), name, folder, file_chosen, dialog);
}

void
mw_save_picture (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (!page)
    return;
  MwPictureWish wish;
  MwViewport *viewport = mw_document_page_get_viewport (page);
  mw_picture_wish_init (&wish, viewport);
  const MwModel *model = mw_document_get_model (mw_document_page_get_document (page));
  const MwRecord *sequence = wish.shot.clock.rest ? NULL : mw_model_find (model, wish.shot.clock.sequence);
  g_autofree char *title = sequence ? mw_record_title (sequence) : NULL;
  GtkWidget *dialog = mw_picture_dialog_new (GTK_WINDOW (widget), &wish, title);
  g_object_set_data_full (G_OBJECT (dialog), VIEWPORT, g_object_ref (viewport), g_object_unref);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}
