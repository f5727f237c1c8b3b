/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/viewport-shot.h"

/* A modal dialog that asks how a picture of the view is made. It begins with `wish`. Its response is GTK_RESPONSE_ACCEPT, or something
 * else if the user cancelled. */
GtkWidget *mw_picture_dialog_new (GtkWindow *parent, const MwShotWish *wish);
/* What was entered. */
void mw_picture_dialog_get_wish (GtkWidget *dialog, MwShotWish *wish);
