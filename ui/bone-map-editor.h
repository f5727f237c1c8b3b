/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/field-editor.h"

/* Edits which bone of another model is which bone of this one (MW_ROLE_BONE_MAP): a table with a row for each bone of the other model,
 * the file of which the parameters name. */
#define MW_TYPE_BONE_MAP_EDITOR (mw_bone_map_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwBoneMapEditor, mw_bone_map_editor, MW, BONE_MAP_EDITOR, MwFieldEditor)
