/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* Pixels that the pointer must move before a press is a drag. */
enum { THRESHOLD = 3 };

/* --- What is below the pointer -------------------------------------------------------------------------------------- */

/* The key of a row that is below the pointer: its place in the row, or -1. */
static gint
key_at (MwSheetView *self, guint row, double x)
{
  const MwSheetRow *shown = mw_key_sheet_row (self->sheet, row);
  return mw_sheet_row_near (shown, llround (mw_sheet_view_time (self, x)) - shown->offset,
                            (gint64) ceil (SHEET_GRAB / self->scale));
}

/* The sequence whose edge is below the pointer; 0: none. Where two of them meet, the pointer takes the one that it is in. */
static MwId
edge_at (MwSheetView *self, double x, double y, gboolean *at_end)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwList *sequences = mw_model_sequences (model);
  double least = SHEET_GRAB;
  MwId found = 0;
  if (!mw_sheet_view_has_bands (self) || x < SHEET_NAMES || y < SHEET_RULER || y >= SHEET_RULER + SHEET_BANDS)
    return 0;
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    const double start = mw_sheet_view_x (self, (double) aspect.start),
                 end = mw_sheet_view_x (self, (double) aspect.end);
    const double edges[] = { fabs (x - start) + (x < start ? 1 : 0), fabs (x - end) + (x > end ? 1 : 0) };
    for (guint k = 0; k < G_N_ELEMENTS (edges); k++)
      if (edges[k] < least) {
        least = edges[k];
        found = sequences->items[i]->id;
        *at_end = k == 1;
      }
  }
  return found;
}

/* --- Pressing ------------------------------------------------------------------------------------------------------- */

static void
press_name (MwSheetView *self, guint row)
{
  const MwSheetRow *shown = mw_key_sheet_row (self->sheet, row);
  const MwId id = shown->record, element = shown->element;
  self->cursor = row;
  if (shown->kind == MW_SHEET_ELEMENT && self->x < 20) {
    mw_key_sheet_set_collapsed (self->sheet, element, !shown->collapsed);
    mw_sheet_view_scroll (self, 0, 0);
    mw_sheet_curves_reload (self, TRUE);
  } else if (self->shows_curves) {
    mw_sheet_curves_reload (self, TRUE);
  } else if (shown->kind == MW_SHEET_SUMMARY) {
    mw_key_sheet_choose (self->sheet, 0, 0, G_MININT32, G_MAXINT32, self->adds ? MW_CHOOSE_TOGGLE : MW_CHOOSE_ONLY);
  } else {
    mw_document_select (self->document, shown->kind == MW_SHEET_ELEMENT ? &element : &id, 1);
  }
  mw_sheet_view_chosen (self);
}

