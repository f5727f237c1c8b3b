/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/operations/operation-item.h"

/* Copy, cut and paste of elements through the clipboard, as text that other windows, mails and scripts take too
 * (core/edit/operations/elements/elements-text.h). Adds the actions "outline.copy", "outline.cut" and "outline.paste" to the class of the
 * outline, and their keys. Keys reach the outline after the widget with the focus, so they still edit text in its filter. */
void mw_clipboard_install (GtkWidgetClass *outline);
/* Adds "win.copy", "win.cut" and "win.paste" to the class of the window, which act on the outline of the shown page, and their keys: for the
 * viewport, and for a window in which nothing has the focus yet. */
void mw_clipboard_install_window (GtkWidgetClass *window);

#define MW_CLIPBOARD_ITEMS 3
/* Sets `items` to Copy, Cut and Paste, which activate the actions of the window, for a menu on these elements. *why is what keeps them from being
 * copied, which the items refer to, or NULL; free it with g_free() after the items are used. */
void mw_clipboard_items (MwDocument *document, const MwId *ids, guint n, MwMenuItem *items, char **why);
