/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program makes of the name of the desktop's theme. */
#include "ui/places.h"
#include "ui/preferences/appearance.h"

/* How light the background of a window is, from 0 to 1. */
static float
background (GtkWidget *widget)
{
  GdkRGBA colour;
  g_assert_true (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "theme_bg_color", &colour));
  return (colour.red + colour.green + colour.blue) / 3;
}

static void
dark_high_contrast_of_gtk_3 (void)
{
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", "HighContrastInverse", NULL);
  g_assert_cmpfloat (background (window), >, 0.5); /* GTK does not know it */
  mw_appearance_follow ();
  mw_appearance_set_theme ("system");
  g_autofree char *name = NULL;
  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);
  g_assert_cmpstr (name, ==, "HighContrast");
  g_assert_cmpfloat (background (window), <, 0.3);
  mw_appearance_set_theme ("light");
  g_assert_cmpfloat (background (window), >, 0.5);
  mw_appearance_set_theme ("high-contrast");
  g_assert_cmpfloat (background (window), <, 0.3);
  mw_appearance_set_theme ("system");
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  mw_places_register_resources ();
  g_test_add_func ("/ui/desktop-theme/the dark high contrast of GTK 3 is that of GTK 4", dark_high_contrast_of_gtk_3);
  return g_test_run ();
}
