/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/chunks.h"
#include "core/schema/plan.h"

#include <string.h>

gboolean
mw_m2_in_chunks (const MwRecord *record)
{
  const MwM2 *model = mw_m2_above (record);
  return !model || model->chunked;
}

/* --- Columns ------------------------------------------------------------------------------------------------------------ */

/* Chunks with a part for each record of one or two lists. */
typedef struct {
  char tag[5];
  gboolean array; /* the parts are an array: a pair of count and offset comes first */
  size_t lists[2];
} Column;

static const Column columns[] = {
  { "SFID", FALSE, { offsetof (MwM2, skins) } },
  { "TXAC", FALSE, { offsetof (MwM2, materials), offsetof (MwM2, particles) } },
  { "EXPT", FALSE, { offsetof (MwM2, particles) } },
  { "EXP2", TRUE, { offsetof (MwM2, particles) } },
  { "TXID", FALSE, { offsetof (MwM2, textures) } },
  { "RPID", FALSE, { offsetof (MwM2, particles) } },
  { "GPID", FALSE, { offsetof (MwM2, particles) } },
  { "PGD1", TRUE, { offsetof (MwM2, particles) } },
  { "DETL", FALSE, { offsetof (MwM2, lights) } },
};

static const Column *
column_of (uint32_t tag)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (mw_tag (columns[i].tag) == tag)
      return &columns[i];
  return NULL;
}

static const MwField *
list_of (const Column *column, guint i)
{
  return i < 2 && column->lists[i] ? mw_schema_member (&mw_m2_schema, column->lists[i]) : NULL;
}

static MwFormat
format_of (const MwM2 *model)
{
  return (MwFormat) { MW_FAMILY_M2, model->version, FALSE };
}

gboolean
mw_m2_chunk_has_arrays (uint32_t tag)
{
  const MwPlan *plan = mw_plan_get_chunk (&mw_m2_schema, (MwFormat) { MW_FAMILY_M2, MW_M2_CHUNKS_SINCE, FALSE }, tag);
  const Column *column = column_of (tag);
  return column ? column->array
                : plan && (plan->ops[0].wire == MW_WIRE_M2_ARRAY || plan->ops[0].wire == MW_WIRE_M2_LIST);
}

static gboolean
read_column (MwWireReader *reader, const char *tag, MwRecord *record, GError **error)
{
  const Column *column = column_of (mw_tag (tag));
  const MwField *field;
  for (guint k = 0; (field = list_of (column, k)); k++) {
    const MwList *list = mw_record_list (record, field);
    if (column->array) {
      if (!mw_wire_m2_read_column (reader, tag, record, field, error))
        return FALSE;
      continue;
    }
    for (uint32_t i = 0; i < list->n; i++)
      if (!mw_wire_read_rows (reader, tag, list->items[i], error))
        return FALSE;
  }
  return TRUE;
}

static void
write_column (MwWireWriter *writer, const char *tag, const MwRecord *record)
{
  const Column *column = column_of (mw_tag (tag));
  const MwField *field;
  for (guint k = 0; (field = list_of (column, k)); k++) {
    const MwList *list = mw_record_list (record, field);
    if (column->array)
      mw_wire_m2_write_column (writer, tag, record, field);
    for (uint32_t i = 0; !column->array && i < list->n; i++)
      mw_wire_write_rows (writer, tag, list->items[i]);
  }
}

#define COLUMN(name, tag)                                                                                              \
  static gboolean read_##name (MwWireReader *reader, MwRecord *record, GError **error)                                 \
  {                                                                                                                    \
    return read_column (reader, tag, record, error);                                                                   \
  }                                                                                                                    \
  static void write_##name (MwWireWriter *writer, const MwRecord *record)                                              \
  {                                                                                                                    \
    write_column (writer, tag, record);                                                                                \
  }                                                                                                                    \
  const MwHand mw_m2_column_##name = { tag " of each record", read_##name, write_##name }

COLUMN (txac, "TXAC");
COLUMN (expt, "EXPT");
COLUMN (exp2, "EXP2");
COLUMN (txid, "TXID");
COLUMN (rpid, "RPID");
COLUMN (gpid, "GPID");
COLUMN (pgd1, "PGD1");

