/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/vfs/game.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"
#include "tests/core/vfs/tables.h"
#include "tests/ui/act.h"
#include "tests/ui/m2-fixture.h"
#include "ui/document/companions-table.h"
#include "ui/games/extract.h"
#include "ui/document/file-picture.h"
#include "ui/games/game-browser.h"
#include "ui/games/game-files.h"
#include "ui/viewport/missing-textures.h"
#include "ui/places.h"
#include "ui/document/project.h"
#include "ui/window/recovery-dialog.h"
#include "ui/document/recovery.h"
#include "ui/viewport/shown-skins.h"
#include "ui/viewport/shown-textures.h"
#include "ui/window/window-private.h"
#include "ui/viewport/viewport-private.h"

#include <glib/gstdio.h>
#include <string.h>

/* A game with the sample figure, its textures in two archives, and a map. All are in a folder of this test, and so are the list of games
 * and the project. */
static char *config;

static char *
path_of (const char *name)
{
  return g_build_filename (config, name, NULL);
}

static void
add_sample (const char *archive, const char *sample, const char *name)
{
  g_autofree char *from = fixture_sample (sample), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
  g_autoptr (GBytes) all = g_bytes_new (bytes, size);
  archives_add (archive, name, all);
}

static void
make_game (void)
{
  g_autofree char *base = path_of ("game/War3.mpq"), *patch = path_of ("game/War3Patch.mpq"),
                  *map = path_of ("map.w3x"), *folder = path_of ("game"), *project = path_of ("project"),
                  *list = mw_games_path ();
  archives_make (base, "Units\\Human\\readme.txt", "x", NULL);
  add_sample (base, "figure.mdx", "Units\\Human\\Figure\\Figure.mdx");
  add_sample (base, "effect.mdx", "Abilities\\FigureEffect.mdx");
  add_sample (base, "figure.blp", "Units\\Human\\Figure\\figure.blp");
  /* The model names these without folders; they are only in the patch. */
  archives_make (patch, "y.txt", "y", NULL);
  add_sample (patch, "figure-gear.blp", "figure-gear.blp");
  add_sample (patch, "figure-trail.tga", "figure-trail.tga");
  archives_make (map, "war3map.w3i", "map", NULL);
  add_sample (map, "banner.mdl", "war3mapImported\\Banner.mdl");
  add_sample (map, "banner.tga", "war3mapImported\\banner.tga");
  /* The textures of this one are in the map and in the game. */
  add_sample (map, "figure.mdx", "war3mapImported\\Figure.mdx");
  add_sample (map, "figure.blp", "war3mapImported\\figure.blp");
  archives_make_map (map);
  g_assert_cmpint (g_mkdir_with_parents (project, 0700), ==, 0);
  mw_project_set_folder (project);
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_ptr_array_add (games, mw_game_new (folder, NULL, NULL, NULL));
  g_assert_true (mw_games_write (list, games, NULL));
}

static gboolean
is_read (gpointer browser)
{
  return !mw_game_browser_is_reading (browser);
}

static gboolean
has_browser (gpointer unused)
{
  return find_window (MW_TYPE_GAME_BROWSER) != NULL;
}

/* The browser, when its list has been read. */
static GtkWidget *
browser (void)
{
  g_assert_true (fixture_until (has_browser, NULL));
  GtkWidget *self = find_window (MW_TYPE_GAME_BROWSER);
  g_assert_true (fixture_until (is_read, self));
  fixture_settle ();
  return self;
}

static GtkWidget *
browse (MwWindow *window)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.open-game", NULL));
  return browser ();
}

static GListModel *
rows_of (GtkWidget *self)
{
  return G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (find_called (self, GTK_TYPE_LIST_VIEW, "Files"))));
}

/* Asserts the names in the list, separated by blanks. */
static void
expect_names (GtkWidget *self, const char *wanted)
{
  GListModel *rows = rows_of (self);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (rows, i);
    g_string_append_printf (text, "%s%s", i ? " " : "", gtk_string_object_get_string (row));
  }
  g_assert_cmpstr (text->str, ==, wanted);
}

