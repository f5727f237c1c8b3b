/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline-model.h"
#include "ui/outline/row-dot.h"
#include "ui/outline/row-eyes.h"
#include "ui/outline/row-images.h"

#include <gtk/gtk.h>

/* One row of the outline: arrow, icon or small image, title, info text, lock and eye, drawn by a single widget. A list view keeps about 200 rows
 * alive; with several widgets in each, filling it would take noticeably long. */
#define MW_TYPE_OUTLINE_ROW (mw_outline_row_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineRow, mw_outline_row, MW, OUTLINE_ROW, GtkWidget)

/* `view` has the font, for all rows: what GTK works out for the font of each widget takes as long as all else of a row. It must outlive the row;
 * the others get a reference. */
GtkWidget *mw_outline_row_new (GtkWidget *view, MwRowImages *images, MwEyes *eyes, MwFindings *findings);
/* Which of its icons is at a place of the row: MwEye; MW_EYE_COUNT: none. */
MwEye mw_outline_row_get_eye_at (MwOutlineRow *self, double x);
/* Sets the row of the tree to show; NULL: none. */
void mw_outline_row_set_list_row (MwOutlineRow *self, GtkTreeListRow *row);
GtkTreeListRow *mw_outline_row_get_list_row (MwOutlineRow *self);
/* Where the title ends, in pixels from the left side. */
int mw_outline_row_get_title_end (MwOutlineRow *self);
/* Whether a text was cut or left out when the row was drawn last, because it is too narrow. */
gboolean mw_outline_row_is_cut (MwOutlineRow *self);
