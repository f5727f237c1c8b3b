/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"
#include "core/schema/wire-m2.h"

#include <string.h>

/* Reads arrays, texts, tracks and curves of M2 (m2.md 2 and 4). */

/* A stored pair `u32 count, u32 offset`, and where it is. The offset is into the file of `image`: the file being
 * read, or the separate file of a sequence. */
typedef struct {
  uint32_t count, offset;
  size_t at;
  MwWireImage *image;
} Pair;

void
mw_wire_m2_reader_init (MwWireM2Reader *m2, const uint8_t *bytes, size_t size)
{
  m2->image.bytes = bytes;
  m2->image.size = size;
  m2->input = size;
}

static void
image_clear (MwWireImage *image)
{
  mw_arena_finish (&image->block);
  g_free (image->here);
}

static void
files_clear (MwWireM2Reader *m2)
{
  for (guint i = 0; i < m2->n_files; i++)
    image_clear (&m2->files[i]);
  g_clear_pointer (&m2->files, g_free);
  g_clear_pointer (&m2->file_of, g_free);
  m2->n_files = 0;
}

void
mw_wire_m2_reader_clear (MwWireM2Reader *m2)
{
  image_clear (&m2->image);
  files_clear (m2);
  g_free (m2->entries);
}

/* Opens each separate file once, since several sequences may share one. */
void
mw_wire_reader_set_sequences (MwWireReader *reader, const MwWireSequence *sequences, guint n)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  files_clear (m2);
  m2->sequences = sequences;
  m2->n_sequences = n;
  m2->input = m2->image.size;
  m2->files = g_new0 (MwWireImage, n + 1);
  m2->file_of = g_new0 (guint, n + 1);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    if (!sequences[i].bytes)
      continue;
    guint file = GPOINTER_TO_UINT (g_hash_table_lookup (known, sequences[i].bytes));
    if (!file || m2->files[file - 1].size != sequences[i].size) {
      m2->files[m2->n_files++] = (MwWireImage) { .bytes = sequences[i].bytes, .size = sequences[i].size };
      m2->input += sequences[i].size;
      file = m2->n_files;
      g_hash_table_insert (known, (gpointer) sequences[i].bytes, GUINT_TO_POINTER (file));
    }
    m2->file_of[i] = file;
  }
}

void
mw_wire_reader_set_seen (MwWireReader *reader, MwWireSeen seen, gpointer data)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  m2->seen = seen;
  m2->seen_data = data;
}

uint32_t
mw_wire_reader_surplus_ranges (MwWireReader *reader)
{
  return mw_wire_reader_m2 (reader)->surplus;
}

/* --- Arrays ----------------------------------------------------------------------------------------------------------- */

/* Counts memory that arrays need, and fails above a limit. Arrays in the file may overlap, so its size alone does
 * not limit their total (architecture.md, Errors and limits). */
static gboolean
charge (MwWireReader *reader, uint64_t bytes, GError **error)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  m2->taken += bytes;
  if (G_LIKELY (m2->taken <= m2->input * 32 + (64u << 20)))
    return TRUE;
  return mw_wire_fail (reader, error, MW_ERROR_LIMIT, 0,
                       "the arrays up to here take more than 32 times the %" G_GUINT64_FORMAT " bytes of the files",
                       m2->input);
}

static gboolean
read_pair (MwWireReader *reader, Pair *pair, GError **error)
{
  pair->at = mw_wire_reader_at (reader);
  pair->image = &mw_wire_reader_m2 (reader)->image;
  return mw_wire_read_u32 (reader, &pair->count, error) && mw_wire_read_u32 (reader, &pair->offset, error);
}

