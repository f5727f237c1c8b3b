/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/textures/image-items.h"
#include "ui/outline/outline.h"
#include "ui/viewport/viewport.h"

/* Giving elements an image. Of a material, the first layer gets it that does not show an image of the game, such as the team colour; a geoset
 * gets it through its material, and a submesh through its surfaces. */

/* What showing the image on these elements would do, in words: "Set Texture of Layers"; NULL: they show no images. The text is static. */
const char *mw_image_use_describe (MwDocument *document, const MwId *ids, guint n);
/* Does it, as one step. A refusal is reported by the outline. FALSE: the elements show no images. */
gboolean mw_image_use (MwOutline *outline, MwDocument *document, const MwImageItem *item, const MwId *ids, guint n);
/* Lets images be dropped on what a view shows, which is highlighted meanwhile: those of the Images page, and a single file of another
 * program. Other files are opened. */
void mw_image_use_accept_on_view (MwViewport *viewport, MwOutline *outline, MwDocument *document);
/* Lets images be dropped on the rows of the outline, and on a widget that shows what is selected. */
void mw_image_use_accept_on_rows (MwOutline *outline, MwDocument *document);
void mw_image_use_accept_for_selection (GtkWidget *widget, MwOutline *outline, MwDocument *document);
