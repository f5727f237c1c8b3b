/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-curve.h"
#include "core/edit/operations/operations.h"
#include "ui/time/sheet-view.h"

/* What the files of the sheet's view share: sheet-view.c (the widget, its geometry), sheet-view-draw.c, sheet-view-pointer.c,
 * sheet-view-keys.c (the keyboard), sheet-view-edit.c (edits), and for the curves sheet-curves.c (which there are, and their
 * geometry), sheet-curves-draw.c, sheet-curves-names.c and sheet-curves-pointer.c. */

/* In pixels. */
enum { SHEET_NAMES = 200, SHEET_RULER = 22, SHEET_BANDS = 18, SHEET_ROW = 20, SHEET_PAD = 12, SHEET_GRAB = 6 };

/* What the pointer is doing. */
typedef enum {
  SHEET_IDLE,
  SHEET_NAMED, /* it was pressed on a name */
  SHEET_SEEK,
  SHEET_BOX,
  SHEET_PRESS, /* on a key, and has not moved yet */
  SHEET_MOVE,
  SHEET_SCALE,
  SHEET_BAND,   /* moves an edge of a sequence */
  SHEET_HANDLE, /* moves a tangent */
  SHEET_CURVE_BOX
} SheetDoing;

/* How a key is drawn. */
enum { SHEET_SHAPES = 4, SHEET_STATES = 2 };

struct _MwSheetView {
  GtkWidget parent_instance;
  MwDocument *document;
  MwKeySheet *sheet;
  MwClock clock;
  double left, scale; /* ms at the left end of the keys, and pixels for each ms */
  gboolean fits;      /* the time was never zoomed or scrolled, so it follows the width */
  GtkAdjustment *across, *down;
  gboolean adjusting;
  MwSheetSnap snap; /* `within` in pixels */
  guint cursor;     /* the row that keys work on */

  /* Drawing */
  GskRenderNode *node; /* everything but the playhead and the box; NULL: draw it again */
  GdkTexture *marks[SHEET_SHAPES][SHEET_STATES];
  PangoLayout *layout;
  GdkRGBA text, accent, base;

  /* The pointer */
  SheetDoing doing;
  double x, y, from_x, from_y; /* the pointer, and where it was pressed */
  double start;                /* the time where it was pressed */
  guint row;                   /* the row where it was pressed */
  gboolean adds, copies;       /* with Shift; with Ctrl or Alt */
  gboolean was_chosen;         /* the key that was pressed */
  gboolean modal;              /* SHEET_MOVE by G, SHEET_SCALE by S: the pointer is not pressed */
  char typed[16];              /* the number that was typed instead of pointing */
  gboolean at_end;             /* SHEET_BAND: which edge */
  gint32 pressed;              /* SHEET_PRESS, SHEET_MOVE: the time of the key that was pressed */

  /* An edit that is open */
  gboolean open;
  MwId band;             /* SHEET_BAND: the sequence */
  MwSheetChoice *choice; /* what was chosen when it began */
  GArray *ids, *keys;    /* the same for operations */
  gint32 first, last;    /* the times at which they are shown */
  gint64 offset;         /* scaling: by how much later they are shown than stored */
  gint64 about, by;      /* what was applied last */
  gint64 about_at;       /* SHEET_SCALE: the time that stays */
  double factor;
  float raise[MW_KEY_CURVE_MOST]; /* and by how much the values were raised */
  MwSheetChoice *copied;          /* by Ctrl+C */
  gint32 copied_first;
  MwId copied_from; /* the sequence that was on show */

  /* Curves, instead of the keys of the rows */
  gboolean shows_curves, raw;
  GPtrArray *curves;           /* MwKeyCurve: those of the cursor's row, at most SHEET_MOST_CURVES */
  guint n_tracks;              /* how many the row has */
  guint components;            /* bits of those that are shown */
  double top, per_value;       /* the value at the upper edge, and pixels for each unit */
  gboolean values_fit;         /* the values were never zoomed or scrolled */
  gboolean raises;             /* SHEET_MOVE: the values of the chosen keys can be raised */
  guint raised;                /* SHEET_MOVE: bits of the components that are raised */
  double pressed_value;        /* SHEET_PRESS, SHEET_MOVE: of the point that was pressed */
  guint curve, key, component; /* SHEET_HANDLE */
  gboolean out, joined;        /* SHEET_HANDLE: it is the out-tangent; the other one follows */
};

enum { SHEET_MOST_CURVES = 12, SHEET_LEAST_ROWS_OF_GRAPH = 7 };

/* --- Geometry (sheet-view.c) --- */
double mw_sheet_view_x (const MwSheetView *self, double time);
double mw_sheet_view_time (const MwSheetView *self, double x);
/* The height of what is above the rows that scroll: ruler, bands and summary. */
int mw_sheet_view_above (const MwSheetView *self);
/* Whether sequences are shown as bands. */
gboolean mw_sheet_view_has_bands (const MwSheetView *self);
double mw_sheet_view_row_y (const MwSheetView *self, guint row);
/* The row at a height; -1: there is none. */
int mw_sheet_view_row_at (const MwSheetView *self, double y);
/* Other keys are chosen. */
void mw_sheet_view_chosen (MwSheetView *self);
/* Draws everything again. */
void mw_sheet_view_redraw (MwSheetView *self);
/* Makes a pixel `x` show `time`, at this scale, as far as it is possible. */
void mw_sheet_view_zoom (MwSheetView *self, double time, double x, double scale);
void mw_sheet_view_scroll (MwSheetView *self, double dx, double dy);
/* A time as it is shown: from the start of the sequence. */
gint64 mw_sheet_view_shown_time (const MwSheetView *self, gint64 time);
/* The playhead, in the times of the tracks. FALSE: it is nowhere in what is shown. */
gboolean mw_sheet_view_playhead (const MwSheetView *self, double *time);
/* Asks for a moment to be shown. */
void mw_sheet_view_seek (MwSheetView *self, double time);
void mw_sheet_view_say (MwSheetView *self, const char *text);

