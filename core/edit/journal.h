/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The journal of a document: what a crash must not take (architecture.md, The journal). From the first edit on, a folder of its own
 * below mw_journal_folder() holds the files as they were read and every committed step, undo, redo and save, in a record log
 * (core/base/record-log.h). A document that is not edited has none. Steps of a gesture come when it is committed.
 *
 * A worker thread writes; the owner's thread only queues, and never waits. The files as read are flushed to the disk once, when
 * they are all written; what follows is flushed MW_JOURNAL_FLUSH_MS after it came, a save at once. (A killed program loses only
 * what the worker had not yet taken from its queue: milliseconds of work. A machine that loses its power may lose that second.)
 *
 * While the program lives, its journals are locked. What it leaves behind can be locked by others: see core/edit/recovery.h.
 * Folders and files are for the user alone (0700, 0600).
 *
 * When the journal cannot be written (a full disk, or a limit below) it ends, says so once by "failed", and the document is edited
 * on without one. What was written before stays until the next save. After an error of the disk a new journal is begun with the files
 * as they were read and all steps: at the next save, or with the next step that comes MW_JOURNAL_RETRY_S after the failure.
 * That cannot be where steps were dropped from the history, nor for a document that was recovered.
 *
 * It listens to "history-changed" of the document. Signals, in the thread that made it: "failed" (const char *:
 * why); "resumed": there is a journal again, and it has everything. */
#define MW_TYPE_JOURNAL (mw_journal_get_type ())
G_DECLARE_FINAL_TYPE (MwJournal, mw_journal, MW, JOURNAL, GObject)

#define MW_JOURNAL_FLUSH_MS 1000
#define MW_JOURNAL_RETRY_S 30
/* Bytes that the file of a journal may have, and the bytes that one step may hold (see mw_step_get_size()). Steps that wait for
 * a disk that is too slow hold at most as much as the journal may have. */
#define MW_JOURNAL_MOST ((guint64) 2 << 30)
#define MW_JOURNAL_STEP_MOST ((gsize) 512 << 20)

/* "~/.local/state/modelwright/journals", by XDG_STATE_HOME. Free with g_free(). */
char *mw_journal_folder (void);

/* A journal for a document that has no step yet. It begins with the document's files; a document without files is written
 * as its format would save it. `folder`: NULL is mw_journal_folder(). */
MwJournal *mw_journal_new (MwDocument *document, const char *folder);

/* The document was saved as the files that it has now: to be called after mw_save_apply(). */
void mw_journal_saved (MwJournal *self);

/* Another program wrote the files that the document has now, and they were read again as a step of it (core/edit/reload.h). */
void mw_journal_read_again (MwJournal *self);

/* Ends it; the document may live on. `keep`: what is queued is still written, and the file stays as after a crash. Otherwise the
 * journal is removed before this returns. */
void mw_journal_close (MwJournal *self, gboolean keep);

/* Waits until all that was queued is on the disk. FALSE and an error when the journal has failed. */
gboolean mw_journal_flush (MwJournal *self, GError **error);
