/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/convert-files.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/base/last-words.h"

#include <string.h>

typedef struct {
  GStrv paths;
  char *output;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;
  g_strfreev (search->paths);
  g_free (search->output);
  g_free (search);
}

static void
found_free (gpointer data)
{
  MwFoundFile *found = data;
  g_free (found->path);
  g_free (found->name);
  g_clear_error (&found->error);
  g_free (found);
}

static void
add (GPtrArray *files, const char *path, const char *name, const GError *error)
{
  MwFoundFile *found = g_new0 (MwFoundFile, 1);
  found->path = g_strdup (path);
  found->name = g_filename_display_name (name);
  found->error = error ? g_error_copy (error) : NULL;
  g_ptr_array_add (files, found);
}

/* What follows `folder` in `path`; NULL: it is not below it. Both are canonical. */
static const char *
below (const char *path, const char *folder)
{
  const gsize length = strlen (folder);
  if (strncmp (path, folder, length) != 0)
    return NULL;
  if (length && folder[length - 1] == G_DIR_SEPARATOR)
    return path + length;
  return path[length] == G_DIR_SEPARATOR ? path + length + 1 : NULL;
}

/* Adds what is at `path`: a file, or the files of a folder. */
static void
add_all (GPtrArray *files, const char *path, const char *output)
{
  g_autoptr (GPtrArray) unread = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_autoptr (GPtrArray) paths = mw_files_expand ((const char *const[]) { path, NULL }, unread);
  for (guint i = 0; i < paths->len; i++) {
    const char *name = below (paths->pdata[i], path);
    if (name && below (output, path) && below (paths->pdata[i], output))
      continue;
    g_autofree char *own = g_path_get_basename (paths->pdata[i]);
    add (files, paths->pdata[i], name ? name : own, NULL);
  }
  for (guint i = 0; i < unread->len; i++) {
    const char *at = mw_error_path (unread->pdata[i]);
    add (files, at ? at : path, at ? at : path, unread->pdata[i]);
  }
}

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Search *search = data;
  GPtrArray *files = g_ptr_array_new_with_free_func (found_free);
  g_autofree char *output = g_canonicalize_filename (search->output, NULL);
  mw_last_words_in_thread ();
  for (guint i = 0; search->paths[i] && !g_cancellable_is_cancelled (cancellable); i++) {
    g_autofree char *path = g_canonicalize_filename (search->paths[i], NULL);
    add_all (files, path, output);
  }
  g_task_return_pointer (task, files, (GDestroyNotify) g_ptr_array_unref);
}

void
mw_convert_find_async (const char *const *paths, const char *output, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer data)
{
  Search *search = g_new0 (Search, 1);
  search->paths = g_strdupv ((char **) paths);
  search->output = g_strdup (output);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_convert_find_async);
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, find_thread);
}

GPtrArray *
mw_convert_find_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