/* The drop-downs have entries, too. */
static GtkWidget *
search_of (GtkWidget *self)
{
  return find_called (self, GTK_TYPE_SEARCH_ENTRY, "Search");
}

static void
type (GtkWidget *self, const char *text)
{
  act_type (search_of (self), text);
}

/* Opens the first model that is found for the text; returns its page. */
static MwDocumentPage *
open_found (MwWindow *window, const char *text)
{
  GtkWidget *self = browse (window);
  type (self, text);
  g_signal_emit_by_name (search_of (self), "activate");
  fixture_wait (window);
  g_assert_null (find_window (MW_TYPE_GAME_BROWSER));
  return mw_window_get_page (window);
}

static gboolean
has_no_missing (gpointer viewport)
{
  return find_shown (viewport, MW_TYPE_MISSING_TEXTURES) == NULL;
}

static gboolean
has_missing (gpointer viewport)
{
  return !has_no_missing (viewport);
}

static void
a_model_of_a_game_is_found_and_opened_with_its_textures (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *self = browse (window);
  expect_names (self, "Abilities\\FigureEffect.mdx Units\\Human\\Figure\\Figure.mdx");
  g_assert_nonnull (find_words (self, "2 of 2 files"));
  type (self, "figure");
  expect_names (self, "Units\\Human\\Figure\\Figure.mdx Abilities\\FigureEffect.mdx");
  type (self, "fig abil");
  expect_names (self, "Abilities\\FigureEffect.mdx");
  g_assert_nonnull (find_words (self, "1 of 2 files"));
  type (self, "nothing");
  expect_names (self, "");
  g_assert_false (gtk_widget_get_sensitive (find_called (self, GTK_TYPE_BUTTON, "_Open")));
  g_assert_false (gtk_widget_get_sensitive (find_called (self, GTK_TYPE_BUTTON, "_Extract…")));
  act_choose_named (find_called (self, GTK_TYPE_DROP_DOWN, "Kind of files"), "Images");
  type (self, "");
  expect_names (self, "figure-gear.blp figure-trail.tga Units\\Human\\Figure\\figure.blp");
  /* Images are not opened. */
  g_assert_false (gtk_widget_get_sensitive (find_called (self, GTK_TYPE_BUTTON, "_Open")));
  g_assert_true (gtk_widget_get_sensitive (find_called (self, GTK_TYPE_BUTTON, "_Extract…")));
  gtk_window_close (GTK_WINDOW (self));
  fixture_settle ();
  MwDocumentPage *page = open_found (window, "human figure");
  g_assert_nonnull (page);
  g_assert_null (fixture_window_error (window));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (find_id (GTK_WIDGET (window), "title"))), ==, "Figure.mdx");
  g_assert_nonnull (
    strstr (gtk_label_get_text (GTK_LABEL (find_id (GTK_WIDGET (window), "subtitle"))), "read-only, from wc3-1.26"));
  g_assert_true (fixture_until (has_no_missing, mw_document_page_get_viewport (page)));
  g_assert_null (fixture_banner (page));
  /* The same file again shows its tab; another is another. */
  g_assert_true (open_found (window, "human figure") == page);
  g_assert_true (open_found (window, "abilities") != page);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  /* What was typed last is there again. */
  self = browse (window);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search_of (self))), ==, "abilities");
  gtk_window_destroy (GTK_WINDOW (self));
  fixture_end (window);
}

static GtkWidget *
project_dialog (void)
{
  fixture_settle ();
  return find_window (GTK_TYPE_DIALOG);
}

