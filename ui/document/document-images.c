/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "ui/i18n.h"
#include "ui/textures/image-use.h"
#include "ui/textures/texture-browser.h"
#include "ui/viewport/viewport.h"

/* The images of a page: those in its lower panel, and those on the model. */

/* Files were found in other places, or have changed. */
static void
look_again (MwDocumentPage *self)
{
  mw_texture_browser_look_again (MW_TEXTURE_BROWSER (self->images));
}

void
mw_document_page_look_for_images (MwDocumentPage *self)
{
  mw_viewport_look_again (MW_VIEWPORT (self->viewport));
  look_again (self);
}

void
mw_document_page_move_images (MwDocumentPage *self, const char *path)
{
  mw_viewport_set_path (MW_VIEWPORT (self->viewport), path);
  look_again (self);
}

static MwLookup *
lookup_of (gpointer viewport)
{
  return mw_viewport_get_lookup (viewport);
}

static const char *
image_of_type (guint type, gpointer viewport)
{
  return mw_viewport_get_type_image (viewport, type);
}

void
mw_document_page_build_images (MwDocumentPage *self)
{
  enum { PLACE = 2 }; /* after the sequences and the history */
  MwOutline *outline = MW_OUTLINE (self->outline);
  self->images = mw_texture_browser_new (self->document, outline, MW_VIEWPORT (self->viewport));
  gtk_notebook_insert_page (GTK_NOTEBOOK (self->bottom), self->images, gtk_label_new (_ ("Images")), PLACE);
  mw_image_use_accept_on_rows (outline, self->document);
  mw_image_use_accept_on_view (MW_VIEWPORT (self->viewport), outline, self->document);
  mw_image_use_accept_for_selection (self->inspector, outline, self->document);
  g_signal_connect_swapped (self->images, "failed", G_CALLBACK (mw_document_page_show_message), self);
  g_signal_connect_swapped (self->images, "said", G_CALLBACK (mw_document_page_say), self);
  g_signal_connect_swapped (self->images, "files-changed", G_CALLBACK (mw_document_page_look_for_images), self);
  g_signal_connect_object (self->viewport, "located", G_CALLBACK (look_again), self, G_CONNECT_SWAPPED);
  mw_row_images_set_source (mw_outline_get_images (outline), lookup_of, image_of_type, self->viewport);
  g_signal_connect_object (self->viewport, "types-shown", G_CALLBACK (mw_row_images_find_again),
                           mw_outline_get_images (outline), G_CONNECT_SWAPPED);
}
