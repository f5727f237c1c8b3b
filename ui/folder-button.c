/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/folder-button.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"

struct _MwFolderButton {
  GtkButton parent_instance;
  GtkWidget *label;
  char *title, *folder;
};

G_DEFINE_FINAL_TYPE (MwFolderButton, mw_folder_button, GTK_TYPE_BUTTON)

static guint chosen_signal;

void
mw_folder_button_set (MwFolderButton *self, const char *folder)
{
  char *copy = g_strdup (folder);
  g_free (self->folder);
  self->folder = copy;
  g_autofree char *shown = g_filename_display_name (folder);
  gtk_label_set_text (GTK_LABEL (self->label), shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), shown);
}

static void
answered (GtkNativeDialog *chooser, int response, MwFolderButton *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
  g_autofree char *folder = file ? g_file_get_path (file) : NULL;
  if (folder) {
    mw_folder_button_set (self, folder);
    g_signal_emit (self, chosen_signal, 0);
  }
  g_object_unref (chooser);
}

static void
clicked (GtkButton *button)
{
  MwFolderButton *self = MW_FOLDER_BUTTON (button);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    self->title, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
    _ ("_Choose"), _ ("_Cancel"));
  g_autoptr (GFile) at = g_file_new_for_path (self->folder);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), at, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (answered), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
finalize (GObject *object)
{
  MwFolderButton *self = MW_FOLDER_BUTTON (object);
  g_free (self->title);
  g_free (self->folder);
  G_OBJECT_CLASS (mw_folder_button_parent_class)->finalize (object);
}

static void
mw_folder_button_class_init (MwFolderButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_BUTTON_CLASS (klass)->clicked = clicked;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_folder_button_init (MwFolderButton *self)
{
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->label = gtk_label_new (NULL);
  mw_label_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("folder-symbolic"));
  gtk_box_append (GTK_BOX (inside), self->label);
  gtk_button_set_child (GTK_BUTTON (self), inside);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

GtkWidget *
mw_folder_button_new (const char *name, const char *title, const char *folder)
{
  MwFolderButton *self = g_object_new (MW_TYPE_FOLDER_BUTTON, NULL);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  mw_folder_button_set (self, folder);
  return GTK_WIDGET (self);
}

const char *
mw_folder_button_get (MwFolderButton *self)
{
  return self->folder;
}