/* SFID may end early, even before the last profile has its id (m2.md 12). A note says how many ids there were. */
static gboolean
read_sfid (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwM2 *model = (MwM2 *) record;
  size_t left;
  mw_wire_peek (reader, &left);
  uint32_t n = (uint32_t) MIN (left / 4, model->skins.n);
  for (uint32_t i = 0; i < n; i++)
    if (!mw_wire_read_rows (reader, "SFID", model->skins.items[i], error))
      return FALSE;
  if (n < model->skins.n)
    mw_notes_add (record, MW_NOTE_LAYOUT, MW_FIELD (MwM2, lod_skin_files), 0, &n, sizeof n, sizeof n);
  return TRUE;
}

static void
write_sfid (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) record;
  const MwNote *note = mw_notes_find_of (record, MW_NOTE_LAYOUT, MW_FIELD (MwM2, lod_skin_files), sizeof (uint32_t));
  uint32_t n = model->skins.n, kept;
  if (note && model->lod_skin_files.n == 0) {
    memcpy (&kept, note->bytes, sizeof kept);
    while (n > kept && ((const MwM2Skin *) model->skins.items[n - 1])->file_id == 0)
      n--;
  }
  for (uint32_t i = 0; i < n; i++)
    mw_wire_write_rows (writer, "SFID", model->skins.items[i]);
}

const MwHand mw_m2_column_sfid = { "SFID of each profile", read_sfid, write_sfid };

/* The parts of DETL have 16 bytes; in some files the last four are missing (m2.md 12), which a note says. */
#define SHORT_DETAIL 12

static gboolean
read_detl (MwWireReader *reader, MwRecord *record, GError **error)
{
  const MwM2 *model = (const MwM2 *) record;
  size_t left;
  mw_wire_peek (reader, &left);
  gboolean is_short = left == (size_t) SHORT_DETAIL * model->lights.n && model->lights.n;
  for (uint32_t i = 0; i < model->lights.n; i++)
    if (!mw_wire_read_rows (reader, "DETL", model->lights.items[i], error)
        || (!is_short && !mw_wire_read_u32 (reader, &((MwM2Light *) model->lights.items[i])->detail_unknown_0c, error)))
      return FALSE;
  uint32_t size = SHORT_DETAIL;
  if (is_short)
    mw_notes_add (record, MW_NOTE_LAYOUT, MW_FIELD (MwM2, lights), 0, &size, sizeof size, 0);
  return TRUE;
}

static void
write_detl (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) record;
  const MwField *last = MW_FIELD (MwM2Light, detail_unknown_0c);
  gboolean is_short = mw_notes_find (record, MW_NOTE_LAYOUT, MW_FIELD (MwM2, lights)) != NULL;
  for (uint32_t i = 0; i < model->lights.n; i++)
    is_short &= ((const MwM2Light *) model->lights.items[i])->detail_unknown_0c == 0;
  for (uint32_t i = 0; i < model->lights.n; i++) {
    const MwRecord *light = model->lights.items[i];
    mw_wire_write_rows (writer, "DETL", light);
    if (!is_short)
      mw_wire_write_bytes (writer, light, last, mw_field_at (light, last), 4);
  }
}

const MwHand mw_m2_column_detl = { "DETL of each light", read_detl, write_detl };

/* --- What a chunk needs ------------------------------------------------------------------------------------------------- */

/* Bytes that a chunk has for each record of a list. */
static uint64_t
column_size (const MwM2 *model, const Column *column)
{
  uint64_t size = 0;
  const MwField *field;
  for (guint k = 0; (field = list_of (column, k)); k++)
    size += (uint64_t) mw_record_list (&model->model.record, field)->n
            * mw_plan_get_chunk (field->schema, format_of (model), mw_tag (column->tag))->least;
  return size;
}

/* Whether a payload begins with a pair whose array is inside it. */
static gboolean
has_array (const uint8_t *bytes, size_t size, size_t least)
{
  if (size < 8)
    return FALSE;
  uint32_t count = mw_u32_at (bytes), offset = mw_u32_at (bytes + 4);
  return count == 0 || (offset >= 8 && offset <= size && count <= (size - offset) / MAX (least, 1));
}

