/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "ui/error-bar.h"
#include "ui/games/game-browser.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/window/window-private.h"

/* Opening models from files, games and journals, and archives. */

typedef struct {
  MwWindow *window;
  GCancellable *job;
  char *path;    /* NULL: a recovered document that was never saved, or a file of a game */
  char *name;    /* of the file, for people */
  char *journal; /* the journal to recover, or NULL */
  guint order;
  gboolean plays, salvages;
} Opening;

static void
opening_free (Opening *opening)
{
  g_free (opening->path);
  g_free (opening->name);
  g_free (opening->journal);
  g_object_unref (opening->window);
  g_free (opening);
}

/* Takes `name`. `text` is shown while it is being opened. */
static Opening *
begin (MwWindow *self, const char *path, char *name, const char *text, gboolean plays)
{
  Opening *opening = g_new0 (Opening, 1);
  opening->window = g_object_ref (self);
  opening->path = g_strdup (path);
  opening->name = name;
  opening->order = ++self->n_opened;
  opening->plays = plays;
  opening->job = mw_window_begin_job (self, text);
  return opening;
}

/* Whether another way of reading may help: the bytes are those of a model, but wrong. */
static gboolean
may_be_salvaged (const Opening *opening, const GError *error)
{
  return opening->path && !opening->journal && !opening->salvages
         && (g_error_matches (error, MW_ERROR, MW_ERROR_CORRUPT)
             || g_error_matches (error, MW_ERROR, MW_ERROR_TRUNCATED)
             || g_error_matches (error, MW_ERROR, MW_ERROR_LIMIT));
}

/* Says why nothing was opened. `lines` (may be NULL): more errors. */
static void
show_failure (const Opening *opening, const GError *error, const char *lines)
{
  MwWindow *self = opening->window;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED)) {
    g_autofree char *text = g_strdup_printf (_ ("Opening %s was cancelled."), opening->name);
    mw_window_set_status (self, text);
    return;
  }
  g_autofree char *what = g_strdup_printf (
    opening->journal ? _ ("%s could not be recovered. Its journal is kept and will be offered again at the next "
                          "start.")
                     : _ ("%s could not be opened."),
    opening->name);
  mw_error_bar_show_errors (MW_ERROR_BAR (self->errors), what, error, opening->path, lines);
  if (may_be_salvaged (opening, error))
    mw_error_bar_add_offer (MW_ERROR_BAR (self->errors), _ ("Open What Can Be Read"), opening->path);
}

/* --- Documents that are open ---------------------------------------------------------------------------------------- */

static gboolean
is_of_path (MwDocumentPage *page, gconstpointer path)
{
  return g_strcmp0 (mw_document_page_get_path (page), path) == 0;
}

static gboolean
is_of_origin (MwDocumentPage *page, gconstpointer origin)
{
  const MwOrigin *other = mw_document_page_get_origin (page);
  return other && mw_origin_equal (other, origin);
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = NULL;
  g_autoptr (MwLoaded) done = mw_load_finish (result, &report, &error);
  MwWindow *self = opening->window;
  g_autofree char *lines = report && report->n[MW_REMARK_ERROR] > 1 ? mw_report_lines (report, TRUE) : NULL;
  mw_window_end_job (self, opening->job);
  /* Without tabs the window was closed in the meantime. */
  /* It may have been asked for twice. */
  if (self->tabs && done && opening->path && !opening->journal
      && mw_window_show_page_of (self, is_of_path, opening->path))
    ;
  else if (self->tabs && done)
    mw_window_add_page (self, done, opening->order, opening->plays);
  else if (self->tabs && error)
    show_failure (opening, error, lines);
  opening_free (opening);
}

/* Whether opened models play: the user's setting; on by default. */
static gboolean
plays_when_opened (void)
{
  GSettings *settings = mw_places_settings ();
  return !settings || g_settings_get_boolean (settings, MW_PLAYS_WHEN_OPENED);
}

void
mw_window_recover (MwWindow *self, const char *journal, const char *path)
{
  char *name = path ? g_path_get_basename (path) : g_strdup (_ ("Untitled"));
  g_autofree char *text = g_strdup_printf (_ ("Recovering %s…"), name);
  Opening *opening = begin (self, path, name, text, plays_when_opened ());
  opening->journal = g_strdup (journal);
  mw_recover_async (journal, opening->job, loaded, opening);
}

/* --- Archives ------------------------------------------------------------------------------------------------------- */

static void
open_archive (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (MwArchive) archive = mw_archive_open (path, &error);
  if (archive)
    g_task_return_pointer (task, mw_places_new_archive (archive), (GDestroyNotify) mw_places_unref);
  else
    g_task_return_error (task, error);
}

static void
archive_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwPlaces) archive = g_task_propagate_pointer (G_TASK (result), &error);
  mw_window_end_job (opening->window, opening->job);
  if (opening->window->tabs && archive)
    mw_game_browser_show_archive (opening->window, archive, opening->name);
  else if (opening->window->tabs)
    show_failure (opening, error, NULL);
  opening_free (opening);
}

static void
show_archive (MwWindow *self, const char *path)
{
  char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Opening %s…"), name);
  Opening *opening = begin (self, path, name, text, FALSE);
  g_autoptr (GTask) task = g_task_new (NULL, opening->job, archive_opened, opening);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, open_archive);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static void
open_or_show (MwWindow *self, const char *path, gboolean plays)
{
  if (mw_archive_is_name (path) && g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    show_archive (self, path);
    return;
  }
  if (mw_window_show_page_of (self, is_of_path, path))
    return;
  char *name = g_path_get_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Opening %s…"), name);
  Opening *opening = begin (self, path, name, text, plays);
  mw_load_async (path, opening->job, loaded, opening);
}

void
mw_window_open (MwWindow *self, const char *path)
{
  open_or_show (self, path, plays_when_opened ());
}

void
mw_window_salvage_offered (MwWindow *self)
{
  g_autofree char *path = mw_error_bar_take_offer (MW_ERROR_BAR (self->errors));
  char *name = g_path_get_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Opening what can be read of %s…"), name);
  Opening *opening = begin (self, path, name, text, plays_when_opened ());
  opening->salvages = TRUE;
  mw_salvage_async (path, opening->job, loaded, opening);
}

void
mw_window_open_playing (MwWindow *self, const char *path)
{
  open_or_show (self, path, TRUE);
}

void
mw_window_open_from (MwWindow *self, const MwOrigin *origin)
{
  if (mw_window_show_page_of (self, is_of_origin, origin))
    return;
  char *name = g_filename_display_name (mw_origin_base (origin));
  g_autofree char *text = g_strdup_printf (_ ("Opening %s from %s…"), name, origin->from);
  Opening *opening = begin (self, NULL, name, text, plays_when_opened ());
  mw_load_from_async (origin, opening->job, loaded, opening);
}

gboolean
mw_window_files_dropped (GtkDropTarget *target, const GValue *value, double x, double y, MwWindow *self)
{
  for (GSList *at = g_value_get_boxed (value); at; at = at->next) {
    g_autofree char *path = g_file_get_path (at->data);
    if (path)
      mw_window_open (self, path);
  }
  return TRUE;
}
