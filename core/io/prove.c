/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/schema/wire.h"

#include <string.h>

/* The record at the same place in another model, or NULL. */
static MwRecord *
counterpart (const MwRecord *record, const MwModel *other)
{
  if (!record->owner)
    return (MwRecord *) &other->record;
  MwRecord *owner = counterpart (record->owner, other);
  if (!owner || owner->schema != record->owner->schema)
    return NULL;
  const MwField *slot = mw_record_slot (record);
  if (slot->type == MW_TYPE_CHILD)
    return *(MwRecord **) mw_field_at (owner, slot);
  /* In a list of several kinds records are counted by kind. */
  uint32_t index = mw_record_kind_index (record);
  const MwList *list = mw_record_list (owner, slot);
  for (uint32_t i = 0; i < list->n; i++)
    if (list->items[i]->schema == record->schema && index-- == 0)
      return list->items[i];
  return NULL;
}

/* Makes references of another model stored numbers: equality takes such a number for the record that it would name. */
static void
number_refs (MwRef *refs, uint32_t n, const uint32_t *numbers)
{
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id)
      refs[i] = (MwRef) { 0, numbers[refs[i].id] };
}

/* Gives a field the value that it has in the other model's record. */
static void
take_value (MwRecord *to, const MwRecord *from, const MwField *field, const uint32_t *numbers)
{
  void *slot = mw_field_at (to, field);
  const void *value = mw_field_at (from, field);
  if (field->type == MW_TYPE_TEXT) {
    const char *text = mw_text (*(char *const *) value);
    mw_text_set (slot, text, strlen (text));
  } else if (field->type == MW_TYPE_ARRAY) {
    mw_array_clear (slot);
    *(MwArray *) slot = mw_array_share (value);
    if (field->element == MW_TYPE_REF)
      number_refs (mw_array_make_writable (slot, mw_field_element_size (field)), ((MwArray *) slot)->n * field->count,
                   numbers);
  } else if (field->type == MW_TYPE_REF) {
    *(MwRef *) slot = *(const MwRef *) value;
    number_refs (slot, 1, numbers);
  } else if (mw_field_is_number (field)) {
    memcpy (slot, value, mw_field_storage_size (field));
  }
}

/* Whether the models are equal except for what the report names: that is copied from the model that was read, and then all must
 * be equal. Records are compared by place, not aligned as diff does: two records can become alike by what they lose. *where gets
 * the path of what differs. */
static gboolean
equal_but_for (const MwModel *model, const MwModel *again, MwFormat format, const MwReport *report, char **where)
{
  if (report->losses->len == 0)
    return mw_model_equal (model, again, format, where);
  MwModel *copy = mw_model_copy (model, FALSE);
  g_autofree uint32_t *numbers = mw_model_numbers (again);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    MwRecord *record = mw_model_find (copy, loss->id);
    if (!record)
      continue;
    if (!loss->field && !loss->layout) {
      MwRecord *owner = record->owner;
      mw_record_free (mw_list_take (copy, owner, mw_record_slot (record), mw_record_index (record)));
      continue;
    }
    const MwRecord *other = counterpart (record, again);
    if (!other || other->schema != record->schema)
      continue;
    if (loss->layout)
      record->variant = other->variant;
    else
      take_value (record, other, loss->field, numbers);
  }
  gboolean equal = mw_model_equal (copy, again, format, where);
  mw_model_free (copy);
  return equal;
}

gboolean
mw_io_prove (const MwModel *model, MwFormat format, const MwFileSet *written, const MwIoOptions *options,
             GError **error)
{
  const MwReport *report = options ? options->report : NULL;
  g_autoptr (GError) why = NULL;
  MwModel *again = mw_io_read (written, NULL, NULL, &why);
  if (!again) {
    g_autofree char *text = mw_error_describe (why, NULL);
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, mw_error_offset (why), mw_error_path (why),
                  "the written file cannot be read again (%s); nothing was saved", text);
    return FALSE;
  }
  g_autofree char *where = NULL;
  gboolean equal = report ? equal_but_for (model, again, format, report, &where)
                          : mw_model_equal (model, again, format, &where);
  mw_model_free (again);
  if (!equal)
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, where,
                  "the written file does not read back identically; nothing was saved");
  return equal;
}
