/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/shown.h"
#include "core/base/key-texts.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/convert/targets.h"
#include "core/image/replaceable.h"
#include "core/model/tilesets.h"
#include "core/pose/sections.h"
#include "core/schema/path.h"
#include "core/vfs/character.h"

#include <gio/gio.h>
#include <string.h>

/* Names of textures and of files need not be UTF-8, so all texts are escaped as in C. */

#define VIEW "view"
#define FILE_KEY "file" /* the model, for people who read the file */
#define TEAM "team"
#define TILESET "tileset"           /* a letter */
#define FOG "fog"                   /* as of mw_fog_from_text() */
#define TIME_OF_DAY "time-of-day"   /* HH:MM */
#define PARTICLES "particle-colors" /* as of mw_particle_colors_to_text() */
#define FOLDERS "folders"
#define IMAGES "images"     /* texture, file, texture, file ... */
#define ATTACHED "attached" /* point, file, point, file ... */
#define TYPES "types"       /* a group: TYPE=file */
#define SECTIONS "sections" /* a group: GROUP=variant */
#define PARTS "character"   /* a group: PART=number */
#define TABLES "tables"
#define HIDDEN "hidden" /* paths of elements */
#define LOCKED "locked"
#define CHECKED_FOR "checked-for" /* a client, as of mw_target_client() */

/* Larger files are not written here. */
enum { MOST_BYTES = 1 << 20, MOST_TYPE = 0xFFFF, MOST_GROUP = 0xFFFFFFFF / 100 };

MwShown *
mw_shown_new (void)
{
  MwShown *shown = g_new0 (MwShown, 1);
  shown->folders = g_ptr_array_new_with_free_func (g_free);
  shown->images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  shown->attached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  shown->types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  shown->sections = g_hash_table_new (NULL, NULL);
  shown->parts = g_hash_table_new (NULL, NULL);
  shown->hidden = g_ptr_array_new_with_free_func (g_free);
  shown->locked = g_ptr_array_new_with_free_func (g_free);
  shown->minute = -1;
  return shown;
}

void
mw_shown_free (MwShown *shown)
{
  if (!shown)
    return;
  g_ptr_array_unref (shown->folders);
  g_hash_table_unref (shown->images);
  g_hash_table_unref (shown->attached);
  g_hash_table_unref (shown->types);
  g_free (shown->particle_colors);
  g_hash_table_unref (shown->sections);
  g_hash_table_unref (shown->parts);
  g_ptr_array_unref (shown->hidden);
  g_ptr_array_unref (shown->locked);
  g_free (shown->tables);
  g_free (shown->client);
  g_free (shown);
}

void
mw_shown_add_folder (MwShown *shown, const char *folder)
{
  if (!g_ptr_array_find_with_equal_func (shown->folders, folder, g_str_equal, NULL))
    g_ptr_array_add (shown->folders, g_strdup (folder));
}

void
mw_shown_find (const MwShown *shown, MwLookup *lookup)
{
  GHashTableIter each;
  gpointer name, path;
  if (shown->tables)
    mw_lookup_add_folder (lookup, shown->tables);
  for (guint i = 0; i < shown->folders->len; i++)
    mw_lookup_add_folder (lookup, shown->folders->pdata[i]);
  g_hash_table_iter_init (&each, shown->images);
  while (g_hash_table_iter_next (&each, &name, &path))
    mw_lookup_set_file (lookup, name, path);
}

void
mw_shown_append_ids (const GPtrArray *paths, const MwModel *model, GArray *ids)
{
  for (guint i = 0; i < paths->len; i++) {
    MwTarget target;
    if (mw_path_resolve_one (model, paths->pdata[i], &target, NULL) && !target.field)
      g_array_append_val (ids, target.record->id);
  }
}

char *
mw_shown_path (const char *model)
{
  g_autofree char *whole = g_canonicalize_filename (model, NULL),
                  *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1),
                  *name = g_strconcat (sum, ".ini", NULL);
  return g_build_filename (g_get_user_state_dir (), "modelwright", "views", name, NULL);
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* A text that is no longer escaped; a backslash at its end, which escapes nothing, is left out. Free with g_free(). */
static char *
unescaped (const char *text)
{
  gsize length = strlen (text), n = 0;
  while (n < length && text[length - 1 - n] == '\\')
    n++;
  g_autofree char *whole = g_strndup (text, length - n % 2);
  return g_strcompress (whole);
}

