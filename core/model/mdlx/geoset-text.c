/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/geoset-text.h"
#include "core/model/mdlx/mdlx.h"

enum { BONES = 4 };

static const MwField *
skin_field (const char *name)
{
  return mw_schema_field (&mw_mdlx_geoset_schema, name);
}

/* The largest number that a binary file of the version can hold: bytes, from 1400 on of Warcraft III 16 bits. */
static int64_t
most (MwFormat format)
{
  return format.family == MW_FAMILY_MDX && format.version >= 1400 ? G_MAXUINT16 : G_MAXUINT8;
}

static gboolean
read_row (MwMdlReader *reader, MwRef *bones, uint16_t *weights)
{
  const int64_t max = most (mw_mdl_reader_format (reader));
  int64_t number;
  for (guint i = 0; i < BONES; i++) {
    if (!mw_mdl_number (reader, 0, max, &number))
      return FALSE;
    bones[i] = (MwRef) { 0, (uint32_t) number };
  }
  for (guint i = 0; i < BONES; i++) {
    if (!mw_mdl_number (reader, 0, max, &number))
      return FALSE;
    weights[i] = (uint16_t) number;
  }
  return TRUE;
}

/* Three ways are read (MDL reference, 10.5): with a count or without, rows with braces or without. */
static gboolean
read_skin (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  g_autoptr (GArray) bones = g_array_new (FALSE, FALSE, BONES * sizeof (MwRef)),
                     weights = g_array_new (FALSE, FALSE, BONES * sizeof (uint16_t));
  int64_t stated = -1;
  if ((mw_mdl_is_number (reader) && !mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated)) || !mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    MwRef of[BONES];
    uint16_t by[BONES];
    gboolean braced = mw_mdl_opens (reader);
    if (!read_row (reader, of, by))
      return FALSE;
    if (braced && !mw_mdl_closes (reader))
      return mw_mdl_fail (reader, "found more than four bones and four weights of a vertex, expected }");
    g_array_append_val (bones, of);
    g_array_append_val (weights, by);
  }
  mw_mdl_count_differs (reader, "vertices of SkinWeights", stated, bones->len);
  mw_array_clear (&geoset->skin_bones);
  mw_array_clear (&geoset->skin_weights);
  geoset->skin_bones = mw_mdl_take (reader, bones->data, bones->len, BONES * sizeof (MwRef));
  geoset->skin_weights = mw_mdl_take (reader, weights->data, weights->len, BONES * sizeof (uint16_t));
  return TRUE;
}

/* Rows without braces: the game reads no others. */
static void
write_skin (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const MwRef *bones = geoset->skin_bones.data;
  const uint16_t *weights = geoset->skin_weights.data;
  const MwField *of = skin_field ("skin.bones"), *by = skin_field ("skin.weights");
  uint32_t n = MIN (geoset->skin_bones.n, geoset->skin_weights.n);
  if (geoset->skin_bones.n > n)
    mw_mdl_lose (writer, record, of, "there are fewer weights than bones");
  if (geoset->skin_weights.n > n)
    mw_mdl_lose (writer, record, by, "there are fewer bones than weights");
  if (n == 0)
    return;
  mw_mdl_line (writer, "SkinWeights ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  for (uint32_t i = 0; i < n; i++) {
    mw_mdl_line (writer, "");
    mw_mdl_at (writer, record, of);
    for (guint k = 0; k < BONES; k++) {
      mw_mdl_put_number (writer, mw_mdl_writer_number (writer, *bones++));
      mw_mdl_put (writer, ", ");
    }
    mw_mdl_at (writer, record, by);
    for (guint k = 0; k < BONES; k++) {
      mw_mdl_put_number (writer, *weights++);
      mw_mdl_put (writer, k + 1 < BONES ? ", " : ",");
    }
  }
  mw_mdl_at (writer, record, NULL);
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
}

const MwMdlHand mw_mdlx_skin_text = { "four bones and four weights per vertex", read_skin, write_skin };
