/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-set.h"
#include "tests/core/io/files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static MwFileSet *
set_of (const char *path, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  MwFileSet *set = mw_file_set_new ();
  mw_file_set_add (set, "model", path, bytes);
  return set;
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static guint
count_files (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  while (g_dir_read_name (dir))
    n++;
  g_dir_close (dir);
  return n;
}

static void
test_writes (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "new.mdx");
  g_autoptr (MwFileSet) set = set_of (path, "one");
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_file_set_save (set, 0, NULL, NULL, NULL));
  assert_content (path, "one");
  g_autoptr (GBytes) bytes = mw_file_read (path, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 3);
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  g_assert_cmpuint (count_files (f->folder), ==, 1);
}

/* A file is written in pieces of 8 MiB. */
static void
test_large (Files *f, gconstpointer data)
{
  enum { SIZE = (8 << 20) + 1001 };
  g_autofree char *path = files_path (f, "large.mdx");
  guint8 *content = g_malloc (SIZE);
  for (guint i = 0; i < SIZE; i++)
    content[i] = (guint8) (i % 251);
  g_autoptr (GBytes) bytes = g_bytes_new_take (content, SIZE);
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_file_save (path, bytes, 0, &error));
  g_assert_no_error (error);
  g_autoptr (GBytes) written = mw_file_read (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (written, bytes));
}

static void
test_keeps_permissions_and_links (Files *f, gconstpointer data)
{
  g_autofree char *real = files_path (f, "real.mdx"), *link = files_path (f, "link.mdx"),
                  *backup = files_path (f, "real.mdx.bak");
  struct stat info;
  g_assert_true (g_file_set_contents (real, "old", -1, NULL));
  g_chmod (real, 0640);
  g_assert_cmpint (symlink ("real.mdx", link), ==, 0);
  g_autoptr (MwFileSet) set = set_of (link, "new");
  g_assert_true (mw_file_set_save (set, MW_SAVE_OVERWRITE, ".bak", NULL, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_content (real, "new");
  assert_content (backup, "old");
  g_assert_cmpint (g_stat (real, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0640);
  g_assert_cmpuint (count_files (f->folder), ==, 3);
}

static void
test_sets_are_one (Files *f, gconstpointer data)
{
  /* The second target is a folder, so its rename fails and the first gets its old content back. */
  g_autofree char *a = files_path (f, "a.m2"), *b = files_path (f, "b.skin"), *below = files_path (f, "b.skin/x");
  g_assert_true (g_file_set_contents (a, "old a", -1, NULL));
  g_autoptr (MwFileSet) set = set_of (a, "new a");
  g_autoptr (GBytes) bytes = g_bytes_new ("new b", 5);
  mw_file_set_add (set, "skin", b, bytes);
  g_assert_true (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  assert_content (a, "new a");
  assert_content (b, "new b");
  g_assert_cmpuint (count_files (f->folder), ==, 2);

  g_unlink (b);
  g_assert_cmpint (g_mkdir (b, 0755), ==, 0);
  g_assert_true (g_file_set_contents (below, "", -1, NULL));
  g_autoptr (MwFileSet) second = set_of (a, "newer a");
  mw_file_set_add (second, "skin", b, bytes);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_file_set_save (second, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  assert_content (a, "new a");
  g_assert_cmpuint (count_files (f->folder), ==, 2);
}

/* Files that are not regular are left alone, also when reached through a link or when they have a backup's name. */
static void
test_pipes (Files *f, gconstpointer data)
{
  g_autofree char *pipe = files_path (f, "pipe"), *link = files_path (f, "link"), *file = files_path (f, "a.mdx"),
                  *backup = files_path (f, "a.mdx~");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (mkfifo (backup, 0600), ==, 0);
  g_assert_cmpint (symlink ("pipe", link), ==, 0);
  g_assert_true (g_file_set_contents (file, "old", -1, NULL));
  const char *const targets[] = { pipe, link, file };
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    g_autoptr (MwFileSet) set = set_of (targets[i], "new");
    g_autoptr (GError) error = NULL;
    GStatBuf info;
    g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, targets[i] == file ? "~" : NULL, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_IO);
    g_assert_nonnull (strstr (error->message, "is not a regular file and is not replaced"));
    g_assert_true (g_stat (pipe, &info) == 0 && S_ISFIFO (info.st_mode));
    g_assert_true (g_stat (backup, &info) == 0 && S_ISFIFO (info.st_mode));
    g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
    assert_content (file, "old");
    g_assert_cmpuint (count_files (f->folder), ==, 4);
  }
}

/* /dev/stdout for a pipe is a link to something that has no name. */
static void
test_links_of_the_system (Files *f, gconstpointer data)
{
  int ends[2];
  g_assert_cmpint (pipe (ends), ==, 0);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", ends[1]);
  g_autoptr (MwFileSet) set = set_of (path, "new");
  g_autoptr (GError) error = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_test_skip ("there is no /proc here");
  } else {
    g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_IO);
    g_assert_cmpstr (mw_error_path (error), ==, path);
  }
  close (ends[0]);
  close (ends[1]);
}

static void
test_missing_folder (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "nowhere/a.mdx");
  g_autoptr (MwFileSet) set = set_of (path, "x");
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_assert_cmpstr (mw_error_path (error), ==, path);
}

