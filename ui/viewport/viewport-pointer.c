/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-pointer.h"
#include "ui/key-scheme.h"
#include "ui/viewport/viewport-gizmo.h"
#include "ui/viewport/viewport-menu.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

typedef struct {
  const MwPointerTool *handlers;
  gpointer data;
} Tool;

/* As the number of a tool. */
enum { NOTHING = -1 };

static const Tool *
tool_at (MwViewport *self, guint i)
{
  return &g_array_index (self->tools, Tool, i);
}

void
mw_viewport_add_tool (MwViewport *self, const MwPointerTool *tool, gpointer data)
{
  g_array_prepend_vals (self->tools, &(Tool) { tool, data }, 1);
}

gboolean
mw_viewport_is_dragging (MwViewport *self)
{
  return self->dragging >= 0;
}

/* --- The camera ----------------------------------------------------------------------------------------------------- */

static void
turn_or_pan (MwViewport *self, double dx, double dy)
{
  int height = MAX (gtk_widget_get_height (self->area), 1);
  if (self->turning_light) {
    /* The light follows the pointer: to the right as it is seen, and up. */
    mw_light_button_turn (MW_LIGHT_BUTTON (self->light), (float) (dx * 0.008), (float) (-dy * 0.008));
  } else if (self->zooming) {
    mw_camera_zoom (&self->camera, (float) pow (1.008, dy), 0, 0, (float) mw_viewport_aspect (self));
  } else if (self->panning) {
    mw_camera_pan (&self->camera, (float) (dx / height), (float) (dy / height));
  } else {
    self->camera.roll = 0; /* a camera that was looked through may lean */
    mw_camera_orbit (&self->camera, (float) (-dx * 0.008), (float) (dy * 0.008));
  }
  mw_viewport_redraw (self);
}

static void
zoom (MwViewport *self, double factor)
{
  int width = MAX (gtk_widget_get_width (self->area), 1), height = MAX (gtk_widget_get_height (self->area), 1);
  mw_camera_zoom (&self->camera, (float) factor, (float) (self->pointer_x / width * 2 - 1),
                  (float) (1 - self->pointer_y / height * 2), (float) mw_viewport_aspect (self));
  mw_viewport_redraw (self);
}

/* The arrows and the 9 of the number pad: the camera goes around the model. */
static gboolean
go_around (MwViewport *self, guint keyval)
{
  const float step = (float) (G_PI / 12);
  const float yaw = keyval == GDK_KEY_KP_4   ? -step
                    : keyval == GDK_KEY_KP_6 ? step
                    : keyval == GDK_KEY_KP_9 ? (float) G_PI
                                             : 0,
              pitch = keyval == GDK_KEY_KP_2   ? -step
                      : keyval == GDK_KEY_KP_8 ? step
                      : keyval == GDK_KEY_KP_9 ? -2 * self->camera.pitch
                                               : 0;
  if (yaw == 0 && pitch == 0)
    return FALSE;
  self->camera.roll = 0;
  mw_camera_orbit (&self->camera, yaw, pitch);
  mw_viewport_redraw (self);
  return TRUE;
}

