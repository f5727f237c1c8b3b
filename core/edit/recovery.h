/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal.h"
#include "core/schema/report.h"

/* Finds and reads journals of programs that did not end normally (core/edit/journal.h). A journal is treated as
 * hostile input: its intact part is used, and damage is reported. All functions may be called in any thread. */

/* How long a journal is offered for recovery, and the size that all journals together may have: see
 * mw_recovery_tidy(). */
#define MW_RECOVERY_DAYS 30
#define MW_RECOVERY_MOST ((guint64) 4 << 30)

/* A journal that no program has open. Free with mw_left_journal_free(). */
typedef struct {
  char *journal; /* the path of its file, as the functions below take it */
  char *path;    /* where the model was read from or last saved; NULL: not saved yet */
  MwFormat format;
  gint64 time;          /* of the last event, in seconds since 1970 */
  guint n_steps;        /* steps done, which can be undone after recovery */
  guint n_unsaved;      /* steps, done or undone, between the last save and the end */
  gboolean saved;       /* it was saved at least once */
  gboolean clean;       /* there are no such steps, so there is nothing to recover */
  char *damage;         /* which part cannot be read and why; NULL if it is intact */
  gboolean cut_short;   /* the damage is an incomplete last record, as it is after a kill */
  gboolean recoverable; /* the files as they were read are complete */
  guint64 size;         /* of the journal's file */
} MwLeftJournal;
void mw_left_journal_free (MwLeftJournal *left);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLeftJournal, mw_left_journal_free)

/* All journals in `folder` (NULL: mw_journal_folder()) that no program has open and that have something to recover,
 * the latest first: MwLeftJournal. Free with g_ptr_array_unref(). */
GPtrArray *mw_recovery_list (const char *folder);

/* Removes journals that no program has open: those without edits since the last save, those last written more than
 * MW_RECOVERY_DAYS ago, and the oldest ones while all together are larger than MW_RECOVERY_MOST (but never the latest).
 * Returns how many were removed. */
guint mw_recovery_tidy (const char *folder);

/* A document recovered from its journal. Free with mw_recovered_free(). */
typedef struct {
  /* With the history and clean mark of the journal. It belongs to no thread until it is handed to one. Its files are
   * those last written or read, as far as their bytes are known. */
  MwDocument *document;
  MwModel *base;    /* as it was read */
  MwReport *report; /* from reading MDL text; NULL if the model was saved since */
  guint n_steps, n_unsaved;
  char *damage;     /* as in MwLeftJournal; also set if a step does not fit */
  gboolean changed; /* the files on the disk are not those that the program last read or wrote */
  gboolean missing; /* the main file does not exist */
  /* The model was not saved since it was read from a game or an archive; else NULL. Whether its files there have changed is
   * not looked at, because they are never replaced. */
  MwJournalOrigin *origin;
  gpointer log; /* private */
} MwRecovered;
void mw_recovered_free (MwRecovered *recovered);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecovered, mw_recovered_free)

/* Reads the files from the journal and replays all steps. If one is damaged or does not fit, everything before it is
 * recovered, and `damage` says so. G_IO_ERROR_BUSY if another program has the journal open. The journal is not
 * changed. */
MwRecovered *mw_recovery_read (const char *journal, GCancellable *cancellable, GError **error);

/* The document continues its journal: new edits are appended after what was recovered, and damage is cut off. Call
 * it in the thread that the document will belong to. The caller owns the journal: mw_journal_close() it. */
MwJournal *mw_recovered_resume (MwRecovered *recovered);

/* Removes a journal. Fails with MW_ERROR_IO or G_IO_ERROR_BUSY. */
gboolean mw_recovery_discard (const char *journal, GError **error);
