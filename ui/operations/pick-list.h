/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A list of names with a search entry above, to pick one name: for popovers.
 *
 * Signals: "picked" (guint): the index of the picked name; "marked" (guint): the index of the name that the user has marked by keys,
 * by typing or by pointing at it, and that Enter would pick; "entered" (const char *) -> gboolean: Enter was pressed with
 * this text in the search. TRUE: the handler has used the text; FALSE: the marked name is picked. */
#define MW_TYPE_PICK_LIST (mw_pick_list_get_type ())
G_DECLARE_FINAL_TYPE (MwPickList, mw_pick_list, MW, PICK_LIST, GtkBox)

/* `label` is the accessible name of the list. */
GtkWidget *mw_pick_list_new (const char *label);
/* NULL-terminated. */
void mw_pick_list_set_names (MwPickList *self, const char *const *names);
/* Call when it is shown: clears the search, marks this name and scrolls to it, and focuses the search. */
void mw_pick_list_begin (MwPickList *self, guint marked);
GtkEditable *mw_pick_list_get_search (MwPickList *self);

/* A factory of rows that show a GtkStringObject as a label. */
GtkListItemFactory *mw_string_factory_new (void);
/* The "setup" handler of rows that are one label. */
void mw_setup_label_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused);
