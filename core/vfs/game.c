/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/game.h"
#include "core/base/cache-file.h"
#include "core/base/error.h"
#include "core/vfs/folder.h"

#include <string.h>

/* --- Patterns ------------------------------------------------------------------------------------------------------- */

/* Whether `name` fits a pattern: "?" is one character, "#" one or more digits; letters in any case. */
static gboolean
fits (const char *pattern, const char *name)
{
  for (; *pattern; pattern++) {
    if (*pattern == '#') {
      gsize n = strspn (name, "0123456789");
      if (n == 0)
        return FALSE;
      name += n;
    } else if (*name && (*pattern == '?' || g_ascii_toupper (*pattern) == g_ascii_toupper (*name)))
      name++;
    else
      return FALSE;
  }
  return !*name;
}

/* The programs compare whole paths as Windows does: in upper case. */
static int
compare_paths (gconstpointer a, gconstpointer b)
{
  g_autofree char *one = g_ascii_strup (*(const char *const *) a, -1),
                  *two = g_ascii_strup (*(const char *const *) b, -1);
  return strcmp (one, two);
}

static char *
with_locale (const char *pattern, const char *locale)
{
  GString *text = g_string_new (pattern);
  g_string_replace (text, "{locale}", locale ? locale : "", 0);
  return g_string_free (text, FALSE);
}

/* Adds the files that fit a pattern, as paths below the folder. */
static void
add_fitting (MwFolder *folder, const char *pattern, const char *locale, GPtrArray *paths)
{
  if (!locale && strstr (pattern, "{locale}"))
    return;
  g_autofree char *wanted = with_locale (pattern, locale);
  const char *base = strrchr (wanted, '/');
  g_autofree char *above = base ? g_strndup (wanted, (gsize) (base - wanted)) : g_strdup ("");
  g_autofree char *place = *above ? mw_folder_entry (folder, above) : g_strdup ("");
  if (!place)
    return;
  g_autoptr (GPtrArray) names = mw_folder_names (folder, place);
  for (guint i = 0; i < names->len; i++)
    if (fits (base ? base + 1 : wanted, names->pdata[i]))
      g_ptr_array_add (paths, *place ? g_strconcat (place, "/", names->pdata[i], NULL) : g_strdup (names->pdata[i]));
}

/* --- Recognising ---------------------------------------------------------------------------------------------------- */

static gboolean
has_all (MwFolder *folder, const char *paths)
{
  g_auto (GStrv) each = g_strsplit (paths, " ", -1);
  for (guint i = 0; each[i]; i++) {
    g_autofree char *found = mw_folder_entry (folder, each[i]);
    if (!found)
      return FALSE;
  }
  return TRUE;
}

static const MwClient *
recognise (MwFolder *folder)
{
  guint n;
  const MwClient *clients = mw_clients (&n);
  for (guint i = 0; i < n; i++)
    if (has_all (folder, clients[i].has))
      return &clients[i];
  return NULL;
}