static void
it_is_saved_under_its_game_path_in_the_project (void)
{
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = open_found (window, "human figure");
  g_autofree char *target = path_of ("project/Units/Human/Figure/Figure.mdx"), *sample = fixture_sample ("figure.mdx"),
                  *written = NULL, *wanted = NULL;
  gsize size, wanted_size;
  /* Cancel saves nothing, and the tab that was to be saved and closed stays. */
  mw_document_mark_unsaved (mw_document_page_get_document (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  act_press (find_window (GTK_TYPE_MESSAGE_DIALOG), "_Save");
  gtk_dialog_response (GTK_DIALOG (project_dialog ()), GTK_RESPONSE_CANCEL);
  fixture_wait (window);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_assert_true (mw_window_get_page (window) == page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  GtkWidget *dialog = project_dialog ();
  g_assert_nonnull (find_words (dialog, "Figure.mdx is in wc3-1.26"));
  g_assert_nonnull (find_words (dialog, "Units/Human/Figure/Figure.mdx"));
  g_assert_null (find_words (dialog, "will be replaced"));
  mw_project_set_folder ("/");
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  g_assert_true (g_file_get_contents (target, &written, &size, NULL));
  g_assert_true (g_file_get_contents (sample, &wanted, &wanted_size, NULL));
  g_assert_cmpmem (written, size, wanted, wanted_size);
  g_autofree char *project = mw_project_folder (), *used = path_of ("project");
  g_assert_cmpstr (project, ==, used);
  /* It is a file of its own now. */
  g_assert_null (mw_document_page_get_origin (page));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, target);
  g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (find_id (GTK_WIDGET (window), "subtitle"))), "read-only"));
  mw_document_mark_unsaved (mw_document_page_get_document (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  g_assert_null (project_dialog ());
  fixture_wait (window);
  /* From the game again, there is a file of this name. */
  MwDocumentPage *again = open_found (window, "human figure");
  g_assert_true (again != page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-as", NULL);
  dialog = project_dialog ();
  g_assert_nonnull (find_words (dialog, "will be replaced"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  fixture_end (window);
}

/* Whether a copy of the only journal, as a crash would leave it, has one unsaved step. The journal itself is locked by this program. */
static gboolean
is_left_with_a_step (gpointer folder)
{
  g_autofree char *usual = mw_journal_folder (), *own = g_build_filename (folder, "one", NULL),
                  *copy = g_build_filename (own, "journal", NULL), *bytes = NULL;
  g_autoptr (GPtrArray) found = mw_record_log_find (usual, "journal");
  gsize size;
  if (found->len != 1 || !g_file_get_contents (found->pdata[0], &bytes, &size, NULL))
    return FALSE;
  g_assert_cmpint (g_mkdir_with_parents (own, 0700), ==, 0);
  g_assert_true (g_file_set_contents (copy, bytes, (gssize) size, NULL));
  g_autoptr (GPtrArray) left = mw_recovery_list (folder);
  return left->len == 1 && ((const MwLeftJournal *) left->pdata[0])->n_unsaved == 1;
}

static gboolean
goes_on (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
has_recovery (gpointer unused)
{
  return find_window (MW_TYPE_RECOVERY_DIALOG) != NULL;
}

static void
after_a_crash_it_is_offered_with_its_address_and_saved_in_the_project (void)
{
  g_autofree char *folder = path_of ("left"), *address = path_of ("game/War3.mpq:Units/Human/Figure/Figure.mdx");
  MwWindow *window = fixture_window ();
  GtkWidget *editor = fixture_editor (open_found (window, "human figure"), "sequences[0]", "move_speed");
  act_type_and_enter (fixture_entry (editor, 0), "7");
  /* The thread that writes it does not wake the main loop. */
  guint ticks = g_timeout_add (10, goes_on, NULL);
  g_assert_true (fixture_until (is_left_with_a_step, folder));
  g_source_remove (ticks);
  fixture_end (window);
  window = fixture_window ();
  mw_recovery_offer (window, folder);
  g_assert_true (fixture_until (has_recovery, NULL));
  fixture_settle ();
  GtkWidget *dialog = find_window (MW_TYPE_RECOVERY_DIALOG);
  g_assert_nonnull (find_words (dialog, address));
  act_press (dialog, "Recover");
  fixture_wait (window);
  MwDocumentPage *page = mw_window_get_page (window);
  g_assert_nonnull (
    strstr (gtk_label_get_text (GTK_LABEL (find_id (GTK_WIDGET (window), "subtitle"))), "read-only, from wc3-1.26"));
  g_assert_nonnull (strstr (fixture_notice (page), "Figure.mdx was recovered, with 1 unsaved step."));
  g_assert_null (strstr (fixture_notice (page), "no longer exists"));
  g_assert_true (fixture_until (has_no_missing, mw_document_page_get_viewport (page)));
  /* It is the file of the game: the game shows its tab. */
  g_assert_true (open_found (window, "human figure") == page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  dialog = project_dialog ();
  g_assert_nonnull (find_words (dialog, "Units/Human/Figure/Figure.mdx"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  fixture_end (window);
}

static gboolean
lists_new (gpointer browser)
{
  GListModel *rows = rows_of (browser);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (rows, i);
    if (strcmp (gtk_string_object_get_string (row), "New\\Banner.mdl") == 0)
      return TRUE;
  }
  return FALSE;
}

/* A model of the game that is open shows textures of the new archive, too. */
static void
an_archive_that_is_added_to_the_game_is_noticed (void)
{
  static const char *const names[] = { "effect-seal.tga", "effect-veil.tga", "effect-flame.tga", "effect-spark.tga",
                                       "effect-tail.tga" };
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = open_found (window, "abilities");
  g_assert_true (fixture_until (has_missing, mw_document_page_get_viewport (page)));
  g_autofree char *added = path_of ("game/War3x.mpq");
  archives_make (added, "z.txt", "z", NULL);
  add_sample (added, "banner.mdl", "New\\Banner.mdl");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_sample (added, names[i], names[i]);
  GtkWidget *self = browse (window);
  type (self, "");
  g_assert_true (fixture_until (lists_new, self));
  g_assert_true (fixture_until (has_no_missing, mw_document_page_get_viewport (page)));
  gtk_window_destroy (GTK_WINDOW (self));
  fixture_end (window);
  g_assert_cmpint (g_unlink (added), ==, 0);
  mw_game_files_refresh ();
}

/* A client whose archives have a creature, in the base, and its skin, only in the patch. */
static void
make_client (void)
{
  g_autofree char *base = path_of ("wow/Data/common.MPQ"), *other = path_of ("wow/Data/lichking.MPQ"),
                  *patch = path_of ("wow/Data/patch-2.MPQ"), *set = fixture_m2_set (264, "Bear"), *bytes = NULL;
  static const char *const skins[] = { "Bear00.skin", "Bear01.skin" };
  gsize size;
  guint32 textures;
  g_assert_true (g_file_get_contents (set, &bytes, &size, NULL));
  /* The first texture becomes a creature skin (m2.md 2, 5.10). */
  memcpy (&textures, bytes + 0x54, sizeof textures);
  g_assert_cmpuint (textures, <, size);
  bytes[textures] = 11;
  g_autoptr (GBytes) model = g_bytes_new (bytes, size);
  archives_make (other, "x.txt", "x", NULL);
  archives_make (base, "Creature\\Bear\\x.txt", "x", NULL);
  archives_add (base, "Creature\\Bear\\Bear.m2", model);
  archives_make (patch, "x.txt", "x", NULL);
  add_sample (patch, "figure.blp", "Creature\\Bear\\BearSkin.blp");
  static const char *const models[] = { "i5 i0 sCreature\\Bear\\Bear.mdx i1", NULL };
  static const char *const displays[] = { "i90 i5 i0 i0 i0 i255 sBearSkin s s s i0 i0 i0 i0",
                                          "i17 i5 i0 i0 i0 i255 sBrown s s s i0 i0 i0 i0",
                                          "i91 i5 i0 i0 i0 i255 sBearSkin s s s i0 i0 i0 i0",
                                          "i92 i5 i0 i0 i0 i255 sBearSkin s s s i0 i0 i0 i4", NULL };
  static const char *const colors[] = { "i4 i1 i2 i3 i4 i5 i6 i7 i8 i9", NULL };
  g_autoptr (GBytes) data = tables_make (4, models), all_displays = tables_make (14, displays),
                     all_colors = tables_make (10, colors);
  archives_add (patch, "DBFilesClient\\ParticleColor.dbc", all_colors);
  archives_add (patch, "DBFilesClient\\CreatureModelData.dbc", data);
  archives_add (patch, "DBFilesClient\\CreatureDisplayInfo.dbc", all_displays);
  for (guint i = 0; i < G_N_ELEMENTS (skins); i++) {
    g_autofree char *skin = mw_file_beside (set, skins[i]), *content = NULL,
                    *name = g_strconcat ("Creature\\Bear\\", skins[i], NULL);
    if (g_file_get_contents (skin, &content, &size, NULL)) {
      g_autoptr (GBytes) all = g_bytes_new (content, size);
      archives_add (i ? patch : base, name, all);
    }
  }
}

static GtkWidget *
first_picture (GtkWidget *self)
{
  return find_type (find_called (self, GTK_TYPE_LIST_VIEW, "Files"), MW_TYPE_FILE_PICTURE);
}

static gboolean
shows_picture (gpointer browser)
{
  GtkWidget *picture = first_picture (browser);
  return picture && mw_file_picture_is_shown (MW_FILE_PICTURE (picture));
}

static void
files_have_pictures (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *self = browse (window);
  type (self, "trail");
  act_choose (find_called (self, GTK_TYPE_DROP_DOWN, "Kind of files"), 1);
  expect_names (self, "figure-trail.tga");
  g_assert_true (fixture_until (shows_picture, self));
  act_choose (find_called (self, GTK_TYPE_DROP_DOWN, "Kind of files"), 0);
  type (self, "human figure");
  g_assert_false (shows_picture (self));
  g_assert_true (fixture_until (shows_picture, self));
  gtk_window_destroy (GTK_WINDOW (self));
  fixture_end (window);
}

static gboolean
has_skins (gpointer shown)
{
  GtkWidget *skins = find_type (shown, MW_TYPE_SHOWN_SKINS);
  return skins && gtk_widget_get_visible (skins);
}

/* The tables of the client name two skins, which a worker reads. The popover stays closed: GTK 4.8 would ask for the tooltip of a widget
 * in it after it is gone, if the pointer is there. */
static void
choose_skin (GtkWidget *shown)
{
  mw_shown_skins_read (MW_SHOWN_SKINS (find_type (shown, MW_TYPE_SHOWN_SKINS)));
  g_assert_true (fixture_until (has_skins, shown));
  GtkWidget *skins = find_called (shown, GTK_TYPE_DROP_DOWN, "Skin");
  GListModel *rows = gtk_drop_down_get_model (GTK_DROP_DOWN (skins));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 4);
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (rows), 1), ==, "Brown (17)");
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (rows), 2), ==, "BearSkin (90)");
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (rows), 3), ==, "BearSkin (92)");
  act_choose (skins, 1);
}

