/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Lists what has changed in a document since it was saved or opened: element, property, saved value, present value. A double click
 * goes to the element, and Revert takes the selected changes back in one step. While it is visible, a worker brings it up to date
 * after each step. Until that is done its accessible state is "busy", and nothing can be taken back.
 *
 * Signals: "go" (guint element, guint record, gpointer field, guint at): the user wants to see a value: `field` (const MwField *; NULL:
 * none) of the element or of a track of it, at this element of an array; `record` is 0 if that does not exist any more. "refused" (const char *): why a change was not taken back. */
#define MW_TYPE_CHANGES_VIEW (mw_changes_view_get_type ())
G_DECLARE_FINAL_TYPE (MwChangesView, mw_changes_view, MW, CHANGES_VIEW, GtkBox)

GtkWidget *mw_changes_view_new (MwDocument *document);
/* Gives the list the focus. */
void mw_changes_view_take_focus (MwChangesView *self);
