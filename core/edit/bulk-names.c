/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"

#include <string.h>

/* --- Maps ----------------------------------------------------------------------------------------------------------- */

MwNameMap *
mw_name_map_new (guint32 n)
{
  MwNameMap *map = g_malloc (sizeof *map + sizeof (guint32) * n);
  map->n_before = map->n_after = n;
  map->first = 0;
  for (guint32 i = 0; i < n; i++)
    map->to[i] = i;
  return map;
}

MwNameMap *
mw_name_map_inserted (guint32 n, guint32 index)
{
  MwNameMap *map = mw_name_map_new (n);
  map->n_after = n + 1;
  for (guint32 i = index; i < n; i++)
    map->to[i] = i + 1;
  return map;
}

MwNameMap *
mw_name_map_moved (guint32 n, guint32 from, guint32 to)
{
  MwNameMap *map = mw_name_map_new (n);
  for (guint32 i = MIN (from, to); i <= MAX (from, to); i++)
    map->to[i] = i == from ? to : from < to ? i - 1 : i + 1;
  return map;
}

MwNameMap *
mw_name_map_removed (const MwModel *model, const MwList *list, const guint8 *doomed, const MwNameMap *heirs)
{
  MwNameMap *map = mw_name_map_new (list->n);
  g_autofree guint32 *places = g_new (guint32, list->n + 1);
  map->n_after = 0;
  for (uint32_t i = 0; i < list->n; i++)
    places[i] = doomed[list->items[i]->id] ? MW_NAME_GONE : map->n_after++;
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *from = list->items[i];
    const MwRecord *to = from;
    if (doomed[from->id])
      to = heirs && heirs->to[from->id] != MW_NAME_GONE ? mw_model_find (model, heirs->to[from->id]) : NULL;
    /* A record that also belongs to a record of another list (an attachment to its bone) has no heir in its own
     * list. */
    map->to[i] = to && to->owner == from->owner && to->slot == from->slot ? places[mw_record_index (to)] : MW_NAME_GONE;
  }
  return map;
}

/* --- One element ---------------------------------------------------------------------------------------------------- */

enum { MOST_NAMES = 16 };

/* The layout of an element. */
typedef struct {
  MwBulkForm form;
  guint n; /* names in an element */
  gsize name_size, weight_size;
  gboolean reversed;
  guint most_weight;
} Layout;

static guint32
number_at (const guint8 *at, gsize size)
{
  guint32 number = 0;
  memcpy (&number, at, MIN (size, sizeof number));
  return number;
}

static guint8 *
weight_at (const Layout *l, guint8 *weights, guint k)
{
  return weights + (l->reversed ? l->n - 1 - k : k) * l->weight_size;
}

/* The name at k; MW_NAME_GONE for a reference to nothing. */
static guint32
name_at (const Layout *l, const guint8 *names, guint k)
{
  guint32 name = number_at (names + k * l->name_size, l->name_size);
  return l->form == MW_BULK_REFERENCES && name == 0 ? MW_NAME_GONE : name;
}

static void
put_name (const Layout *l, guint8 *names, guint k, guint32 name)
{
  const MwRef ref = { name, 0 };
  memcpy (names + k * l->name_size, l->form == MW_BULK_REFERENCES ? (const void *) &ref : &name, l->name_size);
}

/* An element while its change is computed. */
typedef struct {
  guint32 names[MOST_NAMES];
  guint64 weights[MOST_NAMES];
  guint changed; /* bit mask of names that were replaced */
} Element;

/* Shares a lost weight among the names of the element, in proportion to their weights. Returns FALSE if none has a
 * weight. */
static gboolean
share_weight (Element *e, guint n, guint64 lost)
{
  guint64 kept = 0, given = 0, rest[MOST_NAMES] = { 0 };
  for (guint k = 0; k < n; k++)
    kept += e->weights[k];
  if (!kept)
    return FALSE;
  for (guint k = 0; k < n; k++) {
    guint64 more = e->weights[k] * lost;
    rest[k] = more % kept;
    given += more / kept;
    e->weights[k] += more / kept;
  }
  /* What is left after rounding goes to the names with the largest remainders. */
  for (; given < lost; given++) {
    guint most = 0;
    for (guint k = 1; k < n; k++)
      if (rest[k] > rest[most])
        most = k;
    e->weights[most]++;
    rest[most] = 0;
  }
  return TRUE;
}

