/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* Where the values of a document are in the files that a save would write now, from the writer's byte map. A worker
 * makes it from a snapshot. Reference-counted. */
typedef struct _MwOffsets MwOffsets;

MwOffsets *mw_offsets_ref (MwOffsets *offsets);
void mw_offsets_unref (MwOffsets *offsets);

void mw_offsets_find_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer data);
/* Returns a new reference; NULL and an error if the document cannot be written. */
MwOffsets *mw_offsets_find_finish (GAsyncResult *result, GError **error);

/* "0x1A4, 4 bytes"; in a companion with the end of its name: "00.skin 0x30, 2 bytes". NULL if the value has no bytes of
 * its own. Free with g_free(). */
char *mw_offsets_describe (const MwOffsets *offsets, MwId record, const MwField *field);
