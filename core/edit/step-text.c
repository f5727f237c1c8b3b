/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/step-private.h"
#include "core/schema/value.h"

#include <string.h>

/* The text form of a step, version 1; step-read.c reads it. One change or property a line, words separated by one
 * blank. What continues on lines of its own ends with "end".
 *
 *   modelwright-step 1
 *   label TEXT
 *   selection-before ID...
 *   selection-after ID...
 *   operation ID PARAMETERS                              only for a step that an operation made: two texts in quotes, and
 *   subjects ID...                                       the records that it was done to
 *   verbatim                                             only for such a step: see mw_step_is_verbatim()
 *   set ID SCHEMA FIELD VALUE VALUE                      before, after
 *   span ID SCHEMA FIELD FIRST N BYTES BYTES             before, after: N elements as in memory
 *   swap ID SCHEMA FIELD N BYTES N BYTES                 before, after
 *   insert OWNER SCHEMA FIELD PLACE                      then a record; SCHEMA is the owner's
 *   remove OWNER SCHEMA FIELD PLACE                      then the record as it was
 *   move ID SCHEMA OWNER SCHEMA FIELD PLACE PLACE        from, to
 *   replace OWNER SCHEMA FIELD PLACE                     then two records: before, after
 *   forget ID SCHEMA                                     then a line for each removed note, and "end"
 *   notes ID SCHEMA                                      then the notes before and "end", the notes after and "end"
 *   end-step
 *
 * A record, with its ids:
 *   record ID SCHEMA VARIANT
 *   value FIELD VALUE
 *   array FIELD N BYTES
 *   note KIND FIELD|- OFFSET FROM-FILE BYTES             the file's spelling, so that a replay saves the same bytes
 *   child FIELD                                          then a record
 *   list FIELD                                           then records, and "end"
 *   end
 *
 * VALUE: numbers separated by commas (a float as the shortest text that reads back as the same float, a NaN by its
 * bits); a reference as #ID, none or the stored number; a text in quotes, with \\ \" and \xHH for bytes that are not
 * printable ASCII.
 * BYTES: base64, or - for no bytes; a reference is a pair of u32, id and stored number. TEXT: in quotes as above. */

static void
append_text (GString *out, const char *bytes, gsize size)
{
  g_string_append_c (out, '"');
  for (gsize i = 0; i < size; i++) {
    guchar c = (guchar) bytes[i];
    if (c == '"' || c == '\\')
      g_string_append_printf (out, "\\%c", c);
    else if (c < 0x20 || c > 0x7E)
      g_string_append_printf (out, "\\x%02x", c);
    else
      g_string_append_c (out, (char) c);
  }
  g_string_append_c (out, '"');
}

static void
append_bytes (GString *out, const void *bytes, gsize size)
{
  g_autofree char *text = size ? g_base64_encode (bytes, size) : g_strdup ("-");
  g_string_append_c (out, ' ');
  g_string_append (out, text);
}

/* Appends the value of a number, reference or text field; `size` is used for texts only. */
static void
append_value (GString *out, const MwField *field, const guint8 *bytes, gsize size)
{
  if (field->type == MW_TYPE_TEXT) {
    append_text (out, (const char *) bytes, size);
  } else if (field->type == MW_TYPE_REF) {
    MwRef ref;
    memcpy (&ref, bytes, sizeof ref);
    if (ref.id)
      g_string_append_printf (out, "#%u", ref.id);
    else if (ref.raw == MW_REF_NONE.raw)
      g_string_append (out, "none");
    else
      g_string_append_printf (out, "%u", ref.raw);
  } else {
    gsize each = mw_type_size (field->type);
    for (guint i = 0; i < field->count; i++) {
      if (i)
        g_string_append_c (out, ',');
      mw_value_append_number (out, field->type, bytes + i * each);
    }
  }
}

static void
append_notes (GString *out, const MwRecord *record)
{
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    g_string_append_printf (out, "note %s %s %u %u", mw_note_kind_name (note->kind),
                            note->field ? note->field->name : "-", note->offset, note->from_file);
    append_bytes (out, note->bytes, note->size);
    g_string_append_c (out, '\n');
  }
}