/* What a key does to the camera, and the other keys of the view. */
static gboolean
aim (MwViewport *self, guint keyval, GdkModifierType state)
{
  gboolean opposite = (state & GDK_CONTROL_MASK) != 0;
  switch (keyval) {
  case GDK_KEY_f:
    if (opposite)
      return FALSE;
    mw_viewport_frame_selection (self);
    return TRUE;
  case GDK_KEY_Home:
    mw_viewport_frame_all (self);
    return TRUE;
  case GDK_KEY_1:
  case GDK_KEY_KP_1:
    mw_camera_set_view (&self->camera, opposite ? MW_VIEW_BACK : MW_VIEW_FRONT);
    break;
  case GDK_KEY_3:
  case GDK_KEY_KP_3:
    mw_camera_set_view (&self->camera, opposite ? MW_VIEW_LEFT : MW_VIEW_RIGHT);
    break;
  case GDK_KEY_7:
  case GDK_KEY_KP_7:
    mw_camera_set_view (&self->camera, opposite ? MW_VIEW_BOTTOM : MW_VIEW_TOP);
    break;
  case GDK_KEY_5:
  case GDK_KEY_KP_5:
    self->camera.ortho = !self->camera.ortho;
    break;
  case GDK_KEY_0:
  case GDK_KEY_KP_0:
    return mw_viewport_look_through_next (self);
  case GDK_KEY_a:
  case GDK_KEY_A:
    return (state & GDK_SHIFT_MASK) && gtk_widget_activate_action (GTK_WIDGET (self), "win.add", NULL);
  case GDK_KEY_space:
    return gtk_widget_activate_action (GTK_WIDGET (self), "page.play", NULL);
  default:
    return !opposite && go_around (self, keyval);
  }
  mw_viewport_redraw (self);
  return TRUE;
}

static gboolean
camera_key (MwViewport *self, guint keyval, GdkModifierType state)
{
  const MwCamera before = self->camera, now = mw_viewport_camera_now (self);
  if (!aim (self, keyval, state))
    return FALSE;
  if (memcmp (&before, &self->camera, sizeof before) != 0)
    mw_viewport_glide_from (self, &now);
  return TRUE;
}

/* --- Tools ---------------------------------------------------------------------------------------------------------- */

static void
set_hovering (MwViewport *self, int hovering, const char *cursor)
{
  if (self->hovering >= 0 && self->hovering != hovering) {
    const Tool *before = tool_at (self, (guint) self->hovering);
    if (before->handlers->leave)
      before->handlers->leave (self, before->data);
  }
  self->hovering = hovering;
  gtk_widget_set_cursor_from_name (self->area, cursor);
}

/* Where the pointer is during a press. */
static MwPointer
during_press (MwViewport *self, double x, double y, GdkModifierType state)
{
  MwPointer pointer = self->press;
  pointer.x = x;
  pointer.y = y;
  pointer.state = state;
  return pointer;
}

void
mw_viewport_pointer_moved (MwViewport *self, double x, double y, GdkModifierType state)
{
  MwViewport *leader = mw_viewport_leading (self);
  leader->pointer_x = x;
  leader->pointer_y = y;
  if (self->modal) {
    const MwPointer during = during_press (self, x, y, state);
    tool_at (self, (guint) self->dragging)
      ->handlers->drag (self, &during, tool_at (self, (guint) self->dragging)->data);
    return;
  }
  if (self->pressed || self->leader)
    return;
  const MwPointer pointer = { x, y, x, y, state, 0 };
  for (guint i = 0; i < self->tools->len; i++) {
    const Tool *tool = tool_at (self, i);
    const char *cursor = tool->handlers->hover ? tool->handlers->hover (self, &pointer, tool->data) : NULL;
    if (cursor) {
      set_hovering (self, (int) i, cursor);
      mw_viewport_show_hint (self);
      return;
    }
  }
  set_hovering (self, NOTHING, NULL);
  mw_viewport_show_hint (self);
}

void
mw_viewport_pointer_left (MwViewport *self)
{
  if (!self->pressed)
    set_hovering (self, NOTHING, NULL);
}

/* The press ends with neither a click nor a release. */
static void
end_press (MwViewport *self)
{
  const int owner = self->dragging;
  self->pressed = 0;
  self->modal = FALSE;
  self->dragging = NOTHING;
  if (owner >= 0 && tool_at (self, (guint) owner)->handlers->cancel)
    tool_at (self, (guint) owner)->handlers->cancel (self, tool_at (self, (guint) owner)->data);
  mw_viewport_show_hint (self);
}

void
mw_viewport_cancel_drag (MwViewport *self)
{
  if (mw_viewport_is_dragging (self))
    end_press (self);
}

