/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"
#include "core/model/titles.h"
#include "core/model/track.h"
#include "core/schema/value.h"

#include <string.h>

/* --- Primitives without checks -------------------------------------------------------------------------------------- */

void
mw_document_put_value (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, gsize size)
{
  MwStepChange change = { .kind = MW_STEP_SET, .id = record->id, .schema = record->schema, .field = field };
  mw_step_value_read (&change.value.before, record, field, 0, 0);
  mw_step_value_set (&change.value.after, bytes, size);
  if (mw_step_value_equal (&change.value.before, &change.value.after)) {
    mw_step_change_clear (&change);
    return;
  }
  mw_step_change_apply (self->model, &change, TRUE);
  mw_document_record (self, &change);
}

void
mw_document_put_span (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                      const void *elements)
{
  MwStepChange change = {
    .kind = MW_STEP_SPAN, .id = record->id, .schema = record->schema, .field = field, .first = first, .n = n
  };
  mw_step_value_read (&change.value.before, record, field, first, n);
  mw_step_value_set (&change.value.after, elements, n * mw_field_element_size (field));
  if (mw_step_value_equal (&change.value.before, &change.value.after)) {
    mw_step_change_clear (&change);
    return;
  }
  mw_step_change_apply (self->model, &change, TRUE);
  mw_document_record (self, &change);
}

void
mw_document_put_array (MwDocument *self, MwRecord *record, const MwField *field, MwArray array)
{
  MwArray *at = mw_field_at (record, field);
  if (mw_array_equal (at, &array, mw_field_element_size (field))) {
    mw_array_clear (&array);
    return;
  }
  MwStepChange change = { .kind = MW_STEP_SWAP, .id = record->id, .schema = record->schema, .field = field };
  change.array.before = *at;
  change.array.after = mw_array_share (&array);
  *at = array;
  mw_document_record (self, &change);
}

void
mw_document_put_record (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record)
{
  mw_document_watch_numbers (self, owner, list);
  if (list->type == MW_TYPE_LIST)
    mw_list_insert (self->model, owner, list, index, record);
  else
    mw_child_set (self->model, owner, list, record);
  MwStepChange change = { .kind = MW_STEP_INSERT,
                          .id = record->id,
                          .owner = owner->id,
                          .schema = record->schema,
                          .owner_schema = owner->schema,
                          .field = list,
                          .first = index };
  change.record.after = mw_record_copy (record, FALSE);
  mw_document_record (self, &change);
}

/* Takes a record out of its list or slot and fills in the change. Ownership passes to the caller. */
static MwRecord *
take (MwDocument *self, MwRecord *record, MwStepChange *change)
{
  MwRecord *owner = record->owner;
  const MwField *field = mw_record_slot (record);
  mw_document_watch_numbers (self, owner, field);
  change->id = record->id;
  change->owner = owner->id;
  change->schema = record->schema;
  change->owner_schema = owner->schema;
  change->field = field;
  change->first = mw_record_index (record);
  return field->type == MW_TYPE_LIST ? mw_list_take (self->model, owner, field, change->first)
                                     : mw_child_take (self->model, owner, field);
}

void
mw_document_take_record (MwDocument *self, MwRecord *record)
{
  MwStepChange change = { .kind = MW_STEP_REMOVE };
  change.record.before = take (self, record, &change);
  mw_document_record (self, &change);
}

void
mw_document_put_place (MwDocument *self, MwRecord *record, guint32 index)
{
  const MwField *field = mw_record_slot (record);
  uint32_t from = mw_record_index (record);
  if (from == index)
    return;
  mw_document_watch_numbers (self, record->owner, field);
  mw_list_move (record->owner, field, from, index);
  MwStepChange change = { .kind = MW_STEP_MOVE,
                          .id = record->id,
                          .owner = record->owner->id,
                          .schema = record->schema,
                          .owner_schema = record->owner->schema,
                          .field = field,
                          .first = from,
                          .n = index };
  mw_document_record (self, &change);
}

