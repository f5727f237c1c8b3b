/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/cache-file.h"
#include "core/base/error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

gboolean
mw_cache_file_write (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) wrong = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  if (g_mkdir_with_parents (folder, 0700) != 0) {
    mw_set_error (error, MW_ERROR_IO, -1, folder, "the folder cannot be made: %s", g_strerror (errno));
    return FALSE;
  }
  if (g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &wrong))
    return TRUE;
  mw_set_error (error, MW_ERROR_IO, -1, path, "it cannot be written: %s", wrong->message);
  return FALSE;
}

gint64
mw_cache_file_time (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (file, "time::modified,time::modified-usec", 0, NULL, NULL);
  return info ? (gint64) g_file_info_get_attribute_uint64 (info, "time::modified") * G_USEC_PER_SEC
                  + g_file_info_get_attribute_uint32 (info, "time::modified-usec")
              : -1;
}
