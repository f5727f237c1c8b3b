/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* renameat2() */
#include "core/base/file-changes.h"
#include "core/base/file-slot.h"
#include "core/base/last-words.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* --- Slots ---------------------------------------------------------------------------------------------------------- */

void
mw_slot_free (MwSlot *slot)
{
  g_free (slot->path);
  g_free (slot->target);
  g_free (slot->from);
  g_free (slot->beside);
  g_free (slot->old);
  g_free (slot);
}

/* Resolves links to the file to replace; a dangling link resolves to its destination. Links of the system
 * (/dev/stdout) lead to something without a name. */
static char *
resolve_links (const char *path)
{
  g_autofree char *at = g_strdup (path);
  for (int hops = 0; hops < 40; hops++) {
    g_autofree char *to = g_file_read_link (at, NULL);
    if (!to)
      break;
    g_autofree char *folder = g_path_get_dirname (at);
    g_autofree char *next = g_path_is_absolute (to) ? g_strdup (to) : g_build_filename (folder, to, NULL);
    if (g_file_test (at, G_FILE_TEST_EXISTS) && !g_file_test (next, G_FILE_TEST_EXISTS))
      break;
    g_free (at);
    at = g_steal_pointer (&next);
  }
  return g_steal_pointer (&at);
}

MwSlot *
mw_slot_new (const char *path, gboolean follow)
{
  MwSlot *slot = g_new0 (MwSlot, 1);
  slot->path = g_strdup (path);
  slot->target = follow ? resolve_links (path) : g_strdup (path);
  slot->follow = follow;
  return slot;
}

int
mw_slot_stat (const MwSlot *slot, struct stat *info)
{
  return slot->follow ? g_stat (slot->target, info) : g_lstat (slot->target, info);
}

char *
mw_file_short_name (const char *name)
{
  enum { MOST = 200, KEPT = 180 }; /* bytes; a file name may have 255 */
  const char *end;
  if (strlen (name) <= MOST)
    return g_strdup (name);
  g_utf8_validate (name, KEPT, &end);
  gsize kept = end - name > KEPT - 4 ? (gsize) (end - name) : KEPT;
  return g_strdup_printf ("%.*s~%08x", (int) kept, name, g_str_hash (name));
}

void
mw_slot_name (MwSlot *slot, guint64 token, guint index)
{
  g_autofree char *folder = g_path_get_dirname (slot->target), *name = g_path_get_basename (slot->target),
                  *brief = mw_file_short_name (name);
  g_free (slot->beside);
  g_free (slot->old);
  slot->beside = g_strdup_printf ("%s/.%s.%016" G_GINT64_MODIFIER "x-%u.new", folder, brief, token, index);
  slot->old = g_strdup_printf ("%s/.%s.%016" G_GINT64_MODIFIER "x-%u.old", folder, brief, token, index);
}

/* Not from GLib's generator, whose state is shared by both processes after a fork. */
static guint64
name_slots (const GPtrArray *slots)
{
  guint64 token;
  if (getentropy (&token, sizeof token) != 0)
    token = (guint64) g_get_real_time ();
  for (guint i = 0; i < slots->len; i++)
    mw_slot_name (slots->pdata[i], token, i);
  return token;
}

void
mw_slots_tidy (const GPtrArray *slots)
{
  for (guint i = 0; i < slots->len; i++) {
    const MwSlot *slot = slots->pdata[i];
    if (slot->beside)
      g_unlink (slot->beside);
    if (slot->old)
      g_unlink (slot->old);
  }
}

void
mw_file_sync_folder (const char *folder)
{
  int fd = g_open (folder, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return;
  /* Some file systems cannot flush a folder; the rename itself has succeeded. */
  if (fsync (fd) != 0)
    errno = 0;
  close (fd);
}

void
mw_slots_sync_folders (const GPtrArray *slots)
{
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < slots->len; i++) {
    char *folder = g_path_get_dirname (((MwSlot *) slots->pdata[i])->target);
    if (!g_hash_table_contains (folders, folder))
      mw_file_sync_folder (folder);
    g_hash_table_add (folders, folder);
  }
}

/* --- One file ------------------------------------------------------------------------------------------------------- */