/* --- A drag without a button ---------------------------------------------------------------------------------------- */

void
mw_viewport_begin_modal (MwViewport *self, gpointer data)
{
  for (guint i = 0; i < self->tools->len; i++)
    if (tool_at (self, i)->data == data)
      self->dragging = (int) i;
  self->press = (MwPointer) { self->pointer_x, self->pointer_y, self->pointer_x, self->pointer_y, 0, 1 };
  self->modal = TRUE;
}

static void
end_modal (MwViewport *self, gboolean keep)
{
  const Tool *tool = tool_at (self, (guint) self->dragging);
  if (!keep) {
    end_press (self);
    return;
  }
  self->modal = FALSE;
  self->dragging = NOTHING;
  tool->handlers->release (self, &self->press, tool->data);
  mw_viewport_show_hint (self);
}

static void
press (MwViewport *self, guint button, double x, double y, GdkModifierType state, guint n_press)
{
  MwViewport *leader = mw_viewport_leading (self);
  leader->turning_light = button == GDK_BUTTON_SECONDARY && (state & GDK_SHIFT_MASK);
  leader->zooming = button == GDK_BUTTON_MIDDLE && (state & GDK_CONTROL_MASK);
  leader->panning = button == GDK_BUTTON_SECONDARY || (button == GDK_BUTTON_MIDDLE && (state & GDK_SHIFT_MASK));
  self->pressed = button;
  self->moving = button == GDK_BUTTON_MIDDLE;
  self->press = (MwPointer) { x, y, x, y, state, n_press };
  leader->drag_x = x;
  leader->drag_y = y;
  gtk_widget_grab_focus (leader->area);
  for (guint i = 0; i < self->tools->len && button == GDK_BUTTON_PRIMARY && !self->leader; i++) {
    const Tool *tool = tool_at (self, i);
    if (tool->handlers->press && tool->handlers->press (self, &self->press, tool->data)) {
      self->dragging = (int) i;
      return;
    }
  }
}

void
mw_viewport_pointer_pressed (MwViewport *self, guint button, double x, double y, GdkModifierType state, guint n_press)
{
  MwViewport *leader = mw_viewport_leading (self);
  if (!leader->modal)
    press (self, button, x, y, state, n_press);
  else if (button != GDK_BUTTON_MIDDLE)
    end_modal (leader, button == GDK_BUTTON_PRIMARY);
  mw_viewport_show_hint (self);
}

/* With Blender's keys: whether a tool takes the drag that begins on empty ground or on an element. */
static gboolean
pull (MwViewport *self, const MwPointer *pointer)
{
  if (self->pressed != GDK_BUTTON_PRIMARY || mw_key_scheme_get () != MW_KEYS_BLENDER)
    return FALSE;
  for (guint i = 0; i < self->tools->len; i++) {
    const Tool *tool = tool_at (self, i);
    if (tool->handlers->pull && tool->handlers->pull (self, pointer, tool->data)) {
      self->moving = TRUE;
      self->dragging = (int) i;
      tool->handlers->drag (self, pointer, tool->data);
      mw_viewport_show_hint (self);
      return TRUE;
    }
  }
  return FALSE;
}

void
mw_viewport_pointer_dragged (MwViewport *self, double x, double y, GdkModifierType state)
{
  MwViewport *leader = mw_viewport_leading (self);
  if (!self->pressed)
    return;
  const MwPointer pointer = during_press (self, x, y, state);
  if (mw_viewport_is_dragging (self)) {
    const Tool *tool = tool_at (self, (guint) self->dragging);
    if (tool->handlers->drag)
      tool->handlers->drag (self, &pointer, tool->data);
    return;
  }
  if (!self->moving && hypot (x - pointer.start_x, y - pointer.start_y) <= MW_POINTER_SLOP)
    return;
  if (!self->moving && !self->leader && !(state & GDK_ALT_MASK) && pull (self, &pointer))
    return;
  self->moving = TRUE;
  turn_or_pan (leader, x - leader->drag_x, y - leader->drag_y);
  leader->drag_x = x;
  leader->drag_y = y;
}