/* The bytes that a pair refers to, or NULL with an error at the pair. Salvage makes the pair empty instead. */
static const uint8_t *
locate (MwWireReader *reader, Pair *pair, size_t size, GError **error)
{
  const MwWireImage *image = pair->image;
  if (pair->count == 0)
    return image->bytes;
  if (G_LIKELY (pair->offset <= image->size && pair->count <= (image->size - pair->offset) / size))
    return image->bytes + pair->offset;
  size_t next = mw_wire_reader_at (reader);
  mw_wire_reader_seek (reader, pair->at, mw_wire_reader_end (reader));
  mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0,
                "found an array of %u elements of %zu bytes at offset 0x%X, but %s has 0x%zX bytes", pair->count, size,
                pair->offset, image == &mw_wire_reader_m2 (reader)->image ? "the file" : "the file of its sequence",
                image->size);
  MwSalvage *salvage = mw_wire_reader_salvage (reader);
  if (!salvage)
    return NULL;
  mw_salvage_add (salvage, MW_SALVAGE_DROPPED, *error, "the array");
  g_clear_error (error);
  mw_wire_reader_seek (reader, next, mw_wire_reader_end (reader));
  pair->count = pair->offset = 0;
  return image->bytes;
}

static void
report_array (MwWireReader *reader, const MwRecord *owner, const MwField *field, const Pair *pair, size_t size)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  if (m2->seen)
    m2->seen (owner, field, pair->offset, pair->count, size, m2->seen_data);
}

/* How the elements of an array are stored. */
typedef struct {
  const MwField *field;
  MwCodec codec;
  size_t in_file, in_memory;
} Elements;

static Elements
elements_of (const MwField *field, MwCodec codec)
{
  return (Elements) { field, codec, mw_codec_size (codec, field), mw_field_element_size (field) };
}

/* Copies these bytes of the file into its block, unless they are there. It copies whole pages on demand, because
 * most bytes of many files are in arrays that are decoded and need no copy. */
#define PAGE ((size_t) 4096)
static void
bring (MwWireImage *image, size_t from, size_t to)
{
  if (!image->here) {
    mw_arena_init (&image->block, image->size);
    image->here = g_malloc0 (image->size / PAGE + 1);
  }
  uint8_t *block = mw_arena_bytes (&image->block);
  for (size_t page = from / PAGE; page * PAGE < to; page++)
    if (!image->here[page]) {
      image->here[page] = 1;
      memcpy (block + page * PAGE, image->bytes + page * PAGE, MIN (PAGE, image->size - page * PAGE));
    }
}

/* Reads one of the `parts` values of each element into an array (a spline key has three: value and tangents). */
static gboolean
take (MwWireReader *reader, const Elements *elements, const uint8_t *bytes, const Pair *pair, guint part, guint parts,
      MwArray *array, GError **error)
{
  if (pair->count == 0)
    return TRUE;
  size_t size = (size_t) pair->count * elements->in_memory;
  if (!charge (reader, size, error))
    return FALSE;
  /* Slices must be aligned to 8 bytes (array.h). Other arrays are copied. */
  if (elements->codec == MW_CODEC_NONE && parts == 1 && pair->offset % 8 == 0) {
    bring (pair->image, pair->offset, pair->offset + size);
    *array = mw_arena_slice (&pair->image->block, pair->offset, pair->count);
    return TRUE;
  }
  *array = mw_wire_take (reader, pair->count, elements->in_memory);
  mw_codec_decode (elements->codec, elements->field, bytes + part * elements->in_file, parts * elements->in_file,
                   pair->count, array->data);
  return TRUE;
}

static gboolean
read_elements (MwWireReader *reader, MwRecord *owner, const Elements *elements, Pair *pair, GError **error)
{
  const uint8_t *bytes = locate (reader, pair, elements->in_file, error);
  if (!bytes)
    return FALSE;
  if (!take (reader, elements, bytes, pair, 0, 1, mw_field_at (owner, elements->field), error))
    return FALSE;
  report_array (reader, owner, elements->field, pair, elements->in_file);
  return TRUE;
}

static gboolean
read_refs (MwWireReader *reader, MwRecord *owner, const MwField *field, Pair *pair, GError **error)
{
  const uint8_t *bytes = locate (reader, pair, MW_WIRE_REF_SIZE, error);
  if (!bytes || !charge (reader, (uint64_t) pair->count * sizeof (MwRef), error))
    return FALSE;
  report_array (reader, owner, field, pair, MW_WIRE_REF_SIZE);
  MwArray *array = mw_field_at (owner, field);
  *array = mw_wire_take (reader, pair->count, sizeof (MwRef));
  for (uint32_t i = 0; i < pair->count; i++) {
    uint16_t number;
    memcpy (&number, bytes + MW_WIRE_REF_SIZE * (size_t) i, MW_WIRE_REF_SIZE);
    ((MwRef *) array->data)[i] = (MwRef) { 0, number == 0xFFFF ? 0xFFFFFFFFu : number };
  }
  return TRUE;
}

