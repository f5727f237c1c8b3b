/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/path.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

#include <string.h>

typedef struct {
  const MwModel *model_a, *model_b;
  uint32_t *places_a, *places_b;   /* by id: position in the list */
  uint32_t *numbers_a, *numbers_b; /* by id: the number stored in references to it */
  MwFormat format;
  GHashTable *in_format; /* schema -> MwInFormat[], one per field */
  const MwRecord *at;
  const MwField *field;
} Comparing;

/* Asked once for each schema, because a large model has many records of few schemas. */
static const MwInFormat *
fields_in_format (Comparing *c, const MwSchema *schema)
{
  MwInFormat *in = g_hash_table_lookup (c->in_format, schema);
  if (in)
    return in;
  guint n = mw_schema_n_fields (schema);
  in = g_new (MwInFormat, n + 1);
  for (guint i = 0; i < n; i++)
    in[i] = mw_field_in_format (schema, mw_schema_field_at (schema, i), c->format);
  g_hash_table_insert (c->in_format, (gpointer) schema, in);
  return in;
}

/* Whether `stored` is the number, in `model`, of the record at the same position as `target` has in the other model. */
static gboolean
names_counterpart (const MwModel *model, const uint32_t *numbers, uint32_t stored, const MwRecord *target,
                   uint32_t place)
{
  if (!target || !target->owner || target->owner->owner) /* references point only into lists of the model itself */
    return FALSE;
  const MwField *field = mw_schema_field_at (model->record.schema, target->slot);
  const MwList *list = field && field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
  return list && place < list->n && numbers[list->items[place]->id] == stored;
}

/* References are equal if they refer to the same position. A stored number equals a reference to the element that
 * has this number (architecture.md, idea 4). Both models' numbers are tried: they differ if only one model has a
 * note of its chunk order. */
static gboolean
refs_equal (const Comparing *c, MwRef a, MwRef b)
{
  if (a.id && b.id)
    return c->places_a[a.id] == c->places_b[b.id];
  /* "None" refers to nothing, not even to a node that is stored with this number. */
  if (mw_ref_is_none (a) || mw_ref_is_none (b))
    return mw_ref_is_none (a) && mw_ref_is_none (b);
  if ((a.id ? c->numbers_a[a.id] : a.raw) == (b.id ? c->numbers_b[b.id] : b.raw))
    return TRUE;
  if (a.id)
    return names_counterpart (c->model_b, c->numbers_b, b.raw, mw_model_find (c->model_a, a.id), c->places_a[a.id]);
  return b.id
         && names_counterpart (c->model_a, c->numbers_a, a.raw, mw_model_find (c->model_b, b.id), c->places_b[b.id]);
}

static gboolean records_equal (Comparing *c, const MwRecord *a, const MwRecord *b);

/* For two children of which at least one is missing: whether the other one is missing too, or has no content. */
static gboolean
both_blank (const MwRecord *a, const MwRecord *b)
{
  const MwRecord *there = a ? a : b;
  return !there || (there->schema->blank && there->schema->blank (there));
}

/* The next element of that kind at or after *at. */
static const MwRecord *
next_of_kind (const MwList *list, const MwSchema *kind, uint32_t *at)
{
  while (*at < list->n)
    if (list->items[(*at)++]->schema == kind)
      return list->items[*at - 1];
  return NULL;
}

/* A list of mixed kinds is compared kind by kind, because a node's position is counted within its kind (bones[2]).
 * How the kinds are mixed does not matter. */
static gboolean
lists_equal (Comparing *c, const MwField *field, const MwList *a, const MwList *b)
{
  if (a->n != b->n)
    return FALSE;
  if (!field->schema->kinds) {
    for (uint32_t i = 0; i < a->n; i++)
      if (!records_equal (c, a->items[i], b->items[i]))
        return FALSE;
    return TRUE;
  }
  for (guint k = 0; field->schema->kinds[k]; k++) {
    uint32_t at_a = 0, at_b = 0;
    for (;;) {
      const MwRecord *x = next_of_kind (a, field->schema->kinds[k], &at_a);
      const MwRecord *y = next_of_kind (b, field->schema->kinds[k], &at_b);
      if (!x && !y)
        break;
      if (!x || !y || !records_equal (c, x, y))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
values_equal (Comparing *c, const MwField *field, const void *x, const void *y)
{
  switch (field->type) {
  case MW_TYPE_REF:
    return refs_equal (c, *(const MwRef *) x, *(const MwRef *) y);
  case MW_TYPE_TEXT:
    return strcmp (mw_text (*(char *const *) x), mw_text (*(char *const *) y)) == 0;
  case MW_TYPE_ARRAY: {
    const MwArray *p = x, *q = y;
    if (field->element != MW_TYPE_REF)
      return mw_array_equal (p, q, mw_field_element_size (field));
    if (p->n != q->n)
      return FALSE;
    for (uint32_t i = 0; i < p->n * field->count; i++)
      if (!refs_equal (c, ((const MwRef *) p->data)[i], ((const MwRef *) q->data)[i]))
        return FALSE;
    return TRUE;
  }
  case MW_TYPE_LIST:
    return lists_equal (c, field, x, y);
  case MW_TYPE_CHILD: {
    const MwRecord *p = *(MwRecord *const *) x, *q = *(MwRecord *const *) y;
    return p && q ? records_equal (c, p, q) : both_blank (p, q);
  }
  default:
    return memcmp (x, y, mw_field_storage_size (field)) == 0;
  }
}

static gboolean
records_equal (Comparing *c, const MwRecord *a, const MwRecord *b)
{
  if (a->schema != b->schema || !mw_records_laid_out_alike (a, b, c->format)) {
    c->at = a;
    c->field = NULL;
    return FALSE;
  }
  const MwInFormat *in = fields_in_format (c, a->schema);
  guint n = mw_schema_n_fields (a->schema);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (in[i] == MW_IN_FORMAT_NEVER || (in[i] == MW_IN_FORMAT_ASK && !mw_field_is_live (a, field, c->format)))
      continue;
    if (field->equal ? field->equal (c->model_a, a, c->model_b, b)
                     : values_equal (c, field, mw_field_at (a, field), mw_field_at (b, field)))
      continue;
    if (!c->at) {
      c->at = a;
      c->field = field;
    }
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_record_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b, MwFormat format,
                 char **where)
{
  Comparing c = { .model_a = model_a, .model_b = model_b, .format = format };
  c.places_a = mw_model_places (model_a);
  c.places_b = mw_model_places (model_b);
  c.numbers_a = mw_model_numbers (model_a);
  c.numbers_b = mw_model_numbers (model_b);
  c.in_format = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gboolean equal = records_equal (&c, a, b);
  if (where)
    *where = equal ? NULL : c.field ? mw_field_path (c.at, c.field) : mw_record_path (c.at);
  g_hash_table_unref (c.in_format);
  g_free (c.places_a);
  g_free (c.places_b);
  g_free (c.numbers_a);
  g_free (c.numbers_b);
  return equal;
}

gboolean
mw_model_equal (const MwModel *a, const MwModel *b, MwFormat format, char **where)
{
  return mw_record_equal (a, &a->record, b, &b->record, format, where);
}
