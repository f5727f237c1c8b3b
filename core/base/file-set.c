/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/file-slot.h"

#include <errno.h>
#include <string.h>

void
mw_file_part_free (MwFilePart *part)
{
  if (!part)
    return;
  g_free (part->role);
  g_free (part->path);
  g_free (part->suffix);
  g_clear_pointer (&part->bytes, g_bytes_unref);
  g_free (part);
}

MwFileSet *
mw_file_set_new (void)
{
  MwFileSet *set = g_new0 (MwFileSet, 1);
  set->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_part_free);
  set->by_role = g_hash_table_new (g_str_hash, g_str_equal);
  return set;
}

void
mw_file_set_free (MwFileSet *set)
{
  if (!set)
    return;
  g_hash_table_unref (set->by_role);
  g_ptr_array_unref (set->parts);
  g_free (set);
}

MwFileSet *
mw_file_set_share (const MwFileSet *set)
{
  if (!set)
    return NULL;
  MwFileSet *copy = mw_file_set_new ();
  copy->find_companions = set->find_companions;
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    mw_file_set_add_companion (copy, part->role, part->path, part->suffix, part->bytes);
    MwFilePart *made = mw_file_set_find (copy, part->role);
    made->stamp = part->stamp;
    made->ours = part->ours;
  }
  return copy;
}

void
mw_file_set_add (MwFileSet *set, const char *role, const char *path, GBytes *bytes)
{
  mw_file_set_add_companion (set, role, path, NULL, bytes);
}

void
mw_file_set_add_companion (MwFileSet *set, const char *role, const char *path, const char *suffix, GBytes *bytes)
{
  MwFilePart *part = g_new0 (MwFilePart, 1);
  part->role = g_strdup (role);
  part->path = g_strdup (path);
  part->suffix = g_strdup (suffix);
  part->bytes = bytes ? g_bytes_ref (bytes) : NULL;
  g_ptr_array_add (set->parts, part);
  g_hash_table_replace (set->by_role, part->role, part);
}

MwFileSet *
mw_file_set_of_bytes (GBytes *bytes)
{
  MwFileSet *set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return set;
}

const MwFilePart *
mw_file_set_main (const MwFileSet *set)
{
  return set->parts->pdata[0];
}

MwFilePart *
mw_file_set_find (const MwFileSet *set, const char *role)
{
  return g_hash_table_lookup (set->by_role, role);
}

MwFilePart *
mw_file_set_steal (MwFileSet *set, const char *role)
{
  guint index;
  MwFilePart *part = mw_file_set_find (set, role);
  if (!part || !g_ptr_array_find (set->parts, part, &index) || index == 0)
    return NULL;
  g_hash_table_remove (set->by_role, role);
  return g_ptr_array_steal_index (set->parts, index);
}

char *
mw_file_stem (const char *path)
{
  char *name = g_path_get_basename (path), *dot = strrchr (name, '.');
  /* A name whose only dot is its first character has no extension. */
  if (dot && dot != name)
    *dot = '\0';
  return name;
}

char *
mw_file_beside (const char *path, const char *name)
{
  const char *slash = strrchr (path, G_DIR_SEPARATOR);
  return slash ? g_strdup_printf ("%.*s%s", (int) (slash + 1 - path), path, name) : g_strdup (name);
}

gboolean
mw_file_fail (GError **error, const char *path, const char *what)
{
  int code = errno;
  mw_set_error (error, MW_ERROR_IO, -1, path, "%s: %s", what, g_strerror (code));
  return FALSE;
}

gboolean
mw_file_cancelled (GCancellable *cancellable, GError **error)
{
  if (!cancellable || !g_cancellable_is_cancelled (cancellable))
    return FALSE;
  mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
  return TRUE;
}

/* --- Finding -------------------------------------------------------------------------------------------------------- */

static const char *const model_suffixes[] = { ".mdx", ".mdl", ".m2" };

static gboolean
is_model_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (model_suffixes); i++)
    if (g_str_has_suffix (lower, model_suffixes[i]))
      return TRUE;
  return FALSE;
}

static GPtrArray *
names_in (const char *folder, GError **error)
{
  g_autoptr (GError) why = NULL;
  GDir *dir = g_dir_open (folder, 0, &why);
  const char *name;
  if (!dir) {
    mw_set_error (error, MW_ERROR_IO, -1, folder, "%s", why->message);
    return NULL;
  }
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  return names;
}

GPtrArray *
mw_file_neighbours (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  return names_in (folder, error);
}

/* Takes ownership of the error. */
static void
leave_out (GPtrArray *unread, GError *error)
{
  if (unread)
    g_ptr_array_add (unread, error);
  else
    g_error_free (error);
}

static void
expand_folder (const char *folder, GPtrArray *files, guint depth, GPtrArray *unread)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) names = names_in (folder, &error);
  if (!names) {
    leave_out (unread, error);
    return;
  }
  g_ptr_array_sort (names, mw_compare_texts);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    /* Links to folders are not followed: they may form a cycle. */
    if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)) {
      if (depth < 64)
        expand_folder (path, files, depth + 1, unread);
    } else if (is_model_name (path)) {
      GError *why = NULL;
      if (mw_file_is_plain (path, &why))
        g_ptr_array_add (files, g_steal_pointer (&path));
      else
        leave_out (unread, why);
    }
  }
}

GPtrArray *
mw_files_expand (const char *const *names, GPtrArray *unread)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; names[i]; i++)
    if (g_file_test (names[i], G_FILE_TEST_IS_DIR))
      expand_folder (names[i], files, 0, unread);
    else
      g_ptr_array_add (files, g_strdup (names[i]));
  return files;
}
