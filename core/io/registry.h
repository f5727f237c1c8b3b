/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/schema/byte-map.h"
#include "core/schema/mdl.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* How a model is written, where a format leaves a choice. Zeros are the default, and NULL means them. */
typedef struct {
  MwMdlSpelling spelling; /* MDL */
} MwWriteOptions;

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
  /* `report` may be NULL: what is not kept, and what is lost. Binary formats keep everything. A format of one file has these
   * two ... */
  MwModel *(*read) (const uint8_t *bytes, size_t size, MwReport *report, GError **error);
  gboolean (*write) (const MwModel *model, const MwWriteOptions *options, MwBuffer *out, MwByteMap *map,
                     MwReport *report, GError **error);
  /* ... and one with companions has these two instead. The reader finds parts by role; one that is not there is missing. The
   * writer adds the main file first, then companions by role, without path. */
  MwModel *(*read_set) (const MwFileSet *set, MwReport *report, GError **error);
  gboolean (*write_set) (const MwModel *model, MwFileSet *out, MwByteMap *map, MwReport *report, GError **error);
} MwIoFormat;

const MwIoFormat *mw_io_formats (guint *n);

/* The format of some bytes. An error (MW_ERROR_UNSUPPORTED) with a sentence that names what they are when it is not one that
 * is read: another version, another kind of model, a picture, an archive ... */
const MwIoFormat *mw_io_probe (const uint8_t *bytes, size_t size, MwFormat *format, GError **error);

/* --- File sets ---
 *
 * Opening and saving is: load, read; write, prove, place, and mw_file_set_save(). */

/* The file at `path` with the companions that stand beside it, where its format has any. What is no model is loaded too:
 * reading says what it is. A save of them that was killed is finished or undone first. */
MwFileSet *mw_io_load (const char *path, GCancellable *cancellable, GError **error);

/* A model from a loaded set; *format gets what it was. `report` (may be NULL) gets what is not kept of a text. */
MwModel *mw_io_read_set (const MwFileSet *set, MwFormat *format, MwReport *report, GError **error);

/* The parts of a model in a format, with roles and bytes and without paths; NULL and an error where it cannot be held.
 * `map` and `report` may be NULL; the report gets what the format cannot state. */
MwFileSet *mw_io_write_set (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error);

/* The same, as `options` (may be NULL) say. */
MwFileSet *mw_io_write_set_with (const MwModel *model, MwFormat format, const MwWriteOptions *options, MwByteMap *map,
                                 MwReport *report, GError **error);

/* Reads what was written back and compares with the model: what every save does before it replaces a file. What the report
 * of the writing (NULL: nothing is lost) names is left out, and nothing else. */
gboolean mw_io_prove_set (const MwModel *model, MwFormat format, const MwFileSet *written, const MwReport *report,
                          GError **error);

/* Gives each part of `written` the path that it is to be saved at: the main file `target`, companions in target's folder.
 * While the stem stays the same a companion keeps its own spelling; else it has target's stem and its own suffix. Parts of
 * `was`, the set that the model was read from (NULL: it was made new), that were not written are carried along as they are, but
 * for those that only the old model names when target is another file than it.
 * Where the folder has a companion of target in another spelling, that one is meant: mw_file_set_save() replaces it when it
 * is allowed to, and refuses all else. */
gboolean mw_io_place_set (MwFileSet *written, const MwFileSet *was, const char *target, GError **error);

/* Of a set that was placed over the one that the model was read from: takes out the carried parts that this change left behind,
 * files that the model as it was read named and that nothing in it names any more (the .anim of a removed sequence, the last
 * .skin when a profile went). Files that the old model did not name either are none of its business. MwFilePart each, with their
 * paths; empty where the set is placed elsewhere. Free with g_ptr_array_unref(). */
GPtrArray *mw_io_take_left (MwFileSet *placed, const MwFileSet *was);

/* --- Main files alone ---
 *
 * The same for bytes in memory: sets of one part. A model whose companions are not at hand is read as if they were missing. */

/* A model from bytes in memory; *format gets what it was. */
MwModel *mw_io_read_bytes (const uint8_t *bytes, size_t size, MwFormat *format, GError **error);
/* The same; `report` (may be NULL) gets what is not kept of a text. */
MwModel *mw_io_read_reported (const uint8_t *bytes, size_t size, MwFormat *format, MwReport *report, GError **error);
/* The bytes of a model in a format; NULL and an error where it cannot be held. */
GBytes *mw_io_write (const MwModel *model, MwFormat format, MwByteMap *map, GError **error);
/* The same; `report` (may be NULL) gets what the format cannot state. */
GBytes *mw_io_write_reported (const MwModel *model, MwFormat format, MwByteMap *map, MwReport *report, GError **error);
/* The same, as `options` (may be NULL) say. */
GBytes *mw_io_write_with (const MwModel *model, MwFormat format, const MwWriteOptions *options, MwByteMap *map,
                          MwReport *report, GError **error);
/* mw_io_prove_set() for a main file. */
gboolean mw_io_prove_reported (const MwModel *model, MwFormat format, GBytes *bytes, const MwReport *report,
                               GError **error);
/* The same when no report was made: writes the model once more to have one where the format needs it. */
gboolean mw_io_prove (const MwModel *model, MwFormat format, GBytes *bytes, GError **error);

/* "MDX 800". Free with g_free(). */
char *mw_format_title (MwFormat format);
