/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "ui/viewport.h"

/* Pictures of what a view shows, of any size. The view's own renderer draws them in parts between the frames of the window, because
 * Mesa's software renderer may be used by one thread only. While a picture is drawn, the view shows the last frame. */

/* Larger pictures need more memory for four samples of each pixel than many graphics cards have. */
#define MW_SHOT_MAX_SIDE 4096

typedef struct {
  guint width, height;  /* pixels, 1 to MW_SHOT_MAX_SIDE */
  gboolean transparent; /* without the background of the view */
  gboolean overlays;    /* with overlays, and what is selected is outlined as in the view */
  MwClock clock;        /* the moment to show */
} MwShotWish;

typedef struct _MwViewportShot MwViewportShot;

/* Gets the picture, which it owns; NULL and an error: there is none, or MW_ERROR_CANCELLED. */
typedef void (*MwShotTaken) (MwImage *image, const GError *error, gpointer data);

/* The picture as the view would draw it now, without names, numbers and handles: of its size, by default, with the clock of the view. */
void mw_shot_wish_init (MwShotWish *wish, MwViewport *viewport);
/* Draws a picture of this view's model; `taken` is called once, later. Cancel `job` to end it. A view takes one picture at a
 * time: another one is refused. */
void mw_viewport_shoot (MwViewport *viewport, const MwShotWish *wish, GCancellable *job, MwShotTaken taken,
                        gpointer data);

/* For the files of the viewport. */

/* Whether the frame that the renderer is drawing is that of the picture. */
gboolean mw_viewport_shot_is_drawn (MwViewport *viewport);
/* The renderer is needed for a frame of the view; the picture is begun again afterwards. */
void mw_viewport_shot_put_off (MwViewport *viewport);
/* The renderer goes: the picture is given up. The GL context is current. */
void mw_viewport_shot_give_up (MwViewport *viewport);
