/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/trial.h"
#include "core/base/last-words.h"
#include "core/edit/adopt.h"
#include "core/edit/progress.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <gtk/gtk.h>

enum { STEPS = 10000, QUICK_US = 50000, SHOWN_US = 500000, POLL_US = 2000, REFRESH_MS = 40, MARGIN = 18 };

struct _MwTrial {
  int references; /* the owner and the worker */
  int stopped, done, fraction;
  MwDocument *copy;
  const MwOperation *operation;
  MwId *ids;
  guint n;
  MwRecord *params; /* or NULL */
  guint64 generation;
  GError *error; /* of the worker; read it when `done` */
};

gint64 mw_trial_patience = QUICK_US, mw_trial_unseen = SHOWN_US;

/* --- On the document itself ------------------------------------------------------------------------------------------ */

static gboolean
is_in_time (double fraction, gpointer deadline)
{
  return fraction >= 1 || g_get_monotonic_time () < *(const gint64 *) deadline;
}

gboolean
mw_trial_quick (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params,
                gint64 patience, GError **error)
{
  gint64 deadline = g_get_monotonic_time () + patience;
  mw_document_set_progress (document, &(MwProgress) { is_in_time, &deadline });
  gboolean ok = mw_operation_run (operation, document, ids, n, params, error);
  mw_document_set_progress (document, NULL);
  return ok;
}

/* --- On a copy ------------------------------------------------------------------------------------------------------- */

static void
drop (MwTrial *self)
{
  if (!g_atomic_int_dec_and_test (&self->references))
    return;
  g_object_unref (self->copy);
  g_free (self->ids);
  if (self->params)
    mw_record_free (self->params);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
advance (double fraction, gpointer data)
{
  MwTrial *self = data;
  g_atomic_int_set (&self->fraction, (int) (fraction * STEPS));
  return !g_atomic_int_get (&self->stopped);
}

/* The transaction of the copy stays open, because mw_trial_take() applies its changes to the document. */
static gpointer
work (gpointer data)
{
  MwTrial *self = data;
  mw_last_words_in_thread ();
  mw_document_set_progress (self->copy, &(MwProgress) { advance, self });
  mw_document_begin (self->copy, mw_ui_label (self->operation->label));
  mw_operation_run (self->operation, self->copy, self->ids, self->n, self->params, &self->error);
  g_atomic_int_set (&self->done, TRUE);
  drop (self);
  return NULL;
}

MwTrial *
mw_trial_begin (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params)
{
  MwTrial *self = g_new0 (MwTrial, 1);
  self->references = 2;
  self->copy = mw_document_copy (document);
  self->operation = operation;
  self->ids = g_memdup2 (ids, n * sizeof (MwId));
  self->n = n;
  self->params = params ? mw_record_copy (params, TRUE) : NULL;
  self->generation = mw_document_get_generation (document);
  g_thread_unref (g_thread_new ("operation", work, self));
  return self;
}

gboolean
mw_trial_is_done (const MwTrial *self)
{
  return g_atomic_int_get (&self->done);
}

double
mw_trial_get_fraction (const MwTrial *self)
{
  return (double) g_atomic_int_get (&self->fraction) / STEPS;
}

void
mw_trial_stop (MwTrial *self)
{
  g_atomic_int_set (&self->stopped, TRUE);
}

gboolean
mw_trial_take (MwTrial *self, MwDocument *document, GError **error)
{
  g_return_val_if_fail (mw_trial_is_done (self), FALSE);
  if (self->error) {
    g_propagate_error (error, g_error_copy (self->error));
    return FALSE;
  }
  if (mw_document_get_generation (document) != self->generation) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", _ ("the model was changed in the meantime"));
    return FALSE;
  }
  return mw_document_adopt (document, self->copy, error);
}

void
mw_trial_free (MwTrial *self)
{
  mw_trial_stop (self);
  drop (self);
}

/* --- With a window --------------------------------------------------------------------------------------------------- */

static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwTrial *trial)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  mw_trial_stop (trial);
  return TRUE;
}

static gboolean
close_asked (GtkWindow *window, MwTrial *trial)
{
  mw_trial_stop (trial);
  return TRUE;
}

