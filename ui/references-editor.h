/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* An element of an array that is several references (the bones of a vertex), as text: paths or numbers in braces. */
#define MW_TYPE_REFERENCES_EDITOR (mw_references_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwReferencesEditor, mw_references_editor, MW, REFERENCES_EDITOR, MwFieldEditor)

/* Where it is typed. */
GtkWidget *mw_references_editor_get_entry (MwReferencesEditor *self);
