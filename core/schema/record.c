/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/record.h"

#include <string.h>

static void
set_default (void *value, const MwField *field)
{
  for (guint i = 0; i < field->count; i++)
    switch (field->type) {
    case MW_TYPE_U8:
      ((uint8_t *) value)[i] = (uint8_t) field->def;
      break;
    case MW_TYPE_I8:
      ((int8_t *) value)[i] = (int8_t) field->def;
      break;
    case MW_TYPE_U16:
      ((uint16_t *) value)[i] = (uint16_t) field->def;
      break;
    case MW_TYPE_I16:
      ((int16_t *) value)[i] = (int16_t) field->def;
      break;
    case MW_TYPE_U32:
      ((uint32_t *) value)[i] = (uint32_t) field->def;
      break;
    case MW_TYPE_I32:
      ((int32_t *) value)[i] = (int32_t) field->def;
      break;
    case MW_TYPE_F32:
      ((float *) value)[i] = (float) field->def;
      break;
    default:
      g_assert_not_reached ();
    }
}

void
mw_field_set_default (MwRecord *record, const MwField *field)
{
  void *at = mw_field_at (record, field);
  if (mw_field_is_number (field))
    set_default (at, field);
  else if (field->type == MW_TYPE_REF)
    *(MwRef *) at = MW_REF_NONE;
  else if (field->type == MW_TYPE_TEXT)
    mw_text_set (at, NULL, 0);
  else if (field->type == MW_TYPE_ARRAY)
    mw_array_clear (at);
}

static void
set_defaults (MwRecord *record, const MwSchema *schema)
{
  if (schema->base)
    set_defaults (record, schema->base);
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = &schema->fields[i];
    if (mw_field_is_number (field) ? field->def != 0 : field->type == MW_TYPE_REF)
      mw_field_set_default (record, field);
  }
  if (schema->init)
    schema->init (record);
}

MwRecord *
mw_record_new (const MwSchema *schema)
{
  g_assert (!schema->kinds);
  MwRecord *record = g_malloc0 (schema->size);
  record->schema = schema;
  set_defaults (record, schema);
  return record;
}

/* Records that were created together share one allocation, which is freed with the last of them. */
typedef struct {
  gint references;
  _Alignas(16) unsigned char records[];
} Batch;

static Batch *
batch_of (const MwRecord *record)
{
  const char *first = (const char *) record - (record->in_batch - 1u) * record->schema->size;
  return (Batch *) (first - offsetof (Batch, records));
}

/* Frees the memory of a record whose fields have been cleared. */
static void
release (MwRecord *record, gboolean poison)
{
  Batch *batch = record->in_batch ? batch_of (record) : NULL;
  if (poison)
    memset (record, 0xDD, record->schema->size);
  if (!batch)
    g_free (record);
  else if (g_atomic_int_dec_and_test (&batch->references))
    g_free (batch);
}

static void
clear_fields (MwRecord *record, gboolean poison)
{
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      void *at = mw_field_at (record, field);
      switch (field->type) {
      case MW_TYPE_TEXT:
        if (poison && *(char **) at)
          memset (*(char **) at, 0xDD, strlen (*(char **) at));
        g_free (*(char **) at);
        break;
      case MW_TYPE_ARRAY: {
        MwArray *array = at;
        if (poison && array->n)
          memset (array->data, 0xDD, array->n * mw_field_element_size (field));
        mw_array_clear (array);
        break;
      }
      case MW_TYPE_LIST: {
        MwList *list = at;
        for (uint32_t k = 0; k < list->n; k++) {
          clear_fields (list->items[k], poison);
          release (list->items[k], poison);
        }
        g_free (list->items);
        break;
      }
      case MW_TYPE_CHILD:
        if (*(MwRecord **) at) {
          clear_fields (*(MwRecord **) at, poison);
          release (*(MwRecord **) at, poison);
        }
        break;
      default:
        break;
      }
    }
  mw_notes_drop (record);
}

