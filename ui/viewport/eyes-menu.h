/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/viewport/eyes.h"

#include <gtk/gtk.h>

/* Hiding and locking in the menus of elements. */

/* Lets the items below `widget` act on the selection of the document. */
void mw_eyes_install_actions (GtkWidget *widget, MwDocument *document);
/* Appends the items for these elements to the box of a menu; none if the views draw none of them and nothing is hidden. */
void mw_eyes_append_items (GtkWidget *box, MwDocument *document, const MwId *ids, guint n);
