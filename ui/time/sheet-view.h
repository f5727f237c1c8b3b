/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-sheet.h"
#include "core/pose/clock.h"

#include <gtk/gtk.h>

/* The part of the dope sheet that shows rows of keys on a ruler (core/edit/key-sheet.h), and edits them. It draws what is
 * visible only, and everything but the playhead once for many frames.
 *
 * Signals: "seek" (guint sequence, int time): the user wants to see this moment; a time in ms from the start of the sequence, 0 as
 * the sequence: the one on show. "said" (const char *): what is happening, for the status line. "chosen": other keys are chosen, or
 * their values or what the graph shows may be others. "switched": it shows curves now, or no more. */
#define MW_TYPE_SHEET_VIEW (mw_sheet_view_get_type ())
G_DECLARE_FINAL_TYPE (MwSheetView, mw_sheet_view, MW, SHEET_VIEW, GtkWidget)

GtkWidget *mw_sheet_view_new (MwDocument *document);
MwKeySheet *mw_sheet_view_get_sheet (MwSheetView *self);
/* The adjustments of its scroll bars: milliseconds across, pixels down. */
GtkAdjustment *mw_sheet_view_get_adjustment (MwSheetView *self, GtkOrientation orientation);
void mw_sheet_view_set_clock (MwSheetView *self, const MwClock *clock);
/* The rows are others now: those of another sequence or selection. `fit`: shows all of the time. */
void mw_sheet_view_reload (MwSheetView *self, gboolean fit);
/* The document has changed. */
void mw_sheet_view_update (MwSheetView *self, const MwChangeSet *changes);
/* To what keys snap while they are dragged: the frames of a rate (0: whole milliseconds), and other keys and edges. */
void mw_sheet_view_set_snap (MwSheetView *self, gboolean to_keys, guint per_second);
/* Shows all of the time. */
void mw_sheet_view_fit (MwSheetView *self);

/* Where a time of a row is, in the widget's pixels. */
void mw_sheet_view_place (MwSheetView *self, guint row, gint64 time, double *x, double *y);

/* --- Curves: beside the rows a graph of the values of the row that was clicked last --- */

void mw_sheet_view_set_curves (MwSheetView *self, gboolean curves);
gboolean mw_sheet_view_get_curves (MwSheetView *self);
/* Shows the curves of this track, if its row is listed. */
void mw_sheet_view_show_curve (MwSheetView *self, MwId track);
/* Shows the four numbers of rotations instead of angles. */
void mw_sheet_view_set_raw (MwSheetView *self, gboolean raw);
/* Which components are shown: bits, the first one for X. */
void mw_sheet_view_set_components (MwSheetView *self, guint components);
/* Where a value is, in the widget's pixels. */
double mw_sheet_view_value_place (const MwSheetView *self, double value);
