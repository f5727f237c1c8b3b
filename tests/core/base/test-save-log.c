/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves of several files as one: backups, and what is left after a kill. */
#include "core/base/file-set.h"
#include "tests/core/io/files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

/* A set of a.m2 and companions; the arguments are pairs of a name's ending and a content. */
static MwFileSet *set_of (Files *f, const char *model, ...) G_GNUC_NULL_TERMINATED;

static MwFileSet *
set_of (Files *f, const char *model, ...)
{
  MwFileSet *set = mw_file_set_new ();
  g_autofree char *path = files_path (f, "a.m2");
  g_autoptr (GBytes) bytes = g_bytes_new (model, strlen (model));
  va_list args;
  const char *suffix;
  mw_file_set_add (set, "model", path, bytes);
  va_start (args, model);
  while ((suffix = va_arg (args, const char *))) {
    const char *text = va_arg (args, const char *);
    g_autofree char *name = g_strconcat ("a", suffix, NULL), *at = files_path (f, name);
    g_autoptr (GBytes) content = g_bytes_new (text, strlen (text));
    mw_file_set_add_companion (set, suffix, at, suffix, content);
  }
  va_end (args);
  return set;
}

static void
save (const MwFileSet *set, MwSaveFlags flags, const char *suffix)
{
  GError *error = NULL;
  mw_file_set_save (set, MW_SAVE_OVERWRITE | flags, suffix, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_file (Files *f, const char *name, const char *expected)
{
  g_autofree char *text = files_read (f, name);
  g_assert_cmpstr (text, ==, expected);
}

/* --- Backups -------------------------------------------------------------------------------------------------------- */

static void
backups_of_what_changes (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", ".phys", "p1", NULL),
                        two = set_of (f, "m2", "00.skin", "s2", ".phys", "p1", NULL);
  save (one, 0, NULL);
  save (two, 0, ".bak");
  files_assert_list (f, "a.m2 a.m2.bak a.phys a00.skin a00.skin.bak");
  assert_file (f, "a.m2.bak", "m1");
  assert_file (f, "a00.skin.bak", "s1");
  assert_file (f, "a00.skin", "s2");
}

/* Otherwise the backups would be a combination that never existed. */
static void
backups_of_one_day (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", NULL), two = set_of (f, "m2", "00.skin", "s2", NULL),
                        three = set_of (f, "m3", "00.skin", "s2", NULL);
  save (one, 0, NULL);
  save (two, 0, "~");
  save (three, 0, "~");
  files_assert_list (f, "a.m2 a.m2~ a00.skin a00.skin~");
  assert_file (f, "a.m2~", "m2");
  assert_file (f, "a00.skin~", "s2");
}

static void
backups_once (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", NULL), two = set_of (f, "m2", "00.skin", "s1", NULL),
                        three = set_of (f, "m3", "00.skin", "s3", NULL), four = set_of (f, "m4", "00.skin", "s4", NULL);
  save (one, 0, NULL);
  save (two, MW_SAVE_BACKUP_ONCE, ".bak");
  files_assert_list (f, "a.m2 a.m2.bak a00.skin");
  /* The companion has no backup yet, although the model has one. */
  save (three, MW_SAVE_BACKUP_ONCE, ".bak");
  files_assert_list (f, "a.m2 a.m2.bak a00.skin a00.skin.bak");
  save (four, MW_SAVE_BACKUP_ONCE, ".bak");
  assert_file (f, "a.m2.bak", "m1");
  assert_file (f, "a00.skin.bak", "s1");
}

static void
backups_not_of_ours (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", NULL), two = set_of (f, "m2", "00.skin", "s2", NULL);
  save (one, 0, NULL);
  mw_file_set_find (two, "model")->ours = TRUE;
  save (two, 0, ".bak");
  files_assert_list (f, "a.m2 a00.skin a00.skin.bak");
}

/* The last possible failure is a folder with the target's name: then the earlier backups stay too. */
static void
failed (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", NULL), two = set_of (f, "m2", "00.skin", "s2", NULL),
                        three = set_of (f, "m3", "00.skin", "s3", NULL);
  g_autofree char *skin = files_path (f, "a00.skin~");
  g_autoptr (GError) error = NULL;
  save (one, 0, NULL);
  save (two, 0, "~");
  g_unlink (skin);
  g_mkdir (skin, 0700);
  files_write (f, "a00.skin~/x", "");
  g_assert_false (mw_file_set_save (three, MW_SAVE_OVERWRITE, "~", NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  files_assert_list (f, "a.m2 a.m2~ a00.skin a00.skin~");
  assert_file (f, "a.m2", "m2");
  assert_file (f, "a.m2~", "m1");
  assert_file (f, "a00.skin", "s2");
}

static void
only_tried (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) set = set_of (f, "m1", "00.skin", "s1", NULL);
  g_autofree char *below = files_path (f, "none/a.m2"), *folder = files_path (f, "a.phys");
  g_autoptr (GError) exists = NULL, no_folder = NULL, is_folder = NULL;
  g_assert_true (mw_file_set_save (set, MW_SAVE_TRY, NULL, NULL, NULL));
  files_assert_list (f, "");
  files_write (f, "a00.skin", "other");
  g_assert_false (mw_file_set_save (set, MW_SAVE_TRY, NULL, NULL, &exists));
  g_assert_error (exists, MW_ERROR, MW_ERROR_EXISTS);
  g_assert_true (mw_file_set_save (set, MW_SAVE_TRY | MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  files_assert_list (f, "a00.skin");
  g_mkdir (folder, 0700);
  g_autoptr (MwFileSet) with = set_of (f, "m1", ".phys", "p", NULL);
  g_assert_false (mw_file_set_save (with, MW_SAVE_TRY | MW_SAVE_OVERWRITE, NULL, NULL, &is_folder));
  g_assert_error (is_folder, MW_ERROR, MW_ERROR_IO);
  g_free (((MwFilePart *) set->parts->pdata[0])->path);
  ((MwFilePart *) set->parts->pdata[0])->path = g_strdup (below);
  g_assert_false (mw_file_set_save (set, MW_SAVE_TRY | MW_SAVE_OVERWRITE, NULL, NULL, &no_folder));
  g_assert_error (no_folder, MW_ERROR, MW_ERROR_IO);
}

/* A file name may have 255 bytes; the temporary files beside it have shorter, distinct names. */
static void
long_names (Files *f, gconstpointer data)
{
  static const char *const letters[] = { "x", "\xC3\xA4", "\xFF" };
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++) {
    GString *stem = g_string_new (NULL);
    while (stem->len + strlen (letters[i]) <= 248)
      g_string_append (stem, letters[i]);
    g_autofree char *model = g_strconcat (stem->str, ".m2", NULL), *skin = g_strconcat (stem->str, "0.skin", NULL),
                    *other = g_strconcat (stem->str, "1.skin", NULL), *a = files_path (f, model),
                    *b = files_path (f, skin), *c = files_path (f, other);
    g_autoptr (GBytes) one = g_bytes_new ("1", 1), two = g_bytes_new ("2", 1), three = g_bytes_new ("3", 1);
    g_autoptr (MwFileSet) set = mw_file_set_new ();
    mw_file_set_add (set, "model", a, one);
    mw_file_set_add (set, "skin0", b, two);
    mw_file_set_add (set, "skin1", c, three);
    save (set, 0, NULL);
    assert_file (f, model, "1");
    assert_file (f, skin, "2");
    assert_file (f, other, "3");
    g_unlink (a), g_unlink (b), g_unlink (c);
    files_assert_list (f, "");
    g_string_free (stem, TRUE);
  }
}

/* --- Killed --------------------------------------------------------------------------------------------------------- */

enum { COMPANIONS = 6, LARGE = 200000 };

/* Every file of the set consists of one letter. */
static MwFileSet *
lettered (Files *f, char letter)
{
  MwFileSet *set = mw_file_set_new ();
  for (int i = -1; i < COMPANIONS; i++) {
    gsize size = i < 0 ? LARGE : LARGE / 10 * (gsize) (i + 1);
    g_autofree char *name = i < 0 ? g_strdup ("a.m2") : g_strdup_printf ("a%02d.skin", i), *path = files_path (f, name),
                    *role = g_strdup_printf ("part%d", i), *text = g_strnfill (size + (letter == 'o'), letter);
    g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&text), size + (letter == 'o'));
    mw_file_set_add (set, role, path, bytes);
  }
  return set;
}

/* The letter of all files; asserts that they have the same. */
static char
letter_of (Files *f)
{
  char letter = 0;
  for (int i = -1; i < COMPANIONS; i++) {
    g_autofree char *name = i < 0 ? g_strdup ("a.m2") : g_strdup_printf ("a%02d.skin", i), *text = files_read (f, name);
    g_assert_nonnull (text);
    if (!letter)
      letter = *text;
    g_assert_cmpint (*text, ==, letter);
    g_autofree char *all = g_strnfill (strlen (text), letter);
    g_assert_cmpstr (text, ==, all);
  }
  return letter;
}

static void
killed (Files *f, gconstpointer data)
{
  enum { KILLS = 100, MOST = 3000 };
  g_autofree char *path = files_path (f, "a.m2");
  g_autoptr (MwFileSet) one = lettered (f, 'o'), two = lettered (f, 't');
  guint logs = 0, letters[2] = { 0, 0 };
  gint64 start = g_get_monotonic_time ();
  save (two, 0, NULL);
  save (one, 0, NULL);
  gint64 whole = g_get_monotonic_time () - start;
  /* On a busy machine it takes more kills until each case has happened. */
  for (guint i = 0; i < KILLS || (i < MOST && !(logs && letters[0] && letters[1])); i++) {
    pid_t child = fork ();
    if (child == 0)
      for (;;) {
        mw_file_set_save (two, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
        mw_file_set_save (one, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
      }
    g_usleep ((gulong) g_test_rand_int_range (0, (gint32) MIN (whole * 2, G_TIME_SPAN_SECOND)));
    kill (child, SIGKILL);
    waitpid (child, NULL, 0);
    g_autofree char *before = files_list (f);
    logs += strstr (before, ".a.m2.saving") != NULL;
    GError *error = NULL;
    mw_file_set_recover (path, NULL, &error);
    g_assert_no_error (error);
    letters[letter_of (f) == 't']++;
    files_assert_list (f, "a.m2 a00.skin a01.skin a02.skin a03.skin a04.skin a05.skin");
  }
  g_test_message ("%u killed within a save; %u times the one set, %u times the other", logs, letters[0], letters[1]);
  g_assert_cmpuint (logs, >, 0);
  g_assert_cmpuint (letters[0], >, 0);
  g_assert_cmpuint (letters[1], >, 0);
}

static const char token[] = "0123456789abcdef";

/* The state after a kill when the skin has been renamed but not the model. */
static void
leave_half (Files *f)
{
  struct stat info;
  g_autofree char *model = files_path (f, "a.m2"), *beside = g_strdup_printf (".a.m2.%s-0.new", token);
  files_write (f, "a.m2", "m1");
  files_write (f, "a00.skin", "s2");
  files_write (f, beside, "m2");
  g_assert_cmpint (g_stat (model, &info), ==, 0);
  g_autofree char *log = g_strdup_printf (
    "mwright save 1 %s\nfile %u %" G_GINT64_FORMAT ".%09u a.m2\nfile new a00.skin\ncommit\n", token,
    (guint) info.st_size, (gint64) info.st_mtim.tv_sec, (guint) info.st_mtim.tv_nsec);
  files_write (f, ".a.m2.saving", log);
}

static void
next_load (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.m2");
  leave_half (f);
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  files_assert_list (f, "a.m2 a00.skin");
  assert_file (f, "a.m2", "m2");
  assert_file (f, "a00.skin", "s2");
}

static void
next_save (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) set = set_of (f, "m3", "00.skin", "s2", NULL);
  leave_half (f);
  save (set, 0, "~");
  files_assert_list (f, "a.m2 a.m2~ a00.skin");
  assert_file (f, "a.m2~", "m2");
  assert_file (f, "a.m2", "m3");
}

/* The state after a kill while an error undoes the skin's rename: the new skin has both its names. */
static void
killed_while_taken_back (Files *f, gconstpointer data)
{
  struct stat model_info, skin_info;
  g_autofree char *model = files_path (f, "a.m2"), *skin = files_path (f, "a00.skin"),
                  *model_beside = g_strdup_printf (".a.m2.%s-0.new", token),
                  *skin_beside = g_strdup_printf (".a00.skin.%s-1.new", token), *beside = files_path (f, skin_beside),
                  *skin_old = g_strdup_printf (".a00.skin.%s-1.old", token), *old = files_path (f, skin_old);
  files_write (f, "a.m2", "m1");
  files_write (f, "a00.skin", "s1");
  g_assert_cmpint (g_stat (model, &model_info), ==, 0);
  g_assert_cmpint (g_stat (skin, &skin_info), ==, 0);
  g_assert_cmpint (g_rename (skin, old), ==, 0);
  files_write (f, model_beside, "m2");
  files_write (f, "a00.skin", "skin2");
  g_assert_cmpint (link (skin, beside), ==, 0);
  g_autofree char *log = g_strdup_printf ("mwright save 1 %s\nfile 2 %" G_GINT64_FORMAT
                                          ".%09u a.m2\nfile 2 %" G_GINT64_FORMAT ".%09u a00.skin\ncommit\n",
                                          token, (gint64) model_info.st_mtim.tv_sec, (guint) model_info.st_mtim.tv_nsec,
                                          (gint64) skin_info.st_mtim.tv_sec, (guint) skin_info.st_mtim.tv_nsec);
  files_write (f, ".a.m2.saving", log);
  g_assert_true (mw_file_set_recover (model, NULL, NULL));
  files_assert_list (f, "a.m2 a00.skin");
  assert_file (f, "a.m2", "m2");
  assert_file (f, "a00.skin", "skin2");
}

/* The old skin belongs to the model that another program has restored, and no other copy of it exists. */
static void
changed_keeps_old (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.m2"), *beside = g_strdup_printf (".a.m2.%s-0.new", token),
                  *old = g_strdup_printf (".a00.skin.%s-1.old", token),
                  *log = g_strdup_printf ("mwright save 1 %s\nfile 2 1.0 a.m2\nfile 2 1.0 a00.skin\ncommit\n", token);
  for (guint i = 0; i < 2; i++) {
    files_write (f, "a.m2", "by hand");
    files_write (f, "a00.skin", "s2");
    files_write (f, beside, "m2");
    files_write (f, old, i ? "s1 again" : "s1");
    files_write (f, ".a.m2.saving", log);
    g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_MESSAGE,
                           i ? "a save was interrupted*a00.skin.old2 the old one"
                             : "a save was interrupted*a00.skin.old the old one");
    g_assert_true (mw_file_set_recover (path, NULL, NULL));
    g_test_assert_expected_messages ();
  }
  files_assert_list (f, "a.m2 a00.skin a00.skin.old a00.skin.old2");
  assert_file (f, "a.m2", "by hand");
  assert_file (f, "a00.skin", "s2");
  assert_file (f, "a00.skin.old", "s1");
  assert_file (f, "a00.skin.old2", "s1 again");
}

/* A backup that is a link is replaced, both by the save and by its recovery; the link's target is not touched. */
static void
backup_is_link (Files *f, gconstpointer data)
{
  g_autofree char *model = files_path (f, "a.m2"), *backup = files_path (f, "a.m2~"),
                  *beside = g_strdup_printf (".a.m2~.%s-1.new", token);
  struct stat model_info, link_info;
  g_autoptr (MwFileSet) set = set_of (f, "m3", NULL);
  files_write (f, "a.m2", "m2");
  files_write (f, "other", "other");
  g_assert_cmpint (symlink ("other", backup), ==, 0);
  g_assert_cmpint (g_stat (model, &model_info), ==, 0);
  g_assert_cmpint (g_lstat (backup, &link_info), ==, 0);
  files_write (f, beside, "m1");
  g_autofree char *log = g_strdup_printf ("mwright save 1 %s\nfile 2 %" G_GINT64_FORMAT
                                          ".%09u a.m2\nbackup 5 %" G_GINT64_FORMAT ".%09u a.m2~\ncommit\n",
                                          token, (gint64) model_info.st_mtim.tv_sec, (guint) model_info.st_mtim.tv_nsec,
                                          (gint64) link_info.st_mtim.tv_sec, (guint) link_info.st_mtim.tv_nsec);
  files_write (f, ".a.m2.saving", log);
  g_assert_true (mw_file_set_recover (model, NULL, NULL));
  files_assert_list (f, "a.m2 a.m2~ other");
  assert_file (f, "a.m2~", "m1");
  assert_file (f, "other", "other");
  g_unlink (backup);
  g_assert_cmpint (symlink ("other", backup), ==, 0);
  save (set, 0, "~");
  files_assert_list (f, "a.m2 a.m2~ other");
  assert_file (f, "a.m2~", "m2");
  assert_file (f, "other", "other");
}

/* A file that the user restored by hand is not overwritten. */
static void
changed_since (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.m2");
  leave_half (f);
  files_write (f, "a.m2", "by hand");
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  assert_file (f, "a.m2", "by hand");
  files_assert_list (f, "a.m2 a00.skin");
}

/* --- Logs from elsewhere -------------------------------------------------------------------------------------------- */

static void
hostile (Files *f, gconstpointer data)
{
  /* Each is tried as the log; a temporary file waits to be renamed to "b.txt". */
  static const char *const logs[] = {
    "",
    "mwright save 1",
    "mwright save 2 0123456789abcdef\nfile new b.txt\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new b.txt\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new a%2F..%2Fb.txt\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new a/../b.txt\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new ../b.txt\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile 4 1.0 a.m2\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new a.m2\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new a.m2\ncommit",
    "mwright save 1 0123456789abcdef\nfile new a%ZZ\\\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile new a%00\ncommit\n",
    "mwright save 1 0123456789abcdef\nfile 99999999999999999999 -1.-1 \ncommit\n",
    "mwright save 1 0123456789abcdef\nfile 4\ncommit\nfile new a.m2\n",
    "commit\ncommit\n\n\n",
  };
  g_autofree char *path = files_path (f, "a.m2");
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++) {
    static const char *const names[] = { "b.txt", "a.m2", "a" };
    g_test_message ("log %u", i);
    for (guint k = 0; k < G_N_ELEMENTS (names); k++) {
      g_autofree char *beside = g_strdup_printf (".%s.%s-0.new", names[k], token);
      files_write (f, beside, "evil");
    }
    files_write (f, ".a.m2.saving", logs[i]);
    files_write (f, "a.m2", "good");
    files_write (f, "b.txt", "good");
    g_assert_true (mw_file_set_recover (path, NULL, NULL));
    assert_file (f, "a.m2", "good");
    assert_file (f, "b.txt", "good");
    assert_file (f, ".a.m2.saving", NULL);
  }
}

/* Something else at the log's place is left alone, and not waited for. */
static void
no_logs (Files *f, gconstpointer data)
{
  g_autofree char *log = files_path (f, ".a.m2.saving"), *path = files_path (f, "a.m2");
  g_autoptr (MwFileSet) set = set_of (f, "m1", "00.skin", "s1", NULL);
  g_assert_cmpint (mkfifo (log, 0600), ==, 0);
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, NULL));
  files_assert_list (f, ".a.m2.saving");
  g_unlink (log);
  g_assert_cmpint (symlink ("b", log), ==, 0);
  files_write (f, "b", "mwright save 1 0123456789abcdef\n");
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  assert_file (f, "b", "mwright save 1 0123456789abcdef\n");
}

