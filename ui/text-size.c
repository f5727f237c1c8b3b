/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/text-size.h"

#include <math.h>

double
mw_text_scale (void)
{
  enum { USUAL_DPI = 96 * 1024 };
  int dpi;
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? (double) dpi / USUAL_DPI : 1;
}

void
mw_text_scale_watch (gpointer object, void (*changed) (gpointer object))
{
  static const char *const causes[] = { "notify::gtk-xft-dpi", "notify::gtk-font-name" };
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    g_signal_connect_object (gtk_settings_get_default (), causes[i], G_CALLBACK (changed), object, G_CONNECT_SWAPPED);
}

/* --- Columns -------------------------------------------------------------------------------------------------------- */

/* The scale that the widths of the columns were made for; none yet: 1. */
#define SCALE "mw-text-scale"

static int
width_of_heading (GtkColumnView *view, GtkColumnViewColumn *column)
{
  enum { PADDING = 20, ARROW = 20 }; /* pixels; the column that is sorted by has an arrow */
  g_autoptr (PangoLayout)
    heading = gtk_widget_create_pango_layout (GTK_WIDGET (view), gtk_column_view_column_get_title (column));
  g_autoptr (PangoAttrList) bold = pango_attr_list_new ();
  int width;
  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (heading, bold);
  pango_layout_get_pixel_size (heading, &width, NULL);
  return width + PADDING + (gtk_column_view_column_get_sorter (column) ? ARROW : 0);
}

static void
fit (gpointer data)
{
  GtkColumnView *view = data;
  GListModel *columns = gtk_column_view_get_columns (view);
  const double *before = g_object_get_data (G_OBJECT (view), SCALE), now = mw_text_scale ();
  const double factor = now / (before ? *before : 1);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
    const int width = gtk_column_view_column_get_fixed_width (column);
    const char *title = gtk_column_view_column_get_title (column);
    if (width > 0)
      gtk_column_view_column_set_fixed_width (
        column, MAX ((int) lround (width * factor), title && *title ? width_of_heading (view, column) : 0));
  }
  g_object_set_data_full (G_OBJECT (view), SCALE, g_memdup2 (&now, sizeof now), g_free);
}

void
mw_columns_fit_text (GtkColumnView *view)
{
  if (!g_object_get_data (G_OBJECT (view), SCALE))
    mw_text_scale_watch (view, fit);
  fit (view);
}
