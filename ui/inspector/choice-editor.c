/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/choice-editor.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/value-entry.h"

struct _MwChoiceEditor {
  MwFieldEditor parent_instance;
  GtkWidget *drop_down;
  GtkWidget *number; /* MwValueEntry; visible while the row for other numbers is chosen */
  GtkStringList *choices;
  const MwNames *names;
  gboolean has_several; /* a last row says that values differ */
};

G_DEFINE_FINAL_TYPE (MwChoiceEditor, mw_choice_editor, MW_TYPE_FIELD_EDITOR)

/* The index of the row for other numbers. The rows are the names, that row, and one for differing values if needed. */
static guint
number_row (MwChoiceEditor *self)
{
  return self->names->n;
}

static gboolean
set_value (MwChoiceEditor *self, const char *text)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (mw_field_editor_commit_text (editor, text))
    return TRUE;
  g_autofree char *reason = g_strdup (mw_field_editor_get_error (editor));
  mw_field_editor_refresh (editor);
  mw_field_editor_show_error (editor, reason);
  return FALSE;
}

static void
chosen (GtkDropDown *drop_down, GParamSpec *property, MwChoiceEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint position = gtk_drop_down_get_selected (drop_down);
  if (mw_field_editor_is_refreshing (editor) || !mw_field_editor_get_record (editor))
    return;
  gtk_widget_set_visible (self->number, position == number_row (self));
  if (position == number_row (self))
    gtk_widget_grab_focus (self->number);
  if (position >= self->names->n
      || (self->names->names[position].value == mw_field_editor_get_word (editor, 0)
          && !mw_field_editor_differs (editor, -1)))
    return;
  set_value (self, self->names->names[position].name);
}

static void
refresh (MwFieldEditor *editor)
{
  MwChoiceEditor *self = MW_CHOICE_EDITOR (editor);
  guint32 value = mw_field_editor_get_word (editor, 0);
  gboolean differs = mw_field_editor_differs (editor, -1);
  guint position = 0;
  while (position < self->names->n && self->names->names[position].value != value)
    position++;
  if (self->has_several && !differs)
    gtk_string_list_remove (self->choices, number_row (self) + 1);
  if (differs && !self->has_several)
    gtk_string_list_append (self->choices, mw_field_editor_several ());
  self->has_several = differs;
  if (differs)
    position = number_row (self) + 1;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), position);
  gtk_widget_set_visible (self->number, position == number_row (self));
  g_autofree char *text = g_strdup_printf ("%u", value);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->number), text);
}

static void
build (MwFieldEditor *editor)
{
  MwChoiceEditor *self = MW_CHOICE_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = mw_field_editor_get_names (editor);
  self->choices = gtk_string_list_new (NULL);
  for (guint i = 0; i < self->names->n; i++)
    gtk_string_list_append (self->choices, mw_ui_label (self->names->names[i].label));
  gtk_string_list_append (self->choices, _ ("Other value"));
  self->drop_down = gtk_drop_down_new (G_LIST_MODEL (self->choices), NULL);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->drop_down));
  mw_drop_down_let_shrink (GTK_DROP_DOWN (self->drop_down));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mw_ui_label (field->label), -1);
  gtk_widget_set_sensitive (self->drop_down, !field->read_only);
  g_signal_connect (self->drop_down, "notify::selected", G_CALLBACK (chosen), self);
  gtk_box_append (GTK_BOX (self), self->drop_down);
  self->number = mw_value_entry_new (NULL, NULL);
  g_autofree char *name = g_strdup_printf (_ ("%s as a number"), mw_ui_label (field->label));
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->number), name);
  mw_value_entry_set_numeric (MW_VALUE_ENTRY (self->number), TRUE);
  gtk_widget_set_visible (self->number, FALSE);
  gtk_widget_set_sensitive (self->number, !field->read_only);
  mw_field_editor_take_entry (editor, MW_VALUE_ENTRY (self->number));
  gtk_box_append (GTK_BOX (self), self->number);
}

static void
mw_choice_editor_class_init (MwChoiceEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_choice_editor_init (MwChoiceEditor *self)
{
  gtk_box_set_spacing (GTK_BOX (self), 4);
}
