/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/recent.h"
#include "ui/start-page.h"

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
  /* The tabs stay, and it is one more. */
  activate (window, "win.show-start");
  g_assert_true (mw_window_is_start_shown (window));
  g_assert_null (mw_window_get_page (window));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  GtkNotebook *tabs = GTK_NOTEBOOK (fixture_find (GTK_WIDGET (window), GTK_TYPE_NOTEBOOK));
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 3);
  g_assert_true (gtk_notebook_get_show_tabs (tabs));
  g_assert_true (gtk_widget_get_mapped (fixture_find (GTK_WIDGET (window), MW_TYPE_START_PAGE)));
  /* What is done with tabs minds documents only. */
  gtk_notebook_reorder_child (tabs, gtk_notebook_get_nth_page (tabs, 2), 0);
  fixture_settle ();
  g_assert_true (gtk_notebook_get_nth_page (tabs, 0) == GTK_WIDGET (banner));
  activate (window, "win.panel-view");
  activate (window, "win.panel-view");
  /* And back to where one was. */
  activate (window, "win.show-start");
  g_assert_false (mw_window_is_start_shown (window));
  g_assert_true (mw_window_get_page (window) == banner);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 2);
  /* Ctrl+W on it closes it, and nothing else. */
  activate (window, "win.show-start");
  activate (window, "win.close-tab");
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  g_assert_true (mw_window_get_page (window) == banner);
  /* A file that is open is shown again, and the start page is not needed any more. */
  activate (window, "win.show-start");
  mw_window_open (window, second);
  g_assert_true (fixture_until (start_is_gone, window));
  g_assert_true (mw_window_get_page (window) == figure);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 2);
  /* So is one that is opened. */
  activate (window, "win.show-start");
  g_autofree char *third = fixture_sample ("effect.mdx");
  g_assert_nonnull (fixture_open (window, third));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 3);
  g_assert_cmpint (gtk_notebook_get_n_pages (tabs), ==, 3);
  /* The last tab that closes leaves it alone, without a tab. */
  for (guint i = 0; i < 3; i++)
    activate (window, "win.close-tab");
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  g_assert_true (mw_window_is_start_shown (window));
  g_assert_false (gtk_notebook_get_show_tabs (tabs));
  activate (window, "win.show-start");
  g_assert_true (mw_window_is_start_shown (window));
  fixture_end (window);
}

/* Each tab has its own line at the bottom. */
static void
test_status (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  MwDocumentPage *banner = fixture_open (window, first);
  MwDocument *document = mw_document_page_get_document (banner);
  MwId id = fixture_record (document, "geosets[0]")->id;
  mw_document_select (document, &id, 1);
  g_autofree char *line = g_strdup (mw_window_get_status (window));
  g_assert_cmpstr (line, !=, "");
  g_assert_nonnull (fixture_open (window, second));
  fixture_settle ();
  g_assert_cmpstr (mw_window_get_status (window), ==, "");
  activate (window, "win.previous-tab");
  g_assert_cmpstr (mw_window_get_status (window), ==, line);
  activate (window, "win.show-start");
  g_assert_cmpstr (mw_window_get_status (window), ==, "");
  /* What happens in a tab behind another is said there. */
  mw_document_select (document, NULL, 0);
  g_assert_cmpstr (mw_window_get_status (window), ==, "");
  mw_document_select (document, &id, 1);
  g_assert_cmpstr (mw_window_get_status (window), ==, "");
  activate (window, "win.show-start");
  g_assert_cmpstr (mw_window_get_status (window), ==, line);
  fixture_end (window);
}

static char *
recent_name (char **list, guint n)
{
  return g_strv_length (list) > n ? g_path_get_basename (list[n]) : g_strdup ("");
}

/* What a file chooser was asked for is in the desktop's list too, under the name of this program. */
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
  /* What is opened again moves up. */
  g_usleep (2000);
  mw_recent_note (first, mdl);
  g_auto (GStrv) after = mw_recent_list (10);
  g_autofree char *again = recent_name (after, 0);
  g_assert_cmpstr (again, ==, "banner.mdl");
  g_assert_cmpuint (g_strv_length (after), ==, 2);
  g_auto (GStrv) one = mw_recent_list (1);
  g_assert_cmpuint (g_strv_length (one), ==, 1);
  /* The page shows names with their extension, and a file that is gone not at all. */
  g_unlink (second);
  MwWindow *window = fixture_window ();
  GtkWidget *list = fixture_find (fixture_find (GTK_WIDGET (window), MW_TYPE_START_PAGE), GTK_TYPE_LIST_BOX);
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (fixture_find (row, GTK_TYPE_LABEL))), ==, "banner.mdl");
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/start-page/it is a tab beside the others, and one gets back from it", test_beside);
  g_test_add_func ("/ui/start-page/the status line belongs to its tab", test_status);
  g_test_add_func ("/ui/start-page/recent files are those that were read or written, the newest first", test_recent);
  return g_test_run ();
}