static gboolean
write_all (int fd, GBytes *bytes, GCancellable *cancellable, const char *path, GError **error)
{
  gsize size, done = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  while (done < size) {
    if (mw_file_cancelled (cancellable, error))
      return FALSE;
    ssize_t n = write (fd, data + done, MIN (size - done, (gsize) 8 << 20));
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return mw_file_fail (error, path, "cannot be written");
    done += (gsize) n;
  }
  return TRUE;
}

/* Refuses devices and pipes, which a rename would replace by a file. */
static gboolean
is_file_or_new (const MwSlot *slot, GError **error)
{
  struct stat info;
  if (mw_slot_stat (slot, &info) != 0 || S_ISREG (info.st_mode))
    return TRUE;
  mw_set_error (error, MW_ERROR_IO, -1, slot->target, "is not a regular file and is not replaced");
  return FALSE;
}

/* Checks whether what is at the slot's target may be replaced. */
static gboolean
can_be_replaced (MwSlot *slot, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (slot->target);
  slot->is_new = mw_slot_stat (slot, &slot->info) != 0;
  if (slot->is_new && errno != ENOENT)
    return mw_file_fail (error, slot->target, "cannot be written");
  if (access (folder, W_OK | X_OK) != 0)
    return mw_file_fail (error, slot->target, slot->is_new ? "cannot be written" : "cannot be replaced");
  if (!slot->is_new && !slot->follow && S_ISLNK (slot->info.st_mode))
    return TRUE;
  if (!is_file_or_new (slot, error))
    return FALSE;
  if (!slot->is_new && access (slot->target, W_OK) != 0)
    return mw_file_fail (error, slot->target, "cannot be replaced");
  return TRUE;
}

/* Writes a new file with these bytes and the owner and permissions of `like` (NULL: the defaults). */
static gboolean
write_file (const char *path, const char *target, GBytes *bytes, const struct stat *like, GCancellable *cancellable,
            GError **error)
{
  int fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return mw_file_fail (error, target, "cannot be written");
  gboolean ok = write_all (fd, bytes, cancellable, target, error);
  if (ok && like) {
    /* Only root, or a member of the group, can keep the owner; the permissions can always be kept. */
    if (fchown (fd, like->st_uid, like->st_gid) != 0)
      errno = 0;
    if (fchmod (fd, like->st_mode & 07777) != 0)
      ok = mw_file_fail (error, target, "its permissions cannot be kept");
  }
  if (ok && fsync (fd) != 0)
    ok = mw_file_fail (error, target, "cannot be written");
  if (close (fd) != 0 && ok)
    ok = mw_file_fail (error, target, "cannot be written");
  if (!ok)
    g_unlink (path);
  return ok;
}

/* Makes a second name for a file; where the file system has no hard links, or the name is on another disk, a copy. */
static gboolean
make_second_name (const char *from, const char *to, const char *target, GError **error)
{
  struct stat info;
  if (link (from, to) == 0)
    return TRUE;
  /* Copying is right only where the system says that linking is not possible. */
  if (errno != EXDEV && errno != EPERM && errno != EOPNOTSUPP && errno != EMLINK && errno != ENOSYS)
    return mw_file_fail (error, target, "cannot be made");
  g_autoptr (GBytes) bytes = mw_file_read (from, NULL, error);
  gboolean known = g_stat (from, &info) == 0;
  if (!bytes || !write_file (to, target, bytes, known ? &info : NULL, NULL, error))
    return FALSE;
  /* The copy keeps the time, so that it counts as the same file if it has to be moved back. */
  const struct timespec times[] = { info.st_atim, info.st_mtim };
  if (known && utimensat (AT_FDCWD, to, times, 0) != 0)
    errno = 0;
  return TRUE;
}

static gboolean
write_beside (MwSlot *slot, GCancellable *cancellable, GError **error)
{
  return slot->from ? make_second_name (slot->from, slot->beside, slot->target, error)
                    : write_file (slot->beside, slot->target, slot->bytes, slot->is_new ? NULL : &slot->info,
                                  cancellable, error);
}

/* Whether a file already has these bytes, so that nothing has to be written. */
static gboolean
has_already (const char *path, GBytes *bytes)
{
  struct stat info;
  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || (guint64) info.st_size != g_bytes_get_size (bytes))
    return FALSE;
  g_autoptr (GBytes) there = mw_file_read (path, NULL, NULL);
  return there && g_bytes_equal (there, bytes);
}

