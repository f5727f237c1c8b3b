/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/geoset-skin.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* TANG and SKIN: mdlx.md 5.7. Both are optional. SKIN holds two arrays of the model in one of the file: four object
 * ids and four weights per vertex, one byte each, or two bytes each from 1400 on. */

enum { WIDE_SINCE = 1400, BONES = 4 };

/* Size in bytes of a bone or weight in SKIN. */
static size_t
width_of (MwFormat format)
{
  return format.version >= WIDE_SINCE ? 2 : 1;
}

guint
mw_mdlx_skin_most (MwFormat format)
{
  /* Vertices of World of Warcraft have weights of one byte in every version. */
  return format.family == MW_FAMILY_MDX && width_of (format) == 2 ? G_MAXUINT16 : G_MAXUINT8;
}

/* FALSE: the part is missing. */
static gboolean
begins_with (const MwWireReader *reader, const char *tag)
{
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  return left >= 4 && memcmp (bytes, tag, 4) == 0;
}

/* Reads tag and count, and checks that the elements are there. Notes a part that is present but empty. */
static gboolean
read_head (MwWireReader *reader, MwRecord *record, const MwField *field, size_t size, uint32_t *n, GError **error)
{
  size_t left;
  if (!mw_wire_skip (reader, 4, error) || !mw_wire_read_u32 (reader, n, error))
    return FALSE;
  mw_wire_peek (reader, &left);
  if (*n > left / size)
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4,
                         "found a count of %u elements of %zu bytes, but %zu bytes are left", *n, size, left);
  if (*n == 0)
    mw_notes_add (record, MW_NOTE_LAYOUT, field, 0, NULL, 0, 0);
  return TRUE;
}

/* FALSE: the part is not to be written. */
static gboolean
write_head (MwWireWriter *writer, const MwRecord *record, const MwField *field, const char *tag, uint32_t n)
{
  if (!n && !mw_notes_find (record, MW_NOTE_LAYOUT, field))
    return FALSE;
  mw_wire_write_tag (writer, record, tag);
  mw_wire_write_count (writer, record, field, n);
  return TRUE;
}

static gboolean
read_tangents (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  uint32_t n;
  if (!begins_with (reader, "TANG"))
    return TRUE;
  if (!read_head (reader, record, MW_FIELD (MwMdlxGeoset, tangents), 16, &n, error))
    return FALSE;
  size_t left;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  geoset->tangents = mw_wire_take (reader, n, 16);
  if (n)
    memcpy (geoset->tangents.data, bytes, 16 * (size_t) n);
  return mw_wire_skip (reader, 16 * (size_t) n, error);
}

static void
write_tangents (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const MwField *field = MW_FIELD (MwMdlxGeoset, tangents);
  if (write_head (writer, record, field, "TANG", geoset->tangents.n))
    mw_wire_write_elements (writer, record, field, geoset->tangents.data, geoset->tangents.n);
}

const MwHand mw_mdlx_tangents_hand = { "tangents, if there are any", read_tangents, write_tangents };

static uint32_t
number_at (const uint8_t *at, size_t width)
{
  uint16_t wide;
  if (width == 1)
    return *at;
  memcpy (&wide, at, 2);
  return wide;
}

static gboolean
read_skin (MwWireReader *reader, MwRecord *record, GError **error)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  const size_t width = width_of (mw_wire_reader_format (reader));
  uint32_t n;
  if (!begins_with (reader, "SKIN"))
    return TRUE;
  if (!read_head (reader, record, MW_FIELD (MwMdlxGeoset, skin_bones), width, &n, error))
    return FALSE;
  if (n % (2 * BONES))
    return mw_wire_fail (reader, error, MW_ERROR_CORRUPT, -4, "found a SKIN of %u elements, expected a multiple of %d", n,
                         2 * BONES);
  size_t left;
  const uint8_t *from = mw_wire_peek (reader, &left);
  n /= 2 * BONES;
  geoset->skin_bones = mw_wire_take (reader, n, BONES * sizeof (MwRef));
  geoset->skin_weights = mw_wire_take (reader, n, BONES * sizeof (uint16_t));
  MwRef *bones = geoset->skin_bones.data;
  uint16_t *weights = geoset->skin_weights.data;
  for (uint32_t i = 0; i < n; i++, from += 2 * BONES * width)
    for (uint32_t k = 0; k < BONES; k++) {
      *bones++ = (MwRef) { 0, number_at (from + k * width, width) };
      *weights++ = (uint16_t) number_at (from + (BONES + k) * width, width);
    }
  return mw_wire_skip (reader, (size_t) n * 2 * BONES * width, error);
}

/* A number that does not fit is never truncated; the writer reports it. */
static void
put_number (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t vertex, uint32_t number, size_t width,
            uint8_t *to)
{
  if (number >> (8 * width))
    mw_wire_writer_refuse (writer, record, field, "element %u is %u, but SKIN of version %u holds at most %u",
                          vertex, number, mw_wire_writer_format (writer).version, width == 1 ? 255u : 65535u);
  memcpy (to, &number, width);
}

static void
write_skin (MwWireWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const size_t width = width_of (mw_wire_writer_format (writer));
  const MwField *bones_field = MW_FIELD (MwMdlxGeoset, skin_bones), *weights_field = MW_FIELD (MwMdlxGeoset, skin_weights);
  const MwRef *bones = geoset->skin_bones.data;
  const uint16_t *weights = geoset->skin_weights.data;
  uint32_t n = geoset->skin_bones.n;
  if (geoset->skin_weights.n != n) {
    mw_wire_writer_refuse (writer, record, weights_field, "there are weights for %u vertices and bones for %u",
                          geoset->skin_weights.n, n);
    return;
  }
  if (n > G_MAXUINT32 / (2 * BONES)) {
    mw_wire_writer_refuse (writer, record, bones_field, "SKIN cannot hold %u vertices", n);
    return;
  }
  if (!write_head (writer, record, bones_field, "SKIN", n * 2 * BONES))
    return;
  size_t stride = 2 * BONES * width, at = mw_wire_writer_buffer (writer)->size;
  mw_wire_mark_elements (writer, record, bones_field, at, BONES * width, n, stride);
  mw_wire_mark_elements (writer, record, weights_field, at + BONES * width, BONES * width, n, stride);
  uint8_t *to = mw_buffer_add (mw_wire_writer_buffer (writer), n * stride);
  for (uint32_t i = 0; i < n; i++, to += stride)
    for (uint32_t k = 0; k < BONES; k++) {
      put_number (writer, record, bones_field, i, mw_wire_writer_number (writer, *bones++), width, to + k * width);
      put_number (writer, record, weights_field, i, *weights++, width, to + (BONES + k) * width);
    }
}

const MwHand mw_mdlx_skin_hand = { "bones and weights of the vertices, if there are any", read_skin, write_skin };
