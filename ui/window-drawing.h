/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Decides how the windows of a display are drawn; call it before the first of them is realized. Where the processor does the
 * work of a graphics card, GTK draws them with Cairo: it then draws only what has changed, and with OpenGL whole windows, which
 * takes several times as long. The model is drawn with OpenGL either way. GSK_RENDERER in the environment has the last word. */
void mw_choose_window_drawing (GdkDisplay *display);
