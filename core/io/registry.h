/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/schema/byte-map.h"
#include "core/schema/mdl.h"
#include "core/schema/record.h"
#include "core/schema/report.h"
#include "core/schema/salvage.h"
#include "core/vfs/places.h"

/* Which formats there are, and how a model is read from files, written, and proved. A format is an MwIoFormat in its folder,
 * named in formats.h.
 *
 * Files are a set (core/base/file-set.h): the main file and, for formats that have them, companions by role. Bytes in memory
 * are a set of one part (mw_file_set_of_bytes()). Saving is more than writing: see core/save/save.h. */

/* What mw_io_read(), mw_io_write() and mw_io_prove() may be given. Zeros, and NULL for the whole, are the default. */
typedef struct {
  /* Reading: gets what is not kept of a text. Writing: gets what the format cannot state. Proving: the report of the writing;
   * what it names may differ. */
  MwReport *report;
  MwByteMap *map;         /* writing: gets which value owns which byte */
  MwMdlSpelling spelling; /* writing MDL */
  MwSalvage
    *salvage; /* reading: what cannot be read is left out and added here; use mw_io_salvage(). NULL: it is an error */
} MwIoOptions;

/* How a format that stores a model in several files finds and names the companions of its main file. */
typedef struct {
  /* Whether these are the bytes of a main file that has companions; older versions may have none. */
  gboolean (*has) (GBytes *model);
  /* Adds to a set with a main file all companions that are there, and sets its find_companions. */
  gboolean (*load) (MwFileSet *set, GCancellable *cancellable, GError **error);
  /* Role -> name of the companions in the folder of the model that is, or would be, at `path`; NULL and an error when the folder
   * cannot be listed. */
  GHashTable *(*find) (const char *path, GError **error);
  /* What follows the model's stem in the name of a companion; NULL for an unknown role. Free with g_free(). */
  char *(*suffix) (const char *role);
  /* The roles that a model says it has, and those that any of its records names. Free with g_ptr_array_unref(). */
  GPtrArray *(*expected) (GBytes *model);
  GPtrArray *(*named) (GBytes *model);
  /* The roles that a model may have companions of, in the order of a set: those to look for one by one in an archive, whose files
   * cannot be listed. */
  GPtrArray *(*possible) (GBytes *model);
  /* The record of a model that is read from its companion of this role; NULL: none is. */
  const MwRecord *(*content) (const MwModel *model, const char *role);
} MwIoCompanions;

typedef struct {
  const char *id;     /* "mdx" */
  const char *label;  /* "Warcraft III MDX", marked for translation */
  const char *suffix; /* ".mdx" */
  const MwSchema *root;
  gboolean text; /* positions in it are lines, not byte offsets */
  /* Whether the bytes are of this format, in any version; gives the version and family that they state. */
  gboolean (*probe) (const uint8_t *bytes, size_t size, MwFormat *format);
  /* Whether this version is read and written. */
  gboolean (*supports) (MwFormat format);
  /* Reads the main file of a set, and finds its companions by role: one that is not in the set is missing. `options` is never
   * NULL. */
  MwModel *(*read) (const MwFileSet *set, const MwIoOptions *options, GError **error);
  /* Adds the main file to `out`, then companions by role, all without a path. `options` is never NULL. */
  gboolean (*write) (const MwModel *model, const MwIoOptions *options, MwFileSet *out, GError **error);
  const MwIoCompanions *companions; /* NULL: a model is one file */
} MwIoFormat;

#define MW_IO_FORMAT(name) extern const MwIoFormat mw_io_format_##name;
#include "core/io/formats.h"
#undef MW_IO_FORMAT

/* All of them, in the order of formats.h. */
const MwIoFormat *const *mw_io_formats (guint *n);
/* For writers: adds what was written as the main file of a set, or drops it if `ok` is FALSE. Clears the buffer. Returns `ok`. */
gboolean mw_io_add_main (MwFileSet *out, MwBuffer *buffer, gboolean ok);

/* How the companions of this main file are found; NULL: it has none. */
const MwIoCompanions *mw_io_companions (GBytes *model);

/* Whether a format for models with this root has companions, in any version. */
gboolean mw_io_has_companions (const MwSchema *root);

/* The file at `path`, which may be "ARCHIVE:NAME" (core/vfs/archive.h), with the companions beside it. A file that is no model is loaded
 * too: mw_io_read() says what it is. If a save of these files was killed, it is finished or undone first. The files of a set are all
 * of one save: if they are replaced during the load they are read again, and after eight tries the error is MW_ERROR_IO. Free with
 * mw_file_set_free(). */
MwFileSet *mw_io_load (const char *path, GCancellable *cancellable, GError **error);
/* The same for the file with this game path in a game or an archive, with its companions from there, each from the first place that
 * has it. The paths of the set are as of mw_places_find(). */
MwFileSet *mw_io_load_from (MwPlaces *places, const char *name, GCancellable *cancellable, GError **error);

/* A model from its files; *format (may be NULL) gets what it was. Free with mw_model_free(). */
MwModel *mw_io_read (const MwFileSet *set, MwFormat *format, const MwIoOptions *options, GError **error);

/* Opens what can be read of files that mw_io_read() refuses (core/schema/salvage.h): returns files that it reads, with the same
 * roles and without paths. References to what was dropped become none, or the record that cannot be without them is dropped, too.
 * A companion that cannot be read is left out. What was dropped or guessed is added to `salvage`, which is empty; if it
 * still is, the files are the same. Fails with the reason, also for files that are no
 * model. *format (may be NULL) is that of the model. Free with mw_file_set_free(). */
MwFileSet *mw_io_salvage (const MwFileSet *set, MwFormat *format, MwSalvage *salvage, GCancellable *cancellable,
                          GError **error);

/* The files of a model in a format, in memory and without paths; NULL and an error where the format cannot hold it. Free with
 * mw_file_set_free(). */
MwFileSet *mw_io_write (const MwModel *model, MwFormat format, const MwIoOptions *options, GError **error);

/* Reads what was written back and compares it with the model: the proof before every save. Only what options->report names may
 * differ. MW_ERROR_NOT_WRITABLE names the first value that is different. */
gboolean mw_io_prove (const MwModel *model, MwFormat format, const MwFileSet *written, const MwIoOptions *options,
                      GError **error);

/* "MDX 800". Free with g_free(). */
char *mw_format_title (MwFormat format);