static gboolean
is_there (const char *path)
{
  struct stat info;
  return g_lstat (path, &info) == 0;
}

/* --- All as one ----------------------------------------------------------------------------------------------------- */

/* Reverts a rename exactly; at each moment in between, what is in the log can still be completed. */
static void
take_back (MwSlot *slot)
{
  if (slot->is_new) {
    g_rename (slot->target, slot->beside);
    return;
  }
  if (link (slot->target, slot->beside) != 0)
    g_rename (slot->target, slot->beside);
  g_rename (slot->old, slot->target);
}

/* Whether the files of a model are still those of `seen` (NULL: not checked). *now receives their current state,
 * which the caller owns (NULL if not checked). */
static gboolean
is_as_seen (const MwFileSet *seen, MwFileSet **now_out, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwFileSet) now = seen ? mw_file_set_look (seen, cancellable, error) : NULL;
  if (!now)
    return !seen;
  g_autoptr (GPtrArray) changes = mw_file_set_compare (seen, now);
  if (!mw_file_changes_none (changes, error))
    return FALSE;
  *now_out = g_steal_pointer (&now);
  return TRUE;
}

/* Whether no file of `now` has been written since is_as_seen() read it. This is the last check before the renames, under
 * the lock: only a program that does not use the lock can still write. */
static gboolean
is_untouched (const MwFileSet *now, GError **error)
{
  for (guint i = 0; now && i < now->parts->len; i++) {
    const MwFilePart *part = now->parts->pdata[i];
    struct stat info;
    MwFileStamp stamp = g_stat (part->path, &info) == 0 ? mw_file_stamp (&info) : (MwFileStamp) { 0 };
    if (memcmp (&stamp, &part->stamp, sizeof stamp) != 0) {
      mw_set_error (error, MW_ERROR_CHANGED, -1, part->path,
                    "is being written by another program right now, and is not replaced");
      return FALSE;
    }
  }
  return TRUE;
}

/* A slot that was empty must still be empty; not every file system can guarantee that atomically. */
static gboolean
put (MwSlot *slot, MwSaveFlags flags, GError **error)
{
  int failed = -1;
  if (slot->is_new && !(flags & MW_SAVE_OVERWRITE)) {
    failed = renameat2 (AT_FDCWD, slot->beside, AT_FDCWD, slot->target, RENAME_NOREPLACE);
    if (failed && errno == EEXIST) {
      mw_set_error (error, MW_ERROR_EXISTS, -1, slot->target, "exists already: another program made it just now");
      return FALSE;
    }
  }
  slot->renamed = !failed || g_rename (slot->beside, slot->target) == 0;
  return slot->renamed || mw_file_fail (error, slot->target, "cannot be replaced");
}

typedef struct {
  const MwFileSet *seen; /* the required current state of the files; or NULL */
  MwSaveFlags flags;
  GCancellable *cancellable;
  const GPtrArray *left; /* MwFilePart: removed at the end; NULL: none */
  GPtrArray *kept;       /* GError *: one for each that could not be removed */
  const char *backup_suffix;
} Terms;

/* Removes one file that nothing needs any more, if it is still what was read. */
static gboolean
remove_left (const MwFilePart *part, const Terms *terms, GError **error)
{
  if (!is_there (part->path))
    return TRUE;
  if (!has_already (part->path, part->bytes)) {
    mw_set_error (error, MW_ERROR_CHANGED, -1, part->path,
                  "was changed by another program after it was read, and is not removed");
    return FALSE;
  }
  g_autofree char *backup = terms->backup_suffix ? g_strconcat (part->path, terms->backup_suffix, NULL) : NULL;
  if (backup && terms->flags & MW_SAVE_BACKUP_ONCE && is_there (backup))
    g_clear_pointer (&backup, g_free);
  int failed = backup ? g_rename (part->path, backup) : g_unlink (part->path);
  return !failed || mw_file_fail (error, part->path, "cannot be removed");
}

