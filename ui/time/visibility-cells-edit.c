/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operation-item.h"
#include "ui/time/visibility-cells-private.h"

#include <math.h>

/* --- Setting cells ---------------------------------------------------------------------------------------------------- */

/* Translators: %1$s is an element or a number of elements, %2$s a sequence or a number of sequences. */
static const struct {
  const char *state, *step, *label;
} states[] = {
  { "shown", N_ ("Show %1$s in %2$s"), N_ ("Shown") },
  { "hidden", N_ ("Hide %1$s in %2$s"), N_ ("Hidden") },
  { "fade_in", N_ ("Fade in %1$s in %2$s"), N_ ("Fades In") },
  { "fade_out", N_ ("Fade out %1$s in %2$s"), N_ ("Fades Out") },
  { "no_keys", N_ ("Remove the visibility keys of %1$s in %2$s"), N_ ("No Keys") },
};

/* The label of the step that gives these cells a state. Free with g_free(). */
static char *
label_of (MwVisibilityCells *self, const MwGridPlace *places, guint n, const char *state)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL), columns = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    g_hash_table_add (rows, GUINT_TO_POINTER (places[i].row));
    g_hash_table_add (columns, GUINT_TO_POINTER (places[i].column));
  }
  const guint n_rows = g_hash_table_size (rows), n_columns = g_hash_table_size (columns);
  g_autofree char *what = n_rows == 1 ? g_strdup (mw_visibility_cells_row_title (self, places[0].row))
                                      : g_strdup_printf (ngettext ("%u element", "%u elements", n_rows), n_rows);
  g_autofree char *where = n_columns == 1
                             ? g_strdup (mw_visibility_cells_column_title (self, places[0].column))
                             : g_strdup_printf (ngettext ("%u sequence", "%u sequences", n_columns), n_columns);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_str_equal (states[i].state, state))
      return mw_ui_fill_in (_ (states[i].step), what, where);
  g_assert_not_reached ();
}

static void
set_cells (MwVisibilityCells *self, const GArray *places, const char *state)
{
  g_autoptr (GError) error = NULL;
  const MwGridPlace *first = (const MwGridPlace *) (gpointer) places->data;
  if (!places->len)
    return;
  g_autofree char *label = label_of (self, first, places->len, state);
  if (mw_visibility_grid_set (self->grid, first, places->len, state, label, &error))
    return;
  g_autofree char *reason = mw_ui_refusal (self->document, error);
  mw_visibility_cells_say (self, reason);
}

/* The cells between two corners. Free with g_array_unref(). */
static GArray *
cells_between (MwGridPlace a, MwGridPlace b)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (MwGridPlace));
  for (guint row = MIN (a.row, b.row); row <= MAX (a.row, b.row); row++)
    for (guint column = MIN (a.column, b.column); column <= MAX (a.column, b.column); column++) {
      const MwGridPlace place = { row, column };
      g_array_append_val (places, place);
    }
  return places;
}

static void
toggle_between (MwVisibilityCells *self, MwGridPlace a, MwGridPlace b)
{
  g_autoptr (GArray) places = cells_between (a, b);
  const MwGridPlace *first = (const MwGridPlace *) (gpointer) places->data;
  set_cells (self, places,
             places->len == 1 ? mw_visibility_grid_toggled (self->grid, *first)
                              : mw_visibility_grid_toggled_all (self->grid, first, places->len));
}

static gboolean
is_empty (MwVisibilityCells *self)
{
  return !mw_visibility_grid_n_rows (self->grid) || !mw_visibility_grid_n_columns (self->grid);
}

/* -1: all rows, or all columns. */
static void
toggle_line (MwVisibilityCells *self, int row, int column)
{
  const MwGridPlace first = { row < 0 ? 0 : (guint) row, column < 0 ? 0 : (guint) column },
                    last = { row < 0 ? mw_visibility_grid_n_rows (self->grid) - 1 : (guint) row,
                             column < 0 ? mw_visibility_grid_n_columns (self->grid) - 1 : (guint) column };
  if (!is_empty (self))
    toggle_between (self, first, last);
}

/* --- Painting --------------------------------------------------------------------------------------------------------- */

