/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Lays children out side by side, as a horizontal GtkBox does, but asks them how wide they want to be once, and never "how
 * wide for this height". GtkBox asks that whenever it is allocated, and a label that wraps then tries one width after the
 * other; a column of twenty flags took 16,000 layouts of text and 40 ms for it. */
#define MW_TYPE_ROW_LAYOUT (mw_row_layout_get_type ())
G_DECLARE_FINAL_TYPE (MwRowLayout, mw_row_layout, MW, ROW_LAYOUT, GtkLayoutManager)

/* `spacing`: pixels between two children. */
GtkLayoutManager *mw_row_layout_new (int spacing);
/* A box of such a layout; gtk_box_append() and the like work on it. */
GtkWidget *mw_row_new (int spacing);
