/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* An array: how many elements there are, and one of them by its number; short ones as a whole, too. */
#define MW_TYPE_ARRAY_EDITOR (mw_array_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwArrayEditor, mw_array_editor, MW, ARRAY_EDITOR, MwFieldEditor)

/* Shows this element and leaves it to others to pick one: for arrays that are looked through together. */
void mw_array_editor_follow (MwArrayEditor *self, guint32 at);
/* The editor of the element. */
GtkWidget *mw_array_editor_get_element (MwArrayEditor *self);
