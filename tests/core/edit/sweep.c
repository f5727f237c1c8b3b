/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/sweep.h"
#include "core/check/check.h"
#include "core/edit/operations/operations.h"

void
sweep_init (Sweep *sweep)
{
  *sweep = (Sweep) { .failures = g_ptr_array_new_with_free_func (g_free) };
}

void
sweep_clear (Sweep *sweep)
{
  g_ptr_array_unref (sweep->failures);
}

/* A text by which findings of two states of the model are the same. Records with ids from `before` on are copies: a
 * copy may have the findings of its original, so its text has its kind instead of its id. */
static char *
identity_of (const MwFinding *finding, MwId before)
{
  const MwRecord *record = finding->target.record;
  const char *field = finding->target.field ? finding->target.field->name : "";
  return record->id < before ? g_strdup_printf ("%s %u %s", finding->rule->id, (guint) record->id, field)
                             : g_strdup_printf ("%s %s %s", finding->rule->id, record->schema->name, field);
}

/* What an edit may bring about: where a material loses its HD layer, its geosets are drawn as others are, with their limit of vertices; and
 * with a new bone before it, or another order, one that moves vertices may get an object id that old versions cannot write. */
static gboolean
is_consequence (const MwFinding *finding)
{
  return strcmp (finding->rule->id, "wc3-geoset-large") == 0 || strcmp (finding->rule->id, "wc3-skin-range") == 0;
}

/* The errors of a model by identity_of(). With `before` 0, each error has both texts, and its message with its place: of two elements
 * that contradict each other, only the first has the finding, and a move makes the other one the first. */
static GHashTable *
errors_of (MwDocument *document, MwId before)
{
  GHashTable *errors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (finding->rule->severity > MW_SEVERITY_SEVERE || is_consequence (finding))
      continue;
    g_autofree char *path = mw_target_path (&finding->target),
                    *message = g_strdup_printf ("%s at %s: %s", finding->rule->id, path, finding->message);
    if (!before) {
      g_hash_table_insert (errors, identity_of (finding, G_MAXUINT32), NULL);
      g_hash_table_insert (errors, g_strdup (message), NULL);
    }
    g_hash_table_insert (errors, identity_of (finding, before), g_steal_pointer (&message));
  }
  return errors;
}

static gboolean
gather (MwRecord *record, gpointer data)
{
  if (record->owner)
    g_array_append_val (data, record->id);
  return TRUE;
}

static void
try_one (Sweep *sweep, MwDocument *document, const char *name, const char *what, const MwId *ids, guint n,
         const MwRecord *params, const char *operation, GHashTable *known)
{
  g_autoptr (GError) error = NULL;
  guint position = mw_document_get_position (document);
  MwId before = mw_document_get_model (document)->n_ids;
  sweep->tried++;
  if (!mw_operation_run (mw_operation_find (operation), document, ids, n, params, &error)) {
    g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
    g_assert_cmpuint (mw_document_get_position (document), ==, position);
    sweep->refused++;
    return;
  }
  sweep->done++;
  g_autoptr (GHashTable) errors = errors_of (document, before);
  GHashTableIter iter;
  gpointer key, message;
  g_hash_table_iter_init (&iter, errors);
  while (g_hash_table_iter_next (&iter, &key, &message))
    if (!g_hash_table_contains (known, key) && !g_hash_table_contains (known, message))
      g_ptr_array_add (sweep->failures,
                       g_strdup_printf ("%s: %s %s: %s", name, operation, what, (const char *) message));
  if (mw_document_get_position (document) > position)
    mw_document_undo (document);
}

static void
try_all (Sweep *sweep, MwDocument *document, const char *name, const char *what, const MwId *ids, guint n,
         const MwRecord *nearest, GHashTable *known)
{
  static const char *const operations[] = { "delete", "duplicate", "move-up", "move-down" };
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    try_one (sweep, document, name, what, ids, n, NULL, operations[i], known);
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  if (mw_schema_field (record->schema, "pivot"))
    try_one (sweep, document, name, what, ids, n, nearest, "delete", known);
}

/* Tries all records of each kind together, and all but the first. */
static void
try_kinds (Sweep *sweep, MwDocument *document, const char *name, const MwRecord *nearest, GHashTable *known)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < mw_schema_n_fields (model->record.schema); i++) {
    const MwField *field = mw_schema_field_at (model->record.schema, i);
    for (guint k = 0; field->type == MW_TYPE_LIST && k < mw_schema_n_kinds (field->schema); k++) {
      const MwSchema *kind = mw_schema_kind_at (field->schema, k);
      const MwList *list = mw_record_list (&model->record, field);
      g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
      for (uint32_t r = 0; r < list->n; r++)
        if (list->items[r]->schema == kind)
          g_array_append_val (ids, list->items[r]->id);
      g_autofree char *all = g_strdup_printf ("all %s", kind->name), *most = g_strdup_printf ("most %s", kind->name);
      const MwId *first = (const MwId *) ids->data;
      if (ids->len > 1)
        try_all (sweep, document, name, most, first + 1, ids->len - 1, nearest, known);
      if (ids->len > 1)
        try_all (sweep, document, name, all, first, ids->len, nearest, known);
    }
  }
}

void
sweep_document (Sweep *sweep, MwDocument *document, const char *name, guint most, GRand *rand)
{
  GError *error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) known = errors_of (document, 0);
  const MwOperation *delete = mw_operation_find ("delete");
  g_autoptr (MwRecord) nearest = mw_operation_params_new (delete);
  mw_operation_param_set (delete, document, nearest, "weights", "nearest", 7, &error);
  g_assert_no_error (error);
  mw_record_foreach (&mw_document_get_model (document)->record, gather, ids);
  while (ids->len > most)
    g_array_remove_index_fast (ids, (guint) g_rand_int_range (rand, 0, (gint32) ids->len));
  for (guint i = 0; i < ids->len; i++) {
    MwId id = g_array_index (ids, MwId, i);
    g_autofree char *path = mw_record_path (mw_model_find (mw_document_get_model (document), id));
    try_all (sweep, document, name, path, &id, 1, nearest, known);
  }
  try_kinds (sweep, document, name, nearest, known);
}
