/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/schema/value.h"
#include "ui/labels.h"
#include "ui/time/sequences-table-private.h"

#include <math.h>
#include <string.h>

/* Only the view is sorted, never the file, and only when a header is clicked: a row that is edited stays in its place. */

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint x = mw_sequences_table_number (data, ((const MwSequenceRow *) a)->id),
              y = mw_sequences_table_number (data, ((const MwSequenceRow *) b)->id);
  return x < y ? GTK_ORDERING_SMALLER : x > y;
}

static double
number_at (const MwField *field, const MwRecord *record, guint component)
{
  g_autoptr (GString) text = g_string_new (NULL);
  mw_value_append_number (text, field->type,
                          (const guint8 *) mw_field_at (record, field) + component * mw_type_size (field->type));
  return g_ascii_strtod (text->str, NULL);
}

static char *
words_of (MwSequencesTable *self, const MwField *field, const MwRecord *record)
{
  if (field->type == MW_TYPE_TEXT)
    return mw_ui_text (mw_text (*(char *const *) mw_field_at (record, field)));
  const MwRecord *to = mw_model_resolve (mw_document_get_model (self->document),
                                         *(const MwRef *) mw_field_at (record, field));
  return to ? mw_ui_record_title (to) : g_strdup ("");
}

static int
compare_fields (MwSequencesTable *self, const MwField *field, const MwRecord *x, const MwRecord *y)
{
  if (field->type == MW_TYPE_TEXT || field->type == MW_TYPE_REF) {
    g_autofree char *a = words_of (self, field, x), *b = words_of (self, field, y);
    g_autofree char *key_a = g_utf8_collate_key_for_filename (a, -1), *key_b = g_utf8_collate_key_for_filename (b, -1);
    return strcmp (key_a, key_b);
  }
  for (guint i = 0; i < MAX (field->count, 1); i++) {
    const double a = number_at (field, x, i), b = number_at (field, y, i);
    if (a < b || a > b)
      return a < b ? -1 : 1;
  }
  return 0;
}

/* The diagonal of the box of a sequence, which is most of what its bounds say. */
static double
diagonal_of (const MwModel *model, const MwRecord *sequence)
{
  const MwBounds *bounds = mw_sequence_aspect (model, sequence).bounds;
  double sum = 0;
  for (guint i = 0; bounds && i < 3; i++) {
    const double side = (double) bounds->max[i] - (double) bounds->min[i];
    sum += side * side;
  }
  return sqrt (sum);
}

static int
compare_bounds (const MwModel *model, const MwRecord *x, const MwRecord *y)
{
  const double a = diagonal_of (model, x), b = diagonal_of (model, y);
  return a < b ? -1 : a > b;
}

static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const MwSequencesColumn *column = data;
  const MwModel *model = mw_document_get_model (column->table->document);
  const MwRecord *x = mw_model_find (model, ((const MwSequenceRow *) a)->id),
                 *y = mw_model_find (model, ((const MwSequenceRow *) b)->id);
  if (!x || !y)
    return GTK_ORDERING_EQUAL;
  return gtk_ordering_from_cmpfunc (column->field ? compare_fields (column->table, column->field, x, y)
                                                  : compare_bounds (model, x, y));
}

GtkSorter *
mw_sequences_sorter_by_number (MwSequencesTable *self)
{
  return GTK_SORTER (gtk_custom_sorter_new (compare_numbers, self, NULL));
}

GtkSorter *
mw_sequences_sorter_by_value (MwSequencesColumn *column)
{
  return GTK_SORTER (gtk_custom_sorter_new (compare_values, column, NULL));
}
