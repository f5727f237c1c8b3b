/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theme follows the settings portal of the desktop. The portal is one of the test, on a bus of its own. */
#include "ui/places.h"
#include "ui/preferences/appearance.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PLACE "/org/freedesktop/portal/desktop"
#define INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"

enum { NO_WISH = 0, DARK = 1, LIGHT = 2, UNKNOWN = 9, NORMAL = 0, HIGH = 1 };

static const char description[] = "<node><interface name='" INTERFACE "'>"
                                  "<method name='ReadAll'><arg direction='in' type='as'/>"
                                  "<arg direction='out' type='a{sa{sv}}'/></method>"
                                  "</interface></node>";

static struct {
  GDBusConnection *bus;
  guint32 scheme, contrast;
  guint n_read, name;
} portal;

static void
method_called (GDBusConnection *bus, const char *sender, const char *place, const char *interface, const char *method,
               GVariant *arguments, GDBusMethodInvocation *call, gpointer unused)
{
  g_auto (GStrv) spaces = NULL;
  g_variant_get (arguments, "(^as)", &spaces);
  g_assert_true (g_strv_contains ((const char *const *) spaces, APPEARANCE));
  GVariantBuilder reply;
  g_variant_builder_init (&reply, G_VARIANT_TYPE ("a{sa{sv}}"));
  g_variant_builder_open (&reply, G_VARIANT_TYPE ("{sa{sv}}"));
  g_variant_builder_add (&reply, "s", APPEARANCE);
  g_variant_builder_open (&reply, G_VARIANT_TYPE ("a{sv}"));
  g_variant_builder_add (&reply, "{sv}", "color-scheme", g_variant_new_uint32 (portal.scheme));
  g_variant_builder_add (&reply, "{sv}", "contrast", g_variant_new_uint32 (portal.contrast));
  /* Newer portals say more. */
  g_variant_builder_add (&reply, "{sv}", "accent-color", g_variant_new ("(ddd)", 1.0, 0.5, 0.0));
  g_variant_builder_close (&reply);
  g_variant_builder_close (&reply);
  portal.n_read++;
  g_dbus_method_invocation_return_value (call, g_variant_new ("(a{sa{sv}})", &reply));
}

static void
say (const char *space, const char *key, GVariant *value)
{
  g_autoptr (GError) error = NULL;
  g_dbus_connection_emit_signal (portal.bus, NULL, PLACE, INTERFACE, "SettingChanged",
                                 g_variant_new ("(ssv)", space, key, value), &error);
  g_assert_no_error (error);
}

static GDBusConnection *
connect_to (GTestDBus *bus)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static void
start_portal (GTestDBus *bus)
{
  static const GDBusInterfaceVTable table = { .method_call = method_called };
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (description, &error);
  g_assert_no_error (error);
  portal.bus = connect_to (bus);
  g_assert_cmpuint (
    g_dbus_connection_register_object (portal.bus, PLACE, node->interfaces[0], &table, NULL, NULL, &error), !=, 0);
  g_assert_no_error (error);
  portal.name = g_bus_own_name_on_connection (portal.bus, PORTAL, G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
}

static GDBusConnection *program;

static void
ask_bus (GDBusConnection *connection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) id = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                                         "org.freedesktop.DBus", "GetId", NULL, NULL,
                                                         G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
}

/* Waits until what the portal has said is taken over. The bus answers each side after it has passed on what came before. */
static void
settle (void)
{
  ask_bus (portal.bus);
  ask_bus (program);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
say_scheme (guint32 scheme)
{
  say (APPEARANCE, "color-scheme", g_variant_new_uint32 (scheme));
  settle ();
}

static void
say_contrast (guint32 contrast)
{
  say (APPEARANCE, "contrast", g_variant_new_uint32 (contrast));
  settle ();
}

static char *usual;

static void
check (const char *theme, gboolean dark)
{
  g_autofree char *name = NULL;
  gboolean is_dark;
  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, "gtk-application-prefer-dark-theme", &is_dark,
                NULL);
  g_assert_cmpstr (name, ==, theme);
  g_assert_cmpint (is_dark, ==, dark);
}

