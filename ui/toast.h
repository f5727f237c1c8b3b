/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A line over the window that says what was just done, with a button that undoes it. It takes no focus and no room, is an alert to
 * assistive technology, and goes after some seconds; while the pointer or the keyboard focus is on it, it stays. */
#define MW_TYPE_TOAST (mw_toast_get_type ())
G_DECLARE_FINAL_TYPE (MwToast, mw_toast, MW, TOAST, GtkBox)

GtkWidget *mw_toast_new (void);
/* Says what the newest step of the document did. Its button undoes that step as long as it is the newest one; once other steps were
 * made, or it was undone, the button is grey and says so. What was shown before is gone. */
void mw_toast_show_step (MwToast *self, MwDocument *document, const char *text);
/* Takes the line away if it is about this document, or any for NULL. */
void mw_toast_dismiss (MwToast *self, MwDocument *document);
/* What it says, or NULL; and the button. */
const char *mw_toast_get_text (MwToast *self);
GtkWidget *mw_toast_get_undo (MwToast *self);
/* How long it stays, in ms (for tests). */
void mw_toast_set_patience (MwToast *self, guint ms);
