/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* Surfaces: what people mean by "the cape". Each skin profile has submeshes and batches of its own, split for its limit of
 * bones; batches of all profiles that agree in the geoset that they were split from, in layer and in all they refer to are one
 * surface. Where profiles disagree they are surfaces apart (design: M2 surfaces). */

/* Whether two batches belong to one surface. */
gboolean mw_m2_same_surface (const MwM2Batch *a, const MwM2Batch *b);

/* All surfaces, in the order of their first batches: a GPtrArray of MwM2Batch for each, in the order of profiles. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_m2_surfaces (const MwM2 *model);
/* The batches of the surface that a batch belongs to, itself included. Free with g_ptr_array_unref(). */
GPtrArray *mw_m2_surface_of (const MwM2 *model, const MwM2Batch *batch);
