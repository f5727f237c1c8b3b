/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/list-panel.h"
#include "ui/ellipsis.h"
#include "ui/operations/pick-list.h"

GtkWidget *
mw_list_bar_new (GtkWidget **heading)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (bar, "list-bar");
  *heading = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (*heading), 0);
  mw_label_ellipsize (*heading, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (*heading, TRUE);
  gtk_box_append (GTK_BOX (bar), *heading);
  return bar;
}

GtkWidget *
mw_list_bar_add (GtkWidget *bar, const char *label, const char *tooltip, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_swapped (button, "clicked", clicked, data);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

GtkWidget *
mw_text_table_new (GtkSelectionModel *selection, const char *name)
{
  GtkWidget *table = gtk_column_view_new (selection);
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (table), TRUE);
  gtk_widget_add_css_class (table, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return table;
}

#define COLUMN "mw-column"

void
mw_text_table_add (GtkWidget *table, const char *title, int width, gboolean expands, GCallback bind, gpointer data)
{
  const guint n = g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_object_set_data (G_OBJECT (factory), COLUMN, GUINT_TO_POINTER (n));
  g_signal_connect (factory, "setup", G_CALLBACK (mw_setup_label_row), NULL);
  g_signal_connect (factory, "bind", bind, data);
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_fixed_width (column, width);
  gtk_column_view_column_set_expand (column, expands);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (table), column);
}

guint
mw_text_table_column (GtkSignalListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), COLUMN));
}
