/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/edit/document.h"
#include "core/io/registry.h"

/* One save of a model: converted where another version is wanted, written in memory, read back and compared, given its paths, and
 * put on the disk. The window, `set`, `do`, `convert` and `recover` all save through this, so that no file is replaced by bytes
 * that were not proved.
 *
 *   save = mw_save_of_document (document);           in the document's thread
 *   mw_save_write (save, &options, ...)              any thread: converts, writes, proves
 *   mw_save_place (save, path, ...)                  any thread: every file gets its path
 *   ... ask the user: save->lost, and what mw_save_check(), mw_save_find_taken() and mw_save_look() found
 *   mw_save_commit (save, &terms, ...)               any thread: replaces all files, or none
 *   mw_save_apply (save, document);                  in the document's thread: the document is these files now
 *
 * The order is kept by the object: a step before the one that it needs is a programming error and does nothing. */

/* What is to be written, and how. mw_save_options() gives those of a document; zeros are the default of all but the format. */
typedef struct {
  MwFormat format;             /* of another family or version than the model: it is converted */
  MwConvertOptions converting; /* a scale other than 1 converts too */
  MwMdlSpelling spelling;      /* of MDL text */
  gboolean side_channel;       /* a text states what it cannot hold in comments (core/io/mdl/side-channel.h) */
  gboolean drop_origin;        /* nothing of how the file spelled its values is carried over */
  /* Called with how much is done, from 0 to 1; NULL: nobody asks. Placing and replacing follow, so it ends below 1. */
  void (*progress) (GCancellable *cancellable, double done);
} MwSaveOptions;

/* All fields are read-only. Those of a step are set once it is done. Free with mw_save_free(). */
typedef struct {
  MwFormat from;      /* of the model */
  guint64 generation; /* of the document when the snapshot was taken */
  MwFileSet *was;     /* the files that the model is from, where it was not converted; or NULL */
  /* mw_save_write(), of which the reports are set also when it fails */
  MwModel *model; /* as it was written */
  MwFormat format;
  double scale; /* of the conversion; 0: the default */
  gboolean side_channel;
  gboolean converted;   /* it is another model than the document */
  MwReport *conversion; /* what the conversion lost and changed */
  MwReport *writing;    /* what the format cannot state */
  GPtrArray *lost;      /* the losses of both as lines to read (MwLossLine), the most harmful first */
  guint notes;          /* on the bytes of a binary file, which are not carried over */
  MwFileSet *files;     /* proved; NULL: it failed. mw_save_place() gives them their paths. */
  GPtrArray *findings;  /* mw_save_check(): MwFinding; NULL: it was not called */
  GPtrArray *taken;     /* mw_save_find_taken(): names of files of another model beside the target */
  MwFileSet *now;  /* mw_save_look(): the files on the disk, where they are not those that the user knows; or NULL */
  GPtrArray *left; /* mw_save_commit(): MwFilePart, files that nothing in the model names any more */
  GPtrArray *kept; /* GError: why some of them could not be removed */
  gboolean placed, done; /* private */
} MwSave;

/* Takes `model` over. `was` is the set that it was read from (shared; NULL: none, or its companions do not matter). */
MwSave *mw_save_new (MwModel *model, MwFormat format, const MwFileSet *was);
/* The same with a snapshot of a document and its files. */
MwSave *mw_save_of_document (MwDocument *document);
void mw_save_free (MwSave *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSave, mw_save_free)

/* As the document is saved when nobody says otherwise: in its format, with the side channel that it has. */
MwSaveOptions mw_save_options (MwDocument *document);

/* Converts, writes in memory, reads back and compares. FALSE and an error: nothing can be saved. */
gboolean mw_save_write (MwSave *self, const MwSaveOptions *options, GCancellable *cancellable, GError **error);

/* Looks for what clients do not load, or show wrongly (mw_validate_grave()), in the model as it is saved. */
void mw_save_check (MwSave *self);

/* Gives each file its path: the model `target`, companions beside it (core/io/place.h). */
gboolean mw_save_place (MwSave *self, const char *target, GError **error);

/* After mw_save_place(): fills `taken` with the names of files beside the target that are named as companions of it and are not in
 * `was`. A save replaces those that the model has too, and the others would become a part of it. */
gboolean mw_save_find_taken (MwSave *self, GError **error);

/* Compares the files of `known` with the disk, and sets `now` if they are others there. `known` NULL, or a converted model: there is
 * nothing to compare. */
gboolean mw_save_look (MwSave *self, const MwFileSet *known, GCancellable *cancellable, GError **error);

/* What becomes of files that the model as it was read names and the saved one does not (mw_io_take_left()). */
typedef enum {
  MW_LEFT_CARRIED,   /* they stay parts of the saved files */
  MW_LEFT_UNTOUCHED, /* they are listed in `left` and stay on the disk */
  MW_LEFT_REMOVED    /* they are listed in `left`, and removed once the model is saved */
} MwLeftFiles;

typedef struct {
  MwSaveFlags flags;
  const MwFileSet *seen; /* what the files may hold that are replaced (mw_file_set_update()); NULL: anything */
  const char *backup;    /* suffix under which replaced files are kept; NULL: none is */
  MwLeftFiles left;
} MwSaveTerms;

/* Replaces the files on the disk, all or none. FALSE and an error: all are as they were. MW_ERROR_CHANGED: one is not as `seen`. */
gboolean mw_save_commit (MwSave *self, const MwSaveTerms *terms, GCancellable *cancellable, GError **error);

/* After mw_save_commit(): the document has these files, their format and side channel, and is clean where it was so when the
 * snapshot was taken. Not for a converted model. */
void mw_save_apply (const MwSave *self, MwDocument *document);

/* After mw_save_commit(): the saved files, and those of `taken` that are beside them. Free with mw_file_set_free(). */
MwFileSet *mw_save_known_files (const MwSave *self);

/* After mw_save_place(): how many bytes differ from those of `was` (without it all do), and how many bytes all files have. */
void mw_save_count_changes (const MwSave *self, guint64 *changed, guint64 *size);
/* How many bytes differ: place by place where the sizes are equal, otherwise the stretch between the common beginning and end. */
guint64 mw_count_changed_bytes (GBytes *before, GBytes *after);