void
mw_document_put_replacement (MwDocument *self, MwRecord *old, MwRecord *record)
{
  MwStepChange change = { .kind = MW_STEP_REPLACE };
  MwRecord *owner = old->owner;
  change.record.before = take (self, old, &change);
  if (change.field->type == MW_TYPE_LIST)
    mw_list_insert (self->model, owner, change.field, change.first, record);
  else
    mw_child_set (self->model, owner, change.field, record);
  change.schema = record->schema;
  change.record.after = mw_record_copy (record, FALSE);
  mw_document_record (self, &change);
}

void
mw_document_put_forgotten (MwDocument *self, MwRecord *record, MwNoteKind kind)
{
  MwStepChange change = { .kind = MW_STEP_FORGET, .id = record->id, .schema = record->schema };
  change.record.before = mw_record_new (record->schema);
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    if (note->kind == kind)
      mw_notes_add (change.record.before, kind, note->field, note->offset, note->bytes, note->size, note->from_file);
  }
  if (mw_notes_count (change.record.before) == 0) {
    mw_step_change_clear (&change);
    return;
  }
  mw_step_change_apply (self->model, &change, TRUE);
  mw_document_record (self, &change);
}

void
mw_document_put_notes (MwDocument *self, MwRecord *record, const MwRecord *image)
{
  if (mw_step_notes_equal (record, image))
    return;
  MwStepChange change = { .kind = MW_STEP_NOTES, .id = record->id, .schema = record->schema };
  change.record.before = mw_record_new (record->schema);
  change.record.after = mw_record_new (record->schema);
  mw_notes_share (change.record.before, record);
  mw_notes_share (change.record.after, image);
  mw_notes_remove (change.record.before, MW_NOTE_SIDE_CHANNEL);
  mw_notes_remove (change.record.after, MW_NOTE_SIDE_CHANNEL);
  mw_step_change_apply (self->model, &change, TRUE);
  mw_document_record (self, &change);
}

/* --- Checks --------------------------------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, MwErrorCode code, const MwRecord *record, const MwField *field, const char *reason)
{
  g_autofree char *path = field ? mw_field_path (record, field) : mw_record_path (record);
  mw_set_error (error, code, -1, path, "%s", reason);
  return FALSE;
}

/* The record, if it has this field and the field can be set. */
static MwRecord *
require_field (MwDocument *self, MwId id, const MwField *field, GError **error)
{
  MwRecord *record = mw_document_require (self, id, error);
  if (!record)
    return NULL;
  if (!field || mw_schema_field (record->schema, field->name) != field)
    refuse (error, MW_ERROR_VALUE, record, NULL, "the record has no such field");
  else if (field->read_only)
    refuse (error, MW_ERROR_REFUSED, record, field, "cannot be set; it follows from other values");
  else if (!mw_field_is_live (record, field, self->format))
    refuse (error, MW_ERROR_REFUSED, record, field, "does not exist in a record of this kind and version");
  else
    return record;
  return NULL;
}

/* Whether `record` is `from` or one of its ancestors. Parents in a file may form a circle, so the number of steps is
 * limited. */
static gboolean
is_above (MwDocument *self, const MwRecord *record, const MwRecord *from)
{
  const MwRecord *at = from;
  for (uint32_t steps = 0; at && steps <= self->model->n_ids; steps++) {
    if (at == record)
      return TRUE;
    const MwField *parent = mw_schema_field_of_role (at->schema, MW_ROLE_PARENT, MW_TYPE_REF);
    at = parent ? mw_model_resolve (self->model, *(const MwRef *) mw_field_at (at, parent)) : NULL;
  }
  return FALSE;
}

/* The record that contains the list into which a reference of `record` points, and that list. Also works in records
 * that are about to be inserted. */
static const MwRecord *
scope_of (MwDocument *self, const MwRecord *record, const MwField *field, const MwInsertion *insertion,
          const MwField **list)
{
  const MwRecord *scope = mw_ref_scope (self->model, record, field, list);
  if (scope || !insertion || !field->refers)
    return scope;
  for (const MwRecord *at = insertion->owner; at; at = at->owner)
    if ((*list = mw_schema_field (at->schema, field->refers)) && (*list)->type == MW_TYPE_LIST)
      return at;
  *list = NULL;
  return NULL;
}

static gboolean
is_in (const MwRecord *target, const MwRecord *scope, const MwField *list, const MwInsertion *insertion)
{
  if (insertion && target == insertion->record)
    return insertion->owner == scope && insertion->list == list;
  return target->owner == scope && mw_record_slot (target) == list;
}

