/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/games-dialog.h"
#include "ui/ellipsis.h"
#include "ui/games/add-game.h"
#include "ui/error-bar.h"
#include "ui/games/game-files.h"
#include "ui/help/help-window.h"
#include "ui/i18n.h"
#include "ui/put-over.h"

/* A list whose rows can be moved and taken out. */
typedef struct {
  GtkWidget *box, *list, *buttons, *up, *down, *remove;
} Column;

struct _MwGamesDialog {
  GtkWindow parent_instance;
  GtkWidget *errors, *usual;
  Column games, places;
};

G_DEFINE_FINAL_TYPE (MwGamesDialog, mw_games_dialog, GTK_TYPE_WINDOW)

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

/* The position of the chosen row; -1: none. */
static int
chosen (const Column *column)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (column->list));
  return row ? gtk_list_box_row_get_index (row) : -1;
}

static const MwGame *
chosen_game (MwGamesDialog *self)
{
  const GPtrArray *games = mw_game_files_list ();
  int n = chosen (&self->games);
  return n >= 0 && (guint) n < games->len ? games->pdata[n] : NULL;
}

static gboolean
is_there (const MwGame *game)
{
  return g_file_test (game->folder, G_FILE_TEST_IS_DIR);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_MIDDLE);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
add_row (Column *column, const char *title, const char *kind, const char *below, const char *warning)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_box_append (GTK_BOX (box), make_label (title, NULL));
  if (kind)
    gtk_box_append (GTK_BOX (box), make_label (kind, "caption"));
  if (below)
    gtk_box_append (GTK_BOX (box), make_label (below, "dim-label"));
  if (warning)
    gtk_box_append (GTK_BOX (box), make_label (warning, "warning"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (column->list), row);
}

static void
clear (Column *column)
{
  GtkListBoxRow *row;
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (column->list), 0)))
    gtk_list_box_remove (GTK_LIST_BOX (column->list), GTK_WIDGET (row));
}

static void
choose (Column *column, int n)
{
  gtk_list_box_select_row (GTK_LIST_BOX (column->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (column->list), n));
}

static void
refresh_buttons (Column *column)
{
  int n = chosen (column);
  gtk_widget_set_sensitive (column->up, n > 0);
  gtk_widget_set_sensitive (column->down,
                            n >= 0 && gtk_list_box_get_row_at_index (GTK_LIST_BOX (column->list), n + 1) != NULL);
  gtk_widget_set_sensitive (column->remove, n >= 0);
}

static void
fill_places (MwGamesDialog *self)
{
  const MwGame *game = chosen_game (self);
  clear (&self->places);
  for (guint i = 0; game && game->order[i]; i++) {
    g_autofree char *path = g_build_filename (game->folder, game->order[i], NULL);
    gboolean itself = g_str_equal (game->order[i], ".");
    add_row (&self->places, itself ? _ ("The folder itself") : game->order[i], NULL, NULL,
             g_file_test (path, G_FILE_TEST_EXISTS) ? NULL : _ ("It is not there."));
  }
  gtk_widget_set_visible (self->places.box, game != NULL);
  gtk_widget_set_sensitive (self->usual, game && is_there (game));
  refresh_buttons (&self->places);
}

static void
fill_games (MwGamesDialog *self)
{
  const GPtrArray *games = mw_game_files_list ();
  clear (&self->games);
  for (guint i = 0; i < games->len; i++) {
    const MwGame *game = games->pdata[i];
    g_autofree char *folder = g_filename_display_name (game->folder);
    add_row (&self->games, game->name, game->client ? gettext (game->client->label) : _ ("Extracted files"), folder,
             is_there (game) ? NULL : _ ("The folder is not there."));
  }
  refresh_buttons (&self->games);
}

/* Shows the list as it is now, with these rows chosen. */
static void
refill (MwGamesDialog *self, int game, int place)
{
  fill_games (self);
  choose (&self->games, game);
  fill_places (self);
  choose (&self->places, place);
}

static void
list_changed (MwGamesDialog *self)
{
  refill (self, MAX (chosen (&self->games), 0), chosen (&self->places));
}

static void
game_selected (MwGamesDialog *self)
{
  refresh_buttons (&self->games);
  fill_places (self);
}

