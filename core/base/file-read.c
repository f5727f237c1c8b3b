/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-slot.h"
#include "core/base/file-stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* No format can address more than this. */
#define MOST_BYTES ((guint64) 4 << 30)

static guint64 stream_limit = MW_FILE_STREAM_LIMIT;

void
mw_file_set_stream_limit (guint64 bytes)
{
  stream_limit = MIN (bytes, MOST_BYTES);
}

MwFileStamp
mw_file_stamp (const struct stat *info)
{
  if (!S_ISREG (info->st_mode))
    return (MwFileStamp) { 0 };
  return (MwFileStamp) { info->st_dev, info->st_ino, info->st_size, info->st_mtim.tv_sec, info->st_mtim.tv_nsec };
}

MwFileStamp
mw_file_stamp_of (const char *path)
{
  struct stat info;
  return stat (path, &info) == 0 ? mw_file_stamp (&info) : (MwFileStamp) { 0 };
}

/* --- Progress ------------------------------------------------------------------------------------------------------- */

static const char watcher_key[] = "mw-read-watcher";

typedef struct {
  MwReadProgress progress;
} ReadWatcher;

void
mw_file_watch_reads (GCancellable *cancellable, MwReadProgress progress)
{
  ReadWatcher *watcher = g_new (ReadWatcher, 1);
  watcher->progress = progress;
  g_object_set_data_full (G_OBJECT (cancellable), watcher_key, watcher, g_free);
}

/* --- What is read from ---------------------------------------------------------------------------------------------- */

static gboolean
refuse_kind (const char *path, const char *kind, GError **error)
{
  g_autofree char *to = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? realpath (path, NULL) : NULL;
  if (to)
    mw_set_error (error, MW_ERROR_IO, -1, path, "is a %s, not a file (it leads to %s); nothing is read from it", kind,
                  to);
  else
    mw_set_error (error, MW_ERROR_IO, -1, path, "is a %s, not a file; nothing is read from it", kind);
  return FALSE;
}

/* A device may be endless, may block, or may act when it is opened. */
static gboolean
is_readable_kind (const char *path, const struct stat *info, gboolean pipes, GError **error)
{
  if (S_ISCHR (info->st_mode) || S_ISBLK (info->st_mode))
    return refuse_kind (path, "device", error);
  if (S_ISSOCK (info->st_mode))
    return refuse_kind (path, "socket", error);
  if (S_ISFIFO (info->st_mode) && !pipes)
    return refuse_kind (path, "pipe", error);
  errno = EISDIR;
  return !S_ISDIR (info->st_mode) || mw_file_fail (error, path, "cannot be read");
}

gboolean
mw_file_is_plain (const char *path, GError **error)
{
  struct stat info;
  return g_stat (path, &info) != 0 || S_ISDIR (info.st_mode) || is_readable_kind (path, &info, FALSE, error);
}

gboolean
mw_file_is_same (const char *a, const char *b)
{
  struct stat of_a, of_b;
  return g_stat (a, &of_a) == 0 && g_stat (b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

typedef struct {
  int fd;
  const char *path; /* NULL: standard input */
  GCancellable *cancellable;
  guint8 *bytes;
  guint64 size, capacity;
  guint64 expected; /* the size that the file states; 0: none */
} Reading;

static gboolean
fail (const Reading *r, GError **error)
{
  const char *why = g_strerror (errno);
  if (r->path)
    return mw_file_fail (error, r->path, "cannot be read");
  mw_set_error (error, MW_ERROR_IO, -1, NULL, "standard input cannot be read: %s", why);
  return FALSE;
}

static gboolean
make_room (Reading *r, guint64 capacity, GError **error)
{
  guint8 *bytes = g_try_realloc (r->bytes, capacity);
  if (!bytes) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, r->path, "there is not enough memory to read %" G_GUINT64_FORMAT " bytes",
                  capacity);
    return FALSE;
  }
  r->bytes = bytes;
  r->capacity = capacity;
  return TRUE;
}

/* Grows the buffer for input without a size, or with more than its stated size, up to the limit. One extra byte
 * makes room to detect the end. */
