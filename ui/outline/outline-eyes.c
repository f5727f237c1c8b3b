/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-eyes.h"
#include "ui/outline/outline-row.h"
#include "ui/viewport/eyes-menu.h"

/* Rows are higher than this, so that a drag that moves by less passes over none. */
enum { STEP = 10 };

typedef struct {
  MwOutline *outline;
  MwEyes *eyes;
  MwEye eye; /* which of both is painted; MW_EYE_COUNT: nothing is */
  gboolean on;
  double x, y, last; /* where the drag began, and the height that it has reached */
} Painting;

/* The node of the row at a place of the view, and which icon is there. NULL: there is no row. */
static MwOutlineNode *
node_at (Painting *painting, double x, double y, MwEye *eye)
{
  GtkWidget *cell = NULL, *view = GTK_WIDGET (mw_outline_get_view (painting->outline));
  GtkTreeListRow *row = mw_outline_get_row_at (painting->outline, x, y, &cell);
  GtkWidget *widget = cell && !MW_IS_OUTLINE_ROW (cell) ? gtk_widget_get_first_child (cell) : cell;
  double inside, unused;
  *eye = MW_EYE_COUNT;
  if (!row || !widget || !MW_IS_OUTLINE_ROW (widget))
    return NULL;
  if (gtk_widget_translate_coordinates (view, widget, x, y, &inside, &unused))
    *eye = mw_outline_row_get_eye_at (MW_OUTLINE_ROW (widget), inside);
  return gtk_tree_list_row_get_item (row);
}

static void
isolate (Painting *painting, MwOutlineNode *node)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_outline_node_append_all_ids (node, ids);
  /* Done to what is alone already, it brings all back. */
  if (!mw_eyes_isolate (painting->eyes, (const MwId *) (const void *) ids->data, ids->len))
    mw_eyes_clear (painting->eyes, MW_EYE_HIDDEN);
}

static void
began (GtkGestureDrag *drag, double x, double y, Painting *painting)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  g_autoptr (MwOutlineNode) node = node_at (painting, x, y, &painting->eye);
  if (!node || painting->eye == MW_EYE_COUNT) {
    painting->eye = MW_EYE_COUNT;
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  if (painting->eye == MW_EYE_HIDDEN && state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) {
    isolate (painting, node);
    painting->eye = MW_EYE_COUNT;
    return;
  }
  painting->x = x;
  painting->y = painting->last = y;
  painting->on = mw_row_eye_get (painting->eyes, node, painting->eye) == MW_ROW_EYE_OFF;
  mw_row_eye_set (painting->eyes, node, painting->eye, painting->on);
}

static void
dragged (GtkGestureDrag *drag, double dx, double dy, Painting *painting)
{
  const double to = painting->y + dy, step = to > painting->last ? STEP : -STEP;
  while (painting->eye != MW_EYE_COUNT && painting->last != to) {
    MwEye eye;
    painting->last = (to - painting->last) / step > 1 ? painting->last + step : to;
    g_autoptr (MwOutlineNode) node = node_at (painting, painting->x, painting->last, &eye);
    if (node && eye == painting->eye)
      mw_row_eye_set (painting->eyes, node, eye, painting->on);
  }
}

static void
painting_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
mw_outline_eyes_install (MwOutline *outline, MwDocument *document)
{
  Painting *painting = g_new0 (Painting, 1);
  mw_eyes_install_actions (GTK_WIDGET (outline), document);
  painting->outline = outline;
  painting->eyes = mw_eyes_of (document);
  painting->eye = MW_EYE_COUNT;
  GtkGesture *drag = gtk_gesture_drag_new ();
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_data (drag, "drag-begin", G_CALLBACK (began), painting, painting_free, 0);
  g_signal_connect (drag, "drag-update", G_CALLBACK (dragged), painting);
  gtk_widget_add_controller (GTK_WIDGET (mw_outline_get_view (outline)), GTK_EVENT_CONTROLLER (drag));
}
