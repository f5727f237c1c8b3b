/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-private.h"
#include "core/model/aspects.h"
#include "ui/outline/surfaces.h"

#include <string.h>

/* Computes which rows the lists of the outline have. */

MwRecord *
mw_outline_record (MwOutlineModel *self, MwId id)
{
  return mw_model_find (mw_document_get_model (self->document), id);
}

const GPtrArray *
mw_outline_lists (const MwSchema *schema)
{
  static GHashTable *known; /* never freed, as schemas are constants */
  if (!known)
    known = g_hash_table_new (NULL, NULL);
  GPtrArray *lists = g_hash_table_lookup (known, schema);
  if (lists)
    return lists;
  lists = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (schema); i++)
    if (mw_schema_field_at (schema, i)->type == MW_TYPE_LIST)
      g_ptr_array_add (lists, (gpointer) mw_schema_field_at (schema, i));
  g_hash_table_insert (known, (gpointer) schema, lists);
  return lists;
}

guint
mw_outline_n_lists (const MwSchema *schema, const MwField **only)
{
  const GPtrArray *lists = mw_outline_lists (schema);
  if (lists->len)
    *only = lists->pdata[lists->len - 1];
  return lists->len;
}

/* --- By kind -------------------------------------------------------------------------------------------------------- */

static gboolean
has_surfaces (MwOutlineModel *self)
{
  const GPtrArray *surfaces = mw_ui_surfaces (self->document);
  for (guint i = 0; i < surfaces->len; i++)
    if (mw_outline_surface_is_shown (self, g_ptr_array_index (surfaces, i)))
      return TRUE;
  return FALSE;
}

static void
append_groups (MwOutlineModel *self, const MwRecord *owner, GArray *keys)
{
  const MwSchema *schema = owner->schema;
  const MwModel *model = mw_document_get_model (self->document);
  const MwAspects *aspects = mw_aspects_of (model);
  const MwList *profiles = mw_model_member (model, aspects->profiles);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type != MW_TYPE_LIST || mw_record_list (owner, field)->n == 0)
      continue;
    /* The group of surfaces comes before the profiles. */
    if (mw_record_list (owner, field) == profiles && has_surfaces (self)) {
      guint32 key = SURFACES_KEY;
      g_array_append_val (keys, key);
    }
    gboolean mixed = field->schema->kinds != NULL;
    g_autofree gboolean *present = g_new0 (gboolean, mw_schema_n_kinds (field->schema) + 1);
    const MwList *records = mw_record_list (owner, field);
    gboolean all = mw_outline_shows_all (self, owner);
    for (guint32 k = 0; k < records->n; k++) {
      if (!all && !mw_outline_is_shown (self, records->items[k]->id))
        continue;
      guint kind = 0;
      while (mixed && mw_schema_kind_at (field->schema, kind) != records->items[k]->schema)
        kind++;
      present[kind] = TRUE;
      if (!mixed)
        break;
    }
    for (guint k = 0; k < (mixed ? mw_schema_n_kinds (field->schema) : 1); k++) {
      guint32 key = i << 8 | (mixed ? k + 1 : 0);
      if (present[k])
        g_array_append_val (keys, key);
    }
  }
}

static void
append_records (MwOutlineModel *self, const MwRecord *owner, const RowsOf *of, GArray *keys)
{
  const MwList *records = mw_record_list (owner, of->list);
  gboolean all = mw_outline_shows_all (self, owner);
  for (guint32 i = 0; i < records->n; i++)
    if ((!of->kind || records->items[i]->schema == of->kind)
        && (all || mw_outline_is_shown (self, records->items[i]->id)))
      g_array_append_val (keys, records->items[i]->id);
}

guint
mw_outline_count (MwOutlineModel *self, const RowsOf *of)
{
  const MwRecord *owner = of->what == ROWS_RECORDS ? mw_outline_record (self, of->owner) : NULL;
  if (owner && !of->kind && !self->shown)
    return mw_record_list (owner, of->list)->n;
  g_autoptr (GArray) keys = mw_outline_keys (self, of);
  return keys->len;
}

/* --- Surfaces ------------------------------------------------------------------------------------------------------- */

static void
append_surfaces (MwOutlineModel *self, GArray *keys)
{
  const GPtrArray *surfaces = mw_ui_surfaces (self->document);
  for (guint i = 0; i < surfaces->len; i++) {
    const GPtrArray *surface = g_ptr_array_index (surfaces, i);
    MwId id = mw_ui_surface_id (surface);
    if (mw_outline_surface_is_shown (self, surface))
      g_array_append_val (keys, id);
  }
}

