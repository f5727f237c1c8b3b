/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/base/file-slot.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define MAGIC "mwlog 1\n"
#define MAGIC_SIZE (sizeof MAGIC - 1)
#define META_MOST ((guint32) 16 << 20)
#define BLOCK ((gsize) 256 << 10)

typedef struct {
  guint32 type, checksum, meta_size, zero;
  guint64 body_size;
} Head;
G_STATIC_ASSERT (sizeof (Head) == 24);

struct _MwRecordLog {
  int fd;
  char *path;
  MwRecordLogPlace at; /* end of the last complete record */
  guint64 size;        /* when it was opened */
  gint64 time;         /* last written to, when it was opened */
  gboolean cut;        /* nothing follows `at` in the file */
};

/* --- Checksum ------------------------------------------------------------------------------------------------------- */

/* Processes four bytes at a time: table[k] is the table for a byte followed by k zero bytes. */
static guint32 table[4][256];

static gpointer
make_table (gpointer unused)
{
  for (guint32 i = 0; i < 256; i++) {
    guint32 value = i;
    for (guint bit = 0; bit < 8; bit++)
      value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
    table[0][i] = value;
  }
  for (guint k = 1; k < 4; k++)
    for (guint32 i = 0; i < 256; i++)
      table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 0xFF];
  return NULL;
}

static guint32
add_to_checksum (guint32 sum, const void *bytes, gsize size)
{
  static GOnce once = G_ONCE_INIT;
  g_once (&once, make_table, NULL);
  const guint8 *at = bytes;
  sum = ~sum;
  for (; size >= 4; at += 4, size -= 4) {
    sum ^= at[0] | (guint32) at[1] << 8 | (guint32) at[2] << 16 | (guint32) at[3] << 24;
    sum = table[3][sum & 0xFF] ^ table[2][sum >> 8 & 0xFF] ^ table[1][sum >> 16 & 0xFF] ^ table[0][sum >> 24];
  }
  for (; size; at++, size--)
    sum = sum >> 8 ^ table[0][(sum ^ *at) & 0xFF];
  return ~sum;
}

/* --- Opening -------------------------------------------------------------------------------------------------------- */

/* On a file system without locks, opening always succeeds. */
static gboolean
lock (int fd, gboolean wait)
{
  while (flock (fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR)
      return errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP;
  return TRUE;
}

static MwRecordLog *
log_new (int fd, const char *path)
{
  struct stat info;
  MwRecordLog *log = g_new0 (MwRecordLog, 1);
  log->fd = fd;
  log->path = g_strdup (path);
  if (fstat (fd, &info) == 0) {
    log->size = (guint64) info.st_size;
    log->time = (gint64) info.st_mtim.tv_sec;
  }
  return log;
}

/* write(2) reports a full disk as an error. The limit on file sizes first raises a signal, which would end the
 * program, so this thread blocks it while it writes. */
static gboolean
write_all (int fd, const void *bytes, gsize size)
{
  sigset_t limit, before;
  sigemptyset (&limit);
  sigaddset (&limit, SIGXFSZ);
  pthread_sigmask (SIG_BLOCK, &limit, &before);
  const guint8 *at = bytes;
  while (size) {
    ssize_t n = write (fd, at, MIN (size, (gsize) 1 << 26));
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    at += n;
    size -= (gsize) n;
  }
  int code = errno;
  /* Discards the pending signal, which would be delivered when it is unblocked. */
  if (size && code == EFBIG)
    sigtimedwait (&limit, NULL, &(struct timespec) { 0 });
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = code;
  return size == 0;
}

MwRecordLog *
mw_record_log_create (const char *path, GError **error)
{
  struct stat info;
  int fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) {
    mw_file_fail (error, path, "cannot be written");
    return NULL;
  }
  /* Between creation and locking, another process may have taken the file for an abandoned one and removed it. */
  gboolean ok = lock (fd, TRUE) && fstat (fd, &info) == 0 && info.st_nlink > 0;
  if (!ok || !write_all (fd, MAGIC, MAGIC_SIZE)) {
    mw_file_fail (error, path, "cannot be written");
    g_unlink (path);
    close (fd);
    return NULL;
  }
  MwRecordLog *log = log_new (fd, path);
  log->at.end = MAGIC_SIZE;
  log->cut = TRUE;
  return log;
}

