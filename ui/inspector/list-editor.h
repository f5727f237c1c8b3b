/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Shows the number of records in a list, on a button that selects them. */
#define MW_TYPE_LIST_EDITOR (mw_list_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwListEditor, mw_list_editor, MW, LIST_EDITOR, MwFieldEditor)
