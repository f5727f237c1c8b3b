/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "ui/field-editor.h"
#include "ui/places.h"

#include <glib/gstdio.h>

static char *folder;

const char *
fixture_folder (void)
{
  if (!folder)
    folder = g_dir_make_tmp ("modelwright-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return folder;
}

char *
fixture_sample (const char *name)
{
  g_autofree char *from = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", name, NULL);
  char *to = g_build_filename (fixture_folder (), name, NULL), *bytes;
  gsize size;
  GError *error = NULL;
  g_file_get_contents (from, &bytes, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents (to, bytes, (gssize) size, &error);
  g_assert_no_error (error);
  g_free (bytes);
  return to;
}

MwWindow *
fixture_window (void)
{
  /* GTK 4.8 leaks a date each time it checks for recent files that are too old. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  /* Opened models stay in the rest pose; the tests of this setting switch it on. */
  g_settings_set_boolean (mw_places_settings (), "play-when-opened", FALSE);
  MwWindow *window = MW_WINDOW (mw_window_new (NULL));
  gtk_window_present (GTK_WINDOW (window));
  fixture_settle ();
  return window;
}

static gboolean
expired (gpointer flag)
{
  *(gboolean *) flag = TRUE;
  return G_SOURCE_REMOVE;
}

gboolean
fixture_until (FixtureDone done, gpointer data)
{
  gboolean late = FALSE;
  guint timeout = g_timeout_add_seconds (FIXTURE_PATIENCE, expired, &late);
  while (!done (data) && !late)
    g_main_context_iteration (NULL, TRUE);
  if (!late)
    g_source_remove (timeout);
  return !late;
}

static gboolean
is_idle (gpointer window)
{
  return !mw_window_is_busy (window);
}

void
fixture_wait (MwWindow *window)
{
  g_assert_true (fixture_until (is_idle, window));
  fixture_settle ();
}

/* Runs the main loop until nothing has happened for a while, since a frame may queue more work and the machine may be busy. If
 * that never ends (while playing), stops after a second. */
void
fixture_settle (void)
{
  enum { QUIET_MS = 60, MOST_MS = 1000 };
  gint64 begin = g_get_monotonic_time (), last = begin;
  while (g_get_monotonic_time () - last < QUIET_MS * 1000 && g_get_monotonic_time () - begin < MOST_MS * 1000) {
    if (g_main_context_iteration (NULL, FALSE))
      last = g_get_monotonic_time ();
    else
      g_usleep (1000);
  }
}

MwDocumentPage *
fixture_open (MwWindow *window, const char *path)
{
  guint before = mw_window_get_n_pages (window);
  mw_window_open (window, path);
  fixture_wait (window);
  return mw_window_get_n_pages (window) > before ? mw_window_get_page (window) : NULL;
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
}

void
fixture_end (MwWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_settle ();
  if (folder)
    remove_folder ();
}

MwRecord *
fixture_record (MwDocument *document, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  g_assert_null (target.field);
  return target.record;
}

char *
fixture_value (MwDocument *document, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  return mw_value_print (mw_document_get_model (document), &target);
}

GtkWidget *
fixture_editor (MwDocumentPage *page, const char *path, const char *field)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *record = *path ? fixture_record (document, path) : &mw_document_get_model (document)->record;
  mw_document_select (document, &record->id, *path ? 1 : 0);
  MwRecordForm *form = mw_inspector_get_form (mw_document_page_get_inspector (page));
  g_assert_nonnull (form);
  GtkWidget *editor = mw_record_form_find_editor (form, record->id, mw_schema_field (record->schema, field));
  g_assert_true (MW_IS_FIELD_EDITOR (editor));
  return editor;
}

GtkWidget *
fixture_find (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = fixture_find (child, type);
    if (found)
      return found;
  }
  return NULL;
}

GBytes *
fixture_bytes (MwDocument *document)
{
  GError *error = NULL;
  GBytes *bytes = io_write_bytes (mw_document_get_model (document), mw_document_get_format (document), NULL, NULL,
                                  &error);
  g_assert_no_error (error);
  return bytes;
}
