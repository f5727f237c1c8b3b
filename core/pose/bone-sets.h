/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"

/* Which bones move the vertices of a mesh (a geoset or a submesh): the sets of bones, and the vertices that each moves. A file of Warcraft
 * III may state the sets as matrix groups, also such that no vertex has; where vertices have weights, the sets are found by looking at
 * all of them. */

typedef struct {
  GArray *bones;      /* MwId, each once; 0: a number that no node has */
  guint32 n_vertices; /* that they move */
} MwBoneSet;

typedef struct {
  GPtrArray *sets;     /* MwBoneSet. Matrix groups are in file order; the others begin with those of most vertices */
  guint32 *of_vertex;  /* the set of each vertex; G_MAXUINT32: it has none, or the mesh does not use it */
  guint32 n;           /* vertices, as MwMeshAspect has them */
  gboolean stored;     /* they are matrix groups */
  GHashTable *by_name; /* private: the places of sets while they are found */
} MwBoneSets;

/* NULL: the record is no mesh. Free with mw_bone_sets_free(). */
MwBoneSets *mw_bone_sets_new (const MwModel *model, const MwRecord *mesh);
void mw_bone_sets_free (MwBoneSets *sets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwBoneSets, mw_bone_sets_free)
/* The number of sets without vertices. */
guint mw_bone_sets_count_unused (const MwBoneSets *sets);
/* The vertices of a set as the text of a parameter of operations: "0-15;40". Free with g_free(). */
char *mw_bone_sets_vertices (const MwBoneSets *sets, guint set);

/* --- For families --- */

/* Puts a vertex into the set with these bones, which is added if there is none. The order of the bones does not matter, and each may be
 * there several times. */
void mw_bone_sets_put (MwBoneSets *sets, guint32 vertex, const MwId *bones, guint n);
/* Appends a set with these bones, even if there is such a one. */
void mw_bone_sets_append (MwBoneSets *sets, const MwId *bones, guint n);
