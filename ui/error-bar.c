/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/error-bar.h"
#include "core/base/error.h"
#include "ui/i18n.h"
#include "ui/loss-dialog.h"

struct _MwErrorBar {
  GtkBox parent_instance;
  GtkWidget *bar, *message, *lines, *more, *copy;
  char *details; /* what is copied */
};

G_DEFINE_FINAL_TYPE (MwErrorBar, mw_error_bar, GTK_TYPE_BOX)

static void
responded (GtkInfoBar *bar, int response, MwErrorBar *self)
{
  if (response == GTK_RESPONSE_CLOSE)
    mw_error_bar_hide (self);
  else if (response == GTK_RESPONSE_HELP)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->details);
}

static void
more_toggled (GtkToggleButton *button, MwErrorBar *self)
{
  gtk_widget_set_visible (self->lines, gtk_toggle_button_get_active (button));
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

/* The close button is GTK's own, and GTK 4.8 gives it a picture only. */
static void
name_close_button (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_has_css_class (widget, "close"))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close"), -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    name_close_button (child);
}

static void
mw_error_bar_init (MwErrorBar *self)
{
  self->bar = gtk_info_bar_new ();
  gtk_info_bar_set_message_type (GTK_INFO_BAR (self->bar), GTK_MESSAGE_ERROR);
  gtk_info_bar_set_show_close_button (GTK_INFO_BAR (self->bar), TRUE);
  name_close_button (self->bar);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
  gtk_widget_set_hexpand (self->bar, TRUE);
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_label_set_selectable (GTK_LABEL (self->message), TRUE);
  /* By the pointer: a label that the keys come to selects all of itself, also when a tab is shown. */
  gtk_widget_set_focusable (self->message, FALSE);
  gtk_widget_set_hexpand (self->message, TRUE);
  self->lines = mw_lines_view_new (_ ("Details"));
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->lines), 200);
  gtk_widget_set_visible (self->lines, FALSE);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), self->message);
  gtk_box_append (GTK_BOX (box), self->lines);
  gtk_info_bar_add_child (GTK_INFO_BAR (self->bar), box);
  self->more = gtk_toggle_button_new_with_mnemonic (_ ("_Details"));
  g_signal_connect (self->more, "toggled", G_CALLBACK (more_toggled), self);
  gtk_info_bar_add_action_widget (GTK_INFO_BAR (self->bar), self->more, GTK_RESPONSE_NONE);
  self->copy = gtk_info_bar_add_button (GTK_INFO_BAR (self->bar), _ ("_Copy Details"), GTK_RESPONSE_HELP);
  g_signal_connect (self->bar, "response", G_CALLBACK (responded), self);
  gtk_box_append (GTK_BOX (self), self->bar);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_error_bar_new (void)
{
  return g_object_new (MW_TYPE_ERROR_BAR, NULL);
}

/* Takes `details` over. `lines` may be NULL. */
static void
show (MwErrorBar *self, GtkMessageType type, const char *text, const char *lines, char *details)
{
  gboolean has_lines = lines && *lines;
  g_free (self->details);
  self->details = details;
  gtk_info_bar_set_message_type (GTK_INFO_BAR (self->bar), type);
  gtk_label_set_text (GTK_LABEL (self->message), text);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->more), FALSE);
  gtk_widget_set_visible (self->more, has_lines);
  gtk_widget_set_visible (self->copy, details != NULL);
  mw_lines_view_set_text (self->lines, has_lines ? lines : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), TRUE);
}

void
mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file)
{
  mw_error_bar_show_errors (self, what, error, file, NULL);
}

void
mw_error_bar_show_errors (MwErrorBar *self, const char *what, const GError *error, const char *file, const char *more)
{
  /* What the system refused names its file already. */
  g_autofree char *described = mw_error_describe (error, g_strcmp0 (mw_error_path (error), file) == 0 ? NULL : file);
  g_autofree char *text = g_strdup_printf ("%s\n%s", what, described);
  show (self, GTK_MESSAGE_ERROR, text, more,
        g_strdup_printf ("Modelwright %s\n%s\n%s (%s)\n%s", MW_VERSION, what, described, mw_error_kind (error),
                         more ? more : ""));
}

void
mw_error_bar_show_notice (MwErrorBar *self, const char *text, const char *lines)
{
  show (self, GTK_MESSAGE_WARNING, text, lines, g_strdup_printf ("%s\n%s", text, lines));
}

void
mw_error_bar_show_message (MwErrorBar *self, const char *message)
{
  show (self, GTK_MESSAGE_ERROR, message, NULL, NULL);
}

void
mw_error_bar_hide (MwErrorBar *self)
{
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

const char *
mw_error_bar_get_text (MwErrorBar *self)
{
  return gtk_info_bar_get_revealed (GTK_INFO_BAR (self->bar)) ? gtk_label_get_text (GTK_LABEL (self->message)) : NULL;
}
