/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/m2/m2.h"

/* Makes a submesh of each loose part of a submesh, in all profiles that show its triangles. `seams`: triangles that meet at
 * the same position are one part. *made gets the ids (MwId) of what it is now in its own profile, if there is more than one
 * part. All profiles must have been read. */
gboolean mw_submesh_split (MwDocument *document, MwId id, gboolean seams, GArray *made, GError **error);

/* Makes a submesh of its own of some triangles of a submesh, in all profiles that show its triangles. `chosen`: their keys (mw_mesh_key()), some
 * but not all of those of the submesh. *made gets the ids (MwId) of what it is now in its own profile: the rest, then the chosen ones. All
 * profiles must have been read. */
gboolean mw_submesh_detach (MwDocument *document, MwId id, GHashTable *chosen, GArray *made, GError **error);

/* Makes one submesh of several in every profile that shows their triangles, as far as the profile's limit of bones allows. All
 * profiles must have been read. Refused where they are not drawn alike. *kept gets the id of the first of them. */
gboolean mw_submesh_merge (MwDocument *document, const GArray *chosen, MwId *kept, GError **error);

/* The records of a list of a profile that belong to a submesh by that field of theirs, in order. Free with g_ptr_array_unref(). */
GPtrArray *mw_submesh_belonging (const MwRecord *skin, const MwField *list, const MwField *submesh, MwId id);
/* Whether the surface number of batches is a number, and not a set of flags (m2.md 6.2). */
gboolean mw_m2_surface_is_number (const MwM2 *model);
/* A surface number above those of all batches. */
guint32 mw_m2_first_free_surface (const MwM2 *model);
