/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/viewport/viewport-gizmo-private.h"
#include "ui/viewport/viewport-pointer.h"

/* The controls of the handles, and the hint below them. */

static const MwModel *
model_of (MwViewportGizmo *self)
{
  return mw_document_get_model (self->viewport->document);
}

void
mw_gizmo_show_refusal (MwViewportGizmo *self, const GError *error)
{
  g_autofree char *text = mw_ui_refusal (self->viewport->document, error);
  gtk_label_set_text (GTK_LABEL (self->hint), text);
  gtk_widget_set_visible (self->hint, TRUE);
}

const char *
mw_gizmo_why_not (MwViewportGizmo *self)
{
  guint n;
  mw_document_get_selection (self->viewport->document, &n);
  return n == 0                    ? _ ("Select something: click it in the view or in the outline.")
         : !self->subject.n_places ? NULL
         : self->playing           ? _ ("Pause to see the handles of what is selected (Space).")
                                   : mw_gizmo_subject_why_not (&self->subject, self->kind);
}

/* Without a drag: why there are no handles, or what they will do. */
static void
show_hint (MwViewportGizmo *self)
{
  if (self->dragging)
    return;
  const gboolean pending = mw_gizmo_pending_get_n (self->pending) > 0;
  gtk_widget_set_visible (self->insert, pending);
  const char *why = pending ? _ ("Not keyed yet: I inserts keys, Ctrl+Z takes back the last change, and Escape all.")
                    : self->notice                ? self->notice
                    : self->kind == MW_GIZMO_NONE ? NULL
                                                  : mw_gizmo_why_not (self);
  gtk_widget_set_visible (self->hint, why != NULL);
  gtk_widget_set_visible (self->bones, why && !self->playing && mw_gizmo_subject_needs_bones (&self->subject));
  if (why)
    gtk_label_set_text (GTK_LABEL (self->hint), why);
}

static void
insert_bones (MwViewportGizmo *self)
{
  MwDocument *document = self->viewport->document;
  g_autoptr (GError) error = NULL;
  if (!mw_document_is_open (document) && !mw_gizmo_subject_insert_bones (&self->subject, &error))
    mw_gizmo_show_refusal (self, error);
}

/* --- Controls --------------------------------------------------------------------------------------------------------- */

void
mw_viewport_gizmo_update (MwViewportGizmo *self)
{
  MwViewport *viewport = self->viewport;
  if (!viewport->document)
    return;
  const gboolean posing = mw_gizmo_is_posing (self);
  self->filling = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (posing ? self->pose : self->rest), TRUE);
  gtk_widget_set_sensitive (self->pose, mw_model_sequences (model_of (self))->n > 0);
  gtk_widget_set_visible (self->below, !posing && self->kind != MW_GIZMO_NONE);
  gtk_widget_set_visible (self->orientation, self->kind != MW_GIZMO_NONE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->part), self->subject.part);
  self->subject.below = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->below));
  self->filling = FALSE;
  if (!self->dragging) {
    mw_gizmo_find_subject (self);
    show_hint (self);
    gtk_widget_set_visible (self->part, self->kind != MW_GIZMO_NONE && self->subject.n_cameras > 0);
  }
  /* It says that a drag sets a key. */
  gtk_widget_set_visible (self->auto_key, posing && self->kind != MW_GIZMO_NONE);
  gtk_widget_set_visible (self->frame, posing && !mw_gizmo_is_tentative (self) && !self->playing
                                         && mw_gizmo_subject_takes (&self->subject, self->kind));
  mw_viewport_show_hint (viewport);
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
    mw_gizmo_insert_keys (self);
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
make_hint (MwViewportGizmo *self, MwToolStrip *strip)
{
  self->hint = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_widget_add_css_class (self->hint, "gizmo-readout");
  gtk_widget_set_can_target (self->hint, FALSE);
  gtk_widget_set_visible (self->hint, FALSE);
  self->bones = gtk_button_new_with_label (mw_ui_label (mw_operation_bone_insert.label));
  gtk_widget_add_css_class (self->bones, "gizmo-bones");
  gtk_widget_set_tooltip_text (self->bones, _ ("Gives it a bone of its own, which is then selected and can be keyed"));
  gtk_widget_set_focus_on_click (self->bones, FALSE);
  gtk_widget_set_visible (self->bones, FALSE);
  g_signal_connect_swapped (self->bones, "clicked", G_CALLBACK (insert_bones), self);
  mw_tool_strip_append (strip, self->hint, TRUE);
  mw_tool_strip_append (strip, self->bones, TRUE);
}

void
mw_gizmo_make_bar (MwViewportGizmo *self, MwToolStrip *strip)
{
  static const char *const icons[] = { "mw-select-symbolic", "mw-move-symbolic", "mw-rotate-symbolic",
                                       "mw-scale-symbolic" };
  static const char *const keys[] = { "q", "w", "e", "r" };
  const char *const labels[] = { _ ("Select"), _ ("Move"), _ ("Rotate"), _ ("Scale") };
  /* In the order of MwCameraPart. */
  const char *const parts[] = { _ ("Whole camera"), _ ("Position"), _ ("Target"), NULL };
  const char *const along[] = { _ ("Model"), _ ("Element"), _ ("View"), NULL };
  GtkWidget *modes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (modes, "linked");
  gtk_widget_add_css_class (tools, "linked");
  self->rest = toggle (NULL, _ ("Rest"), _ ("Edit the model at rest: no sequence is applied, and no key changes"),
                       NULL);
  self->pose = toggle (NULL, _ ("Pose"), _ ("Edit the sequence: a change sets keys at the shown time"), self->rest);
  gtk_box_append (GTK_BOX (modes), self->rest);
  gtk_box_append (GTK_BOX (modes), self->pose);
  for (guint i = 0; i < G_N_ELEMENTS (self->tools); i++) {
    self->tools[i] = toggle (icons[i], NULL, labels[i], i ? self->tools[0] : NULL);
    mw_key_scheme_set_tip (self->tools[i], labels[i], keys[i], TRUE);
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
  for (guint i = G_N_ELEMENTS (all); i-- > 0;)
    mw_tool_strip_prepend (strip, all[i]);
  for (guint i = 0; i < G_N_ELEMENTS (self->tools); i++)
    g_signal_connect (self->tools[i], "toggled", G_CALLBACK (tool_chosen), self);
  g_signal_connect (self->rest, "toggled", G_CALLBACK (mode_chosen), self);
  g_signal_connect (self->pose, "toggled", G_CALLBACK (mode_chosen), self);
  g_signal_connect_swapped (self->orientation, "notify::selected", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->part, "notify::selected", G_CALLBACK (part_chosen), self);
  g_signal_connect_swapped (self->below, "toggled", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->auto_key, "toggled", G_CALLBACK (auto_key_toggled), self);
  g_signal_connect_swapped (self->insert, "clicked", G_CALLBACK (mw_gizmo_insert_keys), self);
  make_hint (self, strip);
}
