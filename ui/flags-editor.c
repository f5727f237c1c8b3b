/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/flags-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/value-entry.h"

#include <string.h>

struct _MwFlagsEditor {
  MwFieldEditor parent_instance;
  GtkWidget *entry;
  GPtrArray *checks; /* GtkCheckButton, one for each name */
  const MwNames *names;
};

G_DEFINE_FINAL_TYPE (MwFlagsEditor, mw_flags_editor, MW_TYPE_FIELD_EDITOR)

static guint32
word_of (MwFieldEditor *editor)
{
  guint32 word = 0;
  memcpy (&word, mw_field_editor_get_value (editor), MIN (mw_type_size (mw_field_editor_get_value_type (editor)), 4));
  return word;
}

static void
toggled (GtkCheckButton *check, MwFlagsEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint index;
  if (mw_field_editor_is_refreshing (editor) || !mw_field_editor_get_record (editor)
      || !g_ptr_array_find (self->checks, check, &index))
    return;
  MwTarget target = mw_field_editor_get_target (editor);
  target.bit = self->names->names[index].value;
  target.whole = FALSE;
  mw_field_editor_commit (editor, &target, gtk_check_button_get_active (check) ? "1" : "0");
}

static gboolean
commit (MwValueEntry *entry, const char *typed, MwFlagsEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (!mw_field_editor_get_record (editor))
    return FALSE;
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, typed);
}

static void
reverted (MwValueEntry *entry, MwFlagsEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

static void
refresh (MwFieldEditor *editor)
{
  MwFlagsEditor *self = MW_FLAGS_EDITOR (editor);
  guint32 word = word_of (editor);
  for (guint i = 0; i < self->checks->len; i++) {
    guint32 mask = self->names->names[i].value;
    GtkCheckButton *check = g_ptr_array_index (self->checks, i);
    gtk_check_button_set_inconsistent (check, (word & mask) && (word & mask) != mask);
    gtk_check_button_set_active (check, mask && (word & mask) == mask);
  }
  g_autofree char *text = g_strdup_printf ("0x%X", word);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->entry), text);
}

static void
build (MwFieldEditor *editor)
{
  MwFlagsEditor *self = MW_FLAGS_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = mw_schema_names (mw_field_editor_get_schema (editor), field);
  /* A single bit and the number share a line. */
  gboolean line = self->names->n == 1;
  GtkWidget *box = gtk_box_new (line ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, line ? 6 : 0);
  for (guint i = 0; i < self->names->n; i++) {
    const MwName *name = &self->names->names[i];
    GtkWidget *check = gtk_check_button_new_with_label (mw_ui_label (name->label));
    g_autofree char *tooltip = g_strdup_printf ("%s.%s (0x%X)", field->name, name->name, name->value);
    gtk_widget_set_tooltip_text (check, tooltip);
    gtk_widget_set_sensitive (check, !field->read_only);
    g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
    g_ptr_array_add (self->checks, check);
    gtk_widget_set_hexpand (check, TRUE);
    gtk_box_append (GTK_BOX (box), check);
  }
  self->entry = mw_value_entry_new (NULL, line ? NULL : _ ("all bits"));
  if (line)
    gtk_widget_set_size_request (self->entry, 56, -1);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->entry), mw_ui_label (field->label));
  gtk_widget_set_sensitive (self->entry, !field->read_only);
  g_signal_connect (self->entry, "commit", G_CALLBACK (commit), self);
  g_signal_connect (self->entry, "reverted", G_CALLBACK (reverted), self);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (self), box);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (MW_FLAGS_EDITOR (object)->checks);
  G_OBJECT_CLASS (mw_flags_editor_parent_class)->finalize (object);
}

static void
mw_flags_editor_class_init (MwFlagsEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_flags_editor_init (MwFlagsEditor *self)
{
  self->checks = g_ptr_array_new ();
}

GtkWidget *
mw_flags_editor_get_check (MwFlagsEditor *self, guint index)
{
  return index < self->checks->len ? g_ptr_array_index (self->checks, index) : NULL;
}

GtkWidget *
mw_flags_editor_get_entry (MwFlagsEditor *self)
{
  return self->entry;
}
