/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/pose/family.h"

#include <string.h>

static MwPoint
point_of (const MwModel *model, const MwRecord *record)
{
  return mw_aspects_of (model)->point (record->schema);
}

const MwField *
mw_node_place_field (const MwModel *model, const MwRecord *record)
{
  if (point_of (model, record) == MW_POINT_NONE)
    return NULL;
  const MwField *pivot = mw_schema_part (record->schema, MW_PART_PIVOT);
  return pivot ? pivot : mw_schema_field_of_role (record->schema, MW_ROLE_POSITION, MW_TYPE_F32);
}

const float *
mw_node_place (const MwModel *model, const MwRecord *record)
{
  return mw_field_at (record, mw_node_place_field (model, record));
}

const MwField *
mw_node_parent_field (const MwRecord *record)
{
  return mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
}

const MwRecord *
mw_node_parent (const MwModel *model, const MwRecord *record)
{
  const MwField *field = mw_node_parent_field (record);
  return field ? mw_model_resolve (model, *(const MwRef *) mw_field_at (record, field)) : NULL;
}

gboolean
mw_node_carries (const MwModel *model, const MwRecord *record)
{
  MwPoint point = mw_aspects_of (model)->point (record->schema);
  return point == MW_POINT_BONE || point == MW_POINT_HELPER;
}

gboolean
mw_nodes_check (MwDocument *document, const MwId *ids, guint n, gboolean bones, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    MwPoint point = point_of (model, record);
    if (point == MW_POINT_NONE)
      return mw_operation_refuse (record, error, "has no place in the skeleton: it is not a node");
    if (!bones && (point == MW_POINT_BONE || point == MW_POINT_HELPER))
      return mw_operation_refuse (record, error,
                                  "is a bone or helper; only points that follow bones can be given "
                                  "here");
  }
  return TRUE;
}

gboolean
mw_nodes_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_nodes_check (document, ids, n, TRUE, error);
}

/* --- Below ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwModel *model;
  GHashTable *children; /* id -> GArray of the ids of the records that follow it */
  GArray *all;          /* ids of all records with a place, in file order */
} Tree;

static gboolean
add_to_tree (MwRecord *record, gpointer data)
{
  Tree *tree = data;
  const MwRecord *parent = point_of (tree->model, record) == MW_POINT_NONE ? NULL
                                                                           : mw_node_parent (tree->model, record);
  if (point_of (tree->model, record) != MW_POINT_NONE)
    g_array_append_val (tree->all, record->id);
  if (!parent)
    return TRUE;
  GArray *children = g_hash_table_lookup (tree->children, GUINT_TO_POINTER (parent->id));
  if (!children) {
    children = g_array_new (FALSE, FALSE, sizeof (MwId));
    g_hash_table_insert (tree->children, GUINT_TO_POINTER (parent->id), children);
  }
  g_array_append_val (children, record->id);
  return TRUE;
}

/* Adds everything below the ids in the set to it. Parents may form a circle. */
static void
add_those_below (const Tree *tree, GHashTable *set)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (MwId));
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    MwId id = GPOINTER_TO_UINT (key);
    g_array_append_val (queue, id);
  }
  for (guint at = 0; at < queue->len; at++) {
    MwId id = g_array_index (queue, MwId, at);
    const GArray *children = g_hash_table_lookup (tree->children, GUINT_TO_POINTER (id));
    for (guint i = 0; children && i < children->len; i++) {
      MwId child = g_array_index (children, MwId, i);
      if (g_hash_table_add (set, GUINT_TO_POINTER (child)))
        g_array_append_val (queue, child);
    }
  }
}

GArray *
mw_nodes_with_those_below (MwDocument *document, const MwId *ids, guint n, gboolean below)
{
  MwModel *model = mw_document_get_model (document);
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL),
                         children = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (MwId));
  GArray *found = g_array_new (FALSE, FALSE, sizeof (MwId));
  Tree tree = { model, children, all };
  mw_record_foreach (&model->record, add_to_tree, &tree);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (ids[i]));
  if (below)
    add_those_below (&tree, set);
  for (guint i = 0; i < all->len; i++)
    if (g_hash_table_contains (set, GUINT_TO_POINTER (g_array_index (all, MwId, i))))
      g_array_append_val (found, g_array_index (all, MwId, i));
  return found;
}

