/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/visibility-grid.h"

#include <gtk/gtk.h>

/* The cells of the visibility grid with the headers of its rows and columns. It draws only what is in view, and scrolls by whole cells,
 * so its cost does not depend on the size of the grid.
 * Signals: "said" (const char *), "picked" (guint), as MwVisibilityView has them. */
#define MW_TYPE_VISIBILITY_CELLS (mw_visibility_cells_get_type ())
G_DECLARE_FINAL_TYPE (MwVisibilityCells, mw_visibility_cells, MW, VISIBILITY_CELLS, GtkWidget)

GtkWidget *mw_visibility_cells_new (MwDocument *document);
/* Where the scroll bars are, in cells. Owned by the widget. */
GtkAdjustment *mw_visibility_cells_get_adjustment (MwVisibilityCells *self, GtkOrientation orientation);
MwVisibilityGrid *mw_visibility_cells_get_grid (MwVisibilityCells *self);
/* The document has changed. Returns whether there may be other rows or columns. */
gboolean mw_visibility_cells_update (MwVisibilityCells *self, const MwChangeSet *changes);
/* Reads everything again. */
void mw_visibility_cells_reload (MwVisibilityCells *self);
/* The sequence that is on show; 0: none. */
void mw_visibility_cells_set_playing (MwVisibilityCells *self, MwId sequence);
/* The middle of a cell, in pixels of the widget, or of the eye of a column (row -1) or of a row (column -1). FALSE: it is not in view. */
gboolean mw_visibility_cells_place (MwVisibilityCells *self, int row, int column, double *x, double *y);
