/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/file-editor.h"
#include "ui/i18n.h"

struct _MwFileEditor {
  MwTextEditor parent_instance;
};

G_DEFINE_FINAL_TYPE (MwFileEditor, mw_file_editor, MW_TYPE_TEXT_EDITOR)

const char *
mw_file_editor_path_in (MwRecord *params)
{
  const MwField *field = mw_schema_field_of_role (params->schema, MW_ROLE_DISK_FILE, MW_TYPE_TEXT);
  const char *path = field ? *(char **) mw_field_at (params, field) : NULL;
  return path && *path ? path : NULL;
}

/* --- Dialog ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  GtkWidget *widget; /* weak */
  MwFileChosen chosen;
  gpointer data;
} Asking;

static void
answered (GtkNativeDialog *dialog, int response, Asking *asking)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path && asking->widget)
    asking->chosen (asking->data, path);
  g_clear_weak_pointer (&asking->widget);
  g_free (asking);
  g_object_unref (dialog);
}

void
mw_file_choose (GtkWidget *widget, const char *title, const char *name, const char *folder, MwFileChosen chosen,
                gpointer data)
{
  Asking *asking = g_new0 (Asking, 1);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                                              name ? GTK_FILE_CHOOSER_ACTION_SAVE
                                                                   : GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              name ? _ ("_Save") : _ ("_Open"), _ ("_Cancel"));
  g_autoptr (GFile) at = folder ? g_file_new_for_path (folder) : NULL;
  asking->chosen = chosen;
  asking->data = data;
  g_set_weak_pointer (&asking->widget, widget);
  if (at)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  if (name)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), asking);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- Editor ---------------------------------------------------------------------------------------------------------- */

static void
chosen (gpointer editor, const char *path)
{
  mw_text_editor_commit (editor, path);
}

static void
browse (MwFieldEditor *editor)
{
  const char *path = mw_file_editor_path_in (mw_field_editor_get_record (editor)),
             *own = mw_document_get_path (mw_field_editor_get_document (editor));
  g_autofree char *folder = path || own ? g_path_get_dirname (path ? path : own) : NULL;
  mw_file_choose (GTK_WIDGET (editor), _ ("Choose a File"), NULL, folder, chosen, editor);
}

static void
build (MwFieldEditor *editor)
{
  MW_FIELD_EDITOR_CLASS (mw_file_editor_parent_class)->build (editor);
  GtkWidget *entry = gtk_widget_get_first_child (GTK_WIDGET (editor)),
            *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4),
            *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  g_object_ref (entry);
  gtk_box_remove (GTK_BOX (editor), entry);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_box_append (GTK_BOX (line), entry);
  g_object_unref (entry);
  gtk_widget_set_tooltip_text (button, _ ("Choose a file…"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Choose a file"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (browse), editor);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (editor), line);
}

static void
mw_file_editor_class_init (MwFileEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
}

static void
mw_file_editor_init (MwFileEditor *self)
{}
