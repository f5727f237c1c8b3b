/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/archive-file.h"
#include "core/base/error.h"
#include "core/vfs/names.h"

#include <StormLib.h>
#include <string.h>

/* The listfile of the largest client has 20 MB. */
#define MOST_LIST_BYTES (64u << 20)

struct _MwArchiveFile {
  char *path;
  HANDLE handle;
  guint n_files;      /* of its own, without those of patches */
  GPtrArray *patches; /* char *: the prefix and the path of each in turn */
};

/* --- Opening -------------------------------------------------------------------------------------------------------- */

static void
set_error (GError **error, const char *path, const char *what)
{
  DWORD code = GetLastError ();
  switch (code) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_ACCESS_DENIED:
    mw_set_error (error, MW_ERROR_IO, -1, path, "%s: %s", what, g_strerror ((int) code));
    break;
  case ERROR_NOT_ENOUGH_MEMORY:
    mw_set_error (error, MW_ERROR_LIMIT, -1, path, "%s: it needs more memory than there is", what);
    break;
  case ERROR_BAD_FORMAT:
  case ERROR_AVI_FILE:
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s: it is not an MPQ archive, or its header is damaged", what);
    break;
  case ERROR_NOT_SUPPORTED:
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, path, "%s: this kind of MPQ archive is not supported", what);
    break;
  case ERROR_CAN_NOT_COMPLETE:
  case ERROR_FILE_CORRUPT:
  case ERROR_CHECKSUM_ERROR:
  case ERROR_FILE_INCOMPLETE:
  case ERROR_HANDLE_EOF:
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s: its data are damaged", what);
    break;
  case ERROR_BASE_FILE_MISSING:
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s: it is a patch of a file that is not there", what);
    break;
  case ERROR_UNKNOWN_FILE_KEY:
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s: it is encrypted with an unknown key", what);
    break;
  default:
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s (error %u of StormLib)", what, (unsigned) code);
  }
}

/* What an archive has about itself. */
static const char *const internal[] = { LISTFILE_NAME, ATTRIBUTES_NAME, SIGNATURE_NAME };

static gboolean
is_internal (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (internal); i++)
    if (g_ascii_strcasecmp (name, internal[i]) == 0)
      return TRUE;
  return FALSE;
}

/* The number of files, without those that only the archive itself uses. */
static guint
count_files (HANDLE archive)
{
  DWORD n = 0;
  bool ok = SFileGetFileInfo (archive, SFileMpqNumberOfFiles, &n, sizeof n, NULL);
  for (guint i = 0; ok && i < G_N_ELEMENTS (internal); i++)
    if (n > 0 && SFileHasFile (archive, internal[i]))
      n--;
  return ok ? n : 0;
}

MwArchiveFile *
mw_archive_file_open (const char *path, GError **error)
{
  HANDLE handle = NULL;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    mw_set_error (error, MW_ERROR_IO, -1, path, "there is no such archive");
    return NULL;
  }
  /* The list of files and the attributes are not needed to find a file, and take most of the time that opening takes. */
  bool ok = SFileOpenArchive (path, 0, MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_LISTFILE | MPQ_OPEN_NO_ATTRIBUTES, &handle);
  if (!ok) {
    set_error (error, path, "the archive cannot be opened");
    return NULL;
  }
  MwArchiveFile *archive = g_new0 (MwArchiveFile, 1);
  archive->path = g_strdup (path);
  archive->handle = handle;
  archive->n_files = count_files (handle);
  archive->patches = g_ptr_array_new_with_free_func (g_free);
  return archive;
}

void
mw_archive_file_free (MwArchiveFile *archive)
{
  SFileCloseArchive (archive->handle);
  g_ptr_array_unref (archive->patches);
  g_free (archive->path);
  g_free (archive);
}

gboolean
mw_archive_file_add_patch (MwArchiveFile *archive, const char *path, const char *prefix, GError **error)
{
  bool ok = SFileOpenPatchArchive (archive->handle, path, prefix, 0);
  if (!ok) {
    set_error (error, path, "the patch cannot be opened");
    return FALSE;
  }
  g_ptr_array_add (archive->patches, g_strdup (prefix));
  g_ptr_array_add (archive->patches, g_strdup (path));
  return TRUE;
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static char *
game_path (const char *name)
{
  return g_strdelimit (g_strdup (name), "/", '\\');
}

gboolean
mw_archive_file_has (MwArchiveFile *archive, const char *name)
{
  g_autofree char *wanted = game_path (name);
  return SFileHasFile (archive->handle, wanted);
}

/* Reads an open file. */
static GBytes *
read_open (HANDLE file, const char *name, gsize limit, GError **error)
{
  DWORD high = 0, low = SFileGetFileSize (file, &high), n = 0;
  guint64 size = ((guint64) high << 32) | low;
  if (low == SFILE_INVALID_SIZE) {
    set_error (error, name, "the file cannot be read from the archive");
    return NULL;
  }
  if (size > limit) {
    mw_set_error (error, MW_ERROR_LIMIT, (gint64) limit, name,
                  "the file in the archive is larger than %" G_GSIZE_FORMAT " bytes", limit);
    return NULL;
  }
  /* A damaged archive may state any size. */
  g_autofree guint8 *bytes = g_try_malloc (MAX (size, 1));
  if (!bytes) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, name, "%" G_GUINT64_FORMAT " bytes do not fit into memory", size);
    return NULL;
  }
  if (size > 0 && (!SFileReadFile (file, bytes, (DWORD) size, &n, NULL) || n != size)) {
    set_error (error, name, "the file cannot be unpacked");
    return NULL;
  }
  return g_bytes_new_take (g_steal_pointer (&bytes), size);
}

