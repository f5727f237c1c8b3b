/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting in the drawing of a viewport: a click selects what is under the pointer, and again at the same place the next below; with
 * Shift or Ctrl it adds or removes; on empty ground it clears. B, then drag, selects by a rectangle. Of an M2 a whole surface is selected. */
#pragma once
#include "core/render/pick.h"
#include "ui/viewport/viewport.h"

/* Appends (MwId) what a click at a place of the drawing, in logical pixels, would select, and highlights it until
 * mw_viewport_stop_pointing() or the next call. FALSE: there is nothing. */
gboolean mw_viewport_point_at (MwViewport *self, double x, double y, GArray *ids);
void mw_viewport_stop_pointing (MwViewport *self);

/* The widget that those places are in. */
GtkWidget *mw_viewport_get_drawing (MwViewport *self);

/* What finds things in the frame that is shown, and that frame; NULL: nothing was drawn yet. */
MwPicker *mw_viewport_get_picker (MwViewport *self, MwFrame *frame);
/* The geoset or submesh whose triangles a surface draws, such as a batch; 0: nothing is drawn of it. */
MwId mw_viewport_mesh_drawn_by (MwViewport *self, MwId surface);

/* Appends (MwId) what is highlighted. */
void mw_viewport_append_hovered (MwViewport *self, GArray *ids);
/* Adds the tools. */
void mw_viewport_init_pick (MwViewport *self);
/* The model has changed, or is gone. */
void mw_viewport_forget_pick (MwViewport *self);
