/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/wire-m2.h"
#include "core/schema/codec.h"

#include <string.h>

/* Arrays, texts, tracks and curves of M2: the record holds counts and offsets, the content stands elsewhere (M2 reference,
 * sections 2 and 4). The reader follows the offsets; the writer leaves them open and hands each array to the sink. */

/* Tracks have an array per sequence from this version on. */
#define LANES_SINCE 264
/* More entries than a sequence index can name. */
#define MAX_ENTRIES 0x10000u
/* More ranges than any file has that a note remembers. */
#define MAX_RANGES 0x400000u

/* `u32 count, u32 offset`, and where that stands. The offset counts in the file being read, or in that of a sequence. */
typedef struct {
  uint32_t count, offset;
  size_t at;
  const MwWireSequence *file;
} Pair;

/* MW_NOTE_LAYOUT on a track, about its lanes: how many times and values entries it has where that is not what the spread
 * says (else AS_SPREAD), then the entries that are stored but not read as lanes. */
#define AS_SPREAD 0xFFFFFFFFu
typedef struct {
  uint32_t n_times, n_values;
} StoredHead;
typedef struct {
  MwRef sequence; /* raw: an entry beyond the sequences; both 0xFFFFFFFF and no id: the entry for all */
  uint32_t times_count, times_offset, values_count, values_offset;
} StoredEntry;

size_t
mw_wire_m2_track_size (MwFormat format, gboolean values)
{
  return (format.version < LANES_SINCE ? 20 : 12) + (values ? 8 : 0);
}

void
mw_wire_reader_set_sequences (MwWireReader *reader, const MwWireSequence *sequences, guint n)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  m2->sequences = sequences;
  m2->n_sequences = n;
  m2->more = 0;
  for (guint i = 0; i < n; i++)
    m2->more += sequences[i].bytes ? sequences[i].size : 0;
}

void
mw_wire_reader_set_seen (MwWireReader *reader, MwWireSeen seen, gpointer data)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  m2->seen = seen;
  m2->seen_data = data;
}

void
mw_wire_writer_set_sequences (MwWireWriter *writer, const MwWireSequence *sequences, guint n)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  m2->sequences = sequences;
  m2->n_sequences = n;
}

void
mw_wire_writer_set_sink (MwWireWriter *writer, MwWireSink sink, gpointer data)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  m2->sink = sink;
  m2->sink_data = data;
}

void
mw_wire_writer_set_fill (MwWireWriter *writer, MwWireFill fill)
{
  mw_wire_writer_m2 (writer)->fill = fill;
}

uint32_t
mw_wire_reader_surplus_ranges (MwWireReader *reader)
{
  return mw_wire_reader_m2 (reader)->surplus;
}

void
mw_wire_writer_set_surplus_ranges (MwWireWriter *writer, uint32_t n)
{
  mw_wire_writer_m2 (writer)->surplus = n;
}

void
mw_wire_m2_reader_clear (MwWireM2Reader *m2)
{
  g_clear_pointer (&m2->shared, g_free);
  g_clear_pointer (&m2->slots, g_free);
}

void
mw_wire_m2_writer_clear (MwWireM2Writer *m2)
{
  mw_buffer_clear (&m2->scratch);
}

/* --- Reading: arrays ------------------------------------------------------------------------------------------------ */

/* Arrays may overlap, so what a file asks for is not bounded by its size alone (design: errors, memory, disk). */
static gboolean
charge (MwWireReader *reader, uint64_t bytes, GError **error)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  size_t size;
  mw_wire_reader_bytes (reader, &size);
  m2->taken += bytes;
  if (m2->taken <= (size + m2->more) * 32 + (64u << 20))
    return TRUE;
  return mw_wire_fail (reader, error, MW_ERROR_LIMIT, 0,
                       "the arrays up to here take more than 32 times the %" G_GUINT64_FORMAT " bytes of the files",
                       size + m2->more);
}

static gboolean
read_pair (MwWireReader *reader, Pair *pair, GError **error)
{
  pair->at = mw_wire_reader_at (reader);
  pair->file = NULL;
  return mw_wire_read_u32 (reader, &pair->count, error) && mw_wire_read_u32 (reader, &pair->offset, error);
}

/* The bytes that a pair names, or NULL with an error at the pair. */
static const uint8_t *
locate (MwWireReader *reader, const Pair *pair, size_t size, GError **error)
{
  size_t total;
  const uint8_t *bytes = mw_wire_reader_bytes (reader, &total);
  if (pair->file) {
    bytes = pair->file->bytes;
    total = pair->file->size;
  }
  if (pair->count == 0)
    return bytes;
  if (pair->offset <= total && pair->count <= (total - pair->offset) / size)
    return bytes + pair->offset;
  mw_wire_reader_seek (reader, pair->at, mw_wire_reader_end (reader));
  mw_wire_fail (reader, error, MW_ERROR_CORRUPT, 0,
                "found an array of %u elements of %zu bytes at offset 0x%X, but %s has 0x%zX bytes", pair->count, size,
                pair->offset, pair->file ? "the file of its sequence" : "the file", total);
  return NULL;
}

