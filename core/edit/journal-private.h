/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/record-log.h"
#include "core/edit/journal.h"

/* The records of a journal. Numbers are in the byte order of the machine, because a journal is not moved to another
 * one.
 *
 *   MW_JOURNAL_DOCUMENT  the first record: DOCUMENT_TYPE, no body
 *   MW_JOURNAL_PART      one for each part: PART_TYPE; body: the bytes of a file as it was read
 *   MW_JOURNAL_ORIGIN    ORIGIN_TYPE: the parts are in a game or an archive; before all steps and saves
 *   MW_JOURNAL_STEP      STEP_TYPE; body: the step as text (core/edit/step.h)
 *   MW_JOURNAL_GO_TO     GO_TO_TYPE: undo or redo
 *   MW_JOURNAL_CLEAN     GO_TO_TYPE: the saved state is now this one; a state that no step leads to: none is saved
 *   MW_JOURNAL_SAVE      SAVE_TYPE
 *   MW_JOURNAL_READ      SAVE_TYPE: the files were read again, because another program had written them
 *
 * The number of a state is the serial number of the last step done (1, 2 ...); 0 before the first. */
#define MW_JOURNAL_NAME "journal"
#define MW_JOURNAL_VERSION 1
#define MW_JOURNAL_TYPE(a, b, c, d) ((guint32) (a) | (guint32) (b) << 8 | (guint32) (c) << 16 | (guint32) (d) << 24)
#define MW_JOURNAL_DOCUMENT MW_JOURNAL_TYPE ('D', 'O', 'C', 'U')
#define MW_JOURNAL_PART MW_JOURNAL_TYPE ('P', 'A', 'R', 'T')
#define MW_JOURNAL_ORIGIN MW_JOURNAL_TYPE ('O', 'R', 'I', 'G')
#define MW_JOURNAL_STEP MW_JOURNAL_TYPE ('S', 'T', 'E', 'P')
#define MW_JOURNAL_GO_TO MW_JOURNAL_TYPE ('G', 'O', 'T', 'O')
#define MW_JOURNAL_CLEAN MW_JOURNAL_TYPE ('C', 'L', 'E', 'A')
#define MW_JOURNAL_SAVE MW_JOURNAL_TYPE ('S', 'A', 'V', 'E')
#define MW_JOURNAL_READ MW_JOURNAL_TYPE ('R', 'E', 'A', 'D')

/* version, seconds since 1970, path (empty: none), family, version of the format, text, side channel, number of parts */
#define DOCUMENT_TYPE "(uxayuubbu)"
/* role, path (empty: none), suffix (empty: none), stamp, ours */
#define PART_TYPE "(ayayay(ttxxx)b)"
/* name of the game or archive, game path, whether it is an archive by itself */
#define ORIGIN_TYPE "(ayayb)"
/* state before, state after, seconds since 1970 */
#define STEP_TYPE "(ttx)"
/* state, seconds since 1970 */
#define GO_TO_TYPE "(tx)"
/* the saved state, seconds since 1970, path, family, version of the format, text, side channel, and for each part:
 * role, path, suffix, SHA-256 of its bytes */
#define SAVE_TYPE "(txayuubba(ayayays))"

/* Continues the journal of a document that was recovered from it. Takes ownership of the log. */
MwJournal *mw_journal_resume (MwDocument *document, MwRecordLog *log);

MwJournalOrigin *mw_journal_origin_new (const char *from, const char *name, gboolean archive);
void mw_journal_origin_free (MwJournalOrigin *origin);

/* Replaces MW_JOURNAL_RETRY_S, for tests. */
void mw_journal_set_retry (MwJournal *self, guint seconds);

/* Replaces MW_JOURNAL_MOST and MW_JOURNAL_STEP_MOST, for tests. Call it before the first edit. */
void mw_journal_set_limits (MwJournal *self, guint64 most, gsize step_most);

/* --- Reading (journal-read.c) --- */

/* Where a document is stored, and in which format. */
typedef struct {
  gint64 time; /* seconds since 1970 */
  char *path;  /* NULL: not saved yet */
  MwFormat format;
  gboolean side_channel;
  MwJournalOrigin *origin; /* NULL: it is a file of its own */
} MwJournalPlace;

/* Each state except the first is reached from an earlier one by a step, so the states form a tree. */
typedef struct {
  GHashTable *before; /* state -> the state before its step; both boxed */
  guint64 newest;
} MwJournalStates;
/* The number of steps from the first state. */
guint mw_journal_states_depth (const MwJournalStates *states, guint64 state);

/* What is known from the events read so far. */
typedef struct {
  MwJournalStates states;
  guint64 state; /* after the last event */
  guint64 clean; /* the saved state; MW_STATE_BETWEEN: one that no step leads to */
  MwJournalPlace place;
  GVariant *parts; /* of the last save, or of the files that were read again since; or NULL */
  gboolean saved;  /* there was at least one save */
  gboolean ours;   /* the parts come from a save, not from reading again */
  gint64 time;     /* of the last event */
} MwJournalEvents;
void mw_journal_events_init (MwJournalEvents *events);
void mw_journal_events_clear (MwJournalEvents *events);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwJournalEvents, mw_journal_events_clear)

/* Reads the first records of a log. `set` (may be NULL) receives the parts, with at most `most` bytes of each. FALSE
 * and an error: there is nothing to recover. */
gboolean mw_journal_read_head (MwRecordLog *log, gsize most, MwJournalPlace *place, MwFileSet *set, GError **error);
/* Reads one record after these. *before gets the state that a step starts from. FALSE and an error if such a record
 * cannot be here; then nothing has changed. */
gboolean mw_journal_read_event (MwJournalEvents *events, const MwLogRecord *record, guint64 *before, GError **error);
/* The number of steps, done or undone, between the saved state and the last state. If no state is saved, the number
 * of steps done. */
guint mw_journal_unsaved_steps (const MwJournalEvents *events);