static gboolean
refresh (gpointer data)
{
  return G_SOURCE_CONTINUE; /* wakes up the loop in wait_with_window() */
}

/* The window that the user works in; NULL: there is none. */
static GtkWindow *
find_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
    if (gtk_widget_get_visible (GTK_WIDGET (window)) && (!found || gtk_window_is_active (window)))
      found = window;
  }
  return found;
}

static GtkWidget *
window_new (MwTrial *trial, GtkWindow *parent, const char *what, GtkWidget **bar)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12),
            *label = gtk_label_new (what), *cancel = gtk_button_new_with_label (_ ("Cancel"));
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_window_set_title (GTK_WINDOW (window), what);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_resizable (GTK_WINDOW (window), FALSE);
  gtk_widget_set_margin_top (box, MARGIN);
  gtk_widget_set_margin_bottom (box, MARGIN);
  gtk_widget_set_margin_start (box, MARGIN);
  gtk_widget_set_margin_end (box, MARGIN);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "heading");
  *bar = gtk_progress_bar_new ();
  gtk_widget_set_size_request (*bar, 320, -1);
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (*bar), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (*bar), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
  gtk_widget_set_halign (cancel, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), *bar);
  gtk_box_append (GTK_BOX (box), cancel);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_widget_add_controller (window, key);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), trial);
  g_signal_connect (window, "close-request", G_CALLBACK (close_asked), trial);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (mw_trial_stop), trial);
  return window;
}

/* Handles events until the operation is done. The document does not change meanwhile, so everything can still be
 * drawn. */
static void
wait_with_window (MwTrial *trial, const char *what)
{
  GtkWidget *bar, *parent = (GtkWidget *) find_window ();
  GtkWidget *focus = parent ? gtk_window_get_focus (GTK_WINDOW (parent)) : NULL;
  GtkWidget *popover = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;
  /* An open popover would take the first click. */
  if (popover) {
    g_object_ref (popover);
    gtk_popover_popdown (GTK_POPOVER (popover));
  }
  GtkWidget *window = g_object_ref (window_new (trial, GTK_WINDOW (parent), what, &bar));
  guint timer = g_timeout_add (REFRESH_MS, refresh, NULL);
  gtk_window_present (GTK_WINDOW (window));
  while (!mw_trial_is_done (trial)) {
    double fraction = mw_trial_get_fraction (trial);
    g_autofree char *text = g_strdup_printf (_ ("%d %%"), (int) (fraction * 100));
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), fraction);
    gtk_progress_bar_set_text (GTK_PROGRESS_BAR (bar), text);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (timer);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
  if (popover && trial->error && gtk_widget_get_parent (popover))
    gtk_popover_popup (GTK_POPOVER (popover));
  g_clear_object (&popover);
}

gboolean
mw_trial_finish (MwTrial *self, MwDocument *document, const char *what, GError **error)
{
  g_autoptr (MwDocument) keep G_GNUC_UNUSED = g_object_ref (document);
  const gint64 shown = g_get_monotonic_time () + mw_trial_unseen;
  while (!mw_trial_is_done (self) && g_get_monotonic_time () < shown)
    g_usleep (POLL_US);
  if (!mw_trial_is_done (self))
    wait_with_window (self, what);
  mw_document_begin (document, what);
  gboolean ok = mw_trial_take (self, document, error);
  if (ok)
    mw_document_commit (document);
  else
    mw_document_cancel (document);
  mw_trial_free (self);
  return ok;
}

gboolean
mw_trial_run (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params,
              const char *what, GError **error)
{
  g_autoptr (GError) own = NULL;
  if (!what)
    what = mw_ui_label (operation->label);
  mw_document_begin (document, what);
  if (mw_trial_quick (document, operation, ids, n, params, mw_trial_patience, &own)) {
    mw_document_commit (document);
    return TRUE;
  }
  mw_document_cancel (document);
  if (g_error_matches (own, MW_ERROR, MW_ERROR_CANCELLED))
    return mw_trial_finish (mw_trial_begin (document, operation, ids, n, params), document, what, error);
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}
