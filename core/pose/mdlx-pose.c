/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/material.h"
#include "core/pose/math.h"
#include "core/pose/nodes.h"

static const MwMdlxNode *
node_of (const MwRecord *record)
{
  return (const MwMdlxNode *) record;
}

static void
list_nodes (const MwModel *model, GPtrArray *records)
{
  const MwList *nodes = &((const MwMdlx *) model)->nodes;
  for (uint32_t i = 0; i < nodes->n; i++)
    g_ptr_array_add (records, nodes->items[i]);
}

static MwRef
parent_of (const MwRecord *node)
{
  return node_of (node)->parent;
}

static const float *
pivot_of (const MwRecord *node)
{
  return node_of (node)->pivot;
}

static uint32_t
flags_of (const MwRecord *node)
{
  return node_of (node)->flags;
}

static gboolean
tracks_of (const MwRecord *record, MwNodeTracks *out)
{
  const MwMdlxNode *node = node_of (record);
  *out = (MwNodeTracks) { node->translation_track, node->rotation_track, node->scaling_track };
  return TRUE;
}

static gboolean
shows (const MwModel *model, const MwRecord *node, const MwClock *clock)
{
  if (node->schema == &mw_mdlx_bone_schema) {
    const MwMdlxBone *bone = (const MwMdlxBone *) node;
    const MwRecord *record = mw_model_resolve (model, bone->geoset_animation);
    if (record && record->schema == &mw_mdlx_geoset_animation_schema) {
      const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) record;
      return mw_evaluate_float (model, animation->alpha_track, clock, animation->alpha, 1) > MW_POSE_ALPHA_MIN;
    }
  }
  return TRUE;
}

/* As viewers of Warcraft III do (rendering.md 2.3): with x locked, y looks at the viewer and z is mirrored. */
static gboolean
turn_locked (float axes[3][3], int locked, const float towards[3], int *mirrored)
{
  int facing = locked == 0 ? 1 : 0, third = 3 - locked - facing;
  float along = mw_vec_dot (axes[locked], towards), face[3];
  for (int k = 0; k < 3; k++)
    face[k] = towards[k] - along * axes[locked][k];
  if (mw_vec_length (face) < 1e-4f)
    return FALSE;
  mw_vec_normalise (face);
  memcpy (axes[facing], face, sizeof face);
  mw_vec_cross (axes[(third + 1) % 3], axes[(third + 2) % 3], axes[third]);
  *mirrored = locked == 0 ? 2 : -1;
  return TRUE;
}

const MwNodes mw_mdlx_nodes = { list_nodes, parent_of, pivot_of, flags_of, tracks_of, shows, turn_locked };
