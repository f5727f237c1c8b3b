/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-set.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
part_free (gpointer data)
{
  MwFilePart *part = data;
  g_free (part->role);
  g_free (part->path);
  g_free (part->suffix);
  g_bytes_unref (part->bytes);
  g_free (part);
}

MwFileSet *
mw_file_set_new (void)
{
  MwFileSet *set = g_new0 (MwFileSet, 1);
  set->parts = g_ptr_array_new_with_free_func (part_free);
  set->by_role = g_hash_table_new (g_str_hash, g_str_equal);
  return set;
}

void
mw_file_set_free (MwFileSet *set)
{
  if (!set)
    return;
  g_hash_table_unref (set->by_role);
  g_ptr_array_unref (set->parts);
  g_free (set);
}

void
mw_file_set_add (MwFileSet *set, const char *role, const char *path, GBytes *bytes)
{
  mw_file_set_add_companion (set, role, path, NULL, bytes);
}

void
mw_file_set_add_companion (MwFileSet *set, const char *role, const char *path, const char *suffix, GBytes *bytes)
{
  MwFilePart *part = g_new0 (MwFilePart, 1);
  part->role = g_strdup (role);
  part->path = g_strdup (path);
  part->suffix = g_strdup (suffix);
  part->bytes = g_bytes_ref (bytes);
  g_ptr_array_add (set->parts, part);
  g_hash_table_replace (set->by_role, part->role, part);
}

const MwFilePart *
mw_file_set_main (const MwFileSet *set)
{
  return set->parts->pdata[0];
}

MwFilePart *
mw_file_set_find (const MwFileSet *set, const char *role)
{
  return g_hash_table_lookup (set->by_role, role);
}

char *
mw_file_stem (const char *path)
{
  char *name = g_path_get_basename (path), *dot = strrchr (name, '.');
  /* A name that begins with its only dot is no bare extension. */
  if (dot && dot != name)
    *dot = '\0';
  return name;
}

char *
mw_file_beside (const char *path, const char *name)
{
  const char *slash = strrchr (path, G_DIR_SEPARATOR);
  return slash ? g_strdup_printf ("%.*s%s", (int) (slash + 1 - path), path, name) : g_strdup (name);
}

static gboolean
fail (GError **error, const char *path, const char *what)
{
  int code = errno;
  mw_set_error (error, MW_ERROR_IO, -1, path, "%s: %s", what, g_strerror (code));
  return FALSE;
}

static gboolean
cancelled (GCancellable *cancellable, GError **error)
{
  if (!cancellable || !g_cancellable_is_cancelled (cancellable))
    return FALSE;
  mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
  return TRUE;
}

GBytes *
mw_file_read (const char *path, GCancellable *cancellable, GError **error)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  struct stat info;
  if (fd < 0) {
    fail (error, path, "cannot be opened");
    return NULL;
  }
  if (fstat (fd, &info) != 0 || S_ISDIR (info.st_mode)) {
    errno = S_ISDIR (info.st_mode) ? EISDIR : errno;
    fail (error, path, "cannot be read");
    close (fd);
    return NULL;
  }
  /* A pipe has no size: grow as it comes. */
  size_t size = 0, capacity = S_ISREG (info.st_mode) ? (size_t) info.st_size + 1 : 1 << 16;
  guint8 *bytes = g_malloc (capacity);
  for (;;) {
    if (size == capacity)
      bytes = g_realloc (bytes, capacity *= 2);
    ssize_t n = cancelled (cancellable, error) ? -2 : read (fd, bytes + size, MIN (capacity - size, (size_t) 8 << 20));
    if (n < 0 && errno == EINTR && n != -2)
      continue;
    if (n < 0) {
      if (n == -1)
        fail (error, path, "cannot be read");
      g_free (bytes);
      close (fd);
      return NULL;
    }
    if (n == 0)
      break;
    size += (size_t) n;
  }
  close (fd);
  return g_bytes_new_take (bytes, size);
}

/* --- Saving --------------------------------------------------------------------------------------------------------- */

typedef struct {
  char *target;  /* links followed */
  GBytes *bytes; /* of a save: what goes there; not owned */
  char *beside;  /* the new file until it is renamed */
  char *old;     /* the replaced file while others may still fail; NULL: there was none */
  gboolean existed, renamed;
  struct stat info;
} Slot;

static void
slot_free (gpointer data)
{
  Slot *slot = data;
  g_free (slot->target);
  g_free (slot->beside);
  g_free (slot->old);
  g_free (slot);
}

