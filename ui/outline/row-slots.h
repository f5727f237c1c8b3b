/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A list of places for the rows of another list. GtkListView makes a widget for each of about 200 items and drops it with its item, which
 * takes most of the time of a new filter. If all rows are replaced at once, as many places stay as there are rows again, and their widgets
 * only have to show other rows. The items are plain objects: ask `rows` for the row at a place. */
#define MW_TYPE_ROW_SLOTS (mw_row_slots_get_type ())
G_DECLARE_FINAL_TYPE (MwRowSlots, mw_row_slots, MW, ROW_SLOTS, GObject)

/* Signals:
 * replaced (guint n): the first n places have other rows now, which were not announced with "items-changed". Comes after that signal.
 * Holds a reference to `rows`. Free with g_object_unref(). */
MwRowSlots *mw_row_slots_new (GListModel *rows);
/* The rows, at the same positions as their places. */
GListModel *mw_row_slots_get_rows (MwRowSlots *self);
