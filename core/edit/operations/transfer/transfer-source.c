/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/transfer-source.h"
#include "core/io/registry.h"

struct _MwTransferSource {
  guint references; /* guarded by the lock */
  char *path, *name;
  MwModel *model;
  MwFormat format;
  MwFileSet *files;
  guint n_companions; /* in the folder when it was read */
};

/* Path -> the source that was read last, while somebody holds it. */
static GMutex lock;
static GHashTable *open_sources;

static guint
count_companions (const MwFileSet *files, const char *path)
{
  g_autoptr (GHashTable) there = files->find_companions ? files->find_companions (path, NULL) : NULL;
  return there ? g_hash_table_size (there) : 0;
}

static void
source_free (MwTransferSource *self)
{
  mw_model_free (self->model);
  mw_file_set_free (self->files);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

static MwTransferSource *
read_source (const char *path, GCancellable *cancellable, GError **error)
{
  MwFormat format;
  g_autoptr (MwFileSet) files = mw_io_load (path, cancellable, error);
  MwModel *model = files ? mw_io_read (files, &format, NULL, error) : NULL;
  if (!model) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  MwTransferSource *self = g_new0 (MwTransferSource, 1);
  self->references = 1;
  self->path = g_strdup (path);
  self->name = g_path_get_basename (path);
  self->model = model;
  self->format = format;
  self->n_companions = count_companions (files, path);
  self->files = g_steal_pointer (&files);
  return self;
}

/* The one that is held already, or NULL. */
static MwTransferSource *
find_open (const char *path)
{
  g_mutex_lock (&lock);
  MwTransferSource *found = open_sources ? g_hash_table_lookup (open_sources, path) : NULL;
  if (found)
    found->references++;
  g_mutex_unlock (&lock);
  if (found && !mw_transfer_source_is_current (found))
    g_clear_pointer (&found, mw_transfer_source_unref);
  return found;
}

MwTransferSource *
mw_transfer_source_open (const char *path, GCancellable *cancellable, GError **error)
{
  MwTransferSource *self = find_open (path);
  if (self || !(self = read_source (path, cancellable, error)))
    return self;
  g_mutex_lock (&lock);
  if (!open_sources)
    open_sources = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_replace (open_sources, self->path, self);
  g_mutex_unlock (&lock);
  return self;
}

void
mw_transfer_source_unref (MwTransferSource *self)
{
  g_mutex_lock (&lock);
  const gboolean last = --self->references == 0;
  if (last && open_sources && g_hash_table_lookup (open_sources, self->path) == self)
    g_hash_table_remove (open_sources, self->path);
  if (open_sources && !g_hash_table_size (open_sources))
    g_clear_pointer (&open_sources, g_hash_table_unref);
  g_mutex_unlock (&lock);
  if (last)
    source_free (self);
}

gboolean
mw_transfer_source_is_current (const MwTransferSource *self)
{
  return mw_file_set_is_of_one_save (self->files) && count_companions (self->files, self->path) == self->n_companions;
}

const MwModel *
mw_transfer_source_model (const MwTransferSource *self)
{
  return self->model;
}

MwFormat
mw_transfer_source_format (const MwTransferSource *self)
{
  return self->format;
}

const char *
mw_transfer_source_path (const MwTransferSource *self)
{
  return self->path;
}

const char *
mw_transfer_source_name (const MwTransferSource *self)
{
  return self->name;
}