/* Follows links to what would be replaced; a dangling link keeps its destination as target. */
static char *
follow (const char *path)
{
  g_autofree char *at = g_strdup (path);
  for (int hops = 0; hops < 40; hops++) {
    g_autofree char *to = g_file_read_link (at, NULL);
    if (!to)
      break;
    g_autofree char *folder = g_path_get_dirname (at);
    g_free (at);
    at = g_path_is_absolute (to) ? g_strdup (to) : g_build_filename (folder, to, NULL);
  }
  return g_steal_pointer (&at);
}

static gboolean
write_all (int fd, GBytes *bytes, GCancellable *cancellable, const char *path, GError **error)
{
  gsize size, done = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  while (done < size) {
    if (cancelled (cancellable, error))
      return FALSE;
    ssize_t n = write (fd, data + done, MIN (size - done, (gsize) 8 << 20));
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return fail (error, path, "cannot be written");
    done += (gsize) n;
  }
  return TRUE;
}

static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = g_open (folder, O_RDONLY | O_CLOEXEC, 0);
  if (fd >= 0) {
    /* Not every file system can; the rename itself has happened. */
    if (fsync (fd) != 0)
      errno = 0;
    close (fd);
  }
}

static gboolean
write_beside (Slot *slot, GBytes *bytes, GCancellable *cancellable, GError **error)
{
  slot->existed = g_stat (slot->target, &slot->info) == 0;
  /* A device or a pipe would be replaced by a file of its name. */
  if (slot->existed && !S_ISREG (slot->info.st_mode)) {
    mw_set_error (error, MW_ERROR_IO, -1, slot->target, "is no regular file and is not replaced");
    return FALSE;
  }
  if (slot->existed && access (slot->target, W_OK) != 0)
    return fail (error, slot->target, "cannot be replaced");
  g_autofree char *folder = g_path_get_dirname (slot->target), *name = g_path_get_basename (slot->target);
  slot->beside = g_strdup_printf ("%s/.%s.XXXXXX", folder, name);
  int fd = g_mkstemp_full (slot->beside, O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0) {
    g_clear_pointer (&slot->beside, g_free);
    return fail (error, slot->target, "cannot be written");
  }
  gboolean ok = write_all (fd, bytes, cancellable, slot->target, error);
  if (ok && slot->existed) {
    /* The owner can be kept only by root or within own groups; the permissions always. */
    if (fchown (fd, slot->info.st_uid, slot->info.st_gid) != 0)
      errno = 0;
    if (fchmod (fd, slot->info.st_mode & 07777) != 0)
      ok = fail (error, slot->target, "its permissions cannot be kept");
  }
  if (ok && fsync (fd) != 0)
    ok = fail (error, slot->target, "cannot be written");
  if (close (fd) != 0 && ok)
    ok = fail (error, slot->target, "cannot be written");
  return ok;
}

/* Keeps the file that is about to be replaced under another name, without a moment in which it is gone. */
static gboolean
keep_old (Slot *slot, const char *suffix, gboolean for_rollback, GError **error)
{
  if (!slot->existed || (!suffix && !for_rollback))
    return TRUE;
  if (suffix) {
    g_autofree char *backup = g_strconcat (slot->target, suffix, NULL);
    g_autoptr (GBytes) bytes = mw_file_read (slot->target, NULL, error);
    Slot copy = { .target = backup };
    if (!bytes)
      return FALSE;
    gboolean ok = write_beside (&copy, bytes, NULL, error);
    ok = ok && (g_rename (copy.beside, backup) == 0 || fail (error, backup, "the backup cannot be written"));
    if (!ok && copy.beside)
      g_unlink (copy.beside);
    if (ok && chmod (backup, slot->info.st_mode & 07777) != 0)
      errno = 0;
    g_free (copy.beside);
    if (!ok)
      return FALSE;
  }
  if (for_rollback) {
    g_autofree char *folder = g_path_get_dirname (slot->target), *name = g_path_get_basename (slot->target);
    slot->old = g_strdup_printf ("%s/.%s.old-%u", folder, name, g_random_int ());
    if (link (slot->target, slot->old) != 0) {
      g_clear_pointer (&slot->old, g_free);
      return fail (error, slot->target, "the old file cannot be kept aside");
    }
  }
  return TRUE;
}

static void
take_back (Slot *slot)
{
  if (slot->renamed && slot->old)
    g_rename (slot->old, slot->target);
  else if (slot->renamed)
    g_unlink (slot->target);
  else if (slot->beside)
    g_unlink (slot->beside);
  if (slot->old)
    g_unlink (slot->old);
}