static gboolean
check_references (MwDocument *self, const MwRecord *record, const MwField *field, const MwRef *refs, guint32 n,
                  const MwInsertion *insertion, GError **error)
{
  const MwField *list;
  const MwRecord *scope = scope_of (self, record, field, insertion, &list);
  for (guint32 i = 0; i < n; i++) {
    if (!refs[i].id)
      continue;
    if (refs[i].raw)
      return refuse (error, MW_ERROR_VALUE, record, field, "a reference has an identity or a stored number, not both");
    const MwRecord *target = insertion ? g_hash_table_lookup (insertion->by_id, GUINT_TO_POINTER (refs[i].id)) : NULL;
    if (!target)
      target = mw_model_find (self->model, refs[i].id);
    if (!target)
      return refuse (error, MW_ERROR_REFUSED, record, field, "the record that it would refer to does not exist");
    if (!is_in (target, scope, list, insertion)) {
      g_autofree char *reason = g_strdup_printf ("would refer to a record that is not one of %s", field->refers);
      return refuse (error, MW_ERROR_REFUSED, record, field, reason);
    }
    if (field->role == MW_ROLE_PARENT && is_above (self, record, target)) {
      g_autofree char *title = mw_record_title (target);
      g_autofree char *reason = target == record
                                  ? g_strdup ("a node cannot be its own parent")
                                  : g_strdup_printf ("\"%s\" is below this node, so it cannot be its parent", title);
      return refuse (error, MW_ERROR_REFUSED, record, field, reason);
    }
  }
  return TRUE;
}

static double
component (MwType type, const guint8 *bytes)
{
  switch (type) {
  case MW_TYPE_U8:
    return *bytes;
  case MW_TYPE_I8:
    return *(const int8_t *) bytes;
  case MW_TYPE_U16:
    return *(const uint16_t *) bytes;
  case MW_TYPE_I16:
    return *(const int16_t *) bytes;
  case MW_TYPE_U32:
    return *(const uint32_t *) bytes;
  case MW_TYPE_I32:
    return *(const int32_t *) bytes;
  default:
    return (double) *(const float *) bytes;
  }
}

static gboolean
check_number (const MwRecord *record, const MwField *field, const void *bytes, GError **error)
{
  if (field->min == 0 && field->max == 0)
    return TRUE;
  guint64 aligned[64];
  gsize each = mw_type_size (field->type), size = MIN (mw_field_storage_size (field), sizeof aligned);
  memcpy (aligned, bytes, size);
  for (gsize at = 0; at + each <= size; at += each) {
    double value = component (field->type, (const guint8 *) aligned + at);
    if (value < field->min || value > field->max) {
      char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *reason = g_strdup_printf ("must be from %s to %s", g_ascii_dtostr (low, sizeof low, field->min),
                                                 g_ascii_dtostr (high, sizeof high, field->max));
      return refuse (error, MW_ERROR_VALUE, record, field, reason);
    }
  }
  return TRUE;
}

static gboolean
check_text (const MwRecord *record, const MwField *field, const void *bytes, gsize size, GError **error)
{
  if (size && memchr (bytes, 0, size))
    return refuse (error, MW_ERROR_VALUE, record, field, "a text cannot hold a NUL");
  if (size + 1 > field->count) {
    g_autofree char *reason = g_strdup_printf ("the text has %" G_GSIZE_FORMAT " bytes; there is room for %d", size,
                                               field->count - 1);
    return refuse (error, MW_ERROR_VALUE, record, field, reason);
  }
  return TRUE;
}

