/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/places.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/vfs/folder.h"
#include "core/vfs/names.h"

#include <gio/gio.h>
#include <string.h>

/* Folders with extracted files: more entries than any client has, so that a wrong folder (a whole disk) ends too. */
#define MOST_NAMES 1000000
#define MOST_DEPTH 16
/* An archive inside another. Those of tilesets have a few MB. */
#define MOST_INSIDE ((gsize) 256 * 1024 * 1024)

/* One place: either an archive or a folder. */
typedef struct {
  MwArchive *archive;
  MwFolder *folder;
  char *path; /* of the folder */
} Place;

struct _MwPlaces {
  gatomicrefcount references;
  GMutex lock; /* of all below */
  char **folders;
  MwGame *game;   /* or NULL */
  GArray *opened; /* Place; NULL: not yet */
  GPtrArray *errors;
  GPtrArray *names; /* of all files; NULL: not listed yet */
  guint unnamed;
  GHashTable *tilesets; /* letter -> Tileset */
};

/* The archive of a tileset, which is copied out of the archive that it is in. */
typedef struct {
  MwPlaces *places; /* NULL: there is none */
  GFile *copy;      /* or NULL */
} Tileset;

static void
tileset_free (gpointer data)
{
  Tileset *tileset = data;
  g_clear_pointer (&tileset->places, mw_places_unref);
  if (tileset->copy)
    g_file_delete (tileset->copy, NULL, NULL);
  g_clear_object (&tileset->copy);
  g_free (tileset);
}

static void
clear_place (gpointer data)
{
  Place *place = data;
  g_clear_pointer (&place->archive, mw_archive_unref);
  g_clear_pointer (&place->folder, mw_folder_free);
  g_free (place->path);
}

MwPlaces *
mw_places_new (const char *const *folders, const MwGame *game)
{
  MwPlaces *places = g_new0 (MwPlaces, 1);
  g_atomic_ref_count_init (&places->references);
  g_mutex_init (&places->lock);
  places->folders = g_strdupv ((char **) folders);
  places->game = game ? mw_game_copy (game) : NULL;
  places->errors = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  places->tilesets = g_hash_table_new_full (NULL, NULL, NULL, tileset_free);
  return places;
}

/* An array for Place. */
static GArray *
new_opened (void)
{
  GArray *opened = g_array_new (FALSE, FALSE, sizeof (Place));
  g_array_set_clear_func (opened, clear_place);
  return opened;
}

MwPlaces *
mw_places_new_archive (MwArchive *archive)
{
  MwPlaces *places = mw_places_new (NULL, NULL);
  Place place = { mw_archive_ref (archive), NULL, NULL };
  places->opened = new_opened ();
  g_array_append_val (places->opened, place);
  return places;
}

const MwGame *
mw_places_game (const MwPlaces *places)
{
  return places->game;
}

MwPlaces *
mw_places_ref (MwPlaces *places)
{
  g_atomic_ref_count_inc (&places->references);
  return places;
}

void
mw_places_unref (MwPlaces *places)
{
  if (!g_atomic_ref_count_dec (&places->references))
    return;
  g_strfreev (places->folders);
  g_clear_pointer (&places->game, mw_game_free);
  g_clear_pointer (&places->opened, g_array_unref);
  g_ptr_array_unref (places->errors);
  g_hash_table_unref (places->tilesets);
  g_clear_pointer (&places->names, g_ptr_array_unref);
  g_mutex_clear (&places->lock);
  g_free (places);
}

/* --- Opening -------------------------------------------------------------------------------------------------------- */

static void
add_folder (MwPlaces *places, const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
    Place place = { NULL, mw_folder_new (path), g_canonicalize_filename (path, NULL) };
    g_array_append_val (places->opened, place);
    return;
  }
  GError *error = NULL;
  mw_set_error (&error, MW_ERROR_IO, -1, path, "there is no such folder");
  g_ptr_array_add (places->errors, error);
}

/* The lock is held. */
static void
open_all (MwPlaces *places)
{
  if (places->opened)
    return;
  places->opened = new_opened ();
  for (guint i = 0; places->folders && places->folders[i]; i++)
    add_folder (places, places->folders[i]);
  for (guint i = 0; places->game && places->game->order[i]; i++) {
    const char *where = places->game->order[i];
    g_autofree char *path = g_build_filename (places->game->folder, where, NULL);
    GError *error = NULL;
    Place place = { NULL, NULL, NULL };
    if (strcmp (where, ".") == 0 || g_file_test (path, G_FILE_TEST_IS_DIR))
      add_folder (places, path);
    else if ((place.archive = mw_game_open_archive (places->game, where, &error)))
      g_array_append_val (places->opened, place);
    else
      g_ptr_array_add (places->errors, error);
  }
}

const GPtrArray *
mw_places_errors (MwPlaces *places)
{
  g_mutex_lock (&places->lock);
  open_all (places);
  g_mutex_unlock (&places->lock);
  return places->errors;
}

