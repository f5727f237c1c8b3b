/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/desktop-look.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PLACE "/org/freedesktop/portal/desktop"
#define INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"

typedef struct {
  MwDesktopLook look;
  void (*changed) (const MwDesktopLook *look);
} Watch;

/* Takes over a value. Unknown numbers are no wish, as the documentation demands. */
static void
take (MwDesktopLook *look, const char *key, GVariant *value)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32))
    return;
  const guint32 number = g_variant_get_uint32 (value);
  if (g_str_equal (key, "color-scheme"))
    look->scheme = number <= MW_SCHEME_LIGHT ? (MwScheme) number : MW_SCHEME_NONE;
  else if (g_str_equal (key, "contrast"))
    look->contrast = number == 1;
}

static void
setting_changed (GDBusConnection *bus, const char *sender, const char *place, const char *interface, const char *signal,
                 GVariant *arguments, gpointer data)
{
  Watch *watch = data;
  const char *space, *key;
  g_autoptr (GVariant) value = NULL;
  if (!g_variant_is_of_type (arguments, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (arguments, "(&s&sv)", &space, &key, &value);
  take (&watch->look, key, value);
  watch->changed (&watch->look);
}

static void
all_read (GObject *bus, GAsyncResult *result, gpointer data)
{
  Watch *watch = data;
  GVariantIter *values;
  const char *key;
  GVariant *value;
  /* An error is a portal without settings, such as that of a desktop without such a wish. */
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);
  if (!reply)
    return;
  g_autoptr (GVariant) spaces = g_variant_get_child_value (reply, 0);
  if (!g_variant_lookup (spaces, APPEARANCE, "a{sv}", &values))
    return;
  watch->look = (MwDesktopLook) { 0 };
  while (g_variant_iter_loop (values, "{&sv}", &key, &value))
    take (&watch->look, key, value);
  g_variant_iter_free (values);
  watch->changed (&watch->look);
}

static void
portal_appeared (GDBusConnection *bus, const char *name, const char *owner, gpointer watch)
{
  const char *wanted[] = { APPEARANCE, NULL };
  g_dbus_connection_call (bus, PORTAL, PLACE, INTERFACE, "ReadAll", g_variant_new ("(^as)", wanted),
                          G_VARIANT_TYPE ("(a{sa{sv}})"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, all_read, watch);
}

void
mw_desktop_look_watch (GDBusConnection *bus, void (*changed) (const MwDesktopLook *look))
{
  Watch *watch = g_new0 (Watch, 1);
  watch->changed = changed;
  g_dbus_connection_signal_subscribe (bus, PORTAL, INTERFACE, "SettingChanged", PLACE, APPEARANCE,
                                      G_DBUS_SIGNAL_FLAGS_NONE, setting_changed, watch, NULL);
  g_bus_watch_name_on_connection (bus, PORTAL, G_BUS_NAME_WATCHER_FLAGS_AUTO_START, portal_appeared, NULL, watch, NULL);
}
