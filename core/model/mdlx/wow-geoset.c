/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/object-ids.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/plan.h"

#include <string.h>

/* Geosets of World of Warcraft's alpha: mdlx.md 7.3 and 7.4. */

static MwMdlxUvSet *
add_uv_set (MwWireReader *reader, MwMdlxGeoset *geoset)
{
  MwRecord *set = mw_record_new (&mw_mdlx_uv_set_schema);
  mw_list_append (mw_wire_reader_model (reader), &geoset->record, MW_FIELD (MwMdlxGeoset, uv_sets), set);
  return (MwMdlxUvSet *) set;
}

static gboolean
check_n (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t found, uint32_t expected)
{
  if (found != expected)
    mw_wire_writer_refuse (writer, record, field,
                           "found %u elements for %u vertices: this version of the format has one for each", found,
                           expected);
  return found == expected;
}

/* --- 1300 and 1400: "UVAS", the number of sets, then for each one coordinate pair per vertex -------------------------- */

static gboolean
read_uv_sets (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  uint32_t tag, n, vertices = geoset->vertices.n;
  size_t left, size = 8 * (size_t) vertices;
  if (!mw_wire_read_u32 (reader, &tag, error))
    return FALSE;
  if (tag != mw_tag ("UVAS"))
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found 0x%08X, expected \"UVAS\"", tag);
  if (!mw_wire_read_u32 (reader, &n, error))
    return FALSE;
  mw_wire_peek (reader, &left);
  /* Without vertices the sets take no bytes; then their number is limited by the bytes that must follow. */
  if (n > left / MAX (size, 8))
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4,
                         "found a count of %u UV sets for %u vertices, but %zu bytes are left", n, vertices, left);
  for (uint32_t i = 0; i < n; i++) {
    MwMdlxUvSet *set = add_uv_set (reader, geoset);
    set->uvs = mw_wire_take (reader, vertices, 8);
    if (vertices)
      memcpy (set->uvs.data, mw_wire_peek (reader, &left), size);
    if (!mw_wire_skip (reader, size, error))
      return FALSE;
  }
  return TRUE;
}

static void
write_uv_sets (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  uint32_t tag = mw_tag ("UVAS");
  mw_wire_write_fixed (writer, record, &tag, 4, "UVAS");
  mw_wire_write_count (writer, record, MW_FIELD (MwMdlxGeoset, uv_sets), geoset->uv_sets.n);
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++) {
    const MwMdlxUvSet *set = (const MwMdlxUvSet *) geoset->uv_sets.items[i];
    const MwField *uvs = MW_FIELD (MwMdlxUvSet, uvs);
    check_n (writer, &set->record, MW_FIELD (MwMdlxUvSet, uvs), set->uvs.n, geoset->vertices.n);
    mw_wire_write_elements (writer, &set->record, uvs, set->uvs.data, set->uvs.n);
  }
}

const MwHand mw_mdlx_wow_uv_sets_hand = { "UVAS: all sets, one after the other", read_uv_sets, write_uv_sets };

/* --- 1500: a header for each geoset, then their vertices and indices -------------------------------------------------- */

enum { HEADER_SIZE = 64, COUNTS_AT = 32, VERTEX_SIZE = 48, UV_SETS = 2, TRIANGLES = 3, ALIGNED = 8 };

/* The end of a header. */
typedef struct {
  char vertex_tag[4];
  uint32_t n_vertices;
  char type_tag[4];
  uint32_t n_types;
  char index_tag[4];
  uint32_t n_indices;
  uint32_t unused[2];
} Counts;
/* Between vertices and indices. */
typedef struct {
  uint32_t type, unknown;
  uint16_t n_indices, least, most, unused;
} Batch;
G_STATIC_ASSERT (sizeof (Counts) == HEADER_SIZE - COUNTS_AT && sizeof (Batch) == 16);

/* Vertices as in M2. */
typedef struct {
  float position[3];
  uint8_t weights[4], bones[4];
  float normal[3], uvs[UV_SETS][2];
} Vertex;
G_STATIC_ASSERT (sizeof (Vertex) == VERTEX_SIZE);

/* MW_NOTE_LAYOUT on a geoset: the stored values, kept if any of them is not what a writer would derive. */
typedef struct {
  Counts counts;
  Batch batch;
  uint16_t least, most; /* what a writer would derive */
  uint16_t padding[ALIGNED];
} Stored;

