/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/viewport/picture-dialog.h"
#include "ui/window/window.h"

/* The action win.save-picture: asks how pictures of the view are made, then for their file, and saves them. */
void mw_save_picture (GtkWidget *window, const char *action, GVariant *parameter);
/* The same into this file (film-write.h says which ones several pictures make); `replaces`: a file of just that name is replaced, else one that
 * exists is an error, before anything is drawn. The status bar shows that they are being made, with progress and Cancel, then the result; a
 * banner shows what goes wrong. Then no file is left. */
void mw_save_picture_to (MwWindow *window, MwViewport *viewport, const MwPictureWish *wish, const char *path,
                         gboolean replaces);
