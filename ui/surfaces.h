/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The surfaces of an M2 model (core/model/m2/surfaces.h) as the window shows them. A surface is an array of its batches; it
 * is no record of its own, so what is selected and changed are all of these. Looked up once for each state of the model:
 * arrays and their batches are valid until it changes. Whoever asks for them while the document tells of a change has to have
 * asked before he listened to it. */

/* All surfaces (GPtrArray of GPtrArray of MwM2Batch); empty for other families. */
const GPtrArray *mw_ui_surfaces (MwDocument *document);
/* The surface that a batch belongs to; NULL: it is no batch. */
const GPtrArray *mw_ui_surface_of (MwDocument *document, MwId batch);
/* The surfaces whose batches these are, where these are batches of whole surfaces and nothing else; else NULL. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_ui_whole_surfaces (MwDocument *document, const MwId *ids, guint n);
/* The id that a surface goes by in lists: that of its first batch. */
MwId mw_ui_surface_id (const GPtrArray *surface);
/* "Surface 3: Body, Monster skin 1". Free with g_free(). */
char *mw_ui_surface_title (MwDocument *document, const GPtrArray *surface);
/* Its blend mode in words. Free with g_free(). */
char *mw_ui_surface_info (const GPtrArray *surface);
/* "4 batches in 4 skin profiles". Free with g_free(). */
char *mw_ui_surface_extent (const GPtrArray *surface);
