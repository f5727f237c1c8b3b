/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that another program changed after it was read is noticed, and never replaced without permission. */
#include "core/base/file-changes.h"
#include "core/io/m2/companions.h"
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

/* What another program does while the first new file is flushed: after the checks, before any rename. */
static void (*at_flush) (Files *f);
static Files *flushed;

int
fsync (int fd)
{
  void (*meddle) (Files * f) = at_flush;
  at_flush = NULL;
  if (meddle)
    meddle (flushed);
  return (int) syscall (SYS_fsync, fd);
}

/* The same, while the file with this name is read for the last time. */
static const char *read_name;

ssize_t
read (int fd, void *bytes, size_t n)
{
  g_autofree char *link = read_name ? g_strdup_printf ("/proc/self/fd/%d", fd) : NULL,
                  *path = link ? g_file_read_link (link, NULL) : NULL;
  if (path && g_str_has_suffix (path, read_name)) {
    read_name = NULL;
    files_write (flushed, "bear.m2", "theirs");
  }
  return syscall (SYS_read, fd, bytes, n);
}

/* The content of the model's file at the moment when the file with this name is removed. */
static const char *removed_name;
static char *model_then;

int
unlink (const char *path)
{
  if (removed_name && g_str_has_suffix (path, removed_name)) {
    g_free (model_then);
    model_then = files_read (flushed, "bear.m2");
  }
  return (int) syscall (SYS_unlinkat, AT_FDCWD, path, 0);
}

static MwFileSet *
set_of (Files *f, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autofree char *path = files_path (f, name);
  MwFileSet *set = mw_file_set_new ();
  mw_file_set_add (set, "model", path, bytes);
  return set;
}

static void
add (Files *f, MwFileSet *set, const char *role, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autofree char *path = files_path (f, name);
  mw_file_set_add_companion (set, role, path, name + strlen ("bear"), bytes);
}

/* "changed model, gone skin0": how the files differ from what was read. */
static char *
changes_of (const MwFileSet *seen)
{
  static const char *const kinds[] = { "changed", "gone", "appeared" };
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) now = mw_file_set_look (seen, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) changes = mw_file_set_compare (seen, now);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < changes->len; i++) {
    const MwFileChange *change = changes->pdata[i];
    g_string_append_printf (text, "%s%s %s", i ? ", " : "", kinds[change->kind], change->role);
  }
  return g_string_free (text, FALSE);
}

static void
assert_changes (const MwFileSet *seen, const char *expected)
{
  g_autofree char *text = changes_of (seen);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_content (Files *f, const char *name, const char *expected)
{
  g_autofree char *text = files_read (f, name);
  g_assert_cmpstr (text, ==, expected);
}

static void
set_times (Files *f, const char *name, const struct stat *like)
{
  g_autofree char *path = files_path (f, name);
  const struct timespec times[] = { like->st_atim, like->st_mtim };
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* --- Looking -------------------------------------------------------------------------------------------------------- */

static void
test_bytes_decide (Files *f, gconstpointer data)
{
  struct stat info;
  files_write (f, "a.mdx", "one");
  g_autofree char *path = files_path (f, "a.mdx");
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  assert_changes (seen, "");
  /* A network share with coarse times: same size, same time, other bytes. */
  files_write (f, "a.mdx", "two");
  set_times (f, "a.mdx", &info);
  assert_changes (seen, "changed model");
  /* Restored content with a new time. */
  files_write (f, "a.mdx", "one");
  assert_changes (seen, "");
  info.st_mtim.tv_sec += 1000;
  set_times (f, "a.mdx", &info);
  assert_changes (seen, "");
  files_write (f, "a.mdx", "one more");
  assert_changes (seen, "changed model");
}

static void
test_gone (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx"), *other = files_path (f, "b.mdx");
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one");
  files_write (f, "a.mdx", "one");
  g_assert_cmpint (g_rename (path, other), ==, 0);
  assert_changes (seen, "gone model");
  /* A pipe in its place is not opened. */
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_changes (seen, "gone model");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  assert_changes (seen, "gone model");
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rename (other, path), ==, 0);
  assert_changes (seen, "");
}

static void
test_gone_with_its_folder (Files *f, gconstpointer data)
{
  g_autofree char *folder = files_path (f, "models");
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  files_write (f, "models/bear.m2", "bear");
  g_autoptr (MwFileSet) seen = set_of (f, "models/bear.m2", "bear");
  seen->find_companions = mw_m2_companions_find;
  assert_changes (seen, "");
  files_remove (folder);
  assert_changes (seen, "gone model");
}

static void
test_links_are_followed (Files *f, gconstpointer data)
{
  g_autofree char *link = files_path (f, "link.mdx");
  files_write (f, "real.mdx", "one");
  files_write (f, "other.mdx", "two");
  g_assert_cmpint (symlink ("real.mdx", link), ==, 0);
  g_autoptr (MwFileSet) seen = set_of (f, "link.mdx", "one");
  assert_changes (seen, "");
  files_write (f, "real.mdx", "new");
  assert_changes (seen, "changed model");
  files_write (f, "real.mdx", "one");
  /* The link leads to another file, then nowhere, then to itself. */
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("other.mdx", link), ==, 0);
  assert_changes (seen, "changed model");
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("nowhere.mdx", link), ==, 0);
  assert_changes (seen, "gone model");
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("link.mdx", link), ==, 0);
  assert_changes (seen, "gone model");
}

