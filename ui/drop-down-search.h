/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Search in drop-downs and popovers with lists. Each typed word matches anywhere in a row, ignoring case; Enter picks
 * the marked row. */

/* Keeps the popup of a drop-down, or a popover with a list, inside its window: it opens to the side with more space,
 * and a list that does not fit scrolls. */
void mw_drop_down_keep_inside (GtkDropDown *drop_down);
void mw_popover_keep_inside (GtkPopover *popover);
/* Lets a drop-down of strings be narrower than what is chosen, whose end is then left out. Its list shows the whole texts. */
void mw_drop_down_let_shrink (GtkDropDown *drop_down);
/* Turns on the search of a drop-down of strings. When its list opens, the search entry gets the keyboard focus. */
void mw_drop_down_enable_search (GtkDropDown *drop_down);
/* Marks the best match among the rows that are left: the first one that begins with `typed`, else the first. An empty
 * `typed` leaves the mark as it is. */
void mw_search_mark (GtkSingleSelection *selection, const char *typed);
