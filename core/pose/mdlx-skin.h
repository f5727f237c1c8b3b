/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/pose/skeleton.h"

/* A geoset is skinned by matrix groups or, from version 900 on, by weights (SKIN), which take precedence if it has any.
 *
 * Skinning by matrix groups (rendering.md 2.4): each vertex belongs to one group, and a group moves by the mean of its
 * nodes' matrices, all of equal weight. References to nodes that do not exist are left out of the mean; a group without
 * members has the identity.
 *
 * A renderer uploads one matrix per group, followed by the identity for vertices whose group does not exist, and one
 * number per vertex. Normals are transformed by the upper 3x3 of the same matrix and normalised. */

/* Matrices of the geoset: its groups (at most 256, because a vertex stores its group in a byte) and the identity after
 * them. */
guint mw_skin_n_matrices (const MwMdlxGeoset *geoset);
/* Fills out[16 * mw_skin_n_matrices()], column-major. */
void mw_skin_group_matrices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out);
/* How much of each matrix is of these nodes: out[mw_skin_n_matrices()], from 0 to 1. */
void mw_skin_group_shares (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, const MwId *ids, guint n_ids,
                           float *out);
/* The index of each vertex's matrix: out[vertices.n], each below mw_skin_n_matrices(). */
void mw_skin_vertex_matrices (const MwMdlxGeoset *geoset, uint16_t *out);

/* Skinning by weights (mdlx.md 5.7, SKIN): a vertex moves by the sum of the matrices of four nodes, each times its
 * weight of 255. A reference to a node that does not exist counts as one to a node that does not move. A vertex without
 * weights, or beyond the end of the skin, does not move either.
 *
 * A renderer uploads the matrices of all nodes of the skeleton by place, followed by the identity, and four numbers and
 * weights per vertex. Numbers are valid until the skeleton is refreshed. */

gboolean mw_skin_is_weighted (const MwMdlxGeoset *geoset);
guint mw_skin_n_node_matrices (const MwSkeleton *skeleton);
/* Fills out[16 * mw_skin_n_node_matrices()], column-major. */
void mw_skin_node_matrices (const MwSkeleton *skeleton, float *out);
/* Fills 4 numbers and 4 weights for each vertex. A weight above 255 counts as 255. */
void mw_skin_vertex_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, uint16_t *numbers,
                             uint8_t *weights);
