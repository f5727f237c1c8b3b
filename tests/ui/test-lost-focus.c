/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys that come after a widget with the focus was removed, and before the next frame. */
#include "tests/ui/fixture.h"
#include "tests/ui/x-input.h"
#include "ui/lost-focus.h"

static guint n_shortcuts, n_keys;

static gboolean
shortcut (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  n_shortcuts++;
  return TRUE;
}

static gboolean
key (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType state, gpointer unused)
{
  n_keys++;
  return FALSE;
}

static gboolean
came (gpointer n)
{
  return *(guint *) n > 0;
}

/* A window with a shortcut for Ctrl+Z, and in it a box of two buttons; the first one has the focus. */
static GtkWindow *
make_window (GtkWidget **first, GtkWidget **second)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *shortcuts = gtk_shortcut_controller_new (), *keys = gtk_event_controller_key_new ();
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>z"),
                                                          gtk_callback_action_new (shortcut, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), shortcuts);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key), NULL);
  *first = gtk_button_new_with_label ("First");
  *second = gtk_button_new_with_label ("Second");
  gtk_widget_add_controller (*second, keys);
  gtk_box_append (GTK_BOX (box), *first);
  gtk_box_append (GTK_BOX (box), *second);
  gtk_window_set_child (window, box);
  gtk_window_present (window);
  x_input_activate (window);
  gtk_widget_grab_focus (*first);
  fixture_settle ();
  g_assert_true (gtk_window_get_focus (window) == *first);
  n_shortcuts = n_keys = 0;
  return window;
}

static void
test_shortcut (void)
{
  GtkWidget *first, *second;
  GtkWindow *window = make_window (&first, &second);
  gtk_box_remove (GTK_BOX (gtk_window_get_child (window)), first);
  /* GTK's own state, without which this test would show nothing. */
  g_assert_true (gtk_window_get_focus (window) && !gtk_widget_get_root (gtk_window_get_focus (window)));
  x_input_unseen ("key", "ctrl+z", NULL);
  g_assert_true (fixture_until (came, &n_shortcuts));
  g_assert_cmpuint (n_shortcuts, ==, 1);
  gtk_window_destroy (window);
}

static void
test_moves_on (void)
{
  GtkWidget *first, *second;
  GtkWindow *window = make_window (&first, &second);
  gtk_box_remove (GTK_BOX (gtk_window_get_child (window)), first);
  x_input_unseen ("key", "ctrl+z", NULL);
  g_assert_true (fixture_until (came, &n_shortcuts));
  fixture_settle ();
  g_assert_true (gtk_window_get_focus (window) == second);
  gtk_window_destroy (window);
}

static void
test_kept (void)
{
  GtkWidget *first, *second;
  GtkWindow *window = make_window (&first, &second);
  gtk_widget_grab_focus (second);
  gtk_box_remove (GTK_BOX (gtk_window_get_child (window)), first);
  x_input_unseen ("key", "a", NULL);
  g_assert_true (fixture_until (came, &n_keys));
  g_assert_true (gtk_window_get_focus (window) == second);
  gtk_window_destroy (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  mw_lost_focus_keeps_keys ();
  g_test_add_func ("/ui/lost-focus/a shortcut works right after the widget with the focus was removed", test_shortcut);
  g_test_add_func ("/ui/lost-focus/after such a key the focus moves to what is left", test_moves_on);
  g_test_add_func ("/ui/lost-focus/a focus that is in the window is kept", test_kept);
  return g_test_run ();
}
