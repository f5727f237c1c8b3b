/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-gizmo.h"
#include "core/model/aspects.h"
#include "core/pose/camera.h"
#include "core/pose/math.h"
#include "core/pose/skeleton.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/turn.h"
#include "ui/edit.h"
#include "core/pose/tentative.h"
#include "ui/viewport/gizmo-pending.h"
#include "ui/viewport/gizmo-subject.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

typedef enum { ALONG_MODEL, ALONG_ELEMENT, ALONG_VIEW } Orientation;

struct _MwViewportGizmo {
  MwViewport *viewport;
  GtkWidget *bar, *rest, *pose, *tools[4], *orientation, *part, *below, *readout, *bones, *frame, *auto_key, *insert;
  MwGizmoKind kind; /* MW_GIZMO_NONE: only select */
  MwHandle hovered;
  gboolean playing, filling, inserting, reading;
  MwGizmoSubject subject;
  /* While dragging: */
  gboolean dragging, over; /* over: Enter has applied it, and the button is still down */
  MwGizmoDrag drag;
  MwPointer pointer;     /* the last one */
  double fine_x, fine_y; /* the pointer as it counts: slower while Shift is held */
  GString *typed;
  const char *note; /* what else is said; found when the drag begins */
  char *error;      /* why the last change was refused */
  MwGizmoChange change;
  /* Drags that have set no keys yet, and the pose that is shown for them (MwTentative). */
  MwGizmoPending *pending;
  GArray *tentative;
  const char *notice; /* what happened to them; shown until something else is done */
};

static const MwModel *
model_of (MwViewportGizmo *self)
{
  return mw_document_get_model (self->viewport->document);
}

static gboolean
is_posing (MwViewportGizmo *self)
{
  return !self->viewport->clock.rest;
}

/* --- Where the handles are ------------------------------------------------------------------------------------------- */

static void
find_subject (MwViewportGizmo *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  self->subject.marks = mw_viewport_mesh_get (self->viewport->mesh);
  mw_gizmo_subject_find (&self->subject, self->viewport->document, ids, n, &self->viewport->clock,
                         &self->viewport->camera);
}

gboolean
mw_viewport_gizmo_get_place (MwViewportGizmo *self, float place[3])
{
  if (!self->dragging)
    find_subject (self);
  memcpy (place, self->subject.place, sizeof self->subject.place);
  return self->subject.n_places > 0;
}

static void
axes_of (MwViewportGizmo *self, float axes[3][3])
{
  const Orientation along = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->orientation));
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      axes[i][k] = i == k;
  /* Scaling tracks are along the node's own axes. */
  if (along == ALONG_ELEMENT || (self->kind == MW_GIZMO_SCALE && is_posing (self)))
    memcpy (axes, self->subject.axes, sizeof self->subject.axes);
  else if (along == ALONG_VIEW)
    mw_camera_axes (&self->viewport->camera, axes[0], axes[1], axes[2]);
}

/* FALSE: there are no handles now. */
static gboolean
make_gizmo (MwViewportGizmo *self, MwGizmo *gizmo)
{
  *gizmo = (MwGizmo) { 0 };
  if (self->kind == MW_GIZMO_NONE || self->playing || self->viewport->leader)
    return FALSE;
  if (!self->dragging && mw_document_is_open (self->viewport->document))
    return FALSE; /* a form shows its preview */
  if (!self->dragging)
    find_subject (self);
  if (!self->subject.n_places || !mw_gizmo_subject_takes (&self->subject, self->kind))
    return FALSE;
  gizmo->kind = self->kind;
  gizmo->scale = 1;
  gizmo->lit = self->hovered;
  memcpy (gizmo->place, self->subject.place, sizeof gizmo->place);
  axes_of (self, gizmo->axes);
  return TRUE;
}