/* The language that the program was last started in. */
static char *
configured_locale (MwFolder *folder, const char *path)
{
  g_autofree char *place = mw_folder_entry (folder, "WTF/Config.wtf"), *text = NULL;
  g_autofree char *file = place ? g_build_filename (path, place, NULL) : NULL;
  g_autoptr (GBytes) bytes = file ? mw_folder_read (folder, place, 1 << 20, NULL) : NULL;
  if (!bytes || g_bytes_get_size (bytes) == 0)
    return NULL;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GRegex)
    line = g_regex_new ("^\\s*SET\\s+locale\\s+\"([A-Za-z]{4})\"", G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  return g_regex_match (line, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* The language folder of a client of World of Warcraft: the configured one, else the first by name; NULL: it has none. */
static char *
find_locale (MwFolder *folder, const char *path)
{
  g_autofree char *data = mw_folder_entry (folder, "Data"), *wanted = configured_locale (folder, path), *first = NULL;
  g_autoptr (GPtrArray) names = data ? mw_folder_names (folder, data) : NULL;
  for (guint i = 0; names && i < names->len; i++) {
    const char *name = names->pdata[i];
    if (strlen (name) != 4)
      continue;
    g_autofree char *archive = g_strdup_printf ("%s/%s/locale-%s.MPQ", data, name, name),
                    *found = mw_folder_entry (folder, archive);
    if (found && wanted && g_ascii_strcasecmp (name, wanted) == 0)
      return g_strdup (name);
    if (found && !first)
      first = g_strdup (name);
  }
  return g_steal_pointer (&first);
}

static gboolean
has_casc (MwFolder *folder)
{
  g_autofree char *info = mw_folder_entry (folder, ".build.info"), *data = mw_folder_entry (folder, "Data/data");
  return info || data;
}

/* The places of a client that are there, the first first. */
static char **
find_order (const MwClient *client, MwFolder *folder, const char *locale)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  for (guint i = 0; client->order[i]; i++) {
    g_autoptr (GPtrArray) step = g_ptr_array_new ();
    g_auto (GStrv) patterns = g_strsplit (client->order[i], " ", -1);
    for (guint k = 0; patterns[k]; k++)
      add_fitting (folder, patterns[k], locale, step);
    g_ptr_array_sort (step, compare_paths);
    for (guint k = step->len; k > 0; k--)
      g_ptr_array_add (order, step->pdata[k - 1]);
  }
  g_ptr_array_add (order, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&order), FALSE);
}

static MwGame *
make (const char *name, const MwClient *client, const char *folder)
{
  static const char *const itself[] = { ".", NULL };
  g_autoptr (MwFolder) inside = mw_folder_new (folder);
  MwGame *game = g_new0 (MwGame, 1);
  game->name = name ? g_strdup (name) : client ? g_strdup (client->id) : g_path_get_basename (folder);
  game->client = client;
  game->folder = g_strdup (folder);
  game->locale = client ? find_locale (inside, folder) : NULL;
  game->order = client ? find_order (client, inside, game->locale) : g_strdupv ((char **) itself);
  return game;
}

static char *
existing_folder (const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_canonicalize_filename (path, NULL);
  mw_set_error (error, MW_ERROR_IO, -1, path, "there is no such folder");
  return NULL;
}

MwGame *
mw_game_new (const char *path, const char *name, const MwClient *client, GError **error)
{
  g_autofree char *given = existing_folder (path, error);
  if (!given)
    return NULL;
  g_autofree char *base = g_path_get_basename (given), *above = g_path_get_dirname (given);
  const char *const tried[] = { given, g_ascii_strcasecmp (base, "Data") == 0 ? above : NULL };
  for (guint i = 0; i < G_N_ELEMENTS (tried) && tried[i]; i++) {
    g_autoptr (MwFolder) folder = mw_folder_new (tried[i]);
    const MwClient *found = client ? has_all (folder, client->has) ? client : NULL : recognise (folder);
    if (found)
      return make (name, found, tried[i]);
    if (has_casc (folder)) {
      mw_set_error (
        error, MW_ERROR_UNSUPPORTED, -1, path,
        "this game keeps its data in CASC, which is not read. Extract its files with a CASC viewer, and add the folder with "
        "the extracted files");
      return NULL;
    }
  }
  if (client)
    return make (name, client, given);
  mw_set_error (
    error, MW_ERROR_VALUE, -1, path,
    "no game is recognised in this folder (War3.mpq, or Data with its MPQ archives). A folder with extracted files can be added "
    "as such");
  return NULL;
}

MwGame *
mw_game_new_extracted (const char *path, const char *name, GError **error)
{
  g_autofree char *folder = existing_folder (path, error);
  return folder ? make (name, NULL, folder) : NULL;
}

