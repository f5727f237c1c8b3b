/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

/* Puts bones and nodes into the order of the skeleton. */

typedef enum { ORDER_PARENTS, ORDER_TREE } Order;

typedef struct {
  MwRecord record;
  uint8_t order; /* Order */
} SortParams;

MW_NAMES (sort_order, FALSE, { ORDER_PARENTS, "parents", N_ ("Parents first") }, { ORDER_TREE, "tree", N_ ("Tree") });
static const MwField sort_fields[] = {
  MW_FIELD_U8 (SortParams, order, "order", .names = &sort_order, .label = N_ ("Order"),
               .doc = N_ ("parents: only moves parents that come after their children. tree: each node is followed by "
                          "everything below it.")),
};
static const MwSchema sort_params = { .name = "node-sort",
                                      .label = N_ ("Sort nodes"),
                                      .size = sizeof (SortParams),
                                      .fields = sort_fields,
                                      .n_fields = G_N_ELEMENTS (sort_fields) };

/* The list of the model that holds its bones. */
static const MwField *
list_of_bones (const MwModel *model)
{
  const MwSchema *root = model->record.schema;
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    for (guint k = 0; field->type == MW_TYPE_LIST && k < mw_schema_n_kinds (field->schema); k++)
      if (mw_aspects_of (model)->point (mw_schema_kind_at (field->schema, k)) == MW_POINT_BONE)
        return field;
  }
  return NULL;
}

/* --- The order ------------------------------------------------------------------------------------------------------ */

typedef struct {
  const MwModel *model;
  const MwField *slot;
  GHashTable *taken; /* records that have a place already */
  GPtrArray *sorted;
} Sorting;

static const MwRecord *
parent_in_list (const Sorting *s, const MwRecord *record)
{
  const MwRecord *parent = mw_node_parent (s->model, record);
  return parent && mw_record_slot (parent) == s->slot ? parent : NULL;
}

/* Appends a record after those of its ancestors that have no place yet. In a circle of parents the walk ends where it began. */
static void
append_with_ancestors (Sorting *s, const MwRecord *record)
{
  g_autoptr (GPtrArray) chain = g_ptr_array_new ();
  for (; record && g_hash_table_add (s->taken, (gpointer) record); record = parent_in_list (s, record))
    g_ptr_array_add (chain, (gpointer) record);
  for (guint i = chain->len; i-- > 0;)
    g_ptr_array_add (s->sorted, chain->pdata[i]);
}

static void
sort_parents_first (Sorting *s, const MwList *list)
{
  for (uint32_t i = 0; i < list->n; i++)
    append_with_ancestors (s, list->items[i]);
}

/* Each record, then its children in their order, with what is below them. Uses a stack, because skeletons may be deep. */
static void
sort_as_tree (Sorting *s, const MwList *list)
{
  g_autoptr (GHashTable) children = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  for (uint32_t i = list->n; i-- > 0;) {
    const MwRecord *parent = parent_in_list (s, list->items[i]);
    GPtrArray *below = parent ? g_hash_table_lookup (children, parent) : stack;
    if (!below) {
      below = g_ptr_array_new ();
      g_hash_table_insert (children, (gpointer) parent, below);
    }
    g_ptr_array_add (below, list->items[i]);
  }
  while (stack->len) {
    MwRecord *record = g_ptr_array_steal_index (stack, stack->len - 1);
    const GPtrArray *below = g_hash_table_lookup (children, record);
    g_hash_table_add (s->taken, record);
    g_ptr_array_add (s->sorted, record);
    for (guint i = 0; below && i < below->len; i++)
      g_ptr_array_add (stack, below->pdata[i]);
  }
  /* Those that no root leads to: circles of parents, and what is below them. */
  sort_parents_first (s, list);
}

/* The next record of the kind in the sorted order; `at` counts, per kind, how far it was read. */
static MwRecord *
next_of_kind (const Sorting *s, GHashTable *at, const MwSchema *kind)
{
  guint next = GPOINTER_TO_UINT (g_hash_table_lookup (at, kind));
  while (((const MwRecord *) s->sorted->pdata[next])->schema != kind)
    next++;
  g_hash_table_insert (at, (gpointer) kind, GUINT_TO_POINTER (next + 1));
  return s->sorted->pdata[next];
}

/* In a list of several kinds only the order within each kind is stored, so each place keeps its kind. */
static gboolean
apply_order (MwDocument *document, const Sorting *s, const MwList *list, guint *moved, GError **error)
{
  g_autoptr (GHashTable) at = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) wanted = g_array_sized_new (FALSE, FALSE, sizeof (MwId), list->n);
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *next = next_of_kind (s, at, list->items[i]->schema);
    g_array_append_val (wanted, next->id);
  }
  mw_progress_begin (document, wanted->len);
  for (uint32_t i = 0; i < wanted->len; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    MwId id = g_array_index (wanted, MwId, i);
    if (list->items[i]->id == id)
      continue;
    if (!mw_document_move (document, id, i, error))
      return FALSE;
    (*moved)++;
  }
  mw_progress_end (document);
  return TRUE;
}

static gboolean
sort_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  return mw_record_list (&model->record, list_of_bones (model))->n
         || mw_operation_nothing (error, "nothing to sort: the model has no bones and nodes");
}

static gboolean
sort_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *slot = list_of_bones (model);
  const MwList *list = mw_record_list (&model->record, slot);
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  Sorting s = { model, slot, taken, sorted };
  guint moved = 0;
  if (((const SortParams *) params)->order == ORDER_TREE)
    sort_as_tree (&s, list);
  else
    sort_parents_first (&s, list);
  if (!apply_order (document, &s, list, &moved, error))
    return FALSE;
  return moved || mw_operation_nothing (error, "nothing to sort: the nodes are in this order already");
}

const MwOperation mw_operation_node_sort = {
  .id = "node-sort",
  .label = N_ ("Sort Nodes"),
  .step = N_ ("Sort the nodes of %s"),
  .doc = N_ (
    "Puts bones and nodes into the order of the skeleton, each after its parent. Among MDX nodes, each kind has an "
    "order of its own. References to them are kept, and poses stay the same."),
  .aliases = "order hierarchy reorder bones parents first object id",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .params = &sort_params,
  .applies = sort_applies,
  .run = sort_run,
};
