/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <string.h>

void
files_set_up (Files *files, gconstpointer data)
{
  files->folder = g_dir_make_tmp ("modelwright-XXXXXX", NULL);
}

static void
remove_all (const char *path)
{
  GDir *dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *below = g_build_filename (path, name, NULL);
    remove_all (below);
  }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (path);
}

void
files_tear_down (Files *files, gconstpointer data)
{
  remove_all (files->folder);
  g_free (files->folder);
}

char *
files_path (Files *files, const char *name)
{
  return g_build_filename (files->folder, name, NULL);
}

void
files_write (Files *files, const char *name, const char *text)
{
  g_autofree char *path = files_path (files, name);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
files_write_m2 (Files *files, const char *name, guint version, guint skins)
{
  g_autofree char *path = files_path (files, name);
  char bytes[0x130] = "MD20";
  memcpy (bytes + 4, &version, 4);
  memcpy (bytes + 0x44, &skins, 4);
  g_assert_true (g_file_set_contents (path, bytes, sizeof bytes, NULL));
}

char *
files_read (Files *files, const char *name)
{
  g_autofree char *path = files_path (files, name);
  char *text = NULL;
  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
files_list (Files *files)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GDir *dir = g_dir_open (files->folder, 0, NULL);
  const char *name;
  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  g_ptr_array_sort (names, by_name);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}
