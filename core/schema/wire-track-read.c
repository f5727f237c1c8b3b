/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/schema/codec.h"
#include "core/schema/wire-tracks.h"

#include <string.h>

void
mw_wire_refs_from_u32 (MwRef *refs, const uint8_t *bytes, uint32_t n, size_t stride)
{
  for (uint32_t i = 0; i < n; i++)
    refs[i] = (MwRef) { 0, mw_u32_at (bytes + i * stride) };
}

/* Separates interleaved keys. `width` is a constant at each call, so each call is compiled to a simple loop. */
static inline void
take_apart (const uint8_t *from, size_t stride, uint32_t n, uint8_t *to, size_t width)
{
  for (uint32_t i = 0; i < n; i++)
    memcpy (to + i * width, from + i * stride, width);
}

static void
take_values (const MwOp *op, const uint8_t *from, size_t stride, uint32_t n, MwArray *array)
{
  const MwField *values = op->track.values;
  if (values->element == MW_TYPE_REF) {
    mw_wire_refs_from_u32 (array->data, from, n, stride);
    return;
  }
  if (op->row->codec) {
    mw_codec_decode (op->row->codec, values, from, stride, n, array->data);
    return;
  }
  if (op->wire == MW_WIRE_TRACK_BGR) {
    float *to = array->data;
    for (uint32_t i = 0; i < n; i++, to += 3) {
      memcpy (&to[2], from + i * stride, 4);
      memcpy (&to[1], from + i * stride + 4, 4);
      memcpy (&to[0], from + i * stride + 8, 4);
    }
    return;
  }
  switch (op->track.value_size) {
  case 4:
    take_apart (from, stride, n, array->data, 4);
    break;
  case 12:
    take_apart (from, stride, n, array->data, 12);
    break;
  case 16:
    take_apart (from, stride, n, array->data, 16);
    break;
  default:
    take_apart (from, stride, n, array->data, op->track.value_size);
  }
}

/* Reads one track (mdlx.md 2.3, 2.4 and 7.5). */
static gboolean
read_track (MwWireReader *reader, const MwOp *op, MwRecord *owner, GError **error)
{
  gboolean event = op->wire == MW_WIRE_EVENT_TRACK;
  gboolean full = !event && op->wire != MW_WIRE_SIMPLE_TRACK; /* the track has an interpolation type */
  const MwTrackFields *f = &op->track;
  size_t left, head_size = full ? 16 : 12;
  const uint8_t *head = mw_wire_peek (reader, &left);
  if (!mw_wire_skip (reader, head_size, error))
    return FALSE;
  uint32_t n = mw_u32_at (head + 4), interpolation = full ? mw_u32_at (head + 8) : 0;
  gboolean tangents = interpolation >= 2;
  size_t stride = 4 + (event ? 0 : (size_t) f->value_wire * (tangents ? 3 : 1));
  left -= head_size;
  if (n > left / stride) {
    size_t size;
    mw_wire_reader_bytes (reader, &size);
    return mw_wire_fail (reader, error, mw_wire_reader_end (reader) == size ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT,
                         full ? -12 : -8, "found a count of %u keys of %zu bytes, but %zu bytes are left", n, stride,
                         left);
  }
  MwRecord *track = mw_record_new (op->field->schema);
  mw_child_set (mw_wire_reader_model (reader), owner, op->field, track);
  ((MwRef *) mw_field_at (track, f->global_sequence))->raw = mw_u32_at (head + head_size - 4);
  if (!event)
    *(uint32_t *) mw_field_at (track, f->interpolation) = interpolation;

  const uint8_t *keys = head + head_size;
  MwArray *times = mw_field_at (track, f->times);
  *times = mw_wire_take (reader, n, 4);
  if (event) {
    if (n)
      memcpy (times->data, keys, (size_t) n * 4);
  } else {
    MwArray *values = mw_field_at (track, f->values);
    *values = mw_wire_take (reader, n, f->value_size);
    take_apart (keys, stride, n, times->data, 4);
    take_values (op, keys + 4, stride, n, values);
    if (tangents) {
      MwArray *in = mw_field_at (track, f->in_tans), *out = mw_field_at (track, f->out_tans);
      *in = mw_wire_take (reader, n, f->value_size);
      *out = mw_wire_take (reader, n, f->value_size);
      take_values (op, keys + 4 + f->value_wire, stride, n, in);
      take_values (op, keys + 4 + 2 * f->value_wire, stride, n, out);
    }
  }
  return mw_wire_skip (reader, n * stride, error);
}

