/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "tests/m2/generate.h"

#include <string.h>

char *
fixture_m2_set (guint version, const char *stem)
{
  M2GenerateOptions options = { .version = version };
  g_autoptr (GPtrArray) files = m2_generate (&options);
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_assert_true (g_str_has_prefix (file->name, "Sample"));
    g_autofree char *name = g_strconcat (stem, file->name + strlen ("Sample"), NULL);
    g_autofree char *path = g_build_filename (fixture_folder (), name, NULL);
    gsize size;
    const char *bytes = g_bytes_get_data (file->bytes, &size);
    g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  }
  g_autofree char *model = g_strconcat (stem, ".m2", NULL);
  return g_build_filename (fixture_folder (), model, NULL);
}
