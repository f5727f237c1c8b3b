/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/m2/m2.h"

/* The largest number of bones that move a vertex of these triangles, at least 1 (m2.md 6.1). */
uint16_t mw_submesh_influences (const MwM2 *model, const MwArray *triangles);

/* Replaces the bones and weights of the model's vertices: four bytes each. What submeshes state of vertices that are marked
 * follows. Refused if a submesh would need more bones than its profile allows, and more than before. Takes ownership of the
 * arrays, also on failure. All profiles must have been read. */
gboolean mw_submesh_put_weights (MwDocument *document, MwArray bones, MwArray weights, const guint8 *marked,
                                 GError **error);
