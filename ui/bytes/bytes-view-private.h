/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/bytes/bytes-rows.h"
#include "ui/bytes/bytes-view.h"
#include "ui/bytes/colours.h"

/* What the files of the view share: bytes-view.c (the widget), bytes-view-draw.c, bytes-view-keys.c (keyboard and pointer). */

enum { BYTES_GROUP = 8, BYTES_PAD = 8, BYTES_OFFSET = 10 /* characters: "0x000001A4" */ };

struct _MwBytesView {
  GtkWidget parent_instance;
  MwWritten *written; /* NULL: nothing is shown */
  guint part;
  MwBytesRows *rows; /* NULL: the same */
  const guint8 *colours;
  gsize cursor, anchor; /* the chosen bytes are from one to the other */
  MwId marked;
  const MwField *marked_field;
  GtkAdjustment *down;
  gboolean adjusting;
  MwBytesPalette palette;
  PangoLayout *layout; /* NULL: font and colours are not known yet */
  double letter;       /* the width of a character, and ... */
  int line;            /* ... the height of a row, in pixels */
};

/* Finds font and colours, if that is not done. */
void mw_bytes_view_measure (MwBytesView *self);
void mw_bytes_view_draw (MwBytesView *self, GtkSnapshot *to);
void mw_bytes_view_add_controllers (MwBytesView *self);
/* The x of a byte's digits, and of its character. */
double mw_bytes_view_digits_x (const MwBytesView *self, guint column);
double mw_bytes_view_letter_x (const MwBytesView *self, guint column);
/* The byte at a place of the widget; FALSE: there is none. */
gboolean mw_bytes_view_at (MwBytesView *self, double x, double y, gsize *offset);
/* The user moves the cursor; `extends`: what is chosen is from the anchor to there. */
void mw_bytes_view_move (MwBytesView *self, gsize offset, gboolean extends);
void mw_bytes_view_pick (MwBytesView *self);
void mw_bytes_view_say (MwBytesView *self, const char *text);
