/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/extract.h"
#include "core/base/file-set.h"

#include <string.h>

char *
mw_extract_target (const char *folder, const char *name)
{
  g_autofree char *inside = g_strdelimit (g_strdup (name), "\\", '/');
  g_auto (GStrv) parts = g_strsplit (inside, "/", -1);
  for (guint i = 0; parts[i]; i++)
    if (!*parts[i] || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
      return NULL;
  return *inside ? g_build_filename (folder, inside, NULL) : NULL;
}

gboolean
mw_extract (MwPlaces *places, const char *name, const char *target, gboolean overwrite, GError **error)
{
  g_autoptr (GBytes) bytes = mw_places_read (places, name, MW_EXTRACT_MOST_BYTES, error);
  return bytes && mw_file_make_folder_of (target, error)
         && mw_file_save (target, bytes, overwrite ? MW_SAVE_OVERWRITE : 0, error);
}
