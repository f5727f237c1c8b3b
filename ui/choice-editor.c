/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/choice-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwChoiceEditor {
  MwFieldEditor parent_instance;
  GtkWidget *drop_down;
  GtkStringList *choices;
  const MwNames *names;
  gboolean has_other; /* the last row stands for a number without a name */
};

G_DEFINE_FINAL_TYPE (MwChoiceEditor, mw_choice_editor, MW_TYPE_FIELD_EDITOR)

static guint32
value_of (MwFieldEditor *editor)
{
  guint32 value = 0;
  MwType type = mw_field_editor_get_value_type (editor);
  memcpy (&value, mw_field_editor_get_value (editor), MIN (mw_type_size (type), sizeof value));
  return value;
}

static void
chosen (GtkDropDown *drop_down, GParamSpec *property, MwChoiceEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint position = gtk_drop_down_get_selected (drop_down);
  if (mw_field_editor_is_refreshing (editor) || !mw_field_editor_get_record (editor) || position >= self->names->n
      || self->names->names[position].value == value_of (editor))
    return;
  MwTarget target = mw_field_editor_get_target (editor);
  if (!mw_field_editor_commit (editor, &target, self->names->names[position].name)) {
    g_autofree char *reason = g_strdup (mw_field_editor_get_error (editor));
    mw_field_editor_refresh (editor);
    mw_field_editor_show_error (editor, reason);
  }
}

static void
refresh (MwFieldEditor *editor)
{
  MwChoiceEditor *self = MW_CHOICE_EDITOR (editor);
  guint32 value = value_of (editor);
  guint position = 0;
  while (position < self->names->n && self->names->names[position].value != value)
    position++;
  gboolean other = position == self->names->n;
  if (self->has_other)
    gtk_string_list_remove (self->choices, self->names->n);
  if (other) {
    g_autofree char *label = g_strdup_printf (_ ("Without a name: %u"), value);
    gtk_string_list_append (self->choices, label);
  }
  self->has_other = other;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), position);
}

static void
build (MwFieldEditor *editor)
{
  MwChoiceEditor *self = MW_CHOICE_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = mw_schema_names (mw_field_editor_get_schema (editor), field);
  self->choices = gtk_string_list_new (NULL);
  for (guint i = 0; i < self->names->n; i++)
    gtk_string_list_append (self->choices, mw_ui_label (self->names->names[i].label));
  self->drop_down = gtk_drop_down_new (G_LIST_MODEL (self->choices), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mw_ui_label (field->label), -1);
  gtk_widget_set_sensitive (self->drop_down, !field->read_only);
  g_signal_connect (self->drop_down, "notify::selected", G_CALLBACK (chosen), self);
  gtk_box_append (GTK_BOX (self), self->drop_down);
}

static void
mw_choice_editor_class_init (MwChoiceEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_choice_editor_init (MwChoiceEditor *self)
{}

GtkDropDown *
mw_choice_editor_get_drop_down (MwChoiceEditor *self)
{
  return GTK_DROP_DOWN (self->drop_down);
}
