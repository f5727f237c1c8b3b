/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A message over the window that says what was just done, with a button that undoes it. It takes no focus and no space
 * in the layout, is an alert for assistive technology, and disappears after some seconds, but not while it has the
 * pointer or the focus. */
#define MW_TYPE_TOAST (mw_toast_get_type ())
G_DECLARE_FINAL_TYPE (MwToast, mw_toast, MW, TOAST, GtkBox)

/* Says what the newest step of the document did, replacing the message before it. The button undoes that step while it
 * is the newest; after later steps it is insensitive. If the step is undone, the message disappears. */
void mw_toast_show_step (MwToast *self, MwDocument *document, const char *text);
/* Removes the message if it is about this document; NULL: any. */
void mw_toast_dismiss (MwToast *self, MwDocument *document);
/* How long it stays, in ms (for tests). */
void mw_toast_set_patience (MwToast *self, guint ms);
