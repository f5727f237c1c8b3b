/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* What differs between two readings of one model, in rows that a user can read: made by a worker, shown by
 * compare-dialog.c. */
#define MW_TYPE_COMPARE_ROW (mw_compare_row_get_type ())
G_DECLARE_FINAL_TYPE (MwCompareRow, mw_compare_row, MW, COMPARE_ROW, GObject)

typedef enum {
  MW_COMPARE_ELEMENT, /* "Layer 0 of Material 2" */
  MW_COMPARE_FIELD,   /* "Alpha"; "Vertices (3 of 512)" */
  MW_COMPARE_DISK,    /* its value in the file; "–" where it is not there */
  MW_COMPARE_HERE,    /* its value in what is open */
  MW_COMPARE_PATH,    /* "materials[2].layers[0].alpha" */
  MW_COMPARE_N_TEXTS
} MwCompareText;

const char *mw_compare_row_get (MwCompareRow *self, MwCompareText text);

/* How many rows a dialog shows at most. */
#define MW_COMPARE_MOST 10000

/* The rows of all differences (MwCompareRow), at most MW_COMPARE_MOST of them; *n gets how many differences there are. Both
 * models are of one family. */
GListStore *mw_compare_rows (const MwModel *disk, MwFormat disk_format, const MwModel *here, MwFormat here_format,
                             guint *n);
