/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting in the drawing of a viewport: a click selects what is under the pointer, and again at the same place the next below; with
 * Shift or Ctrl it adds or removes; on empty ground it clears. B, then drag, selects by a rectangle. Of an M2 a whole surface is selected. */
#pragma once
#include "ui/viewport.h"

/* Appends (MwId) what a click at a place of the drawing, in logical pixels, would select, and highlights it until
 * mw_viewport_stop_pointing() or the next call. FALSE: there is nothing. */
gboolean mw_viewport_point_at (MwViewport *self, double x, double y, GArray *ids);
void mw_viewport_stop_pointing (MwViewport *self);

/* The widget that those places are in. */
GtkWidget *mw_viewport_get_drawing (MwViewport *self);

/* Appends (MwId) what is highlighted. */
void mw_viewport_append_hovered (MwViewport *self, GArray *ids);
/* Adds the tools. */
void mw_viewport_init_pick (MwViewport *self);
/* The model has changed, or is gone. */
void mw_viewport_forget_pick (MwViewport *self);
