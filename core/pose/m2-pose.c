/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/math.h"
#include "core/pose/nodes.h"

/* Bones, and the records that stand at a position on a bone. */

/* m2.md 5.4: bones without one of these do not move, whatever their tracks hold. */
#define TRANSFORMED 0x280u
/* Which bits mean something to a skeleton: the rest say other things than in MDLX. */
#define FLAGS 0x7Fu

static void
list_nodes (const MwModel *root, GPtrArray *records)
{
  const MwM2 *model = (const MwM2 *) root;
  const MwList *lists[] = { &model->bones,  &model->attachments, &model->events,
                            &model->lights, &model->ribbons,     &model->particles };
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (uint32_t i = 0; i < lists[k]->n; i++)
      g_ptr_array_add (records, lists[k]->items[i]);
}

static MwRef
parent_of (const MwRecord *node)
{
  if (node->schema == &mw_m2_bone_schema)
    return ((const MwM2Bone *) node)->parent;
  if (node->schema == &mw_m2_attachment_schema)
    return ((const MwM2Attachment *) node)->bone;
  if (node->schema == &mw_m2_event_schema)
    return ((const MwM2Event *) node)->bone;
  if (node->schema == &mw_m2_light_schema)
    return ((const MwM2Light *) node)->bone;
  if (node->schema == &mw_m2_ribbon_schema)
    return ((const MwM2Ribbon *) node)->bone;
  return ((const MwM2Particle *) node)->bone;
}

static const float *
pivot_of (const MwRecord *node)
{
  if (node->schema == &mw_m2_bone_schema)
    return ((const MwM2Bone *) node)->pivot;
  if (node->schema == &mw_m2_attachment_schema)
    return ((const MwM2Attachment *) node)->position;
  if (node->schema == &mw_m2_event_schema)
    return ((const MwM2Event *) node)->position;
  if (node->schema == &mw_m2_light_schema)
    return ((const MwM2Light *) node)->position;
  if (node->schema == &mw_m2_ribbon_schema)
    return ((const MwM2Ribbon *) node)->position;
  return ((const MwM2Particle *) node)->position;
}

static uint32_t
flags_of (const MwRecord *node)
{
  return node->schema == &mw_m2_bone_schema ? ((const MwM2Bone *) node)->flags & FLAGS : 0;
}

static gboolean
tracks_of (const MwRecord *node, MwNodeTracks *out)
{
  const MwM2Bone *bone = (const MwM2Bone *) node;
  if (node->schema != &mw_m2_bone_schema || !(bone->flags & TRANSFORMED))
    return FALSE;
  *out = (MwNodeTracks) { bone->translation_track, bone->rotation_track, bone->scaling_track };
  return TRUE;
}

/* As the client has it (rendering.md 2.3). */
static gboolean
turn_locked (float axes[3][3], int locked, const float towards[3], int *mirrored)
{
  float side[3];
  *mirrored = -1;
  if (locked == 1)
    mw_vec_cross (towards, axes[1], side);
  else
    mw_vec_cross (axes[locked], towards, side);
  if (mw_vec_length (side) < 1e-4f)
    return FALSE;
  mw_vec_normalise (side);
  memcpy (axes[locked == 1 ? 0 : 1], side, sizeof side);
  if (locked == 2)
    mw_vec_cross (axes[1], axes[2], axes[0]);
  else
    mw_vec_cross (axes[0], axes[1], axes[2]);
  return TRUE;
}

const MwNodes mw_m2_nodes = { list_nodes, parent_of, pivot_of, flags_of, tracks_of, NULL, turn_locked };

const MwNodes *
mw_nodes_of (const MwModel *model)
{
  return model->record.schema == &mw_m2_schema ? &mw_m2_nodes : &mw_mdlx_nodes;
}
