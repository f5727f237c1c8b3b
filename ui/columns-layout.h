/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Lays out children in rows of equal columns: as many columns as fit, so that a narrow panel shows three numbers below each other
 * where they do not fit beside each other. */
#define MW_TYPE_COLUMNS_LAYOUT (mw_columns_layout_get_type ())
G_DECLARE_FINAL_TYPE (MwColumnsLayout, mw_columns_layout, MW, COLUMNS_LAYOUT, GtkLayoutManager)

/* `most`: columns; `spacing`: pixels between columns and between rows. */
GtkLayoutManager *mw_columns_layout_new (guint most, int spacing);
