/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tabs that go to other windows, with all that belongs to them. */
#include "tests/ui/fixture.h"
#include "ui/window/start-page.h"
#include "ui/window/window-private.h"

#include <string.h>

static GtkApplication *application;

static MwWindow *
open_window (void)
{
  MwWindow *window = MW_WINDOW (mw_window_new (application));
  gtk_window_present (GTK_WINDOW (window));
  fixture_settle ();
  return window;
}

static MwWindow *
window_of (MwDocumentPage *page)
{
  return MW_WINDOW (gtk_widget_get_root (GTK_WIDGET (page)));
}

static guint
n_windows (void)
{
  return g_list_length (gtk_application_get_windows (application));
}

static gboolean
is_one_window (gpointer unused)
{
  return n_windows () == 1;
}

static GtkNotebook *
tabs_of (MwWindow *window)
{
  return GTK_NOTEBOOK (window->tabs);
}

static void
close_all (void)
{
  GList *at;
  while ((at = gtk_application_get_windows (application)))
    gtk_window_destroy (at->data);
  fixture_settle ();
}

static void
edit (MwDocumentPage *page)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  float speed = 321;
  mw_document_begin (document, "Speed");
  g_assert_true (mw_document_set_field (document, sequence->id, mw_schema_field (sequence->schema, "move_speed"),
                                        &speed, sizeof speed, NULL));
  mw_document_commit (document);
}

static void
test_new_window (void)
{
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  MwWindow *window = open_window ();
  MwDocumentPage *banner = fixture_open (window, first), *figure = fixture_open (window, second);
  MwDocument *document = mw_document_page_get_document (figure);
  edit (figure);
  MwId id = fixture_record (document, "bones[2]")->id;
  mw_document_select (document, &id, 1);
  if (mw_time_bar_is_playing (mw_document_page_get_time_bar (figure)))
    mw_time_bar_toggle (mw_document_page_get_time_bar (figure));
  fixture_show_sequence (figure, fixture_record (document, "sequences[1]")->id);
  fixture_show_time (figure, 250);
  fixture_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.detach-tab", NULL);
  fixture_settle ();
  g_assert_cmpuint (n_windows (), ==, 2);
  MwWindow *other = window_of (figure);
  g_assert_true (other != window);
  g_assert_true (mw_window_get_page (other) == figure);
  g_assert_true (mw_window_get_page (window) == banner);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  g_assert_cmpuint (mw_window_get_n_pages (other), ==, 1);
  g_assert_false (mw_window_is_start_shown (other));
  /* It keeps its state. */
  g_assert_true (mw_document_page_get_document (figure) == document);
  g_assert_cmpuint (fixture_selected (document), ==, id);
  g_assert_cmpint (fixture_time (mw_document_page_get_time_bar (figure)), ==, 250);
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (other)), "figure.mdx •"));
  /* The actions and signals are those of the new window. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_false (mw_document_is_clean (document));
  gtk_widget_activate_action (GTK_WIDGET (other), "win.undo", NULL);
  g_assert_true (mw_document_is_clean (document));
  fixture_settle ();
  g_assert_null (strstr (gtk_window_get_title (GTK_WINDOW (other)), "•"));
  g_assert_cmpuint (g_signal_handler_find (figure, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, window), ==, 0);
  mw_document_page_say (figure, "Hello");
  g_assert_cmpstr (fixture_status (other), ==, "Hello");
  g_assert_cmpstr (fixture_status (window), !=, "Hello");
  /* Opened again it is shown where it is, also from the other window. */
  gtk_widget_activate_action (GTK_WIDGET (other), "win.show-start", NULL);
  mw_window_open (window, second);
  fixture_settle ();
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  g_assert_true (mw_window_get_page (other) == figure);
  g_assert_true (mw_window_get_page (window) == banner);
  close_all ();
}

