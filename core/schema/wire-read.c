/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/schema/codec.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"
#include "core/schema/wire-m2.h"
#include "core/schema/wire-tracks.h"

#include <string.h>

/* One level of the path that error messages show: GEOS[2], LAYS[0]. */
typedef struct {
  char word[24];
  gint64 index; /* -1: none */
} Frame;

#define MAX_DEPTH 8
#define MAX_SCOPES 4

struct _MwWireReader {
  MwModel *model;
  MwFormat format;
  const uint8_t *bytes;
  size_t size, at, end;
  MwArena arena;
  gpointer user;
  gboolean open; /* see mw_wire_reader_set_open() */
  MwWireM2Reader m2;
  const MwOp *op;  /* the row being read, for messages */
  uint32_t items;  /* the number of records in the chunk, if it has a count */
  size_t count_at; /* where that count is; 0: the chunk has none */
  Frame frames[MAX_DEPTH];
  guint depth;
};

MwWireReader *
mw_wire_reader_new (MwModel *model, MwFormat format, const uint8_t *bytes, size_t size, gpointer user)
{
  MwWireReader *reader = g_new0 (MwWireReader, 1);
  reader->model = model;
  reader->format = format;
  reader->bytes = bytes;
  reader->size = reader->end = size;
  reader->user = user;
  mw_arena_init (&reader->arena, size);
  mw_wire_m2_reader_init (&reader->m2, bytes, size);
  return reader;
}

void
mw_wire_reader_free (MwWireReader *reader)
{
  mw_arena_finish (&reader->arena);
  mw_wire_m2_reader_clear (&reader->m2);
  g_free (reader);
}

void
mw_wire_reader_set_open (MwWireReader *reader)
{
  reader->open = TRUE;
}

MwWireM2Reader *
mw_wire_reader_m2 (MwWireReader *reader)
{
  return &reader->m2;
}

void
mw_wire_reader_name_op (MwWireReader *reader, const MwOp *op)
{
  reader->op = op;
}

const uint8_t *
mw_wire_reader_bytes (const MwWireReader *reader, size_t *size)
{
  *size = reader->size;
  return reader->bytes;
}

size_t
mw_wire_reader_at (const MwWireReader *reader)
{
  return reader->at;
}

size_t
mw_wire_reader_end (const MwWireReader *reader)
{
  return reader->end;
}

void
mw_wire_reader_seek (MwWireReader *reader, size_t at, size_t end)
{
  reader->at = at;
  reader->end = end;
}

gpointer
mw_wire_reader_user (const MwWireReader *reader)
{
  return reader->user;
}

MwModel *
mw_wire_reader_model (const MwWireReader *reader)
{
  return reader->model;
}

MwFormat
mw_wire_reader_format (const MwWireReader *reader)
{
  return reader->format;
}

const uint8_t *
mw_wire_peek (const MwWireReader *reader, size_t *left)
{
  *left = reader->end - reader->at;
  return reader->bytes + reader->at;
}

MwArray
mw_wire_take (MwWireReader *reader, uint32_t n, size_t size)
{
  return mw_arena_take (&reader->arena, n, size);
}

/* --- Errors --------------------------------------------------------------------------------------------------------- */

static char *
place (const MwWireReader *reader)
{
  GString *path = g_string_new (NULL);
  for (guint i = 0; i < reader->depth; i++) {
    const Frame *frame = &reader->frames[i];
    if (path->len)
      g_string_append_c (path, '.');
    g_string_append (path, frame->word);
    if (frame->index >= 0)
      g_string_append_printf (path, "[%" G_GINT64_FORMAT "]", frame->index);
  }
  const char *what = !reader->op ? NULL : reader->op->tag ? reader->op->row->tag : reader->op->row->field;
  if (what) {
    if (path->len)
      g_string_append_c (path, '.');
    g_string_append (path, what);
  }
  return g_string_free (path, FALSE);
}

