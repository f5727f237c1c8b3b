/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/document/document-page.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operation-form.h"
#include "ui/outline/surfaces.h"

#include <string.h>

/* Operations of the table on what is selected in the outline. */

static guint refused_signal, applied_signal;

/* --- Where forms open ----------------------------------------------------------------------------------------------- */

gboolean
mw_outline_row_rectangle (MwOutline *self, GdkRectangle *at)
{
  double x, y;
  /* If the row is scrolled out of view, the popover points at the top of the list. */
  GtkWidget *focus = gtk_widget_get_focus_child (self->view);
  graphene_rect_t bounds;
  if (focus && gtk_widget_compute_bounds (focus, self->view, &bounds)) {
    *at = (GdkRectangle) { 40, (int) bounds.origin.y, 100, (int) bounds.size.height };
    return TRUE;
  }
  gtk_widget_translate_coordinates (self->scrolled, self->view, 40, 20, &x, &y);
  *at = (GdkRectangle) { (int) x, (int) y, 100, 20 };
  return TRUE;
}

/* --- Operations ----------------------------------------------------------------------------------------------------- */

/* Reports a refusal and remembers its remedy with the elements that it applies to. */
static void
refuse (MwOutline *self, const GError *error, const MwId *ids, guint n)
{
  MwTarget target;
  const MwModel *model = mw_document_get_model (self->document);
  g_autofree char *text = mw_ui_refusal (self->document, error);
  self->remedy = mw_error_remedy (error);
  g_array_set_size (self->remedy_ids, 0);
  const MwOperation *operation = self->remedy ? mw_operation_find (self->remedy->operation) : NULL;
  if (operation && !mw_operation_asks (operation))
    g_array_append_vals (self->remedy_ids, ids, n);
  else if (operation && mw_error_path (error) && mw_path_resolve_one (model, mw_error_path (error), &target, NULL)
           && !target.field)
    g_array_append_val (self->remedy_ids, target.record->id);
  if (!self->remedy_ids->len)
    self->remedy = NULL;
  g_signal_emit (self, refused_signal, 0, text);
}

/* `form` (may be NULL) has the parameters, and perhaps the result. */
static gboolean
run_operation (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params,
               MwOperationForm *form, GError **error)
{
  g_autofree MwId *copy = g_memdup2 (ids, MAX (n, 1) * sizeof (MwId));
  g_autoptr (GError) own = NULL;
  self->remedy = NULL;
  guint64 before = mw_document_get_newest_serial (self->document);
  if (form ? mw_operation_form_apply (form, &own)
           : mw_ui_run_operation (self->document, operation, copy, n, params, &own)) {
    MwApplied applied = { operation, copy, n, params };
    if (mw_document_get_newest_serial (self->document) != before)
      g_signal_emit (self, applied_signal, 0, &applied);
    return TRUE;
  }
  refuse (self, own, copy, n);
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}

/* A form beside the views does not close when something else is done. */
static void
close_forms (MwOutline *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (page)
    mw_document_page_close_form (MW_DOCUMENT_PAGE (page));
}

void
mw_outline_apply (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params)
{
  close_forms (self);
  run_operation (self, operation, ids, n, params, NULL, NULL);
}

void
mw_outline_refuse (MwOutline *self, const GError *error, const MwId *ids, guint n)
{
  refuse (self, error, ids, n);
}

gboolean
mw_outline_is_by_skeleton (MwOutline *self)
{
  return mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
}

static gboolean
form_answered (MwOperationForm *form, gpointer data, GError **error)
{
  guint n;
  const MwId *ids = mw_operation_form_get_ids (form, &n);
  return run_operation (data, mw_operation_form_get_operation (form), ids, n, mw_operation_form_get_params (form), form,
                        error);
}

/* Where a form opens: where the caller says, at the row, or at the top of the page while the outline is hidden. */
static GtkWidget *
anchor (MwOutline *self, GdkRectangle *at)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (self->form_place && page) {
    *at = *self->form_place;
    return page;
  }
  if (gtk_widget_get_mapped (self->view) || !page) {
    mw_outline_row_rectangle (self, at);
    return self->view;
  }
  *at = (GdkRectangle) { gtk_widget_get_width (page) / 2, 0, 1, 40 };
  return page;
}

/* The form is destroyed with its parent, so the weak pointer may be NULL. */
void
mw_outline_drop_form (MwOutline *self)
{
  if (self->ask)
    gtk_widget_unparent (self->ask);
  g_clear_weak_pointer (&self->ask);
}

void
mw_outline_set_view_source (MwOutline *self, MwViewSource get, gpointer data)
{
  self->get_view = get;
  self->view_data = data;
}

/* What the operation takes from the view, or NULL if it takes nothing or there is no view. */
static const MwShownView *
view_for (MwOutline *self, const MwOperation *operation, MwShownView *view)
{
  return operation->from_view && self->get_view && self->get_view (view, self->view_data) ? view : NULL;
}

