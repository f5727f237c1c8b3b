/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/origin.h"

#include <gtk/gtk.h>

/* The project folder of the user: there, files of games are saved and extracted, below the folders that they have in the game. */

/* The folder that was used last; else that of the file opened last, or the user's documents. Free with g_free(). */
char *mw_project_folder (void);
void mw_project_set_folder (const char *folder);
/* Lets a file chooser begin there. */
void mw_project_begin_chooser (GtkFileChooser *chooser);

/* A dialog that proposes the same game path below the project folder, which can be changed in it. Responses: GTK_RESPONSE_ACCEPT,
 * MW_PROJECT_ELSEWHERE (the user wants to choose any place and format), GTK_RESPONSE_CANCEL. */
enum { MW_PROJECT_ELSEWHERE = 1 };
GtkWidget *mw_project_dialog_new (GtkWindow *parent, const MwOrigin *origin);
/* The folder, and the path in it that is proposed. Free with g_free(). */
char *mw_project_dialog_get_folder (GtkWidget *dialog);
char *mw_project_dialog_get_target (GtkWidget *dialog);
