/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-skin.h"
#include "core/pose/math.h"
#include "core/pose/seen.h"

/* mdlx.md 5.7: a vertex refers to its group by one byte. */
#define GROUPS_MAX 256u

static guint
n_groups (const MwMdlxGeoset *geoset)
{
  return MIN (geoset->group_sizes.n, GROUPS_MAX);
}

guint
mw_skin_n_matrices (const MwMdlxGeoset *geoset)
{
  return n_groups (geoset) + 1;
}

void
mw_skin_group_matrices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  uint32_t at = 0, left = geoset->group_members.n;
  guint n = n_groups (geoset);

  for (guint g = 0; g < n; g++) {
    /* A size greater than the number of members left is cut to that number. */
    uint32_t size = MIN (sizes[g], left), moving = 0;
    float *matrix = out + (size_t) 16 * g;
    memset (matrix, 0, 16 * sizeof (float));
    for (uint32_t m = 0; m < size; m++) {
      int place = mw_skeleton_place (skeleton, members[at + m].id);
      if (place < 0)
        continue;
      const float *world = mw_skeleton_matrix_at (skeleton, (guint) place);
      for (int i = 0; i < 16; i++)
        matrix[i] += world[i];
      moving++;
    }
    if (moving == 0)
      memcpy (matrix, mw_mat_identity, sizeof mw_mat_identity);
    else if (moving > 1)
      for (int i = 0; i < 16; i++)
        matrix[i] /= (float) moving;
    at += size;
    left -= size;
  }
  memcpy (out + (size_t) 16 * n, mw_mat_identity, sizeof mw_mat_identity);
}

void
mw_skin_group_shares (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, const MwId *ids, guint n_ids, float *out)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  uint32_t left = geoset->group_members.n;
  guint n = n_groups (geoset);
  for (guint g = 0; g < n; g++) {
    uint32_t size = MIN (sizes[g], left), moving = 0, among = 0;
    for (uint32_t m = 0; m < size; m++, members++)
      if (mw_skeleton_place (skeleton, members->id) >= 0) {
        moving++;
        among += mw_ids_have (ids, n_ids, members->id);
      }
    out[g] = moving ? (float) among / (float) moving : 0;
    left -= size;
  }
  out[n] = 0;
}

static guint
vertex_matrix (const MwMdlxGeoset *geoset, uint32_t vertex, guint n)
{
  guint group = vertex < geoset->vertex_groups.n ? ((const uint8_t *) geoset->vertex_groups.data)[vertex] : n;
  return MIN (group, n);
}

void
mw_skin_vertex_matrices (const MwMdlxGeoset *geoset, uint16_t *out)
{
  guint n = n_groups (geoset);
  for (uint32_t i = 0; i < geoset->vertices.n; i++)
    out[i] = (uint16_t) vertex_matrix (geoset, i, n);
}

/* --- By weights ----------------------------------------------------------------------------------------------------- */

enum { BONES = 4 };

gboolean
mw_skin_is_weighted (const MwMdlxGeoset *geoset)
{
  return geoset->skin_bones.n > 0 && geoset->skin_weights.n > 0;
}

guint
mw_skin_n_node_matrices (const MwSkeleton *skeleton)
{
  return MIN (mw_skeleton_n_nodes (skeleton), (guint) G_MAXUINT16) + 1;
}

void
mw_skin_node_matrices (const MwSkeleton *skeleton, float *out)
{
  guint n = mw_skin_n_node_matrices (skeleton) - 1;
  for (guint place = 0; place < n; place++)
    memcpy (out + (size_t) 16 * place, mw_skeleton_matrix_at (skeleton, place), 16 * sizeof (float));
  memcpy (out + (size_t) 16 * n, mw_mat_identity, sizeof mw_mat_identity);
}

void
mw_skin_vertex_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, uint16_t *numbers, uint8_t *weights)
{
  const MwRef *refs = geoset->skin_bones.data;
  const uint16_t *stored = geoset->skin_weights.data;
  uint32_t n = MIN (geoset->vertices.n, MIN (geoset->skin_bones.n, geoset->skin_weights.n));
  guint none = mw_skin_n_node_matrices (skeleton) - 1;
  for (uint32_t i = 0; i < BONES * geoset->vertices.n; i++) {
    gboolean there = i < BONES * n;
    int place = there ? mw_skeleton_place (skeleton, refs[i].id) : -1;
    numbers[i] = (uint16_t) (place < 0 ? none : MIN ((guint) place, none));
    weights[i] = there ? (uint8_t) MIN (stored[i], 255) : 0;
  }
}
