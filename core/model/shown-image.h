/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Which image stands for a record that shows one: a texture, a layer, a material, a geoset, a batch, an emitter. Fields with MW_ROLE_IMAGE lead
 * to it; to that of a submesh, the batches that draw it. */

/* The texture that a record shows: itself, if it is one. Of several (layers, units of a batch), the first with a file, else the first; of an
 * animated one, that of the first key. NULL: it shows none. The texture belongs to the model. */
const MwRecord *mw_shown_image (const MwModel *model, const MwRecord *record);
/* Whether records of this kind, which are no textures, may show one. */
gboolean mw_schema_shows_image (const MwSchema *schema);
