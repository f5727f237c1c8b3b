/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/changes-view.h"
#include "core/edit/adopt.h"
#include "core/edit/review.h"
#include "ui/document/compare-rows.h"
#include "ui/document/compare-table.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/widgets.h"

struct _MwChangesView {
  GtkBox parent_instance;
  MwDocument *document;
  MwReview *review; /* what the rows are of; NULL: nothing was compared yet */
  GListStore *rows;
  GtkMultiSelection *selection;
  GtkWidget *heading, *go, *revert, *copy, *cancel, *table, *scrolled;
  GCancellable *job; /* of the worker that compares, or takes changes back; NULL: none runs */
  gboolean stale, reverting;
};

G_DEFINE_FINAL_TYPE (MwChangesView, mw_changes_view, GTK_TYPE_BOX)

enum { GO, REFUSED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* The result of a comparison. */
typedef struct {
  MwReview *review;
  GPtrArray *rows;
} Compared;

static void
compared_free (Compared *compared)
{
  mw_review_free (compared->review);
  g_clear_pointer (&compared->rows, g_ptr_array_unref);
  g_free (compared);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static char *
heading_of (MwChangesView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  g_autofree char *count = mw_ui_count (n);
  if (n)
    return g_strdup_printf (ngettext ("%s change since the last save", "%s changes since the last save", n), count);
  return g_strdup (mw_document_is_clean (self->document) || !self->review
                     ? _ ("No changes since the last save")
                     : _ ("No values have changed since the last save, only the way in which the file stores them"));
}

/* The entries of the selected rows. Free with g_array_unref(). */
static GArray *
get_chosen (MwChangesView *self)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint i = 0; i < gtk_bitset_get_size (selected); i++) {
    g_autoptr (MwCompareRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), gtk_bitset_get_nth (selected, i));
    guint entry = mw_compare_row_get_entry (row);
    g_array_append_val (chosen, entry);
  }
  return chosen;
}

/* The element of an entry, if it exists in the document. */
static MwId
place_of (MwChangesView *self, guint entry)
{
  MwId id = mw_review_get_element (self->review, entry)->id;
  return mw_model_find (mw_document_get_model (self->document), id) ? id : 0;
}

static void
update_buttons (MwChangesView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint n = (guint) gtk_bitset_get_size (selected);
  gboolean current = self->review && !self->stale && !self->job;
  g_autoptr (GArray) chosen = current && n == 1 ? get_chosen (self) : NULL;
  gtk_widget_set_sensitive (self->go, chosen && place_of (self, g_array_index (chosen, guint, 0)));
  gtk_widget_set_sensitive (self->revert, current && n);
  gtk_widget_set_sensitive (self->copy, g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0);
  gtk_widget_set_visible (self->cancel, self->reverting);
  gtk_widget_set_visible (self->revert, !self->reverting);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, self->stale || self->job, -1);
}

static void
show_text (MwChangesView *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->heading), text);
}

/* --- Comparing ------------------------------------------------------------------------------------------------------ */

static void
compare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Compared *compared = data;
  GError *error = NULL;
  if (!mw_review_compute (compared->review, cancellable, &error)) {
    g_task_return_error (task, error);
    return;
  }
  compared->rows = mw_review_rows (compared->review);
  g_task_return_boolean (task, TRUE);
}

static void begin (MwChangesView *self);

static void
compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwChangesView) self = data;
  g_autoptr (GError) error = NULL;
  gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);
  Compared *done = g_task_get_task_data (G_TASK (result));
  g_clear_object (&self->job);
  if (!self->document)
    return;
  if (ok) {
    g_clear_pointer (&self->review, mw_review_free);
    self->review = g_steal_pointer (&done->review);
    mw_compare_rows_replace (self->rows, done->rows);
    g_autofree char *heading = heading_of (self);
    show_text (self, heading);
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_autofree char *why = mw_error_describe (error, NULL);
    g_list_store_remove_all (self->rows);
    show_text (self, why);
  }
  begin (self);
  update_buttons (self);
}

/* Compares again, if that is due and the list is on show. */
static void
begin (MwChangesView *self)
{
  g_autoptr (GError) error = NULL;
  if (!self->stale || self->job || !gtk_widget_get_mapped (GTK_WIDGET (self)) || mw_document_is_open (self->document))
    return;
  self->stale = FALSE;
  MwReview *review = mw_review_new (self->document, &error);
  if (!review) {
    g_clear_pointer (&self->review, mw_review_free);
    g_list_store_remove_all (self->rows);
    g_autofree char *why = mw_error_describe (error, NULL);
    show_text (self, why);
    return;
  }
  self->job = g_cancellable_new ();
  Compared *comparing = g_new0 (Compared, 1);
  comparing->review = review;
  g_autoptr (GTask) task = g_task_new (NULL, self->job, compared, g_object_ref (self));
  g_task_set_task_data (task, comparing, (GDestroyNotify) compared_free);
  g_task_run_in_thread (task, compare_thread);
}

static void
history_changed (MwChangesView *self)
{
  self->stale = TRUE;
  begin (self);
  update_buttons (self);
}

static void
mapped (MwChangesView *self)
{
  begin (self);
  update_buttons (self);
}

/* --- Taking back ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwReview *review; /* that of the view, which gets it back */
  MwDocument *copy;
  GArray *entries;
} Reverting;

static void
reverting_free (Reverting *reverting)
{
  g_object_unref (reverting->copy);
  g_array_unref (reverting->entries);
  mw_review_free (reverting->review);
  g_free (reverting);
}

