/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"
#include "core/schema/wire-m2.h"

#include <string.h>

/* Writes arrays, texts, tracks and curves of M2 (m2.md 2 and 4). */

const uint8_t mw_wire_no_track[28] = { 0, 0, 0xFF, 0xFF };

size_t
mw_wire_m2_track_size (MwFormat format, gboolean values)
{
  return (format.version < MW_M2_LANES_SINCE ? 20 : 12) + (values ? 8 : 0);
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

void
mw_wire_writer_set_surplus_ranges (MwWireWriter *writer, uint32_t n)
{
  mw_wire_writer_m2 (writer)->surplus = n;
}

void
mw_wire_m2_writer_clear (MwWireM2Writer *m2)
{
  mw_buffer_clear (&m2->scratch);
}

/* --- Arrays --------------------------------------------------------------------------------------------------------- */

/* Writes a pair into the record: the count, and a zero offset that the sink fills in. Returns where the offset is.
 * `table` is a name for the byte map if the array is not a field. */
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

/* Passes an array to the sink and returns its piece. *fresh: the piece is new. It is not if an alias plays the keys
 * of its target, which were passed before. */
static uint32_t
hand_bytes (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes, size_t size,
            gboolean lasting, uint32_t count, MwWirePlace pointer, gboolean *fresh)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  g_assert (m2->sink);
  uint32_t piece = m2->sink (owner, field, bytes, size, lasting, count, pointer, m2->sink_data);
  *fresh = piece > m2->pieces;
  m2->pieces = MAX (m2->pieces, piece);
  return piece;
}