/* Links may lead two parts to one file, which can hold the bytes of both only if they are the same. */
static gboolean
are_apart (const GPtrArray *slots, const MwFileSet *set, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < slots->len; i++) {
    const MwFilePart *part = set->parts->pdata[i], *other;
    const Slot *slot = slots->pdata[i];
    if ((other = g_hash_table_lookup (seen, slot->target)) && !g_bytes_equal (part->bytes, other->bytes)) {
      mw_set_error (error, MW_ERROR_IO, -1, part->path, "leads to the same file as %s and needs other bytes in it",
                    other->path);
      return FALSE;
    }
    g_hash_table_replace (seen, slot->target, (gpointer) part);
  }
  return TRUE;
}

/* Puts what was written beside into its places, or nothing of it. The main file, the first, goes last: with it the new set
 * becomes valid. */
static gboolean
put_all (GPtrArray *slots, const char *backup_suffix, gboolean ok, GError **error)
{
  for (guint i = 0; ok && i < slots->len; i++)
    ok = keep_old (slots->pdata[i], backup_suffix, slots->len > 1, error);
  for (guint i = slots->len; ok && i-- > 0;) {
    Slot *slot = slots->pdata[i];
    slot->renamed = g_rename (slot->beside, slot->target) == 0;
    ok = slot->renamed || fail (error, slot->target, "cannot be replaced");
  }
  for (guint i = 0; i < slots->len; i++) {
    Slot *slot = slots->pdata[i];
    if (!ok)
      take_back (slot);
    else if (slot->old)
      g_unlink (slot->old);
    if (ok)
      sync_folder (slot->target);
  }
  return ok;
}

/* Whether a file holds these bytes already, so that there is nothing to write. */
static gboolean
has_already (const char *path, GBytes *bytes)
{
  struct stat info;
  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || (guint64) info.st_size != g_bytes_get_size (bytes))
    return FALSE;
  g_autoptr (GBytes) there = mw_file_read (path, NULL, NULL);
  return there && g_bytes_equal (there, bytes);
}

gboolean
mw_file_set_save (const MwFileSet *set, MwSaveFlags flags, const char *backup_suffix, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GPtrArray) slots = g_ptr_array_new_with_free_func (slot_free);
  gboolean ok = TRUE;
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    Slot *slot = g_new0 (Slot, 1);
    slot->target = follow (part->path);
    slot->bytes = part->bytes;
    g_ptr_array_add (slots, slot);
    if (!(flags & MW_SAVE_OVERWRITE) && g_file_test (slot->target, G_FILE_TEST_EXISTS)) {
      mw_set_error (error, MW_ERROR_IO, -1, part->path, "exists already and is not overwritten unasked");
      return FALSE;
    }
  }
  ok = are_apart (slots, set, error);
  for (guint i = slots->len; ok && i-- > 1;)
    if (has_already (((Slot *) slots->pdata[i])->target, ((Slot *) slots->pdata[i])->bytes))
      g_ptr_array_remove_index (slots, i);
  for (guint i = 0; ok && i < slots->len; i++)
    ok = write_beside (slots->pdata[i], ((Slot *) slots->pdata[i])->bytes, cancellable, error);
  return put_all (slots, backup_suffix, ok, error);
}

/* --- Renaming ------------------------------------------------------------------------------------------------------- */

/* A second name for the file `from`, beside the slot's target. Where the disk knows no second names, or the target is on
 * another disk, a copy. */
static gboolean
link_beside (Slot *slot, const char *from, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (slot->target), *name = g_path_get_basename (slot->target);
  g_autofree char *beside = g_strdup_printf ("%s/.%s.new-%u", folder, name, g_random_int ());
  struct stat info;
  slot->existed = g_lstat (slot->target, &slot->info) == 0;
  if (slot->existed && S_ISDIR (slot->info.st_mode)) {
    mw_set_error (error, MW_ERROR_IO, -1, slot->target, "is a folder and is not replaced");
    return FALSE;
  }
  if (g_lstat (from, &info) != 0)
    return fail (error, from, "cannot be renamed");
  /* A link that does not begin at the root would lead elsewhere from another folder. */
  g_autofree char *from_folder = g_path_get_dirname (from), *to = g_file_read_link (from, NULL);
  gboolean moves = to && !g_path_is_absolute (to) && strcmp (from_folder, folder) != 0;
  if (moves) {
    g_autofree char *whole = g_canonicalize_filename (to, from_folder);
    if (symlink (whole, beside) != 0)
      return fail (error, slot->target, "cannot be made");
  } else if (link (from, beside) != 0) {
    /* What a copy shows is what it lost: only where the system says that it cannot. */
    if (errno != EXDEV && errno != EPERM && errno != EOPNOTSUPP && errno != EMLINK)
      return fail (error, slot->target, "cannot be made");
    g_autoptr (GBytes) bytes = mw_file_read (from, NULL, error);
    Slot copy = { .target = slot->target };
    gboolean ok = bytes && write_beside (&copy, bytes, NULL, error);
    slot->beside = copy.beside;
    if (ok && g_stat (from, &info) == 0 && g_chmod (slot->beside, info.st_mode & 07777) != 0)
      ok = fail (error, slot->target, "its permissions cannot be kept");
    return ok;
  }
  slot->beside = g_steal_pointer (&beside);
  return TRUE;
}