static void
append_batches (MwOutlineModel *self, MwId id, GArray *keys)
{
  const GPtrArray *surface = mw_ui_surface_of (self->document, id);
  gboolean all = surface && mw_outline_surface_shows_all (self, surface);
  for (guint i = 0; surface && i < surface->len; i++) {
    const MwRecord *batch = g_ptr_array_index (surface, i);
    if (all || mw_outline_is_shown (self, batch->id))
      g_array_append_val (keys, batch->id);
  }
}

/* --- By skeleton ---------------------------------------------------------------------------------------------------- */

void
mw_outline_find_node_lists (MwOutlineModel *self)
{
  const MwSchema *root = mw_document_get_model (self->document)->record.schema;
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *list = mw_schema_field_at (root, i);
    for (guint k = 0; list->type == MW_TYPE_LIST && k < mw_schema_n_fields (list->schema); k++) {
      const MwField *field = mw_schema_field_at (list->schema, k);
      if (field->role == MW_ROLE_PARENT && field->type == MW_TYPE_REF) {
        NodeList nodes = { list, field };
        g_array_append_val (self->node_lists, nodes);
        break;
      }
    }
  }
}

const MwField *
mw_outline_parent_field (MwOutlineModel *self, const MwRecord *record)
{
  const MwField *slot = record->owner && !record->owner->owner ? mw_record_slot (record) : NULL;
  for (guint i = 0; slot && i < self->node_lists->len; i++)
    if (g_array_index (self->node_lists, NodeList, i).list == slot)
      return g_array_index (self->node_lists, NodeList, i).parent;
  return NULL;
}

gboolean
mw_outline_is_of_skeleton (MwOutlineModel *self, const MwField *field)
{
  for (guint i = 0; i < self->node_lists->len; i++)
    if (g_array_index (self->node_lists, NodeList, i).list == field
        || g_array_index (self->node_lists, NodeList, i).parent == field)
      return TRUE;
  return FALSE;
}

const MwRecord *
mw_outline_parent (MwOutlineModel *self, const MwRecord *record)
{
  const MwField *parent = mw_outline_parent_field (self, record);
  return parent ? mw_model_resolve (mw_document_get_model (self->document), *(MwRef *) mw_field_at (record, parent))
                : NULL;
}

static guint
n_nodes (MwOutlineModel *self)
{
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  guint n = 0;
  for (guint i = 0; i < self->node_lists->len; i++)
    n += mw_record_list (root, g_array_index (self->node_lists, NodeList, i).list)->n;
  return n;
}

static gboolean
reaches_top (MwOutlineModel *self, const MwRecord *node, guint n)
{
  for (guint steps = 0; node; steps++) {
    if (steps > n)
      return FALSE;
    node = mw_outline_parent (self, node);
  }
  return TRUE;
}

gboolean
mw_outline_reaches_top (MwOutlineModel *self, const MwRecord *node)
{
  return reaches_top (self, node, n_nodes (self));
}

/* Fills `children_of`. Nodes whose parents form a cycle count as nodes without parent. */
static void
build_skeleton (MwOutlineModel *self)
{
  if (self->children_of)
    return;
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  guint n = n_nodes (self);
  self->children_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint k = 0; k < self->node_lists->len; k++) {
    const MwList *nodes = mw_record_list (root, g_array_index (self->node_lists, NodeList, k).list);
    for (guint32 i = 0; i < nodes->n; i++) {
      const MwRecord *parent = mw_outline_parent (self, nodes->items[i]);
      /* The check costs the length of the chain of parents, which is usually short. */
      MwId above = parent && reaches_top (self, parent, n) ? parent->id : 0;
      GArray *children = g_hash_table_lookup (self->children_of, GUINT_TO_POINTER (above));
      if (!children) {
        children = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_hash_table_insert (self->children_of, GUINT_TO_POINTER (above), children);
      }
      g_array_append_val (children, nodes->items[i]->id);
    }
  }
}

static void
append_children (MwOutlineModel *self, MwId parent, GArray *keys)
{
  build_skeleton (self);
  const GArray *children = g_hash_table_lookup (self->children_of, GUINT_TO_POINTER (parent));
  for (guint i = 0; children && i < children->len; i++) {
    MwId id = g_array_index (children, MwId, i);
    if (mw_outline_is_shown (self, id))
      g_array_append_val (keys, id);
  }
}

GArray *
mw_outline_keys (MwOutlineModel *self, const RowsOf *of)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  const MwRecord *owner = mw_outline_record (self, of->owner);
  switch (of->what) {
  case ROWS_GROUPS:
    if (owner)
      append_groups (self, owner, keys);
    break;
  case ROWS_RECORDS:
    if (owner)
      append_records (self, owner, of, keys);
    break;
  case ROWS_CHILDREN:
    append_children (self, of->owner, keys);
    break;
  case ROWS_SURFACES:
    append_surfaces (self, keys);
    break;
  case ROWS_BATCHES:
    append_batches (self, of->owner, keys);
    break;
  }
  mw_outline_sort (self, of, keys);
  return keys;
}
