/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-set.h"
#include "tests/core/io/files.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void
assert_refused (const char *path, const char *why)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_file_read (path, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_assert_cmpstr (mw_error_path (error), ==, path);
  if (!strstr (error->message, why))
    g_error ("\"%s\" does not say \"%s\"", error->message, why);
}

static void
test_devices (Files *f, gconstpointer data)
{
  g_autofree char *link = files_path (f, "link"), *second = files_path (f, "second"),
                  *socket_path = files_path (f, "s");
  g_assert_cmpint (symlink ("/dev/zero", link), ==, 0);
  g_assert_cmpint (symlink ("link", second), ==, 0);
  assert_refused ("/dev/zero", "is a device, not a file; nothing is read from it");
  assert_refused ("/dev/tty", "is a device");
  assert_refused (link, "is a device, not a file (it leads to /dev/zero)");
  assert_refused (second, "is a device, not a file (it leads to /dev/zero)");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  g_strlcpy (address.sun_path, socket_path, sizeof address.sun_path);
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  assert_refused (socket_path, "is a socket, not a file");
  close (fd);
  assert_refused (f->folder, "cannot be read: Is a directory");
}

static gpointer
feed (gpointer path)
{
  enum { PARTS = 40 };
  g_autofree char *block = g_strnfill (5000, 'x');
  g_usleep (20000);
  int fd = g_open (path, O_WRONLY, 0);
  for (guint i = 0; i < PARTS; i++)
    if (write (fd, block, 5000) != 5000)
      break;
  close (fd);
  return NULL;
}

/* 200,000 bytes from a writer that opens the pipe after the reader. */
static void
test_pipe (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "pipe");
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  for (guint limit = 199999; limit <= 200000; limit++) {
    g_autoptr (GError) error = NULL;
    MwFileStamp stamp = { .size = 1 };
    mw_file_set_stream_limit (limit);
    GThread *writer = g_thread_new ("writer", feed, path);
    g_autoptr (GBytes) bytes = mw_file_read_stamped (path, &stamp, NULL, &error);
    g_thread_join (writer);
    g_assert_cmpint (stamp.size, ==, 0);
    if (limit == 200000) {
      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (bytes), ==, 200000);
    } else {
      g_assert_null (bytes);
      g_assert_error (error, MW_ERROR, MW_ERROR_ENDLESS);
      g_assert_cmpstr (error->message, ==, "exceeds 199999 bytes, the limit for input of unknown size");
      g_assert_cmpstr (mw_error_kind (error), ==, "limit");
    }
  }
  /* A limit above the maximum is cut to it. */
  mw_file_set_stream_limit (G_MAXUINT64);
  GThread *writer = g_thread_new ("writer", feed, path);
  g_autoptr (GBytes) all = mw_file_read (path, NULL, NULL);
  g_thread_join (writer);
  g_assert_nonnull (all);
  g_assert_cmpuint (g_bytes_get_size (all), ==, 200000);
  /* The stream limit does not apply to files. */
  files_write (f, "file", "12345678");
  g_autofree char *file = files_path (f, "file");
  mw_file_set_stream_limit (4);
  g_autoptr (GBytes) bytes = mw_file_read (file, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 8);
  mw_file_set_stream_limit (MW_FILE_STREAM_LIMIT);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (50000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A pipe without a writer, then one whose writer never ends. */
static void
test_cancelled (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "pipe");
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  for (guint round = 0; round < 2; round++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    int writer = round ? g_open (path, O_RDWR, 0) : -1;
    g_assert_true (!round || write (writer, "MDLX", 4) == 4);
    GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
    g_assert_null (mw_file_read (path, cancellable, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
    g_thread_join (thread);
    if (round)
      close (writer);
  }
}

static void
test_too_large (Files *f, gconstpointer data)
{
  g_autofree char *path = files_path (f, "huge");
  g_autoptr (GError) error = NULL;
  files_write (f, "huge", "x");
  g_assert_cmpint (truncate (path, ((off_t) 4 << 30) + 1), ==, 0);
  g_assert_null (mw_file_read (path, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "has 4294967297 bytes; no model has more than 4 GiB");
}

/* Files found in a folder, as opposed to files named on the command line. */
static void
test_walk (Files *f, gconstpointer data)
{
  g_autofree char *pipe = files_path (f, "a.mdx"), *zero = files_path (f, "b.mdl"), *gone = files_path (f, "c.m2"),
                  *file = files_path (f, "d.mdx"), *other = files_path (f, "pipe");
  g_autoptr (GPtrArray) unread = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (mkfifo (other, 0600), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", zero), ==, 0);
  g_assert_cmpint (symlink ("nowhere", gone), ==, 0);
  files_write (f, "d.mdx", "x");
  const char *const folders[] = { f->folder, NULL };
  g_autoptr (GPtrArray) files = mw_files_expand (folders, unread);
  g_assert_cmpuint (files->len, ==, 2);
  g_assert_cmpstr (files->pdata[0], ==, gone);
  g_assert_cmpstr (files->pdata[1], ==, file);
  g_assert_cmpuint (unread->len, ==, 2);
  g_assert_cmpstr (mw_error_path (unread->pdata[0]), ==, pipe);
  g_assert_nonnull (strstr (((GError *) unread->pdata[0])->message, "is a pipe, not a file"));
  g_assert_cmpstr (mw_error_path (unread->pdata[1]), ==, zero);
  /* A pipe that is named explicitly is accepted. */
  const char *const names[] = { pipe, NULL };
  g_autoptr (GPtrArray) named = mw_files_expand (names, unread);
  g_assert_cmpuint (named->len, ==, 1);
}

#define ADD(path, func) g_test_add ("/base/file-read/" path, Files, NULL, files_set_up, func, files_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("devices and sockets are refused, through links too", test_devices);
  ADD ("a pipe is read to its end, or to the limit", test_pipe);
  ADD ("reading a pipe can be cancelled at any moment", test_cancelled);
  ADD ("a file that is larger than any model is not read", test_too_large);
  ADD ("a walk reports pipes and devices, and skips them", test_walk);
  return g_test_run ();
}
