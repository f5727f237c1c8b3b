/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of single widgets. That all controls of the program have a name is tested in tests/e2e/test-names.py. */
#include "tests/ui/find.h"
#include "ui/spoken.h"

static GtkWidget *
show (GtkWidget *widget)
{
  GtkWidget *window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_widget_show (window);
  gtk_test_widget_wait_for_draw (window);
  return window;
}

static void
assert_description (GtkWidget *widget, const char *text)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
}

static void
assert_label (GtkWidget *widget, const char *text)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text);
}

static void
test_drop_down (void)
{
  const char *const names[] = { "Stand", "Walk", NULL };
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (names), *window = show (drop_down);
  GtkWidget *button = find_type (drop_down, GTK_TYPE_TOGGLE_BUTTON);
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY, drop_down, NULL);
  assert_description (button, "Stand");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), 1);
  assert_description (button, "Walk");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), GTK_INVALID_LIST_POSITION);
  assert_description (button, "");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_mnemonic (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *plain = gtk_button_new_with_label ("a_b"),
            *button = gtk_button_new_with_mnemonic ("_Open"), *check = gtk_check_button_new_with_mnemonic ("_Keep__it"),
            *named = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (named), GTK_ACCESSIBLE_PROPERTY_LABEL, "Add", -1);
  gtk_box_append (GTK_BOX (box), plain);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), named);
  GtkWidget *window = show (box);
  assert_label (button, "Open");
  assert_label (check, "Keep_it");
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  gtk_button_set_label (GTK_BUTTON (button), "Open _Again");
  assert_label (button, "Open Again");
  assert_label (plain, "a_b");
  assert_label (named, "Add");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_tab (void)
{
  GtkWidget *notebook = gtk_notebook_new (), *label = gtk_label_new (NULL), *tab;
  gtk_notebook_append_page (GTK_NOTEBOOK (notebook), gtk_label_new ("page"), label);
  GtkWidget *window = show (notebook);
  tab = gtk_widget_get_parent (label);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (tab), GTK_ACCESSIBLE_ROLE_TAB);
  g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (tab), GTK_ACCESSIBLE_PROPERTY_LABEL));
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (tab), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  mw_spoken_begin ();
  g_test_add_func ("/ui/spoken/the button of a drop-down has its name and says what is chosen", test_drop_down);
  g_test_add_func ("/ui/spoken/a mnemonic is not read with its underscore, and other names stay", test_mnemonic);
  g_test_add_func ("/ui/spoken/a tab is called by its label", test_tab);
  return g_test_run ();
}