static void
tell (MwWireReader *reader, const MwRecord *owner, const MwField *field, const Pair *pair, size_t size)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  if (m2->seen)
    m2->seen (owner, field, pair->offset, pair->count, size, m2->seen_data);
}

/* What one place of the file was read as. The array is the first reader's, which keeps it for as long as this is looked at. */
struct _MwWireShared {
  const MwWireSequence *file;
  uint32_t offset, count, kind;
  MwArray array;
};

static gboolean
shared_equal (const MwWireShared *x, const MwWireShared *y)
{
  return x->file == y->file && x->offset == y->offset && x->count == y->count && x->kind == y->kind;
}

/* The slot of a place: the one that has its number (from 1 on), or the free one where it belongs. */
static uint32_t *
shared_slot (const MwWireM2Reader *m2, const MwWireShared *key)
{
  uint64_t hash = ((uint64_t) key->offset << 32 | key->count) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ key->kind ^ (uintptr_t) key->file) * 0x9E3779B97F4A7C15u;
  uint32_t i = (uint32_t) (hash >> 32) & (m2->n_slots - 1);
  while (m2->slots[i] && !shared_equal (&m2->shared[m2->slots[i] - 1], key))
    i = (i + 1) & (m2->n_slots - 1);
  return &m2->slots[i];
}

/* There are always twice as many slots as places. */
static void
shared_grow (MwWireM2Reader *m2)
{
  m2->n_slots = m2->n_slots ? 2 * m2->n_slots : 1024;
  g_free (m2->slots);
  m2->slots = g_new0 (uint32_t, m2->n_slots);
  m2->shared = g_renew (MwWireShared, m2->shared, m2->n_slots / 2);
  for (uint32_t i = 0; i < m2->n_shared; i++)
    *shared_slot (m2, &m2->shared[i]) = i + 1;
}

/* Part `part` of elements of `parts` values each (a spline key has three) into an array; arrays read from the same bytes in
 * the same way share a slice. */
static gboolean
take (MwWireReader *reader, MwCodec codec, const MwField *field, const uint8_t *bytes, const Pair *pair, guint part,
      guint parts, MwArray *array, GError **error)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  if (pair->count == 0)
    return TRUE;
  uint32_t kind = codec | (uint32_t) field->element << 8 | part << 16 | parts << 18 | (uint32_t) field->count << 20;
  MwWireShared key = { pair->file, pair->offset, pair->count, kind, { 0 } };
  if (2 * (m2->n_shared + 1) > m2->n_slots)
    shared_grow (m2);
  uint32_t *slot = shared_slot (m2, &key);
  if (*slot) {
    *array = mw_array_share (&m2->shared[*slot - 1].array);
    return TRUE;
  }
  size_t size = mw_field_element_size (field), width = mw_codec_size (codec, field);
  if (!charge (reader, (uint64_t) pair->count * size, error))
    return FALSE;
  *array = mw_wire_take (reader, pair->count, size);
  mw_codec_decode (codec, field, bytes + part * width, parts * width, pair->count, array->data);
  key.array = *array;
  m2->shared[m2->n_shared++] = key;
  *slot = m2->n_shared;
  return TRUE;
}

/* References stand as u16 in arrays; they are numbers until they are resolved. */
#define REF_SIZE 2

static gboolean
read_refs (MwWireReader *reader, MwRecord *owner, const MwField *field, const Pair *pair, GError **error)
{
  const uint8_t *bytes = locate (reader, pair, REF_SIZE, error);
  if (!bytes || !charge (reader, (uint64_t) pair->count * sizeof (MwRef), error))
    return FALSE;
  tell (reader, owner, field, pair, REF_SIZE);
  MwArray *array = mw_field_at (owner, field);
  *array = mw_wire_take (reader, pair->count, sizeof (MwRef));
  for (uint32_t i = 0; i < pair->count; i++) {
    uint16_t number;
    memcpy (&number, bytes + REF_SIZE * (size_t) i, REF_SIZE);
    ((MwRef *) array->data)[i] = (MwRef) { 0, number == 0xFFFF ? 0xFFFFFFFFu : number };
  }
  return TRUE;
}

static gboolean
read_array (MwWireReader *reader, MwRecord *owner, const MwField *field, MwCodec codec, const Pair *pair,
            GError **error)
{
  if (field->element == MW_TYPE_REF)
    return read_refs (reader, owner, field, pair, error);
  size_t size = mw_codec_size (codec, field);
  const uint8_t *bytes = locate (reader, pair, size, error);
  if (!bytes)
    return FALSE;
  tell (reader, owner, field, pair, size);
  return take (reader, codec, field, bytes, pair, 0, 1, mw_field_at (owner, field), error);
}

