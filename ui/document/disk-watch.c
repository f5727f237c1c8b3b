/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/disk-watch.h"
#include "core/base/array.h"

#include <gio/gio.h>
#include <string.h>

/* Programs write files in many pieces and several in a row, so the files are read only after this long without an event. */
#define QUIET_MS 250

struct _MwDiskWatch {
  GObject parent_instance;
  MwFileSet *files;              /* as the document read or wrote them */
  MwFileSet *known;              /* as the user knows them: `files`, or what was reported since */
  MwFileSet *now;                /* as last read */
  GPtrArray *monitors, *folders; /* GFileMonitor, char * */
  GPtrArray *names;              /* names of files in these folders that matter; compared ignoring case */
  GCancellable *looking;         /* the reading that is running; NULL: none */
  guint timer;
  gboolean held, again;
};

G_DEFINE_FINAL_TYPE (MwDiskWatch, mw_disk_watch, G_TYPE_OBJECT)

static guint looked_signal;

/* --- Looking -------------------------------------------------------------------------------------------------------- */

static void
look_thread (GTask *task, gpointer source, gpointer files, GCancellable *cancellable)
{
  GError *error = NULL;
  MwFileSet *now = mw_file_set_look (files, cancellable, &error);
  if (now)
    g_task_return_pointer (task, now, (GDestroyNotify) mw_file_set_free);
  else
    g_task_return_error (task, error);
}

static void watch_folders (MwDiskWatch *self);

static void
looked (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwDiskWatch *self = MW_DISK_WATCH (source);
  g_autoptr (MwFileSet) now = g_task_propagate_pointer (G_TASK (result), NULL);
  if (g_task_get_cancellable (G_TASK (result)) != self->looking)
    return; /* other files are watched now */
  g_clear_object (&self->looking);
  if (self->again) {
    self->again = FALSE;
    mw_disk_watch_look (self);
  }
  /* A failure to read is not reported here; a save reports it. */
  if (!now)
    return;
  g_autoptr (GPtrArray) news = mw_file_set_compare (self->now, now);
  mw_file_set_free (self->now);
  self->now = g_steal_pointer (&now);
  watch_folders (self);
  if (news->len)
    g_signal_emit (self, looked_signal, 0);
}

static gboolean
look_now (gpointer data)
{
  MwDiskWatch *self = data;
  self->timer = 0;
  if (!self->files || self->held)
    return G_SOURCE_REMOVE;
  if (self->looking) {
    self->again = TRUE;
    return G_SOURCE_REMOVE;
  }
  self->looking = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->looking, looked, NULL);
  g_task_set_task_data (task, mw_file_set_share (self->files), (GDestroyNotify) mw_file_set_free);
  g_task_run_in_thread (task, look_thread);
  return G_SOURCE_REMOVE;
}

void
mw_disk_watch_look (MwDiskWatch *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  /* The priority is above drawing, because while a model plays on a slow machine nothing below it ever runs. */
  if (self->files)
    self->timer = g_timeout_add_full (G_PRIORITY_DEFAULT, QUIET_MS, look_now, self, NULL);
}

void
mw_disk_watch_hold (MwDiskWatch *self, gboolean hold)
{
  self->held = hold;
  if (!hold)
    mw_disk_watch_look (self);
}

/* --- Folders -------------------------------------------------------------------------------------------------------- */

/* Whether the name of a file in a watched folder begins with one of `names`: that of a part, or the stem of the model's name. */
static gboolean
concerns (MwDiskWatch *self, GFile *file)
{
  g_autofree char *name = file ? g_file_get_basename (file) : NULL;
  for (guint i = 0; name && i < self->names->len; i++) {
    const char *known = self->names->pdata[i];
    if (g_ascii_strncasecmp (name, known, strlen (known)) == 0)
      return TRUE;
  }
  return FALSE;
}

static void
stirred (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, MwDiskWatch *self)
{
  if (concerns (self, file) || concerns (self, other))
    mw_disk_watch_look (self);
}

static void
add_folder (GPtrArray *folders, const char *path)
{
  char *folder = g_path_get_dirname (path);
  if (g_ptr_array_find_with_equal_func (folders, folder, g_str_equal, NULL))
    g_free (folder);
  else
    g_ptr_array_add (folders, folder);
}

/* Adds a path and, if it is a symbolic link, each path on the way to the file, since any of them may change. */
static void
add_place (GPtrArray *folders, GPtrArray *names, const char *path)
{
  enum { MOST_LINKS = 40 };
  g_autofree char *at = g_strdup (path);
  for (guint i = 0; i < MOST_LINKS && at; i++) {
    add_folder (folders, at);
    g_ptr_array_add (names, g_path_get_basename (at));
    g_autofree char *to = g_file_read_link (at, NULL), *folder = g_path_get_dirname (at);
    g_free (at);
    at = to ? g_canonicalize_filename (to, folder) : NULL;
  }
}

