/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* Where the values of a document stand in the files that a save would write now: the writer's own record, made by a worker from
 * a snapshot. Counted references. */
typedef struct _MwOffsets MwOffsets;

MwOffsets *mw_offsets_ref (MwOffsets *offsets);
void mw_offsets_unref (MwOffsets *offsets);

void mw_offsets_find_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer data);
/* NULL and an error when the document cannot be written. */
MwOffsets *mw_offsets_find_finish (GAsyncResult *result, GError **error);

/* "0x1A4, 4 bytes"; of a companion with what its name ends in: "00.skin 0x30, 2 bytes". NULL where the value has no bytes of
 * its own. Free with g_free(). */
char *mw_offsets_describe (const MwOffsets *offsets, MwId record, const MwField *field);
