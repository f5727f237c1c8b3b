/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-slot.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A log is a hidden text file beside the model (".bear.m2.saving") while the model is saved:
 *
 *   mwright save 1 TOKEN           TOKEN is part of the names of the temporary files
 *   file SIZE SECONDS.NANO NAME    a file to replace, as it was found; NAME is escaped as in a URI
 *   file new NAME                  a file to create
 *   backup (the same)              a file to replace without following a link of its name
 *   commit                         all temporary files are written (never for a single file: its rename is enough)
 *
 * Like models, a log may come from anywhere. So it must not cause a write outside of the model's folder, or to a file
 * that is not named like a companion; and a file is replaced only if it is the one that was found. */

#define HEAD "mwright save 1 "
#define FILE_WORD "file "
#define BACKUP_WORD "backup "
#define COMMIT "commit\n"
#define MOST_BYTES (1 << 22)
#define YOUNG 60 /* seconds: on a file system without locks, a log younger than this is in use */
#define PATIENCE (10 * G_TIME_SPAN_SECOND) /* the wait for another save, which has only its renames left */

static char *
log_path (const char *model)
{
  g_autofree char *name = g_path_get_basename (model), *brief = mw_file_short_name (name),
                  *hidden = g_strdup_printf (".%s.saving", brief);
  return mw_file_beside (model, hidden);
}

/* Whether a name can be that of a companion of the model, or of a backup. */
static gboolean
belongs (const char *name, const char *model)
{
  g_autofree char *stem = mw_file_stem (model);
  return !strchr (name, G_DIR_SEPARATOR) && g_ascii_strncasecmp (name, stem, strlen (stem)) == 0;
}

static gboolean
can_be_logged (const MwSlot *slot, const char *model)
{
  g_autofree char *name = g_path_get_basename (slot->path), *beside = mw_file_beside (model, name);
  return strcmp (beside, slot->path) == 0 && belongs (name, model);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static void
append_slot (GString *text, const MwSlot *slot)
{
  g_autofree char *name = g_path_get_basename (slot->path), *escaped = g_uri_escape_string (name, NULL, FALSE);
  const char *keyword = slot->follow ? FILE_WORD : BACKUP_WORD;
  if (slot->is_new)
    g_string_append_printf (text, "%snew %s\n", keyword, escaped);
  else
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld %s\n", keyword,
                            (gint64) slot->info.st_size, (gint64) slot->info.st_mtim.tv_sec, slot->info.st_mtim.tv_nsec,
                            escaped);
}

static gboolean
write_text (int fd, const char *text, gsize size)
{
  while (size) {
    ssize_t n = write (fd, text, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return FALSE;
    text += n;
    size -= (gsize) n;
  }
  return TRUE;
}

typedef enum { LOCK_OURS, LOCK_HELD, LOCK_UNKNOWN } Lock;

/* On a file system without locks, the owner is unknown. */
static Lock
lock (int fd)
{
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    return LOCK_OURS;
  return errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP ? LOCK_UNKNOWN : LOCK_HELD;
}

/* Whether a log is abandoned. */
static gboolean
is_left (int fd, const struct stat *info)
{
  Lock state = lock (fd);
  gint64 age = g_get_real_time () / G_USEC_PER_SEC - (gint64) info->st_mtim.tv_sec;
  return state == LOCK_OURS || (state == LOCK_UNKNOWN && ABS (age) >= YOUNG);
}

static gboolean deal_with_log (const char *model, gboolean to_save, GCancellable *cancellable, GError **error);

/* Creates and locks a new, empty log; -1 and errno on failure. */
static int
claim (const char *path)
{
  struct stat info;
  int fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return -1;
  /* Between creation and locking, another process may have taken it for an abandoned one and removed it. */
  if (lock (fd) != LOCK_HELD && fstat (fd, &info) == 0 && info.st_nlink > 0)
    return fd;
  close (fd);
  errno = EEXIST;
  return -1;
}

MwSaveLog *
mw_save_log_claim (const char *model, GCancellable *cancellable, GError **error)
{
  enum { TRIES = 5 };
  g_autofree char *path = log_path (model);
  g_autoptr (GError) why = NULL;
  int fd = -1, code = 0;
  for (guint i = 0; i < TRIES && fd < 0; i++) {
    fd = claim (path);
    code = errno;
    if (fd < 0 && (code != EEXIST || !deal_with_log (model, TRUE, cancellable, &why)))
      break;
  }
  if (why) {
    g_propagate_error (error, g_steal_pointer (&why));
    return NULL;
  }
  if (fd < 0) {
    errno = code;
    mw_file_fail (error, model, "cannot be written");
    return NULL;
  }
  MwSaveLog *log = g_new0 (MwSaveLog, 1);
  log->path = g_steal_pointer (&path);
  log->fd = fd;
  return log;
}

gboolean
mw_save_log_list (MwSaveLog *log, const char *model, guint64 token, const GPtrArray *slots, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;
  g_string_append_printf (text, HEAD "%016" G_GINT64_MODIFIER "x\n", token);
  for (guint i = 0; i < slots->len; i++)
    n += can_be_logged (slots->pdata[i], model);
  /* A reader of the log counts its entries, so slots that are not in it come last. */
  for (guint i = 0, in = 0, out = n; i < slots->len; i++) {
    gboolean logged = can_be_logged (slots->pdata[i], model);
    mw_slot_name (slots->pdata[i], token, logged ? in++ : out++);
    if (logged)
      append_slot (text, slots->pdata[i]);
  }
  if (text->len + strlen (COMMIT) > MOST_BYTES) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, model, "has too many files to be saved as one");
    return FALSE;
  }
  return write_text (log->fd, text->str, text->len) || mw_file_fail (error, model, "cannot be written");
}

