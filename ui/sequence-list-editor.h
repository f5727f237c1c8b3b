/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* Edits which sequences of another model an operation takes (MW_ROLE_SEQUENCE_LIST): a list with a check mark for each. The model is
 * the file that the parameters name. Without a check mark, all are taken. */
#define MW_TYPE_SEQUENCE_LIST_EDITOR (mw_sequence_list_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceListEditor, mw_sequence_list_editor, MW, SEQUENCE_LIST_EDITOR, MwFieldEditor)
