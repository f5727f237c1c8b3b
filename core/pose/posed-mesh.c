/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/posed-mesh.h"
#include "core/pose/family.h"

struct _MwPosedMesh {
  MwSkeleton *skeleton;
  GArray *parts;  /* MwPosedPart */
  GArray *points; /* three floats each */
};

MwPosedMesh *
mw_posed_mesh_new (const MwModel *model)
{
  MwPosedMesh *mesh = g_new0 (MwPosedMesh, 1);
  mesh->skeleton = mw_skeleton_new (model);
  mesh->parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart));
  mesh->points = g_array_new (FALSE, FALSE, 3 * sizeof (float));
  return mesh;
}

void
mw_posed_mesh_free (MwPosedMesh *mesh)
{
  mw_skeleton_free (mesh->skeleton);
  g_array_unref (mesh->parts);
  g_array_unref (mesh->points);
  g_free (mesh);
}

const float *
mw_posed_mesh_with (MwPosedMesh *mesh, const MwSkeleton *skeleton, const MwClock *clock, const MwPosedPart **parts,
                    guint *n)
{
  g_array_set_size (mesh->parts, 0);
  g_array_set_size (mesh->points, 0);
  mw_pose_family (mw_skeleton_model (skeleton))->mesh (skeleton, clock, mesh->parts, mesh->points);
  *parts = (const MwPosedPart *) mesh->parts->data;
  *n = mesh->parts->len;
  return (const float *) mesh->points->data;
}

const float *
mw_posed_mesh_at (MwPosedMesh *mesh, const MwClock *clock, const MwPosedPart **parts, guint *n)
{
  mw_skeleton_update (mesh->skeleton, clock, NULL);
  return mw_posed_mesh_with (mesh, mesh->skeleton, clock, parts, n);
}
