/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets.h"
#include "ui/window/window-private.h"

/* Tabs go from one window to another: dragged there, dragged to where no window is, or by Move Tab to New Window. A page takes
 * everything with it, because it belongs to no window. While it is saved or read again it stays. */

/* --- Windows ------------------------------------------------------------------------------------------------------- */

/* Calls `func` for this window and the others of the program until it returns FALSE. */
static void
foreach_window (MwWindow *self, gboolean (*func) (MwWindow *window, gpointer data), gpointer data)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  if (!func (self, data) || !application)
    return;
  for (GList *at = gtk_application_get_windows (application); at; at = at->next)
    if (MW_IS_WINDOW (at->data) && at->data != self && !func (at->data, data))
      return;
}

typedef struct {
  gboolean (*is_it) (MwDocumentPage *page, gconstpointer data);
  gconstpointer data;
  gboolean found;
} Finding;

static gboolean
show_in (MwWindow *window, gpointer data)
{
  Finding *finding = data;
  for (guint i = 0; window->tabs && i < mw_window_get_n_pages (window); i++) {
    if (!finding->is_it (mw_window_get_nth_page (window, i), finding->data))
      continue;
    gtk_notebook_set_current_page (GTK_NOTEBOOK (window->tabs), (int) i);
    mw_window_show_start (window, FALSE);
    gtk_window_present (GTK_WINDOW (window));
    finding->found = TRUE;
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_window_show_page_of (MwWindow *self, gboolean (*is_it) (MwDocumentPage *page, gconstpointer data),
                        gconstpointer data)
{
  Finding finding = { is_it, data, FALSE };
  foreach_window (self, show_in, &finding);
  return finding.found;
}

static gboolean
is_other (MwWindow *window, gpointer other)
{
  if (window != *(MwWindow **) other) {
    *(MwWindow **) other = NULL;
    return FALSE;
  }
  return TRUE;
}

static gboolean
is_only_window (MwWindow *self)
{
  MwWindow *other = self;
  foreach_window (self, is_other, &other);
  return other != NULL;
}

/* --- A tab leaves --------------------------------------------------------------------------------------------------- */

static gboolean
close_if_empty (gpointer data)
{
  MwWindow *self = data;
  if (self->tabs && !mw_window_get_n_pages (self) && !self->jobs->len && !is_only_window (self))
    gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

void
mw_window_tab_left (MwWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, close_if_empty, g_object_ref (self), g_object_unref);
}

/* --- A tab arrives -------------------------------------------------------------------------------------------------- */

static gboolean
show_arrived (gpointer data)
{
  MwWindow *self = data;
  if (self->tabs)
    mw_window_show_start (self, FALSE);
  return G_SOURCE_REMOVE;
}

void
mw_window_tab_arrived (MwWindow *self, MwDocumentPage *page)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  if (gtk_notebook_page_num (tabs, self->start) >= 0)
    gtk_notebook_reorder_child (tabs, self->start, -1);
  mw_document_page_show_panel (page, "view", !self->viewport_closed);
  gtk_notebook_set_current_page (tabs, gtk_notebook_page_num (tabs, GTK_WIDGET (page)));
  /* Not now: the notebook is still at it. */
  g_idle_add_full (G_PRIORITY_DEFAULT, show_arrived, g_object_ref (self), g_object_unref);
}

/* --- A new window --------------------------------------------------------------------------------------------------- */

static MwWindow *
new_window (MwWindow *self)
{
  int width, height;
  MwWindow *other = MW_WINDOW (mw_window_new (gtk_window_get_application (GTK_WINDOW (self))));
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (other), width, height);
  other->viewport_closed = self->viewport_closed;
  gtk_window_present (GTK_WINDOW (other));
  return other;
}

GtkNotebook *
mw_window_create_for_tab (GtkNotebook *tabs, GtkWidget *page, MwWindow *self)
{
  return GTK_NOTEBOOK (new_window (self)->tabs);
}

static void
move_page (MwWindow *from, MwDocumentPage *moved, MwWindow *to)
{
  g_autoptr (MwDocumentPage) page = g_object_ref (moved);
  mw_notebook_detach_tab (GTK_NOTEBOOK (from->tabs), GTK_WIDGET (page));
  mw_window_put_page (to, page, (int) mw_window_get_n_pages (to));
  if (!to->viewport_closed)
    mw_viewport_take_focus (mw_document_page_get_viewport (page));
}

void
mw_window_detach_tab (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  if (page && gtk_notebook_get_tab_detachable (GTK_NOTEBOOK (self->tabs), GTK_WIDGET (page)))
    move_page (self, page, new_window (self));
}

/* GTK 4.8 finishes no drag of a tab under X that ends at no target. So the inside of a window is one: its own tabs get a new window
 * there, and those of others come to it. */
static gboolean
tab_dropped (GtkDropTarget *target, const GValue *value, double x, double y, gpointer unused)
{
  g_autoptr (GtkWidget) child = NULL;
  MwWindow *here = MW_WINDOW (gtk_widget_get_root (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target))));
  g_object_get (g_value_get_object (value), "child", &child, NULL);
  /* A tab of a panel is no document. */
  if (!MW_IS_DOCUMENT_PAGE (child))
    return FALSE;
  MwWindow *from = MW_WINDOW (gtk_widget_get_root (child));
  move_page (from, MW_DOCUMENT_PAGE (child), from == here ? new_window (from) : here);
  return TRUE;
}

void
mw_window_accept_tabs (GtkWidget *inside)
{
  GtkDropTarget *target = gtk_drop_target_new (GTK_TYPE_NOTEBOOK_PAGE, GDK_ACTION_MOVE);
  g_signal_connect (target, "drop", G_CALLBACK (tab_dropped), NULL);
  gtk_widget_add_controller (inside, GTK_EVENT_CONTROLLER (target));
}
