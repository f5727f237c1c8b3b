/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/mdlx-skin.h"

/* Skinning on the processor from what core/pose/mdlx-skin.h gives to a renderer. */

/* Skins the vertices of a geoset: positions and normals (either may be NULL) get 3 floats for each vertex; `matrices` is what
 * mw_skin_group_matrices() returned. A vertex that has no normal gets 0, 0, 0. */
void skin_vertices (const MwMdlxGeoset *geoset, const float *matrices, float *positions, float *normals);
/* The bounding box of the skinned vertices; FALSE, with zeros, if none is finite. */
gboolean skin_bounds (const MwMdlxGeoset *geoset, const float *matrices, float min[3], float max[3]);

/* The same as skin_vertices(), for a weighted geoset. */
void skin_weighted_vertices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *positions, float *normals);