static void
test_companions (Files *f, gconstpointer data)
{
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.SKIN", "skin");
  files_write (f, "bear0004-00.anim", "walk");
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear");
  seen->find_companions = mw_m2_companions_find;
  add (f, seen, "skin0", "bear00.SKIN", "skin");
  add (f, seen, "anim4-0", "bear0004-00.anim", "walk");
  assert_changes (seen, "");
  files_write (f, "bear00.SKIN", "other");
  files_write (f, "bear01.skin", "new");
  files_write (f, "bearskin.txt", "no companion");
  assert_changes (seen, "changed skin0, appeared skin1");
  g_autofree char *anim = files_path (f, "bear0004-00.anim"), *skin = files_path (f, "bear00.SKIN"),
                  *renamed = files_path (f, "bear00.skin"), *second = files_path (f, "bear01.skin");
  g_assert_cmpint (g_unlink (anim), ==, 0);
  g_assert_cmpint (g_unlink (second), ==, 0);
  assert_changes (seen, "changed skin0, gone anim4-0");
  /* The same companion under another spelling of its name. */
  files_write (f, "bear00.SKIN", "skin");
  files_write (f, "bear0004-00.anim", "walk");
  g_assert_cmpint (g_rename (skin, renamed), ==, 0);
  assert_changes (seen, "");
  /* A file that was known to be missing has come back. */
  g_assert_cmpint (g_unlink (anim), ==, 0);
  g_autoptr (MwFileSet) known = mw_file_set_look (seen, NULL, NULL);
  assert_changes (known, "");
  files_write (f, "bear0004-00.anim", "walk");
  assert_changes (known, "appeared anim4-0");
}

