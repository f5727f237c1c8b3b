/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/panel-sizes.h"
#include "ui/places.h"
#include "ui/text-size.h"
#include "ui/widgets.h"

#include <math.h>

enum { MOST = 2000 };

static const struct {
  const char *key;
  int least, usual;
} panels[MW_N_PANELS] = { [MW_PANEL_LEFT] = { "left-panel-width", 200, 250 },
                          [MW_PANEL_RIGHT] = { "right-panel-width", 300, 330 },
                          [MW_PANEL_BOTTOM] = { "bottom-panel-height", 110, 210 } };

typedef struct {
  int size[MW_N_PANELS]; /* pixels, for text of the usual size */
} Sizes;

/* How much larger a panel is than for text of the usual size. Lines get wider with the text, but hardly higher, and the view needs what is
 * left of the height. */
static double
scale_of (MwPanel panel)
{
  return panel == MW_PANEL_BOTTOM ? 1 : mw_text_scale ();
}

int
mw_panel_least (MwPanel panel)
{
  return (int) lround (panels[panel].least * scale_of (panel));
}

/* The sizes of the widget's window; at first those that the settings have. */
static Sizes *
sizes_of (GtkWidget *widget)
{
  GObject *root = G_OBJECT (gtk_widget_get_root (widget));
  g_return_val_if_fail (root != NULL, NULL);
  Sizes *sizes = g_object_get_data (root, "mw-panel-sizes");
  if (sizes)
    return sizes;
  sizes = g_new0 (Sizes, 1);
  GSettings *settings = mw_places_settings ();
  for (guint i = 0; i < MW_N_PANELS; i++) {
    int size = settings ? g_settings_get_int (settings, panels[i].key) : panels[i].usual;
    sizes->size[i] = CLAMP (size, panels[i].least, MOST);
  }
  g_object_set_data_full (root, "mw-panel-sizes", sizes, g_free);
  return sizes;
}

/* The size (pixels) that the user chose in the window of a widget, for the text as it is now. */
static int
size_of (GtkWidget *widget, MwPanel panel)
{
  return (int) lround (sizes_of (widget)->size[panel] * scale_of (panel));
}

#define HANDLE "mw-panel-handle"

/* --- One handle ----------------------------------------------------------------------------------------------------- */

typedef struct {
  GtkPaned *paned; /* owns this */
  MwPanel panel;
  guint placing, remembering;
  gboolean held;
} Handle;

/* The panel's widget: the left panel is the start child of its paned, the others are end children. */
static GtkWidget *
child_of (Handle *handle)
{
  return handle->panel == MW_PANEL_LEFT ? gtk_paned_get_start_child (handle->paned)
                                        : gtk_paned_get_end_child (handle->paned);
}

/* Converts a size of the panel to the position of the handle, or back; the conversion is the same in both directions. */
static int
mirror (Handle *handle, int value)
{
  int most, least;
  if (handle->panel == MW_PANEL_LEFT)
    return value;
  /* At max-position the panel has its minimum size. */
  g_object_get (handle->paned, "max-position", &most, NULL);
  gtk_widget_measure (child_of (handle), gtk_orientable_get_orientation (GTK_ORIENTABLE (handle->paned)), -1, &least,
                      NULL, NULL, NULL);
  return most + least - value;
}

/* Whether the panel is mapped and its paned has a size; before that, max-position is not limited. */
static gboolean
is_shown (Handle *handle)
{
  int most;
  g_object_get (handle->paned, "max-position", &most, NULL);
  return most < G_MAXINT && gtk_widget_get_mapped (GTK_WIDGET (handle->paned))
         && gtk_widget_get_visible (child_of (handle));
}

static gboolean
place (gpointer data)
{
  Handle *handle = data;
  handle->placing = 0;
  if (is_shown (handle))
    gtk_paned_set_position (handle->paned, mirror (handle, size_of (GTK_WIDGET (handle->paned), handle->panel)));
  return G_SOURCE_REMOVE;
}

/* Places the handle before the next frame, when the available space is known. Not while the user drags it. */
static void
queue_place (Handle *handle)
{
  if (!handle->placing && !handle->held)
    handle->placing = mw_before_frame (place, handle);
}

static gboolean
remember (gpointer data)
{
  Handle *handle = data;
  handle->remembering = 0;
  if (!is_shown (handle))
    return G_SOURCE_REMOVE;
  Sizes *sizes = sizes_of (GTK_WIDGET (handle->paned));
  const int shown = (int) lround (mirror (handle, gtk_paned_get_position (handle->paned)) / scale_of (handle->panel));
  int size = CLAMP (shown, panels[handle->panel].least, MOST);
  GSettings *settings = mw_places_settings ();
  sizes->size[handle->panel] = size;
  if (settings && g_settings_get_int (settings, panels[handle->panel].key) != size)
    g_settings_set_int (settings, panels[handle->panel].key, size);
  return G_SOURCE_REMOVE;
}

/* Remembers the size before the next frame, when the move of the handle is complete. */
static void
queue_remember (Handle *handle)
{
  if (!handle->remembering)
    handle->remembering = mw_before_frame (remember, handle);
}

static void
drag_began (GtkGesture *drag, double x, double y, Handle *handle)
{
  handle->held = TRUE;
}

static void
drag_ended (GtkGesture *drag, double x, double y, Handle *handle)
{
  handle->held = FALSE;
  queue_remember (handle);
}

static gboolean
moved_by_key (Handle *handle)
{
  queue_remember (handle);
  return FALSE;
}

/* The panel needs more space for larger text. */
static void
set_least (GtkPaned *paned)
{
  Handle *handle = g_object_get_data (G_OBJECT (paned), HANDLE);
  const int least = mw_panel_least (handle->panel);
  const gboolean high = handle->panel == MW_PANEL_BOTTOM;
  gtk_widget_set_size_request (child_of (handle), high ? -1 : least, high ? least : -1);
  queue_place (handle);
}

static void
text_changed (gpointer paned)
{
  set_least (paned);
}

static void
handle_free (gpointer data)
{
  Handle *handle = data;
  g_clear_handle_id (&handle->placing, g_source_remove);
  g_clear_handle_id (&handle->remembering, g_source_remove);
  g_free (handle);
}

void
mw_panel_keep_size (GtkPaned *paned, MwPanel panel)
{
  Handle *handle = g_new0 (Handle, 1);
  handle->paned = paned;
  handle->panel = panel;
  g_object_set_data_full (G_OBJECT (paned), HANDLE, handle, handle_free);
  set_least (paned);
  mw_text_scale_watch (paned, text_changed);
  gtk_paned_set_position (paned, panel == MW_PANEL_LEFT ? panels[panel].usual : 0);
  g_signal_connect_swapped (paned, "map", G_CALLBACK (queue_place), handle);
  g_signal_connect_swapped (paned, "notify::max-position", G_CALLBACK (queue_place), handle);
  g_signal_connect_swapped (child_of (handle), "map", G_CALLBACK (queue_place), handle);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (paned));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (!GTK_IS_GESTURE_DRAG (controller))
      continue;
    g_signal_connect (controller, "drag-begin", G_CALLBACK (drag_began), handle);
    g_signal_connect (controller, "drag-end", G_CALLBACK (drag_ended), handle);
  }
  static const char *const keys[] = { "move-handle", "accept-position", "cancel-position" };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_signal_connect_swapped (paned, keys[i], G_CALLBACK (moved_by_key), handle);
}
