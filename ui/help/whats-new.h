/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Shows the page that says what is new, above `parent`. */
void mw_whats_new_show (GtkWindow *parent);
/* Shows it if the program was updated to `version` since its last start; never on the first start, and without settings never. From
 * then on `version` is the last one. Whether it was shown. */
gboolean mw_whats_new_offer (GtkWindow *parent, const char *version);
