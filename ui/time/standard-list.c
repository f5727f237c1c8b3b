/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/standard-list.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"
#include "ui/words-filter.h"

#include <string.h>

struct _MwStandardList {
  GtkBox parent_instance;
  MwDocument *document;
  GPtrArray *sets; /* const MwStandardSet *: the kinds of models */
  GArray *all;     /* MwStandardSequence of the chosen set, as the model is now */
  GListStore *rows;
  GtkFilter *words, *lacking;
  GtkWidget *kind, *missing, *search, *list, *error;
  GHashTable *bound; /* GtkListItems that are shown */
};

G_DEFINE_FINAL_TYPE (MwStandardList, mw_standard_list, GTK_TYPE_BOX)

static guint picked_signal;

#define PLACE "mw-standard-list-place" /* of a row: which sequence of the set it is about */

/* --- What the model has ----------------------------------------------------------------------------------------------- */

/* The state of the sequence that a row is about. */
static const MwStandardSequence *
state_of (MwStandardList *self, gpointer row)
{
  const guint place = GPOINTER_TO_UINT (g_object_get_data (row, PLACE));
  return place < self->all->len ? &g_array_index (self->all, MwStandardSequence, place) : NULL;
}

/* What is said beside the name. Free with g_free(). */
static char *
words_of (const MwStandardSequence *is)
{
  g_autofree char *title = is->sequence ? mw_ui_record_title (is->sequence) : NULL;
  switch (is->state) {
  case MW_STANDARD_HAVE:
    return g_steal_pointer (&title);
  case MW_STANDARD_FALLS_BACK:
    return g_strdup_printf (_ ("plays %s"), title);
  case MW_STANDARD_MISSPELT:
    /* Translators: a sequence has nearly the name that the game looks up */
    return g_strdup_printf (_ ("perhaps meant: %s"), title);
  default:
    return g_strdup (_ ("missing"));
  }
}

static void
show_row (MwStandardList *self, GtkListItem *item)
{
  const MwStandardSequence *is = state_of (self, gtk_list_item_get_item (item));
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item)),
            *words = gtk_widget_get_next_sibling (name), *add = gtk_widget_get_next_sibling (words);
  if (!is)
    return;
  const gboolean can = is->from && (is->state == MW_STANDARD_FALLS_BACK || is->state == MW_STANDARD_MISSING);
  g_autofree char *text = words_of (is), *from = can ? mw_ui_record_title (is->from) : NULL,
                  *called = g_strdup_printf ("%s %s", _ ("Add"), is->expected->name),
                  *tooltip = can ? g_strdup_printf (_ ("Adds it as a copy of %s"), from) : NULL;
  gtk_label_set_text (GTK_LABEL (name), is->expected->name);
  gtk_label_set_text (GTK_LABEL (words), text);
  mw_widget_set_css_class (name, "dim-label", is->state == MW_STANDARD_HAVE);
  gtk_widget_set_opacity (add, can ? 1 : 0);
  gtk_widget_set_sensitive (add, can);
  mw_widget_set_tooltip (add, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (add), GTK_ACCESSIBLE_PROPERTY_LABEL, called, -1);
}

static gboolean
is_asked_for (gpointer row, gpointer data)
{
  MwStandardList *self = data;
  const MwStandardSequence *is = state_of (self, row);
  return is && (is->state != MW_STANDARD_HAVE || !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->missing)));
}

static const MwStandardSet *
chosen_set (MwStandardList *self)
{
  const guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));
  return at < self->sets->len ? self->sets->pdata[at] : NULL;
}

/* Looks at the model again. */
static void
look (MwStandardList *self)
{
  const MwStandardSet *set = chosen_set (self);
  if (!set)
    return;
  g_clear_pointer (&self->all, g_array_unref);
  self->all = mw_standard_sequences (mw_document_get_model (self->document), set);
  gtk_filter_changed (self->lacking, GTK_FILTER_CHANGE_DIFFERENT);
  GHashTableIter iter;
  gpointer item;
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    show_row (self, item);
}

static void
show_error (MwStandardList *self, const GError *error)
{
  g_autofree char *text = error ? mw_ui_refusal (self->document, error) : NULL;
  gtk_label_set_text (GTK_LABEL (self->error), text ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

static void
kind_chosen (MwStandardList *self)
{
  g_list_store_remove_all (self->rows);
  show_error (self, NULL);
  look (self);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->all->len; i++) {
    GtkStringObject *row = gtk_string_object_new (g_array_index (self->all, MwStandardSequence, i).expected->name);
    g_object_set_data (G_OBJECT (row), PLACE, GUINT_TO_POINTER (i));
    g_ptr_array_add (rows, row);
  }
  g_list_store_splice (self->rows, 0, 0, rows->pdata, rows->len);
}

/* --- Input ------------------------------------------------------------------------------------------------------------ */

static void
document_changed (MwDocument *document, MwChangeSet *set, MwStandardList *self)
{
  const MwSchema *kind = mw_aspects_of (mw_document_get_model (document))->sequence;
  const MwField *list = mw_schema_part (mw_document_get_model (document)->record.schema, MW_PART_SEQUENCES);
  gboolean concerns = FALSE;
  for (guint i = 0; i < set->changes->len && !concerns; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    concerns = change->schema == kind || change->field == list;
  }
  if (concerns && gtk_widget_get_mapped (GTK_WIDGET (self)))
    look (self);
}

static void
add_clicked (GtkButton *button, GtkListItem *item)
{
  MwStandardList *self = MW_STANDARD_LIST (gtk_widget_get_ancestor (GTK_WIDGET (button), MW_TYPE_STANDARD_LIST));
  const MwOperation *operation = &mw_operation_sequence_add_standard;
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autofree char *name = g_strdup_printf ("\"%s\"", gtk_string_object_get_string (gtk_list_item_get_item (item)));
  g_autoptr (GError) error = NULL;
  if (mw_operation_param_set (operation, self->document, params, "name", name, strlen (name), &error))
    mw_ui_run_operation (self->document, operation, NULL, 0, params, &error);
  show_error (self, error);
}

static void
row_activated (GtkListView *list, guint position, MwStandardList *self)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);
  const MwStandardSequence *is = row ? state_of (self, row) : NULL;
  if (is && is->sequence)
    g_signal_emit (self, picked_signal, 0, is->sequence->id);
}

