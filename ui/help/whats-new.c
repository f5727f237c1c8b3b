/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/whats-new.h"
#include "ui/help/help-window.h"
#include "ui/places.h"

#define LAST_VERSION "last-version"

void
mw_whats_new_show (GtkWindow *parent)
{
  mw_help_window_show (parent, "whats-new");
}

gboolean
mw_whats_new_offer (GtkWindow *parent, const char *version)
{
  GSettings *settings = mw_places_settings ();
  if (!settings)
    return FALSE;
  g_autofree char *last = g_settings_get_string (settings, LAST_VERSION);
  if (g_str_equal (last, version))
    return FALSE;
  g_settings_set_string (settings, LAST_VERSION, version);
  if (!*last)
    return FALSE;
  mw_whats_new_show (parent);
  return TRUE;
}
