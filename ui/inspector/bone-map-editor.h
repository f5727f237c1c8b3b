/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/field-editor.h"
#include "ui/document/source-reader.h"

/* Edits which bone of another model is which bone of this one (MW_ROLE_BONE_MAP): a table with a row for each bone of the other model,
 * the file of which the parameters name. */
#define MW_TYPE_BONE_MAP_EDITOR (mw_bone_map_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwBoneMapEditor, mw_bone_map_editor, MW, BONE_MAP_EDITOR, MwFieldEditor)

/* Where the other model comes from. Call it before the editor gets its record, and refresh the editor when another one was read. */
void mw_bone_map_editor_set_reader (MwBoneMapEditor *self, MwSourceReader *reader);
/* What Load and Save do once a file is chosen. An error is shown below the table. */
void mw_bone_map_editor_load (MwBoneMapEditor *self, const char *path);
void mw_bone_map_editor_save (MwBoneMapEditor *self, const char *path);
