/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/text-editor.h"

/* Edits the path of a file on the disk (MW_ROLE_DISK_FILE): an entry, and a button that opens a file chooser. */
#define MW_TYPE_FILE_EDITOR (mw_file_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwFileEditor, mw_file_editor, MW, FILE_EDITOR, MwTextEditor)

/* The path in the field of this role of an operation's parameters; NULL: there is none, or it is empty. */
const char *mw_file_editor_path_in (MwRecord *params);
/* Shows a dialog to open a file, or to save one; `chosen` gets the path. `name`: the name that is proposed for a file to save, and
 * overwriting is asked about; NULL: to open. */
typedef void (*MwFileChosen) (gpointer data, const char *path);
void mw_file_choose (GtkWidget *widget, const char *title, const char *name, const char *folder, MwFileChosen chosen,
                     gpointer data);