static gboolean
read_array (MwWireReader *reader, MwRecord *owner, const MwField *field, MwCodec codec, Pair *pair, GError **error)
{
  if (field->element == MW_TYPE_REF)
    return read_refs (reader, owner, field, pair, error);
  Elements elements = elements_of (field, codec);
  return read_elements (reader, owner, &elements, pair, error);
}

/* Reads spline keys of a track or lane. They hold value, in-tangent and out-tangent, whatever the interpolation
 * (m2.md 4.3). */
static gboolean
read_spline (MwWireReader *reader, MwRecord *owner, const MwTrackFields *f, const Elements *values, Pair *pair,
             GError **error)
{
  size_t size = 3 * values->in_file;
  const uint8_t *bytes = locate (reader, pair, size, error);
  if (!bytes)
    return FALSE;
  const MwField *const fields[3] = { f->values, f->in_tans, f->out_tans };
  for (guint part = 0; part < 3; part++) {
    Elements elements = elements_of (fields[part], values->codec);
    if (!take (reader, &elements, bytes, pair, part, 3, mw_field_at (owner, fields[part]), error))
      return FALSE;
  }
  report_array (reader, owner, f->values, pair, size);
  return TRUE;
}

/* Salvage: checks two arrays that belong together; if one becomes empty, so does the other. */
static gboolean
locate_both (MwWireReader *reader, Pair *a, size_t size_a, Pair *b, size_t size_b, GError **error)
{
  uint32_t n_a = a->count, n_b = b->count;
  if (!locate (reader, a, size_a, error) || (size_b && !locate (reader, b, size_b, error)))
    return FALSE;
  if (a->count != n_a || b->count != n_b)
    a->count = a->offset = b->count = b->offset = 0;
  return TRUE;
}

static gboolean
read_keys (MwWireReader *reader, MwRecord *owner, const MwTrackFields *f, const Elements *times, const Elements *values,
           Pair *times_pair, Pair *values_pair, GError **error)
{
  /* Times without values are no keys, and neither are values without times. */
  size_t size = f->values ? (f->in_tans ? 3 : 1) * values->in_file : 0;
  if (mw_wire_reader_salvage (reader) && !locate_both (reader, times_pair, times->in_file, values_pair, size, error))
    return FALSE;
  if (!read_elements (reader, owner, times, times_pair, error))
    return FALSE;
  if (!f->values)
    return TRUE;
  return f->in_tans ? read_spline (reader, owner, f, values, values_pair, error)
                    : read_elements (reader, owner, values, values_pair, error);
}

/* Normally a text is followed by exactly one NUL, also an empty text. Anything else after it is kept in a note. */
static gboolean
read_text (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  Pair pair;
  const uint8_t *bytes;
  if (!read_pair (reader, &pair, error) || !(bytes = locate (reader, &pair, 1, error))
      || !charge (reader, pair.count, error))
    return FALSE;
  report_array (reader, record, op->field, &pair, 1);
  uint32_t length = pair.count ? (uint32_t) strnlen ((const char *) bytes, pair.count) : 0, tail = pair.count - length;
  mw_text_set (mw_field_at (record, op->field), (const char *) bytes, length);
  if (tail != 1)
    mw_notes_add (record, MW_NOTE_TEXT_TAIL, op->field, length, bytes + length, tail, tail);
  return TRUE;
}

/* --- Tracks ----------------------------------------------------------------------------------------------------------- */

/* The pair number `entry` of an outer array; an empty pair beyond its end. */
static Pair
entry_at (const Pair *outer, const uint8_t *bytes, uint32_t entry)
{
  Pair pair = { 0, 0, outer->at, outer->image };
  if (entry >= outer->count)
    return pair;
  pair.at = outer->offset + 8 * (size_t) entry;
  memcpy (&pair.count, bytes + 8 * (size_t) entry, 4);
  memcpy (&pair.offset, bytes + 8 * (size_t) entry + 4, 4);
  return pair;
}

static gboolean
same_place (Pair a, Pair b)
{
  return a.count == b.count && a.offset == b.offset;
}

