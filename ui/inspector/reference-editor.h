/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits a reference: a button with the name of its target, which opens a list with a search, and an arrow that selects
 * the target. */
#define MW_TYPE_REFERENCE_EDITOR (mw_reference_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwReferenceEditor, mw_reference_editor, MW, REFERENCE_EDITOR, MwFieldEditor)
