/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-tables.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwShownTables {
  GtkBox parent_instance;
  GtkWidget *button, *clear;
  MwShown *chosen;
};

G_DEFINE_FINAL_TYPE (MwShownTables, mw_shown_tables, GTK_TYPE_BOX)

static guint chosen_signal;

static void
show (MwShownTables *self)
{
  const char *folder = self->chosen->tables;
  g_autofree char *last = folder ? g_path_get_basename (folder) : NULL, *name = last ? mw_ui_text (last) : NULL,
                  *whole = folder ? mw_ui_text (folder) : NULL;
  gtk_button_set_label (GTK_BUTTON (self->button), name ? name : _ ("Of the game"));
  mw_widget_set_tooltip (self->button, whole ? whole : _ ("Choose a folder with tables (.dbc) instead"));
  gtk_widget_set_visible (self->clear, folder != NULL);
}

void
mw_shown_tables_set (MwShownTables *self, MwShown *chosen)
{
  self->chosen = chosen;
  show (self);
}

void
mw_shown_tables_choose (MwShownTables *self, const char *folder)
{
  char *copy = g_strdup (folder);
  g_free (self->chosen->tables);
  self->chosen->tables = copy;
  show (self);
  g_signal_emit (self, chosen_signal, 0);
}

static void
folder_chosen (GtkNativeDialog *dialog, int response, MwShownTables *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path && self->chosen)
    mw_shown_tables_choose (self, path);
  g_object_unref (dialog);
}

static void
ask (MwShownTables *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ ("Choose a Folder with Tables"), GTK_WINDOW (root),
                                                              GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"),
                                                              _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (folder_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
clear (MwShownTables *self)
{
  mw_shown_tables_choose (self, NULL);
}

static void
mw_shown_tables_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_shown_tables_parent_class)->dispose (object);
}

static void
mw_shown_tables_class_init (MwShownTablesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_tables_dispose;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_shown_tables_init (MwShownTables *self)
{
  GtkWidget *label = gtk_label_new (_ ("Tables"));
  gtk_box_set_spacing (GTK_BOX (self), 12);
  self->button = gtk_button_new_with_label ("");
  gtk_widget_set_hexpand (self->button, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Folder with tables"), -1);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  self->clear = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  gtk_widget_set_tooltip_text (self->clear, _ ("Take the tables of the game"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->clear), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Take the tables of the game"), -1);
  g_signal_connect_object (self->clear, "clicked", G_CALLBACK (clear), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), self->button);
  gtk_box_append (GTK_BOX (self), self->clear);
}

GtkWidget *
mw_shown_tables_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_TABLES, NULL);
}
