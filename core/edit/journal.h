/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The journal of a document keeps what a crash must not destroy (architecture.md, The journal). From the first edit on,
 * a new folder below mw_journal_folder() holds the files as they were read, and every committed step, undo, redo and
 * save, in a record log (core/base/record-log.h). A document that is not edited has no journal. Steps of a gesture are
 * written when it is committed.
 *
 * A worker thread writes; the owner's thread only queues events and never waits. The files as read are flushed to the
 * disk once, when they are all written. Later records are flushed MW_JOURNAL_FLUSH_MS after they arrive, and a save at
 * once. (If the program is killed, only what was still in the worker's queue is lost: milliseconds of work. If the
 * machine loses power, up to that second may be lost.)
 *
 * While the program runs, its journals are locked. After it ends, others can lock what is left: see
 * core/edit/recovery.h. Folders and files are accessible to the user only (0700, 0600).
 *
 * If the journal cannot be written (a full disk, or a limit below), it ends, emits "failed" once, and the document can
 * still be edited without a journal. What was written before is kept until the next save. After a disk error a new
 * journal is started, with the files as they were read and all steps: at the next save, or with the next step that
 * comes MW_JOURNAL_RETRY_S after the failure. This is not possible if steps were dropped from the history, or for a
 * document that was recovered.
 *
 * The journal listens to "history-changed" of the document. Its signals, in the thread that created it: "failed"
 * (const char *: the reason); "resumed": a journal exists again and is complete. */
#define MW_TYPE_JOURNAL (mw_journal_get_type ())
G_DECLARE_FINAL_TYPE (MwJournal, mw_journal, MW, JOURNAL, GObject)

#define MW_JOURNAL_FLUSH_MS 1000
#define MW_JOURNAL_RETRY_S 30
/* The largest size of a journal's file, and of one step (see mw_step_get_size()). Steps that wait for a slow disk
 * may together be as large as the file may be. */
#define MW_JOURNAL_MOST ((guint64) 2 << 30)
#define MW_JOURNAL_STEP_MOST ((gsize) 512 << 20)

/* "~/.local/state/modelwright/journals", or the equivalent below XDG_STATE_HOME. Free with g_free(). */
char *mw_journal_folder (void);

/* Creates a journal for a document without steps. It begins with the document's files. A document without files is
 * written as its format would save it. `folder` may be NULL for mw_journal_folder(). */
MwJournal *mw_journal_new (MwDocument *document, const char *folder);

/* Where a model comes from that is in a game or an archive, which is never written. The journal only keeps it. */
typedef struct {
  char *from;       /* the name of the game, or the file name of the archive */
  char *name;       /* the game path of the model there */
  gboolean archive; /* it is an archive by itself, not a game */
} MwJournalOrigin;

/* Call it before the first edit of such a model. It is forgotten when the model is saved. */
void mw_journal_set_origin (MwJournal *self, const char *from, const char *name, gboolean archive);

/* Call it after mw_save_apply(): the document was saved as its present files. */
void mw_journal_saved (MwJournal *self);

/* Call it after another program wrote the document's present files and they were read again as a step
 * (core/edit/reload.h). */
void mw_journal_read_again (MwJournal *self);

/* Ends the journal; the document may continue to exist. With `keep`, queued events are still written, and the file
 * stays as after a crash. Otherwise the journal is removed before this returns. */
void mw_journal_close (MwJournal *self, gboolean keep);

/* Waits until everything that was queued is on the disk. FALSE and an error if the journal has failed. */
gboolean mw_journal_flush (MwJournal *self, GError **error);