static gboolean
column_fits (const MwM2 *model, const Column *column, const uint8_t *bytes, size_t size)
{
  uint64_t usual = column_size (model, column);
  if (strcmp (column->tag, "SFID") == 0)
    return size % 4 == 0;
  if (strcmp (column->tag, "DETL") == 0)
    return size == usual || size == usual + 4 * (uint64_t) model->lights.n;
  if (!column->array)
    return size == usual;
  const MwField *list = list_of (column, 0);
  return has_array (bytes, size, mw_plan_get_chunk (list->schema, format_of (model), mw_tag (column->tag))->least)
         && mw_u32_at (bytes) == mw_record_list (&model->model.record, list)->n;
}

/* The number of bytes by which a chunk that ends with a list or an array can grow; 0: its size is fixed. */
static size_t
step_of (const MwPlan *plan, MwFormat format)
{
  const MwOp *last = &plan->ops[plan->n_ops - 1];
  if (last->wire == MW_WIRE_ITEMS)
    return mw_plan_get (last->element, format, 0)->least;
  return last->wire == MW_WIRE_TAIL ? mw_field_element_size (last->field) : 0;
}

gboolean
mw_m2_chunk_fits (const MwM2 *model, uint32_t tag, const uint8_t *bytes, size_t size)
{
  const MwFormat format = format_of (model);
  const MwPlan *plan = mw_plan_get_chunk (&mw_m2_schema, format, tag);
  const Column *column = column_of (tag);
  if (!plan)
    return FALSE;
  if (column)
    return column_fits (model, column, bytes, size);
  if (mw_m2_chunk_has_arrays (tag)) {
    const MwOp *op = &plan->ops[0];
    return has_array (bytes, size, op->element ? mw_plan_get (op->element, format, 0)->least : mw_field_element_size (op->field));
  }
  size_t step = step_of (plan, format);
  return size >= plan->least && (step ? (size - plan->least) % step == 0 : size == plan->least);
}

static gboolean
field_differs (const MwRecord *record, const MwRecord *fresh, const MwField *field)
{
  switch (field->type) {
  case MW_TYPE_LIST:
    return mw_record_list (record, field)->n != 0;
  case MW_TYPE_ARRAY:
    return ((const MwArray *) mw_field_at (record, field))->n != 0;
  case MW_TYPE_CHILD:
    return *(MwRecord *const *) mw_field_at (record, field) != NULL;
  default:
    return memcmp (mw_field_at (record, field), mw_field_at (fresh, field), mw_field_storage_size (field)) != 0;
  }
}

/* Whether a field that this chunk has of the record differs from its default. */
static gboolean
differs (const MwRecord *record, const MwRecord *fresh, uint32_t tag)
{
  const MwSchema *schema = record->schema;
  gboolean inside = FALSE;
  for (guint i = 0; i < schema->n_wire; i++) {
    const MwWireRow *row = &schema->wire[i];
    if (row->wire == MW_WIRE_CHUNK)
      inside = mw_tag (row->tag) == tag;
    else if (inside && row->field && field_differs (record, fresh, mw_schema_field (schema, row->field)))
      return TRUE;
  }
  return FALSE;
}

/* Whether a file without this chunk would lose something. */
static gboolean
is_needed (const MwM2 *model, uint32_t tag)
{
  const Column *column = column_of (tag);
  const MwField *field;
  for (guint k = 0; column && (field = list_of (column, k)); k++) {
    const MwList *list = mw_record_list (&model->model.record, field);
    g_autoptr (MwRecord) fresh = mw_record_new (field->schema);
    for (uint32_t i = 0; i < list->n; i++)
      if (differs (list->items[i], fresh, tag))
        return TRUE;
  }
  g_autoptr (MwRecord) fresh = mw_record_new (&mw_m2_schema);
  return differs (&model->model.record, fresh, tag);
}

/* --- Order -------------------------------------------------------------------------------------------------------------- */

/* An entry of the note: an unknown chunk is one that the file has and that is kept as bytes. */
typedef struct {
  uint32_t tag, is_unknown;
} Noted;

static gboolean
same_order (const GArray *a, const GArray *b)
{
  for (guint i = 0; i < MIN (a->len, b->len); i++) {
    const MwM2Chunk *x = &g_array_index (a, MwM2Chunk, i), *y = &g_array_index (b, MwM2Chunk, i);
    if (x->tag != y->tag || x->unknown != y->unknown)
      return FALSE;
  }
  return a->len == b->len;
}