/* The texts of a list, no longer escaped; empty if there is none. Free with g_strfreev(). */
static char **
read_texts (GKeyFile *keys, const char *group, const char *key)
{
  g_auto (GStrv) escaped = mw_key_texts (keys, group, key);
  guint n = escaped ? g_strv_length (escaped) : 0;
  char **texts = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    texts[i] = unescaped (escaped[i]);
  return texts;
}

static void
read_list (GKeyFile *keys, const char *key, GPtrArray *list)
{
  g_auto (GStrv) texts = read_texts (keys, VIEW, key);
  for (guint i = 0; texts[i]; i++)
    g_ptr_array_add (list, g_strdup (texts[i]));
}

/* Reads a list of pairs into a table from the first to the second of each. FALSE and an error: the last has no second. */
static gboolean
read_pairs (GKeyFile *keys, const char *key, const char *what, GHashTable *pairs, const char *path, GError **error)
{
  g_auto (GStrv) texts = read_texts (keys, VIEW, key);
  if (g_strv_length (texts) % 2 != 0) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, "%s does not have a file for each %s", key, what);
    return FALSE;
  }
  for (guint i = 0; texts[i]; i += 2)
    g_hash_table_replace (pairs, g_strdup (texts[i]), g_strdup (texts[i + 1]));
  return TRUE;
}

static gboolean
read_types (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_auto (GStrv) types = g_key_file_get_keys (keys, TYPES, NULL, NULL);
  for (guint i = 0; types && types[i]; i++) {
    guint64 type;
    if (!g_ascii_string_to_unsigned (types[i], 10, 1, MOST_TYPE, &type, NULL)) {
      mw_set_error (error, MW_ERROR_VALUE, -1, path, "[" TYPES "]: \"%s\" is no texture type", types[i]);
      return FALSE;
    }
    g_auto (GStrv) file = read_texts (keys, TYPES, types[i]);
    g_hash_table_insert (shown->types, GUINT_TO_POINTER ((guint) type), g_strdup (*file ? *file : ""));
  }
  return TRUE;
}

static gboolean
read_sections (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_keys (keys, SECTIONS, NULL, NULL);
  for (guint i = 0; groups && groups[i]; i++) {
    guint64 group, variant;
    g_autofree char *text = g_key_file_get_value (keys, SECTIONS, groups[i], NULL);
    if (!g_ascii_string_to_unsigned (groups[i], 10, 0, MOST_GROUP, &group, NULL)
        || !g_ascii_string_to_unsigned (text, 10, 0, MW_SECTION_ALL, &variant, NULL)) {
      mw_set_error (error, MW_ERROR_VALUE, -1, path, "[" SECTIONS "]: \"%s=%s\" is no variant of a group", groups[i],
                    text);
      return FALSE;
    }
    g_hash_table_replace (shown->sections, GUINT_TO_POINTER ((guint) group), GUINT_TO_POINTER ((guint) variant));
  }
  return TRUE;
}

static gboolean
read_parts (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_auto (GStrv) words = g_key_file_get_keys (keys, PARTS, NULL, NULL);
  for (guint i = 0; words && words[i]; i++) {
    guint64 number;
    g_autofree char *text = g_key_file_get_value (keys, PARTS, words[i], NULL);
    const guint part = mw_character_part_find (words[i]);
    if (part == MW_CHARACTER_PARTS || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &number, NULL)) {
      mw_set_error (error, MW_ERROR_VALUE, -1, path, "[" PARTS "]: \"%s=%s\" is no part of a character", words[i],
                    text);
      return FALSE;
    }
    g_hash_table_replace (shown->parts, GUINT_TO_POINTER (part), GUINT_TO_POINTER ((guint) number));
  }
  return TRUE;
}

static gboolean
read_team (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, TEAM, NULL);
  guint64 team = 0;
  if (text && !g_ascii_string_to_unsigned (text, 10, 0, MW_TEAM_COUNT - 1, &team, NULL)) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, TEAM " is \"%s\", not from 0 to %d", text, MW_TEAM_COUNT - 1);
    return FALSE;
  }
  shown->team = (guint) team;
  return TRUE;
}

static gboolean
read_tileset (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, TILESET, NULL);
  const MwTileset *tileset = text ? mw_tileset_find (text) : NULL;
  if (text && !tileset) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, TILESET " is \"%s\", which is no tileset", text);
    return FALSE;
  }
  shown->tileset = tileset ? tileset->letter : 0;
  return TRUE;
}

