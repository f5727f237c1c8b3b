/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/geoset-text.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* --- Primitive groups, matrix groups, extents ------------------------------------------------------------------------- */

enum { TRIANGLES = 4 };

/* In version 1500 of World of Warcraft all indices are one list of triangles. */
static gboolean
has_primitives (MwFormat format)
{
  return format.family != MW_FAMILY_MDX_WOW || format.version < 1500;
}

/* Whether Faces or Groups cannot state the arrays exactly. Texts of World of Warcraft then write the arrays
 * themselves. */
gboolean
mw_mdlx_are_odd_faces (const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  uint32_t n = geoset->primitive_sizes.n, left = geoset->faces.n;
  gboolean odd = geoset->primitive_types.n != n || (n == 0 && left > 0);
  for (uint32_t i = 0; i < n && !odd; i++) {
    odd = types[i] != TRIANGLES || sizes[i] > left;
    left -= sizes[i];
  }
  return odd || (n > 0 && left > 0);
}

gboolean
mw_mdlx_are_odd_groups (const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const uint32_t *sizes = geoset->group_sizes.data;
  uint32_t left = geoset->group_members.n;
  for (uint32_t i = 0; i < geoset->group_sizes.n; i++) {
    if (sizes[i] > left)
      return TRUE;
    left -= sizes[i];
  }
  return left > 0;
}

static void
set_array (MwArray *array, MwArray value)
{
  mw_array_clear (array);
  *array = value;
}

/* Reads the rows of vertex indices after the word of a primitive type; `sizes` gets the length of each row. */
static gboolean
read_primitives (MwMdlReader *reader, GArray *corners, GArray *sizes)
{
  const char *word;
  size_t length;
  if (!mw_mdl_word (reader, &word, &length))
    return FALSE;
  if (!mw_mdl_word_is (word, length, "Triangles"))
    return mw_mdl_fail (reader, "found a primitive other than Triangles, which no known program reads");
  if (!mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    uint32_t before = corners->len, n;
    gboolean braced = mw_mdl_opens (reader);
    while (braced ? !mw_mdl_closes (reader) : mw_mdl_is_number (reader)) {
      int64_t number;
      if (!mw_mdl_number (reader, 0, G_MAXUINT16, &number))
        return FALSE;
      uint16_t corner = (uint16_t) number;
      g_array_append_val (corners, corner);
    }
    n = corners->len - before;
    if (!braced && n == 0)
      return mw_mdl_number (reader, 0, G_MAXUINT16, &(int64_t) { 0 });
    g_array_append_val (sizes, n);
  }
  return TRUE;
}

/* `Faces groups indices { Triangles { { 0, 1, 2 }, } }`: if there are as many rows as groups, each row is a group;
 * otherwise all rows are one group (old texts have a row per triangle). */
static gboolean
read_faces (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, 2), sizes = g_array_new (FALSE, FALSE, 4);
  int64_t stated[2] = { -1, -1 };
  for (guint i = 0; i < 2 && mw_mdl_is_number (reader); i++)
    if (!mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated[i]))
      return FALSE;
  if (!mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader))
    if (!read_primitives (reader, corners, sizes))
      return FALSE;
  if (stated[0] != (int64_t) sizes->len && sizes->len) {
    g_array_set_size (sizes, 1);
    g_array_index (sizes, uint32_t, 0) = corners->len;
  }
  mw_mdl_count_differs (reader, "indices", stated[1], corners->len);
  g_autofree uint32_t *types = g_new (uint32_t, sizes->len + 1);
  for (guint i = 0; i < sizes->len; i++)
    types[i] = TRIANGLES;
  set_array (&geoset->faces, mw_mdl_take (reader, corners->data, corners->len, 2));
  if (!has_primitives (mw_mdl_reader_format (reader)))
    return TRUE;
  set_array (&geoset->primitive_sizes, mw_mdl_take (reader, sizes->data, sizes->len, 4));
  set_array (&geoset->primitive_types, mw_mdl_take (reader, types, sizes->len, 4));
  return TRUE;
}

