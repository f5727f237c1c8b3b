/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"

/* Vertices or faces of some meshes that a view has marked. They are not part of the model. A mesh is a geoset or a submesh
 * (MwAspects.mesh). Its faces are counted from 0 in its triangles, and its vertices in the array that the triangles index: a geoset's own
 * or, of submeshes, that of the model. Only vertices that triangles of the mesh use are ever marked. */

typedef enum { MW_MARKS_VERTICES, MW_MARKS_FACES } MwMarksKind;

/* What becomes of what is marked already when more is found. */
typedef enum { MW_MARKS_REPLACE, MW_MARKS_ADD, MW_MARKS_REMOVE } MwMarksChange;

typedef struct {
  MwId id;          /* of the mesh */
  guint32 n;        /* vertices of the array, or faces */
  guint32 n_all;    /* those that can be marked */
  guint32 n_marked; /* those that are */
  guint8 *marked;   /* n flags */
  guint8 *used;     /* n flags: those that can be marked */
  guint64 shape;    /* of what the numbers mean, see mw_mesh_marks_follow() */
} MwMarkedMesh;

typedef struct {
  MwMarksKind kind;
  GArray *meshes; /* MwMarkedMesh: those that something can be marked in */
} MwMeshMarks;

MwMeshMarks *mw_mesh_marks_new (void);
MwMeshMarks *mw_mesh_marks_copy (const MwMeshMarks *marks);
void mw_mesh_marks_free (MwMeshMarks *marks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwMeshMarks, mw_mesh_marks_free)

/* Sets what can be marked: the records of `ids` that are meshes, each once. Meshes that stay keep their marks. With another kind,
 * vertices become the faces of which all corners are marked, and faces become their corners. */
void mw_mesh_marks_set (MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, const MwId *ids, guint n);
/* Call it when the model has changed. Meshes that are gone are left out. Where the numbers may mean something else now, because there are
 * other triangles or another number of vertices, nothing is marked any more. Moved vertices and flipped faces stay marked. */
void mw_mesh_marks_follow (MwMeshMarks *marks, const MwModel *model);

/* The mesh with this id; NULL: nothing can be marked in it. */
MwMarkedMesh *mw_mesh_marks_find (const MwMeshMarks *marks, MwId id);
/* How many are marked, and, if `of` is not NULL, how many there are. */
guint mw_mesh_marks_count (const MwMeshMarks *marks, guint *of);

/* Marks one, or removes its mark. A vertex is marked together with those at the same position, because dragging one alone would tear the
 * surface. A number that cannot be marked changes nothing. */
void mw_mesh_marks_put (MwMeshMarks *marks, const MwModel *model, MwId mesh, guint32 number, gboolean marked);
void mw_mesh_marks_all (MwMeshMarks *marks);
void mw_mesh_marks_none (MwMeshMarks *marks);
void mw_mesh_marks_invert (MwMeshMarks *marks);
/* Marks all that hangs together with what is marked, by triangles or because corners are at the same position. Each mesh is for
 * itself. */
void mw_mesh_marks_connected (MwMeshMarks *marks, const MwModel *model);
/* Marks what touches what is marked; removes the mark of what touches something that is not marked. */
void mw_mesh_marks_grow (MwMeshMarks *marks, const MwModel *model);
void mw_mesh_marks_shrink (MwMeshMarks *marks, const MwModel *model);
/* Marks what one of these nodes moves, however little: vertices, or faces of which it moves all corners. */
void mw_mesh_marks_moved (MwMeshMarks *marks, const MwModel *model, const MwId *nodes, guint n, MwMarksChange change);

/* One flag for each vertex or face of a mesh: the vertices of marked faces, or the faces of which all vertices are marked. `kind` may also be
 * that of the marks. NULL: the mesh is not one of them. Free with g_free(). */
guint8 *mw_mesh_marks_flags (const MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, MwId mesh);
/* What is marked as the text of a parameter of operations on these meshes (core/edit/operations/geosets/mesh-list.h). "" if nothing is
 * marked. Free with g_free(). */
char *mw_mesh_marks_text (const MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, const MwId *ids, guint n);

/* Appends the numbers of the flags that are set as such a list: "0-15;40". Returns whether there is one. */
gboolean mw_mesh_marks_append (GString *text, const guint8 *flags, guint32 n);

/* For those that set many flags themselves: begins, and afterwards counts again. */
void mw_mesh_marks_begin (MwMeshMarks *marks, MwMarksChange change);
void mw_mesh_marks_end (MwMeshMarks *marks);
