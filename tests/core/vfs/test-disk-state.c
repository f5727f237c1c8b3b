/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/disk-state.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <glib/gstdio.h>

/* A folder "model" with Bear.mdx, and the lookup of that model. */

static void
put (Files *files, const char *name, const char *text)
{
  g_autofree char *path = files_path (files, name), *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  files_write (files, name, text);
}

static void
take_away (Files *files, const char *name)
{
  g_autofree char *path = files_path (files, name);
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
set_up (Files *files, gconstpointer data)
{
  files_set_up (files, NULL);
  put (files, "model/Bear.mdx", "");
}

static MwLookup *
new_lookup (Files *files)
{
  g_autofree char *model = files_path (files, "model/Bear.mdx");
  return mw_lookup_new (model, NULL, NULL);
}

static void
append (GPtrArray *models, const char *model, MwLookup *lookup, const char *name)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_add (models, mw_disk_names_new (model, lookup, names));
}

static GPtrArray *
new_models (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) mw_disk_names_free);
}

/* The state of a name in the model. */
static GHashTable *
state_of (Files *files, const char *name)
{
  g_autoptr (GPtrArray) models = new_models ();
  append (models, "", new_lookup (files), name);
  return mw_disk_state_new (models);
}

/* Whether the state of a name is another one than before, which is set to what it is now. */
static gboolean
has_changed (Files *files, const char *name, GHashTable **before)
{
  GHashTable *now = state_of (files, name);
  const gboolean differs = mw_disk_state_differs (*before, now);
  g_hash_table_unref (*before);
  *before = now;
  return differs;
}

static void
test_file (Files *files, gconstpointer data)
{
  g_autoptr (GHashTable) state = state_of (files, "Fur.blp");
  g_assert_false (has_changed (files, "Fur.blp", &state));
  put (files, "model/Other.blp", "other");
  g_assert_false (has_changed (files, "Fur.blp", &state));
  put (files, "model/fur.blp", "fur");
  g_assert_true (has_changed (files, "Fur.blp", &state));
  g_assert_false (has_changed (files, "Fur.blp", &state));
  put (files, "model/fur.blp", "longer");
  g_assert_true (has_changed (files, "Fur.blp", &state));
  /* Another file of the same size, whatever its time is. */
  g_autofree char *path = files_path (files, "model/fur.blp"), *next = files_path (files, "model/next");
  put (files, "model/next", "LONGER");
  g_assert_cmpint (g_rename (next, path), ==, 0);
  g_assert_true (has_changed (files, "Fur.blp", &state));
  take_away (files, "model/fur.blp");
  g_assert_true (has_changed (files, "Fur.blp", &state));
}

static void
test_places (Files *files, gconstpointer data)
{
  g_autoptr (GHashTable) state = state_of (files, "Textures\\Fur.blp");
  put (files, "Textures/Fur.blp", "fur");
  g_assert_true (has_changed (files, "Textures\\Fur.blp", &state));
  /* Nearer to the model, so that it is the one that counts from now on. */
  put (files, "model/Textures/Fur.blp", "fur");
  g_assert_true (has_changed (files, "Textures\\Fur.blp", &state));
  take_away (files, "Textures/Fur.blp");
  g_assert_true (has_changed (files, "Textures\\Fur.blp", &state));
  g_assert_false (has_changed (files, "Textures\\Fur.blp", &state));
}

static void
test_absolute (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "elsewhere/Mine.blp");
  put (files, "elsewhere/Mine.blp", "mine");
  g_autoptr (GHashTable) state = state_of (files, path);
  g_assert_false (has_changed (files, path, &state));
  put (files, "elsewhere/Mine.blp", "changed");
  g_assert_true (has_changed (files, path, &state));
  take_away (files, "elsewhere/Mine.blp");
  g_assert_true (has_changed (files, path, &state));
}

