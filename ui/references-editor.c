/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/references-editor.h"
#include "core/schema/value.h"
#include "ui/labels.h"
#include "ui/value-entry.h"

struct _MwReferencesEditor {
  MwFieldEditor parent_instance;
  GtkWidget *entry;
};

G_DEFINE_FINAL_TYPE (MwReferencesEditor, mw_references_editor, MW_TYPE_FIELD_EDITOR)

static gboolean
commit (MwValueEntry *entry, const char *typed, MwReferencesEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (!mw_field_editor_get_value (editor))
    return FALSE;
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, typed);
}

static void
reverted (MwValueEntry *entry, MwReferencesEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

static void
refresh (MwFieldEditor *editor)
{
  MwReferencesEditor *self = MW_REFERENCES_EDITOR (editor);
  if (!mw_field_editor_get_value (editor))
    return;
  if (mw_field_editor_differs (editor, -1)) {
    mw_value_entry_set_several (MW_VALUE_ENTRY (self->entry), mw_field_editor_several ());
    return;
  }
  MwTarget target = mw_field_editor_get_target (editor);
  g_autofree char *text = mw_value_print (mw_document_get_model (mw_field_editor_get_document (editor)), &target);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->entry), text);
}

static void
build (MwFieldEditor *editor)
{
  MwReferencesEditor *self = MW_REFERENCES_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->entry = mw_value_entry_new (NULL, NULL);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->entry), mw_ui_label (field->label));
  gtk_widget_set_sensitive (self->entry, !field->read_only);
  g_signal_connect (self->entry, "commit", G_CALLBACK (commit), self);
  g_signal_connect (self->entry, "reverted", G_CALLBACK (reverted), self);
  gtk_box_append (GTK_BOX (self), self->entry);
}

static void
mw_references_editor_class_init (MwReferencesEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_references_editor_init (MwReferencesEditor *self)
{}

GtkWidget *
mw_references_editor_get_entry (MwReferencesEditor *self)
{
  return self->entry;
}
