/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/item-menu.h"

static const char *const KEY = "mw-item-menu";

static gboolean
remove_now (gpointer menu)
{
  GtkWidget *parent = gtk_widget_get_parent (menu);
  if (parent) {
    gtk_widget_unparent (menu);
    if (g_object_get_data (G_OBJECT (parent), KEY) == menu)
      g_object_set_data (G_OBJECT (parent), KEY, NULL);
  }
  return G_SOURCE_REMOVE;
}

/* The item that was clicked is still needed when the menu closes. */
static void
closed (GtkPopover *menu, gpointer unused)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, remove_now, g_object_ref (menu), g_object_unref);
}

GtkWidget *
mw_item_menu_new (GtkWidget *parent, const GdkRectangle *at)
{
  GtkWidget *before = g_object_get_data (G_OBJECT (parent), KEY);
  /* It was closed in this moment, or is still open. */
  if (before)
    remove_now (before);
  GtkWidget *menu = gtk_popover_new ();
  gtk_widget_add_css_class (menu, "menu");
  gtk_popover_set_child (GTK_POPOVER (menu), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_set_parent (menu, parent);
  g_object_set_data_full (G_OBJECT (parent), KEY, g_object_ref (menu), g_object_unref);
  if (at)
    gtk_popover_set_pointing_to (GTK_POPOVER (menu), at);
  g_signal_connect (menu, "closed", G_CALLBACK (closed), NULL);
  return menu;
}

void
mw_item_menu_add (GtkWidget *menu, const char *label, gboolean sensitive, GCallback chosen, gpointer data)
{
  GtkWidget *item = gtk_button_new_with_label (label);
  gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (item)), GTK_ALIGN_START);
  gtk_widget_add_css_class (item, "flat");
  gtk_widget_add_css_class (item, "menu-item");
  gtk_widget_set_sensitive (item, sensitive);
  g_signal_connect_swapped (item, "clicked", G_CALLBACK (gtk_popover_popdown), menu);
  g_signal_connect_swapped (item, "clicked", chosen, data);
  gtk_box_append (GTK_BOX (gtk_popover_get_child (GTK_POPOVER (menu))), item);
}

void
mw_item_menu_add_text (GtkWidget *menu, const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "menu-heading");
  gtk_box_append (GTK_BOX (gtk_popover_get_child (GTK_POPOVER (menu))), label);
}