static uint32_t
n_padding (uint32_t n_indices)
{
  return -n_indices % ALIGNED;
}

static void
derive (const MwMdlxGeoset *geoset, Counts *counts, Batch *batch)
{
  const uint16_t *faces = geoset->faces.data;
  *counts = (Counts) { .n_vertices = geoset->vertices.n, .n_types = 1, .n_indices = geoset->faces.n };
  memcpy (counts->vertex_tag, "PVTX", 4);
  memcpy (counts->type_tag, "PTYP", 4);
  memcpy (counts->index_tag, "PVTX", 4);
  *batch = (Batch) { .type = TRIANGLES, .n_indices = (uint16_t) geoset->faces.n, .least = geoset->faces.n ? 0xFFFF : 0 };
  for (uint32_t i = 0; i < geoset->faces.n; i++) {
    batch->least = MIN (batch->least, faces[i]);
    batch->most = MAX (batch->most, faces[i]);
  }
}

/* The counts are read later, together with their arrays. */
static gboolean
read_counts (MwWireReader *reader, MwRecord *record, GError **error)
{
  return mw_wire_skip (reader, sizeof (Counts), error);
}

static const MwNote *
stored_note (const MwMdlxGeoset *geoset)
{
  const MwNote *note = mw_notes_find (&geoset->record, MW_NOTE_LAYOUT, NULL);
  return note && note->size == sizeof (Stored) ? note : NULL;
}

static void
write_counts (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const MwNote *note = stored_note (geoset);
  Counts counts;
  Batch batch;
  derive (geoset, &counts, &batch);
  if (note) {
    Stored stored;
    memcpy (&stored, note->bytes, sizeof stored);
    stored.counts.n_vertices = counts.n_vertices;
    stored.counts.n_indices = counts.n_indices;
    counts = stored.counts;
  }
  mw_wire_write_derived (writer, record, MW_FIELD (MwMdlxGeoset, vertices), &counts, sizeof counts);
}

const MwHand mw_mdlx_batch_counts_hand = { "tags and counts of vertices, types and indices", read_counts, write_counts };

static gboolean
read_vertices (MwWireReader *reader, MwMdlxGeoset *geoset, uint32_t n, GError **error)
{
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (n > left / VERTEX_SIZE)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0,
                         "its header states %u vertices of %d bytes, but %zu bytes are left", n, VERTEX_SIZE, left);
  MwArray uvs[UV_SETS];
  geoset->vertices = mw_wire_take (reader, n, 12);
  geoset->normals = mw_wire_take (reader, n, 12);
  geoset->skin_weights = mw_wire_take (reader, n, 8);
  geoset->skin_bones = mw_wire_take (reader, n, 4 * sizeof (MwRef));
  for (guint k = 0; k < UV_SETS; k++)
    uvs[k] = add_uv_set (reader, geoset)->uvs = mw_wire_take (reader, n, 8);
  for (uint32_t i = 0; i < n; i++) {
    Vertex vertex;
    memcpy (&vertex, bytes + (size_t) i * VERTEX_SIZE, VERTEX_SIZE);
    memcpy ((float *) geoset->vertices.data + 3 * (size_t) i, vertex.position, 12);
    memcpy ((float *) geoset->normals.data + 3 * (size_t) i, vertex.normal, 12);
    for (guint k = 0; k < 4; k++) {
      ((uint16_t *) geoset->skin_weights.data)[4 * (size_t) i + k] = vertex.weights[k];
      ((MwRef *) geoset->skin_bones.data)[4 * (size_t) i + k] = (MwRef) { 0, vertex.bones[k] };
    }
    for (guint k = 0; k < UV_SETS; k++)
      memcpy ((float *) uvs[k].data + 2 * (size_t) i, vertex.uvs[k], 8);
  }
  return mw_wire_skip (reader, (size_t) n * VERTEX_SIZE, error);
}

