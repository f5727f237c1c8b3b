/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Makes a submesh of each loose part of a submesh, in all profiles that show its triangles. `seams`: triangles that meet at
 * the same position are one part. *made gets the ids (MwId) of what it is now in its own profile, if there is more than one
 * part. All profiles must have been read. */
gboolean mw_submesh_split (MwDocument *document, MwId id, gboolean seams, GArray *made, GError **error);
