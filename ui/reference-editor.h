/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* Edits a reference: a button with the name of its target, which opens a list with a search, and an arrow that selects
 * the target. */
#define MW_TYPE_REFERENCE_EDITOR (mw_reference_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwReferenceEditor, mw_reference_editor, MW, REFERENCE_EDITOR, MwFieldEditor)

/* Opens the list. Only then mw_reference_editor_get_names() has its rows; the first is "none". */
void mw_reference_editor_open (MwReferenceEditor *self);
GListModel *mw_reference_editor_get_names (MwReferenceEditor *self);
/* Picks the row of that name; FALSE if there is none or it was refused. */
gboolean mw_reference_editor_pick (MwReferenceEditor *self, const char *name);
/* The text of the button. */
const char *mw_reference_editor_get_title (MwReferenceEditor *self);