static void
place_selected (MwGamesDialog *self)
{
  refresh_buttons (&self->places);
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static void
write_list (MwGamesDialog *self, GPtrArray *games, int game, int place)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = mw_games_path ();
  if (mw_game_files_set_list (games, &error))
    refill (self, game, place);
  else
    mw_error_bar_show_error (MW_ERROR_BAR (self->errors), _ ("The list of games was not changed."), error, path);
}

/* Moves the chosen game by `step`; 0 takes it out. */
static void
change_games (MwGamesDialog *self, int step)
{
  int n = chosen (&self->games);
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
  MwGame *game = g_ptr_array_steal_index (games, (guint) n);
  if (step)
    g_ptr_array_insert (games, n + step, game);
  else
    mw_game_free (game);
  int next = step ? n + step : MIN (n, (int) games->len - 1);
  write_list (self, g_steal_pointer (&games), next, -1);
}

/* The same for the chosen place of the chosen game. */
static void
change_places (MwGamesDialog *self, int step)
{
  int n = chosen (&self->places), at = chosen (&self->games);
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
  char **order = ((MwGame *) games->pdata[at])->order;
  int last = (int) g_strv_length (order) - 1;
  if (step) {
    char *moved = order[n];
    order[n] = order[n + step];
    order[n + step] = moved;
  } else {
    g_free (order[n]);
    for (int i = n; i <= last; i++)
      order[i] = order[i + 1];
  }
  write_list (self, g_steal_pointer (&games), at, step ? n + step : MIN (n, last - 1));
}

static void
button_clicked (GtkButton *button, MwGamesDialog *self)
{
  Column *column = gtk_widget_is_ancestor (GTK_WIDGET (button), self->games.box) ? &self->games : &self->places;
  int step = GTK_WIDGET (button) == column->up ? -1 : GTK_WIDGET (button) == column->down ? 1 : 0;
  if (column == &self->games)
    change_games (self, step);
  else
    change_places (self, step);
}

static void
usual_clicked (GtkButton *button, MwGamesDialog *self)
{
  int at = chosen (&self->games);
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
  g_autoptr (GError) error = NULL;
  if (mw_game_find_order (games->pdata[at], &error))
    write_list (self, g_steal_pointer (&games), at, 0);
  else
    mw_error_bar_show_error (MW_ERROR_BAR (self->errors), _ ("The list of games was not changed."), error, NULL);
}

static void
add_clicked (GtkButton *button, MwGamesDialog *self)
{
  mw_ask_game_folder (GTK_WINDOW (self));
}

static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, Column *column)
{
  GtkWidget *button = keyval == GDK_KEY_Delete                              ? column->remove
                      : !(state & GDK_ALT_MASK)                             ? NULL
                      : keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up     ? column->up
                      : keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down ? column->down
                                                                            : NULL;
  if (!button || !gtk_widget_get_sensitive (button))
    return FALSE;
  g_signal_emit_by_name (button, "clicked");
  /* The row that had the focus was made again. */
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (column->list));
  gtk_widget_grab_focus (row ? GTK_WIDGET (row) : column->list);
  return TRUE;
}

