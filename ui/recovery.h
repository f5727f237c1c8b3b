/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window.h"

/* Looks, in the background, for what programs that did not end well have left, and offers it in a dialog over the window
 * (ui/recovery-dialog.h). What nobody needs any more is removed on the way. `folder`: of the journals; NULL is the user's. */
void mw_recovery_offer (MwWindow *window, const char *folder);
/* The dialog while it is open, or NULL. */
GtkWidget *mw_recovery_get_dialog (MwWindow *window);
