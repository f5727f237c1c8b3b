/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz archive SECONDS. The input is an MPQ archive. Archives are opened by path and in another process, so it is written into
 * memory that has a path in both. */
#define _GNU_SOURCE
#include "core/base/error.h"
#include "core/vfs/archive.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* The files of an archive that are read, and the largest. */
#define MOST_FILES 16
#define MOST_BYTES (1 << 20)

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  int memory = memfd_create ("archive", MFD_CLOEXEC);
  g_assert (memory >= 0 && write (memory, data, size) == (ssize_t) size);
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd/%d", (int) getpid (), memory);
  g_autoptr (MwArchive) archive = mw_archive_open (path, &error);
  g_assert ((archive != NULL) == (error == NULL) && (!error || error->domain == MW_ERROR));
  g_autoptr (GPtrArray) names = archive ? mw_archive_names (archive, NULL) : g_ptr_array_new ();
  for (guint i = 0; i < names->len && i < MOST_FILES; i++) {
    g_autoptr (GError) wrong = NULL;
    g_autoptr (GBytes) bytes = mw_archive_read (archive, names->pdata[i], MOST_BYTES, &wrong);
    g_assert ((bytes != NULL) == (wrong == NULL) && (!wrong || wrong->domain == MW_ERROR));
  }
  close (memory);
  return 0;
}
