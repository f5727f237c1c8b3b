/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"

#include <string.h>

char *
mwright_path (void)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  return g_build_filename (build ? build : "build", "mwright", NULL);
}

Run
run_mwright (const char *folder, const char *const *args, GBytes *input)
{
  Run run = { .code = -1 };
  GError *error = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *program = mwright_path ();
  g_ptr_array_add (argv, program);
  for (guint i = 0; args[i]; i++)
    g_ptr_array_add (argv, (gpointer) args[i]);
  g_ptr_array_add (argv, NULL);
  g_autoptr (GSubprocessLauncher)
    launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
                                          | (input ? G_SUBPROCESS_FLAGS_STDIN_PIPE : G_SUBPROCESS_FLAGS_NONE));
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_autoptr (GSubprocess) process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) out = NULL, err = NULL;
  g_subprocess_communicate (process, input, NULL, &out, &err, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_if_exited (process))
    run.code = g_subprocess_get_exit_status (process);
  run.size = g_bytes_get_size (out);
  run.out = g_strndup ("", run.size);
  memcpy (run.out, run.size ? g_bytes_get_data (out, NULL) : "", run.size);
  run.err = g_strndup (g_bytes_get_size (err) ? g_bytes_get_data (err, NULL) : "", g_bytes_get_size (err));
  return run;
}

Run
run_words (const char *folder, ...)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  va_list words;
  const char *word;
  va_start (words, folder);
  while ((word = va_arg (words, const char *)))
    g_ptr_array_add (args, (gpointer) word);
  va_end (words);
  g_ptr_array_add (args, NULL);
  return run_mwright (folder, (const char *const *) args->pdata, NULL);
}

void
run_clear (Run *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

char *
make_folder (void)
{
  GError *error = NULL;
  char *folder = g_dir_make_tmp ("mwright-XXXXXX", &error);
  g_assert_no_error (error);
  return folder;
}

void
remove_folder (const char *folder)
{
  files_remove (folder);
}

char *
make_folder_of_samples (void)
{
  char *folder = make_folder ();
  g_autofree char *everything = sample_path ("everything.mdx"), *figure = sample_path ("figure.mdx");
  copy_into (folder, everything, "a.mdx");
  copy_into (folder, figure, "b.mdx");
  return folder;
}

void
copy_into (const char *folder, const char *from, const char *name)
{
  GError *error = NULL;
  gsize size;
  g_autofree char *bytes = NULL, *path = g_build_filename (folder, name, NULL);
  g_file_get_contents (from, &bytes, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, bytes, (gssize) size, &error);
  g_assert_no_error (error);
}

GBytes *
bytes_in (const char *folder, const char *name)
{
  GError *error = NULL;
  gsize size;
  char *bytes;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_file_get_contents (path, &bytes, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, size);
}

void
write_in (const char *folder, const char *name, const char *text)
{
  GError *error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

gboolean
exists_in (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

void
assert_golden (const char *name, const char *text)
{
  g_autofree char *file = g_build_filename ("tests/app/cli/golden", name, NULL);
  assert_golden_file (file, text);
}

void
assert_golden_file (const char *name, const char *text)
{
  GError *error = NULL;
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *path = g_build_filename (source ? source : ".", name, NULL), *expected = NULL;
  if (g_strcmp0 (g_getenv ("UPDATE_GOLDEN"), "1") == 0) {
    g_file_set_contents (path, text, -1, &error);
    g_assert_no_error (error);
    g_test_message ("wrote %s", name);
    return;
  }
  g_file_get_contents (path, &expected, NULL, &error);
  g_assert_no_error (error);
  if (strcmp (text, expected) == 0)
    return;
  g_auto (GStrv) now = g_strsplit (text, "\n", -1), then = g_strsplit (expected, "\n", -1);
  guint line = 0;
  while (now[line] && then[line] && strcmp (now[line], then[line]) == 0)
    line++;
  g_test_message ("%s, line %u\n  was: %s\n  is:  %s", name, line + 1, then[line] ? then[line] : "(end)",
                  now[line] ? now[line] : "(end)");
  g_test_message ("if that is meant: UPDATE_GOLDEN=1, run this test again, and check the file in");
  g_test_fail ();
}
