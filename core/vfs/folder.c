/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/folder.h"
#include "core/base/array.h"
#include "core/base/error.h"
#include "core/vfs/names.h"

#include <gio/gio.h>
#include <string.h>

/* More than any real model folder holds. A longer listing is cut; a file with the exact name is still found. */
#define MOST_ENTRIES 100000

/* Folders to search above a model's own: World/Expansion/Zone/Kind/Group/Model in game archives is six deep. */
#define MOST_STEPS 8

struct _MwFolders {
  GHashTable *by_place; /* GFile -> MwFolder */
};

struct _MwFolder {
  GFile *place;
  MwFolder *above;  /* created when it is first searched; NULL: not yet, or there is none */
  MwFolders *owner; /* owns this folder and the one above; NULL: the folder itself owns the one above */
  /* Listings made so far: relative folder ("" is this one) -> table of (lower-case name -> name on disk). */
  GHashTable *listings;
};

static MwFolder *
new_for_place (GFile *place)
{
  MwFolder *folder = g_new0 (MwFolder, 1);
  folder->place = g_object_ref (place);
  folder->listings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  return folder;
}

MwFolder *
mw_folder_new (const char *path)
{
  g_autoptr (GFile) place = g_file_new_for_path (path);
  return new_for_place (place);
}

MwFolder *
mw_folder_new_for_file (const char *file)
{
  g_autofree char *path = g_path_get_dirname (file);
  return mw_folder_new (path);
}

static void
free_one (gpointer data)
{
  MwFolder *folder = data;
  g_object_unref (folder->place);
  g_hash_table_unref (folder->listings);
  g_free (folder);
}

void
mw_folder_free (MwFolder *folder)
{
  while (folder) {
    MwFolder *above = folder->above;
    free_one (folder);
    folder = above;
  }
}

MwFolders *
mw_folders_new (void)
{
  MwFolders *folders = g_new0 (MwFolders, 1);
  folders->by_place = g_hash_table_new_full (g_file_hash, (GEqualFunc) g_file_equal, NULL, free_one);
  return folders;
}

void
mw_folders_free (MwFolders *folders)
{
  g_hash_table_unref (folders->by_place);
  g_free (folders);
}

static MwFolder *
get (MwFolders *folders, GFile *place)
{
  MwFolder *folder = g_hash_table_lookup (folders->by_place, place);
  if (!folder) {
    folder = new_for_place (place);
    folder->owner = folders;
    g_hash_table_insert (folders->by_place, folder->place, folder);
  }
  return folder;
}

MwFolder *
mw_folders_get_for_file (MwFolders *folders, const char *file)
{
  g_autofree char *path = g_path_get_dirname (file);
  g_autoptr (GFile) place = g_file_new_for_path (path);
  return get (folders, place);
}

/* Whether nothing in a folder belongs to models in the folders below it. Other programs and users leave files in the
 * folder for temporary files. */
static gboolean
is_no_project (GFile *place)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ()), temporary = g_file_new_for_path (g_get_tmp_dir ());
  return !g_file_has_parent (place, NULL) || g_file_equal (place, home) || g_file_has_prefix (home, place)
         || g_file_equal (place, temporary);
}

/* The parent folder to search next, or NULL. */
static MwFolder *
above (MwFolder *folder)
{
  if (folder->above)
    return folder->above;
  g_autoptr (GFile) place = g_file_get_parent (folder->place);
  if (!place || is_no_project (place))
    return NULL;
  return folder->above = folder->owner ? get (folder->owner, place) : new_for_place (place);
}

/* Names are compared as the games do: ignoring the case of ASCII letters. File names need not be UTF-8. */
static GHashTable *
listing (MwFolder *folder, const char *relative)
{
  GHashTable *names = g_hash_table_lookup (folder->listings, relative);
  if (names)
    return names;
  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (folder->listings, g_strdup (relative), names);
  g_autoptr (GFile) place = g_file_resolve_relative_path (folder->place, relative);
  g_autoptr (GFileEnumerator)
    files = g_file_enumerate_children (place, G_FILE_ATTRIBUTE_STANDARD_NAME, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  guint n = 0;
  GFileInfo *info;
  while (files && n++ < MOST_ENTRIES && g_file_enumerator_iterate (files, &info, NULL, NULL, NULL) && info) {
    const char *name = g_file_info_get_name (info);
    char *key = g_ascii_strdown (name, -1);
    const char *known = g_hash_table_lookup (names, key);
    /* If two names differ only in case, always the same one is taken, whatever their order on disk. */
    if (known && strcmp (known, name) <= 0)
      g_free (key);
    else
      g_hash_table_replace (names, key, g_strdup (name));
  }
  return names;
}

/* Whether `relative` is a regular file below the folder; links are followed. */
static gboolean
is_file (MwFolder *folder, const char *relative)
{
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder->place, relative);
  return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

char *
mw_folder_entry (MwFolder *folder, const char *wanted)
{
  g_auto (GStrv) parts = g_strsplit (wanted, "/", -1);
  g_autofree char *found = g_strdup ("");
  for (guint i = 0; parts[i]; i++) {
    g_autofree char *key = g_ascii_strdown (parts[i], -1);
    const char *name = g_hash_table_lookup (listing (folder, found), key);
    if (!name)
      return NULL;
    char *longer = *found ? g_strconcat (found, "/", name, NULL) : g_strdup (name);
    g_free (found);
    found = longer;
  }
  return g_steal_pointer (&found);
}

/* The name on disk of a file, ignoring case; NULL when there is no such file. */
static char *
find_any_case (MwFolder *folder, const char *wanted)
{
  g_autofree char *found = mw_folder_entry (folder, wanted);
  return found && is_file (folder, found) ? g_steal_pointer (&found) : NULL;
}

GPtrArray *
mw_folder_names (MwFolder *folder, const char *relative)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter each;
  gpointer name;
  g_hash_table_iter_init (&each, listing (folder, relative));
  while (g_hash_table_iter_next (&each, NULL, &name))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, mw_compare_texts);
  return names;
}