static void
remove_all_left (const Terms *terms)
{
  for (guint i = 0; terms->left && i < terms->left->len; i++) {
    const MwFilePart *part = terms->left->pdata[i];
    g_autofree char *folder = g_path_get_dirname (part->path);
    GError *error = NULL;
    if (remove_left (part, terms, &error))
      mw_file_sync_folder (folder);
    else
      g_ptr_array_add (terms->kept, error);
  }
}

/* Renames the temporary files to their targets, all or none. The main file, the first, goes last: it makes the new
 * set valid. Takes ownership of the log (NULL: none) and ends it; deletes the temporary files. */
static gboolean
put_all (const GPtrArray *slots, MwSaveLog *log, const Terms *terms, gboolean ok, GError **error)
{
  gboolean several = slots->len > 1;
  for (guint i = 0; ok && several && i < slots->len; i++) {
    MwSlot *slot = slots->pdata[i];
    ok = slot->is_new || make_second_name (slot->target, slot->old, slot->target, error);
  }
  if (ok && log && several) {
    mw_slots_sync_folders (slots);
    ok = mw_save_log_commit (log, error);
  }
  g_autoptr (MwFileSet) now = NULL;
  ok = ok && is_as_seen (terms->seen, &now, terms->cancellable, error) && is_untouched (now, error);
  for (guint i = slots->len; ok && i-- > 0;)
    ok = put (slots->pdata[i], terms->flags, error);
  for (guint i = 0; !ok && i < slots->len; i++)
    if (((MwSlot *) slots->pdata[i])->renamed)
      take_back (slots->pdata[i]);
  /* While the log exists, recovery takes missing temporary files as renamed. */
  if (!ok) {
    mw_save_log_end (log);
    mw_slots_tidy (slots);
    return FALSE;
  }
  mw_slots_tidy (slots);
  if (!(terms->flags & MW_SAVE_NO_SYNC_FOLDER) || terms->left)
    mw_slots_sync_folders (slots);
  /* The lock is still held, so nobody has saved a model that needs these files. */
  remove_all_left (terms);
  mw_save_log_end (log);
  return TRUE;
}

/* --- Saving --------------------------------------------------------------------------------------------------------- */

/* Two parts may be links to one file. It can hold both only if their bytes are equal; then it is written once, and
 * the later slot has no bytes. */
static gboolean
are_apart (const GPtrArray *slots, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < slots->len; i++) {
    MwSlot *slot = slots->pdata[i], *other = g_hash_table_lookup (seen, slot->target);
    if (!other) {
      g_hash_table_insert (seen, slot->target, slot);
    } else if (g_bytes_equal (slot->bytes, other->bytes)) {
      slot->bytes = NULL;
    } else {
      mw_set_error (error, MW_ERROR_IO, -1, slot->path, "leads to the same file as %s, but needs different content",
                    other->path);
      return FALSE;
    }
  }
  return TRUE;
}

/* The slot for a backup of the file that another slot replaces; NULL: no backup is wanted. */
static MwSlot *
backup_of (const MwSlot *slot, const MwFilePart *part, gboolean is_written, MwSaveFlags flags, const char *suffix)
{
  g_autofree char *name = g_strconcat (slot->target, suffix, NULL);
  gboolean older = is_there (name);
  if (!is_there (slot->target) || part->ours || (older && flags & MW_SAVE_BACKUP_ONCE))
    return NULL;
  /* An unchanged file needs no backup, but an older backup of it must not remain beside newer ones of the others. */
  if (!is_written && (!older || has_already (name, slot->bytes)))
    return NULL;
  MwSlot *backup = mw_slot_new (name, FALSE);
  backup->from = g_strdup (slot->target);
  return backup;
}

/* Whether a path is one of the files that were seen and are unchanged (is_as_seen()). */
static gboolean
was_seen (const MwFileSet *now, const char *path)
{
  for (guint i = 0; now && i < now->parts->len; i++) {
    const MwFilePart *part = now->parts->pdata[i];
    if (part->bytes && g_strcmp0 (part->path, path) == 0)
      return TRUE;
  }
  return FALSE;
}

/* A slot for each part; NULL and an error when two parts have the same target, or one exists and may not be
 * replaced. */