void
mw_m2_note_chunks (MwM2 *model, const GArray *chunks)
{
  g_autoptr (GArray) usual = mw_m2_chunk_order (model);
  if (same_order (chunks, usual))
    return;
  g_autofree Noted *noted = g_new (Noted, chunks->len + 1);
  for (guint i = 0; i < chunks->len; i++) {
    const MwM2Chunk *chunk = &g_array_index (chunks, MwM2Chunk, i);
    noted[i] = (Noted) { chunk->tag, chunk->unknown != 0 };
  }
  mw_notes_add (&model->model.record, MW_NOTE_CHUNK_ORDER, NULL, 0, noted, (uint32_t) (chunks->len * sizeof (Noted)),
                (guint) (chunks->len * sizeof (uint32_t)));
}

static uint32_t
unknown_tag (const MwM2 *model, uint32_t i)
{
  uint32_t tag;
  memcpy (&tag, ((const MwM2UnknownChunk *) model->unknown_chunks.items[i])->tag, sizeof tag);
  return tag;
}

static void
add (GArray *chunks, uint32_t tag, MwId unknown)
{
  MwM2Chunk chunk = { tag, unknown };
  g_array_append_val (chunks, chunk);
}

static gboolean
has (const GArray *chunks, uint32_t tag)
{
  for (guint i = 0; i < chunks->len; i++)
    if (g_array_index (chunks, MwM2Chunk, i).tag == tag && !g_array_index (chunks, MwM2Chunk, i).unknown)
      return TRUE;
  return FALSE;
}

/* Whether an unknown chunk with this tag comes in the note from entry `from` on. */
enum { FAR = 4096 }; /* how many entries are looked at: files can have a million chunks */
static gboolean
comes_later (const Noted *noted, guint n, guint from, uint32_t tag)
{
  for (guint i = from; i < MIN (n, from + FAR); i++)
    if (noted[i].is_unknown && noted[i].tag == tag)
      return TRUE;
  return FALSE;
}

/* Unknown chunks are written in the order of their list, so that the file reads back as this model: each takes the next place of
 * the note with its tag, or follows the one before it. */
GArray *
mw_m2_chunk_order (const MwM2 *model)
{
  GArray *chunks = g_array_new (FALSE, FALSE, sizeof (MwM2Chunk));
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_CHUNK_ORDER, NULL);
  guint n = note ? note->size / (guint) sizeof (Noted) : 0;
  g_autofree Noted *noted = n ? g_memdup2 (note->bytes, n * sizeof (Noted)) : NULL;
  uint32_t next = 0;
  for (guint i = 0; i < n; i++) {
    if (!noted[i].is_unknown) {
      if (!has (chunks, noted[i].tag)
          && (noted[i].tag == mw_tag (MW_M2_CHUNK_MODEL) || mw_plan_get_chunk (&mw_m2_schema, format_of (model), noted[i].tag)))
        add (chunks, noted[i].tag, 0);
      continue;
    }
    for (; next < model->unknown_chunks.n && unknown_tag (model, next) != noted[i].tag
           && !comes_later (noted, n, i + 1, unknown_tag (model, next));
         next++)
      add (chunks, unknown_tag (model, next), model->unknown_chunks.items[next]->id);
    if (next < model->unknown_chunks.n && unknown_tag (model, next) == noted[i].tag) {
      add (chunks, noted[i].tag, model->unknown_chunks.items[next]->id);
      next++;
    }
  }
  if (!has (chunks, mw_tag (MW_M2_CHUNK_MODEL))) {
    MwM2Chunk image = { mw_tag (MW_M2_CHUNK_MODEL), 0 };
    g_array_prepend_val (chunks, image);
  }
  guint n_tags;
  g_autofree const char **tags = mw_wire_chunk_tags (&mw_m2_schema, format_of (model), &n_tags);
  for (guint i = 0; i < n_tags; i++)
    if (!has (chunks, mw_tag (tags[i])) && is_needed (model, mw_tag (tags[i])))
      add (chunks, mw_tag (tags[i]), 0);
  for (; next < model->unknown_chunks.n; next++)
    add (chunks, unknown_tag (model, next), model->unknown_chunks.items[next]->id);
  return chunks;
}
