/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer-source.h"

#include <gtk/gtk.h>

/* Asks for the parameters of any operation. The form is built from the parameter record: one row with the editor for
 * its type per parameter, and a button that runs the operation. If the only required parameter is a choice (a
 * reference, a named value, a sibling record), the choices are shown as a list instead, and picking one runs the
 * operation. The form of an operation that asks in place (MW_ASK_IN_PLACE) has only text entries. It also runs when the
 * user leaves an entry after typing in it.
 *
 * While a form is open in its popover, the model previews what the button, or picking the marked choice, would do. The
 * preview is a transaction that stays open; closing the popover cancels it. A line of text says what would change.
 *
 * The form begins with what the operation sets for these records, or else with the values that were used last (ui/operations/last-values.h), and takes
 * from what the window shows what the operation takes from there.
 *
 * An operation that takes sequences from another model, a file that its parameters name, has a form that is open beside the views
 * instead (mw_operation_form_is_beside()), so that they can be seen and played meanwhile.
 *
 * Signals: "changed": the value of a parameter has changed. "beside-changed": so has the other model, what is chosen of it, or the
 * preview. "closed": a form beside the views is done with. */
#define MW_TYPE_OPERATION_FORM (mw_operation_form_get_type ())
G_DECLARE_FINAL_TYPE (MwOperationForm, mw_operation_form, MW, OPERATION_FORM, GtkBox)

/* Called to run the operation once all parameters are known, with mw_operation_form_apply(). FALSE with an error: the form shows the
 * error and stays open. */
typedef gboolean (*MwOperationRun) (MwOperationForm *form, gpointer data, GError **error);

/* `ids`: the records to operate on, even if the selection changes later. `view`: what the window shows, for operations that take
 * parameters from that, or NULL. */
GtkWidget *mw_operation_form_new (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                                  const MwShownView *view, MwOperationRun run, gpointer data);
/* A form without a button, for the parameters of an operation that was run: each change of a parameter runs it. It
 * starts with a copy of `params` (NULL: the defaults). */
GtkWidget *mw_operation_form_new_adjusting (MwDocument *document, const MwOperation *operation, const MwId *ids,
                                            guint n, const MwRecord *params, MwOperationRun run, gpointer data);
/* Opens the form in a new popover of `parent` and returns the popover. The caller unparents the popover when it is no
 * longer needed. The popover closes after the operation has run, and after a choice was picked from the list, even if
 * the operation was refused. */
GtkWidget *mw_operation_form_popup (MwOperationForm *self, GtkWidget *parent, const GdkRectangle *at);

/* Whether this form is to be shown beside the views, by mw_document_page_dock(). */
gboolean mw_operation_form_is_beside (MwOperationForm *self);
/* The form is there now: it takes the focus. */
void mw_operation_form_dock (MwOperationForm *self);
/* Closes its popover, or emits "closed". The preview is taken back. */
void mw_operation_form_close (MwOperationForm *self);
/* Does in the document what the form asks for. If the preview shows it already, or a worker is computing it, that becomes the step,
 * and nothing is computed again. */
gboolean mw_operation_form_apply (MwOperationForm *self, GError **error);

/* The other model; NULL: none is read. It is another one when its serial is another number. */
const MwTransferSource *mw_operation_form_get_source (MwOperationForm *self);
guint mw_operation_form_get_source_serial (MwOperationForm *self);
/* The chosen sequence of the other model that is to be shown; NULL: none is chosen. */
const MwRecord *mw_operation_form_get_current (MwOperationForm *self);
/* What the preview has made of a sequence of the other model. */
typedef enum {
  MW_BESIDE_MADE,
  MW_BESIDE_COMING,    /* it is being computed */
  MW_BESIDE_NOT_MADE,  /* it was refused; the form says why */
  MW_BESIDE_NOT_CHOSEN /* it is not to be imported */
} MwBeside;
MwBeside mw_operation_form_find_made (MwOperationForm *self, MwId sequence, MwId *made);

MwDocument *mw_operation_form_get_document (MwOperationForm *self);
const MwOperation *mw_operation_form_get_operation (MwOperationForm *self);
const MwId *mw_operation_form_get_ids (MwOperationForm *self, guint *n);
const MwRecord *mw_operation_form_get_params (MwOperationForm *self);
/* Sets a parameter from text. */
gboolean mw_operation_form_set (MwOperationForm *self, const char *name, const char *text, GError **error);
