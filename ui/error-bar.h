/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A banner that says what went wrong, where, and what to do; the details can be copied. Hidden until something is shown. What is
 * shown already when something else comes is kept among the details, until the banner is closed. */
#define MW_TYPE_ERROR_BAR (mw_error_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwErrorBar, mw_error_bar, MW, ERROR_BAR, GtkBox)

GtkWidget *mw_error_bar_new (void);
/* `what` is a sentence ("Footman.mdx could not be opened."). */
void mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file);
/* The same, with more errors to read below it (lines; may be NULL or empty). */
void mw_error_bar_show_errors (MwErrorBar *self, const char *what, const GError *error, const char *file,
                               const char *more);
/* Nothing went wrong, but there is something to know: a sentence, and lines that can be read and copied. */
void mw_error_bar_show_notice (MwErrorBar *self, const char *text, const char *lines);
/* A refusal: of no interest any more once something else was done. */
void mw_error_bar_show_message (MwErrorBar *self, const char *message);
/* The same with a button (`label` may have a mnemonic) for what would get round it. Signal: "offer-taken" when it is pressed. */
void mw_error_bar_offer (MwErrorBar *self, const char *message, const char *label);
/* The button; it is visible while something is offered. */
GtkWidget *mw_error_bar_get_offer (MwErrorBar *self);
/* Takes back the refusals; errors stay. */
void mw_error_bar_drop_messages (MwErrorBar *self);
/* Forgets all that is shown. */
void mw_error_bar_hide (MwErrorBar *self);
/* The sentence on show, or NULL. */
const char *mw_error_bar_get_text (MwErrorBar *self);
/* What can be read below it, or NULL; free with g_free(). */
char *mw_error_bar_get_lines (MwErrorBar *self);
