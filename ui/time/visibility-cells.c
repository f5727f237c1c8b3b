/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "ui/hint-line.h"
#include "ui/edit.h"
#include "ui/drawing.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"
#include "ui/time/visibility-cells-private.h"
#include "ui/widgets.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (MwVisibilityCells, mw_visibility_cells, GTK_TYPE_WIDGET)

enum { SAID, PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A piece of the grid for screen readers. */
#define MW_TYPE_GRID_PIECE (mw_grid_piece_get_type ())
G_DECLARE_FINAL_TYPE (MwGridPiece, mw_grid_piece, MW, GRID_PIECE, GtkWidget)
struct _MwGridPiece {
  GtkWidget parent_instance;
};
G_DEFINE_FINAL_TYPE (MwGridPiece, mw_grid_piece, GTK_TYPE_WIDGET)
static void
mw_grid_piece_class_init (MwGridPieceClass *klass)
{}
static void
mw_grid_piece_init (MwGridPiece *self)
{}

MwVisibilityGrid *
mw_visibility_cells_get_grid (MwVisibilityCells *self)
{
  return self->grid;
}

GtkAdjustment *
mw_visibility_cells_get_adjustment (MwVisibilityCells *self, GtkOrientation orientation)
{
  return orientation == GTK_ORIENTATION_HORIZONTAL ? self->across : self->down;
}

void
mw_visibility_cells_say (MwVisibilityCells *self, const char *text)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

void
mw_visibility_cells_pick (MwVisibilityCells *self, MwId sequence)
{
  g_signal_emit (self, signals[PICKED], 0, sequence);
}

/* --- Geometry --------------------------------------------------------------------------------------------------------- */

/* How many whole cells fit. */
static guint
n_whole (MwVisibilityCells *self, GtkOrientation orientation)
{
  const int size = orientation == GTK_ORIENTATION_HORIZONTAL
                     ? (gtk_widget_get_width (GTK_WIDGET (self)) - GRID_NAMES) / GRID_CELL
                     : (gtk_widget_get_height (GTK_WIDGET (self)) - GRID_HEADER) / GRID_ROW;
  return (guint) MAX (1, size);
}

void
mw_visibility_cells_view (MwVisibilityCells *self, MwGridPlace *first, guint *n_rows, guint *n_columns)
{
  const guint rows = mw_visibility_grid_n_rows (self->grid), columns = mw_visibility_grid_n_columns (self->grid);
  first->row = MIN ((guint) lround (gtk_adjustment_get_value (self->down)), rows);
  first->column = MIN ((guint) lround (gtk_adjustment_get_value (self->across)), columns);
  *n_rows = MIN (n_whole (self, GTK_ORIENTATION_VERTICAL) + 1, rows - first->row);
  *n_columns = MIN (n_whole (self, GTK_ORIENTATION_HORIZONTAL) + 1, columns - first->column);
}

gboolean
mw_visibility_cells_at (MwVisibilityCells *self, double x, double y, int *row, int *column)
{
  MwGridPlace first;
  guint n_rows, n_columns;
  mw_visibility_cells_view (self, &first, &n_rows, &n_columns);
  const double across = floor ((x - GRID_NAMES) / GRID_CELL), down = floor ((y - GRID_HEADER) / GRID_ROW);
  *column = x < GRID_NAMES ? -1 : (int) first.column + (int) across;
  *row = y < GRID_HEADER ? -1 : (int) first.row + (int) down;
  return across < (double) n_columns && down < (double) n_rows;
}

gboolean
mw_visibility_cells_place (MwVisibilityCells *self, int row, int column, double *x, double *y)
{
  MwGridPlace first;
  guint n_rows, n_columns;
  mw_visibility_cells_view (self, &first, &n_rows, &n_columns);
  const double middle = row < 0 ? GRID_CELL - GRID_EYE / 2.0 : GRID_CELL / 2.0;
  *x = column < 0 ? GRID_NAMES - GRID_EYE / 2.0 : GRID_NAMES + (column - (int) first.column) * GRID_CELL + middle;
  *y = row < 0 ? GRID_HEADER / 2.0 : GRID_HEADER + (row - (int) first.row + 0.5) * GRID_ROW;
  return (column < 0 || (column >= (int) first.column && column < (int) (first.column + n_columns)))
         && (row < 0 || (row >= (int) first.row && row < (int) (first.row + n_rows)));
}

static void
adjust (MwVisibilityCells *self)
{
  const guint rows = mw_visibility_grid_n_rows (self->grid), columns = mw_visibility_grid_n_columns (self->grid);
  const guint high = n_whole (self, GTK_ORIENTATION_VERTICAL), wide = n_whole (self, GTK_ORIENTATION_HORIZONTAL);
  gtk_adjustment_configure (self->down, gtk_adjustment_get_value (self->down), 0, MAX (rows, high), 1, high, high);
  gtk_adjustment_configure (self->across, gtk_adjustment_get_value (self->across), 0, MAX (columns, wide), 1, wide,
                            wide);
  self->cursor.row = MIN (self->cursor.row, MAX (rows, 1) - 1);
  self->cursor.column = MIN (self->cursor.column, MAX (columns, 1) - 1);
  self->anchor.row = MIN (self->anchor.row, MAX (rows, 1) - 1);
  self->anchor.column = MIN (self->anchor.column, MAX (columns, 1) - 1);
}

static void
scroll_to (GtkAdjustment *adjustment, guint place)
{
  const double value = gtk_adjustment_get_value (adjustment), page = gtk_adjustment_get_page_size (adjustment);
  if (place < value)
    gtk_adjustment_set_value (adjustment, place);
  else if (place + 1 > value + page)
    gtk_adjustment_set_value (adjustment, place + 1 - page);
}

/* --- Texts ------------------------------------------------------------------------------------------------------------ */

static void
forget_titles (MwVisibilityCells *self)
{
  g_ptr_array_set_size (self->row_titles, 0);
  g_ptr_array_set_size (self->row_titles, (int) mw_visibility_grid_n_rows (self->grid));
  g_ptr_array_set_size (self->column_titles, 0);
  g_ptr_array_set_size (self->column_titles, (int) mw_visibility_grid_n_columns (self->grid));
}

const char *
mw_visibility_cells_row_title (MwVisibilityCells *self, guint row)
{
  char **title = (char **) &self->row_titles->pdata[row];
  const MwId id = mw_visibility_grid_row (self->grid, row);
  const GPtrArray *surface = *title ? NULL : mw_ui_surface_of (self->document, id);
  if (!*title)
    *title = surface ? mw_ui_surface_title (self->document, surface)
                     : mw_ui_record_title (mw_model_find (mw_document_get_model (self->document), id));
  return *title;
}

const char *
mw_visibility_cells_column_title (MwVisibilityCells *self, guint column)
{
  char **title = (char **) &self->column_titles->pdata[column];
  if (!*title)
    *title = mw_ui_record_title (
      mw_model_find (mw_document_get_model (self->document), mw_visibility_grid_column (self->grid, column)));
  return *title;
}

static char *
seen_text (const MwVisibleCell *cell)
{
  switch (cell->seen) {
  case MW_VISIBLE_HIDDEN:
    return g_strdup (_ ("hidden"));
  case MW_VISIBLE_FADES:
    return g_strdup_printf (_ ("changes between %d %% and %d %%"), (int) lroundf (cell->least * 100),
                            (int) lroundf (cell->most * 100));
  case MW_VISIBLE_NO_KEY:
    return g_strdup (_ ("no key, so the game shows it"));
  case MW_VISIBLE_UNKNOWN:
    return g_strdup (_ ("not known"));
  case MW_VISIBLE_SHOWN:
  default:
    return cell->least < 0.995f ? g_strdup_printf (_ ("shown, %d %% opaque"), (int) lroundf (cell->least * 100))
                                : g_strdup (_ ("shown"));
  }
}

char *
mw_visibility_cells_describe (MwVisibilityCells *self, guint row, guint column)
{
  const MwVisibleCell *cell = mw_visibility_grid_cell (self->grid, row, column);
  g_autoptr (GError) error = NULL;
  g_autofree char *seen = seen_text (cell);
  g_autofree char *text = g_strdup_printf ("%s · %s: %s", mw_visibility_cells_row_title (self, row),
                                           mw_visibility_cells_column_title (self, column), seen);
  if (!cell->locked
      || mw_visible_may_set (self->document, mw_visibility_grid_row (self->grid, row),
                             mw_visibility_grid_column (self->grid, column), &error))
    return g_steal_pointer (&text);
  g_autofree char *reason = mw_ui_refusal (self->document, error);
  return g_strdup_printf ("%s\n%s", text, reason);
}

/* --- What a screen reader finds --------------------------------------------------------------------------------------- */

static char *
piece_name (MwVisibilityCells *self, int row, int column)
{
  if (row < 0)
    return g_strdup_printf (_ ("%s, all elements"), mw_visibility_cells_column_title (self, (guint) column));
  if (column < 0)
    return g_strdup_printf (_ ("%s, all sequences"), mw_visibility_cells_row_title (self, (guint) row));
  return mw_visibility_cells_describe (self, (guint) row, (guint) column);
}

/* Calls `func` for each header and cell in view, in the same order each time. */
typedef void (*PieceFunc) (MwVisibilityCells *self, guint n, int row, int column);

static guint
foreach_piece (MwVisibilityCells *self, PieceFunc func)
{
  MwGridPlace first;
  guint n_rows, n_columns, n = 0;
  mw_visibility_cells_view (self, &first, &n_rows, &n_columns);
  for (int r = -1; r < (int) n_rows; r++)
    for (int c = -1; c < (int) n_columns; c++)
      if (r >= 0 || c >= 0)
        func (self, n++, r < 0 ? -1 : r + (int) first.row, c < 0 ? -1 : c + (int) first.column);
  return n;
}

static void
name_piece (MwVisibilityCells *self, guint n, int row, int column)
{
  g_autofree char *name = piece_name (self, row, column);
  gtk_accessible_update_property (self->pieces->pdata[n], GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Roles cannot change, so pieces are made again where another shape is in view. */
static gboolean
fits_pieces (MwVisibilityCells *self)
{
  MwGridPlace first;
  guint n_rows, n_columns;
  mw_visibility_cells_view (self, &first, &n_rows, &n_columns);
  return self->pieces->len == (n_rows + 1) * (n_columns + 1) - 1 && self->n_columns == n_columns;
}

static void
make_piece (MwVisibilityCells *self, guint n, int row, int column)
{
  GtkWidget *made = g_object_new (MW_TYPE_GRID_PIECE, "accessible-role",
                                  row < 0      ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER
                                  : column < 0 ? GTK_ACCESSIBLE_ROLE_ROW_HEADER
                                               : GTK_ACCESSIBLE_ROLE_GRID_CELL,
                                  "can-target", FALSE, NULL);
  gtk_widget_set_parent (made, GTK_WIDGET (self));
  g_ptr_array_add (self->pieces, made);
}

static gboolean
name_pieces (gpointer data)
{
  MwVisibilityCells *self = data;
  MwGridPlace first;
  guint n_rows;
  self->name_later = 0;
  if (!fits_pieces (self)) {
    g_ptr_array_set_size (self->pieces, 0);
    mw_visibility_cells_view (self, &first, &n_rows, &self->n_columns);
    foreach_piece (self, make_piece);
  }
  foreach_piece (self, name_piece);
  if (mw_visibility_grid_n_rows (self->grid) && mw_visibility_grid_n_columns (self->grid)) {
    g_autofree char *text = mw_visibility_cells_describe (self, self->cursor.row, self->cursor.column);
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  }
  return G_SOURCE_REMOVE;
}

/* Names are not needed while the grid scrolls, and widgets cannot be made while others are allocated. */
static void
name_soon (MwVisibilityCells *self)
{
  enum { LATER_MS = 60 };
  if (!self->name_later && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->name_later = g_timeout_add (LATER_MS, name_pieces, self);
}

static void
redraw (MwVisibilityCells *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  name_soon (self);
}

static void
place_piece (MwVisibilityCells *self, guint n, int row, int column)
{
  GtkWidget *piece = self->pieces->pdata[n];
  double x, y;
  mw_visibility_cells_place (self, row, column, &x, &y);
  const int width = row < 0 || column < 0 ? GRID_EYE : GRID_CELL, height = row < 0 ? GRID_HEADER : GRID_ROW;
  g_autoptr (GskTransform)
    at = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) (x - width / 2.0), (float) (y - height / 2.0)));
  int least;
  gtk_widget_measure (piece, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (piece, width, height, -1, g_steal_pointer (&at));
}

/* --- Following -------------------------------------------------------------------------------------------------------- */

static void
fit (MwVisibilityCells *self)
{
  forget_titles (self);
  adjust (self);
  redraw (self);
}

gboolean
mw_visibility_cells_update (MwVisibilityCells *self, const MwChangeSet *changes)
{
  mw_visibility_cells_cancel (self);
  const gboolean moved = mw_visibility_grid_update (self->grid, changes);
  fit (self);
  return moved;
}

void
mw_visibility_cells_reload (MwVisibilityCells *self)
{
  mw_visibility_cells_cancel (self);
  g_clear_pointer (&self->grid, mw_visibility_grid_free);
  self->grid = mw_visibility_grid_new (self->document);
  fit (self);
}

void
mw_visibility_cells_set_playing (MwVisibilityCells *self, MwId sequence)
{
  if (self->playing == sequence)
    return;
  self->playing = sequence;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
mw_visibility_cells_go (MwVisibilityCells *self, guint row, guint column, gboolean extend)
{
  self->cursor = (MwGridPlace) { row, column };
  if (!extend)
    self->anchor = self->cursor;
  scroll_to (self->down, row);
  scroll_to (self->across, column);
  redraw (self);
}

gboolean
mw_visibility_cells_is_chosen (MwVisibilityCells *self, guint row, guint column)
{
  return row >= MIN (self->cursor.row, self->anchor.row) && row <= MAX (self->cursor.row, self->anchor.row)
         && column >= MIN (self->cursor.column, self->anchor.column)
         && column <= MAX (self->cursor.column, self->anchor.column);
}

/* --- The widget ------------------------------------------------------------------------------------------------------- */

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keys, GtkTooltip *tooltip)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (widget);
  int row, column;
  if (by_keys || self->painting || !mw_visibility_cells_at (self, x, y, &row, &column) || (row < 0 && column < 0))
    return FALSE;
  g_autofree char *text = NULL;
  if (row >= 0 && column >= 0)
    text = mw_visibility_cells_describe (self, (guint) row, (guint) column);
  else
    text = g_strdup_printf ("%s\n%s",
                            row < 0 ? mw_visibility_cells_column_title (self, (guint) column)
                                    : mw_visibility_cells_row_title (self, (guint) row),
                            row < 0 ? _ ("Click plays the sequence. The eye shows or hides everything in it.")
                                    : _ ("Click selects the element. The eye shows or hides it in all sequences."));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *to)
{
  mw_visibility_cells_draw (MW_VISIBILITY_CELLS (widget), to);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (widget);
  adjust (self);
  if (fits_pieces (self))
    foreach_piece (self, place_piece);
  name_soon (self);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least, int *natural, int *a, int *b)
{
  *least = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? GRID_NAMES + 2 * GRID_CELL
                                                                : GRID_HEADER + 2 * GRID_ROW;
}

static void
css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (mw_visibility_cells_parent_class)->css_changed (widget, change);
  mw_visibility_cells_forget_marks (MW_VISIBILITY_CELLS (widget));
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (mw_visibility_cells_parent_class)->map (widget);
  name_soon (MW_VISIBILITY_CELLS (widget));
}

