/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-mdlx-mesh.h"
#include "core/model/triangles.h"

/* The indices of whole triangles; 0 if the geoset has something else. */
static uint32_t
n_triangle_indices (const MwMdlxGeoset *geoset)
{
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  if (geoset->primitive_types.n != geoset->primitive_sizes.n)
    return 0;
  for (uint32_t i = 0; i < geoset->primitive_types.n; i++)
    if (types[i] != 4 || sizes[i] % 3)
      return 0;
  return geoset->faces.n - geoset->faces.n % 3;
}

guint
mw_mesh_degenerate (const MwMdlxGeoset *geoset, uint32_t *first)
{
  const uint16_t *faces = geoset->faces.data;
  guint n = 0;
  for (uint32_t i = n_triangle_indices (geoset); i >= 3; i -= 3)
    if (mw_triangle_is_degenerate (geoset->vertices.data, geoset->vertices.n, faces + i - 3)) {
      n++;
      *first = i - 3;
    }
  return n;
}

/* --- Triangles that are there twice ----------------------------------------------------------------------------------- */

/* The corners of a triangle as one number, which is the same for each corner that it may begin with and another one for its back.
 * Never 0, because degenerate triangles are not asked for. */
static guint64
key_of (const uint16_t *corners)
{
  guint least = corners[1] < corners[0] ? 1 : 0;
  if (corners[2] < corners[least])
    least = 2;
  return (guint64) corners[least] << 32 | (guint64) corners[(least + 1) % 3] << 16 | corners[(least + 2) % 3];
}

/* Adds a key to a set of which `mask` is the size less 1. Returns whether it was new. */
static gboolean
add_key (guint64 *set, guint64 mask, guint64 key)
{
  guint64 at = (key * 0x9E3779B97F4A7C15u) >> 20 & mask;
  while (set[at] && set[at] != key)
    at = (at + 1) & mask;
  gboolean is_new = !set[at];
  set[at] = key;
  return is_new;
}

static void
check_twice (MwChecking *c, const MwMdlxGeoset *geoset, uint32_t n_indices)
{
  const uint16_t *faces = geoset->faces.data;
  guint64 size = 16;
  guint n = 0;
  uint32_t first = 0;
  while (size < (guint64) n_indices / 3 * 2)
    size *= 2;
  g_autofree guint64 *set = g_new0 (guint64, size);
  for (uint32_t i = 0; i < n_indices; i += 3)
    if (faces[i] != faces[i + 1] && faces[i + 1] != faces[i + 2] && faces[i + 2] != faces[i]
        && !add_key (set, size - 1, key_of (faces + i)) && !n++)
      first = i;
  if (n)
    mw_check_find_at (c, MW_RULE_GEOSET_TRIANGLE_TWICE, &geoset->record, MW_FIELD (MwMdlxGeoset, faces), first,
                      "%u of %u triangles have the same vertices as an earlier one", n, n_indices / 3);
}

/* --- What no triangle uses -------------------------------------------------------------------------------------------- */

static void
check_vertices (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const uint16_t *faces = geoset->faces.data;
  const uint32_t n_used = MIN (geoset->vertices.n, 65536);
  /* One more for what is no vertex, which another rule finds. */
  g_autofree guint8 *used = g_new0 (guint8, n_used + 1);
  guint n = 0;
  uint32_t first = 0;
  for (uint32_t i = 0; i < geoset->faces.n; i++)
    used[MIN (faces[i], n_used)] = 1;
  for (uint32_t i = geoset->vertices.n; i-- > 0;)
    if (i >= n_used || !used[i]) {
      n++;
      first = i;
    }
  if (n)
    mw_check_find_at (c, MW_RULE_GEOSET_VERTEX_UNUSED, &geoset->record, MW_FIELD (MwMdlxGeoset, vertices), first,
                      "%u of %u vertices are in no triangle", n, geoset->vertices.n);
}

/* If a geoset has weights, its groups are not used at all (mdlx.md 5.7). */
static void
check_groups (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const uint8_t *groups = geoset->vertex_groups.data;
  guint8 used[256] = { 0 };
  guint n = 0;
  uint32_t first = 0;
  if (geoset->skin_bones.n || !mw_field_is_live (&geoset->record, MW_FIELD (MwMdlxGeoset, group_sizes), c->format))
    return;
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++)
    used[groups[i]] = 1;
  for (uint32_t i = geoset->group_sizes.n; i-- > 0;)
    if (i >= 256 || !used[i]) {
      n++;
      first = i;
    }
  if (n)
    mw_check_find_at (c, MW_RULE_GEOSET_GROUP_UNUSED, &geoset->record, MW_FIELD (MwMdlxGeoset, group_sizes), first,
                      "%u of %u matrix groups have no vertex", n, geoset->group_sizes.n);
}

static void
check_mesh (MwChecking *c, const MwRecord *record, gconstpointer data)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  uint32_t n_indices = n_triangle_indices (geoset), first = 0;
  guint degenerate = mw_mesh_degenerate (geoset, &first);
  if (degenerate)
    mw_check_find_at (c, MW_RULE_GEOSET_DEGENERATE, &geoset->record, MW_FIELD (MwMdlxGeoset, faces), first,
                      "%u of %u triangles", degenerate, n_indices / 3);
  if (n_indices) {
    check_twice (c, geoset, n_indices);
    check_vertices (c, geoset);
  }
  check_groups (c, geoset);
}

void
mw_check_mesh (MwChecking *c, const MwMdlxGeoset *geoset)
{
  mw_check_ask (c, &geoset->record, 0, check_mesh, NULL);
}
