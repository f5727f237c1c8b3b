/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits a value in one entry. The base class shows any value as its text (see core/schema/value.h); subclasses override
 * how it is printed and parsed. */
#define MW_TYPE_ENTRY_EDITOR (mw_entry_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (MwEntryEditor, mw_entry_editor, MW, ENTRY_EDITOR, MwFieldEditor)

struct _MwEntryEditorClass {
  MwFieldEditorClass parent_class;
  /* The text for the entry. Free with g_free(). */
  char *(*print) (MwEntryEditor *self);
  /* A remark shown after the entry, or NULL. Free with g_free(). */
  char *(*remark) (MwEntryEditor *self);
  /* Turns typed text into the text of a value; NULL and an error if it is invalid. Only called while there is a value.
   * Free with g_free(). */
  char *(*parse) (MwEntryEditor *self, const char *typed, GError **error);
};