void
mw_record_free (MwRecord *record)
{
  if (!record)
    return;
  clear_fields (record, FALSE);
  release (record, FALSE);
}

static gboolean
is_among (const MwField *field, const MwField *const *fields)
{
  for (; fields && *fields; fields++)
    if (*fields == field)
      return TRUE;
  return FALSE;
}

static void
copy_fields (MwRecord *to, const MwRecord *from, const MwSchema *schema, gboolean deep, const MwField *const *except)
{
  for (; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      if (is_among (field, except))
        continue;
      void *source = mw_field_at (from, field), *target = mw_field_at (to, field);
      switch (field->type) {
      case MW_TYPE_TEXT:
        *(char **) target = g_strdup (*(char **) source);
        break;
      case MW_TYPE_ARRAY: {
        const MwArray *array = source;
        *(MwArray *) target = deep ? mw_array_copy (array->data, array->n, mw_field_element_size (field))
                                   : mw_array_share (array);
        break;
      }
      case MW_TYPE_LIST: {
        const MwList *list = source;
        MwList *copy = target;
        copy->n = list->n;
        copy->capacity = list->n & 0x7FFFFFFFu;
        copy->stale = TRUE;
        copy->items = list->n ? g_new (MwRecord *, list->n) : NULL;
        for (uint32_t k = 0; k < list->n; k++) {
          copy->items[k] = mw_record_copy (list->items[k], deep);
          copy->items[k]->owner = to;
          copy->items[k]->slot = list->items[k]->slot;
          copy->items[k]->place = k;
        }
        break;
      }
      case MW_TYPE_CHILD: {
        MwRecord *child = *(MwRecord **) source;
        if (child) {
          MwRecord *copy = mw_record_copy (child, deep);
          copy->owner = to;
          copy->slot = child->slot;
          *(MwRecord **) target = copy;
        }
        break;
      }
      default:
        memcpy (target, source, mw_field_storage_size (field));
      }
    }
}

MwRecord *
mw_record_copy (const MwRecord *record, gboolean deep_arrays)
{
  MwRecord *copy = g_malloc0 (record->schema->size);
  copy->schema = record->schema;
  copy->id = record->id;
  copy->variant = record->variant;
  mw_notes_share (copy, record);
  copy_fields (copy, record, record->schema, deep_arrays, NULL);
  return copy;
}

void
mw_record_copy_fields (MwRecord *to, const MwRecord *from, const MwSchema *schema, const MwField *const *except)
{
  copy_fields (to, from, schema, FALSE, except);
}

/* --- Model ---------------------------------------------------------------------------------------------------------- */

static void
index_put (MwModel *model, MwRecord *record)
{
  if (record->id == 0)
    record->id = model->n_ids++;
  else if (record->id >= model->n_ids)
    model->n_ids = record->id + 1;
  if (model->n_ids > model->ids_capacity) {
    uint32_t capacity = MAX (MAX (64, model->ids_capacity + model->ids_capacity / 2), model->n_ids);
    model->by_id = g_renew (MwRecord *, model->by_id, capacity);
    memset (model->by_id + model->ids_capacity, 0, (capacity - model->ids_capacity) * sizeof (MwRecord *));
    model->ids_capacity = capacity;
  }
  model->by_id[record->id] = record;
}

static gboolean
adopt_one (MwRecord *record, gpointer model)
{
  index_put (model, record);
  return TRUE;
}

static gboolean
orphan_one (MwRecord *record, gpointer model)
{
  ((MwModel *) model)->by_id[record->id] = NULL;
  return TRUE;
}

static gboolean
forget_one (MwRecord *record, gpointer data)
{
  record->id = 0;
  return TRUE;
}

void
mw_record_forget_ids (MwRecord *record)
{
  mw_record_foreach (record, forget_one, NULL);
}

