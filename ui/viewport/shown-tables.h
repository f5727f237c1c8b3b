/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/shown.h"

#include <gtk/gtk.h>

/* Chooses where the tables of a game (.dbc) are: where its files are, or in a folder of the user's.
 *
 * Signal "chosen": the user chose, and it is in MwShown.tables now. */
#define MW_TYPE_SHOWN_TABLES (mw_shown_tables_get_type ())
G_DECLARE_FINAL_TYPE (MwShownTables, mw_shown_tables, MW, SHOWN_TABLES, GtkBox)

GtkWidget *mw_shown_tables_new (void);
/* Shows the folder in `chosen`, which must exist until another is set. */
void mw_shown_tables_set (MwShownTables *self, MwShown *chosen);
/* Does what choosing a folder does; NULL: the tables of the game. */
void mw_shown_tables_choose (MwShownTables *self, const char *folder);
