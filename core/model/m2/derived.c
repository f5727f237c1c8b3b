/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/kept.h"
#include "core/base/buffer.h"

#include <string.h>

/* Frames: reading derived tables from a file and writing them. */

#define FIELD(name_, type_) { .name = name_, .type = MW_TYPE_ARRAY, .element = type_, .count = 1, .label = name_ }
static const MwField table_fields[MW_M2_N_TABLES] = {
  [MW_M2_SEQUENCE_LOOKUP] = FIELD ("sequence_lookup", MW_TYPE_U16),
  [MW_M2_KEY_BONE_LOOKUP] = FIELD ("key_bone_lookup", MW_TYPE_U16),
  [MW_M2_REPLACEABLE_LOOKUP] = FIELD ("replaceable_lookup", MW_TYPE_U16),
  [MW_M2_BONE_COMBOS] = FIELD ("bone_combos", MW_TYPE_U16),
  [MW_M2_TEXTURE_COMBOS] = FIELD ("texture_combos", MW_TYPE_U16),
  [MW_M2_COORD_COMBOS] = FIELD ("coord_combos", MW_TYPE_U16),
  [MW_M2_WEIGHT_COMBOS] = FIELD ("weight_combos", MW_TYPE_U16),
  [MW_M2_TRANSFORM_COMBOS] = FIELD ("transform_combos", MW_TYPE_U16),
  [MW_M2_ATTACHMENT_LOOKUP] = FIELD ("attachment_lookup", MW_TYPE_U16),
  [MW_M2_CAMERA_LOOKUP] = FIELD ("camera_lookup", MW_TYPE_U16),
};
const MwField mw_m2_skin_vertices_field = FIELD ("vertices", MW_TYPE_U16);
const MwField mw_m2_skin_indices_field = FIELD ("indices", MW_TYPE_U16);
const MwField mw_m2_skin_bones_field = FIELD ("bones", MW_TYPE_U8);

const MwField *
mw_m2_table_field (MwM2Table table)
{
  return &table_fields[table];
}

const MwField *
mw_m2_model_note_field (const char *name)
{
  for (guint i = 0; i < MW_M2_N_TABLES; i++)
    if (strcmp (table_fields[i].name, name) == 0)
      return &table_fields[i];
  return mw_m2_kept_note_field (name);
}

const MwField *
mw_m2_note_field (const char *name)
{
  const MwField *const of_skins[] = { &mw_m2_skin_vertices_field, &mw_m2_skin_indices_field, &mw_m2_skin_bones_field };
  for (guint i = 0; i < MW_M2_N_TABLES; i++)
    if (strcmp (table_fields[i].name, name) == 0)
      return &table_fields[i];
  for (guint i = 0; i < G_N_ELEMENTS (of_skins); i++)
    if (strcmp (of_skins[i]->name, name) == 0)
      return of_skins[i];
  return NULL;
}

void
mw_m2_span_set (MwM2Span *span, const void *values, uint32_t n)
{
  mw_m2_span_clear (span);
  span->values = n ? g_memdup2 (values, 2 * (gsize) n) : NULL;
  span->n = n;
}

void
mw_m2_span_clear (MwM2Span *span)
{
  g_clear_pointer (&span->values, g_free);
  span->n = 0;
}

static void
skin_frame_free (gpointer data)
{
  MwM2SkinFrame *skin = data;
  mw_m2_span_clear (&skin->vertices);
  mw_m2_span_clear (&skin->indices);
  mw_m2_span_clear (&skin->bones);
  g_array_unref (skin->runs);
  g_array_unref (skin->units);
  g_free (skin);
}

MwM2Frame *
mw_m2_frame_new (void)
{
  MwM2Frame *frame = g_new0 (MwM2Frame, 1);
  frame->skins = g_ptr_array_new_with_free_func (skin_frame_free);
  return frame;
}

void
mw_m2_frame_free (MwM2Frame *frame)
{
  if (!frame)
    return;
  for (guint i = 0; i < MW_M2_N_TABLES; i++)
    mw_m2_span_clear (&frame->tables[i]);
  g_ptr_array_unref (frame->skins);
  g_free (frame->numbers);
  g_free (frame);
}

