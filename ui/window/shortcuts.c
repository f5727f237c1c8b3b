/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/shortcuts.h"
#include "core/edit/operations/operations.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/labels.h"
#include "ui/window/commands.h"

#include <string.h>

/* A row of the window. Groups are shown in the order in which they begin here. */
static const struct {
  const char *group, *title;
  const char *keys;   /* separated by blanks */
  const char *action; /* NULL: a panel handles the keys itself */
} shortcuts[] = {
  { N_ ("Files"), N_ ("Open"), "<Control>o", "win.open" },
  { N_ ("Files"), N_ ("Open from game"), "<Control><Shift>o", "win.open-game" },
  { N_ ("Files"), N_ ("Save"), "<Control>s", "win.save" },
  { N_ ("Files"), N_ ("Save as"), "<Control><Shift>s", "win.save-as" },
  { N_ ("Files"), N_ ("Save test copies"), "<Control><Alt>s", "win.save-test-copies" },
  { N_ ("Files"), N_ ("Review changes"), "<Control><Shift>r", "win.review-changes" },
  { N_ ("Files"), N_ ("Close the tab"), "<Control>w", "win.close-tab" },
  { N_ ("Files"), N_ ("Next tab"), "<Control>Page_Down", "win.next-tab" },
  { N_ ("Files"), N_ ("Previous tab"), "<Control>Page_Up", "win.previous-tab" },
  { N_ ("Files"), N_ ("Quit"), "<Control>q", "app.quit" },
  { N_ ("Edit"), N_ ("Undo"), "<Control>z", "win.undo" },
  { N_ ("Edit"), N_ ("Redo"), "<Control><Shift>z <Control>y", "win.redo" },
  { N_ ("Edit"), N_ ("Copy elements"), "<Control>c", NULL },
  { N_ ("Edit"), N_ ("Cut elements"), "<Control>x", NULL },
  { N_ ("Edit"), N_ ("Paste elements"), "<Control>v", NULL },
  { N_ ("Edit"), N_ ("Context menu (in the outline and the viewport)"), "<Shift>F10 Menu", NULL },
  { N_ ("Edit"), N_ ("Command palette"), "<Control><Shift>p F3", "win.palette" },
  { N_ ("Edit"), N_ ("Filter the outline"), "<Control>f", "win.find" },
  { N_ ("Edit"), N_ ("Select all of the group (in the outline)"), "<Control>a", NULL },
  { N_ ("Edit"), N_ ("Close or open a row (in the outline)"), "Left Right", NULL },
  { N_ ("Edit"), N_ ("Go to the inspector (in the outline)"), "Return", NULL },
  { N_ ("Panels"), N_ ("Next panel"), "F6", NULL },
  { N_ ("Panels"), N_ ("Outline"), "F9", "win.panel-left" },
  { N_ ("Panels"), N_ ("Inspector"), "<Shift>F9", "win.panel-right" },
  { N_ ("Panels"), N_ ("Bottom panel"), "<Control>F9", "win.panel-bottom" },
  { N_ ("Panels"), N_ ("Viewport alone"), "F12", "win.viewport-alone" },
  { N_ ("Panels"), N_ ("Larger interface"), "<Control>plus <Control>equal <Control>KP_Add", "win.zoom-in" },
  { N_ ("Panels"), N_ ("Smaller interface"), "<Control>minus <Control>KP_Subtract", "win.zoom-out" },
  { N_ ("Panels"), N_ ("Usual size of the interface"), "<Control>0 <Control>KP_0", "win.zoom-reset" },
  { N_ ("Panels"), N_ ("Preferences"), "<Control>comma", "win.preferences" },
  { N_ ("Panels"), N_ ("Help about the panel that has the focus"), "F1", "win.help" },
  { N_ ("Panels"), N_ ("Keyboard shortcuts"), "<Control>question", "win.show-help-overlay" },
  { N_ ("Viewport"), N_ ("Select"), "q", NULL },
  { N_ ("Viewport"), N_ ("Move"), "w", NULL },
  { N_ ("Viewport"), N_ ("Rotate"), "e", NULL },
  { N_ ("Viewport"), N_ ("Scale"), "r", NULL },
  { N_ ("Viewport"),
    N_ (
      "While dragging: along this axis (with Shift: across it); digits and Return: an exact value; Ctrl: steps; Shift: slowly"),
    "x y z", NULL },
  { N_ ("Viewport"), N_ ("Set keys of what was moved without Auto key"), "i", NULL },
  { N_ ("Viewport"), N_ ("Select by a rectangle (then drag)"), "b", NULL },
  { N_ ("Viewport"), N_ ("Hide what is selected"), "h", NULL },
  { N_ ("Viewport"), N_ ("Hide all others of its kind"), "<Shift>h", NULL },
  { N_ ("Viewport"), N_ ("Show all that is hidden"), "<Control>h", NULL },
  { N_ ("Viewport"), N_ ("Select all that the view shows"), "<Control>a", NULL },
  { N_ ("Viewport"), N_ ("Select nothing"), "<Control><Shift>a", NULL },
  { N_ ("Viewport"), N_ ("Turn the view in steps"), "KP_2 KP_4 KP_6 KP_8", NULL },
  { N_ ("Viewport"), N_ ("Look from the opposite side"), "KP_9", NULL },
  { N_ ("Viewport"), N_ ("While marking: by a lasso (then drag); b by a rectangle; with Shift more, with Ctrl less"),
    "l", NULL },
  { N_ ("Viewport"), N_ ("While marking: through the model, or only what is seen"), "x", NULL },
  { N_ ("Viewport"), N_ ("While marking: all"), "<Control>a", NULL },
  { N_ ("Viewport"), N_ ("While marking: the inverse"), "<Control>i", NULL },
  { N_ ("Viewport"), N_ ("While marking: what is connected"), "<Control>l", NULL },
  { N_ ("Viewport"), N_ ("While marking: grow, shrink"), "plus minus", NULL },
  { N_ ("Viewport"), N_ ("While marking: delete the faces"), "Delete", NULL },
  { N_ ("Dope sheet"), N_ ("Move the chosen keys with the pointer, or by a number"), "g", NULL },
  { N_ ("Dope sheet"), N_ ("Scale the chosen keys about the playhead"), "s", NULL },
  { N_ ("Dope sheet"), N_ ("Choose all keys"), "<Control>a", NULL },
  { N_ ("Dope sheet"), N_ ("Choose no keys"), "<Control><Shift>a", NULL },
  { N_ ("Dope sheet"), N_ ("Copy keys"), "<Control>c", NULL },
  { N_ ("Dope sheet"), N_ ("Paste keys at the playhead"), "<Control>v", NULL },
  { N_ ("Dope sheet"), N_ ("Delete keys"), "Delete", NULL },
  { N_ ("Dope sheet"), N_ ("Move keys by 1 ms (with Shift 10)"), "Left Right", NULL },
  { N_ ("Dope sheet"), N_ ("Previous and next key of the row"), "<Control>Left <Control>Right", NULL },
  { N_ ("Dope sheet"), N_ ("Previous and next row"), "Up Down", NULL },
  { N_ ("Dope sheet"), N_ ("Add a key at the playhead"), "i", NULL },
  { N_ ("Dope sheet"), N_ ("Open or close an element, or select the element of a track"), "Return", NULL },
  { N_ ("Dope sheet"), N_ ("Show all of the time, and all values"), "Home", NULL },
  { N_ ("Dope sheet"), N_ ("Show the chosen keys"), "f", NULL },
  { N_ ("Dope sheet"), N_ ("Show curves or keys"), "c", NULL },
  { N_ ("Sequences"), N_ ("Copy the values of the selected rows"), "<Control>c", NULL },
  { N_ ("Sequences"), N_ ("Paste values into the selected rows"), "<Control>v", NULL },
  { N_ ("Bytes"), N_ ("Go to the element and field of the byte"), "Return", NULL },
  { N_ ("Bytes"), N_ ("Go to an offset"), "<Control>g", NULL },
  { N_ ("Bytes"), N_ ("Find bytes or text"), "<Control>f", NULL },
  { N_ ("Bytes"), N_ ("A page up and down; with Ctrl+Home and Ctrl+End to the ends; Shift chooses bytes"),
    "Page_Up Page_Down", NULL },
  { N_ ("Bytes"), N_ ("Copy as hexadecimal numbers (with Shift as text)"), "<Control>c", NULL },
};