static void
press_key (MwSheetView *self, guint row, gint key)
{
  const MwSheetRow *shown = mw_key_sheet_row (self->sheet, row);
  self->pressed = (gint32) (shown->times[key] + shown->offset);
  self->was_chosen = shown->chosen[key] != 0;
  self->doing = SHEET_PRESS;
  if (self->adds)
    mw_key_sheet_choose (self->sheet, row, row, self->pressed, self->pressed, MW_CHOOSE_TOGGLE);
  else if (!self->was_chosen)
    mw_key_sheet_choose (self->sheet, row, row, self->pressed, self->pressed, MW_CHOOSE_ONLY);
  mw_sheet_view_chosen (self);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, MwSheetView *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  const int row = mw_sheet_view_row_at (self, y);
  gboolean at_end = FALSE;
  if (self->modal) {
    self->modal = FALSE;
    self->doing = SHEET_IDLE;
    mw_sheet_edit_end (self, TRUE);
    return;
  }
  mw_sheet_view_cancel (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->x = self->from_x = x;
  self->y = self->from_y = y;
  self->start = mw_sheet_view_time (self, x);
  self->row = row < 0 ? 0 : (guint) row;
  self->adds = (state & GDK_SHIFT_MASK) != 0;
  self->copies = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0;
  const MwId edge = edge_at (self, x, y, &at_end);
  if (x < SHEET_NAMES) {
    self->doing = SHEET_NAMED;
    if (row >= 0)
      press_name (self, (guint) row);
  } else if (edge) {
    self->doing = SHEET_BAND;
    self->at_end = at_end;
    mw_sheet_edit_begin_band (self, edge);
  } else if (y < mw_sheet_view_above (self) - SHEET_ROW) {
    self->doing = SHEET_SEEK;
    mw_sheet_view_seek (self, self->start);
  } else if (mw_sheet_curves_has (self, x, y)) {
    mw_sheet_curves_press (self);
    mw_sheet_view_redraw (self);
  } else {
    const gint key = row >= 0 ? key_at (self, (guint) row, x) : -1;
    if (row >= 0 && !self->shows_curves)
      self->cursor = (guint) row;
    self->raises = FALSE;
    if (key >= 0)
      press_key (self, (guint) row, key);
    else
      self->doing = SHEET_BOX;
    mw_sheet_view_redraw (self);
  }
}

/* --- Dragging ------------------------------------------------------------------------------------------------------- */

gint64
mw_sheet_view_snapped (MwSheetView *self, double time)
{
  const MwSheetSnap snap = { (gint64) ceil ((double) self->snap.within / self->scale), self->snap.per_second };
  const MwSheetSnap none = { 0, 0 };
  double playhead;
  const gboolean there = mw_sheet_view_playhead (self, &playhead);
  return mw_key_sheet_snap (self->sheet, time, there ? (gint64) playhead : G_MININT32,
                            self->snap.within || self->snap.per_second ? &snap : &none);
}

/* The times that a pointer goes along, even if it leaves the widget; the view follows it. */
static void
follow (MwSheetView *self)
{
  const double right = gtk_widget_get_width (GTK_WIDGET (self)) - SHEET_PAD;
  if (self->x > right)
    mw_sheet_view_scroll (self, self->x - right, 0);
  else if (self->x < SHEET_NAMES + SHEET_PAD && self->from_x > SHEET_NAMES)
    mw_sheet_view_scroll (self, self->x - SHEET_NAMES - SHEET_PAD, 0);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, MwSheetView *self)
{
  self->x = self->from_x + dx;
  self->y = self->from_y + dy;
  if (self->doing == SHEET_PRESS && fabs (dx) < THRESHOLD && fabs (dy) < THRESHOLD)
    return;
  const gboolean graph = mw_sheet_curves_has (self, self->from_x, self->from_y);
  if (self->doing == SHEET_PRESS) {
    self->raises = graph && mw_sheet_curves_can_raise (self);
    self->doing = mw_sheet_edit_begin (self, self->copies ? &mw_operation_keys_copy_some : &mw_operation_keys_move_some)
                    ? SHEET_MOVE
                    : SHEET_NAMED;
  }
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  switch (self->doing) {
  case SHEET_MOVE:
    follow (self);
    if (graph)
      mw_sheet_curves_drag (self, !self->adds && (state & GDK_SHIFT_MASK));
    else
      mw_sheet_edit_move (self,
                          mw_sheet_view_snapped (self, self->pressed + mw_sheet_view_time (self, self->x) - self->start)
                            - self->pressed,
                          NULL);
    break;
  case SHEET_HANDLE:
    mw_sheet_edit_handle (self, mw_sheet_curves_value (self, self->y));
    break;
  case SHEET_BAND:
    mw_sheet_edit_band (self, mw_sheet_view_snapped (self, mw_sheet_view_time (self, self->x)));
    break;
  case SHEET_SEEK:
    mw_sheet_view_seek (self, mw_sheet_view_time (self, self->x));
    break;
  case SHEET_BOX:
  case SHEET_CURVE_BOX:
    gtk_widget_queue_draw (GTK_WIDGET (self));
    break;
  default:
    break;
  }
}

/* --- Letting go ----------------------------------------------------------------------------------------------------- */

/* A click on empty space; a box that was not drawn. */
static void
end_click (MwSheetView *self)
{
  if (!self->adds)
    mw_key_sheet_choose_none (self->sheet);
}

static void
end_box (MwSheetView *self)
{
  const double left = mw_sheet_view_time (self, MIN (self->x, self->from_x)),
               right = mw_sheet_view_time (self, MAX (self->x, self->from_x));
  const int above = mw_sheet_view_above (self);
  const double top = MIN (self->y, self->from_y), bottom = MAX (self->y, self->from_y);
  const int last = mw_sheet_view_row_at (self, bottom);
  /* The summary stays in its place, so a box that begins there is about all tracks. */
  const int first = mw_sheet_view_row_at (self,
                                          self->from_y >= above ? MAX (top, above) : MAX (top, above - SHEET_ROW));
  if (first < 0)
    end_click (self);
  else
    mw_key_sheet_choose (self->sheet, (guint) first, last < 0 ? mw_key_sheet_n_rows (self->sheet) - 1 : (guint) last,
                         (gint64) ceil (left), (gint64) floor (right), self->adds ? MW_CHOOSE_ADD : MW_CHOOSE_ONLY);
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, MwSheetView *self)
{
  const SheetDoing did = self->doing;
  if (self->modal)
    return;
  self->doing = SHEET_IDLE;
  if (did == SHEET_MOVE || did == SHEET_BAND || did == SHEET_HANDLE)
    mw_sheet_edit_end (self, TRUE);
  else if ((did == SHEET_BOX || did == SHEET_CURVE_BOX) && fabs (dx) < THRESHOLD && fabs (dy) < THRESHOLD)
    end_click (self);
  else if (did == SHEET_BOX)
    end_box (self);
  else if (did == SHEET_CURVE_BOX)
    mw_sheet_curves_end_box (self);
  else if (did == SHEET_PRESS && self->was_chosen && !self->adds
           && mw_sheet_curves_has (self, self->from_x, self->from_y))
    mw_key_sheet_choose_keys (self->sheet, self->row, &self->key, 1, MW_CHOOSE_ONLY);
  else if (did == SHEET_PRESS && self->was_chosen && !self->adds)
    mw_key_sheet_choose (self->sheet, self->row, self->row, self->pressed, self->pressed, MW_CHOOSE_ONLY);
  mw_sheet_view_chosen (self);
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, MwSheetView *self)
{
  mw_sheet_view_cancel (self);
}

void
mw_sheet_view_cancel (MwSheetView *self)
{
  if (self->doing == SHEET_IDLE && !self->open)
    return;
  self->doing = SHEET_IDLE;
  self->modal = FALSE;
  mw_sheet_edit_end (self, FALSE);
  mw_sheet_view_redraw (self);
}

/* --- Double click, wheel, hovering ---------------------------------------------------------------------------------- */

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, MwSheetView *self)
{
  const int row = mw_sheet_view_row_at (self, y);
  if (n == 2 && mw_sheet_curves_has (self, x, y)) {
    mw_sheet_curves_press_twice (self, x, y);
    return;
  }
  if (n != 2 || row < 0 || x < SHEET_NAMES || key_at (self, (guint) row, x) >= 0)
    return;
  /* This press is no box, which would choose nothing. */
  self->doing = SHEET_NAMED;
  mw_sheet_edit_add (self, (guint) row, mw_sheet_view_snapped (self, mw_sheet_view_time (self, x)));
}

