/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/operation-item.h"
#include "ui/labels.h"

static void
clicked (GtkButton *button, const char *action)
{
  GtkWidget *menu = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);
  GtkWidget *parent = gtk_widget_get_parent (menu);
  const MwOperation *operation = g_object_get_data (G_OBJECT (button), "operation");
  gtk_popover_popdown (GTK_POPOVER (menu));
  if (operation)
    gtk_widget_activate_action (parent, action, "s", operation->id);
  else
    gtk_widget_activate_action (parent, action, NULL);
}

static GtkWidget *
item_new (const char *label, const char *action, const char *spelled_key)
{
  GtkWidget *item = gtk_button_new (), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *text = gtk_label_new (label);
  guint key;
  GdkModifierType modifiers;
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (content), text);
  if (spelled_key && gtk_accelerator_parse (spelled_key, &key, &modifiers)) {
    g_autofree char *name = gtk_accelerator_get_label (key, modifiers);
    GtkWidget *keys = gtk_label_new (name);
    gtk_widget_add_css_class (keys, "dim-label");
    gtk_box_append (GTK_BOX (content), keys);
  }
  gtk_button_set_child (GTK_BUTTON (item), content);
  gtk_widget_add_css_class (item, "flat");
  gtk_widget_add_css_class (item, "menu-item");
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (item, "clicked", G_CALLBACK (clicked), (gpointer) action);
  return item;
}

GtkWidget *
mw_operation_item_new (const MwOperation *operation, const char *action, gboolean has_key, const char *reason)
{
  g_autofree char *label = g_strconcat (mw_ui_label (operation->label), mw_operation_asks (operation) ? "…" : NULL,
                                        NULL);
  GtkWidget *item = item_new (label, action, has_key ? operation->accelerator : NULL);
  gtk_widget_set_sensitive (item, !reason);
  gtk_widget_set_tooltip_text (item, reason ? reason : mw_ui_label (operation->doc));
  g_object_set_data (G_OBJECT (item), "operation", (gpointer) operation);
  return item;
}

GtkWidget *
mw_action_item_new (const char *label, const char *action, const char *key)
{
  return item_new (label, action, key);
}

GtkWidget *
mw_menu_item_new (const MwMenuItem *self)
{
  GtkWidget *item = item_new (self->label, self->action, self->key);
  gtk_widget_set_sensitive (item, !self->reason);
  gtk_widget_set_tooltip_text (item, self->reason);
  return item;
}

GtkWidget *
mw_menu_scroller_new (GtkWidget *box, GtkWidget *within)
{
  /* What is above a menu of the header bar, and the menu's own edge. */
  enum { LEAST_HEIGHT = 300, OTHERS_HEIGHT = 90 };
  GtkRoot *root = gtk_widget_get_root (within);
  const int most = MAX (LEAST_HEIGHT, root ? gtk_widget_get_height (GTK_WIDGET (root)) - OTHERS_HEIGHT : 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), most);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  return scroller;
}
