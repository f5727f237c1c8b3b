/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/columns-layout.h"

struct _MwColumnsLayout {
  GtkLayoutManager parent_instance;
  guint most;
  int spacing;
};

G_DEFINE_FINAL_TYPE (MwColumnsLayout, mw_columns_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *
laid_out (GtkWidget *child)
{
  while (child && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static GtkWidget *
after (GtkWidget *child)
{
  return laid_out (gtk_widget_get_next_sibling (child));
}

static guint
n_children (GtkWidget *widget)
{
  guint n = 0;
  for (GtkWidget *child = laid_out (gtk_widget_get_first_child (widget)); child; child = after (child))
    n++;
  return n;
}

/* The width of a column that suits all children. */
static void
column_width (GtkWidget *widget, int *minimum, int *natural)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = laid_out (gtk_widget_get_first_child (widget)); child; child = after (child)) {
    int least, wanted;
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wanted);
  }
}

/* The number of columns in a width; -1: in any. */
static guint
n_columns (MwColumnsLayout *self, GtkWidget *widget, int width)
{
  int least, wanted;
  const guint n = MAX (n_children (widget), 1), most = MIN (self->most, n);
  column_width (widget, &least, &wanted);
  if (width < 0)
    return most;
  const int fit = (width + self->spacing) / MAX (least + self->spacing, 1);
  const guint columns = CLAMP ((guint) MAX (fit, 1), 1, most), rows = (n + columns - 1) / columns;
  /* Four are two and two, not three and one. */
  return (n + rows - 1) / rows;
}

static void
measure (GtkLayoutManager *layout, GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
         int *natural, int *minimum_baseline, int *natural_baseline)
{
  MwColumnsLayout *self = MW_COLUMNS_LAYOUT (layout);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    const int most = (int) n_columns (self, widget, -1);
    column_width (widget, minimum, natural);
    *natural = most * *natural + (most - 1) * self->spacing;
    return;
  }
  const guint columns = n_columns (self, widget, for_size), rows = (n_children (widget) + columns - 1) / columns;
  int least = 0, wanted = 0;
  for (GtkWidget *child = laid_out (gtk_widget_get_first_child (widget)); child; child = after (child)) {
    int each, each_wanted;
    gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &each, &each_wanted, NULL, NULL);
    least = MAX (least, each);
    wanted = MAX (wanted, each_wanted);
  }
  const int between = rows ? (int) (rows - 1) * self->spacing : 0;
  *minimum = (int) rows * least + between;
  *natural = (int) rows * wanted + between;
}

static void
allocate (GtkLayoutManager *layout, GtkWidget *widget, int width, int height, int baseline)
{
  MwColumnsLayout *self = MW_COLUMNS_LAYOUT (layout);
  const gboolean from_right = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const int columns = (int) n_columns (self, widget, width), n = (int) n_children (widget),
            rows = MAX ((n + columns - 1) / columns, 1);
  const int high = (height - (rows - 1) * self->spacing) / rows, inside = width - (columns - 1) * self->spacing;
  int i = 0;
  for (GtkWidget *child = laid_out (gtk_widget_get_first_child (widget)); child; child = after (child), i++) {
    const int column = i % columns;
    /* The pixels that do not divide are shared out from the start, so that the last column ends at the edge. */
    const int x = column * inside / columns, end = (column + 1) * inside / columns;
    GtkAllocation place = { x + column * self->spacing, i / columns * (high + self->spacing), end - x, high };
    if (from_right)
      place.x = width - place.x - place.width;
    gtk_widget_size_allocate (child, &place, -1);
  }
}

static GtkSizeRequestMode
request_mode (GtkLayoutManager *layout, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
mw_columns_layout_class_init (MwColumnsLayoutClass *klass)
{
  GtkLayoutManagerClass *layout = GTK_LAYOUT_MANAGER_CLASS (klass);
  layout->measure = measure;
  layout->allocate = allocate;
  layout->get_request_mode = request_mode;
}

static void
mw_columns_layout_init (MwColumnsLayout *self)
{}

GtkLayoutManager *
mw_columns_layout_new (guint most, int spacing)
{
  MwColumnsLayout *self = g_object_new (MW_TYPE_COLUMNS_LAYOUT, NULL);
  self->most = most;
  self->spacing = spacing;
  return GTK_LAYOUT_MANAGER (self);
}
