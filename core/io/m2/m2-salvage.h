/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/derived.h"
#include "core/schema/salvage.h"

/* Makes the runs of submeshes and batches such that mw_m2_frame_resolve() accepts them: a submesh whose corners are not in its
 * profile loses its triangles, a batch with too many textures all of them. */
void mw_m2_salvage_frame (MwM2Frame *frame, const MwM2 *model, MwSalvage *salvage);
