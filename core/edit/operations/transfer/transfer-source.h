/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

#include <gio/gio.h>

/* The other model, from which an operation takes something, read from its file. While somebody holds a source, all who
 * open its path get the same one, as long as its files are as they were read; so a form and the operation that it previews read
 * the file once. All functions may be called from any thread, and the model is not changed. */
typedef struct _MwTransferSource MwTransferSource;

/* Reads the model at `path` with its companions, or returns the one that is open already. The error names the file. Cancelling
 * (may be NULL) stops the reading with MW_ERROR_CANCELLED. Free with mw_transfer_source_unref(). */
MwTransferSource *mw_transfer_source_open (const char *path, GCancellable *cancellable, GError **error);
void mw_transfer_source_unref (MwTransferSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwTransferSource, mw_transfer_source_unref)

/* Whether the files are still those that were read, and no companion has appeared. */
gboolean mw_transfer_source_is_current (const MwTransferSource *self);

const MwModel *mw_transfer_source_model (const MwTransferSource *self);
MwFormat mw_transfer_source_format (const MwTransferSource *self);
const char *mw_transfer_source_path (const MwTransferSource *self);
/* The name of the file, as messages call the model. */
const char *mw_transfer_source_name (const MwTransferSource *self);
