/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/pick-list.h"
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/widgets.h"
#include "ui/words-filter.h"

struct _MwPickList {
  GtkBox parent_instance;
  GtkStringList *names;
  GtkFilter *filter;
  GtkSingleSelection *selection;
  GtkWidget *search, *list;
  guint begin_idle, scroll_tick, n_ticks;
  gboolean beginning; /* mw_pick_list_begin() sets the mark */
};

G_DEFINE_FINAL_TYPE (MwPickList, mw_pick_list, GTK_TYPE_BOX)

enum { PICKED, MARKED, ENTERED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

void
mw_setup_label_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_string (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

GtkListItemFactory *
mw_string_factory_new (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (mw_setup_label_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_string), NULL);
  return factory;
}

/* --- Picking -------------------------------------------------------------------------------------------------------- */

static void
pick (MwPickList *self, guint index)
{
  g_signal_emit (self, signals[PICKED], 0, index);
}

/* The index of the name in a row. The filtered list has the same string objects as the whole list, so it is found by identity.
 * GTK_INVALID_LIST_POSITION: there is no such row. */
static guint
index_of (MwPickList *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  for (guint i = 0; item && i < g_list_model_get_n_items (G_LIST_MODEL (self->names)); i++) {
    g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (self->names), i);
    if (other == item)
      return i;
  }
  return GTK_INVALID_LIST_POSITION;
}

static void
row_activated (GtkListView *list, guint position, MwPickList *self)
{
  guint index = index_of (self, position);
  if (index != GTK_INVALID_LIST_POSITION)
    pick (self, index);
}

static void
mark_moved (GtkSingleSelection *selection, GParamSpec *property, MwPickList *self)
{
  guint index = index_of (self, gtk_single_selection_get_selected (selection));
  if (!self->beginning && gtk_widget_get_mapped (self->list) && index != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[MARKED], 0, index);
}

static void
show_marked (MwPickList *self)
{
  guint marked = gtk_single_selection_get_selected (self->selection);
  if (marked != GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (self->list))
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", marked);
}

static void
search_changed (GtkEditable *search, MwPickList *self)
{
  const char *typed = gtk_editable_get_text (search);
  mw_words_filter_set_typed (MW_WORDS_FILTER (self->filter), typed);
  mw_search_mark (self->selection, typed);
  show_marked (self);
}

static void
search_activated (GtkSearchEntry *search, MwPickList *self)
{
  g_autoptr (MwPickList) keep G_GNUC_UNUSED = g_object_ref (self);
  gboolean answered = FALSE;
  g_signal_emit (self, signals[ENTERED], 0, gtk_editable_get_text (GTK_EDITABLE (search)), &answered);
  guint marked = gtk_single_selection_get_selected (self->selection);
  if (!answered && marked != GTK_INVALID_LIST_POSITION)
    row_activated (NULL, marked, self);
}

/* The search entry handles Escape, so the popover does not get it and is closed here. */
static void
search_stopped (GtkSearchEntry *search, MwPickList *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  if (popover)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/* Runs after the popover's own handling of its opening, which moves the focus. */
static gboolean
begin_later (gpointer data)
{
  MwPickList *self = data;
  self->begin_idle = 0;
  if (gtk_widget_get_mapped (self->search))
    gtk_widget_grab_focus (self->search);
  return G_SOURCE_REMOVE;
}

/* The list can be scrolled only after a frame has laid it out. */
static gboolean
scroll_later (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  MwPickList *self = data;
  if (self->n_ticks++ == 0)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  show_marked (self);
  return G_SOURCE_REMOVE;
}

void
mw_pick_list_begin (MwPickList *self, guint marked)
{
  self->beginning = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  mw_words_filter_set_typed (MW_WORDS_FILTER (self->filter), NULL);
  if (marked < g_list_model_get_n_items (G_LIST_MODEL (self->names)))
    gtk_single_selection_set_selected (self->selection, marked);
  self->beginning = FALSE;
  if (!self->begin_idle)
    self->begin_idle = mw_before_frame (begin_later, self);
  self->n_ticks = 0;
  if (!self->scroll_tick)
    self->scroll_tick = gtk_widget_add_tick_callback (self->list, scroll_later, self, NULL);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwPickList *self = MW_PICK_LIST (object);
  g_clear_handle_id (&self->begin_idle, g_source_remove);
  if (self->scroll_tick)
    gtk_widget_remove_tick_callback (self->list, self->scroll_tick);
  self->scroll_tick = 0;
  mw_disconnect (self->selection, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_object (&self->names);
  G_OBJECT_CLASS (mw_pick_list_parent_class)->dispose (object);
}

static void
mw_pick_list_class_init (MwPickListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[MARKED] = g_signal_new ("marked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ENTERED] = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
}

static void
mw_pick_list_init (MwPickList *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->names = gtk_string_list_new (NULL);
  self->filter = mw_words_filter_new ();
  GtkFilterListModel *filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->names)),
                                                            g_object_ref (self->filter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (mark_moved), self);
  self->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), mw_string_factory_new ());
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  g_signal_connect (self->search, "changed", G_CALLBACK (search_changed), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_activated), self);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (search_stopped), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_widget_set_size_request (scrolled, 240, -1);
  gtk_box_append (GTK_BOX (self), self->search);
  gtk_box_append (GTK_BOX (self), scrolled);
}

GtkWidget *
mw_pick_list_new (const char *label)
{
  MwPickList *self = g_object_new (MW_TYPE_PICK_LIST, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}

void
mw_pick_list_set_names (MwPickList *self, const char *const *names)
{
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)), names);
}

GtkEditable *
mw_pick_list_get_search (MwPickList *self)
{
  return GTK_EDITABLE (self->search);
}
