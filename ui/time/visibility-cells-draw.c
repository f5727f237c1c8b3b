/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/drawing.h"
#include "ui/time/visibility-cells-private.h"

#include <math.h>

enum { MARK = 14 };

/* --- Marks ------------------------------------------------------------------------------------------------------------ */

void
mw_visibility_cells_forget_marks (MwVisibilityCells *self)
{
  for (guint i = 0; i < GRID_MARKS; i++)
    g_clear_object (&self->marks[i]);
  g_clear_object (&self->layout);
}

/* Shapes, not only colours: a disc is shown, a ring hidden, half a disc changes, stripes have no key, a line is not known. */
typedef struct {
  const MwVisibilityCells *cells;
  guint mark;
} Mark;

static void
trace (cairo_t *cairo, gpointer data)
{
  const MwVisibilityCells *self = ((const Mark *) data)->cells;
  const guint mark = ((const Mark *) data)->mark;
  const double m = MARK / 2.0, r = MARK / 2.0 - 2;
  /* The accent of the dark theme is too dark on its background. */
  const GdkRGBA dim = mw_draw_faint (&self->text, 0.45),
                strong = { 0.7f * self->accent.red + 0.3f * self->text.red,
                           0.7f * self->accent.green + 0.3f * self->text.green,
                           0.7f * self->accent.blue + 0.3f * self->text.blue, 1 };
  gdk_cairo_set_source_rgba (cairo, mark == MW_VISIBLE_SHOWN || mark == MW_VISIBLE_FADES ? &strong : &dim);
  cairo_set_line_width (cairo, 1.5);
  switch (mark) {
  case MW_VISIBLE_SHOWN:
    cairo_arc (cairo, m, m, r, 0, 2 * G_PI);
    cairo_fill (cairo);
    break;
  case MW_VISIBLE_HIDDEN:
    cairo_arc (cairo, m, m, r - 0.5, 0, 2 * G_PI);
    cairo_stroke (cairo);
    break;
  case MW_VISIBLE_FADES:
    cairo_arc (cairo, m, m, r - 0.5, 0, 2 * G_PI);
    cairo_stroke (cairo);
    cairo_arc (cairo, m, m, r, G_PI / 2, 3 * G_PI / 2);
    cairo_fill (cairo);
    break;
  case MW_VISIBLE_NO_KEY:
    for (int i = -1; i < 4; i++) {
      cairo_move_to (cairo, i * 4, MARK);
      cairo_line_to (cairo, i * 4 + MARK, 0);
    }
    cairo_set_line_width (cairo, 1);
    cairo_stroke (cairo);
    break;
  case MW_VISIBLE_UNKNOWN:
    cairo_move_to (cairo, m - 3, m);
    cairo_line_to (cairo, m + 3, m);
    cairo_stroke (cairo);
    break;
  case GRID_MARK_EYE:
  default:
    cairo_move_to (cairo, 1, m);
    cairo_curve_to (cairo, 4, m - 5, MARK - 4, m - 5, MARK - 1, m);
    cairo_curve_to (cairo, MARK - 4, m + 5, 4, m + 5, 1, m);
    cairo_set_line_width (cairo, 1.2);
    cairo_stroke (cairo);
    cairo_arc (cairo, m, m, 2, 0, 2 * G_PI);
    cairo_fill (cairo);
  }
}

static void
find_colours (MwVisibilityCells *self)
{
  mw_draw_colours (GTK_WIDGET (self), &self->text, &self->accent, NULL, &self->base);
  for (guint i = 0; i < GRID_MARKS; i++) {
    Mark mark = { self, i };
    if (!self->marks[i])
      self->marks[i] = mw_draw_mark (GTK_WIDGET (self), MARK, trace, &mark);
  }
}

static void
put_mark (MwVisibilityCells *self, GtkSnapshot *to, guint mark, double middle_x, double middle_y)
{
  gtk_snapshot_append_texture (
    to, self->marks[mark],
    &GRAPHENE_RECT_INIT ((float) round (middle_x - MARK / 2.0), (float) round (middle_y - MARK / 2.0), MARK, MARK));
}

