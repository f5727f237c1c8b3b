/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* How the bytes of a file are spread over rows: rows of the same number of bytes, or the lines of a text. A long line of
 * a text takes several rows. */
typedef struct {
  GBytes *bytes;
  const guint8 *data;
  gsize size;
  gboolean text;
  guint per_row;   /* bytes in a row; in a text the most */
  GArray *starts;  /* text: gsize, where each row begins */
  GArray *numbers; /* text: guint32, the number of each row's line, counted from 1 */
} MwBytesRows;

enum { MW_BYTES_TEXT_ROW = 120 };

/* Takes a reference on the bytes. */
MwBytesRows *mw_bytes_rows_new (GBytes *bytes, gboolean text);
void mw_bytes_rows_free (MwBytesRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwBytesRows, mw_bytes_rows_free)
/* Sets the bytes in a row; a text keeps its lines. */
void mw_bytes_rows_set_per_row (MwBytesRows *self, guint n);
/* At least 1, so that a place in an empty file can be shown. */
gsize mw_bytes_rows_n (const MwBytesRows *self);
/* Where a row begins, and where it ends. The end of a text's row does not count its line break. */
gsize mw_bytes_rows_start (const MwBytesRows *self, gsize row);
gsize mw_bytes_rows_end (const MwBytesRows *self, gsize row);
/* The row with this byte. */
gsize mw_bytes_rows_at (const MwBytesRows *self, gsize offset);
/* The byte at a column of a row, or the nearest one; a line break counts as a byte of its row. */
gsize mw_bytes_rows_offset (const MwBytesRows *self, gsize row, gsize column);
/* The number of a row's line, counted from 1; 0: it continues the row above. Texts only. */
guint32 mw_bytes_rows_line (const MwBytesRows *self, gsize row);
