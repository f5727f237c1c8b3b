/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"
#include "core/schema/wire-tracks.h"

#include <string.h>

static inline void
put_together (uint8_t *to, size_t stride, uint32_t n, const uint8_t *from, size_t width)
{
  for (uint32_t i = 0; i < n; i++)
    memcpy (to + i * stride, from + i * width, width);
}

static void
put_values (MwWireWriter *writer, const MwOp *op, uint8_t *to, size_t stride, uint32_t n, const MwArray *array)
{
  if (op->track.values->element == MW_TYPE_REF) {
    const MwRef *refs = array->data;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t number = mw_wire_writer_number (writer, refs[i]);
      memcpy (to + i * stride, &number, 4);
    }
    return;
  }
  if (op->wire == MW_WIRE_TRACK_BGR) {
    const float *from = array->data;
    for (uint32_t i = 0; i < n; i++, from += 3) {
      memcpy (to + i * stride, &from[2], 4);
      memcpy (to + i * stride + 4, &from[1], 4);
      memcpy (to + i * stride + 8, &from[0], 4);
    }
    return;
  }
  if (op->row->codec) {
    mw_codec_encode (op->row->codec, op->track.values, array->data, n, to, stride);
    return;
  }
  switch (op->track.value_size) {
  case 4:
    put_together (to, stride, n, array->data, 4);
    break;
  case 12:
    put_together (to, stride, n, array->data, 12);
    break;
  case 16:
    put_together (to, stride, n, array->data, 16);
    break;
  default:
    put_together (to, stride, n, array->data, op->track.value_size);
  }
}

static void
mark_keys (MwByteMap *map, const MwRecord *track, const MwField *field, size_t at, size_t width, uint32_t n,
           size_t stride)
{
  if (map && n)
    mw_byte_map_add (map, at, width * n, n, (uint32_t) stride, MW_BYTES_VALUE, track, field, NULL);
}

static void
write_track (MwWireWriter *writer, const MwOp *op, const MwRecord *track)
{
  const MwTrackFields *f = &op->track;
  MwBuffer *out = mw_wire_writer_buffer (writer);
  MwByteMap *map = mw_wire_writer_map (writer);
  gboolean event = op->wire == MW_WIRE_EVENT_TRACK;
  gboolean full = !event && op->wire != MW_WIRE_SIMPLE_TRACK; /* the track has an interpolation type */
  const MwArray *times = mw_field_at (track, f->times);
  uint32_t interpolation = !full ? 0 : *(uint32_t *) mw_field_at (track, f->interpolation);
  gboolean tangents = interpolation >= 2;
  uint32_t n = times->n;
  size_t width = event ? 0 : f->value_wire, stride = 4 + width * (tangents ? 3 : 1);

  mw_wire_mark (writer, 4, 1, MW_BYTES_FIXED, track, NULL, op->row->tag);
  mw_buffer_append_u32 (out, op->tag);
  mw_wire_mark (writer, 4, 1, MW_BYTES_DERIVED, track, f->times, "count");
  mw_buffer_append_u32 (out, n);
  if (full) {
    mw_wire_mark (writer, 4, 1, MW_BYTES_VALUE, track, f->interpolation, NULL);
    mw_buffer_append_u32 (out, interpolation);
  }
  mw_wire_mark (writer, 4, 1, MW_BYTES_VALUE, track, f->global_sequence, NULL);
  mw_buffer_append_u32 (out, mw_wire_writer_number (writer, *(MwRef *) mw_field_at (track, f->global_sequence)));

  size_t at = out->size;
  uint8_t *to = mw_buffer_add (out, stride * n);
  if (event) {
    if (n)
      memcpy (to, times->data, (size_t) n * 4);
    mark_keys (map, track, f->times, at, 4, n, 4);
    return;
  }
  put_together (to, stride, n, times->data, 4);
  put_values (writer, op, to + 4, stride, n, mw_field_at (track, f->values));
  mark_keys (map, track, f->times, at, 4, n, stride);
  mark_keys (map, track, f->values, at + 4, width, n, stride);
  if (tangents) {
    put_values (writer, op, to + 4 + width, stride, n, mw_field_at (track, f->in_tans));
    put_values (writer, op, to + 4 + 2 * width, stride, n, mw_field_at (track, f->out_tans));
    mark_keys (map, track, f->in_tans, at + 4 + width, width, n, stride);
    mark_keys (map, track, f->out_tans, at + 4 + 2 * width, width, n, stride);
  }
}

void
mw_wire_write_tracks (MwWireWriter *writer, const MwOp *ops, guint n, const MwRecord *record)
{
  const MwNote *note = mw_notes_find (record, MW_NOTE_TRACK_ORDER, ops[0].field);
  guint order[32], found = 0;
  gboolean placed[32] = { FALSE };
  g_assert (n <= G_N_ELEMENTS (order));
  for (uint32_t k = 0; note && k < note->size / 4; k++) {
    uint32_t tag;
    memcpy (&tag, note->bytes + 4 * k, 4);
    for (guint i = 0; i < n; i++)
      if (ops[i].tag == tag && !placed[i] && *(MwRecord **) mw_field_at (record, ops[i].field)) {
        order[found++] = i;
        placed[i] = TRUE;
      }
  }
  for (guint i = 0; i < n; i++) {
    if (placed[i] || !*(MwRecord **) mw_field_at (record, ops[i].field))
      continue;
    guint at = 0;
    for (guint k = 0; k < found; k++)
      if (order[k] < i)
        at = k + 1;
    memmove (order + at + 1, order + at, (found - at) * sizeof *order);
    order[at] = i;
    found++;
  }
  for (guint k = 0; k < found; k++)
    write_track (writer, &ops[order[k]], *(MwRecord **) mw_field_at (record, ops[order[k]].field));
}

gboolean
mw_wire_tracks_follow_unknown_bytes (const MwOp *ops, const MwRecord *record)
{
  static const uint8_t no_tag[4];
  const MwNote *note = mw_notes_find_of (record, MW_NOTE_TRACK_ORDER, ops[0].field, sizeof no_tag);
  return note && memcmp (note->bytes, no_tag, sizeof no_tag) == 0;
}
