/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/visibility-grid.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <string.h>

struct _MwVisibilityGrid {
  MwDocument *document;
  GArray *rows, *columns; /* MwId */
  GPtrArray *cells;       /* for each row: MwVisibleCell for each column, or NULL */
};

/* --- Rows and columns ------------------------------------------------------------------------------------------------- */

static gboolean
can_be_hidden (MwDocument *document, const MwRecord *record)
{
  MwShownBy by[MW_SHOWN_BY_MOST];
  return mw_new_elements (document)->shown_by (document, record, by, NULL) > 0;
}

/* Appends the points of one kind from the lists of the model. */
static void
list_points (MwVisibilityGrid *grid, MwPoint kind)
{
  const MwModel *model = mw_document_get_model (grid->document);
  const MwSchema *schema = model->record.schema;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      if (mw_aspects_of (model)->point (list->items[k]->schema) == kind
          && can_be_hidden (grid->document, list->items[k]))
        g_array_append_val (grid->rows, list->items[k]->id);
  }
}

static void
list_all (MwVisibilityGrid *grid)
{
  static const MwPoint kinds[] = { MW_POINT_PARTICLES, MW_POINT_EFFECT, MW_POINT_RIBBON, MW_POINT_LIGHT,
                                   MW_POINT_ATTACHMENT };
  const MwModel *model = mw_document_get_model (grid->document);
  const MwList *sequences = mw_model_sequences (model);
  g_array_set_size (grid->rows, 0);
  g_array_set_size (grid->columns, 0);
  mw_new_elements (grid->document)->shown_meshes (model, grid->rows);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    list_points (grid, kinds[i]);
  for (uint32_t i = 0; i < sequences->n; i++)
    g_array_append_val (grid->columns, sequences->items[i]->id);
  g_ptr_array_set_size (grid->cells, 0);
  g_ptr_array_set_size (grid->cells, (int) grid->rows->len);
}

MwVisibilityGrid *
mw_visibility_grid_new (MwDocument *document)
{
  MwVisibilityGrid *grid = g_new0 (MwVisibilityGrid, 1);
  grid->document = document;
  grid->rows = g_array_new (FALSE, FALSE, sizeof (MwId));
  grid->columns = g_array_new (FALSE, FALSE, sizeof (MwId));
  grid->cells = g_ptr_array_new_with_free_func (g_free);
  list_all (grid);
  return grid;
}

void
mw_visibility_grid_free (MwVisibilityGrid *grid)
{
  if (!grid)
    return;
  g_array_unref (grid->rows);
  g_array_unref (grid->columns);
  g_ptr_array_unref (grid->cells);
  g_free (grid);
}

static gboolean
same_ids (const GArray *a, const GArray *b)
{
  return a->len == b->len && (!a->len || memcmp (a->data, b->data, a->len * sizeof (MwId)) == 0);
}

gboolean
mw_visibility_grid_update (MwVisibilityGrid *grid, const MwChangeSet *changes)
{
  gboolean moved = FALSE;
  for (guint i = 0; i < changes->changes->len; i++) {
    const MwChange *change = &g_array_index (changes->changes, MwChange, i);
    /* Which batches are one surface depends on what they refer to. */
    moved |= change->kind > MW_CHANGE_SWAP || (change->field && change->field->type == MW_TYPE_REF);
  }
  if (!moved) {
    for (guint i = 0; i < grid->cells->len; i++)
      g_clear_pointer (&grid->cells->pdata[i], g_free);
    return FALSE;
  }
  g_autoptr (GArray) rows = g_array_copy (grid->rows), columns = g_array_copy (grid->columns);
  list_all (grid);
  return !same_ids (rows, grid->rows) || !same_ids (columns, grid->columns);
}

guint
mw_visibility_grid_n_rows (const MwVisibilityGrid *grid)
{
  return grid->rows->len;
}

guint
mw_visibility_grid_n_columns (const MwVisibilityGrid *grid)
{
  return grid->columns->len;
}

MwId
mw_visibility_grid_row (const MwVisibilityGrid *grid, guint row)
{
  return g_array_index (grid->rows, MwId, row);
}

MwId
mw_visibility_grid_column (const MwVisibilityGrid *grid, guint column)
{
  return g_array_index (grid->columns, MwId, column);
}

const MwVisibleCell *
mw_visibility_grid_cell (MwVisibilityGrid *grid, guint row, guint column)
{
  MwVisibleCell **cells = (MwVisibleCell **) &grid->cells->pdata[row];
  if (!*cells) {
    *cells = g_new0 (MwVisibleCell, grid->columns->len);
    mw_visible_in_sequences (grid->document, mw_visibility_grid_row (grid, row), *cells);
  }
  return &(*cells)[column];
}

