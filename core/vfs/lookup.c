/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/lookup.h"
#include "core/base/error.h"
#include "core/model/tilesets.h"

#include <string.h>

struct _MwLookup {
  guint serial;
  MwFolder *folder;  /* of the model; NULL: it is in an archive or a game, or has no path */
  gboolean shared;   /* the folder belongs to a MwFolders */
  MwPlaces *own;     /* of a model in an archive or a game; or NULL */
  char *inside;      /* the folder of the model there, with slashes; "" for its top */
  GError *broken;    /* why the archive cannot be opened */
  GPtrArray *added;  /* MwFolder: more folders for this model */
  GHashTable *given; /* name as in key_of() -> path on disk */
  MwPlaces *places;  /* or NULL */
  char tileset;      /* its letter; 0: none */
};

/* A name as the games compare it. */
static char *
key_of (const char *name)
{
  return g_strdelimit (g_ascii_strdown (name, -1), "\\", '/');
}

/* The folder of a game path, with slashes. */
static char *
folder_of (const char *name)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/');
  const char *end = strrchr (slashed, '/');
  return end ? g_strndup (slashed, (gsize) (end - slashed)) : g_strdup ("");
}

static MwLookup *
new_lookup (void)
{
  static gint serials; /* lookups are made in several threads */
  MwLookup *lookup = g_new0 (MwLookup, 1);
  lookup->serial = (guint) g_atomic_int_add (&serials, 1);
  lookup->added = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_folder_free);
  lookup->given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return lookup;
}

guint
mw_lookup_serial (const MwLookup *lookup)
{
  return lookup->serial;
}

MwLookup *
mw_lookup_new (const char *model, MwFolders *folders, MwPlaces *places)
{
  MwLookup *lookup = new_lookup ();
  g_autofree char *path = NULL, *name = NULL;
  lookup->places = places ? mw_places_ref (places) : NULL;
  if (model && mw_archive_split (model, &path, &name)) {
    g_autoptr (MwArchive) archive = mw_archive_open (path, &lookup->broken);
    lookup->own = archive ? mw_places_new_archive (archive) : NULL;
    lookup->inside = folder_of (name);
  } else if (model) {
    lookup->shared = folders != NULL;
    lookup->folder = folders ? mw_folders_get_for_file (folders, model) : mw_folder_new_for_file (model);
  }
  return lookup;
}

MwLookup *
mw_lookup_new_inside (MwPlaces *own, const char *name)
{
  MwLookup *lookup = new_lookup ();
  lookup->own = mw_places_ref (own);
  lookup->inside = folder_of (name);
  return lookup;
}

void
mw_lookup_free (MwLookup *lookup)
{
  if (lookup->folder && !lookup->shared)
    mw_folder_free (lookup->folder);
  g_clear_pointer (&lookup->own, mw_places_unref);
  g_clear_pointer (&lookup->places, mw_places_unref);
  g_clear_error (&lookup->broken);
  g_ptr_array_unref (lookup->added);
  g_hash_table_unref (lookup->given);
  g_free (lookup->inside);
  g_free (lookup);
}

void
mw_lookup_add_folder (MwLookup *lookup, const char *path)
{
  g_ptr_array_add (lookup->added, mw_folder_new (path));
}

void
mw_lookup_set_file (MwLookup *lookup, const char *name, const char *path)
{
  g_hash_table_replace (lookup->given, key_of (name), g_strdup (path));
}

void
mw_lookup_set_tileset (MwLookup *lookup, char letter)
{
  lookup->tileset = letter;
}

/* Appends those that are not in `all` yet; frees `more`. */
static void
append_new (GPtrArray *all, GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++)
    if (!g_ptr_array_find_with_equal_func (all, more->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (all, g_strdup (more->pdata[i]));
  g_ptr_array_unref (more);
}

MwPlaces *
mw_lookup_game (const MwLookup *lookup)
{
  return lookup->places ? lookup->places : lookup->own;
}

GPtrArray *
mw_lookup_places (MwLookup *lookup)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);
  if (lookup->folder)
    append_new (all, mw_folder_places (lookup->folder));
  if (lookup->own)
    append_new (all, mw_places_list (lookup->own));
  for (guint i = 0; i < lookup->added->len; i++)
    append_new (all, mw_folder_places (lookup->added->pdata[i]));
  if (lookup->places)
    append_new (all, mw_places_list (lookup->places));
  return all;
}

