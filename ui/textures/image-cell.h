/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/textures/image-items.h"
#include "ui/textures/thumbnails.h"

#include <gtk/gtk.h>

/* Shows an image of the list of images: a thumbnail, its name, what the file is, and what uses it. It can be dragged. */
#define MW_TYPE_IMAGE_CELL (mw_image_cell_get_type ())
G_DECLARE_FINAL_TYPE (MwImageCell, mw_image_cell, MW, IMAGE_CELL, GtkBox)

GtkWidget *mw_image_cell_new (void);
/* Shows an item (NULL: none) with its thumbnail, or what `thumbnails` has of it now. */
void mw_image_cell_set_item (MwImageCell *self, MwImageItem *item, MwThumbnails *thumbnails);
MwImageItem *mw_image_cell_get_item (MwImageCell *self);