/* Waits for a save in progress. */
static void
waits (Files *f, gconstpointer data)
{
  g_autofree char *log = files_path (f, ".a.m2.saving"), *path = files_path (f, "a.m2");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  files_write (f, ".a.m2.saving", "mwright save 1 0123456789abcdef\nfile new a.m2\nfile new a00.skin\n");
  int ready[2];
  g_assert_cmpint (pipe (ready), ==, 0);
  pid_t child = fork ();
  if (child == 0) {
    int fd = open (log, O_RDWR);
    if (flock (fd, LOCK_EX) != 0 || write (ready[1], "x", 1) != 1)
      _exit (1);
    g_usleep (300000);
    files_write (f, "ended", "");
    _exit (0);
  }
  char byte;
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_cancellable_cancel (cancellable);
  g_assert_false (mw_file_set_recover (path, cancellable, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  files_assert_list (f, "ended");
  waitpid (child, NULL, 0);
  close (ready[0]);
  close (ready[1]);
}

/* A process that holds the log of a.m2 for a while, then writes this to a.m2 and removes the log. */
static pid_t
save_elsewhere (Files *f, const char *text)
{
  int ready[2];
  char byte;
  g_autofree char *log = files_path (f, ".a.m2.saving");
  g_assert_cmpint (pipe (ready), ==, 0);
  pid_t child = fork ();
  if (child == 0) {
    int fd = open (log, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || flock (fd, LOCK_EX) != 0 || write (ready[1], "x", 1) != 1)
      _exit (1);
    g_usleep (200000);
    files_write (f, "a.m2", text);
    g_unlink (log);
    _exit (0);
  }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  close (ready[1]);
  return child;
}

/* The state after the wait counts: a file that has appeared is not overwritten, and a changed one is what the backup
 * keeps. */
static void
looks_after_the_wait (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) set = set_of (f, "mine", "00.skin", "s1", NULL);
  g_autoptr (GError) error = NULL;
  pid_t child = save_elsewhere (f, "theirs");
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  waitpid (child, NULL, 0);
  files_assert_list (f, "a.m2");
  assert_file (f, "a.m2", "theirs");
  child = save_elsewhere (f, "theirs, longer");
  save (set, 0, "~");
  waitpid (child, NULL, 0);
  files_assert_list (f, "a.m2 a.m2~ a00.skin");
  assert_file (f, "a.m2", "mine");
  assert_file (f, "a.m2~", "theirs, longer");
}

/* No save is started whose log would be too long to read back. */
static void
too_many (Files *f, gconstpointer data)
{
  enum { MANY = 6000 };
  g_autoptr (MwFileSet) set = set_of (f, "m", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) stem = g_string_new ("a");
  while (stem->len < 240)
    g_string_append (stem, "\xC3\xA4");
  for (guint i = 0; i < MANY; i++) {
    g_autofree char *name = g_strdup_printf ("%s%u", stem->str, i), *path = files_path (f, name);
    mw_file_set_add_companion (set, name, path, name + 1, bytes);
  }
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  files_assert_list (f, "");
}

/* --- Locks ---------------------------------------------------------------------------------------------------------- */

/* Makes locking fail as a test wants: 0 behaves normally; EBADF acts like a file system that only locks files open
 * for writing; other values are errors. */
static int lock_answer;

int
flock (int fd, int operation)
{
  int flags = fcntl (fd, F_GETFL);
  if (lock_answer && (lock_answer != EBADF || (flags & O_ACCMODE) == O_RDONLY)) {
    errno = lock_answer;
    return -1;
  }
  return (int) syscall (SYS_flock, fd, operation);
}

/* Acts like a file system without hard links. */
static gboolean no_links;

int
link (const char *from, const char *to)
{
  if (no_links) {
    errno = EPERM;
    return -1;
  }
  return (int) syscall (SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* The copy that replaces a second name keeps the file's time; otherwise recovery would take it for another file. */
static void
copies_keep_times (Files *f, gconstpointer data)
{
  g_autofree char *model = files_path (f, "a.m2"), *backup = files_path (f, "a.m2.bak");
  struct utimbuf past = { 1000000000, 1000000000 };
  struct stat info;
  g_autoptr (MwFileSet) one = set_of (f, "m1", "00.skin", "s1", NULL), two = set_of (f, "m2", "00.skin", "s2", NULL);
  save (one, 0, NULL);
  g_assert_cmpint (g_utime (model, &past), ==, 0);
  no_links = TRUE;
  save (two, 0, ".bak");
  g_assert_cmpint (g_stat (backup, &info), ==, 0);
  g_assert_cmpint (info.st_mtim.tv_sec, ==, 1000000000);
  no_links = FALSE;
  files_assert_list (f, "a.m2 a.m2.bak a00.skin a00.skin.bak");
}

static void
locks_need_writing (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.m2");
  leave_half (f);
  lock_answer = EBADF;
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  lock_answer = 0;
  files_assert_list (f, "a.m2 a00.skin");
  assert_file (f, "a.m2", "m2");
}

/* Without locks, a young log may be in use; other errors do not allow taking the log either. */
static void
no_locks (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.m2"), *log = files_path (f, ".a.m2.saving"),
                  *beside = g_strdup_printf (".a.m2.%s-0.new", token);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  static const int answers[] = { ENOLCK, EIO };
  struct utimbuf past = { 1000000000, 1000000000 };
  g_autoptr (MwFileSet) set = set_of (f, "m3", "00.skin", "s3", NULL);
  g_cancellable_cancel (cancellable);
  leave_half (f);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (GError) error = NULL;
    lock_answer = answers[i];
    g_assert_false (mw_file_set_recover (path, cancellable, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
    assert_file (f, beside, "m2");
  }
  g_assert_cmpint (g_utime (log, &past), ==, 0);
  lock_answer = EOPNOTSUPP;
  g_assert_true (mw_file_set_recover (path, NULL, NULL));
  assert_file (f, "a.m2", "m2");
  save (set, 0, NULL);
  lock_answer = 0;
  files_assert_list (f, "a.m2 a00.skin");
  assert_file (f, "a00.skin", "s3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/base/save-log/" path, Files, NULL, files_set_up, func, files_tear_down)
  ADD ("keeps a backup of each file that changes", backups_of_what_changes);
  ADD ("no older backup remains beside new ones", backups_of_one_day);
  ADD ("keeps only the first backup of each file on request", backups_once);
  ADD ("keeps no backup of files that this program wrote", backups_not_of_ours);
  ADD ("an error changes no backup", failed);
  ADD ("a dry run reports obstacles and changes nothing", only_tried);
  ADD ("the longest names are saved", long_names);
  ADD ("after a kill either the old or the new set is restored", killed);
  ADD ("the next load completes an interrupted save", next_load);
  ADD ("the next save completes an interrupted save first", next_save);
  ADD ("a file that was changed since the kill is not replaced", changed_since);
  ADD ("a kill while an error is taken back leaves one set", killed_while_taken_back);
  ADD ("the old content of a file is kept if a file of its set was changed", changed_keeps_old);
  ADD ("a backup that is a link is replaced, not what it leads to", backup_is_link);
  ADD ("files are checked after the wait for another save", looks_after_the_wait);
  ADD ("a set that no log can list is not saved", too_many);
  ADD ("without hard links, copies keep the times", copies_keep_times);
  ADD ("only a process that can write a log locks it", locks_need_writing);
  ADD ("without locks, a recent log is not touched", no_locks);
  ADD ("a log from elsewhere touches no other file", hostile);
  ADD ("a file that is not a log is not touched", no_logs);
  ADD ("a running save is waited for", waits);
  return g_test_run ();
}
