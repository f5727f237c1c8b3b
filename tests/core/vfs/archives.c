/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/vfs/archives.h"

#include <StormLib.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* StormLib closes file 0 with the first archive that it makes; pipes to other programs must not get this number. */
static void
close_archive (HANDLE archive)
{
  g_assert_true (SFileCloseArchive (archive));
  if (fcntl (STDIN_FILENO, F_GETFD) < 0)
    g_assert_cmpint (open ("/dev/null", O_RDONLY), ==, STDIN_FILENO);
}

static HANDLE
create (const char *path, gboolean listed)
{
  HANDLE archive;
  g_autofree char *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  SFILE_CREATE_MPQ how = {
    .cbSize = sizeof how, .dwSectorSize = 0x1000, .dwMaxFileCount = 64, .dwFileFlags1 = listed ? MPQ_FILE_COMPRESS : 0
  };
  g_assert_true (SFileCreateArchive2 (path, &how, &archive));
  return archive;
}

static void
add (HANDLE archive, const char *name, const void *bytes, gsize size)
{
  HANDLE file;
  g_assert_true (SFileCreateFile (archive, name, 0, (DWORD) size, 0, MPQ_FILE_COMPRESS, &file));
  g_assert_true (SFileWriteFile (file, bytes, (DWORD) size, MPQ_COMPRESSION_ZLIB));
  g_assert_true (SFileFinishFile (file));
}

static void
make (const char *path, gboolean listed, va_list args)
{
  HANDLE archive = create (path, listed);
  for (const char *name; (name = va_arg (args, const char *));) {
    const char *text = va_arg (args, const char *);
    add (archive, name, text, strlen (text));
  }
  close_archive (archive);
}

void
archives_make (const char *path, ...)
{
  va_list args;
  va_start (args, path);
  make (path, TRUE, args);
  va_end (args);
}

void
archives_make_unlisted (const char *path, ...)
{
  va_list args;
  va_start (args, path);
  make (path, FALSE, args);
  va_end (args);
}

void
archives_add (const char *path, const char *name, GBytes *bytes)
{
  HANDLE archive;
  g_assert_true (SFileOpenArchive (path, 0, 0, &archive));
  add (archive, name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  close_archive (archive);
}

void
archives_make_map (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_autoptr (GByteArray) map = g_byte_array_new ();
  guint8 header[512] = "HM3W";
  g_byte_array_append (map, header, sizeof header);
  g_byte_array_append (map, (const guint8 *) bytes, (guint) size);
  g_assert_true (g_file_set_contents (path, (const char *) map->data, map->len, NULL));
}