MwModel *
mw_model_new (const MwSchema *root)
{
  MwModel *model = (MwModel *) mw_record_new (root);
  model->n_ids = 1;
  index_put (model, &model->record);
  return model;
}

void
mw_model_free (MwModel *model)
{
  if (!model)
    return;
  clear_fields (&model->record, FALSE);
  g_free (model->by_id);
  release (&model->record, FALSE);
}

void
mw_model_poison_and_free (MwModel *model)
{
  g_free (model->by_id);
  clear_fields (&model->record, TRUE);
  release (&model->record, TRUE);
}

MwModel *
mw_model_copy (const MwModel *model, gboolean deep_arrays)
{
  MwModel *copy = (MwModel *) mw_record_copy (&model->record, deep_arrays);
  copy->n_ids = copy->ids_capacity = model->n_ids;
  copy->by_id = g_new0 (MwRecord *, model->n_ids);
  mw_record_foreach (&copy->record, adopt_one, copy);
  return copy;
}

static void
rename_refs (MwRef *refs, gsize n, const MwId *to)
{
  for (gsize i = 0; i < n; i++)
    if (refs[i].id)
      refs[i].id = to[refs[i].id];
}

static gboolean
rename_one (MwRecord *record, gpointer data)
{
  const MwId *to = data;
  record->id = to[record->id];
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      void *at = mw_field_at (record, field);
      if (field->type == MW_TYPE_REF) {
        rename_refs (at, 1, to);
      } else if (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF && ((MwArray *) at)->n) {
        MwArray *array = at;
        rename_refs (mw_array_make_writable (array, mw_field_element_size (field)), (gsize) array->n * field->count,
                     to);
      }
    }
  return TRUE;
}

void
mw_model_rename (MwModel *model, const MwId *to)
{
  mw_record_foreach (&model->record, rename_one, (gpointer) to);
  memset (model->by_id, 0, model->ids_capacity * sizeof *model->by_id);
  mw_record_foreach (&model->record, adopt_one, model);
}

MwRecord *
mw_model_find (const MwModel *model, MwId id)
{
  return id && id < model->n_ids ? model->by_id[id] : NULL;
}

/* --- Structure ------------------------------------------------------------------------------------------------------ */

static void
attach (MwModel *model, MwRecord *owner, const MwField *field, MwRecord *record)
{
  g_assert (!record->owner);
  record->owner = owner;
  record->slot = (uint16_t) mw_schema_field_index (owner->schema, field);
  if (model)
    mw_record_foreach (record, adopt_one, model);
}

static void
detach (MwModel *model, MwRecord *record)
{
  record->owner = NULL;
  if (model)
    mw_record_foreach (record, orphan_one, model);
}

void
mw_list_insert (MwModel *model, MwRecord *owner, const MwField *field, uint32_t index, MwRecord *record)
{
  MwList *list = mw_record_list (owner, field);
  g_assert (index <= list->n && mw_schema_is_a (record->schema, field->schema));
  if (list->n == list->capacity) {
    list->capacity = (list->capacity ? list->capacity + list->capacity / 2 + 1 : 4) & 0x7FFFFFFFu;
    list->items = g_renew (MwRecord *, list->items, list->capacity);
  }
  memmove (list->items + index + 1, list->items + index, (list->n - index) * sizeof (MwRecord *));
  list->items[index] = record;
  list->n++;
  list->stale = TRUE;
  record->place = index;
  attach (model, owner, field, record);
}

void
mw_list_reserve (MwRecord *owner, const MwField *field, uint32_t more)
{
  MwList *list = mw_record_list (owner, field);
  if (list->capacity - list->n >= more || more > G_MAXINT32 - list->n)
    return;
  list->capacity = (list->n + more) & 0x7FFFFFFFu;
  list->items = g_renew (MwRecord *, list->items, list->capacity);
}

