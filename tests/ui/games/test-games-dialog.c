/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/game.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"
#include "tests/ui/act.h"
#include "tests/ui/fixture.h"
#include "ui/games/add-game.h"
#include "ui/games/game-files.h"
#include "ui/games/games-dialog.h"

#include <glib/gstdio.h>
#include <string.h>

/* The list of games is in a folder of this test, and so are the games. */
static char *config;

static char *
folder_of (const char *name)
{
  return g_build_filename (config, name, NULL);
}

/* Makes an empty file, and the folders above it. */
static void
touch (const char *name)
{
  g_autofree char *path = folder_of (name), *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* The list as mwright reads it: "NAME: PLACE PLACE;" for each game. Free with g_free(). */
static char *
written (void)
{
  g_autofree char *path = mw_games_path ();
  g_autoptr (GPtrArray) games = mw_games_read (path, NULL);
  GString *text = g_string_new (NULL);
  g_assert_nonnull (games);
  for (guint i = 0; i < games->len; i++) {
    const MwGame *game = games->pdata[i];
    g_autofree char *order = g_strjoinv (" ", game->order);
    g_string_append_printf (text, "%s: %s;", game->name, order);
  }
  return g_string_free (text, FALSE);
}

static void
expect_written (const char *wanted)
{
  g_autofree char *text = written ();
  g_assert_cmpstr (text, ==, wanted);
}

static gboolean
is_open (gpointer type)
{
  return find_window (*(GType *) type) != NULL;
}

static GtkWidget *
wait_for (GType type)
{
  g_assert_true (fixture_until (is_open, &type));
  fixture_settle ();
  return find_window (type);
}

/* Adds a folder, and returns the list that is then shown. */
static GtkWidget *
add (gpointer window, const char *name)
{
  g_autofree char *folder = folder_of (name);
  mw_add_game (window, folder, FALSE);
  return wait_for (MW_TYPE_GAMES_DIALOG);
}

static void
choose (GtkWidget *dialog, const char *list, int row)
{
  GtkListBox *box = GTK_LIST_BOX (find_called (dialog, GTK_TYPE_LIST_BOX, list));
  gtk_list_box_select_row (box, gtk_list_box_get_row_at_index (box, row));
}

/* The number of the chosen row; -1: none. */
static int
chosen (GtkWidget *dialog, const char *list)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (find_called (dialog, GTK_TYPE_LIST_BOX, list)));
  return row ? gtk_list_box_row_get_index (row) : -1;
}

/* Presses the button of the first list (0) or of the second. */
static void
press (GtkWidget *dialog, const char *icon, guint column)
{
  guint seen = 0;
  GtkWidget *button;
  for (guint n = 0; (button = find_nth (dialog, GTK_TYPE_BUTTON, n)); n++)
    if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (button)), icon) == 0 && seen++ == column)
      break;
  act_click (button);
}

static void
close_dialog (GtkWidget *dialog)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  fixture_settle ();
}

#define GAMES "Games"
#define ORDER "Searched in this order"