static void
a_creature_shows_the_skin_that_a_patch_has (void)
{
  make_client ();
  MwWindow *window = fixture_window ();
  g_autofree char *folder = path_of ("wow");
  g_autoptr (GPtrArray) games = mw_games_copy (mw_game_files_list ()), before = mw_games_copy (games);
  g_ptr_array_insert (games, 0, mw_game_new (folder, NULL, NULL, NULL));
  g_assert_true (mw_game_files_set_list (g_steal_pointer (&games), NULL));
  GtkWidget *self = browse (window);
  act_choose (find_called (self, GTK_TYPE_DROP_DOWN, "Game"), 0);
  g_assert_true (fixture_until (is_read, self));
  type (self, "bear");
  expect_names (self, "Creature\\Bear\\Bear.m2");
  act_press (self, "_Open");
  fixture_wait (window);
  MwDocumentPage *page = mw_window_get_page (window);
  g_assert_nonnull (page);
  g_assert_null (fixture_window_error (window));
  g_assert_cmpstr (mw_document_page_get_origin (page)->from, ==, "wow-3.3.5");
  GtkWidget *shown = find_shown (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES);
  GtkWidget *chooser = find_called (shown, GTK_TYPE_DROP_DOWN, "Monster skin 1");
  g_assert_nonnull (chooser);
  g_assert_nonnull (find_words (chooser, "BearSkin.blp"));
  choose_skin (shown);
  g_assert_nonnull (find_words (chooser, "Brown.blp"));
  GtkWidget *skins = find_called (shown, GTK_TYPE_DROP_DOWN, "Skin");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 1);
  /* Another image is of no skin, until it is that of one again. */
  act_choose (chooser, 0);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 0);
  act_choose (skins, 2);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 2);
  /* The last has the same image, and colours for particles, until an image is chosen by hand. */
  const MwShown *view = mw_document_page_get_viewport (page)->chosen;
  g_assert_null (view->particle_colors);
  act_choose (skins, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 3);
  g_assert_nonnull (view->particle_colors);
  act_choose (chooser, 0);
  g_assert_null (view->particle_colors);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 0);
  act_choose (skins, 2);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (skins)), ==, 2);
  /* Files of the game are not renamed or added to. */
  GtkWidget *table = find_type (GTK_WIDGET (page), MW_TYPE_COMPANIONS_TABLE),
            *again = gtk_widget_get_parent (find_called (table, GTK_TYPE_LABEL, "Look Again"));
  g_assert_false (gtk_widget_get_sensitive (again));
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (again), "Save the model first"));
  g_assert_true (mw_game_files_set_list (g_steal_pointer (&before), NULL));
  fixture_end (window);
}