void
mw_viewport_pointer_released (MwViewport *self, double x, double y, GdkModifierType state)
{
  if (!self->pressed)
    return;
  const MwPointer pointer = during_press (self, x, y, state);
  const int owner = self->dragging;
  const gboolean clicked = !self->moving && owner < 0 && !self->leader, right = self->pressed == GDK_BUTTON_SECONDARY;
  self->pressed = 0;
  self->dragging = NOTHING;
  if (owner >= 0 && tool_at (self, (guint) owner)->handlers->release)
    tool_at (self, (guint) owner)->handlers->release (self, &pointer, tool_at (self, (guint) owner)->data);
  for (guint i = 0; i < self->tools->len && clicked; i++) {
    const Tool *tool = tool_at (self, i);
    gboolean (*const click) (MwViewport *, const MwPointer *, gpointer) = right ? tool->handlers->menu
                                                                                : tool->handlers->click;
    if (click && click (self, &pointer, tool->data))
      break;
  }
  /* What is under the pointer may be different now. */
  mw_viewport_pointer_moved (self, x, y, state);
}

static gboolean
do_key (MwViewport *self, guint keyval, GdkModifierType state)
{
  if (state & (GDK_ALT_MASK | GDK_SUPER_MASK))
    return FALSE;
  const int owner = self->dragging;
  if (self->modal && (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)) {
    end_modal (self, TRUE);
    return TRUE;
  }
  for (guint i = 0; i < self->tools->len; i++) {
    const Tool *tool = tool_at (self, i);
    if ((owner < 0 || owner == (int) i) && tool->handlers->key && tool->handlers->key (self, keyval, state, tool->data))
      return TRUE;
  }
  if (owner < 0)
    return camera_key (self, keyval, state);
  if (keyval == GDK_KEY_Escape)
    mw_viewport_cancel_drag (self);
  return TRUE;
}

gboolean
mw_viewport_do_key (MwViewport *self, guint keyval, GdkModifierType state)
{
  const gboolean used = do_key (self, keyval, state);
  mw_viewport_show_hint (self);
  return used;
}

/* What only Blender's keys do. */
static gboolean
do_more (MwViewport *self, const MwKeyMore *more)
{
  static const char letters[] = " grs"; /* in the order of MwGizmoKind */
  if (more->target)
    return gtk_widget_activate_action (GTK_WIDGET (self), more->action, "s", more->target);
  if (more->action)
    return gtk_widget_activate_action (GTK_WIDGET (self), more->action, NULL);
  if (mw_viewport_is_dragging (self))
    mw_viewport_cancel_drag (self);
  mw_viewport_gizmo_take_up (self->gizmo, (MwGizmoKind) (strchr (letters, *more->key) - letters));
  mw_viewport_show_hint (self);
  return TRUE;
}

gboolean
mw_viewport_press_key (MwViewport *self, guint keyval, GdkModifierType state)
{
  guint own = keyval;
  GdkModifierType own_state = state;
  const MwKeyMore *more = mw_key_scheme_find_more (keyval, state);
  const gboolean dragging = mw_viewport_is_dragging (self);
  /* During a drag digits are numbers, and X is an axis; the letters of the tools go over to another one. */
  if (dragging && !(self->modal && more && !more->action))
    return mw_viewport_do_key (self, keyval, state);
  if (!dragging && mw_key_scheme_translate (MW_KEYS_IN_VIEW, &own, &own_state)
      && mw_viewport_do_key (self, own, own_state))
    return TRUE;
  if (!dragging && mw_viewport_do_operation_key (self, keyval, state))
    return TRUE;
  return more && do_more (self, more);
}