gboolean
mw_save_log_commit (MwSaveLog *log, GError **error)
{
  if (!write_text (log->fd, COMMIT, strlen (COMMIT)) || fsync (log->fd) != 0)
    return mw_file_fail (error, log->path, "cannot be written");
  return TRUE;
}

void
mw_save_log_end (MwSaveLog *log)
{
  if (!log)
    return;
  g_unlink (log->path);
  close (log->fd);
  g_free (log->path);
  g_free (log);
}

/* --- Recovering ----------------------------------------------------------------------------------------------------- */

typedef struct {
  GPtrArray *slots;
  gboolean committed;
} Left;

/* Parses "SIZE SECONDS.NANO NAME" or "new NAME", the text after "file " or "backup ". */
static MwSlot *
parse_slot (const char *line, const char *model)
{
  gboolean follow = g_str_has_prefix (line, FILE_WORD);
  if (!follow && !g_str_has_prefix (line, BACKUP_WORD))
    return NULL;
  line += strlen (follow ? FILE_WORD : BACKUP_WORD);
  struct stat info = { 0 };
  gboolean is_new = g_str_has_prefix (line, "new ");
  char *at = (char *) line + (is_new ? strlen ("new ") : 0);
  if (!is_new) {
    info.st_size = (off_t) g_ascii_strtoll (at, &at, 10);
    if (*at++ != ' ')
      return NULL;
    info.st_mtim.tv_sec = (time_t) g_ascii_strtoll (at, &at, 10);
    if (*at++ != '.')
      return NULL;
    info.st_mtim.tv_nsec = (long) g_ascii_strtoll (at, &at, 10);
    if (*at++ != ' ')
      return NULL;
  }
  g_autofree char *name = g_uri_unescape_string (at, "/");
  if (!name || !belongs (name, model))
    return NULL;
  g_autofree char *path = mw_file_beside (model, name);
  MwSlot *slot = mw_slot_new (path, follow);
  slot->is_new = is_new;
  slot->info = info;
  return slot;
}

/* Parses a log; an incomplete one gives no entries. */
static Left
parse (const char *text, const char *model)
{
  Left left = { g_ptr_array_new_with_free_func ((GDestroyNotify) mw_slot_free), FALSE };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  if (!g_str_has_prefix (lines[0] ? lines[0] : "", HEAD))
    return left;
  guint64 token = g_ascii_strtoull (lines[0] + strlen (HEAD), NULL, 16);
  for (guint i = 1; lines[i] && lines[i + 1] && !left.committed; i++) {
    MwSlot *slot = parse_slot (lines[i], model);
    left.committed = strcmp (lines[i], "commit") == 0;
    if (slot) {
      mw_slot_name (slot, token, left.slots->len);
      g_ptr_array_add (left.slots, slot);
    } else if (!left.committed) {
      g_ptr_array_set_size (left.slots, 0);
      break;
    }
  }
  return left;
}

static gboolean
is_there (const char *path)
{
  struct stat info;
  return g_lstat (path, &info) == 0;
}

static gboolean
is_file (const char *path)
{
  struct stat info;
  return g_lstat (path, &info) == 0 && S_ISREG (info.st_mode);
}

/* Whether somebody put another file there since. The new file under both its names is what a save leaves that was
 * killed while reverting a rename. */
static gboolean
is_other (const MwSlot *slot)
{
  struct stat now, ours;
  if (!is_file (slot->beside) || mw_slot_stat (slot, &now) != 0)
    return FALSE;
  if (g_lstat (slot->beside, &ours) == 0 && ours.st_dev == now.st_dev && ours.st_ino == now.st_ino)
    return FALSE;
  return slot->is_new || now.st_size != slot->info.st_size || now.st_mtim.tv_sec != slot->info.st_mtim.tv_sec
         || now.st_mtim.tv_nsec != slot->info.st_mtim.tv_nsec;
}

/* Where the new file has taken the place of a file that changed, the old bytes are kept under a visible name: no
 * other copy exists, and other files may depend on them. */
static void
keep_old (const MwSlot *slot)
{
  enum { MOST = 100 };
  if (slot->is_new || !is_file (slot->old) || is_file (slot->beside))
    return;
  for (guint i = 1; i <= MOST; i++) {
    g_autofree char *name = i == 1 ? g_strconcat (slot->target, ".old", NULL)
                                   : g_strdup_printf ("%s.old%u", slot->target, i);
    if (link (slot->old, name) != 0 && errno == EEXIST)
      continue;
    /* On a file system without hard links, renames it, without overwriting anything. */
    if (!is_there (name) && g_rename (slot->old, name) != 0)
      break;
    g_message ("a save was interrupted, and one of its files has changed since; %s has the new content, %s the old one",
               slot->target, name);
    return;
  }
}