static gboolean
read_batch (MwWireReader *reader, MwMdlxGeoset *geoset, const Counts *counts, GError **error)
{
  Stored stored = { .counts = *counts };
  size_t left;
  if (!read_vertices (reader, geoset, counts->n_vertices, error))
    return FALSE;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  if (!mw_wire_skip (reader, sizeof (Batch), error))
    return FALSE;
  memcpy (&stored.batch, bytes, sizeof (Batch));
  uint32_t n = stored.batch.n_indices, padding = n_padding (n);
  if (n != counts->n_indices)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -8, "found a count of %u indices, but its header states %u", n,
                         counts->n_indices);
  bytes = mw_wire_peek (reader, &left);
  if (!mw_wire_skip (reader, 2 * (size_t) (n + padding), error))
    return FALSE;
  geoset->faces = mw_wire_take (reader, n, 2);
  if (n)
    memcpy (geoset->faces.data, bytes, 2 * (size_t) n);
  memcpy (stored.padding, bytes + 2 * (size_t) n, 2 * (size_t) padding);

  Stored usual = { { { 0 } } };
  derive (geoset, &usual.counts, &usual.batch);
  usual.least = stored.least = usual.batch.least;
  usual.most = stored.most = usual.batch.most;
  if (memcmp (&stored, &usual, sizeof stored) != 0)
    mw_notes_add (&geoset->record, MW_NOTE_LAYOUT, NULL, 0, &stored, sizeof stored,
                  sizeof stored.counts + sizeof stored.batch + 2 * padding);
  return TRUE;
}

static gboolean
read_batches (MwWireReader *reader, MwRecord *record, GError **error)
{
  const MwList *geosets = &((MwMdlx *) record)->geosets;
  size_t size, at = mw_wire_reader_at (reader);
  const uint8_t *bytes = mw_wire_reader_bytes (reader, &size);
  for (uint32_t i = 0; i < geosets->n; i++) {
    Counts counts;
    memcpy (&counts, bytes + at - (size_t) (geosets->n - i) * HEADER_SIZE + COUNTS_AT, sizeof counts);
    if (!read_batch (reader, (MwMdlxGeoset *) geosets->items[i], &counts, error))
      return FALSE;
  }
  return TRUE;
}

/* --- */

/* Whether a header and its batch can hold the geoset; reports what does not fit. */
static gboolean
fits (MwWireWriter *writer, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  uint32_t n = geoset->vertices.n;
  gboolean ok = check_n (writer, record, MW_FIELD (MwMdlxGeoset, normals), geoset->normals.n, n)
                && check_n (writer, record, MW_FIELD (MwMdlxGeoset, skin_bones), geoset->skin_bones.n, n)
                && check_n (writer, record, MW_FIELD (MwMdlxGeoset, skin_weights), geoset->skin_weights.n, n);
  if (geoset->uv_sets.n != UV_SETS) {
    mw_wire_writer_refuse (writer, record, MW_FIELD (MwMdlxGeoset, uv_sets), "found %u UV sets, this version of the format has %d",
                           geoset->uv_sets.n, UV_SETS);
    return FALSE;
  }
  for (guint k = 0; k < UV_SETS; k++) {
    const MwMdlxUvSet *set = (const MwMdlxUvSet *) geoset->uv_sets.items[k];
    ok = ok && check_n (writer, &set->record, MW_FIELD (MwMdlxUvSet, uvs), set->uvs.n, n);
  }
  /* There is one batch per geoset. Splitting the geoset would make another model, because animations and bones refer
   * to geosets. */
  if (geoset->faces.n > G_MAXUINT16) {
    mw_wire_writer_refuse (writer, record, MW_FIELD (MwMdlxGeoset, faces),
                           "found %u indices; this version of the format has one batch for a geoset, of at most 65535",
                           geoset->faces.n);
    return FALSE;
  }
  const uint16_t *weights = geoset->skin_weights.data;
  for (uint32_t i = 0; ok && i < 4 * n; i++)
    if (weights[i] > G_MAXUINT8) {
      mw_wire_writer_refuse (writer, record, MW_FIELD (MwMdlxGeoset, skin_weights),
                             "vertex %u has the weight %u, this version of the format holds at most 255", i / 4, weights[i]);
      ok = FALSE;
    }
  const MwRef *bones = geoset->skin_bones.data;
  for (uint32_t i = 0; ok && i < 4 * n; i++)
    if (mw_wire_writer_number (writer, bones[i]) > G_MAXUINT8) {
      mw_wire_writer_refuse (writer, record, MW_FIELD (MwMdlxGeoset, skin_bones),
                             "vertex %u is moved by the node with object id %u, this version of the format holds at most 255",
                             i / 4, mw_wire_writer_number (writer, bones[i]));
      ok = FALSE;
    }
  return ok;
}

