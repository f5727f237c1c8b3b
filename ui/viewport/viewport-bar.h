/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/viewport/viewport-private.h"

/* The bar above a viewport, with what is set in it: shading, light, overlays, team colour, skin profile. Private to the files of
 * the viewport. */

/* Makes the bar with all its controls, which are fields of `self`. self->shown must exist already. */
GtkWidget *mw_viewport_make_bar (MwViewport *self);
/* Makes the corner of the picture: the axes, and the button of the cameras. */
GtkWidget *mw_viewport_make_corner (MwViewport *self);
/* Shows the controls that apply to the model: team colour for Warcraft III, skin profiles for M2, textures by type for M2 and
 * World of Warcraft's alpha. */
void mw_viewport_fill_bar (MwViewport *self);
/* Counts the triangles and bones of what is drawn, at the end of the bar, and shows the note of the view. */
void mw_viewport_describe (MwViewport *self);
