/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/text-editor.h"
#include "core/base/error.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/value-entry.h"

#include <string.h>

struct _MwTextEditor {
  MwFieldEditor parent_instance;
  GtkWidget *entry;
};

G_DEFINE_FINAL_TYPE (MwTextEditor, mw_text_editor, MW_TYPE_FIELD_EDITOR)

static gboolean
commit (MwValueEntry *entry, const char *typed, MwTextEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  const guint8 *at = mw_field_editor_get_value (editor);
  if (!at)
    return FALSE;
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = mw_ui_text_to_bytes (typed, *(char *const *) at, &error);
  if (!bytes) {
    mw_field_editor_show_error (editor, error->message);
    return FALSE;
  }
  /* In quotes everything is literal, quotes too. */
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", bytes);
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, quoted);
}

static void
reverted (MwValueEntry *entry, MwTextEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

static void
refresh (MwFieldEditor *editor)
{
  MwTextEditor *self = MW_TEXT_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  const char *bytes = mw_text (*(char *const *) mw_field_editor_get_value (editor));
  g_autofree char *text = mw_ui_text (bytes);
  if (mw_field_editor_differs (editor, -1)) {
    mw_value_entry_set_several (MW_VALUE_ENTRY (self->entry), mw_field_editor_several ());
    mw_value_entry_set_unit (MW_VALUE_ENTRY (self->entry), NULL);
    return;
  }
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->entry), text);
  if (field->count) {
    g_autofree char *room = g_strdup_printf ("%zu / %u", strlen (bytes), field->count - 1u);
    mw_value_entry_set_unit (MW_VALUE_ENTRY (self->entry), room);
  }
}

static void
build (MwFieldEditor *editor)
{
  MwTextEditor *self = MW_TEXT_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->entry = mw_value_entry_new (NULL, NULL);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->entry), mw_ui_label (field->label));
  gtk_widget_set_sensitive (self->entry, !field->read_only);
  g_signal_connect (self->entry, "commit", G_CALLBACK (commit), self);
  g_signal_connect (self->entry, "reverted", G_CALLBACK (reverted), self);
  gtk_box_append (GTK_BOX (self), self->entry);
}

static void
mw_text_editor_class_init (MwTextEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_text_editor_init (MwTextEditor *self)
{}

GtkWidget *
mw_text_editor_get_entry (MwTextEditor *self)
{
  return self->entry;
}
