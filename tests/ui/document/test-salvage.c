/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
/* A file that cannot be read: the banner offers to open what can be read, as a document without a file. */
#include "tests/ui/fixture.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>

/* Copies a sample, with the size of its geosets set to zero. Free with g_free(). */
static char *
broken_sample (void)
{
  char *path = fixture_sample ("everything.mdx");
  g_autofree char *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  char *at = memmem (bytes, size, "GEOS", 4);
  memset (at + 4, 0, 4);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  return path;
}

static void
saved (MwWindow *window, MwDocumentPage *page, gboolean ok, gpointer data)
{
  *(int *) data = ok;
}

static int
save (MwWindow *window, MwDocumentPage *page, const char *path)
{
  int ok = -1;
  mw_window_save_page (window, page, path, saved, &ok);
  fixture_wait (window);
  return ok;
}

static void
salvaged (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = broken_sample (), *before = NULL, *after = NULL;
  gsize size, now;
  g_assert_true (g_file_get_contents (path, &before, &size, NULL));
  g_assert_null (fixture_open (window, path));
  GtkWidget *offer = find_called (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Open What Can Be Read");
  g_assert_nonnull (offer);
  g_signal_emit_by_name (offer, "clicked");
  fixture_wait (window);
  g_assert_null (fixture_window_error (window));

  /* It has a name and no file, and closing it would ask. */
  MwDocumentPage *page = mw_window_get_page (window);
  g_assert_nonnull (page);
  g_autofree char *name = mw_document_page_get_name (page);
  g_assert_cmpstr (name, ==, "everything-salvaged.mdx");
  g_assert_null (mw_document_page_get_path (page));
  g_assert_true (mw_document_page_has_unsaved (page));
  g_assert_nonnull (strstr (fixture_notice (page), "1 thing was guessed."));
  g_assert_null (strstr (fixture_notice (page), "dropped"));
  GtkWidget *list = find_called (GTK_WIDGET (page), GTK_TYPE_TEXT_VIEW, "Salvaged");
  g_assert_nonnull (list);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (list));
  g_autofree char *lines = (g_object_get (buffer, "text", &lines, NULL), lines);
  g_assert_nonnull (strstr (lines, "in GEOS: guessed its size"));

  /* The broken file is never replaced, by whatever name it is reached. */
  g_autofree char *link = g_build_filename (fixture_folder (), "link.mdx", NULL);
  g_assert_cmpint (symlink (path, link), ==, 0);
  g_assert_cmpint (save (window, page, path), ==, FALSE);
  g_assert_nonnull (strstr (fixture_error (page), "everything.mdx is the broken file"));
  g_assert_cmpint (save (window, page, link), ==, FALSE);
  g_assert_true (g_file_get_contents (path, &after, &now, NULL));
  g_assert_cmpmem (before, size, after, now);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-test-copies", NULL);
  GtkWidget *dialog = find_window (GTK_TYPE_DIALOG);
  g_assert_nonnull (dialog);
  act_type (find_called (dialog, GTK_TYPE_ENTRY, "Name"), "everything");
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  fixture_wait (window);
  g_autofree char *same = NULL;
  g_assert_true (g_file_get_contents (path, &same, &now, NULL));
  g_assert_cmpmem (before, size, same, now);
  gtk_dialog_response (GTK_DIALOG (find_window (GTK_TYPE_DIALOG)), GTK_RESPONSE_CLOSE);

  g_autofree char *other = g_build_filename (fixture_folder (), "whole.mdx", NULL);
  g_assert_cmpint (save (window, page, other), ==, TRUE);
  g_assert_false (mw_document_page_has_unsaved (page));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, other);
  g_assert_true (gtk_widget_get_root (list) != NULL); /* the list stays */
  g_autoptr (MwFileSet) set = mw_io_load (other, NULL, NULL);
  MwModel *model = mw_io_read (set, NULL, NULL, NULL);
  g_assert_nonnull (model);
  mw_model_free (model);
  fixture_end (window);
}

/* What is no model, or is not there, cannot be salvaged; and what was salvaged in vain is not offered again. */
static void
not_offered (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *none = g_build_filename (fixture_folder (), "none.mdx", NULL);
  g_assert_null (fixture_open (window, none));
  GtkWidget *offer = find_called (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Open What Can Be Read");
  g_assert_true (!offer || !is_shown (offer, GTK_WIDGET (window)));
  g_autofree char *empty = g_build_filename (fixture_folder (), "empty.mdx", NULL);
  g_assert_true (g_file_set_contents (empty, "MDLXVERS\004\0\0", 11, NULL));
  g_assert_null (fixture_open (window, empty));
  offer = find_called (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Open What Can Be Read");
  g_assert_true (is_shown (offer, GTK_WIDGET (window)));
  g_signal_emit_by_name (offer, "clicked");
  fixture_wait (window);
  g_assert_null (mw_window_get_page (window));
  g_assert_nonnull (strstr (fixture_window_error (window), "found no chunk that could be read"));
  g_assert_false (is_shown (offer, GTK_WIDGET (window)));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/document/salvage/what can be read opens as a new document", salvaged);
  g_test_add_func ("/ui/document/salvage/it is offered only where it may help", not_offered);
  return g_test_run ();
}