void
mw_list_append (MwModel *model, MwRecord *owner, const MwField *list, MwRecord *record)
{
  mw_list_insert (model, owner, list, mw_record_list (owner, list)->n, record);
}

void
mw_list_append_new (MwModel *model, MwRecord *owner, const MwField *field, const MwSchema *schema, uint32_t n)
{
  MwList *list = mw_record_list (owner, field);
  g_assert (mw_schema_is_a (schema, field->schema) && !schema->kinds && !schema->init);
  mw_list_reserve (owner, field, n);
  uint16_t slot = (uint16_t) mw_schema_field_index (owner->schema, field);
  list->stale = TRUE;
  for (uint32_t end = list->n + n; list->n < end;) {
    uint32_t n_batch = MIN (end - list->n, G_MAXUINT16);
    Batch *batch = g_malloc (sizeof (Batch) + n_batch * schema->size);
    batch->references = (gint) n_batch;
    for (uint32_t i = 0; i < n_batch; i++) {
      MwRecord *record = (MwRecord *) (gpointer) (batch->records + i * schema->size);
      if (i == 0) {
        memset (record, 0, schema->size);
        record->schema = schema;
        record->owner = owner;
        record->slot = slot;
        set_defaults (record, schema);
      } else {
        memcpy (record, batch->records, schema->size);
        record->id = 0;
      }
      record->in_batch = (uint16_t) (i + 1);
      record->place = list->n;
      list->items[list->n++] = record;
      index_put (model, record);
    }
  }
}

MwRecord *
mw_list_take (MwModel *model, MwRecord *owner, const MwField *field, uint32_t index)
{
  MwList *list = mw_record_list (owner, field);
  g_assert (index < list->n);
  MwRecord *record = list->items[index];
  list->n--;
  list->stale = TRUE;
  memmove (list->items + index, list->items + index + 1, (list->n - index) * sizeof (MwRecord *));
  detach (model, record);
  return record;
}

void
mw_list_move (MwRecord *owner, const MwField *field, uint32_t from, uint32_t to)
{
  MwList *list = mw_record_list (owner, field);
  g_assert (from < list->n && to < list->n);
  MwRecord *record = list->items[from];
  if (from < to)
    memmove (list->items + from, list->items + from + 1, (to - from) * sizeof (MwRecord *));
  else
    memmove (list->items + to + 1, list->items + to, (from - to) * sizeof (MwRecord *));
  list->items[to] = record;
  list->stale = TRUE;
  record->place = to;
}

void
mw_child_set (MwModel *model, MwRecord *owner, const MwField *field, MwRecord *record)
{
  MwRecord **slot = mw_field_at (owner, field);
  g_assert (!*slot && mw_schema_is_a (record->schema, field->schema));
  *slot = record;
  attach (model, owner, field, record);
}

MwRecord *
mw_child_take (MwModel *model, MwRecord *owner, const MwField *field)
{
  MwRecord **slot = mw_field_at (owner, field);
  MwRecord *record = *slot;
  *slot = NULL;
  if (record)
    detach (model, record);
  return record;
}

void
mw_text_set (char **slot, const char *bytes, size_t length)
{
  char *text = length ? g_strndup (bytes, length) : NULL;
  g_free (*slot);
  *slot = text;
}

/* --- Where a record is ---------------------------------------------------------------------------------------------- */

const MwField *
mw_record_slot (const MwRecord *record)
{
  return record->owner ? mw_schema_field_at (record->owner->schema, record->slot) : NULL;
}

MwFamily
mw_record_family (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  if (record->schema->family)
    return record->schema->family (record);
  uint8_t families = record->schema->families;
  return (families & (families - 1)) == 0 ? families : 0;
}

uint32_t
mw_record_version (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  return record->schema->version ? record->schema->version (record) : 0;
}