/* `scope`: SFILE_OPEN_FROM_MPQ with its patches, SFILE_OPEN_BASE_FILE without them. */
static GBytes *
read_file (MwArchiveFile *archive, const char *name, DWORD scope, gsize limit, GError **error)
{
  g_autofree char *wanted = game_path (name);
  HANDLE file = NULL;
  GBytes *bytes = NULL;
  if (SFileOpenFileEx (archive->handle, wanted, scope, &file)) {
    bytes = read_open (file, name, MIN (limit, G_MAXUINT32 - 1), error);
    SFileCloseFile (file);
  } else if (GetLastError () == ERROR_FILE_NOT_FOUND || GetLastError () == ERROR_MARKED_FOR_DELETE)
    mw_set_error (error, MW_ERROR_IO, -1, name, "%s has no such file", archive->path);
  else
    set_error (error, name, "the file cannot be opened in the archive");
  return bytes;
}

GBytes *
mw_archive_file_read (MwArchiveFile *archive, const char *name, gsize limit, GError **error)
{
  return read_file (archive, name, SFILE_OPEN_FROM_MPQ, limit, error);
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwArchiveFile *archive;
  GHashTable *seen; /* the names in lower case */
  GPtrArray *names;
} Names;

/* Takes `name`. */
static void
add_name (Names *n, char *name)
{
  g_strdelimit (name, "/", '\\');
  g_autofree char *key = g_ascii_strdown (name, -1);
  if (!*name || is_internal (name) || g_hash_table_contains (n->seen, key) || !mw_archive_file_has (n->archive, name)) {
    g_free (name);
    return;
  }
  g_hash_table_add (n->seen, g_steal_pointer (&key));
  g_ptr_array_add (n->names, name);
}

/* Adds the names that an archive, or a patch of it, lists itself; of a patch those below its prefix. One name in each line; lines end in CR,
 * LF, both, or a semicolon. */
static void
add_list (Names *n, MwArchiveFile *from, const char *prefix)
{
  g_autoptr (GBytes) list = read_file (from, LISTFILE_NAME, SFILE_OPEN_BASE_FILE, MOST_LIST_BYTES, NULL);
  const gsize skipped = strlen (prefix);
  gsize size = 0;
  const char *at = list ? g_bytes_get_data (list, &size) : NULL, *end = at ? at + size : NULL;
  while (at < end) {
    const char *stop = at;
    while (stop < end && !strchr ("\r\n;", *stop))
      stop++;
    if ((gsize) (stop - at) > skipped && g_ascii_strncasecmp (at, prefix, skipped) == 0)
      add_name (n, g_strndup (at + skipped, (gsize) (stop - at) - skipped));
    at = stop + 1;
  }
}

/* What patches add. A patch that cannot be opened again has no names; its files are found nevertheless. */
static void
add_lists_of_patches (Names *n)
{
  for (guint i = 0; i < n->archive->patches->len; i += 2) {
    const char *prefix = n->archive->patches->pdata[i];
    g_autoptr (MwArchiveFile) patch = mw_archive_file_open (n->archive->patches->pdata[i + 1], NULL);
    g_autofree char *below = *prefix ? g_strconcat (prefix, "\\", NULL) : g_strdup ("");
    if (patch)
      add_list (n, patch, below);
  }
}

/* A map's list of imported files: version, count (both u32), then for each a flag and a name that ends in 0. The flags 5 and 8 mean
 * a name below war3mapImported. Editors that protect a map often remove its list of files, but not this one. */
static void
add_imports (Names *n)
{
  g_autoptr (GBytes) list = mw_archive_file_read (n->archive, "war3map.imp", MOST_LIST_BYTES, NULL);
  gsize size = 0, at = 8;
  const char *bytes = list ? g_bytes_get_data (list, &size) : NULL;
  while (bytes && at + 1 < size) {
    char flag = bytes[at++];
    const char *end = memchr (bytes + at, 0, size - at);
    if (!end)
      return;
    gsize length = (gsize) (end - (bytes + at));
    g_autofree char *name = g_strndup (bytes + at, length);
    add_name (n, g_strconcat (flag == 5 || flag == 8 || flag == 0 ? "war3mapImported\\" : "", name, NULL));
    at += length + 1;
  }
}

GPtrArray *
mw_archive_file_names (MwArchiveFile *archive, guint *unnamed)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Names n = { archive, seen, g_ptr_array_new_with_free_func (g_free) };
  add_list (&n, archive, "");
  add_imports (&n);
  if (unnamed)
    *unnamed = archive->n_files > n.names->len ? archive->n_files - n.names->len : 0;
  add_lists_of_patches (&n);
  g_ptr_array_sort (n.names, mw_name_compare);
  return n.names;
}
