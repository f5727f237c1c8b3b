/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* An entry for one value as text. Typed text takes effect when it is committed, by Enter or by leaving the entry; Esc
 * restores the value. Scrolling over it does nothing. With a handle (a letter before it) the value can be dragged; Esc
 * cancels the drag.
 *
 * Signals: "commit" (text) -> gboolean: whether the text was accepted; if not, it stays and the entry is marked;
 *          "reverted": the value's text is back;
 *          "drag-begin"; "drag-update" (double: steps from the start); "drag-end" (gboolean: cancelled). */
#define MW_TYPE_VALUE_ENTRY (mw_value_entry_get_type ())
G_DECLARE_FINAL_TYPE (MwValueEntry, mw_value_entry, MW, VALUE_ENTRY, GtkWidget)

/* `handle` and `unit` may be NULL. */
GtkWidget *mw_value_entry_new (const char *handle, const char *unit);
/* Shows a value. Uncommitted text stays. */
void mw_value_entry_set_text (MwValueEntry *self, const char *text);
/* For several records with different values: shows an empty entry with these words as a placeholder. */
void mw_value_entry_set_several (MwValueEntry *self, const char *words);
/* Changes the letter of the handle. The entry must have been made with one. */
void mw_value_entry_set_handle (MwValueEntry *self, const char *handle);
void mw_value_entry_set_unit (MwValueEntry *self, const char *unit);
void mw_value_entry_set_numeric (MwValueEntry *self, gboolean numeric);
/* Whether there is uncommitted text. */
gboolean mw_value_entry_is_dirty (MwValueEntry *self);
/* Commits the text. FALSE: it was refused. */
gboolean mw_value_entry_commit (MwValueEntry *self);
/* For assistive technology, which also says the unit: what the value is, and what is wrong with it (NULL: nothing). */
void mw_value_entry_set_label (MwValueEntry *self, const char *label);
void mw_value_entry_set_note (MwValueEntry *self, const char *note);
