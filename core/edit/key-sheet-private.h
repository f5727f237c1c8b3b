/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-sheet.h"

/* What the files of the key sheet share: key-sheet.c (the rows), key-sheet-choice.c (what is chosen, and
 * snapping), key-sheet-history.c (what undo and redo choose again). */

/* A row with what it owns. */
typedef struct {
  MwSheetRow shown;
  GArray *times;  /* gint32 */
  GArray *marks;  /* guint8, as MwSheetRow.chosen */
  guint32 *order; /* TRACK whose keys are not in the order of time: the number of the key at each place; else NULL */
  guint first;    /* TRACK: the number of the key at place 0, where they are in order */
  guint n_tracks; /* ELEMENT: how many rows of tracks follow in `all` */
} Row;

struct _MwKeySheet {
  MwDocument *document;
  MwSheetScope scope;
  MwId sequence;
  gint64 from, to; /* only keys of the time line at these times are shown, both inclusive */
  gboolean all_elements;
  GArray *all;                /* Row, with those that are hidden below collapsed elements */
  GArray *listed;             /* guint: places in `all` */
  GHashTable *by_holder;      /* id of a holder or track: its place in `all` */
  GHashTable *collapsed;      /* ids of elements */
  GHashTable *chosen;         /* id of a holder: GArray of gint32, its chosen times in order */
  guint64 serial;             /* the place in the history: mw_document_get_newest_serial() */
  GArray *left;               /* what was chosen at other places in it */
  MwSheetChoice *before_edit; /* what was chosen when the open transaction began; NULL: none is open */
};

static inline Row *
mw_sheet_row_at (const MwKeySheet *sheet, guint place)
{
  return &g_array_index (sheet->all, Row, place);
}

/* Writes the marks of the row of a track. */
void mw_key_sheet_mark_track (MwKeySheet *sheet, Row *row);
/* Gives the summary or an element the times and marks of the tracks in the n rows from `first` of `all` on. */
void mw_key_sheet_sum_up (MwKeySheet *sheet, Row *row, guint first, guint n);
/* Reads the rows again that have changed, as mw_key_sheet_update() says. */
gboolean mw_key_sheet_update_rows (MwKeySheet *sheet, const MwChangeSet *changes);
void mw_key_sheet_init_history (MwKeySheet *sheet);
void mw_key_sheet_free_history (MwKeySheet *sheet);
/* The sheet has not seen how the document came to its place in the history. */
void mw_key_sheet_forget_place (MwKeySheet *sheet);
