/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"
#include "ui/document/source-reader.h"

/* Edits which sequences of another model an operation takes (MW_ROLE_SEQUENCE_LIST): a list with a check mark for each. The model is
 * the file that the parameters name. Without a check mark, all are taken.
 *
 * Signal: "current-changed": see mw_sequence_list_editor_get_current(). */
#define MW_TYPE_SEQUENCE_LIST_EDITOR (mw_sequence_list_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceListEditor, mw_sequence_list_editor, MW, SEQUENCE_LIST_EDITOR, MwFieldEditor)

/* Where the other model comes from. Call it before the editor gets its record, and refresh the editor when another one was read. */
void mw_sequence_list_editor_set_reader (MwSequenceListEditor *self, MwSourceReader *reader);
/* The chosen sequence of the other model that the user worked with last, or else the first of them. NULL: there is none. */
const MwRecord *mw_sequence_list_editor_get_current (MwSequenceListEditor *self);
/* Which of the chosen sequences this is, counted from 0, and how many are chosen. 0: it is not chosen. */
guint mw_sequence_list_editor_find (MwSequenceListEditor *self, MwId sequence, guint *at);