static void
paint (MwVisibilityCells *self, MwGridPlace place)
{
  const gint64 key = (gint64) place.row << 32 | place.column;
  g_hash_table_add (self->painted, g_memdup2 (&key, sizeof key));
  self->last = place;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The pointer may jump over cells, so all on the line from the last one are painted. */
static void
paint_to (MwVisibilityCells *self, MwGridPlace to)
{
  const MwGridPlace from = self->last;
  const double down = (double) to.row - from.row, across = (double) to.column - from.column;
  const guint steps = (guint) MAX (fabs (down), fabs (across));
  for (guint i = 1; i <= steps; i++)
    paint (self, (MwGridPlace) { (guint) lround (from.row + down * i / steps),
                                 (guint) lround (from.column + across * i / steps) });
}

static void
end_painting (MwVisibilityCells *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (MwGridPlace));
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, self->painted);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    const MwGridPlace place = { (guint) (*(gint64 *) key >> 32), (guint) (*(gint64 *) key & G_MAXUINT32) };
    g_array_append_val (places, place);
  }
  const char *state = self->state;
  mw_visibility_cells_cancel (self);
  set_cells (self, places, state);
}

void
mw_visibility_cells_cancel (MwVisibilityCells *self)
{
  self->painting = FALSE;
  g_hash_table_remove_all (self->painted);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- The pointer ------------------------------------------------------------------------------------------------------ */

static void
press_header (MwVisibilityCells *self, int row, int column, double x)
{
  const double eye = column < 0 ? GRID_NAMES : fmod (x - GRID_NAMES, GRID_CELL) + GRID_EYE;
  if (column < 0 ? x >= eye - GRID_EYE : eye >= GRID_CELL) {
    toggle_line (self, row, column);
  } else if (row < 0) {
    mw_visibility_cells_pick (self, mw_visibility_grid_column (self->grid, (guint) column));
  } else {
    const MwId id = mw_visibility_grid_row (self->grid, (guint) row);
    mw_document_select (self->document, &id, 1);
  }
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, MwVisibilityCells *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  int row, column;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  mw_visibility_cells_cancel (self);
  if (!mw_visibility_cells_at (self, x, y, &row, &column) || (row < 0 && column < 0))
    return;
  if (row < 0 || column < 0) {
    press_header (self, row, column, x);
    return;
  }
  const MwGridPlace place = { (guint) row, (guint) column };
  mw_visibility_cells_go (self, place.row, place.column, (state & GDK_SHIFT_MASK) != 0);
  if (state & GDK_SHIFT_MASK)
    return;
  self->painting = TRUE;
  self->from_x = x;
  self->from_y = y;
  self->state = mw_visibility_grid_toggled (self->grid, place);
  paint (self, place);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, MwVisibilityCells *self)
{
  int row, column;
  if (!self->painting || !mw_visibility_cells_at (self, self->from_x + dx, self->from_y + dy, &row, &column) || row < 0
      || column < 0)
    return;
  paint_to (self, (MwGridPlace) { (guint) row, (guint) column });
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, MwVisibilityCells *self)
{
  if (self->painting)
    end_painting (self);
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, MwVisibilityCells *self)
{
  mw_visibility_cells_cancel (self);
}

static gboolean
wheel (GtkEventControllerScroll *controller, double dx, double dy, MwVisibilityCells *self)
{
  enum { CELLS = 3, PIXELS = 20 };
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const double step = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL ? CELLS : 1.0 / PIXELS;
  if (state & GDK_SHIFT_MASK) {
    dx += dy;
    dy = 0;
  }
  gtk_adjustment_set_value (self->across, gtk_adjustment_get_value (self->across) + dx * step);
  gtk_adjustment_set_value (self->down, gtk_adjustment_get_value (self->down) + dy * step);
  return TRUE;
}

/* --- The menu --------------------------------------------------------------------------------------------------------- */

static void
state_chosen (GtkWidget *widget, const char *action, GVariant *unused)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (widget);
  g_autoptr (GArray) places = cells_between (self->cursor, self->anchor);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_str_has_suffix (action, states[i].state) && !is_empty (self))
      set_cells (self, places, states[i].state);
}

static void
open_menu (MwVisibilityCells *self, double x, double y)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autofree char *action = g_strdup_printf ("cells.%s", states[i].state);
    gtk_box_append (GTK_BOX (box), mw_action_item_new (_ (states[i].label), action,
                                                       g_str_equal (states[i].state, "no_keys") ? "Delete" : NULL));
  }
  self->menu = gtk_popover_new ();
  gtk_widget_add_css_class (self->menu, "menu");
  gtk_popover_set_child (GTK_POPOVER (self->menu), mw_menu_scroller_new (box, GTK_WIDGET (self)));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
