/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline.h"

/* The content of the Edit menu: the command palette, then all operations that apply to the selection, below the names of their
 * domains, then those on the whole model. Items activate "win.palette" and "win.operation". `document` is what the outline shows. */
GtkWidget *mw_edit_menu_new (MwOutline *outline, MwDocument *document);
/* The content of the Add menu: the operations that add elements, below the names of their domains. */
GtkWidget *mw_add_menu_new (MwOutline *outline, MwDocument *document);
