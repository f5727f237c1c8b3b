/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"

#include <string.h>

/* Replays a step change by change. Each change, including its "before", is checked against the present state of the
 * model. At the end everything that the step touched must be valid. */

static gboolean
misfit (GError **error, const MwRecord *record, const MwField *field, const char *reason)
{
  g_autofree char *path = !record ? NULL : field ? mw_field_path (record, field) : mw_record_path (record);
  mw_set_error (error, MW_ERROR_REFUSED, -1, path, "the step does not fit: %s", reason);
  return FALSE;
}

static MwRecord *
find (MwDocument *self, MwId id, const MwSchema *schema, GError **error)
{
  MwRecord *record = mw_model_find (self->model, id);
  if (record && record->schema == schema)
    return record;
  g_autofree char *reason = g_strdup_printf ("record %u is %s, expected %s", id,
                                             record ? record->schema->name : "not there", schema->name);
  misfit (error, record, NULL, reason);
  return NULL;
}

/* The record at the change's place. */
static MwRecord *
find_at_place (MwDocument *self, const MwStepChange *change, const MwSchema *schema, GError **error)
{
  MwRecord *owner = find (self, change->owner, change->owner_schema, error);
  if (!owner)
    return NULL;
  MwRecord *record = NULL;
  if (change->field->type == MW_TYPE_CHILD)
    record = change->first == 0 ? *(MwRecord **) mw_field_at (owner, change->field) : NULL;
  else if (change->first < mw_record_list (owner, change->field)->n)
    record = mw_record_list (owner, change->field)->items[change->first];
  if (record && record->id == change->id && record->schema == schema)
    return record;
  misfit (error, owner, change->field, "another record is at that place");
  return NULL;
}

static gboolean
replay_value (MwDocument *self, const MwStepChange *change, GError **error)
{
  MwRecord *record = find (self, change->id, change->schema, error);
  if (!record)
    return FALSE;
  if (change->kind == MW_STEP_SWAP) {
    if (!mw_array_equal (mw_field_at (record, change->field), &change->array.before,
                         mw_field_element_size (change->field)))
      return misfit (error, record, change->field, "the elements differ from those before the step");
    mw_document_put_array (self, record, change->field, mw_array_share (&change->array.after));
    return TRUE;
  }
  if (change->kind == MW_STEP_SPAN) {
    const MwArray *array = mw_field_at (record, change->field);
    if (change->first > array->n || change->n > array->n - change->first)
      return misfit (error, record, change->field, "there are fewer elements");
  }
  MwStepValue now = { 0 };
  mw_step_value_read (&now, record, change->field, change->first, change->n);
  gboolean same = mw_step_value_equal (&now, &change->value.before);
  mw_step_value_clear (&now);
  if (!same)
    return misfit (error, record, change->field, "the value differs from that before the step");
  const guint8 *bytes = mw_step_value_bytes (&change->value.after);
  if (change->kind == MW_STEP_SPAN)
    mw_document_put_span (self, record, change->field, change->first, change->n, bytes);
  else
    mw_document_put_value (self, record, change->field, bytes, change->value.after.size);
  return TRUE;
}

typedef struct {
  MwDocument *self;
  const MwRecord *replaced;
  GHashTable *seen;
} Ids;

/* New ids must be free and distinct, and not so large that the model's index of ids would become huge. `replaced` is a
 * record that is about to be replaced: ids at and below it count as free. */
static gboolean
id_fits (MwRecord *record, gpointer data)
{
  enum { FAR = 1 << 22 };
  Ids *ids = data;
  const MwRecord *holder = mw_model_find (ids->self->model, record->id);
  const MwRecord *above = holder;
  while (above && above != ids->replaced)
    above = above->owner;
  return record->id && (!holder || (ids->replaced && above)) && record->id - 1 < ids->self->model->n_ids + FAR
         && g_hash_table_add (ids->seen, GUINT_TO_POINTER (record->id));
}

static gboolean
ids_fit (MwDocument *self, MwRecord *record, const MwRecord *replaced, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Ids ids = { self, replaced, seen };
  return mw_record_foreach (record, id_fits, &ids) || misfit (error, NULL, NULL, "an identity is taken");
}

static gboolean
has_note (const MwRecord *record, const MwNote *note)
{
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *other = mw_notes_at (record, i);
    if (other->kind == note->kind && other->field == note->field && other->offset == note->offset
        && other->size == note->size && (note->size == 0 || memcmp (other->bytes, note->bytes, note->size) == 0))
      return TRUE;
  }
  return FALSE;
}

static gboolean
replay_forgetting (MwDocument *self, const MwStepChange *change, GError **error)
{
  MwRecord *record = find (self, change->id, change->schema, error);
  const MwRecord *image = change->record.before;
  if (!record)
    return FALSE;
  for (guint i = 0; i < mw_notes_count (image); i++)
    if (!has_note (record, mw_notes_at (image, i)))
      return misfit (error, record, NULL, "its notes differ from those before the step");
  mw_document_put_forgotten (self, record, mw_notes_at (image, 0)->kind);
  return TRUE;
}

