/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A button that shows a folder, and lets the user choose another. Signal: "chosen". */
#define MW_TYPE_FOLDER_BUTTON (mw_folder_button_get_type ())
G_DECLARE_FINAL_TYPE (MwFolderButton, mw_folder_button, MW, FOLDER_BUTTON, GtkButton)

/* `name` is for assistive technology; `title` is that of the file chooser. */
GtkWidget *mw_folder_button_new (const char *name, const char *title, const char *folder);
/* The path of the folder. */
const char *mw_folder_button_get (MwFolderButton *self);
/* Shows another folder, which need not be there. No signal. */
void mw_folder_button_set (MwFolderButton *self, const char *folder);
