/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a save flushes to the disk, and when: after a power cut the disk has the old files or the new ones only if each new file is
 * there before the log says so, and the log before the first file is replaced. */
#include "core/base/file-set.h"
#include "tests/core/io/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The calls that matter, in their order, as words with a blank between. */
static GString *calls;

static void
note_call (const char *what, const char *name)
{
  if (calls)
    g_string_append_printf (calls, "%s%s%s%s", calls->len ? " " : "", what, *name ? ":" : "", name);
}

int
fsync (int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd), *path = g_file_read_link (link, NULL);
  if (path) {
    g_autofree char *name = g_path_get_basename (path);
    const char *what = g_file_test (path, G_FILE_TEST_IS_DIR) ? "folder"
                       : g_str_has_suffix (name, ".saving")   ? "log"
                       : g_str_has_suffix (name, ".new")      ? "new"
                                                              : name;
    note_call ("flush", what);
  }
  return (int) syscall (SYS_fsync, fd);
}

int
rename (const char *from, const char *to)
{
  g_autofree char *name = g_path_get_basename (to);
  note_call ("put", name);
  return (int) syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static MwFileSet *
set_of (Files *f, const char *model, const char *skin)
{
  MwFileSet *set = mw_file_set_new ();
  g_autofree char *path = files_path (f, "a.m2"), *beside = files_path (f, "a00.skin");
  g_autoptr (GBytes) bytes = g_bytes_new (model, strlen (model));
  mw_file_set_add (set, "model", path, bytes);
  if (skin) {
    g_autoptr (GBytes) companion = g_bytes_new (skin, strlen (skin));
    mw_file_set_add_companion (set, "skin0", beside, "00.skin", companion);
  }
  return set;
}

static void
assert_calls (const MwFileSet *set, MwSaveFlags flags, const char *expected)
{
  g_autoptr (GError) error = NULL;
  calls = g_string_new (NULL);
  mw_file_set_save (set, MW_SAVE_OVERWRITE | flags, NULL, NULL, &error);
  g_autofree char *made = g_string_free (g_steal_pointer (&calls), FALSE);
  g_assert_no_error (error);
  g_assert_cmpstr (made, ==, expected);
}

static void
one_file (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", NULL), two = set_of (f, "m2", NULL);
  assert_calls (one, 0, "flush:new put:a.m2 flush:folder");
  assert_calls (two, 0, "flush:new put:a.m2 flush:folder");
  /* Who saves many files flushes their folder once, afterwards. */
  assert_calls (one, MW_SAVE_NO_SYNC_FOLDER, "flush:new put:a.m2");
}

static void
several (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "s1"), two = set_of (f, "m2", "s2");
  static const char *const expected = "flush:new flush:new flush:folder flush:log put:a00.skin put:a.m2 flush:folder";
  assert_calls (one, 0, expected);
  assert_calls (two, 0, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/base/flushes/a file is flushed before it is renamed, and its folder afterwards", Files, NULL,
              files_set_up, one_file, files_tear_down);
  g_test_add ("/base/flushes/the files of a set and the log are flushed before the first rename", Files, NULL,
              files_set_up, several, files_tear_down);
  return g_test_run ();
}
