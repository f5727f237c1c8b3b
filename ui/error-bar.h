/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A banner that says what went wrong, where, and what to do. The details can be copied. Hidden until something is
 * shown. Earlier messages stay in the details until the banner is closed. */
#define MW_TYPE_ERROR_BAR (mw_error_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwErrorBar, mw_error_bar, MW, ERROR_BAR, GtkBox)

GtkWidget *mw_error_bar_new (void);
/* `what` is a sentence ("Footman.mdx could not be opened."); `file` (may be NULL) is the file that the error is
 * about. */
void mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file);
/* The same, with more errors to read below it (lines; may be NULL or empty). */
void mw_error_bar_show_errors (MwErrorBar *self, const char *what, const GError *error, const char *file,
                               const char *more);
/* Shows a notice, which is no error: a sentence, and lines with details (may be NULL). */
void mw_error_bar_show_notice (MwErrorBar *self, const char *text, const char *lines);
/* Shows why an action was refused. Unlike errors, mw_error_bar_drop_messages() removes it after the next action. */
void mw_error_bar_show_message (MwErrorBar *self, const char *message);
/* The same with a button that offers a remedy; `label` may have a mnemonic. Signal: "offer-taken" when it is
 * pressed. */
void mw_error_bar_offer (MwErrorBar *self, const char *message, const char *label);
/* Gives the newest message a button that offers something; `about` says what it is about, for mw_error_bar_take_offer(). */
void mw_error_bar_add_offer (MwErrorBar *self, const char *label, const char *about);
/* After "offer-taken": removes the message and returns what its offer was about. Free with g_free(). */
char *mw_error_bar_take_offer (MwErrorBar *self);
/* Removes the refusals; errors stay. */
void mw_error_bar_drop_messages (MwErrorBar *self);
/* Removes everything and hides the banner. */
void mw_error_bar_hide (MwErrorBar *self);
