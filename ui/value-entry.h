/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* One line of text that stands for a value: what is typed counts when it is committed, by Enter or by leaving the entry; Esc
 * brings back the value. A scroll over it does nothing. With a handle (a letter before it) the value can be dragged.
 *
 * Signals: "commit" (text) -> gboolean: whether it was taken; if not, the text stays and the entry is marked;
 *          "reverted": the text is the value's again;
 *          "drag-begin"; "drag-update" (double: steps from the start); "drag-end" (gboolean: cancelled). */
#define MW_TYPE_VALUE_ENTRY (mw_value_entry_get_type ())
G_DECLARE_FINAL_TYPE (MwValueEntry, mw_value_entry, MW, VALUE_ENTRY, GtkWidget)

/* `handle` and `unit` may be NULL. */
GtkWidget *mw_value_entry_new (const char *handle, const char *unit);
/* Shows a value; text that is being typed stays. */
void mw_value_entry_set_text (MwValueEntry *self, const char *text);
/* Shows that there is no one value: empty, with these words in grey. */
void mw_value_entry_set_several (MwValueEntry *self, const char *words);
const char *mw_value_entry_get_text (MwValueEntry *self);
/* Types over the text, as a user does: nothing is committed. */
void mw_value_entry_type (MwValueEntry *self, const char *text);
void mw_value_entry_set_unit (MwValueEntry *self, const char *unit);
void mw_value_entry_set_numeric (MwValueEntry *self, gboolean numeric);
/* Whether something typed was not committed yet. */
gboolean mw_value_entry_is_dirty (MwValueEntry *self);
/* TRUE when there was nothing to commit, or it was taken. */
gboolean mw_value_entry_commit (MwValueEntry *self);
void mw_value_entry_revert (MwValueEntry *self);
void mw_value_entry_set_label (MwValueEntry *self, const char *label);
