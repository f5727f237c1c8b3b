/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/time/visibility-cells.h"

/* What the files of the cells share: visibility-cells.c (the widget, its geometry, and what a screen reader finds),
 * visibility-cells-draw.c, visibility-cells-edit.c (pointer, keyboard and menu). */

/* In pixels. */
enum { GRID_NAMES = 220, GRID_HEADER = 24, GRID_CELL = 96, GRID_ROW = 22, GRID_EYE = 22 };

/* What is drawn in cells, by MwVisible, and in headers. */
enum { GRID_MARK_EYE = MW_VISIBLE_UNKNOWN + 1, GRID_MARKS };

struct _MwVisibilityCells {
  GtkWidget parent_instance;
  MwDocument *document;
  MwVisibilityGrid *grid;
  MwId playing;
  GtkAdjustment *across, *down;          /* in cells */
  GPtrArray *row_titles, *column_titles; /* char *, or NULL where none was asked for */

  /* The cells that are chosen: between two corners. Keys and the menu are about them. */
  MwGridPlace cursor, anchor;

  /* Painting */
  gboolean painting;
  double from_x, from_y; /* where it was begun */
  const char *state;     /* what is painted */
  GHashTable *painted;   /* of gint64: row << 32 | column */
  MwGridPlace last;

  GdkTexture *marks[GRID_MARKS];
  PangoLayout *layout;
  GdkRGBA text, accent, base;

  GtkWidget *menu;
  GPtrArray *pieces; /* of the grid in view, for screen readers: widgets that draw nothing */
  guint n_columns;   /* in view, when they were made */
  guint name_later;
};

/* The first row and column in view, and how many are, in part or whole. */
void mw_visibility_cells_view (MwVisibilityCells *self, MwGridPlace *first, guint *n_rows, guint *n_columns);
/* What is at a place of the widget: -1 for headers; FALSE: nothing. */
gboolean mw_visibility_cells_at (MwVisibilityCells *self, double x, double y, int *row, int *column);
/* Titles of rows and columns. They belong to the widget. */
const char *mw_visibility_cells_row_title (MwVisibilityCells *self, guint row);
const char *mw_visibility_cells_column_title (MwVisibilityCells *self, guint column);
/* "Geoset 3 · Death: hidden", and why it cannot be changed. Free with g_free(). */
char *mw_visibility_cells_describe (MwVisibilityCells *self, guint row, guint column);
/* Moves the cursor, and scrolls to it. */
void mw_visibility_cells_go (MwVisibilityCells *self, guint row, guint column, gboolean extend);
gboolean mw_visibility_cells_is_chosen (MwVisibilityCells *self, guint row, guint column);
void mw_visibility_cells_say (MwVisibilityCells *self, const char *text);
void mw_visibility_cells_pick (MwVisibilityCells *self, MwId sequence);

void mw_visibility_cells_draw (MwVisibilityCells *self, GtkSnapshot *to);
void mw_visibility_cells_forget_marks (MwVisibilityCells *self);

void mw_visibility_cells_add_input (MwVisibilityCells *self);
/* Stops painting without a change. */
void mw_visibility_cells_cancel (MwVisibilityCells *self);
/* The actions of the menu. */
void mw_visibility_cells_install_actions (GtkWidgetClass *klass);
