/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets.h"
#include "ui/i18n.h"

void
mw_box_clear (GtkWidget *box)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

/* GTK 4.8 leaves a reference to the label of each tab that it removes. Whether this GTK does is tried out once. */
static gboolean
notebook_keeps_labels (void)
{
  static int keeps = -1;
  if (keeps < 0) {
    GtkWidget *notebook = g_object_ref_sink (gtk_notebook_new ()), *label = g_object_ref_sink (gtk_label_new (NULL));
    gtk_notebook_append_page (GTK_NOTEBOOK (notebook), gtk_label_new (NULL), label);
    gtk_notebook_remove_page (GTK_NOTEBOOK (notebook), 0);
    keeps = G_OBJECT (label)->ref_count > 1;
    if (keeps)
      g_object_unref (label);
    g_object_unref (label);
    g_object_unref (notebook);
  }
  return keeps;
}

static void
remove_page (GtkNotebook *notebook, GtkWidget *child, gboolean detach)
{
  GtkWidget *label = gtk_notebook_get_tab_label (notebook, child);
  if (label)
    g_object_ref (label);
  if (detach)
    gtk_notebook_detach_tab (notebook, child);
  else
    gtk_notebook_remove_page (notebook, gtk_notebook_page_num (notebook, child));
  if (label && notebook_keeps_labels ())
    g_object_unref (label);
  g_clear_object (&label);
}

void
mw_notebook_remove_page (GtkNotebook *notebook, int n)
{
  remove_page (notebook, gtk_notebook_get_nth_page (notebook, n), FALSE);
}

void
mw_notebook_detach_tab (GtkNotebook *notebook, GtkWidget *child)
{
  remove_page (notebook, child, TRUE);
}

void
mw_notebook_clear (GtkWidget *notebook)
{
  while (gtk_notebook_get_n_pages (GTK_NOTEBOOK (notebook)))
    mw_notebook_remove_page (GTK_NOTEBOOK (notebook), -1);
}

guint
mw_before_frame (GSourceFunc func, gpointer data)
{
  /* This priority is above GTK_PRIORITY_RESIZE and GDK_PRIORITY_REDRAW. */
  return g_idle_add_full (G_PRIORITY_HIGH_IDLE, func, data, NULL);
}

void
mw_disconnect (gpointer instance, gpointer data)
{
  if (instance)
    g_signal_handlers_disconnect_by_data (instance, data);
}

void
mw_widget_set_css_class (GtkWidget *widget, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

void
mw_menu_button_set_content (GtkMenuButton *button, GtkWidget *content)
{
  gtk_menu_button_set_child (button, content);
  gtk_widget_set_hexpand (content, TRUE);
  gtk_widget_set_halign (gtk_widget_get_parent (content), GTK_ALIGN_FILL);
}

void
mw_widget_set_tooltip (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0)
    return;
  gboolean nowhere = gtk_widget_get_visible (widget) && !gtk_widget_get_mapped (widget);
  if (nowhere)
    gtk_widget_set_visible (widget, FALSE);
  gtk_widget_set_tooltip_text (widget, text);
  if (nowhere)
    gtk_widget_set_visible (widget, TRUE);
}

double
mw_scroll_get (GtkWidget *scrolled)
{
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
}

typedef struct {
  double value;
  guint frames;
} Scroll;

static gboolean
scroll_step (GtkWidget *scrolled, GdkFrameClock *clock, gpointer data)
{
  enum { MOST_FRAMES = 60 };
  Scroll *scroll = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  double room = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
  /* In the first frames the old content may still be laid out and scroll to its own position. */
  if (scroll->frames++ < 3 || (room < scroll->value && scroll->frames < MOST_FRAMES))
    return G_SOURCE_CONTINUE;
  gtk_adjustment_set_value (adjustment, scroll->value);
  return G_SOURCE_REMOVE;
}

void
mw_scroll_later (GtkWidget *scrolled, double value)
{
  Scroll *scroll = g_new0 (Scroll, 1);
  scroll->value = value;
  gtk_widget_add_tick_callback (scrolled, scroll_step, scroll, g_free);
}

gboolean
mw_leave_list (GtkWidget *widget, GtkWidget *list, GtkDirectionType direction, gboolean *moved)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *at = root ? gtk_root_get_focus (root) : NULL, *child = list;
  const gboolean forward = direction == GTK_DIR_TAB_FORWARD;
  if ((!forward && direction != GTK_DIR_TAB_BACKWARD) || !at || !gtk_widget_is_ancestor (at, list))
    return FALSE;
  while (gtk_widget_get_parent (child) != widget)
    child = gtk_widget_get_parent (child);
  do
    child = forward ? gtk_widget_get_next_sibling (child) : gtk_widget_get_prev_sibling (child);
  while (child && !gtk_widget_child_focus (child, direction));
  *moved = child != NULL;
  return TRUE;
}

void
mw_name_close_button (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_has_css_class (widget, "close"))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close"), -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    mw_name_close_button (child);
}

void
mw_name_spin_buttons (GtkWidget *spin)
{
  for (GtkWidget *child = gtk_widget_get_first_child (spin); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child)) {
      const gboolean less = g_str_equal (gtk_button_get_icon_name (GTK_BUTTON (child)), "value-decrease-symbolic");
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      less ? _ ("Decrease") : _ ("Increase"), -1);
    }
}