gboolean
mw_wire_read_tracks (MwWireReader *reader, const MwOp *ops, guint n, MwRecord *record, gboolean after_unknown,
                     GError **error)
{
  uint32_t order[1 + 32] = { 0 };
  const guint before = after_unknown ? 1 : 0; /* the leading 0, which is not a track's tag */
  guint found = before, last = 0;
  gboolean sorted = TRUE;
  size_t left;
  for (const uint8_t *at = mw_wire_peek (reader, &left); left >= 4; at = mw_wire_peek (reader, &left)) {
    uint32_t tag = mw_u32_at (at);
    guint i = 0;
    while (i < n && ops[i].tag != tag)
      i++;
    if (i == n || *(MwRecord **) mw_field_at (record, ops[i].field))
      break;
    mw_wire_reader_name_op (reader, &ops[i]);
    if (!read_track (reader, &ops[i], record, error))
      return FALSE;
    sorted = sorted && (found == before || i > last);
    last = i;
    g_assert (found < G_N_ELEMENTS (order));
    order[found++] = tag;
  }
  if (!sorted || after_unknown)
    mw_notes_add (record, MW_NOTE_TRACK_ORDER, ops[0].field, 0, order, found * 4, found * 4);
  return TRUE;
}

/* --- Unknown bytes before tracks -------------------------------------------------------------------------------------- */

/* Returns the size in bytes of the track that begins here, and sets *which to the index of its row. Returns 0 if no
 * row has the tag, or if the bytes cannot be a track. */
static size_t
track_size (const uint8_t *bytes, size_t left, const MwOp *ops, guint n, guint *which)
{
  if (left < 12)
    return 0;
  uint32_t tag = mw_u32_at (bytes);
  for (*which = 0; *which < n && ops[*which].tag != tag; ++*which)
    ;
  if (*which == n)
    return 0;
  const MwOp *op = &ops[*which];
  gboolean event = op->wire == MW_WIRE_EVENT_TRACK, full = !event && op->wire != MW_WIRE_SIMPLE_TRACK;
  size_t head = full ? 16 : 12;
  uint32_t interpolation = full && left >= head ? mw_u32_at (bytes + 8) : 0, keys = mw_u32_at (bytes + 4);
  size_t stride = 4 + (event ? 0 : (size_t) op->track.value_wire * (interpolation >= 2 ? 3 : 1));
  return left < head || interpolation > 3 || keys > (left - head) / stride ? 0 : head + keys * stride;
}

static gboolean
are_all_tracks (const uint8_t *bytes, size_t left, const MwOp *ops, guint n)
{
  gboolean seen[32] = { FALSE };
  g_assert (n <= G_N_ELEMENTS (seen));
  while (left > 0) {
    guint which;
    size_t size = track_size (bytes, left, ops, n, &which);
    if (size == 0 || seen[which])
      return FALSE;
    seen[which] = TRUE;
    bytes += size;
    left -= size;
  }
  return TRUE;
}

uint32_t
mw_wire_bytes_before_tracks (const MwWireReader *reader, const MwOp *ops, guint n)
{
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  guint which = 0;
  /* If the first track's tag comes immediately, nothing is before it, whether or not the track is valid. */
  while (left >= 4 && which < n && ops[which].tag != mw_u32_at (bytes))
    which++;
  if (left < 4 || which < n)
    return 0;
  for (size_t at = 1; at + 12 <= left; at++)
    if (are_all_tracks (bytes + at, left - at, ops, n))
      return (uint32_t) at;
  return 0;
}