static void
an_archive_shows_its_own_files (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *map = path_of ("map.w3x"), *broken = path_of ("broken.mpq");
  mw_window_open (window, map);
  GtkWidget *self = browser ();
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self)), ==, "Files in map.w3x");
  expect_names (self, "war3mapImported\\Banner.mdl war3mapImported\\Figure.mdx");
  act_choose_named (find_called (self, GTK_TYPE_DROP_DOWN, "Kind of files"), "All files");
  expect_names (self, "war3map.w3i war3mapImported\\Banner.mdl war3mapImported\\banner.tga war3mapImported\\figure.blp "
                      "war3mapImported\\Figure.mdx");
  act_choose_named (find_called (self, GTK_TYPE_DROP_DOWN, "Kind of files"), "Models");
  /* Several are opened at once. */
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (rows_of (self)));
  g_assert_nonnull (find_words (self, "2 of 2 files, 2 chosen"));
  act_press (self, "_Open");
  fixture_wait (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  for (guint i = 0; i < 2; i++) {
    MwDocumentPage *page = mw_window_get_nth_page (window, i);
    g_assert_cmpstr (mw_document_page_get_origin (page)->from, ==, "map.w3x");
    gtk_notebook_set_current_page (GTK_NOTEBOOK (find_type (GTK_WIDGET (window), GTK_TYPE_NOTEBOOK)), (int) i);
    fixture_settle ();
    g_assert_true (fixture_until (has_no_missing, mw_document_page_get_viewport (page)));
  }
  g_assert_true (g_file_set_contents (broken, "this is no archive at all, only some text of a few words", -1, NULL));
  mw_window_open (window, broken);
  fixture_wait (window);
  g_assert_nonnull (strstr (fixture_window_error (window), "broken.mpq could not be opened"));
  g_assert_null (find_window (MW_TYPE_GAME_BROWSER));
  fixture_end (window);
}