/* Reads up to `size` bytes, fewer at the end of the file. */
static gsize
read_some (int fd, guint64 offset, void *bytes, gsize size)
{
  gsize done = 0;
  while (done < size) {
    ssize_t n = pread (fd, (guint8 *) bytes + done, size - done, (off_t) (offset + done));
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    done += (gsize) n;
  }
  return done;
}

MwRecordLog *
mw_record_log_open (const char *path, GError **error)
{
  struct stat info;
  char magic[MAGIC_SIZE];
  const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int fd = g_open (path, O_RDWR | flags, 0);
  if (fd < 0 && (errno == EACCES || errno == EROFS))
    fd = g_open (path, O_RDONLY | flags, 0);
  if (fd < 0) {
    mw_file_fail (error, path, "cannot be read");
    return NULL;
  }
  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode)) {
    mw_set_error (error, MW_ERROR_IO, -1, path, "is not a regular file");
    close (fd);
    return NULL;
  }
  if (!lock (fd, FALSE)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, "%s is in use by another program", path);
    close (fd);
    return NULL;
  }
  MwRecordLog *log = log_new (fd, path);
  gsize n = read_some (fd, 0, magic, sizeof magic);
  if (memcmp (magic, MAGIC, n) != 0) {
    mw_set_error (error, MW_ERROR_CORRUPT, 0, NULL, "found no log of this program and machine");
    mw_record_log_close (log);
    return NULL;
  }
  log->at.end = n;
  return log;
}

void
mw_record_log_close (MwRecordLog *log)
{
  if (!log)
    return;
  close (log->fd);
  g_free (log->path);
  g_free (log);
}

const char *
mw_record_log_get_path (const MwRecordLog *log)
{
  return log->path;
}

guint64
mw_record_log_get_end (const MwRecordLog *log)
{
  return log->at.end;
}

guint64
mw_record_log_get_size (const MwRecordLog *log)
{
  return log->size;
}

gint64
mw_record_log_get_time (const MwRecordLog *log)
{
  return log->time;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

void
mw_log_record_clear (MwLogRecord *record)
{
  g_clear_pointer (&record->meta, g_bytes_unref);
  g_clear_pointer (&record->body, g_bytes_unref);
  *record = (MwLogRecord) { 0 };
}

static gboolean
ends_early (const MwRecordLog *log, GError **error)
{
  mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) log->at.end, NULL, "the last record is incomplete");
  return FALSE;
}

/* Reads `size` bytes and adds them to the checksum; NULL: the file ends too early. */
static GBytes *
read_bytes (const MwRecordLog *log, guint64 offset, gsize size, guint32 *sum)
{
  guint8 *bytes = g_malloc (MAX (size, 1));
  if (read_some (log->fd, offset, bytes, size) != size) {
    g_free (bytes);
    return NULL;
  }
  *sum = add_to_checksum (*sum, bytes, size);
  return g_bytes_new_take (bytes, size);
}

/* The same without keeping the bytes. */
static gboolean
check_bytes (const MwRecordLog *log, guint64 offset, guint64 size, guint32 *sum)
{
  g_autofree guint8 *block = g_malloc (BLOCK);
  while (size) {
    gsize n = (gsize) MIN (size, BLOCK);
    if (read_some (log->fd, offset, block, n) != n)
      return FALSE;
    *sum = add_to_checksum (*sum, block, n);
    offset += n;
    size -= n;
  }
  return TRUE;
}

gboolean
mw_record_log_read (MwRecordLog *log, gsize most, MwLogRecord *record, GError **error)
{
  Head head;
  *record = (MwLogRecord) { .offset = log->at.end };
  gsize n = read_some (log->fd, log->at.end, &head, sizeof head);
  if (n == 0)
    return FALSE;
  if (n < sizeof head)
    return ends_early (log, error);
  guint64 at = log->at.end + sizeof head;
  guint64 left = log->size > at ? log->size - at : 0;
  if (head.zero != 0 || head.meta_size > META_MOST) {
    mw_set_error (error, MW_ERROR_CORRUPT, (gint64) log->at.end, NULL, "the head of a record is damaged");
    return FALSE;
  }
  /* If a length is damaged, nothing after it can be found. */
  if (head.meta_size > left || head.body_size > left - head.meta_size)
    return ends_early (log, error);
  guint32 expected = head.checksum, sum;
  head.checksum = log->at.checksum;
  sum = add_to_checksum (0, &head, sizeof head);
  gsize kept = (gsize) MIN (head.body_size, most);
  record->type = head.type;
  record->body_size = head.body_size;
  record->meta = read_bytes (log, at, head.meta_size, &sum);
  record->body = record->meta ? read_bytes (log, at + head.meta_size, kept, &sum) : NULL;
  if (!record->body || !check_bytes (log, at + head.meta_size + kept, head.body_size - kept, &sum)) {
    mw_log_record_clear (record);
    return ends_early (log, error);
  }
  if (sum != expected) {
    mw_log_record_clear (record);
    mw_set_error (error, MW_ERROR_CORRUPT, (gint64) log->at.end, NULL, "the checksum of a record does not match");
    return FALSE;
  }
  log->at.checksum = sum;
  log->at.end = at + head.meta_size + head.body_size;
  return TRUE;
}

