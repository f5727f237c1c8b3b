/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/sequences/visible.h"

/* Which elements are shown in which sequences, as a grid: a row for each element that can be hidden, a column for each sequence. It is
 * what a widget draws and picks from, and knows no widget. */

typedef struct _MwVisibilityGrid MwVisibilityGrid;

/* The document must outlive it. */
MwVisibilityGrid *mw_visibility_grid_new (MwDocument *document);
void mw_visibility_grid_free (MwVisibilityGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwVisibilityGrid, mw_visibility_grid_free)

/* The document has changed. Returns whether there may be other rows or columns than before; cells may be others in any case. */
gboolean mw_visibility_grid_update (MwVisibilityGrid *grid, const MwChangeSet *changes);

guint mw_visibility_grid_n_rows (const MwVisibilityGrid *grid);
guint mw_visibility_grid_n_columns (const MwVisibilityGrid *grid);
/* The element of a row: a geoset, or a batch of a surface of M2, then emitters, ribbons, lights and attachments. */
MwId mw_visibility_grid_row (const MwVisibilityGrid *grid, guint row);
MwId mw_visibility_grid_column (const MwVisibilityGrid *grid, guint column);
/* Found when it is first asked for, for a whole row. Valid until the document changes. */
const MwVisibleCell *mw_visibility_grid_cell (MwVisibilityGrid *grid, guint row, guint column);

/* --- Editing --- */

typedef struct {
  guint row, column;
} MwGridPlace;

/* What visibility-set calls the state that a click on a cell gives it: "hidden" if anything is seen there, else "shown". */
const char *mw_visibility_grid_toggled (MwVisibilityGrid *grid, MwGridPlace place);
/* The same for a click on the header of several cells: "hidden" if all of them that can be set are shown, else "shown". */
const char *mw_visibility_grid_toggled_all (MwVisibilityGrid *grid, const MwGridPlace *places, guint n);
/* Gives these cells a state ("shown", "hidden", "fade_in", "fade_out", "no_keys") in one step with this label. Cells that are locked
 * stay as they are if any of the others is not. FALSE and an error: nothing has changed. */
gboolean mw_visibility_grid_set (MwVisibilityGrid *grid, const MwGridPlace *places, guint n, const char *state,
                                 const char *label, GError **error);
