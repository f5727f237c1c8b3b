/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A table of Warcraft III (SLK, which is SYLK): rows of texts and numbers below a row of headings.
 *
 * The file is text. Each line is a record: its kind, and fields that begin with ";" and a letter. Read are "C", a cell with its column X,
 * its row Y (both count from 1; one that is left out is that of the record before) and its value K, which is a number or a text in
 * quotation marks ("" in it is one of them), "F", which may move X and Y, and "E", the end. The first record is "ID". Source:
 * the reader of WhiteoutFlakes, src/io/slk.cpp (rendering.md, sources); no table of a real game was available. */
typedef struct _MwSlk MwSlk;

/* What a table may have at most. */
enum { MW_SLK_ROWS_MAX = 65536, MW_SLK_COLUMNS_MAX = 1024 };

/* MW_ERROR_UNSUPPORTED: it is no such table; MW_ERROR_CORRUPT: a number or a text of a record cannot be read; MW_ERROR_LIMIT: a cell is
 * beyond the limits above. The last two name the line. Free with mw_slk_free(). */
MwSlk *mw_slk_read (GBytes *bytes, GError **error);
void mw_slk_free (MwSlk *slk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSlk, mw_slk_free)

/* Number of rows below the headings, including empty ones. */
guint mw_slk_n_rows (const MwSlk *slk);
/* The column with this heading, in any case; -1: there is none. */
int mw_slk_column (const MwSlk *slk, const char *heading);
/* The cell of a row, counted from 0 below the headings. NULL: it is empty, or the column is -1. The text may be in any encoding. It belongs
 * to the table. */
const char *mw_slk_text (const MwSlk *slk, guint row, int column);
/* The number of a cell. `otherwise` if it does not begin with a finite one. */
double mw_slk_number (const MwSlk *slk, guint row, int column, double otherwise);
