/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline-menu.h"
#include "ui/labels.h"

/* Whether the menu may have an item for the operation. The menu of a heading has what is done to the whole model. */
static gboolean
is_offered (const MwOperation *operation, MwFamily family, gboolean surfaces, gboolean heading)
{
  return heading == (operation->subject == MW_SUBJECT_MODEL) && operation->menu == MW_MENU_OUTLINE
         && (!operation->families || operation->families & family)
         && (!surfaces || operation->subject == MW_SUBJECT_SURFACES);
}

static void
item_clicked (GtkButton *button, GtkPopover *popover)
{
  const MwOperation *operation = g_object_get_data (G_OBJECT (button), "operation");
  GtkWidget *outline = gtk_widget_get_parent (GTK_WIDGET (popover));
  gtk_popover_popdown (popover);
  gtk_widget_activate_action (outline, "outline.operation", "s", operation->id);
}

/* The operation's key as shown to users, "Ctrl+D". NULL if no key does this to the selection. Free with g_free(). */
static char *
key_of (const MwOperation *operation, gboolean surfaces)
{
  guint key;
  GdkModifierType modifiers;
  if (!operation->accelerator || surfaces != (operation->subject == MW_SUBJECT_SURFACES))
    return NULL;
  gtk_accelerator_parse (operation->accelerator, &key, &modifiers);
  return gtk_accelerator_get_label (key, modifiers);
}

static GtkWidget *
item_content (const char *label, const char *key)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24), *text = gtk_label_new (label);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (content), text);
  if (key) {
    GtkWidget *keys = gtk_label_new (key);
    gtk_widget_add_css_class (keys, "dim-label");
    gtk_box_append (GTK_BOX (content), keys);
  }
  return content;
}

/* A long menu scrolls, so that a small window shows all of it. */
static GtkWidget *
scroller_of (GtkWidget *box)
{
  enum { MOST_HEIGHT = 520 };
  GtkWidget *scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  return scroller;
}

GtkWidget *
mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n, gboolean surfaces)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  const MwOperation *last = NULL;
  for (const MwOperation *const *o = mw_operations_list (); *o; o++) {
    const MwOperation *operation = *o;
    g_autoptr (GError) error = NULL;
    if (!is_offered (operation, mw_document_get_format (document).family, surfaces, n == 0))
      continue;
    /* What can be done to elements of any kind is always there; what is only for some kinds is there if it applies. */
    gboolean applies = mw_operation_applies (operation, document, ids, n, &error);
    if (!applies && operation->domain != MW_DOMAIN_ELEMENTS && !surfaces)
      continue;
    if (last && last->domain != operation->domain)
      gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
    last = operation;
    g_autofree char *label = g_strconcat (mw_ui_label (operation->label), mw_operation_asks (operation) ? "…" : NULL,
                                          NULL);
    g_autofree char *key = key_of (operation, surfaces);
    GtkWidget *item = gtk_button_new ();
    gtk_button_set_child (GTK_BUTTON (item), item_content (label, key));
    gtk_widget_add_css_class (item, "flat");
    gtk_widget_add_css_class (item, "menu-item");
    gtk_widget_set_sensitive (item, applies);
    gtk_widget_set_tooltip_text (item, applies ? mw_ui_label (operation->doc) : error->message);
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_object_set_data (G_OBJECT (item), "operation", (gpointer) operation);
    g_signal_connect (item, "clicked", G_CALLBACK (item_clicked), popover);
    gtk_box_append (GTK_BOX (box), item);
  }
  gtk_popover_set_child (GTK_POPOVER (popover), scroller_of (box));
  return popover;
}
