/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "ui/operations/operation-item.h"
#include "ui/outline/outline-model.h"
#include "ui/outline/row-images.h"

/* The tree of the model's elements with a filter above it. Its selection is the document's. The context menu comes from
 * the operation table. Signals: "refused" (const char *): why an operation was refused; "applied" (const MwApplied *): one was run,
 * and is the newest step. */
#define MW_TYPE_OUTLINE (mw_outline_get_type ())
G_DECLARE_FINAL_TYPE (MwOutline, mw_outline, MW, OUTLINE, GtkBox)

typedef struct {
  const MwOperation *operation;
  const MwId *ids;
  guint n;
  const MwRecord *params; /* NULL: the defaults */
} MwApplied;

GtkWidget *mw_outline_new (MwDocument *document);
/* Where operations get what they take from the view (MwOperation.from_view). `get` returns FALSE if there is no view yet. */
typedef gboolean (*MwViewSource) (MwShownView *view, gpointer data);
void mw_outline_set_view_source (MwOutline *self, MwViewSource get, gpointer data);
/* The small images of its rows. */
MwRowImages *mw_outline_get_images (MwOutline *self);
/* The document that it shows; NULL once it is disposed. */
MwDocument *mw_outline_get_document (MwOutline *self);
/* Does an operation (its id) to the selection, or asks for its parameters first. Where surfaces are selected, the
 * operation on surfaces that has the same key takes its place. */
void mw_outline_run_operation (MwOutline *self, const char *id);
/* The same, but the form opens at a place of the page, in logical pixels. */
void mw_outline_run_operation_at (MwOutline *self, const char *id, const GdkRectangle *at);
/* Whether mw_outline_run_operation() would do this operation now, or ask for its parameters. FALSE: the error says why not. FALSE
 * without an error: another operation of the table does it to what is selected, because surfaces are. */
gboolean mw_outline_may_run (MwOutline *self, const MwOperation *operation, GError **error);
/* A new menu of what can be done to the selection; without one, to the whole model. Its items activate `action` with the id of an operation.
 * `clipboard` are items in place of Copy, Cut and Paste of elements, ended by one without a label; NULL: these three. Parent the menu,
 * and unparent it when it is not needed any more. */
GtkWidget *mw_outline_new_menu (MwOutline *self, const char *action, const MwMenuItem *clipboard);
/* Runs an operation on these records, as the form of its parameters does; a refusal is reported. */
void mw_outline_apply (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params);
/* Reports why something could not be done to these records. */
void mw_outline_refuse (MwOutline *self, const GError *error, const MwId *ids, guint n);
/* What would get round the last refusal, or NULL; and doing that to the elements that it was about, after asking for
 * the parameters that it needs. */
const MwRemedy *mw_outline_get_remedy (MwOutline *self);
void mw_outline_take_remedy (MwOutline *self);
void mw_outline_focus_filter (MwOutline *self);

/* The open rows, filter and scroll position, to be applied to another outline of the same model. Free with
 * mw_outline_view_free(). */
typedef struct _MwOutlineView MwOutlineView;
MwOutlineView *mw_outline_get_view_state (MwOutline *self);
/* Maps the id of an element in the old outline to its id in this one; 0: it does not exist here. */
typedef MwId (*MwIdMap) (MwId id, gpointer data);
void mw_outline_set_view_state (MwOutline *self, const MwOutlineView *view, MwIdMap map, gpointer data);
void mw_outline_view_free (MwOutlineView *view);

/* The view. Its selection model is one of MwRowSlots, whose rows are GtkTreeListRow of MwOutlineNode. */
GtkListView *mw_outline_get_view (MwOutline *self);
gboolean mw_outline_is_by_skeleton (MwOutline *self);
/* Whether the rows of an element's group are in the order of their names, so that dragging cannot order them. */
gboolean mw_outline_is_sorted_at (MwOutline *self, MwId id);
/* The row at a place of the view, and its widget; NULL: there is none. The row belongs to the view. */
GtkTreeListRow *mw_outline_get_row_at (MwOutline *self, double x, double y, GtkWidget **widget);
