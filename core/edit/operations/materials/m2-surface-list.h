/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/m2/surfaces.h"

/* For operations on surfaces of M2 models, which are given by any of their batches. */

/* Refuses records that are no batches. For the `applies` of an operation. */
gboolean mw_surfaces_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
/* The surfaces of some batches, each once, in the order of the batches: a GPtrArray of MwM2Batch for each. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_surfaces_chosen (MwDocument *document, const MwId *ids, guint n);
/* After flags of a material have changed: the shadow batches of the surfaces that it draws first follow the bits in `changed`
 * (m2.md 6.3). */
gboolean mw_shadows_follow (MwDocument *document, const MwM2Material *material, uint32_t changed, GError **error);
/* A material that differs from this one only in its blend mode: an existing one, or a new one at the end of the list. 0 and an
 * error on failure. */
MwId mw_material_like (MwDocument *document, const MwM2Material *material, uint16_t blend_mode, GError **error);
