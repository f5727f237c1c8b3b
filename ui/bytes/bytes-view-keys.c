/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/bytes-view-private.h"

/* The keyboard and the pointer in the bytes. */

static void
move_by_rows (MwBytesView *self, gssize by, gboolean extends)
{
  const gsize row = mw_bytes_rows_at (self->rows, self->cursor), last = mw_bytes_rows_n (self->rows) - 1;
  const gsize column = self->cursor - mw_bytes_rows_start (self->rows, row);
  const gsize to = by < 0 ? row - MIN (row, (gsize) -by) : MIN (row + (gsize) by, last);
  mw_bytes_view_move (self, mw_bytes_rows_offset (self->rows, to, column), extends);
}

static void
move_by (MwBytesView *self, gssize by, gboolean extends)
{
  mw_bytes_view_move (self, by < 0 && self->cursor == 0 ? 0 : self->cursor + (gsize) by, extends);
}

static gboolean
with_control (MwBytesView *self, guint key, gboolean shift)
{
  switch (key) {
  case GDK_KEY_Home:
    mw_bytes_view_move (self, 0, shift);
    return TRUE;
  case GDK_KEY_End:
    mw_bytes_view_move (self, self->rows->size, shift);
    return TRUE;
  case GDK_KEY_a:
    mw_bytes_view_choose (self, 0, self->rows->size);
    return TRUE;
  case GDK_KEY_c:
    mw_bytes_view_copy (self, self->rows->text != shift);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
plain (MwBytesView *self, guint key, gboolean shift)
{
  const gssize page = MAX (1, (gssize) gtk_adjustment_get_page_size (self->down) - 1);
  const gsize row = mw_bytes_rows_at (self->rows, self->cursor);
  switch (key) {
  case GDK_KEY_Left:
  case GDK_KEY_Right:
    move_by (self, key == GDK_KEY_Right ? 1 : -1, shift);
    return TRUE;
  case GDK_KEY_Up:
  case GDK_KEY_Down:
    move_by_rows (self, key == GDK_KEY_Down ? 1 : -1, shift);
    return TRUE;
  case GDK_KEY_Page_Up:
  case GDK_KEY_Page_Down:
    move_by_rows (self, key == GDK_KEY_Page_Down ? page : -page, shift);
    return TRUE;
  case GDK_KEY_Home:
    mw_bytes_view_move (self, mw_bytes_rows_start (self->rows, row), shift);
    return TRUE;
  case GDK_KEY_End:
    mw_bytes_view_move (self, mw_bytes_rows_offset (self->rows, row, self->rows->per_row), shift);
    return TRUE;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    mw_bytes_view_pick (self);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MwBytesView *self)
{
  if (!self->rows || !self->rows->size || state & GDK_ALT_MASK)
    return FALSE;
  const guint lower = gdk_keyval_to_lower (key);
  const gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  return state & GDK_CONTROL_MASK ? with_control (self, lower, shift) : plain (self, lower, shift);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, MwBytesView *self)
{
  gsize offset;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  if (mw_bytes_view_at (self, x, y, &offset))
    mw_bytes_view_move (self, offset, (state & GDK_SHIFT_MASK) != 0);
  else
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, MwBytesView *self)
{
  double x, y;
  gsize offset;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (mw_bytes_view_at (self, x + dx, y + dy, &offset) && offset != self->cursor)
    mw_bytes_view_move (self, offset, TRUE);
}

/* A click goes to the field; choosing several bytes does not. */
static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, MwBytesView *self)
{
  if (self->cursor == self->anchor)
    mw_bytes_view_pick (self);
}

static gboolean
wheel (GtkEventControllerScroll *controller, double dx, double dy, MwBytesView *self)
{
  const gboolean wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  gtk_adjustment_set_value (self->down,
                            gtk_adjustment_get_value (self->down) + (wheel ? 3 * dy : dy / MAX (1, self->line)));
  return TRUE;
}

void
mw_bytes_view_add_controllers (MwBytesView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (),
                     *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (wheel), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