void
mw_viewport_gizmo_fill (MwViewportGizmo *self, MwGizmo *gizmo, int scale)
{
  if (!make_gizmo (self, gizmo))
    return;
  gizmo->scale = (float) scale;
  if (!self->dragging)
    return;
  /* The handles follow the element; their axes stay as they were when the drag began. */
  MwGizmoSubject now = { .marks = self->subject.marks };
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  now.part = self->subject.part;
  mw_gizmo_subject_find (&now, self->viewport->document, ids, n, &self->viewport->clock, &self->viewport->camera);
  memcpy (gizmo->place, now.place, sizeof now.place);
  memcpy (gizmo->axes, self->drag.gizmo.axes, sizeof gizmo->axes);
  gizmo->lit = self->drag.handle;
  gizmo->alone = TRUE;
}

/* --- Without keys ---------------------------------------------------------------------------------------------------- */

/* Whether a drag sets no key yet. */
static gboolean
is_tentative (MwViewportGizmo *self)
{
  return is_posing (self) && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->auto_key));
}

/* Shows the tentative pose, or not, because a transaction shows it, or because there is none. */
static void
show_tentative (MwViewportGizmo *self, gboolean shown)
{
  self->viewport->clock.tentative = shown && self->tentative->len ? self->tentative : NULL;
  mw_viewport_forget_pick (self->viewport);
  mw_viewport_redraw (self->viewport);
}

static void
undo_changed (MwViewportGizmo *self)
{
  g_signal_emit_by_name (self->viewport, "undo-changed");
}

static void
say (MwViewportGizmo *self, const char *text)
{
  self->notice = text;
  g_signal_emit_by_name (self->viewport, "said", text);
}

/* The transaction of a drag ends: it has set keys, or what it moved is shown without. */
static void
end_tentative (MwViewportGizmo *self, gboolean keep)
{
  if (keep) {
    mw_gizmo_pending_add (self->pending, &self->subject, self->kind, &self->change);
    mw_gizmo_pending_read (self->pending, &self->viewport->clock, self->tentative);
  }
  mw_document_cancel (self->viewport->document);
  show_tentative (self, TRUE);
  undo_changed (self);
}

void
mw_viewport_gizmo_discard (MwViewportGizmo *self)
{
  const gboolean shown = mw_gizmo_pending_get_n (self->pending) > 0;
  if (self->dragging)
    return;
  mw_gizmo_pending_clear (self->pending);
  if (!shown)
    return;
  g_array_set_size (self->tentative, 0);
  say (self, _ ("The pose without keys is gone."));
  show_tentative (self, FALSE);
  mw_viewport_gizmo_update (self);
  undo_changed (self);
}

char *
mw_viewport_undo_label (MwViewport *viewport, gboolean redo)
{
  return mw_gizmo_pending_undo_label (viewport->gizmo->pending, redo);
}

/* Reads what the drags that are left show. */
static void
read_tentative (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  show_tentative (self, FALSE);
  g_array_set_size (self->tentative, 0);
  self->reading = TRUE;
  mw_document_begin (document, "");
  if (mw_gizmo_pending_run (self->pending, NULL))
    mw_gizmo_pending_read (self->pending, &self->viewport->clock, self->tentative);
  mw_document_cancel (document);
  self->reading = FALSE;
  show_tentative (self, TRUE);
}

gboolean
mw_viewport_undo (MwViewport *viewport, gboolean redo)
{
  MwViewportGizmo *self = viewport->gizmo;
  if (self->dragging || mw_document_is_open (viewport->document) || !mw_gizmo_pending_undo (self->pending, redo))
    return FALSE;
  read_tentative (self);
  say (self, redo ? _ ("A change of the pose that is not keyed is shown again.")
                  : _ ("A change of the pose that was not keyed is undone."));
  mw_viewport_gizmo_update (self);
  undo_changed (self);
  return TRUE;
}

