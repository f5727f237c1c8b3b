/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"

#include <string.h>

/* Bulk arrays of the model hold places in a list (which bones move a vertex). When the list changes its order, all of them are
 * rewritten at once, as one swap of the array behind the change.
 *
 * An element whose weight is 0 names nothing: it stays as it is while it is a place in the list at all. One that names a
 * removed record goes to its heir; without an heir its weight goes to the vertex's other ones in proportion, and where there
 * are none, the removal is refused. A number beyond the list names nothing either and is kept. */

typedef struct {
  const MwField *field;
  MwArray array;
  guint32 lost;   /* vertices that had nothing but removed records without heirs */
  guint32 by;     /* the place of a record that the first of them had */
  guint32 shared; /* vertices whose other records count for more now */
} Swap;

static void
swap_clear (Swap *swap)
{
  mw_array_clear (&swap->array);
}

static guint32
number_at (const void *at, gsize size)
{
  guint32 number = 0;
  memcpy (&number, at, size);
  return number;
}

/* The parts of one element. */
typedef struct {
  guint8 *numbers, *weights; /* weights may be NULL */
  gsize size;                /* of a number; a weight has one byte */
  guint n;
} Element;

/* Shares the weight that lost its bones among those that have one. FALSE when there are none; the element is of no use then. */
static gboolean
share_weight (const Element *e, const gboolean *gone, guint lost)
{
  guint kept = 0, given = 0, left[16] = { 0 };
  for (guint k = 0; k < e->n; k++) {
    kept += gone[k] ? 0 : e->weights[k];
    if (gone[k])
      e->weights[k] = 0;
  }
  if (!kept)
    return FALSE;
  for (guint k = 0; k < e->n; k++) {
    guint more = e->weights[k] * lost;
    left[k] = more % kept;
    given += more / kept;
    e->weights[k] = (guint8) MIN (e->weights[k] + more / kept, 255);
  }
  /* What rounding left goes where it is missed most. */
  for (; given < lost; given++) {
    guint most = 0;
    for (guint k = 1; k < e->n; k++)
      if (left[k] > left[most])
        most = k;
    e->weights[most] = (guint8) MIN (e->weights[most] + 1u, 255);
    left[most] = 0;
  }
  return TRUE;
}

static gboolean
refuse_overflow (const MwRecord *root, const MwField *field, guint32 element, const MwField *list, guint32 place,
                 gsize size, GError **error)
{
  g_autofree char *path = mw_field_path (root, field);
  mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                "element %u would have to name %s[%u], but it can name places up to %u", element, list->name, place,
                size == 1 ? 255u : 65535u);
  return FALSE;
}

/* One element under the map. */
static gboolean
remap_element (const MwIndexMap *map, const Element *e, Swap *swap, guint32 *overflow)
{
  enum { MOST = 16 };
  gboolean gone[MOST] = { FALSE };
  guint weight = 0;
  guint32 by = 0;
  for (guint k = 0; k < e->n && k < MOST; k++) {
    guint8 *at = e->numbers + k * e->size;
    guint32 number = number_at (at, e->size), to;
    if (number >= map->n_before)
      continue;
    if (e->weights && !e->weights[k]) {
      if (number >= map->n_after)
        memset (at, 0, e->size);
      continue;
    }
    to = map->to[number];
    gone[k] = to == MW_INDEX_GONE;
    if (gone[k]) {
      weight += e->weights ? e->weights[k] : 0;
      by = number;
      to = 0;
    } else if (to >= (guint32) 1 << (8 * e->size)) {
      *overflow = to;
      return FALSE;
    }
    memcpy (at, &to, e->size);
  }
  if (weight && share_weight (e, gone, weight))
    swap->shared++;
  else if (weight && !swap->lost++)
    swap->by = by;
  return TRUE;
}

/* Nothing would move a vertex. */
static gboolean
refuse_lost (const MwRecord *root, const MwField *list, const Swap *swap, const MwIndexMap *map, GError **error)
{
  g_autofree char *path = mw_record_path (mw_record_list (root, list)->items[swap->by]);
  if (map->n_after == 0) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                  "cannot be removed: none of the %s would be left to move %u vertices; delete those first", list->name,
                  swap->lost);
    return FALSE;
  }
  mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                "cannot be removed: nothing would move %u vertices, for it has no parent that stays", swap->lost);
  mw_error_set_remedy (error, &mw_remedy_delete_nearest);
  return FALSE;
}

