/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

#include <gtk/gtk.h>

/* The files beside an M2 model: which ones it says that it has, which were found, which are carried along.
 *
 * Signals: "changed" (gboolean anew): files came (TRUE: the model has to be read again) or have other names now;
 * "failed" (const char *): a sentence; "locating" returns whether a file may be brought in now. */
#define MW_TYPE_COMPANIONS_TABLE (mw_companions_table_get_type ())
G_DECLARE_FINAL_TYPE (MwCompanionsTable, mw_companions_table, MW, COMPANIONS_TABLE, GtkBox)

GtkWidget *mw_companions_table_new (void);
/* Shows the companions of a set (kept until another is set; the caller owns it). */
void mw_companions_table_set_files (MwCompanionsTable *self, MwFileSet *set);

typedef enum {
  MW_COMPANION_FOUND,
  MW_COMPANION_OTHER_NAME, /* found, but the clients spell it otherwise */
  MW_COMPANION_CARRIED,    /* the model does not say that it has it; saved along unchanged */
  MW_COMPANION_MISSING
} MwCompanionState;

guint mw_companions_table_get_n (MwCompanionsTable *self);
/* The row of a role; FALSE when there is none. `name` (the file's, or the one expected; to be freed) may be NULL. */
gboolean mw_companions_table_find (MwCompanionsTable *self, const char *role, MwCompanionState *state, char **name);
/* What the buttons of a row do, once a file was chosen. The file is copied beside the model under the name that the clients
 * look for; nothing is overwritten. */
void mw_companions_table_locate (MwCompanionsTable *self, const char *role, GFile *file);
/* Gives the found file the name that the clients look for. */
void mw_companions_table_rename (MwCompanionsTable *self, const char *role);

/* "2 of 4 skin profiles and 43 animation files were not found"; NULL: all that the model says it has are there. Free with
 * g_free(). */
char *mw_companions_missing (const MwFileSet *set);
/* The names of those files, one a line. Free with g_free(). */
char *mw_companions_missing_names (const MwFileSet *set);