/* All errors of the walker are set here, so this is a good place for a breakpoint. */
gboolean
mw_wire_fail (const MwWireReader *reader, GError **error, MwErrorCode code, int relative, const char *format, ...)
{
  g_autofree char *path = place (reader);
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_set_error (error, code, (gint64) reader->at + relative, *path ? path : NULL, "%s", message);
  return FALSE;
}

static gboolean
need (const MwWireReader *reader, size_t n, GError **error)
{
  if (G_LIKELY (reader->end - reader->at >= n))
    return TRUE;
  return mw_wire_fail (reader, error, reader->end == reader->size ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, 0,
                       "needs %zu bytes, found %zu before the end of the enclosing block", n, reader->end - reader->at);
}

static gboolean
push (MwWireReader *reader, const char *word, GError **error)
{
  if (reader->depth == MAX_DEPTH)
    return mw_wire_fail (reader, error, MW_ERROR_LIMIT, 0, "records are nested deeper than %d", MAX_DEPTH);
  Frame *frame = &reader->frames[reader->depth++];
  g_strlcpy (frame->word, word, sizeof frame->word);
  frame->index = -1;
  return TRUE;
}

gboolean
mw_wire_read_u32 (MwWireReader *reader, uint32_t *value, GError **error)
{
  if (!need (reader, 4, error))
    return FALSE;
  *value = mw_u32_at (reader->bytes + reader->at);
  reader->at += 4;
  return TRUE;
}

gboolean
mw_wire_skip (MwWireReader *reader, size_t n, GError **error)
{
  if (!need (reader, n, error))
    return FALSE;
  reader->at += n;
  return TRUE;
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

static gboolean
read_tag (MwWireReader *reader, uint32_t tag, GError **error)
{
  uint32_t found;
  if (!tag)
    return TRUE;
  if (!mw_wire_read_u32 (reader, &found, error))
    return FALSE;
  if (found == tag)
    return TRUE;
  char text[5] = "";
  memcpy (text, &found, 4);
  for (int i = 0; i < 4; i++)
    if (!g_ascii_isprint (text[i]))
      text[i] = '?';
  return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found \"%s\" (0x%08X), expected \"%.4s\"", text, found,
                       (const char *) &tag);
}

static gboolean
read_chars (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  if (!need (reader, op->bytes, error))
    return FALSE;
  const char *bytes = (const char *) reader->bytes + reader->at;
  size_t length = strnlen (bytes, op->bytes), first = length, last = op->bytes;
  mw_text_set (mw_field_at (record, op->field), bytes, length);
  while (first < last && bytes[first] == 0)
    first++;
  if (first < last) {
    while (bytes[last - 1] == 0)
      last--;
    mw_notes_add (record, MW_NOTE_TEXT_TAIL, op->field, (uint32_t) first, bytes + first, (uint32_t) (last - first),
                  (guint) (last - first));
  }
  reader->at += op->bytes;
  return TRUE;
}

static gboolean
read_pad (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  if (!need (reader, op->bytes, error))
    return FALSE;
  for (uint32_t i = 0; i < op->bytes; i++)
    if (reader->bytes[reader->at + i]) {
      mw_notes_add (record, MW_NOTE_PAD, NULL, (uint32_t) (op->row - record->schema->wire), reader->bytes + reader->at,
                    op->bytes, op->bytes);
      break;
    }
  reader->at += op->bytes;
  return TRUE;
}

static gboolean
read_scope (MwWireReader *reader, size_t *start, uint32_t size, GError **error)
{
  if (size < 4)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found a size of %u, expected at least 4", size);
  if (size > reader->end - *start)
    return mw_wire_fail (reader, error, reader->end == reader->size ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, -4,
                         "found a size of %u, but %zu bytes are left in the enclosing "
                         "block",
                         size, reader->end - *start);
  reader->end = *start + size;
  return TRUE;
}

static gboolean
close_scope (MwWireReader *reader, size_t outer, GError **error)
{
  if (reader->at != reader->end)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0, "found %zu bytes more than its fields take",
                         reader->end - reader->at);
  reader->end = outer;
  return TRUE;
}

