/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/film-write.h"
#include "ui/viewport/viewport-shot.h"

typedef struct {
  MwShotWish shot;
  MwFilmForm form; /* MW_FILM_NUMBERED for one picture */
  double seconds;  /* that an animation takes */
} MwPictureWish;

/* One picture of the view (mw_shot_wish_init()). */
void mw_picture_wish_init (MwPictureWish *wish, MwViewport *viewport);

/* A modal dialog that asks how pictures of the view are made. It begins with `wish`. `sequence`: the name of the one that is shown; NULL at
 * rest. Its response is GTK_RESPONSE_ACCEPT, or something else if the user cancelled. */
GtkWidget *mw_picture_dialog_new (GtkWindow *parent, const MwPictureWish *wish, const char *sequence);
/* What was entered. */
void mw_picture_dialog_get_wish (GtkWidget *dialog, MwPictureWish *wish);
