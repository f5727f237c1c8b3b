/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/m2-set.h"
#include "tests/m2/generate.h"

GPtrArray *
write_m2_set (const char *folder, guint version)
{
  g_autoptr (GPtrArray) files = m2_generate (&(M2GenerateOptions) { .version = version });
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *path = g_build_filename (folder, file->name, NULL);
    gsize size;
    const char *bytes = g_bytes_get_data (file->bytes, &size);
    g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
    g_ptr_array_add (names, g_strdup (file->name));
  }
  return names;
}