static void
test_first_answer (gconstpointer data)
{
  GTestDBus *bus = (GTestDBus *) data;
  program = connect_to (bus);
  portal.scheme = LIGHT;
  check (usual, TRUE);
  mw_appearance_ask_desktop (program);
  ask_bus (program);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  check (usual, TRUE);
  /* It is waited for. */
  start_portal (bus);
  while (!portal.n_read)
    g_main_context_iteration (NULL, TRUE);
  settle ();
  check (usual, FALSE);
  g_assert_cmpuint (portal.n_read, ==, 1);
}

static void
test_changes (void)
{
  say_scheme (DARK);
  check (usual, TRUE);
  say_scheme (LIGHT);
  check (usual, FALSE);
  /* What GTK's own setting says, which is dark here. */
  say_scheme (NO_WISH);
  check (usual, TRUE);
  say_scheme (LIGHT);
  say_scheme (UNKNOWN);
  check (usual, TRUE);
}

static void
test_contrast (void)
{
  say_scheme (LIGHT);
  say_contrast (HIGH);
  check ("HighContrast", FALSE);
  say_scheme (DARK);
  check ("HighContrast", TRUE);
  say_contrast (UNKNOWN);
  check (usual, TRUE);
  say_contrast (HIGH);
  say_contrast (NORMAL);
  check (usual, TRUE);
}

static void
test_others (void)
{
  say_scheme (LIGHT);
  say (APPEARANCE, "color-scheme", g_variant_new_string ("dark"));
  say (APPEARANCE, "accent-color", g_variant_new_uint32 (DARK));
  say ("org.gnome.desktop.interface", "color-scheme", g_variant_new_uint32 (DARK));
  say ("org.gnome.desktop.interface", "contrast", g_variant_new_uint32 (HIGH));
  settle ();
  check (usual, FALSE);
}

static void
test_preference (void)
{
  say_contrast (HIGH);
  say_scheme (DARK);
  mw_appearance_set_theme ("light");
  check (usual, FALSE);
  mw_appearance_set_theme ("dark");
  check (usual, TRUE);
  say_scheme (LIGHT);
  check (usual, TRUE);
  mw_appearance_set_theme ("high-contrast");
  check ("HighContrast", FALSE);
  say_scheme (DARK);
  check ("HighContrast", TRUE);
  mw_appearance_set_theme ("system");
  check ("HighContrast", TRUE);
  say_contrast (NORMAL);
  check (usual, TRUE);
}

/* A portal that is started again may want something else. */
static void
test_new_portal (void)
{
  say_scheme (DARK);
  portal.scheme = LIGHT;
  portal.contrast = HIGH;
  ask_bus (portal.bus);
  g_bus_unown_name (portal.name);
  settle ();
  check (usual, TRUE);
  portal.name = g_bus_own_name_on_connection (portal.bus, PORTAL, G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  while (portal.n_read < 2)
    g_main_context_iteration (NULL, TRUE);
  settle ();
  check ("HighContrast", FALSE);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");
  if (!daemon) {
    g_print ("1..0 # SKIP no dbus-daemon\n");
    return 0;
  }
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  mw_places_register_resources ();
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", TRUE, NULL);
  mw_appearance_follow ();
  mw_appearance_set_theme ("system");
  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &usual, NULL);
  g_test_add_data_func ("/ui/desktop-look/the portal is asked when it is there", bus, test_first_answer);
  g_test_add_func ("/ui/desktop-look/the theme becomes dark and light with the desktop", test_changes);
  g_test_add_func ("/ui/desktop-look/a desktop of high contrast gets it, dark or light", test_contrast);
  g_test_add_func ("/ui/desktop-look/other settings of the portal change nothing", test_others);
  g_test_add_func ("/ui/desktop-look/a theme that was chosen counts more than the desktop", test_preference);
  g_test_add_func ("/ui/desktop-look/a portal that is started again is asked again", test_new_portal);
  const int status = g_test_run ();
  g_test_dbus_stop (bus);
  g_object_unref (bus);
  return status;
}
