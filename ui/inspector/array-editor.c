/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/array-editor.h"
#include "core/schema/value.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <string.h>

/* Arrays up to this length are also shown as a whole, on one line. */
enum { WHOLE_MAX = 64 };

struct _MwArrayEditor {
  MwFieldEditor parent_instance;
  GtkWidget *line, *summary, *picker, *index, *element, *whole;
  guint32 at;
};

G_DEFINE_FINAL_TYPE (MwArrayEditor, mw_array_editor, MW_TYPE_FIELD_EDITOR)

static guint32
length_of (MwFieldEditor *editor)
{
  const MwArray *array = (const MwArray *) mw_field_editor_get_value (editor);
  return array ? array->n : 0;
}

static void
go_to (MwArrayEditor *self, guint32 at)
{
  guint32 n = length_of (MW_FIELD_EDITOR (self));
  self->at = n ? MIN (at, n - 1) : 0;
  mw_field_editor_refresh (MW_FIELD_EDITOR (self));
}

void
mw_array_editor_go_to (MwArrayEditor *self, guint32 at)
{
  if (mw_field_editor_get_record (MW_FIELD_EDITOR (self)))
    go_to (self, at);
}

void
mw_array_editor_show_element (MwArrayEditor *self, guint32 at)
{
  gtk_widget_set_visible (self->line, FALSE);
  mw_array_editor_go_to (self, at);
}

static gboolean
index_commit (MwValueEntry *entry, const char *typed, MwArrayEditor *self)
{
  guint64 at;
  guint32 n = length_of (MW_FIELD_EDITOR (self));
  if (!n || !g_ascii_string_to_unsigned (typed, 10, 0, n - 1, &at, NULL)) {
    g_autofree char *reason = g_strdup_printf (_ ("Choose an element from 0 to %u"), n ? n - 1 : 0);
    mw_field_editor_show_error (MW_FIELD_EDITOR (self), reason);
    return FALSE;
  }
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
  go_to (self, (guint32) at);
  return TRUE;
}

static gboolean
whole_commit (MwValueEntry *entry, const char *typed, MwArrayEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (!mw_field_editor_get_record (editor))
    return FALSE;
  MwTarget target = mw_field_editor_get_target (editor);
  target.n = length_of (editor);
  return mw_field_editor_commit (editor, &target, typed);
}

/* Elements of a record that is in no model: done as the array itself. */
static gboolean
element_commit (MwFieldEditor *element, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  return mw_field_editor_apply (data, target, text, error);
}

static void
reverted (MwValueEntry *entry, MwArrayEditor *self)
{
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), NULL);
}

static void
previous_clicked (GtkButton *button, MwArrayEditor *self)
{
  go_to (self, self->at ? self->at - 1 : 0);
}

static void
next_clicked (GtkButton *button, MwArrayEditor *self)
{
  go_to (self, self->at + 1);
}

static void
refresh (MwFieldEditor *editor)
{
  MwArrayEditor *self = MW_ARRAY_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  guint32 n = length_of (editor);
  self->at = n ? MIN (self->at, n - 1) : 0;
  g_autofree char *count = mw_ui_count (n);
  g_autofree char *summary = n ? g_strdup_printf (ngettext ("%s element", "%s elements", n), count)
                               : g_strdup (_ ("Empty"));
  gboolean differs = mw_field_editor_differs (editor, -1);
  gtk_label_set_text (GTK_LABEL (self->summary), differs ? mw_field_editor_several () : summary);
  gtk_widget_set_visible (self->picker, n > 0);
  gtk_widget_set_visible (self->element, n > 0);
  g_autofree char *at = g_strdup_printf ("%u", self->at);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->index), at);
  guint n_ids;
  const MwId *ids = mw_field_editor_get_ids (editor, &n_ids);
  if (mw_field_editor_is_detached (editor)) {
    mw_field_editor_set_commit (MW_FIELD_EDITOR (self->element), element_commit, self);
    mw_field_editor_set_detached (MW_FIELD_EDITOR (self->element), mw_field_editor_get_record (editor));
  }
  mw_field_editor_set_ids (MW_FIELD_EDITOR (self->element), ids, n_ids);
  mw_field_editor_set_element (MW_FIELD_EDITOR (self->element), self->at);
  if (self->whole) {
    gtk_widget_set_visible (self->whole, n <= WHOLE_MAX);
    MwTarget target = mw_ui_target (mw_field_editor_get_record (editor), field);
    target.n = n;
    g_autofree char *text = n <= WHOLE_MAX
                              ? mw_value_print (mw_document_get_model (mw_field_editor_get_document (editor)), &target)
                              : g_strdup ("");
    if (differs)
      mw_value_entry_set_several (MW_VALUE_ENTRY (self->whole), mw_field_editor_several ());
    else
      mw_value_entry_set_text (MW_VALUE_ENTRY (self->whole), text);
  }
}

static GtkWidget *
arrow (const char *icon, const char *tooltip, GCallback clicked, MwArrayEditor *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  mw_widget_set_tooltip (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static void
build (MwFieldEditor *editor)
{
  MwArrayEditor *self = MW_ARRAY_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->picker = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  mw_label_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->summary, TRUE);
  gtk_widget_add_css_class (self->summary, "dim-label");
  self->index = mw_value_entry_new ("#", NULL);
  mw_value_entry_set_numeric (MW_VALUE_ENTRY (self->index), TRUE);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->index), _ ("Number of the element"));
  gtk_widget_set_size_request (self->index, 64, -1);
  g_signal_connect (self->index, "commit", G_CALLBACK (index_commit), self);
  g_signal_connect (self->index, "reverted", G_CALLBACK (reverted), self);
  gtk_box_append (GTK_BOX (self->picker),
                  arrow ("go-previous-symbolic", _ ("Previous element"), G_CALLBACK (previous_clicked), self));
  gtk_box_append (GTK_BOX (self->picker), self->index);
  gtk_box_append (GTK_BOX (self->picker),
                  arrow ("go-next-symbolic", _ ("Next element"), G_CALLBACK (next_clicked), self));
  gtk_box_append (GTK_BOX (self->line), self->summary);
  gtk_box_append (GTK_BOX (self->line), self->picker);
  gtk_box_append (GTK_BOX (self), self->line);
  self->element = mw_field_editor_new_for_element (mw_field_editor_get_document (editor),
                                                   mw_field_editor_get_schema (editor), field);
  gtk_box_append (GTK_BOX (self), self->element);
  /* Parallel arrays can only change their length together, not here. */
  if (field->parallel || field->read_only)
    return;
  self->whole = mw_value_entry_new (NULL, NULL);
  mw_widget_set_tooltip (self->whole, _ ("All elements: add or remove some here"));
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->whole), _ ("All elements"));
  g_signal_connect (self->whole, "commit", G_CALLBACK (whole_commit), self);
  g_signal_connect (self->whole, "reverted", G_CALLBACK (reverted), self);
  gtk_box_append (GTK_BOX (self), self->whole);
}

static void
mw_array_editor_class_init (MwArrayEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_array_editor_init (MwArrayEditor *self)
{}
