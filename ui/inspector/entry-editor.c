/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/entry-editor.h"
#include "core/schema/value.h"
#include "ui/labels.h"
#include "ui/inspector/value-entry.h"

typedef struct {
  GtkWidget *entry;
} MwEntryEditorPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (MwEntryEditor, mw_entry_editor, MW_TYPE_FIELD_EDITOR)
#define PRIVATE(self) ((MwEntryEditorPrivate *) mw_entry_editor_get_instance_private (self))

static gboolean
commit (MwValueEntry *entry, const char *typed, MwEntryEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  g_autoptr (GError) error = NULL;
  if (!mw_field_editor_get_value (editor))
    return FALSE;
  g_autofree char *text = MW_ENTRY_EDITOR_GET_CLASS (self)->parse (self, typed, &error);
  if (text)
    return mw_field_editor_commit_text (editor, text);
  mw_field_editor_show_error (editor, error->message);
  return FALSE;
}

static void
reverted (MwValueEntry *entry, MwFieldEditor *editor)
{
  mw_field_editor_show_error (editor, NULL);
}

static void
refresh (MwFieldEditor *editor)
{
  MwEntryEditor *self = MW_ENTRY_EDITOR (editor);
  MwValueEntry *entry = MW_VALUE_ENTRY (PRIVATE (self)->entry);
  if (!mw_field_editor_get_value (editor))
    return;
  if (mw_field_editor_differs (editor, -1)) {
    mw_value_entry_set_several (entry, mw_field_editor_several ());
    mw_value_entry_set_unit (entry, NULL);
    return;
  }
  g_autofree char *text = MW_ENTRY_EDITOR_GET_CLASS (self)->print (self);
  g_autofree char *remark = MW_ENTRY_EDITOR_GET_CLASS (self)->remark (self);
  mw_value_entry_set_text (entry, text);
  mw_value_entry_set_unit (entry, remark);
}

static void
build (MwFieldEditor *editor)
{
  MwEntryEditorPrivate *p = PRIVATE (MW_ENTRY_EDITOR (editor));
  const MwField *field = mw_field_editor_get_field (editor);
  p->entry = mw_value_entry_new (NULL, NULL);
  mw_value_entry_set_label (MW_VALUE_ENTRY (p->entry), mw_ui_label (field->label));
  gtk_widget_set_sensitive (p->entry, !field->read_only);
  g_signal_connect (p->entry, "commit", G_CALLBACK (commit), editor);
  g_signal_connect (p->entry, "reverted", G_CALLBACK (reverted), editor);
  gtk_box_append (GTK_BOX (editor), p->entry);
}

static char *
print (MwEntryEditor *self)
{
  MwTarget target = mw_field_editor_get_target (MW_FIELD_EDITOR (self));
  return mw_value_print (mw_document_get_model (mw_field_editor_get_document (MW_FIELD_EDITOR (self))), &target);
}

static char *
remark (MwEntryEditor *self)
{
  return NULL;
}

static char *
parse (MwEntryEditor *self, const char *typed, GError **error)
{
  return g_strdup (typed);
}

static void
mw_entry_editor_class_init (MwEntryEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
  klass->print = print;
  klass->remark = remark;
  klass->parse = parse;
}

static void
mw_entry_editor_init (MwEntryEditor *self)
{}