/* --- The dialog ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_button (MwGamesDialog *self, Column *column, const char *icon, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (button_clicked), self);
  gtk_box_append (GTK_BOX (column->buttons), button);
  return button;
}

static void
make_column (MwGamesDialog *self, Column *column, const char *title, const char *empty, GtkWidget *first)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *placeholder = gtk_label_new (empty);
  column->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  column->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  column->list = gtk_list_box_new ();
  gtk_label_set_wrap (GTK_LABEL (placeholder), TRUE);
  gtk_label_set_justify (GTK_LABEL (placeholder), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (placeholder, "dim-label");
  gtk_widget_add_css_class (placeholder, "empty");
  gtk_list_box_set_placeholder (GTK_LIST_BOX (column->list), placeholder);
  gtk_widget_add_css_class (column->list, "game-rows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (column->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), column->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (first, TRUE);
  gtk_widget_set_halign (first, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (column->buttons), first);
  column->up = make_button (self, column, "go-up-symbolic", _ ("Search it earlier (Alt+Up)"));
  column->down = make_button (self, column, "go-down-symbolic", _ ("Search it later (Alt+Down)"));
  column->remove = make_button (self, column, "list-remove-symbolic", _ ("Remove from the list (Delete)"));
  gtk_box_append (GTK_BOX (column->box), make_label (title, "heading"));
  gtk_box_append (GTK_BOX (column->box), scrolled);
  gtk_box_append (GTK_BOX (column->box), column->buttons);
  gtk_widget_set_hexpand (column->box, TRUE);
  GtkEventController *key = gtk_event_controller_key_new ();
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), column);
  gtk_widget_add_controller (column->list, key);
}

static void
mw_games_dialog_class_init (MwGamesDialogClass *klass)
{
  g_type_ensure (MW_TYPE_ERROR_BAR);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  mw_help_window_add_key (GTK_WIDGET_CLASS (klass));
}

static void
mw_games_dialog_init (MwGamesDialog *self)
{
  GtkWidget *over = gtk_overlay_new (), *across = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *add = gtk_button_new_with_mnemonic (_ ("_Add Game Folder…")),
            *note = gtk_label_new (
              _ ("A model uses the game whose models have its version. The first archive that has a "
                 "file wins. mwright uses the same list."));
  self->errors = mw_error_bar_new ();
  self->usual = gtk_button_new_with_mnemonic (_ ("_Usual Order"));
  gtk_widget_set_tooltip_text (self->usual,
                               _ ("The archives of the game, in the order in which the game searches them"));
  gtk_widget_add_css_class (add, "suggested-action");
  g_signal_connect (add, "clicked", G_CALLBACK (add_clicked), self);
  g_signal_connect (self->usual, "clicked", G_CALLBACK (usual_clicked), self);
  make_column (self, &self->games, _ ("Games"),
               _ ("Add the install folder of a game. Its archives are then searched for textures and models."), add);
  make_column (self, &self->places, _ ("Searched in this order"), _ ("Nothing of this game is searched."), self->usual);
  g_signal_connect_swapped (self->games.list, "row-selected", G_CALLBACK (game_selected), self);
  g_signal_connect_swapped (self->places.list, "row-selected", G_CALLBACK (place_selected), self);
  gtk_box_append (GTK_BOX (across), self->games.box);
  gtk_box_append (GTK_BOX (across), self->places.box);
  gtk_box_set_homogeneous (GTK_BOX (across), TRUE);
  gtk_widget_set_vexpand (across, TRUE);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_widget_add_css_class (note, "dim-label");
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (content, "games-dialog");
  gtk_box_append (GTK_BOX (content), across);
  gtk_box_append (GTK_BOX (content), note);
  gtk_overlay_set_child (GTK_OVERLAY (over), content);
  gtk_widget_set_valign (self->errors, GTK_ALIGN_START);
  mw_put_over (GTK_OVERLAY (over), self->errors, NULL, NULL);
  gtk_window_set_child (GTK_WINDOW (self), over);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Games"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 760, 440);
  g_signal_connect_object (mw_game_files_get (), "changed", G_CALLBACK (list_changed), self, G_CONNECT_SWAPPED);
}

/* The dialog that belongs to a window; NULL: none is open. */
static GtkWindow *
find_dialog (GtkWindow *window)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  if (MW_IS_GAMES_DIALOG (window))
    return window;
  for (GList *at = windows; at; at = at->next)
    if (MW_IS_GAMES_DIALOG (at->data) && gtk_window_get_transient_for (at->data) == window)
      return at->data;
  return NULL;
}

void
mw_games_dialog_show (GtkWindow *window, const char *name)
{
  GtkWindow *dialog = find_dialog (window);
  if (!dialog) {
    mw_game_files_refresh (); /* mwright may have changed the list */
    dialog = g_object_new (MW_TYPE_GAMES_DIALOG, "transient-for", window, NULL);
  }
  const GPtrArray *games = mw_game_files_list ();
  int n = 0;
  for (guint i = 0; name && i < games->len; i++)
    if (g_str_equal (((const MwGame *) games->pdata[i])->name, name))
      n = (int) i;
  refill (MW_GAMES_DIALOG (dialog), n, -1);
  gtk_window_present (dialog);
}
