/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/i18n.h"
#include "ui/outline/outline-row.h"

/* The heading of the first row in view stays in view while its rows are scrolled. A click goes to it. */

/* The heading of a row: the topmost row above it. NULL: it is one itself, or there are none in this arrangement. Free with
 * g_object_unref(). */
static GtkTreeListRow *
heading_of (MwOutline *self, GtkTreeListRow *row)
{
  if (!row || mw_outline_is_by_skeleton (self) || gtk_tree_list_row_get_depth (row) == 0)
    return NULL;
  GtkTreeListRow *above = g_object_ref (row);
  while (gtk_tree_list_row_get_depth (above) > 0) {
    GtkTreeListRow *next = gtk_tree_list_row_get_parent (above);
    g_object_unref (above);
    above = next;
  }
  return above;
}

enum { INSIDE = 40 }; /* a place in all rows, from the left side */

/* Scrolls until the selected row is below the heading. */
static void
uncover (MwOutline *self)
{
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  const int high = gtk_widget_get_height (self->header);
  const int places[] = { high - 2, 2 };
  self->uncover = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    GtkWidget *cell = NULL;
    GtkTreeListRow *row = mw_outline_get_row_at (self, INSIDE, places[i], &cell);
    graphene_rect_t bounds;
    if (!row || gtk_tree_list_row_get_depth (row) == 0 || !gtk_widget_compute_bounds (cell, self->view, &bounds)
        || !gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection),
                                             gtk_tree_list_row_get_position (row)))
      continue;
    gtk_adjustment_set_value (scroll, gtk_adjustment_get_value (scroll) - high + (double) bounds.origin.y);
    return;
  }
}

static gboolean
update (gpointer data)
{
  MwOutline *self = data;
  GtkWidget *widget = NULL;
  self->header_idle = 0;
  g_autoptr (GtkTreeListRow) heading = heading_of (self, mw_outline_get_row_at (self, INSIDE, 2, &widget));
  mw_outline_row_set_list_row (MW_OUTLINE_ROW (self->header_row), heading);
  if (heading) {
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (heading);
    g_autofree char *title = mw_outline_node_get_title (node);
    /* Translators: %s is a heading of the outline, such as "Bones" */
    g_autofree char *name = g_strdup_printf (_ ("Go to %s"), title);
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  }
  gtk_widget_set_visible (self->header, heading != NULL);
  if (self->uncover && heading)
    uncover (self);
  return G_SOURCE_REMOVE;
}

/* After the list has got its new places, which is after the frame. */
static void
queue_update (MwOutline *self)
{
  if (!self->header_idle)
    self->header_idle = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, update, self, NULL);
}

static void
clicked (MwOutline *self)
{
  GtkTreeListRow *heading = mw_outline_row_get_list_row (MW_OUTLINE_ROW (self->header_row));
  if (!heading)
    return;
  const guint position = gtk_tree_list_row_get_position (heading);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", position);
  gtk_widget_grab_focus (self->view);
}

void
mw_outline_uncover_selection (MwOutline *self)
{
  self->uncover = TRUE;
  queue_update (self);
}

void
mw_outline_header_set_row (MwOutline *self)
{
  self->header_row = mw_outline_row_new (self->view, self->images, mw_eyes_of (self->document),
                                         mw_findings_of (self->document));
  gtk_widget_set_can_target (self->header_row, FALSE);
  gtk_button_set_child (GTK_BUTTON (self->header), self->header_row);
}

GtkWidget *
mw_outline_make_header (MwOutline *self)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  self->header = gtk_button_new ();
  gtk_widget_add_css_class (self->header, "outline-header");
  gtk_widget_set_valign (self->header, GTK_ALIGN_START);
  gtk_widget_set_visible (self->header, FALSE);
  gtk_widget_set_focusable (self->header, FALSE);
  g_signal_connect_swapped (self->header, "clicked", G_CALLBACK (clicked), self);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->scrolled);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->header);
  g_signal_connect_object (scroll, "value-changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scroll, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  return overlay;
}
