/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/game.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"
#include "tests/ui/fixture.h"
#include "ui/document/document-page.h"
#include "ui/games/game-files.h"
#include "ui/viewport/missing-textures.h"
#include "ui/viewport/viewport.h"

#include <glib/gstdio.h>

/* Textures in the archives of a game. The list of games is in a folder of this test. */
static char *config;

static gboolean
is_missing (gpointer viewport)
{
  return find_shown (viewport, MW_TYPE_MISSING_TEXTURES) != NULL;
}

static gboolean
is_there (gpointer viewport)
{
  return !is_missing (viewport);
}

/* An image for each texture of the sample that is not beside it. */
static void
make_game (void)
{
  static const char *const names[] = { "figure-gear.blp", "figure-trail.blp" /* the model names .tga */ };
  g_autofree char *archive = g_build_filename (config, "game", "War3.mpq", NULL),
                  *folder = g_path_get_dirname (archive), *image = fixture_sample ("figure.blp"), *bytes = NULL,
                  *list = mw_games_path ();
  gsize size;
  g_assert_true (g_file_get_contents (image, &bytes, &size, NULL));
  g_autoptr (GBytes) all = g_bytes_new (bytes, size);
  archives_make (archive, "x.txt", "x", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    archives_add (archive, names[i], all);
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_ptr_array_add (games, mw_game_new (folder, NULL, NULL, NULL));
  g_assert_true (mw_games_write (list, games, NULL));
}

static void
textures_of_a_game_are_shown (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  g_assert_true (fixture_until (is_missing, viewport));
  /* A game that is added later is used when the viewport looks for its files again. */
  make_game ();
  mw_viewport_look_again (viewport);
  g_assert_true (fixture_until (is_there, viewport));
  /* When the list is changed in the window, all viewports look again by themselves. */
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
  g_assert_true (mw_game_files_set_list (g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free), NULL));
  g_assert_true (fixture_until (is_missing, viewport));
  g_assert_true (mw_game_files_set_list (g_steal_pointer (&games), NULL));
  g_assert_true (fixture_until (is_there, viewport));
  fixture_end (window);
}

static void
a_game_is_for_the_models_of_its_family (void)
{
  g_autoptr (MwPlaces) own = mw_game_files_for ((MwFormat) { .family = MW_FAMILY_MDX, .version = 800 }),
                       again = mw_game_files_for ((MwFormat) { .family = MW_FAMILY_MDX, .version = 1000 });
  g_assert_nonnull (own);
  g_assert_true (own == again);
  g_assert_null (mw_game_files_for ((MwFormat) { .family = MW_FAMILY_M2, .version = 264 }));
}

/* It has no folder, but the games are there, and so is what the user locates. */
static void
a_model_without_a_file_has_the_images_of_games (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *image = fixture_sample ("figure.blp");
  MwWindow *window = fixture_window ();
  MwViewport *viewport = mw_document_page_get_viewport (fixture_open (window, path));
  g_assert_true (fixture_until (is_there, viewport));
  mw_viewport_set_path (viewport, NULL);
  g_assert_true (fixture_until (is_missing, viewport));
  g_autofree char *of_game = mw_lookup_find (mw_viewport_get_lookup (viewport), "figure-gear.blp"),
                  *beside = mw_lookup_find (mw_viewport_get_lookup (viewport), "figure.blp");
  g_assert_nonnull (of_game);
  g_assert_null (beside);
  /* The checker does not miss what will be beside the model when it is saved. */
  g_assert_null (mw_viewport_make_lookup (viewport));
  GtkWidget *button = find_shown (find_shown (GTK_WIDGET (viewport), MW_TYPE_MISSING_TEXTURES), GTK_TYPE_MENU_BUTTON),
            *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  fixture_settle ();
  g_assert_nonnull (find_words (popover, "Save it beside its images, or locate one of them. Until then"));
  g_assert_nonnull (find_words (popover, "War3.mpq"));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  mw_viewport_locate (viewport, "figure.blp", 0, image);
  g_autofree char *located = mw_lookup_find (mw_viewport_get_lookup (viewport), "figure.blp");
  g_assert_cmpstr (located, ==, image);
  g_assert_true (fixture_until (is_there, viewport));
  /* Without a game there is no place at all. */
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ());
  g_assert_true (mw_game_files_set_list (g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free), NULL));
  fixture_end (window);
  window = fixture_window ();
  g_autofree char *again = fixture_sample ("figure.mdx");
  viewport = mw_document_page_get_viewport (fixture_open (window, again));
  mw_viewport_set_path (viewport, NULL);
  g_assert_true (fixture_until (is_missing, viewport));
  button = find_shown (find_shown (GTK_WIDGET (viewport), MW_TYPE_MISSING_TEXTURES), GTK_TYPE_MENU_BUTTON);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  fixture_settle ();
  g_assert_nonnull (
    find_words (popover, "there is no folder to search. Save it beside its images, or locate one of them."));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  g_assert_true (mw_game_files_set_list (g_steal_pointer (&games), NULL));
  fixture_end (window);
}

