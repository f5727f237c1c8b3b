/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/vfs/tables.h"

#include <glib/gstdio.h>
#include <string.h>

static void
put (GByteArray *to, guint32 value)
{
  const guint8 bytes[] = { (guint8) value, (guint8) (value >> 8), (guint8) (value >> 16), (guint8) (value >> 24) };
  g_byte_array_append (to, bytes, sizeof bytes);
}

GBytes *
tables_make (guint n_fields, const char *const *records)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) texts = g_byte_array_new ();
  guint n = 0;
  while (records[n])
    n++;
  g_byte_array_append (texts, (const guint8 *) "", 1);
  g_byte_array_append (file, (const guint8 *) "WDBC", 4);
  for (guint i = 0; i < 4; i++)
    put (file, (const guint32[]) { n, n_fields, n_fields * 4, 0 }[i]);
  for (guint i = 0; i < n; i++) {
    g_auto (GStrv) fields = g_strsplit (records[i], " ", -1);
    g_assert_cmpuint (g_strv_length (fields), ==, n_fields);
    for (guint k = 0; k < n_fields; k++) {
      put (file, fields[k][0] == 's' ? texts->len : (guint32) g_ascii_strtoull (fields[k] + 1, NULL, 10));
      if (fields[k][0] == 's')
        g_byte_array_append (texts, (const guint8 *) fields[k] + 1, (guint) strlen (fields[k]));
    }
  }
  const guint32 size = texts->len;
  memcpy (file->data + 16, &size, 4);
  g_byte_array_append (file, texts->data, texts->len);
  return g_byte_array_free_to_bytes (file);
}

void
tables_write (const char *folder, const char *name, guint n_fields, const char *const *records)
{
  g_autofree char *below = g_build_filename (folder, "DBFilesClient", NULL),
                  *path = g_build_filename (below, name, NULL);
  g_autoptr (GBytes) bytes = tables_make (n_fields, records);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}
