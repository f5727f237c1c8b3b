/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"
#include "core/pose/mesh-marks.h"

/* Parameters that choose vertices or faces of meshes, as text: numbers and ranges, separated by semicolons, "0-15;40". For several
 * meshes either one list that counts for each, or one for each in the order of the meshes, separated by slashes, "0-15;40//3". Faces are
 * counted in the triangles of a mesh, and vertices in the array of its holder (mesh.h). */

/* The capacity of such a parameter: lists of large meshes are long, so there is no limit. */
enum { MW_MESH_LIST_CAPACITY = 0 };

/* For each of the meshes one flag for each vertex of its holder, or for each of its faces: whether the text means it. An empty text
 * means everything: all vertices that its faces use, or all faces. Of a submesh only vertices that its faces use are ever meant. NULL and
 * an error: the text is wrong. The result has as many arrays as there are meshes; free it with g_ptr_array_unref(). */
GPtrArray *mw_mesh_list_flags (MwDocument *document, MwMarksKind kind, const char *text, const MwId *ids, guint n,
                               GError **error);
/* One flag for each vertex of a holder: whether it is meant for one of its meshes. `flags` are those of vertices of the meshes. Free with
 * g_free(). */
guint8 *mw_mesh_list_union (MwDocument *document, const MwRecord *holder, const GPtrArray *flags, const MwId *ids,
                            guint n);
/* The same for both kinds at once, as faces: those that `faces` means, and those that use a vertex that `vertices` means; with
 * `whole`, those whose vertices it means all. Both empty: an error that says so. */
GPtrArray *mw_mesh_list_faces (MwDocument *document, const char *faces, const char *vertices, gboolean whole,
                               const MwId *ids, guint n, GError **error);
/* Sets the parameter *slot to what the view has marked in these meshes; unchanged if that is nothing. */
void mw_mesh_list_from_view (MwDocument *document, MwMarksKind kind, const MwId *ids, guint n, const MwShownView *view,
                             char **slot);
