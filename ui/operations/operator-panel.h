/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

#include <gtk/gtk.h>

/* The parameters of the operation that was run last, at the edge of the viewport. Changing one takes the step back and runs the
 * operation again with the new values, so that the history has one step for it. Any other edit, undo, and another selection close
 * the panel. */
#define MW_TYPE_OPERATOR_PANEL (mw_operator_panel_get_type ())
G_DECLARE_FINAL_TYPE (MwOperatorPanel, mw_operator_panel, MW, OPERATOR_PANEL, GtkBox)

/* It is hidden until it has something to show. */
GtkWidget *mw_operator_panel_new (MwDocument *document);
/* An operation has just been run on these records; it is the newest step. `params` is copied; NULL: the defaults. Hides the panel if
 * the operation has no parameters to show. */
void mw_operator_panel_show (MwOperatorPanel *self, const MwOperation *operation, const MwId *ids, guint n,
                             const MwRecord *params);
