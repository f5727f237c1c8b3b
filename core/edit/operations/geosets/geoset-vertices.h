/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/mdlx/mdlx.h"

/* One array of vertices. */
typedef struct {
  const MwField *field;
  gint set;   /* the number of the UV set that has it; -1: the geoset or the M2 model has it */
  gsize size; /* of an element, in bytes */
  GByteArray *bytes;
} MwVertexColumn;

/* The numbers of n vertices in the order of their matrix groups; those of one group in their own order. Free with g_free(). */
guint32 *mw_geoset_group_order (const guint8 *groups, guint32 n);

/* The vertices of a geoset with all that is parallel to them: positions, normals, UV sets, tangents, matrix groups, skin
 * weights, and the bone words of World of Warcraft's alpha. The latter are in the order of matrix groups in files
 * (mdlx.md 7.3); here everything is in the order of vertices. Also the vertices of an M2 model, which all its submeshes
 * share. */
typedef struct {
  guint32 n;
  GArray *columns; /* MwVertexColumn: one for each array that is not empty */
} MwGeosetVertices;

/* Reads them. Refused (NULL) where an array has neither no element nor one for each vertex, because it is unknown then which
 * elements belong to a vertex. Free with mw_geoset_vertices_free(). */
MwGeosetVertices *mw_geoset_vertices_of (const MwMdlxGeoset *geoset, GError **error);
/* The same for the holder of a mesh (mesh.h): a geoset or an M2 model. */
MwGeosetVertices *mw_mesh_vertices_of (const MwRecord *holder, GError **error);
void mw_geoset_vertices_free (MwGeosetVertices *vertices);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwGeosetVertices, mw_geoset_vertices_free)
MwGeosetVertices *mw_geoset_vertices_copy (const MwGeosetVertices *vertices);

/* Keeps the vertices that are marked, in their order. Returns the new number of each vertex before (meaningless for
 * those that were not marked). Free with g_free(). */
guint32 *mw_geoset_vertices_keep (MwGeosetVertices *vertices, const guint8 *marked);
/* Appends those of another geoset. FALSE, and nothing has changed, if they do not have the same arrays. */
gboolean mw_geoset_vertices_append (MwGeosetVertices *vertices, const MwGeosetVertices *more);
/* The bytes of one array of the geoset, one element for each vertex; NULL if it is empty. */
gpointer mw_geoset_vertices_data (const MwGeosetVertices *vertices, const MwField *field);

/* Keeps the vertices of a holder for which becomes[i] is i, and writes them. Triangles that used another vertex use becomes[i],
 * which must be kept, in all meshes with this holder. `group` has some of these meshes. *removed grows by the number of vertices
 * that are gone; nothing is written if there are none. */
gboolean mw_mesh_vertices_reduce (MwDocument *document, const GArray *group, MwGeosetVertices *vertices,
                                  const guint32 *becomes, guint *removed, GError **error);

/* Writes them into a holder of the document, or into a geoset that is in no model yet. */
gboolean mw_geoset_vertices_put (const MwGeosetVertices *vertices, MwDocument *document, MwId holder, GError **error);
void mw_geoset_vertices_put_detached (const MwGeosetVertices *vertices, MwMdlxGeoset *geoset);
