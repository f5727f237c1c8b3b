/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/row-layout.h"

struct _MwRowLayout {
  GtkLayoutManager parent_instance;
  int spacing;
};

G_DEFINE_FINAL_TYPE (MwRowLayout, mw_row_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *
laid_out (GtkWidget *child)
{
  while (child && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static GtkWidget *
first_of (GtkWidget *row)
{
  return laid_out (gtk_widget_get_first_child (row));
}

static GtkWidget *
after (GtkWidget *child)
{
  return laid_out (gtk_widget_get_next_sibling (child));
}

/* Distributes `width` pixels among the children, as an array of GtkRequestedSize. Space beyond the natural widths goes to
 * children that expand. Free with g_array_unref(). */
static GArray *
share (MwRowLayout *self, GtkWidget *row, int width)
{
  GArray *sizes = g_array_new (FALSE, TRUE, sizeof (GtkRequestedSize));
  guint n_expand = 0;
  for (GtkWidget *child = first_of (row); child; child = after (child)) {
    GtkRequestedSize size = { .data = child };
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &size.minimum_size, &size.natural_size, NULL, NULL);
    width -= size.minimum_size + (sizes->len ? self->spacing : 0);
    n_expand += gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
    g_array_append_val (sizes, size);
  }
  int left = gtk_distribute_natural_allocation (MAX (width, 0), sizes->len, (GtkRequestedSize *) (void *) sizes->data);
  for (guint i = 0; i < sizes->len; i++) {
    GtkRequestedSize *size = &g_array_index (sizes, GtkRequestedSize, i);
    if (!gtk_widget_compute_expand (size->data, GTK_ORIENTATION_HORIZONTAL))
      continue;
    int more = left / (int) n_expand--;
    size->minimum_size += more;
    left -= more;
  }
  return sizes;
}

static void
measure_width (MwRowLayout *self, GtkWidget *row, int *minimum, int *natural)
{
  for (GtkWidget *child = first_of (row); child; child = after (child)) {
    int least, wanted, gap = child == first_of (row) ? 0 : self->spacing;
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
    *minimum += least + gap;
    *natural += wanted + gap;
  }
}

static void
measure_height (MwRowLayout *self, GtkWidget *row, int width, int *minimum, int *natural)
{
  g_autoptr (GArray) sizes = width >= 0 ? share (self, row, width) : NULL;
  guint i = 0;
  for (GtkWidget *child = first_of (row); child; child = after (child)) {
    int least, wanted, room = sizes ? g_array_index (sizes, GtkRequestedSize, i++).minimum_size : -1;
    gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, room, &least, &wanted, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wanted);
  }
}

static void
measure (GtkLayoutManager *layout, GtkWidget *row, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  MwRowLayout *self = MW_ROW_LAYOUT (layout);
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, row, minimum, natural);
  else
    measure_height (self, row, for_size, minimum, natural);
}

static void
allocate (GtkLayoutManager *layout, GtkWidget *row, int width, int height, int baseline)
{
  MwRowLayout *self = MW_ROW_LAYOUT (layout);
  gboolean from_right = gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;
  g_autoptr (GArray) sizes = share (self, row, width);
  int x = 0;
  for (guint i = 0; i < sizes->len; i++) {
    const GtkRequestedSize *size = &g_array_index (sizes, GtkRequestedSize, i);
    GtkAllocation place = { from_right ? width - x - size->minimum_size : x, 0, size->minimum_size, height };
    gtk_widget_size_allocate (size->data, &place, -1);
    x += size->minimum_size + self->spacing;
  }
}

static GtkSizeRequestMode
request_mode (GtkLayoutManager *layout, GtkWidget *row)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
mw_row_layout_class_init (MwRowLayoutClass *klass)
{
  GtkLayoutManagerClass *layout = GTK_LAYOUT_MANAGER_CLASS (klass);
  layout->measure = measure;
  layout->allocate = allocate;
  layout->get_request_mode = request_mode;
}

static void
mw_row_layout_init (MwRowLayout *self)
{}

GtkLayoutManager *
mw_row_layout_new (int spacing)
{
  MwRowLayout *self = g_object_new (MW_TYPE_ROW_LAYOUT, NULL);
  self->spacing = spacing;
  return GTK_LAYOUT_MANAGER (self);
}

GtkWidget *
mw_row_new (int spacing)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, spacing);
  gtk_widget_set_layout_manager (row, mw_row_layout_new (spacing));
  return row;
}
