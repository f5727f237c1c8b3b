/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A drop-down of the team colours, each with a swatch and its name in Warcraft III: 24 players, then neutral. The
 * selected row is the number of the player (core/image/replaceable.h). */
GtkWidget *mw_team_chooser_new (void);