static gboolean
read_minute (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, TIME_OF_DAY, NULL);
  if (!text || mw_day_minute_from_text (text, &shown->minute))
    return TRUE;
  mw_set_error (error, MW_ERROR_VALUE, -1, path, TIME_OF_DAY " is \"%s\", which is no time", text);
  return FALSE;
}

static gboolean
read_particles (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, PARTICLES, NULL);
  g_autofree MwParticleColors *colors = g_new0 (MwParticleColors, 1);
  if (!text)
    return TRUE;
  if (!mw_particle_colors_from_text (text, colors)) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, PARTICLES " is \"%s\", not nine colours (RRGGBB)", text);
    return FALSE;
  }
  shown->particle_colors = g_steal_pointer (&colors);
  return TRUE;
}

static gboolean
read_fog (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, FOG, NULL);
  if (!text || mw_fog_from_text (text, &shown->fog))
    return TRUE;
  mw_set_error (error, MW_ERROR_VALUE, -1, path, FOG " is \"%s\", which is no fog", text);
  return FALSE;
}

static gboolean
read_client (MwShown *shown, GKeyFile *keys, const char *path, GError **error)
{
  g_autofree char *text = g_key_file_get_value (keys, VIEW, CHECKED_FOR, NULL);
  MwTargetClient client;
  if (text && !mw_target_client (text, &client)) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, CHECKED_FOR " is \"%s\", which is no client", text);
    return FALSE;
  }
  shown->client = g_steal_pointer (&text);
  return TRUE;
}

MwShown *
mw_shown_read (const char *path, GError **error)
{
  g_autoptr (MwShown) shown = mw_shown_new ();
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&shown);
  g_autoptr (GBytes) bytes = mw_places_read_file (path, MOST_BYTES, error);
  if (!bytes)
    return NULL;
  if (g_bytes_get_size (bytes) > 0 && !g_key_file_load_from_bytes (keys, bytes, G_KEY_FILE_NONE, &wrong)) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "these settings of a view cannot be read: %s", wrong->message);
    return NULL;
  }
  g_auto (GStrv) folders = read_texts (keys, VIEW, FOLDERS);
  for (guint i = 0; folders[i]; i++)
    mw_shown_add_folder (shown, folders[i]);
  if (!read_pairs (keys, IMAGES, "texture", shown->images, path, error)
      || !read_pairs (keys, ATTACHED, "point", shown->attached, path, error) || !read_team (shown, keys, path, error)
      || !read_tileset (shown, keys, path, error) || !read_fog (shown, keys, path, error)
      || !read_minute (shown, keys, path, error) || !read_types (shown, keys, path, error)
      || !read_particles (shown, keys, path, error) || !read_sections (shown, keys, path, error)
      || !read_parts (shown, keys, path, error) || !read_client (shown, keys, path, error))
    return NULL;
  read_list (keys, HIDDEN, shown->hidden);
  read_list (keys, LOCKED, shown->locked);
  g_auto (GStrv) tables = read_texts (keys, VIEW, TABLES);
  shown->tables = g_strdup (*tables);
  return g_steal_pointer (&shown);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static void
add_text (GPtrArray *texts, const char *text)
{
  g_ptr_array_add (texts, g_strescape (text, NULL));
}

/* Writes the texts, which are escaped, if there are any; frees them. */
static void
write_texts (GKeyFile *keys, const char *group, const char *key, GPtrArray *texts)
{
  if (texts->len)
    g_key_file_set_string_list (keys, group, key, (const char *const *) texts->pdata, texts->len);
  g_ptr_array_unref (texts);
}

static void
write_list (GKeyFile *keys, const char *key, const GPtrArray *list)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < list->len; i++)
    add_text (texts, list->pdata[i]);
  write_texts (keys, VIEW, key, texts);
}

/* The keys are sorted, so that the same pairs give the same bytes. */
static void
write_pairs (GKeyFile *keys, const char *key, GHashTable *pairs)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (pairs), (GCompareFunc) strcmp);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  for (GList *name = names; name; name = name->next) {
    add_text (texts, name->data);
    add_text (texts, g_hash_table_lookup (pairs, name->data));
  }
  write_texts (keys, VIEW, key, texts);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (a), y = GPOINTER_TO_UINT (b);
  return x < y ? -1 : x > y;
}

