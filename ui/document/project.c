/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/project.h"
#include "core/vfs/extract.h"
#include "ui/ellipsis.h"
#include "ui/folder-button.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/window/recent.h"

#define SETTING "project-folder"
#define PARTS "project-parts"

/* --- The folder ----------------------------------------------------------------------------------------------------- */

char *
mw_project_folder (void)
{
  GSettings *settings = mw_places_settings ();
  g_autofree char *chosen = settings ? g_settings_get_string (settings, SETTING) : NULL;
  if (chosen && *chosen && g_file_test (chosen, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&chosen);
  g_auto (GStrv) recent = mw_recent_list (1);
  if (recent[0])
    return g_path_get_dirname (recent[0]);
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  return g_strdup (documents ? documents : g_get_home_dir ());
}

void
mw_project_set_folder (const char *folder)
{
  GSettings *settings = mw_places_settings ();
  if (settings && g_utf8_validate (folder, -1, NULL))
    g_settings_set_string (settings, SETTING, folder);
}

void
mw_project_begin_chooser (GtkFileChooser *chooser)
{
  g_autofree char *folder = mw_project_folder ();
  g_autoptr (GFile) at = g_file_new_for_path (folder);
  gtk_file_chooser_set_current_folder (chooser, at, NULL);
}

/* --- The dialog ----------------------------------------------------------------------------------------------------- */

typedef struct {
  GtkWidget *dialog, *folder, *problem;
  char *name;
} Parts;

static void
parts_free (gpointer data)
{
  Parts *parts = data;
  g_free (parts->name);
  g_free (parts);
}

static char *
target_of (const Parts *parts)
{
  return mw_extract_target (mw_folder_button_get (MW_FOLDER_BUTTON (parts->folder)), parts->name);
}

static Parts *
parts_of (GtkWidget *dialog)
{
  return g_object_get_data (G_OBJECT (dialog), PARTS);
}

char *
mw_project_dialog_get_folder (GtkWidget *dialog)
{
  return g_strdup (mw_folder_button_get (MW_FOLDER_BUTTON (parts_of (dialog)->folder)));
}

char *
mw_project_dialog_get_target (GtkWidget *dialog)
{
  return target_of (parts_of (dialog));
}

static void
refresh (Parts *parts)
{
  g_autofree char *target = target_of (parts);
  gtk_dialog_set_response_sensitive (GTK_DIALOG (parts->dialog), GTK_RESPONSE_ACCEPT, target != NULL);
  const char *problem = !target ? _ ("This name leads out of the folder; save it elsewhere.")
                        : g_file_test (target, G_FILE_TEST_EXISTS) ? _ ("This file exists and will be replaced.")
                                                                   : "";
  gtk_label_set_text (GTK_LABEL (parts->problem), problem);
  gtk_widget_set_visible (parts->problem, *problem != 0);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  enum { WIDTH = 60 };
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* The row with the folder, and the row with the path in it. */
static GtkWidget *
make_rows (Parts *parts)
{
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *shown = g_filename_display_name (parts->name), *folder = mw_project_folder ();
  parts->folder = mw_folder_button_new (_ ("Project folder"), _ ("Project Folder"), folder);
  g_signal_connect_swapped (parts->folder, "chosen", G_CALLBACK (refresh), parts);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_attach (GTK_GRID (grid), make_label (_ ("Project folder"), NULL), 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), parts->folder, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_label (_ ("File in it"), NULL), 0, 1, 1, 1);
  GtkWidget *file = gtk_label_new (shown);
  gtk_label_set_xalign (GTK_LABEL (file), 0);
  mw_label_ellipsize (file, PANGO_ELLIPSIZE_START);
  gtk_grid_attach (GTK_GRID (grid), file, 1, 1, 1, 1);
  return grid;
}

GtkWidget *
mw_project_dialog_new (GtkWindow *parent, const MwOrigin *origin)
{
  Parts *parts = g_new0 (Parts, 1);
  GtkWidget *dialog = g_object_new (GTK_TYPE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
                                    TRUE, "use-header-bar", TRUE, "resizable", FALSE, "title", _ ("Save a Copy"), NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  g_autofree char *base = g_filename_display_name (mw_origin_base (origin)),
                  *what = g_strdup_printf (_ ("%s is in %s, which is never changed."), base, origin->from);
  parts->dialog = dialog;
  parts->name = g_strdup (origin->name);
  g_object_set_data_full (G_OBJECT (dialog), PARTS, parts, parts_free);
  gtk_widget_add_css_class (box, "project-dialog");
  parts->problem = make_label (NULL, "dim-label");
  gtk_box_append (GTK_BOX (box), make_label (what, "heading"));
  gtk_box_append (GTK_BOX (box),
                  make_label (_ ("It is saved in your project folder, below the same folders as there, so "
                                 "that other files find it under the same path."),
                              NULL));
  gtk_box_append (GTK_BOX (box), make_rows (parts));
  gtk_box_append (GTK_BOX (box), parts->problem);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), box);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Save"), GTK_RESPONSE_ACCEPT);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Elsewhere…"), MW_PROJECT_ELSEWHERE);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_widget_grab_focus (accept);
  refresh (parts);
  return dialog;
}
