/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/viewport-shot.h"
#include "ui/window.h"

/* The action win.save-picture: asks how the picture of the view is made, then for its file, and saves it as PNG. */
void mw_save_picture (GtkWidget *window, const char *action, GVariant *parameter);
/* The same into this file; `replaces`: a file that exists is replaced, else that is an error. The status bar shows that it is being
 * saved, with Cancel, then the result; a banner shows what goes wrong. */
void mw_save_picture_to (MwWindow *window, MwViewport *viewport, const MwShotWish *wish, const char *path,
                         gboolean replaces);
