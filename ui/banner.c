/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/banner.h"
#include "ui/widgets.h"

#define MESSAGE "banner-message"

GtkWidget *
mw_banner_new (GtkWidget **message)
{
  GtkWidget *banner = gtk_info_bar_new ();
  mw_name_close_button (banner);
  gtk_widget_add_css_class (banner, "banner");
  gtk_widget_set_hexpand (banner, TRUE);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (banner), FALSE);
  *message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (*message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (*message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (*message), 0);
  gtk_label_set_selectable (GTK_LABEL (*message), TRUE);
  /* The text can be selected with the pointer only: a label that gets the keyboard focus, for example when a tab is shown,
   * selects all of its text. */
  gtk_widget_set_focusable (*message, FALSE);
  gtk_widget_set_hexpand (*message, TRUE);
  g_object_set_data (G_OBJECT (banner), MESSAGE, *message);
  return banner;
}

void
mw_banner_show (GtkWidget *banner, GtkMessageType type, const char *text)
{
  gtk_info_bar_set_message_type (GTK_INFO_BAR (banner), type);
  gtk_label_set_text (g_object_get_data (G_OBJECT (banner), MESSAGE), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (banner), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (banner), TRUE);
}
