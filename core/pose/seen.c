/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/seen.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/particles.h"

#include <math.h>

/* How many times larger than its surfaces a model may get by its effects. */
#define MOST_GROWTH 2

/* Corners of quads that are less opaque are not seen. */
#define LEAST_ALPHA 0.02f

gboolean
mw_ids_have (const MwId *ids, guint n, MwId id)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}

/* Raises marks[] of the corners of triangles (16-bit indices) to `look`. A triangle with a corner that is not one of the n vertices is
 * not drawn. */
static void
mark_triangles (const MwArray *indices, guint n, uint8_t look, uint8_t *marks)
{
  const uint16_t *corners = indices->data;
  for (uint32_t i = 0; i < indices->n; i += 3) {
    const uint32_t end = MIN (i + 3, indices->n);
    gboolean whole = TRUE;
    for (uint32_t k = i; k < end; k++)
      whole &= corners[k] < n;
    for (uint32_t k = i; k < end && whole; k++)
      marks[corners[k]] = MAX (marks[corners[k]], look);
  }
}

static void
append (GArray *points, const float at[3])
{
  if (isfinite (at[0]) && isfinite (at[1]) && isfinite (at[2]))
    g_array_append_vals (points, at, 3);
}

double
mw_seen_radius (const GArray *points, guint first)
{
  double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY }, sum = 0;
  for (guint i = first; i < points->len; i++) {
    const double value = (double) g_array_index (points, float, i);
    low[i % 3] = MIN (low[i % 3], value);
    high[i % 3] = MAX (high[i % 3], value);
  }
  for (int k = 0; k < 3 && first < points->len; k++)
    sum += (high[k] - low[k]) * (high[k] - low[k]);
  return sqrt (sum) / 2;
}

static void
append_looking (const GArray *vertices, const uint8_t *drawn, uint8_t least, GArray *points)
{
  for (guint i = 0; i < vertices->len; i++)
    if (drawn[i] >= least)
      append (points, (const float *) (const void *) vertices->data + (gsize) 3 * i);
}

/* Glows are often far larger than what they light up. They count only where the surfaces would be tiny beside them. */
static void
append_vertices (const MwSkeleton *skeleton, const MwSeen *seen, GArray *points)
{
  const double least = 1.0 / 8;
  const MwModel *model = mw_skeleton_model (skeleton);
  const MwPoseFamily *family = mw_pose_family (model);
  const guint before = points->len;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart)),
                     vertices = g_array_new (FALSE, FALSE, 3 * sizeof (float)),
                     surfaces = g_array_new (FALSE, FALSE, sizeof (MwPosedSurface)),
                     all = g_array_new (FALSE, FALSE, sizeof (float));
  family->mesh (skeleton, seen->clock, parts, vertices);
  g_autofree uint8_t *drawn = g_new0 (uint8_t, MAX (vertices->len, 1));
  family->surfaces (model, seen, (const MwPosedPart *) (const void *) parts->data, surfaces);
  for (guint i = 0; i < surfaces->len; i++) {
    const MwPosedSurface *surface = &g_array_index (surfaces, MwPosedSurface, i);
    const MwPosedPart *part = &g_array_index (parts, MwPosedPart, surface->part);
    mark_triangles (surface->triangles, part->n, surface->look, drawn + part->first);
  }
  append_looking (vertices, drawn, MW_DRAWN_GLOW, all);
  append_looking (vertices, drawn, MW_DRAWN_SURFACE, points);
  if (points->len == before || mw_seen_radius (points, before) < least * mw_seen_radius (all, 0)) {
    g_array_set_size (points, before);
    g_array_append_vals (points, all->data, all->len);
  }
}

/* --- Models inside it ----------------------------------------------------------------------------------------------- */

/* What is seen of a model inside it, in its own space. */
static void
append_own_vertices (const MwModel *model, const MwSeen *seen, const MwInsidePose *pose, GArray *points)
{
  float view[16];
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  const MwSeen own = { .clock = &pose->clock };
  if (seen->view)
    mw_mat_multiply (seen->view, pose->world, view);
  mw_skeleton_update (skeleton, &pose->clock, seen->view ? view : NULL);
  append_vertices (skeleton, &own, points);
}

static void
append_moved (const GArray *own, const float world[16], GArray *points)
{
  for (guint i = 0; i + 2 < own->len; i += 3) {
    float at[3];
    mw_mat_point (world, (const float *) (const void *) own->data + i, at);
    append (points, at);
  }
}

