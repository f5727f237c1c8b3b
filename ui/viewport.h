/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "core/render/camera.h"

#include <gtk/gtk.h>

/* The picture of the model, drawn by core/render, with the bar above it. Where there is no OpenGL a page says why, and all
 * else works. Keys and mouse act while it has the focus. */
#define MW_TYPE_VIEWPORT (mw_viewport_get_type ())
G_DECLARE_FINAL_TYPE (MwViewport, mw_viewport, MW, VIEWPORT, GtkBox)

/* `path` is the model's file: its textures are looked for beside it. May be NULL. */
GtkWidget *mw_viewport_new (MwDocument *document, const char *path);
void mw_viewport_set_path (MwViewport *self, const char *path);
/* Shows the model at this moment. */
void mw_viewport_set_clock (MwViewport *self, const MwClock *clock);
/* Looks for the textures again. */
void mw_viewport_look_again (MwViewport *self);
/* Why nothing can be drawn, or NULL. Known once the widget is realized. */
const char *mw_viewport_get_error (MwViewport *self);
/* Looks at everything, or at what is selected. */
void mw_viewport_frame_all (MwViewport *self);
void mw_viewport_frame_selection (MwViewport *self);
/* What of the model is not drawn as the game does, or NULL. */
const char *mw_viewport_get_note (MwViewport *self);
/* "3 textures missing", or NULL when all are there; and which, one a line. Known once the model was drawn. */
const char *mw_viewport_get_missing (MwViewport *self);
const char *mw_viewport_get_missing_list (MwViewport *self);
/* Gives the drawing the keyboard focus, so that its keys work at once. */
void mw_viewport_take_focus (MwViewport *self);
/* How the picture is looked at, for another viewport of the same model to take over. */
typedef struct {
  MwCamera camera;
  gboolean framed; /* FALSE: nothing was drawn yet, and the camera says nothing */
  guint model_camera, shading, team;
  gboolean grid, bones, attachments, names;
  guint profile; /* which skin profile, counted from 0 */
} MwViewportView;
void mw_viewport_get_view (MwViewport *self, MwViewportView *view);
void mw_viewport_set_view (MwViewport *self, const MwViewportView *view);
/* Whether a picture that takes long was begun and is not yet whole: it is drawn in parts, and the last one is shown until then. */
gboolean mw_viewport_is_drawing (MwViewport *self);
/* How many pictures were drawn, whole ones only. */
guint64 mw_viewport_get_n_frames (MwViewport *self);
