/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of actions, and the window that shows all keys. */
#include "core/edit/operations/operations.h"
#include "tests/ui/fixture.h"
#include "ui/places.h"
#include "ui/window/commands.h"
#include "ui/window/shortcuts.h"

#include <string.h>

static MwWindow *window;
static GtkWindow *shown;

/* Whether the window has a row with these keys. */
static gboolean
shows (GtkWidget *root, const char *keys)
{
  if (GTK_IS_SHORTCUT_LABEL (root))
    return g_str_equal (gtk_shortcut_label_get_accelerator (GTK_SHORTCUT_LABEL (root)), keys);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_child_visible (child) && shows (child, keys))
      return TRUE;
  return FALSE;
}

/* The keys are spelled as GTK reads them, and none has two meanings. */
static void
actions_have_their_keys (void)
{
  g_autoptr (GtkApplication) application = gtk_application_new ("org.modelwright.Test", G_APPLICATION_DEFAULT_FLAGS);
  mw_shortcuts_set_keys (application);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  g_assert_cmpuint (g_strv_length (actions), >, 15);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; actions[i]; i++) {
    g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, actions[i]);
    g_assert_nonnull (keys[0]);
    for (guint k = 0; keys[k]; k++)
      g_assert_true (g_hash_table_add (seen, g_strdup (keys[k])));
  }
  g_auto (GStrv) save = gtk_application_get_accels_for_action (application, "win.save");
  g_assert_cmpstr (save[0], ==, "<Control>s");
}

static void
all_keys_are_shown (void)
{
  guint n;
  const MwCommand *commands = mw_commands (&n);
  for (guint i = 0; i < n; i++)
    g_assert_true (!commands[i].key || shows (GTK_WIDGET (shown), commands[i].key));
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    g_assert_true (!(*at)->accelerator || shows (GTK_WIDGET (shown), (*at)->accelerator));
  g_assert_true (shows (GTK_WIDGET (shown), "<Control>s"));
  g_assert_true (shows (GTK_WIDGET (shown), "F12"));
  g_assert_false (shows (GTK_WIDGET (shown), "<Control><Alt>F7"));
}

/* Of the keys that differ those of the chosen scheme are shown, at once. */
static void
the_chosen_keys_are_shown (void)
{
  static const char *const blender[] = { "KP_1", "<Control>KP_7", "g", "s", "<Shift>d", "<Alt>z", "n" },
                           *const own[] = { "5", "e", "<Control>7", "0" };
  for (guint scheme = 0; scheme < 3; scheme++) {
    const gboolean is_blender = scheme == 1;
    g_settings_set_string (mw_places_settings (), "keys", is_blender ? "blender" : "modelwright");
    for (guint i = 0; i < G_N_ELEMENTS (blender); i++)
      g_assert_cmpint (shows (GTK_WIDGET (shown), blender[i]), ==,
                       is_blender || strchr ("gs", *blender[i]) /* of the dope sheet */);
    for (guint i = 0; i < G_N_ELEMENTS (own); i++)
      g_assert_cmpint (shows (GTK_WIDGET (shown), own[i]), ==, !is_blender);
    g_assert_true (shows (GTK_WIDGET (shown), "<Control>s"));
  }
}

/* What the palette says of a command's key. */
static void
commands_name_the_chosen_keys (void)
{
  guint n;
  const MwCommand *commands = mw_commands (&n), *front = NULL;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (commands[i].id, "viewport.1"))
      front = &commands[i];
  g_autofree char *own = mw_command_get_key (front, window);
  g_assert_cmpstr (own, ==, "1");
  g_settings_set_string (mw_places_settings (), "keys", "blender");
  g_autofree char *blender = mw_command_get_key (front, window);
  g_assert_nonnull (strstr (blender, "KP"));
  g_settings_reset (mw_places_settings (), "keys");
}

static gboolean
shows_only_undo (gpointer unused)
{
  return shows (GTK_WIDGET (shown), "<Control>z") && !shows (GTK_WIDGET (shown), "<Control>s");
}

static void
the_search_leaves_what_matches (void)
{
  act_type (find_type (GTK_WIDGET (shown), GTK_TYPE_SEARCH_ENTRY), "undo");
  g_assert_true (fixture_until (shows_only_undo, NULL));
  g_assert_nonnull (find_words (GTK_WIDGET (shown), "Edit"));
  act_type (find_type (GTK_WIDGET (shown), GTK_TYPE_SEARCH_ENTRY), "");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
  shown = GTK_WINDOW (find_window (MW_TYPE_SHORTCUTS_WINDOW));
  g_assert_nonnull (shown);
  g_test_add_func ("/ui/shortcuts/actions-have-their-keys", actions_have_their_keys);
  g_test_add_func ("/ui/shortcuts/all-keys-are-shown", all_keys_are_shown);
  g_test_add_func ("/ui/shortcuts/the-chosen-keys-are-shown", the_chosen_keys_are_shown);
  g_test_add_func ("/ui/shortcuts/commands-name-the-chosen-keys", commands_name_the_chosen_keys);
  g_test_add_func ("/ui/shortcuts/the-search-leaves-what-matches", the_search_leaves_what_matches);
  const int result = g_test_run ();
  gtk_window_destroy (shown);
  fixture_end (window);
  return result;
}
