/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* The menu of some elements, made from the operation table: what cannot be done to them is greyed, with the reason as its
 * tooltip. Items activate "outline.operation". Parent it, and unparent it when it is not needed any more. */
GtkWidget *mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n);

/* Lets the user pick what a reference parameter should be, in a popover of `parent`; 0 is none. */
typedef void (*MwOutlineChoose) (MwId id, gpointer data);
void mw_outline_menu_choose (GtkWidget *parent, const GdkRectangle *at, MwDocument *document, const MwField *field,
                             MwOutlineChoose chosen, gpointer data);
