/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A list of all steps by name. A click undoes or redoes up to that step. Undone steps are grey; the saved state has a
 * mark. A button copies the done steps as a script for `mwright do --script`.
 *
 * Signal: "said" (const char *): a line for the status bar. */
#define MW_TYPE_HISTORY_VIEW (mw_history_view_get_type ())
G_DECLARE_FINAL_TYPE (MwHistoryView, mw_history_view, MW, HISTORY_VIEW, GtkBox)

GtkWidget *mw_history_view_new (MwDocument *document);
/* What the button does. */
void mw_history_view_copy_script (MwHistoryView *self);
