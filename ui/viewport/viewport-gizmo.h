/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving, rotating and scaling what is selected by dragging handles in a viewport.
 *
 * At rest a drag changes where things are: pivots, positions, vertices (the operations place-transform and geoset-transform). While a
 * sequence is shown it sets keys at the playhead, in that sequence only (node-pose, camera-pose). A drag is one open transaction, computed from its
 * start for every frame, and becomes one step when the button is released; without auto-key it is cancelled then, and its pose is only
 * shown until keys are inserted, all in one step, or it is discarded; undo takes back one drag after the other (ui/document/page-undo.h). While a sequence plays there are no handles. */
#pragma once
#include "ui/viewport/tool-strip.h"
#include "ui/viewport/viewport.h"

#include "core/render/renderer.h"

typedef struct _MwViewportGizmo MwViewportGizmo;

/* Creates the tool, adds it to the viewport's pointer tools, its controls to the strip, and its texts to the overlay over the drawing. */
MwViewportGizmo *mw_viewport_gizmo_new (MwViewport *viewport, GtkOverlay *overlay, MwToolStrip *strip);
void mw_viewport_gizmo_free (MwViewportGizmo *self);
/* The handles to draw in a frame whose pixels are `scale` to a logical one. */
void mw_viewport_gizmo_fill (MwViewportGizmo *self, MwGizmo *gizmo, int scale);
/* Where the selection is. FALSE: nothing that has a place is selected. */
gboolean mw_viewport_gizmo_get_place (MwViewportGizmo *self, float place[3]);
/* What of the selected cameras is moved. */
MwCameraPart mw_viewport_gizmo_get_part (MwViewportGizmo *self);
void mw_viewport_gizmo_set_part (MwViewportGizmo *self, MwCameraPart part);
/* The selection has changed. */
void mw_viewport_gizmo_selection_changed (MwViewportGizmo *self);
/* The time or the document has changed. */
void mw_viewport_gizmo_update (MwViewportGizmo *self);
/* Forgets the drags that have set no keys yet, and says so: for another moment, or when the model is not as it was. */
void mw_viewport_gizmo_discard (MwViewportGizmo *self);
/* The document has changed; `touches`: of the change set. */
void mw_viewport_gizmo_model_changed (MwViewportGizmo *self, unsigned touches);
/* Moves, rotates or scales what is selected with the pointer, as if a handle was dragged, but without a button: the handle
 * MW_HANDLE_FREE, or the axis whose key is pressed then. If it cannot, it says why. */
void mw_viewport_gizmo_take_up (MwViewportGizmo *self, MwGizmoKind kind);
/* Hides the handles while a sequence plays. */
void mw_viewport_gizmo_set_playing (MwViewportGizmo *self, gboolean playing);
