/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/preferences-window.h"
#include "ui/help/help-window.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/preferences/appearance.h"
#include "ui/text-encoding.h"
#include "ui/widgets.h"

struct _MwPreferencesWindow {
  GtkWindow parent_instance;
  GtkWidget *groups;
};

G_DEFINE_FINAL_TYPE (MwPreferencesWindow, mw_preferences_window, GTK_TYPE_WINDOW)

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static GtkWidget *
group_new (MwPreferencesWindow *self, const char *title)
{
  GtkWidget *label = gtk_label_new (title), *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (rows, "preference-rows");
  gtk_box_append (GTK_BOX (self->groups), label);
  gtk_box_append (GTK_BOX (self->groups), rows);
  return rows;
}

/* A line with a title, what it means, and the control at the end. */
static void
add_row (GtkWidget *rows, const char *title, const char *about, GtkWidget *control)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *label = gtk_label_new (title), *more = gtk_label_new (about);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_xalign (GTK_LABEL (more), 0);
  gtk_label_set_wrap (GTK_LABEL (more), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (more), 44);
  gtk_widget_add_css_class (more, "dim-label");
  gtk_widget_add_css_class (more, "caption");
  gtk_widget_add_css_class (row, "preference-row");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), label);
  gtk_box_append (GTK_BOX (texts), more);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), control);
  gtk_box_append (GTK_BOX (rows), row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, about, -1);
}

static void
add_switch (GtkWidget *rows, const char *title, const char *about, const char *key)
{
  GtkWidget *control = gtk_switch_new ();
  g_settings_bind (mw_places_settings (), key, control, "active", G_SETTINGS_BIND_DEFAULT);
  add_row (rows, title, about, control);
}

static void
add_number (GtkWidget *rows, const char *title, const char *about, const char *key, int least, int most, int step)
{
  GtkWidget *control = gtk_spin_button_new_with_range (least, most, step);
  g_settings_bind (mw_places_settings (), key, control, "value", G_SETTINGS_BIND_DEFAULT);
  add_row (rows, title, about, control);
  mw_name_spin_buttons (control);
}

/* --- Choices -------------------------------------------------------------------------------------------------------- */

/* What a drop-down offers for a setting, and the word that is remembered. The last one is empty. */
typedef struct {
  const char *word, *label;
} Choice;

static const Choice theme_words[] = { { "system", NC_ ("theme", "Follow the desktop") },
                                      { "light", NC_ ("theme", "Light") },
                                      { "dark", NC_ ("theme", "Dark") },
                                      { "high-contrast", NC_ ("theme", "High contrast") },
                                      { NULL } };
/* Names, which are not translated. */
static const Choice schemes[] = { { "modelwright", "Modelwright" }, { "blender", "Blender" }, { NULL } };