/* Appends the triangles that a primitive group draws (mdlx.md 5.7); points and lines draw none. */
static void
triangulate (uint32_t type, const uint16_t *from, uint32_t n, GArray *to)
{
#define ADD(a, b, c) g_array_append_vals (to, ((const uint16_t[]) { from[a], from[b], from[c] }), 3)
  switch (type) {
  case TRIANGLES:
    g_array_append_vals (to, from, n);
    break;
  case 5: /* strip */
    for (uint32_t i = 2; i < n; i++)
      ADD (i - 2, i & 1 ? i : i - 1, i & 1 ? i - 1 : i);
    break;
  case 6: /* fan */
  case 9: /* polygon */
    for (uint32_t i = 2; i < n; i++)
      ADD (0, i - 1, i);
    break;
  case 7: /* quads */
    for (uint32_t i = 3; i < n; i += 4) {
      ADD (i - 3, i - 2, i - 1);
      ADD (i - 3, i - 1, i);
    }
    break;
  case 8: /* strip of quads */
    for (uint32_t i = 3; i < n; i += 2) {
      ADD (i - 3, i - 2, i - 1);
      ADD (i - 1, i - 2, i);
    }
    break;
  }
#undef ADD
}

static void
write_faces (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  MwFormat format = mw_mdl_writer_format (writer);
  gboolean primitives = has_primitives (format);
  const uint32_t all = geoset->faces.n, triangles = TRIANGLES;
  const uint32_t *types = primitives ? geoset->primitive_types.data : &triangles,
                 *sizes = primitives ? geoset->primitive_sizes.data : &all;
  const uint16_t *faces = geoset->faces.data;
  uint32_t n = primitives ? geoset->primitive_sizes.n : all > 0, at = 0;
  uint32_t n_types = primitives ? geoset->primitive_types.n : n;
  if (format.family == MW_FAMILY_MDX_WOW && primitives && mw_mdlx_are_odd_faces (record))
    return;
  gboolean as_is = n_types == n, types_lost = !as_is, sizes_lost = FALSE;
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, 2);
  g_autofree uint32_t *ends = g_new (uint32_t, n + 1);

  for (uint32_t i = 0; i < n; i++) {
    uint32_t size = MIN (sizes[i], geoset->faces.n - at), before = corners->len;
    uint32_t type = i < n_types ? types[i] : TRIANGLES;
    if (size)
      triangulate (type, faces + at, size, corners);
    ends[i] = corners->len;
    types_lost |= type != TRIANGLES;
    sizes_lost |= ends[i] - before != sizes[i];
    at += size;
  }
  if (types_lost)
    mw_mdl_lose (writer, record, MW_FIELD (MwMdlxGeoset, primitive_types), "text has triangles only");
  if (sizes_lost)
    mw_mdl_lose (writer, record, MW_FIELD (MwMdlxGeoset, primitive_sizes), "text has triangles only");
  if (corners->len != geoset->faces.n || (corners->len && memcmp (corners->data, faces, 2 * (size_t) corners->len) != 0))
    mw_mdl_lose (writer, record, MW_FIELD (MwMdlxGeoset, faces), "text has the triangles of primitive groups only");

  mw_mdl_line (writer, "Faces ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " ");
  mw_mdl_put_int (writer, corners->len);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  mw_mdl_line (writer, "Triangles {");
  mw_mdl_indent (writer, 1);
  for (uint32_t i = 0, k = 0; i < n; i++) {
    mw_mdl_line (writer, "{ ");
    for (uint32_t first = k; k < ends[i]; k++) {
      if (k > first)
        mw_mdl_put (writer, ", ");
      mw_mdl_put_number (writer, g_array_index (corners, uint16_t, k));
    }
    mw_mdl_put (writer, " },");
  }
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
}

const MwMdlHand mw_mdlx_faces_text = { "primitive groups in three arrays", read_faces, write_faces };