static void
append_record (GString *out, const MwRecord *record)
{
  g_string_append_printf (out, "record %u %s %u\n", record->id, record->schema->name, record->variant);
  append_notes (out, record);
  guint n = mw_schema_n_fields (record->schema);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const void *at = mw_field_at (record, field);
    switch (field->type) {
    case MW_TYPE_ARRAY: {
      const MwArray *array = at;
      g_string_append_printf (out, "array %s %u", field->name, array->n);
      append_bytes (out, array->data, array->n * mw_field_element_size (field));
      g_string_append_c (out, '\n');
      break;
    }
    case MW_TYPE_CHILD:
      if (*(MwRecord *const *) at) {
        g_string_append_printf (out, "child %s\n", field->name);
        append_record (out, *(MwRecord *const *) at);
      }
      break;
    case MW_TYPE_LIST: {
      const MwList *list = at;
      g_string_append_printf (out, "list %s\n", field->name);
      for (uint32_t k = 0; k < list->n; k++)
        append_record (out, list->items[k]);
      g_string_append (out, "end\n");
      break;
    }
    default: {
      const char *text = field->type == MW_TYPE_TEXT ? mw_text (*(char *const *) at) : NULL;
      g_string_append_printf (out, "value %s ", field->name);
      append_value (out, field, text ? (const guint8 *) text : at, text ? strlen (text) : 0);
      g_string_append_c (out, '\n');
    }
    }
  }
  g_string_append (out, "end\n");
}

const char *const mw_step_verbs[MW_STEP_N_KINDS] = {
  [MW_STEP_SET] = "set",         [MW_STEP_SPAN] = "span",     [MW_STEP_SWAP] = "swap",
  [MW_STEP_INSERT] = "insert",   [MW_STEP_REMOVE] = "remove", [MW_STEP_MOVE] = "move",
  [MW_STEP_REPLACE] = "replace", [MW_STEP_FORGET] = "forget", [MW_STEP_NOTES] = "notes",
};

static void
append_change (GString *out, const MwStepChange *change)
{
  g_string_append (out, mw_step_verbs[change->kind]);
  if (change->kind <= MW_STEP_SWAP || change->kind == MW_STEP_MOVE || change->kind >= MW_STEP_FORGET)
    g_string_append_printf (out, " %u %s", change->id, change->schema->name);
  if (change->kind >= MW_STEP_FORGET) {
    g_string_append_c (out, '\n');
    append_notes (out, change->record.before);
    g_string_append (out, "end\n");
    if (change->kind == MW_STEP_FORGET)
      return;
    append_notes (out, change->record.after);
    g_string_append (out, "end\n");
    return;
  }
  if (change->kind >= MW_STEP_INSERT)
    g_string_append_printf (out, " %u %s", change->owner, change->owner_schema->name);
  g_string_append_printf (out, " %s", change->field->name);
  switch (change->kind) {
  case MW_STEP_SET:
    g_string_append_c (out, ' ');
    append_value (out, change->field, mw_step_value_bytes (&change->value.before), change->value.before.size);
    g_string_append_c (out, ' ');
    append_value (out, change->field, mw_step_value_bytes (&change->value.after), change->value.after.size);
    break;
  case MW_STEP_SPAN:
    g_string_append_printf (out, " %u %u", change->first, change->n);
    append_bytes (out, mw_step_value_bytes (&change->value.before), change->value.before.size);
    append_bytes (out, mw_step_value_bytes (&change->value.after), change->value.after.size);
    break;
  case MW_STEP_SWAP: {
    gsize each = mw_field_element_size (change->field);
    const MwArray *arrays[] = { &change->array.before, &change->array.after };
    for (guint i = 0; i < G_N_ELEMENTS (arrays); i++) {
      g_string_append_printf (out, " %u", arrays[i]->n);
      append_bytes (out, arrays[i]->data, arrays[i]->n * each);
    }
    break;
  }
  case MW_STEP_MOVE:
    g_string_append_printf (out, " %u %u", change->first, change->n);
    break;
  default:
    g_string_append_printf (out, " %u\n", change->first);
    if (change->record.before)
      append_record (out, change->record.before);
    if (change->record.after)
      append_record (out, change->record.after);
    return;
  }
  g_string_append_c (out, '\n');
}

static void
append_selection (GString *out, const char *word, const GArray *ids)
{
  g_string_append (out, word);
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (out, " %u", g_array_index (ids, MwId, i));
  g_string_append_c (out, '\n');
}

char *
mw_step_to_text (const MwStep *step)
{
  GString *out = g_string_new ("modelwright-step 1\nlabel ");
  append_text (out, step->label, strlen (step->label));
  g_string_append_c (out, '\n');
  append_selection (out, "selection-before", step->selection_before);
  append_selection (out, "selection-after", step->selection_after);
  if (step->operation) {
    g_string_append (out, "operation ");
    append_text (out, step->operation, strlen (step->operation));
    g_string_append_c (out, ' ');
    append_text (out, step->params, strlen (step->params));
    g_string_append_c (out, '\n');
    append_selection (out, "subjects", step->subjects);
  }
  if (step->verbatim)
    g_string_append (out, "verbatim\n");
  for (guint i = 0; i < step->changes->len; i++)
    append_change (out, mw_step_change_at (step, i));
  g_string_append (out, "end-step\n");
  return g_string_free (out, FALSE);
}
