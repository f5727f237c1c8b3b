/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "ui/outline-model.h"

#include <gtk/gtk.h>

/* The tree of the model with its filter; its selection is the document's. Context menu and keys come from the operation
 * table. Signal: "refused" (const char *): an operation said no. */
#define MW_TYPE_OUTLINE (mw_outline_get_type ())
G_DECLARE_FINAL_TYPE (MwOutline, mw_outline, MW, OUTLINE, GtkBox)

GtkWidget *mw_outline_new (MwDocument *document);
void mw_outline_set_arrangement (MwOutline *self, MwOutlineArrangement arrangement);
void mw_outline_set_filter (MwOutline *self, const char *text);
/* The menu of operations on what is selected, at the row that has the focus. */
void mw_outline_open_menu (MwOutline *self);
/* Opens a popover with the name of the selected element. */
void mw_outline_rename (MwOutline *self);
/* Runs an operation of the table on the selection; asks for what it needs. */
void mw_outline_run_operation (MwOutline *self, const char *id);
/* What would get round the last refusal, or NULL; and doing that, on the elements that it was about. What has to be chosen for it is
 * asked for. */
const MwRemedy *mw_outline_get_remedy (MwOutline *self);
void mw_outline_take_remedy (MwOutline *self);
void mw_outline_focus_filter (MwOutline *self);
/* Scrolls to the first selected row. */
void mw_outline_reveal_selection (MwOutline *self);

/* What is open, filtered and scrolled to, for another outline of the same model to take over. Free with
 * mw_outline_view_free(). */
typedef struct _MwOutlineView MwOutlineView;
MwOutlineView *mw_outline_get_view_state (MwOutline *self);
/* `map` gives the id that an element has here, 0 for one that is not here. */
typedef MwId (*MwIdMap) (MwId id, gpointer data);
void mw_outline_set_view_state (MwOutline *self, const MwOutlineView *view, MwIdMap map, gpointer data);
void mw_outline_view_free (MwOutlineView *view);

/* The rows now on show (GtkTreeListRow of MwOutlineNode) and the view. */
GListModel *mw_outline_get_rows (MwOutline *self);
GtkListView *mw_outline_get_view (MwOutline *self);
