/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/mdlx/mdlx.h"

/* A new layer of an MDX material with one image, as models of this format hold it: from version 1100 on in the layer's list of
 * textures. It belongs to no material yet. */
MwRecord *mw_mdlx_layer_new (MwFormat format, MwId texture, uint32_t filter_mode);

/* The layers (MwId) that operations are for; see mw_chosen_records(). Free with g_array_unref(). */
GArray *mw_mdlx_layers_chosen (MwDocument *document, const MwId *ids, guint n, GError **error);
/* Refused unless there are some. Operations on layers use it as `applies`. */
gboolean mw_mdlx_layers_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