static const char EDIT[] = "Edit", VIEWPORT[] = "Viewport", SHEET[] = "Dope sheet";

void
mw_shortcuts_set_keys (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++) {
    g_auto (GStrv) keys = g_strsplit (shortcuts[i].keys, " ", -1);
    if (shortcuts[i].action)
      gtk_application_set_accels_for_action (application, shortcuts[i].action, (const char *const *) keys);
  }
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

struct _MwShortcutsWindow {
  GtkWindow parent_instance;
  GtkWidget *search, *list;
};

G_DEFINE_FINAL_TYPE (MwShortcutsWindow, mw_shortcuts_window, GTK_TYPE_WINDOW)

/* What a row knows: static texts, translated. */
#define GROUP "mw-group"
#define TITLE "mw-title"

static void
add_row (MwShortcutsWindow *self, const char *group, const char *keys, const char *title)
{
  if (!*keys)
    return;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *label = gtk_label_new (title);
  g_auto (GStrv) all = g_strsplit (keys, " ", -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  for (guint i = 0; all[i]; i++) {
    GtkWidget *key = gtk_shortcut_label_new (all[i]);
    gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
    if (i)
      gtk_box_append (GTK_BOX (box), gtk_label_new ("/"));
    gtk_box_append (GTK_BOX (box), key);
  }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), GROUP, (gpointer) group);
  g_object_set_data (G_OBJECT (row), TITLE, (gpointer) title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Operations of different subjects share a key; the first of them stands for all. */
static void
add_operations (MwShortcutsWindow *self, const char *group)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if ((*at)->accelerator && g_hash_table_add (seen, (gpointer) (*at)->accelerator))
      add_row (self, group, (*at)->accelerator, mw_ui_label ((*at)->label));
}

