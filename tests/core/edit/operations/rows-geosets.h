/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/edit/operations/table.h"

/* Rows about geosets: what rows-geosets.c and rows-geoset-vertices.c share. */

/* A *mesh* is a geoset of MDLX or a submesh of M2. */
typedef struct {
  const MwRecord *record, *holder; /* the holder has the vertices: the geoset, or the M2 model */
  guint n, n_triangles;
  const float *positions, *normals;
  const float *tangents; /* or NULL */
  const guint16 *triangles;
} Mesh;

Mesh rows_mesh_of (const MwModel *model, const MwRecord *record);
/* The mesh that a step names first. */
Mesh rows_mesh_in (const MwModel *model, const char *step);
/* The meshes of a model: all geosets, or the submeshes of all profiles. Free with g_ptr_array_unref(). */
GPtrArray *rows_meshes_of (const MwModel *model);
/* One flag for each vertex: whether a triangle of the mesh uses it. Free with g_free(). */
guint8 *rows_used_by (const Mesh *mesh);
/* What differs between the models besides these fields (separated by blanks) of records of any kind; NULL: nothing. */
char *rows_other_changes (const TableCase *at, const char *fields);
/* The distance of two points of n numbers. */
double rows_distance (const float *a, const double *b, guint n);
/* Gives a vector the length 1, unless it has none, and returns its length before. */
double rows_normalise (double *v);
/* Whether the primitive groups of a geoset agree with its faces. */
gboolean rows_sizes_add_up (const MwRecord *record);

/* Whether the centre of a submesh is the mean of its vertices. */
gboolean rows_has_mean (const Mesh *mesh);

/* Rows on the vertices of geosets. */
char *rows_unused_step (const MwModel *model, MwFormat format);
char *rows_unused_judge (const TableCase *at);
char *rows_weld_step (const MwModel *model, MwFormat format);
char *rows_weld_judge (const TableCase *at);
char *rows_split_step (const MwModel *model, MwFormat format);
char *rows_split_judge (const TableCase *at);
char *rows_submesh_split_judge (const TableCase *at); /* of M2 */
char *rows_submesh_merge_step (const MwModel *model, MwFormat format);
char *rows_submesh_merge_judge (const TableCase *at);
char *rows_merge_step (const MwModel *model, MwFormat format);
char *rows_merge_judge (const TableCase *at);

/* Whether corner i of a mesh before and corner k of one after have the same values in all arrays. */
gboolean rows_same_corner (const TableCase *at, const Mesh *a, guint i, const Mesh *b, guint k);

/* Rows on chosen faces (rows-geoset-faces.c). */
char *rows_delete_faces_step (const MwModel *model, MwFormat format);
char *rows_delete_faces_judge (const TableCase *at);
char *rows_detach_faces_step (const MwModel *model, MwFormat format);
char *rows_detach_faces_judge (const TableCase *at);

/* Rows on collisions of meshes and on weights (rows-geoset-weights.c). */
char *rows_collision_step (const MwModel *model, MwFormat format);
char *rows_collision_judge (const TableCase *at);
char *rows_weights_step (const MwModel *model, MwFormat format);
char *rows_weights_judge (const TableCase *at);
char *rows_add_bone_step (const MwModel *model, MwFormat format);
char *rows_remove_bone_step (const MwModel *model, MwFormat format);
char *rows_replace_bone_step (const MwModel *model, MwFormat format);
char *rows_bone_judge (const TableCase *at); /* of all three */
char *rows_unused_groups_step (const MwModel *model, MwFormat format);
char *rows_unused_groups_judge (const TableCase *at);