void
mw_viewport_gizmo_model_changed (MwViewportGizmo *self, unsigned touches)
{
  if (!self->inserting && !self->reading && !mw_document_is_open (self->viewport->document)
      && (touches & (MW_TOUCH_POSE | MW_TOUCH_STRUCTURE)))
    mw_viewport_gizmo_discard (self);
}

/* Sets the keys of all drags in one step. */
static void
insert_keys (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  g_autoptr (GError) error = NULL;
  if (self->dragging || mw_document_is_open (document) || !mw_gizmo_pending_get_n (self->pending))
    return;
  show_tentative (self, FALSE);
  g_autofree char *label = mw_gizmo_pending_effect (self->pending);
  mw_document_begin (document, label);
  const gboolean done = mw_gizmo_pending_run (self->pending, &error);
  self->inserting = TRUE;
  if (done)
    mw_document_commit (document);
  else
    mw_document_cancel (document);
  self->inserting = FALSE;
  if (done) {
    mw_gizmo_pending_clear (self->pending);
    g_array_set_size (self->tentative, 0);
  }
  show_tentative (self, TRUE);
  mw_viewport_gizmo_update (self);
  undo_changed (self);
  if (done)
    return;
  g_autofree char *text = mw_ui_refusal (document, error);
  gtk_label_set_text (GTK_LABEL (self->readout), text);
}

/* --- What is said ----------------------------------------------------------------------------------------------------- */

static char *
amount_text (MwViewportGizmo *self, const double amounts[3])
{
  static const char *const names[] = { "X", "Y", "Z" };
  const MwGizmoKind kind = self->drag.gizmo.kind;
  const unsigned axes = mw_handle_axes (kind, self->drag.handle);
  GString *text = g_string_new (NULL);
  if (kind == MW_GIZMO_ROTATE) {
    g_string_append_printf (text, "%s %.1f°", axes ? names[axes >> 1] : _ ("View"), amounts[0] * 180 / G_PI);
    return g_string_free (text, FALSE);
  }
  for (int i = 0; i < 3; i++)
    if (axes & 1u << i)
      g_string_append_printf (text, "%s%s %.3g", text->len ? "   " : "", names[i], amounts[i]);
  return g_string_free (text, FALSE);
}

