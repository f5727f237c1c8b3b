/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* Shows the differences between a page's file on the disk and the model open in the page. `now` is the file as read
 * from the disk (NULL: as the page read it last). `parent` is the window that the dialog belongs to. A worker makes the
 * comparison. */
void mw_window_compare (MwWindow *self, MwDocumentPage *page, const MwFileSet *now, GtkWindow *parent);
