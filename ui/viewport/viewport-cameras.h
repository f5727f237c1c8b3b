/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which camera the view is seen through: its own, which orbits; one of the model; the camera of the game; or that of a portrait. The latter two
 * have a frame, what is outside of which is dimmed. The view stays with the camera while it plays or gets another size, until it is
 * turned or moved. */
#pragma once
#include "ui/viewport/viewport.h"

/* A button that lists them. */
GtkWidget *mw_viewport_make_cameras (MwViewport *self);
/* Adds a row for each to a menu (a box in a popover), which closes when one is chosen. */
void mw_viewport_append_cameras (MwViewport *self, GtkWidget *menu);
/* Looks through the selected camera, or the next of the model. FALSE: it has none. */
gboolean mw_viewport_look_through_next (MwViewport *self);
/* Before a frame: the view follows the camera that it is seen through. */
void mw_viewport_follow_camera (MwViewport *self);