static void
show_readout (MwViewportGizmo *self, const double amounts[3])
{
  g_autofree char *amount = amount_text (self, amounts), *effect = mw_gizmo_subject_effect (&self->subject, self->kind);
  const char *note = is_tentative (self) ? _ ("Not keyed yet: I inserts keys.") : self->note;
  g_autofree char *text = g_strdup_printf ("%s%s%s\n%s%s%s", amount, self->typed->len ? "   = " : "", self->typed->str,
                                           self->error ? self->error : effect, note ? "\n" : "", note ? note : "");
  GtkWidget *area = self->viewport->area;
  int width, height;
  gtk_label_set_text (GTK_LABEL (self->readout), text);
  gtk_widget_set_visible (self->readout, TRUE);
  /* What is measured includes the margins. */
  gtk_widget_set_margin_start (self->readout, 0);
  gtk_widget_set_margin_top (self->readout, 0);
  gtk_widget_measure (self->readout, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (self->readout, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_margin_start (self->readout,
                               CLAMP ((int) self->pointer.x + 18, 0, MAX (gtk_widget_get_width (area) - width, 0)));
  gtk_widget_set_margin_top (self->readout,
                             CLAMP ((int) self->pointer.y + 22, 0, MAX (gtk_widget_get_height (area) - height, 0)));
}

/* Where the hint is, and the button below it, in pixels; and how much lower where there is a second bar. */
enum { HINT_LEFT = 12, HINT_TOP = 52, HINT_BUTTON_TOP = 88, SECOND_BAR = 36 };

/* A hint at the place of the readout, without a drag: why there are no handles, or what they will do. */
static void
show_hint (MwViewportGizmo *self)
{
  if (self->dragging)
    return;
  guint n;
  mw_document_get_selection (self->viewport->document, &n);
  const gboolean pending = mw_gizmo_pending_get_n (self->pending) > 0;
  gtk_widget_set_visible (self->insert, pending);
  const char *why = pending ? _ ("Not keyed yet: I inserts keys, Ctrl+Z takes back the last change, and Escape all.")
                    : self->notice                ? self->notice
                    : self->kind == MW_GIZMO_NONE ? NULL
                    : n == 0                      ? _ ("Select something: click it in the view or in the outline.")
                    : !self->subject.n_places     ? NULL
                    : self->playing               ? _ ("Pause to see the handles of what is selected (Space).")
                                                  : mw_gizmo_subject_why_not (&self->subject, self->kind);
  gtk_widget_set_visible (self->readout, why != NULL);
  gtk_widget_set_visible (self->bones, why && !self->playing && mw_gizmo_subject_needs_bones (&self->subject));
  if (!why)
    return;
  gtk_label_set_text (GTK_LABEL (self->readout), why);
  const int below = mw_viewport_mesh_has_bar (self->viewport->mesh) ? SECOND_BAR : 0;
  gtk_widget_set_margin_start (self->readout, HINT_LEFT);
  gtk_widget_set_margin_top (self->readout, HINT_TOP + below);
  gtk_widget_set_margin_top (self->bones, HINT_BUTTON_TOP + below);
}

static void
insert_bones (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  g_autoptr (GError) error = NULL;
  if (mw_document_is_open (document) || mw_gizmo_subject_insert_bones (&self->subject, &error))
    return;
  g_autofree char *text = mw_ui_refusal (document, error);
  gtk_label_set_text (GTK_LABEL (self->readout), text);
}

/* --- Dragging --------------------------------------------------------------------------------------------------------- */

static void
apply (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  g_autoptr (GError) error = NULL;
  MwGizmoChange change;
  double amounts[3], number;
  char *end;
  mw_gizmo_drag_to (&self->drag, (float) self->fine_x, (float) self->fine_y, amounts);
  number = g_ascii_strtod (self->typed->str, &end);
  if (self->typed->len && end != self->typed->str)
    mw_gizmo_drag_typed (&self->drag, number, amounts);
  else if (self->pointer.state & GDK_CONTROL_MASK)
    mw_gizmo_drag_snap (&self->drag, amounts);
  mw_gizmo_drag_change (&self->drag, amounts, &change);
  mw_document_rewind (document);
  g_clear_pointer (&self->error, g_free);
  self->change = change;
  if (!mw_gizmo_pending_run (self->pending, &error) || !mw_gizmo_subject_apply (&self->subject, &change, &error)) {
    mw_document_rewind (document);
    self->change = (MwGizmoChange) { .scale = { 1, 1, 1 } };
    mw_gizmo_pending_run (self->pending, NULL);
    if (!g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING))
      self->error = mw_ui_refusal (document, error);
  }
  mw_document_update (document);
  show_readout (self, amounts);
  mw_viewport_redraw (self->viewport);
}

static const char *
hover (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportGizmo *self = data;
  MwGizmo gizmo;
  MwHandle found = make_gizmo (self, &gizmo)
                     ? mw_gizmo_pick (&gizmo, &viewport->camera, (float) gtk_widget_get_width (viewport->area),
                                      (float) gtk_widget_get_height (viewport->area), (float) pointer->x,
                                      (float) pointer->y)
                     : MW_HANDLE_NONE;
  if (found != self->hovered)
    mw_viewport_redraw (viewport);
  self->hovered = found;
  return found ? "grab" : NULL;
}

static void
leave (MwViewport *viewport, gpointer data)
{
  ((MwViewportGizmo *) data)->hovered = MW_HANDLE_NONE;
  mw_viewport_redraw (viewport);
}

static void
begin_handle (MwViewportGizmo *self, MwHandle handle, double x, double y)
{
  MwGizmo gizmo = self->drag.gizmo;
  mw_gizmo_drag_begin (&self->drag, &gizmo, &self->viewport->camera,
                       (float) gtk_widget_get_width (self->viewport->area),
                       (float) gtk_widget_get_height (self->viewport->area), handle, (float) x, (float) y);
}

static gboolean
press (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportGizmo *self = data;
  hover (viewport, pointer, data);
  if (!self->hovered || !make_gizmo (self, &self->drag.gizmo))
    return FALSE;
  self->pointer = *pointer;
  self->fine_x = pointer->x;
  self->fine_y = pointer->y;
  g_string_truncate (self->typed, 0);
  g_clear_pointer (&self->error, g_free);
  begin_handle (self, self->hovered, pointer->x, pointer->y);
  g_autofree char *label = mw_gizmo_subject_effect (&self->subject, self->kind);
  mw_document_begin (viewport->document, label);
  self->note = mw_gizmo_subject_note (&self->subject, self->kind);
  self->notice = NULL;
  self->change = (MwGizmoChange) { .scale = { 1, 1, 1 } };
  self->dragging = TRUE;
  /* The keys of the transaction show what was moved before. */
  if (mw_gizmo_pending_get_n (self->pending)) {
    show_tentative (self, FALSE);
    mw_gizmo_pending_run (self->pending, NULL);
    mw_document_update (viewport->document);
  }
  self->over = FALSE;
  gtk_widget_set_visible (self->bones, FALSE);
  mw_viewport_redraw (viewport);
  return TRUE;
}

static void
drag (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportGizmo *self = data;
  const double speed = pointer->state & GDK_SHIFT_MASK ? 0.1 : 1;
  if (self->over)
    return;
  self->fine_x += (pointer->x - self->pointer.x) * speed;
  self->fine_y += (pointer->y - self->pointer.y) * speed;
  self->pointer = *pointer;
  apply (self);
}

static void
end (MwViewportGizmo *self, gboolean keep)
{
  const gboolean moved = keep && !mw_gizmo_change_is_nothing (&self->change);
  if (self->dragging && (is_tentative (self) || mw_gizmo_pending_get_n (self->pending)))
    end_tentative (self, moved);
  else if (self->dragging && keep)
    mw_document_commit (self->viewport->document);
  else if (self->dragging)
    mw_document_cancel (self->viewport->document);
  self->dragging = FALSE;
  gtk_widget_set_visible (self->readout, FALSE);
  mw_viewport_gizmo_update (self);
  mw_viewport_redraw (self->viewport);
}

static void
release (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  end (data, TRUE);
}

static void
cancel (MwViewport *viewport, gpointer data)
{
  end (data, FALSE);
}

/* --- Keys ------------------------------------------------------------------------------------------------------------- */

/* X, Y and Z lock the drag to an axis; with Shift to the other two. */
static gboolean
lock_axis (MwViewportGizmo *self, guint keyval, GdkModifierType state)
{
  const guint key = gdk_keyval_to_lower (keyval);
  if (key < GDK_KEY_x || key > GDK_KEY_z)
    return FALSE;
  const gboolean plane = (state & GDK_SHIFT_MASK) && self->kind == MW_GIZMO_MOVE;
  begin_handle (self, (plane ? MW_HANDLE_YZ : MW_HANDLE_X) + (key - GDK_KEY_x), self->fine_x, self->fine_y);
  apply (self);
  return TRUE;
}

static gboolean
type_number (MwViewportGizmo *self, guint keyval)
{
  const guint32 c = gdk_keyval_to_unicode (keyval);
  if (keyval == GDK_KEY_BackSpace)
    g_string_truncate (self->typed, self->typed->len ? self->typed->len - 1 : 0);
  else if (g_ascii_isdigit ((char) MIN (c, 127)) || (c == '-' && !self->typed->len))
    g_string_append_c (self->typed, (char) c);
  else if ((c == '.' || c == ',') && !strchr (self->typed->str, '.'))
    g_string_append_c (self->typed, '.');
  else
    return FALSE;
  apply (self);
  return TRUE;
}

static gboolean
key (MwViewport *viewport, guint keyval, GdkModifierType state, gpointer data)
{
  static const char keys[] = "qwer";
  MwViewportGizmo *self = data;
  if (self->dragging) {
    if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter) {
      self->over = TRUE;
      end (self, TRUE);
      return TRUE;
    }
    return lock_axis (self, keyval, state) || type_number (self, keyval);
  }
  if (keyval == GDK_KEY_i && !(state & GDK_CONTROL_MASK) && mw_gizmo_pending_get_n (self->pending)) {
    insert_keys (self);
    return TRUE;
  }
  if (keyval == GDK_KEY_Escape && mw_gizmo_pending_get_n (self->pending) && !viewport->boxing) {
    mw_viewport_gizmo_discard (self);
    return TRUE;
  }
  const char *tool = keyval < 128 && !(state & GDK_CONTROL_MASK) ? strchr (keys, (int) gdk_keyval_to_lower (keyval))
                                                                 : NULL;
  if (!tool || !*tool || mw_viewport_is_dragging (viewport))
    return FALSE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->tools[tool - keys]), TRUE);
  return TRUE;
}

