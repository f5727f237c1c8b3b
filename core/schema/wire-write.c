/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"
#include "core/schema/path.h"
#include "core/schema/plan.h"
#include "core/schema/wire-m2.h"
#include "core/schema/wire-tracks.h"
#include "core/schema/wire.h"

#include <string.h>

#define MAX_SCOPES 4

struct _MwWireWriter {
  const MwModel *model;
  MwFormat format;
  MwBuffer *out;
  MwByteMap *map;
  const uint32_t *numbers;
  gpointer user;
  gboolean open;     /* see mw_wire_writer_set_open() */
  uint32_t first, n; /* write only this range of a chunk's list */
  GError *problem;   /* the first thing that the format cannot store */
  MwWireM2Writer m2;
};

MwWireWriter *
mw_wire_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map, const uint32_t *numbers,
                    gpointer user)
{
  MwWireWriter *writer = g_new0 (MwWireWriter, 1);
  *writer = (MwWireWriter) {
    .model = model, .format = format, .out = out, .map = map, .numbers = numbers, .user = user, .n = G_MAXUINT32
  };
  return writer;
}

void
mw_wire_writer_set_open (MwWireWriter *writer)
{
  writer->open = TRUE;
}

void
mw_wire_writer_free (MwWireWriter *writer)
{
  mw_wire_m2_writer_clear (&writer->m2);
  g_clear_error (&writer->problem);
  g_free (writer);
}

MwWireM2Writer *
mw_wire_writer_m2 (MwWireWriter *writer)
{
  return &writer->m2;
}

gboolean
mw_wire_writer_check (const MwWireWriter *writer, GError **error)
{
  if (writer->problem && error)
    *error = g_error_copy (writer->problem);
  return !writer->problem;
}

void
mw_wire_writer_refuse (MwWireWriter *writer, const MwRecord *record, const MwField *field, const char *format, ...)
{
  if (writer->problem)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *path = field ? mw_field_path (record, field) : mw_record_path (record);
  mw_set_error (&writer->problem, MW_ERROR_NOT_WRITABLE, -1, path, "%s", message);
}

gpointer
mw_wire_writer_user (const MwWireWriter *writer)
{
  return writer->user;
}

const MwModel *
mw_wire_writer_model (const MwWireWriter *writer)
{
  return writer->model;
}

MwFormat
mw_wire_writer_format (const MwWireWriter *writer)
{
  return writer->format;
}

MwBuffer *
mw_wire_writer_buffer (const MwWireWriter *writer)
{
  return writer->out;
}

/* Adds to the byte map, if there is one, what the next `size` bytes are. */
static void
mark (MwWireWriter *writer, size_t size, uint32_t count, MwBytesKind kind, const MwRecord *record, const MwField *field,
      const char *tag)
{
  if (G_UNLIKELY (writer->map != NULL))
    mw_byte_map_add (writer->map, writer->out->size, size, count, 0, kind, record, field, tag);
}

void
mw_wire_mark (MwWireWriter *writer, size_t size, uint32_t count, MwBytesKind kind, const MwRecord *record,
              const MwField *field, const char *tag)
{
  mark (writer, size, count, kind, record, field, tag);
}

static uint32_t
number_of (const MwWireWriter *writer, MwRef ref)
{
  return ref.id ? writer->numbers[ref.id] : ref.raw;
}

uint32_t
mw_wire_writer_number (const MwWireWriter *writer, MwRef ref)
{
  return number_of (writer, ref);
}

MwByteMap *
mw_wire_writer_map (MwWireWriter *writer)
{
  return writer->map;
}

