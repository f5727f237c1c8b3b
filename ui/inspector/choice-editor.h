/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits an enum: a drop-down of its names. The last row opens an entry for any other number. */
#define MW_TYPE_CHOICE_EDITOR (mw_choice_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwChoiceEditor, mw_choice_editor, MW, CHOICE_EDITOR, MwFieldEditor)
