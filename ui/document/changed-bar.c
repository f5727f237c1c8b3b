/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/changed-bar.h"
#include "ui/banner.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

enum { RELOAD, KEEP, COMPARE, N_SIGNALS };
static guint signals[N_SIGNALS];
static const char *const names[] = { "reload", "keep", "compare" };

struct _MwChangedBar {
  GtkBox parent_instance;
  GtkWidget *bar, *buttons[N_SIGNALS];
};

G_DEFINE_FINAL_TYPE (MwChangedBar, mw_changed_bar, GTK_TYPE_BOX)

static void
clicked (GtkWidget *button, MwChangedBar *self)
{
  for (guint i = 0; i < N_SIGNALS; i++)
    if (button == self->buttons[i])
      g_signal_emit (self, signals[i], 0);
}

static void
mw_changed_bar_class_init (MwChangedBarClass *klass)
{
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               0);
}

static void
mw_changed_bar_init (MwChangedBar *self)
{
  const struct {
    const char *label, *tooltip;
  } buttons[] = {
    [RELOAD] = { _ ("Reload"), _ ("Read the file again; unsaved changes here are discarded (Undo brings them back)") },
    [KEEP] = { _ ("Keep Mine"), _ ("Keep what is open here; saving will replace the file") },
    [COMPARE] = { _ ("Compare…"), _ ("Show what differs between the file and what is open here") },
  };
  GtkWidget *message;
  self->bar = mw_banner_new (&message);
  /* Not action widgets of the GtkInfoBar: those have no gap between them, and screen readers read them twice. */
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), message);
  for (guint i = 0; i < N_SIGNALS; i++) {
    self->buttons[i] = gtk_button_new_with_label (buttons[i].label);
    gtk_widget_set_valign (self->buttons[i], GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text (self->buttons[i], buttons[i].tooltip);
    g_signal_connect (self->buttons[i], "clicked", G_CALLBACK (clicked), self);
    gtk_box_append (GTK_BOX (box), self->buttons[i]);
  }
  gtk_info_bar_add_child (GTK_INFO_BAR (self->bar), box);
  gtk_box_append (GTK_BOX (self), self->bar);
  mw_changed_bar_hide (self);
}

GtkWidget *
mw_changed_bar_new (void)
{
  return g_object_new (MW_TYPE_CHANGED_BAR, NULL);
}

void
mw_changed_bar_show (MwChangedBar *self, const char *text, gboolean reload, gboolean compare)
{
  gtk_widget_set_visible (self->buttons[RELOAD], reload);
  gtk_widget_set_visible (self->buttons[COMPARE], compare);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  mw_banner_show (self->bar, GTK_MESSAGE_WARNING, text);
}

void
mw_changed_bar_hide (MwChangedBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
}