MwM2SkinFrame *
mw_m2_frame_skin (MwM2Frame *frame, guint index)
{
  while (frame->skins->len <= index) {
    MwM2SkinFrame *skin = g_new0 (MwM2SkinFrame, 1);
    skin->runs = g_array_new (FALSE, TRUE, sizeof (MwM2Runs));
    skin->units = g_array_new (FALSE, TRUE, sizeof (MwM2Units));
    g_ptr_array_add (frame->skins, skin);
  }
  return frame->skins->pdata[index];
}

static void
number_lists (const MwRecord *record, uint32_t *places)
{
  for (guint i = 0; i < record->schema->n_fields; i++) {
    const MwField *field = &record->schema->fields[i];
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      places[list->items[k]->id] = k;
  }
}

uint32_t *
mw_m2_reference_places (const MwM2 *model)
{
  uint32_t *places = g_new (uint32_t, model->model.n_ids);
  memset (places, 0xFF, sizeof *places * model->model.n_ids);
  number_lists (&model->model.record, places);
  for (uint32_t k = 0; k < model->skins.n; k++)
    number_lists (model->skins.items[k], places);
  return places;
}

/* --- Whole frames ----------------------------------------------------------------------------------------------------- */

static gboolean
is_lookup (MwM2Table table)
{
  return table <= MW_M2_REPLACEABLE_LOOKUP || table >= MW_M2_ATTACHMENT_LOOKUP;
}

/* A stored lookup that differs from the derived one is kept in a note, with a checksum of its inputs. */
static void
note_lookup (MwM2 *model, MwM2Table table, const MwM2Span *stored)
{
  MwM2Span derived = { 0 };
  mw_m2_derive_lookup (model, table, &derived);
  if (derived.n != stored->n || (stored->n && memcmp (derived.values, stored->values, 2 * (gsize) stored->n) != 0)) {
    g_autoptr (GByteArray) note = g_byte_array_new ();
    uint32_t inputs = mw_m2_lookup_inputs (model, table);
    g_byte_array_append (note, (const guint8 *) &inputs, sizeof inputs);
    if (stored->n)
      g_byte_array_append (note, (const guint8 *) stored->values, 2 * stored->n);
    mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (table), 0, note->data, note->len, 2 * stored->n);
  }
  mw_m2_span_clear (&derived);
}

void
mw_m2_table_derive (const MwM2 *model, MwM2Table table, MwM2Span *out)
{
  uint32_t inputs;
  const MwNote *note = mw_notes_find_of (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (table), sizeof inputs);
  if (note) {
    memcpy (&inputs, note->bytes, sizeof inputs);
    if (inputs == mw_m2_lookup_inputs (model, table)) {
      mw_m2_span_set (out, note->bytes + sizeof inputs, (note->size - (uint32_t) sizeof inputs) / 2);
      return;
    }
  }
  mw_m2_derive_lookup (model, table, out);
}

gboolean
mw_m2_frame_resolve (const MwM2Frame *frame, MwM2 *model, GError **error)
{
  if (!mw_m2_resolve_triangles (model, frame, error) || !mw_m2_resolve_units (model, frame, error))
    return FALSE;
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++)
    if (is_lookup (table))
      note_lookup (model, table, &frame->tables[table]);
  mw_m2_keep_tables (model, frame);
  mw_m2_note_skin_vertices (model, frame);
  mw_m2_note_bone_combos (model, frame);
  mw_m2_note_skin_bones (model, frame);
  mw_m2_note_unit_combos (model, frame);
  return TRUE;
}

MwM2Frame *
mw_m2_frame_derive (const MwM2 *model)
{
  MwM2Frame *frame = mw_m2_frame_new ();
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++)
    if (is_lookup (table))
      mw_m2_table_derive (model, table, &frame->tables[table]);
  frame->numbers = mw_m2_reference_places (model);
  for (guint i = 0; i < model->skins.n; i++)
    mw_m2_frame_skin (frame, i);
  mw_m2_derive_skin_vertices (model, frame);
  mw_m2_derive_bone_combos (model, frame);
  mw_m2_derive_skin_bones (model, frame);
  mw_m2_derive_unit_combos (model, frame, frame->numbers);
  return frame;
}

/* --- Hand rows: tables ------------------------------------------------------------------------------------------------ */

static gboolean
read_span (MwWireReader *reader, const MwRecord *owner, const MwField *field, size_t size, MwM2Span *span, GError **error)
{
  const uint8_t *bytes;
  uint32_t n;
  if (!mw_wire_m2_read_span (reader, owner, field, size, &bytes, &n, error))
    return FALSE;
  mw_m2_span_set (span, bytes, n * (uint32_t) (size / 2));
  return TRUE;
}

