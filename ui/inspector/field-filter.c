/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/field-filter.h"
#include "ui/labels.h"

#include <string.h>

struct _MwFieldFilter {
  grefcount references;
  GStrv words; /* without case */
};

MwFieldFilter *
mw_field_filter_new (const char *typed)
{
  g_autofree char *folded = g_utf8_casefold (typed, -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t", -1);
  for (guint i = 0; parts[i]; i++)
    if (*parts[i])
      g_ptr_array_add (words, g_strdup (parts[i]));
  if (!words->len)
    return NULL;
  g_ptr_array_add (words, NULL);
  MwFieldFilter *self = g_new (MwFieldFilter, 1);
  g_ref_count_init (&self->references);
  self->words = (GStrv) g_ptr_array_free (g_steal_pointer (&words), FALSE);
  return self;
}

MwFieldFilter *
mw_field_filter_ref (MwFieldFilter *self)
{
  g_ref_count_inc (&self->references);
  return self;
}

void
mw_field_filter_unref (MwFieldFilter *self)
{
  if (!g_ref_count_dec (&self->references))
    return;
  g_strfreev (self->words);
  g_free (self);
}

gboolean
mw_field_filter_has (const MwFieldFilter *self, const MwField *field, const char *section)
{
  g_autofree char *all = g_strjoin ("\n", mw_ui_label (field->label), field->name, field->aliases ? field->aliases : "",
                                    mw_ui_label (section), NULL);
  g_autofree char *folded = g_utf8_casefold (all, -1);
  for (guint i = 0; self->words[i]; i++)
    if (!strstr (folded, self->words[i]))
      return FALSE;
  return TRUE;
}