static GPtrArray *
slots_of_parts (const MwFileSet *set, const MwFileSet *now, MwSaveFlags flags, GError **error)
{
  g_autoptr (GPtrArray) slots = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_slot_free);
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    MwSlot *slot = mw_slot_new (part->path, TRUE);
    slot->bytes = part->bytes;
    g_ptr_array_add (slots, slot);
    if (!(flags & MW_SAVE_OVERWRITE) && !was_seen (now, part->path) && is_there (slot->target)) {
      /* For something that even overwriting would not replace, report that first. */
      if (!is_file_or_new (slot, error))
        return NULL;
      mw_set_error (error, MW_ERROR_EXISTS, -1, part->path, "exists already");
      return NULL;
    }
  }
  return are_apart (slots, error) ? g_steal_pointer (&slots) : NULL;
}

/* The files that change: the set's main file, companions whose files differ, and backups. Checks that all can be
 * replaced. */
static GPtrArray *
slots_of (const MwFileSet *set, const MwFileSet *now, MwSaveFlags flags, const char *backup_suffix, GError **error)
{
  g_autoptr (GPtrArray) slots = slots_of_parts (set, now, flags, error), backups = g_ptr_array_new ();
  if (!slots)
    return NULL;
  for (guint i = set->parts->len; i-- > 0;) {
    const MwSlot *slot = slots->pdata[i];
    gboolean is_written = i == 0 || (slot->bytes && !has_already (slot->target, slot->bytes));
    MwSlot *backup = backup_suffix && slot->bytes
                       ? backup_of (slot, set->parts->pdata[i], is_written, flags, backup_suffix)
                       : NULL;
    if (backup)
      g_ptr_array_add (backups, backup);
    if (!is_written)
      g_ptr_array_remove_index (slots, i);
  }
  g_ptr_array_extend_and_steal (slots, g_steal_pointer (&backups));
  for (guint i = 0; i < slots->len; i++)
    if (!can_be_replaced (slots->pdata[i], error))
      return NULL;
  return g_steal_pointer (&slots);
}

/* Whether waiting for other saves, and writing a log beside the model, makes sense at all. */
static gboolean
could_be_saved (const MwFileSet *set, const MwFileSet *now, MwSaveFlags flags, GError **error)
{
  g_autoptr (GPtrArray) slots = slots_of_parts (set, now, flags, error);
  return slots && can_be_replaced (slots->pdata[0], error);
}

gboolean
mw_file_set_save (const MwFileSet *set, MwSaveFlags flags, const char *backup_suffix, GCancellable *cancellable,
                  GError **error)
{
  return mw_file_set_update (set, NULL, flags, backup_suffix, cancellable, error);
}

/* The files that were replaced are of our own writing now. */
static void
mark_written (const MwFileSet *set, const GPtrArray *slots)
{
  for (guint i = 0; i < set->parts->len; i++) {
    MwFilePart *part = set->parts->pdata[i];
    for (guint k = 0; k < slots->len; k++) {
      const MwSlot *slot = slots->pdata[k];
      part->ours |= !slot->from && strcmp (slot->path, part->path) == 0;
    }
  }
}

static gboolean
update (const MwFileSet *set, const Terms *terms, GError **error)
{
  const MwFileSet *seen = terms->seen;
  MwSaveFlags flags = terms->flags;
  const char *backup_suffix = terms->backup_suffix;
  GCancellable *cancellable = terms->cancellable;
  const char *model = mw_file_set_main (set)->path;
  g_autoptr (MwFileSet) before = NULL, now = NULL;
  if (!(flags & MW_SAVE_TRY) && !mw_file_set_recover (model, cancellable, error))
    return FALSE;
  if (!is_as_seen (seen, &before, cancellable, error))
    return FALSE;
  if (flags & MW_SAVE_TRY) {
    g_autoptr (GPtrArray) would = slots_of (set, before, flags, backup_suffix, error);
    return would != NULL;
  }
  if (!could_be_saved (set, before, flags, error))
    return FALSE;
  MwSaveLog *log = mw_save_log_claim (model, cancellable, error);
  if (!log)
    return FALSE;
  /* Another save may have changed the files during the wait. */
  g_autoptr (GPtrArray)
    slots = is_as_seen (seen, &now, cancellable, error) ? slots_of (set, now, flags, backup_suffix, error) : NULL;
  if (!slots) {
    mw_save_log_end (log);
    return FALSE;
  }
  gboolean ok = mw_save_log_list (log, model, name_slots (slots), slots, error);
  for (guint i = 0; ok && i < slots->len; i++)
    ok = write_beside (slots->pdata[i], cancellable, error);
  ok = put_all (slots, log, terms, ok, error);
  if (ok)
    mark_written (set, slots);
  return ok;
}