GPtrArray *
mw_places_list (MwPlaces *places)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_mutex_lock (&places->lock);
  open_all (places);
  for (guint i = 0; i < places->opened->len; i++) {
    const Place *place = &g_array_index (places->opened, Place, i);
    g_ptr_array_add (list, g_strdup (place->folder ? place->path : mw_archive_path (place->archive)));
  }
  g_mutex_unlock (&places->lock);
  return list;
}

/* --- Searching ------------------------------------------------------------------------------------------------------ */

/* A game path with slashes; NULL when it is none. */
static char *
relative (const char *name)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/');
  g_auto (GStrv) parts = g_strsplit (slashed, "/", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  for (guint i = 0; parts[i]; i++) {
    if (strcmp (parts[i], "..") == 0 || strchr (parts[i], ':'))
      return NULL;
    if (*parts[i] && strcmp (parts[i], ".") != 0)
      g_ptr_array_add (kept, parts[i]);
  }
  g_ptr_array_add (kept, NULL);
  return kept->len > 1 && *slashed != '/' ? g_strjoinv ("/", (char **) kept->pdata) : NULL;
}

/* The place that has the file, and its name there; NULL: none. `folders`: archives are left out. The lock is held. */
static const Place *
search (MwPlaces *places, const char *name, gboolean folders, char **there)
{
  g_autofree char *wanted = name ? relative (name) : NULL;
  if (!wanted)
    return NULL;
  open_all (places);
  /* A place with the exact name wins over one before it with another extension: that is another file. */
  for (guint attempt = 0;; attempt++) {
    g_autofree char *spelled = mw_name_spelling (wanted, attempt);
    if (!spelled)
      return NULL;
    for (guint i = 0; i < places->opened->len; i++) {
      const Place *place = &g_array_index (places->opened, Place, i);
      char *found = place->folder                                          ? mw_folder_entry (place->folder, spelled)
                    : !folders && mw_archive_has (place->archive, spelled) ? g_strdup (spelled)
                                                                           : NULL;
      g_autofree char *path = found && place->folder ? g_build_filename (place->path, found, NULL) : NULL;
      if (found && (!path || g_file_test (path, G_FILE_TEST_IS_REGULAR))) {
        *there = found;
        return place;
      }
      g_free (found);
    }
  }
}

char *
mw_places_find (MwPlaces *places, const char *name)
{
  g_autofree char *there = NULL;
  g_mutex_lock (&places->lock);
  const Place *place = search (places, name, FALSE, &there);
  char *address = !place          ? NULL
                  : place->folder ? g_build_filename (place->path, there, NULL)
                                  : g_strconcat (mw_archive_path (place->archive), ":", there, NULL);
  g_mutex_unlock (&places->lock);
  return address;
}

gboolean
mw_places_has_on_disk (MwPlaces *places, const char *name)
{
  g_autofree char *there = NULL;
  g_mutex_lock (&places->lock);
  const gboolean has = search (places, name, TRUE, &there) != NULL;
  g_mutex_unlock (&places->lock);
  return has;
}

GBytes *
mw_places_read_file (const char *path, gsize limit, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (path), *base = g_path_get_basename (path);
  g_autoptr (MwFolder) folder = mw_folder_new (parent);
  return mw_folder_read (folder, base, limit, error);
}

GBytes *
mw_places_read (MwPlaces *places, const char *name, gsize limit, GError **error)
{
  g_autofree char *there = NULL;
  g_mutex_lock (&places->lock);
  const Place *place = search (places, name, FALSE, &there);
  GBytes *bytes = NULL;
  if (!place)
    mw_set_error (error, MW_ERROR_PATH, -1, name, "not found in the folders and the game that were given");
  else if (place->folder)
    bytes = mw_folder_read (place->folder, there, limit, error);
  else
    bytes = mw_archive_read (place->archive, there, limit, error);
  g_mutex_unlock (&places->lock);
  return bytes;
}

/* Opens the archive of a tileset. */
static Tileset *
open_tileset (MwPlaces *places, char letter)
{
  Tileset *tileset = g_new0 (Tileset, 1);
  const char name[] = { letter, '.', 'm', 'p', 'q', 0 };
  g_autoptr (GBytes) bytes = mw_places_read (places, name, MOST_INSIDE, NULL);
  g_autoptr (GFileIOStream) stream = NULL;
  tileset->copy = bytes ? g_file_new_tmp ("modelwright-XXXXXX.mpq", &stream, NULL) : NULL;
  if (!tileset->copy)
    return tileset;
  g_autoptr (MwArchive) archive = NULL;
  g_autofree char *path = g_file_get_path (tileset->copy);
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (stream));
  if (g_output_stream_write_all (output, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, NULL, NULL)
      && g_io_stream_close (G_IO_STREAM (stream), NULL, NULL))
    archive = mw_archive_open (path, NULL);
  tileset->places = archive ? mw_places_new_archive (archive) : NULL;
  return tileset;
}

