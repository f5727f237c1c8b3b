/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector-private.h"
#include "ui/widgets.h"

/* One value of the form: scrolling to it, and telling which one the user has clicked or focused. */

void
mw_inspector_forget_pointed (MwInspector *self)
{
  if (self->pointing)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->pointing);
  self->pointing = 0;
  self->pointed = 0;
  if (self->pointed_row)
    mw_widget_set_css_class (self->pointed_row, "pointed", FALSE);
  g_clear_weak_pointer (&self->pointed_row);
}

/* Scrolls so that the row is in view. FALSE: it has no place yet. */
static gboolean
scroll_to_row (MwInspector *self, GtkWidget *row)
{
  graphene_rect_t place;
  if (!gtk_widget_get_height (row) || !gtk_widget_compute_bounds (row, self->content, &place))
    return FALSE;
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  gtk_adjustment_clamp_page (down, place.origin.y, place.origin.y + MIN (place.size.height, 120));
  return TRUE;
}

static gboolean
point (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  enum { MOST_FRAMES = 200 }; /* a row that never comes is not waited for */
  MwInspector *self = MW_INSPECTOR (widget);
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), self->pointed);
  GtkWidget *row = record && self->form
                     ? mw_record_form_find_row (self->form, record, self->pointed_field, self->pointed_element)
                     : NULL;
  if (record && self->form && (!row || !scroll_to_row (self, row)) && ++self->frames < MOST_FRAMES)
    return G_SOURCE_CONTINUE;
  if (row) {
    mw_widget_set_css_class (row, "pointed", TRUE);
    g_set_weak_pointer (&self->pointed_row, row);
  }
  self->pointing = 0;
  return G_SOURCE_REMOVE;
}

void
mw_inspector_show_field (MwInspector *self, MwId record, const MwField *field, guint element)
{
  mw_inspector_forget_pointed (self);
  self->pointed = record;
  self->pointed_field = field;
  self->pointed_element = element;
  self->frames = 0;
  self->pointing = gtk_widget_add_tick_callback (GTK_WIDGET (self), point, NULL, NULL);
}

static void
tell_pointed (MwInspector *self, GtkWidget *widget)
{
  MwId record;
  const MwField *field;
  if (widget && gtk_widget_is_ancestor (widget, self->forms) && mw_record_form_value_of (widget, &record, &field))
    g_signal_emit_by_name (self, "pointed", record, field);
}

static void
row_clicked (GtkGestureClick *click, int n, double x, double y, MwInspector *self)
{
  tell_pointed (self, gtk_widget_pick (self->forms, x, y, GTK_PICK_INSENSITIVE | GTK_PICK_NON_TARGETABLE));
}

void
mw_inspector_watch_clicks (MwInspector *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (row_clicked), self);
  gtk_widget_add_controller (self->forms, GTK_EVENT_CONTROLLER (click));
}

static void
focus_moved (GtkWindow *window, GParamSpec *property, MwInspector *self)
{
  tell_pointed (self, gtk_window_get_focus (window));
}

void
mw_inspector_follow_focus (MwInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  if (GTK_IS_WINDOW (root) && g_set_weak_pointer (&self->window, GTK_WINDOW (root)))
    g_signal_connect (root, "notify::focus-widget", G_CALLBACK (focus_moved), self);
}

void
mw_inspector_leave_focus (MwInspector *self)
{
  mw_disconnect (self->window, self);
  g_clear_weak_pointer (&self->window);
}
