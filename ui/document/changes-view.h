/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Lists what has changed in a document since it was saved or opened: element, property, saved value, present value. A double click
 * goes to the element, and Revert takes the selected changes back in one step. While it is visible, a worker brings it up to date
 * after each step. Until that is done its accessible state is "busy", and nothing can be taken back.
 *
 * Signals: "go" (guint element, gpointer field): the user wants to see the value; `field` (const MwField *) is NULL if it is not
 * one of the element itself. "refused" (const char *): why a change was not taken back. */
#define MW_TYPE_CHANGES_VIEW (mw_changes_view_get_type ())
G_DECLARE_FINAL_TYPE (MwChangesView, mw_changes_view, MW, CHANGES_VIEW, GtkBox)

GtkWidget *mw_changes_view_new (MwDocument *document);
/* Gives the list the focus. */
void mw_changes_view_take_focus (MwChangesView *self);
