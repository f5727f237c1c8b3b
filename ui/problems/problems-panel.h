/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* The page Problems of the lower panel: what the checker finds in a document, the most severe first. A double click goes to the
 * element. Fix repairs what is selected; Fix All of This Kind also the other findings of the same rule. A pane beside the list says what the game does, and what Fix would change. The list follows edits
 * after a moment (ui/document/findings.h). Until then its accessible state is "busy", and nothing can be fixed.
 *
 * Signals: "go" (guint element, guint record, gpointer field, guint at): as that of MwChangesView. "said" (const char *): a message
 * for the user. "counted" (guint): how many problems there are now, without what is only unused. */
#define MW_TYPE_PROBLEMS_PANEL (mw_problems_panel_get_type ())
G_DECLARE_FINAL_TYPE (MwProblemsPanel, mw_problems_panel, MW, PROBLEMS_PANEL, GtkBox)

GtkWidget *mw_problems_panel_new (MwDocument *document);
