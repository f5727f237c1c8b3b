/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* Surfaces: what a user means by "the cape". Each skin profile has its own submeshes and batches, split for its bone
 * limit. Batches of all profiles are one surface if they agree in the geoset that they were split from, in layer,
 * and in everything they refer to. Where profiles disagree, they are separate surfaces (architecture.md, records and
 * families). */

/* Whether two batches belong to one surface. */
gboolean mw_m2_same_surface (const MwM2Batch *a, const MwM2Batch *b);

/* All surfaces, in the order of their first batches: each is a GPtrArray of MwM2Batch in the order of profiles. Free
 * with g_ptr_array_unref(). */
GPtrArray *mw_m2_surfaces (const MwM2 *model);
/* The batches of the surface that a batch belongs to, itself included. Free with g_ptr_array_unref(). */
GPtrArray *mw_m2_surface_of (const MwM2 *model, const MwM2Batch *batch);