static gboolean
is_same (const MwRecord *record, const MwField *field, const void *bytes, gsize size)
{
  const void *at = mw_field_at (record, field);
  if (field->type != MW_TYPE_TEXT)
    return memcmp (at, bytes, size) == 0;
  const char *text = mw_text (*(char *const *) at);
  return strlen (text) == size && (size == 0 || memcmp (text, bytes, size) == 0);
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

gboolean
mw_document_set_field (MwDocument *self, MwId id, const MwField *field, const void *bytes, gsize size, GError **error)
{
  MwRecord *record = require_field (self, id, field, error);
  if (!record)
    return FALSE;
  gboolean number = mw_field_is_number (field), reference = field->type == MW_TYPE_REF;
  if (!number && !reference && field->type != MW_TYPE_TEXT)
    return refuse (error, MW_ERROR_VALUE, record, field, "is not a single value");
  if (field->type != MW_TYPE_TEXT && size != mw_field_storage_size (field))
    return refuse (error, MW_ERROR_VALUE, record, field, "the value has the wrong size");
  g_autofree guint8 *snapped = number ? g_memdup2 (bytes, size) : NULL;
  if (number) {
    mw_document_snap_values (self, record, field, snapped, 1);
    bytes = snapped;
  }
  if (is_same (record, field, bytes, size))
    return TRUE;
  if (number && !check_number (record, field, bytes, error))
    return FALSE;
  if (reference) {
    MwRef ref;
    memcpy (&ref, bytes, sizeof ref);
    if (!check_references (self, record, field, &ref, 1, NULL, error))
      return FALSE;
  }
  if (field->type == MW_TYPE_TEXT && !check_text (record, field, bytes, size, error))
    return FALSE;
  if (self->rules->set && !self->rules->set (self, record, field, bytes, error))
    return FALSE;
  if (mw_document_field_governs (record, field))
    mw_document_put_governing (self, record, field, bytes, size);
  else
    mw_document_put_value (self, record, field, bytes, size);
  return TRUE;
}

static gboolean
check_elements (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                const void *elements, GError **error)
{
  return !self->rules->elements || self->rules->elements (self, record, field, first, n, elements, error);
}

gboolean
mw_document_replace_span (MwDocument *self, MwId id, const MwField *field, guint32 first, guint32 n,
                          const void *elements, GError **error)
{
  MwRecord *record = require_field (self, id, field, error);
  if (!record)
    return FALSE;
  if (field->type != MW_TYPE_ARRAY)
    return refuse (error, MW_ERROR_VALUE, record, field, "is not an array");
  const MwArray *array = mw_field_at (record, field);
  if (first > array->n || n > array->n - first) {
    g_autofree char *reason = g_strdup_printf ("has only %u elements; there are not %u from element %u on", array->n, n,
                                               first);
    return refuse (error, MW_ERROR_VALUE, record, field, reason);
  }
  if (n == 0)
    return TRUE;
  if (field->element == MW_TYPE_REF) {
    g_autofree MwRef *refs = g_memdup2 (elements, n * mw_field_element_size (field));
    if (!check_references (self, record, field, refs, n * field->count, NULL, error))
      return FALSE;
  }
  if (!check_elements (self, record, field, first, n, elements, error))
    return FALSE;
  g_autofree guint8 *snapped = g_memdup2 (elements, n * mw_field_element_size (field));
  mw_document_snap_values (self, record, field, snapped, n);
  mw_document_put_span (self, record, field, first, n, snapped);
  return TRUE;
}

gboolean
mw_document_swap_arrays (MwDocument *self, MwId id, guint n, const MwField *const *fields, MwArray *arrays,
                         GError **error)
{
  MwRecord *record = NULL;
  gboolean ok = TRUE;
  g_autofree guint32 *lengths = g_new (guint32, n + 1);
  for (guint i = 0; i < n && ok; i++) {
    lengths[i] = arrays[i].n;
    /* An empty array that stays empty is accepted, also where the field does not exist. */
    record = mw_document_require (self, id, error);
    if (record && arrays[i].n == 0 && fields[i] && mw_schema_field (record->schema, fields[i]->name) == fields[i]
        && fields[i]->type == MW_TYPE_ARRAY && ((MwArray *) mw_field_at (record, fields[i]))->n == 0)
      continue;
    record = record ? require_field (self, id, fields[i], error) : NULL;
    ok = record != NULL;
    if (ok && fields[i]->type != MW_TYPE_ARRAY)
      ok = refuse (error, MW_ERROR_VALUE, record, fields[i], "is not an array");
    if (ok && fields[i]->element == MW_TYPE_REF)
      ok = check_references (self, record, fields[i], arrays[i].data, arrays[i].n * fields[i]->count, NULL, error);
    if (ok && self->rules->resize && ((const MwArray *) mw_field_at (record, fields[i]))->n != arrays[i].n)
      ok = self->rules->resize (self, record, fields[i], arrays[i].n, error);
    ok = ok && check_elements (self, record, fields[i], 0, arrays[i].n, arrays[i].data, error);
  }
  ok = ok && record && mw_document_check_parallel (self, record, n, fields, lengths, error);
  for (guint i = 0; i < n; i++) {
    if (ok) {
      gsize size = mw_field_element_size (fields[i]);
      if (mw_field_codec (record, fields[i], record->owner, mw_record_slot (record), self->format) != MW_CODEC_NONE
          && arrays[i].n)
        mw_document_snap_values (self, record, fields[i], mw_array_make_writable (&arrays[i], size), arrays[i].n);
      mw_document_put_array (self, record, fields[i], arrays[i]);
    } else
      mw_array_clear (&arrays[i]);
    arrays[i] = (MwArray) { 0 };
  }
  return ok;
}

gboolean
mw_document_swap_array (MwDocument *self, MwId id, const MwField *field, MwArray array, GError **error)
{
  return mw_document_swap_arrays (self, id, 1, &field, &array, error);
}

gboolean
mw_document_swap_keys (MwDocument *self, MwId id, MwArray times, MwArray values, MwArray in_tans, MwArray out_tans,
                       GError **error)
{
  static const struct {
    MwPart part;
    const char *word;
  } parts[] = { { MW_PART_TIMES, "time" },
                { MW_PART_VALUES, "value" },
                { MW_PART_IN_TANS, "in_tan" },
                { MW_PART_OUT_TANS, "out_tan" } };
  MwArray arrays[] = { times, values, in_tans, out_tans };
  const MwField *fields[G_N_ELEMENTS (parts)];
  const MwRecord *record = mw_document_require (self, id, error);
  guint n = 0;
  if (record && !mw_schema_part (record->schema, MW_PART_TIMES)) {
    refuse (error, MW_ERROR_VALUE, record, NULL, "has no keys");
    record = NULL;
  }
  /* Events have times only, and few tracks of M2 have tangents. */
  for (guint i = 0; record && i < G_N_ELEMENTS (parts); i++) {
    fields[n] = mw_schema_part (record->schema, parts[i].part);
    if (!fields[n] && arrays[i].n) {
      g_autofree char *reason = g_strdup_printf ("its keys have no %s", parts[i].word);
      refuse (error, MW_ERROR_VALUE, record, NULL, reason);
      record = NULL;
    } else if (fields[n])
      arrays[n++] = arrays[i];
  }
  if (!record) {
    for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
      mw_array_clear (&arrays[i]);
    return FALSE;
  }
  return mw_document_swap_arrays (self, id, n, fields, arrays, error);
}

/* --- Structure ------------------------------------------------------------------------------------------------------ */

/* The state of a check of a record and all records below it. Ids that are taken, or so large that the model's index
 * of ids would become huge, are replaced by new ones. */
typedef struct {
  MwDocument *self;
  const MwInsertion *insertion; /* NULL: the record is in the model already */
  const MwRecord *replaced;     /* a record that is removed first, so its ids count as free */
  GHashTable *seen;             /* id -> MwRecord */
  GError **error;
} Arriving;

static gboolean
is_below (const MwRecord *record, const MwRecord *top)
{
  while (record && record != top)
    record = record->owner;
  return record != NULL;
}

static gboolean
keep_or_clear_id (MwRecord *record, gpointer data)
{
  enum { FAR = 1 << 22 };
  Arriving *a = data;
  if (!record->id)
    return TRUE;
  MwRecord *holder = mw_model_find (a->self->model, record->id);
  if ((holder && !(a->replaced && is_below (holder, a->replaced))) || record->id - 1 >= a->self->model->n_ids + FAR
      || g_hash_table_contains (a->seen, GUINT_TO_POINTER (record->id)))
    record->id = 0;
  else
    g_hash_table_insert (a->seen, GUINT_TO_POINTER (record->id), record);
  return TRUE;
}

gboolean
mw_document_check_field (MwDocument *self, const MwRecord *record, const MwField *field, const MwInsertion *insertion,
                         GError **error)
{
  const void *at = mw_field_at (record, field);
  if (mw_field_is_number (field))
    return check_number (record, field, at, error);
  if (field->type == MW_TYPE_REF)
    return check_references (self, record, field, at, 1, insertion, error);
  if (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF)
    return check_references (self, record, field, ((const MwArray *) at)->data,
                             ((const MwArray *) at)->n * field->count, insertion, error);
  return TRUE;
}

static gboolean
check_one (MwRecord *record, gpointer data)
{
  Arriving *a = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    if (!mw_document_check_field (a->self, record, mw_schema_field_at (record->schema, i), a->insertion, a->error))
      return FALSE;
  return mw_document_check_parallel (a->self, record, 0, NULL, NULL, a->error);
}

gboolean
mw_document_check_whole (MwDocument *self, MwRecord *record, GError **error)
{
  Arriving here = { .self = self, .error = error };
  return mw_record_foreach (record, check_one, &here);
}

static gboolean
check_record (MwDocument *self, MwRecord *record, const MwRecord *owner, const MwField *list, const MwRecord *replaced,
              GError **error)
{
  if (!mw_schema_is_in (record->schema, self->model->record.schema, self->format)) {
    g_autofree char *reason = g_strdup_printf ("this version has no records of the kind %s", record->schema->name);
    return refuse (error, MW_ERROR_REFUSED, owner, list, reason);
  }
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  MwInsertion insertion = { record, owner, list, seen };
  Arriving arriving = { self, &insertion, replaced, seen, error };
  mw_record_foreach (record, keep_or_clear_id, &arriving);
  return mw_record_foreach (record, check_one, &arriving);
}

gboolean
mw_document_insert (MwDocument *self, MwId owner_id, const MwField *list, guint32 index, MwRecord *record,
                    GError **error)
{
  g_return_val_if_fail (record && !record->owner, FALSE);
  MwRecord *owner = mw_document_require (self, owner_id, error);
  gboolean ok = owner != NULL;
  if (ok && (!list || mw_schema_field (owner->schema, list->name) != list || !list->schema))
    ok = refuse (error, MW_ERROR_VALUE, owner, NULL, "the record has no such list");
  if (ok && !mw_schema_is_a (record->schema, list->schema)) {
    g_autofree char *reason = g_strdup_printf ("cannot hold a record of kind %s", record->schema->name);
    ok = refuse (error, MW_ERROR_REFUSED, owner, list, reason);
  }
  if (ok && !mw_field_is_live (owner, list, self->format))
    ok = refuse (error, MW_ERROR_REFUSED, owner, list, "does not exist in a record of this kind and version");
  if (ok && list->type == MW_TYPE_LIST && index > mw_record_list (owner, list)->n)
    ok = refuse (error, MW_ERROR_VALUE, owner, list, "has fewer records than that");
  if (ok && list->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (owner, list))
    ok = refuse (error, MW_ERROR_REFUSED, owner, list, "exists already");
  ok = ok && check_record (self, record, owner, list, NULL, error);
  GArray *places = NULL;
  if (ok && list->type == MW_TYPE_LIST && mw_document_has_places (self, owner, list)) {
    g_autofree MwNameMap *map = mw_name_map_inserted (mw_record_list (owner, list)->n, index);
    ok = mw_document_plan_places (self, owner, list, map, &places, error);
  }
  if (ok && self->rules->insert)
    ok = self->rules->insert (self, owner, list, index, record, NULL, error);
  if (ok) {
    mw_document_snap_record (self, record, owner, list);
    mw_document_put_record (self, owner, list, list->type == MW_TYPE_LIST ? index : 0, record);
    mw_document_put_places (self, places);
  } else {
    g_clear_pointer (&places, g_array_unref);
    mw_record_free (record);
  }
  return ok;
}

gboolean
mw_document_move (MwDocument *self, MwId id, guint32 index, GError **error)
{
  MwRecord *record = mw_document_require (self, id, error);
  if (!record)
    return FALSE;
  const MwField *field = mw_record_slot (record);
  if (!field || field->type != MW_TYPE_LIST)
    return refuse (error, MW_ERROR_REFUSED, record, NULL, "is not in a list");
  if (index >= mw_record_list (record->owner, field)->n)
    return refuse (error, MW_ERROR_VALUE, record, NULL, "its list has fewer records than that");
  if (self->rules->move && !self->rules->move (self, record, index, error))
    return FALSE;
  GArray *places = NULL;
  if (mw_document_has_places (self, record->owner, field)) {
    g_autofree MwNameMap *map = mw_name_map_moved (mw_record_list (record->owner, field)->n, mw_record_index (record),
                                                   index);
    if (!mw_document_plan_places (self, record->owner, field, map, &places, error))
      return FALSE;
  }
  mw_document_put_place (self, record, index);
  mw_document_put_places (self, places);
  return TRUE;
}

gboolean
mw_document_replace_record (MwDocument *self, MwId id, MwRecord *record, GError **error)
{
  g_return_val_if_fail (record && !record->owner, FALSE);
  MwRecord *old = mw_document_require (self, id, error);
  const MwField *field = old ? mw_record_slot (old) : NULL;
  gboolean ok = old != NULL;
  if (ok && !field)
    ok = refuse (error, MW_ERROR_REFUSED, old, NULL, "the model itself cannot be replaced");
  if (ok && !mw_schema_is_a (record->schema, field->schema)) {
    g_autofree char *reason = g_strdup_printf ("a record of kind %s cannot be here", record->schema->name);
    ok = refuse (error, MW_ERROR_REFUSED, old, NULL, reason);
  }
  if (ok) {
    record->id = id;
    ok = check_record (self, record, old->owner, field, old, error);
  }
  if (ok && self->rules->insert)
    ok = self->rules->insert (self, old->owner, field, mw_record_index (old), record, old, error);
  if (!ok) {
    mw_record_free (record);
    return FALSE;
  }
  mw_document_snap_record (self, record, old->owner, field);
  mw_document_put_replacement (self, old, record);
  return TRUE;
}

/* --- Notes ---------------------------------------------------------------------------------------------------------- */

gboolean
mw_document_forget (MwDocument *self, MwId id, MwNoteKind kind, GError **error)
{
  MwRecord *record = mw_document_require (self, id, error);
  if (record)
    mw_document_put_forgotten (self, record, kind);
  return record != NULL;
}

gboolean
mw_document_forget_about (MwDocument *self, MwId id, MwNoteKind kind, const MwField *field, GError **error)
{
  MwRecord *record = mw_document_require (self, id, error);
  if (!record)
    return FALSE;
  MwRecord *image = mw_record_new (record->schema);
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    if (note->kind != kind || note->field != field)
      mw_notes_add (image, note->kind, note->field, note->offset, note->bytes, note->size, note->from_file);
  }
  mw_document_put_notes (self, record, image);
  mw_record_free (image);
  return TRUE;
}

