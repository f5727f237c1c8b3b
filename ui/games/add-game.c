/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/add-game.h"
#include "core/base/error.h"
#include "ui/games/game-files.h"
#include "ui/games/games-dialog.h"
#include "ui/i18n.h"

#include <string.h>

/* --- The folder ----------------------------------------------------------------------------------------------------- */

static void
folder_chosen (GtkNativeDialog *chooser, int response, gpointer extracted)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
  g_autofree char *folder = file ? g_file_get_path (file) : NULL;
  GtkWindow *parent = gtk_native_dialog_get_transient_for (chooser);
  if (folder && parent)
    mw_add_game (parent, folder, GPOINTER_TO_INT (extracted));
  g_object_unref (chooser);
}

static void
ask_folder (GtkWindow *parent, gboolean extracted)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    extracted ? _ ("Folder with Extracted Files") : _ ("Install Folder of a Game"), parent,
    GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Add"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (folder_chosen), GINT_TO_POINTER (extracted));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
mw_ask_game_folder (GtkWindow *parent)
{
  ask_folder (parent, FALSE);
}

/* --- What it is ----------------------------------------------------------------------------------------------------- */

enum { RESPONSE_CHOOSE = 1, RESPONSE_EXTRACTED };

static void
refusal_answered (GtkDialog *dialog, int response, gpointer unused)
{
  g_autoptr (GtkWindow) parent = g_object_ref (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  g_autofree char *folder = g_strdup (g_object_get_data (G_OBJECT (dialog), "folder"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == RESPONSE_CHOOSE)
    ask_folder (parent, TRUE);
  else if (response == RESPONSE_EXTRACTED)
    mw_add_game (parent, folder, TRUE);
}

/* `of_folder`: the error is about the folder, else about the list. */
static void
show_refusal (GtkWindow *parent, const char *folder, const GError *error, gboolean of_folder)
{
  gboolean casc = of_folder && g_error_matches (error, MW_ERROR, MW_ERROR_UNSUPPORTED),
           unknown = of_folder && g_error_matches (error, MW_ERROR, MW_ERROR_VALUE);
  g_autofree char *shown = g_filename_display_name (folder), *why = mw_error_describe (error, NULL);
  g_autofree char *what = g_strdup_printf (casc      ? _ ("The game in %s must be extracted first")
                                           : unknown ? _ ("No game is recognised in %s")
                                                     : _ ("%s was not added to the list of games"),
                                           shown);
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE, "%s", what);
  gtk_message_dialog_format_secondary_text (
    GTK_MESSAGE_DIALOG (dialog), "%s",
    casc ? _ ("It keeps its data in CASC, which Modelwright does not read. Extract its files with a CASC viewer into a "
              "folder, with the folders that they have in the game, and choose that folder here.")
    : unknown
      ? _ ("The install folder of a game has War3.mpq, or a folder Data with MPQ archives. A folder with files that "
           "were taken out of a game can be added too: it must have the folders that they have in the game.")
      : why);
  gtk_dialog_add_button (GTK_DIALOG (dialog), casc || unknown ? _ ("_Cancel") : _ ("_Close"), GTK_RESPONSE_CANCEL);
  if (casc)
    gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("Choose _Extracted Folder…"), RESPONSE_CHOOSE);
  if (unknown)
    gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("Add as _Extracted Files"), RESPONSE_EXTRACTED);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), casc ? RESPONSE_CHOOSE : GTK_RESPONSE_CANCEL);
  g_object_set_data_full (G_OBJECT (dialog), "folder", g_strdup (folder), g_free);
  g_signal_connect (dialog, "response", G_CALLBACK (refusal_answered), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The game of the list that has this folder; NULL: none. */
static const MwGame *
game_in (const GPtrArray *games, const char *folder)
{
  for (guint i = 0; i < games->len; i++)
    if (strcmp (((const MwGame *) games->pdata[i])->folder, folder) == 0)
      return games->pdata[i];
  return NULL;
}

/* "wc3-1.26 2" if there is a "wc3-1.26" already. */
static void
make_name_unique (const GPtrArray *games, MwGame *game)
{
  g_autofree char *base = g_strdup (game->name);
  for (guint n = 2; mw_games_find (games, game->name); n++) {
    g_free (game->name);
    game->name = g_strdup_printf ("%s %u", base, n);
  }
}

typedef struct {
  GtkWindow *parent; /* weak */
  char *folder;
  gboolean extracted;
} Adding;

static void
adding_free (gpointer data)
{
  Adding *adding = data;
  g_clear_weak_pointer (&adding->parent);
  g_free (adding->folder);
  g_free (adding);
}

static void
look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Adding *adding = data;
  GError *error = NULL;
  MwGame *game = adding->extracted ? mw_game_new_extracted (adding->folder, NULL, &error)
                                   : mw_game_new (adding->folder, NULL, NULL, &error);
  if (game)
    g_task_return_pointer (task, game, (GDestroyNotify) mw_game_free);
  else
    g_task_return_error (task, error);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer unused)
{
  const Adding *adding = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (MwGame) game = g_task_propagate_pointer (G_TASK (result), &error);
  if (!adding->parent)
    return;                 /* the window was closed in the meantime */
  mw_game_files_refresh (); /* mwright may have changed the list */
  gboolean of_folder = !game;
  const MwGame *known = game ? game_in (mw_game_files_list (), game->folder) : NULL;
  g_autofree char *name = NULL;
  if (known)
    name = g_strdup (known->name);
  else if (game) {
    g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
    make_name_unique (games, game);
    name = g_strdup (game->name);
    g_ptr_array_add (games, g_steal_pointer (&game));
    mw_game_files_set_list (g_steal_pointer (&games), &error);
  }
  if (error)
    show_refusal (adding->parent, adding->folder, error, of_folder);
  else
    mw_games_dialog_show (adding->parent, name);
}

void
mw_add_game (GtkWindow *parent, const char *folder, gboolean extracted)
{
  Adding *adding = g_new0 (Adding, 1);
  g_set_weak_pointer (&adding->parent, parent);
  adding->folder = g_strdup (folder);
  adding->extracted = extracted;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, looked, NULL);
  g_task_set_task_data (task, adding, adding_free);
  g_task_run_in_thread (task, look);
}
