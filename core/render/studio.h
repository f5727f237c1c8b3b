/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Takes pictures of models without a screen: a GL context of its own with a renderer, both used for many models one after the other. A
 * studio is used by one thread at a time. Mesa's software renderer crashes now and then when two threads use studios at once. */
typedef struct _MwStudio MwStudio;

/* For pictures of width x height pixels (1 to 16384 each). Edges are smoothed with four samples, where the driver has them. NULL with
 * MW_ERROR_UNSUPPORTED where OpenGL without a screen is missing (offscreen.h). The studio is not yet entered. Free with
 * mw_studio_free(), in no thread that has entered another studio. */
MwStudio *mw_studio_new (guint width, guint height, GError **error);
void mw_studio_free (MwStudio *studio);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwStudio, mw_studio_free)

/* Takes the studio to this thread, and leaves it. All other functions but these are called in between. */
gboolean mw_studio_enter (MwStudio *studio, GError **error);
void mw_studio_leave (MwStudio *studio);

/* The renderer, for mw_renderer_set_model() and mw_renderer_show_texture(). */
MwRenderer *mw_studio_renderer (MwStudio *studio);
/* Initialises a frame of the studio's size as mw_frame_init() does. */
void mw_studio_frame (MwStudio *studio, MwFrame *frame, const MwModel *model);
/* Draws the frame of the renderer's model. If the alpha of the background is 0, the picture is transparent where nothing is drawn, and
 * additive surfaces are so in proportion. Otherwise it is opaque. NULL and an error when there is no memory, or when the driver reports
 * an error. */
MwImage *mw_studio_draw (MwStudio *studio, const MwFrame *frame, GError **error);