/* --- From text ------------------------------------------------------------------------------------------------------ */

gboolean
mw_document_set_text (MwDocument *self, const MwTarget *target, const char *text, gsize length, GError **error)
{
  const MwField *field = target->field;
  if (!field)
    return refuse (error, MW_ERROR_VALUE, target->record, NULL, "is a record, not a value");
  if (field->schema)
    return refuse (error, MW_ERROR_VALUE, target->record, field, "has records, not a value");
  if (!require_field (self, target->record->id, field, error))
    return FALSE;
  g_auto (MwValue) value = { 0 };
  if (!mw_value_parse (self->model, target, text, length, &value, error))
    return FALSE;
  if (field->type != MW_TYPE_ARRAY)
    return mw_document_set_field (self, target->record->id, field, value.bytes->data, value.bytes->len, error);
  /* If the target is a component, the value is the whole element that contains it. */
  gsize each = mw_field_element_size (field);
  guint32 n = (guint32) (value.bytes->len / each);
  if (target->whole)
    return mw_document_swap_array (self, target->record->id, field, mw_array_copy (value.bytes->data, n, each), error);
  if (n != target->n) {
    g_autofree char *reason = g_strdup_printf ("found %u elements for a span of %u", n, target->n);
    return refuse (error, MW_ERROR_VALUE, target->record, field, reason);
  }
  return mw_document_replace_span (self, target->record->id, field, target->first, target->n, value.bytes->data, error);
}