GPtrArray *
mw_folder_images (MwFolder *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter each;
  gpointer name;
  g_hash_table_iter_init (&each, listing (folder, ""));
  while (g_hash_table_iter_next (&each, NULL, &name))
    if (mw_name_is_image (name) && is_file (folder, name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, mw_compare_texts);
  return names;
}

static char *
find_with_extensions (MwFolder *folder, const char *wanted)
{
  if (is_file (folder, wanted))
    return g_strdup (wanted);
  for (guint attempt = 0;; attempt++) {
    g_autofree char *spelled = mw_name_spelling (wanted, attempt);
    char *found = spelled ? find_any_case (folder, spelled) : NULL;
    if (found || !spelled)
      return found;
  }
}

/* Replaces backslashes by slashes and removes empty and "." parts. If the path would leave the folder, only its last
 * part is kept. */
static char *
tidy (const char *name, gboolean *leaves_folder)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/');
  gboolean leaves = *slashed == '/' || strchr (slashed, ':');
  g_auto (GStrv) parts = g_strsplit (slashed, "/", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  for (guint i = 0; parts[i]; i++) {
    leaves |= strcmp (parts[i], "..") == 0;
    if (*parts[i] && strcmp (parts[i], ".") != 0)
      g_ptr_array_add (kept, parts[i]);
  }
  *leaves_folder = leaves;
  if (kept->len == 0)
    return NULL;
  const char *last = kept->pdata[kept->len - 1];
  if (leaves)
    return strcmp (last, "..") == 0 || strchr (last, ':') ? NULL : g_strdup (last);
  g_ptr_array_add (kept, NULL);
  return g_strjoinv ("/", (char **) kept->pdata);
}

char *
mw_folder_find (MwFolder *folder, const char *name)
{
  gboolean leaves;
  g_autofree char *wanted = name ? tidy (name, &leaves) : NULL;
  if (!wanted)
    return NULL;
  g_autofree char *found = find_with_extensions (folder, wanted);
  const char *base = strrchr (wanted, '/');
  if (!found && base)
    found = find_with_extensions (folder, base + 1);
  for (guint i = 0; !found && !leaves && i < MOST_STEPS && (folder = above (folder)); i++)
    found = find_with_extensions (folder, wanted);
  if (!found)
    return NULL;
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder->place, found);
  return g_file_get_path (file);
}

gboolean
mw_folder_has_above (MwFolder *folder, const char *name)
{
  for (guint i = 0; folder && i <= MOST_STEPS; i++, folder = above (folder)) {
    g_autofree char *found = mw_folder_entry (folder, name);
    if (found)
      return TRUE;
  }
  return FALSE;
}

GPtrArray *
mw_folder_places (MwFolder *folder)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; folder && i <= MOST_STEPS; i++, folder = above (folder))
    g_ptr_array_add (places, g_file_get_path (folder->place));
  return places;
}

GBytes *
mw_folder_read (MwFolder *folder, const char *name, gsize limit, GError **error)
{
  g_autofree char *path = mw_folder_find (folder, name);
  if (!path) {
    g_autofree char *place = g_file_get_parse_name (folder->place);
    mw_set_error (error, MW_ERROR_IO, -1, name, "not found in %s and above, with any texture extension", place);
    return NULL;
  }
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  if (!stream)
    return NULL;
  /* Reads to the end, whatever size the file reports: it may grow or not be a regular file. */
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  for (;;) {
    guint8 part[65536];
    gssize n = g_input_stream_read (G_INPUT_STREAM (stream), part, sizeof part, NULL, error);
    if (n < 0)
      return NULL;
    if (n == 0)
      return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
    if ((gsize) n > limit - bytes->len) {
      mw_set_error (error, MW_ERROR_LIMIT, (gint64) limit, path, "the file is larger than %" G_GSIZE_FORMAT " bytes",
                    limit);
      return NULL;
    }
    g_byte_array_append (bytes, part, (guint) n);
  }
}
