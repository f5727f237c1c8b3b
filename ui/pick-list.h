/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Names to pick one of, with an entry above them that searches: for popovers. Signals: "picked" (guint): which of the names;
 * "entered" (const char *) -> gboolean: what stands in the search when Enter is pressed, TRUE if that was an answer, else the
 * marked name is picked. */
#define MW_TYPE_PICK_LIST (mw_pick_list_get_type ())
G_DECLARE_FINAL_TYPE (MwPickList, mw_pick_list, MW, PICK_LIST, GtkBox)

/* `label` is what the names are of, for those who do not see it. */
GtkWidget *mw_pick_list_new (const char *label);
/* NULL-terminated. */
void mw_pick_list_set_names (MwPickList *self, const char *const *names);
/* All of them, as GtkStringObject. */
GListModel *mw_pick_list_get_names (MwPickList *self);
/* When it is shown: nothing is searched for, this name is marked and in sight, and the keys go to the search. */
void mw_pick_list_begin (MwPickList *self, guint marked);
/* As if a name had been clicked. */
void mw_pick_list_pick (MwPickList *self, guint index);
GtkEditable *mw_pick_list_get_search (MwPickList *self);

/* A factory of rows that show a GtkStringObject as a label. */
GtkListItemFactory *mw_string_factory_new (void);
/* The "setup" handler of rows that are one label. */
void mw_setup_label_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused);