static void
revert_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reverting *reverting = data;
  GError *error = NULL;
  if (mw_review_revert (reverting->review, reverting->copy, (const guint *) reverting->entries->data,
                        reverting->entries->len, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
reverted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwChangesView) self = data;
  g_autoptr (GError) error = NULL;
  Reverting *reverting = g_task_get_task_data (G_TASK (result));
  gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_object (&self->job);
  self->reverting = FALSE;
  if (!self->document) {
    mw_document_cancel (reverting->copy);
    return;
  }
  self->review = g_steal_pointer (&reverting->review);
  if (ok)
    ok = mw_document_adopt (self->document, reverting->copy, &error);
  mw_document_cancel (reverting->copy);
  if (!ok && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_autofree char *why = mw_error_describe (error, NULL);
    g_autofree char *text = g_strdup_printf (_ ("Not taken back: %s"), why);
    g_signal_emit (self, signals[REFUSED], 0, text);
  }
  begin (self);
  update_buttons (self);
}

static void
revert_clicked (MwChangesView *self)
{
  g_autoptr (GArray) chosen = get_chosen (self);
  if (self->job || self->stale || !self->review || !chosen->len || mw_document_is_open (self->document))
    return;
  Reverting *reverting = g_new0 (Reverting, 1);
  reverting->review = g_steal_pointer (&self->review);
  reverting->copy = mw_document_copy (self->document);
  reverting->entries = g_array_ref (chosen);
  mw_document_begin (reverting->copy, chosen->len == 1 ? N_ ("Revert change") : N_ ("Revert changes"));
  self->reverting = TRUE;
  self->job = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->job, reverted, g_object_ref (self));
  g_task_set_task_data (task, reverting, (GDestroyNotify) reverting_free);
  g_task_run_in_thread (task, revert_thread);
  update_buttons (self);
}

static void
cancel_clicked (MwChangesView *self)
{
  if (self->job)
    g_cancellable_cancel (self->job);
}

/* --- Going there ---------------------------------------------------------------------------------------------------- */

static void
go_to (MwChangesView *self, guint entry)
{
  const MwDiffEntry *change = &g_array_index (mw_review_get_entries (self->review), MwDiffEntry, entry);
  const MwModel *model = mw_document_get_model (self->document);
  MwId id = place_of (self, entry), record = (change->b ? change->b : change->a)->id;
  if (id)
    g_signal_emit (self, signals[GO], 0, id, mw_model_find (model, record) ? record : 0, change->field, change->first);
}

static void
activated (GtkColumnView *view, guint position, MwChangesView *self)
{
  g_autoptr (MwCompareRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  if (row && self->review && !self->stale)
    go_to (self, mw_compare_row_get_entry (row));
}

static void
go_clicked (MwChangesView *self)
{
  g_autoptr (GArray) chosen = get_chosen (self);
  if (chosen->len == 1 && self->review)
    go_to (self, g_array_index (chosen, guint, 0));
}

static void
copy_clicked (MwChangesView *self)
{
  g_autofree char *text = mw_compare_table_text (G_LIST_MODEL (self->rows));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwChangesView *self = MW_CHANGES_VIEW (object);
  if (self->job)
    g_cancellable_cancel (self->job);
  mw_disconnect (self->document, self);
  g_clear_object (&self->document);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_pointer (&self->review, mw_review_free);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (mw_changes_view_parent_class)->dispose (object);
}

static void
mw_changes_view_class_init (MwChangesViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  signals[GO] = g_signal_new ("go", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
                              G_TYPE_UINT, G_TYPE_UINT, G_TYPE_POINTER, G_TYPE_UINT);
  signals[REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mw_changes_view_init (MwChangesView *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "changes");
  self->stale = TRUE;
  GtkWidget *bar = mw_list_bar_new (&self->heading);
  self->go = mw_list_bar_add (bar, _ ("Go to Element"), _ ("Select the element, and show the property (double click)"),
                              G_CALLBACK (go_clicked), self);
  self->revert = mw_list_bar_add (bar, _ ("Revert"), _ ("Give what is selected its saved value again, in one step"),
                                  G_CALLBACK (revert_clicked), self);
  self->cancel = mw_list_bar_add (bar, _ ("Cancel"), _ ("Stop; nothing is changed"), G_CALLBACK (cancel_clicked), self);
  self->copy = mw_list_bar_add (bar, _ ("Copy List"), _ ("Copy all rows as text, with paths"),
                                G_CALLBACK (copy_clicked), self);
  gtk_box_append (GTK_BOX (self), bar);
  self->rows = g_list_store_new (MW_TYPE_COMPARE_ROW);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (update_buttons), self);
  self->table = mw_compare_table_new (GTK_SELECTION_MODEL (self->selection), _ ("Changes since the last save"),
                                      _ ("Saved"), _ ("Now"));
  g_signal_connect (self->table, "activate", G_CALLBACK (activated), self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->table);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  /* It has the focus while the table is empty. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Changes since the last save"), -1);
  gtk_box_append (GTK_BOX (self), self->scrolled);
  g_signal_connect (self, "map", G_CALLBACK (mapped), NULL);
}

GtkWidget *
mw_changes_view_new (MwDocument *document)
{
  MwChangesView *self = g_object_new (MW_TYPE_CHANGES_VIEW, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "history-changed", G_CALLBACK (history_changed), self);
  update_buttons (self);
  return GTK_WIDGET (self);
}

void
mw_changes_view_take_focus (MwChangesView *self)
{
  gtk_widget_grab_focus (self->table);
}
