/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target without libFuzzer over the files and folders given, one TAP line for each input. Inputs are copied
 * into heap blocks of exactly their size, so that valgrind and the address sanitizer see a read past the end. */
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static int count;

static void
replay (const char *name, const char *bytes, gsize size)
{
  uint8_t *block = g_malloc (MAX (size, 1));
  uint8_t *data = size ? block : block + 1;
  if (size)
    memcpy (data, bytes, size);
  /* After a crash this is the last line. */
  printf ("# %s\n", name);
  fflush (stdout);
  LLVMFuzzerTestOneInput (data, size);
  g_free (block);
  printf ("ok %d - %s\n", ++count, name);
  fflush (stdout);
}

static gboolean
replay_file (const char *path)
{
  g_autofree char *bytes = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  if (!g_file_get_contents (path, &bytes, &size, &error)) {
    printf ("Bail out! %s\n", error->message);
    return FALSE;
  }
  replay (name, bytes, size);
  return TRUE;
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
replay_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  if (!dir)
    return TRUE;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, by_name);
  for (guint i = 0; i < paths->len; i++)
    if (!replay_file (paths->pdata[i]))
      return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  /* The number of inputs is only known now; TAP allows the plan at the end. */
  replay ("the empty input", "", 0);
  for (int i = 1; i < argc; i++) {
    gboolean done = g_file_test (argv[i], G_FILE_TEST_IS_REGULAR) ? replay_file (argv[i]) : replay_folder (argv[i]);
    if (!done)
      return EXIT_FAILURE;
  }
  printf ("1..%d\n", count);
  return EXIT_SUCCESS;
}