static gboolean
read_array (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  uint32_t n;
  if (!read_tag (reader, op->tag, error) || !mw_wire_read_u32 (reader, &n, error))
    return FALSE;
  const MwField *field = op->field;
  size_t in_file = field->element == MW_TYPE_REF ? 4 : mw_codec_size (op->row->codec, field);
  if (n > (reader->end - reader->at) / in_file)
    return mw_wire_fail (reader, error, reader->end == reader->size ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, -4,
                         "found a count of %u elements of %zu bytes, but %zu bytes are left", n, in_file,
                         reader->end - reader->at);
  MwArray *array = mw_field_at (record, field);
  *array = mw_arena_take (&reader->arena, n, mw_field_element_size (field));
  if (field->element == MW_TYPE_REF)
    mw_wire_refs_from_u32 (array->data, reader->bytes + reader->at, n, 4);
  else
    mw_codec_decode (op->row->codec, field, reader->bytes + reader->at, in_file, n, array->data);
  reader->at += (size_t) n * in_file;
  return TRUE;
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

static gboolean
read_new (MwWireReader *reader, MwRecord *owner, const MwField *list, const MwSchema *schema, gint64 index,
          GError **error)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (reader->model, owner, list, record);
  reader->frames[reader->depth - 1].index = index;
  return mw_wire_read_record (reader, record, error);
}

/* Reads `n` records into a list; `word` is their name in messages. */
static gboolean
read_records (MwWireReader *reader, const char *word, MwRecord *owner, const MwField *list, const MwSchema *element,
              uint32_t n, GError **error)
{
  if (!push (reader, word, error))
    return FALSE;
  mw_list_reserve (owner, list, n);
  for (uint32_t i = 0; i < n; i++)
    if (!read_new (reader, owner, list, element, i, error))
      return FALSE;
  reader->depth--;
  return TRUE;
}

static gboolean
read_item_count (MwWireReader *reader, const MwOp *op, GError **error)
{
  reader->count_at = reader->at;
  if (!mw_wire_read_u32 (reader, &reader->items, error))
    return FALSE;
  return !op->row->count || reader->items <= op->row->count
         || mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found a count of %u, the format holds at most %u",
                          reader->items, op->row->count);
}

static gboolean
count_differs (MwWireReader *reader, gint64 found, GError **error)
{
  reader->frames[reader->depth - 1].index = -1;
  reader->op = NULL;
  return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, (int) reader->count_at - (int) reader->at,
                       "found a count of %u, but the chunk ends after %" G_GINT64_FORMAT, reader->items, found);
}

static gboolean
read_items (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  /* Reserves space for as many as fit. Memory that stays unused is never touched. */
  size_t least = mw_plan_get (op->element, reader->format, 0)->least;
  mw_list_reserve (owner, op->field, (uint32_t) ((reader->end - reader->at) / MAX (least, 1)));
  gint64 i = 0;
  for (; reader->count_at ? i < reader->items : reader->at < reader->end; i++) {
    size_t before = reader->at;
    if (before == reader->end)
      return count_differs (reader, i, error);
    if (!read_new (reader, owner, op->field, op->element, i, error))
      return FALSE;
    g_assert (reader->at > before);
  }
  reader->frames[reader->depth - 1].index = -1;
  return TRUE;
}

gboolean
mw_wire_read_list (MwWireReader *reader, MwRecord *owner, const MwField *list, const MwSchema *element, GError **error)
{
  uint32_t n;
  if (!mw_wire_read_u32 (reader, &n, error))
    return FALSE;
  size_t least = mw_plan_get (element, reader->format, 0)->least;
  if (n > (reader->end - reader->at) / MAX (least, 1))
    return mw_wire_fail (reader, error, reader->end == reader->size ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, -4,
                         "found a count of %u records of at least %zu bytes, but %zu bytes are left", n, least,
                         reader->end - reader->at);
  return read_records (reader, reader->op && reader->op->tag ? reader->op->row->tag : list->name, owner, list, element,
                       n, error);
}

