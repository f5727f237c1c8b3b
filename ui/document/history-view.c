/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/history-view.h"
#include "core/edit/operations/history-script.h"
#include "ui/ellipsis.h"
#include "ui/empty-note.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/widgets.h"

#include <string.h>

/* The list has one string for each state: the state before all steps, then the state after each step. */
struct _MwHistoryView {
  GtkBox parent_instance;
  MwDocument *document;
  GtkStringList *states;
  GtkNoSelection *selection;
  GtkWidget *view, *copy, *empty;
  guint refresh_idle;
};

G_DEFINE_FINAL_TYPE (MwHistoryView, mw_history_view, GTK_TYPE_BOX)

static guint said_signal;

static void
show_row (MwHistoryView *self, GtkListItem *item)
{
  guint at = gtk_list_item_get_position (item), now = mw_document_get_position (self->document);
  GtkWidget *row = gtk_list_item_get_child (item), *mark = gtk_widget_get_first_child (row);
  GtkWidget *label = gtk_widget_get_next_sibling (mark), *saved = gtk_widget_get_next_sibling (label);
  GtkStringObject *text = gtk_list_item_get_item (item);
  gtk_label_set_text (GTK_LABEL (label), gtk_string_object_get_string (text));
  gtk_image_set_from_icon_name (GTK_IMAGE (mark), at == now ? "go-next-symbolic" : NULL);
  mw_widget_set_css_class (label, "dim-label", at > now);
  gtk_widget_set_visible (saved, at == now && mw_document_is_clean (self->document));
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwHistoryView *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (NULL);
  GtkWidget *saved = gtk_label_new (_ ("saved"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (saved, "caption");
  gtk_widget_add_css_class (saved, "accent");
  gtk_box_append (GTK_BOX (row), gtk_image_new ());
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), saved);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwHistoryView *self)
{
  show_row (self, item);
}

static void
activated (GtkListView *view, guint position, MwHistoryView *self)
{
  mw_document_go_to (self->document, position);
}

void
mw_history_view_copy_script (MwHistoryView *self)
{
  guint n = mw_document_get_position (self->document), left_out;
  g_autofree char *script = mw_script_from_history (self->document, &left_out);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), script);
  g_autofree char *copied = g_strdup_printf (
    ngettext ("Copied %u step as a script for mwright do.", "Copied %u steps as a script for mwright do.", n), n);
  g_autofree char *rest = g_strdup_printf (
    ngettext ("%u of them has no line, and is a comment.", "%u of them have no line, and are comments.", left_out),
    left_out);
  g_autofree char *text = left_out ? g_strdup_printf ("%s %s", copied, rest) : g_strdup (copied);
  g_signal_emit (self, said_signal, 0, text);
}

/* All rows are bound again, because the appearance of each depends on which one is current. Few are visible. */
static gboolean
refresh (gpointer data)
{
  MwHistoryView *self = data;
  self->refresh_idle = 0;
  guint n = mw_document_get_n_steps (self->document);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_ptr_array_add (names, (gpointer) _ ("As opened"));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer) mw_step_get_label (mw_document_get_step (self->document, i)));
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->states, 0, g_list_model_get_n_items (G_LIST_MODEL (self->states)),
                          (const char *const *) names->pdata);
  guint position = mw_document_get_position (self->document);
  gtk_widget_set_sensitive (self->copy, position > 0);
  mw_empty_note_set (self->empty, n ? NULL : _ ("Each change will be a row here. A click on a row goes back to it."),
                     NULL);
  if (gtk_widget_get_mapped (self->view))
    gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", position);
  return G_SOURCE_REMOVE;
}

static void
queue_refresh (MwHistoryView *self)
{
  if (!self->refresh_idle)
    self->refresh_idle = mw_before_frame (refresh, self);
}

static void
mw_history_view_dispose (GObject *object)
{
  MwHistoryView *self = MW_HISTORY_VIEW (object);
  g_clear_handle_id (&self->refresh_idle, g_source_remove);
  mw_disconnect (self->document, self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_history_view_parent_class)->dispose (object);
}

static gboolean
focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean moved;
  if (mw_leave_list (widget, MW_HISTORY_VIEW (widget)->view, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (mw_history_view_parent_class)->focus (widget, direction);
}

static void
mw_history_view_class_init (MwHistoryViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_history_view_dispose;
  GTK_WIDGET_CLASS (klass)->focus = focus;
  said_signal = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_STRING);
}

static void
mw_history_view_init (MwHistoryView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *heading, *bar = mw_list_bar_new (&heading);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_label_set_text (GTK_LABEL (heading), _ ("History"));
  self->copy = mw_list_bar_add (bar, _ ("Copy as Script"), _ ("Copies the steps as text for mwright do --script"),
                                G_CALLBACK (mw_history_view_copy_script), self);
  gtk_box_append (GTK_BOX (self), bar);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  self->states = gtk_string_list_new (NULL);
  self->selection = gtk_no_selection_new (G_LIST_MODEL (self->states));
  self->view = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("History"), -1);
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  self->empty = mw_empty_note_new (NULL, NULL);
  gtk_widget_set_can_target (self->empty, FALSE);
  GtkWidget *overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scrolled);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->empty);
  gtk_box_append (GTK_BOX (self), overlay);
}

GtkWidget *
mw_history_view_new (MwDocument *document)
{
  MwHistoryView *self = g_object_new (MW_TYPE_HISTORY_VIEW, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "history-changed", G_CALLBACK (queue_refresh), self);
  refresh (self);
  return GTK_WIDGET (self);
}
