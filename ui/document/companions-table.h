/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/schema/record.h"

#include <gtk/gtk.h>

/* A table of the companions of an M2 model: those that it declares, with whether they were found, and those that a save
 * only copies along.
 *
 * Signals: "changed" (gboolean): files were added (TRUE: the model has to be read again) or renamed (FALSE);
 * "failed" (const char *): the sentence to show; "locating" -> gboolean: whether a file may be added now; "go" with the arguments of
 * mw_document_page_go_to(): the user wants to see what is read from a file. */
#define MW_TYPE_COMPANIONS_TABLE (mw_companions_table_get_type ())
G_DECLARE_FINAL_TYPE (MwCompanionsTable, mw_companions_table, MW, COMPANIONS_TABLE, GtkBox)

GtkWidget *mw_companions_table_new (void);
/* Shows the companions of a set. The caller owns the set, and the model that was read from it, and keeps both until it sets others.
 * `fixed`: they are in a game or an archive, so the buttons are insensitive and say why. */
void mw_companions_table_set_files (MwCompanionsTable *self, MwFileSet *set, const MwModel *model, gboolean fixed);

/* Does what the button of a row does once the user has chosen a file: copies it beside the model under the name that
 * the clients look for. Overwrites nothing. */
void mw_companions_table_locate (MwCompanionsTable *self, const char *role, GFile *file);

/* "2 of 4 skin profiles and 43 animation files were not found"; NULL if no declared companion is missing. Free with
 * g_free(). */
char *mw_companions_missing (const MwFileSet *set);
/* The names of the missing files, one per line. Free with g_free(). */
char *mw_companions_missing_names (const MwFileSet *set);