static const MwPointerTool pointer_tool = {
  .hover = hover, .leave = leave, .press = press, .drag = drag, .release = release, .cancel = cancel, .key = key
};

/* --- Controls --------------------------------------------------------------------------------------------------------- */

void
mw_viewport_gizmo_update (MwViewportGizmo *self)
{
  MwViewport *viewport = self->viewport;
  if (!viewport->document)
    return;
  const gboolean posing = is_posing (self);
  self->filling = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (posing ? self->pose : self->rest), TRUE);
  gtk_widget_set_sensitive (self->pose, mw_model_sequences (model_of (self))->n > 0);
  gtk_widget_set_visible (self->below, !posing && self->kind != MW_GIZMO_NONE);
  gtk_widget_set_visible (self->orientation, self->kind != MW_GIZMO_NONE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->part), self->subject.part);
  self->subject.below = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->below));
  self->filling = FALSE;
  if (!self->dragging) {
    find_subject (self);
    show_hint (self);
    gtk_widget_set_visible (self->part, self->kind != MW_GIZMO_NONE && self->subject.n_cameras > 0);
  }
  /* It says that a drag sets a key. */
  gtk_widget_set_visible (self->auto_key, posing && self->kind != MW_GIZMO_NONE);
  gtk_widget_set_visible (self->frame, posing && !is_tentative (self) && !self->playing
                                         && mw_gizmo_subject_takes (&self->subject, self->kind));
}

