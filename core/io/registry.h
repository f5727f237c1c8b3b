/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/schema/byte-map.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* Which formats there are, and how to open and save a model in them. Adding a format is one entry here. */
typedef struct {
  const char *id;     /* "mdx" */
  const char *label;  /* "Warcraft III MDX", marked for translation */
  const char *suffix; /* ".mdx" */
  const MwSchema *root;
  gboolean text; /* places in it are lines, not byte offsets */
  /* Whether the bytes are of this format at all (any version); fills what version and family they say they are. */
  gboolean (*probe) (const uint8_t *bytes, size_t size, MwFormat *format);
  /* Whether this version is read and written. */
  gboolean (*supports) (MwFormat format);
  /* `report` may be NULL: what is not kept, and what is lost. Binary formats keep everything. */
  MwModel *(*read) (const uint8_t *bytes, size_t size, MwReport *report, GError **error);
  gboolean (*write) (const MwModel *model, MwBuffer *out, MwByteMap *map, MwReport *report, GError **error);
} MwIoFormat;

const MwIoFormat *mw_io_formats (guint *n);

/* The format of some bytes. An error (MW_ERROR_UNSUPPORTED) with a sentence that names what they are when it is not one that
 * is read: another version, another kind of model, a picture, an archive ... */
const MwIoFormat *mw_io_probe (const uint8_t *bytes, size_t size, MwFormat *format, GError **error);

/* A model from bytes in memory; *format gets what it was. */
MwModel *mw_io_read_bytes (const uint8_t *bytes, size_t size, MwFormat *format, GError **error);
/* The same; `report` (may be NULL) gets what is not kept of a text. */
MwModel *mw_io_read_reported (const uint8_t *bytes, size_t size, MwFormat *format, MwReport *report, GError **error);
/* A model from a loaded set. */
MwModel *mw_io_read (const MwFileSet *set, MwFormat *format, GError **error);
/* The bytes of a model in a format; NULL and an error where it cannot be held. */
GBytes *mw_io_write (const MwModel *model, MwFormat format, MwByteMap *map, GError **error);

/* The same; `report` (may be NULL) gets what the format cannot state. */
GBytes *mw_io_write_reported (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error);

/* "MDX 800". Free with g_free(). */
char *mw_format_title (MwFormat format);

/* Reads `bytes` back and compares with the model: what every save does before it replaces a file. What the report of the
 * writing (NULL: nothing is lost) names is left out, and nothing else. */
gboolean mw_io_prove_reported (const MwModel *model, MwFormat format, GBytes *bytes, const MwReport *report, GError **error);
/* The same when no report was made: writes the model once more to have one where the format needs it. */
gboolean mw_io_prove (const MwModel *model, MwFormat format, GBytes *bytes, GError **error);
