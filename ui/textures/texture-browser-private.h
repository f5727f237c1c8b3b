/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/textures/texture-browser.h"
#include "ui/textures/thumbnails.h"

/* Shared by texture-browser.c (the list) and texture-browser-menu.c (what is done with an image). */

struct _MwTextureBrowser {
  GtkBox parent_instance;
  MwDocument *document;
  MwOutline *outline;   /* of the same page */
  MwViewport *viewport; /* the same */
  MwThumbnails *thumbnails;
  GPtrArray *items; /* MwImageItem: all, also those that the search leaves out */
  GListStore *shown;
  GtkSingleSelection *selection;
  GPtrArray *cells; /* MwImageCell: those that show an item now */
  GtkWidget *view, *search, *unused, *summary, *none, *stack, *menu;
  guint idle;
};

/* Has files looked for again by all that show them. */
void mw_texture_browser_tell_changed (MwTextureBrowser *self);
/* Installs the menu: its actions in the class, and the click that opens it in an instance. */
void mw_texture_browser_class_install_menu (GtkWidgetClass *klass);
void mw_texture_browser_install_menu (MwTextureBrowser *self);
