/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/toast.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

enum { PATIENCE_MS = 8000 };

struct _MwToast {
  GtkBox parent_instance;
  GtkWidget *label, *undo, *close;
  MwDocument *document; /* NULL: nothing is shown */
  guint64 serial;       /* of the step that it is about */
  guint patience, timer;
  gboolean pointed, focused;
};

G_DEFINE_FINAL_TYPE (MwToast, mw_toast, GTK_TYPE_BOX)

static guint64
newest_step (MwDocument *document)
{
  guint position = mw_document_get_position (document);
  return position ? mw_step_get_serial (mw_document_get_step (document, position - 1)) : 0;
}

static void
hide (MwToast *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  mw_disconnect (self->document, self);
  g_clear_object (&self->document);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static gboolean
timed_out (gpointer data)
{
  MwToast *self = data;
  self->timer = 0;
  hide (self);
  return G_SOURCE_REMOVE;
}

/* Starts the timeout again; while the pointer or the focus is on the message, there is none. */
static void
restart (MwToast *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->document && !self->pointed && !self->focused)
    self->timer = g_timeout_add (self->patience, timed_out, self);
}

static void
refresh_undo (MwToast *self)
{
  gboolean newest = self->document && !mw_document_is_open (self->document)
                    && newest_step (self->document) == self->serial;
  gtk_widget_set_sensitive (self->undo, newest);
  gtk_widget_set_tooltip_text (self->undo, newest ? _ ("Undo this (Ctrl+Z)")
                                                  : _ ("This is no longer the last change; use the History panel"));
}

static void
history_changed (MwDocument *document, MwToast *self)
{
  /* The step was undone. */
  if (!mw_document_is_open (document) && newest_step (document) < self->serial)
    hide (self);
  else
    refresh_undo (self);
}

static void
undo_clicked (GtkButton *button, MwToast *self)
{
  g_autoptr (MwDocument) document = self->document ? g_object_ref (self->document) : NULL;
  gboolean newest = document && newest_step (document) == self->serial;
  hide (self);
  if (newest)
    mw_document_undo (document);
}

static void
close_clicked (GtkButton *button, MwToast *self)
{
  hide (self);
}

static void
pointer_changed (GtkEventControllerMotion *motion, GParamSpec *property, MwToast *self)
{
  self->pointed = gtk_event_controller_motion_contains_pointer (motion);
  restart (self);
}

static void
focus_changed (GtkEventControllerFocus *focus, GParamSpec *property, MwToast *self)
{
  self->focused = gtk_event_controller_focus_contains_focus (focus);
  restart (self);
}

void
mw_toast_show_step (MwToast *self, MwDocument *document, const char *text)
{
  hide (self);
  self->document = g_object_ref (document);
  self->serial = newest_step (document);
  g_signal_connect (document, "history-changed", G_CALLBACK (history_changed), self);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  refresh_undo (self);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  restart (self);
}

void
mw_toast_dismiss (MwToast *self, MwDocument *document)
{
  if (self->document && (!document || document == self->document))
    hide (self);
}

void
mw_toast_set_patience (MwToast *self, guint ms)
{
  self->patience = ms;
  restart (self);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwToast *self = MW_TOAST (object);
  hide (self);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_toast_parent_class)->dispose (object);
}

static void
mw_toast_class_init (MwToastClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "toast");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_ALERT);
}

static void
mw_toast_init (MwToast *self)
{
  self->patience = PATIENCE_MS;
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->label = gtk_label_new (NULL);
  mw_label_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), 90);
  self->undo = gtk_button_new_with_label (_ ("Undo"));
  gtk_widget_set_focus_on_click (self->undo, FALSE);
  g_signal_connect (self->undo, "clicked", G_CALLBACK (undo_clicked), self);
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (self->close, "flat");
  gtk_widget_set_focus_on_click (self->close, FALSE);
  gtk_widget_set_tooltip_text (self->close, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close"), -1);
  g_signal_connect (self->close, "clicked", G_CALLBACK (close_clicked), self);
  gtk_box_append (GTK_BOX (self), self->label);
  gtk_box_append (GTK_BOX (self), self->undo);
  gtk_box_append (GTK_BOX (self), self->close);
  GtkEventController *motion = gtk_event_controller_motion_new (), *focus = gtk_event_controller_focus_new ();
  g_signal_connect (motion, "notify::contains-pointer", G_CALLBACK (pointer_changed), self);
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (focus_changed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