gboolean
mw_wire_read_records_at (MwWireReader *reader, size_t at, MwRecord *owner, const MwField *list, const MwSchema *element,
                         uint32_t n, size_t *stop, GError **error)
{
  size_t before = reader->at, end = reader->end;
  const MwOp *op = reader->op;
  reader->at = at;
  reader->end = reader->size;
  if (!read_records (reader, list->name, owner, list, element, n, error))
    return FALSE;
  *stop = reader->at;
  reader->at = before;
  reader->end = end;
  reader->op = op;
  return TRUE;
}

void
mw_wire_reader_enter (MwWireReader *reader, const char *word, gint64 index)
{
  g_assert (reader->depth == 0);
  push (reader, word, NULL);
  reader->frames[0].index = index;
}

static void
take_tail (MwWireReader *reader, const MwOp *op, MwRecord *record, size_t n)
{
  MwArray *tail = mw_field_at (record, op->field);
  *tail = mw_arena_take (&reader->arena, (uint32_t) n, 1);
  if (n)
    memcpy (tail->data, reader->bytes + reader->at, n);
  reader->at += n;
}

/* Files of an unknown later version may have more fields than the rows describe. Then unknown bytes come before the
 * tracks: reads these into the field that otherwise has the bytes after them. Returns whether there were any. */
static gboolean
take_bytes_before_tracks (MwWireReader *reader, const MwPlan *plan, const MwOp *tracks, MwRecord *record)
{
  const MwOp *behind = tracks + tracks->group;
  if (!reader->open || behind == plan->ops + plan->n_ops || behind->wire != MW_WIRE_TAIL)
    return FALSE;
  uint32_t n = mw_wire_bytes_before_tracks (reader, tracks, tracks->group);
  if (n)
    take_tail (reader, behind, record, n);
  return n != 0;
}

