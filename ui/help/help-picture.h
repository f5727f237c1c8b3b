/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A picture in a page: in its own size, or smaller if the page is narrower. GtkPicture would fill the width of the page. */
#define MW_TYPE_HELP_PICTURE (mw_help_picture_get_type ())
G_DECLARE_FINAL_TYPE (MwHelpPicture, mw_help_picture, MW, HELP_PICTURE, GtkWidget)

/* `text` says in words what the picture shows. */
GtkWidget *mw_help_picture_new (GdkTexture *texture, const char *text);
