/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/put-over.h"

typedef struct {
  GtkWidget *widget;
  MwOverArea area; /* or NULL */
  gpointer data;
} Over;

enum {
  MARGIN = 8,
  TOOLS_HEIGHT = 44,  /* the row of tools at the top of a view */
  CORNER_WIDTH = 96,  /* the axes in its corner, which are buttons ... */
  CORNER_LEAST = 560, /* ... and are covered in a view that is narrower than this */
  MOST_WIDTH = 760    /* lines that are longer than this are hard to read */
};

static gboolean
area_of (const Over *over, GtkWidget *overlay, graphene_rect_t *bounds)
{
  GtkWidget *area = over->area ? over->area (over->data) : NULL;
  if (area && gtk_widget_get_mapped (area) && gtk_widget_compute_bounds (area, overlay, bounds))
    return TRUE;
  graphene_rect_init (bounds, 0, 0, (float) gtk_widget_get_width (overlay), (float) gtk_widget_get_height (overlay));
  return FALSE;
}

static gboolean
place (GtkOverlay *overlay, GtkWidget *widget, GdkRectangle *at, const Over *over)
{
  if (widget != over->widget)
    return FALSE;
  const gboolean top = gtk_widget_get_valign (widget) == GTK_ALIGN_START;
  graphene_rect_t bounds;
  const gboolean in_view = area_of (over, GTK_WIDGET (overlay), &bounds);
  int x = (int) bounds.origin.x, y = (int) bounds.origin.y, width = (int) bounds.size.width,
      height = (int) bounds.size.height, least, wanted;
  if (top && in_view) {
    y += TOOLS_HEIGHT;
    height -= TOOLS_HEIGHT;
    width -= width >= CORNER_LEAST ? CORNER_WIDTH : 0;
  }
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
  const int room = width - 2 * MARGIN;
  at->width = MAX (least, MIN (room, top ? MOST_WIDTH : wanted));
  at->x = CLAMP (x + (width - at->width) / 2, 0, MAX (0, gtk_widget_get_width (GTK_WIDGET (overlay)) - at->width));
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, at->width, &least, &wanted, NULL, NULL);
  at->height = MAX (least, MIN (wanted, height - 2 * MARGIN));
  at->y = top ? y + MARGIN : MAX (0, y + height - MARGIN - at->height);
  return TRUE;
}

void
mw_put_over (GtkOverlay *overlay, GtkWidget *widget, MwOverArea area, gpointer data)
{
  Over *over = g_new0 (Over, 1);
  over->widget = widget;
  over->area = area;
  over->data = data;
  if (!gtk_widget_get_parent (widget))
    gtk_overlay_add_overlay (overlay, widget);
  g_signal_connect_data (overlay, "get-child-position", G_CALLBACK (place), over, (GClosureNotify) (GCallback) g_free,
                         0);
}