void
mw_wire_write_records_to (MwWireWriter *writer, const char *tag, const MwList *list, MwBuffer *out)
{
  MwBuffer *before = writer->out;
  writer->out = out;
  for (uint32_t i = 0; i < list->n; i++)
    if (tag)
      mw_wire_write_rows (writer, tag, list->items[i]);
    else
      mw_wire_write_record (writer, list->items[i]);
  writer->out = before;
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

static void
write_tag (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  if (!op->tag)
    return;
  mark (writer, 4, 1, MW_BYTES_FIXED, record, NULL, op->row->tag);
  mw_buffer_append_u32 (writer->out, op->tag);
}

static void
write_plain (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  if (G_UNLIKELY (writer->map != NULL)) {
    size_t at = writer->out->size;
    for (guint i = 0, seen = 0; seen < op->n_rows; i++) {
      const MwWireRow *row = &op->row[i];
      if (row->wire != MW_WIRE_PLAIN || !mw_wire_row_applies (row, record->schema, writer->format, record->variant))
        continue;
      const MwField *field = mw_schema_field (record->schema, row->field);
      size_t size = mw_field_storage_size (field);
      mw_byte_map_add (writer->map, at, size, field->count, 0, MW_BYTES_VALUE, record, field, NULL);
      at += size;
      seen++;
    }
  }
  mw_buffer_append (writer->out, mw_field_at (record, op->field), op->bytes);
}

static void
write_chars (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const char *text = mw_text (*(char **) mw_field_at (record, op->field));
  size_t length = MIN (strlen (text), op->bytes);
  mark (writer, op->bytes, 1, MW_BYTES_VALUE, record, op->field, NULL);
  size_t at = writer->out->size;
  uint8_t *buffer = mw_buffer_add (writer->out, op->bytes);
  memcpy (buffer, text, length);
  memset (buffer + length, 0, op->bytes - length);
  const MwNote *note = mw_notes_find (record, MW_NOTE_TEXT_TAIL, op->field);
  /* The tail is valid while it begins after the NUL of the text. */
  if (note && note->offset > length && note->offset <= op->bytes && note->size <= op->bytes - note->offset) {
    memcpy (buffer + note->offset, note->bytes, note->size);
    if (writer->map)
      mw_byte_map_add (writer->map, at + note->offset, note->size, 1, 0, MW_BYTES_NOTE, record, op->field, "tail");
  }
}

static void
write_array (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwArray *array = mw_field_at (record, op->field);
  write_tag (writer, op, record);
  mark (writer, 4, 1, MW_BYTES_DERIVED, record, op->field, "count");
  mw_buffer_append_u32 (writer->out, array->n);
  if (op->field->element != MW_TYPE_REF) {
    size_t size = mw_codec_size (op->row->codec, op->field);
    mark (writer, array->n * size, array->n, MW_BYTES_VALUE, record, op->field, NULL);
    if (op->row->codec)
      mw_codec_encode (op->row->codec, op->field, array->data, array->n, mw_buffer_add (writer->out, array->n * size),
                       size);
    else
      mw_buffer_append (writer->out, array->data, array->n * size);
    return;
  }
  mark (writer, (size_t) array->n * 4, array->n, MW_BYTES_VALUE, record, op->field, NULL);
  uint8_t *to = mw_buffer_add (writer->out, (size_t) array->n * 4);
  const MwRef *refs = array->data;
  for (uint32_t i = 0; i < array->n; i++) {
    uint32_t number = number_of (writer, refs[i]);
    memcpy (to + 4 * (size_t) i, &number, 4);
  }
}

void
mw_wire_write_count (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t n)
{
  mark (writer, 4, 1, MW_BYTES_DERIVED, record, field, "count");
  mw_buffer_append_u32 (writer->out, n);
}

void
mw_wire_write_bytes (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes, size_t size)
{
  mark (writer, size, MAX (field->count, 1), MW_BYTES_VALUE, record, field, NULL);
  mw_buffer_append (writer->out, bytes, size);
}

void
mw_wire_write_fixed (MwWireWriter *writer, const MwRecord *record, const void *bytes, size_t size, const char *word)
{
  mark (writer, size, 1, MW_BYTES_FIXED, record, NULL, word);
  mw_buffer_append (writer->out, bytes, size);
}

void
mw_wire_write_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *elements,
                        uint32_t n)
{
  size_t width = mw_field_element_size (field);
  mw_wire_mark_elements (writer, record, field, writer->out->size, width, n, width);
  mw_buffer_append (writer->out, elements, width * n);
}

void
mw_wire_mark_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, size_t at, size_t width,
                       uint32_t n, size_t stride)
{
  if (writer->map && n)
    mw_byte_map_add (writer->map, at, width * n, n, stride == width ? 0 : (uint32_t) stride, MW_BYTES_VALUE, record,
                     field, NULL);
}

void
mw_wire_write_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes,
                       size_t size)
{
  mark (writer, size, 1, MW_BYTES_DERIVED, record, field, "copy");
  mw_buffer_append (writer->out, bytes, size);
}

