/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A banner that says what went wrong, where, and what to do; the details can be copied. Hidden until something is shown. */
#define MW_TYPE_ERROR_BAR (mw_error_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwErrorBar, mw_error_bar, MW, ERROR_BAR, GtkBox)

GtkWidget *mw_error_bar_new (void);
/* `what` is a sentence ("Footman.mdx could not be opened."). */
void mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file);
void mw_error_bar_show_message (MwErrorBar *self, const char *message);
void mw_error_bar_hide (MwErrorBar *self);
/* The text on show, or NULL. */
const char *mw_error_bar_get_text (MwErrorBar *self);