/* Values of a track or lane: spline keys hold value, in-tangent and out-tangent, whatever the interpolation (4.3). */
static gboolean
read_values (MwWireReader *reader, MwRecord *owner, const MwTrackFields *f, MwCodec codec, const Pair *pair,
             GError **error)
{
  if (!f->values)
    return TRUE;
  if (!f->in_tans)
    return read_array (reader, owner, f->values, codec, pair, error);
  size_t size = 3 * mw_codec_size (codec, f->values);
  const uint8_t *bytes = locate (reader, pair, size, error);
  if (!bytes)
    return FALSE;
  tell (reader, owner, f->values, pair, size);
  const MwField *const fields[3] = { f->values, f->in_tans, f->out_tans };
  for (guint part = 0; part < 3; part++)
    if (!take (reader, codec, fields[part], bytes, pair, part, 3, mw_field_at (owner, fields[part]), error))
      return FALSE;
  return TRUE;
}

/* The canonical spelling is the text and one NUL, also where it is empty; what else stands behind the text is a note. */
static gboolean
read_text (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error)
{
  Pair pair;
  const uint8_t *bytes;
  if (!read_pair (reader, &pair, error) || !(bytes = locate (reader, &pair, 1, error))
      || !charge (reader, pair.count, error))
    return FALSE;
  tell (reader, record, op->field, &pair, 1);
  uint32_t length = pair.count ? (uint32_t) strnlen ((const char *) bytes, pair.count) : 0, tail = pair.count - length;
  mw_text_set (mw_field_at (record, op->field), (const char *) bytes, length);
  if (tail != 1)
    mw_notes_add (record, MW_NOTE_TEXT_TAIL, op->field, length, bytes + length, tail, tail);
  return TRUE;
}

/* --- Reading: tracks ------------------------------------------------------------------------------------------------ */

/* The entry-th pair of an outer array; beyond its end: nothing. */
static Pair
entry_at (const Pair *outer, const uint8_t *bytes, uint32_t entry)
{
  Pair pair = { 0, 0, outer->at, NULL };
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

/* Entries with keys in this file become lanes. An alias has none: its entry repeats its target's, or is a note. The places
 * of keys in a file that is not at hand are notes, and so are odd spellings of nothing. */
static gboolean
read_entries (MwWireReader *reader, const MwOp *op, MwRecord *track, const Pair *times, const Pair *values,
              GError **error)
{
  const MwTrackFields *f = &op->track;
  const MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  const uint8_t *times_bytes = locate (reader, times, 8, error);
  const uint8_t *values_bytes = times_bytes ? locate (reader, values, 8, error) : NULL;
  if (!values_bytes)
    return FALSE;
  tell (reader, track, f->times, times, 8);
  if (f->values)
    tell (reader, track, f->values, values, 8);
  uint32_t n = MAX (times->count, values->count);
  if (n > MAX_ENTRIES)
    return mw_wire_fail (reader, error, MW_ERROR_LIMIT, 0, "found %u entries, expected at most one for each sequence",
                         n);
  gboolean for_all = times->count == 1 && (!f->values || values->count == 1);
  gboolean global = ((MwRef *) mw_field_at (track, f->global_sequence))->raw != 0xFFFFFFFFu;
  uint32_t canonical = for_all || n == 0 ? n : m2->n_sequences;
  *(uint32_t *) mw_field_at (track, f->spread) = n == 0 ? 0 : for_all ? 1 : 2;
  StoredHead head = { times->count == canonical ? AS_SPREAD : times->count,
                      !f->values || values->count == canonical ? AS_SPREAD : values->count };
  uint32_t filled = 0;
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  if (!charge (reader, (uint64_t) n * 16, error))
    return FALSE;
  for (uint32_t i = 0; i < n; i++)
    filled += entry_at (times, times_bytes, i).count != 0;
  mw_list_reserve (track, f->lanes, filled);
  for (uint32_t i = 0; i < n; i++) {
    Pair t = entry_at (times, times_bytes, i), v = entry_at (values, values_bytes, i);
    const MwWireSequence *sequence = !for_all && i < m2->n_sequences ? &m2->sequences[i] : NULL;
    MwRef ref = for_all ? MW_REF_NONE : sequence ? (MwRef) { sequence->id, 0 } : (MwRef) { 0, i };
    gboolean alias = sequence && sequence->target != i;
    if (alias && same_place (t, entry_at (times, times_bytes, sequence->target))
        && same_place (v, entry_at (values, values_bytes, sequence->target)))
      continue;
    if (alias || (sequence && sequence->away && !global) || (t.count == 0 && v.count == 0)) {
      StoredEntry entry = { ref, t.count, t.offset, v.count, v.offset };
      if (t.count || t.offset || v.count || v.offset || alias)
        g_byte_array_append (stored, (const guint8 *) &entry, sizeof entry);
      continue;
    }
    if (sequence && sequence->bytes && !global)
      t.file = v.file = sequence;
    MwRecord *lane = mw_record_new (f->lanes->schema);
    mw_list_append (mw_wire_reader_model (reader), track, f->lanes, lane);
    *(MwRef *) mw_field_at (lane, op->lane->sequence) = ref;
    if (!charge (reader, lane->schema->size, error)
        || !read_array (reader, lane, op->lane->times, MW_CODEC_NONE, &t, error)
        || !read_values (reader, lane, op->lane, op->row->codec, &v, error))
      return FALSE;
  }
  if (stored->len || head.n_times != AS_SPREAD || head.n_values != AS_SPREAD) {
    guint from_file = stored->len / (guint) sizeof (StoredEntry) * 16;
    g_byte_array_prepend (stored, (const guint8 *) &head, sizeof head);
    mw_notes_add (track, MW_NOTE_LAYOUT, f->lanes, 0, stored->data, stored->len, from_file);
  }
  return TRUE;
}

/* --- Reading: ranges of tracks on one time line ---------------------------------------------------------------------- */

/* MW_NOTE_LAYOUT on a track, about its times: ranges that are stored otherwise than they follow. It holds while those that
 * follow are the same, which their checksum says. */
typedef struct {
  uint32_t checksum, count; /* of the ranges of the sequences as they follow; of those stored */
} RangesHead;
typedef struct {
  uint32_t index, first, last;
} StoredRange;

static uint32_t
checksum (const void *bytes, size_t size)
{
  const uint8_t *at = bytes;
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ at[i]) * 16777619u; /* FNV-1a */
  return hash;
}