static gboolean
grow (Reading *r, GError **error)
{
  guint64 limit = MAX (stream_limit, r->expected);
  if (r->size > limit) {
    g_autofree char *words = limit % (1 << 20) == 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT " MiB", limit >> 20)
                                                    : g_strdup_printf ("%" G_GUINT64_FORMAT " bytes", limit);
    mw_set_error (error, MW_ERROR_ENDLESS, -1, r->path, "%sexceeds %s, the limit for input of unknown size",
                  r->path ? "" : "standard input ", words);
    return FALSE;
  }
  return r->size < r->capacity || make_room (r, MIN (r->capacity * 2, limit + 1), error);
}

/* Waits until there is something to read or the read is cancelled. */
static gboolean
wait_for (Reading *r, GError **error)
{
  GPollFD cancelled = { 0 };
  struct pollfd fds[2] = { { .fd = r->fd, .events = POLLIN } };
  gboolean both = r->cancellable && g_cancellable_make_pollfd (r->cancellable, &cancelled);
  fds[1] = (struct pollfd) { .fd = cancelled.fd, .events = POLLIN };
  int n;
  do
    n = poll (fds, both ? 2 : 1, -1);
  while (n < 0 && errno == EINTR);
  if (both)
    g_cancellable_release_fd (r->cancellable);
  return n > 0 || fail (r, error);
}

static gboolean
read_all (Reading *r, gboolean waits, GError **error)
{
  enum { BLOCK = 8 << 20 };
  const ReadWatcher *watcher = r->cancellable ? g_object_get_data (G_OBJECT (r->cancellable), watcher_key) : NULL;
  for (;;) {
    if (!grow (r, error) || (waits && !wait_for (r, error)) || mw_file_cancelled (r->cancellable, error))
      return FALSE;
    ssize_t n = read (r->fd, r->bytes + r->size, MIN (r->capacity - r->size, (guint64) BLOCK));
    if (n < 0 && errno == EAGAIN)
      waits = TRUE;
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (n < 0)
      return fail (r, error);
    if (n == 0)
      return TRUE;
    r->size += (guint64) n;
    if (watcher && r->expected && r->size <= r->expected)
      watcher->progress (r->cancellable, r->size, r->expected);
  }
}

/* Reads from an open descriptor, which stays open. */
static GBytes *
read_open (int fd, const char *path, guint64 expected, gboolean waits, GCancellable *cancellable, GError **error)
{
  enum { FIRST = 1 << 16 };
  Reading r = { .fd = fd, .path = path, .cancellable = cancellable, .expected = expected };
  if (!make_room (&r, expected ? expected + 1 : MIN (FIRST, stream_limit + 1), error) || !read_all (&r, waits, error)) {
    g_free (r.bytes);
    return NULL;
  }
  return g_bytes_new_take (r.bytes, r.size);
}

GBytes *
mw_file_read (const char *path, GCancellable *cancellable, GError **error)
{
  MwFileStamp stamp;
  return mw_file_read_stamped (path, &stamp, cancellable, error);
}

GBytes *
mw_file_read_stamped (const char *path, MwFileStamp *stamp, GCancellable *cancellable, GError **error)
{
  struct stat info;
  if (g_stat (path, &info) == 0 && !is_readable_kind (path, &info, TRUE, error))
    return NULL;
  /* Without O_NONBLOCK, opening a pipe would wait for its writer and could not be cancelled. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0) {
    mw_file_fail (error, path, "cannot be opened");
    return NULL;
  }
  GBytes *bytes = NULL;
  /* Another file may have taken its place since the first check. */
  if (fstat (fd, &info) != 0)
    mw_file_fail (error, path, "cannot be read");
  else if (S_ISREG (info.st_mode) && (guint64) info.st_size > MOST_BYTES)
    mw_set_error (error, MW_ERROR_LIMIT, -1, path, "has %" G_GINT64_FORMAT " bytes; no model has more than 4 GiB",
                  (gint64) info.st_size);
  else if (is_readable_kind (path, &info, TRUE, error))
    bytes = read_open (fd, path, S_ISREG (info.st_mode) ? (guint64) info.st_size : 0, S_ISFIFO (info.st_mode),
                       cancellable, error);
  *stamp = mw_file_stamp (&info);
  close (fd);
  return bytes;
}

GBytes *
mw_file_read_standard_input (GError **error)
{
  return read_open (STDIN_FILENO, NULL, 0, FALSE, NULL, error);
}