static gboolean
read_table (MwWireReader *reader, MwRecord *record, MwM2Table table, GError **error)
{
  MwM2Frame *frame = mw_wire_reader_user (reader);
  if (table == MW_M2_SEQUENCE_LOOKUP && frame->sequences_read)
    frame->sequences_read (frame->data, reader);
  return read_span (reader, record, mw_m2_table_field (table), 2, &frame->tables[table], error);
}

static void
write_table (MwWireWriter *writer, const MwRecord *record, MwM2Table table)
{
  const MwM2Span *span = &((const MwM2Frame *) mw_wire_writer_user (writer))->tables[table];
  /* The list reported as deciding each table's content. (For bone combos, the weights and bones of vertices matter
   * too.) */
  static const size_t follows[MW_M2_N_TABLES] = {
    [MW_M2_SEQUENCE_LOOKUP] = offsetof (MwM2, sequences), [MW_M2_KEY_BONE_LOOKUP] = offsetof (MwM2, bones),
    [MW_M2_REPLACEABLE_LOOKUP] = offsetof (MwM2, textures), [MW_M2_BONE_COMBOS] = offsetof (MwM2, skins),
    [MW_M2_TEXTURE_COMBOS] = offsetof (MwM2, skins), [MW_M2_COORD_COMBOS] = offsetof (MwM2, skins),
    [MW_M2_WEIGHT_COMBOS] = offsetof (MwM2, skins), [MW_M2_TRANSFORM_COMBOS] = offsetof (MwM2, skins),
    [MW_M2_ATTACHMENT_LOOKUP] = offsetof (MwM2, attachments), [MW_M2_CAMERA_LOOKUP] = offsetof (MwM2, cameras),
  };
  mw_wire_m2_write_span (writer, record, mw_m2_table_field (table), span->values, 2, span->n,
                         mw_schema_member (record->schema, follows[table]));
}

#define HAND(identifier, which)                                                                                         \
  static gboolean read_##identifier (MwWireReader *reader, MwRecord *record, GError **error)                           \
  {                                                                                                                     \
    return read_table (reader, record, which, error);                                                                   \
  }                                                                                                                     \
  static void write_##identifier (MwWireWriter *writer, const MwRecord *record)                                         \
  {                                                                                                                     \
    write_table (writer, record, which);                                                                                \
  }                                                                                                                     \
  const MwHand mw_m2_table_##identifier = { #identifier, read_##identifier, write_##identifier }

HAND (sequences, MW_M2_SEQUENCE_LOOKUP);
HAND (key_bones, MW_M2_KEY_BONE_LOOKUP);
HAND (replaceable, MW_M2_REPLACEABLE_LOOKUP);
HAND (bone_combos, MW_M2_BONE_COMBOS);
HAND (texture_combos, MW_M2_TEXTURE_COMBOS);
HAND (coord_combos, MW_M2_COORD_COMBOS);
HAND (weight_combos, MW_M2_WEIGHT_COMBOS);
HAND (transform_combos, MW_M2_TRANSFORM_COMBOS);
HAND (attachments, MW_M2_ATTACHMENT_LOOKUP);
HAND (cameras, MW_M2_CAMERA_LOOKUP);

/* --- Hand rows: vertices ---------------------------------------------------------------------------------------------- */

/* The parts of a 48-byte vertex (m2.md 5.6). */
static const struct {
  size_t member;
  uint8_t at, size;
} vertex_parts[] = {
  { offsetof (MwM2, positions), 0, 12 }, { offsetof (MwM2, bone_weights), 12, 4 }, { offsetof (MwM2, bone_indices), 16, 4 },
  { offsetof (MwM2, normals), 20, 12 },  { offsetof (MwM2, uvs), 32, 8 },          { offsetof (MwM2, uvs2), 40, 8 },
};
#define VERTEX_SIZE 48

/* Copies n parts of `size` bytes with the given strides. Constant sizes compile to plain moves. */
static inline void
move_parts (uint8_t *to, size_t to_step, const uint8_t *from, size_t from_step, size_t size, uint32_t n)
{
#define MOVE(width)                                                                                                     \
  for (size_t i = 0; i < n; i++)                                                                                        \
  memcpy (to + i * to_step, from + i * from_step, width)
  if (size == 4)
    MOVE (4);
  else if (size == 8)
    MOVE (8);
  else
    MOVE (12);
#undef MOVE
}

