/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/textures/thumbnails.h"

/* The thumbnail of a file, and an icon while it is made and if there is none. It is made only while the widget is in view. */
#define MW_TYPE_FILE_PICTURE (mw_file_picture_get_type ())
G_DECLARE_FINAL_TYPE (MwFilePicture, mw_file_picture, MW, FILE_PICTURE, GtkBox)

/* For thumbnails of this kind, `side` pixels wide and high. */
GtkWidget *mw_file_picture_new (MwThumbnails *thumbnails, int side);
/* Shows what mw_thumbnails_get() has for the address (NULL: nothing). */
void mw_file_picture_set_address (MwFilePicture *self, const char *address);
/* Whether it shows a picture, and not the icon (for tests). */
gboolean mw_file_picture_is_shown (MwFilePicture *self);