static void
put_vertices (MwWireWriter *writer, const MwMdlxGeoset *geoset, uint8_t *to)
{
  for (uint32_t i = 0; i < geoset->vertices.n; i++) {
    Vertex vertex;
    memcpy (vertex.position, (const float *) geoset->vertices.data + 3 * (size_t) i, 12);
    memcpy (vertex.normal, (const float *) geoset->normals.data + 3 * (size_t) i, 12);
    for (guint k = 0; k < 4; k++) {
      vertex.weights[k] = (uint8_t) ((const uint16_t *) geoset->skin_weights.data)[4 * (size_t) i + k];
      vertex.bones[k] = (uint8_t) mw_wire_writer_number (writer, ((const MwRef *) geoset->skin_bones.data)[4 * (size_t) i + k]);
    }
    for (guint k = 0; k < UV_SETS; k++)
      memcpy (vertex.uvs[k], (const float *) ((const MwMdlxUvSet *) geoset->uv_sets.items[k])->uvs.data + 2 * (size_t) i, 8);
    memcpy (to + (size_t) i * VERTEX_SIZE, &vertex, VERTEX_SIZE);
  }
}

/* Records in the byte map where the parts of each vertex are. */
static void
mark_vertices (MwWireWriter *writer, const MwMdlxGeoset *geoset, size_t at)
{
  const MwRecord *record = &geoset->record;
  uint32_t n = geoset->vertices.n;
  mw_wire_mark_elements (writer, record, MW_FIELD (MwMdlxGeoset, vertices), at, 12, n, VERTEX_SIZE);
  mw_wire_mark_elements (writer, record, MW_FIELD (MwMdlxGeoset, skin_weights), at + 12, 4, n, VERTEX_SIZE);
  mw_wire_mark_elements (writer, record, MW_FIELD (MwMdlxGeoset, skin_bones), at + 16, 4, n, VERTEX_SIZE);
  mw_wire_mark_elements (writer, record, MW_FIELD (MwMdlxGeoset, normals), at + 20, 12, n, VERTEX_SIZE);
  for (guint k = 0; k < UV_SETS; k++)
    mw_wire_mark_elements (writer, geoset->uv_sets.items[k], MW_FIELD (MwMdlxUvSet, uvs),
                           at + 32 + 8 * k, 8, n, VERTEX_SIZE);
}

static void
write_batch (MwWireWriter *writer, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  MwBuffer *out = mw_wire_writer_buffer (writer);
  const MwNote *note = stored_note (geoset);
  Stored stored = { { { 0 } } };
  uint16_t padding[ALIGNED] = { 0 };
  Counts counts;
  Batch batch;
  if (!fits (writer, geoset))
    return;
  derive (geoset, &counts, &batch);
  if (note) {
    memcpy (&stored, note->bytes, sizeof stored);
    if (stored.least != batch.least || stored.most != batch.most) {
      stored.batch.least = batch.least;
      stored.batch.most = batch.most;
    }
    if (n_padding (stored.batch.n_indices) == n_padding (batch.n_indices))
      memcpy (padding, stored.padding, sizeof padding);
    stored.batch.n_indices = batch.n_indices;
    batch = stored.batch;
  }
  mark_vertices (writer, geoset, out->size);
  put_vertices (writer, geoset, mw_buffer_add (out, (size_t) geoset->vertices.n * VERTEX_SIZE));
  mw_wire_write_derived (writer, record, MW_FIELD (MwMdlxGeoset, faces), &batch, sizeof batch);
  mw_wire_write_elements (writer, record, MW_FIELD (MwMdlxGeoset, faces), geoset->faces.data, geoset->faces.n);
  mw_wire_write_fixed (writer, record, padding, 2 * (size_t) n_padding (geoset->faces.n), "padding");
}

static void
write_batches (MwWireWriter *writer, const MwRecord *record)
{
  const MwList *geosets = &((const MwMdlx *) record)->geosets;
  for (uint32_t i = 0; i < geosets->n; i++)
    write_batch (writer, (const MwMdlxGeoset *) geosets->items[i]);
}

const MwHand mw_mdlx_batches_hand = { "vertices and indices of all geosets", read_batches, write_batches };