static gboolean
word_to_position (GValue *value, GVariant *variant, gpointer choices)
{
  const Choice *all = choices;
  for (guint i = 0; all[i].word; i++)
    if (g_str_equal (all[i].word, g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
word_of_position (const GValue *value, const GVariantType *type, gpointer choices)
{
  const Choice *all = choices;
  const guint at = g_value_get_uint (value);
  guint n = 0;
  while (all[n].word)
    n++;
  return at < n ? g_variant_new_string (all[at].word) : NULL;
}

/* `choices`: with labels as they are shown. */
static void
add_choice (GtkWidget *rows, const char *title, const char *about, const char *key, const Choice *choices)
{
  GtkStringList *names = gtk_string_list_new (NULL);
  for (guint i = 0; choices[i].word; i++)
    gtk_string_list_append (names, choices[i].label);
  GtkWidget *control = gtk_drop_down_new (G_LIST_MODEL (names), NULL);
  g_settings_bind_with_mapping (mw_places_settings (), key, control, "selected", G_SETTINGS_BIND_DEFAULT,
                                word_to_position, word_of_position, (gpointer) choices, NULL);
  add_row (rows, title, about, control);
}

static void
add_encoding (GtkWidget *rows)
{
  guint n;
  const MwTextEncoding *all = mw_text_encodings (&n);
  /* Lives as long as the program, as the drop-downs' bindings use it. */
  static Choice *choices;
  if (!choices)
    choices = g_new0 (Choice, n + 1);
  for (guint i = 0; i < n; i++)
    choices[i] = (Choice) { all[i].word, _ (all[i].label) };
  add_choice (rows, _ ("Text encoding"),
              _ ("In which names and paths in models are shown and written if they are not UTF-8."), "text-encoding",
              choices);
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static void
games_clicked (GtkButton *button, MwPreferencesWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), "win.games", NULL);
}

static void
fill (MwPreferencesWindow *self)
{
  GtkWidget *looks = group_new (self, _ ("Appearance"));
  static Choice themes[G_N_ELEMENTS (theme_words)];
  for (guint i = 0; theme_words[i].word; i++)
    themes[i] = (Choice) { theme_words[i].word, g_dpgettext2 (NULL, "theme", theme_words[i].label) };
  add_choice (looks, _ ("Theme"), _ ("High contrast is light or dark as the desktop is."), "theme", themes);
  add_number (looks, _ ("Size of the interface"),
              _ ("Text and controls, in percent of what the desktop sets. Ctrl and +, − or 0 do the same."),
              "interface-size", MW_SIZE_LEAST, MW_SIZE_MOST, MW_SIZE_STEP);
  add_switch (
    looks, _ ("Smooth edges in the view"),
    _ ("Needs a graphics driver that can do it. Software renderers never do, because it takes twice as long."),
    "smooth-edges");

  GtkWidget *editing = group_new (self, _ ("Editing"));
  add_choice (editing, _ ("Keys"),
              _ ("With Blender's keys, G, R and S move, rotate and scale, and a drag with the left button selects."),
              "keys", schemes);
  add_switch (editing, _ ("Auto key"),
              _ ("Dragging in a sequence sets keys at once. If it is off, I sets the keys of what was moved."),
              "auto-key");
  add_number (editing, _ ("Memory for undo"),
              _ ("In MiB for each model. When the steps need more, the oldest cannot be undone any more."),
              "undo-memory", 1, 65536, 64);
  add_switch (editing, _ ("Play models when they are opened"),
              _ ("They play the sequence Stand. If it is off, they are shown in their rest pose."), "play-when-opened");

  GtkWidget *files = group_new (self, _ ("Files"));
  add_switch (files, _ ("Keep a backup of the first version"),
              _ ("The first time that a file is overwritten, its old content is kept as NAME.bak."), "keep-backup");
  add_encoding (files);
  GtkWidget *games = gtk_button_new_with_mnemonic (_ ("_Games…"));
  g_signal_connect (games, "clicked", G_CALLBACK (games_clicked), self);
  add_row (files, _ ("Games"), _ ("The folders and archives in which textures and models are looked for."), games);
}

static void
close_it (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
mw_preferences_window_class_init (MwPreferencesWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "preferences.close", NULL, close_it);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "preferences.close", NULL);
  mw_help_window_add_key (GTK_WIDGET_CLASS (klass));
}

static void
mw_preferences_window_init (MwPreferencesWindow *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_window_set_title (GTK_WINDOW (self), _ ("Preferences"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 620);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  self->groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->groups, "preferences");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->groups);
  gtk_window_set_child (GTK_WINDOW (self), scrolled);
  if (mw_places_settings ()) {
    fill (self);
    return;
  }
  GtkWidget *none = gtk_label_new (_ ("The settings of Modelwright are not installed, so nothing can be chosen here."));
  gtk_label_set_wrap (GTK_LABEL (none), TRUE);
  gtk_box_append (GTK_BOX (self->groups), none);
}

void
mw_preferences_window_show (GtkWindow *parent)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  for (GList *at = windows; at; at = at->next)
    if (MW_IS_PREFERENCES_WINDOW (at->data) && gtk_window_get_transient_for (at->data) == parent) {
      gtk_window_present (at->data);
      return;
    }
  gtk_window_present (g_object_new (MW_TYPE_PREFERENCES_WINDOW, "transient-for", parent, NULL));
}