/* `Groups n total { Matrices { 0, 1 }, ... }`: the lengths of the rows are a separate field. */
static gboolean
read_groups (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, 4), members = g_array_new (FALSE, FALSE, sizeof (MwRef));
  int64_t stated[2] = { -1, -1 };
  const char *word;
  size_t length;
  for (guint i = 0; i < 2 && mw_mdl_is_number (reader); i++)
    if (!mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated[i]))
      return FALSE;
  if (!mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    if (!mw_mdl_word (reader, &word, &length))
      return FALSE;
    if (!mw_mdl_word_is (word, length, "Matrices"))
      return mw_mdl_fail (reader, "found a word other than Matrices inside Groups");
    if (!mw_mdl_open (reader))
      return FALSE;
    uint32_t before = members->len, size;
    while (!mw_mdl_closes (reader)) {
      int64_t number;
      if (!mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &number))
        return FALSE;
      MwRef ref = { 0, (uint32_t) number };
      g_array_append_val (members, ref);
    }
    size = members->len - before;
    g_array_append_val (sizes, size);
  }
  mw_mdl_count_differs (reader, "matrix groups", stated[0], sizes->len);
  set_array (&geoset->group_sizes, mw_mdl_take (reader, sizes->data, sizes->len, 4));
  set_array (&geoset->group_members, mw_mdl_take (reader, members->data, members->len, sizeof (MwRef)));
  return TRUE;
}

static void
write_groups (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  uint32_t n = geoset->group_sizes.n, at = 0, total = 0;
  gboolean short_of = FALSE;
  if (mw_mdl_writer_format (writer).family == MW_FAMILY_MDX_WOW && mw_mdlx_are_odd_groups (record))
    return;
  for (uint32_t i = 0; i < n; i++)
    total += MIN (sizes[i], geoset->group_members.n - total);
  mw_mdl_line (writer, "Groups ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " ");
  mw_mdl_put_int (writer, total);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t size = MIN (sizes[i], geoset->group_members.n - at);
    short_of |= size != sizes[i];
    mw_mdl_line (writer, "Matrices { ");
    mw_mdl_at (writer, record, MW_FIELD (MwMdlxGeoset, group_members));
    for (uint32_t k = 0; k < size; k++) {
      if (k)
        mw_mdl_put (writer, ", ");
      mw_mdl_put_number (writer, mw_mdl_writer_number (writer, members[at + k]));
    }
    mw_mdl_put (writer, " },");
    at += size;
  }
  mw_mdl_at (writer, record, NULL);
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
  if (short_of)
    mw_mdl_lose (writer, record, MW_FIELD (MwMdlxGeoset, group_sizes), "there are fewer members than the groups state");
  if (at < geoset->group_members.n)
    mw_mdl_lose (writer, record, MW_FIELD (MwMdlxGeoset, group_members),
        "members beyond the groups have no place in text");
}

const MwMdlHand mw_mdlx_groups_text = { "matrix groups in two arrays", read_groups, write_groups };

/* The i-th extent belongs to the i-th sequence, as in a binary file. */
static gboolean
read_extent_text (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  MwRecord *extent = mw_mdl_item (reader, record, MW_FIELD (MwMdlxGeoset, extents), &mw_mdlx_geoset_extent_schema);
  if (!extent)
    return FALSE;
  ((MwMdlxGeosetExtent *) extent)->sequence = (MwRef) { 0, geoset->extents.n - 1 };
  return TRUE;
}

static void
write_extents_text (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  uint32_t n;
  g_autofree const MwMdlxGeosetExtent **extents = mw_mdlx_geoset_extents (mw_mdl_writer_model (writer), geoset, &n);
  g_autoptr (MwRecord) own = n ? mw_record_new (&mw_mdlx_geoset_extent_schema) : NULL;
  for (uint32_t i = 0; i < n; i++) {
    if (!extents[i])
      ((MwMdlxGeosetExtent *) own)->bounds = geoset->bounds;
    mw_mdl_put_record (writer, "Anim", extents[i] ? &extents[i]->record : own);
  }
}

const MwMdlHand mw_mdlx_extents_text = { "extents in sequence order", read_extent_text, write_extents_text };

/* --- Skin ----------------------------------------------------------------------------------------------------------- */

enum { BONES = 4 };

/* The largest number that a binary file of the version can hold: a byte, or 16 bits in Warcraft III from 1400 on. */
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

/* Three spellings are read (mdlx.md 10.5): with or without a count, rows with or without braces. */
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

/* Rows are written without braces, because the game reads no others. */
static void
write_skin (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  const MwRef *bones = geoset->skin_bones.data;
  const uint16_t *weights = geoset->skin_weights.data;
  const MwField *of = MW_FIELD (MwMdlxGeoset, skin_bones), *by = MW_FIELD (MwMdlxGeoset, skin_weights);
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
