/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits numbers and vectors: an entry for each component, and for colours a button that opens the colour chooser.
 * Angles are shown in degrees. A decimal comma is accepted. */
#define MW_TYPE_NUMBER_EDITOR (mw_number_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwNumberEditor, mw_number_editor, MW, NUMBER_EDITOR, MwFieldEditor)