/* --- Editing ---------------------------------------------------------------------------------------------------------- */

const char *
mw_visibility_grid_toggled (MwVisibilityGrid *grid, MwGridPlace place)
{
  return mw_visibility_grid_cell (grid, place.row, place.column)->seen == MW_VISIBLE_HIDDEN ? "shown" : "hidden";
}

static gboolean
is_shown (const MwVisibleCell *cell)
{
  return cell->seen == MW_VISIBLE_SHOWN || cell->seen == MW_VISIBLE_NO_KEY;
}

const char *
mw_visibility_grid_toggled_all (MwVisibilityGrid *grid, const MwGridPlace *places, guint n)
{
  for (guint i = 0; i < n; i++) {
    const MwVisibleCell *cell = mw_visibility_grid_cell (grid, places[i].row, places[i].column);
    if (!cell->locked && !is_shown (cell))
      return "shown";
  }
  return "hidden";
}

/* A sequence as visibility-set takes it: its number. If another one has this number as its name, a range of one. */
static void
print_sequence (const MwVisibilityGrid *grid, guint column, GString *text)
{
  const MwModel *model = mw_document_get_model (grid->document);
  g_autofree char *number = g_strdup_printf ("%u", column);
  gboolean taken = FALSE;
  for (guint i = 0; i < grid->columns->len && !taken; i++) {
    const MwRecord *sequence = mw_model_find (model, mw_visibility_grid_column (grid, i));
    g_autofree char *called = mw_record_called (sequence);
    taken = g_strcmp0 (mw_record_name (sequence), number) == 0 || g_strcmp0 (called, number) == 0;
  }
  if (text->len)
    g_string_append_c (text, ';');
  if (taken)
    g_string_append_printf (text, "%u:%u", column, column + 1);
  else
    g_string_append (text, number);
}

/* Which columns of each row are to be set, as rows of bytes. */
typedef struct {
  guint n_rows, n_columns;
  guint8 *marks;
} Painted;

static guint8 *
marks_of (const Painted *painted, guint row)
{
  return painted->marks + (gsize) row * painted->n_columns;
}

/* Runs the operation on all rows that have the same columns as this one. */
static gboolean
set_rows (MwVisibilityGrid *grid, const Painted *painted, guint first, guint8 *done, const char *state, GError **error)
{
  const MwOperation *operation = &mw_operation_visibility_set;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GString) sequences = g_string_new (NULL);
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  for (guint row = first; row < painted->n_rows; row++)
    if (memcmp (marks_of (painted, first), marks_of (painted, row), painted->n_columns) == 0) {
      const MwId id = mw_visibility_grid_row (grid, row);
      g_array_append_val (ids, id);
      done[row] = TRUE;
    }
  for (guint column = 0; column < painted->n_columns; column++)
    if (marks_of (painted, first)[column])
      print_sequence (grid, column, sequences);
  return mw_operation_param_set (operation, grid->document, params, "state", state, strlen (state), error)
         && mw_operation_param_set (operation, grid->document, params, "sequences", sequences->str, sequences->len,
                                    error)
         && mw_operation_run (operation, grid->document, (const MwId *) (gpointer) ids->data, ids->len, params, error);
}

static gboolean
set_all (MwVisibilityGrid *grid, const Painted *painted, const char *state, GError **error)
{
  g_autofree guint8 *done = g_new0 (guint8, painted->n_rows + 1);
  for (guint row = 0; row < painted->n_rows; row++)
    if (!done[row] && memchr (marks_of (painted, row), TRUE, painted->n_columns)
        && !set_rows (grid, painted, row, done, state, error))
      return FALSE;
  return TRUE;
}

gboolean
mw_visibility_grid_set (MwVisibilityGrid *grid, const MwGridPlace *places, guint n, const char *state,
                        const char *label, GError **error)
{
  const Painted painted = { grid->rows->len, grid->columns->len,
                            g_new0 (guint8, (gsize) grid->rows->len * grid->columns->len + 1) };
  g_autofree guint8 *marks = painted.marks;
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++)
    if (!mw_visibility_grid_cell (grid, places[i].row, places[i].column)->locked)
      any = marks_of (&painted, places[i].row)[places[i].column] = TRUE;
  if (!any)
    return n > 0
           && mw_visible_may_set (grid->document, mw_visibility_grid_row (grid, places[0].row),
                                  mw_visibility_grid_column (grid, places[0].column), error);
  /* The rows are found before the first change, which may make others of them. */
  mw_document_begin (grid->document, label);
  if (!set_all (grid, &painted, state, error)) {
    mw_document_cancel (grid->document);
    return FALSE;
  }
  mw_document_commit (grid->document);
  return TRUE;
}
