/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/disk-state.h"
#include "core/base/file-stamp.h"

MwDiskNames *
mw_disk_names_new (const char *model, MwLookup *lookup, GPtrArray *names)
{
  MwDiskNames *self = g_new (MwDiskNames, 1);
  *self = (MwDiskNames) { g_strdup (model), lookup, names };
  return self;
}

void
mw_disk_names_free (MwDiskNames *names)
{
  g_free (names->model);
  mw_lookup_free (names->lookup);
  g_ptr_array_unref (names->names);
  g_free (names);
}

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
  if (g_path_is_absolute (name))
    append_stamp (text, name);
  for (guint i = 0; i < places->len; i++) {
    g_autofree char *inside = g_build_filename (places->pdata[i], "x", NULL),
                    *path = mw_folder_find (mw_folders_get_for_file (folders, inside), name);
    if (path)
      append_stamp (text, path);
  }
  return g_string_free (text, FALSE);
}

static void
add_model (GHashTable *state, MwFolders *folders, const MwDiskNames *model)
{
  g_autoptr (GPtrArray) places = mw_lookup_places (model->lookup);
  for (guint i = 0; i < model->names->len; i++) {
    const char *name = model->names->pdata[i];
    g_hash_table_replace (state, g_strdup_printf ("%s\n%s", model->model, name),
                          state_of (model->lookup, folders, places, name));
  }
  /* Of a folder the stamp is the same as of nothing. */
  for (guint i = 0; i < places->len; i++) {
    GString *text = g_string_new (NULL);
    append_stamp (text, places->pdata[i]);
    g_hash_table_replace (state, g_strdup_printf ("%s\nplace %s", model->model, (const char *) places->pdata[i]),
                          g_string_free (text, FALSE));
  }
}

GHashTable *
mw_disk_state_new (const GPtrArray *models)
{
  GHashTable *state = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (MwFolders) folders = mw_folders_new ();
  for (guint i = 0; i < models->len; i++)
    add_model (state, folders, models->pdata[i]);
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
