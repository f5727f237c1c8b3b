/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/transfer/transfer-source.h"

/* The other model that the form of an operation names by its file, read once for all who show it. A small file is there at once; a
 * worker reads a large one.
 *
 * Signal: "read", when a worker has read a large file, or could not. */
#define MW_TYPE_SOURCE_READER (mw_source_reader_get_type ())
G_DECLARE_FINAL_TYPE (MwSourceReader, mw_source_reader, MW, SOURCE_READER, GObject)

/* A reader for operations on this document. */
MwSourceReader *mw_source_reader_new (MwDocument *document);
/* Reads the file, if it is another one than before or has changed on the disk. NULL: none. Returns whether it did. */
gboolean mw_source_reader_set_path (MwSourceReader *self, const char *path);
/* The model that was read; NULL: there is none. It belongs to the reader until the next "read" or mw_source_reader_set_path(). */
const MwTransferSource *mw_source_reader_get (MwSourceReader *self);
/* Another number each time when what mw_source_reader_get() returns has changed. */
guint mw_source_reader_get_serial (MwSourceReader *self);
gboolean mw_source_reader_is_reading (MwSourceReader *self);
/* Why the file could not be read, or nothing can be taken from it; NULL: it could. */
const char *mw_source_reader_get_error (MwSourceReader *self);
/* What to say where there is no model: that it is being read, why it could not be, or that none is chosen. */
const char *mw_source_reader_why (MwSourceReader *self);
