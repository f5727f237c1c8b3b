/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"

#include <string.h>

static void
carry_notes (MwRecord *to, const MwRecord *from)
{
  for (guint i = 0; i < mw_notes_count (from); i++) {
    const MwNote *note = mw_notes_at (from, i);
    if (note->kind != MW_NOTE_OBJECT_ID && note->field
        && mw_schema_field (to->schema, note->field->name) == note->field)
      mw_notes_add (to, note->kind, note->field, note->offset, note->bytes, note->size, note->from_file);
  }
}

static void
carry_field (MwRecord *to, const MwField *field, const MwRecord *from, const MwField *source)
{
  void *at = mw_field_at (to, field);
  const void *value = mw_field_at (from, source);
  switch (field->type) {
  case MW_TYPE_TEXT: {
    const char *text = mw_text (*(char *const *) value);
    mw_text_set (at, text, MIN (strlen (text), field->count));
    break;
  }
  case MW_TYPE_ARRAY:
    *(MwArray *) at = mw_array_share (value);
    break;
  case MW_TYPE_CHILD:
    if (*(MwRecord *const *) value)
      mw_child_set (NULL, to, field, mw_record_copy (*(MwRecord *const *) value, FALSE));
    break;
  case MW_TYPE_LIST:
    for (uint32_t i = 0; i < ((const MwList *) value)->n; i++)
      mw_list_append (NULL, to, field, mw_record_copy (((const MwList *) value)->items[i], FALSE));
    break;
  default:
    memcpy (at, value, mw_field_storage_size (field));
  }
}

MwRecord *
mw_record_convert_kind (const MwRecord *record, const MwSchema *kind)
{
  MwRecord *to = mw_record_new (kind), *plain = mw_record_new (record->schema);
  MwFamily family = mw_record_family (record);
  to->id = record->id;
  if (kind->init_for_family)
    kind->init_for_family (to, family);
  if (record->schema->init_for_family)
    record->schema->init_for_family (plain, family);
  for (guint i = 0; i < mw_schema_n_fields (kind); i++) {
    const MwField *field = mw_schema_field_at (kind, i);
    const MwField *source = mw_schema_field (record->schema, field->name);
    if (!source || source->type != field->type || source->element != field->element || source->schema != field->schema
        || (field->type != MW_TYPE_TEXT && source->count != field->count))
      continue;
    uint32_t fresh = 0;
    gboolean flags = field->role == MW_ROLE_FLAGS && field->type == MW_TYPE_U32;
    if (flags)
      fresh = *(uint32_t *) mw_field_at (to, field);
    carry_field (to, field, record, source);
    if (flags) {
      uint32_t *at = mw_field_at (to, field);
      *at = (*at & ~*(uint32_t *) mw_field_at (plain, source)) | fresh;
    }
  }
  carry_notes (to, record);
  mw_record_free (plain);
  return to;
}
