/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
append (MwRecordLog *log, guint32 type, const char *meta, const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) m = meta ? g_bytes_new (meta, strlen (meta)) : NULL;
  g_autoptr (GBytes) b = body ? g_bytes_new (body, strlen (body)) : NULL;
  g_assert_true (mw_record_log_append (log, type, m, b, &error));
  g_assert_no_error (error);
}

static char *
text_of (GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  return g_strndup (data ? data : "", size);
}

static void
assert_next (MwRecordLog *log, guint32 type, const char *meta, const char *body)
{
  g_autoptr (GError) error = NULL;
  g_auto (MwLogRecord) record = { 0 };
  g_assert_true (mw_record_log_read (log, G_MAXSIZE, &record, &error));
  g_assert_no_error (error);
  g_autofree char *m = text_of (record.meta), *b = text_of (record.body);
  g_assert_cmpuint (record.type, ==, type);
  g_assert_cmpstr (m, ==, meta);
  g_assert_cmpstr (b, ==, body);
  g_assert_cmpuint (record.body_size, ==, strlen (body));
}

static void
assert_end (MwRecordLog *log)
{
  g_autoptr (GError) error = NULL;
  g_auto (MwLogRecord) record = { 0 };
  g_assert_false (mw_record_log_read (log, G_MAXSIZE, &record, &error));
  g_assert_no_error (error);
}

static MwRecordLog *
open_log (const char *path)
{
  g_autoptr (GError) error = NULL;
  MwRecordLog *log = mw_record_log_open (path, &error);
  g_assert_no_error (error);
  return log;
}

/* A log of three records. Free the path with g_free(). */
static char *
make (const char *name)
{
  g_autoptr (GError) error = NULL;
  char *path = path_of (name);
  g_autoptr (MwRecordLog) log = mw_record_log_create (path, &error);
  g_assert_no_error (error);
  append (log, 1, "head", "the first body");
  append (log, 2, NULL, "the second");
  append (log, 3, "only a head", NULL);
  g_assert_true (mw_record_log_sync (log, TRUE, &error));
  return path;
}

static void
test_round (void)
{
  g_autofree char *path = make ("round");
  struct stat info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  {
    g_autoptr (MwRecordLog) log = open_log (path);
    assert_next (log, 1, "head", "the first body");
    assert_next (log, 2, "", "the second");
    assert_next (log, 3, "only a head", "");
    assert_end (log);
    g_assert_cmpuint (mw_record_log_get_end (log), ==, mw_record_log_get_size (log));
    append (log, 4, "more", "later");
  }
  g_autoptr (MwRecordLog) again = open_log (path);
  for (guint i = 0; i < 3; i++) {
    g_auto (MwLogRecord) record = { 0 };
    /* Bodies are checked even if they are not kept. */
    g_assert_true (mw_record_log_read (again, 3, &record, NULL));
    g_assert_cmpuint (g_bytes_get_size (record.body), <=, 3);
  }
  assert_next (again, 4, "more", "later");
  assert_end (again);
}

