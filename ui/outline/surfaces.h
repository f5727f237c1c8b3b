/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The surfaces of an M2 model (core/model/m2/surfaces.h) for the window. A surface is not a record but an array of
 * batches: selecting or changing it selects or changes all of them. The surfaces are computed once for each state of
 * the model, and the arrays are valid until it changes. A handler of the document's "changed" may use these
 * functions only if one of them was called before the handler was connected. */

/* All surfaces (GPtrArray of GPtrArray of MwM2Batch); empty for other families. */
const GPtrArray *mw_ui_surfaces (MwDocument *document);
/* Whether a change may concern which surfaces there are and what they consist of. */
gboolean mw_ui_change_concerns_surfaces (const MwChange *change);
/* The surface that a batch belongs to; NULL: the record is not a batch. */
const GPtrArray *mw_ui_surface_of (MwDocument *document, MwId batch);
/* The surfaces that these records make up. NULL if the records are not exactly all batches of some surfaces. Free
 * with g_ptr_array_unref(). */
GPtrArray *mw_ui_whole_surfaces (MwDocument *document, const MwId *ids, guint n);
/* The id that lists use for a surface: that of its first batch. */
MwId mw_ui_surface_id (const GPtrArray *surface);
/* "Surface 3: Body · Monster skin 1". Free with g_free(). */
char *mw_ui_surface_title (MwDocument *document, const GPtrArray *surface);
/* The title of its blend mode. Free with g_free(). */
char *mw_ui_surface_info (const GPtrArray *surface);
/* "4 batches in 4 skin profiles". Free with g_free(). */
char *mw_ui_surface_extent (const GPtrArray *surface);
