/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "core/edit/document.h"
#include "core/io/registry.h"

/* MwSave is one save of a model: it converts the model if another version is wanted, writes it in memory, reads that back
 * and compares, gives the files their paths, and replaces the files on disk. The window and the commands `set`, `do`,
 * `convert` and `recover` all save in this way, so no file is ever replaced by bytes that were not proved.
 *
 *   save = mw_save_of_document (document);           in the document's thread
 *   mw_save_write (save, &options, ...)              any thread: converts, writes, proves
 *   mw_save_place (save, path, ...)                  any thread: gives every file its path
 *   ... ask the user about save->lost and what mw_save_check(), mw_save_find_taken() and mw_save_look() found
 *   mw_save_commit (save, &terms, ...)               any thread: replaces all files, or none
 *   mw_save_apply (save, document);                  in the document's thread: the document now has these files
 *
 * Call the steps in this order. A step that is called too early is a programming error and does nothing. */

/* What to write, and how. mw_save_options() returns those of a document. Zero is the default of every member except
 * `format`. */
typedef struct {
  MwFormat format;             /* if family or version differ from the model's, it is converted */
  MwConvertOptions converting; /* a scale other than 1 is a conversion, too */
  MwMdlSpelling spelling;      /* of MDL text */
  gboolean side_channel; /* text only: write what text cannot express into comments (core/io/mdl/side-channel.h) */
  gboolean drop_origin;  /* write all values in the standard encoding, without the notes of the file that was read */
  /* Called with the fraction that is done (0 to 1); may be NULL. It ends below 1, because placing and replacing
   * follow. */
  void (*progress) (GCancellable *cancellable, double done);
} MwSaveOptions;

/* A save and its results. All fields are read-only, and are set when their step is done. Free with mw_save_free(). */
typedef struct {
  MwFormat from;      /* of the model */
  guint64 generation; /* the document's when the snapshot was taken */
  MwFileSet *was;     /* the files that the model was read from; NULL: none, or it was converted */
  /* Results of mw_save_write(); the reports are set even if it fails. */
  MwModel *model; /* the model as it was written */
  MwFormat format;
  double scale; /* scale of the conversion; 0: the default */
  gboolean side_channel;
  gboolean converted;   /* the model that was written is not that of the document, but converted */
  MwReport *conversion; /* what the conversion lost or changed */
  MwReport *writing;    /* what the format cannot express */
  GPtrArray *lost;      /* MwLossLine: the losses of both reports as text for users, the most harmful first */
  guint notes;          /* number of notes about bytes of a binary file that the written files do not keep */
  MwFileSet *files;     /* the proved files; NULL: writing failed. mw_save_place() gives them their paths */
  GPtrArray *findings;  /* result of mw_save_check(): MwFinding; NULL: not called */
  GPtrArray *taken; /* result of mw_save_find_taken(): names of files beside the target that belong to another model */
  MwFileSet *now;   /* result of mw_save_look(): the files on disk if they are not as the user knows them; else NULL */
  GPtrArray *left;  /* result of mw_save_commit(): MwFilePart, old files that the saved model does not refer to */
  GPtrArray *kept;  /* result of mw_save_commit(): GError, why some of `left` could not be removed */
  gboolean placed, done; /* private */
} MwSave;

/* Takes ownership of `model`. `was` is the file set that it was read from (shared), or NULL if there is none or its
 * companion files do not matter. */
MwSave *mw_save_new (MwModel *model, MwFormat format, const MwFileSet *was);
/* Like mw_save_new(), for a snapshot of the document's model, and its format and files. */
MwSave *mw_save_of_document (MwDocument *document);
void mw_save_free (MwSave *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSave, mw_save_free)

/* The options with which a document is normally saved: its format and its side channel setting. */
MwSaveOptions mw_save_options (MwDocument *document);

/* Converts, writes in memory, reads back and compares. Returns FALSE with an error if the model cannot be saved. */
gboolean mw_save_write (MwSave *self, const MwSaveOptions *options, GCancellable *cancellable, GError **error);

/* Looks in the model as saved for errors that clients reject or show wrongly (mw_check_grave_for()), and sets
 * `findings`. `client`: the one that the document is checked for; NULL: none. It has no say in a model that is converted to another family,
 * which is for another game. */
void mw_save_check (MwSave *self, const MwTargetClient *client);

/* Whether a model may be saved at `target`: MW_ERROR_REFUSED for a place in an archive (core/vfs/archive.h), which is never written. */
gboolean mw_save_allows (const char *target, GError **error);

/* Gives each file its path: `target` for the model, companion files beside it (core/io/place.h). */
gboolean mw_save_place (MwSave *self, const char *target, GError **error);

/* After mw_save_place(): sets `taken` to the names of files beside the target that have names of its companions but
 * are not in `was`. The save replaces a file if the model has a companion in that role. The others would be read as
 * companions of the saved model. */
gboolean mw_save_find_taken (MwSave *self, GError **error);

/* Compares the files of `known` with the disk, and sets `now` if they differ. Does nothing if `known` is NULL or the
 * model was converted. */
gboolean mw_save_look (MwSave *self, const MwFileSet *known, GCancellable *cancellable, GError **error);

/* What happens to old files to which the model as read refers and the saved one does not (mw_io_take_left()). */
typedef enum {
  MW_LEFT_CARRIED,   /* they remain parts of the saved file set */
  MW_LEFT_UNTOUCHED, /* they are listed in `left` and stay on disk */
  MW_LEFT_REMOVED    /* they are listed in `left` and are removed after the save */
} MwLeftFiles;

typedef struct {
  MwSaveFlags flags;
  const MwFileSet *seen; /* the expected content of the files that are replaced (mw_file_set_update()); NULL: any */
  /* Suffix of backups of replaced files; NULL: no backups. With MW_SAVE_BACKUP_ONCE files that the editor has written, now or
   * earlier, need none (core/save/own-files.h). */
  const char *backup;
  MwLeftFiles left;
} MwSaveTerms;

/* Replaces the files on disk, all or none. If it returns FALSE with an error, all are as before. MW_ERROR_CHANGED: a
 * file differs from `seen`. */
gboolean mw_save_commit (MwSave *self, const MwSaveTerms *terms, GCancellable *cancellable, GError **error);

/* After mw_save_commit(): gives the document these files, their format and side channel. The document is then clean
 * if it has not changed since the snapshot. Not for a converted model. */
void mw_save_apply (const MwSave *self, MwDocument *document);

/* After mw_save_commit(): returns the saved files, and those of `taken` that have become companions. Free with
 * mw_file_set_free(). */
MwFileSet *mw_save_known_files (const MwSave *self);

/* After mw_save_place(): counts the bytes of all files, and how many of them differ from those of `was` (all, if it
 * is NULL). */
void mw_save_count_changes (const MwSave *self, guint64 *changed, guint64 *size);
/* Counts the bytes that differ: position by position if the sizes are equal; otherwise those that were inserted, removed or replaced
 * (core/base/bytes-diff.h). `before` NULL: all. */
guint64 mw_count_changed_bytes (GBytes *before, GBytes *after);