/* Vertices per batch: few enough to stay in the first-level cache while their parts are copied. */
#define AT_ONCE 128u

static gboolean
read_vertices (MwWireReader *reader, MwRecord *record, GError **error)
{
  const uint8_t *bytes;
  uint8_t *parts[G_N_ELEMENTS (vertex_parts)];
  uint32_t n;
  const MwField *first = MW_FIELD (MwM2, positions);
  if (!mw_wire_m2_read_span (reader, record, first, VERTEX_SIZE, &bytes, &n, error))
    return FALSE;
  for (guint part = 0; part < G_N_ELEMENTS (vertex_parts); part++) {
    MwArray *array = mw_field_at (record, mw_schema_member (record->schema, vertex_parts[part].member));
    *array = mw_wire_take (reader, n, vertex_parts[part].size);
    parts[part] = array->data;
  }
  for (size_t i = 0; i < n; i += AT_ONCE)
    for (guint part = 0; part < G_N_ELEMENTS (vertex_parts); part++) {
      size_t size = vertex_parts[part].size;
      move_parts (parts[part] + i * size, size, bytes + i * VERTEX_SIZE + vertex_parts[part].at, VERTEX_SIZE, size,
                  MIN (AT_ONCE, n - (uint32_t) i));
    }
  return TRUE;
}

static void
write_vertices (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) record;
  uint32_t n = mw_m2_n_vertices (model);
  g_autofree uint8_t *bytes = mw_expect_writes (g_malloc0 ((gsize) n * VERTEX_SIZE + 1), (gsize) n * VERTEX_SIZE);
  const MwArray *arrays[G_N_ELEMENTS (vertex_parts)];
  for (guint part = 0; part < G_N_ELEMENTS (vertex_parts); part++)
    arrays[part] = mw_field_at (record, mw_schema_member (record->schema, vertex_parts[part].member));
  for (size_t i = 0; i < n; i += AT_ONCE)
    for (guint part = 0; part < G_N_ELEMENTS (vertex_parts); part++) {
      size_t size = vertex_parts[part].size;
      if (i < arrays[part]->n)
        move_parts (bytes + i * VERTEX_SIZE + vertex_parts[part].at, VERTEX_SIZE,
                    (const uint8_t *) arrays[part]->data + i * size, size, size,
                    MIN (AT_ONCE, MIN (n, arrays[part]->n) - (uint32_t) i));
    }
  const MwField *first = MW_FIELD (MwM2, positions);
  uint32_t piece = mw_wire_m2_write_span (writer, record, first, bytes, VERTEX_SIZE, n, NULL);
  for (guint part = 0; part < G_N_ELEMENTS (vertex_parts); part++)
    mw_wire_m2_mark (writer, piece, record, mw_schema_member (record->schema, vertex_parts[part].member),
                     vertex_parts[part].at, vertex_parts[part].size, n, VERTEX_SIZE);
}

const MwHand mw_m2_vertices = { "vertices", read_vertices, write_vertices };

/* --- Hand rows: skin profiles ------------------------------------------------------------------------------------------ */

/* From 264 on the header has only the number of profiles. The format defines at most four (m2.md 6), but more are
 * kept. */
#define MAX_SKINS 100

static gboolean
read_skin_count (MwWireReader *reader, MwRecord *record, GError **error)
{
  uint32_t n;
  const MwField *skins = MW_FIELD (MwM2, skins);
  if (!mw_wire_read_u32 (reader, &n, error))
    return FALSE;
  if (n > MAX_SKINS)
    return mw_wire_fail (reader, error, MW_ERROR_LIMIT, -4, "found %u skin profiles, expected at most %u", n, MAX_SKINS);
  for (uint32_t i = 0; i < n; i++) {
    MwRecord *skin = mw_record_new (&mw_m2_skin_schema);
    ((MwM2Skin *) skin)->not_loaded = TRUE;
    mw_list_append (mw_wire_reader_model (reader), record, skins, skin);
  }
  return TRUE;
}

static void
write_skin_count (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) record;
  mw_wire_write_u32_derived (writer, record, MW_FIELD (MwM2, skins), model->skins.n);
}

const MwHand mw_m2_skin_count = { "skin count", read_skin_count, write_skin_count };

