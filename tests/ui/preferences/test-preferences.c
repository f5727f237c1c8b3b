/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preferences: each is a setting, and takes effect at once. */
#include "core/edit/operations/script.h"
#include "tests/ui/fixture.h"
#include "ui/key-scheme.h"
#include "ui/places.h"
#include "ui/preferences/appearance.h"
#include "ui/preferences/preferences-window.h"

static MwWindow *window;

static GtkWidget *
open_preferences (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.preferences", NULL);
  fixture_settle ();
  GtkWidget *found = find_window (MW_TYPE_PREFERENCES_WINDOW);
  g_assert_nonnull (found);
  return found;
}

static gboolean
is_dark (void)
{
  gboolean dark;
  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &dark, NULL);
  return dark;
}

static char *
theme_name (void)
{
  char *name;
  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);
  return name;
}

static int
dpi (void)
{
  int dpi;
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi;
}

static void
themes_are_shown_at_once (void)
{
  g_autofree char *before = theme_name ();
  const gboolean dark = is_dark ();
  GtkWidget *preferences = open_preferences (), *themes = find_called (preferences, GTK_TYPE_DROP_DOWN, "Theme");
  g_assert_true (act_choose_named (themes, "Dark"));
  g_assert_true (is_dark ());
  g_assert_cmpstr (mw_appearance_get_theme (), ==, "dark");
  g_assert_true (act_choose_named (themes, "Light"));
  g_assert_false (is_dark ());
  g_assert_true (act_choose_named (themes, "High contrast"));
  g_autofree char *contrast = theme_name ();
  g_assert_cmpstr (contrast, ==, "HighContrast");
  g_assert_cmpint (is_dark (), ==, dark);
  g_assert_true (act_choose_named (themes, "Follow the desktop"));
  g_autofree char *after = theme_name ();
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (is_dark (), ==, dark);
  /* The other way round: the setting changes the window. */
  mw_appearance_set_theme ("light");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (themes)), ==, 1);
  mw_appearance_set_theme ("system");
  /* There is one window only. */
  g_assert_true (open_preferences () == preferences);
  gtk_window_destroy (GTK_WINDOW (preferences));
}

static void
the_interface_is_zoomed (void)
{
  const int usual = dpi ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-in", NULL);
  g_assert_cmpint (mw_appearance_get_size (), ==, 110);
  g_assert_cmpint (dpi (), ==, usual * 110 / 100);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-reset", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-out", NULL);
  g_assert_cmpint (mw_appearance_get_size (), ==, 90);
  mw_appearance_set_size (1000);
  g_assert_cmpint (mw_appearance_get_size (), ==, MW_SIZE_MOST);
  mw_appearance_set_size (0);
  g_assert_cmpint (mw_appearance_get_size (), ==, MW_SIZE_LEAST);
  GtkWidget *preferences = open_preferences ();
  GtkWidget *size = find_called (preferences, GTK_TYPE_SPIN_BUTTON, "Size of the interface");
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (size)), ==, MW_SIZE_LEAST);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (size), 100);
  g_assert_cmpint (dpi (), ==, usual);
  gtk_window_destroy (GTK_WINDOW (preferences));
}

static void
switches_are_settings (void)
{
  static const struct {
    const char *name, *key;
  } all[] = { { "Smooth edges in the view", "smooth-edges" },
              { "Auto key", "auto-key" },
              { "Play models when they are opened", "play-when-opened" },
              { "Keep a backup of the first version", "keep-backup" } };
  GtkWidget *preferences = open_preferences ();
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    GtkWidget *found = find_called (preferences, GTK_TYPE_SWITCH, all[i].name);
    const gboolean on = g_settings_get_boolean (mw_places_settings (), all[i].key);
    g_assert_cmpint (gtk_switch_get_active (GTK_SWITCH (found)), ==, on);
    gtk_switch_set_active (GTK_SWITCH (found), !on);
    g_assert_cmpint (g_settings_get_boolean (mw_places_settings (), all[i].key), ==, !on);
    gtk_switch_set_active (GTK_SWITCH (found), on);
  }
  gtk_window_destroy (GTK_WINDOW (preferences));
}

static void
keys_are_a_choice (void)
{
  GtkWidget *preferences = open_preferences (), *keys = find_called (preferences, GTK_TYPE_DROP_DOWN, "Keys");
  g_assert_cmpint (mw_key_scheme_get (), ==, MW_KEYS_MODELWRIGHT);
  g_assert_true (act_choose_named (keys, "Blender"));
  g_assert_cmpint (mw_key_scheme_get (), ==, MW_KEYS_BLENDER);
  g_assert_true (act_choose_named (keys, "Modelwright"));
  g_assert_cmpint (mw_key_scheme_get (), ==, MW_KEYS_MODELWRIGHT);
  gtk_window_destroy (GTK_WINDOW (preferences));
}

enum { STEPS = 80 };

/* Bulk edits, each of which keeps all vertices: more than a MiB in all. Returns how many of them can be undone. */
static guint
undoable_steps (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  guint n = 0;
  for (guint i = 0; i < STEPS; i++) {
    mw_script_run_line (document, i % 2 ? "model-scale factor=0.5" : "model-scale factor=2", NULL, &error);
    g_assert_no_error (error);
  }
  for (; mw_document_can_undo (document); n++)
    mw_document_undo (document);
  return n;
}

static void
the_memory_for_undo_is_limited (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *preferences = open_preferences ();
  GtkWidget *memory = find_called (preferences, GTK_TYPE_SPIN_BUTTON, "Memory for undo");
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (memory)), ==, 512);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (memory), 1);
  g_assert_cmpuint (undoable_steps (document), <, STEPS);
  g_settings_reset (mw_places_settings (), "undo-memory");
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (memory)), ==, 512);
  gtk_window_destroy (GTK_WINDOW (preferences));
  fixture_clear (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  mw_appearance_follow ();
  g_test_add_func ("/ui/preferences/themes-are-shown-at-once", themes_are_shown_at_once);
  g_test_add_func ("/ui/preferences/the-interface-is-zoomed", the_interface_is_zoomed);
  g_test_add_func ("/ui/preferences/switches-are-settings", switches_are_settings);
  g_test_add_func ("/ui/preferences/keys-are-a-choice", keys_are_a_choice);
  g_test_add_func ("/ui/preferences/the-memory-for-undo-is-limited", the_memory_for_undo_is_limited);
  const int result = g_test_run ();
  fixture_end (window);
  return result;
}
