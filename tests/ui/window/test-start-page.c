/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/document/file-picture.h"
#include "ui/window/recent.h"
#include "ui/window/start-page.h"

#include <glib/gstdio.h>

static void
activate (MwWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  fixture_settle ();
}

static gboolean
start_is_gone (gpointer window)
{
  return !mw_window_is_start_shown (window);
}

static void
test_beside (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  g_assert_true (mw_window_is_start_shown (window));
  MwDocumentPage *banner = fixture_open (window, first);
  MwDocumentPage *figure = fixture_open (window, second);
  g_assert_false (mw_window_is_start_shown (window));
  activate (window, "win.previous-tab");
  g_assert_true (mw_window_get_page (window) == banner);
  /* The start page opens in an additional tab. */
  activate (window, "win.show-start");
  g_assert_true (mw_window_is_start_shown (window));
  g_assert_null (mw_window_get_page (window));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  GtkNotebook *tabs = GTK_NOTEBOOK (find_type (GTK_WIDGET (window), GTK_TYPE_NOTEBOOK));
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 3);
  g_assert_true (gtk_notebook_get_show_tabs (tabs));
  g_assert_true (gtk_widget_get_mapped (find_type (GTK_WIDGET (window), MW_TYPE_START_PAGE)));
  /* Operations on tabs count documents only. */
  gtk_notebook_reorder_child (tabs, gtk_notebook_get_nth_page (tabs, 2), 0);
  fixture_settle ();
  g_assert_true (gtk_notebook_get_nth_page (tabs, 0) == GTK_WIDGET (banner));
  activate (window, "win.panel-view");
  activate (window, "win.panel-view");
  /* Going back shows the page that was shown before. */
  activate (window, "win.show-start");
  g_assert_false (mw_window_is_start_shown (window));
  g_assert_true (mw_window_get_page (window) == banner);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 2);
  /* Ctrl+W on it closes it, and nothing else. */
  activate (window, "win.show-start");
  activate (window, "win.close-tab");
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  g_assert_true (mw_window_get_page (window) == banner);
  /* Choosing an open file shows its tab and closes the start page. */
  activate (window, "win.show-start");
  mw_window_open (window, second);
  g_assert_true (fixture_until (start_is_gone, window));
  g_assert_true (mw_window_get_page (window) == figure);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 2);
  /* Opening a file closes the start page too. */
  activate (window, "win.show-start");
  g_autofree char *third = fixture_sample ("effect.mdx");
  g_assert_nonnull (fixture_open (window, third));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 3);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 3);
  /* After the last document is closed the start page is shown without tabs. */
  for (guint i = 0; i < 3; i++)
    activate (window, "win.close-tab");
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  g_assert_true (mw_window_is_start_shown (window));
  g_assert_false (gtk_notebook_get_show_tabs (tabs));
  activate (window, "win.show-start");
  g_assert_true (mw_window_is_start_shown (window));
  fixture_end (window);
}

/* Each tab has its own line in the status bar. */
static void
test_status (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  MwDocumentPage *banner = fixture_open (window, first);
  MwDocument *document = mw_document_page_get_document (banner);
  MwId id = fixture_record (document, "geosets[0]")->id;
  mw_document_select (document, &id, 1);
  g_autofree char *line = g_strdup (fixture_status (window));
  g_assert_cmpstr (line, !=, "");
  g_assert_nonnull (fixture_open (window, second));
  fixture_settle ();
  g_assert_cmpstr (fixture_status (window), ==, "");
  activate (window, "win.previous-tab");
  g_assert_cmpstr (fixture_status (window), ==, line);
  activate (window, "win.show-start");
  g_assert_cmpstr (fixture_status (window), ==, "");
  /* A message of a hidden tab is shown when it is visible again. */
  mw_document_select (document, NULL, 0);
  g_assert_cmpstr (fixture_status (window), ==, "");
  mw_document_select (document, &id, 1);
  g_assert_cmpstr (fixture_status (window), ==, "");
  activate (window, "win.show-start");
  g_assert_cmpstr (fixture_status (window), ==, line);
  fixture_end (window);
}

static char *
recent_name (char **list, guint n)
{
  return g_strv_length (list) > n ? g_path_get_basename (list[n]) : g_strdup ("");
}

/* Adds a file to the desktop's recent files as a file chooser does. */
static void
note_as_chooser (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri,
                               &(GtkRecentData) { .mime_type = (char *) "application/octet-stream",
                                                  .app_name = (char *) "modelwright",
                                                  .app_exec = (char *) "modelwright %u" });
}

