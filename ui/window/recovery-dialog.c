/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/recovery-dialog.h"
#include "core/convert/targets.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"

struct _MwRecoveryDialog {
  GtkWindow parent_instance;
  GtkWidget *list, *recover_all, *later;
};

G_DEFINE_FINAL_TYPE (MwRecoveryDialog, mw_recovery_dialog, GTK_TYPE_WINDOW)

enum { RECOVER, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Words ---------------------------------------------------------------------------------------------------------- */

static char *
name_of (const MwLeftJournal *left)
{
  g_autofree char *name = left->path ? g_path_get_basename (left->path) : NULL;
  return name ? g_filename_display_name (name) : g_strdup (left->recoverable ? _ ("Untitled") : _ ("Unknown model"));
}

static char *
when (gint64 seconds)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (seconds), now = g_date_time_new_now_local ();
  if (!then)
    return g_strdup ("");
  int day = g_date_time_get_day_of_year (then), today = g_date_time_get_day_of_year (now);
  gboolean same_year = g_date_time_get_year (then) == g_date_time_get_year (now);
  if (same_year && day == today)
    return g_date_time_format (then, _ ("today at %H:%M"));
  if (same_year && day + 1 == today)
    return g_date_time_format (then, _ ("yesterday at %H:%M"));
  return g_date_time_format (then, _ ("%e %B %Y at %H:%M"));
}

/* "12 steps after the last save · today at 14:03". Free with g_free(). */
static char *
describe (const MwLeftJournal *left)
{
  g_autofree char *time = when (left->time);
  if (!left->recoverable)
    return g_strdup_printf (_ ("The journal is damaged; nothing can be recovered · %s"), time);
  if (left->n_unsaved == 0)
    return g_strdup_printf (_ ("Not saved · %s"), time);
  g_autofree char *steps = g_strdup_printf (
    left->saved ? ngettext ("%u step after the last save", "%u steps after the last save", left->n_unsaved)
                : ngettext ("%u unsaved step", "%u unsaved steps", left->n_unsaved),
    left->n_unsaved);
  return g_strdup_printf ("%s · %s", steps, time);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecoveryDialog *dialog;
  MwLeftJournal *left;
  GtkWidget *row, *buttons, *recover, *undo_box;
  gboolean discard;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;
  mw_left_journal_free (row->left);
  g_free (row);
}

static Row *
row_at (MwRecoveryDialog *self, int index)
{
  GtkListBoxRow *widget = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);
  return widget ? g_object_get_data (G_OBJECT (widget), "row") : NULL;
}

static guint
count_recoverable (MwRecoveryDialog *self)
{
  guint n = 0;
  Row *row;
  for (int i = 0; (row = row_at (self, i)); i++)
    n += !row->discard && row->left->recoverable;
  return n;
}

static void
refresh (MwRecoveryDialog *self)
{
  guint n = count_recoverable (self);
  gtk_widget_set_visible (self->recover_all, n > 1);
  gtk_button_set_label (GTK_BUTTON (self->later), n ? _ ("_Later") : _ ("_Close"));
}

static void
recover_row (Row *row)
{
  MwRecoveryDialog *self = row->dialog;
  /* Removing the row frees its data, so the journal is taken out first. */
  MwLeftJournal *left = g_steal_pointer (&row->left);
  gtk_list_box_remove (GTK_LIST_BOX (self->list), row->row);
  g_signal_emit (self, signals[RECOVER], 0, left);
  mw_left_journal_free (left);
}

/* Closes the dialog after the last row is gone. */
static void
after_recover (MwRecoveryDialog *self)
{
  if (row_at (self, 0))
    refresh (self);
  else
    gtk_window_destroy (GTK_WINDOW (self));
}

static void
recover_clicked (GtkButton *button, Row *row)
{
  MwRecoveryDialog *self = row->dialog;
  recover_row (row);
  after_recover (self);
}

static void
set_discarded (Row *row, gboolean discard)
{
  row->discard = discard;
  gtk_widget_set_visible (row->buttons, !discard);
  gtk_widget_set_visible (row->undo_box, discard);
  refresh (row->dialog);
}

static void
discard_clicked (GtkButton *button, Row *row)
{
  set_discarded (row, TRUE);
}

static void
undo_clicked (GtkButton *button, Row *row)
{
  set_discarded (row, FALSE);
}

static GtkWidget *
label (const char *text, const char *css_class)
{
  GtkWidget *widget = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (widget), 0);
  mw_label_ellipsize (widget, PANGO_ELLIPSIZE_MIDDLE);
  if (css_class)
    gtk_widget_add_css_class (widget, css_class);
  return widget;
}

/* The buttons of all rows have the same labels, so each gets an accessible name that says which document it is for. Takes
 * `name`. */
static GtkWidget *
button (const char *text, char *name, GCallback clicked, Row *row)
{
  GtkWidget *widget = gtk_button_new_with_label (text);
  g_autofree char *full = name;
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, full, -1);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  g_signal_connect (widget, "clicked", clicked, row);
  return widget;
}