/* How many of n sorted times come before `limit`, or with `also`, are not behind it. */
static uint32_t
count_before (const int32_t *times, uint32_t n, int64_t limit, gboolean also)
{
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (times[middle] < limit || (also && times[middle] == limit))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* First and last key of each sequence (M2 reference 4.1): for values the keys around it, too; for events, which have none in
 * between, from the first key in it to the one behind it. Tracks with fewer than two keys, or with a clock of their own, have
 * none; events always do. Free with g_free(). */
static uint32_t *
derive_ranges (const MwWireSequence *sequences, guint n_sequences, uint32_t surplus, const MwRecord *track,
               const MwTrackFields *f, uint32_t *n)
{
  const MwArray *times = mw_field_at (track, f->times);
  MwRef global = *(const MwRef *) mw_field_at (track, f->global_sequence);
  *n = (global.id || global.raw != 0xFFFFFFFFu || (f->values && times->n < 2)) ? 0 : n_sequences + surplus;
  uint32_t *ranges = g_new0 (uint32_t, 2 * (size_t) *n + 1);
  for (uint32_t i = 0; times->n && i < MIN (*n, n_sequences); i++) {
    int64_t start = sequences[i].start, end = sequences[i].end;
    if (f->values) {
      uint32_t before = count_before (times->data, times->n, start, TRUE),
               up_to = count_before (times->data, times->n, end, FALSE);
      ranges[2 * i] = before ? before - 1 : 0;
      ranges[2 * i + 1] = MIN (up_to, times->n - 1);
    } else {
      ranges[2 * i] = count_before (times->data, times->n, start, FALSE);
      ranges[2 * i + 1] = count_before (times->data, times->n, end, TRUE);
    }
  }
  return ranges;
}

/* Only what does not follow is remembered. Entries beyond the sequences are zero in files that were not tampered with. */
static void
note_ranges (MwWireReader *reader, MwRecord *track, const MwTrackFields *f, const uint8_t *bytes, uint32_t count)
{
  MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  uint32_t n;
  g_autofree uint32_t *ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, &n);
  if (!m2->surplus_known && n && count >= n && count - n < 64) {
    m2->surplus = count - n;
    m2->surplus_known = TRUE;
    g_free (ranges);
    ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, &n);
  }
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  RangesHead head = { checksum (ranges, 8 * (size_t) MIN (n, m2->n_sequences)), count };
  g_byte_array_append (stored, (const guint8 *) &head, sizeof head);
  for (uint32_t i = 0; i < count; i++) {
    StoredRange range = { i, 0, 0 };
    memcpy (&range.first, bytes + 8 * (size_t) i, 8);
    if (range.first != (i < n ? ranges[2 * i] : 0) || range.last != (i < n ? ranges[2 * i + 1] : 0))
      g_byte_array_append (stored, (const guint8 *) &range, sizeof range);
  }
  if (count != n || stored->len > sizeof head)
    mw_notes_add (track, MW_NOTE_LAYOUT, f->times, 0, stored->data, stored->len,
                  4 + (stored->len - (guint) sizeof head) / (guint) sizeof (StoredRange) * 8);
}

