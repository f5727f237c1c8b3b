/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/tentative.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/viewport/viewport-gizmo-private.h"

/* Drags of a pose that have set no keys yet. */

gboolean
mw_gizmo_is_tentative (MwViewportGizmo *self)
{
  return mw_gizmo_is_posing (self) && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->auto_key));
}

void
mw_gizmo_show_tentative (MwViewportGizmo *self, gboolean shown)
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

void
mw_gizmo_end_tentative (MwViewportGizmo *self, gboolean keep)
{
  if (keep) {
    mw_gizmo_pending_add (self->pending, &self->subject, self->kind, &self->change);
    mw_gizmo_pending_read (self->pending, &self->viewport->clock, self->tentative);
  }
  mw_document_cancel (self->viewport->document);
  mw_gizmo_show_tentative (self, TRUE);
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
  mw_gizmo_show_tentative (self, FALSE);
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
  mw_gizmo_show_tentative (self, FALSE);
  g_array_set_size (self->tentative, 0);
  self->reading = TRUE;
  mw_document_begin (document, "");
  if (mw_gizmo_pending_run (self->pending, NULL))
    mw_gizmo_pending_read (self->pending, &self->viewport->clock, self->tentative);
  mw_document_cancel (document);
  self->reading = FALSE;
  mw_gizmo_show_tentative (self, TRUE);
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

void
mw_gizmo_insert_keys (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  g_autoptr (GError) error = NULL;
  if (self->dragging || mw_document_is_open (document) || !mw_gizmo_pending_get_n (self->pending))
    return;
  mw_gizmo_show_tentative (self, FALSE);
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
  mw_gizmo_show_tentative (self, TRUE);
  mw_viewport_gizmo_update (self);
  undo_changed (self);
  if (!done)
    mw_gizmo_show_refusal (self, error);
}