/* --- Events --------------------------------------------------------------------------------------------------------- */

static GdkModifierType
state_of (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (controller);
}

static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwViewport *self)
{
  return mw_viewport_press_key (mw_viewport_leading (self), keyval, state);
}

/* How many presses at about the same place follow each other, as GtkGestureClick counts them. */
static guint
count_presses (MwViewport *self, guint button, double x, double y, guint32 time)
{
  int within_ms, within_pixels;
  g_object_get (gtk_widget_get_settings (self->area), "gtk-double-click-time", &within_ms, "gtk-double-click-distance",
                &within_pixels, NULL);
  const gboolean again = button == self->last_button && time - self->press_time < (guint32) within_ms
                         && fabs (x - self->press.start_x) <= within_pixels
                         && fabs (y - self->press.start_y) <= within_pixels;
  self->press_time = time;
  self->last_button = button;
  return again ? self->press.n_press + 1 : 1;
}

static void
drag_began (GtkGestureDrag *drag, double x, double y, MwViewport *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  if (button > GDK_BUTTON_SECONDARY) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  const guint32 time = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (drag));
  mw_viewport_pointer_pressed (self, button, x, y, state_of (drag), count_presses (self, button, x, y, time));
}

static void
drag_moved (GtkGestureDrag *drag, double dx, double dy, MwViewport *self)
{
  mw_viewport_pointer_dragged (self, self->press.start_x + dx, self->press.start_y + dy, state_of (drag));
}

static void
drag_ended (GtkGestureDrag *drag, double dx, double dy, MwViewport *self)
{
  mw_viewport_pointer_released (self, self->press.start_x + dx, self->press.start_y + dy, state_of (drag));
}

/* Another button was pressed, or the grab was lost. GTK reports the end of the drag afterwards. */
static void
drag_cancelled (GtkGesture *drag, GdkEventSequence *sequence, MwViewport *self)
{
  if (self->pressed)
    end_press (self);
}

static void
focus_left (GtkEventControllerFocus *focus, MwViewport *self)
{
  if (self->modal)
    end_modal (self, FALSE);
}

static void
pointer_moved (GtkEventControllerMotion *motion, double x, double y, MwViewport *self)
{
  mw_viewport_pointer_moved (self, x, y, state_of (motion));
}

static void
pointer_left (GtkEventControllerMotion *motion, MwViewport *self)
{
  mw_viewport_pointer_left (self);
}

static gboolean
scrolled (GtkEventControllerScroll *scroll, double dx, double dy, MwViewport *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  self = mw_viewport_leading (self);
  if (gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE) {
    /* A touchpad with two fingers. */
    self->panning = (state & GDK_SHIFT_MASK) != 0;
    self->zooming = FALSE;
    turn_or_pan (self, -dx, -dy);
  } else {
    zoom (self, pow (1.15, dy));
  }
  return TRUE;
}

static void
pinch_began (GtkGesture *gesture, GdkEventSequence *sequence, MwViewport *self)
{
  mw_viewport_leading (self)->pinch = 1;
}

static void
pinched (GtkGestureZoom *gesture, double scale, MwViewport *self)
{
  self = mw_viewport_leading (self);
  if (scale > 0)
    zoom (self, self->pinch / scale);
  self->pinch = scale;
}

void
mw_viewport_init_pointer (MwViewport *self)
{
  self->tools = g_array_new (FALSE, FALSE, sizeof (Tool));
  self->hovering = self->dragging = NOTHING;
  GtkGesture *drag = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (drag));
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_began), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (pinch));
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  gtk_widget_add_controller (self->area, scroll);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (self->area, motion);
  GtkEventController *key = gtk_event_controller_key_new ();
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->area, key);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_signal_connect (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (self->area, focus);
}

void
mw_viewport_finalize_pointer (MwViewport *self)
{
  g_array_unref (self->tools);
}