MwGame *
mw_game_copy (const MwGame *game)
{
  MwGame *copy = g_new0 (MwGame, 1);
  copy->name = g_strdup (game->name);
  copy->client = game->client;
  copy->folder = g_strdup (game->folder);
  copy->locale = g_strdup (game->locale);
  copy->order = g_strdupv (game->order);
  return copy;
}

gboolean
mw_game_find_order (MwGame *game, GError **error)
{
  g_autoptr (MwGame) found = game->client ? mw_game_new (game->folder, NULL, game->client, error)
                                          : mw_game_new_extracted (game->folder, NULL, error);
  if (!found)
    return FALSE;
  g_strfreev (game->order);
  game->order = g_steal_pointer (&found->order);
  return TRUE;
}

void
mw_game_free (MwGame *game)
{
  g_free (game->name);
  g_free (game->folder);
  g_free (game->locale);
  g_strfreev (game->order);
  g_free (game);
}

/* --- Archives ------------------------------------------------------------------------------------------------------- */

static guint64
number_in (const char *path)
{
  const char *base = strrchr (path, '/');
  base = base ? base : path;
  return g_ascii_strtoull (base + strcspn (base, "0123456789"), NULL, 10);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 one = number_in (*(const char *const *) a), two = number_in (*(const char *const *) b);
  return one < two ? -1 : one > two;
}

static gboolean
add_patches (const MwGame *game, MwArchive *archive, const char *place, GError **error)
{
  g_autoptr (MwFolder) folder = mw_folder_new (game->folder);
  const char *locale = game->locale;
  g_autofree char *inside = locale ? g_strdup_printf ("/%s/", locale) : NULL;
  gboolean localised = inside && strstr (place, inside);
  for (guint i = 0; game->client->patches[i]; i++) {
    if ((strstr (game->client->patches[i], "{locale}") != NULL) != localised)
      continue;
    g_auto (GStrv) words = g_strsplit (game->client->patches[i], " ", 2);
    g_autofree char *prefix = with_locale (strcmp (words[1], "-") == 0 ? "" : words[1], locale);
    g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
    add_fitting (folder, words[0], locale, paths);
    g_ptr_array_sort (paths, compare_numbers);
    for (guint k = 0; k < paths->len; k++) {
      g_autofree char *path = g_build_filename (game->folder, paths->pdata[k], NULL);
      if (!mw_archive_add_patch (archive, path, prefix, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Adds the archives in a folder of the game with their times. */
static void
add_archives (const MwGame *game, MwFolder *folder, const char *below, GString *state)
{
  g_autoptr (GPtrArray) names = mw_folder_names (folder, below);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (game->folder, below, names->pdata[i], NULL);
    if (mw_archive_is_name (path))
      g_string_append_printf (state, "%s/%s %" G_GINT64_FORMAT "\n", below, (const char *) names->pdata[i],
                              mw_cache_file_time (path));
  }
}

char *
mw_game_state (const MwGame *game)
{
  g_autoptr (MwFolder) folder = mw_folder_new (game->folder);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) state = g_string_new (game->folder);
  g_string_append_c (state, '\n');
  for (guint i = 0; game->order[i]; i++) {
    char *below = g_path_get_dirname (game->order[i]);
    g_string_append_printf (state, "%s\n", game->order[i]);
    if (strcmp (below, ".") == 0)
      *below = 0;
    if (g_hash_table_add (seen, below))
      add_archives (game, folder, below, state);
  }
  return g_string_free (g_steal_pointer (&state), FALSE);
}

MwArchive *
mw_game_open_archive (const MwGame *game, const char *place, GError **error)
{
  g_autofree char *path = g_build_filename (game->folder, place, NULL);
  g_autoptr (MwArchive) archive = mw_archive_open (path, error);
  if (archive && game->client && game->client->patches && !add_patches (game, archive, place, error))
    return NULL;
  return g_steal_pointer (&archive);
}
