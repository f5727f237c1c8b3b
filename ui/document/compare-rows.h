/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/review.h"

#include <gio/gio.h>

/* The differences between two models as rows of text: between two readings of one file (compare-dialog.c), and between a document
 * and its saved state (changes-view.c). A worker makes them. */
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
/* The index of its entry in the review. */
guint mw_compare_row_get_entry (MwCompareRow *self);
/* Whether this field of a record was changed, or a record in this list; `field` NULL: whether the record itself was, in whatever way. The
 * ids are those of the first model; of a record that was added, those of the second. */
gboolean mw_compare_row_is_at (MwCompareRow *self, MwId record, const MwField *field);
/* Whether it is of the same element as the row above it. */
gboolean mw_compare_row_continues (MwCompareRow *self);

/* The most rows that the dialog shows. */
#define MW_COMPARE_MOST 10000

/* Makes the rows (MwCompareRow) of at most MW_COMPARE_MOST differences; *n becomes the number of all differences. Both
 * models must be of one family. Free with g_object_unref(). */
GListStore *mw_compare_rows (const MwModel *disk, MwFormat disk_format, const MwModel *here, MwFormat here_format,
                             guint *n);

/* The same for two states of one model, whose records are known by their ids: one that has another name now is still the same. */
GListStore *mw_compare_rows_of_states (const MwModel *before, const MwModel *after, MwFormat format, guint *n);

/* Makes a row for each entry of a review, in their order. The element of a row is that of the entry (mw_review_get_element()), and
 * the field says what of it: "Rotation · Times (3 of 12)". Free with g_ptr_array_unref(). */
GPtrArray *mw_review_rows (const MwReview *review);
/* Makes `store` hold these rows. Rows at both ends that say the same as before stay, so that a list that shows them does not move. */
void mw_compare_rows_replace (GListStore *store, GPtrArray *rows);
