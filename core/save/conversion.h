/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* Converts files to files, without a document and without a question: `mwright convert`, and Convert Files in the window. */

/* How all files of one run are converted. */
typedef struct {
  gboolean has_target;         /* FALSE: every model keeps its version */
  MwFormat target;             /* the wanted family and version */
  MwConvertOptions converting; /* a level of detail, a scale */
  MwMdlSpelling spelling;      /* of MDL text */
  gboolean lossless;           /* to text: what text cannot express goes into a side channel */
  gboolean strict;             /* an output that would lose something is not written */
  gboolean makes_folders;      /* the folders of an output are made if they are not there */
  MwSaveTerms saving;
} MwConversionTerms;

/* One file: what is wanted, and what came of it. Free with mw_conversion_free(). */
typedef struct {
  char *in, *out;       /* out "-": the output is kept in `bytes` */
  const MwIoFormat *to; /* the kind of file to write */
  /* Results. */
  MwReport *read, *converted, *written; /* of each step; never NULL */
  GPtrArray *lines; /* MwLossLine: the losses of `converted` and `written` as text; NULL: the model was not converted */
  MwFormat source, target; /* version 0: not known */
  double scale;            /* valid if the target is known */
  GError *error;
  gboolean unread; /* the error is about the input; else about the output */
  GBytes *bytes;   /* see `out` */
  guint notes;
  guint side_lines; /* lines and bytes of the side channel */
  gsize side_bytes;
  gsize size;       /* bytes of the output */
  gboolean refused; /* not written because of `strict` */
} MwConversion;

MwConversion *mw_conversion_new (const char *in, const char *out, const MwIoFormat *to);
void mw_conversion_free (MwConversion *self);

/* Reads a model from `files` (NULL: from the file self->in), converts it, writes it in memory, reads that back and compares, and puts it
 * on the disk. The results are in `self`; after an error no file has changed. Any thread. */
void mw_conversion_run (MwConversion *self, const MwFileSet *files, const MwConversionTerms *terms,
                        GCancellable *cancellable);
/* What a user of the output misses: losses, except values that are only stored in another way, and statements that are not kept. */
guint mw_conversion_n_losses (const MwConversion *self);

/* The format that writes this version as text, or not as text; NULL if none does. */
const MwIoFormat *mw_conversion_format (MwFormat format);
/* The path of an output: `relative` below `folder`, with the suffix of the new format. Free with g_free(). */
char *mw_conversion_place (const char *relative, const char *folder, const MwIoFormat *to);
/* Sets `error` (MW_ERROR_REFUSED) of those of the conversions (MwConversion) that would write over the input of one, or what an earlier
 * one writes. Those with an error already are left out. */
void mw_conversions_refuse_conflicts (GPtrArray *conversions);
/* After the runs with MW_SAVE_NO_SYNC_FOLDER: flushes each folder of the outputs once. */
void mw_conversions_sync_folders (const GPtrArray *conversions);
