/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/recovery.h"

#include <gtk/gtk.h>

/* What programs that did not end well have left: one row for each document, to be recovered, discarded, or left for the next
 * start. What is discarded goes when the dialog does, so that it can be taken back until then.
 *
 * Signal: "recover" (MwLeftJournal *): this one was chosen; its row goes. */
#define MW_TYPE_RECOVERY_DIALOG (mw_recovery_dialog_get_type ())
G_DECLARE_FINAL_TYPE (MwRecoveryDialog, mw_recovery_dialog, MW, RECOVERY_DIALOG, GtkWindow)

/* Takes the journals over (MwLeftJournal, at least one). */
GtkWidget *mw_recovery_dialog_new (GtkWindow *parent, GPtrArray *left);
/* Rows that are shown, those to be discarded included. */
guint mw_recovery_dialog_get_n (MwRecoveryDialog *self);
/* "12 steps after the last save · today at 14:03". Free with g_free(). */
char *mw_recovery_describe (const MwLeftJournal *left);
