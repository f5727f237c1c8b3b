/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/list-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwListEditor {
  MwFieldEditor parent_instance;
  GtkWidget *count, *show;
};

G_DEFINE_FINAL_TYPE (MwListEditor, mw_list_editor, MW_TYPE_FIELD_EDITOR)

static const MwList *
list_of (MwFieldEditor *editor)
{
  return (const MwList *) mw_field_editor_get_value (editor);
}

static void
show_clicked (GtkButton *button, MwFieldEditor *editor)
{
  const MwList *list = list_of (editor);
  if (list && list->n)
    mw_document_select (mw_field_editor_get_document (editor), &list->items[0]->id, 1);
}

static void
refresh (MwFieldEditor *editor)
{
  MwListEditor *self = MW_LIST_EDITOR (editor);
  g_autofree char *count = mw_field_editor_differs (editor, -1) ? g_strdup (mw_field_editor_several ())
                                                                : mw_ui_count (list_of (editor)->n);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_widget_set_sensitive (self->show, list_of (editor)->n > 0);
}

static void
build (MwFieldEditor *editor)
{
  MwListEditor *self = MW_LIST_EDITOR (editor);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_widget_set_hexpand (self->count, TRUE);
  gtk_widget_add_css_class (self->count, "numeric");
  self->show = gtk_button_new_from_icon_name ("go-next-symbolic");
  gtk_widget_add_css_class (self->show, "flat");
  mw_widget_set_tooltip (self->show, _ ("Go to the first element"));
  /* There is one for each list of the model. */
  g_autofree char *name = g_strdup_printf ("%s: %s", mw_ui_label (mw_field_editor_get_field (editor)->label),
                                           _ ("Go to the first element"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->show), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (self->show, "clicked", G_CALLBACK (show_clicked), self);
  gtk_box_append (GTK_BOX (row), self->count);
  gtk_box_append (GTK_BOX (row), self->show);
  gtk_box_append (GTK_BOX (self), row);
}

static void
mw_list_editor_class_init (MwListEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_list_editor_init (MwListEditor *self)
{}