/* --- sheet-view-draw.c --- */
void mw_sheet_view_draw (MwSheetView *self, GtkSnapshot *snapshot);
void mw_sheet_view_forget_marks (MwSheetView *self);

/* --- sheet-curves.c --- */
/* Reads the curves of the cursor's row again; `fit`: and shows all of their values. */
void mw_sheet_curves_reload (MwSheetView *self, gboolean fit);
/* Whether a place is in the graph. */
gboolean mw_sheet_curves_has (const MwSheetView *self, double x, double y);
double mw_sheet_curves_value (const MwSheetView *self, double y);
/* The row of the sheet whose curve it is. */
guint mw_sheet_curves_row (const MwSheetView *self, guint curve);
/* Whether the values of all chosen keys can be changed: they are of tracks in the graph with one kind of value. */
gboolean mw_sheet_curves_can_raise (const MwSheetView *self);
/* Shows all values that the curves have in the time that is visible; those of the chosen keys alone, with their times. */
void mw_sheet_curves_fit (MwSheetView *self);
void mw_sheet_curves_frame_chosen (MwSheetView *self);
void mw_sheet_curves_scroll (MwSheetView *self, double dy);
/* Makes a height show a value at this scale. */
void mw_sheet_curves_zoom (MwSheetView *self, double value, double y, double per_value);
/* The distance of the values that are written: 1, 2 or 5 times a power of ten. */
double mw_sheet_curves_tick (const MwSheetView *self);
/* A value to which a point is moved: where others are, or a round one. */
double mw_sheet_curves_snap (const MwSheetView *self, double value);

/* --- sheet-curves-draw.c --- */
/* What the graph says where it has no curve: a static text, translated. */
const char *mw_sheet_curves_why_none (const MwSheetView *self);
void mw_sheet_curves_draw (MwSheetView *self, GtkSnapshot *to, double width, double height);

/* --- sheet-curves-names.c --- */
/* The colour of a component of tracks with so many of them, and that of a line in the graph, where tracks differ. */
GdkRGBA mw_sheet_curves_colour (guint components, guint component);
GdkRGBA mw_sheet_curves_line_colour (const MwSheetView *self, guint curve, guint component);
/* The name of a component, such as "X"; it is not to be freed. */
const char *mw_sheet_curves_component (MwKeyCurveKind kind, guint component);
/* Moves n places, which are in order, so that they are this far apart and in [from, to], as little as possible. There must be room. */
void mw_sheet_curves_spread (double *places, guint n, double apart, double from, double to);
/* Writes what lines are, beside them, where the graph has those of several tracks. */
void mw_sheet_curves_draw_names (MwSheetView *self, GtkSnapshot *to, double width, double height);

/* --- sheet-curves-pointer.c --- */
/* The button was pressed in the graph, or twice. */
void mw_sheet_curves_press (MwSheetView *self);
void mw_sheet_curves_press_twice (MwSheetView *self, double x, double y);
void mw_sheet_curves_drag (MwSheetView *self, gboolean straight);
void mw_sheet_curves_end_box (MwSheetView *self);

/* --- sheet-view-pointer.c, sheet-view-keys.c --- */
/* The time to which something is moved that the pointer has at `time`. */
gint64 mw_sheet_view_snapped (MwSheetView *self, double time);
void mw_sheet_view_add_pointer (MwSheetView *self);
void mw_sheet_view_add_keys (MwSheetView *self);
/* Shows what an edit by a key would do: what was typed, or else where the pointer is. */
void mw_sheet_view_follow_modal (MwSheetView *self);
/* Ends what the pointer is doing, and takes back what it has changed. */
void mw_sheet_view_cancel (MwSheetView *self);

/* --- sheet-view-edit.c --- */
/* Begins to edit the chosen keys; FALSE: none are chosen. */
gboolean mw_sheet_edit_begin (MwSheetView *self, const MwOperation *operation);
/* Shows the keys moved or copied by this much, or as far as they may go, with `raise` (NULL: not at all) added to their values; or
 * scaled. */
void mw_sheet_edit_move (MwSheetView *self, gint64 by, const float *raise);
void mw_sheet_edit_scale (MwSheetView *self, gint64 about, double factor);
/* Begins to move an edge of a sequence, and moves it. */
void mw_sheet_edit_begin_band (MwSheetView *self, MwId sequence);
void mw_sheet_edit_band (MwSheetView *self, gint64 time);
/* Begins to move the tangent self->key of self->curve, and moves its handle to a value. */
void mw_sheet_edit_begin_handle (MwSheetView *self);
void mw_sheet_edit_handle (MwSheetView *self, double value);
/* Ends the edit: as one step, or without a trace. */
void mw_sheet_edit_end (MwSheetView *self, gboolean keep);
/* Each is one step. */
void mw_sheet_edit_delete (MwSheetView *self);
/* Gives a component of the chosen keys this number. */
void mw_sheet_edit_set (MwSheetView *self, guint component, const char *value);
/* Gives the tracks in the graph another interpolation, so that their curves stay as they are. */
void mw_sheet_edit_interpolate (MwSheetView *self, const char *interpolation);
void mw_sheet_edit_nudge (MwSheetView *self, gint64 by);
void mw_sheet_edit_copy (MwSheetView *self);
void mw_sheet_edit_paste (MwSheetView *self);
/* Adds a key to the track of a row. */
void mw_sheet_edit_add (MwSheetView *self, guint row, gint64 time);
