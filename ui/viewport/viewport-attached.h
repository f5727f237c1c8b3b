/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"
#include "ui/viewport/viewport.h"

/* Other models that a viewport shows inside its model: mw_viewport_attach() of viewport.h, and for its other files the following. */

/* Reads what is remembered for the file, in workers. */
void mw_viewport_recall_attached (MwViewport *self);
/* Puts what is shown, by the names that the nodes have now, into what is remembered. */
void mw_viewport_name_attached (MwViewport *self);
/* Looks for the models that the particles of the model are and that its events spawn, and reads those that are not read yet. */
void mw_viewport_find_inner (MwViewport *self);
/* Shows all that have been read in the renderer, which has just got its model. */
void mw_viewport_show_attached (MwViewport *self);
/* Shows what a character of the game's tables wears and holds (core/render/character-skin.h), after that has changed. */
void mw_viewport_show_held (MwViewport *self);
/* Their textures may be in other places now. */
void mw_viewport_refind_attached (MwViewport *self);
/* Appends the models (MwInnerModel) that are shown inside the model, or may be; they belong to the viewport. */
void mw_viewport_append_inner_models (MwViewport *self, GPtrArray *models);
/* Sets the frame's list of models that are shown inside the model now. It is valid until the model, or what is shown inside it, changes. */
void mw_viewport_list_inside (MwViewport *self, MwFrame *frame);
/* Appends a line for each that is being read, cannot be shown, or lacks textures. */
void mw_viewport_append_attached_notes (MwViewport *self, GString *text);
