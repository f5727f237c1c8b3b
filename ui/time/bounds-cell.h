/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"
#include "ui/inspector/marks.h"

/* A cell of a table for the bounds of a record. A button shows the size of the box and the radius ("92 × 120 × 129 · R 92"), and opens a
 * popover with an editor for each of the fields whose role is bounds. */
#define MW_TYPE_BOUNDS_CELL (mw_bounds_cell_get_type ())
G_DECLARE_FINAL_TYPE (MwBoundsCell, mw_bounds_cell, MW, BOUNDS_CELL, GtkBox)

/* `schema`: that of sequences, whose bounds it shows. `commit`: what sets a field, as of mw_field_editor_set_commit(). */
GtkWidget *mw_bounds_cell_new (MwDocument *document, const MwSchema *schema, MwFieldCommit commit, gpointer data);
/* 0: none. */
void mw_bounds_cell_set_record (MwBoundsCell *self, MwId id);
MwId mw_bounds_cell_get_record (MwBoundsCell *self);
/* Shows the current values. */
void mw_bounds_cell_refresh (MwBoundsCell *self);
/* Marks the cell, and the editors in it, if one of the values is wrong. */
void mw_bounds_cell_show_marks (MwBoundsCell *self, const MwMarks *marks);
