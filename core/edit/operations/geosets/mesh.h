/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

/* What operations on geosets (MDLX) and submeshes (M2) share. Both are called meshes here. A geoset has vertices of its own;
 * all submeshes of an M2 model share those of the model. The *holder* of a mesh is the record that has its vertices. */

/* Whether all these records are meshes that are made of whole triangles between existing vertices, with a position and a
 * normal for each vertex. Otherwise the error says what is wrong. */
gboolean mw_mesh_check (MwDocument *document, const MwId *ids, guint n, GError **error);

/* The same, for operations that change which vertices there are or which mesh has a triangle. They concern every mesh with the
 * same holder: none may have a triangle of vertices that do not exist, and all skin profiles must have been read. */
gboolean mw_mesh_check_shared (MwDocument *document, const MwId *ids, guint n, GError **error);

/* Refuses to merge two meshes; `what` says why. */
gboolean mw_mesh_refuse_pair (const MwRecord *into, const MwRecord *from, const char *what, GError **error);

/* The record with the vertices of a mesh: a geoset itself, or the M2 model. */
const MwRecord *mw_mesh_holder (const MwModel *model, const MwRecord *mesh);
/* The holder of a group of meshes (mw_mesh_groups()). */
const MwRecord *mw_mesh_group_holder (MwDocument *document, const GArray *group);
/* The fields of a holder: three floats for each vertex. mw_mesh_tangents(): four floats; NULL if holders have none. */
const MwField *mw_mesh_positions (const MwRecord *holder);
const MwField *mw_mesh_normals (const MwRecord *holder);
const MwField *mw_mesh_tangents (const MwRecord *holder);
/* The field of a mesh with its triangles: three vertex numbers (u16) each. */
const MwField *mw_mesh_triangles (const MwRecord *mesh);
/* The array in such a field. */
static inline const MwArray *
mw_mesh_array (const MwRecord *record, const MwField *field)
{
  return mw_field_at (record, field);
}

/* The given meshes in groups (GArray of MwId) with the same holder, without repetitions, in the order in which they were
 * given. Free with g_ptr_array_unref(). */
GPtrArray *mw_mesh_groups (MwDocument *document, const MwId *ids, guint n);
/* One flag for each vertex of the holder of a group: whether a triangle of the group uses it. Free with g_free(). */
guint8 *mw_mesh_used (MwDocument *document, const GArray *group);

/* A triangle as a number: the same for its corners in the same direction of rotation, whichever comes first. */
guint64 mw_mesh_key (const guint16 *corners);
/* The ids (MwId) of all meshes that may have the same triangles as those of a group, the group included: in an M2 model the
 * submeshes of all profiles that were read. Free with g_array_unref(). */
GArray *mw_mesh_alike (MwDocument *document, const GArray *group);
/* Adds to a group what shows the same surface: in an M2 model the submeshes of all profiles that have a triangle of the group, or
 * of one that was added. */
void mw_mesh_add_parts (MwDocument *document, GArray *group);
/* Refuses if the model has a skin profile that was not read, which may have the same triangles. */
gboolean mw_mesh_all_read (MwDocument *document, GError **error);

/* Profiles of M2 forget lists of vertices that their files had in an unusual order. Such lists name vertices by their numbers
 * and would be wrong if vertices got other numbers. */
gboolean mw_mesh_forget_lists (MwDocument *document, GError **error);

/* The number of each vertex' loose part of a group, in the order of first vertices that triangles use. A part is what hangs
 * together by triangles; with `by_place` also if they only meet at the same position. Vertices that are not used are in part
 * 0. *n_parts gets the number of parts. Free with g_free(). */
guint32 *mw_mesh_parts (MwDocument *document, const GArray *group, gboolean by_place, guint32 *n_parts);

/* Sets the centre and the sort sphere of a submesh from its vertices; *changed grows by the number of fields that change. */
gboolean mw_submesh_bound (MwDocument *document, MwId id, guint *changed, GError **error);

/* The parts of a geoset that state its faces. */
typedef struct {
  MwArray faces, types, sizes;
} MwFaces;
/* The faces of a geoset of which `keep` (one flag for each triangle) is set, in the same order. Corners are renumbered by
 * `to` (one entry for each vertex; NULL: unchanged). Groups without faces are left out. */
MwFaces mw_geoset_pick_faces (const MwMdlxGeoset *geoset, const guint8 *keep, const guint32 *to);
/* Replaces the faces of a geoset. Takes ownership of the arrays, also on failure. */
gboolean mw_geoset_set_faces (MwDocument *document, MwId geoset, MwFaces *faces, GError **error);
