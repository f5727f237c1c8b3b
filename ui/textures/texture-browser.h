/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/textures/image-items.h"
#include "ui/outline/outline.h"
#include "ui/viewport/viewport.h"

#include <gtk/gtk.h>

/* The images that the model uses and those of its folder, with a search. Enter or a double click gives an image to what is selected; it
 * can also be dragged onto a row of the outline, or onto the inspector. A menu exports an image, or replaces its file.
 *
 * Signals: "failed" (const char *text): something could not be done; "said" (const char *text): what was done; "files-changed": image
 * files have other content now, so they are to be looked for again. */
#define MW_TYPE_TEXTURE_BROWSER (mw_texture_browser_get_type ())
G_DECLARE_FINAL_TYPE (MwTextureBrowser, mw_texture_browser, MW, TEXTURE_BROWSER, GtkBox)

/* `outline` runs what is done and reports refusals; `viewport` knows where files are. Both exist as long as this. */
GtkWidget *mw_texture_browser_new (MwDocument *document, MwOutline *outline, MwViewport *viewport);
/* Shows what the files are now. The viewport has looked for them again, or knows that the model has another path. */
void mw_texture_browser_look_again (MwTextureBrowser *self);
/* Gives the image to what is selected; "failed" if that shows no images. */
void mw_texture_browser_use (MwTextureBrowser *self, MwImageItem *item);
/* Writes the image as the file at `to`, which is replaced, in the format of its extension. */
void mw_texture_browser_export (MwTextureBrowser *self, MwImageItem *item, const char *to);
/* Replaces the file of the image by the picture in `from`; it keeps its kind. */
void mw_texture_browser_replace (MwTextureBrowser *self, MwImageItem *item, const char *from);