static void
test_unreadable (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx");
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one");
  g_autoptr (GError) error = NULL;
  files_write (f, "a.mdx", "one");
  g_chmod (path, 0);
  g_chmod (f->folder, 0755);
  if (geteuid () == 0) {
    /* Root can read everything, so the child drops its privileges first. */
    pid_t child = fork ();
    if (child == 0) {
      gboolean refused = setuid (65534) == 0 && !mw_file_set_look (seen, NULL, &error)
                         && g_error_matches (error, MW_ERROR, MW_ERROR_IO);
      _exit (refused ? 0 : 1);
    }
    int status;
    g_assert_cmpint (waitpid (child, &status, 0), ==, child);
    g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    return;
  }
  g_assert_null (mw_file_set_look (seen, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

/* --- Saving --------------------------------------------------------------------------------------------------------- */

static void
assert_refused (Files *f, const MwFileSet *set, const MwFileSet *seen, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = files_list (f);
  g_assert_false (mw_file_set_update (set, seen, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CHANGED);
  g_assert_cmpstr (mw_error_kind (error), ==, "changed");
  if (!strstr (error->message, expected))
    g_error ("\"%s\" does not say \"%s\"", error->message, expected);
  files_assert_list (f, before);
}

static void
test_saves_over_what_was_seen (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one"), set = set_of (f, "a.mdx", "two");
  g_autoptr (GError) error = NULL;
  files_write (f, "a.mdx", "one");
  g_assert_true (mw_file_set_update (set, seen, 0, NULL, NULL, &error));
  g_assert_no_error (error);
  assert_content (f, "a.mdx", "two");
  files_assert_list (f, "a.mdx");
  /* The new content was never seen; a save without `seen` replaces it. */
  files_write (f, "a.mdx", "theirs");
  assert_refused (f, set, seen, "changed by another program");
  assert_content (f, "a.mdx", "theirs");
  g_assert_true (mw_file_set_update (set, NULL, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  assert_content (f, "a.mdx", "two");
}

static void
test_saves_not_where_it_went (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "a.mdx"), *other = files_path (f, "b.mdx");
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one"), set = set_of (f, "a.mdx", "two");
  files_write (f, "a.mdx", "one");
  g_assert_cmpint (g_rename (path, other), ==, 0);
  assert_refused (f, set, seen, "deleted or renamed");
  files_assert_list (f, "b.mdx");
  /* A caller who knows that it is gone may create it again. */
  g_autoptr (MwFileSet) known = mw_file_set_look (seen, NULL, NULL);
  g_assert_true (mw_file_set_update (set, known, 0, NULL, NULL, NULL));
  assert_content (f, "a.mdx", "two");
}

static void
test_saves_with_companions (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear"), set = set_of (f, "bear.m2", "new bear");
  seen->find_companions = mw_m2_companions_find;
  add (f, seen, "skin0", "bear00.skin", "skin");
  add (f, set, "skin0", "bear00.skin", "new skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "theirs");
  assert_refused (f, set, seen, "changed by another program");
  files_write (f, "bear00.skin", "skin");
  files_write (f, "bear01.skin", "theirs");
  assert_refused (f, set, seen, "has appeared since");
  assert_content (f, "bear.m2", "bear");
  assert_content (f, "bear00.skin", "skin");
  g_autofree char *more = files_path (f, "bear01.skin");
  g_assert_cmpint (g_unlink (more), ==, 0);
  g_assert_true (mw_file_set_update (set, seen, 0, ".bak", NULL, NULL));
  assert_content (f, "bear.m2", "new bear");
  assert_content (f, "bear00.skin", "new skin");
  files_assert_list (f, "bear.m2 bear.m2.bak bear00.skin bear00.skin.bak");
}

static void
write_theirs (Files *f)
{
  files_write (f, "a.mdx", "theirs");
}

static void
write_their_skin (Files *f)
{
  files_write (f, "bear01.skin", "theirs");
}

/* Changes between the check and the renames. */
static void
test_changed_while_it_is_saved (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one"), set = set_of (f, "a.mdx", "two");
  g_autoptr (GError) error = NULL;
  files_write (f, "a.mdx", "one");
  flushed = f;
  at_flush = write_theirs;
  assert_refused (f, set, seen, "changed by another program");
  g_assert_null (at_flush);
  assert_content (f, "a.mdx", "theirs");
  files_assert_list (f, "a.mdx");
  /* Of a set nothing is replaced, whichever of its files has changed. */
  g_autoptr (MwFileSet) bear = set_of (f, "bear.m2", "bear"), new_bear = set_of (f, "bear.m2", "new bear");
  bear->find_companions = mw_m2_companions_find;
  add (f, bear, "skin0", "bear00.skin", "skin");
  add (f, new_bear, "skin0", "bear00.skin", "new skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "skin");
  at_flush = write_their_skin;
  g_assert_false (mw_file_set_update (new_bear, bear, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CHANGED);
  assert_content (f, "bear.m2", "bear");
  assert_content (f, "bear00.skin", "skin");
  files_assert_list (f, "a.mdx bear.m2 bear00.skin bear01.skin");
}

static void
watch_reading (Files *f)
{
  read_name = "bear00.skin";
}

/* The model changes after it was checked, while the last file of the set is. */
static void
test_changed_while_it_is_looked_at (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear"), set = set_of (f, "bear.m2", "new bear");
  g_autoptr (GError) error = NULL;
  add (f, seen, "skin0", "bear00.skin", "skin");
  add (f, set, "skin0", "bear00.skin", "new skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "skin");
  flushed = f;
  at_flush = watch_reading;
  g_assert_false (mw_file_set_update (set, seen, 0, NULL, NULL, &error));
  g_assert_null (read_name);
  g_assert_error (error, MW_ERROR, MW_ERROR_CHANGED);
  assert_content (f, "bear.m2", "theirs");
  assert_content (f, "bear00.skin", "skin");
  files_assert_list (f, "bear.m2 bear00.skin");
}

/* A file may be replaced only if it was among those seen. */
static void
test_saves_not_over_what_nobody_saw (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear"), set = set_of (f, "bear.m2", "new bear");
  g_autoptr (GError) error = NULL;
  add (f, set, "skin0", "bear00.skin", "new skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "theirs");
  g_assert_false (mw_file_set_update (set, seen, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  assert_content (f, "bear.m2", "bear");
  assert_content (f, "bear00.skin", "theirs");
}

/* A file that appears at a place that was empty is not replaced. */
static void
test_made_while_it_is_saved (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) set = set_of (f, "a.mdx", "two");
  g_autoptr (GError) error = NULL;
  flushed = f;
  at_flush = write_theirs;
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  assert_content (f, "a.mdx", "theirs");
  files_assert_list (f, "a.mdx");
}

typedef struct {
  const MwFileSet *set, *seen;
  GError *error;
  gboolean ok;
} Saver;

static gpointer
save (gpointer data)
{
  Saver *saver = data;
  saver->ok = mw_file_set_update (saver->set, saver->seen, 0, NULL, NULL, &saver->error);
  return NULL;
}

/* Two programs read the same and save it: while one has the lock, the other waits, and then sees what the first did. */
static void
test_waits_and_looks_again (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "one"), set = set_of (f, "a.mdx", "two");
  g_autofree char *log = files_path (f, ".a.mdx.saving");
  Saver saver = { set, seen, NULL, FALSE };
  files_write (f, "a.mdx", "one");
  int fd = g_open (log, O_RDWR | O_CREAT, 0600);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  GThread *thread = g_thread_new ("saver", save, &saver);
  g_usleep (100000);
  files_write (f, "a.mdx", "theirs");
  g_unlink (log);
  close (fd);
  g_thread_join (thread);
  g_assert_false (saver.ok);
  g_assert_error (saver.error, MW_ERROR, MW_ERROR_CHANGED);
  g_clear_error (&saver.error);
  assert_content (f, "a.mdx", "theirs");
  files_assert_list (f, "a.mdx");
}

/* --- Renaming ------------------------------------------------------------------------------------------------------- */

typedef struct {
  Files *files;
  const MwFileSet *seen;
  MwErrorCode code;
  gboolean ok;
} Renamer;

/* bear.m2 and bear00.skin -> bull.m2, bull00.skin */
static gpointer
rename_bear (gpointer data)
{
  Renamer *renamer = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = set_of (renamer->files, "bear.m2", "bear");
  add (renamer->files, set, "skin0", "bear00.skin", "skin");
  g_autofree char *model = files_path (renamer->files, "bull.m2"), *skin = files_path (renamer->files, "bull00.skin");
  renamer->ok = mw_file_set_rename (set, renamer->seen, (const char *const[]) { model, skin }, 0, &error);
  g_assert_true (renamer->ok == !error);
  renamer->code = error && error->domain == MW_ERROR ? (MwErrorCode) error->code : 0;
  if (error)
    g_test_message ("%s", error->message);
  return NULL;
}

static void
test_renames_what_was_read (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear");
  g_autofree char *more = files_path (f, "bear01.skin");
  seen->find_companions = mw_m2_companions_find;
  add (f, seen, "skin0", "bear00.skin", "skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "theirs");
  Renamer renamer = { f, seen, 0, FALSE };
  rename_bear (&renamer);
  g_assert_false (renamer.ok);
  g_assert_cmpint (renamer.code, ==, MW_ERROR_CHANGED);
  /* A companion that was not read would be left behind. */
  files_write (f, "bear00.skin", "skin");
  files_write (f, "bear01.skin", "theirs");
  rename_bear (&renamer);
  g_assert_false (renamer.ok);
  g_assert_cmpint (renamer.code, ==, MW_ERROR_CHANGED);
  files_assert_list (f, "bear.m2 bear00.skin bear01.skin");
  assert_content (f, "bear.m2", "bear");
  g_assert_cmpint (g_unlink (more), ==, 0);
  rename_bear (&renamer);
  g_assert_true (renamer.ok);
  files_assert_list (f, "bull.m2 bull00.skin");
}

/* Waits for a save under the old or the new name. */
static void
test_renames_after_a_save (Files *f, gconstpointer data)
{
  static const char *const logs[] = { ".bear.m2.saving", ".bull.m2.saving" };
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++) {
    g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear");
    g_autofree char *log = files_path (f, logs[i]);
    add (f, seen, "skin0", "bear00.skin", "skin");
    files_write (f, "bear.m2", "bear");
    files_write (f, "bear00.skin", "skin");
    int fd = g_open (log, O_RDWR | O_CREAT, 0600);
    g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
    Renamer renamer = { f, seen, 0, FALSE };
    GThread *thread = g_thread_new ("renamer", rename_bear, &renamer);
    g_usleep (100000);
    files_write (f, i ? "bull.m2" : "bear.m2", "theirs");
    g_unlink (log);
    close (fd);
    g_thread_join (thread);
    g_assert_false (renamer.ok);
    g_assert_cmpint (renamer.code, ==, i ? MW_ERROR_EXISTS : MW_ERROR_CHANGED);
    assert_content (f, i ? "bull.m2" : "bear.m2", "theirs");
    files_assert_list (f, i ? "bear.m2 bear00.skin bull.m2" : "bear.m2 bear00.skin");
  }
}

static void
write_their_bear (Files *f)
{
  files_write (f, "bear.m2", "theirs");
}

/* A program without locks writes the old name after the new one was made. */
static void
test_written_while_it_is_renamed (Files *f, gconstpointer data)
{
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "bear");
  add (f, seen, "skin0", "bear00.skin", "skin");
  files_write (f, "bear.m2", "bear");
  files_write (f, "bear00.skin", "skin");
  flushed = f;
  at_flush = write_their_bear;
  Renamer renamer = { f, seen, 0, FALSE };
  rename_bear (&renamer);
  g_assert_null (at_flush);
  g_assert_false (renamer.ok);
  g_assert_cmpint (renamer.code, ==, MW_ERROR_CHANGED);
  assert_content (f, "bear.m2", "theirs");
  assert_content (f, "bull.m2", "bear");
  assert_content (f, "bull00.skin", "skin");
}

/* Two crosswise renames do not deadlock. */
static gpointer
rename_to_and_fro (gpointer data)
{
  Files *f = ((gpointer *) data)[0];
  const char *from = ((gpointer *) data)[1], *to = ((gpointer *) data)[2];
  for (guint i = 0; i < 200; i++) {
    g_autoptr (MwFileSet) set = set_of (f, from, "");
    g_autofree char *path = files_path (f, to);
    mw_file_set_rename (set, NULL, (const char *const[]) { path }, 0, NULL);
  }
  return NULL;
}

static void
test_crosswise (Files *f, gconstpointer data)
{
  char a[] = "a.mdx", b[] = "b.mdx";
  gpointer there[] = { f, a, b }, back[] = { f, b, a };
  files_write (f, "a.mdx", "one");
  GThread *thread = g_thread_new ("renamer", rename_to_and_fro, there);
  rename_to_and_fro (back);
  g_thread_join (thread);
  g_autofree char *path = files_path (f, "a.mdx");
  gboolean is_a = g_file_test (path, G_FILE_TEST_EXISTS);
  files_assert_list (f, is_a ? "a.mdx" : "b.mdx");
  assert_content (f, is_a ? "a.mdx" : "b.mdx", "one");
}

static void
test_many_at_once (Files *f, gconstpointer data)
{
  enum { SAVERS = 8 };
  g_autoptr (MwFileSet) seen = set_of (f, "a.mdx", "0");
  MwFileSet *sets[SAVERS];
  Saver savers[SAVERS] = { 0 };
  GThread *threads[SAVERS];
  guint n = 0, winner = 0;
  files_write (f, "a.mdx", "0");
  for (guint i = 0; i < SAVERS; i++) {
    g_autofree char *text = g_strdup_printf ("saved by %u", i);
    sets[i] = set_of (f, "a.mdx", text);
    savers[i] = (Saver) { sets[i], seen, NULL, FALSE };
    threads[i] = g_thread_new ("saver", save, &savers[i]);
  }
  for (guint i = 0; i < SAVERS; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < SAVERS; i++) {
    if (savers[i].ok) {
      n++, winner = i;
    } else {
      g_assert_error (savers[i].error, MW_ERROR, MW_ERROR_CHANGED);
      g_clear_error (&savers[i].error);
    }
    mw_file_set_free (sets[i]);
  }
  g_assert_cmpuint (n, ==, 1);
  g_autofree char *text = g_strdup_printf ("saved by %u", winner);
  assert_content (f, "a.mdx", text);
  files_assert_list (f, "a.mdx");
}

/* --- Files that are left ---------------------------------------------------------------------------------------------- */

static void
append_error (gpointer error, gpointer text)
{
  g_string_append_printf (text, "%s;", ((GError *) error)->message);
}

/* Saves "new" over "one", which has a skin and two .anim files that are no longer needed; returns the errors of
 * files that could not be removed. */
static char *
save_and_remove (Files *f, const MwFileSet *seen, MwSaveFlags flags, const char *backup, GError **error)
{
  g_autoptr (MwFileSet) was = set_of (f, "bear.m2", "one"), set = set_of (f, "bear.m2", "new");
  add (f, was, "anim4-0", "bear0004-00.anim", "walk");
  add (f, was, "anim5-0", "bear0005-00.anim", "run");
  add (f, set, "skin0", "bear00.skin", "new skin");
  g_autoptr (GPtrArray) left = g_ptr_array_new (),
                        kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_ptr_array_add (left, mw_file_set_find (was, "anim4-0"));
  g_ptr_array_add (left, mw_file_set_find (was, "anim5-0"));
  gboolean ok = mw_file_set_update_and_remove (set, seen, left, kept, flags, backup, NULL, error);
  g_assert_true (ok == !(error && *error));
  GString *text = g_string_new (NULL);
  g_ptr_array_foreach (kept, append_error, text);
  return g_string_free (text, FALSE);
}

static void
write_left (Files *f)
{
  files_write (f, "bear.m2", "one");
  files_write (f, "bear00.skin", "skin");
  files_write (f, "bear0004-00.anim", "walk");
  files_write (f, "bear0005-00.anim", "run");
}

static gboolean
there (Files *f, const char *name)
{
  g_autofree char *path = files_path (f, name);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_left_are_removed_last (Files *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  write_left (f);
  flushed = f;
  removed_name = "bear0004-00.anim";
  g_autofree char *kept = save_and_remove (f, NULL, MW_SAVE_OVERWRITE, NULL, &error);
  removed_name = NULL;
  g_assert_no_error (error);
  g_assert_cmpstr (kept, ==, "");
  g_assert_cmpstr (model_then, ==, "new");
  g_clear_pointer (&model_then, g_free);
  g_assert_false (there (f, "bear0004-00.anim"));
  g_assert_false (there (f, "bear0005-00.anim"));
  assert_content (f, "bear00.skin", "new skin");
}

/* A file changed by another program is not removed; one that is gone already is no error. */
static void
test_left_and_changed (Files *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  write_left (f);
  files_write (f, "bear0004-00.anim", "Walk");
  g_autofree char *gone = files_path (f, "bear0005-00.anim");
  g_assert_cmpint (g_unlink (gone), ==, 0);
  g_autofree char *kept = save_and_remove (f, NULL, MW_SAVE_OVERWRITE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept, ==, "was changed by another program after it was read, and is not removed;");
  assert_content (f, "bear0004-00.anim", "Walk");
  assert_content (f, "bear.m2", "new");
}

/* A save that fails removes nothing. */
static void
test_left_without_a_save (Files *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL, exists = NULL;
  write_left (f);
  g_autoptr (MwFileSet) seen = set_of (f, "bear.m2", "other");
  g_autofree char *kept = save_and_remove (f, seen, 0, NULL, &error);
  g_assert_error (error, MW_ERROR, MW_ERROR_CHANGED);
  g_autofree char *again = save_and_remove (f, NULL, 0, NULL, &exists);
  g_assert_error (exists, MW_ERROR, MW_ERROR_EXISTS);
  assert_content (f, "bear.m2", "one");
  assert_content (f, "bear0004-00.anim", "walk");
  assert_content (f, "bear0005-00.anim", "run");
}

static void
test_left_with_backups (Files *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  write_left (f);
  files_write (f, "bear0005-00.anim.bak", "older");
  g_autofree char *kept = save_and_remove (f, NULL, MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE, ".bak", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept, ==, "");
  assert_content (f, "bear.m2.bak", "one");
  assert_content (f, "bear0004-00.anim.bak", "walk");
  assert_content (f, "bear0005-00.anim.bak", "older");
  g_assert_false (there (f, "bear0004-00.anim"));
  g_assert_false (there (f, "bear0005-00.anim"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/base/file-changes/" path, Files, NULL, files_set_up, func, files_tear_down)
  ADD ("bytes-decide", test_bytes_decide);
  ADD ("gone", test_gone);
  ADD ("gone-with-its-folder", test_gone_with_its_folder);
  ADD ("links-are-followed", test_links_are_followed);
  ADD ("companions", test_companions);
  ADD ("unreadable", test_unreadable);
  ADD ("saves-over-what-was-seen", test_saves_over_what_was_seen);
  ADD ("refuses-if-the-file-is-gone", test_saves_not_where_it_went);
  ADD ("saves-with-companions", test_saves_with_companions);
  ADD ("changed-while-it-is-saved", test_changed_while_it_is_saved);
  ADD ("changed-while-it-is-looked-at", test_changed_while_it_is_looked_at);
  ADD ("refuses-to-replace-unseen-changes", test_saves_not_over_what_nobody_saw);
  ADD ("made-while-it-is-saved", test_made_while_it_is_saved);
  ADD ("waits-and-looks-again", test_waits_and_looks_again);
  ADD ("many-at-once", test_many_at_once);
  ADD ("renames-what-was-read", test_renames_what_was_read);
  ADD ("renames-after-a-save", test_renames_after_a_save);
  ADD ("written-while-it-is-renamed", test_written_while_it_is_renamed);
  ADD ("renamed-crosswise", test_crosswise);
  ADD ("unneeded-files-are-removed-last", test_left_are_removed_last);
  ADD ("changed-unneeded-files-are-kept", test_left_and_changed);
  ADD ("unneeded-files-stay-without-a-save", test_left_without_a_save);
  ADD ("unneeded-files-become-backups", test_left_with_backups);
  return g_test_run ();
}