static gboolean
plan_field (const MwRecord *root, const MwField *field, const MwField *list, const MwIndexMap *map, GArray *swaps,
            GError **error)
{
  const MwField *weights_field = field->weights ? mw_schema_field (root->schema, field->weights) : NULL;
  const MwArray *numbers = mw_field_at (root, field),
                *weights = weights_field ? mw_field_at (root, weights_field) : NULL;
  if (weights && weights->n < numbers->n)
    weights = NULL;
  gsize size = mw_type_size (field->element), each = mw_field_element_size (field);
  Swap number_swap = { .field = field, .array = mw_array_copy (numbers->data, numbers->n, each) };
  Swap weight_swap = { .field = weights_field };
  if (weights)
    weight_swap.array = mw_array_copy (weights->data, weights->n, field->count);
  gboolean ok = TRUE;
  for (guint32 i = 0; i < numbers->n && ok; i++) {
    guint32 overflow = 0;
    Element e = { (guint8 *) number_swap.array.data + i * each,
                  weights ? (guint8 *) weight_swap.array.data + i * field->count : NULL, size, field->count };
    ok = remap_element (map, &e, &number_swap, &overflow)
         || refuse_overflow (root, field, i, list, overflow, size, error);
  }
  if (ok && number_swap.lost)
    ok = refuse_lost (root, list, &number_swap, map, error);
  g_array_append_val (swaps, number_swap);
  if (weights)
    g_array_append_val (swaps, weight_swap);
  return ok;
}

gboolean
mw_document_has_indices (MwDocument *self, const MwRecord *owner, const MwField *list)
{
  const MwSchema *root = self->model->record.schema;
  for (guint i = 0; owner == &self->model->record && i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    if (field->indexes && strcmp (field->indexes, list->name) == 0)
      return TRUE;
  }
  return FALSE;
}

gboolean
mw_document_plan_indices (MwDocument *self, const MwRecord *owner, const MwField *list, const MwIndexMap *map,
                          GArray **swaps, GError **error)
{
  MwRecord *root = &self->model->record;
  gboolean same = map->n_before == map->n_after;
  *swaps = NULL;
  for (guint32 i = 0; i < map->n_before && same; i++)
    same = map->to[i] == i;
  if (owner != root || same)
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (root->schema); i++) {
    const MwField *field = mw_schema_field_at (root->schema, i);
    if (!field->indexes || strcmp (field->indexes, list->name) != 0)
      continue;
    if (!*swaps) {
      *swaps = g_array_new (FALSE, FALSE, sizeof (Swap));
      g_array_set_clear_func (*swaps, (GDestroyNotify) swap_clear);
    }
    if (!plan_field (root, field, list, map, *swaps, error)) {
      g_clear_pointer (swaps, g_array_unref);
      return FALSE;
    }
  }
  return TRUE;
}

void
mw_document_put_indices (MwDocument *self, GArray *swaps)
{
  MwRecord *root = &self->model->record;
  for (guint i = 0; swaps && i < swaps->len; i++) {
    Swap *swap = &g_array_index (swaps, Swap, i);
    MwArray array = swap->array;
    swap->array = (MwArray) { 0 };
    mw_document_put_array (self, root, swap->field, array);
    if (!swap->shared)
      continue;
    g_autofree char *path = mw_field_path (root, swap->field);
    mw_document_notice (self,
                        g_strdup_printf ("%s: %u vertices are moved by their other bones alone now, for one that was "
                                         "removed has no parent that stays",
                                         path, swap->shared));
  }
  g_clear_pointer (&swaps, g_array_unref);
}

/* --- Maps ----------------------------------------------------------------------------------------------------------- */

MwIndexMap *
mw_index_map_new (guint32 n)
{
  MwIndexMap *map = g_malloc (sizeof *map + sizeof (guint32) * n);
  map->n_before = map->n_after = n;
  for (guint32 i = 0; i < n; i++)
    map->to[i] = i;
  return map;
}

MwIndexMap *
mw_index_map_inserted (guint32 n, guint32 index)
{
  MwIndexMap *map = mw_index_map_new (n);
  map->n_after = n + 1;
  for (guint32 i = index; i < n; i++)
    map->to[i] = i + 1;
  return map;
}

MwIndexMap *
mw_index_map_moved (guint32 n, guint32 from, guint32 to)
{
  MwIndexMap *map = mw_index_map_new (n);
  for (guint32 i = MIN (from, to); i <= MAX (from, to); i++)
    map->to[i] = i == from ? to : from < to ? i - 1 : i + 1;
  return map;
}
