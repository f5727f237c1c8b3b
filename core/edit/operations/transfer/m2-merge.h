/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer.h"

/* What merging an M2 model needs besides its elements: its vertices, the submeshes and batches of its skin profiles, and its
 * collision mesh. */

/* Refuses a source that cannot be merged: of another version, with profiles that were not read, or with too many vertices. */
gboolean mw_m2_merge_check (const MwTransfer *transfer, GError **error);
/* Takes back that emitters, ribbons and lights were matched: these are always added. */
void mw_m2_merge_unmatch (MwTransfer *transfer);
/* Adds the vertices of the source, moved by `by`, and to each profile the submeshes and batches of the source's profile of the same
 * number, or of its last one. Call it when the elements were taken. `made` has these (MwId), and gets the submeshes of the first
 * profile too. */
gboolean mw_m2_merge_meshes (MwTransfer *transfer, const float by[3], GArray *made, GError **error);
