/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/recovery.h"

#include <gtk/gtk.h>

/* Lists the documents of journals that a crash left, one row each, to be recovered, discarded, or kept for the next
 * start. A discarded journal is removed only when the dialog closes; until then the user can undo that.
 *
 * Signal: "recover" (MwLeftJournal *): the user chose to recover this one; its row is removed. */
#define MW_TYPE_RECOVERY_DIALOG (mw_recovery_dialog_get_type ())
G_DECLARE_FINAL_TYPE (MwRecoveryDialog, mw_recovery_dialog, MW, RECOVERY_DIALOG, GtkWindow)

/* Takes the journals (MwLeftJournal, at least one). */
GtkWidget *mw_recovery_dialog_new (GtkWindow *parent, GPtrArray *left);
