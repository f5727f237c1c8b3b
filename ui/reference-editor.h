/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* A reference: a button with the name of what it points to, which opens a list to search in, and an arrow that goes there. */
#define MW_TYPE_REFERENCE_EDITOR (mw_reference_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwReferenceEditor, mw_reference_editor, MW, REFERENCE_EDITOR, MwFieldEditor)

/* Opens the list; its rows' names are then to be had, the first stands for "none". */
void mw_reference_editor_open (MwReferenceEditor *self);
GListModel *mw_reference_editor_get_names (MwReferenceEditor *self);
/* Picks the row of that name; FALSE if there is none or it was refused. */
gboolean mw_reference_editor_pick (MwReferenceEditor *self, const char *name);
/* What the button says. */
const char *mw_reference_editor_get_title (MwReferenceEditor *self);