/* --- Tilesets ------------------------------------------------------------------------------------------------------- */

/* The name that a file of a tileset has; NULL: no tileset. */
static char *
in_tileset (char letter, const char *name)
{
  return letter ? g_strdup_printf ("_tilesets/%c.w3mod/%s", letter, name) : NULL;
}

/* The file of the tileset in a folder or one above it, not one that has only the same last name. */
static char *
find_tileset_in (char letter, MwFolder *folder, const char *name)
{
  g_autofree char *wanted = in_tileset (letter, name), *found = wanted ? mw_folder_find (folder, wanted) : NULL,
                  *low = found ? g_ascii_strdown (found, -1) : NULL;
  return low && strstr (low, "/_tilesets/") ? g_steal_pointer (&found) : NULL;
}

/* The places that have the file of the tileset, and its name there; NULL: none has. */
static MwPlaces *
find_tileset_at (MwLookup *lookup, MwPlaces *places, const char *name, char **there)
{
  g_autofree char *wanted = places && name && *name ? in_tileset (lookup->tileset, name) : NULL,
                  *found = wanted ? mw_places_find (places, wanted) : NULL;
  MwPlaces *inside = wanted && !found ? mw_places_of_tileset (places, lookup->tileset) : NULL;
  g_autofree char *in_archive = inside ? mw_places_find (inside, name) : NULL;
  if (!found && !in_archive)
    return NULL;
  *there = found ? g_steal_pointer (&wanted) : g_strdup (name);
  return found ? places : inside;
}

/* Where a file is in places. */
static char *
find_at (MwLookup *lookup, MwPlaces *places, const char *name)
{
  g_autofree char *there = NULL;
  MwPlaces *special = find_tileset_at (lookup, places, name, &there);
  return special ? mw_places_find (special, there) : mw_places_find (places, name);
}

static gboolean
has_tileset_in (char letter, MwFolder *folder, const char *name)
{
  /* Seldom, and it saves many searches: one for each tileset and image in each folder. */
  if (!mw_folder_has_above (folder, "_tilesets"))
    return FALSE;
  g_autofree char *found = find_tileset_in (letter, folder, name);
  return found != NULL;
}

/* Whether a folder that is searched has the file for maps of a tileset. */
static gboolean
has_tileset (const MwLookup *lookup, char letter, const char *name)
{
  MwPlaces *const all[] = { lookup->own, lookup->places };
  g_autofree char *wanted = in_tileset (letter, name);
  gboolean has = lookup->folder && has_tileset_in (letter, lookup->folder, name);
  for (guint i = 0; !has && i < lookup->added->len; i++)
    has = has_tileset_in (letter, lookup->added->pdata[i], name);
  for (guint i = 0; !has && i < G_N_ELEMENTS (all); i++)
    has = all[i] && mw_places_has_on_disk (all[i], wanted);
  return has;
}

gboolean
mw_lookup_has_tilesets (const MwLookup *lookup, const char *name)
{
  guint n;
  const MwTileset *tilesets = mw_tilesets (&n);
  for (guint i = 0; name && *name && i < n; i++)
    if (has_tileset (lookup, tilesets[i].letter, name))
      return TRUE;
  return FALSE;
}

char
mw_lookup_tileset (const MwLookup *lookup)
{
  return lookup->tileset;
}

/* --- Searching ------------------------------------------------------------------------------------------------------ */

static char *
find_in (MwLookup *lookup, MwFolder *folder, const char *name)
{
  char *found = find_tileset_in (lookup->tileset, folder, name);
  return found ? found : mw_folder_find (folder, name);
}

/* The file that was given for a name, or that the model's folder has; NULL: none. */
static char *
find_in_folder (MwLookup *lookup, const char *name)
{
  g_autofree char *key = key_of (name);
  const char *given = g_hash_table_lookup (lookup->given, key);
  if (given)
    return g_strdup (given);
  return lookup->folder ? find_in (lookup, lookup->folder, name) : NULL;
}