gboolean
mw_file_set_update (const MwFileSet *set, const MwFileSet *seen, MwSaveFlags flags, const char *backup_suffix,
                    GCancellable *cancellable, GError **error)
{
  return mw_file_set_update_and_remove (set, seen, NULL, NULL, flags, backup_suffix, cancellable, error);
}

gboolean
mw_file_set_update_and_remove (const MwFileSet *set, const MwFileSet *seen, const GPtrArray *left, GPtrArray *kept,
                               MwSaveFlags flags, const char *backup_suffix, GCancellable *cancellable, GError **error)
{
  const Terms terms = { seen, flags, cancellable, left, kept, backup_suffix };
  mw_last_words_begin_save ();
  gboolean ok = update (set, &terms, error);
  mw_last_words_end_save ();
  return ok;
}

gboolean
mw_file_make_folder_of (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  if (g_mkdir_with_parents (folder, 0777) == 0)
    return TRUE;
  mw_set_error (error, MW_ERROR_IO, -1, folder, "the folder cannot be created: %s", g_strerror (errno));
  return FALSE;
}

gboolean
mw_file_save (const char *path, GBytes *bytes, MwSaveFlags flags, GError **error)
{
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "file", path, bytes);
  return mw_file_set_save (set, flags, NULL, NULL, error);
}

/* --- Renaming ------------------------------------------------------------------------------------------------------- */

/* Makes a second name for the file `from`, beside the slot's target. */
static gboolean
link_beside (MwSlot *slot, const char *from, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (slot->target);
  struct stat info;
  slot->is_new = g_lstat (slot->target, &slot->info) != 0;
  if (!slot->is_new && S_ISDIR (slot->info.st_mode)) {
    mw_set_error (error, MW_ERROR_IO, -1, slot->target, "is a folder and is not replaced");
    return FALSE;
  }
  if (g_lstat (from, &info) != 0)
    return mw_file_fail (error, from, "cannot be renamed");
  /* A relative link would lead elsewhere from another folder. */
  g_autofree char *from_folder = g_path_get_dirname (from), *to = g_file_read_link (from, NULL);
  if (to && !g_path_is_absolute (to) && strcmp (from_folder, folder) != 0) {
    g_autofree char *whole = g_canonicalize_filename (to, from_folder);
    return symlink (whole, slot->beside) == 0 || mw_file_fail (error, slot->target, "cannot be made");
  }
  return make_second_name (from, slot->beside, slot->target, error);
}

/* The identity of the file that a name leads to, whatever its spelling; NULL: no such file. */
static char *
identity (const char *path)
{
  struct stat info;
  if (g_lstat (path, &info) != 0)
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, (guint64) info.st_dev, (guint64) info.st_ino);
}

/* Whether the new names are free and different. A file of the set itself that has one of the new names is never
 * overwritten: its old name is removed at the end, and the file would go with it. */
static gboolean
are_free (const MwFileSet *set, const char *const *paths, MwSaveFlags flags, GError **error)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < set->parts->len; i++) {
    char *id = identity (((MwFilePart *) set->parts->pdata[i])->path);
    if (id)
      g_hash_table_add (own, id);
  }
  for (guint i = 0; i < set->parts->len; i++) {
    g_autofree char *id = identity (paths[i]);
    MwErrorCode code = MW_ERROR_IO;
    const char *why = NULL;
    if (!g_hash_table_add (seen, (gpointer) paths[i]))
      why = "two files of the set would have this name";
    else if (strcmp (((MwFilePart *) set->parts->pdata[i])->path, paths[i]) == 0)
      continue;
    else if (id && g_hash_table_contains (own, id))
      why = "is a file of the set itself";
    else if (id && !(flags & MW_SAVE_OVERWRITE))
      code = MW_ERROR_EXISTS, why = "exists already";
    if (why) {
      mw_set_error (error, code, -1, paths[i], "%s", why);
      return FALSE;
    }
  }
  return TRUE;
}

