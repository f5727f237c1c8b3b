/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/text-editor.h"

/* Edits the path of a file on the disk (MW_ROLE_DISK_FILE): an entry, and a button that opens a file chooser. */
#define MW_TYPE_FILE_EDITOR (mw_file_editor_get_type ())
G_DECLARE_FINAL_TYPE (MwFileEditor, mw_file_editor, MW, FILE_EDITOR, MwTextEditor)

/* The path in the field of this role of an operation's parameters; NULL: there is none, or it is empty. */
const char *mw_file_editor_path_in (MwRecord *params);
/* Shows a dialog to open or save a file; `chosen` gets the path. `save`: a name is proposed, and overwriting is asked about. */
typedef void (*MwFileChosen) (gpointer data, const char *path);
void mw_file_choose (GtkWidget *widget, const char *title, gboolean save, const char *folder, MwFileChosen chosen,
                     gpointer data);
