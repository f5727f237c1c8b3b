/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/written.h"

#include <gtk/gtk.h>

/* The bytes of one file in rows, each in the colour of its field, with a cursor; a text as its lines. Only what is in
 * view is drawn. Nothing can be typed.
 *
 * Signals: "moved": the cursor is at another byte, or another part of the bytes is chosen; "picked": the byte at the cursor was
 * clicked, or Enter was pressed; "said" (const char *): a line for the status bar. */
#define MW_TYPE_BYTES_VIEW (mw_bytes_view_get_type ())
G_DECLARE_FINAL_TYPE (MwBytesView, mw_bytes_view, MW, BYTES_VIEW, GtkWidget)

GtkWidget *mw_bytes_view_new (void);
/* Shows a file of what was written; takes references. The cursor stays at its offset if the file has it. `colours` are
 * those of the map's entries (colours.h). NULL: nothing is shown. */
void mw_bytes_view_set (MwBytesView *self, MwWritten *written, guint part, gboolean text, const guint8 *colours);
/* The scroll position in rows. */
GtkAdjustment *mw_bytes_view_get_adjustment (MwBytesView *self);
/* The bytes that are shown, or NULL. They belong to the view. */
const guint8 *mw_bytes_view_get_data (MwBytesView *self, gsize *size);
gsize mw_bytes_view_get_cursor (MwBytesView *self);
/* The chosen bytes; without any, the one at the cursor. *n is 0 for an empty file. */
gsize mw_bytes_view_get_chosen (MwBytesView *self, gsize *n);
/* Chooses bytes, moves the cursor to the first, and scrolls to it. */
void mw_bytes_view_choose (MwBytesView *self, gsize offset, gsize n);
/* Marks the bytes of a value, or of a record without `field`; 0: none. */
void mw_bytes_view_mark (MwBytesView *self, MwId record, const MwField *field);
/* Scrolls to a byte without moving the cursor. */
void mw_bytes_view_reveal (MwBytesView *self, gsize offset);
/* Copies the chosen bytes as hexadecimal numbers or as text. */
void mw_bytes_view_copy (MwBytesView *self, gboolean as_text);
/* The line of a text at the cursor, counted from 1; 0: it is no text. */
guint mw_bytes_view_get_line (MwBytesView *self);
