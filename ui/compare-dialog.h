/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window.h"

/* Shows what differs between the file of a page on the disk and what is open there. `now` is the look at the disk that counts
 * (NULL: the page's last one); `parent` the window that the dialog belongs to. The comparison is made by a worker. */
void mw_window_compare (MwWindow *self, MwDocumentPage *page, const MwFileSet *now, GtkWindow *parent);
