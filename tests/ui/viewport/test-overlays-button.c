/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/viewport/overlays-button.h"
#include "ui/places.h"

/* The chooser of overlays. */

static GtkWidget *
find_check (GtkWidget *under, const char *type, gpointer row)
{
  if (g_strcmp0 (G_OBJECT_TYPE_NAME (under), type) == 0 && g_object_get_data (G_OBJECT (under), "row") == row)
    return under;
  for (GtkWidget *child = gtk_widget_get_first_child (under); child; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_check (child, type, row);
    if (found)
      return found;
  }
  return NULL;
}

static void
count (MwOverlaysButton *button, guint *n)
{
  ++*n;
}

static void
a_choice_is_the_same_in_the_list_and_beside_it_and_is_remembered (void)
{
  g_autoptr (GtkWidget) widget = g_object_ref_sink (mw_overlays_button_new ());
  MwOverlaysButton *button = MW_OVERLAYS_BUTTON (widget);
  guint n = 0;
  g_signal_connect (button, "changed", G_CALLBACK (count), &n);
  const unsigned first = MW_OVERLAY_GRID | MW_OVERLAY_AXES | MW_OVERLAYS_NAMES;
  g_assert_cmphex (mw_overlays_button_get (button), ==, first);
  GtkWidget *grid = gtk_widget_get_first_child (widget), *bones = gtk_widget_get_next_sibling (grid);
  GtkWidget *check = find_check (widget, "GtkCheckButton", g_object_get_data (G_OBJECT (bones), "row"));
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (bones), TRUE);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  g_assert_cmphex (mw_overlays_button_get (button), ==, first | MW_OVERLAY_BONES);
  g_assert_cmpuint (n, ==, 1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (grid), FALSE);
  g_assert_cmphex (mw_overlays_button_get (button), ==, MW_OVERLAY_BONES | MW_OVERLAYS_NAMES);
  /* Another view begins with it; what a program sets is not remembered. */
  mw_overlays_button_set (button, MW_OVERLAY_CAMERAS);
  g_assert_cmpuint (n, ==, 3);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (bones)));
  g_autoptr (GtkWidget) other = g_object_ref_sink (mw_overlays_button_new ());
  g_assert_cmphex (mw_overlays_button_get (MW_OVERLAYS_BUTTON (other)), ==, MW_OVERLAY_BONES | MW_OVERLAYS_NAMES);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_cmphex (mw_overlays_button_get (button), ==, MW_OVERLAY_CAMERAS | MW_OVERLAY_BONES);
  GtkWidget *last = gtk_widget_get_last_child (gtk_widget_get_parent (check));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (last), TRUE);
  g_autoptr (GtkWidget) third = g_object_ref_sink (mw_overlays_button_new ());
  g_assert_cmphex (mw_overlays_button_get (MW_OVERLAYS_BUTTON (third)), ==,
                   MW_OVERLAY_CAMERAS | MW_OVERLAY_BONES | MW_OVERLAYS_STATISTICS);
  g_settings_reset (mw_places_settings (), "overlays");
}

static void
effects_are_a_setting_of_their_own (void)
{
  g_autoptr (GtkWidget) widget = g_object_ref_sink (mw_overlays_button_new ());
  MwOverlaysButton *button = MW_OVERLAYS_BUTTON (widget);
  const unsigned overlays = mw_overlays_button_get (button);
  GtkWidget *grid = gtk_widget_get_first_child (widget),
            *row = find_check (widget, "GtkCheckButton", g_object_get_data (G_OBJECT (grid), "row")),
            *check = gtk_widget_get_first_child (gtk_widget_get_parent (row));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  g_assert_false (g_settings_get_boolean (mw_places_settings (), MW_EFFECTS));
  g_assert_cmphex (mw_overlays_button_get (button), ==, overlays);
  g_settings_reset (mw_places_settings (), MW_EFFECTS);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/overlays button/a choice is the same in the list and beside it, and is remembered",
                   a_choice_is_the_same_in_the_list_and_beside_it_and_is_remembered);
  g_test_add_func ("/ui/overlays button/effects are a setting of their own", effects_are_a_setting_of_their_own);
  return g_test_run ();
}