void
mw_viewport_gizmo_set_playing (MwViewportGizmo *self, gboolean playing)
{
  if (self->playing == playing)
    return;
  self->playing = playing;
  if (self->dragging)
    mw_viewport_cancel_drag (self->viewport);
  if (playing)
    mw_viewport_gizmo_discard (self);
  mw_viewport_gizmo_update (self);
  mw_viewport_redraw (self->viewport);
}

static void
tool_chosen (GtkToggleButton *button, MwViewportGizmo *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->tools); i++)
    if (self->tools[i] == GTK_WIDGET (button))
      self->kind = (MwGizmoKind) i;
  self->notice = NULL;
  mw_viewport_gizmo_update (self);
  mw_viewport_redraw (self->viewport);
}

static void
mode_chosen (GtkToggleButton *button, MwViewportGizmo *self)
{
  if (!self->filling && gtk_toggle_button_get_active (button))
    gtk_widget_activate_action (GTK_WIDGET (self->viewport), "page.pose", "b", GTK_WIDGET (button) == self->pose);
}

static void
changed (MwViewportGizmo *self)
{
  mw_viewport_gizmo_update (self);
  mw_viewport_redraw (self->viewport);
}

MwCameraPart
mw_viewport_gizmo_get_part (MwViewportGizmo *self)
{
  return self->subject.part;
}