static void
search_changed (GtkEditable *search, MwStandardList *self)
{
  mw_words_filter_set_typed (MW_WORDS_FILTER (self->words), gtk_editable_get_text (search));
}

/* The search entry handles Escape, so the popover does not get it and is closed here. */
static void
search_stopped (GtkSearchEntry *search, MwStandardList *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  if (popover)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
map (GtkWidget *widget)
{
  look (MW_STANDARD_LIST (widget));
  show_error (MW_STANDARD_LIST (widget), NULL);
  GTK_WIDGET_CLASS (mw_standard_list_parent_class)->map (widget);
}

/* --- Rows ------------------------------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *name = gtk_label_new (NULL),
            *words = gtk_label_new (NULL), *add = gtk_button_new_with_label (_ ("Add"));
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_xalign (GTK_LABEL (words), 1);
  gtk_widget_add_css_class (words, "dim-label");
  mw_label_ellipsize (words, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (words), 32);
  g_signal_connect (add, "clicked", G_CALLBACK (add_clicked), item);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), add);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwStandardList *self)
{
  g_hash_table_add (self->bound, item);
  show_row (self, item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwStandardList *self)
{
  g_hash_table_remove (self->bound, item);
}

/* --- The widget ------------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwStandardList *self = MW_STANDARD_LIST (object);
  mw_disconnect (self->document, self);
  mw_disconnect (self->kind, self);
  self->kind = NULL;
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->words);
  g_clear_object (&self->lacking);
  g_clear_object (&self->rows);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_standard_list_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwStandardList *self = MW_STANDARD_LIST (object);
  g_clear_pointer (&self->sets, g_ptr_array_unref);
  g_clear_pointer (&self->all, g_array_unref);
  g_hash_table_unref (self->bound);
  G_OBJECT_CLASS (mw_standard_list_parent_class)->finalize (object);
}

static void
mw_standard_list_class_init (MwStandardListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_WIDGET_CLASS (klass)->map = map;
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static GtkWidget *
list_new (MwStandardList *self)
{
  GtkEveryFilter *both = gtk_every_filter_new ();
  gtk_multi_filter_append (GTK_MULTI_FILTER (both), g_object_ref (self->lacking));
  gtk_multi_filter_append (GTK_MULTI_FILTER (both), g_object_ref (self->words));
  GtkFilterListModel *shown = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), GTK_FILTER (both));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (shown))), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Standard sequences"),
                                  -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_size_request (scrolled, 420, 220);
  return scrolled;
}

static void
mw_standard_list_init (MwStandardList *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "standard-list");
  self->bound = g_hash_table_new (NULL, NULL);
  self->rows = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  self->words = mw_words_filter_new ();
  self->lacking = GTK_FILTER (gtk_custom_filter_new (is_asked_for, self, NULL));
  self->kind = gtk_drop_down_new_from_strings (NULL);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->kind));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kind), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kind"), -1);
  self->missing = gtk_check_button_new_with_label (_ ("Only what is missing"));
  self->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  g_signal_connect (self->search, "changed", G_CALLBACK (search_changed), self);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (search_stopped), self);
  g_signal_connect_swapped (self->missing, "toggled", G_CALLBACK (look), self);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->error), 40);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "field-error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (bar), self->kind);
  gtk_box_append (GTK_BOX (bar), self->missing);
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), self->search);
  gtk_box_append (GTK_BOX (self), list_new (self));
  gtk_box_append (GTK_BOX (self), self->error);
}

GtkWidget *
mw_standard_list_new (MwDocument *document)
{
  MwStandardList *self = g_object_new (MW_TYPE_STANDARD_LIST, NULL);
  self->document = g_object_ref (document);
  self->sets = mw_standard_sets (mw_document_get_model (document), mw_document_get_format (document).family);
  GtkStringList *kinds = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->kind)));
  for (guint i = 0; i < self->sets->len; i++)
    gtk_string_list_append (kinds, mw_ui_label (((const MwStandardSet *) self->sets->pdata[i])->label));
  kind_chosen (self);
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (kind_chosen), self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  return GTK_WIDGET (self);
}
