/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/lookup.h"
#include "core/base/error.h"
#include "core/image/image.h"
#include "core/vfs/names.h"

#include <string.h>

struct _MwLookup {
  MwFolder *folder; /* of the model; NULL: it is in an archive, or has no path */
  gboolean shared;  /* the folder belongs to a MwFolders */
  MwArchive *archive;
  char *inside;     /* the folder of the model in the archive, with slashes; "" for its top */
  GError *broken;   /* why the archive cannot be opened */
  MwPlaces *places; /* or NULL */
};

MwLookup *
mw_lookup_new (const char *model, MwFolders *folders, MwPlaces *places)
{
  MwLookup *lookup = g_new0 (MwLookup, 1);
  g_autofree char *path = NULL, *name = NULL;
  lookup->places = places ? mw_places_ref (places) : NULL;
  if (model && mw_archive_split (model, &path, &name)) {
    g_strdelimit (name, "\\", '/');
    const char *end = strrchr (name, '/');
    lookup->archive = mw_archive_open (path, &lookup->broken);
    lookup->inside = end ? g_strndup (name, (gsize) (end - name)) : g_strdup ("");
  } else if (model) {
    lookup->shared = folders != NULL;
    lookup->folder = folders ? mw_folders_get_for_file (folders, model) : mw_folder_new_for_file (model);
  }
  return lookup;
}

void
mw_lookup_free (MwLookup *lookup)
{
  if (lookup->folder && !lookup->shared)
    mw_folder_free (lookup->folder);
  g_clear_pointer (&lookup->archive, mw_archive_unref);
  g_clear_pointer (&lookup->places, mw_places_unref);
  g_clear_error (&lookup->broken);
  g_free (lookup->inside);
  g_free (lookup);
}

/* The name in the model's own archive; NULL: not there. */
static char *
find_in_archive (MwLookup *lookup, const char *name)
{
  g_autofree char *wanted = g_strdelimit (g_strdup (name), "\\", '/'), *base = g_path_get_basename (wanted);
  g_autofree char *beside = *lookup->inside ? g_strconcat (lookup->inside, "/", base, NULL) : g_strdup (base);
  const char *const tried[] = { wanted, beside };
  for (guint i = 0; i < G_N_ELEMENTS (tried); i++)
    for (guint attempt = 0;; attempt++) {
      g_autofree char *spelled = mw_name_spelling (tried[i], attempt);
      if (!spelled)
        break;
      if (mw_archive_has (lookup->archive, spelled))
        return g_steal_pointer (&spelled);
    }
  return NULL;
}

char *
mw_lookup_find (MwLookup *lookup, const char *name)
{
  char *found = NULL;
  if (!name || !*name)
    return NULL;
  if (lookup->folder)
    found = mw_folder_find (lookup->folder, name);
  if (lookup->archive) {
    g_autofree char *there = find_in_archive (lookup, name);
    found = there ? g_strconcat (mw_archive_path (lookup->archive), ":", there, NULL) : NULL;
  }
  return found || !lookup->places ? found : mw_places_find (lookup->places, name);
}

GBytes *
mw_lookup_read (MwLookup *lookup, const char *name, gsize limit, GError **error)
{
  g_autofree char *disk = lookup->folder && name ? mw_folder_find (lookup->folder, name) : NULL;
  if (disk)
    return mw_folder_read (lookup->folder, name, limit, error);
  g_autofree char *there = lookup->archive && name ? find_in_archive (lookup, name) : NULL;
  if (there)
    return mw_archive_read (lookup->archive, there, limit, error);
  g_autoptr (GError) wrong = NULL;
  GBytes *bytes = lookup->places ? mw_places_read (lookup->places, name, limit, &wrong) : NULL;
  if (bytes)
    return bytes;
  if (wrong && !g_error_matches (wrong, MW_ERROR, MW_ERROR_PATH)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  if (lookup->broken)
    g_propagate_error (error, g_error_copy (lookup->broken));
  else if (lookup->folder)
    return mw_folder_read (lookup->folder, name, limit, error); /* says where it was looked for */
  else
    mw_set_error (error, MW_ERROR_IO, -1, name, "not found%s, with any texture extension",
                  lookup->archive ? " in the archive" : "");
  return NULL;
}

/* The images in the folder of the model's archive. */
static void
add_archive_images (MwLookup *lookup, GPtrArray *images)
{
  g_autoptr (GPtrArray) names = mw_archive_names (lookup->archive, NULL);
  const char *const *extensions = mw_image_extensions ();
  gsize length = strlen (lookup->inside);
  g_autofree char *inside = g_strdelimit (g_strdup (lookup->inside), "/", '\\');
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i], *base = length ? name + length + 1 : name, *dot = strrchr (name, '.');
    if (length && (g_ascii_strncasecmp (name, inside, length) != 0 || name[length] != '\\'))
      continue;
    for (guint k = 0; dot && !strchr (base, '\\') && extensions[k]; k++)
      if (g_ascii_strcasecmp (dot, extensions[k]) == 0)
        g_ptr_array_add (images, g_strdup (base));
  }
}

GPtrArray *
mw_lookup_images (MwLookup *lookup)
{
  if (lookup->folder)
    return mw_folder_images (lookup->folder);
  GPtrArray *images = g_ptr_array_new_with_free_func (g_free);
  if (lookup->archive)
    add_archive_images (lookup, images);
  return images;
}