static gboolean
same_folders (GPtrArray *a, GPtrArray *b)
{
  gboolean same = a->len == b->len;
  for (guint i = 0; same && i < a->len; i++)
    same = strcmp (a->pdata[i], b->pdata[i]) == 0;
  return same;
}

static void
drop_monitors (MwDiskWatch *self)
{
  for (guint i = 0; i < self->monitors->len; i++) {
    g_signal_handlers_disconnect_by_data (self->monitors->pdata[i], self);
    g_file_monitor_cancel (self->monitors->pdata[i]);
  }
  g_ptr_array_set_size (self->monitors, 0);
}

/* Watches the folders, not the files: replacing a file makes a new file with the same name, which a watch on the old file would
 * miss. */
static void
watch_folders (MwDiskWatch *self)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free), *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; self->files && i < self->now->parts->len; i++) {
    const MwFilePart *part = self->now->parts->pdata[i];
    if (part->path)
      add_place (folders, names, part->path);
  }
  if (self->files && mw_file_set_main (self->files)->path)
    g_ptr_array_add (names, mw_file_stem (mw_file_set_main (self->files)->path));
  g_ptr_array_sort (folders, mw_compare_texts);
  g_ptr_array_unref (self->names);
  self->names = names;
  if (same_folders (folders, self->folders)) {
    g_ptr_array_unref (folders);
    return;
  }
  g_ptr_array_unref (self->folders);
  self->folders = folders;
  drop_monitors (self);
  for (guint i = 0; i < folders->len; i++) {
    g_autoptr (GFile) folder = g_file_new_for_path (folders->pdata[i]);
    GFileMonitor *monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
    /* Without a monitor, mw_disk_watch_look() still works. */
    if (!monitor)
      continue;
    g_signal_connect (monitor, "changed", G_CALLBACK (stirred), self);
    g_ptr_array_add (self->monitors, monitor);
  }
}

/* --- The states of the files ---------------------------------------------------------------------------------------- */

void
mw_disk_watch_set_files (MwDiskWatch *self, const MwFileSet *set)
{
  if (self->looking)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_pointer (&self->files, mw_file_set_free);
  g_clear_pointer (&self->known, mw_file_set_free);
  g_clear_pointer (&self->now, mw_file_set_free);
  self->again = FALSE;
  self->files = mw_file_set_share (set);
  self->known = mw_file_set_share (set);
  self->now = mw_file_set_share (set);
  watch_folders (self);
  /* A change between reading the files and watching the folders caused no event. */
  mw_disk_watch_look (self);
}

GPtrArray *
mw_disk_watch_changes (MwDiskWatch *self)
{
  return self->files ? mw_file_set_compare (self->files, self->now) : g_ptr_array_new ();
}

GPtrArray *
mw_disk_watch_unacknowledged (MwDiskWatch *self)
{
  return self->files ? mw_file_set_compare (self->known, self->now) : g_ptr_array_new ();
}

void
mw_disk_watch_acknowledge (MwDiskWatch *self, const MwFileSet *now)
{
  if (!self->files)
    return;
  MwFileSet *known = mw_file_set_share (now ? now : self->now);
  mw_file_set_free (self->known);
  self->known = known;
}

const MwFileSet *
mw_disk_watch_known (MwDiskWatch *self)
{
  return self->known;
}

const MwFileSet *
mw_disk_watch_now (MwDiskWatch *self)
{
  return self->now;
}

gboolean
mw_disk_watch_is_busy (MwDiskWatch *self)
{
  return self->timer || self->looking;
}

/* --- The object ----------------------------------------------------------------------------------------------------- */

static void
mw_disk_watch_dispose (GObject *object)
{
  MwDiskWatch *self = MW_DISK_WATCH (object);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->looking)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  drop_monitors (self);
  G_OBJECT_CLASS (mw_disk_watch_parent_class)->dispose (object);
}

static void
mw_disk_watch_finalize (GObject *object)
{
  MwDiskWatch *self = MW_DISK_WATCH (object);
  g_clear_pointer (&self->files, mw_file_set_free);
  g_clear_pointer (&self->known, mw_file_set_free);
  g_clear_pointer (&self->now, mw_file_set_free);
  g_ptr_array_unref (self->monitors);
  g_ptr_array_unref (self->folders);
  g_ptr_array_unref (self->names);
  G_OBJECT_CLASS (mw_disk_watch_parent_class)->finalize (object);
}

static void
mw_disk_watch_class_init (MwDiskWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_disk_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_disk_watch_finalize;
  looked_signal = g_signal_new ("looked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_disk_watch_init (MwDiskWatch *self)
{
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->folders = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
}

MwDiskWatch *
mw_disk_watch_new (void)
{
  return g_object_new (MW_TYPE_DISK_WATCH, NULL);
}