static void
count (MwGameFiles *files, guint *n)
{
  (*n)++;
}

static gboolean
was_told (gpointer n)
{
  return *(guint *) n > 0;
}

/* Such as a patch. Views and documents of the game have its files then. */
static void
an_archive_that_is_added_is_noticed (void)
{
  guint n = 0;
  g_autofree char *patch = g_build_filename (config, "game", "War3Patch.mpq", NULL);
  g_autoptr (MwPlaces) own = mw_game_files_of (mw_game_files_list ()->pdata[0]);
  gulong id = g_signal_connect (mw_game_files_get (), "changed", G_CALLBACK (count), &n);
  g_autoptr (MwPlaces) same = mw_game_files_again (own);
  g_assert_true (same == own);
  mw_game_files_look_again ();
  fixture_settle ();
  archives_make (patch, "new.blp", "new", NULL);
  mw_game_files_look_again ();
  g_assert_true (fixture_until (was_told, &n));
  fixture_settle ();
  g_assert_cmpuint (n, ==, 1);
  g_autoptr (MwPlaces) again = mw_game_files_again (own);
  g_autofree char *old = mw_places_find (own, "new.blp"), *found = mw_places_find (again, "new.blp");
  g_assert_null (old);
  g_assert_nonnull (found);
  /* Of no game. */
  g_autoptr (MwPlaces) none = mw_places_new (NULL, NULL), kept = mw_game_files_again (none);
  g_assert_true (kept == none);
  g_signal_handler_disconnect (mw_game_files_get (), id);
}

/* Two archives may have the same name; a game has its own, whatever was opened of it. */
static void
origins_are_compared (void)
{
  g_autoptr (MwPlaces) one = mw_places_new (NULL, NULL), other = mw_places_new (NULL, NULL);
  for (guint archive = 0; archive < 2; archive++) {
    g_autoptr (MwOrigin) a = mw_origin_new ("x", "Units/A.mdx", one, archive),
                         b = mw_origin_new ("x", "units\\a.mdx", other, archive),
                         c = mw_origin_new ("x", "units\\a.mdx", one, archive),
                         d = mw_origin_new ("y", "Units/A.mdx", one, archive);
    g_assert_cmpint (mw_origin_equal (a, b), ==, !archive);
    g_assert_true (mw_origin_equal (a, c));
    g_assert_false (mw_origin_equal (a, d));
  }
}

int
main (int argc, char **argv)
{
  config = g_dir_make_tmp ("modelwright-games-XXXXXX", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/game-files/textures of a game are shown", textures_of_a_game_are_shown);
  g_test_add_func ("/ui/game-files/a game is for the models of its family", a_game_is_for_the_models_of_its_family);
  g_test_add_func ("/ui/game-files/a model without a file has the images of games",
                   a_model_without_a_file_has_the_images_of_games);
  g_test_add_func ("/ui/game-files/an archive that is added is noticed", an_archive_that_is_added_is_noticed);
  g_test_add_func ("/ui/game-files/origins are compared", origins_are_compared);
  int code = g_test_run ();
  mw_game_files_refresh ();
  files_remove (config);
  g_free (config);
  return code;
}
