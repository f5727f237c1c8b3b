/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/operator-panel.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/last-values.h"
#include "ui/operations/operation-form.h"
#include "ui/widgets.h"

struct _MwOperatorPanel {
  GtkBox parent_instance;
  MwDocument *document;
  GtkWidget *title, *arrow, *fold, *scrolled;
  guint64 serial;   /* of the step that the panel is about; 0: none */
  gboolean running; /* the step is being taken back and made again */
};

G_DEFINE_FINAL_TYPE (MwOperatorPanel, mw_operator_panel, GTK_TYPE_BOX)

/* Whether the user wants to see only titles; for all panels of this run of the program. */
static gboolean folded_by_user;

static void
hide (MwOperatorPanel *self)
{
  self->serial = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
document_changed (MwOperatorPanel *self)
{
  if (self->serial && !self->running && mw_document_get_newest_serial (self->document) != self->serial)
    hide (self);
}

static void
selection_changed (MwOperatorPanel *self)
{
  if (self->serial && !self->running)
    hide (self);
}

/* Takes the step back and makes it again. If that is refused, or has no effect, the step as it was is done again. */
static gboolean
run_again (MwOperationForm *form, gpointer data, GError **error)
{
  MwOperatorPanel *self = data;
  guint n;
  const MwId *ids = mw_operation_form_get_ids (form, &n);
  const MwOperation *operation = mw_operation_form_get_operation (form);
  const MwRecord *params = mw_operation_form_get_params (form);
  if (!self->serial || mw_document_is_open (self->document)
      || mw_document_get_newest_serial (self->document) != self->serial) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", _ ("something else is being edited"));
    return FALSE;
  }
  self->running = TRUE;
  mw_document_undo (self->document);
  guint64 before = mw_document_get_newest_serial (self->document);
  gboolean ok = mw_ui_run_operation (self->document, operation, ids, n, params, error);
  if (ok && mw_document_get_newest_serial (self->document) == before)
    ok = mw_operation_nothing (error, _ ("with these values nothing would change"));
  if (ok)
    mw_last_values_remember (operation, self->document, params);
  else
    mw_document_redo (self->document);
  self->serial = mw_document_get_newest_serial (self->document);
  self->running = FALSE;
  return ok;
}

static void
set_folded (MwOperatorPanel *self, gboolean folded)
{
  gtk_widget_set_visible (self->scrolled, !folded);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_STATE_EXPANDED, !folded, -1);
}

static void
fold_clicked (GtkButton *button, MwOperatorPanel *self)
{
  folded_by_user = gtk_widget_get_visible (self->scrolled);
  set_folded (self, folded_by_user);
}

/* Whether the viewport is so small that the parameters would cover most of it. */
static gboolean
has_no_space (MwOperatorPanel *self)
{
  enum { LEAST_HEIGHT = 300, LEAST_WIDTH = 420 };
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  return around && (gtk_widget_get_height (around) < LEAST_HEIGHT || gtk_widget_get_width (around) < LEAST_WIDTH);
}

void
mw_operator_panel_show (MwOperatorPanel *self, const MwOperation *operation, const MwId *ids, guint n,
                        const MwRecord *params)
{
  if (!operation->params || operation->ask == MW_ASK_IN_PLACE) {
    hide (self);
    return;
  }
  self->serial = mw_document_get_newest_serial (self->document);
  gtk_label_set_text (GTK_LABEL (self->title), mw_ui_label (operation->label));
  gtk_scrolled_window_set_child (
    GTK_SCROLLED_WINDOW (self->scrolled),
    mw_operation_form_new_adjusting (self->document, operation, ids, n, params, run_again, self));
  g_autofree char *name = g_strdup_printf (_ ("Adjust %s"), mw_ui_label (operation->label));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  set_folded (self, folded_by_user || has_no_space (self));
  gtk_widget_set_visible (GTK_WIDGET (self), self->serial != 0);
}

static void
mw_operator_panel_dispose (GObject *object)
{
  MwOperatorPanel *self = MW_OPERATOR_PANEL (object);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_operator_panel_parent_class)->dispose (object);
}

static void
mw_operator_panel_class_init (MwOperatorPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_operator_panel_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mw_operator_panel_init (MwOperatorPanel *self)
{
  enum { MOST_HEIGHT = 280, MARGIN = 8 };
  GtkWidget *widget = GTK_WIDGET (self), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (widget, "operator-panel");
  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  gtk_widget_set_valign (widget, GTK_ALIGN_END);
  gtk_widget_set_margin_start (widget, MARGIN);
  gtk_widget_set_margin_bottom (widget, MARGIN);
  gtk_widget_set_visible (widget, FALSE);

  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *close = gtk_button_new ();
  self->arrow = gtk_image_new ();
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_box_append (GTK_BOX (head), self->arrow);
  gtk_box_append (GTK_BOX (head), self->title);
  self->fold = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->fold), head);
  gtk_widget_add_css_class (self->fold, "flat");
  gtk_widget_set_hexpand (self->fold, TRUE);
  gtk_widget_set_tooltip_text (self->fold, _ ("Parameters of the last operation. Changing one runs it again."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Parameters of the last operation"), -1);
  g_signal_connect (self->fold, "clicked", G_CALLBACK (fold_clicked), self);
  gtk_button_set_icon_name (GTK_BUTTON (close), "window-close-symbolic");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_tooltip_text (close, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close the parameters"),
                                  -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (hide), self);
  gtk_box_append (GTK_BOX (bar), self->fold);
  gtk_box_append (GTK_BOX (bar), close);
  gtk_box_append (GTK_BOX (self), bar);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled), MOST_HEIGHT);
  gtk_box_append (GTK_BOX (self), self->scrolled);
}

GtkWidget *
mw_operator_panel_new (MwDocument *document)
{
  MwOperatorPanel *self = g_object_new (MW_TYPE_OPERATOR_PANEL, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "history-changed", G_CALLBACK (document_changed), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (selection_changed), self);
  return GTK_WIDGET (self);
}
