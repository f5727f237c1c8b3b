/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/named-files.h"
#include "core/vfs/disk-state.h"

struct _MwNamedFiles {
  GObject parent_instance;
  GObject *owner; /* weak */
  GPtrArray *(*list) (gpointer owner);
  GHashTable *state; /* of the disk, as it was last; NULL: not known yet */
  gboolean looking, again;
  gboolean outdated; /* what is being found is of the places before */
};

G_DEFINE_FINAL_TYPE (MwNamedFiles, mw_named_files, G_TYPE_OBJECT)

static guint changed_signal;

static void
run (GTask *task, gpointer source, gpointer models, GCancellable *cancellable)
{
  g_task_return_pointer (task, mw_disk_state_new (models), (GDestroyNotify) g_hash_table_unref);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwNamedFiles *self = MW_NAMED_FILES (source);
  GHashTable *now = g_task_propagate_pointer (G_TASK (result), NULL);
  const gboolean outdated = self->outdated;
  self->looking = self->outdated = FALSE;
  const gboolean changed = !outdated && self->state && mw_disk_state_differs (self->state, now);
  g_clear_pointer (&self->state, g_hash_table_unref);
  if (outdated)
    g_hash_table_unref (now);
  else
    self->state = now;
  if (outdated || self->again) {
    self->again = FALSE;
    mw_named_files_look (self);
  }
  if (changed)
    g_signal_emit (self, changed_signal, 0);
}

void
mw_named_files_look (MwNamedFiles *self)
{
  if (self->looking) {
    self->again = TRUE;
    return;
  }
  GPtrArray *models = self->owner ? self->list (self->owner) : NULL;
  if (!models)
    return;
  self->looking = TRUE;
  g_autoptr (GTask) task = g_task_new (self, NULL, looked, NULL);
  g_task_set_task_data (task, models, (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, run);
}

void
mw_named_files_begin (MwNamedFiles *self)
{
  g_clear_pointer (&self->state, g_hash_table_unref);
  self->outdated = self->looking;
  mw_named_files_look (self);
}

gboolean
mw_named_files_is_busy (MwNamedFiles *self)
{
  return self->looking;
}

static void
dispose (GObject *object)
{
  MwNamedFiles *self = MW_NAMED_FILES (object);
  g_clear_weak_pointer (&self->owner);
  g_clear_pointer (&self->state, g_hash_table_unref);
  G_OBJECT_CLASS (mw_named_files_parent_class)->dispose (object);
}

static void
mw_named_files_class_init (MwNamedFilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_named_files_init (MwNamedFiles *self)
{}

MwNamedFiles *
mw_named_files_new (GObject *owner, GPtrArray *(*list) (gpointer owner))
{
  MwNamedFiles *self = g_object_new (MW_TYPE_NAMED_FILES, NULL);
  g_set_weak_pointer (&self->owner, owner);
  self->list = list;
  mw_named_files_begin (self);
  return self;
}