/* The same for bytes in a temporary buffer. */
static uint32_t
hand (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes, size_t size, uint32_t count,
      MwWirePlace pointer, gboolean *fresh)
{
  return hand_bytes (writer, owner, field, bytes, size, FALSE, count, pointer, fresh);
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

/* Passes the array itself if the file stores it as in memory, otherwise an encoded copy. */
static void
hand_array (MwWireWriter *writer, const MwRecord *owner, const MwField *field, MwCodec codec, MwWirePlace pointer)
{
  const MwArray *array = mw_field_at (owner, field);
  gboolean refs = field->element == MW_TYPE_REF;
  size_t width = refs ? MW_WIRE_REF_SIZE : mw_codec_size (codec, field), size = width * array->n;
  const uint8_t *bytes = array->data;
  if (refs && size) {
    uint8_t *to = scratch (writer, size);
    for (uint32_t i = 0; i < array->n; i++) {
      uint16_t number = (uint16_t) mw_wire_writer_number (writer, ((const MwRef *) array->data)[i]);
      memcpy (to + MW_WIRE_REF_SIZE * (size_t) i, &number, MW_WIRE_REF_SIZE);
    }
    bytes = to;
  } else if (codec != MW_CODEC_NONE && size) {
    uint8_t *to = scratch (writer, size);
    mw_codec_encode (codec, field, array->data, array->n, to, width);
    bytes = to;
  }
  gboolean fresh;
  uint32_t piece = hand_bytes (writer, owner, field, bytes, size, bytes == array->data, array->n, pointer, &fresh);
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
  /* The note is valid while it begins where the text ends. */
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

/* Writes a pair, and passes what `tag` stores of each record of the list to the sink as one piece; NULL: the records. */
static void
write_records (MwWireWriter *writer, const char *tag, const MwRecord *owner, const MwField *field)
{
  MwWireM2Writer *m2 = mw_wire_writer_m2 (writer);
  MwByteMap *map = mw_wire_writer_map (writer);
  const MwList *list = mw_record_list (owner, field);
  MwWirePlace pointer = put_pair (writer, owner, field, list->n);
  gboolean fresh;
  uint32_t outer = m2->piece, outer_part = map ? map->part : 0,
           piece = hand (writer, owner, field, NULL, 0, list->n, pointer, &fresh);
  if (list->n == 0)
    return;
  MwBuffer records;
  mw_buffer_init (&records, 0);
  m2->piece = piece;
  if (map)
    map->part = piece;
  mw_wire_write_records_to (writer, tag, list, &records);
  m2->fill (piece, records.bytes, records.size, m2->sink_data);
  m2->piece = outer;
  if (map)
    map->part = outer_part;
  mw_buffer_clear (&records);
}

void
mw_wire_m2_write_column (MwWireWriter *writer, const char tag[4], const MwRecord *owner, const MwField *list)
{
  write_records (writer, tag, owner, list);
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

/* What an entry of the outer arrays refers to: the keys of a lane, or what a note kept, or nothing (both unset). */
typedef struct {
  const MwRecord *lane;
  MwWireStoredEntry stored;
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

/* Whether a noted entry is still valid: it must not add keys that the model does not have. So it is empty, or its
 * keys are elsewhere: those of an alias, or in a missing file. */
static gboolean
stored_holds (const MwWireStoredEntry *stored, const MwWireSequence *sequence, uint32_t index, gboolean global)
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
    const MwWireStoredEntry *stored = &entries[i].stored;
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
  MwWireEntriesHead head = { MW_WIRE_AS_SPREAD, MW_WIRE_AS_SPREAD };
  const MwNote *note = mw_notes_find_of (track, MW_NOTE_LAYOUT, f->lanes, sizeof head);
  uint32_t spread = *(uint32_t *) mw_field_at (track, f->spread);
  MwRef global_ref = *(MwRef *) mw_field_at (track, f->global_sequence);
  gboolean global = global_ref.id != 0 || global_ref.raw != 0xFFFFFFFFu;
  uint32_t n_times = spread == 0 ? 0 : spread == 1 ? 1 : m2->n_sequences, n_values = n_times, least_t = 0, least_v = 0;

  for (uint32_t i = 0; i < lanes->n; i++) {
    uint32_t at = entry_of (writer, *(MwRef *) mw_field_at (lanes->items[i], op->lane->sequence));
    if (at >= MW_WIRE_MOST_ENTRIES)
      continue;
    if (length_of (lanes->items[i], op->lane->times))
      least_t = MAX (least_t, at + 1);
    if (f->values && length_of (lanes->items[i], op->lane->values))
      least_v = MAX (least_v, at + 1);
  }
  if (note)
    memcpy (&head, note->bytes, sizeof head);
  if ((head.n_times != MW_WIRE_AS_SPREAD && head.n_times > MW_WIRE_MOST_ENTRIES)
      || (head.n_values != MW_WIRE_AS_SPREAD && head.n_values > MW_WIRE_MOST_ENTRIES)) {
    head = (MwWireEntriesHead) { MW_WIRE_AS_SPREAD, MW_WIRE_AS_SPREAD };
    note = NULL;
  }
  /* Noted keys in a missing file need an entry like lanes do. Their sequence may have moved to a higher index since. */
  for (uint32_t k = 0; note && spread == 2 && k < (note->size - sizeof head) / sizeof (MwWireStoredEntry); k++) {
    MwWireStoredEntry stored;
    memcpy (&stored, note->bytes + sizeof head + k * sizeof stored, sizeof stored);
    uint32_t at = mw_model_resolve (mw_wire_writer_model (writer), stored.sequence)
                    ? mw_wire_writer_number (writer, stored.sequence)
                    : G_MAXUINT32;
    if (at >= m2->n_sequences || at >= MW_WIRE_MOST_ENTRIES || m2->sequences[at].target != at || !m2->sequences[at].away
        || global)
      continue;
    least_t = stored.times_count ? MAX (least_t, at + 1) : least_t;
    least_v = stored.values_count ? MAX (least_v, at + 1) : least_v;
  }
  n_times = MAX (least_t, head.n_times != MW_WIRE_AS_SPREAD ? head.n_times : n_times);
  n_values = MAX (least_v, head.n_values != MW_WIRE_AS_SPREAD ? head.n_values : n_values);

  uint32_t n = MAX (n_times, n_values);
  Entry *entries = g_new0 (Entry, n + 1);
  for (uint32_t k = 0; note && k < (note->size - sizeof head) / sizeof (MwWireStoredEntry); k++) {
    MwWireStoredEntry stored;
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
    mw_wire_write_derived (writer, owner, op->field, mw_wire_no_track,
                           mw_wire_m2_track_size (mw_wire_writer_format (writer), f->values != NULL));
    return;
  }
  uint16_t interpolation = (uint16_t) * (uint32_t *) mw_field_at (track, f->interpolation);
  uint16_t global = (uint16_t) mw_wire_writer_number (writer, *(MwRef *) mw_field_at (track, f->global_sequence));
  mw_wire_write_bytes (writer, track, f->interpolation, &interpolation, 2);
  mw_wire_write_bytes (writer, track, f->global_sequence, &global, 2);
  if (mw_wire_writer_format (writer).version >= MW_M2_LANES_SINCE) {
    write_entries (writer, op, track);
    return;
  }
  uint32_t n;
  g_autofree uint32_t *pairs = mw_wire_m2_ranges (mw_wire_writer_m2 (writer), track, f, &n);
  gboolean fresh;
  MwWirePlace ranges = put_pair_of (writer, track, f->times, "ranges", n),
              times = put_pair (writer, track, f->times, length_of (track, f->times));
  MwWirePlace values = f->values ? put_pair (writer, track, f->values, length_of (track, f->values))
                                 : (MwWirePlace) { 0, 0 };
  /* The sink identifies arrays by owner and field. The ranges have no field of their own, so they use the one that
   * holds the track. */
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
    write_records (writer, NULL, record, op->field);
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