static void
test_recent (void)
{
  MwFormat mdx = { MW_FAMILY_MDX, 800, FALSE }, mdl = { MW_FAMILY_MDX, 800, TRUE };
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx"),
                  *failed = fixture_sample ("effect.mdx");
  mw_recent_note (first, mdl);
  g_usleep (2000);
  mw_recent_note (second, mdx);
  g_usleep (2000);
  note_as_chooser (failed);
  g_auto (GStrv) before = mw_recent_list (10);
  g_autofree char *newest = recent_name (before, 0), *next = recent_name (before, 1);
  g_assert_cmpstr (newest, ==, "figure.mdx");
  g_assert_cmpstr (next, ==, "banner.mdl");
  g_assert_cmpuint (g_strv_length (before), ==, 2);
  /* A file that is opened again moves up. */
  g_usleep (2000);
  mw_recent_note (first, mdl);
  g_auto (GStrv) after = mw_recent_list (10);
  g_autofree char *again = recent_name (after, 0);
  g_assert_cmpstr (again, ==, "banner.mdl");
  g_assert_cmpuint (g_strv_length (after), ==, 2);
  g_auto (GStrv) one = mw_recent_list (1);
  g_assert_cmpuint (g_strv_length (one), ==, 1);
  /* The page shows names with suffixes, and leaves out files that no longer exist. */
  g_unlink (second);
  MwWindow *window = fixture_window ();
  GtkWidget *list = find_type (find_type (GTK_WIDGET (window), MW_TYPE_START_PAGE), GTK_TYPE_LIST_BOX);
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (find_type (row, GTK_TYPE_LABEL))), ==, "banner.mdl");
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));
  /* Clear empties the list, but not what other programs noted. */
  act_click (find_called (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Clear Recent Files"));
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (list));
  g_auto (GStrv) cleared = mw_recent_list (10);
  g_assert_cmpuint (g_strv_length (cleared), ==, 0);
  g_autofree char *other = g_filename_to_uri (failed, NULL, NULL);
  g_assert_true (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), other));
  fixture_end (window);
}

static gboolean
shows_picture (gpointer picture)
{
  return mw_file_picture_is_shown (picture);
}

/* A process makes the picture; a file that is broken keeps its icon and says why. */
static void
test_pictures (void)
{
  g_autofree char *good = fixture_sample ("banner.mdl"), *broken = fixture_sample ("figure.mdx");
  mw_recent_note (broken, (MwFormat) { MW_FAMILY_MDX, 800, FALSE });
  g_usleep (2000);
  mw_recent_note (good, (MwFormat) { MW_FAMILY_MDX, 800, TRUE });
  g_assert_true (g_file_set_contents (broken, "MDLXVERS", -1, NULL));
  MwWindow *window = fixture_window ();
  GtkWidget *list = find_type (find_type (GTK_WIDGET (window), MW_TYPE_START_PAGE), GTK_TYPE_LIST_BOX), *pictures[2];
  for (int i = 0; i < 2; i++)
    pictures[i] = find_type (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)), MW_TYPE_FILE_PICTURE);
  g_assert_false (mw_file_picture_is_shown (MW_FILE_PICTURE (pictures[0])));
  g_assert_true (fixture_until (shows_picture, pictures[0]));
  g_assert_true (fixture_until ((FixtureDone) (void (*) (void)) gtk_widget_get_tooltip_text, pictures[1]));
  g_assert_false (mw_file_picture_is_shown (MW_FILE_PICTURE (pictures[1])));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (pictures[1]), ==, "No picture: the file cannot be read");
  fixture_end (window);
}

/* Of many rows only those in view get pictures, and others when they are scrolled to. */
static void
test_scrolled (void)
{
  enum { ROWS = 30, SIDE = 56 };
  g_autoptr (MwThumbnails) thumbnails = mw_thumbnails_new_kept ();
  g_autofree char *path = fixture_sample ("banner.tga");
  GtkWidget *window = gtk_window_new (), *scrolled = gtk_scrolled_window_new (),
            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *pictures[ROWS];
  for (guint i = 0; i < ROWS; i++) {
    g_autofree char *name = g_strdup_printf ("%u.tga", i), *copy = g_build_filename (fixture_folder (), name, NULL),
                    *bytes = NULL;
    gsize size;
    g_assert_true (g_file_get_contents (path, &bytes, &size, NULL)
                   && g_file_set_contents (copy, bytes, (gssize) size, NULL));
    pictures[i] = mw_file_picture_new (thumbnails, SIDE);
    mw_file_picture_set_address (MW_FILE_PICTURE (pictures[i]), copy);
    gtk_box_append (GTK_BOX (box), pictures[i]);
  }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (window), 200, 4 * SIDE);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (fixture_until (shows_picture, pictures[0]));
  g_assert_true (fixture_until (shows_picture, pictures[3]));
  fixture_settle ();
  g_assert_false (mw_file_picture_is_shown (MW_FILE_PICTURE (pictures[8])));
  g_assert_false (mw_file_picture_is_shown (MW_FILE_PICTURE (pictures[ROWS - 1])));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), ROWS * SIDE);
  g_assert_true (fixture_until (shows_picture, pictures[ROWS - 1]));
  g_assert_false (mw_file_picture_is_shown (MW_FILE_PICTURE (pictures[8])));
  gtk_window_destroy (GTK_WINDOW (window));
  /* One that is in no list is always in view. */
  GtkWidget *alone = gtk_window_new (), *picture = mw_file_picture_new (thumbnails, SIDE);
  mw_file_picture_set_address (MW_FILE_PICTURE (picture), path);
  gtk_window_set_child (GTK_WINDOW (alone), picture);
  gtk_window_present (GTK_WINDOW (alone));
  g_assert_true (fixture_until (shows_picture, picture));
  gtk_window_destroy (GTK_WINDOW (alone));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/start-page/it is a tab beside the others, and can be closed again", test_beside);
  g_test_add_func ("/ui/start-page/the status line belongs to its tab", test_status);
  g_test_add_func ("/ui/start-page/recent files are those that were read or written, the newest first", test_recent);
  g_test_add_func ("/ui/start-page/models have pictures", test_pictures);
  g_test_add_func ("/ui/start-page/only models in view get pictures", test_scrolled);
  return g_test_run ();
}
