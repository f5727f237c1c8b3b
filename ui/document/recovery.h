/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* Looks in the background for journals left by a crash, and offers them in a dialog over the window
 * (ui/window/recovery-dialog.h). Removes journals that are no longer needed. `folder` contains the journals; NULL: the
 * user's folder. */
void mw_recovery_offer (MwWindow *window, const char *folder);
