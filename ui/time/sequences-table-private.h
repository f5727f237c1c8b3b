/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/marks.h"
#include "ui/time/sequences-table.h"

/* The table of sequences, in parts: the rows, their selection and the menu (sequences-table.c), the columns and their cells
 * (sequences-columns.c), and the order of the rows (sequences-sort.c). */

#define MW_TYPE_SEQUENCE_ROW (mw_sequence_row_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceRow, mw_sequence_row, MW, SEQUENCE_ROW, GObject)
struct _MwSequenceRow {
  GObject parent_instance;
  MwId id;
};

struct _MwSequencesTable {
  GtkBox parent_instance;
  MwDocument *document;
  const MwField *list;
  GListStore *rows;   /* in the order of the file */
  GListModel *sorted; /* in the order of the header that was clicked */
  GtkMultiSelection *selection;
  GtkWidget *view, *empty, *stack, *menu, *standard;
  GHashTable *numbers; /* labels of the column of numbers: their rows */
  MwId playing;
  GHashTable *editors; /* the MwFieldEditors that are bound to cells */
  GHashTable *bounds;  /* the MwBoundsCells that are bound to cells */
  MwMarks *marks; /* cache: the findings of the sequence `marked`, since cells of a row are bound in turn; or NULL */
  MwId marked;
  gboolean syncing;
  guint fill_idle;
};

/* A column of values. */
typedef struct {
  MwSequencesTable *table;
  const MwField *field; /* NULL: the bounds, which are several fields */
} MwSequencesColumn;

const MwList *mw_sequences_table_list (MwSequencesTable *self);
/* The place of a sequence in the file; the number of sequences if it is gone. */
guint mw_sequences_table_number (MwSequencesTable *self, MwId id);
/* The selected rows, in the order in which they are shown: MwId. Free with g_array_unref(). */
GArray *mw_sequences_table_selected (MwSequencesTable *self);
gboolean mw_sequences_table_is_selected (MwSequencesTable *self, MwId id);

void mw_sequences_table_add_columns (MwSequencesTable *self);
/* Shows in the column of numbers which row is which, and which is on show. */
void mw_sequences_table_show_numbers (MwSequencesTable *self);
/* Updates the cells that a change concerns. */
void mw_sequences_table_follow (MwSequencesTable *self, const MwChangeSet *set);

/* Orders rows by their place in the file, and by the values of a column. */
GtkSorter *mw_sequences_sorter_by_number (MwSequencesTable *self);
GtkSorter *mw_sequences_sorter_by_value (MwSequencesColumn *column);
