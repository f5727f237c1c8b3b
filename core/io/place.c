/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/place.h"

#include <string.h>

/* Whether two paths name the same file, however they are spelled; NULL names none. */
static gboolean
is_same_path (const char *a, const char *b)
{
  g_autofree char *one = a ? g_canonicalize_filename (a, NULL) : NULL,
                  *two = b ? g_canonicalize_filename (b, NULL) : NULL;
  return one && two && strcmp (one, two) == 0;
}

GPtrArray *
mw_io_expected_roles (const MwFileSet *set)
{
  GBytes *model = mw_file_set_main (set)->bytes;
  const MwIoCompanions *companions = mw_io_companions (model);
  return companions ? companions->expected (model) : g_ptr_array_new ();
}

char *
mw_io_companion_suffix (const MwFileSet *set, const char *role)
{
  const MwIoCompanions *companions = mw_io_companions (mw_file_set_main (set)->bytes);
  return companions ? companions->suffix (role) : NULL;
}

const MwRecord *
mw_io_companion_content (const MwFileSet *set, const MwModel *model, const char *role)
{
  const MwIoCompanions *companions = mw_io_companions (mw_file_set_main (set)->bytes);
  return companions ? companions->content (model, role) : NULL;
}

static gboolean
has_role (const GPtrArray *roles, const char *role)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) roles, role, g_str_equal, NULL);
}

void
mw_io_set_finder (MwFileSet *set)
{
  const MwIoCompanions *companions = mw_io_companions (mw_file_set_main (set)->bytes);
  set->find_companions = companions ? companions->find : NULL;
}

/* Carried parts follow those that were written. A file that the model named and does not name any more stays where it is, and
 * does not go with the model to another place. */
static void
carry_parts (MwFileSet *written, const MwFileSet *was, const char *target)
{
  g_autoptr (GPtrArray) before = mw_io_expected_roles (was), now = mw_io_expected_roles (written);
  gboolean elsewhere = !is_same_path (mw_file_set_main (was)->path, target);
  for (guint i = 1; i < was->parts->len; i++) {
    const MwFilePart *part = was->parts->pdata[i];
    if (mw_file_set_find (written, part->role)
        || (elsewhere && has_role (before, part->role) && !has_role (now, part->role)))
      continue;
    mw_file_set_add_companion (written, part->role, NULL, part->suffix, part->bytes);
  }
}

/* Gives one companion its path: `before` is the part that the model was read from (or NULL), `found` the name of the file that
 * the folder has for its role (or NULL). */
static gboolean
place_companion (MwFilePart *part, const MwFilePart *before, const char *found, const MwIoCompanions *companions,
                 gboolean same_stem, const char *target, GError **error)
{
  g_autofree char *stem = mw_file_stem (target);
  g_autofree char *suffix = before && before->suffix ? g_strdup (before->suffix)
                            : companions             ? companions->suffix (part->role)
                                                     : NULL;
  g_autofree char *name = before && before->path && same_stem ? g_path_get_basename (before->path)
                                                              : g_strconcat (stem, suffix, NULL);
  if (!suffix) {
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, part->role, "no file name is known for this part of the model");
    return FALSE;
  }
  /* Under a stem that differs in case only, the folder shows the model's own file: it is not a file of the target. */
  g_autofree char *there_path = found ? mw_file_beside (target, found) : NULL;
  if (before && is_same_path (before->path, there_path))
    found = NULL;
  g_free (part->path);
  g_free (part->suffix);
  part->path = mw_file_beside (target, found ? found : name);
  part->suffix = found ? g_strdup (found + strlen (stem)) : g_steal_pointer (&suffix);
  return TRUE;
}

gboolean
mw_io_place (MwFileSet *written, const MwFileSet *was, const char *target, GError **error)
{
  const char *old = was ? mw_file_set_main (was)->path : NULL;
  g_autofree char *stem = mw_file_stem (target), *old_stem = old ? mw_file_stem (old) : NULL;
  if (was)
    carry_parts (written, was, target);
  MwFilePart *model = written->parts->pdata[0];
  g_free (model->path);
  model->path = g_strdup (target);
  mw_io_set_finder (written);
  if (written->parts->len == 1)
    return TRUE;
  const MwIoCompanions *companions = mw_io_companions (model->bytes);
  if (!companions && was)
    companions = mw_io_companions (mw_file_set_main (was)->bytes);
  g_autoptr (GHashTable) there = companions ? companions->find (target, error) : NULL;
  if (companions && !there)
    return FALSE;
  for (guint i = 1; i < written->parts->len; i++) {
    MwFilePart *part = written->parts->pdata[i];
    if (!place_companion (part, was ? mw_file_set_find (was, part->role) : NULL,
                          there ? g_hash_table_lookup (there, part->role) : NULL, companions,
                          g_strcmp0 (stem, old_stem) == 0, target, error))
      return FALSE;
  }
  return TRUE;
}

GPtrArray *
mw_io_take_left (MwFileSet *placed, const MwFileSet *was)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_part_free);
  GBytes *model = mw_file_set_main (placed)->bytes;
  const MwIoCompanions *companions = mw_io_companions (model);
  if (!is_same_path (mw_file_set_main (was)->path, mw_file_set_main (placed)->path))
    return left;
  g_autoptr (GPtrArray) before = mw_io_expected_roles (was);
  g_autoptr (GPtrArray) now = companions ? companions->named (model) : g_ptr_array_new ();
  for (guint i = 0; i < before->len; i++) {
    const char *role = before->pdata[i];
    const MwFilePart *read = mw_file_set_find (was, role), *part = mw_file_set_find (placed, role);
    /* A part that was written is needed, whatever the model says. */
    if (!read || !part || part->bytes != read->bytes || !is_same_path (part->path, read->path) || has_role (now, role))
      continue;
    g_ptr_array_add (left, mw_file_set_steal (placed, role));
  }
  return left;
}
