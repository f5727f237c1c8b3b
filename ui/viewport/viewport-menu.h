/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of the drawing: of the selection the one that the outline has, else what the view itself can do. */
#pragma once
#include "ui/viewport/viewport.h"

/* Opens the menu at a place of the drawing, in logical pixels. `elements`: of the selection; FALSE: of the view. */
void mw_viewport_open_menu (MwViewport *self, gboolean elements, double x, double y);
/* The same by a key: at the selection, if there is one that is in the picture, else in the middle. */
void mw_viewport_open_menu_by_key (MwViewport *self);
/* Does what is done to the selection by a key of an operation, such as Delete or F2; its form opens at the selection. Returns whether it is
 * such a key and something is selected. While vertices or faces are marked there is none: these operations change whole elements. */
gboolean mw_viewport_do_operation_key (MwViewport *self, guint keyval, GdkModifierType state);
/* Adds the actions that the menu of the view has. */
void mw_viewport_init_menu (MwViewport *self);
/* Removes the menu before the drawing is destroyed. */
void mw_viewport_drop_menu (MwViewport *self);