void
mw_viewport_gizmo_set_part (MwViewportGizmo *self, MwCameraPart part)
{
  if (self->dragging || part == self->subject.part)
    return;
  self->subject.part = part;
  changed (self);
}

void
mw_viewport_gizmo_selection_changed (MwViewportGizmo *self)
{
  self->notice = NULL;
  self->subject.part = MW_CAMERA_WHOLE;
  mw_viewport_gizmo_update (self);
}

static void
part_chosen (MwViewportGizmo *self)
{
  if (!self->filling)
    mw_viewport_gizmo_set_part (self, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->part)));
}

/* With it on again, what was moved without keys gets them. */
static void
auto_key_toggled (MwViewportGizmo *self)
{
  const gboolean on = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->auto_key));
  if (mw_places_settings () && g_settings_get_boolean (mw_places_settings (), "auto-key") != on)
    g_settings_set_boolean (mw_places_settings (), "auto-key", on);
  if (on)
    insert_keys (self);
  changed (self);
}

static GtkWidget *
toggle (const char *icon, const char *text, const char *label, GtkWidget *group)
{
  GtkWidget *button = icon ? gtk_toggle_button_new () : gtk_toggle_button_new_with_label (text);
  if (icon)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, icon ? label : text, -1);
  gtk_widget_set_focus_on_click (button, FALSE);
  if (group)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (group));
  return button;
}

static void
make_bar (MwViewportGizmo *self)
{
  static const char *const icons[] = { "mw-select-symbolic", "mw-move-symbolic", "mw-rotate-symbolic",
                                       "mw-scale-symbolic" };
  const char *const labels[] = { _ ("Select (Q)"), _ ("Move (W)"), _ ("Rotate (E)"), _ ("Scale (R)") };
  /* In the order of MwCameraPart. */
  const char *const parts[] = { _ ("Whole camera"), _ ("Position"), _ ("Target"), NULL };
  const char *const along[] = { _ ("Model"), _ ("Element"), _ ("View"), NULL };
  GtkWidget *modes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->bar, "gizmo-bar");
  gtk_widget_add_css_class (modes, "linked");
  gtk_widget_add_css_class (tools, "linked");
  self->rest = toggle (NULL, _ ("Rest"), _ ("Edit the model at rest: no sequence is applied, and no key changes"),
                       NULL);
  self->pose = toggle (NULL, _ ("Pose"), _ ("Edit the sequence: a change sets keys at the shown time"), self->rest);
  gtk_box_append (GTK_BOX (modes), self->rest);
  gtk_box_append (GTK_BOX (modes), self->pose);
  for (guint i = 0; i < G_N_ELEMENTS (self->tools); i++) {
    self->tools[i] = toggle (icons[i], NULL, labels[i], i ? self->tools[0] : NULL);
    gtk_box_append (GTK_BOX (tools), self->tools[i]);
  }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->tools[0]), TRUE);
  self->orientation = gtk_drop_down_new_from_strings (along);
  gtk_widget_set_tooltip_text (self->orientation, _ ("Axes of the handles"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->orientation), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Axes of the handles"), -1);
  self->below = toggle ("mw-by-skeleton-symbolic", NULL, _ ("With children: what follows the element moves too"), NULL);
  self->part = gtk_drop_down_new_from_strings (parts);
  gtk_widget_set_tooltip_text (self->part,
                               _ ("What of the camera moves. A click on its target or on its body chooses it, too"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->part), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What of the camera moves"), -1);
  self->auto_key = toggle ("media-record-symbolic", NULL,
                           _ ("Auto key: a drag sets keys. Without it, a drag is only shown, and I inserts the keys"),
                           NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->auto_key),
                                !mw_places_settings () || g_settings_get_boolean (mw_places_settings (), "auto-key"));
  self->insert = gtk_button_new_with_label (_ ("Insert Key"));
  gtk_widget_set_tooltip_text (self->insert, _ ("Set keys of what was moved, in one step (I)"));
  gtk_widget_set_focus_on_click (self->insert, FALSE);
  gtk_widget_set_visible (self->insert, FALSE);
  GtkWidget *all[] = { modes, tools, self->orientation, self->part, self->below, self->auto_key, self->insert };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (self->bar), all[i]);
  gtk_widget_set_halign (self->bar, GTK_ALIGN_START);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_START);
  for (guint i = 0; i < G_N_ELEMENTS (self->tools); i++)
    g_signal_connect (self->tools[i], "toggled", G_CALLBACK (tool_chosen), self);
  g_signal_connect (self->rest, "toggled", G_CALLBACK (mode_chosen), self);
  g_signal_connect (self->pose, "toggled", G_CALLBACK (mode_chosen), self);
  g_signal_connect_swapped (self->orientation, "notify::selected", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->part, "notify::selected", G_CALLBACK (part_chosen), self);
  g_signal_connect_swapped (self->below, "toggled", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->auto_key, "toggled", G_CALLBACK (auto_key_toggled), self);
  g_signal_connect_swapped (self->insert, "clicked", G_CALLBACK (insert_keys), self);
}

