/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-skeleton.h"
#include "core/model/m2/derived.h"

#include <math.h>

#define NONE G_MAXUINT32

struct _MwM2Skeleton {
  const MwM2 *model;
  GHashTable *places;                            /* id of a bone -> its place + 1 */
  uint32_t *parent, *first_child, *next_sibling; /* places, or NONE */
  guint *depth;
  float *lowest; /* lowest z of the pivots of each bone and its descendants */
  float low, high;
};

static const MwM2Bone *
bone_at (const MwM2Skeleton *s, uint32_t place)
{
  return (const MwM2Bone *) s->model->bones.items[place];
}

static uint32_t
place_of (const MwM2Skeleton *s, MwId id)
{
  return (uint32_t) GPOINTER_TO_UINT (g_hash_table_lookup (s->places, GUINT_TO_POINTER (id))) - 1;
}

/* Walks from the roots down. Bones that no root leads to are in a circle, or below one. */
static void
find_depths (MwM2Skeleton *s, uint32_t *queue)
{
  uint32_t n = s->model->bones.n, end = 0;
  for (uint32_t i = 0; i < n; i++) {
    s->depth[i] = s->parent[i] == NONE ? 0 : n + 1;
    if (s->parent[i] == NONE)
      queue[end++] = i;
  }
  for (uint32_t at = 0; at < end; at++)
    for (uint32_t child = s->first_child[queue[at]]; child != NONE; child = s->next_sibling[child]) {
      s->depth[child] = s->depth[queue[at]] + 1;
      queue[end++] = child;
    }
}

static void
take_lower (float *lowest, float z)
{
  if (z < *lowest)
    *lowest = z;
}

/* Walks from the leaves up. The bones that are then left form circles, in which each bone is below every other. */
static void
find_lowest (MwM2Skeleton *s, uint32_t *queue)
{
  uint32_t n = s->model->bones.n, end = 0;
  g_autofree uint32_t *waits_for = g_new0 (uint32_t, MAX (n, 1));
  for (uint32_t i = 0; i < n; i++) {
    s->lowest[i] = INFINITY;
    take_lower (&s->lowest[i], bone_at (s, i)->pivot[2]);
    for (uint32_t child = s->first_child[i]; child != NONE; child = s->next_sibling[child])
      waits_for[i]++;
    if (!waits_for[i])
      queue[end++] = i;
  }
  for (uint32_t at = 0; at < end; at++) {
    uint32_t parent = s->parent[queue[at]];
    if (parent == NONE)
      continue;
    take_lower (&s->lowest[parent], s->lowest[queue[at]]);
    if (!--waits_for[parent])
      queue[end++] = parent;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!waits_for[i])
      continue;
    float lowest = s->lowest[i];
    for (uint32_t at = s->parent[i]; at != i; at = s->parent[at])
      take_lower (&lowest, s->lowest[at]);
    uint32_t at = i;
    do {
      s->lowest[at] = lowest;
      waits_for[at] = 0;
      at = s->parent[at];
    } while (at != i);
  }
}

MwM2Skeleton *
mw_m2_skeleton_new (const MwM2 *model)
{
  MwM2Skeleton *s = g_new0 (MwM2Skeleton, 1);
  uint32_t n = model->bones.n;
  s->model = model;
  s->places = g_hash_table_new (NULL, NULL);
  s->parent = g_new (uint32_t, MAX (n, 1));
  s->first_child = g_new (uint32_t, MAX (n, 1));
  s->next_sibling = g_new (uint32_t, MAX (n, 1));
  s->depth = g_new (guint, MAX (n, 1));
  s->lowest = g_new (float, MAX (n, 1));
  s->low = INFINITY;
  s->high = -INFINITY;
  for (uint32_t i = 0; i < n; i++) {
    g_hash_table_insert (s->places, GUINT_TO_POINTER (model->bones.items[i]->id), GUINT_TO_POINTER (i + 1));
    s->first_child[i] = s->next_sibling[i] = NONE;
    s->low = MIN (s->low, bone_at (s, i)->pivot[2]);
    s->high = MAX (s->high, bone_at (s, i)->pivot[2]);
  }
  for (uint32_t i = 0; i < n; i++) {
    MwId id = bone_at (s, i)->parent.id;
    uint32_t parent = s->parent[i] = id ? place_of (s, id) : NONE;
    if (parent == NONE)
      continue;
    s->next_sibling[i] = s->first_child[parent];
    s->first_child[parent] = i;
  }
  g_autofree uint32_t *queue = g_new (uint32_t, MAX (n, 1));
  find_depths (s, queue);
  find_lowest (s, queue);
  return s;
}

void
mw_m2_skeleton_free (MwM2Skeleton *s)
{
  if (!s)
    return;
  g_hash_table_unref (s->places);
  g_free (s->parent);
  g_free (s->first_child);
  g_free (s->next_sibling);
  g_free (s->depth);
  g_free (s->lowest);
  g_free (s);
}

guint
mw_m2_skeleton_depth (const MwM2Skeleton *s, const MwM2Bone *bone)
{
  return s->depth[place_of (s, bone->record.id)];
}

static uint32_t
as_word (double value)
{
  return value > 0 ? (uint32_t) MIN (value, 65535) : 0;
}

uint32_t
mw_m2_parent_distance (const MwM2Skeleton *s, const MwM2Bone *bone)
{
  uint32_t place = s->parent[place_of (s, bone->record.id)];
  return place == NONE ? 0 : mw_m2_bone_distance (bone, bone_at (s, place));
}

uint32_t
mw_m2_descendant_distance (const MwM2Skeleton *s, const MwM2Bone *bone)
{
  uint32_t furthest = 0;
  for (uint32_t at = s->first_child[place_of (s, bone->record.id)]; at != NONE; at = s->next_sibling[at]) {
    const MwM2Bone *child = bone_at (s, at);
    furthest = MAX (furthest, (uint32_t) child->parent_distance + child->descendant_distance);
  }
  return MIN (furthest, 65535);
}

uint32_t
mw_m2_z_ratio (const MwM2Skeleton *s, const MwM2Bone *bone)
{
  float lowest = s->lowest[place_of (s, bone->record.id)];
  return s->high > 0 ? as_word (floorf (100.f * (lowest - s->low) / s->high)) : 0;
}