static gboolean
is_empty (const MwShown *shown)
{
  return shown->team == 0 && shown->tileset == 0 && !shown->fog.on && shown->minute < 0 && shown->folders->len == 0
         && g_hash_table_size (shown->images) == 0 && g_hash_table_size (shown->attached) == 0
         && g_hash_table_size (shown->types) == 0 && g_hash_table_size (shown->sections) == 0
         && g_hash_table_size (shown->parts) == 0 && shown->hidden->len == 0 && shown->locked->len == 0
         && !shown->tables && !shown->particle_colors && !shown->client;
}

/* The same settings give the same bytes. */
static GBytes *
to_bytes (const MwShown *shown, const char *model)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GList) types = g_list_sort (g_hash_table_get_keys (shown->types), compare_numbers);
  g_autofree char *file = g_strescape (model, NULL);
  g_key_file_set_comment (keys, NULL, NULL,
                          " What Modelwright shows of a model beside what the file of the model says.", NULL);
  g_key_file_set_string (keys, VIEW, FILE_KEY, file);
  if (shown->team)
    g_key_file_set_integer (keys, VIEW, TEAM, (int) shown->team);
  if (shown->tileset)
    g_key_file_set_string (keys, VIEW, TILESET, (const char[]) { shown->tileset, 0 });
  g_autofree char *fog = shown->fog.on ? mw_fog_to_text (&shown->fog) : NULL;
  if (fog)
    g_key_file_set_value (keys, VIEW, FOG, fog);
  g_autofree char *time = shown->minute >= 0 ? mw_day_minute_to_text (shown->minute) : NULL;
  if (time)
    g_key_file_set_value (keys, VIEW, TIME_OF_DAY, time);
  g_autofree char *particles = shown->particle_colors ? mw_particle_colors_to_text (shown->particle_colors) : NULL;
  if (particles)
    g_key_file_set_value (keys, VIEW, PARTICLES, particles);
  if (shown->client)
    g_key_file_set_value (keys, VIEW, CHECKED_FOR, shown->client);
  write_list (keys, FOLDERS, shown->folders);
  write_pairs (keys, IMAGES, shown->images);
  write_pairs (keys, ATTACHED, shown->attached);
  for (GList *type = types; type; type = type->next) {
    g_autofree char *key = g_strdup_printf ("%u", GPOINTER_TO_UINT (type->data));
    GPtrArray *path = g_ptr_array_new_with_free_func (g_free);
    add_text (path, g_hash_table_lookup (shown->types, type->data));
    write_texts (keys, TYPES, key, path);
  }
  g_autoptr (GList) groups = g_list_sort (g_hash_table_get_keys (shown->sections), compare_numbers);
  for (GList *group = groups; group; group = group->next) {
    g_autofree char *key = g_strdup_printf ("%u", GPOINTER_TO_UINT (group->data));
    g_key_file_set_integer (keys, SECTIONS, key, GPOINTER_TO_INT (g_hash_table_lookup (shown->sections, group->data)));
  }
  for (guint part = 0; part < MW_CHARACTER_PARTS; part++) {
    gpointer number;
    if (g_hash_table_lookup_extended (shown->parts, GUINT_TO_POINTER (part), NULL, &number)) {
      g_autofree char *value = g_strdup_printf ("%u", GPOINTER_TO_UINT (number));
      g_key_file_set_value (keys, PARTS, mw_character_part_word ((MwCharacterPart) part), value);
    }
  }
  write_list (keys, HIDDEN, shown->hidden);
  write_list (keys, LOCKED, shown->locked);
  if (shown->tables) {
    GPtrArray *tables = g_ptr_array_new_with_free_func (g_free);
    add_text (tables, shown->tables);
    write_texts (keys, VIEW, TABLES, tables);
  }
  gsize size;
  char *text = g_key_file_to_data (keys, &size, NULL);
  return g_bytes_new_take (text, size);
}

gboolean
mw_shown_write (const MwShown *shown, const char *path, const char *model, GError **error)
{
  if (!is_empty (shown)) {
    g_autoptr (GBytes) bytes = to_bytes (shown, model);
    if (g_bytes_get_size (bytes) > MOST_BYTES) {
      mw_set_error (error, MW_ERROR_LIMIT, -1, path, "more than %d bytes would not be read again", MOST_BYTES);
      return FALSE;
    }
    return mw_file_make_folder_of (path, error) && mw_file_save (path, bytes, MW_SAVE_OVERWRITE, error);
  }
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) wrong = NULL;
  if (g_file_delete (file, NULL, &wrong) || g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  mw_set_error (error, MW_ERROR_IO, -1, path, "it cannot be removed: %s", wrong->message);
  return FALSE;
}
