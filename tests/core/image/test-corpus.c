/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/image.h"

#include <string.h>

static char *
corpus_folder (void)
{
  const char *set = g_getenv ("MODELWRIGHT_CORPUS");
  return g_build_filename (set ? set : "../shared/corpus", "blp", NULL);
}

static guint32
le32 (const char *data)
{
  const guint8 *bytes = (const guint8 *) data;
  return bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 24;
}

/* Decodes every level; TRUE if all are right. Their sizes must be those of the header, halved each time. */
static gboolean
check_file (const char *name, const char *data, gsize size, GHashTable *counts, guint *levels)
{
  guint32 width = 0, height = 0;
  if (memcmp (data, "BLP", 3) == 0) {
    width = le32 (data + 0x0C);
    height = le32 (data + 0x10);
  } else if (memcmp (data, "DDS", 3) == 0) {
    width = le32 (data + 0x10);
    height = le32 (data + 0x0C);
  }
  for (guint level = 0;; level++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwImage) image = mw_image_decode_level ((const guint8 *) data, size, level, &error);
    if (!image && level > 0 && g_error_matches (error, MW_ERROR, MW_ERROR_VALUE))
      return TRUE;
    if (!image) {
      g_autofree char *text = mw_error_describe (error, name);
      g_test_message ("level %u: %s", level, text);
      return FALSE;
    }
    if (level == 0) {
      guint *count = g_hash_table_lookup (counts, image->format_name);
      if (!count)
        g_hash_table_insert (counts, (gpointer) image->format_name, count = g_new0 (guint, 1));
      ++*count;
    }
    ++*levels;
    if (width && (image->width != MAX (width >> level, 1) || image->height != MAX (height >> level, 1)))
      g_test_message ("%s: level %u is %u x %u", name, level, image->width, image->height);
  }
}

static void
test_corpus (void)
{
  g_autofree char *folder = corpus_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  if (!dir) {
    g_test_skip ("no corpus (set MODELWRIGHT_CORPUS)");
    return;
  }
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  guint files = 0, good = 0, levels = 0;
  for (const char *name; (name = g_dir_read_name (dir));) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true (g_file_get_contents (path, &data, &size, NULL));
    files++;
    if (size >= 18 && check_file (name, data, size, counts, &levels))
      good++;
  }
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_test_message ("%s: %u", (const char *) key, *(guint *) value);
  g_test_message ("%u of %u files read, %u levels", good, files, levels);
  g_assert_cmpuint (files, >, 0);
  g_assert_cmpuint (good, ==, files);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/corpus/every level of every texture is read", test_corpus);
  return g_test_run ();
}