static gboolean
finish (const Left *left, const char *model, GError **error)
{
  gboolean other = FALSE;
  for (guint i = 0; i < left->slots->len && !other; i++)
    other = is_other (left->slots->pdata[i]);
  for (guint i = 0; i < left->slots->len && other; i++)
    keep_old (left->slots->pdata[i]);
  if (other)
    return TRUE;
  for (guint i = left->slots->len; i-- > 0;) {
    const MwSlot *slot = left->slots->pdata[i];
    if (is_file (slot->beside) && g_rename (slot->beside, slot->target) != 0) {
      g_autofree char *what = g_strdup_printf ("a save of %s was interrupted and cannot be completed here", model);
      return mw_file_fail (error, slot->target, what);
    }
  }
  mw_slots_sync_folders (left->slots);
  return TRUE;
}

static char *
read_text (int fd)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char block[4096];
  ssize_t n;
  while (text->len < MOST_BYTES && ((n = read (fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
    if (n > 0)
      g_string_append_len (text, block, n);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Cleans up what an unfinished save left, using its locked log. */
static gboolean
clean_up (const char *path, int fd, const char *model, GError **error)
{
  g_autofree char *text = read_text (fd);
  Left left = parse (text, model);
  gboolean ok = !left.committed || finish (&left, model, error);
  if (ok) {
    /* Without a log, the temporary files are of no use. */
    g_unlink (path);
    mw_slots_tidy (left.slots);
  }
  g_ptr_array_unref (left.slots);
  return ok;
}

/* The save of a single file does not block readers: they get the old file or the new one. (Backups are not part of
 * the model.) */
static gboolean
has_one_file (int fd)
{
  g_autofree char *text = read_text (fd);
  const char *first = strstr (text, "\n" FILE_WORD);
  return first && !strstr (first + 1, "\n" FILE_WORD);
}

/* Opens the log; -1 and errno on failure. Some network file systems only lock writable files (flock(2)). */
static int
open_log (const char *path)
{
  const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int fd = g_open (path, O_RDWR | flags, 0);
  return fd < 0 && (errno == EACCES || errno == EROFS) ? g_open (path, O_RDONLY | flags, 0) : fd;
}

static gboolean
deal_with_log (const char *model, gboolean to_save, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = log_path (model);
  gint64 until = g_get_monotonic_time () + PATIENCE;
  for (;;) {
    struct stat info;
    int fd = open_log (path);
    if (fd < 0)
      return errno != EACCES || mw_file_fail (error, path, "the log of an interrupted save cannot be read");
    if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode)) {
      close (fd);
      return TRUE;
    }
    gboolean ok = TRUE, done = is_left (fd, &info);
    if (done && fstat (fd, &info) == 0 && info.st_nlink > 0)
      ok = clean_up (path, fd, model, error);
    else if (!done && !to_save)
      done = has_one_file (fd);
    close (fd);
    if (done)
      return ok;
    if (mw_file_cancelled (cancellable, error))
      return FALSE;
    if (g_get_monotonic_time () > until) {
      mw_set_error (error, MW_ERROR_IO, -1, model, "is being saved by another program");
      return FALSE;
    }
    g_usleep (5000);
  }
}

gboolean
mw_file_set_recover (const char *path, GCancellable *cancellable, GError **error)
{
  return deal_with_log (path, FALSE, cancellable, error);
}

/* Whether some of the model's files may be new and others not yet. Until a log is committed all are old. One that no program
 * holds, and that has nothing left to rename, is only one that could not be removed. */
static gboolean
is_partly_saved (const char *model)
{
  g_autofree char *path = log_path (model);
  struct stat info;
  int fd = open_log (path);
  if (fd < 0)
    return FALSE;
  gboolean partly = FALSE;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode)) {
    g_autofree char *text = read_text (fd);
    Left left = parse (text, model);
    partly = left.committed && !is_left (fd, &info);
    for (guint i = 0; i < left.slots->len && left.committed && !partly; i++)
      partly = is_file (((const MwSlot *) left.slots->pdata[i])->beside);
    g_ptr_array_unref (left.slots);
  }
  close (fd);
  return partly;
}

gboolean
mw_file_set_is_of_one_save (const MwFileSet *set)
{
  static const MwFileStamp none;
  /* The order matters: the log is checked first, so that once it is gone its renames are visible. */
  if (is_partly_saved (mw_file_set_main (set)->path))
    return FALSE;
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    struct stat info;
    MwFileStamp now = g_stat (part->path, &info) == 0 ? mw_file_stamp (&info) : none;
    if (memcmp (&part->stamp, &none, sizeof none) != 0 && memcmp (&part->stamp, &now, sizeof now) != 0)
      return FALSE;
  }
  return TRUE;
}
