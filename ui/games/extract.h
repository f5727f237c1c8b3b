/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/origin.h"
#include "ui/window/window.h"

/* Copies files of a game or an archive into a folder that the user chooses, below the folders that they have there. The user is asked
 * about files that exist. A worker does it; the status bar of the window shows its progress, then how many were copied, and a banner
 * what could not be. `names` (char *) are game paths; gets a reference. `from` is for people, and `dialog` the one that asks. */
void mw_ask_extract (MwWindow *window, GtkWindow *dialog, MwPlaces *places, const char *from, GPtrArray *names);

/* The same into this folder. `replaces`: files that exist are replaced, else they stay. */
void mw_extract_to (MwWindow *window, MwPlaces *places, const char *from, GPtrArray *names, const char *folder,
                    gboolean replaces);