static void
test_read_only (Files *f, gconstpointer data)
{
  if (geteuid () == 0) {
    /* Root may write anywhere, so the child drops its privileges first. */
    g_autofree char *path = files_path (f, "a.mdx");
    g_assert_true (g_file_set_contents (path, "old", -1, NULL));
    g_chmod (path, 0444);
    g_chmod (f->folder, 0555);
    pid_t child = fork ();
    if (child == 0) {
      g_autoptr (MwFileSet) set = set_of (path, "new");
      g_autoptr (GError) error = NULL;
      gboolean refused = setuid (65534) == 0 && !mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error)
                         && strstr (error->message, "cannot be replaced") != NULL;
      _exit (refused ? 0 : 1);
    }
    int status;
    g_assert_cmpint (waitpid (child, &status, 0), ==, child);
    g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    assert_content (path, "old");
    g_chmod (f->folder, 0755);
    g_assert_cmpuint (count_files (f->folder), ==, 1);
    return;
  }
  g_autofree char *path = files_path (f, "a.mdx");
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_chmod (path, 0444);
  g_autoptr (MwFileSet) set = set_of (path, "new");
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  assert_content (path, "old");
}

static void
test_full_disk (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx");
  if (mount ("none", f->folder, "tmpfs", 0, "size=64k") != 0) {
    g_test_skip ("a small file system cannot be mounted here");
    return;
  }
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_autofree char *large = g_strnfill (1 << 20, 'x');
  g_autoptr (MwFileSet) set = set_of (path, large);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  assert_content (path, "old");
  g_assert_cmpuint (count_files (f->folder), ==, 1);
  umount (f->folder);
}