static void
add_row (MwRecoveryDialog *self, MwLeftJournal *left)
{
  Row *row = g_new0 (Row, 1);
  row->dialog = self;
  row->left = left;
  row->row = gtk_list_box_row_new ();
  g_autofree char *name = name_of (left), *description = describe (left);
  g_autofree char *path = left->path ? g_filename_display_name (left->path) : g_strdup ("");
  g_autofree char *format = left->recoverable ? mw_target_title (left->format) : g_strdup ("");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title = label (name, "heading");
  GtkWidget *kind = label (format, "dim-label");
  gtk_box_append (GTK_BOX (first), title);
  gtk_box_append (GTK_BOX (first), kind);
  gtk_box_append (GTK_BOX (texts), first);
  gtk_box_append (GTK_BOX (texts), label (description, NULL));
  if (left->damage && left->recoverable && !left->cut_short)
    gtk_box_append (GTK_BOX (texts), label (_ ("The journal is damaged: later changes are lost"), "warning"));
  GtkWidget *place = label (path, "dim-label");
  gtk_widget_add_css_class (place, "caption");
  gtk_widget_set_visible (place, *path != 0);
  gtk_box_append (GTK_BOX (texts), place);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), texts);
  row->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (row->buttons),
                  button (_ ("Discard"), g_strdup_printf (_ ("Discard %s"), name), G_CALLBACK (discard_clicked), row));
  row->recover = button (_ ("Recover"), g_strdup_printf (_ ("Recover %s"), name), G_CALLBACK (recover_clicked), row);
  gtk_widget_set_visible (row->recover, left->recoverable);
  gtk_box_append (GTK_BOX (row->buttons), row->recover);
  row->undo_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (row->undo_box), label (_ ("Will be discarded"), "dim-label"));
  gtk_box_append (GTK_BOX (row->undo_box),
                  button (_ ("Keep"), g_strdup_printf (_ ("Keep %s"), name), G_CALLBACK (undo_clicked), row));
  gtk_widget_set_visible (row->undo_box, FALSE);
  gtk_box_append (GTK_BOX (box), row->buttons);
  gtk_box_append (GTK_BOX (box), row->undo_box);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row->row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row->row), "row", row, row_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row->row);
}

/* --- The dialog ----------------------------------------------------------------------------------------------------- */

static void
recover_all_clicked (GtkButton *unused, MwRecoveryDialog *self)
{
  Row *row;
  for (int i = 0; (row = row_at (self, i));) {
    if (row->discard || !row->left->recoverable)
      i++;
    else
      recover_row (row);
  }
  after_recover (self);
}

static void
mw_recovery_dialog_dispose (GObject *object)
{
  MwRecoveryDialog *self = MW_RECOVERY_DIALOG (object);
  Row *row;
  for (int i = 0; self->list && (row = row_at (self, i)); i++) {
    g_autoptr (GError) error = NULL;
    if (row->discard && !mw_recovery_discard (row->left->journal, &error))
      g_message ("%s", error->message);
  }
  self->list = NULL;
  G_OBJECT_CLASS (mw_recovery_dialog_parent_class)->dispose (object);
}

static void
mw_recovery_dialog_class_init (MwRecoveryDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_recovery_dialog_dispose;
  signals[RECOVER] = g_signal_new ("recover", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
mw_recovery_dialog_init (MwRecoveryDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *text = gtk_label_new (_ ("The program ended unexpectedly, and these models had unsaved changes. A "
                                      "recovered model opens in a tab with its undo history; no file is changed until "
                                      "you save it."));
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 70);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Models with unsaved changes"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_widget_set_vexpand (scrolled, TRUE);
  self->later = gtk_button_new_with_mnemonic (_ ("_Later"));
  gtk_widget_set_tooltip_text (self->later, _ ("Ask again at the next start"));
  gtk_widget_set_hexpand (self->later, TRUE);
  gtk_widget_set_halign (self->later, GTK_ALIGN_START);
  g_signal_connect_swapped (self->later, "clicked", G_CALLBACK (gtk_window_close), self);
  self->recover_all = gtk_button_new_with_mnemonic (_ ("Recover _All"));
  gtk_widget_add_css_class (self->recover_all, "suggested-action");
  g_signal_connect (self->recover_all, "clicked", G_CALLBACK (recover_all_clicked), self);
  gtk_box_append (GTK_BOX (buttons), self->later);
  gtk_box_append (GTK_BOX (buttons), self->recover_all);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_add_css_class (box, "recovery");
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Recover Unsaved Changes"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 640, -1);
}

GtkWidget *
mw_recovery_dialog_new (GtkWindow *parent, GPtrArray *left)
{
  MwRecoveryDialog *self = g_object_new (MW_TYPE_RECOVERY_DIALOG, "transient-for", parent, NULL);
  while (left->len)
    add_row (self, g_ptr_array_steal_index (left, 0));
  g_ptr_array_unref (left);
  refresh (self);
  /* The initial focus, so that Enter does what most users want. */
  guint n = count_recoverable (self);
  Row *first = row_at (self, 0);
  gtk_window_set_focus (GTK_WINDOW (self), n > 1                      ? self->recover_all
                                           : first->left->recoverable ? first->recover
                                                                      : self->later);
  return GTK_WIDGET (self);
}