static void
scroll_by (MwSheetView *self, gboolean graph, double dx, double dy)
{
  mw_sheet_view_scroll (self, dx, graph ? 0 : dy);
  if (graph && dy != 0)
    mw_sheet_curves_scroll (self, dy);
}

static gboolean
wheel (GtkEventControllerScroll *controller, double dx, double dy, MwSheetView *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const double step = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL ? 3 * SHEET_ROW : 1;
  const double x = MAX (self->x, SHEET_NAMES);
  const gboolean graph = mw_sheet_curves_has (self, self->x, self->y);
  if (graph && (state & GDK_CONTROL_MASK) && (state & GDK_SHIFT_MASK))
    mw_sheet_curves_zoom (self, mw_sheet_curves_value (self, self->y), self->y, self->per_value * pow (1.2, -dx - dy));
  else if (state & GDK_CONTROL_MASK)
    mw_sheet_view_zoom (self, mw_sheet_view_time (self, x), x, self->scale * pow (1.2, -dy));
  else if (state & GDK_SHIFT_MASK)
    mw_sheet_view_scroll (self, (dx + dy) * step, 0);
  else
    scroll_by (self, graph, dx * step, dy * step);
  return TRUE;
}

static void
pan_begin (GtkGestureDrag *gesture, double x, double y, MwSheetView *self)
{
  self->from_x = self->from_y = 0;
}

