/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-changes.h"
#include "core/base/array.h"
#include "core/base/file-slot.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Looking -------------------------------------------------------------------------------------------------------- */

/* Adds the current state of a role's file; if it has the bytes of `was` (may be NULL), it shares them. */
static gboolean
look_at (MwFileSet *now, const char *role, const char *path, const char *suffix, const MwFilePart *was,
         GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  MwFileStamp stamp = { 0 };
  struct stat info;
  /* Opening a pipe would block. */
  if (g_stat (path, &info) == 0 ? S_ISREG (info.st_mode) : errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
    bytes = mw_file_read_stamped (path, &stamp, cancellable, error);
    if (!bytes)
      return FALSE;
  }
  gboolean same = bytes && was && was->bytes && g_bytes_equal (bytes, was->bytes);
  mw_file_set_add_companion (now, role, path, suffix, same ? was->bytes : bytes);
  MwFilePart *part = mw_file_set_find (now, role);
  part->stamp = stamp;
  part->ours = same && was->ours;
  return TRUE;
}

/* Adds companions that did not exist before; `there` maps role to name. */
static gboolean
look_for_more (MwFileSet *now, const MwFileSet *seen, GHashTable *there, GCancellable *cancellable, GError **error)
{
  const char *model = mw_file_set_main (seen)->path;
  g_autofree char *stem = mw_file_stem (model);
  guint n;
  g_autofree const char **roles = (const char **) g_hash_table_get_keys_as_array (there, &n);
  qsort (roles, n, sizeof *roles, mw_compare_texts);
  for (guint i = 0; i < n; i++) {
    const char *name = g_hash_table_lookup (there, roles[i]);
    g_autofree char *path = mw_file_beside (model, name);
    if (!mw_file_set_find (now, roles[i])
        && !look_at (now, roles[i], path, name + strlen (stem), NULL, cancellable, error))
      return FALSE;
  }
  return TRUE;
}

MwFileSet *
mw_file_set_look (const MwFileSet *seen, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwFileSet) now = mw_file_set_new ();
  const MwFilePart *model = mw_file_set_main (seen);
  now->find_companions = seen->find_companions;
  g_autoptr (GHashTable) there = NULL;
  /* If the folder is gone, all companions are gone. */
  g_autofree char *folder = model->path ? g_path_get_dirname (model->path) : NULL;
  if (folder && seen->find_companions && g_file_test (folder, G_FILE_TEST_IS_DIR)
      && !(there = seen->find_companions (model->path, error)))
    return NULL;
  for (guint i = 0; i < seen->parts->len; i++) {
    const MwFilePart *part = seen->parts->pdata[i];
    const char *name = there && i > 0 ? g_hash_table_lookup (there, part->role) : NULL;
    g_autofree char *path = name ? mw_file_beside (model->path, name) : g_strdup (part->path);
    if (path && !look_at (now, part->role, path, part->suffix, part, cancellable, error))
      return NULL;
  }
  return !there || look_for_more (now, seen, there, cancellable, error) ? g_steal_pointer (&now) : NULL;
}

/* --- Comparing ------------------------------------------------------------------------------------------------------ */

static void
change_free (gpointer data)
{
  MwFileChange *change = data;
  g_free (change->role);
  g_free (change->path);
  g_free (change);
}

static void
add_change (GPtrArray *changes, MwFileChangeKind kind, const MwFilePart *part)
{
  MwFileChange *change = g_new0 (MwFileChange, 1);
  change->kind = kind;
  change->role = g_strdup (part->role);
  change->path = g_strdup (part->path);
  g_ptr_array_add (changes, change);
}

GPtrArray *
mw_file_set_compare (const MwFileSet *before, const MwFileSet *now)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  for (guint i = 0; i < before->parts->len; i++) {
    const MwFilePart *was = before->parts->pdata[i], *is = mw_file_set_find (now, was->role);
    gboolean there = is && is->bytes;
    if (was->bytes && !there && was->path)
      add_change (changes, MW_FILE_GONE, was);
    else if (!was->bytes && there)
      add_change (changes, MW_FILE_APPEARED, is);
    else if (there && !g_bytes_equal (was->bytes, is->bytes))
      add_change (changes, MW_FILE_CHANGED, is);
  }
  for (guint i = 0; i < now->parts->len; i++) {
    const MwFilePart *is = now->parts->pdata[i];
    if (is->bytes && !mw_file_set_find (before, is->role))
      add_change (changes, MW_FILE_APPEARED, is);
  }
  return changes;
}

gboolean
mw_file_changes_none (const GPtrArray *changes, GError **error)
{
  static const char *const reasons[] = {
    [MW_FILE_CHANGED] = "was changed by another program after it was read, and is not replaced",
    [MW_FILE_GONE] = "was deleted or renamed by another program after it was read; nothing was written",
    [MW_FILE_APPEARED] = "belongs to the model and has appeared since it was read; nothing was written",
  };
  if (changes->len == 0)
    return TRUE;
  const MwFileChange *first = changes->pdata[0];
  g_autofree char *more = changes->len > 1
                            ? g_strdup_printf ("; %u more of the model's files have changed, too", changes->len - 1)
                            : g_strdup ("");
  mw_set_error (error, MW_ERROR_CHANGED, -1, first->path, "%s%s", reasons[first->kind], more);
  return FALSE;
}
