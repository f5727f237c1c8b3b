/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector-private.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

/* Search among the fields. */

void
mw_inspector_apply_filter (MwInspector *self)
{
  gboolean found = !self->form || mw_record_form_set_filter (self->form, self->filter);
  gtk_widget_set_visible (self->found_none, !found);
}

static void
search_changed (GtkSearchEntry *entry, MwInspector *self)
{
  g_clear_pointer (&self->filter, mw_field_filter_unref);
  self->filter = mw_field_filter_new (gtk_editable_get_text (GTK_EDITABLE (entry)));
  mw_inspector_apply_filter (self);
}

static void
search_toggled (GtkToggleButton *button, MwInspector *self)
{
  gboolean on = gtk_toggle_button_get_active (button);
  gtk_widget_set_visible (self->search, on);
  if (on)
    gtk_widget_grab_focus (self->search);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

void
mw_inspector_search (MwInspector *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search_button), TRUE);
  gtk_widget_grab_focus (self->search);
}

static void
close_search (MwInspector *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search_button), FALSE);
  gtk_widget_child_focus (self->scrolled, GTK_DIR_TAB_FORWARD);
}

void
mw_inspector_add_search (MwInspector *self, GtkWidget *header)
{
  self->search_button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->search_button), "system-search-symbolic");
  gtk_widget_add_css_class (self->search_button, "flat");
  gtk_widget_set_valign (self->search_button, GTK_ALIGN_CENTER);
  mw_widget_set_tooltip (self->search_button, _ ("Search Fields (Ctrl+F)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Fields"), -1);
  g_signal_connect (self->search_button, "toggled", G_CALLBACK (search_toggled), self);
  gtk_box_append (GTK_BOX (header), self->search_button);
  self->search = gtk_search_entry_new ();
  gtk_widget_add_css_class (self->search, "inspector-search");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search fields"),
                                  -1);
  gtk_widget_set_visible (self->search, FALSE);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (close_search), self);
  gtk_box_append (GTK_BOX (self), self->search);
}
