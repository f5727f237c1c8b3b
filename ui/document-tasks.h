/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/edit/document.h"
#include "core/edit/recovery.h"
#include "core/edit/reload.h"
#include "core/schema/report.h"
#include "ui/save-choice.h"

#include <gio/gio.h>

/* Loading and saving in worker threads. A cancelled task ends at once; what the worker still does is dropped, and a save that
 * has begun to write finishes or leaves the old file. The workers tell the progress that is attached to the cancellable
 * (ui/progress.h). */

/* What a client cannot load, or shows wrongly: findings of mw_validate() of these two severities. */
typedef struct {
  char *key;  /* rule and record: the same finding has the same in every snapshot of a document */
  char *line; /* element, what is wrong with it and with which value: UTF-8 */
} MwWrong;

/* What came out of a load. Free with mw_loaded_free(). */
typedef struct {
  char *path;
  MwModel *model; /* taken by whoever makes the document of it */
  MwFormat format;
  MwFileSet *set;   /* as read; taken as well */
  MwReport *report; /* of the reader: what is not kept of a text */
  GPtrArray *wrong; /* MwWrong, as it was opened */
  GError *error;    /* on the way to mw_load_finish() */
  MwRecovered
    *recovered;       /* of mw_recover_async(): has the document, and there is no model; its set and report are above */
  MwReload *reload;   /* of mw_load_again_async(): the step that makes the document what was read; or NULL, and ... */
  char *no_step;      /* ... why there is none: a sentence without its full stop */
  guint64 generation; /* that of the document that the step is for */
} MwLoaded;
void mw_loaded_free (MwLoaded *loaded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLoaded, mw_loaded_free)

void mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* With an error *report gets what else the reader found wrong (NULL where it found nothing); free with mw_report_free(). */
MwLoaded *mw_load_finish (GAsyncResult *result, MwReport **report, GError **error);

/* Reads the file of a document again: `reload` is what to do to the document, where that can be (core/edit/reload.h), and `wrong`
 * then names its elements. */
void mw_load_again_async (MwDocument *document, const char *path, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data);

/* The same for what a journal holds (core/edit/recovery.h): ends with mw_load_finish(), too. */
void mw_recover_async (const char *journal, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* A document in the bytes of a format: the first half of a save. Free with mw_encoded_free(). */
typedef struct {
  MwFormat format;
  MwFileSet *set;   /* read back and compared; each part with the path that it is to be saved at */
  GPtrArray *taken; /* names of files of another model that saving would replace (or leave beside it as its own) */
  MwFileSet *now; /* the files that are to be replaced, as they are on the disk, where they are not what the user knows;
                     * else NULL */
  MwReport *report; /* of the conversion and the writer: what the format cannot state */
  GPtrArray *lost;  /* the losses of it as lines to read (MwLossLine), the most harmful first */
  GPtrArray *wrong; /* MwWrong, in the order of the model */
  guint notes;      /* on the bytes of a binary file, which a text drops where it has no side channel */
  guint unstated; /* losses that are the text's own, which a side channel would state; the conversion has the others */
  gboolean side_channel; /* a text that has one */
  gboolean converted;    /* of another family or version than the document: a model of its own */
  double scale;          /* that it was converted with; 0: the default */
  guint64 generation;    /* of the document when the snapshot was taken */
} MwEncoded;
void mw_encoded_free (MwEncoded *encoded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwEncoded, mw_encoded_free)

/* Writes a snapshot of the document in memory, reads it back and compares, and finds the places of its files: the model at
 * `path`, companions beside it. Parts of `was` (the set that the model was read from, or last written as; its parts are not
 * changed, may be NULL) that the writer has nothing to say about are carried along. `known` is what the user knows the files to
 * be that are replaced (NULL: nobody asks). */
void mw_encode_async (MwDocument *document, MwSaveChoice choice, const char *path, const MwFileSet *was,
                      const MwFileSet *known, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
MwEncoded *mw_encode_finish (GAsyncResult *result, GError **error);

/* The format that a file name says it is, of those that *format's family and version can be written in; FALSE and *format
 * untouched where it says nothing. Family and version stay. */
gboolean mw_format_of_name (const char *path, MwFormat *format);
/* The name without the suffix of a format, if it has one. Free with g_free(). */
char *mw_name_without_suffix (const char *path);
/* Where to save, and as what, when the user named a file and picked `picked` for a document of `now`. A kind of file that was
 * picked anew decides, and the suffix of the other one gives way to its own; else the suffix does. A name without the suffix
 * of a format gets one. Free with g_free(). */
char *mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format);

/* What a save did. Free with mw_saved_free(). */
typedef struct {
  char *path;
  MwEncoded *encoded; /* as written */
  MwFileSet *known;   /* the same files, and those of another model beside them that the user was told of */
  guint64 changed;    /* bytes that differ from those before */
  guint64 size;       /* of all files together */
} MwSaved;
void mw_saved_free (MwSaved *saved);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSaved, mw_saved_free)

/* The second half: puts the files in place as one. A companion whose file holds these bytes already is left alone. `before`
 * is the set to count changes against (NULL: all count), and says which files are of our own writing. `backup`: keep each
 * other file that is replaced as NAME.bak, once. Files that are not `known` any more are not replaced (MW_ERROR_CHANGED;
 * NULL: nobody asks). Takes `encoded` over. */
void mw_save_async (MwEncoded *encoded, const MwFileSet *before, const MwFileSet *known, gboolean backup,
                    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
MwSaved *mw_save_finish (GAsyncResult *result, GError **error);

/* How many bytes differ: place by place for equal sizes, else the stretch between the common beginning and end. */
guint64 mw_count_changed_bytes (GBytes *before, GBytes *after);
