/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/save/written.h"

/* Where the values of a document are in the files that a save would write now, from the writer's byte map. A worker
 * makes it from a snapshot. Reference-counted. */
typedef struct _MwOffsets MwOffsets;

MwOffsets *mw_offsets_ref (MwOffsets *offsets);
void mw_offsets_unref (MwOffsets *offsets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwOffsets, mw_offsets_unref)

/* The files. They belong to it. */
MwWritten *mw_offsets_get_written (const MwOffsets *offsets);
/* The bytes of a value, sorted by file and offset; their number in *n. NULL and 0 if the value has none of its own. */
const MwBytes *mw_offsets_find (const MwOffsets *offsets, MwId record, const MwField *field, guint *n);
/* "0x1A4, 4 bytes"; in a companion with the end of its name: "00.skin 0x30, 2 bytes". NULL if the value has no bytes of
 * its own. Free with g_free(). */
char *mw_offsets_describe (const MwOffsets *offsets, MwId record, const MwField *field);

/* Finds the offsets of a document while they are wanted: at once, and again a moment after each edit and save. Calls
 * `found` with the new ones, which belong to the watch, or with NULL and why the document cannot be written. */
typedef struct _MwOffsetsWatch MwOffsetsWatch;
typedef void (*MwOffsetsFound) (MwOffsets *offsets, const GError *error, gpointer data);
/* `compares`: the files are compared with those on the disk too. */
MwOffsetsWatch *mw_offsets_watch_new (MwDocument *document, gboolean compares, MwOffsetsFound found, gpointer data);
void mw_offsets_watch_free (MwOffsetsWatch *self);
void mw_offsets_watch_set_wanted (MwOffsetsWatch *self, gboolean wanted);
/* Whether an edit is newer than the offsets that were found last. */
gboolean mw_offsets_watch_is_busy (const MwOffsetsWatch *self);