/* "ARCHIVE:NAME" is opened, too, and recovered documents have such a path. */
static void
a_path_in_an_archive_is_read_only (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *map = path_of ("map.w3x"), *path = g_strconcat (map, ":war3mapImported/Banner.mdl", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  g_assert_cmpstr (mw_document_page_get_origin (page)->name, ==, "war3mapImported/Banner.mdl");
  g_autofree char *name = mw_document_page_get_name (page);
  g_assert_cmpstr (name, ==, "Banner.mdl");
  mw_window_look_at_disk (window);
  fixture_settle ();
  g_assert_null (fixture_banner (page));
  fixture_end (window);
}

static void
files_are_extracted_with_their_folders (void)
{
  MwWindow *window = fixture_window ();
  g_autoptr (MwPlaces) places = mw_game_files_of (mw_game_files_list ()->pdata[0]);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *folder = path_of ("out"), *one = path_of ("out/Units/Human/readme.txt"), *text = NULL, *kept = NULL;
  g_ptr_array_add (names, (gpointer) "Units\\Human\\readme.txt");
  g_ptr_array_add (names, (gpointer) "y.txt");
  mw_extract_to (window, places, "wc3-1.26", names, folder, FALSE);
  fixture_wait (window);
  g_assert_true (g_str_has_prefix (fixture_status (window), "Extracted 2 files to "));
  g_assert_null (fixture_window_error (window));
  g_assert_true (g_file_get_contents (one, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "x");
  /* What exists is kept or replaced; what is not there is told. */
  g_assert_true (g_file_set_contents (one, "mine", -1, NULL));
  g_ptr_array_add (names, (gpointer) "no\\such.txt");
  mw_extract_to (window, places, "wc3-1.26", names, folder, FALSE);
  fixture_wait (window);
  g_assert_nonnull (strstr (fixture_status (window), "Extracted 0 files to "));
  g_assert_nonnull (strstr (fixture_status (window), "2 that exist were kept"));
  g_assert_nonnull (strstr (fixture_window_error (window), "1 file of wc3-1.26 could not be extracted"));
  g_assert_true (g_file_get_contents (one, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "mine");
  mw_extract_to (window, places, "wc3-1.26", names, folder, TRUE);
  fixture_wait (window);
  g_free (kept);
  g_assert_true (g_file_get_contents (one, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "x");
  fixture_end (window);
}

static void
without_a_game_one_can_be_added (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *list = mw_games_path ();
  g_unlink (list);
  mw_game_files_refresh ();
  GtkWidget *self = browse (window);
  g_assert_nonnull (find_words (self, "There is no game yet"));
  /* A game that is added then is shown. */
  g_autofree char *folder = path_of ("game");
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_ptr_array_add (games, mw_game_new (folder, NULL, NULL, NULL));
  g_ptr_array_add (games, mw_game_new_extracted (folder, "other", NULL));
  g_assert_true (mw_game_files_set_list (g_steal_pointer (&games), NULL));
  g_assert_true (fixture_until (is_read, self));
  type (self, "");
  expect_names (self, "Abilities\\FigureEffect.mdx Units\\Human\\Figure\\Figure.mdx");
  /* The other game is a folder without models. */
  act_choose (find_called (self, GTK_TYPE_DROP_DOWN, "Game"), 1);
  g_assert_true (mw_game_browser_is_reading (MW_GAME_BROWSER (self)));
  g_assert_true (fixture_until (is_read, self));
  expect_names (self, "");
  gtk_window_destroy (GTK_WINDOW (self));
  fixture_end (window);
}

#define ADD(name, function) g_test_add_func ("/ui/game-browser/" name, function)

int
main (int argc, char **argv)
{
  config = g_dir_make_tmp ("modelwright-browser-XXXXXX", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_autofree char *state = path_of ("state");
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  make_game ();
  ADD ("a model of a game is found and opened with its textures",
       a_model_of_a_game_is_found_and_opened_with_its_textures);
  ADD ("it is saved under its game path in the project", it_is_saved_under_its_game_path_in_the_project);
  ADD ("after a crash it is offered with its address and saved in the project",
       after_a_crash_it_is_offered_with_its_address_and_saved_in_the_project);
  ADD ("an archive that is added to the game is noticed", an_archive_that_is_added_to_the_game_is_noticed);
  ADD ("a creature shows the skin that a patch has", a_creature_shows_the_skin_that_a_patch_has);
  ADD ("models and images have pictures", files_have_pictures);
  ADD ("an archive shows its own files", an_archive_shows_its_own_files);
  ADD ("a path in an archive is read-only", a_path_in_an_archive_is_read_only);
  ADD ("files are extracted with their folders", files_are_extracted_with_their_folders);
  ADD ("without a game one can be added", without_a_game_one_can_be_added);
  int code = g_test_run ();
  mw_game_files_refresh ();
  files_remove (config);
  g_free (config);
  return code;
}
