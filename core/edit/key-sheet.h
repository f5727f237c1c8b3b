/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The rows of a dope sheet: which elements of a model are animated, by which tracks, and at which times they have keys. It is
 * what a widget draws and picks from, and knows no widget.
 *
 * Row 0 is the summary: all times of all tracks. Then follow the elements, each with the rows of its tracks below it unless it
 * is collapsed. All times are in ms as they are stored in the tracks. Every row has its times in order, and those of the
 * summary and of elements once each, so a time is found by bisection. */

typedef enum { MW_SHEET_SUMMARY, MW_SHEET_ELEMENT, MW_SHEET_TRACK } MwSheetRowKind;

/* How a curve goes on from a key. */
typedef enum { MW_SHEET_HOLD, MW_SHEET_LINEAR, MW_SHEET_TANGENTS, MW_SHEET_EVENT } MwSheetShape;

typedef struct {
  MwSheetRowKind kind;
  MwSheetShape shape; /* TRACK */
  MwId record;        /* the element or the track; 0: the summary */
  MwId element;       /* ELEMENT, TRACK: the element */
  MwId holder;        /* TRACK: the track, or the lane with the keys that are shown; 0: it has none for this sequence */
  gboolean collapsed; /* ELEMENT: the rows of its tracks are not listed */
  gboolean global;    /* TRACK: the times are those of a global sequence ... */
  gint64 offset;      /* ... and are shown so much later, from the start of the sequence on; else 0 */
  guint n;            /* keys that are shown */
  const gint32 *times;
  const guint8 *chosen; /* for each time: not 0 if a key at it is chosen */
} MwSheetRow;

/* What the sheet shows: a sequence, or with `sequence` 0 all times of the model's one time line. */
typedef struct {
  MwId sequence;
  gint64 start, end;   /* of the sequence, or of everything that is on the time line; both inclusive */
  gboolean lanes;      /* keys are in lanes, one for each sequence, so there is no time line for all of them */
  gboolean not_loaded; /* the keys of the sequence are in a file that was not found */
} MwSheetScope;

typedef struct _MwKeySheet MwKeySheet;

/* A sheet without rows: call mw_key_sheet_reload(). The document must outlive it. */
MwKeySheet *mw_key_sheet_new (MwDocument *document);
void mw_key_sheet_free (MwKeySheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwKeySheet, mw_key_sheet_free)

/* Whether the tracks of all elements are listed, or only those of the elements that are selected in the document and of what is
 * below them. Takes effect with mw_key_sheet_reload(). */
void mw_key_sheet_set_all (MwKeySheet *sheet, gboolean all);
/* The sequence whose keys are shown; 0: all of them. That of an alias is the sequence whose keys it plays. Takes effect with
 * mw_key_sheet_reload(). */
void mw_key_sheet_set_sequence (MwKeySheet *sheet, MwId sequence);
/* Lists all rows again. What is chosen and collapsed stays. */
void mw_key_sheet_reload (MwKeySheet *sheet);
/* The document has changed. Reads again only the keys of those rows that have changed, or all rows where tracks, elements or
 * sequences were added, removed or moved. After undo and redo that change keys of the sheet, what was chosen at that step is chosen
 * again. Returns whether anything that the sheet shows has changed. */
gboolean mw_key_sheet_update (MwKeySheet *sheet, const MwChangeSet *changes);
/* To be called on "history-changed" of the document: the commit of a step of which all changes were announced before is no change. */
void mw_key_sheet_step_done (MwKeySheet *sheet);

const MwSheetScope *mw_key_sheet_get_scope (const MwKeySheet *sheet);
/* The number of rows with the summary, which is always there. */
guint mw_key_sheet_n_rows (const MwKeySheet *sheet);
/* Valid until the sheet, or what is chosen, changes. */
const MwSheetRow *mw_key_sheet_row (const MwKeySheet *sheet, guint row);
/* The row of a track or element; 0 if it is not listed. */
guint mw_key_sheet_find (const MwKeySheet *sheet, MwId record);
/* Hides or lists the rows of an element's tracks. */
void mw_key_sheet_set_collapsed (MwKeySheet *sheet, MwId element, gboolean collapsed);

/* The first of a row's times that is not before `time`; the number of times if there is none. */
guint mw_sheet_row_from (const MwSheetRow *row, gint64 time);
/* The time of a row that is nearest to `time`, at most `within` ms away: its place in the row, or -1. */
gint mw_sheet_row_near (const MwSheetRow *row, gint64 time, gint64 within);

/* --- What is chosen: keys, by their track or lane and their time --- */

typedef enum {
  MW_CHOOSE_ONLY,  /* nothing else stays chosen */
  MW_CHOOSE_ADD,   /* added to what is chosen */
  MW_CHOOSE_TOGGLE /* taken out if all of them are chosen, else added */
} MwChoose;

void mw_key_sheet_choose_none (MwKeySheet *sheet);
/* The keys of rows [first_row, last_row] that are shown at times [from, to], ends included. The summary has the keys of all tracks, and an element
 * for its own; a track is chosen once. */
void mw_key_sheet_choose (MwKeySheet *sheet, guint first_row, guint last_row, gint64 from, gint64 to, MwChoose how);
/* The same for n keys of the row of a track, given by their places in it. */
void mw_key_sheet_choose_keys (MwKeySheet *sheet, guint row, const guint *places, guint n, MwChoose how);
/* The number of keys that are chosen and shown, and the first and last of the times at which they are shown. */
guint mw_key_sheet_count_chosen (const MwKeySheet *sheet, gint32 *first, gint32 *last);
/* By how much later than they are stored all chosen keys are shown (0 without any). FALSE: those of global sequences are chosen
 * together with others. */
gboolean mw_key_sheet_chosen_offset (const MwKeySheet *sheet, gint64 *offset);
/* The chosen keys as the operations on chosen keys take them (core/edit/operations/tracks/chosen-keys.c): appends the holders
 * (MwId) to `ids` and the numbers of the keys (guint32) to `keys`. */
void mw_key_sheet_get_chosen (const MwKeySheet *sheet, GArray *ids, GArray *keys);

/* What is chosen, kept for later: a drag moves the keys that were chosen when it began. Free with mw_sheet_choice_free(). */
typedef struct _MwSheetChoice MwSheetChoice;
MwSheetChoice *mw_key_sheet_get_choice (const MwKeySheet *sheet);
void mw_sheet_choice_free (MwSheetChoice *choice);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSheetChoice, mw_sheet_choice_free)
/* Chooses what was chosen then, at new times: about + (time - about) * factor + by, as the operations compute them. */
void mw_key_sheet_set_choice (MwKeySheet *sheet, const MwSheetChoice *choice, gint64 about, double factor, gint64 by);
/* The keys of what was chosen then that are still in the model, also where the sheet shows another sequence now: as
 * mw_key_sheet_get_chosen(). */
void mw_key_sheet_find_choice (const MwKeySheet *sheet, const MwSheetChoice *choice, GArray *ids, GArray *keys);

/* --- Snapping --- */

typedef struct {
  gint64 within;    /* ms: how far a time is moved at most to other keys and to the edges of sequences; 0: not at all */
  guint per_second; /* frames per second, counted from the start of the scope; 0: whole ms only */
} MwSheetSnap;

/* The time for one that is asked for: the nearest of the edges of sequences, `extra` (the playhead) and the keys that are not
 * chosen; else the nearest frame. */
gint64 mw_key_sheet_snap (const MwKeySheet *sheet, double time, gint64 extra, const MwSheetSnap *snap);
