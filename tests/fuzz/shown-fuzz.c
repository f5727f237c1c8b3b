/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz shown SECONDS. The input is a file with what is shown of a model. What is read is written, read and written again, which
 * gives the same bytes. */
#define _GNU_SOURCE
#include "core/base/error.h"
#include "core/render/shown.h"

#include <gio/gio.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static GBytes *
written (const MwShown *shown, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  gsize size = 0;
  g_assert (mw_shown_write (shown, path, "model.m2", &error));
  return g_file_get_contents (path, &text, &size, NULL) ? g_bytes_new_take (text, size) : g_bytes_new (NULL, 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("shown-fuzz-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "view.ini", NULL);
  int memory = memfd_create ("view", MFD_CLOEXEC);
  g_assert (memory >= 0 && write (memory, data, size) == (ssize_t) size);
  g_autofree char *input = g_strdup_printf ("/proc/self/fd/%d", memory);
  g_autoptr (MwShown) shown = mw_shown_read (input, &error);
  close (memory);
  g_assert ((shown != NULL) == (error == NULL) && (!error || error->domain == MW_ERROR));
  if (!shown) {
    rmdir (folder);
    return 0;
  }
  g_autoptr (GBytes) first = written (shown, path);
  g_autoptr (MwShown) again = mw_shown_read (path, &error);
  g_assert (again);
  g_autoptr (GBytes) second = written (again, path);
  g_assert (g_bytes_equal (first, second));
  unlink (path);
  rmdir (folder);
  return 0;
}
