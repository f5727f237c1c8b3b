/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/disk-state.h"
#include "core/base/file-stamp.h"

static void
append_stamp (GString *text, const char *path)
{
  const MwFileStamp stamp = mw_file_stamp_of (path);
  g_string_append_printf (text,
                          "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          ".%" G_GINT64_FORMAT "\n",
                          path, stamp.device, stamp.inode, stamp.size, stamp.seconds, stamp.nanoseconds);
}

/* What the places have for a name. They are listed again. Any of them may be the one that counts, so the order need not be known. */
static char *
state_of (MwLookup *lookup, MwFolders *folders, const GPtrArray *places, const char *name)
{
  GString *text = g_string_new (NULL);
  /* A file that the user chose for the name may be anywhere. */
  g_autofree char *taken = mw_lookup_find_model (lookup, name);
  if (taken)
    append_stamp (text, taken);
  for (guint i = 0; i < places->len; i++) {
    g_autofree char *inside = g_build_filename (places->pdata[i], "x", NULL),
                    *path = mw_folder_find (mw_folders_get_for_file (folders, inside), name);
    if (path)
      append_stamp (text, path);
  }
  return g_string_free (text, FALSE);
}

GHashTable *
mw_disk_state_new (MwLookup *lookup, const GPtrArray *names)
{
  GHashTable *state = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (MwFolders) folders = mw_folders_new ();
  g_autoptr (GPtrArray) places = mw_lookup_places (lookup);
  for (guint i = 0; i < names->len; i++)
    g_hash_table_replace (state, g_strdup (names->pdata[i]), state_of (lookup, folders, places, names->pdata[i]));
  /* Of a folder the stamp is the same as of nothing. */
  for (guint i = 0; i < places->len; i++) {
    GString *text = g_string_new (NULL);
    append_stamp (text, places->pdata[i]);
    g_hash_table_replace (state, g_strconcat ("place ", places->pdata[i], NULL), g_string_free (text, FALSE));
  }
  return state;
}

gboolean
mw_disk_state_differs (GHashTable *before, GHashTable *now)
{
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const char *other = g_hash_table_lookup (now, key);
    if (other && !g_str_equal (value, other))
      return TRUE;
  }
  return FALSE;
}