static void
put_weights (const Layout *l, const Element *e, guint8 *weights, MwBulkChange *change)
{
  gboolean cut = FALSE;
  for (guint k = 0; k < l->n; k++) {
    guint32 weight = (guint32) MIN (e->weights[k], l->most_weight);
    cut |= e->weights[k] > l->most_weight;
    memcpy (weight_at (l, weights, k), &weight, l->weight_size);
  }
  change->cut += cut;
}

static void
rename_one (Element *e, guint k, guint32 to)
{
  e->names[k] = to;
  e->changed |= 1u << k;
}

/* `weights` is NULL if the element has no weights; then all its names are in use, with weight 0. */
static void
rename_element (const Layout *l, const MwNameMap *map, guint32 at, guint8 *names, guint8 *weights, MwBulkChange *change)
{
  Element e = { .changed = 0 };
  guint64 lost = 0;
  guint32 lost_name = 0;
  gboolean gone = FALSE;
  for (guint k = 0; k < l->n; k++) {
    e.names[k] = name_at (l, names, k);
    e.weights[k] = weights ? number_at (weight_at (l, weights, k), l->weight_size) : 0;
    guint32 name = e.names[k];
    if (name >= map->n_before)
      continue;
    if (l->form != MW_BULK_REFERENCES && weights && !e.weights[k]) {
      if (name >= map->n_after)
        rename_one (&e, k, 0);
      continue;
    }
    if (map->to[name] == name)
      continue;
    if (map->to[name] != MW_NAME_GONE) {
      rename_one (&e, k, map->to[name]);
      continue;
    }
    gone = TRUE;
    if (e.weights[k] || map->n_after == 0)
      lost_name = name;
    lost += e.weights[k];
    e.weights[k] = 0;
    if (map->first != MW_NAME_GONE)
      rename_one (&e, k, map->first);
  }
  for (guint k = 0; k < l->n; k++)
    if ((e.changed >> k & 1) && l->name_size < sizeof (guint32) && e.names[k] >> (8 * l->name_size)) {
      if (!change->too_high++) {
        change->high_at = at;
        change->high_name = e.names[k];
      }
      return;
    }
  if (lost || (gone && map->n_after == 0)) {
    if (share_weight (&e, l->n, lost)) {
      change->shared++;
    } else {
      if (!change->lost++)
        change->lost_name = lost_name;
      if (map->first != MW_NAME_GONE)
        rename_one (&e, 0, map->first);
      e.weights[0] = lost;
    }
    if (lost)
      put_weights (l, &e, weights, change);
  }
  for (guint k = 0; k < l->n; k++)
    if (e.changed >> k & 1)
      put_name (l, names, k, e.names[k]);
}

/* --- One array ------------------------------------------------------------------------------------------------------ */

void
mw_bulk_change_init (MwBulkChange *change, MwDocument *self, MwRecord *record, const MwField *field,
                     const MwNameMap *map)
{
  const MwBulkNames *bulk = field->bulk;
  const MwField *weights_field = bulk->weights ? mw_schema_field (record->schema, bulk->weights) : NULL;
  gsize each = mw_field_element_size (field), weights_each = weights_field ? mw_field_element_size (weights_field) : 0;
  const MwArray *names = mw_field_at (record, field);
  const MwArray *weights = weights_field ? mw_field_at (record, weights_field) : NULL;
  const guint most = bulk->most ? bulk->most (self->format) : G_MAXUINT8;
  const Layout l = { bulk->form, bulk->n, each / bulk->n, weights_each / bulk->n, bulk->weights_reversed, most };
  g_assert (l.n <= MOST_NAMES && each % l.n == 0 && weights_each % l.n == 0);
  *change = (MwBulkChange) { .record = record, .field = field, .weights_field = weights_field, .most = most };
  change->names = mw_array_copy (names->data, names->n, each);
  if (weights)
    change->weights = mw_array_copy (weights->data, weights->n, weights_each);
  for (guint32 i = 0; i < names->n; i++)
    rename_element (&l, map, i, (guint8 *) change->names.data + i * each,
                    i < change->weights.n ? (guint8 *) change->weights.data + i * weights_each : NULL, change);
}

