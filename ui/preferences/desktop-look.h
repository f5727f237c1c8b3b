/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* What the desktop asks programs to look like: namespace "org.freedesktop.appearance" of the interface org.freedesktop.portal.Settings
 * (documentation of XDG Desktop Portal). GTK 4.8 itself does not ask for it. */

typedef enum { MW_SCHEME_NONE = 0, MW_SCHEME_DARK = 1, MW_SCHEME_LIGHT = 2 } MwScheme;
typedef struct {
  MwScheme scheme;   /* "color-scheme": none is no wish */
  gboolean contrast; /* "contrast": high */
} MwDesktopLook;

/* Calls `changed` once the portal has said what it wants, and after each change, until the program ends. Never calls it without a
 * portal. Keeps a reference of the connection. */
void mw_desktop_look_watch (GDBusConnection *bus, void (*changed) (const MwDesktopLook *look));
