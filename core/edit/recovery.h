/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal.h"
#include "core/schema/report.h"

/* What journals of programs that did not end well hold (core/edit/journal.h). A journal is read as hostile input: what of it is
 * whole is used, and damage is named, never followed. All of this may run in any thread. */

/* How long an unfinished journal is offered, and the bytes that all of them may take: mw_recovery_tidy(). */
#define MW_RECOVERY_DAYS 30
#define MW_RECOVERY_MOST ((guint64) 4 << 30)

/* A journal that nobody has open. Free with mw_left_journal_free(). */
typedef struct {
  char *journal; /* its file: the name for the functions below */
  char *path;    /* where the model was read from, or saved last; NULL: nowhere yet */
  MwFormat format;
  gint64 time;          /* of what was done last, in seconds since 1970 */
  guint n_steps;        /* done: so many times it can be undone */
  guint n_unsaved;      /* of them, or undone since: what lies between the last save and the end */
  gboolean saved;       /* it was saved at least once */
  gboolean clean;       /* nothing lies between: there is nothing to recover */
  char *damage;         /* what of it cannot be read and why, or NULL: it is whole */
  gboolean cut_short;   /* the damage is a last record that is not whole, as a kill leaves it */
  gboolean recoverable; /* the files as they were read are there */
  guint64 size;         /* of the journal's file */
} MwLeftJournal;
void mw_left_journal_free (MwLeftJournal *left);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLeftJournal, mw_left_journal_free)

/* All journals in `folder` (NULL: mw_journal_folder()) that no program has open and that have something to recover, the latest
 * first: MwLeftJournal. Free with g_ptr_array_unref(). */
GPtrArray *mw_recovery_list (const char *folder);

/* Removes, of the journals that no program has open: those in which nothing was edited since the last save, those that were
 * last written to more than MW_RECOVERY_DAYS ago, and the oldest ones while all together are larger than MW_RECOVERY_MOST
 * (never the latest). Gives how many went. */
guint mw_recovery_tidy (const char *folder);

/* A document as its journal has it. Free with mw_recovered_free(). */
typedef struct {
  MwDocument *
    document; /* of no thread until somebody takes it, with the history and clean mark of the journal; its files are as read
                     * or last written, those parts whose bytes are known */
  MwModel *base;    /* as it was read */
  MwReport *report; /* of reading a text; NULL when it was saved since */
  guint n_steps, n_unsaved;
  char *damage;     /* as in MwLeftJournal, steps that do not fit included */
  gboolean changed; /* the files on the disk are not those that the program read or wrote last */
  gboolean missing; /* the main file is not there */
  gpointer log;     /* private */
} MwRecovered;
void mw_recovered_free (MwRecovered *recovered);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecovered, mw_recovered_free)

/* Reads the files and makes all steps again. Where one is damaged or does not fit, what was before is recovered, and `damage` says
 * so. G_IO_ERROR_BUSY: another program has it. The journal stays as it is. */
MwRecovered *mw_recovery_read (const char *journal, GCancellable *cancellable, GError **error);

/* The document goes on with its journal: what is edited comes behind what was recovered (and damage is cut off). In the thread
 * that the document is to belong to. The journal is the caller's: mw_journal_close() it. */
MwJournal *mw_recovered_resume (MwRecovered *recovered);

/* Removes a journal. MW_ERROR_IO, or G_IO_ERROR_BUSY. */
gboolean mw_recovery_discard (const char *journal, GError **error);