static MwM2SkinFrame *
frame_of (MwM2Frame *frame, const MwRecord *skin)
{
  return mw_m2_frame_skin (frame, mw_record_index (skin));
}

#define SKIN_HAND(member, size)                                                                                         \
  static gboolean read_skin_##member (MwWireReader *reader, MwRecord *record, GError **error)                          \
  {                                                                                                                     \
    MwM2SkinFrame *skin = frame_of (mw_wire_reader_user (reader), record);                                              \
    return read_span (reader, record, &mw_m2_skin_##member##_field, size, &skin->member, error);                        \
  }                                                                                                                     \
  static void write_skin_##member (MwWireWriter *writer, const MwRecord *record)                                        \
  {                                                                                                                     \
    const MwM2SkinFrame *skin = frame_of (mw_wire_writer_user (writer), record);                                        \
    mw_wire_m2_write_span (writer, record, &mw_m2_skin_##member##_field, skin->member.values, size,                     \
                           skin->member.n / (size / 2), MW_FIELD (MwM2Skin, submeshes));                                              \
  }                                                                                                                     \
  const MwHand mw_m2_skin_##member = { "skin " #member, read_skin_##member, write_skin_##member }

SKIN_HAND (vertices, 2);
SKIN_HAND (indices, 2);
SKIN_HAND (bones, 4);

uint8_t
mw_m2_skin_probe (const MwWireReader *reader)
{
  size_t left, size;
  const uint8_t *at = mw_wire_peek (reader, &left);
  mw_wire_reader_bytes (reader, &size);
  uint32_t words[13], first = G_MAXUINT32;
  if (mw_wire_reader_format (reader).version < MW_M2_COMPANIONS_SINCE || left < 52)
    return MW_M2_SKIN_PLAIN;
  /* After the magic: the larger header is recognised by five arrays none of which starts inside it, and a plausible
   * array of shadow batches. One that is aligned but not inside the file was cut short; reading it says so. */
  memcpy (words, at, 52);
  for (guint i = 0; i < 5; i++)
    if (words[2 * i])
      first = MIN (first, words[2 * i + 1]);
  uint32_t count = words[11], shadows = words[12];
  gboolean sane = count == 0 || (shadows <= size && count <= (size - shadows) / 12) || (shadows >= 56 && shadows % 16 == 0);
  return first >= 56 && sane ? MW_M2_SKIN_SHADOWS : MW_M2_SKIN_PLAIN;
}

/* Reads one element of the frame; in the file it has the layout of the struct. */
static gboolean
read_into (GArray *out, MwWireReader *reader, GError **error)
{
  size_t left, size = g_array_get_element_size (out);
  const uint8_t *at = mw_wire_peek (reader, &left);
  if (!mw_wire_skip (reader, size, error))
    return FALSE;
  g_array_append_vals (out, at, 1);
  return TRUE;
}

static gboolean
read_runs (MwWireReader *reader, MwRecord *record, GError **error)
{
  return read_into (frame_of (mw_wire_reader_user (reader), record->owner)->runs, reader, error);
}

static void
write_runs (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2SkinFrame *skin = frame_of (mw_wire_writer_user (writer), record->owner);
  const MwM2Runs *runs = &g_array_index (skin->runs, MwM2Runs, mw_record_index (record));
  mw_wire_write_derived (writer, record, MW_FIELD (MwM2Submesh, triangles), runs, sizeof *runs);
}

const MwHand mw_m2_submesh_runs = { "submesh runs", read_runs, write_runs };

static gboolean
read_units (MwWireReader *reader, MwRecord *record, GError **error)
{
  return read_into (frame_of (mw_wire_reader_user (reader), record->owner)->units, reader, error);
}

static void
write_units (MwWireWriter *writer, const MwRecord *record)
{
  const MwM2SkinFrame *skin = frame_of (mw_wire_writer_user (writer), record->owner);
  const MwM2Units *units = &g_array_index (skin->units, MwM2Units, mw_record_index (record));
  const MwField *const fields[] = { MW_FIELD (MwM2Batch, textures), MW_FIELD (MwM2Batch, coords),
                                    MW_FIELD (MwM2Batch, weight), MW_FIELD (MwM2Batch, transforms) };
  mw_wire_write_derived (writer, record, fields[0], &units->n, 2);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    mw_wire_write_derived (writer, record, fields[i], &units->start[i], 2);
}

const MwHand mw_m2_batch_units = { "batch units", read_units, write_units };