/* A file being renamed, with its state when it got its second name. */
typedef struct {
  const char *path;
  struct stat info;
} Renamed;

static gboolean
is_still (const Renamed *file)
{
  struct stat now;
  return g_lstat (file->path, &now) == 0 && now.st_dev == file->info.st_dev && now.st_ino == file->info.st_ino
         && now.st_size == file->info.st_size && now.st_mtim.tv_sec == file->info.st_mtim.tv_sec
         && now.st_mtim.tv_nsec == file->info.st_mtim.tv_nsec;
}

/* Locks both names, so that nobody saves under either of them. Two programs that rename crosswise do not deadlock,
 * because each takes the locks in the order of the names. */
static gboolean
claim_both (const char *from, const char *to, MwSaveLog *logs[2], GError **error)
{
  g_autofree char *a = g_canonicalize_filename (from, NULL), *b = g_canonicalize_filename (to, NULL);
  int order = strcmp (a, b);
  logs[0] = mw_save_log_claim (order <= 0 ? from : to, NULL, error);
  if (logs[0] && order)
    logs[1] = mw_save_log_claim (order <= 0 ? to : from, NULL, error);
  return logs[0] && (logs[1] || !order);
}

/* Checks that everything is still as it was read, and that each second name still belongs to its file. */
static gboolean
may_go (const MwFileSet *seen, const GArray *files, GError **error)
{
  g_autoptr (MwFileSet) now = NULL;
  if (!is_as_seen (seen, &now, NULL, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++) {
    const Renamed *file = &g_array_index (files, Renamed, i);
    if (is_still (file))
      continue;
    mw_set_error (error, MW_ERROR_CHANGED, -1, file->path,
                  "is being written by another program right now, and is not renamed");
    return FALSE;
  }
  return TRUE;
}

/* A file that somebody wrote under the old name in the meantime is not removed. */
static gboolean
remove_old_names (const GArray *files, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < files->len; i++) {
    const Renamed *file = &g_array_index (files, Renamed, i);
    GError **first = ok ? error : NULL;
    if (!is_still (file)) {
      mw_set_error (first, MW_ERROR_CHANGED, -1, file->path,
                    "was written by another program during the rename; that content stays under the old name");
      ok = FALSE;
    } else if (g_unlink (file->path) != 0)
      ok = mw_file_fail (first, file->path, "has its new name too, but the old one cannot be removed");
    g_autofree char *folder = g_path_get_dirname (file->path);
    mw_file_sync_folder (folder);
  }
  return ok;
}

static gboolean
rename_set (const MwFileSet *set, const MwFileSet *seen, const char *const *paths, MwSaveFlags flags, GError **error)
{
  g_autoptr (GPtrArray) slots = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_slot_free);
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (Renamed));
  MwSaveLog *logs[2] = { NULL, NULL };
  gboolean ok = are_free (set, paths, flags, error);
  if (flags & MW_SAVE_TRY)
    return ok;
  for (guint i = 0; ok && i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    if (strcmp (part->path, paths[i]) == 0)
      continue;
    Renamed file = { .path = part->path };
    if (g_lstat (part->path, &file.info) != 0)
      ok = mw_file_fail (error, part->path, "cannot be renamed");
    g_ptr_array_add (slots, mw_slot_new (paths[i], FALSE));
    g_array_append_val (files, file);
  }
  name_slots (slots);
  for (guint i = 0; ok && i < slots->len; i++)
    ok = link_beside (slots->pdata[i], g_array_index (files, Renamed, i).path, error);
  ok = ok && claim_both (mw_file_set_main (set)->path, paths[0], logs, error) && may_go (seen, files, error);
  ok = put_all (slots, NULL, &(Terms) { .flags = flags }, ok, error) && remove_old_names (files, error);
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    mw_save_log_end (logs[i]);
  return ok;
}

gboolean
mw_file_set_rename (const MwFileSet *set, const MwFileSet *seen, const char *const *paths, MwSaveFlags flags,
                    GError **error)
{
  mw_last_words_begin_save ();
  gboolean ok = rename_set (set, seen, paths, flags, error);
  mw_last_words_end_save ();
  return ok;
}