static void
pan_update (GtkGestureDrag *gesture, double dx, double dy, MwSheetView *self)
{
  scroll_by (self, mw_sheet_curves_has (self, self->x, self->y), self->from_x - dx, self->from_y - dy);
  self->from_x = dx;
  self->from_y = dy;
}

void
mw_sheet_view_follow_modal (MwSheetView *self)
{
  const gboolean typed = *self->typed != 0;
  const double number = g_ascii_strtod (self->typed, NULL), zero = mw_sheet_view_x (self, (double) self->about_at),
               from = self->from_x - zero, to = self->x - zero;
  if (!self->open)
    return;
  if (self->doing == SHEET_SCALE && (typed ? number > 0 : fabs (from) >= 1))
    mw_sheet_edit_scale (self, self->about_at, typed ? number : to / from);
  else if (self->doing == SHEET_MOVE && typed)
    mw_sheet_edit_move (self, llround (CLAMP (number, G_MININT32, G_MAXINT32)), NULL);
  else if (self->doing == SHEET_MOVE && mw_sheet_curves_has (self, self->from_x, self->from_y))
    mw_sheet_curves_drag (self, FALSE);
  else if (self->doing == SHEET_MOVE)
    mw_sheet_edit_move (self,
                        mw_sheet_view_snapped (self, self->pressed + mw_sheet_view_time (self, self->x) - self->start)
                          - self->pressed,
                        NULL);
}

/* The right button cancels what a key has begun. */
static void
right_pressed (GtkGestureClick *gesture, int n, double x, double y, MwSheetView *self)
{
  if (self->modal)
    mw_sheet_view_cancel (self);
}

static void
moved (GtkEventControllerMotion *motion, double x, double y, MwSheetView *self)
{
  gboolean at_end;
  self->x = x;
  self->y = y;
  if (self->modal && !*self->typed)
    mw_sheet_view_follow_modal (self);
  if (self->doing == SHEET_IDLE)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), edge_at (self, x, y, &at_end) ? "ew-resize" : NULL);
}

void
mw_sheet_view_add_pointer (MwSheetView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *pan = gtk_gesture_drag_new (), *click = gtk_gesture_click_new (),
             *right = gtk_gesture_click_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                     *motion = gtk_event_controller_motion_new ();
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);
  g_signal_connect (pan, "drag-begin", G_CALLBACK (pan_begin), self);
  g_signal_connect (pan, "drag-update", G_CALLBACK (pan_update), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (right), GDK_BUTTON_SECONDARY);
  g_signal_connect (right, "pressed", G_CALLBACK (right_pressed), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (wheel), self);
  g_signal_connect (motion, "motion", G_CALLBACK (moved), self);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pan));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (right));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}