/* Decides which entries become lanes, and puts the others into the note. Lanes are the entries with keys in this
 * file or in their sequence's file. An alias gets no lane: its entry normally repeats that of its target, and is
 * noted otherwise. Entries of keys in a missing file are noted, too, and so are empty entries with an offset. */
static uint32_t
choose_lanes (MwWireM2Reader *m2, const Pair *times, const Pair *values, const uint8_t *times_bytes,
              const uint8_t *values_bytes, gboolean for_all, gboolean global, GByteArray *stored)
{
  uint32_t n = MAX (times->count, values->count), n_lanes = 0;
  for (uint32_t i = 0; i < n; i++) {
    Pair t = entry_at (times, times_bytes, i), v = entry_at (values, values_bytes, i);
    const MwWireSequence *sequence = !for_all && i < m2->n_sequences ? &m2->sequences[i] : NULL;
    gboolean alias = sequence && sequence->target != i;
    if (alias && same_place (t, entry_at (times, times_bytes, sequence->target))
        && same_place (v, entry_at (values, values_bytes, sequence->target)))
      continue;
    if (!alias && (!sequence || !sequence->away || global) && (t.count || v.count)) {
      m2->entries[n_lanes++] = i;
      continue;
    }
    MwRef ref = for_all ? MW_REF_NONE : sequence ? (MwRef) { sequence->id, 0 } : (MwRef) { 0, i };
    MwWireStoredEntry entry = { ref, t.count, t.offset, v.count, v.offset };
    if (t.count || t.offset || v.count || v.offset || alias)
      g_byte_array_append (stored, (const guint8 *) &entry, sizeof entry);
  }
  return n_lanes;
}

