/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/error-bar.h"
#include "core/base/error.h"
#include "ui/i18n.h"

struct _MwErrorBar {
  GtkBox parent_instance;
  GtkWidget *bar, *message, *copy;
  char *details;
};

G_DEFINE_FINAL_TYPE (MwErrorBar, mw_error_bar, GTK_TYPE_BOX)

static void
responded (GtkInfoBar *bar, int response, MwErrorBar *self)
{
  if (response == GTK_RESPONSE_CLOSE)
    mw_error_bar_hide (self);
  else
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->details);
}

static void
finalize (GObject *object)
{
  g_free (MW_ERROR_BAR (object)->details);
  G_OBJECT_CLASS (mw_error_bar_parent_class)->finalize (object);
}

static void
mw_error_bar_class_init (MwErrorBarClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_error_bar_init (MwErrorBar *self)
{
  self->bar = gtk_info_bar_new ();
  gtk_info_bar_set_message_type (GTK_INFO_BAR (self->bar), GTK_MESSAGE_ERROR);
  gtk_info_bar_set_show_close_button (GTK_INFO_BAR (self->bar), TRUE);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
  gtk_widget_set_hexpand (self->bar, TRUE);
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_label_set_selectable (GTK_LABEL (self->message), TRUE);
  gtk_widget_set_hexpand (self->message, TRUE);
  gtk_info_bar_add_child (GTK_INFO_BAR (self->bar), self->message);
  self->copy = gtk_info_bar_add_button (GTK_INFO_BAR (self->bar), _ ("_Copy Details"), GTK_RESPONSE_HELP);
  g_signal_connect (self->bar, "response", G_CALLBACK (responded), self);
  gtk_box_append (GTK_BOX (self), self->bar);
}

GtkWidget *
mw_error_bar_new (void)
{
  return g_object_new (MW_TYPE_ERROR_BAR, NULL);
}

static void
show (MwErrorBar *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->message), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), TRUE);
}

void
mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file)
{
  g_autofree char *described = mw_error_describe (error, file);
  g_autofree char *text = g_strdup_printf ("%s\n%s", what, described);
  g_free (self->details);
  self->details = g_strdup_printf ("Modelwright %s\n%s\n%s (%s)\n", MW_VERSION, what, described, mw_error_kind (error));
  gtk_widget_set_visible (self->copy, TRUE);
  show (self, text);
}

void
mw_error_bar_show_message (MwErrorBar *self, const char *message)
{
  g_free (self->details);
  self->details = g_strdup (message);
  gtk_widget_set_visible (self->copy, FALSE);
  show (self, message);
}

void
mw_error_bar_hide (MwErrorBar *self)
{
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
}

const char *
mw_error_bar_get_text (MwErrorBar *self)
{
  return gtk_info_bar_get_revealed (GTK_INFO_BAR (self->bar)) ? gtk_label_get_text (GTK_LABEL (self->message)) : NULL;
}