MwViewportGizmo *
mw_viewport_gizmo_new (MwViewport *viewport, GtkOverlay *overlay)
{
  MwViewportGizmo *self = g_new0 (MwViewportGizmo, 1);
  self->viewport = viewport;
  self->typed = g_string_new (NULL);
  self->pending = mw_gizmo_pending_new ();
  self->tentative = g_array_new (FALSE, FALSE, sizeof (MwTentative));
  make_bar (self);
  self->readout = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->readout, "gizmo-readout");
  gtk_widget_set_halign (self->readout, GTK_ALIGN_START);
  gtk_widget_set_valign (self->readout, GTK_ALIGN_START);
  gtk_widget_set_can_target (self->readout, FALSE);
  gtk_widget_set_visible (self->readout, FALSE);
  self->bones = gtk_button_new_with_label (mw_ui_label (mw_operation_bone_insert.label));
  gtk_widget_add_css_class (self->bones, "gizmo-bones");
  gtk_widget_set_halign (self->bones, GTK_ALIGN_START);
  gtk_widget_set_valign (self->bones, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->bones, HINT_LEFT);
  gtk_widget_set_margin_top (self->bones, HINT_BUTTON_TOP);
  gtk_widget_set_tooltip_text (self->bones, _ ("Gives it a bone of its own, which is then selected and can be keyed"));
  gtk_widget_set_focus_on_click (self->bones, FALSE);
  gtk_widget_set_visible (self->bones, FALSE);
  g_signal_connect_swapped (self->bones, "clicked", G_CALLBACK (insert_bones), self);
  self->frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->frame, "auto-key");
  gtk_widget_set_can_target (self->frame, FALSE);
  gtk_widget_set_visible (self->frame, FALSE);
  gtk_overlay_add_overlay (overlay, self->frame);
  gtk_overlay_add_overlay (overlay, self->bar);
  gtk_overlay_add_overlay (overlay, self->readout);
  gtk_overlay_add_overlay (overlay, self->bones);
  mw_viewport_add_tool (viewport, &pointer_tool, self);
  return self;
}

void
mw_viewport_gizmo_free (MwViewportGizmo *self)
{
  if (self->dragging)
    mw_document_cancel (self->viewport->document);
  mw_gizmo_pending_free (self->pending);
  g_array_unref (self->tentative);
  g_string_free (self->typed, TRUE);
  g_free (self->error);
  g_free (self);
}
