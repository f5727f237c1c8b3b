/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/references.h"

#include <string.h>

typedef struct {
  const MwField *field;
  /* One bit for each list. For a REF: the list that it points into. For a LIST or CHILD: all lists that references
   * below it may point into. */
  guint64 lists;
} Way;

/* The fields of one schema that are or contain references, in the order of its table. */
typedef struct {
  Way *ways;
  guint n;
} Map;

struct _MwReferences {
  const MwSchema *root;
  GPtrArray *lists; /* MwField; the index is the number of the bit */
  GHashTable *maps; /* schema -> Map */
};

static gboolean
is_reference (const MwField *field)
{
  return field->type == MW_TYPE_REF || (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF);
}

/* Collects the lists of the root, then the lists below it that a field refers to (MwField.refers). Their order is that
 * of the bits. */
static void
collect_lists (MwReferences *references)
{
  references->lists = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (references->root); i++) {
    const MwField *field = mw_schema_field_at (references->root, i);
    if (field->type == MW_TYPE_LIST)
      g_ptr_array_add (references->lists, (gpointer) field);
  }
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (references->root);
  g_autoptr (GHashTable) below = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint k = 0; k < schemas->len; k++)
    for (guint i = 0; i < mw_schema_n_fields (schemas->pdata[k]); i++) {
      const MwField *field = mw_schema_field_at (schemas->pdata[k], i);
      if (is_reference (field) && field->refers && !mw_schema_field (references->root, field->refers))
        g_hash_table_add (below, (gpointer) field->refers);
    }
  for (guint k = 0; k < schemas->len; k++)
    for (guint i = 0; i < mw_schema_n_fields (schemas->pdata[k]); i++) {
      const MwField *field = mw_schema_field_at (schemas->pdata[k], i);
      if (field->type == MW_TYPE_LIST && g_hash_table_contains (below, field->name)
          && !g_ptr_array_find (references->lists, field, NULL))
        g_ptr_array_add (references->lists, (gpointer) field);
    }
  g_assert (references->lists->len <= 64);
}

guint64
mw_references_bit (const MwReferences *references, const MwField *list)
{
  guint at;
  return g_ptr_array_find (references->lists, list, &at) ? (guint64) 1 << at : 0;
}

guint64
mw_references_target (const MwReferences *references, const MwField *field)
{
  if (!is_reference (field) || !field->refers)
    return 0;
  guint64 bits = 0;
  for (guint i = 0; i < references->lists->len; i++)
    if (strcmp (((const MwField *) references->lists->pdata[i])->name, field->refers) == 0)
      bits |= (guint64) 1 << i;
  return bits;
}

const MwField *
mw_references_list (const MwReferences *references, guint64 bit)
{
  guint at = 0;
  while (bit > 1) {
    bit >>= 1;
    at++;
  }
  return bit && at < references->lists->len ? references->lists->pdata[at] : NULL;
}

static guint64 lists_below (MwReferences *references, const MwSchema *schema);

/* The recursion ends because no schema contains itself. */
static const Map *
map_of (MwReferences *references, const MwSchema *schema)
{
  Map *map = g_hash_table_lookup (references->maps, schema);
  if (map)
    return map;
  guint n = mw_schema_n_fields (schema);
  map = g_new0 (Map, 1);
  map->ways = g_new0 (Way, n + 1);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    guint64 lists = field->schema ? lists_below (references, field->schema) : mw_references_target (references, field);
    if (lists)
      map->ways[map->n++] = (Way) { field, lists };
  }
  g_hash_table_insert (references->maps, (gpointer) schema, map);
  return map;
}

static guint64
lists_below (MwReferences *references, const MwSchema *schema)
{
  guint64 lists = 0;
  guint n = mw_schema_n_kinds (schema);
  for (guint k = 0; k < n; k++) {
    const Map *map = map_of (references, mw_schema_kind_at (schema, k));
    for (guint i = 0; i < map->n; i++)
      lists |= map->ways[i].lists;
  }
  return lists;
}

static void
map_free (gpointer data)
{
  Map *map = data;
  g_free (map->ways);
  g_free (map);
}

MwReferences *
mw_references_new (const MwSchema *root)
{
  MwReferences *references = g_new0 (MwReferences, 1);
  references->root = root;
  references->maps = g_hash_table_new_full (NULL, NULL, NULL, map_free);
  collect_lists (references);
  lists_below (references, root);
  return references;
}

void
mw_references_free (MwReferences *references)
{
  g_hash_table_unref (references->maps);
  g_ptr_array_unref (references->lists);
  g_free (references);
}

void
mw_references_foreach (const MwReferences *references, MwRecord *record, guint64 lists, const guint8 *skip,
                       MwReferencesFunc func, gpointer data)
{
  if (skip && skip[record->id])
    return;
  const Map *map = g_hash_table_lookup (references->maps, record->schema);
  for (guint i = 0; map && i < map->n; i++) {
    const Way *way = &map->ways[i];
    if (!(way->lists & lists))
      continue;
    void *at = mw_field_at (record, way->field);
    switch (way->field->type) {
    case MW_TYPE_REF:
      func (record, way->field, at, 1, data);
      break;
    case MW_TYPE_ARRAY:
      func (record, way->field, ((MwArray *) at)->data, ((MwArray *) at)->n * way->field->count, data);
      break;
    case MW_TYPE_CHILD:
      if (*(MwRecord **) at)
        mw_references_foreach (references, *(MwRecord **) at, lists, skip, func, data);
      break;
    default: {
      const MwList *list = at;
      for (uint32_t k = 0; k < list->n; k++)
        mw_references_foreach (references, list->items[k], lists, skip, func, data);
    }
    }
  }
}