/* Replaces points by the corners of the box around them. */
static void
make_box (GArray *points)
{
  float low[3], high[3];
  for (guint i = 0; i < points->len; i++) {
    const float value = g_array_index (points, float, i);
    low[i % 3] = i < 3 ? value : MIN (low[i % 3], value);
    high[i % 3] = i < 3 ? value : MAX (high[i % 3], value);
  }
  const gboolean empty = points->len == 0;
  g_array_set_size (points, 0);
  for (guint i = 0; i < 8 && !empty; i++)
    for (guint k = 0; k < 3; k++)
      g_array_append_val (points, *(i >> k & 1 ? &high[k] : &low[k]));
}

static void
append_inside (const MwSkeleton *skeleton, const MwSeen *seen, const MwInside *inside, GArray *points)
{
  g_autoptr (GArray) poses = g_array_new (FALSE, FALSE, sizeof (MwInsidePose)),
                     own = g_array_new (FALSE, FALSE, sizeof (float));
  if (mw_ids_have (seen->hidden, seen->n_hidden, inside->node))
    return;
  mw_inside_list (skeleton, inside, seen->clock, poses);
  for (guint i = 0; i < poses->len; i++) {
    const MwInsidePose *pose = &g_array_index (poses, MwInsidePose, i);
    /* All that one node has brought have about the same size. */
    if (i == 0)
      append_own_vertices (inside->model, seen, pose, own);
    if (i == 0 && !inside->attached)
      make_box (own);
    append_moved (own, pose->world, points);
  }
}

/* Appends those that are attached, or the others; node 0: to any. */
static void
append_all_inside (const MwSkeleton *skeleton, const MwSeen *seen, gboolean attached, MwId node, GArray *points)
{
  for (guint i = 0; i < seen->n_inside; i++)
    if (seen->inside[i].attached == attached && (!node || seen->inside[i].node == node))
      append_inside (skeleton, seen, &seen->inside[i], points);
}

/* --- Effects -------------------------------------------------------------------------------------------------------- */

static void
append_quads (const MwSkeleton *skeleton, const MwRecord *node, const MwSeen *seen, GArray *quads)
{
  const float *world = mw_skeleton_matrix (skeleton, node->id);
  /* Particles that are models have no quads. */
  if (mw_particles_model (mw_skeleton_model (skeleton), node))
    return;
  g_autoptr (MwParticles) particles = mw_particles_new (skeleton, node);
  g_autoptr (MwRibbon) ribbon = particles ? NULL : mw_ribbon_new (skeleton, node);
  if (particles) {
    mw_particles_update (particles, seen->clock);
    mw_particles_append_quads (particles, world, seen->view, quads);
  } else if (ribbon) {
    mw_ribbon_update (ribbon, seen->clock);
    mw_ribbon_append_quads (ribbon, world, quads);
  }
}

static void
append_effects (const MwSkeleton *skeleton, const MwSeen *seen, GArray *points)
{
  g_autoptr (GArray) quads = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++) {
    const MwRecord *node = mw_skeleton_node_at (skeleton, i);
    if (!mw_ids_have (seen->hidden, seen->n_hidden, node->id))
      append_quads (skeleton, node, seen, quads);
  }
  for (guint i = 0; i < quads->len; i++) {
    const MwSpriteVertex *corner = &g_array_index (quads, MwSpriteVertex, i);
    if (corner->rgba[3] > LEAST_ALPHA)
      append (points, corner->position);
  }
}

guint
mw_seen_points (const MwModel *model, const MwSeen *seen, GArray *points)
{
  guint before = points->len;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  mw_skeleton_update (skeleton, seen->clock, seen->view);
  append_vertices (skeleton, seen, points);
  append_all_inside (skeleton, seen, TRUE, 0, points);
  const guint surfaces = points->len;
  const double by_surfaces = mw_seen_radius (points, before);
  if (seen->view) {
    append_effects (skeleton, seen, points);
    append_all_inside (skeleton, seen, FALSE, 0, points);
  }
  /* Effects that are far larger than the surfaces, such as a cloud over a unit, do not count. */
  if (surfaces > before && mw_seen_radius (points, before) > MOST_GROWTH * by_surfaces)
    g_array_set_size (points, surfaces);
  return (points->len - before) / 3;
}

guint
mw_seen_attached_points (const MwModel *model, const MwSeen *seen, MwId node, GArray *points)
{
  const guint before = points->len;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  mw_skeleton_update (skeleton, seen->clock, seen->view);
  append_all_inside (skeleton, seen, TRUE, node, points);
  return (points->len - before) / 3;
}
