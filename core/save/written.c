/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/written.h"
#include "core/io/place.h"
#include "core/io/mdl/side-channel.h"

static void
changes_free (gpointer changes)
{
  if (changes)
    g_array_unref (changes);
}

MwWritten *
mw_written_ref (MwWritten *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
mw_written_unref (MwWritten *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->files, mw_file_set_free);
  g_ptr_array_unref (self->names);
  mw_byte_map_free (self->map);
  g_ptr_array_unref (self->changes);
  g_free (self);
}

guint
mw_written_n_files (const MwWritten *self)
{
  return self->files->parts->len;
}

GBytes *
mw_written_bytes (const MwWritten *self, guint part)
{
  return ((const MwFilePart *) self->files->parts->pdata[part])->bytes;
}

static void
look_at_parts (MwWritten *self, const MwFileSet *disk, GCancellable *cancellable)
{
  for (guint i = 0; i < mw_written_n_files (self); i++) {
    const MwFilePart *part = self->files->parts->pdata[i], *old = disk ? mw_file_set_find (disk, part->role) : NULL;
    char *suffix = i ? mw_io_companion_suffix (self->files, part->role) : NULL;
    g_ptr_array_add (self->names, suffix ? suffix : g_strdup (""));
    g_ptr_array_add (self->changes, old && old->bytes ? mw_bytes_changes (old->bytes, part->bytes, cancellable) : NULL);
  }
}

MwWritten *
mw_written_new (MwModel *model, MwFormat format, gboolean side_channel, const MwFileSet *disk,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (MwWritten) self = g_new0 (MwWritten, 1);
  g_atomic_ref_count_init (&self->references);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->map = mw_byte_map_new ();
  self->changes = g_ptr_array_new_with_free_func (changes_free);
  if (format.text)
    mw_mdl_set_side_channel (model, side_channel);
  self->files = mw_io_write (model, format, &(MwIoOptions) { .map = self->map, .report = report }, error);
  if (!self->files || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  look_at_parts (self, disk, cancellable);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}
