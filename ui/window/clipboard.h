/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Copy, cut and paste of elements through the clipboard, as text that other windows, mails and scripts take too
 * (core/edit/operations/elements/elements-text.h). Adds the actions "outline.copy", "outline.cut" and "outline.paste" to the class of the
 * outline, and their keys. Keys reach the outline after the widget with the focus, so they still edit text in its filter. */
void mw_clipboard_install (GtkWidgetClass *outline);
