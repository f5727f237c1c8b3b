/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Lists that are searched by typing: what is typed is looked for anywhere in a row, without regard to case, and Enter takes
 * the marked row. */

/* Keeps what a drop-down, or a popover with a list, opens inside its window: it opens to the side that has more room, and a list
 * that is longer scrolls. */
void mw_drop_down_keep_inside (GtkDropDown *drop_down);
void mw_popover_keep_inside (GtkPopover *popover);
/* Turns on the search of a drop-down of strings. When its list opens, the keys go to the search entry at once. */
void mw_drop_down_enable_search (GtkDropDown *drop_down);
/* The search entry of such a drop-down. */
GtkEditable *mw_drop_down_get_search (GtkDropDown *drop_down);
/* Marks the row of strings that fits best: the first that begins with what was typed, else the first. With nothing typed the
 * mark stays where it is. */
void mw_search_mark (GtkSingleSelection *selection, const char *typed);
