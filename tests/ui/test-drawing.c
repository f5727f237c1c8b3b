/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of what draws itself can be told apart in every theme. */
#include "ui/drawing.h"
#include "ui/places.h"

typedef struct {
  const char *theme;
  gboolean dark;
} Theme;

static void
marks_are_seen (gconstpointer data)
{
  const Theme *theme = data;
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", theme->theme, "gtk-application-prefer-dark-theme",
                theme->dark, NULL);
  GtkWidget *window = gtk_window_new (), *drawn = gtk_drawing_area_new ();
  gtk_window_set_child (GTK_WINDOW (window), drawn);
  mw_draw_widget_init (drawn, "Drawn");
  GdkRGBA text, accent, on_accent, base;
  mw_draw_colours (drawn, &text, &accent, &on_accent, &base);
  g_assert_cmpint (mw_draw_contrast (&base, &(GdkRGBA) { 0, 0, 0, 1 }) < 4.6, ==, theme->dark);
  g_assert_cmpfloat (mw_draw_contrast (&text, &base), >, 7);
  g_assert_cmpfloat (mw_draw_contrast (&accent, &base), >=, MW_DRAW_CONTRAST);
  /* Large or bold text, such as the byte at the cursor. */
  g_assert_cmpfloat (mw_draw_contrast (&on_accent, &accent), >=, 3);
  /* It is still the colour of the theme, and not that of text. */
  g_assert_cmpfloat (accent.blue, >, accent.red + 0.1f);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
contrast (void)
{
  const GdkRGBA black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 }, grey = { 0.4667f, 0.4667f, 0.4667f, 1 },
                blue = { 0, 0, 1, 1 }, dark = { 0.02f, 0.02f, 0.02f, 1 };
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&black, &white), 21, 1e-3);
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&white, &black), 21, 1e-3);
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&white, &white), 1, 1e-6);
  /* Known values of WCAG's tools: #777777 and #0000FF on white. */
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&grey, &white), 4.48, 0.01);
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&blue, &white), 8.59, 0.01);
  g_assert_cmpfloat_with_epsilon (mw_draw_contrast (&dark, &black), 1 + 0.02 / 12.92 / 0.05, 1e-4);
}

int
main (int argc, char **argv)
{
  static const Theme themes[] = {
    { "Adwaita", FALSE }, { "Adwaita", TRUE }, { "HighContrast", FALSE }, { "HighContrast", TRUE }
  };
  gtk_test_init (&argc, &argv, NULL);
  mw_places_register_resources ();
  g_test_add_func ("/ui/drawing/the contrast of two colours is that of WCAG", contrast);
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++) {
    g_autofree char *path = g_strdup_printf ("/ui/drawing/marks are seen in %s%s", themes[i].theme,
                                             themes[i].dark ? " dark" : "");
    g_test_add_data_func (path, &themes[i], marks_are_seen);
  }
  return g_test_run ();
}
