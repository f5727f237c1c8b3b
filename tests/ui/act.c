/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/act.h"
#include "tests/ui/find.h"

void
act_click (GtkWidget *button)
{
  g_assert_true (GTK_IS_BUTTON (button));
  g_signal_emit_by_name (button, "clicked");
}

void
act_press (gpointer root, const char *name)
{
  act_click (find_called (root, GTK_TYPE_BUTTON, name));
}

static gboolean
press_in_shortcuts (GListModel *shortcuts, GtkWidget *widget, guint keyval, GdkModifierType state)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++) {
    g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
    GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
    if (GTK_IS_KEYVAL_TRIGGER (trigger) && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == keyval
        && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == state
        && gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE, widget,
                                         gtk_shortcut_get_arguments (shortcut)))
      return TRUE;
  }
  return FALSE;
}

gboolean
act_key (GtkWidget *widget, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean used = FALSE;
      if (pass == 0 && GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &used);
      else if (pass == 1 && GTK_IS_SHORTCUT_CONTROLLER (controller))
        used = press_in_shortcuts (G_LIST_MODEL (controller), widget, keyval, state);
      if (used)
        return TRUE;
    }
  return FALSE;
}

void
act_type (GtkWidget *entry, const char *text)
{
  g_assert_true (GTK_IS_EDITABLE (entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

void
act_enter (GtkWidget *entry)
{
  g_signal_emit_by_name (find_type (entry, GTK_TYPE_TEXT), "activate");
}

void
act_type_and_enter (GtkWidget *entry, const char *text)
{
  act_type (entry, text);
  act_enter (entry);
}

void
act_choose (GtkWidget *drop_down, guint position)
{
  g_assert_true (GTK_IS_DROP_DOWN (drop_down));
  g_assert_cmpuint (position, <, g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (drop_down))));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), position);
}

/* The position of the first string that is, or begins with, `text`; -1: there is none. */
static int
position_of (gpointer strings, const char *text, gboolean whole)
{
  for (guint i = 0; i < g_list_model_get_n_items (strings); i++) {
    g_autoptr (GtkStringObject) item = g_list_model_get_item (strings, i);
    const char *has = gtk_string_object_get_string (item);
    if (whole ? g_str_equal (has, text) : g_str_has_prefix (has, text))
      return (int) i;
  }
  return -1;
}

gboolean
act_choose_named (GtkWidget *drop_down, const char *beginning)
{
  int at = position_of (gtk_drop_down_get_model (GTK_DROP_DOWN (drop_down)), beginning, FALSE);
  if (at >= 0)
    act_choose (drop_down, (guint) at);
  return at >= 0;
}

void
act_pick (GtkWidget *list, guint position)
{
  g_assert_true (GTK_IS_LIST_VIEW (list));
  g_signal_emit_by_name (list, "activate", position);
}

gboolean
act_pick_named (GtkWidget *list, const char *text)
{
  int at = position_of (gtk_list_view_get_model (GTK_LIST_VIEW (list)), text, TRUE);
  if (at >= 0)
    act_pick (list, (guint) at);
  return at >= 0;
}