MwUnit
mw_record_unit (const MwRecord *record, const MwField *field)
{
  MwUnit unit = mw_field_unit (field, mw_record_family (record));
  gboolean is_key = mw_field_is_of_keys (field);
  /* The values of keys have the unit of the track that holds them, directly or through a lane. */
  while (is_key && !unit && record->owner) {
    field = mw_record_slot (record);
    record = record->owner;
    unit = mw_field_unit (field, mw_record_family (record));
  }
  return unit && field->unit_holds && !field->unit_holds (record) ? MW_UNIT_NONE : unit;
}

const MwNames *
mw_record_names (const MwRecord *record, const MwField *field)
{
  return mw_schema_names_in (record->schema, field, mw_record_family (record), mw_record_version (record));
}

uint32_t
mw_record_index (const MwRecord *record)
{
  const MwField *field = mw_record_slot (record);
  if (!field || field->type != MW_TYPE_LIST)
    return 0;
  const MwList *list = mw_record_list (record->owner, field);
  if (record->place < list->n && list->items[record->place] == record)
    return record->place;
  /* Refreshes the hints of the whole list at once, so that asking for the index of every record remains linear. */
  for (uint32_t i = 0; i < list->n; i++)
    list->items[i]->place = i;
  g_assert (record->place < list->n && list->items[record->place] == record);
  return record->place;
}

uint32_t
mw_record_kind_index (const MwRecord *record)
{
  const MwField *field = mw_record_slot (record);
  if (!field || field->type != MW_TYPE_LIST || !field->schema->kinds)
    return mw_record_index (record);
  /* Counts the whole list at once, so that asking for all records remains linear. */
  MwList *list = mw_record_list (record->owner, field);
  if (list->stale) {
    guint n_kinds = mw_schema_n_kinds (field->schema);
    g_autofree uint32_t *counts = g_new0 (uint32_t, n_kinds);
    for (uint32_t i = 0; i < list->n; i++)
      for (guint k = 0; k < n_kinds; k++)
        if (field->schema->kinds[k] == list->items[i]->schema)
          list->items[i]->kind_place = counts[k]++;
    list->stale = FALSE;
  }
  return record->kind_place;
}

static gboolean
foreach_below (MwRecord *record, const MwSchema *schema, MwRecordFunc func, gpointer data)
{
  if (schema->base && !foreach_below (record, schema->base, func, data))
    return FALSE;
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = &schema->fields[i];
    if (field->type == MW_TYPE_LIST) {
      const MwList *list = mw_record_list (record, field);
      /* Most records of large models are of one kind that holds no others. */
      const MwSchema *kind = NULL;
      gboolean deep = FALSE;
      for (uint32_t k = 0; k < list->n; k++) {
        MwRecord *item = list->items[k];
        if (item->schema != kind)
          deep = mw_schema_holds_records (kind = item->schema);
        if (!func (item, data) || (deep && !foreach_below (item, kind, func, data)))
          return FALSE;
      }
    } else if (field->type == MW_TYPE_CHILD) {
      MwRecord *child = *(MwRecord **) mw_field_at (record, field);
      if (child && !mw_record_foreach (child, func, data))
        return FALSE;
    }
  }
  return TRUE;
}

gboolean
mw_record_foreach (MwRecord *record, MwRecordFunc func, gpointer data)
{
  return func (record, data) && foreach_below (record, record->schema, func, data);
}

MwRecord *
mw_ref_scope (const MwModel *model, const MwRecord *record, const MwField *field, const MwField **list)
{
  *list = field->refers ? mw_schema_field (model->record.schema, field->refers) : NULL;
  if (!*list && field->or_refers)
    *list = mw_schema_field (model->record.schema, field->or_refers);
  if (*list || !field->refers)
    return *list ? (MwRecord *) &model->record : NULL;
  for (MwRecord *at = record->owner; at; at = at->owner)
    if ((*list = mw_schema_field (at->schema, field->refers)) && (*list)->type == MW_TYPE_LIST)
      return at;
  *list = NULL;
  return NULL;
}