static void
add_commands (MwShortcutsWindow *self, const char *group)
{
  guint n;
  const MwCommand *commands = mw_commands (&n);
  for (guint i = 0; i < n; i++)
    if (commands[i].key)
      add_row (self, group, mw_key_scheme_keys (MW_KEYS_IN_VIEW, commands[i].key), mw_ui_label (commands[i].label));
}

/* A row's keys in the chosen scheme. Several keys are never mapped. */
static const char *
keys_of (guint row)
{
  const char *group = shortcuts[row].group, *keys = shortcuts[row].keys;
  return strcmp (group, VIEWPORT) == 0 ? mw_key_scheme_keys (MW_KEYS_IN_VIEW, keys)
         : strcmp (group, SHEET) == 0  ? mw_key_scheme_keys (MW_KEYS_IN_SHEET, keys)
                                       : keys;
}

static void
add_more (MwShortcutsWindow *self, const char *group)
{
  guint n;
  const MwKeyMore *more = mw_key_scheme_more (&n);
  for (guint i = 0; i < n; i++)
    add_row (self, group, more[i].key, mw_ui_label (more[i].title));
}

static void
add_group (MwShortcutsWindow *self, const char *group)
{
  const char *shown = mw_ui_label (group);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (strcmp (shortcuts[i].group, group) == 0)
      add_row (self, shown, keys_of (i), mw_ui_label (shortcuts[i].title));
  if (strcmp (group, EDIT) == 0)
    add_operations (self, shown);
  if (strcmp (group, VIEWPORT) == 0) {
    add_more (self, shown);
    add_commands (self, shown);
  }
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static void
show_group (GtkListBoxRow *row, GtkListBoxRow *before, gpointer unused)
{
  const char *group = g_object_get_data (G_OBJECT (row), GROUP);
  if (before && strcmp (group, g_object_get_data (G_OBJECT (before), GROUP)) == 0) {
    gtk_list_box_row_set_header (row, NULL);
    return;
  }
  GtkWidget *label = gtk_label_new (group);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "shortcut-group");
  gtk_list_box_row_set_header (row, label);
}

static gboolean
is_wanted (GtkListBoxRow *row, gpointer data)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (((MwShortcutsWindow *) data)->search));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);
  g_autofree char *title = g_utf8_casefold (g_object_get_data (G_OBJECT (row), TITLE), -1);
  return strstr (title, wanted) != NULL;
}

static void
close_it (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
mw_shortcuts_window_class_init (MwShortcutsWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "shortcuts.close", NULL, close_it);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "shortcuts.close", NULL);
}

static void
fill (gpointer data)
{
  MwShortcutsWindow *self = data;
  GtkListBoxRow *row;
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (i == 0 || strcmp (shortcuts[i].group, shortcuts[i - 1].group) != 0)
      add_group (self, shortcuts[i].group);
}

static void
mw_shortcuts_window_init (MwShortcutsWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new (),
            *none = gtk_label_new (_ ("No key does this. The command palette (Ctrl+Shift+P) finds everything."));
  gtk_window_set_title (GTK_WINDOW (self), _ ("Keyboard Shortcuts"));
  gtk_window_set_default_size (GTK_WINDOW (self), 620, 640);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  self->search = gtk_search_entry_new ();
  gtk_widget_add_css_class (self->search, "shortcut-search");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search what keys do"), -1);
  self->list = gtk_list_box_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Keyboard Shortcuts"),
                                  -1);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), show_group, NULL, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_wanted, self, NULL);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), none);
  gtk_widget_add_css_class (self->list, "shortcut-rows");
  mw_key_scheme_follow (self, fill);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (gtk_list_box_invalidate_filter), self->list);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_window_close), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_window_set_child (GTK_WINDOW (self), box);
}

void
mw_shortcuts_window_show (GtkWindow *parent)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  for (GList *at = windows; at; at = at->next)
    if (MW_IS_SHORTCUTS_WINDOW (at->data) && gtk_window_get_transient_for (at->data) == parent) {
      gtk_window_present (at->data);
      return;
    }
  gtk_window_present (g_object_new (MW_TYPE_SHORTCUTS_WINDOW, "transient-for", parent, NULL));
}
