/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A part of a form below a header that folds it: a click, Enter or Space. Whether it is open is remembered for the kind of
 * record, also for the next start of the program. */
#define MW_TYPE_FOLD (mw_fold_get_type ())
G_DECLARE_FINAL_TYPE (MwFold, mw_fold, MW, FOLD, GtkBox)

/* `kind` is the name of the record's schema, `label` that of the part, not translated. `folded`: whether it is closed until
 * the user opens it. */
GtkWidget *mw_fold_new (const char *kind, const char *label, gboolean folded);
/* Where the rows go. */
GtkBox *mw_fold_get_body (MwFold *self);
/* Whether there is a header. Without one the rows are always shown. */
void mw_fold_set_header (MwFold *self, gboolean shown);
/* Whether the header says that a value in it has changed since the last save. */
void mw_fold_set_changed (MwFold *self, gboolean changed);
/* Opens all parts that a widget is in. This is not remembered. */
void mw_fold_reveal (GtkWidget *widget);
/* Opens it without remembering that, while fields are searched; FALSE: as the user left it. */
void mw_fold_force_open (MwFold *self, gboolean open);