/* A child saves two contents in turn and is killed at random moments. */
static void
test_killed (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx");
  g_autofree char *a = g_strnfill (300000, 'a'), *b = g_strnfill (500000, 'b');
  g_autoptr (MwFileSet) first = set_of (path, a), second = set_of (path, b);
  g_assert_true (mw_file_set_save (first, 0, NULL, NULL, NULL));
  for (int i = 0; i < 20; i++) {
    pid_t child = fork ();
    if (child == 0)
      for (;;) {
        mw_file_set_save (second, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
        mw_file_set_save (first, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
      }
    g_usleep ((gulong) g_test_rand_int_range (0, 20000));
    kill (child, SIGKILL);
    waitpid (child, NULL, 0);
    g_autofree char *text = NULL;
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_true (strcmp (text, a) == 0 || strcmp (text, b) == 0);
  }
}

static void
test_cancelled (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (MwFileSet) set = set_of (path, "new");
  g_autoptr (GError) error = NULL;
  g_cancellable_cancel (cancellable);
  g_assert_false (mw_file_set_save (set, 0, NULL, cancellable, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (f->folder), ==, 0);
}

static void
test_expand (Files *f, gconstpointer data)
{
  g_autofree char *sub = files_path (f, "sub"), *a = files_path (f, "b.MDX"), *b = files_path (f, "sub/a.mdx"),
                  *c = files_path (f, "readme.txt");
  g_mkdir (sub, 0755);
  g_file_set_contents (a, "", 0, NULL);
  g_file_set_contents (b, "", 0, NULL);
  g_file_set_contents (c, "", 0, NULL);
  const char *names[] = { c, f->folder, NULL };
  g_autoptr (GPtrArray) files = mw_files_expand (names, NULL);
  g_assert_cmpuint (files->len, ==, 3);
  g_assert_cmpstr (files->pdata[0], ==, c);
  g_assert_cmpstr (files->pdata[1], ==, a);
  g_assert_cmpstr (files->pdata[2], ==, b);
}

/* Renames a.m2 and a.skin to the given names. */
static gboolean
rename_pair (Files *f, const char *model, const char *skin, MwSaveFlags flags, GError **error)
{
  g_autofree char *a = files_path (f, "a.m2"), *b = files_path (f, "a.skin"), *to_a = files_path (f, model),
                  *to_b = files_path (f, skin);
  g_autoptr (MwFileSet) set = set_of (a, "not looked at");
  g_autoptr (GBytes) bytes = g_bytes_new ("", 0);
  mw_file_set_add (set, "skin0", b, bytes);
  return mw_file_set_rename (set, NULL, (const char *const[]) { to_a, to_b }, flags, error);
}

static void
test_renames (Files *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  struct stat before, after;
  g_autofree char *old = files_path (f, "a.skin"), *new = files_path (f, "c.skin"), *model = files_path (f, "c.m2");
  files_write (f, "a.m2", "model");
  files_write (f, "a.skin", "skin");
  g_chmod (old, 0640);
  g_stat (old, &before);
  g_assert_true (rename_pair (f, "c.m2", "c.skin", 0, &error));
  files_assert_list (f, "c.m2 c.skin");
  assert_content (new, "skin");
  assert_content (model, "model");
  g_stat (new, &after);
  g_assert_cmpuint (after.st_mode, ==, before.st_mode);
  g_assert_cmpint (after.st_mtime, ==, before.st_mtime);
}

static void
test_rename_refuses (Files *f, gconstpointer data)
{
  static const struct {
    const char *model, *skin, *why;
    MwSaveFlags flags;
  } cases[] = {
    { "b.m2", "b.skin", "exists already", 0 },
    { "c.m2", "c.m2", "two files of the set", MW_SAVE_OVERWRITE },
    { "c.m2", "a.m2", "the set itself", MW_SAVE_OVERWRITE },
    { "./a.m2", "a.skin", "the set itself", MW_SAVE_OVERWRITE },
    { "c.m2", "folder", "is a folder", MW_SAVE_OVERWRITE },
    { "none/c.m2", "c.skin", "cannot be made", MW_SAVE_OVERWRITE },
    { "c.m2", "none/c.skin", "cannot be made", MW_SAVE_OVERWRITE },
  };
  g_autofree char *folder = files_path (f, "folder"), *b = files_path (f, "b.skin"), *link = files_path (f, "dangling");
  files_write (f, "a.m2", "model");
  files_write (f, "a.skin", "skin");
  files_write (f, "b.skin", "another's");
  g_mkdir (folder, 0700);
  g_assert_cmpint (symlink ("nowhere", link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_false (rename_pair (f, cases[i].model, cases[i].skin, cases[i].flags, &error));
    MwErrorCode code = cases[i].flags ? MW_ERROR_IO : MW_ERROR_EXISTS;
    g_assert_true (g_error_matches (error, MW_ERROR, (int) code));
    g_assert_nonnull (strstr (error->message, cases[i].why));
    files_assert_list (f, "a.m2 a.skin b.skin dangling folder");
    assert_content (b, "another's");
  }
  g_autoptr (GError) error = NULL;
  g_assert_false (rename_pair (f, "dangling", "c.skin", 0, &error));
  g_assert_true (rename_pair (f, "b.m2", "b.skin", MW_SAVE_OVERWRITE, NULL));
  files_assert_list (f, "b.m2 b.skin dangling folder");
  assert_content (b, "skin");
}

static void
test_rename_of_links (Files *f, gconstpointer data)
{
  g_autofree char *folder = files_path (f, "sub"), *model = files_path (f, "a.m2"), *skin = files_path (f, "a.skin"),
                  *new_model = files_path (f, "sub/b.m2"), *new_skin = files_path (f, "sub/b.skin");
  g_mkdir (folder, 0700);
  files_write (f, "real.m2", "model");
  files_write (f, "real.skin", "skin");
  g_assert_cmpint (symlink ("real.m2", model), ==, 0);
  g_assert_cmpint (symlink ("./real.skin", skin), ==, 0);
  g_assert_true (rename_pair (f, "sub/b.m2", "sub/b.skin", 0, NULL));
  files_assert_list (f, "real.m2 real.skin sub");
  g_assert_true (g_file_test (new_model, G_FILE_TEST_IS_SYMLINK));
  assert_content (new_model, "model");
  assert_content (new_skin, "skin");
}

/* Whenever it is killed, one complete set exists under one of the two names. */
static void
test_killed_renames (Files *f, gconstpointer data)
{
  for (guint i = 0; i < 60; i++) {
    g_autofree char *a = files_path (f, "a.m2"), *as = files_path (f, "a.skin"), *b = files_path (f, "b.m2"),
                    *bs = files_path (f, "b.skin");
    files_write (f, "a.m2", "model");
    files_write (f, "a.skin", "skin");
    pid_t child = fork ();
    if (child == 0) {
      rename_pair (f, "b.m2", "b.skin", MW_SAVE_OVERWRITE, NULL);
      _exit (0);
    }
    g_usleep (i * 10);
    kill (child, SIGKILL);
    waitpid (child, NULL, 0);
    gboolean old = g_file_test (a, G_FILE_TEST_EXISTS) && g_file_test (as, G_FILE_TEST_EXISTS);
    gboolean new = g_file_test (b, G_FILE_TEST_EXISTS) && g_file_test (bs, G_FILE_TEST_EXISTS);
    g_assert_true (old || new);
    g_assert_true (!g_file_test (a, G_FILE_TEST_EXISTS) || old);
    g_assert_true (!g_file_test (b, G_FILE_TEST_EXISTS) || new);
    files_remove (f->folder);
    g_mkdir (f->folder, 0700);
  }
}

static void
test_unchanged_companions (Files *f, gconstpointer data)
{
  g_autofree char *a = files_path (f, "a.m2"), *b = files_path (f, "a.skin"), *c = files_path (f, "b.skin"),
                  *old = files_path (f, "a.skin.bak");
  struct stat before, after;
  files_write (f, "a.m2", "model");
  files_write (f, "a.skin", "skin");
  files_write (f, "b.skin", "kins");
  g_stat (b, &before);
  g_autoptr (MwFileSet) set = set_of (a, "model");
  g_autoptr (GBytes) bytes = g_bytes_new ("skin", 4);
  mw_file_set_add (set, "skin0", b, bytes);
  mw_file_set_add (set, "skin1", c, bytes);
  g_assert_true (mw_file_set_save (set, MW_SAVE_OVERWRITE, ".bak", NULL, NULL));
  g_stat (b, &after);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  assert_content (c, "skin");
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  files_assert_list (f, "a.m2 a.m2.bak a.skin b.skin b.skin.bak");
}

/* Two parts whose links lead to one file. */
static void
test_parts_in_one_file (Files *f, gconstpointer data)
{
  g_autofree char *a = files_path (f, "a.m2"), *b = files_path (f, "a.skin");
  g_autoptr (GError) error = NULL;
  files_write (f, "a.m2", "model");
  g_assert_cmpint (symlink ("a.m2", b), ==, 0);
  g_autoptr (MwFileSet) set = set_of (a, "new");
  g_autoptr (GBytes) bytes = g_bytes_new ("skin", 4);
  mw_file_set_add (set, "skin0", b, bytes);
  g_assert_false (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "same file"));
  assert_content (a, "model");
  g_assert_cmpuint (count_files (f->folder), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/base/file-set/" path, Files, NULL, files_set_up, func, files_tear_down)
  ADD ("writes a new file and overwrites none unasked", test_writes);
  ADD ("a file of several megabytes is written whole", test_large);
  ADD ("keeps permissions, links and a backup", test_keeps_permissions_and_links);
  ADD ("saves several files as one or not at all", test_sets_are_one);
  ADD ("does not replace pipes", test_pipes);
  ADD ("a link that the system makes is not a file", test_links_of_the_system);
  ADD ("names the missing folder", test_missing_folder);
  ADD ("leaves a read-only file as it is", test_read_only);
  ADD ("leaves the old file when the disk is full", test_full_disk);
  ADD ("a kill leaves the old file or the new one", test_killed);
  ADD ("a cancelled save leaves nothing", test_cancelled);
  ADD ("a companion that is already up to date is not written", test_unchanged_companions);
  ADD ("two parts that lead to one file are not saved", test_parts_in_one_file);
  ADD ("renames a set", test_renames);
  ADD ("a rename that cannot be done changes nothing", test_rename_refuses);
  ADD ("a link that is renamed leads to the same file", test_rename_of_links);
  ADD ("a killed rename leaves a whole set", test_killed_renames);
  ADD ("finds models below folders in name order", test_expand);
  return g_test_run ();
}
