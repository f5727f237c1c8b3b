/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* A flag word: a check for each named bit, and the whole as a number. A bit with an opposite is shown as that, so its check is on
 * when the bit is not set. A switch (0 or 1) is one check. */
#define MW_TYPE_FLAGS_EDITOR (mw_flags_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwFlagsEditor, mw_flags_editor, MW, FLAGS_EDITOR, MwFieldEditor)

/* The check of the index-th named bit. */
GtkWidget *mw_flags_editor_get_check (MwFlagsEditor *self, guint index);
/* Puts the checks, where there are more than two, behind a button that names what is set: for cells of tables. */
void mw_flags_editor_fold (MwFlagsEditor *self);
