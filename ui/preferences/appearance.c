/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/appearance.h"
#include "ui/preferences/desktop-look.h"
#include "ui/places.h"

#include <string.h>

#define THEME "theme"
#define SIZE "interface-size"

/* What the desktop sets, read before the program changes it; and what its portal says, which counts more. */
static struct {
  gboolean known, dark;
  char *theme;
  int dpi; /* in 1024ths */
  MwDesktopLook look;
} desktop;

/* What is shown; it is also in the settings, if there are any. */
static char *theme;
static int size = MW_SIZE_USUAL;

static gboolean
desktop_is_dark (void)
{
  return desktop.look.scheme == MW_SCHEME_NONE ? desktop.dark : desktop.look.scheme == MW_SCHEME_DARK;
}

static void
apply (void)
{
  const gboolean system = strcmp (theme, "system") == 0;
  const gboolean contrast = strcmp (theme, "high-contrast") == 0 || (system && desktop.look.contrast);
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", contrast ? "HighContrast" : desktop.theme,
                "gtk-application-prefer-dark-theme",
                strcmp (theme, "dark") == 0 || ((system || contrast) && desktop_is_dark ()), "gtk-xft-dpi",
                desktop.dpi * size / 100, NULL);
}

static void
desktop_changed (const MwDesktopLook *look)
{
  desktop.look = *look;
  apply ();
}

static void
read_settings (GSettings *settings)
{
  g_free (theme);
  theme = settings ? g_settings_get_string (settings, THEME) : g_strdup ("system");
  size = settings ? g_settings_get_int (settings, SIZE) : MW_SIZE_USUAL;
}

static void
settings_changed (GSettings *settings, const char *key, gpointer unused)
{
  read_settings (settings);
  apply ();
}

void
mw_appearance_follow (void)
{
  enum { USUAL_DPI = 96 * 1024 };
  GSettings *settings = mw_places_settings ();
  if (desktop.known)
    return;
  desktop.known = TRUE;
  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &desktop.theme, "gtk-application-prefer-dark-theme",
                &desktop.dark, "gtk-xft-dpi", &desktop.dpi, NULL);
  if (desktop.dpi <= 0)
    desktop.dpi = USUAL_DPI;
  /* Desktops made for GTK 3 name the dark theme of high contrast so. GTK 4 has it as the dark form of HighContrast, and
   * would show its usual light theme for a name that it does not know. */
  if (g_strcmp0 (desktop.theme, "HighContrastInverse") == 0) {
    g_free (desktop.theme);
    desktop.theme = g_strdup ("HighContrast");
    desktop.dark = TRUE;
  }
  if (settings) {
    g_signal_connect (settings, "changed::" THEME, G_CALLBACK (settings_changed), NULL);
    g_signal_connect (settings, "changed::" SIZE, G_CALLBACK (settings_changed), NULL);
  }
  read_settings (settings);
  apply ();
}

void
mw_appearance_ask_desktop (GDBusConnection *bus)
{
  mw_appearance_follow ();
  mw_desktop_look_watch (bus, desktop_changed);
}

const char *
mw_appearance_get_theme (void)
{
  return theme ? theme : "system";
}

void
mw_appearance_set_theme (const char *wanted)
{
  mw_appearance_follow ();
  if (mw_places_settings ()) {
    g_settings_set_string (mw_places_settings (), THEME, wanted);
    return;
  }
  g_free (theme);
  theme = g_strdup (wanted);
  apply ();
}

int
mw_appearance_get_size (void)
{
  return size;
}

void
mw_appearance_set_size (int percent)
{
  mw_appearance_follow ();
  percent = CLAMP (percent, MW_SIZE_LEAST, MW_SIZE_MOST);
  if (mw_places_settings ()) {
    g_settings_set_int (mw_places_settings (), SIZE, percent);
    return;
  }
  size = percent;
  apply ();
}
