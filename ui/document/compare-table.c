/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/compare-table.h"
#include "ui/document/compare-rows.h"
#include "ui/i18n.h"
#include "ui/list-panel.h"
#include "ui/text-size.h"
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
  GtkWidget *view = mw_text_table_new (selection, name);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    mw_text_table_add (view, columns[i].title, columns[i].width, columns[i].text >= MW_COMPARE_DISK,
                       G_CALLBACK (bind_cell), GUINT_TO_POINTER (columns[i].text));
  mw_columns_fit_text (GTK_COLUMN_VIEW (view));
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
