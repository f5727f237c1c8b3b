/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/table.h"

#include <string.h>

enum { SHORT = 30, MOST_COLUMNS = 64 };

/* The longest text of each column, in letters. */
static guint
measure (cmark_node *table, glong *longest)
{
  guint columns = 0;
  for (cmark_node *row = cmark_node_first_child (table); row; row = cmark_node_next (row)) {
    guint at = 0;
    for (cmark_node *cell = cmark_node_first_child (row); cell && at < MOST_COLUMNS;
         cell = cmark_node_next (cell), at++) {
      g_autofree char *text = mw_markdown_plain (cell);
      longest[at] = MAX (longest[at], g_utf8_strlen (text, -1));
    }
    columns = MAX (columns, at);
  }
  return columns;
}

static gboolean
is_empty (cmark_node *row)
{
  g_autofree char *text = mw_markdown_plain (row);
  return !*text;
}

GtkWidget *
mw_help_table_new (cmark_node *table, GtkWidget *(*make_label) (cmark_node *cell, gpointer data), gpointer data)
{
  GtkWidget *grid = gtk_grid_new ();
  glong longest[MOST_COLUMNS] = { 0 };
  const guint columns = measure (table, longest);
  int y = 0;
  gtk_widget_add_css_class (grid, "help-table");
  for (cmark_node *row = cmark_node_first_child (table); row; row = cmark_node_next (row)) {
    const gboolean head = mw_markdown_is (row, "table_header");
    if (head && is_empty (row))
      continue;
    guint x = 0;
    for (cmark_node *cell = cmark_node_first_child (row); cell && x < columns; cell = cmark_node_next (cell), x++) {
      GtkWidget *label = make_label (cell, data);
      const gboolean wraps = longest[x] > SHORT;
      gtk_label_set_wrap (GTK_LABEL (label), wraps);
      gtk_label_set_yalign (GTK_LABEL (label), 0);
      gtk_widget_set_hexpand (label, wraps || x + 1 == columns);
      if (wraps)
        gtk_label_set_width_chars (GTK_LABEL (label), 14);
      if (head)
        gtk_widget_add_css_class (label, "heading");
      gtk_grid_attach (GTK_GRID (grid), label, (int) x, y, 1, 1);
    }
    y++;
  }
  return grid;
}