/* The ranges as they are written: those that follow, or those of the note. Free with g_free(). */
static uint32_t *
ranges_of (MwWireWriter *writer, const MwRecord *track, const MwTrackFields *f, uint32_t *n)
{
  const MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  uint32_t *ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, n);
  RangesHead head;
  const MwNote *note = mw_notes_find_of (track, MW_NOTE_LAYOUT, f->times, sizeof head);
  if (!note)
    return ranges;
  memcpy (&head, note->bytes, sizeof head);
  if (head.count > MAX_RANGES || head.checksum != checksum (ranges, 8 * (size_t) MIN (*n, m2->n_sequences)))
    return ranges;
  uint32_t *stored = g_new0 (uint32_t, 2 * (size_t) head.count + 1);
  memcpy (stored, ranges, 8 * (size_t) MIN (*n, head.count));
  for (size_t at = sizeof head; at + sizeof (StoredRange) <= note->size; at += sizeof (StoredRange)) {
    StoredRange range;
    memcpy (&range, note->bytes + at, sizeof range);
    if (range.index >= head.count)
      continue;
    stored[2 * range.index] = range.first;
    stored[2 * range.index + 1] = range.last;
  }
  *n = head.count;
  g_free (ranges);
  return stored;
}

/* --- Reading: tracks and curves -------------------------------------------------------------------------------------- */

/* The bytes of a track that is not there: no interpolation, no global sequence, nothing else. */
static const uint8_t no_track[28] = { 0, 0, 0xFF, 0xFF };

static gboolean
read_track (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  const MwTrackFields *f = &op->track;
  const MwWireM2Reader *m2 = mw_wire_reader_m2 (reader);
  gboolean lanes = mw_wire_reader_format (reader).version >= LANES_SINCE;
  size_t left, size = mw_wire_m2_track_size (mw_wire_reader_format (reader), f->values != NULL);
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  /* An event has its ranges even without a key. */
  if (f->values && left >= size && memcmp (bytes, no_track, size) == 0)
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
  tell (reader, track, op->field, &ranges, 8);
  if (!read_array (reader, track, f->times, MW_CODEC_NONE, &times, error)
      || !read_values (reader, track, f, op->row->codec, &values, error))
    return FALSE;
  /* Tracks with keys, and all events, have a range for each sequence, whatever is stored. */
  if (!charge (reader, times.count || !f->values ? 8 * (uint64_t) m2->n_sequences : 0, error))
    return FALSE;
  note_ranges (reader, track, f, ranges_bytes, ranges.count);
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
  tell (reader, owner, field, &pair, size);
  return charge (reader, (uint64_t) pair.count * size, error);
}

/* Its size is known when the records are read, so it is told of twice. */
static gboolean
read_list (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  Pair pair;
  size_t least = MAX (mw_plan_get (op->element, mw_wire_reader_format (reader), 0)->least, 1), end;
  if (!read_pair (reader, &pair, error) || !locate (reader, &pair, least, error)
      || !charge (reader, (uint64_t) pair.count * op->element->size, error))
    return FALSE;
  tell (reader, owner, op->field, &pair, 0);
  if (pair.count == 0)
    return TRUE;
  if (!mw_wire_read_records_at (reader, pair.offset, owner, op->field, op->element, pair.count, &end, error))
    return FALSE;
  tell (reader, owner, op->field, &pair, (end - pair.offset) / pair.count);
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

/* --- Writing: arrays ------------------------------------------------------------------------------------------------ */

/* Count and open offset in the record; returns where the offset is. `table` names an array that is no field. */
static MwWirePlace
put_pair_of (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const char *table, uint32_t count)
{
  char words[2][MW_BYTES_WORD] = { "count", "offset" };
  for (guint i = 0; table && mw_wire_writer_map (writer) && i < 2; i++)
    g_snprintf (words[i], sizeof words[i], "%s %s", table, i ? "offset" : "count");
  mw_wire_write_u32_word (writer, owner, field, count, words[0]);
  MwWirePlace pointer = { mw_wire_writer_m2 (writer)->piece, (uint32_t) mw_wire_writer_buffer (writer)->size };
  mw_wire_write_u32_word (writer, owner, field, 0, words[1]);
  return pointer;
}

static MwWirePlace
put_pair (MwWireWriter *writer, const MwRecord *owner, const MwField *field, uint32_t count)
{
  return put_pair_of (writer, owner, field, NULL, count);
}

/* Returns the piece; *fresh tells whether it was not handed over before (an alias plays its target's). */
static uint32_t
hand (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes, size_t size, uint32_t count,
      MwWirePlace pointer, gboolean *fresh)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  g_assert (m2->sink);
  uint32_t piece = m2->sink (owner, field, bytes, size, count, pointer, m2->sink_data);
  *fresh = piece > m2->pieces;
  m2->pieces = MAX (m2->pieces, piece);
  return piece;
}

static void
mark (MwWireWriter *writer, uint32_t piece, size_t at, size_t size, uint32_t count, size_t stride, MwBytesKind kind,
      const MwRecord *record, const MwField *field, const char *tag)
{
  MwByteMap *map = mw_wire_writer_map (writer);
  if (!map || !size)
    return;
  uint32_t before = map->part;
  map->part = piece;
  mw_byte_map_add (map, at, size, count, (uint32_t) stride, kind, record, field, tag);
  map->part = before;
}

void
mw_wire_m2_mark (MwWireWriter *writer, uint32_t piece, const MwRecord *record, const MwField *field, size_t at,
                 size_t width, uint32_t count, size_t stride)
{
  mark (writer, piece, at, width * count, count, stride, MW_BYTES_VALUE, record, field, NULL);
}

