/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/bytes-diff.h"
#include "core/io/registry.h"
#include "core/schema/byte-map.h"

/* The files that a save of a model would write, what each of their bytes is, and where they differ from the files on
 * the disk. Immutable and reference-counted; usable in any thread. */
typedef struct {
  gatomicrefcount references;
  MwFileSet *files;   /* without paths; the main file is the first */
  GPtrArray *names;   /* char *, of each file: what follows the model's stem ("00.skin"); "" for the main file */
  MwByteMap *map;     /* whose bytes are whose; `part` is the index of the file */
  GPtrArray *changes; /* of each file: GArray of MwBytesChange from the file on the disk; NULL: there is none, or they
                         were not wanted */
} MwWritten;

/* Writes the model in memory. Nothing is read back: this is for looking at, and no save. `model` is a snapshot of which
 * the side channel is set as a save would (`side_channel`, for text only). `disk` (may be NULL: the changes are not
 * wanted) is what its files hold now; parts of it that a save would not write are left out. NULL and an error if the
 * model cannot be written, or the task was cancelled. */
MwWritten *mw_written_new (MwModel *model, MwFormat format, gboolean side_channel, const MwFileSet *disk,
                           GCancellable *cancellable, GError **error);
MwWritten *mw_written_ref (MwWritten *self);
void mw_written_unref (MwWritten *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwWritten, mw_written_unref)

guint mw_written_n_files (const MwWritten *self);
/* The bytes of a file. They belong to it. */
GBytes *mw_written_bytes (const MwWritten *self, guint part);
