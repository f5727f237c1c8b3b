/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"

/* Edits a quaternion of a key: as three angles in degrees, as an axis and an angle, or as its four numbers. The user's choice is
 * for all rotations, and is remembered. What is shown is rounded; a value that is typed as it is shown changes nothing. */
#define MW_TYPE_ROTATION_EDITOR (mw_rotation_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwRotationEditor, mw_rotation_editor, MW, ROTATION_EDITOR, MwFieldEditor)

/* Whether an array has quaternions. */
gboolean mw_field_has_rotations (const MwField *field);
