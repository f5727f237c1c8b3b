/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* Matrix-group skinning of a geoset (rendering reference, matrix-group skinning): every vertex belongs to one group, and a
 * group moves by the mean of its nodes' matrices, all of equal weight.
 *
 * What a renderer uploads: one matrix per group and, behind them, the identity for vertices whose group does not exist; and
 * one number per vertex. Normals go by the upper 3x3 of the same matrix and are made unit length.
 * References of members that point nowhere are left out of the mean; a group without members moves by the identity. */

/* Matrices of the geoset: its groups (those that a byte can name, so at most 256) and the identity behind them. */
guint mw_skin_n_matrices (const MwMdlxGeoset *geoset);
/* Fills out[16 * mw_skin_n_matrices()], column after column. */
void mw_skin_group_matrices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out);
/* The number of the matrix of each vertex: out[vertices.n], each below mw_skin_n_matrices(). */
void mw_skin_vertex_matrices (const MwMdlxGeoset *geoset, uint16_t *out);

/* The same on the CPU: positions and normals (either may be NULL) get 3 floats for each vertex; `matrices` is what
 * mw_skin_group_matrices() gave. A vertex without a normal in the geoset gets 0, 0, 0. */
void mw_skin_vertices (const MwMdlxGeoset *geoset, const float *matrices, float *positions, float *normals);
/* Smallest and largest corner of the skinned vertices; FALSE (and 0s) if there is none that is finite. */
gboolean mw_skin_bounds (const MwMdlxGeoset *geoset, const float *matrices, float min[3], float max[3]);
