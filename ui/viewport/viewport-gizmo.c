/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/tentative.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/viewport-eyes.h"
#include "ui/viewport/viewport-gizmo-private.h"
#include "ui/viewport/viewport-pointer.h"

#include <math.h>
#include <string.h>

gboolean
mw_gizmo_is_posing (MwViewportGizmo *self)
{
  return !self->viewport->clock.rest;
}

/* --- Where the handles are ------------------------------------------------------------------------------------------- */

void
mw_gizmo_find_subject (MwViewportGizmo *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  g_autoptr (GArray) free_ids = mw_viewport_unlocked (self->viewport, ids, n);
  self->subject.marks = mw_viewport_mesh_get (self->viewport->mesh);
  mw_gizmo_subject_find (&self->subject, self->viewport->document, (const MwId *) (const void *) free_ids->data,
                         free_ids->len, &self->viewport->clock, &self->viewport->camera);
}

gboolean
mw_viewport_gizmo_get_place (MwViewportGizmo *self, float place[3])
{
  if (!self->dragging)
    mw_gizmo_find_subject (self);
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
  if (along == ALONG_ELEMENT || (self->kind == MW_GIZMO_SCALE && mw_gizmo_is_posing (self)))
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
    mw_gizmo_find_subject (self);
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
  g_autoptr (GArray) free_ids = mw_viewport_unlocked (self->viewport, ids, n);
  mw_gizmo_subject_find (&now, self->viewport->document, (const MwId *) (const void *) free_ids->data, free_ids->len,
                         &self->viewport->clock, &self->viewport->camera);
  memcpy (gizmo->place, now.place, sizeof now.place);
  memcpy (gizmo->axes, self->drag.gizmo.axes, sizeof gizmo->axes);
  gizmo->lit = self->drag.handle;
  gizmo->alone = TRUE;
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
  const char *note = mw_gizmo_is_tentative (self) ? _ ("Not keyed yet: I inserts keys.") : self->note;
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

/* With the handles of `drag.gizmo`. */
static void
begin_drag (MwViewportGizmo *self, MwHandle handle, const MwPointer *pointer)
{
  MwViewport *viewport = self->viewport;
  self->pointer = *pointer;
  self->fine_x = pointer->x;
  self->fine_y = pointer->y;
  g_string_truncate (self->typed, 0);
  g_clear_pointer (&self->error, g_free);
  begin_handle (self, handle, pointer->x, pointer->y);
  g_autofree char *label = mw_gizmo_subject_effect (&self->subject, self->kind);
  mw_document_begin (viewport->document, label);
  self->note = mw_gizmo_subject_note (&self->subject, self->kind);
  self->notice = NULL;
  self->change = (MwGizmoChange) { .scale = { 1, 1, 1 } };
  self->dragging = TRUE;
  /* The keys of the transaction show what was moved before. */
  if (mw_gizmo_pending_get_n (self->pending)) {
    mw_gizmo_show_tentative (self, FALSE);
    mw_gizmo_pending_run (self->pending, NULL);
    mw_document_update (viewport->document);
  }
  self->over = FALSE;
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_widget_set_visible (self->bones, FALSE);
  mw_viewport_redraw (viewport);
}

static gboolean
press (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportGizmo *self = data;
  hover (viewport, pointer, data);
  if (!self->hovered || !make_gizmo (self, &self->drag.gizmo))
    return FALSE;
  begin_drag (self, self->hovered, pointer);
  return TRUE;
}

void
mw_viewport_gizmo_take_up (MwViewportGizmo *self, MwGizmoKind kind)
{
  const MwGizmoKind before = self->kind;
  self->kind = kind;
  if (!make_gizmo (self, &self->drag.gizmo)) {
    const char *why = mw_gizmo_why_not (self);
    self->kind = before;
    if (why)
      mw_viewport_say (self->viewport, why);
    return;
  }
  self->kind_else = before;
  self->modal = TRUE;
  mw_viewport_begin_modal (self->viewport, self);
  begin_drag (self, MW_HANDLE_FREE, &self->viewport->press);
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
  if (self->dragging && (mw_gizmo_is_tentative (self) || mw_gizmo_pending_get_n (self->pending)))
    mw_gizmo_end_tentative (self, moved);
  else if (self->dragging && keep)
    mw_document_commit (self->viewport->document);
  else if (self->dragging)
    mw_document_cancel (self->viewport->document);
  self->dragging = FALSE;
  if (self->modal)
    self->kind = self->kind_else;
  self->modal = FALSE;
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
    mw_gizmo_insert_keys (self);
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

/* --- Making ----------------------------------------------------------------------------------------------------------- */

MwViewportGizmo *
mw_viewport_gizmo_new (MwViewport *viewport, GtkOverlay *overlay, MwToolStrip *strip)
{
  MwViewportGizmo *self = g_new0 (MwViewportGizmo, 1);
  self->viewport = viewport;
  self->typed = g_string_new (NULL);
  self->pending = mw_gizmo_pending_new ();
  self->tentative = g_array_new (FALSE, FALSE, sizeof (MwTentative));
  mw_gizmo_make_bar (self, strip);
  self->readout = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->readout, "gizmo-readout");
  gtk_widget_set_halign (self->readout, GTK_ALIGN_START);
  gtk_widget_set_valign (self->readout, GTK_ALIGN_START);
  gtk_widget_set_can_target (self->readout, FALSE);
  gtk_widget_set_visible (self->readout, FALSE);
  self->frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->frame, "auto-key");
  gtk_widget_set_can_target (self->frame, FALSE);
  gtk_widget_set_visible (self->frame, FALSE);
  gtk_overlay_add_overlay (overlay, self->frame);
  gtk_overlay_add_overlay (overlay, self->readout);
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