static gboolean
replay_notes (MwDocument *self, const MwStepChange *change, GError **error)
{
  MwRecord *record = find (self, change->id, change->schema, error);
  if (!record)
    return FALSE;
  if (!mw_step_notes_equal (record, change->record.before))
    return misfit (error, record, NULL, "its notes differ from those before the step");
  mw_document_put_notes (self, record, change->record.after);
  return TRUE;
}

static gboolean
replay_structure (MwDocument *self, const MwStepChange *change, GError **error)
{
  MwRecord *owner, *record;
  switch (change->kind) {
  case MW_STEP_FORGET:
    return replay_forgetting (self, change, error);
  case MW_STEP_NOTES:
    return replay_notes (self, change, error);
  case MW_STEP_INSERT:
    owner = find (self, change->owner, change->owner_schema, error);
    if (!owner || !ids_fit (self, change->record.after, NULL, error))
      return FALSE;
    if (change->field->type == MW_TYPE_LIST ? change->first > mw_record_list (owner, change->field)->n
                                            : change->first || *(MwRecord **) mw_field_at (owner, change->field))
      return misfit (error, owner, change->field, "the place is already taken");
    mw_document_put_record (self, owner, change->field, change->first, mw_record_copy (change->record.after, FALSE));
    return TRUE;
  case MW_STEP_REMOVE:
    record = find_at_place (self, change, change->record.before->schema, error);
    if (!record)
      return FALSE;
    mw_document_take_record (self, record);
    return TRUE;
  case MW_STEP_MOVE:
    record = find_at_place (self, change, change->schema, error);
    if (!record)
      return FALSE;
    if (change->field->type != MW_TYPE_LIST || change->n >= mw_record_list (record->owner, change->field)->n)
      return misfit (error, record, NULL, "there is no such place");
    mw_document_put_place (self, record, change->n);
    return TRUE;
  default:
    record = find_at_place (self, change, change->record.before->schema, error);
    if (!record || !ids_fit (self, change->record.after, record, error))
      return FALSE;
    mw_document_put_replacement (self, record, mw_record_copy (change->record.after, FALSE));
    return TRUE;
  }
}

typedef struct {
  const MwModel *model;
  const MwRecord *record; /* the first that refers to a removed record; NULL: none */
} Dangling;

static void
find_dangling (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Dangling *dangling = data;
  for (uint32_t i = 0; i < n && !dangling->record; i++)
    if (refs[i].id && !mw_model_find (dangling->model, refs[i].id))
      dangling->record = record;
}

/* Checks that the records and fields that the step touched are valid, and that nothing refers to a removed record. */
static gboolean
check_result (MwDocument *self, const MwStep *step, GError **error)
{
  guint64 lists = 0;
  for (guint i = 0; i < step->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    MwRecord *record = mw_model_find (self->model, change->id);
    if (change->kind == MW_STEP_REMOVE && change->owner == self->model->record.id)
      lists |= mw_references_bit (self->references, change->field);
    if (!record || change->kind >= MW_STEP_FORGET)
      continue;
    if (change->kind > MW_STEP_SWAP ? change->kind != MW_STEP_MOVE && !mw_document_check_whole (self, record, error)
                                    : record->schema == change->schema
                                        && (!mw_document_check_field (self, record, change->field, NULL, error)
                                            || !mw_document_check_parallel (self, record, 0, NULL, NULL, error)))
      return FALSE;
  }
  Dangling dangling = { self->model, NULL };
  if (lists)
    mw_references_foreach (self->references, &self->model->record, lists, NULL, find_dangling, &dangling);
  return !dangling.record || misfit (error, dangling.record, NULL, "it would refer to a record that no longer exists");
}

gboolean
mw_document_replay (MwDocument *self, const MwStep *step, GError **error)
{
  gboolean ok = TRUE;
  mw_document_begin (self, step->label);
  if (self->savepoints->len == 1)
    self->open->verbatim = step->verbatim;
  for (guint i = 0; i < step->changes->len && ok; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    ok = change->kind <= MW_STEP_SWAP ? replay_value (self, change, error) : replay_structure (self, change, error);
  }
  ok = ok && check_result (self, step, error);
  if (!ok) {
    mw_document_cancel (self);
    return FALSE;
  }
  if (step->operation)
    mw_document_note_operation (self, step->operation, (const MwId *) step->subjects->data, step->subjects->len,
                                step->params);
  mw_document_set_selection (self, step->selection_after);
  mw_document_commit (self);
  return TRUE;
}

gboolean
mw_document_replay_text (MwDocument *self, const char *text, gsize length, GError **error)
{
  MwStep *step = mw_step_from_text (self->model->record.schema, text, length, error);
  gboolean ok = step && mw_document_replay (self, step, error);
  mw_step_free (step);
  return ok;
}