MwRecordLogPlace
mw_record_log_get_place (const MwRecordLog *log)
{
  return log->at;
}

void
mw_record_log_seek (MwRecordLog *log, MwRecordLogPlace place)
{
  log->at = place;
  log->cut = FALSE;
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Truncates what follows the last complete record. */
static gboolean
cut (MwRecordLog *log)
{
  return ftruncate (log->fd, (off_t) log->at.end) == 0 && lseek (log->fd, (off_t) log->at.end, SEEK_SET) >= 0;
}

gboolean
mw_record_log_append (MwRecordLog *log, guint32 type, GBytes *meta, GBytes *body, GError **error)
{
  gsize meta_size = 0, body_size = 0;
  const void *meta_bytes = meta ? g_bytes_get_data (meta, &meta_size) : NULL;
  const void *body_bytes = body ? g_bytes_get_data (body, &body_size) : NULL;
  if (meta_size > META_MOST) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, log->path, "a record is too large");
    return FALSE;
  }
  if (log->at.end < MAGIC_SIZE)
    log->at.end = 0;
  if (!log->cut && !cut (log))
    return mw_file_fail (error, log->path, "cannot be written");
  log->cut = TRUE;
  Head head = { type, log->at.checksum, (guint32) meta_size, 0, body_size };
  guint32 sum = add_to_checksum (0, &head, sizeof head);
  sum = add_to_checksum (sum, meta_bytes, meta_size);
  sum = add_to_checksum (sum, body_bytes, body_size);
  head.checksum = sum;
  gboolean ok = (log->at.end > 0 || write_all (log->fd, MAGIC, MAGIC_SIZE)) && write_all (log->fd, &head, sizeof head)
                && write_all (log->fd, meta_bytes, meta_size) && write_all (log->fd, body_bytes, body_size);
  if (!ok) {
    mw_file_fail (error, log->path, "cannot be written");
    cut (log);
    return FALSE;
  }
  log->at.end = MAX (log->at.end, MAGIC_SIZE) + sizeof head + meta_size + body_size;
  log->at.checksum = sum;
  return TRUE;
}

gboolean
mw_record_log_sync (MwRecordLog *log, gboolean folder, GError **error)
{
  if ((folder ? fsync (log->fd) : fdatasync (log->fd)) != 0)
    return mw_file_fail (error, log->path, "cannot be written");
  if (folder) {
    g_autofree char *own = g_path_get_dirname (log->path), *above = g_path_get_dirname (own);
    mw_file_sync_folder (own);
    mw_file_sync_folder (above);
  }
  return TRUE;
}

/* --- Folders -------------------------------------------------------------------------------------------------------- */

char *
mw_record_log_make_folder (const char *parent, GError **error)
{
  enum { TRIES = 100 };
  for (guint i = 0; i < TRIES; i++) {
    g_autofree char *name = g_strdup_printf ("%08x%08x", g_random_int (), g_random_int ()),
                    *path = g_build_filename (parent, name, NULL);
    if (g_mkdir_with_parents (parent, 0700) == 0 && g_mkdir (path, 0700) == 0)
      return g_steal_pointer (&path);
    if (errno != EEXIST && errno != ENOENT)
      break;
  }
  mw_file_fail (error, parent, "cannot be written");
  return NULL;
}

GPtrArray *
mw_record_log_find (const char *parent, const char *name)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  const char *folder;
  while (dir && (folder = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (parent, folder, name, NULL);
    struct stat info;
    if (g_lstat (path, &info) == 0 && S_ISREG (info.st_mode))
      g_ptr_array_add (found, g_steal_pointer (&path));
  }
  return found;
}

gboolean
mw_record_log_delete (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean ok = g_unlink (path) == 0 || errno == ENOENT;
  if (!ok)
    return mw_file_fail (error, path, "cannot be removed");
  g_rmdir (folder);
  return TRUE;
}