void
mw_bulk_change_clear (MwBulkChange *change)
{
  mw_array_clear (&change->names);
  mw_array_clear (&change->weights);
}

static void
put (MwDocument *self, MwRecord *record, const MwField *field, MwArray *array)
{
  if (field)
    mw_document_put_array (self, record, field, *array);
  *array = (MwArray) { 0 };
}

void
mw_bulk_change_put (MwDocument *self, MwBulkChange *change)
{
  put (self, change->record, change->field, &change->names);
  put (self, change->record, change->weights_field, &change->weights);
  if (!change->cut)
    return;
  g_autofree char *path = mw_field_path (change->record, change->field);
  mw_document_notice (self, g_strdup_printf ("%s: the weights of %u vertices now sum to less, because one weight is "
                                             "at most %u",
                                             path, change->cut, change->most));
}

void
mw_bulk_notice_shared (MwDocument *self, const char *path, guint n)
{
  if (n)
    mw_document_notice (self, g_strdup_printf ("%s: %u vertices are now moved only by their other bones, because a "
                                               "removed bone has no parent that remains",
                                               path, n));
}

/* --- Places in lists of the model ----------------------------------------------------------------------------------- */

static gboolean
holds_places (const MwField *field, const MwField *list)
{
  return field->bulk && field->bulk->form == MW_BULK_PLACES && strcmp (field->bulk->list, list->name) == 0;
}

gboolean
mw_document_has_places (MwDocument *self, const MwRecord *owner, const MwField *list)
{
  const MwSchema *root = self->model->record.schema;
  for (guint i = 0; owner == &self->model->record && i < mw_schema_n_fields (root); i++)
    if (holds_places (mw_schema_field_at (root, i), list))
      return TRUE;
  return FALSE;
}

static gboolean
refuse_too_high (const MwBulkChange *change, const MwField *list, GError **error)
{
  g_autofree char *path = mw_field_path (change->record, change->field);
  gsize bits = 8 * mw_field_element_size (change->field) / change->field->bulk->n;
  mw_set_error (error, MW_ERROR_REFUSED, -1, path, "element %u would refer to %s[%u], but its largest number is %u",
                change->high_at, list->name, change->high_name, (1u << bits) - 1);
  return FALSE;
}

/* For elements that no name would move any more. */
static gboolean
refuse_lost (const MwBulkChange *change, const MwField *list, GError **error)
{
  g_autofree char *path = mw_record_path (mw_record_list (change->record, list)->items[change->lost_name]);
  mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                "cannot be removed: nothing would move %u vertices, because it has no parent that remains",
                change->lost);
  mw_error_set_remedy (error, &mw_remedy_delete_nearest);
  return FALSE;
}

static gboolean
changes_nothing (const MwNameMap *map)
{
  gboolean same = map->n_before == map->n_after;
  for (guint32 i = 0; i < map->n_before && same; i++)
    same = map->to[i] == i;
  return same;
}

gboolean
mw_document_plan_places (MwDocument *self, const MwRecord *owner, const MwField *list, const MwNameMap *map,
                         GArray **changes, GError **error)
{
  MwRecord *root = &self->model->record;
  *changes = NULL;
  if (owner != root || changes_nothing (map))
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (root->schema); i++) {
    const MwField *field = mw_schema_field_at (root->schema, i);
    if (!holds_places (field, list))
      continue;
    if (!*changes) {
      *changes = g_array_new (FALSE, FALSE, sizeof (MwBulkChange));
      g_array_set_clear_func (*changes, (GDestroyNotify) mw_bulk_change_clear);
    }
    MwBulkChange change;
    mw_bulk_change_init (&change, self, root, field, map);
    g_array_append_val (*changes, change);
    if ((change.too_high && !refuse_too_high (&change, list, error))
        || (change.lost && !refuse_lost (&change, list, error))) {
      g_clear_pointer (changes, g_array_unref);
      return FALSE;
    }
  }
  return TRUE;
}

void
mw_document_put_places (MwDocument *self, GArray *changes)
{
  for (guint i = 0; changes && i < changes->len; i++) {
    MwBulkChange *change = &g_array_index (changes, MwBulkChange, i);
    mw_bulk_change_put (self, change);
    g_autofree char *path = mw_field_path (change->record, change->field);
    mw_bulk_notice_shared (self, path, change->shared);
  }
  if (changes)
    g_array_unref (changes);
}