static gboolean
read_lanes (MwWireReader *reader, const MwOp *op, MwRecord *track, const Pair *times, const Pair *values,
            const uint8_t *times_bytes, const uint8_t *values_bytes, gboolean for_all, gboolean global, uint32_t n,
            GError **error)
{
  const MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  const MwTrackFields *f = op->lane;
  const Elements elements[2] = { elements_of (f->times, MW_CODEC_NONE),
                                 f->values ? elements_of (f->values, op->row->codec) : (Elements) { 0 } };
  const MwField *lanes = op->track.lanes;
  if (!charge (reader, (uint64_t) n * lanes->schema->size, error))
    return FALSE;
  mw_list_append_new (mw_wire_reader_model (reader), track, lanes, lanes->schema, n);
  const MwList *list = mw_record_list (track, lanes);
  for (uint32_t k = 0; k < n; k++) {
    MwRecord *lane = list->items[k];
    uint32_t i = m2->entries[k];
    Pair t = entry_at (times, times_bytes, i), v = entry_at (values, values_bytes, i);
    gboolean of_sequence = !for_all && i < m2->n_sequences;
    if (of_sequence && m2->file_of[i] && !global)
      t.image = v.image = &m2->files[m2->file_of[i] - 1];
    *(MwRef *) mw_field_at (lane, f->sequence) = for_all       ? MW_REF_NONE
                                                 : of_sequence ? (MwRef) { m2->sequences[i].id, 0 }
                                                               : (MwRef) { 0, i };
    if (!read_keys (reader, lane, f, &elements[0], &elements[1], &t, &v, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
entries_fit (MwWireReader *reader, uint32_t n, GError **error)
{
  return n <= MW_WIRE_MOST_ENTRIES
         || mw_wire_fail (reader, error, MW_ERROR_LIMIT, 0, "found %u entries, expected at most one for each sequence",
                          n);
}

/* Salvage: a track with more entries than there can be becomes one without any. */
static void
limit_entries (MwWireReader *reader, Pair *times, Pair *values)
{
  g_autoptr (GError) why = NULL;
  if (entries_fit (reader, MAX (times->count, values->count), &why))
    return;
  mw_salvage_add (mw_wire_reader_salvage (reader), MW_SALVAGE_DROPPED, why, "all keys of the track");
  times->count = times->offset = values->count = values->offset = 0;
}

static gboolean
read_entries (MwWireReader *reader, const MwOp *op, MwRecord *track, Pair *times, Pair *values, GError **error)
{
  const MwTrackFields *f = &op->track;
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  if (mw_wire_reader_salvage (reader)) {
    if (!locate_both (reader, times, 8, values, f->values ? 8 : 0, error))
      return FALSE;
    limit_entries (reader, times, values);
  }
  const uint8_t *times_bytes = locate (reader, times, 8, error);
  const uint8_t *values_bytes = times_bytes && f->values ? locate (reader, values, 8, error) : times_bytes;
  if (!values_bytes)
    return FALSE;
  report_array (reader, track, f->times, times, 8);
  if (f->values)
    report_array (reader, track, f->values, values, 8);
  uint32_t n = MAX (times->count, values->count);
  if (!entries_fit (reader, n, error))
    return FALSE;
  gboolean for_all = times->count == 1 && (!f->values || values->count == 1);
  gboolean global = ((MwRef *) mw_field_at (track, f->global_sequence))->raw != 0xFFFFFFFFu;
  uint32_t canonical = for_all || n == 0 ? n : m2->n_sequences;
  *(uint32_t *) mw_field_at (track, f->spread) = n == 0 ? 0 : for_all ? 1 : 2;
  MwWireEntriesHead head = { times->count == canonical ? MW_WIRE_AS_SPREAD : times->count,
                             !f->values || values->count == canonical ? MW_WIRE_AS_SPREAD : values->count };
  if (!charge (reader, (uint64_t) n * 16, error))
    return FALSE;
  if (!m2->entries)
    m2->entries = g_new (uint32_t, MW_WIRE_MOST_ENTRIES);
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  uint32_t n_lanes = choose_lanes (m2, times, values, times_bytes, values_bytes, for_all, global, stored);
  if (!read_lanes (reader, op, track, times, values, times_bytes, values_bytes, for_all, global, n_lanes, error))
    return FALSE;
  if (stored->len || head.n_times != MW_WIRE_AS_SPREAD || head.n_values != MW_WIRE_AS_SPREAD) {
    guint from_file = stored->len / (guint) sizeof (MwWireStoredEntry) * 16;
    g_byte_array_prepend (stored, (const guint8 *) &head, sizeof head);
    mw_notes_add (track, MW_NOTE_LAYOUT, f->lanes, 0, stored->data, stored->len, from_file);
  }
  return TRUE;
}

static gboolean
read_track (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  const MwTrackFields *f = &op->track;
  const MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  gboolean lanes = mw_wire_reader_format (reader).version >= MW_M2_LANES_SINCE;
  size_t left, size = mw_wire_m2_track_size (mw_wire_reader_format (reader), f->values != NULL);
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  /* An event's track has ranges even without keys, so it is always read. */
  if (f->values && left >= size && memcmp (bytes, mw_wire_no_track, size) == 0)
    return mw_wire_skip (reader, size, error);
  uint32_t word;
  Pair ranges = { 0 }, times, values = { 0 };
  const uint8_t *ranges_bytes = NULL;
  if (!mw_wire_read_u32 (reader, &word, error) || (!lanes && !read_pair (reader, &ranges, error))
      || (!lanes && !(ranges_bytes = locate (reader, &ranges, 8, error))) || !read_pair (reader, &times, error)
      || (f->values && !read_pair (reader, &values, error)))
    return FALSE;
  MwRecord *track = mw_record_new (op->field->schema);
  mw_child_set (mw_wire_reader_model (reader), owner, op->field, track);
  *(uint32_t *) mw_field_at (track, f->interpolation) = word & 0xFFFF;
  ((MwRef *) mw_field_at (track, f->global_sequence))->raw = (uint32_t) (int32_t) (int16_t) (word >> 16);
  if (!charge (reader, track->schema->size, error))
    return FALSE;
  if (lanes)
    return read_entries (reader, op, track, &times, &values, error);
  report_array (reader, track, op->field, &ranges, 8);
  const Elements elements[2] = { elements_of (f->times, MW_CODEC_NONE),
                                 f->values ? elements_of (f->values, op->row->codec) : (Elements) { 0 } };
  if (!read_keys (reader, track, f, &elements[0], &elements[1], &times, &values, error))
    return FALSE;
  /* The writer derives a range for each sequence, however few are stored, so charge them here. */
  if (!charge (reader, times.count || !f->values ? 8 * (uint64_t) m2->n_sequences : 0, error))
    return FALSE;
  mw_wire_m2_note_ranges (mw_wire_reader_m2 (reader), track, f, ranges_bytes, ranges.count);
  return TRUE;
}

static gboolean
read_curve (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  Pair times, values;
  if (!read_pair (reader, &times, error) || !read_pair (reader, &values, error))
    return FALSE;
  if (!(times.count | times.offset | values.count | values.offset))
    return TRUE;
  MwRecord *curve = mw_record_new (op->field->schema);
  mw_child_set (mw_wire_reader_model (reader), owner, op->field, curve);
  return charge (reader, curve->schema->size, error)
         && read_array (reader, curve, op->track.times, MW_CODEC_FIXED16, &times, error)
         && read_array (reader, curve, op->track.values, op->row->codec, &values, error);
}

gboolean
mw_wire_m2_read_span (MwWireReader *reader, const MwRecord *owner, const MwField *field, size_t size,
                      const uint8_t **bytes, uint32_t *count, GError **error)
{
  Pair pair;
  if (!read_pair (reader, &pair, error) || !(*bytes = locate (reader, &pair, size, error)))
    return FALSE;
  *bytes = pair.count ? *bytes : NULL;
  *count = pair.count;
  report_array (reader, owner, field, &pair, size);
  return charge (reader, (uint64_t) pair.count * size, error);
}

/* MwWireSeen is called twice, because the size of a record is known only after they were read. */
static gboolean
read_list (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  Pair pair;
  size_t least = MAX (mw_plan_get (op->element, mw_wire_reader_format (reader), 0)->least, 1), end;
  if (!read_pair (reader, &pair, error))
    return FALSE;
  uint32_t stated = pair.count;
  if (!locate (reader, &pair, least, error) || !charge (reader, (uint64_t) pair.count * op->element->size, error))
    return FALSE;
  if (pair.count != stated)
    mw_salvage_lose (mw_wire_reader_salvage (reader), op->field);
  report_array (reader, owner, op->field, &pair, 0);
  if (pair.count == 0)
    return TRUE;
  if (!mw_wire_read_records_at (reader, pair.offset, owner, op->field, op->element, pair.count, &end, error))
    return FALSE;
  report_array (reader, owner, op->field, &pair, (end - pair.offset) / pair.count);
  return TRUE;
}

gboolean
mw_wire_m2_read_column (MwWireReader *reader, const char tag[4], const MwRecord *owner, const MwField *field,
                        GError **error)
{
  Pair pair;
  const MwList *list = mw_record_list (owner, field);
  const MwPlan *plan = mw_plan_get_chunk (field->schema, mw_wire_reader_format (reader), mw_tag (tag));
  if (!read_pair (reader, &pair, error) || !locate (reader, &pair, MAX (plan->least, 1), error))
    return FALSE;
  size_t next = mw_wire_reader_at (reader), end = mw_wire_reader_end (reader), size;
  if (pair.count != list->n)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -8, "found a count of %u, expected %u, one for each of %s",
                         pair.count, list->n, field->name);
  report_array (reader, owner, field, &pair, 0);
  if (pair.count == 0)
    return TRUE;
  mw_wire_reader_bytes (reader, &size);
  mw_wire_reader_seek (reader, pair.offset, size);
  for (uint32_t i = 0; i < list->n; i++)
    if (!mw_wire_read_rows (reader, tag, list->items[i], error))
      return FALSE;
  report_array (reader, owner, field, &pair, (mw_wire_reader_at (reader) - pair.offset) / pair.count);
  mw_wire_reader_seek (reader, next, end);
  return TRUE;
}

gboolean
mw_wire_m2_read (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  Pair pair;
  switch (op->wire) {
  case MW_WIRE_M2_ARRAY:
    return read_pair (reader, &pair, error) && read_array (reader, record, op->field, op->row->codec, &pair, error);
  case MW_WIRE_M2_TEXT:
    return read_text (reader, op, record, error);
  case MW_WIRE_M2_LIST:
    return read_list (reader, op, record, error);
  case MW_WIRE_M2_TRACK:
  case MW_WIRE_M2_EVENT_TRACK:
    return read_track (reader, op, record, error);
  case MW_WIRE_M2_CURVE:
    return read_curve (reader, op, record, error);
  default:
    g_assert_not_reached ();
  }
}