static uint8_t *
scratch (MwWireWriter *writer, size_t size)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  m2->scratch.size = 0;
  return size ? mw_buffer_add (&m2->scratch, size) : NULL;
}

static void
hand_array (MwWireWriter *writer, const MwRecord *owner, const MwField *field, MwCodec codec, MwWirePlace pointer)
{
  const MwArray *array = mw_field_at (owner, field);
  gboolean refs = field->element == MW_TYPE_REF;
  size_t width = refs ? REF_SIZE : mw_codec_size (codec, field), size = width * array->n;
  const uint8_t *bytes = array->data;
  if (refs && size) {
    uint8_t *to = scratch (writer, size);
    for (uint32_t i = 0; i < array->n; i++) {
      uint16_t number = (uint16_t) mw_wire_writer_number (writer, ((const MwRef *) array->data)[i]);
      memcpy (to + REF_SIZE * (size_t) i, &number, REF_SIZE);
    }
    bytes = to;
  } else if (codec != MW_CODEC_NONE && size) {
    uint8_t *to = scratch (writer, size);
    mw_codec_encode (codec, field, array->data, array->n, to, width);
    bytes = to;
  }
  gboolean fresh;
  uint32_t piece = hand (writer, owner, field, bytes, size, array->n, pointer, &fresh);
  if (fresh)
    mark (writer, piece, 0, size, array->n, 0, MW_BYTES_VALUE, owner, field, NULL);
}

static void
hand_values (MwWireWriter *writer, const MwRecord *owner, const MwTrackFields *f, MwCodec codec, MwWirePlace pointer)
{
  if (!f->values)
    return;
  if (!f->in_tans) {
    hand_array (writer, owner, f->values, codec, pointer);
    return;
  }
  const MwField *const fields[3] = { f->values, f->in_tans, f->out_tans };
  uint32_t n = ((MwArray *) mw_field_at (owner, f->values))->n;
  size_t width = mw_codec_size (codec, f->values), size = 3 * width * n;
  uint8_t *to = scratch (writer, size);
  if (n)
    memset (to, 0, size);
  for (guint part = 0; n && part < 3; part++) {
    const MwArray *array = mw_field_at (owner, fields[part]);
    mw_codec_encode (codec, fields[part], array->data, MIN (n, array->n), to + part * width, 3 * width);
  }
  gboolean fresh;
  uint32_t piece = hand (writer, owner, f->values, to, size, n, pointer, &fresh);
  for (guint part = 0; fresh && part < 3; part++)
    mw_wire_m2_mark (writer, piece, owner, fields[part], part * width, width, n, 3 * width);
}

static void
write_array (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const MwArray *array = mw_field_at (record, op->field);
  MwWirePlace pointer = put_pair (writer, record, op->field, array->n);
  hand_array (writer, record, op->field, op->row->codec, pointer);
}

static void
write_text (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  const char *text = mw_text (*(char **) mw_field_at (record, op->field));
  uint32_t length = (uint32_t) strlen (text), tail = 1;
  const MwNote *note = mw_notes_find (record, MW_NOTE_TEXT_TAIL, op->field);
  /* It decodes to this text as long as it begins where the text ends. */
  if (note && note->offset == length)
    tail = note->size;
  else
    note = NULL;
  MwWirePlace pointer = put_pair (writer, record, op->field, length + tail);
  uint8_t *bytes = scratch (writer, (size_t) length + tail);
  if (length)
    memcpy (bytes, text, length);
  if (!note)
    bytes[length] = 0;
  else if (tail)
    memcpy (bytes + length, note->bytes, tail);
  gboolean fresh;
  uint32_t piece = hand (writer, record, op->field, bytes, (size_t) length + tail, length + tail, pointer, &fresh);
  mark (writer, piece, 0, (size_t) length + tail, 0, 0, MW_BYTES_VALUE, record, op->field, NULL);
}

uint32_t
mw_wire_m2_write_span (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes,
                       size_t size, uint32_t count, const MwField *follows)
{
  gboolean fresh;
  MwWirePlace pointer = put_pair_of (writer, owner, follows ? follows : field, follows ? field->name : NULL, count);
  uint32_t piece = hand (writer, owner, field, bytes, size * count, count, pointer, &fresh);
  if (follows)
    mark (writer, piece, 0, size * count, count, 0, MW_BYTES_DERIVED, owner, follows, field->name);
  return piece;
}

static void
write_list (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  MwByteMap *map = mw_wire_writer_map (writer);
  const MwList *list = mw_record_list (record, op->field);
  MwWirePlace pointer = put_pair (writer, record, op->field, list->n);
  gboolean fresh;
  uint32_t outer = m2->piece, outer_part = map ? map->part : 0,
           piece = hand (writer, record, op->field, NULL, 0, list->n, pointer, &fresh);
  if (list->n == 0)
    return;
  MwBuffer records;
  mw_buffer_init (&records, 0);
  m2->piece = piece;
  if (map)
    map->part = piece;
  mw_wire_write_records_to (writer, list, &records);
  m2->fill (piece, records.bytes, records.size, m2->sink_data);
  m2->piece = outer;
  if (map)
    map->part = outer_part;
  mw_buffer_clear (&records);
}