void
mw_wire_write_u32_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value)
{
  mw_wire_write_u32_word (writer, record, field, value, "number");
}

void
mw_wire_write_u32_word (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value,
                        const char *word)
{
  mark (writer, 4, 1, MW_BYTES_DERIVED, record, field, word);
  mw_buffer_append_u32 (writer->out, value);
}

void
mw_wire_write_tag (MwWireWriter *writer, const MwRecord *record, const char *tag)
{
  mark (writer, 4, 1, MW_BYTES_FIXED, record, NULL, tag);
  mw_buffer_append (writer->out, tag, 4);
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

static void
write_ref (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  uint32_t number = number_of (writer, *(MwRef *) mw_field_at (record, op->field));
  size_t size = op->wire == MW_WIRE_REF32 ? 4 : 2;
  mark (writer, size, 1, MW_BYTES_VALUE, record, op->field, NULL);
  mw_buffer_append (writer->out, &number, size);
}

static void
write_list (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwList *list = mw_record_list (record, op->field);
  write_tag (writer, op, record);
  mark (writer, 4, 1, MW_BYTES_DERIVED, record, op->field, "count");
  mw_buffer_append_u32 (writer->out, list->n);
  for (uint32_t i = 0; i < list->n; i++)
    mw_wire_write_record (writer, list->items[i]);
}

static void
write_items (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwList *list = mw_record_list (record, op->field);
  uint32_t seen = 0;
  if (!op->field->schema->kinds) {
    for (uint32_t i = writer->first; i < list->n && i - writer->first < writer->n; i++)
      mw_wire_write_record (writer, list->items[i]);
    return;
  }
  for (uint32_t i = 0; i < list->n; i++) {
    if (!mw_schema_is_a (list->items[i]->schema, op->element))
      continue;
    if (seen >= writer->first && seen - writer->first < writer->n)
      mw_wire_write_record (writer, list->items[i]);
    seen++;
  }
}

/* The number of records that write_items() will write. */
static uint32_t
count_items (const MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwList *list = mw_record_list (record, op->field);
  uint32_t n = list->n;
  if (op->field->schema->kinds) {
    n = 0;
    for (uint32_t i = 0; i < list->n; i++)
      n += mw_schema_is_a (list->items[i]->schema, op->element);
  }
  return MIN (n - MIN (n, writer->first), writer->n);
}

static void
write_item_count (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  uint32_t n = count_items (writer, op, record);
  if (op->row->count && n > op->row->count)
    mw_wire_writer_refuse (writer, record, op->field, "found %u, this format holds at most %u", n, op->row->count);
  mw_wire_write_count (writer, record, op->field, n);
}

static void
write_tail (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwArray *tail = mw_field_at (record, op->field);
  size_t size = (size_t) tail->n * mw_field_element_size (op->field);
  if (size)
    mark (writer, size, tail->n, MW_BYTES_VALUE, record, op->field, NULL);
  mw_buffer_append (writer->out, tail->data, size);
}

/* Whether unknown bytes are written before these tracks, because they were read there. */
static gboolean
is_tail_first (const MwWireWriter *writer, const MwPlan *plan, const MwOp *tracks, const MwRecord *record)
{
  const MwOp *tail = tracks + tracks->group;
  return writer->open && tail < plan->ops + plan->n_ops && tail->wire == MW_WIRE_TAIL
         && mw_wire_tracks_follow_unknown_bytes (tracks, record);
}

static void
run (MwWireWriter *writer, const MwPlan *plan, const MwRecord *record)
{
  struct {
    size_t at;
    const MwOp *op;
  } scopes[MAX_SCOPES];
  guint n_scopes = 0;
  for (guint i = 0; i <= plan->n_ops; i++) {
    const MwOp *op = i < plan->n_ops ? &plan->ops[i] : NULL;
    if (!op || op->wire == MW_WIRE_SIZE_END) {
      /* Closes the innermost scope or, at the end of the record, all that are still open. */
      while (n_scopes > 0) {
        n_scopes--;
        uint32_t size = (uint32_t) (writer->out->size - scopes[n_scopes].at);
        if (scopes[n_scopes].op->wire == MW_WIRE_SIZE24 && size > 0xFFFFFF)
          mw_wire_writer_refuse (writer, record, NULL,
                                 "it takes more than 16,777,215 bytes, the most that its size field can hold");
        if (scopes[n_scopes].op->wire == MW_WIRE_SIZE24)
          size |= (uint32_t) * (uint8_t *) mw_field_at (record, scopes[n_scopes].op->field) << 24;
        mw_buffer_set_u32 (writer->out, scopes[n_scopes].at, size);
        if (op)
          break;
      }
      continue;
    }
    if (op->when && !mw_when_holds (&op->row->when, op->when, record))
      continue;
    switch (op->wire) {
    case MW_WIRE_PLAIN:
      write_plain (writer, op, record);
      break;
    case MW_WIRE_BGR: {
      const float *rgb = mw_field_at (record, op->field);
      mark (writer, 12, 3, MW_BYTES_VALUE, record, op->field, NULL);
      for (int c = 2; c >= 0; c--)
        mw_buffer_append (writer->out, &rgb[c], 4);
      break;
    }
    case MW_WIRE_CHARS:
      write_chars (writer, op, record);
      break;
    case MW_WIRE_REF32:
    case MW_WIRE_REF16:
    case MW_WIRE_REFU16:
      write_ref (writer, op, record);
      break;
    case MW_WIRE_SIZE:
    case MW_WIRE_SIZE24:
      g_assert (n_scopes < MAX_SCOPES);
      scopes[n_scopes].at = writer->out->size;
      scopes[n_scopes++].op = op;
      if (op->wire == MW_WIRE_SIZE24 && writer->map) {
        mw_byte_map_add (writer->map, writer->out->size, 3, 1, 0, MW_BYTES_DERIVED, record, NULL, "size");
        mw_byte_map_add (writer->map, writer->out->size + 3, 1, 1, 0, MW_BYTES_VALUE, record, op->field, NULL);
      } else {
        mark (writer, 4, 1, MW_BYTES_DERIVED, record, NULL, "size");
      }
      mw_buffer_append_u32 (writer->out, 0);
      break;
    case MW_WIRE_SIZE_END:
      break;
    case MW_WIRE_TAG:
      write_tag (writer, op, record);
      break;
    case MW_WIRE_PAD: {
      mark (writer, op->bytes, 1, MW_BYTES_FIXED, record, NULL, "pad");
      uint8_t *pad = mw_buffer_add (writer->out, op->bytes);
      memset (pad, 0, op->bytes);
      for (guint k = 0; k < mw_notes_count (record); k++) {
        const MwNote *note = mw_notes_at (record, k);
        if (note->kind == MW_NOTE_PAD && note->offset == (uint32_t) (op->row - record->schema->wire)
            && note->size >= op->bytes)
          memcpy (pad, note->bytes, op->bytes);
      }
      break;
    }
    case MW_WIRE_ARRAY:
      write_array (writer, op, record);
      break;
    case MW_WIRE_LIST:
      write_list (writer, op, record);
      break;
    case MW_WIRE_ITEM_COUNT:
      write_item_count (writer, op, record);
      break;
    case MW_WIRE_ITEMS:
      write_items (writer, op, record);
      break;
    case MW_WIRE_TRACK:
    case MW_WIRE_TRACK_BGR:
    case MW_WIRE_SIMPLE_TRACK:
    case MW_WIRE_EVENT_TRACK: {
      gboolean tail_first = is_tail_first (writer, plan, op, record);
      if (tail_first)
        write_tail (writer, op + op->group, record);
      mw_wire_write_tracks (writer, op, op->group, record);
      i += op->group - 1 + tail_first;
      break;
    }
    case MW_WIRE_TAIL:
      write_tail (writer, op, record);
      break;
    case MW_WIRE_HAND:
      op->row->hand->write (writer, record);
      break;
    case MW_WIRE_CODED:
      mark (writer, op->bytes, MAX (op->field->count, 1), MW_BYTES_VALUE, record, op->field, NULL);
      mw_codec_encode (op->row->codec, op->field, mw_field_at (record, op->field), 1,
                       mw_buffer_add (writer->out, op->bytes), op->bytes);
      break;
    case MW_WIRE_M2_ARRAY:
    case MW_WIRE_M2_TEXT:
    case MW_WIRE_M2_LIST:
    case MW_WIRE_M2_TRACK:
    case MW_WIRE_M2_EVENT_TRACK:
    case MW_WIRE_M2_CURVE:
      mw_wire_m2_write (writer, op, record);
      break;
    case MW_WIRE_BASE:
    case MW_WIRE_ELSEWHERE:
    case MW_WIRE_CHUNK:
      g_assert_not_reached ();
    }
  }
}

void
mw_wire_write_record (MwWireWriter *writer, const MwRecord *record)
{
  run (writer, mw_plan_get (record->schema, writer->format, record->variant), record);
}

void
mw_wire_write_rows (MwWireWriter *writer, const char tag[4], const MwRecord *record)
{
  const MwPlan *plan = mw_plan_get_chunk (record->schema, writer->format, mw_tag (tag));
  g_assert (plan);
  run (writer, plan, record);
}

void
mw_wire_write_chunk (MwWireWriter *writer, const char tag[4], uint32_t first, uint32_t n)
{
  const MwPlan *plan = mw_plan_get_chunk (writer->model->record.schema, writer->format, mw_tag (tag));
  g_assert (plan);
  writer->first = first;
  writer->n = n;
  run (writer, plan, &writer->model->record);
}

gboolean
mw_wire_chunk_items (const MwSchema *root, MwFormat format, const char tag[4], const MwField **list,
                     const MwSchema **element)
{
  const MwPlan *plan = mw_plan_get_chunk (root, format, mw_tag (tag));
  for (guint i = 0; plan && i < plan->n_ops; i++)
    if (plan->ops[i].wire == MW_WIRE_ITEMS) {
      *list = plan->ops[i].field;
      *element = plan->ops[i].element;
      return TRUE;
    }
  return FALSE;
}

gboolean
mw_wire_chunk_divides (const MwSchema *root, MwFormat format, const char tag[4])
{
  const MwPlan *plan = mw_plan_get_chunk (root, format, mw_tag (tag));
  gboolean items = FALSE;
  for (guint i = 0; plan && i < plan->n_ops; i++) {
    if (plan->ops[i].wire != MW_WIRE_ITEMS && plan->ops[i].wire != MW_WIRE_ITEM_COUNT)
      return FALSE;
    items |= plan->ops[i].wire == MW_WIRE_ITEMS;
  }
  return items;
}

const char **
mw_wire_chunk_tags (const MwSchema *root, MwFormat format, guint *n)
{
  const char **tags = g_new (const char *, root->n_wire + 1);
  *n = 0;
  for (guint i = 0; i < root->n_wire; i++)
    if (root->wire[i].wire == MW_WIRE_CHUNK && mw_wire_row_applies (&root->wire[i], root, format, 0))
      tags[(*n)++] = root->wire[i].tag;
  return tags;
}

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

static void
number_list (const MwList *list, const MwSchema *of, uint32_t *numbers)
{
  uint32_t next = 0;
  for (guint kind = 0; kind < mw_schema_n_kinds (of); kind++) {
    const MwSchema *schema = mw_schema_kind_at (of, kind);
    for (uint32_t i = 0; i < list->n; i++)
      if (!of->kinds || list->items[i]->schema == schema)
        numbers[list->items[i]->id] = next++;
  }
}

/* Numbers the records below one. Records of kinds that hold no others are skipped, because most records of large
 * models are. */
static void
number_below (const MwRecord *record, uint32_t *numbers)
{
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      if (field->type == MW_TYPE_LIST) {
        const MwList *list = mw_record_list (record, field);
        number_list (list, field->schema, numbers);
        const MwSchema *kind = NULL;
        gboolean deep = FALSE;
        for (uint32_t k = 0; k < list->n; k++) {
          if (list->items[k]->schema != kind)
            deep = mw_schema_holds_records (kind = list->items[k]->schema);
          if (deep)
            number_below (list->items[k], numbers);
        }
      } else if (field->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (record, field)) {
        number_below (*(MwRecord **) mw_field_at (record, field), numbers);
      }
    }
}

uint32_t *
mw_model_places (const MwModel *model)
{
  uint32_t *numbers = g_malloc (sizeof (uint32_t) * model->n_ids);
  memset (numbers, 0xFF, sizeof (uint32_t) * model->n_ids);
  number_below (&model->record, numbers);
  return numbers;
}

uint32_t *
mw_model_numbers (const MwModel *model)
{
  uint32_t *numbers = mw_model_places (model);
  if (model->record.schema->number)
    model->record.schema->number (model, numbers);
  return numbers;
}