static void
test_twice (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = open_window ();
  mw_window_open (window, path);
  mw_window_open (window, path);
  fixture_wait (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  close_all ();
}

/* As GtkNotebook does it when a tab is dropped. */
static void
drop (MwDocumentPage *page, MwWindow *to, int position)
{
  GtkNotebook *from = tabs_of (window_of (page));
  g_autoptr (GtkWidget) child = g_object_ref (GTK_WIDGET (page)),
                        label = g_object_ref (gtk_notebook_get_tab_label (from, child));
  gtk_notebook_detach_tab (from, child);
  gtk_notebook_insert_page (tabs_of (to), child, label, position);
  fixture_settle ();
}

static void
test_between_windows (void)
{
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  MwWindow *left = open_window (), *right = open_window ();
  g_assert_cmpstr (gtk_notebook_get_group_name (tabs_of (left)), ==, gtk_notebook_get_group_name (tabs_of (right)));
  g_assert_nonnull (gtk_notebook_get_group_name (tabs_of (left)));
  MwDocumentPage *banner = fixture_open (left, first), *figure = fixture_open (right, second);
  g_assert_true (gtk_notebook_get_tab_detachable (tabs_of (left), GTK_WIDGET (banner)));
  /* It comes before the start page, which goes. */
  gtk_widget_activate_action (GTK_WIDGET (right), "win.show-start", NULL);
  g_assert_false (
    gtk_notebook_get_tab_detachable (tabs_of (right), find_type (GTK_WIDGET (right), MW_TYPE_START_PAGE)));
  gtk_widget_activate_action (GTK_WIDGET (right), "win.panel-view", NULL);
  drop (banner, right, 2);
  g_assert_true (window_of (banner) == right);
  g_assert_cmpuint (mw_window_get_n_pages (right), ==, 2);
  g_assert_true (mw_window_get_page (right) == banner);
  g_assert_false (mw_window_is_start_shown (right));
  g_assert_true (mw_window_get_nth_page (right, 0) == figure);
  /* The viewport is closed in all tabs of the window. */
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (mw_document_page_get_viewport (banner))));
  /* A window whose last tab was dragged away closes. */
  g_assert_true (fixture_until (is_one_window, NULL));
  /* Closing a tab closes no window. */
  mw_window_close_page (right, banner);
  mw_window_close_page (right, figure);
  fixture_settle ();
  g_assert_cmpuint (n_windows (), ==, 1);
  g_assert_true (mw_window_is_start_shown (right));
  close_all ();
}

/* Drops a tab on what is below the tabs of a window. */
static gboolean
drop_inside (GtkWidget *page, MwDocumentPage *tab)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (page);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  g_value_init (&value, GTK_TYPE_NOTEBOOK_PAGE);
  g_value_set_object (&value, gtk_notebook_get_page (tabs_of (window_of (tab)), GTK_WIDGET (tab)));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);
    gsize n = 0;
    const GType *types = GTK_IS_DROP_TARGET (each) ? gtk_drop_target_get_gtypes (GTK_DROP_TARGET (each), &n) : NULL;
    if (n && types[0] == GTK_TYPE_NOTEBOOK_PAGE)
      g_signal_emit_by_name (each, "drop", &value, 10.0, 10.0, &taken);
  }
  fixture_settle ();
  return taken;
}

static void
test_inside (void)
{
  g_autofree char *first = fixture_sample ("banner.mdl"), *second = fixture_sample ("figure.mdx");
  MwWindow *window = open_window ();
  MwDocumentPage *banner = fixture_open (window, first), *figure = fixture_open (window, second);
  /* Its own tab gets a window, */
  g_assert_true (drop_inside (GTK_WIDGET (figure), figure));
  MwWindow *other = window_of (figure);
  g_assert_true (other != window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  /* that of another comes. */
  g_assert_true (drop_inside (GTK_WIDGET (banner), figure));
  g_assert_true (window_of (figure) == window);
  g_assert_true (fixture_until (is_one_window, NULL));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  close_all ();
}

/* The last window stays, and so does a tab that is being saved. */
static void
test_stays (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = open_window ();
  MwDocumentPage *page = fixture_open (window, path);
  mw_document_page_set_reloading (page, TRUE);
  g_assert_false (gtk_notebook_get_tab_detachable (tabs_of (window), GTK_WIDGET (page)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.detach-tab", NULL);
  g_assert_true (window_of (page) == window);
  mw_document_page_set_reloading (page, FALSE);
  g_assert_true (gtk_notebook_get_tab_detachable (tabs_of (window), GTK_WIDGET (page)));
  edit (page);
  mw_window_save_page (window, page, NULL, NULL, NULL);
  g_assert_true (mw_document_page_is_saving (page));
  g_assert_false (gtk_notebook_get_tab_detachable (tabs_of (window), GTK_WIDGET (page)));
  fixture_wait (window);
  g_assert_true (gtk_notebook_get_tab_detachable (tabs_of (window), GTK_WIDGET (page)));
  close_all ();
}

int
main (int argc, char **argv)
{
  /* A window with an application notes recent files; those of other tests stay as they are. */
  g_setenv ("XDG_DATA_HOME", fixture_folder (), TRUE);
  gtk_test_init (&argc, &argv, NULL);
  /* GTK 4.8 leaks a time whenever it looks for files that are too old to be recent. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  application = gtk_application_new ("org.modelwright.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_test_add_func ("/ui/tabs/a tab moves to a new window and keeps its state", test_new_window);
  g_test_add_func ("/ui/tabs/a tab is dropped on another window", test_between_windows);
  g_test_add_func ("/ui/tabs/a tab is dropped inside a window", test_inside);
  g_test_add_func ("/ui/tabs/a file that is opened twice at once has one tab", test_twice);
  g_test_add_func ("/ui/tabs/a tab stays while it is saved or read again", test_stays);
  int failed = g_test_run ();
  MwWindow *window = fixture_window ();
  fixture_end (window);
  g_object_unref (application);
  return failed;
}
