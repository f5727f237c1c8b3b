/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/typed-text.h"
#include "ui/inspector/value-entry.h"

static void
collect (GtkWidget *widget, GPtrArray *entries)
{
  if (MW_IS_VALUE_ENTRY (widget)) {
    if (mw_value_entry_is_dirty (MW_VALUE_ENTRY (widget)))
      g_ptr_array_add (entries, g_object_ref (widget));
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    collect (child, entries);
}

GtkWidget *
mw_typed_text_find (GtkWidget *widget)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  collect (widget, entries);
  return entries->len ? entries->pdata[0] : NULL;
}

GtkWidget *
mw_typed_text_commit (GtkWidget *widget)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  collect (widget, entries);
  for (guint i = 0; i < entries->len; i++) {
    /* An earlier commit may have removed the form of this entry. */
    MwValueEntry *entry = entries->pdata[i];
    if (gtk_widget_is_ancestor (GTK_WIDGET (entry), widget) && !mw_value_entry_commit (entry))
      return GTK_WIDGET (entry);
  }
  return NULL;
}