/* --- Writing: tracks ------------------------------------------------------------------------------------------------ */

/* What an entry of the outer arrays says: a lane's keys, or what was stored, or nothing. */
typedef struct {
  const MwRecord *lane;
  StoredEntry stored;
  gboolean is_stored;
} Entry;

static uint32_t
entry_of (const MwWireWriter *writer, MwRef sequence)
{
  uint32_t number = sequence.id ? mw_wire_writer_number (writer, sequence) : sequence.raw;
  return !sequence.id && number == 0xFFFFFFFFu ? 0 : number;
}

static uint32_t
length_of (const MwRecord *lane, const MwField *field)
{
  return lane ? ((const MwArray *) mw_field_at (lane, field))->n : 0;
}

/* A stored entry holds as long as it decodes to what the model has: no lane, because the keys are elsewhere or because there
 * are none. */
static gboolean
stored_holds (const StoredEntry *stored, const MwWireSequence *sequence, uint32_t index, gboolean global)
{
  if (stored->times_count == 0 && stored->values_count == 0)
    return TRUE;
  return sequence && (sequence->target != index || (sequence->away && !global));
}

static uint32_t
put_outer (MwWireWriter *writer, const MwRecord *track, const MwField *field, const MwField *lane_field,
           gboolean of_times, const Entry *entries, uint32_t n, MwWirePlace pointer)
{
  uint32_t *pairs = g_new0 (uint32_t, 2 * (size_t) n + 1);
  for (uint32_t i = 0; i < n; i++) {
    const StoredEntry *stored = &entries[i].stored;
    if (entries[i].lane) {
      pairs[2 * i] = length_of (entries[i].lane, lane_field);
    } else if (entries[i].is_stored) {
      pairs[2 * i] = of_times ? stored->times_count : stored->values_count;
      pairs[2 * i + 1] = of_times ? stored->times_offset : stored->values_offset;
    }
  }
  gboolean fresh;
  uint32_t piece = hand (writer, track, field, pairs, 8 * (size_t) n, n, pointer, &fresh);
  mark (writer, piece, 0, 8 * (size_t) n, n, 0, MW_BYTES_DERIVED, track, field, "lanes");
  g_free (pairs);
  return piece;
}

static void
write_entries (MwWireWriter *writer, const MwOp *op, const MwRecord *track)
{
  const MwTrackFields *f = &op->track;
  const MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  const MwList *lanes = mw_record_list (track, f->lanes);
  StoredHead head = { AS_SPREAD, AS_SPREAD };
  const MwNote *note = mw_notes_find_of (track, MW_NOTE_LAYOUT, f->lanes, sizeof head);
  uint32_t spread = *(uint32_t *) mw_field_at (track, f->spread);
  MwRef global_ref = *(MwRef *) mw_field_at (track, f->global_sequence);
  gboolean global = global_ref.id != 0 || global_ref.raw != 0xFFFFFFFFu;
  uint32_t n_times = spread == 0 ? 0 : spread == 1 ? 1 : m2->n_sequences, n_values = n_times, least_t = 0, least_v = 0;

  for (uint32_t i = 0; i < lanes->n; i++) {
    uint32_t at = entry_of (writer, *(MwRef *) mw_field_at (lanes->items[i], op->lane->sequence));
    if (at >= MAX_ENTRIES)
      continue;
    if (length_of (lanes->items[i], op->lane->times))
      least_t = MAX (least_t, at + 1);
    if (f->values && length_of (lanes->items[i], op->lane->values))
      least_v = MAX (least_v, at + 1);
  }
  if (note)
    memcpy (&head, note->bytes, sizeof head);
  if ((head.n_times != AS_SPREAD && head.n_times > MAX_ENTRIES)
      || (head.n_values != AS_SPREAD && head.n_values > MAX_ENTRIES)) {
    head = (StoredHead) { AS_SPREAD, AS_SPREAD };
    note = NULL;
  }
  n_times = MAX (least_t, head.n_times != AS_SPREAD ? head.n_times : n_times);
  n_values = MAX (least_v, head.n_values != AS_SPREAD ? head.n_values : n_values);

  uint32_t n = MAX (n_times, n_values);
  Entry *entries = g_new0 (Entry, n + 1);
  for (uint32_t k = 0; note && k < (note->size - sizeof head) / sizeof (StoredEntry); k++) {
    StoredEntry stored;
    memcpy (&stored, note->bytes + sizeof head + k * sizeof stored, sizeof stored);
    if (stored.sequence.id && !mw_model_find (mw_wire_writer_model (writer), stored.sequence.id))
      continue;
    uint32_t at = entry_of (writer, stored.sequence);
    const MwWireSequence *sequence = spread == 2 && at < m2->n_sequences ? &m2->sequences[at] : NULL;
    if (at < n && stored_holds (&stored, sequence, at, global)) {
      entries[at].stored = stored;
      entries[at].is_stored = TRUE;
    }
  }
  for (uint32_t i = 0; i < lanes->n; i++) {
    uint32_t at = entry_of (writer, *(MwRef *) mw_field_at (lanes->items[i], op->lane->sequence));
    if (at < n)
      entries[at].lane = lanes->items[i];
  }
  for (uint32_t i = 0; spread == 2 && i < MIN (n, m2->n_sequences); i++)
    if (m2->sequences[i].target != i && m2->sequences[i].target < n && !entries[i].lane && !entries[i].is_stored)
      entries[i] = entries[m2->sequences[i].target];

  MwWirePlace times_pointer = put_pair (writer, track, f->times, n_times);
  MwWirePlace values_pointer = f->values ? put_pair (writer, track, f->values, n_values) : (MwWirePlace) { 0, 0 };
  uint32_t times = put_outer (writer, track, f->times, op->lane->times, TRUE, entries, n_times, times_pointer),
           values = 0;
  if (f->values)
    values = put_outer (writer, track, f->values, op->lane->values, FALSE, entries, n_values, values_pointer);
  for (uint32_t i = 0; i < n; i++) {
    if (!entries[i].lane)
      continue;
    if (i < n_times)
      hand_array (writer, entries[i].lane, op->lane->times, MW_CODEC_NONE, (MwWirePlace) { times, 8 * i + 4 });
    if (f->values && i < n_values)
      hand_values (writer, entries[i].lane, op->lane, op->row->codec, (MwWirePlace) { values, 8 * i + 4 });
  }
  g_free (entries);
}

