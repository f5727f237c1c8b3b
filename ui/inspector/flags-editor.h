/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits a flag word: a check button for each named bit, and an entry for the whole number. A bit with an opposite name
 * ("Loops") is shown by that name, and its check is on when the bit is not set. A switch (0 or 1) is one check. */
#define MW_TYPE_FLAGS_EDITOR (mw_flags_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwFlagsEditor, mw_flags_editor, MW, FLAGS_EDITOR, MwFieldEditor)

/* For cells of tables: if there are more than two checks, moves them into a popover of a button that names the set
 * bits. */
void mw_flags_editor_fold (MwFlagsEditor *self);