menu_pressed (GtkGestureClick *gesture, int n, double x, double y, MwVisibilityCells *self)
{
  int row, column;
  mw_visibility_cells_cancel (self);
  if (!mw_visibility_cells_at (self, x, y, &row, &column) || (row < 0 && column < 0))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (row < 0 || column < 0) {
    /* The menu of a header is about all its cells. */
    mw_visibility_cells_go (self, row < 0 ? 0 : (guint) row, column < 0 ? 0 : (guint) column, FALSE);
    self->anchor = (MwGridPlace) { row < 0 ? mw_visibility_grid_n_rows (self->grid) - 1 : (guint) row,
                                   column < 0 ? mw_visibility_grid_n_columns (self->grid) - 1 : (guint) column };
  } else if (!mw_visibility_cells_is_chosen (self, (guint) row, (guint) column)) {
    mw_visibility_cells_go (self, (guint) row, (guint) column, FALSE);
  }
  open_menu (self, x, y);
}

/* --- The keyboard ----------------------------------------------------------------------------------------------------- */

static void
move (MwVisibilityCells *self, int down, int across, gboolean extend)
{
  const int rows = (int) mw_visibility_grid_n_rows (self->grid),
            columns = (int) mw_visibility_grid_n_columns (self->grid);
  mw_visibility_cells_go (self, (guint) CLAMP ((int) self->cursor.row + down, 0, rows - 1),
                          (guint) CLAMP ((int) self->cursor.column + across, 0, columns - 1), extend);
}

static void
toggle_by_key (MwVisibilityCells *self, GdkModifierType state)
{
  if (state & GDK_CONTROL_MASK)
    toggle_line (self, -1, (int) self->cursor.column);
  else if (state & GDK_SHIFT_MASK)
    toggle_line (self, (int) self->cursor.row, -1);
  else
    toggle_between (self, self->cursor, self->anchor);
}

static gboolean
moved_by_key (MwVisibilityCells *self, guint key, gboolean shift)
{
  const int page = (int) gtk_adjustment_get_page_size (self->down);
  switch (key) {
  case GDK_KEY_Left:
    move (self, 0, -1, shift);
    return TRUE;
  case GDK_KEY_Right:
    move (self, 0, 1, shift);
    return TRUE;
  case GDK_KEY_Up:
    move (self, -1, 0, shift);
    return TRUE;
  case GDK_KEY_Down:
    move (self, 1, 0, shift);
    return TRUE;
  case GDK_KEY_Page_Up:
    move (self, -page, 0, shift);
    return TRUE;
  case GDK_KEY_Page_Down:
    move (self, page, 0, shift);
    return TRUE;
  case GDK_KEY_Home:
    move (self, 0, -(int) self->cursor.column, shift);
    return TRUE;
  case GDK_KEY_End:
    move (self, 0, (int) mw_visibility_grid_n_columns (self->grid), shift);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MwVisibilityCells *self)
{
  double x, y;
  if (key == GDK_KEY_Escape && self->painting) {
    mw_visibility_cells_cancel (self);
    return TRUE;
  }
  if ((state & GDK_ALT_MASK) || is_empty (self))
    return FALSE;
  if (key == GDK_KEY_space || key == GDK_KEY_KP_Space) {
    toggle_by_key (self, state);
    return TRUE;
  }
  if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK))) {
    mw_visibility_cells_place (self, (int) self->cursor.row, (int) self->cursor.column, &x, &y);
    open_menu (self, x, y);
    return TRUE;
  }
  if ((state & GDK_CONTROL_MASK) && gdk_keyval_to_lower (key) == GDK_KEY_a) {
    self->anchor = (MwGridPlace) { 0, 0 };
    mw_visibility_cells_go (self, mw_visibility_grid_n_rows (self->grid) - 1,
                            mw_visibility_grid_n_columns (self->grid) - 1, TRUE);
    return TRUE;
  }
  if (state & GDK_CONTROL_MASK)
    return FALSE;
  if (key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete) {
    state_chosen (GTK_WIDGET (self), "no_keys", NULL);
    return TRUE;
  }
  return moved_by_key (self, key, (state & GDK_SHIFT_MASK) != 0);
}

void
mw_visibility_cells_add_input (MwVisibilityCells *self)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *menu = gtk_gesture_click_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                     *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_pressed), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (wheel), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

void
mw_visibility_cells_install_actions (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autofree char *action = g_strdup_printf ("cells.%s", states[i].state);
    gtk_widget_class_install_action (klass, action, NULL, state_chosen);
  }
}
