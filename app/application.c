/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"
#include "core/vfs/archive.h"
#include "ui/help/whats-new.h"
#include "ui/i18n.h"
#include "ui/lost-focus.h"
#include "ui/places.h"
#include "ui/preferences/appearance.h"
#include "ui/document/recovery.h"
#include "ui/tooltips.h"
#include "ui/window/shortcuts.h"
#include "ui/window/window.h"

struct _MwApplication {
  GtkApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (MwApplication, mw_application, GTK_TYPE_APPLICATION)

#define OPTION_PLAY "play"
#define HINT_PLAY "play"

static MwWindow *
the_window (MwApplication *self)
{
  for (GList *at = gtk_application_get_windows (GTK_APPLICATION (self)); at; at = at->next)
    if (MW_IS_WINDOW (at->data))
      return at->data;
  MwWindow *window = MW_WINDOW (mw_window_new (GTK_APPLICATION (self)));
  mw_recovery_offer (window, NULL);
  return window;
}

/* Shows the window, and above it what is new after an update. */
static MwWindow *
present_window (MwApplication *self)
{
  MwWindow *window = the_window (self);
  gtk_window_present (GTK_WINDOW (window));
  mw_whats_new_offer (GTK_WINDOW (window), MW_VERSION);
  return window;
}

static void
mw_application_activate (GApplication *application)
{
  present_window (MW_APPLICATION (application));
}

static void
mw_application_open (GApplication *application, GFile **files, int n, const char *hint)
{
  /* First, because a file may be open in another window, which is then presented. */
  MwWindow *window = present_window (MW_APPLICATION (application));
  for (int i = 0; i < n; i++) {
    g_autofree char *path = g_file_get_path (files[i]);
    if (path && g_str_equal (hint, HINT_PLAY))
      mw_window_open_playing (window, path);
    else if (path)
      mw_window_open (window, path);
  }
}

/* GIO would take "map.w3x:bear.mdx", a file in an archive, for an address of the internet. */
static GFile *
file_of_argument (GApplicationCommandLine *line, const char *argument)
{
  const char *here = g_application_command_line_get_cwd (line);
  g_autofree char *path = g_canonicalize_filename (argument, here ? here : "/"), *archive = NULL, *name = NULL;
  return mw_archive_split (path, &archive, &name) ? g_file_new_for_path (path)
                                                  : g_application_command_line_create_file_for_arg (line, argument);
}

/* Runs in the instance that has the window, also for the arguments of a later start. */
static int
mw_application_command_line (GApplication *application, GApplicationCommandLine *line)
{
  int n;
  g_auto (GStrv) arguments = g_application_command_line_get_arguments (line, &n);
  gboolean plays = g_variant_dict_contains (g_application_command_line_get_options_dict (line), OPTION_PLAY);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  for (int i = 1; i < n; i++)
    g_ptr_array_add (files, file_of_argument (line, arguments[i]));
  if (files->len)
    g_application_open (application, (GFile **) files->pdata, (int) files->len, plays ? HINT_PLAY : "");
  else
    g_application_activate (application);
  return 0;
}

/* --- Theme ---------------------------------------------------------------------------------------------------------- */

static void
theme_changed (GSimpleAction *action, GVariant *state, gpointer unused)
{
  mw_appearance_set_theme (g_variant_get_string (state, NULL));
  g_simple_action_set_state (action, state);
}

/* The theme can also be changed in the preferences. */
static void
theme_setting_changed (GSettings *settings, const char *key, GSimpleAction *action)
{
  g_simple_action_set_state (action, g_variant_new_string (mw_appearance_get_theme ()));
}

/* --- Application actions -------------------------------------------------------------------------------------------- */

static void
about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_about_dialog (gtk_application_get_active_window (GTK_APPLICATION (data)), "program-name", "Modelwright",
                         "logo-icon-name", MW_APPLICATION_ID, "version", MW_VERSION, "license-type",
                         GTK_LICENSE_GPL_3_0, "comments", _ ("Edits game models without losing a byte"), NULL);
}

/* Each window asks about its unsaved documents. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));
  for (GList *at = windows; at; at = at->next)
    gtk_window_close (at->data);
}

static void
add_actions (MwApplication *self)
{
  static const GActionEntry entries[] = { { .name = "about", .activate = about },
                                          { .name = "quit", .activate = quit } };
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  GSettings *settings = mw_places_settings ();
  mw_appearance_follow ();
  if (g_application_get_dbus_connection (G_APPLICATION (self)))
    mw_appearance_ask_desktop (g_application_get_dbus_connection (G_APPLICATION (self)));
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful ("theme", G_VARIANT_TYPE_STRING,
                                                                   g_variant_new_string (mw_appearance_get_theme ()));
  g_signal_connect (action, "change-state", G_CALLBACK (theme_changed), NULL);
  if (settings)
    g_signal_connect_object (settings, "changed::theme", G_CALLBACK (theme_setting_changed), action, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  mw_shortcuts_set_keys (GTK_APPLICATION (self));
}

static void
mw_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (mw_application_parent_class)->startup (application);
  mw_places_register_resources ();
  mw_tooltips_hide_moved ();
  mw_lost_focus_keeps_keys ();
  gtk_window_set_default_icon_name (MW_APPLICATION_ID);
  add_actions (MW_APPLICATION (application));
}

static void
mw_application_class_init (MwApplicationClass *klass)
{
  GApplicationClass *application = G_APPLICATION_CLASS (klass);
  application->startup = mw_application_startup;
  application->activate = mw_application_activate;
  application->open = mw_application_open;
  application->command_line = mw_application_command_line;
}

static void
mw_application_init (MwApplication *self)
{
  g_application_add_main_option (G_APPLICATION (self), OPTION_PLAY, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE,
                                 _ ("Play the opened files, starting with the sequence named Stand, or else the first"),
                                 NULL);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
}

MwApplication *
mw_application_new (void)
{
  return g_object_new (MW_TYPE_APPLICATION, "application-id", MW_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE, "resource-base-path",
                       "/org/modelwright/Modelwright", NULL);
}
