/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/tool-strip.h"

/* Pixels between two children and between two rows. */
enum { GAP = 6, ROW_GAP = 4 };

#define ALONE "mw-alone"

struct _MwToolStrip {
  GtkWidget parent_instance;
  GtkWidget *corner; /* what it must not cover; not owned */
};

G_DEFINE_FINAL_TYPE (MwToolStrip, mw_tool_strip, GTK_TYPE_WIDGET)

static GtkWidget *
laid_out (GtkWidget *child)
{
  while (child && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static GtkWidget *
first_of (GtkWidget *strip)
{
  return laid_out (gtk_widget_get_first_child (strip));
}

static GtkWidget *
after (GtkWidget *child)
{
  return laid_out (gtk_widget_get_next_sibling (child));
}

static gboolean
is_alone (GtkWidget *child)
{
  return g_object_get_data (G_OBJECT (child), ALONE) != NULL;
}

/* Places the children in `width` pixels, or, if that is below 0, in as few rows as they want; `place` (may be NULL) is called with the
 * rectangle of each. Returns the height. */
static int
lay_out (GtkWidget *strip, int width, void (*place) (GtkWidget *child, const GtkAllocation *rectangle, int width))
{
  int x = 0, y = 0, row = 0;
  gboolean was_alone = FALSE;
  for (GtkWidget *child = first_of (strip); child; child = after (child)) {
    int least, wanted;
    GtkAllocation at = { 0 };
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
    at.width = width < 0 ? wanted : CLAMP (width, least, wanted);
    gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, at.width, NULL, &at.height, NULL, NULL);
    if (x > 0 && (was_alone || is_alone (child) || (width >= 0 && x + GAP + at.width > width))) {
      y += row + ROW_GAP;
      x = row = 0;
    }
    at.x = x > 0 ? x + GAP : 0;
    at.y = y;
    x = at.x + at.width;
    row = MAX (row, at.height);
    was_alone = is_alone (child);
    if (place)
      place (child, &at, width);
  }
  return y + row;
}

static void
measure_width (GtkWidget *strip, int *minimum, int *natural)
{
  int row = 0;
  for (GtkWidget *child = first_of (strip); child; child = after (child)) {
    int least, wanted;
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
    row = is_alone (child) ? 0 : row + wanted + (row ? GAP : 0);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, MAX (row, wanted));
  }
}

static void
measure (GtkWidget *strip, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (strip, minimum, natural);
  else
    *minimum = *natural = lay_out (strip, for_size, NULL);
}

static void
place_child (GtkWidget *child, const GtkAllocation *rectangle, int width)
{
  GtkAllocation at = *rectangle;
  if (gtk_widget_get_direction (child) == GTK_TEXT_DIR_RTL)
    at.x = width - at.x - at.width;
  gtk_widget_size_allocate (child, &at, -1);
}

static void
size_allocate (GtkWidget *strip, int width, int height, int baseline)
{
  lay_out (strip, width, place_child);
}

static GtkSizeRequestMode
request_mode (GtkWidget *strip)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Only its children are there for the pointer. */
static gboolean
contains (GtkWidget *strip, double x, double y)
{
  return FALSE;
}

static gboolean
place_strip (GtkOverlay *overlay, GtkWidget *child, GtkAllocation *out, MwToolStrip *self)
{
  int least, wanted, corner;
  if (child != GTK_WIDGET (self))
    return FALSE;
  gtk_widget_measure (self->corner, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &corner, NULL, NULL);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
  const int width = gtk_widget_get_width (GTK_WIDGET (overlay)), room = MAX (MIN (wanted, width - corner), least);
  const gboolean from_right = gtk_widget_get_direction (child) == GTK_TEXT_DIR_RTL;
  *out = (GtkAllocation) { from_right ? width - room : 0, 0, room, 0 };
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, room, NULL, &out->height, NULL, NULL);
  return TRUE;
}

void
mw_tool_strip_append (MwToolStrip *self, GtkWidget *child, gboolean alone)
{
  g_object_set_data (G_OBJECT (child), ALONE, alone ? self : NULL);
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

void
mw_tool_strip_prepend (MwToolStrip *self, GtkWidget *child)
{
  gtk_widget_insert_after (child, GTK_WIDGET (self), NULL);
}

void
mw_tool_strip_add_to (MwToolStrip *self, GtkOverlay *overlay, GtkWidget *corner)
{
  self->corner = corner;
  gtk_overlay_add_overlay (overlay, GTK_WIDGET (self));
  g_signal_connect_object (overlay, "get-child-position", G_CALLBACK (place_strip), self, 0);
}

static void
dispose (GObject *object)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (mw_tool_strip_parent_class)->dispose (object);
}

static void
mw_tool_strip_class_init (MwToolStripClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  widget->get_request_mode = request_mode;
  widget->contains = contains;
  gtk_widget_class_set_css_name (widget, "toolstrip");
}

static void
mw_tool_strip_init (MwToolStrip *self)
{}

GtkWidget *
mw_tool_strip_new (void)
{
  return g_object_new (MW_TYPE_TOOL_STRIP, NULL);
}