static void
an_added_game_is_shown_with_its_order (void)
{
  MwWindow *window = fixture_window ();
  touch ("wc3/War3.mpq");
  touch ("wc3/War3Patch.mpq");
  touch ("wow/Data/model.MPQ");
  touch ("wow/Data/texture.MPQ");
  GtkWidget *dialog = add (window, "wc3");
  g_assert_nonnull (find_words (dialog, "Warcraft III up to 1.29"));
  g_assert_nonnull (find_words (dialog, "War3Patch.mpq"));
  expect_written ("wc3-1.26: War3Patch.mpq War3.mpq;");
  /* The second is added from the dialog, which then shows it. */
  g_assert_true (add (dialog, "wow") == dialog);
  while (chosen (dialog, GAMES) != 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (find_words (dialog, "Data/texture.MPQ"));
  expect_written ("wc3-1.26: War3Patch.mpq War3.mpq;wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  /* A folder that is in the list already is only shown. */
  add (dialog, "wc3");
  while (chosen (dialog, GAMES) != 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (mw_game_files_list ()->len, ==, 2);
  close_dialog (dialog);
  fixture_end (window);
}

static void
games_and_their_places_are_moved_and_removed (void)
{
  MwWindow *window = fixture_window ();
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.games", NULL));
  GtkWidget *dialog = wait_for (MW_TYPE_GAMES_DIALOG);
  g_assert_cmpint (chosen (dialog, GAMES), ==, 0);
  choose (dialog, ORDER, 1);
  press (dialog, "go-up-symbolic", 1);
  expect_written ("wc3-1.26: War3.mpq War3Patch.mpq;wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  g_assert_cmpint (chosen (dialog, ORDER), ==, 0);
  press (dialog, "list-remove-symbolic", 1);
  expect_written ("wc3-1.26: War3Patch.mpq;wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  act_press (dialog, "_Usual Order");
  choose (dialog, ORDER, 1);
  press (dialog, "list-remove-symbolic", 1);
  g_assert_cmpint (chosen (dialog, ORDER), ==, 0);
  act_press (dialog, "_Usual Order");
  expect_written ("wc3-1.26: War3Patch.mpq War3.mpq;wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  press (dialog, "go-down-symbolic", 0);
  expect_written ("wow-1.12: Data/model.MPQ Data/texture.MPQ;wc3-1.26: War3Patch.mpq War3.mpq;");
  g_assert_cmpint (chosen (dialog, GAMES), ==, 1);
  g_assert_nonnull (find_words (dialog, "War3Patch.mpq"));
  GtkWidget *list = find_called (dialog, GTK_TYPE_LIST_BOX, GAMES);
  g_assert_true (act_key (list, GDK_KEY_Up, GDK_ALT_MASK));
  expect_written ("wc3-1.26: War3Patch.mpq War3.mpq;wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  /* The first cannot be searched earlier. */
  g_assert_false (act_key (list, GDK_KEY_Up, GDK_ALT_MASK));
  g_assert_true (act_key (list, GDK_KEY_Delete, 0));
  expect_written ("wow-1.12: Data/model.MPQ Data/texture.MPQ;");
  press (dialog, "list-remove-symbolic", 0);
  expect_written ("");
  g_assert_nonnull (find_words (dialog, "Add the install folder"));
  close_dialog (dialog);
  fixture_end (window);
}

/* Adds a folder that is refused; returns the dialog that says why. */
static GtkWidget *
add_refused (MwWindow *window, const char *name)
{
  g_autofree char *folder = folder_of (name);
  mw_add_game (GTK_WINDOW (window), folder, FALSE);
  return wait_for (GTK_TYPE_MESSAGE_DIALOG);
}

static void
what_is_no_game_can_be_added_as_extracted_files (void)
{
  MwWindow *window = fixture_window ();
  touch ("files/Units/x.txt");
  GtkWidget *refusal = add_refused (window, "files");
  g_assert_nonnull (find_words (refusal, "No game is recognised"));
  expect_written ("");
  gtk_dialog_response (GTK_DIALOG (refusal), 2 /* Add as Extracted Files */);
  GtkWidget *dialog = wait_for (MW_TYPE_GAMES_DIALOG);
  g_assert_nonnull (find_words (dialog, "Extracted files"));
  expect_written ("files: .;");
  close_dialog (dialog);
  /* A second folder of the same name gets another name. */
  touch ("more/files/x.txt");
  g_autofree char *more = folder_of ("more/files");
  mw_add_game (GTK_WINDOW (window), more, TRUE);
  close_dialog (wait_for (MW_TYPE_GAMES_DIALOG));
  expect_written ("files: .;files 2: .;");
  fixture_end (window);
}

static void
casc_must_be_extracted_first (void)
{
  MwWindow *window = fixture_window ();
  touch ("reforged/.build.info");
  GtkWidget *refusal = add_refused (window, "reforged");
  g_assert_nonnull (find_words (refusal, "must be extracted first"));
  g_assert_nonnull (find_words (refusal, "CASC"));
  g_assert_nonnull (find_called (refusal, GTK_TYPE_BUTTON, "Choose _Extracted Folder…"));
  expect_written ("files: .;files 2: .;");
  close_dialog (refusal);
  fixture_end (window);
}

static void
a_list_that_cannot_be_read_is_told_and_not_replaced (void)
{
  static const char broken[] = "[x]\nfolder=/x\nclient=no-such-game\n";
  g_autofree char *path = mw_games_path (), *after = NULL;
  g_assert_true (g_file_set_contents (path, broken, -1, NULL));
  mw_game_files_refresh ();
  MwWindow *window = fixture_window ();
  g_assert_null (fixture_window_error (window));
  g_autofree char *sample = fixture_sample ("banner.mdl");
  g_assert_nonnull (fixture_open (window, sample));
  const char *text = fixture_window_error (window);
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "games.ini"));
  g_assert_nonnull (strstr (text, "no-such-game"));
  g_assert_nonnull (strstr (text, "delete it"));
  GtkWidget *refusal = add_refused (window, "wc3");
  g_assert_nonnull (find_words (refusal, "was not added"));
  g_assert_nonnull (find_words (refusal, "no-such-game"));
  close_dialog (refusal);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, broken);
  g_unlink (path);
  mw_game_files_refresh ();
  fixture_end (window);
}

static void
an_archive_that_cannot_be_read_is_told (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *good = folder_of ("wc3/War3.mpq"), *list = mw_games_path (), *folder = folder_of ("wc3"),
                  *sample = fixture_sample ("figure.mdx");
  g_unlink (good);
  archives_make (good, "x.txt", "x", NULL);
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_ptr_array_add (games, mw_game_new (folder, NULL, NULL, NULL));
  g_assert_true (mw_games_write (list, games, NULL)); /* War3Patch.mpq is empty */
  mw_game_files_refresh ();
  g_assert_nonnull (fixture_open (window, sample));
  while (!fixture_window_error (window))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (fixture_window_error (window), "1 archive of the game wc3-1.26 cannot be read"));
  g_assert_nonnull (strstr (fixture_window_error (window), "War3Patch.mpq"));
  fixture_end (window);
}

#define ADD(name, function) g_test_add_func ("/ui/games-dialog/" name, function)

int
main (int argc, char **argv)
{
  config = g_dir_make_tmp ("modelwright-games-XXXXXX", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  ADD ("an added game is shown with its order", an_added_game_is_shown_with_its_order);
  ADD ("games and their places are moved and removed", games_and_their_places_are_moved_and_removed);
  ADD ("what is no game can be added as extracted files", what_is_no_game_can_be_added_as_extracted_files);
  ADD ("CASC must be extracted first", casc_must_be_extracted_first);
  ADD ("a list that cannot be read is told and not replaced", a_list_that_cannot_be_read_is_told_and_not_replaced);
  ADD ("an archive that cannot be read is told", an_archive_that_cannot_be_read_is_told);
  int code = g_test_run ();
  mw_game_files_refresh ();
  files_remove (config);
  g_free (config);
  return code;
}
