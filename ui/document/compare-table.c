/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/compare-table.h"
#include "ui/document/compare-rows.h"
#include "ui/i18n.h"
#include "ui/operations/pick-list.h"
#include "ui/widgets.h"

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  MwCompareRow *row = gtk_list_item_get_item (item);
  const char *text = mw_compare_row_get (row, (MwCompareText) GPOINTER_TO_UINT (column));
  gtk_label_set_text (GTK_LABEL (label), text);
  mw_widget_set_css_class (label, "dim-label",
                           GPOINTER_TO_UINT (column) == MW_COMPARE_ELEMENT && mw_compare_row_continues (row));
  /* The full text, and the path for the command line. */
  g_autofree char *tip = g_strdup_printf ("%s\n%s", text, mw_compare_row_get (row, MW_COMPARE_PATH));
  gtk_widget_set_tooltip_text (label, *text ? tip : NULL);
}

GtkWidget *
mw_compare_table_new (GtkSelectionModel *selection, const char *name, const char *was, const char *is)
{
  const struct {
    const char *title;
    MwCompareText text;
    int width;
  } columns[] = {
    { _ ("Element"), MW_COMPARE_ELEMENT, 230 },
    { _ ("Property"), MW_COMPARE_FIELD, 170 },
    { was, MW_COMPARE_DISK, 200 },
    { is, MW_COMPARE_HERE, 200 },
  };
  GtkWidget *view = gtk_column_view_new (selection);
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (view), TRUE);
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
    g_signal_connect (factory, "setup", G_CALLBACK (mw_setup_label_row), NULL);
    g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GUINT_TO_POINTER (columns[i].text));
    g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (columns[i].title, factory);
    gtk_column_view_column_set_resizable (column, TRUE);
    gtk_column_view_column_set_fixed_width (column, columns[i].width);
    gtk_column_view_column_set_expand (column, columns[i].text >= MW_COMPARE_DISK);
    gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  }
  return view;
}

char *
mw_compare_table_text (GListModel *rows)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (MwCompareRow) row = g_list_model_get_item (rows, i);
    g_string_append_printf (text, "%s: %s -> %s\n", mw_compare_row_get (row, MW_COMPARE_PATH),
                            mw_compare_row_get (row, MW_COMPARE_DISK), mw_compare_row_get (row, MW_COMPARE_HERE));
  }
  return g_string_free (text, FALSE);
}
