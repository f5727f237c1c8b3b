/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/columns-button.h"
#include "ui/i18n.h"
#include "ui/places.h"

#define NAME "mw-column-name"
#define SETTING "mw-columns-setting"

void
mw_column_set_name (GtkColumnViewColumn *column, const char *name)
{
  g_object_set_data_full (G_OBJECT (column), NAME, g_strdup (name), g_free);
}

static const char *
name_of (GtkColumnViewColumn *column)
{
  return g_object_get_data (G_OBJECT (column), NAME);
}

/* The names that are remembered and not of this table stay: other models have other columns. */
static void
remember (GtkColumnViewColumn *column, const char *setting)
{
  GSettings *settings = mw_places_settings ();
  if (!settings)
    return;
  g_auto (GStrv) before = g_settings_get_strv (settings, setting);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  for (guint i = 0; before[i]; i++)
    if (!g_str_equal (before[i], name_of (column)))
      g_strv_builder_add (names, before[i]);
  if (!gtk_column_view_column_get_visible (column))
    g_strv_builder_add (names, name_of (column));
  g_auto (GStrv) after = g_strv_builder_end (names);
  g_settings_set_strv (settings, setting, (const char *const *) after);
}

static void
toggled (GtkCheckButton *check, GtkColumnViewColumn *column)
{
  gtk_column_view_column_set_visible (column, gtk_check_button_get_active (check));
  remember (column, g_object_get_data (G_OBJECT (check), SETTING));
}

GtkWidget *
mw_columns_button_new (GtkColumnView *view, const char *setting)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (),
            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new ();
  GListModel *columns = gtk_column_view_get_columns (view);
  GSettings *settings = mw_places_settings ();
  g_auto (GStrv) hidden = settings ? g_settings_get_strv (settings, setting) : NULL;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
    if (!name_of (column))
      continue;
    gtk_column_view_column_set_visible (column,
                                        !hidden || !g_strv_contains ((const char *const *) hidden, name_of (column)));
    GtkWidget *check = gtk_check_button_new_with_label (gtk_column_view_column_get_title (column));
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), gtk_column_view_column_get_visible (column));
    g_object_set_data (G_OBJECT (check), SETTING, (gpointer) setting);
    g_signal_connect_object (check, "toggled", G_CALLBACK (toggled), column, 0);
    gtk_box_append (GTK_BOX (box), check);
  }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 400);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-list-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Columns"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Columns"), -1);
  return button;
}
