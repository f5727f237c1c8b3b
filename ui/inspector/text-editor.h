/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/entry-editor.h"

/* Edits text, and shows how many bytes it takes and may take. Text that was not changed is never encoded again. */
#define MW_TYPE_TEXT_EDITOR (mw_text_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (MwTextEditor, mw_text_editor, MW, TEXT_EDITOR, MwEntryEditor)

struct _MwTextEditorClass {
  MwEntryEditorClass parent_class;
};

/* Sets the text of a field that an editor edits, whatever characters it has. */
gboolean mw_text_editor_commit (MwFieldEditor *editor, const char *text);