static void
test_lock (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = make ("lock");
  g_autoptr (MwRecordLog) log = open_log (path);
  g_assert_null (mw_record_log_open (path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);
  g_clear_pointer (&log, mw_record_log_close);
  log = open_log (path);
  g_assert_null (mw_record_log_create (path, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

/* Whatever the file is cut to, and whichever bit is changed: the records before the damage are read, the rest is
 * never accepted, and an appended record replaces it. */
static void
test_damage (void)
{
  g_autofree char *path = make ("damage"), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  gsize ends[4] = { 8 };
  {
    g_autoptr (MwRecordLog) log = open_log (path);
    for (guint i = 1; i < 4; i++) {
      g_auto (MwLogRecord) record = { 0 };
      g_assert_true (mw_record_log_read (log, 0, &record, NULL));
      ends[i] = mw_record_log_get_end (log);
    }
  }
  for (gsize i = 0; i < size * 9; i++) {
    gboolean flip = i >= size;
    gsize n = flip ? size : i, at = flip ? (i - size) / 8 : i;
    g_autofree char *damaged = g_memdup2 (bytes, size);
    if (flip)
      damaged[at] ^= (char) (1 << (i - size) % 8);
    g_assert_true (g_file_set_contents (path, damaged, (gssize) n, NULL));
    g_autoptr (GError) error = NULL;
    g_autoptr (MwRecordLog) log = mw_record_log_open (path, &error);
    if (flip && at < 8) {
      g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
      continue;
    }
    g_assert_no_error (error);
    guint whole = 0, read = 0;
    while (whole < 3 && ends[whole + 1] <= at)
      whole++;
    for (;; read++) {
      g_auto (MwLogRecord) record = { 0 };
      if (!mw_record_log_read (log, G_MAXSIZE, &record, &error))
        break;
    }
    g_assert_cmpuint (read, ==, whole);
    g_assert_true (error || !flip);
    if (error)
      g_assert_cmpint (mw_error_offset (error), ==, (gint64) MAX (ends[whole], MIN (n, 8)));
    append (log, 9, "after", "the damage");
    g_clear_pointer (&log, mw_record_log_close);
    log = open_log (path);
    for (guint k = 0; k < whole; k++) {
      g_auto (MwLogRecord) record = { 0 };
      g_assert_true (mw_record_log_read (log, 0, &record, NULL));
    }
    assert_next (log, 9, "after", "the damage");
    assert_end (log);
  }
}

/* A record that no longer follows its predecessor. */
static void
test_chain (void)
{
  g_autofree char *path = make ("chain"), *bytes = NULL;
  gsize size, first, second;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  {
    g_autoptr (MwRecordLog) log = open_log (path);
    g_auto (MwLogRecord) record = { 0 };
    g_assert_true (mw_record_log_read (log, 0, &record, NULL));
    first = mw_record_log_get_end (log);
    mw_log_record_clear (&record);
    g_assert_true (mw_record_log_read (log, 0, &record, NULL));
    second = mw_record_log_get_end (log);
  }
  memmove (bytes + first, bytes + second, size - second);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) (size - (second - first)), NULL));
  g_autoptr (MwRecordLog) log = open_log (path);
  g_autoptr (GError) error = NULL;
  g_auto (MwLogRecord) record = { 0 };
  g_assert_true (mw_record_log_read (log, 0, &record, NULL));
  mw_log_record_clear (&record);
  g_assert_false (mw_record_log_read (log, 0, &record, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
}

/* A size beyond the end of the file is never allocated. */
static void
test_size (void)
{
  g_autofree char *path = make ("size"), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  const guint64 huge = G_MAXUINT64 - 40;
  memcpy (bytes + 8 + 16, &huge, sizeof huge);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  g_autoptr (MwRecordLog) log = open_log (path);
  g_autoptr (GError) error = NULL;
  g_auto (MwLogRecord) record = { 0 };
  g_assert_false (mw_record_log_read (log, G_MAXSIZE, &record, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_TRUNCATED);
}

/* A limit on the file's size acts like a full disk, and its signal does not end the program. */
static void
test_full (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = path_of ("full"), *body = g_malloc0 (4096);
  g_autoptr (MwRecordLog) log = mw_record_log_create (path, &error);
  g_assert_no_error (error);
  append (log, 1, "before", "the limit");
  guint64 end = mw_record_log_get_end (log);
  struct rlimit before, limit;
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = 1000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_autoptr (GBytes) bytes = g_bytes_new (body, 4096);
  gboolean ok = mw_record_log_append (log, 2, NULL, bytes, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (ok);
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  struct stat info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpuint ((guint64) info.st_size, ==, end);
  append (log, 3, "room", "again");
  g_clear_pointer (&log, mw_record_log_close);
  log = open_log (path);
  assert_next (log, 1, "before", "the limit");
  assert_next (log, 3, "room", "again");
  assert_end (log);
}

static void
test_folders (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *parent = path_of ("a/b");
  g_autoptr (GPtrArray) none = mw_record_log_find (parent, "log");
  g_assert_cmpuint (none->len, ==, 0);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *made = mw_record_log_make_folder (parent, &error);
    g_assert_no_error (error);
    struct stat info;
    g_assert_cmpint (g_stat (made, &info), ==, 0);
    g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
    g_autofree char *path = g_build_filename (made, "log", NULL);
    g_autoptr (MwRecordLog) log = mw_record_log_create (path, &error);
    g_assert_no_error (error);
  }
  g_autoptr (GPtrArray) found = mw_record_log_find (parent, "log");
  g_assert_cmpuint (found->len, ==, 3);
  for (guint i = 0; i < found->len; i++) {
    g_autofree char *own = g_path_get_dirname (found->pdata[i]);
    g_assert_true (mw_record_log_delete (found->pdata[i], &error));
    g_assert_false (g_file_test (own, G_FILE_TEST_EXISTS));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("mw-record-log-XXXXXX", NULL);
  g_test_add_func ("/base/record log/appended records are read back, and more can be appended", test_round);
  g_test_add_func ("/base/record log/only one process at a time has it open", test_lock);
  g_test_add_func ("/base/record log/records before a cut or changed byte are read", test_damage);
  g_test_add_func ("/base/record log/a missing record between others is noticed", test_chain);
  g_test_add_func ("/base/record log/a false size allocates no memory", test_size);
  g_test_add_func ("/base/record log/on a full disk only the records that do not fit are lost", test_full);
  g_test_add_func ("/base/record log/only the user can read the folders, and they are removed with their log",
                   test_folders);
  int result = g_test_run ();
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  g_free (folder);
  return result;
}