static char *
find_in_added (MwLookup *lookup, const char *name)
{
  char *found = NULL;
  for (guint i = 0; !found && i < lookup->added->len; i++)
    found = find_in (lookup, lookup->added->pdata[i], name);
  return found;
}

/* A name of a file beside the model in its archive or game. */
static char *
beside (MwLookup *lookup, const char *name)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/'), *base = g_path_get_basename (slashed);
  return *lookup->inside ? g_strconcat (lookup->inside, "/", base, NULL) : g_steal_pointer (&base);
}

char *
mw_lookup_find (MwLookup *lookup, const char *name)
{
  if (!name || !*name)
    return NULL;
  char *found = find_in_folder (lookup, name);
  if (!found && lookup->own && !(found = find_at (lookup, lookup->own, name))) {
    g_autofree char *near = beside (lookup, name);
    found = mw_places_find (lookup->own, near);
  }
  if (!found)
    found = find_in_added (lookup, name);
  return found || !lookup->places ? found : find_at (lookup, lookup->places, name);
}

char *
mw_lookup_find_model (MwLookup *lookup, const char *name)
{
  static const char *const endings[] = { ".mdl", ".mdx", ".m2" };
  char *found = mw_lookup_find (lookup, name);
  const char *dot = name ? strrchr (name, '.') : NULL;
  gboolean known = FALSE;
  for (guint i = 0; dot && dot > name && i < G_N_ELEMENTS (endings); i++)
    known |= g_ascii_strcasecmp (dot, endings[i]) == 0;
  for (guint i = 0; !found && known && i < G_N_ELEMENTS (endings); i++) {
    g_autofree char *other = g_strdup_printf ("%.*s%s", (int) (dot - name), name, endings[i]);
    found = mw_lookup_find (lookup, other);
  }
  return found;
}

/* Reads from one of the places. TRUE: this decides, with bytes or with an error; FALSE: it is not there. */
static gboolean
read_from (MwLookup *lookup, MwPlaces *places, const char *name, gsize limit, GBytes **bytes, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autofree char *there = NULL;
  MwPlaces *special = find_tileset_at (lookup, places, name, &there);
  if (special) {
    places = special;
    name = there;
  }
  *bytes = places && name ? mw_places_read (places, name, limit, &wrong) : NULL;
  if (!*bytes && (!wrong || g_error_matches (wrong, MW_ERROR, MW_ERROR_PATH)))
    return FALSE;
  if (wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return TRUE;
}

GBytes *
mw_lookup_read (MwLookup *lookup, const char *name, gsize limit, GError **error)
{
  g_autofree char *disk = name ? find_in_folder (lookup, name) : NULL,
                  *near = lookup->own && name && *name ? beside (lookup, name) : NULL;
  GBytes *bytes = NULL;
  if (disk)
    return mw_places_read_file (disk, limit, error);
  if (read_from (lookup, lookup->own, name, limit, &bytes, error)
      || read_from (lookup, lookup->own, near, limit, &bytes, error))
    return bytes;
  g_autofree char *added = name ? find_in_added (lookup, name) : NULL;
  if (added)
    return mw_places_read_file (added, limit, error);
  if (read_from (lookup, lookup->places, name, limit, &bytes, error))
    return bytes;
  if (lookup->broken)
    g_propagate_error (error, g_error_copy (lookup->broken));
  else if (lookup->folder)
    return mw_folder_read (lookup->folder, name, limit, error); /* says where it was looked for */
  else
    mw_set_error (error, MW_ERROR_IO, -1, name, "not found%s, with any texture extension",
                  lookup->own ? " in the archive or the game of the model" : "");
  return NULL;
}

GPtrArray *
mw_lookup_images (MwLookup *lookup)
{
  if (lookup->folder)
    return mw_folder_images (lookup->folder);
  return lookup->own ? mw_places_images (lookup->own, lookup->inside) : g_ptr_array_new_with_free_func (g_free);
}
