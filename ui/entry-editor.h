/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* The editor of a value that is typed as text, in one entry. As it is: any value as its text (see core/schema/value.h). */
#define MW_TYPE_ENTRY_EDITOR (mw_entry_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (MwEntryEditor, mw_entry_editor, MW, ENTRY_EDITOR, MwFieldEditor)

struct _MwEntryEditorClass {
  MwFieldEditorClass parent_class;
  /* What stands in the entry. Free with g_free(). */
  char *(*print) (MwEntryEditor *self);
  /* What stands behind it, or NULL. Free with g_free(). */
  char *(*remark) (MwEntryEditor *self);
  /* What is typed as the text of a value; NULL and an error where it is none. There is a value. Free with g_free(). */
  char *(*parse) (MwEntryEditor *self, const char *typed, GError **error);
};

GtkWidget *mw_entry_editor_get_entry (MwEntryEditor *self);