/* Which file a name leads to, whatever the spelling; NULL: there is none. */
static char *
identity (const char *path)
{
  struct stat info;
  if (g_lstat (path, &info) != 0)
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, (guint64) info.st_dev, (guint64) info.st_ino);
}

/* Whether the new names are free, each for one part. A file of the set itself in the place of a new name is never
 * overwritten: its old name goes at the end, and the file with it. */
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
    const char *why = NULL;
    if (!g_hash_table_add (seen, (gpointer) paths[i]))
      why = "two files of the set would have this name";
    else if (strcmp (((MwFilePart *) set->parts->pdata[i])->path, paths[i]) == 0)
      continue;
    else if (id && g_hash_table_contains (own, id))
      why = "is a file of the set itself";
    else if (id && !(flags & MW_SAVE_OVERWRITE))
      why = "exists already and is not overwritten unasked";
    if (why) {
      mw_set_error (error, MW_ERROR_IO, -1, paths[i], "%s", why);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
mw_file_set_rename (const MwFileSet *set, const char *const *paths, MwSaveFlags flags, GError **error)
{
  g_autoptr (GPtrArray) slots = g_ptr_array_new_with_free_func (slot_free), from = g_ptr_array_new ();
  gboolean ok = are_free (set, paths, flags, error);
  if (flags & MW_SAVE_TRY)
    return ok;
  for (guint i = 0; ok && i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    if (strcmp (part->path, paths[i]) == 0)
      continue;
    Slot *slot = g_new0 (Slot, 1);
    slot->target = g_strdup (paths[i]);
    g_ptr_array_add (slots, slot);
    g_ptr_array_add (from, part->path);
  }
  for (guint i = 0; ok && i < slots->len; i++)
    ok = link_beside (slots->pdata[i], from->pdata[i], error);
  if (!put_all (slots, NULL, ok, error))
    return FALSE;
  for (guint i = 0; i < from->len; i++) {
    if (g_unlink (from->pdata[i]) != 0 && ok)
      ok = fail (error, from->pdata[i], "has its new name too, but the old one cannot be removed");
    sync_folder (from->pdata[i]);
  }
  return ok;
}

/* --- Finding -------------------------------------------------------------------------------------------------------- */

static const char *const model_suffixes[] = { ".mdx", ".mdl", ".m2" };

static gboolean
is_model_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (model_suffixes); i++)
    if (g_str_has_suffix (lower, model_suffixes[i]))
      return TRUE;
  return FALSE;
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
names_in (const char *folder, GError **error)
{
  g_autoptr (GError) why = NULL;
  GDir *dir = g_dir_open (folder, 0, &why);
  const char *name;
  if (!dir) {
    mw_set_error (error, MW_ERROR_IO, -1, folder, "%s", why->message);
    return NULL;
  }
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  return names;
}

GPtrArray *
mw_file_neighbours (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  return names_in (folder, error);
}

static void
expand_folder (const char *folder, GPtrArray *files, guint depth, GPtrArray *unread)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) names = names_in (folder, &error);
  if (!names) {
    if (unread)
      g_ptr_array_add (unread, error);
    else
      g_error_free (error);
    return;
  }
  g_ptr_array_sort (names, by_name);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    /* Links to folders are not followed: they may lead back up. */
    if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)) {
      if (depth < 64)
        expand_folder (path, files, depth + 1, unread);
    } else if (is_model_name (path)) {
      g_ptr_array_add (files, g_steal_pointer (&path));
    }
  }
}

GPtrArray *
mw_files_expand (const char *const *names, GPtrArray *unread)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; names[i]; i++)
    if (g_file_test (names[i], G_FILE_TEST_IS_DIR))
      expand_folder (names[i], files, 0, unread);
    else
      g_ptr_array_add (files, g_strdup (names[i]));
  return files;
}
