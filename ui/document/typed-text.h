/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Finds and commits text that was typed into value entries (MwValueEntry) and is not yet committed. It is unsaved work
 * that the document does not know of. */

/* The first entry below `widget` with uncommitted text, or NULL. */
GtkWidget *mw_typed_text_find (GtkWidget *widget);
/* Commits all such text below `widget`. Returns the first entry whose text was refused, which keeps it and is marked;
 * NULL: all was accepted. */
GtkWidget *mw_typed_text_commit (GtkWidget *widget);