static void
write_track (MwWireWriter *writer, const MwOp *op, const MwRecord *owner)
{
  const MwTrackFields *f = &op->track;
  const MwRecord *track = *(MwRecord **) mw_field_at (owner, op->field);
  if (!track) {
    mw_wire_write_derived (writer, owner, op->field, no_track,
                           mw_wire_m2_track_size (mw_wire_writer_format (writer), f->values != NULL));
    return;
  }
  uint16_t interpolation = (uint16_t) * (uint32_t *) mw_field_at (track, f->interpolation);
  uint16_t global = (uint16_t) mw_wire_writer_number (writer, *(MwRef *) mw_field_at (track, f->global_sequence));
  mw_wire_write_bytes (writer, track, f->interpolation, &interpolation, 2);
  mw_wire_write_bytes (writer, track, f->global_sequence, &global, 2);
  if (mw_wire_writer_format (writer).version >= LANES_SINCE) {
    write_entries (writer, op, track);
    return;
  }
  uint32_t n;
  g_autofree uint32_t *pairs = ranges_of (writer, track, f, &n);
  gboolean fresh;
  MwWirePlace ranges = put_pair_of (writer, track, f->times, "ranges", n),
              times = put_pair (writer, track, f->times, length_of (track, f->times));
  MwWirePlace values = f->values ? put_pair (writer, track, f->values, length_of (track, f->values))
                                 : (MwWirePlace) { 0, 0 };
  /* The ranges of a track are the array that its slot stands for: all others have a field of their own. */
  uint32_t piece = hand (writer, track, op->field, pairs, 8 * (size_t) n, n, ranges, &fresh);
  mark (writer, piece, 0, 8 * (size_t) n, n, 0, MW_BYTES_DERIVED, track, f->times, "ranges");
  hand_array (writer, track, f->times, MW_CODEC_NONE, times);
  hand_values (writer, track, f, op->row->codec, values);
}

static void
write_curve (MwWireWriter *writer, const MwOp *op, const MwRecord *owner)
{
  static const uint8_t no_curve[16];
  const MwRecord *curve = *(MwRecord **) mw_field_at (owner, op->field);
  if (!curve) {
    mw_wire_write_derived (writer, owner, op->field, no_curve, sizeof no_curve);
    return;
  }
  MwWirePlace times = put_pair (writer, curve, op->track.times, length_of (curve, op->track.times));
  MwWirePlace values = put_pair (writer, curve, op->track.values, length_of (curve, op->track.values));
  hand_array (writer, curve, op->track.times, MW_CODEC_FIXED16, times);
  hand_array (writer, curve, op->track.values, op->row->codec, values);
}

void
mw_wire_m2_write (MwWireWriter *writer, const MwOp *op, const MwRecord *record)
{
  switch (op->wire) {
  case MW_WIRE_M2_ARRAY:
    write_array (writer, op, record);
    break;
  case MW_WIRE_M2_TEXT:
    write_text (writer, op, record);
    break;
  case MW_WIRE_M2_LIST:
    write_list (writer, op, record);
    break;
  case MW_WIRE_M2_TRACK:
  case MW_WIRE_M2_EVENT_TRACK:
    write_track (writer, op, record);
    break;
  case MW_WIRE_M2_CURVE:
    write_curve (writer, op, record);
    break;
  default:
    g_assert_not_reached ();
  }
}