/* Opens the form of an operation at the row. `remedy` (may be NULL) gives a parameter its value. */
static void
ask (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRemedy *remedy)
{
  GdkRectangle at;
  g_autoptr (GError) error = NULL;
  GtkWidget *parent = anchor (self, &at);
  mw_outline_drop_form (self);
  MwShownView view;
  MwOperationForm *form = MW_OPERATION_FORM (
    mw_operation_form_new (self->document, operation, ids, n, view_for (self, operation, &view), form_answered, self));
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (page && mw_operation_form_is_beside (form))
    mw_document_page_dock (MW_DOCUMENT_PAGE (page), form);
  else
    g_set_weak_pointer (&self->ask, mw_operation_form_popup (form, parent, &at));
  if (remedy && !mw_operation_form_set (form, remedy->parameter, remedy->value, &error))
    refuse (self, error, ids, n);
}

/* Does an operation, or asks for its parameters first. */
static void
do_operation (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecord) params = NULL;
  MwShownView view;
  const gboolean from_view = view_for (self, operation, &view) != NULL;
  close_forms (self);
  if (!mw_operation_asks (operation) && from_view) {
    params = mw_operation_params_for (operation, self->document, ids, n);
    operation->from_view (self->document, ids, n, &view, params);
  }
  if (!mw_operation_asks (operation) && (from_view || !operation->from_view))
    run_operation (self, operation, ids, n, params, NULL, NULL);
  else if (mw_operation_applies (operation, self->document, ids, n, &error))
    ask (self, operation, ids, n, NULL);
  else
    refuse (self, error, ids, n);
}

const MwRemedy *
mw_outline_get_remedy (MwOutline *self)
{
  return self->remedy;
}

void
mw_outline_take_remedy (MwOutline *self)
{
  const MwRemedy *remedy = self->remedy;
  const MwOperation *operation = remedy ? mw_operation_find (remedy->operation) : NULL;
  g_autofree MwId *ids = g_memdup2 (self->remedy_ids->data, self->remedy_ids->len * sizeof (MwId));
  guint n = self->remedy_ids->len;
  self->remedy = NULL;
  if (!operation)
    return;
  close_forms (self);
  for (guint i = 0; i < n; i++)
    if (!mw_model_find (mw_document_get_model (self->document), ids[i]))
      return;
  if (mw_operation_asks (operation)) {
    ask (self, operation, ids, n, remedy);
    return;
  }
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autoptr (GError) error = NULL;
  if (mw_operation_param_set (operation, self->document, params, remedy->parameter, remedy->value,
                              strlen (remedy->value), &error))
    run_operation (self, operation, ids, n, params, NULL, NULL);
  else
    refuse (self, error, ids, n);
}

/* Whether all selected rows are surfaces, or would be if the filter did not hide them. */
gboolean
mw_outline_surfaces_are_selected (MwOutline *self)
{
  g_autoptr (GPtrArray) nodes = mw_outline_selected_nodes (self);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  if (!nodes->len && n) {
    g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
    return surfaces && surfaces->len;
  }
  for (guint i = 0; i < nodes->len; i++)
    if (!mw_outline_node_is_surface (g_ptr_array_index (nodes, i)))
      return FALSE;
  return nodes->len > 0;
}

static const char *
surface_reason (void)
{
  return _ ("This does not work on a whole surface. Expand it and select its batches.");
}

gboolean
mw_outline_may_run (MwOutline *self, const MwOperation *operation, GError **error)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  if (operation->subject != MW_SUBJECT_MODEL && mw_outline_surfaces_are_selected (self)) {
    const MwOperation *chosen = mw_operation_for_subject (operation, MW_SUBJECT_SURFACES);
    if (!chosen)
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", surface_reason ());
    if (chosen != operation)
      return FALSE;
  }
  return mw_operation_applies (operation, self->document, ids, n, error);
}

void
mw_outline_run_operation (MwOutline *self, const char *id)
{
  const MwOperation *operation = mw_operation_find (id);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  /* The row of a kind selects nothing. */
  if (!operation || (n == 0 && operation->subject != MW_SUBJECT_MODEL))
    return;
  if (operation->subject != MW_SUBJECT_MODEL && mw_outline_surfaces_are_selected (self))
    operation = mw_operation_for_subject (operation, MW_SUBJECT_SURFACES);
  if (operation)
    do_operation (self, operation, ids, n);
  else
    g_signal_emit (self, refused_signal, 0, surface_reason ());
}

void
mw_outline_run_operation_at (MwOutline *self, const char *id, const GdkRectangle *at)
{
  self->form_place = at;
  mw_outline_run_operation (self, id);
  self->form_place = NULL;
}

static void
operation_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_outline_run_operation (MW_OUTLINE (widget), g_variant_get_string (parameter, NULL));
}

/* Keys reach the outline after the widget with the focus, so that Delete in the filter deletes a letter. If several operations
 * share a key, mw_outline_run_operation() finds the one for the selection. */
static void
add_accelerators (GtkWidgetClass *widget)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    if (!(*at)->accelerator || (*at)->subject != MW_SUBJECT_ELEMENTS)
      continue;
    GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string ((*at)->accelerator),
                                              gtk_named_action_new ("outline.operation"));
    gtk_shortcut_set_arguments (shortcut, g_variant_new_string ((*at)->id));
    gtk_widget_class_add_shortcut (widget, shortcut);
    g_object_unref (shortcut);
  }
}

void
mw_outline_install_operations (GtkWidgetClass *widget)
{
  refused_signal = g_signal_new ("refused", G_TYPE_FROM_CLASS (widget), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
  applied_signal = g_signal_new ("applied", G_TYPE_FROM_CLASS (widget), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_install_action (widget, "outline.operation", "s", operation_activated);
  add_accelerators (widget);
}
