/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/lookup.h"
#include "core/base/error.h"

#include <string.h>

struct _MwLookup {
  MwFolder *folder; /* of the model; NULL: it is in an archive or a game, or has no path */
  gboolean shared;  /* the folder belongs to a MwFolders */
  MwPlaces *own;    /* of a model in an archive or a game; or NULL */
  char *inside;     /* the folder of the model there, with slashes; "" for its top */
  GError *broken;   /* why the archive cannot be opened */
  MwPlaces *places; /* or NULL */
};

/* The folder of a game path, with slashes. */
static char *
folder_of (const char *name)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/');
  const char *end = strrchr (slashed, '/');
  return end ? g_strndup (slashed, (gsize) (end - slashed)) : g_strdup ("");
}

MwLookup *
mw_lookup_new (const char *model, MwFolders *folders, MwPlaces *places)
{
  MwLookup *lookup = g_new0 (MwLookup, 1);
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
  MwLookup *lookup = g_new0 (MwLookup, 1);
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
  g_free (lookup->inside);
  g_free (lookup);
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
  char *found = NULL;
  if (!name || !*name)
    return NULL;
  if (lookup->folder)
    found = mw_folder_find (lookup->folder, name);
  if (lookup->own && !(found = mw_places_find (lookup->own, name))) {
    g_autofree char *near = beside (lookup, name);
    found = mw_places_find (lookup->own, near);
  }
  return found || !lookup->places ? found : mw_places_find (lookup->places, name);
}

/* Reads from one of the places. TRUE: this decides, with bytes or with an error; FALSE: it is not there. */
static gboolean
read_from (MwPlaces *places, const char *name, gsize limit, GBytes **bytes, GError **error)
{
  g_autoptr (GError) wrong = NULL;
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
  g_autofree char *disk = lookup->folder && name ? mw_folder_find (lookup->folder, name) : NULL,
                  *near = lookup->own && name && *name ? beside (lookup, name) : NULL;
  GBytes *bytes = NULL;
  if (disk)
    return mw_folder_read (lookup->folder, name, limit, error);
  if (read_from (lookup->own, name, limit, &bytes, error) || read_from (lookup->own, near, limit, &bytes, error)
      || read_from (lookup->places, name, limit, &bytes, error))
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
