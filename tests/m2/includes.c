/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/includes.h"

#include <string.h>

guint
includes_only (const char *prefix, const char *const *allowed)
{
  const char *root = g_getenv ("MODELWRIGHT_SOURCE_ROOT"), *name;
  g_autofree char *folder = g_build_filename (root ? root : ".", "tests", "m2", NULL);
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
    if (!g_str_has_prefix (name, prefix))
      continue;
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
    for (char **line = lines; *line; line++)
      if (g_str_has_prefix (*line, "#") && strstr (*line, "include")) {
        if (!g_str_has_prefix (*line, "#include ") || !g_strv_contains (allowed, *line + strlen ("#include ")))
          g_error ("%s: %s", name, *line);
        n++;
      }
  }
  g_dir_close (dir);
  return n;
}