gboolean
mw_node_is_carried (const MwModel *model, const MwRecord *record, const MwId *ids, guint n, MwRole role,
                    gboolean billboards)
{
  const uint32_t declines = role == MW_ROLE_POSITION ? MW_NODE_DONT_INHERIT_TRANSLATION
                            : role == MW_ROLE_SCALE  ? MW_NODE_DONT_INHERIT_SCALING
                            : billboards             ? MW_NODE_DONT_INHERIT_ROTATION | MW_NODE_BILLBOARDED
                                                     : MW_NODE_DONT_INHERIT_ROTATION;
  gboolean inherits = TRUE, carried = FALSE;
  const MwRecord *at = record;
  for (uint32_t steps = 0; steps <= model->n_ids; steps++) {
    inherits = inherits && !(mw_pose_family (model)->flags (at) & declines);
    at = mw_node_parent (model, at);
    if (!at)
      return carried;
    if (at == record)
      return FALSE;
    for (guint i = 0; i < n && inherits && !carried; i++)
      carried = at->id == ids[i];
  }
  return FALSE;
}

/* --- Order ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_below (const MwModel *model, const MwRecord *record, const MwField *field, const MwRecord *top)
{
  for (uint32_t steps = 0; record && steps <= model->n_ids; steps++) {
    if (record == top)
      return TRUE;
    record = mw_model_resolve (model, *(const MwRef *) mw_field_at (record, field));
  }
  return FALSE;
}

/* The last one moves first, so that none passes its own parent. */
gboolean
mw_node_move_after (MwDocument *document, MwId id, const MwRecord *parent, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  const MwField *field = mw_node_parent_field (record), *slot = mw_record_slot (record);
  if (!document->rules->parents_first || !parent || mw_record_slot (parent) != slot
      || is_below (model, parent, field, record))
    return TRUE;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwList *list = mw_record_list (record->owner, slot);
  for (uint32_t i = mw_record_index (record); i < mw_record_index (parent); i++)
    if (is_below (model, list->items[i], field, record))
      g_array_append_val (ids, list->items[i]->id);
  for (guint i = ids->len; i-- > 0;)
    if (!mw_document_move (document, g_array_index (ids, MwId, i), mw_record_index (parent), error))
      return FALSE;
  return TRUE;
}

/* --- Moving --------------------------------------------------------------------------------------------------------- */

enum { POSE_POSITION = 9 }; /* where the position begins in a matrix of four rows of three numbers */

/* Adds the offset to three of a field's numbers, from `first` on. */
static gboolean
add_to (MwDocument *document, MwId id, const MwField *field, guint first, const double by[3], GError **error)
{
  float values[12];
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  gsize size = mw_field_storage_size (field);
  memcpy (values, mw_field_at (record, field), size);
  for (guint k = 0; k < 3; k++)
    values[first + k] = (float) ((double) values[first + k] + by[k]);
  return mw_document_set_field (document, id, field, values, size, error);
}

/* Whether a matrix of a node has the node's place as its position. */
static gboolean
states_place (const MwRecord *record, const MwField *matrix, const float *place)
{
  return memcmp ((const float *) mw_field_at (record, matrix) + POSE_POSITION, place, 3 * sizeof *place) == 0;
}

gboolean
mw_node_move (MwDocument *document, MwId id, const double by[3], MwNodeMove what, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwSchema *schema = mw_model_find (model, id)->schema;
  const MwField *place = mw_node_place_field (model, mw_model_find (model, id));
  MwFormat format = mw_document_get_format (document);
  float was[3];
  memcpy (was, mw_node_place (model, mw_model_find (model, id)), sizeof was);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    const MwRecord *record = mw_model_find (model, id);
    if (field->type != MW_TYPE_F32 || !mw_field_is_live (record, field, format))
      continue;
    if (field == place || (what == MW_NODE_MOVE_SHAPE && field->role == MW_ROLE_POSITION && field->count == 3)) {
      if (!add_to (document, id, field, 0, by, error))
        return FALSE;
    } else if (field->unit == MW_UNIT_MATRIX && states_place (record, field, was)
               && !add_to (document, id, field, POSE_POSITION, by, error))
      return FALSE;
  }
  return TRUE;
}