MwPlaces *
mw_places_of_tileset (MwPlaces *places, char letter)
{
  gpointer key = GINT_TO_POINTER ((int) letter);
  g_mutex_lock (&places->lock);
  Tileset *tileset = g_hash_table_lookup (places->tilesets, key);
  g_mutex_unlock (&places->lock);
  if (tileset)
    return tileset->places;
  tileset = open_tileset (places, letter);
  g_mutex_lock (&places->lock);
  Tileset *other = g_hash_table_lookup (places->tilesets, key);
  if (!other)
    g_hash_table_insert (places->tilesets, key, tileset);
  g_mutex_unlock (&places->lock);
  if (other)
    tileset_free (tileset);
  return other ? other->places : tileset->places;
}

GBytes *
mw_places_read_address (const char *address, gsize limit, GError **error)
{
  g_autofree char *path = NULL, *name = NULL;
  if (!mw_archive_split (address, &path, &name))
    return mw_places_read_file (address, limit, error);
  g_autoptr (MwArchive) archive = mw_archive_open (path, error);
  return archive ? mw_archive_read (archive, name, limit, error) : NULL;
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  GHashTable *seen; /* in lower case */
  GPtrArray *names;
} Names;

/* Takes `name`. */
static void
add_name (Names *n, char *name)
{
  if (n->names->len < MOST_NAMES && g_hash_table_add (n->seen, g_ascii_strdown (name, -1)))
    g_ptr_array_add (n->names, name);
  else
    g_free (name);
}

static void
add_folder_names (Names *n, const Place *place, const char *below, guint depth)
{
  g_autoptr (GPtrArray) names = mw_folder_names (place->folder, below);
  for (guint i = 0; i < names->len && n->names->len < MOST_NAMES; i++) {
    g_autofree char *inside = *below ? g_strconcat (below, "/", names->pdata[i], NULL) : g_strdup (names->pdata[i]);
    g_autofree char *path = g_build_filename (place->path, inside, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      if (depth < MOST_DEPTH && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        add_folder_names (n, place, inside, depth + 1);
    } else
      add_name (n, g_strdelimit (g_steal_pointer (&inside), "/", '\\'));
  }
}

/* The names in one archive, listed in a thread. */
typedef struct {
  MwArchive *archive; /* NULL: the place is a folder */
  GPtrArray *names;
  guint unnamed;
  GThread *thread;
} Listing;

static gpointer
list_archive (gpointer data)
{
  Listing *listing = data;
  listing->names = mw_archive_names (listing->archive, &listing->unnamed);
  return NULL;
}

/* Lists all archives at once, since each has a process of its own. Free with g_free(). */
static Listing *
list_archives (const GArray *opened)
{
  Listing *listings = g_new0 (Listing, MAX (opened->len, 1));
  for (guint i = 0; i < opened->len; i++) {
    listings[i].archive = g_array_index (opened, Place, i).archive;
    if (listings[i].archive)
      listings[i].thread = g_thread_new ("list-archive", list_archive, &listings[i]);
  }
  for (guint i = 0; i < opened->len; i++)
    if (listings[i].thread)
      g_thread_join (listings[i].thread);
  return listings;
}

/* The lock is held. */
static void
list_names (MwPlaces *places)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Names n = { seen, g_ptr_array_new_with_free_func (g_free) };
  open_all (places);
  g_autofree Listing *listings = list_archives (places->opened);
  for (guint i = 0; i < places->opened->len; i++) {
    const Place *place = &g_array_index (places->opened, Place, i);
    g_autoptr (GPtrArray) names = listings[i].names;
    places->unnamed += listings[i].unnamed;
    for (guint k = 0; names && k < names->len; k++)
      add_name (&n, g_strdup (names->pdata[k]));
    if (place->folder)
      add_folder_names (&n, place, "", 0);
  }
  g_ptr_array_sort (n.names, mw_name_compare);
  places->names = n.names;
}

GPtrArray *
mw_places_names (MwPlaces *places, guint *unnamed)
{
  g_mutex_lock (&places->lock);
  if (!places->names)
    list_names (places);
  GPtrArray *names = g_ptr_array_ref (places->names);
  if (unnamed)
    *unnamed = places->unnamed;
  g_mutex_unlock (&places->lock);
  return names;
}

GPtrArray *
mw_places_images (MwPlaces *places, const char *folder)
{
  g_autoptr (GPtrArray) names = mw_places_names (places, NULL);
  GPtrArray *images = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *inside = g_strdelimit (g_strdup (folder), "/", '\\');
  const gsize length = strlen (inside);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i], *base = length ? name + length + 1 : name;
    if (length && (g_ascii_strncasecmp (name, inside, length) != 0 || name[length] != '\\'))
      continue;
    if (!strchr (base, '\\') && mw_name_is_image (base))
      g_ptr_array_add (images, g_strdup (base));
  }
  return images;
}
