/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Controls over a view, from its upper left corner on: side by side as long as there is room, then in further rows. What is between
 * them belongs to the view: the pointer reaches what is below. */
#define MW_TYPE_TOOL_STRIP (mw_tool_strip_get_type ())
G_DECLARE_FINAL_TYPE (MwToolStrip, mw_tool_strip, MW, TOOL_STRIP, GtkWidget)

GtkWidget *mw_tool_strip_new (void);
/* Appends a child. `alone`: it has a row for itself. */
void mw_tool_strip_append (MwToolStrip *self, GtkWidget *child, gboolean alone);
/* Puts a child before all others. */
void mw_tool_strip_prepend (MwToolStrip *self, GtkWidget *child);
/* Adds the strip to an overlay, where it is as wide as what is left beside `corner`, which is at the upper right of the overlay. */
void mw_tool_strip_add_to (MwToolStrip *self, GtkOverlay *overlay, GtkWidget *corner);
