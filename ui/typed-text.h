/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Text that was typed into a value's entry and is not committed, or could not be taken: work that nothing else knows of. */

/* The first entry below `widget` that holds such text (MwValueEntry), or NULL. */
GtkWidget *mw_typed_text_find (GtkWidget *widget);
/* Commits all of it. The first entry whose text was not taken, which is marked and keeps it; NULL: all was. */
GtkWidget *mw_typed_text_commit (GtkWidget *widget);
