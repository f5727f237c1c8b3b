/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Lays out children side by side like a horizontal GtkBox, but measures their width only once and never for a given
 * height. GtkBox does that on every allocation, and a wrapping label then tries one width after another: a column of
 * twenty flags took 16,000 text layouts and 40 ms. */
#define MW_TYPE_ROW_LAYOUT (mw_row_layout_get_type ())
G_DECLARE_FINAL_TYPE (MwRowLayout, mw_row_layout, MW, ROW_LAYOUT, GtkLayoutManager)

/* `spacing`: pixels between two children. */
GtkLayoutManager *mw_row_layout_new (int spacing);
/* A GtkBox with this layout. */
GtkWidget *mw_row_new (int spacing);
