/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Escape ends a drag. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets Escape cancel the drags of `source`. GTK does that itself, but not on X11 with GTK 4.8: GDK grabs the key on the root window
 * during a drag, and then drops its event because that window is none of its own. There the X event is read here. */
void mw_drag_ends_on_escape (GtkDragSource *source);
/* Lets Escape end the drag that selects rows of a list (gtk_list_view_set_enable_rubberband()), which GTK does not do. What was
 * selected before stays selected. */
void mw_rubberband_ends_on_escape (GtkListView *view);

G_END_DECLS
