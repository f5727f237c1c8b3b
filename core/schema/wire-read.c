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

/* A block of a record whose size the file states. */
typedef struct {
  size_t outer, end; /* the ends of the block around it, and of this one */
  gboolean guessed;  /* the stated size is wrong: the block ends where its fields end */
} Scope;

struct _MwWireReader {
  MwModel *model;
  MwFormat format;
  const uint8_t *bytes;
  size_t size, at, end;
  size_t origin; /* see mw_wire_reader_set_origin() */
  MwArena arena;
  gpointer user;
  gboolean open;      /* see mw_wire_reader_set_open() */
  MwSalvage *salvage; /* see mw_wire_reader_set_salvage() */
  void (*dropped) (MwRecord *record, gpointer user);
  MwWireM2Reader m2;
  const MwOp *op;  /* the row being read, for messages */
  uint32_t items;  /* the number of records in the chunk, if it has a count */
  size_t count_at; /* where that count is; 0: the chunk has none */
  size_t item_at;  /* where the record begins that is being read from the chunk's list; 0: none is */
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
mw_wire_reader_set_origin (MwWireReader *reader, size_t origin)
{
  reader->origin = origin;
}

void
mw_wire_reader_set_open (MwWireReader *reader)
{
  reader->open = TRUE;
}

void
mw_wire_reader_set_salvage (MwWireReader *reader, MwSalvage *salvage, void (*dropped) (MwRecord *, gpointer))
{
  reader->salvage = salvage;
  reader->dropped = dropped;
}

MwSalvage *
mw_wire_reader_salvage (const MwWireReader *reader)
{
  return reader->salvage;
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
  mw_set_error (error, code, (gint64) (reader->origin + reader->at) + relative, *path ? path : NULL, "%s", message);
  return FALSE;
}

/* Goes on at `to` after an error; `n` bytes of the file are dropped. */
static void
drop (MwWireReader *reader, size_t to, GError **error, const char *what, size_t n)
{
  mw_salvage_add (reader->salvage, MW_SALVAGE_DROPPED, *error, "%s, %zu bytes", what, n);
  g_clear_error (error);
  reader->at = to;
}

/* Goes on after an error with something else than the file states. */
G_GNUC_PRINTF (3, 4)
static void
guess (const MwWireReader *reader, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  mw_salvage_add (reader->salvage, MW_SALVAGE_GUESSED, *error, "%s", what);
  g_clear_error (error);
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

/* Checks that all bytes up to the end have been read. */
static gboolean
all_taken (MwWireReader *reader, GError **error)
{
  size_t left = reader->end - reader->at;
  if (!left)
    return TRUE;
  mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0, "found %zu bytes more than its fields take", left);
  if (!reader->salvage)
    return FALSE;
  drop (reader, reader->end, error, "what follows its fields", left);
  return TRUE;
}

static gboolean
close_scope (MwWireReader *reader, const Scope *scope, GError **error)
{
  if (!scope->guessed && !all_taken (reader, error))
    return FALSE;
  reader->end = scope->outer;
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
  if (mw_wire_read_record (reader, record, error))
    return TRUE;
  if (reader->salvage) {
    /* Half a record at the end of a list is not kept. */
    mw_salvage_lose (reader->salvage, list);
    if (reader->dropped)
      reader->dropped (record, reader->user);
    mw_record_free (mw_list_take (reader->model, owner, list, mw_record_index (record)));
  }
  return FALSE;
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
  mw_wire_fail (reader, error, MW_ERROR_CORRUPT, (int) reader->count_at - (int) reader->at,
                "found a count of %u, but the chunk ends after %" G_GINT64_FORMAT, reader->items, found);
  if (!reader->salvage)
    return FALSE;
  guess (reader, error, "the count: %" G_GINT64_FORMAT, found);
  return TRUE;
}

static gboolean
read_items (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  /* Reserves space for as many as fit. Memory that stays unused is never touched. */
  size_t least = mw_plan_get (op->element, reader->format, 0)->least;
  mw_list_reserve (owner, op->field, (uint32_t) ((reader->end - reader->at) / MAX (least, 1)));
  gint64 i = 0;
  for (; reader->count_at ? i < reader->items : reader->at < reader->end; i++) {
    size_t before = reader->item_at = reader->at;
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
  guint depth = reader->depth;
  reader->at = at;
  reader->end = reader->size;
  if (!read_records (reader, list->name, owner, list, element, n, error)) {
    if (!reader->salvage)
      return FALSE;
    drop (reader, reader->size, error, "the rest of the list", reader->size - MIN (reader->at, reader->size));
    reader->depth = depth;
  }
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
  size_t width = mw_field_element_size (op->field);
  *tail = mw_arena_take (&reader->arena, (uint32_t) (n / width), width);
  n -= n % width;
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

/* The row that ends the scope around row `i`; the last row if the scope extends to the end of the record. */
static guint
end_of_scope (const MwPlan *plan, guint i)
{
  guint deeper = 0;
  while (++i < plan->n_ops) {
    if (plan->ops[i].wire == MW_WIRE_SIZE || plan->ops[i].wire == MW_WIRE_SIZE24)
      deeper++;
    else if (plan->ops[i].wire == MW_WIRE_SIZE_END && deeper-- == 0)
      return i;
  }
  return plan->n_ops - 1;
}

/* The number of bytes from row `i` on; -1 if records differ in it. */
static gint64
fixed_size (const MwPlan *plan, guint i)
{
  gint64 size = 0;
  for (; i < plan->n_ops; i++) {
    const MwOp *op = &plan->ops[i];
    if (op->when)
      return -1;
    if (op->wire == MW_WIRE_PLAIN || op->wire == MW_WIRE_CHARS || op->wire == MW_WIRE_PAD || op->wire == MW_WIRE_CODED)
      size += op->bytes;
    else if (op->wire == MW_WIRE_REF32)
      size += 4;
    else
      return -1;
  }
  return size;
}

/* Salvage: whether the size that a record of a chunk's list begins with can be right. Its fields must fit, and after it the
 * chunk must end, or a size follow that can be right, too. Without this check a wrong size would make nonsense of all records
 * after it. */
static gboolean
leads_on (MwWireReader *reader, const MwPlan *plan, size_t start, uint32_t size, GError **error)
{
  gint64 after = reader->depth == 1 && reader->item_at == start ? fixed_size (plan, end_of_scope (plan, 0) + 1) : -1;
  size_t left = reader->end - start;
  if (after < 0 || size > left) /* not known, or read_scope() says it */
    return TRUE;
  size_t least = plan->least; /* here without the parts that a record may lack */
  for (guint i = 0; i < plan->n_ops; i++)
    least -= plan->ops[i].wire == MW_WIRE_HAND ? MIN (least, 4) : 0;
  if (size + (size_t) after < least)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4,
                         "found a size of %u, but its fields take %zu bytes or more", size, least - (size_t) after);
  if (size + (size_t) after == left)
    return TRUE;
  left -= MIN (left, size + (size_t) after);
  uint32_t next = left >= 4 ? mw_u32_at (reader->bytes + reader->end - left) : 0;
  if (plan->ops[0].wire == MW_WIRE_SIZE24)
    next &= 0xFFFFFF;
  return (next >= 4 && next <= left)
         || mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found a size of %u, but nothing begins after it", size);
}

static gboolean
run (MwWireReader *reader, const MwPlan *plan, MwRecord *record, GError **error)
{
  Scope open[MAX_SCOPES];
  guint scopes = 0, depth = reader->depth;
  for (guint i = 0; i < plan->n_ops; i++) {
    const MwOp *op = &plan->ops[i];
    reader->op = op;
    if (op->when && !mw_when_holds (&op->row->when, op->when, record))
      continue;
    switch (op->wire) {
    case MW_WIRE_PLAIN:
      if (!need (reader, op->bytes, error))
        goto failed;
      memcpy (mw_field_at (record, op->field), reader->bytes + reader->at, op->bytes);
      reader->at += op->bytes;
      break;
    case MW_WIRE_BGR: {
      float *rgb = mw_field_at (record, op->field);
      if (!need (reader, 12, error))
        goto failed;
      for (int c = 0; c < 3; c++)
        memcpy (&rgb[c], reader->bytes + reader->at + 4 * (2 - c), 4);
      reader->at += 12;
      break;
    }
    case MW_WIRE_CHARS:
      if (!read_chars (reader, op, record, error))
        goto failed;
      break;
    case MW_WIRE_REF32: {
      MwRef *ref = mw_field_at (record, op->field);
      ref->id = 0;
      if (!mw_wire_read_u32 (reader, &ref->raw, error))
        goto failed;
      break;
    }
    case MW_WIRE_REF16:
    case MW_WIRE_REFU16: {
      MwRef *ref = mw_field_at (record, op->field);
      int16_t number;
      if (!need (reader, 2, error))
        goto failed;
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
      if (!mw_wire_read_u32 (reader, &size, error))
        goto failed;
      if (op->wire == MW_WIRE_SIZE24) {
        *(uint8_t *) mw_field_at (record, op->field) = (uint8_t) (size >> 24);
        size &= 0xFFFFFF;
      }
      Scope scope = { .outer = reader->end };
      if ((reader->salvage && i == 0 && !leads_on (reader, plan, start, size, error))
          || !read_scope (reader, &start, size, error)) {
        if (!reader->salvage)
          return FALSE;
        guess (reader, error, "its size, which follows from its fields");
        scope.guessed = TRUE;
      }
      scope.end = reader->end;
      open[scopes++] = scope;
      break;
    }
    case MW_WIRE_SIZE_END:
      reader->op = NULL;
      if (!close_scope (reader, &open[--scopes], error))
        goto failed;
      break;
    case MW_WIRE_TAG:
      if (!read_tag (reader, op->tag, error))
        goto failed;
      break;
    case MW_WIRE_PAD:
      if (!read_pad (reader, op, record, error))
        goto failed;
      break;
    case MW_WIRE_ARRAY:
      if (!read_array (reader, op, record, error))
        goto failed;
      break;
    case MW_WIRE_LIST:
      if (!read_tag (reader, op->tag, error) || !mw_wire_read_list (reader, record, op->field, op->element, error))
        goto failed;
      break;
    case MW_WIRE_ITEM_COUNT:
      if (!read_item_count (reader, op, error))
        goto failed;
      break;
    case MW_WIRE_ITEMS:
      if (!read_items (reader, op, record, error))
        goto failed;
      break;
    case MW_WIRE_TRACK:
    case MW_WIRE_TRACK_BGR:
    case MW_WIRE_SIMPLE_TRACK:
    case MW_WIRE_EVENT_TRACK: {
      gboolean behind = take_bytes_before_tracks (reader, plan, op, record);
      if (!mw_wire_read_tracks (reader, op, op->group, record, behind, error))
        goto failed;
      i += op->group - 1
           + behind; /* the bytes before the tracks have taken the field of the TAIL row, so skip that row */
      break;
    }
    case MW_WIRE_TAIL:
      take_tail (reader, op, record, scopes && open[scopes - 1].guessed ? 0 : reader->end - reader->at);
      break;
    case MW_WIRE_HAND:
      if (!op->row->hand->read (reader, record, error))
        goto failed;
      break;
    case MW_WIRE_CODED:
      if (!need (reader, op->bytes, error))
        goto failed;
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
        goto failed;
      break;
    case MW_WIRE_BASE:
    case MW_WIRE_ELSEWHERE:
    case MW_WIRE_CHUNK:
      g_assert_not_reached ();
    }
    continue;
  failed:
    if (!reader->salvage || scopes == 0 || open[scopes - 1].guessed)
      return FALSE;
    reader->depth = depth;
    scopes--;
    drop (reader, open[scopes].end, error, "the rest of its block",
          open[scopes].end - MIN (reader->at, open[scopes].end));
    reader->end = open[scopes].outer;
    i = end_of_scope (plan, i);
  }
  reader->op = NULL;
  while (scopes > 0)
    if (!close_scope (reader, &open[--scopes], error))
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
mw_wire_read_rows (MwWireReader *reader, const char tag[4], MwRecord *record, GError **error)
{
  const MwPlan *plan = mw_plan_get_chunk (record->schema, reader->format, mw_tag (tag));
  g_assert (plan);
  return run (reader, plan, record, error);
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
  reader->count_at = reader->item_at = 0;
  if (!push (reader, word, error))
    return FALSE;
  if (!run (reader, plan, &reader->model->record, error)) {
    if (!reader->salvage)
      return FALSE;
    drop (reader, end, error, "the rest of the chunk",
          end - (reader->item_at ? reader->item_at : MIN (reader->at, end)));
  }
  reader->depth = 1;
  reader->end = end;
  if (!all_taken (reader, error))
    return FALSE;
  reader->depth = 0;
  reader->end = reader->size;
  return TRUE;
}