static gboolean
run (MwWireReader *reader, const MwPlan *plan, MwRecord *record, GError **error)
{
  size_t outer[MAX_SCOPES];
  guint scopes = 0;
  for (guint i = 0; i < plan->n_ops; i++) {
    const MwOp *op = &plan->ops[i];
    reader->op = op;
    if (op->when && !mw_when_holds (&op->row->when, op->when, record))
      continue;
    switch (op->wire) {
    case MW_WIRE_PLAIN:
      if (!need (reader, op->bytes, error))
        return FALSE;
      memcpy (mw_field_at (record, op->field), reader->bytes + reader->at, op->bytes);
      reader->at += op->bytes;
      break;
    case MW_WIRE_BGR: {
      float *rgb = mw_field_at (record, op->field);
      if (!need (reader, 12, error))
        return FALSE;
      for (int c = 0; c < 3; c++)
        memcpy (&rgb[c], reader->bytes + reader->at + 4 * (2 - c), 4);
      reader->at += 12;
      break;
    }
    case MW_WIRE_CHARS:
      if (!read_chars (reader, op, record, error))
        return FALSE;
      break;
    case MW_WIRE_REF32: {
      MwRef *ref = mw_field_at (record, op->field);
      ref->id = 0;
      if (!mw_wire_read_u32 (reader, &ref->raw, error))
        return FALSE;
      break;
    }
    case MW_WIRE_REF16:
    case MW_WIRE_REFU16: {
      MwRef *ref = mw_field_at (record, op->field);
      int16_t number;
      if (!need (reader, 2, error))
        return FALSE;
      memcpy (&number, reader->bytes + reader->at, 2);
      *ref = (MwRef) { 0, op->wire == MW_WIRE_REF16 ? (uint32_t) (int32_t) number : (uint16_t) number };
      reader->at += 2;
      break;
    }
    case MW_WIRE_SIZE:
    case MW_WIRE_SIZE24: {
      size_t start = reader->at;
      uint32_t size;
      g_assert (scopes < MAX_SCOPES);
      outer[scopes++] = reader->end;
      if (!mw_wire_read_u32 (reader, &size, error))
        return FALSE;
      if (op->wire == MW_WIRE_SIZE24) {
        *(uint8_t *) mw_field_at (record, op->field) = (uint8_t) (size >> 24);
        size &= 0xFFFFFF;
      }
      if (!read_scope (reader, &start, size, error))
        return FALSE;
      break;
    }
    case MW_WIRE_SIZE_END:
      reader->op = NULL;
      if (!close_scope (reader, outer[--scopes], error))
        return FALSE;
      break;
    case MW_WIRE_TAG:
      if (!read_tag (reader, op->tag, error))
        return FALSE;
      break;
    case MW_WIRE_PAD:
      if (!read_pad (reader, op, record, error))
        return FALSE;
      break;
    case MW_WIRE_ARRAY:
      if (!read_array (reader, op, record, error))
        return FALSE;
      break;
    case MW_WIRE_LIST:
      if (!read_tag (reader, op->tag, error) || !mw_wire_read_list (reader, record, op->field, op->element, error))
        return FALSE;
      break;
    case MW_WIRE_ITEM_COUNT:
      if (!read_item_count (reader, op, error))
        return FALSE;
      break;
    case MW_WIRE_ITEMS:
      if (!read_items (reader, op, record, error))
        return FALSE;
      break;
    case MW_WIRE_TRACK:
    case MW_WIRE_TRACK_BGR:
    case MW_WIRE_SIMPLE_TRACK:
    case MW_WIRE_EVENT_TRACK: {
      gboolean behind = take_bytes_before_tracks (reader, plan, op, record);
      if (!mw_wire_read_tracks (reader, op, op->group, record, behind, error))
        return FALSE;
      i += op->group - 1
           + behind; /* the bytes before the tracks have taken the field of the TAIL row, so skip that row */
      break;
    }
    case MW_WIRE_TAIL:
      take_tail (reader, op, record, reader->end - reader->at);
      break;
    case MW_WIRE_HAND:
      if (!op->row->hand->read (reader, record, error))
        return FALSE;
      break;
    case MW_WIRE_CODED:
      if (!need (reader, op->bytes, error))
        return FALSE;
      mw_codec_decode (op->row->codec, op->field, reader->bytes + reader->at, op->bytes, 1,
                       mw_field_at (record, op->field));
      reader->at += op->bytes;
      break;
    case MW_WIRE_M2_ARRAY:
    case MW_WIRE_M2_TEXT:
    case MW_WIRE_M2_LIST:
    case MW_WIRE_M2_TRACK:
    case MW_WIRE_M2_EVENT_TRACK:
    case MW_WIRE_M2_CURVE:
      if (!mw_wire_m2_read (reader, op, record, error))
        return FALSE;
      break;
    case MW_WIRE_BASE:
    case MW_WIRE_ELSEWHERE:
    case MW_WIRE_CHUNK:
      g_assert_not_reached ();
    }
  }
  reader->op = NULL;
  while (scopes > 0)
    if (!close_scope (reader, outer[--scopes], error))
      return FALSE;
  return TRUE;
}

gboolean
mw_wire_read_record (MwWireReader *reader, MwRecord *record, GError **error)
{
  if (record->schema->probe)
    record->variant = record->schema->probe (reader);
  return run (reader, mw_plan_get (record->schema, reader->format, record->variant), record, error);
}

gboolean
mw_wire_read_chunk (MwWireReader *reader, const char tag[4], size_t at, size_t end, gboolean *known, GError **error)
{
  const MwPlan *plan = mw_plan_get_chunk (reader->model->record.schema, reader->format, mw_tag (tag));
  *known = plan != NULL;
  if (!plan)
    return FALSE;
  char word[5] = "";
  memcpy (word, tag, 4);
  reader->at = at;
  reader->end = end;
  reader->depth = 0;
  reader->op = NULL;
  reader->count_at = 0;
  if (!push (reader, word, error) || !run (reader, plan, &reader->model->record, error))
    return FALSE;
  if (reader->at != reader->end)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0, "found %zu bytes more than its fields take",
                         reader->end - reader->at);
  reader->depth = 0;
  reader->end = reader->size;
  return TRUE;
}

