/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/path.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

#include <string.h>

/* --- Live rows ------------------------------------------------------------------------------------------------------ */

static gboolean
condition_holds (const MwWireRow *row, const MwRecord *record)
{
  return !row->when.field || mw_when_holds (&row->when, mw_schema_field (record->schema, row->when.field), record);
}

/* The row, of the schema or its bases, that stores a field in this record. If there are rows only under conditions that
 * do not hold, one of these and *live is FALSE; NULL if the format has no row. *live is TRUE too if the field has no
 * row in any format. */
static const MwWireRow *
row_over (const MwRecord *record, const MwField *field, MwFormat format, gboolean *live)
{
  const MwWireRow *dormant = NULL;
  *live = TRUE;
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++) {
      const MwWireRow *row = &schema->wire[i];
      if (!row->field || strcmp (row->field, field->name) != 0)
        continue;
      *live = mw_wire_row_applies (row, record->schema, format, record->variant);
      if (*live && condition_holds (row, record))
        return row;
      dormant = *live ? row : dormant;
      *live = FALSE;
    }
  return dormant;
}

gboolean
mw_track_is_simple (const MwRecord *owner, const MwField *slot, MwFormat format)
{
  gboolean live;
  const MwWireRow *row = format.family == MW_FAMILY_MDX_WOW && owner && slot ? row_over (owner, slot, format, &live)
                                                                             : NULL;
  return row && row->wire == MW_WIRE_SIMPLE_TRACK;
}

/* Whether a field exists only in tracks with an interpolation type: the type itself and the tangents. */
static gboolean
is_of_interpolation (const MwSchema *schema, const MwField *field)
{
  return schema->n_wire == 0
         && (field->part == MW_PART_INTERPOLATION || field->part == MW_PART_IN_TANS || field->part == MW_PART_OUT_TANS);
}

gboolean
mw_field_is_live (const MwRecord *record, const MwField *field, MwFormat format)
{
  gboolean live;
  if (field->live && !field->live (record))
    return FALSE;
  if (format.family == MW_FAMILY_MDX_WOW && record->owner && is_of_interpolation (record->schema, field)
      && mw_track_is_simple (record->owner, mw_record_slot (record), format))
    return FALSE;
  /* A field without any row is written by a hand function (pivots), or follows from the record's position (an
   * extent's sequence). */
  row_over (record, field, format, &live);
  return live;
}

MwCodec
mw_field_codec (const MwRecord *record, const MwField *field, const MwRecord *owner, const MwField *slot,
                MwFormat format)
{
  gboolean live;
  const MwWireRow *row = row_over (record, field, format, &live);
  if (row)
    return row->codec;
  if (!owner || !slot || !mw_field_is_of_keys (field))
    return MW_CODEC_NONE;
  /* A lane is in a track, and the track is in the record that has the row. */
  if (slot->type == MW_TYPE_LIST) {
    slot = mw_record_slot (owner);
    owner = owner->owner;
  }
  row = owner && slot ? row_over (owner, slot, format, &live) : NULL;
  if (row && field->part == MW_PART_TIMES)
    return row->wire == MW_WIRE_M2_CURVE ? MW_CODEC_FIXED16 : MW_CODEC_NONE;
  return row ? row->codec : MW_CODEC_NONE;
}

/* --- Equality ------------------------------------------------------------------------------------------------------- */

typedef enum { ALWAYS, ASK, NEVER } Live;

typedef struct {
  const MwModel *model_a, *model_b;
  uint32_t *places_a, *places_b;   /* by id: position in the list */
  uint32_t *numbers_a, *numbers_b; /* by id: the number stored in references to it */
  MwFormat format;
  GHashTable *live; /* schema -> Live[], one per field */
  const MwRecord *at;
  const MwField *field;
} Comparing;

static const Live *
live_fields (Comparing *c, const MwSchema *schema)
{
  Live *live = g_hash_table_lookup (c->live, schema);
  if (live)
    return live;
  guint n = mw_schema_n_fields (schema);
  live = g_new0 (Live, n + 1);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    gboolean any = FALSE, conditional = schema->probe != NULL, applies = FALSE;
    for (const MwSchema *s = schema; s; s = s->base)
      for (guint k = 0; k < s->n_wire; k++)
        if (s->wire[k].field && strcmp (s->wire[k].field, field->name) == 0) {
          any = TRUE;
          conditional |= s->wire[k].when.field != NULL;
          applies |= mw_wire_row_applies (&s->wire[k], schema, c->format, 0);
        }
    conditional |= c->format.family == MW_FAMILY_MDX_WOW && is_of_interpolation (schema, field);
    live[i] = field->live || (conditional && !any) ? ASK : !any ? ALWAYS : conditional ? ASK : applies ? ALWAYS : NEVER;
  }
  g_hash_table_insert (c->live, (gpointer) schema, live);
  return live;
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

/* Whether a row stores something in this record. A row for a missing child stores nothing. */
static gboolean
row_counts (const MwRecord *record, const MwWireRow *row, MwFormat format)
{
  const MwField *field = row->field ? mw_schema_field (record->schema, row->field) : NULL;
  if (field && field->type == MW_TYPE_CHILD && !*(MwRecord *const *) mw_field_at (record, field))
    return FALSE;
  return mw_wire_row_applies (row, record->schema, format, record->variant) && condition_holds (row, record);
}

gboolean
mw_records_laid_out_alike (const MwRecord *a, const MwRecord *b, MwFormat format)
{
  if (a->variant == b->variant)
    return TRUE;
  for (const MwSchema *schema = a->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++)
      if (row_counts (a, &schema->wire[i], format) != row_counts (b, &schema->wire[i], format))
        return FALSE;
  return TRUE;
}

static gboolean
records_equal (Comparing *c, const MwRecord *a, const MwRecord *b)
{
  if (a->schema != b->schema || !mw_records_laid_out_alike (a, b, c->format)) {
    c->at = a;
    c->field = NULL;
    return FALSE;
  }
  const Live *live = live_fields (c, a->schema);
  guint n = mw_schema_n_fields (a->schema);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (live[i] == NEVER || (live[i] == ASK && !mw_field_is_live (a, field, c->format)))
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
  c.live = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gboolean equal = records_equal (&c, a, b);
  if (where)
    *where = equal ? NULL : c.field ? mw_field_path (c.at, c.field) : mw_record_path (c.at);
  g_hash_table_unref (c.live);
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