static void
unmap (GtkWidget *widget)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (widget);
  mw_visibility_cells_cancel (self);
  g_clear_handle_id (&self->name_later, g_source_remove);
  if (self->menu)
    gtk_popover_popdown (GTK_POPOVER (self->menu));
  GTK_WIDGET_CLASS (mw_visibility_cells_parent_class)->unmap (widget);
}

static void
dispose (GObject *object)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (object);
  g_clear_handle_id (&self->name_later, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_ptr_array_set_size (self->pieces, 0);
  mw_disconnect (self->across, self);
  mw_disconnect (self->down, self);
  mw_visibility_cells_forget_marks (self);
  G_OBJECT_CLASS (mw_visibility_cells_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (object);
  g_clear_pointer (&self->grid, mw_visibility_grid_free);
  g_ptr_array_unref (self->row_titles);
  g_ptr_array_unref (self->column_titles);
  g_ptr_array_unref (self->pieces);
  g_hash_table_unref (self->painted);
  g_clear_object (&self->across);
  g_clear_object (&self->down);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_visibility_cells_parent_class)->finalize (object);
}

static void
mw_visibility_cells_class_init (MwVisibilityCellsClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  widget->snapshot = snapshot;
  widget->size_allocate = size_allocate;
  widget->measure = measure;
  widget->css_changed = css_changed;
  widget->map = map;
  widget->unmap = unmap;
  widget->query_tooltip = query_tooltip;
  mw_visibility_cells_install_actions (widget);
  gtk_widget_class_set_css_name (widget, "visibility");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_GRID);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_visibility_cells_init (MwVisibilityCells *self)
{
  self->row_titles = g_ptr_array_new_with_free_func (g_free);
  self->column_titles = g_ptr_array_new_with_free_func (g_free);
  self->pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  self->painted = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->across = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->down = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_swapped (self->across, "value-changed", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (self->down, "value-changed", G_CALLBACK (redraw), self);
  mw_draw_widget_init (GTK_WIDGET (self), _ ("Visibility"));
  g_autoptr (GString) hint = g_string_new (NULL);
  mw_hint_add (hint, _ ("Click"), _ ("show or hide"));
  mw_hint_add (hint, _ ("Drag"), _ ("paint"));
  mw_hint_add (hint, _ ("Right click"), _ ("menu"));
  mw_hint_add (hint, _ ("Esc"), _ ("cancel"));
  mw_hint_set (GTK_WIDGET (self), hint->str);
  mw_visibility_cells_add_input (self);
}

GtkWidget *
mw_visibility_cells_new (MwDocument *document)
{
  MwVisibilityCells *self = g_object_new (MW_TYPE_VISIBILITY_CELLS, NULL);
  self->document = g_object_ref (document);
  self->grid = mw_visibility_grid_new (document);
  mw_ui_surfaces (document); /* before the first "changed" (surfaces.h) */
  forget_titles (self);
  return GTK_WIDGET (self);
}
