/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/text-editor.h"
#include "ui/labels.h"

#include <string.h>

G_DEFINE_TYPE (MwTextEditor, mw_text_editor, MW_TYPE_ENTRY_EDITOR)

static const char *
bytes_of (MwEntryEditor *self)
{
  return mw_text (*(char *const *) mw_field_editor_get_value (MW_FIELD_EDITOR (self)));
}

static char *
print (MwEntryEditor *self)
{
  return mw_ui_text (bytes_of (self));
}

static char *
remark (MwEntryEditor *self)
{
  const MwField *field = mw_field_editor_get_field (MW_FIELD_EDITOR (self));
  const gsize length = strlen (bytes_of (self));
  /* A table has no room for it where there is much left. */
  if (gtk_widget_has_css_class (GTK_WIDGET (self), "cell") && length * 5 < field->count * (gsize) 4)
    return NULL;
  /* Only the operation knows how long a text may be at the place where it stores a parameter. */
  return field->count && !mw_field_editor_is_detached (MW_FIELD_EDITOR (self))
           ? g_strdup_printf ("%zu / %u", length, field->count - 1u)
           : NULL;
}

/* In the core's text of a value, everything between the outer quotes is literal, even quotes. */
static char *
parse (MwEntryEditor *self, const char *typed, GError **error)
{
  g_autofree char *bytes = mw_ui_text_to_bytes (typed, bytes_of (self), error);
  return bytes ? g_strdup_printf ("\"%s\"", bytes) : NULL;
}

gboolean
mw_text_editor_commit (MwFieldEditor *editor, const char *text)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", text);
  return mw_field_editor_commit_text (editor, quoted);
}

static void
mw_text_editor_class_init (MwTextEditorClass *klass)
{
  MW_ENTRY_EDITOR_CLASS (klass)->print = print;
  MW_ENTRY_EDITOR_CLASS (klass)->remark = remark;
  MW_ENTRY_EDITOR_CLASS (klass)->parse = parse;
}

static void
mw_text_editor_init (MwTextEditor *self)
{}