static void
test_given (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "elsewhere/Mine.blp");
  GHashTable *states[3];
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autoptr (GPtrArray) models = new_models ();
    MwLookup *lookup = new_lookup (files);
    mw_lookup_set_file (lookup, "Fur.blp", path);
    append (models, "", lookup, "Fur.blp");
    if (i == 1)
      put (files, "elsewhere/Mine.blp", "mine");
    states[i] = mw_disk_state_new (models);
  }
  g_assert_true (mw_disk_state_differs (states[0], states[1]));
  g_assert_false (mw_disk_state_differs (states[1], states[2]));
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    g_hash_table_unref (states[i]);
}

/* Whether the state of a name in a game differs after its archive was replaced. */
static void
test_archive (Files *files, gconstpointer data)
{
  g_autofree char *folder = files_path (files, "game"), *base = files_path (files, "game/War3.mpq"),
                  *patch = files_path (files, "game/War3Patch.mpq");
  GHashTable *states[3];
  archives_make (base, "Textures\\Stone.blp", "stone", NULL);
  archives_make (patch, "Textures\\Wood.blp", "wood", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    GError *error = NULL;
    const char *const none[] = { NULL };
    if (i == 2) {
      g_assert_cmpint (g_remove (patch), ==, 0);
      archives_make (patch, "Textures\\Wood.blp", "other and longer", NULL);
    }
    MwGame *game = mw_game_new (folder, NULL, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (MwPlaces) places = mw_places_new (none, game);
    g_autofree char *model = files_path (files, "model/Bear.mdx");
    g_autoptr (GPtrArray) models = new_models ();
    append (models, "", mw_lookup_new (model, NULL, places), "Textures\\Wood.blp");
    states[i] = mw_disk_state_new (models);
    mw_game_free (game);
  }
  g_assert_false (mw_disk_state_differs (states[0], states[1]));
  g_assert_true (mw_disk_state_differs (states[1], states[2]));
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    g_hash_table_unref (states[i]);
}

/* A model and one that is shown inside it name files alike, each in its own folder. */
static GHashTable *
state_of_both (Files *files)
{
  g_autoptr (GPtrArray) models = new_models ();
  g_autofree char *sword = files_path (files, "sword/Sword.mdx");
  append (models, "", new_lookup (files), "Fur.blp");
  append (models, sword, mw_lookup_new (sword, NULL, NULL), "Fur.blp");
  return mw_disk_state_new (models);
}

static void
test_models (Files *files, gconstpointer data)
{
  put (files, "sword/Sword.mdx", "");
  g_autoptr (GHashTable) alone = state_of (files, "Fur.blp"), none = state_of_both (files);
  put (files, "sword/Fur.blp", "fur");
  g_autoptr (GHashTable) inner = state_of_both (files);
  put (files, "model/Fur.blp", "fur");
  g_autoptr (GHashTable) both = state_of_both (files);
  g_assert_true (mw_disk_state_differs (none, inner));
  g_assert_true (mw_disk_state_differs (inner, both));
  /* What only one of them was asked about makes no difference. */
  g_assert_false (mw_disk_state_differs (alone, inner));
  g_assert_false (mw_disk_state_differs (inner, alone));
  g_assert_true (mw_disk_state_differs (alone, both));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/vfs/disk-state/a file that is added, changed, replaced or removed is noticed", Files, NULL, set_up,
              test_file, files_tear_down);
  g_test_add ("/vfs/disk-state/all places that may have the file count", Files, NULL, set_up, test_places,
              files_tear_down);
  g_test_add ("/vfs/disk-state/an absolute path is that file", Files, NULL, set_up, test_absolute, files_tear_down);
  g_test_add ("/vfs/disk-state/a file that the user chose for a name counts", Files, NULL, set_up, test_given,
              files_tear_down);
  g_test_add ("/vfs/disk-state/an archive that is replaced is noticed", Files, NULL, set_up, test_archive,
              files_tear_down);
  g_test_add ("/vfs/disk-state/models that name files alike have their own", Files, NULL, set_up, test_models,
              files_tear_down);
  return g_test_run ();
}
