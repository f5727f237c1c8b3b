/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* The differences between two readings of one model as rows of text. A worker makes them; compare-dialog.c shows
 * them. */
#define MW_TYPE_COMPARE_ROW (mw_compare_row_get_type ())
G_DECLARE_FINAL_TYPE (MwCompareRow, mw_compare_row, MW, COMPARE_ROW, GObject)

typedef enum {
  MW_COMPARE_ELEMENT, /* "Layer 0 of Material 2" */
  MW_COMPARE_FIELD,   /* "Alpha"; "Vertices (3 of 512)" */
  MW_COMPARE_DISK,    /* its value in the file; "–" if it does not exist there */
  MW_COMPARE_HERE,    /* its value in the open document */
  MW_COMPARE_PATH,    /* "materials[2].layers[0].alpha" */
  MW_COMPARE_N_TEXTS
} MwCompareText;

const char *mw_compare_row_get (MwCompareRow *self, MwCompareText text);

/* The most rows that the dialog shows. */
#define MW_COMPARE_MOST 10000

/* Makes the rows (MwCompareRow) of at most MW_COMPARE_MOST differences; *n becomes the number of all differences. Both
 * models must be of one family. Free with g_object_unref(). */
GListStore *mw_compare_rows (const MwModel *disk, MwFormat disk_format, const MwModel *here, MwFormat here_format,
                             guint *n);
