/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits an array: shows the number of elements and one element, chosen by its index; a short array also as a whole. */
#define MW_TYPE_ARRAY_EDITOR (mw_array_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwArrayEditor, mw_array_editor, MW, ARRAY_EDITOR, MwFieldEditor)

/* Shows this element. */
void mw_array_editor_go_to (MwArrayEditor *self, guint32 at);
/* The same, and hides the control that chooses one: for parallel arrays, which share one control. */
void mw_array_editor_show_element (MwArrayEditor *self, guint32 at);