/* --- Headers ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_selected (MwVisibilityCells *self, MwId id)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}

static void
draw_row_header (MwVisibilityCells *self, GtkSnapshot *to, guint row, double y)
{
  const GdkRGBA selected = mw_draw_faint (&self->accent, 0.25);
  if (is_selected (self, mw_visibility_grid_row (self->grid, row)))
    mw_draw_fill (to, &selected, 0, y, GRID_NAMES, GRID_ROW);
  mw_draw_text (GTK_WIDGET (self), &self->layout, to, mw_visibility_cells_row_title (self, row), &self->text, 8, y,
                GRID_ROW, GRID_NAMES - GRID_EYE - 12);
  put_mark (self, to, GRID_MARK_EYE, GRID_NAMES - GRID_EYE / 2.0, y + GRID_ROW / 2.0);
}

static void
draw_column_header (MwVisibilityCells *self, GtkSnapshot *to, guint column, double x)
{
  const GdkRGBA playing = mw_draw_faint (&self->accent, 0.25), line = mw_draw_faint (&self->text, 0.12);
  if (mw_visibility_grid_column (self->grid, column) == self->playing)
    mw_draw_fill (to, &playing, x, 0, GRID_CELL, GRID_HEADER);
  mw_draw_text (GTK_WIDGET (self), &self->layout, to, mw_visibility_cells_column_title (self, column), &self->text,
                x + 5, 0, GRID_HEADER, GRID_CELL - GRID_EYE - 5);
  put_mark (self, to, GRID_MARK_EYE, x + GRID_CELL - GRID_EYE / 2.0, GRID_HEADER / 2.0);
  mw_draw_fill (to, &line, x + GRID_CELL - 1, 0, 1, GRID_HEADER);
}

/* --- Cells ------------------------------------------------------------------------------------------------------------ */

static void
draw_cell (MwVisibilityCells *self, GtkSnapshot *to, guint row, guint column, double x, double y)
{
  const MwVisibleCell *cell = mw_visibility_grid_cell (self->grid, row, column);
  const gint64 key = (gint64) row << 32 | column;
  const gboolean painted = self->painting && g_hash_table_contains (self->painted, &key) && !cell->locked;
  const guint mark = !painted ? cell->seen : g_str_equal (self->state, "hidden") ? MW_VISIBLE_HIDDEN : MW_VISIBLE_SHOWN;
  const GdkRGBA chosen = mw_draw_faint (&self->accent, 0.18), locked = mw_draw_faint (&self->text, 0.05),
                line = mw_draw_faint (&self->text, 0.12);
  if (painted
      || (!self->painting && gtk_widget_has_focus (GTK_WIDGET (self))
          && mw_visibility_cells_is_chosen (self, row, column)))
    mw_draw_fill (to, &chosen, x, y, GRID_CELL - 1, GRID_ROW - 1);
  if (cell->locked)
    mw_draw_fill (to, &locked, x, y, GRID_CELL - 1, GRID_ROW - 1);
  /* What no key of the sequence decides is paler. */
  const gboolean pale = !painted && (cell->fixed || cell->locked);
  if (pale)
    gtk_snapshot_push_opacity (to, 0.4);
  put_mark (self, to, mark, x + GRID_CELL / 2.0, y + GRID_ROW / 2.0);
  if (pale)
    gtk_snapshot_pop (to);
  mw_draw_fill (to, &line, x + GRID_CELL - 1, y, 1, GRID_ROW);
}

static void
draw_cursor (MwVisibilityCells *self, GtkSnapshot *to)
{
  double x, y;
  if (!gtk_widget_has_focus (GTK_WIDGET (self))
      || !mw_visibility_cells_place (self, (int) self->cursor.row, (int) self->cursor.column, &x, &y))
    return;
  const float width[4] = { 2, 2, 2, 2 };
  const GdkRGBA colour[4] = { self->accent, self->accent, self->accent, self->accent };
  GskRoundedRect box;
  gsk_rounded_rect_init_from_rect (
    &box,
    &GRAPHENE_RECT_INIT ((float) (x - GRID_CELL / 2.0), (float) (y - GRID_ROW / 2.0), GRID_CELL - 1, GRID_ROW - 1), 3);
  gtk_snapshot_append_border (to, &box, width, colour);
}

void
mw_visibility_cells_draw (MwVisibilityCells *self, GtkSnapshot *to)
{
  MwGridPlace first;
  guint n_rows, n_columns;
  find_colours (self);
  mw_visibility_cells_view (self, &first, &n_rows, &n_columns);
  const double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  const GdkRGBA header = mw_draw_faint (&self->text, 0.07), line = mw_draw_faint (&self->text, 0.12);
  mw_draw_fill (to, &header, 0, 0, width, GRID_HEADER);
  mw_draw_fill (to, &header, 0, GRID_HEADER, GRID_NAMES, MAX (0, height - GRID_HEADER));
  mw_draw_fill (to, &line, GRID_NAMES - 1, 0, 1, height);
  for (guint c = 0; c < n_columns; c++)
    draw_column_header (self, to, first.column + c, GRID_NAMES + c * GRID_CELL);
  for (guint r = 0; r < n_rows; r++) {
    const double y = GRID_HEADER + r * GRID_ROW;
    draw_row_header (self, to, first.row + r, y);
    for (guint c = 0; c < n_columns; c++)
      draw_cell (self, to, first.row + r, first.column + c, GRID_NAMES + c * GRID_CELL, y);
    mw_draw_fill (to, &line, 0, y + GRID_ROW - 1, width, 1);
  }
  draw_cursor (self, to);
}
