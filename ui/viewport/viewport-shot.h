/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/render/film.h"
#include "ui/viewport/viewport.h"

/* Pictures of what a view shows, of any size. The view's own renderer draws them in parts between the frames of the window, because
 * Mesa's software renderer may be used by one thread only. While a picture is drawn, the view shows the last frame. */

/* Larger pictures need more memory for four samples of each pixel than many graphics cards have. */
#define MW_SHOT_MAX_SIDE 4096

typedef struct {
  guint width, height;  /* pixels, 1 to MW_SHOT_MAX_SIDE */
  gboolean transparent; /* without the background of the view */
  gboolean overlays;    /* with overlays, and what is selected is outlined as in the view */
  MwClock clock;        /* the moment to show */
  MwFilm film;          /* how many pictures, of what; a turn is framed by what is seen of the model */
} MwShotWish;

typedef struct _MwViewportShot MwViewportShot;

/* Gets the next picture, which it owns; NULL and an error: there is none, and no more will come, or MW_ERROR_CANCELLED. */
typedef void (*MwShotTaken) (MwImage *image, const GError *error, gpointer data);

/* One picture as the view would draw it now, without names, numbers and handles: of its size, by default, with the clock of the view. */
void mw_shot_wish_init (MwShotWish *wish, MwViewport *viewport);
/* Draws pictures of this view's model as it is shown now; `taken` is called later, or at once with an error. Only edits of the model count while
 * the pictures are made. After each picture but the last, the next one is waited for with mw_viewport_shoot_next(). Cancel `job` to end it. A view
 * makes one set of pictures at a time: another one is refused. */
void mw_viewport_shoot (MwViewport *viewport, const MwShotWish *wish, GCancellable *job, MwShotTaken taken,
                        gpointer data);
/* Goes on with the next picture. FALSE: no more will come, because the view was closed. */
gboolean mw_viewport_shoot_next (MwViewport *viewport);
/* Ends it between two pictures; nothing if it has ended. */
void mw_viewport_shoot_stop (MwViewport *viewport);

/* For the files of the viewport. */

/* Whether the frame that the renderer is drawing is that of the picture. */
gboolean mw_viewport_shot_is_drawn (MwViewport *viewport);
/* The renderer is needed for a frame of the view; the picture is begun again afterwards. */
void mw_viewport_shot_put_off (MwViewport *viewport);
/* The renderer goes: the picture is given up. The GL context is current. */
void mw_viewport_shot_give_up (MwViewport *viewport);
