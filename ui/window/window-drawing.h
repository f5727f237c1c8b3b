/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Chooses GTK's renderer for the windows of a display; call it before the first one is realized. With software OpenGL
 * it chooses Cairo, which draws only what has changed; GTK's OpenGL renderer draws the whole window, which takes
 * several times as long. The model is drawn with OpenGL either way. GSK_RENDERER in the environment takes
 * precedence. */
void mw_choose_window_drawing (GdkDisplay *display);
