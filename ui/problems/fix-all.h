/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A popover that lists what several fixes would change, with a button that does them. While it finds that out, its accessible state is
 * "busy", and the button cannot be pressed. */
#define MW_TYPE_FIX_ALL (mw_fix_all_get_type ())
G_DECLARE_FINAL_TYPE (MwFixAll, mw_fix_all, MW, FIX_ALL, GtkPopover)

/* `apply (data)` is called when the button is pressed. The popover belongs to `parent`; destroy it with gtk_widget_unparent(). */
GtkWidget *mw_fix_all_new (GtkWidget *parent, void (*apply) (gpointer data), gpointer data);
/* Opens it for these fixes, which must be those of the document as it is now. They are copied. */
void mw_fix_all_open (MwFixAll *self, MwDocument *document, const char *title, const GPtrArray *fixes);
/* The fixes whose changes it lists. Valid until it is opened again. */
const char *const *mw_fix_all_get_fixes (MwFixAll *self);
