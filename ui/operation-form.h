/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

#include <gtk/gtk.h>

/* Asks for the parameters of any operation. It is made from their record: a row with the editor of its type for each, and a button
 * that runs the operation. Where one parameter alone must be given, and it is a choice (a reference, a named value, another record
 * of the same list), the choices are shown as a list instead, and picking one runs it. An operation that asks in place
 * (MW_ASK_IN_PLACE) has entries alone, and what was typed counts when an entry is left, too.
 *
 * Signal: "changed": a parameter has another value. */
#define MW_TYPE_OPERATION_FORM (mw_operation_form_get_type ())
G_DECLARE_FINAL_TYPE (MwOperationForm, mw_operation_form, MW, OPERATION_FORM, GtkBox)

/* Runs the operation when all parameters are known. FALSE and an error: the form says why, and stays. */
typedef gboolean (*MwOperationRun) (MwOperationForm *form, gpointer data, GError **error);

/* For these records, whatever is selected later. */
GtkWidget *mw_operation_form_new (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                                  MwOperationRun run, gpointer data);
/* In a new popover of `parent`, which is opened and returned: unparent it when it is not needed any more. It closes when the
 * operation has run, and when something was picked from a list, even if that was refused. */
GtkWidget *mw_operation_form_popup (MwOperationForm *self, GtkWidget *parent, const GdkRectangle *at);

const MwOperation *mw_operation_form_get_operation (MwOperationForm *self);
const MwId *mw_operation_form_get_ids (MwOperationForm *self, guint *n);
const MwRecord *mw_operation_form_get_params (MwOperationForm *self);
/* Sets a parameter from text. */
gboolean mw_operation_form_set (MwOperationForm *self, const char *name, const char *text, GError **error);
/* What the button does, and Enter: takes over what is typed, and runs. FALSE: something typed was refused, or the operation. */
gboolean mw_operation_form_confirm (MwOperationForm *self);

/* The editor (MwFieldEditor) of a parameter; NULL: it has none, because it is picked from the list. */
GtkWidget *mw_operation_form_get_editor (MwOperationForm *self, const char *name);
/* The list (MwPickList), or NULL; and what is shown as the reason of a refusal, or NULL. */
GtkWidget *mw_operation_form_get_list (MwOperationForm *self);
const char *mw_operation_form_get_error (MwOperationForm *self);
