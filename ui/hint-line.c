/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/hint-line.h"
#include "ui/ellipsis.h"
#include "ui/widgets.h"

#define HINT "mw-hint"
#define LINE "mw-hint-line"

struct _MwHintLine {
  GtkWidget parent_instance;
  GtkWidget *label;
  GtkWidget *over;            /* what is under the pointer; weak */
  GtkEventController *motion; /* of the window, while this is in one */
};

G_DEFINE_FINAL_TYPE (MwHintLine, mw_hint_line, GTK_TYPE_WIDGET)

static void
refresh (MwHintLine *self)
{
  const char *text = NULL;
  for (GtkWidget *at = self->over; at && !text; at = gtk_widget_get_parent (at))
    text = g_object_get_data (G_OBJECT (at), HINT);
  text = text ? text : "";
  if (g_strcmp0 (text, gtk_label_get_text (GTK_LABEL (self->label))) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->label), text);
  mw_widget_set_tooltip (self->label, *text ? text : NULL);
}

void
mw_hint_set (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (g_object_get_data (G_OBJECT (widget), HINT), text) == 0)
    return;
  g_object_set_data_full (G_OBJECT (widget), HINT, g_strdup (text), g_free);
  GtkRoot *root = gtk_widget_get_root (widget);
  MwHintLine *line = root ? g_object_get_data (G_OBJECT (root), LINE) : NULL;
  if (line)
    refresh (line);
}

void
mw_hint_add (GString *hint, const char *input, const char *effect)
{
  g_string_append_printf (hint, "%s%s: %s", hint->len ? "   " : "", input, effect);
}

void
mw_hint_line_point (MwHintLine *self, GtkWidget *over)
{
  if (self->over == over)
    return;
  g_set_weak_pointer (&self->over, over);
  refresh (self);
}

/* --- Following the pointer ------------------------------------------------------------------------------------------ */

static void
moved (GtkEventControllerMotion *motion, double x, double y, MwHintLine *self)
{
  GtkWidget *window = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (motion));
  mw_hint_line_point (self, gtk_widget_pick (window, x, y, GTK_PICK_DEFAULT));
}

static void
left (GtkEventControllerMotion *motion, MwHintLine *self)
{
  mw_hint_line_point (self, NULL);
}

static void
root (GtkWidget *widget)
{
  MwHintLine *self = MW_HINT_LINE (widget);
  GTK_WIDGET_CLASS (mw_hint_line_parent_class)->root (widget);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));
  self->motion = gtk_event_controller_motion_new ();
  gtk_event_controller_set_propagation_phase (self->motion, GTK_PHASE_CAPTURE);
  g_signal_connect (self->motion, "enter", G_CALLBACK (moved), self);
  g_signal_connect (self->motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect (self->motion, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (window, self->motion);
  g_object_set_data (G_OBJECT (window), LINE, self);
}

static void
unroot (GtkWidget *widget)
{
  MwHintLine *self = MW_HINT_LINE (widget);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));
  g_object_set_data (G_OBJECT (window), LINE, NULL);
  gtk_widget_remove_controller (window, self->motion);
  self->motion = NULL;
  GTK_WIDGET_CLASS (mw_hint_line_parent_class)->unroot (widget);
}

static void
dispose (GObject *object)
{
  MwHintLine *self = MW_HINT_LINE (object);
  g_clear_weak_pointer (&self->over);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (mw_hint_line_parent_class)->dispose (object);
}

static void
mw_hint_line_class_init (MwHintLineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  GTK_WIDGET_CLASS (klass)->root = root;
  GTK_WIDGET_CLASS (klass)->unroot = unroot;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
mw_hint_line_init (MwHintLine *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 1);
  mw_label_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->label, "dim-label");
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}