/* --- References ----------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwField *field;
  gboolean special;   /* the stored numbers are not list positions: call `resolve` */
  const MwList *list; /* a list of the model; NULL: look for the list in each record's owners */
} RefField;

/* The reference fields of a schema. */
typedef struct {
  const MwSchema *schema;
  gboolean deep; /* its records hold other records */
  guint n;
  RefField refs[];
} Kind;

typedef struct {
  MwModel *model;
  const char *except;
  MwResolve resolve;
  gpointer data;
  GHashTable *kinds; /* by schema: Kind */
} Resolving;

static const Kind *
kind_of (Resolving *r, const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  Kind *kind = g_hash_table_lookup (r->kinds, schema);
  if (kind)
    return kind;
  guint n = mw_schema_n_fields (schema);
  kind = g_malloc (sizeof (Kind) + n * sizeof (RefField));
  *kind = (Kind) { schema, mw_schema_holds_records (schema), 0 };
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i), *target;
    if (!field->refers)
      continue;
    const MwRecord *scope = mw_ref_scope (r->model, record, field, &target);
    kind->refs[kind->n++] = (RefField) { field, r->except && strcmp (field->refers, r->except) == 0,
                                         scope == &r->model->record ? mw_record_list (scope, target) : NULL };
  }
  g_hash_table_insert (r->kinds, (gpointer) schema, kind);
  return kind;
}

static void
resolve_field (const Resolving *r, MwRecord *record, const RefField *each)
{
  gboolean array = each->field->type == MW_TYPE_ARRAY;
  MwArray *bulk = mw_field_at (record, each->field);
  MwRef *refs = array ? bulk->data : mw_field_at (record, each->field);
  uint32_t n = array ? bulk->n * each->field->count : 1;
  const MwList *list = each->list;
  if (!list) {
    const MwField *target;
    const MwRecord *scope = mw_ref_scope (r->model, record, each->field, &target);
    if (!scope)
      return;
    list = mw_record_list (scope, target);
  }
  for (uint32_t k = 0; k < n; k++) {
    MwId id = refs[k].id              ? refs[k].id
              : each->special         ? r->resolve (refs[k].raw, r->data)
              : refs[k].raw < list->n ? list->items[refs[k].raw]->id
                                      : 0;
    if (id)
      refs[k] = (MwRef) { id, 0 };
  }
}

static void resolve_below (Resolving *r, MwRecord *record);

static void
resolve_record (Resolving *r, MwRecord *record, const Kind *kind)
{
  for (guint i = 0; i < kind->n; i++)
    resolve_field (r, record, &kind->refs[i]);
  if (kind->deep)
    resolve_below (r, record);
}

static void
resolve_below (Resolving *r, MwRecord *record)
{
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      if (field->type == MW_TYPE_LIST) {
        const MwList *list = mw_record_list (record, field);
        const Kind *kind = NULL;
        for (uint32_t k = 0; k < list->n; k++) {
          if (!kind || kind->schema != list->items[k]->schema)
            kind = kind_of (r, list->items[k]);
          resolve_record (r, list->items[k], kind);
        }
      } else if (field->type == MW_TYPE_CHILD) {
        MwRecord *child = *(MwRecord **) mw_field_at (record, field);
        if (child)
          resolve_record (r, child, kind_of (r, child));
      }
    }
}

void
mw_wire_resolve (MwModel *model, const char *except, MwResolve resolve, gpointer data)
{
  Resolving r = { model, except, resolve, data, g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  resolve_record (&r, &model->record, kind_of (&r, &model->record));
  g_hash_table_unref (r.kinds);
}
