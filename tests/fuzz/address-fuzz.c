/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz address SECONDS. The input is the name of a file in an archive, as in "ARCHIVE:NAME": it is looked for, read as a model, given a place
 * below a folder, and searched for in a list that has it. */
#include "core/base/error.h"
#include "core/io/registry.h"
#include "core/vfs/extract.h"
#include "core/vfs/name-search.h"

#include <StormLib.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const files[] = { "Units\\a.mdl", "b.m2", "Units\\Bear\\Bear.blp", "c" };
static char *path; /* of the archive */

static void
remove_archive (void)
{
  g_unlink (path);
}

static MwPlaces *
make_archive (void)
{
  static const char text[] = "Version { FormatVersion 800, }\n";
  HANDLE archive, file;
  int made = g_file_open_tmp ("mw-fuzz-XXXXXX.mpq", &path, NULL);
  g_assert (made >= 0 && close (made) == 0 && g_unlink (path) == 0);
  SFILE_CREATE_MPQ how = {
    .cbSize = sizeof how, .dwSectorSize = 0x1000, .dwMaxFileCount = 16, .dwFileFlags1 = MPQ_FILE_COMPRESS
  };
  g_assert (SFileCreateArchive2 (path, &how, &archive));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert (SFileCreateFile (archive, files[i], 0, sizeof text, 0, 0, &file)
              && SFileWriteFile (file, text, sizeof text, 0) && SFileFinishFile (file));
  g_assert (SFileCloseArchive (archive));
  /* StormLib closes file 0 with the first archive that it makes; pipes to other programs must not get this number. */
  if (fcntl (STDIN_FILENO, F_GETFD) < 0)
    g_assert (open ("/dev/null", O_RDONLY) == STDIN_FILENO);
  atexit (remove_archive);
  g_autoptr (MwArchive) opened = mw_archive_open (path, NULL);
  g_assert (opened);
  return mw_places_new_archive (opened);
}

static void
try_to_load (MwPlaces *places, const char *name)
{
  g_autoptr (GError) error = NULL, wrong = NULL;
  g_autofree char *address = g_strconcat (path, ":", name, NULL), *archive = NULL, *inside = NULL;
  g_assert (mw_archive_split (address, &archive, &inside) == (*name != 0));
  g_assert (!*name || (strcmp (archive, path) == 0 && strcmp (inside, name) == 0));
  g_autofree char *found = mw_places_find (places, name);
  g_autoptr (MwFileSet) set = mw_io_load_from (places, name, NULL, &error);
  g_assert ((set != NULL) == (error == NULL) && (set != NULL) == (found != NULL)
            && (!error || error->domain == MW_ERROR));
  g_autoptr (GBytes) bytes = mw_places_read (places, name, 1 << 20, &wrong);
  g_assert ((bytes != NULL) == (found != NULL) && (!wrong || wrong->domain == MW_ERROR));
}

/* A place is below the folder, whatever the name. */
static void
try_to_place (const char *name)
{
  g_autofree char *target = mw_extract_target ("/folder", name),
                  *real = target ? g_canonicalize_filename (target, "/") : NULL;
  g_assert (!real || (g_str_has_prefix (real, "/folder/") && real[strlen ("/folder/")]));
}

/* A name is found by its own words, unless there are more than count. */
static void
try_to_search (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_ptr_array_add (names, (gpointer) files[0]);
  g_ptr_array_add (names, (gpointer) name);
  g_autoptr (MwNameSearch) search = mw_name_search_new (names);
  guint n = mw_name_search_run (search, NULL, name);
  gboolean there = FALSE;
  for (guint i = 0; i < n; i++)
    there |= mw_name_search_get (search, i) == name;
  g_assert (there);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static MwPlaces *places;
  if (!places)
    places = make_archive ();
  g_autofree char *name = g_strndup ((const char *) data, size);
  try_to_load (places, name);
  try_to_place (name);
  try_to_search (name);
  return 0;
}
