/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"

#include <string.h>

/* Text has the triangles that a primitive group draws, one row per group (mdlx.md 5.7). Types whose triangles share
 * corners in a known way can be rebuilt from the triangles. Corners that are in no triangle are stated in the note. */

enum { TRIANGLES = 4, STRIP, FAN, QUADS, QUAD_STRIP, POLYGON };

/* Rebuilds the corners of a group, as far as possible, from the corners of its triangles. */
static void
rebuild (uint32_t type, const uint16_t *row, uint32_t n, GArray *to)
{
#define ADD(k) g_array_append_val (to, row[k])
  switch (type) {
  case TRIANGLES:
    g_array_append_vals (to, row, n);
    break;
  case STRIP: /* every second triangle is turned round; the new corner is the last of one and the second of the next */
    for (uint32_t i = 0; i + 2 < n; i += 3) {
      if (i == 0) {
        ADD (0);
        ADD (1);
      }
      ADD (i / 3 % 2 ? i + 1 : i + 2);
    }
    break;
  case FAN:
  case POLYGON:
    for (uint32_t i = 0; i + 2 < n; i += 3) {
      if (i == 0) {
        ADD (0);
        ADD (1);
      }
      ADD (i + 2);
    }
    break;
  case QUADS:
    for (uint32_t i = 0; i + 5 < n; i += 6) {
      ADD (i);
      ADD (i + 1);
      ADD (i + 2);
      ADD (i + 5);
    }
    break;
  case QUAD_STRIP:
    for (uint32_t i = 0; i + 5 < n; i += 6) {
      if (i == 0) {
        ADD (0);
        ADD (1);
      }
      ADD (i + 2);
      ADD (i + 5);
    }
    break;
  }
#undef ADD
}

static uint64_t
sum_of (const MwArray *sizes)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < sizes->n; i++)
    sum += ((const uint32_t *) sizes->data)[i];
  return sum;
}

char *
mw_mdl_side_prims_text (const MwMdlxGeoset *geoset, const MwMdlxGeoset *stated)
{
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  const uint32_t *rows = stated->primitive_sizes.data;
  const uint16_t *faces = geoset->faces.data, *row = stated->faces.data;
  uint32_t n = geoset->primitive_sizes.n;
  if (geoset->primitive_types.n != n || stated->primitive_sizes.n != n
      || sum_of (&geoset->primitive_sizes) != geoset->faces.n || sum_of (&stated->primitive_sizes) != stated->faces.n)
    return NULL;
  GString *text = g_string_new ("[");
  g_autoptr (GArray) built = g_array_new (FALSE, FALSE, 2);
  for (uint32_t i = 0; i < n; faces += sizes[i], row += rows[i], i++) {
    g_array_set_size (built, 0);
    rebuild (types[i], row, rows[i], built);
    gboolean follows = built->len == sizes[i]
                       && (built->len == 0 || memcmp (built->data, faces, 2 * (gsize) built->len) == 0);
    g_string_append (text, i ? "," : "");
    if (follows && types[i] == TRIANGLES)
      g_string_append_printf (text, "%u", types[i]);
    else
      g_string_append_printf (text, "[%u,%u", types[i], sizes[i]);
    if (!follows) {
      g_string_append (text, ",[");
      for (uint32_t k = 0; k < sizes[i]; k++)
        g_string_append_printf (text, "%s%u", k ? "," : "", faces[k]);
      g_string_append_c (text, ']');
    }
    if (!follows || types[i] != TRIANGLES)
      g_string_append_c (text, ']');
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* Reads one group: `type` or `[type, size]` or `[type, size, [corner, ...]]`. */
static gboolean
read_group (const char **at, const uint16_t *row, uint32_t n, uint32_t *type, GArray *faces)
{
  int64_t number, size = -1;
  gboolean listed = mw_side_take (at, '['), bare = FALSE;
  if (!mw_side_take_int (at, 0, G_MAXUINT32, &number))
    return FALSE;
  *type = (uint32_t) number;
  if (listed && (!mw_side_take (at, ',') || !mw_side_take_int (at, 0, G_MAXUINT32, &size)))
    return FALSE;
  guint before = faces->len;
  if (listed && mw_side_take (at, ',')) {
    if (!mw_side_take (at, '['))
      return FALSE;
    for (gboolean first = TRUE; !mw_side_take (at, ']'); first = FALSE) {
      if ((!first && !mw_side_take (at, ',')) || !mw_side_take_int (at, 0, G_MAXUINT16, &number))
        return FALSE;
      uint16_t corner = (uint16_t) number;
      g_array_append_val (faces, corner);
    }
    bare = TRUE;
  }
  if (!bare)
    rebuild (*type, row, n, faces);
  return (size < 0 || faces->len - before == (guint64) size) && (!listed || mw_side_take (at, ']'));
}

gboolean
mw_mdl_side_prims_read (const MwMdlxGeoset *stated, const char *value, MwArray arrays[3])
{
  const uint32_t *rows = stated->primitive_sizes.data;
  const uint16_t *row = stated->faces.data;
  uint32_t n = stated->primitive_sizes.n;
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, 4), sizes = g_array_new (FALSE, FALSE, 4);
  g_autoptr (GArray) faces = g_array_new (FALSE, FALSE, 2);
  if (sum_of (&stated->primitive_sizes) != stated->faces.n || !mw_side_take (&value, '['))
    return FALSE;
  for (uint32_t i = 0; i < n; row += rows[i], i++) {
    uint32_t type, before = faces->len, size;
    if ((i && !mw_side_take (&value, ',')) || !read_group (&value, row, rows[i], &type, faces))
      return FALSE;
    size = faces->len - before;
    g_array_append_val (types, type);
    g_array_append_val (sizes, size);
  }
  if (!mw_side_take (&value, ']') || !mw_side_at_end (&value))
    return FALSE;
  arrays[0] = mw_array_copy (faces->data, faces->len, 2);
  arrays[1] = mw_array_copy (types->data, types->len, 4);
  arrays[2] = mw_array_copy (sizes->data, sizes->len, 4);
  return TRUE;
}
